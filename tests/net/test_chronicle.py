"""A finished game as it is written down for the history, by what one client hears."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from lanuno.bots import choose
from lanuno.net.chronicle import Chronicle
from lanuno.net.messages import Chair, Lobby, Stage, Update
from lanuno.net.text import PlayerName
from lanuno.store.history import History
from lanuno.uno.actions import NextRound
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from lanuno.uno.view import RoundOver

BEGAN = datetime(2026, 5, 1, 20, tzinfo=UTC)
NAMES = ("Ana", "Boris", "Ceca")


class Clock:
    def __init__(self):
        self.now = BEGAN

    def __call__(self):
        return self.now


def play(chronicles, game, clock, *, seed=1):
    """Play *game* to its end before all *chronicles*, by seat; what each has written."""
    chance = random.Random(seed)
    chairs = tuple(Chair(PlayerName(name), bot=name == "Ceca") for name in NAMES)
    for seat, chronicle in enumerate(chronicles):
        chronicle.hear(Lobby(Stage.PLAYING, game.rules, chairs, seat, 0))
        chronicle.hear(Update(game.look(seat), game.events))
    while True:
        seat, action = next(
            (seat, action)
            for seat in [0, 1, 2] * 50
            if (action := _choice(game.look(seat), chance))
        )
        events = game.apply(seat, action)
        clock.now += timedelta(seconds=2)
        written = [each.hear(Update(game.look(s), events)) for s, each in enumerate(chronicles)]
        if any(written):
            return written


def _choice(view, chance):
    if isinstance(view.phase, RoundOver):
        return NextRound()
    return choose(view, chance) if view.legal else None


def a_game(rules=None, number=7):
    return Game.new(3, seed=bytes([number]) * 32, rules=rules or Rules(target=60))


def test_the_end_of_a_game_gives_everything_that_is_kept_of_it():
    clock = Clock()
    chronicles = [Chronicle("0" * 16, "Kitchen", clock) for _ in NAMES]
    game = a_game(Rules(target=60, must_play=True))

    ana, boris, _ = play(chronicles, game, clock)

    assert (ana.table, ana.scores, ana.winners) == ("Kitchen", game.scores, game.phase.winners)
    assert [each.name for each in ana.players] == list(NAMES)
    assert [each.me for each in ana.players] == [True, False, False]
    assert [each.bot for each in ana.players] == [False, False, True]
    assert ana.rounds[-1].scores == game.scores
    assert (ana.ended, ana.seconds) == (clock.now, (clock.now - BEGAN).total_seconds())
    assert (ana.preset, ana.switches) == ("document", ("must_play=on", "target=60"))
    assert ana.record is None
    assert ana.key == boris.key
    assert all(each.counts for each in ana.players)


def test_a_preset_is_kept_by_its_name_and_what_differs_from_it():
    clock = Clock()
    rules = replace(Rules.preset("official"), target=60)

    (ana, *_) = play([Chronicle("0" * 16, "K", clock) for _ in NAMES], a_game(rules), clock)

    assert (ana.preset, ana.switches) == ("official", ("target=60",))


def test_two_who_sit_at_one_machine_have_the_game_once(tmp_path):
    clock, history = Clock(), History(tmp_path)

    for written in play([Chronicle("0" * 16, "K", clock) for _ in NAMES], a_game(), clock):
        history.add(written)

    (kept,) = history.games()
    assert all(each.me for each in kept.played.players)


def test_the_next_game_at_the_table_is_another_one():
    clock = Clock()
    chronicles = [Chronicle("0" * 16, "K", clock) for _ in NAMES]
    first, *_ = play(chronicles, a_game(), clock)
    began = clock.now

    second, *_ = play(chronicles, a_game(number=8), clock)

    assert second.key != first.key
    assert second.seconds == (clock.now - began).total_seconds()


def test_who_comes_when_a_game_is_over_has_not_played_it():
    clock = Clock()
    game = a_game()
    play([Chronicle("0" * 16, "K", clock) for _ in NAMES], game, clock)
    late = Chronicle("0" * 16, "K", clock)
    chairs = tuple(Chair(PlayerName(name)) for name in NAMES)

    late.hear(Lobby(Stage.OVER, game.rules, chairs, None, 0))

    assert late.hear(Update(game.look(None), ())) is None


def test_a_clock_that_is_set_back_makes_no_game_shorter_than_none():
    clock = Clock()
    chronicle = Chronicle("0" * 16, "K", clock)
    others = [Chronicle("0" * 16, "K", Clock()) for _ in NAMES[1:]]
    game = a_game()
    chairs = tuple(Chair(PlayerName(name)) for name in NAMES)
    chronicle.hear(Lobby(Stage.PLAYING, game.rules, chairs, 0, 0))
    chronicle.hear(Update(game.look(0), game.events))
    clock.now -= timedelta(days=1)

    written, *_ = play([chronicle, *others], game, clock)

    assert written.seconds >= 0
