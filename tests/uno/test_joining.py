"""Newcomers in a game that is on: a new seat between two rounds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from lanuno.uno import Game, IllegalAction, NextRound, Reason, RoundOver, Rules, record
from lanuno.uno.actions import Join
from lanuno.uno.events import End, PlayerJoined

from .careless import begin, deeds
from .lab import fingerprint, play
from .reached import SETUPS
from .recorded import add_deed

TWO = "R1 | G3 G4"


def after_a_round(hands: str = TWO, **others) -> Game:
    """A game in which the first player has just gone out with a red one."""
    game = Game.position(hands, top="R5", **others)
    game.apply(0, play("R1"))
    assert isinstance(game.phase, RoundOver)
    return game


def refused(game: Game) -> Reason:
    before = fingerprint(game)
    with pytest.raises(IllegalAction) as error:
        game.join()
    assert fingerprint(game) == before
    return error.value.reason


def test_a_newcomer_gets_the_seat_after_the_last_with_no_points_and_is_dealt_in():
    """R2: seven cards like everybody else."""
    game = after_a_round()

    happened = game.join()

    assert happened == (PlayerJoined(2),)
    assert (game.players, game.scores, game.wins) == (3, (7, 0, 0), (1, 0, 0))
    assert game.history[-1] == (2, Join())
    game.apply(2, NextRound())
    assert sorted(map(len, game.hands)) in ([7, 7, 7], [7, 7, 9])
    game.check()


def test_the_result_that_stands_has_a_place_for_the_newcomer_who_held_nothing():
    """R29."""
    game = after_a_round()
    before = game.phase.result

    game.join()

    result = game.phase.result
    assert result.hands == (*before.hands, ())
    assert (result.values, result.scores) == ((*before.values, 0), (*before.scores, 0))


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("gone", [None, 1, 2])
def test_play_comes_round_to_the_newcomer_after_the_last_and_before_the_first(direction, gone):
    """R31: whoever left is passed over on both sides."""
    game = after_a_round("R1 | G3 G4 | B7", direction=direction)
    if gone is not None:
        game.leave(gone)

    game.join()
    game.apply(0, NextRound())

    state, here = game._state, [seat for seat in range(4) if seat != gone]
    for at, seat in enumerate(here):
        following, last = here[(at + 1) % len(here)], here[at - 1]
        assert state.after[seat] == (following if game.direction > 0 else last)
        assert state.before[seat] == (last if game.direction > 0 else following)


def test_the_deal_passes_to_the_newcomer_too():
    """R2."""
    game = after_a_round(dealer=1)

    game.join()
    game.apply(0, NextRound())

    assert game.dealer == 2


def test_nobody_joins_in_the_middle_of_a_round_or_after_the_game():
    playing = Game.position(TWO, top="R5")
    over = after_a_round()
    over.stop()

    assert refused(playing) is refused(over) is Reason.ROUND_NOT_OVER


def test_no_more_join_than_there_are_seats():
    """R2: the seats of those who left count, as their points still stand there."""
    game = after_a_round(" | ".join(["R1", *["G3"] * 2, *["B7"] * 2, *["Y5"] * 2, "G4", "B4"]))
    game.leave(3)
    assert game.has_room
    game.join()

    assert not game.has_room
    assert refused(game) is Reason.NO_ROOM


def test_no_more_join_than_one_deck_has_cards_for():
    """R2."""
    game = after_a_round("R1 | G3 | B7 | Y5", rules=Rules(hand_size=20))

    assert refused(game) is Reason.NO_ROOM


def test_nobody_is_added_where_partners_play():
    """R38: who would be the partner?"""
    game = after_a_round("R1 | G3 | B7 B8 | Y5", rules=Rules(teams=True))

    assert refused(game) is Reason.NO_ROOM


def test_a_newcomer_can_win():
    """R28."""
    game = after_a_round(rules=Rules(rounds=2))
    game.join()
    game.apply(0, NextRound())
    for _ in deeds(game, random.Random(3), leaving=0):
        pass

    assert game.phase.why is End.ROUNDS
    assert sorted(game.phase.ranking) == [0, 1, 2]


@given(SETUPS)
def test_a_game_with_newcomers_is_played_again_from_its_record(setup):
    game, chance = begin(setup.seed, setup.players, setup.rules), random.Random(setup.seed)
    for _ in zip(range(setup.attempts), deeds(game, chance, joining=0.5), strict=False):
        pass

    names = [f"Player {seat}" for seat in range(game.players)]
    text = record.text(game, names=names)

    assert record.verify(text) == ()
    read = record.read(text)
    assert (read.players, list(read.names)) == (setup.players, names)
    *_, last = record.replay(read)
    assert fingerprint(last.game) == fingerprint(game)


def test_a_record_with_a_newcomer_in_another_seat_than_the_next_is_a_fault():
    game = Game.new(2, bytes(32), Rules(hand_size=1))
    for _ in deeds(game, random.Random(1), leaving=0):
        if isinstance(game.phase, RoundOver):
            break
    text = add_deed(record.text(game), "3:join")

    (fault, *_) = record.verify(text)

    assert (fault.deed, fault.reason) == ("3:join", Reason.NO_SUCH_SEAT)
