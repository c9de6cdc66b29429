"""
Play the games beside this file and write them down anew: ``python -m tests.games.make``.

That changes what they pin, so do it only when the format or the shuffle changes on
purpose, and say so in CHANGELOG.md.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno import bots, uno
from lanuno.uno import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lanuno.uno.view import View

    Player = Callable[[View, Random], uno.Action | None]

HERE = Path(__file__).parent
NAMES = "Ana", "Ivo", "Mira", "Đorđe", "Zoë", '"Q"', "Лука", "Nils", "O'Neil", "小林"
DOCUMENT, OFFICIAL = uno.Rules(), uno.Rules.preset("official")
PARTY = uno.Rules.preset("party")
SWITCHED = uno.Rules(
    hand_size=5, first_wild="redraw", must_play=True, bluffing=False, uno_penalty=4, target=150
)


def main() -> None:
    """Write all the games, a line about each."""
    bot, wild, tame = bots.choose, partial(careless, errs=True), partial(careless, errs=False)
    three = replace(OFFICIAL, rounds=3)
    games = {
        "document-2-bots": play(2, DOCUMENT, 1, [bot]),
        "document-4-careless": play(4, DOCUMENT, 2, [wild]),
        "document-5-switches": play(5, SWITCHED, 3, [wild, bot]),
        "document-7-leave": play(7, DOCUMENT, 4, [bot, wild], leaves={70: 4, 150: 0}),
        "document-10-careless": play(10, replace(DOCUMENT, target=2000), 5, [wild]),
        "party-4-careless": play(4, replace(PARTY, rounds=3), 10, [wild]),
        "party-6-teams": play(6, replace(PARTY, teams=True, rounds=2), 11, [wild, bot]),
        "document-2-late": play(2, DOCUMENT, 12, [bot, wild], joins={1: 1, 3: 2}),
        "official-2-walkover": play(2, OFFICIAL, 6, [bot, tame], leaves={60: 1}),
        "official-3-bots": play(3, OFFICIAL, 7, [bot]),
        "official-4-blocked": play(4, three, 8, [hoard]),
        "official-6-stop": play(6, OFFICIAL, 9, [tame, bot], stops=300),
    }
    for name, game in games.items():
        file = HERE / f"{name}.txt"
        record.write(game, file, names=NAMES[: game.players], date="2026-05-01")
        print(f"{file.name}: {game.round} rounds, {game.version} deeds")  # noqa: T201


def play(
    players: int,
    rules: uno.Rules,
    number: int,
    minds: list[Player],
    *,
    joins: Mapping[int, int] = {},
    leaves: Mapping[int, int] = {},
    stops: int | None = None,
) -> uno.Game:
    """
    The game with the seed and the chance that *number* stands for, *minds* around the table.

    *joins* has how many join after which round, *leaves* the seats that leave, and after how
    many deeds; *stops* is after how many the players agree to stop.
    """
    game, chance = uno.Game.new(players, number.to_bytes(32, "big"), rules), Random(number)
    while not isinstance(game.phase, uno.GameOver):
        if game.version in leaves:
            game.leave(leaves[game.version])
        elif game.version == stops:
            game.stop()
        elif isinstance(game.phase, uno.RoundOver):
            for _ in range(joins.get(game.round, 0)):
                game.join()
            game.apply(next(filter(game.legal, range(players))), uno.NextRound())
        else:
            act(game, minds, chance)
    return game


def act(game: uno.Game, minds: list[Player], chance: Random) -> None:
    """The first who wants to does something; who is on turn is asked last."""
    others = [seat for seat in range(game.players) if seat != game.turn and game.legal(seat)]
    for seat in (*others, game.turn):
        action = minds[seat % len(minds)](game.look(seat), chance)
        if action is not None:
            game.apply(seat, action)
            return


def careless(view: View, chance: Random, *, errs: bool) -> uno.Action | None:
    """Anything: calls missed, late or void, catches, doubts, bluffs, and, if *errs*, misplays."""
    if not view.legal or (view.seat != view.turn and chance.random() < LAZY):
        return None
    plays = [action for action in view.legal if isinstance(action, uno.Play)]
    follows = {play.card for play in plays}
    wrong = [card for card in view.hand if card.color and card not in follows]
    if errs and wrong and uno.Draw() in view.legal and chance.random() < ERRS:
        return uno.Play(wrong[0])
    if plays and chance.random() < PLAYS:
        return replace(chance.choice(plays), uno=chance.random() < CALLS)
    return chance.choice(view.legal)


LAZY, ERRS, PLAYS, CALLS = 0.7, 0.05, 0.95, 0.4
"""How often a careless player does what."""


def hoard(view: View, chance: Random) -> uno.Action | None:
    """In the first round draw and keep, until nothing is left and nobody can do anything."""
    if view.round > 1:
        return bots.choose(view, chance)
    return uno.Draw() if uno.Draw() in view.legal else bots.idle(view)


if __name__ == "__main__":
    main()
