"""
A table of careless people, who play at random: they forget to call, call for nothing, catch
one another, doubt, lay cards that do not match, and now and then somebody leaves for good.
"""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.uno import Game, GameOver, IllegalAction, Play, RoundOver, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

ATTEMPTS_MAX = 20_000
"""Far more than a game to 500 takes, even with people who often find nothing to do."""


def begin(seed: int, players: int, rules: Rules) -> Game:
    """The game of *players* that *seed*, a number, stands for."""
    return Game.new(players, seed.to_bytes(32, "big"), rules)


def act(game: Game, chance: random.Random, *, leaving: float = 0.001, joining: float = 0.0) -> bool:
    """Somebody does something, or finds nothing to do; whether anything was done."""
    between = joining and isinstance(game.phase, RoundOver) and game.has_room
    if between and chance.random() < joining:
        game.join()
        return True
    gone = game.gone
    here = [seat for seat in range(game.players) if seat not in gone]
    anyone = isinstance(game.phase, RoundOver) or chance.random() < 0.3
    seat = chance.choice(here) if anyone else game.turn
    if chance.random() < leaving:
        game.leave(seat)
        return True
    if chance.random() < 0.02:
        return _lay_anything(game, seat, chance)
    options = game.legal(seat)
    plays = [each for each in options if isinstance(each, Play)]
    if plays and chance.random() < 0.9:
        game.apply(seat, replace(chance.choice(plays), uno=chance.random() < 0.5))
    elif options:
        game.apply(seat, chance.choice(options))
    return bool(options)


def deeds(
    game: Game, chance: random.Random, *, leaving: float = 0.001, joining: float = 0.0
) -> Iterator[None]:
    """Play *game* to its end, with a stop after each deed; RuntimeError when there is no end."""
    for _ in range(ATTEMPTS_MAX):
        if isinstance(game.phase, GameOver):
            return
        if act(game, chance, leaving=leaving, joining=joining):
            yield
    raise RuntimeError("the game does not end")


def play_to_the_end(game: Game, chance: random.Random, *, leaving: float = 0.001) -> None:
    for _ in deeds(game, chance, leaving=leaving):
        pass


def transcript(seed: int, players: int, rules: Rules) -> str:
    """Every deed of a whole game with its events and the views after it, made short."""
    game, chance, digest = begin(seed, players, rules), random.Random(seed), hashlib.sha256()
    for _ in deeds(game, chance):
        views = [game.look(seat) for seat in (None, *range(players))]
        digest.update(repr((game.history[-1], game.events, views)).encode())
    return digest.hexdigest()


def _lay_anything(game: Game, seat: int, chance: random.Random) -> bool:
    """Lay any card of the hand without a look at the pile; that may be an error (R30)."""
    hand = game.hands[seat]
    try:
        game.apply(seat, Play(chance.choice(hand)) if hand else Play(game.discard[-1]))
    except IllegalAction:
        return False
    return True


if __name__ == "__main__":
    print(  # noqa: T201 - what another process is asked for
        transcript(7, 4, Rules(rounds=3)), transcript(8, 5, Rules.preset("official"))
    )
