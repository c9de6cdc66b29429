"""When a wild draw four is legal, and what it does when nobody doubts it."""

import pytest

from lanuno.uno import (
    Accept,
    Challenge,
    Challengeable,
    Color,
    Draw,
    Game,
    Play,
    Reason,
    Rules,
    card,
)
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    ChallengeJudged,
    ChallengeOpened,
    DrawFourAccepted,
    PlayerSkipped,
    TurnBegan,
    Why,
)

from .lab import OFFICIAL, VICTIM, play, playable, refusal, words

HONEST = Rules(bluffing=False)


def is_bluff(game):
    """What a challenge of the victim would find."""
    happened = game.copy().apply(game.turn, Challenge())
    return next(each.guilty for each in happened if isinstance(each, ChallengeJudged))


@pytest.mark.parametrize(
    ("hand", "top", "color", "bluff"),
    [
        ("R5 Y2", "R1", None, True),
        ("RS", "R1", None, True),
        ("R1 Y2", "W+", Color.BLUE, False),  # B01
        ("B1 Y2", "W+", Color.BLUE, True),
        ("RS", "Y4", None, False),  # B02
        ("G3", "W", Color.GREEN, True),  # B03
        ("R3", "W", Color.GREEN, False),  # B03
        ("B5 W", "R5", None, False),  # B12, B13: a matching number, and a wild
        ("BS Y2", "RS", None, False),
        ("W W+ W+ W+", "R5", None, False),
        ("W W+ R0", "R5", None, True),
    ],
)
def test_a_wild_draw_four_is_legal_without_a_card_of_the_color_in_force(hand, top, color, bluff):
    """D2, R14, B01, B02, B03, B12, B13."""
    game = Game.position(f"W+ {hand} | G7 G8 | B7", top=top, color=color, rules=VICTIM)

    game.apply(0, play("W+", "R"))

    assert is_bluff(game) is bluff


@pytest.mark.parametrize(("hand", "bluff"), [("R1 B9", True), ("G1 B9", False), ("G1 B7", False)])
def test_a_drawn_wild_draw_four_is_judged_on_the_whole_hand(hand, bluff):
    """R14."""
    game = Game.position(f"{hand} | G7 G8 | B7", top="R7", pile="W+ Y1 Y2 Y3 Y4 Y5 Y6 Y8")
    game.apply(0, Draw())

    game.apply(0, play("W+", "R"))

    assert is_bluff(game) is bluff


def come_back(number):
    """A wild draw four was played as red; its player then drew from a pile with it in it."""
    game = Game.position(
        "W+ R4 RS | Y4 B2",
        top="B5",
        pile="Y5 Y6 Y7 Y8",
        discard="B6 B7 B8 B9 G1 G2",
        rules=VICTIM,
        seed=number.to_bytes(32, "big"),
    )
    game.apply(0, play("W+", "R"))
    game.apply(1, Accept())
    game.apply(0, play("R4"))
    game.apply(1, play("Y4"))
    game.apply(0, Draw())
    return game


def test_a_wild_draw_four_that_comes_back_through_a_reshuffle_has_no_color():
    """R1, R14, B02."""
    game = next(game for game in map(come_back, range(1000)) if game.drawn is card("W+"))
    assert words(game.hands[0]) == "RS W+"

    game.apply(0, play("W+", "R"))
    game.apply(1, Challenge())

    assert ChallengeJudged(1, 0, guilty=False) in game.events
    assert len(game.hands[1]) == 5 + 6


@pytest.mark.parametrize("rules", [VICTIM, Rules(), OFFICIAL])
def test_a_bluff_is_offered_and_taken_like_any_card(rules):
    """R15, B75: it is no misplay, and costs nothing unless somebody doubts it."""
    game = Game.position("R5 W+ Y1 | G3 G4 | B7", top="R1", rules=rules)
    assert playable(game, 0) == "R5 Y1 W+"

    happened = game.apply(0, play("W+", "G"))

    assert happened == (
        CardPlayed(0, card("W+"), Color.GREEN),
        ChallengeOpened(0, 1),
    )
    assert words(game.hands[0]) == "R5 Y1"


def test_a_bluff_is_refused_where_that_is_agreed():
    """R15: `bluffing`."""
    game = Game.position("R5 W+ Y2 | G3 G4 | B7", top="R1", rules=HONEST)

    assert playable(game, 0) == "R5"
    assert refusal(game, 0, play("W+", "G")) is Reason.NO_BLUFF
    assert words(game.hands[0]) == "R5 W+ Y2"


def test_nothing_is_ever_challenged_where_bluffs_are_refused():
    """R15: `bluffing`."""
    game = Game.position("B5 W+ Y2 | G3 G4 | B7", top="R1", pile="Y5 Y6 Y7 Y8", rules=HONEST)

    happened = game.apply(0, play("W+", "G"))

    assert happened[1:] == (
        CardsDrawn(1, 4, 4, Why.DRAW_FOUR),
        PlayerSkipped(1),
        TurnBegan(2),
    )
    assert game.color is Color.GREEN


def test_the_table_waits_for_the_victim():
    """R16, B79."""
    game = Game.position("B5 W+ Y2 | G3 G4 | B7", top="R1", rules=VICTIM)

    game.apply(0, play("W+", "G"))

    assert game.phase == Challengeable(offender=0, victim=1)
    assert game.turn == 1
    assert set(game.legal(1)) == {Accept(), Challenge()}
    assert game.legal(0) == game.legal(2) == ()


def test_the_victim_who_accepts_draws_four_and_loses_the_turn():
    """D2, P3, R16."""
    game = Game.position("B5 W+ Y2 | G3 G4 | B7", top="R1", pile="Y5 Y6 Y7 Y8", rules=VICTIM)
    game.apply(0, play("W+", "G"))

    happened = game.apply(1, Accept())

    assert happened == (
        DrawFourAccepted(1),
        CardsDrawn(1, 4, 4, Why.DRAW_FOUR),
        PlayerSkipped(1),
        TurnBegan(2),
    )
    assert words(game.hands[1]) == "G3 G4 Y5 Y6 Y7 Y8"
    assert (game.color, game.discard[-1]) == (Color.GREEN, card("W+"))


def test_between_two_players_the_turn_comes_back_and_the_four_are_drawn_once():
    """R12, B19."""
    game = Game.position("W+ G5 Y2 | B3 B4", top="R1", pile="Y5 Y6 Y7 Y8 R6 R7", rules=VICTIM)
    game.apply(0, play("W+", "G"))
    game.apply(1, Accept())
    assert (game.turn, words(game.hands[1])) == (0, "B3 B4 Y5 Y6 Y7 Y8")

    game.apply(0, play("G5"))
    game.apply(1, Draw())

    assert words(game.hands[1]) == "B3 B4 Y5 Y6 Y7 Y8 R6"


@pytest.mark.parametrize("action", [Draw(), play("G3"), play("B9")])
def test_the_victim_decides_before_anything_else(action):
    """R16, R30."""
    game = Game.position("B5 W+ Y2 | G3 G4 | B7", top="R1", rules=VICTIM)
    game.apply(0, play("W+", "G"))

    assert refusal(game, 1, action) is Reason.DECISION_PENDING
    assert refusal(game, 2, action) is Reason.NOT_YOUR_TURN


def test_nobody_decides_where_nothing_is_to_be_decided():
    """R30."""
    game = Game.position("B5 W+ Y2 | G3 G4 | B7", top="R1")

    for seat in range(3):
        assert refusal(game, seat, Accept()) is Reason.NOTHING_TO_DECIDE
        assert refusal(game, seat, Challenge()) is Reason.NOTHING_TO_DECIDE


@pytest.mark.parametrize("rules", [VICTIM, Rules(), OFFICIAL, HONEST])
def test_as_a_last_card_it_cannot_be_challenged_and_the_next_player_draws_before_the_count(rules):
    """P5, R19, R26, B81."""
    game = Game.position("W+ | G3 | B7", top="R1", pile="Y5 Y6 Y7 Y8", rules=rules)
    assert game.legal(0) == (Play(card("W+")), Draw())

    happened = game.apply(0, Play(card("W+")))

    assert happened[:2] == (CardPlayed(0, card("W+")), CardsDrawn(1, 4, 4, Why.DRAW_FOUR))
    assert len(happened) == 3
    assert game.scores == (3 + 5 + 6 + 7 + 8 + 7, 0, 0)
    assert refusal(game, 1, Challenge()) is Reason.ROUND_OVER
