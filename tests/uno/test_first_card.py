"""What the first card of a round does."""

from collections import Counter

import pytest

from lanuno.uno import (
    DECK,
    Color,
    Draw,
    Face,
    Game,
    PickColor,
    PickingColor,
    Playing,
    Reason,
    Rules,
    events,
)
from lanuno.uno.events import FirstCardTurned, PlayerSkipped, TurnBegan, Why

from .lab import OFFICIAL, play, refusal

DOCUMENT = Rules()
REDRAW = Rules(first_wild="redraw")
NUMBERS = [face for face in Face if face.value.isdigit()]


def opened(face, *, players=4, rules=DOCUMENT):
    """A new game whose first card turned out to have *face*."""
    games = (Game.new(players, seed.to_bytes(32, "big"), rules) for seed in range(10_000))
    return next(game for game in games if game.discard[-1].face is face)


def turned(game):
    return [each for each in game.events if isinstance(each, FirstCardTurned)]


@pytest.mark.parametrize("face", NUMBERS)
@pytest.mark.parametrize("rules", [DOCUMENT, OFFICIAL])
def test_after_a_number_the_player_left_of_the_dealer_starts(face, rules):
    """S2, R3."""
    game = opened(face, rules=rules)

    left = (game.dealer + 1) % 4
    assert (game.turn, game.direction, game.phase) == (left, 1, Playing())
    assert game.color is game.discard[-1].color
    assert game.events[-2:] == (FirstCardTurned(game.discard[-1]), TurnBegan(left))


def test_a_skip_skips_the_player_left_of_the_dealer():
    """S1, R4, B25."""
    game = opened(Face.SKIP)

    left = (game.dealer + 1) % 4
    assert game.turn == (game.dealer + 2) % 4
    assert game.events[-2:] == (PlayerSkipped(left), TurnBegan(game.turn))
    assert len(game.hands[left]) == 7


def test_a_draw_two_gives_two_cards_to_the_player_left_of_the_dealer_who_loses_the_turn():
    """S1, R4, B25."""
    game = opened(Face.DRAW_TWO)

    left = (game.dealer + 1) % 4
    assert game.turn == (game.dealer + 2) % 4
    assert events.CardsDrawn(left, 2, 2, Why.DRAW_TWO) in game.events
    counts = [len(hand) for hand in game.hands]
    assert counts == [9 if seat == left else 7 for seat in range(4)]


def test_a_reverse_turns_the_direction_and_the_player_right_of_the_dealer_starts():
    """S2, R5, B24."""
    game = opened(Face.REVERSE)

    assert game.direction == -1
    assert game.turn == (game.dealer - 1) % 4


@pytest.mark.parametrize("rules", [OFFICIAL, Rules(first_reverse="dealer")])
def test_the_dealer_starts_after_a_reverse_where_that_is_agreed(rules):
    """R5, B24: `first_reverse`."""
    game = opened(Face.REVERSE, rules=rules)

    assert game.direction == -1
    assert game.turn == game.dealer


@pytest.mark.parametrize("rules", [DOCUMENT, OFFICIAL])
def test_between_two_players_the_dealer_starts_after_a_reverse_or_a_skip(rules):
    """R5, R12, B24: a reverse acts as a skip."""
    for face in (Face.REVERSE, Face.SKIP):
        game = opened(face, players=2, rules=rules)

        assert game.turn == game.dealer


def test_for_a_wild_the_player_left_of_the_dealer_chooses_the_color_and_then_plays():
    """S1, R6, R9, B25."""
    game = opened(Face.WILD)
    left = (game.dealer + 1) % 4
    assert (game.turn, game.color, game.phase) == (left, None, PickingColor())
    assert game.legal(left) == tuple(PickColor(color) for color in Color)

    happened = game.apply(left, PickColor(Color.GREEN))

    assert happened == (events.ColorPicked(left, Color.GREEN),)
    assert (game.turn, game.color, game.phase) == (left, Color.GREEN, Playing())
    assert game.version == 1
    assert {each.card.color for each in game.legal(left) if hasattr(each, "card")} <= {
        Color.GREEN,
        None,
    }


def test_nobody_does_anything_else_before_the_color_of_a_first_wild_is_chosen():
    """R6."""
    game = opened(Face.WILD)
    others = [seat for seat in range(4) if seat != game.turn]

    assert [game.legal(seat) for seat in others] == [(), (), ()]
    assert refusal(game, others[0], PickColor(Color.RED)) is Reason.NOT_YOUR_TURN
    assert refusal(game, game.turn, Draw()) is Reason.DECISION_PENDING
    card = game.hands[game.turn][0]
    assert refusal(game, game.turn, play(str(card))) is Reason.DECISION_PENDING
    assert refusal(game, game.turn, PickColor("purple")) is Reason.MUST_CHOOSE_COLOR
    assert refusal(game, game.turn, PickColor(None)) is Reason.MUST_CHOOSE_COLOR


def test_a_wild_is_turned_again_where_that_is_agreed():
    """R6: `first_wild`."""
    games = [Game.new(4, seed.to_bytes(32, "big"), REDRAW) for seed in range(300)]

    returned = [each.card.face for game in games for each in turned(game)[:-1]]
    assert set(returned) == {Face.WILD, Face.WILD_DRAW_FOUR}
    assert all(game.discard[-1].color for game in games)
    assert all(isinstance(game.phase, Playing) for game in games)


@pytest.mark.parametrize("rules", [DOCUMENT, OFFICIAL, REDRAW])
def test_a_wild_draw_four_goes_back_into_the_pile_as_often_as_it_is_turned(rules):
    """S1, R7, B22."""
    games = [Game.new(3, seed.to_bytes(32, "big"), rules) for seed in range(2000)]
    twice = [game for game in games if sum(each.returned for each in turned(game)) > 1]

    assert twice, "no seed turns two of them in a row"
    for game in games:
        *returned, first = turned(game)
        assert first == FirstCardTurned(game.discard[-1])
        assert all(each.returned for each in returned)
        assert first.card.face is not Face.WILD_DRAW_FOUR
    for game in twice:
        held = [each for hand in game.hands for each in hand]
        assert Counter([*held, *game.pile, *game.discard]) == Counter(DECK)
