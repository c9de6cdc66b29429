"""Seats, hands and dealers."""

from collections import Counter

import pytest

from lanuno.uno import CallUno, Face, Game, NextRound, Rules, events

from .lab import play

SEEDS = [number.to_bytes(32, "big") for number in range(300)]


@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_players_get_seven_cards_each(players):
    """S1, R2."""
    game = Game.new(players, SEEDS[3])

    begun, *_ = game.events
    drawn = [each for each in game.events if isinstance(each, events.CardsDrawn)]
    counts = [7 + sum(each.count for each in drawn if each.seat == seat) for seat in range(players)]
    assert [len(hand) for hand in game.hands] == counts
    assert len(game.discard) == 1
    assert len(game.pile) == 108 - sum(counts) - 1
    assert begun == events.RoundBegan(1, game.dealer)


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_no_other_number_can_play(players):
    """R2."""
    with pytest.raises(ValueError, match="2 to 10 can play"):
        Game.new(players, bytes(32))


@pytest.mark.parametrize("size", [1, 5, 9])
def test_the_size_of_a_hand_can_be_agreed(size):
    """R2: `hand_size`."""
    game = Game.new(10, SEEDS[0], Rules(hand_size=size, first_wild="redraw"))

    assert min(len(hand) for hand in game.hands) == size


def test_hands_that_one_deck_cannot_fill_are_refused():
    """R2: a first card that is no wild has to be left."""
    assert Game.new(9, bytes(32), Rules(hand_size=11)).players == 9
    with pytest.raises(ValueError, match="too many for one deck"):
        Game.new(10, bytes(32), Rules(hand_size=10))


@pytest.mark.parametrize("players", range(2, 11))
def test_chance_makes_the_first_dealer(players):
    """R2."""
    dealers = Counter(Game.new(players, seed).dealer for seed in SEEDS)

    assert set(dealers) == set(range(players))
    # Five standard deviations below the fair share.
    share = 300 / players
    assert min(dealers.values()) > share - 5 * share**0.5


def test_the_deal_passes_to_the_left_even_when_play_ran_to_the_right():
    """R2."""
    game = Game.position("R1 | G3 G4 | B7", top="R5", dealer=1, direction=-1)
    game.apply(0, play("R1"))

    begun, *_ = game.apply(2, NextRound())

    assert begun == events.RoundBegan(2, dealer=2)
    assert game.dealer == 2
    assert min(len(hand) for hand in game.hands) == 7


@pytest.mark.parametrize("seed", SEEDS[:30])
def test_a_round_begins_afresh(seed):
    """R2: play runs to the left, and no call and no window outlives the round."""
    game = Game.position("R1 R2 | G3 G4 | R7 R8 | R9", top="R5", direction=-1, seed=seed)
    game.apply(0, CallUno())
    game.apply(0, play("R1"))
    game.apply(3, play("R9"))

    game.apply(1, NextRound())

    assert game.called == game.owing == frozenset()
    assert game.direction == (-1 if game.discard[-1].face is Face.REVERSE else 1)
    assert game.color is game.discard[-1].color
    assert len(game.discard) == 1
