"""How an imagined round may end: played on by everybody with a few quick rules of thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.bots.reading import ATTACKS, CLOSE
from lanuno.uno.actions import Accept, Action, CallUno, Challenge, Draw, Play
from lanuno.uno.cards import Card, Face
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    from random import Random

    from lanuno.uno.game import Game

MOVES_MAX = 400
"""After so many moves an imagined round counts for nobody."""


def play_out(game: Game, chance: Random) -> int | None:
    """Play *game* to the end of the round; who has won it, None when nobody has."""
    for _ in range(MOVES_MAX):
        phase = game.phase
        if type(phase) is RoundOver or type(phase) is GameOver:
            return phase.result.winner if phase.result else None
        game.apply(game.turn, quick(game, chance))
    return None


def quick(game: Game, chance: Random) -> Action:
    """What the player on turn does: nobody forgets to call, and nobody doubts or bluffs."""
    seat = game.turn
    legal = game.legal(seat)
    if type(legal[0]) is not Play:
        # Draw; accept; for a first wild, any color.
        return legal[0] if type(legal[0]) in _PLAIN else legal[int(chance.random() * 4)]
    hand = game.hands[seat]
    plays = [each for each in legal if type(each) is Play]
    best = plays[0] if len(plays) == 1 else _best(game, hand, plays, chance)
    if best.card is Card.W_PLUS and len(legal) > len(plays) and _is_bluff(game, hand):
        return next(each for each in legal[len(plays) :] if type(each) is not Challenge)
    return replace(best, uno=True) if len(hand) == 2 and CallUno() in legal else best  # noqa: PLR2004 - R20


def _best(game: Game, hand: tuple[Card, ...], plays: list[Play], chance: Random) -> Play:
    color, seats = game.color, game.players
    close = len(game.hands[(game.turn + game.direction) % seats]) <= CLOSE
    best, most = plays[0], -1000.0
    for play in plays:
        card = play.card
        own = card.color or play.color
        worth = chance.random()
        for each in hand:
            if each.color is own:
                worth += 2
        if close and card.face in ATTACKS:
            worth += 100
        if card.color is None:
            worth -= 30 if card.face is Face.WILD else 60
        elif card.color is color:
            worth += 20
        if worth > most:
            best, most = play, worth
    return best


def _is_bluff(game: Game, hand: tuple[Card, ...]) -> bool:
    return any(card.color is game.color for card in hand if card.color)


_PLAIN = Draw, Accept
