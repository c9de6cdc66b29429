"""When a game is over, and who has won it."""

import random

import pytest

from lanuno.uno import (
    CallUno,
    Catch,
    Draw,
    Game,
    GameOver,
    IllegalAction,
    NextRound,
    Reason,
    RoundOver,
    Rules,
)
from lanuno.uno.events import End, GameEnded, RoundEnded

from .careless import begin, play_to_the_end
from .lab import fingerprint, play, refusal


def won(*, scores, rules, others="B9"):
    """The game after the first player laid the last card."""
    game = Game.position(f"R1 | {others}", top="R5", scores=scores, rules=rules)
    game.apply(0, play("R1"))
    return game


@pytest.mark.parametrize(("before", "over"), [(490, False), (491, True), (492, True)])
def test_the_game_ends_at_the_target_or_above(before, over):
    """C2, E1, R28."""
    game = won(scores=[before, 0], rules=Rules())

    assert isinstance(game.phase, GameOver) is over


@pytest.mark.parametrize("target", [1, 9, 200, 1000])
def test_the_target_can_be_agreed(target):
    """C2, E1, R28: `target`."""
    below = won(scores=[max(0, target - 10), 0], rules=Rules(target=target))
    at = won(scores=[max(0, target - 9), 0], rules=Rules(target=target))

    assert isinstance(below.phase, RoundOver) is (target > 9)
    assert isinstance(at.phase, GameOver)


def test_the_last_round_is_told_before_the_end_of_the_game():
    """R28, R29."""
    game = won(scores=[495, 0], rules=Rules())

    *_, ended, over = game.events
    assert isinstance(ended, RoundEnded)
    assert over == GameEnded((0,), End.TARGET)
    assert game.phase == GameOver((0,), End.TARGET, (0, 1), ended.result)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_game_may_end_after_an_agreed_number_of_rounds(rounds):
    """E2, R28: `rounds`."""
    game = begin(11, 3, Rules(rounds=rounds, target=1_000_000))

    play_to_the_end(game, random.Random(11), leaving=0)

    assert game.round == rounds
    assert game.phase.why is End.ROUNDS


@pytest.mark.parametrize(("scores", "winner"), [((0, 100), 1), ((100, 0), 0), ((91, 101), 1)])
def test_after_the_agreed_rounds_the_most_points_win(scores, winner):
    """E2, R28: `rounds`."""
    game = won(scores=scores, rules=Rules(rounds=1))

    assert game.phase.why is End.ROUNDS
    assert game.phase.winners == (winner,)


def test_of_equal_totals_more_rounds_won_decide():
    """R28."""
    game = won(scores=[0, 9], rules=Rules(rounds=1))

    assert game.scores == (9, 9)
    assert game.phase.winners == (0,)
    assert game.phase.ranking == (0, 1)


def test_of_equal_totals_and_wins_the_victory_is_shared():
    """R25, R28."""
    game = Game.position("R5 | Y5 | G6", top="B3", pile="", scores=[7, 9, 9], rules=Rules(rounds=1))

    for seat in range(3):
        game.apply(seat, Draw())

    assert game.phase.winners == (1, 2)
    assert game.phase.ranking == (1, 2, 0)


def test_the_target_counts_before_the_rounds():
    """R28: whichever comes first."""
    game = won(scores=[0, 0], rules=Rules(rounds=5, target=9))

    assert game.phase.why is End.TARGET


def test_the_players_may_agree_to_stop_in_the_middle_of_a_round():
    """E2, R28: the round in progress counts for nobody."""
    game = Game.position("R1 R2 | R0 | W", top="R5", scores=[1, 3, 2])
    game.apply(0, play("R1"))

    happened = game.stop()

    assert happened == (GameEnded((1,), End.AGREED),)
    assert game.phase == GameOver((1,), End.AGREED, (1, 2, 0), None)
    assert game.scores == (1, 3, 2)
    assert game.owing == frozenset()


@pytest.mark.parametrize("action", [Draw(), NextRound(), play("R1"), CallUno(), Catch(1)])
def test_after_the_game_nothing_can_be_done(action):
    """R28."""
    game = won(scores=[495, 0], rules=Rules())
    before = fingerprint(game)

    assert [game.legal(seat) for seat in range(2)] == [(), ()]
    assert refusal(game, 0, action) is Reason.GAME_OVER
    for refused in (game.stop, lambda: game.leave(1)):
        with pytest.raises(IllegalAction) as error:
            refused()
        assert error.value.reason is Reason.GAME_OVER
    assert fingerprint(game) == before
