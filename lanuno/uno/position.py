"""Set up the middle of a game from a few words, for tests and puzzles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lanuno.uno.cards import DECK, SEED_BYTES, Color, card, cards, shuffled
from lanuno.uno.hand import Hand
from lanuno.uno.house import rulebook
from lanuno.uno.size import TEAM_SEATS
from lanuno.uno.state import PICKING_COLOR, PLAYING, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.rules import Rules


def set_up(
    hands: str,
    *,
    top: str,
    turn: int,
    dealer: int | None,
    direction: int,
    color: Color | None,
    pile: str | None,
    discard: str,
    rules: Rules,
    seed: bytes,
    scores: Sequence[int] | None,
) -> State:
    """The state that `Game.position` describes; ValueError when there can be none such."""
    held = [cards(hand) for hand in hands.split("|")]
    players = len(held)
    if not 2 <= players <= 10 or not all(held):  # noqa: PLR2004 - R2
        raise ValueError(f"2 to 10 hands with a card in each are needed, not {hands!r}")
    dealer = (turn - direction) % players if dealer is None else dealer
    if turn not in range(players) or dealer not in range(players) or direction not in (1, -1):
        raise ValueError(f"no such turn, dealer or direction: {turn}, {dealer}, {direction}")
    # What comes from outside may be anything, whatever its type says.
    if not isinstance(color, Color | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a color is one of uno.Color, not {color!r}")
    if scores is not None and len(scores) != players:
        raise ValueError(f"{players} scores are needed, not {len(scores)}")
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes long, not {len(seed)}")
    if rules.teams and players not in TEAM_SEATS:
        raise ValueError(f"4, 6 or 8 hands make teams, not {players}")
    state = State(players, seed, rules, rulebook(rules))
    state.round = 1
    state.turn, state.dealer = turn, dealer
    if direction < 0:
        state.turn_around()
    state.scores = list(scores or state.scores)
    state.hands = [Hand(hand) for hand in held]
    state.discard = [*cards(discard), card(top)]
    state.color = color or state.discard[-1].color
    state.phase = PLAYING if state.color else PICKING_COLOR
    # Drawn from the end, named from the front.
    state.pile = list(reversed(cards(pile or "")))
    rest = Counter(DECK)
    rest.subtract(each for some in (*state.hands, state.discard, state.pile) for each in some)
    if min(rest.values()) < 0:
        twice = min(rest, key=lambda each: rest[each])
        raise ValueError(f"more {twice} than the deck has")
    if pile is None:
        state.pile = shuffled(rest.elements(), seed, 1)
        state.shuffles = 1
    return state
