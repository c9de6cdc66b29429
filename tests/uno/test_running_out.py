"""What happens when the draw pile, and then everything, has been drawn."""

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Color,
    Draw,
    Game,
    NextRound,
    Pass,
    Reason,
    RoundOver,
    card,
)
from lanuno.uno.cards import cards
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    PileReshuffled,
    PlayerCaught,
    PlayerSkipped,
    RoundEnded,
    TurnBegan,
    TurnPassed,
    Why,
)

from .lab import OFFICIAL, VICTIM, play, refusal, words


def ordered(some):
    return sorted(map(str, some))


def test_the_discard_pile_but_for_its_top_becomes_the_draw_pile():
    """R24, B49, B50, B51."""
    game = Game.position("Y5 Y6 | G7 G8", top="G3", discard="R1 B2", pile="", rules=VICTIM)

    happened = game.apply(0, Draw())

    assert happened[:2] == (PileReshuffled(2), CardsDrawn(0, 1, 1, Why.TURN))
    assert words(game.discard) == "G3"
    assert ordered((*game.hands[0][2:], *game.pile)) == ["B2", "R1"]


def test_the_pile_is_made_anew_only_when_a_card_is_needed():
    """R24."""
    game = Game.position("Y5 Y6 | G7 G8", top="G3", discard="R1 B2", pile="Y1")

    game.apply(0, Draw())

    assert game.pile == ()
    assert words(game.discard) == "R1 B2 G3"


def test_the_pile_is_made_anew_in_the_middle_of_a_penalty():
    """R24."""
    game = Game.position("R+ R5 R6 | B9 B8 | B7", top="R1", discard="G1 G2", pile="Y1")

    happened = game.apply(0, play("R+"))

    assert happened == (
        CardPlayed(0, card("R+")),
        PileReshuffled(3),
        CardsDrawn(1, 2, 2, Why.DRAW_TWO),
        PlayerSkipped(1),
        TurnBegan(2),
    )
    assert words(game.discard) == "R+"
    assert game.hands[1][2] is card("Y1")
    assert ordered((game.hands[1][3], *game.pile)) == ["G1", "G2", "R1"]


def test_the_color_in_force_outlives_a_reshuffle():
    """R1, R24."""
    game = Game.position(
        "R5 R6 | G7 G8", top="W", color=Color.GREEN, discard="W+ W", pile="", turn=1
    )

    game.apply(1, Draw())

    assert (game.discard, game.color) == (cards("W"), Color.GREEN)
    assert {each.color for each in (*game.pile, *game.hands[1][2:])} == {None}


def test_what_comes_back_does_not_depend_on_how_the_cards_were_played():
    """R24."""
    one = Game.position("Y5 | G7", top="G3", discard="R1 B2 Y7 G9 B4 R8", pile="")
    other = Game.position("Y5 | G7", top="G3", discard="R8 G9 B4 R1 Y7 B2", pile="")

    one.apply(0, Draw())
    other.apply(0, Draw())

    assert (one.hands, one.pile) == (other.hands, other.pile)


def test_two_reshuffles_of_the_same_cards_give_two_orders():
    """R24: each shuffle of a game has a number of its own."""
    game = Game.position(
        "Y5 Y6 | G7 G8", top="G3", discard="R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6", pile=""
    )
    again = game.copy()
    again._state.shuffles += 1

    game.apply(0, Draw())
    again.apply(0, Draw())

    assert game.pile != again.pile


def test_a_draw_that_gives_nothing_passes_the_turn_and_says_so():
    """R25, B54, B56."""
    game = Game.position("R5 R6 | G7 G8", top="B3", pile="", rules=VICTIM)

    happened = game.apply(0, Draw())

    assert happened == (CardsDrawn(0, 0, 1, Why.TURN), TurnPassed(0), TurnBegan(1))
    assert words(game.hands[0]) == "R5 R6"


def test_as_many_cards_are_drawn_as_there_are_and_the_rest_of_the_debt_is_dropped():
    """R25."""
    game = Game.position("W+ Y5 Y6 | G7 G8 | B1", top="R1", discard="R3", pile="")
    game.apply(0, play("W+", "B"))

    happened = game.apply(1, Accept())

    assert CardsDrawn(1, 2, 4, Why.DRAW_FOUR) in happened
    assert len(game.hands[1]) == 4
    assert game.turn == 2
    game.apply(2, play("B1"))
    assert words(game.discard) == "W+ B1"


def test_a_penalty_may_come_to_nothing():
    """R22, R25: the miss is settled all the same."""
    game = Game.position("R+ R2 | G7 | B8", top="R5", pile="")
    game.apply(0, play("R+"))
    assert words(game.hands[1]) == "G7 R5"

    happened = game.apply(1, Catch(0))

    assert happened == (PlayerCaught(0, by=1), CardsDrawn(0, 0, 2, Why.CAUGHT))
    assert words(game.hands[0]) == "R2"
    assert game.owing == frozenset()
    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL


@pytest.mark.parametrize("players", [2, 3, 10])
@pytest.mark.parametrize("rules", [VICTIM, OFFICIAL])
def test_a_lap_without_a_play_and_without_a_card_moving_blocks_the_round(players, rules):
    """R25, B55."""
    game = stuck(players, rules=rules)

    happened = [game.apply(seat, Draw()) for seat in range(players)]

    assert all(isinstance(events[-1], TurnBegan) for events in happened[:-1])
    assert isinstance(game.phase, RoundOver)
    (ended,) = [each for each in happened[-1] if isinstance(each, RoundEnded)]
    assert (ended.result.winner, ended.result.points) == (None, 0)
    assert game.scores == game.wins == (0,) * players


def test_after_a_blocked_round_the_next_is_dealt():
    """R2, R25."""
    game = stuck(2)
    game.apply(0, Draw())
    game.apply(1, Draw())

    game.apply(1, NextRound())

    assert (game.round, game.dealer) == (2, 0)
    game.check()


def stuck(players, *, rules=VICTIM):
    """Nobody can play, and there is nothing to draw."""
    hands = [f"{color}{number}" for number in (5, 6, 7) for color in "RYG" for _ in range(2)]
    return Game.position(" | ".join(hands[:players]), top="B3", pile="", rules=rules)


def test_the_lap_begins_after_the_last_card_that_moved():
    """R25."""
    game = Game.position("R5 | Y5", top="B3", pile="Y1")
    for seat, over in [(0, False), (1, False), (0, True)]:
        game.apply(seat, Draw())

        assert isinstance(game.phase, RoundOver) is over


def test_a_card_that_is_kept_has_moved_too():
    """R11, R25."""
    game = Game.position("R5 | Y5", top="B3", pile="B9", rules=OFFICIAL)
    for seat, action, over in [
        (0, Draw(), False),
        (0, Pass(), False),
        (1, Draw(), False),
        (0, Draw(), True),
    ]:
        game.apply(seat, action)

        assert isinstance(game.phase, RoundOver) is over


def test_an_error_that_costs_nothing_for_want_of_cards_is_no_play():
    """R25, R30."""
    game = stuck(2)
    game.apply(0, play("R5"))

    game.apply(1, Draw())

    assert isinstance(game.phase, RoundOver)


def test_a_play_in_between_keeps_the_round_going():
    """R25."""
    game = Game.position("R5 | Y5 | B6 G6 G7", top="B3", pile="")
    game.apply(0, Draw())
    game.apply(1, Draw())
    game.apply(2, play("B6"))

    game.apply(0, Draw())

    assert words(game.hands[0]) == "R5 B3"
    assert not isinstance(game.phase, RoundOver)


def test_a_card_that_moves_in_between_keeps_the_round_going():
    """R25, R31: the cards of one who leaves can be drawn."""
    game = stuck(3)
    game.apply(0, Draw())
    game.apply(1, Draw())

    game.leave(2)
    happened = game.apply(0, Draw())

    assert CardsDrawn(0, 1, 1, Why.TURN) in happened
    assert not isinstance(game.phase, RoundOver)
