"""What a player remembers of others, from what its seat was told."""

from __future__ import annotations

from random import Random

import pytest

from lanuno import uno
from lanuno.bots import Memory
from lanuno.bots.imagine import imagine

HOUSE = uno.Rules(seven_zero=True)


def test_who_draws_lacked_the_color_the_face_and_wilds_until_new_cards_come():
    game, memory = watched("G3 G4 | B7 B8 | Y1 Y2", seat=1, pile="Y9 R1 R2")

    do(game, memory, uno.Draw())

    hand = memory.trace(0)
    for card in ("R3", "G5", "W", "W+"):
        assert not hand.may_hold(uno.card(card), newer=0)
    assert hand.may_hold(uno.card("G3"), newer=0)
    assert hand.chance_of(uno.Color.RED, 3) == 0 < hand.chance_of(uno.Color.GREEN, 3)


def test_a_card_that_was_drawn_and_kept_may_be_anything():
    official = uno.Rules.preset("official")
    game, memory = watched("G3 G4 | B7 B8 | Y1 Y2", seat=1, pile="R9 R1 R2", rules=official)

    do(game, memory, uno.Draw())
    do(game, memory, uno.Pass())

    assert memory.trace(0).may_hold(uno.card("R9"), newer=0)
    assert not memory.trace(0).may_hold(uno.card("R9"), newer=1)


def test_who_changes_the_color_by_a_number_did_not_have_it():
    game, memory = watched("G5 G4 | B7 B8 | Y1 Y2", seat=1)

    do(game, memory, uno.Play(uno.card("G5"), uno=True))

    assert not memory.trace(0).may_hold(uno.card("R1"), newer=0)
    assert memory.prior is uno.Color.RED


def test_a_hand_that_a_challenge_showed_is_known():
    game, memory = watched("W+ G4 G5 | B7 B8 | Y1 Y2", seat=1)

    do(game, memory, uno.Play(uno.card("W+"), uno.Color.GREEN))
    do(game, memory, uno.Challenge())

    assert memory.bluffs == {0: (1, 0)}
    assert memory.trace(0).known == [uno.card("G4"), uno.card("G5")]
    for number in range(20):
        imagined = imagine(game.look(1), memory, Random(number))
        assert imagined.hands[0] == game.hands[0]


def test_what_was_swapped_is_known_where_it_went():
    """R35."""
    game, memory = watched("R7 G4 G5 | B7 B8 | Y1 Y2", seat=0, rules=HOUSE)

    do(game, memory, uno.Play(uno.card("R7"), swap=2))

    assert memory.trace(2).known == [uno.card("G4"), uno.card("G5")]


@pytest.mark.parametrize("direction", [1, -1])
def test_hands_that_are_passed_on_take_what_is_known_with_them(direction):
    """R35."""
    game, memory = watched("R0 G4 G5 | B7 B8 | Y1 Y2", seat=0, rules=HOUSE, direction=direction)
    memory.trace(1).lack(uno.Color.RED)

    do(game, memory, uno.Play(uno.card("R0")))

    assert memory.trace(direction % 3).known == [uno.card("G4"), uno.card("G5")]
    assert uno.Color.RED in memory.trace((1 + direction) % 3).lacked


def test_a_new_round_forgets_the_hands_and_not_the_bluffs():
    game, memory = watched("R1 | B7 B8 | Y1 Y2", seat=1)
    memory.trace(0).lack(uno.Color.RED)
    memory.bluffs[0] = 3, 2

    do(game, memory, uno.Play(uno.card("R1")))
    do(game, memory, uno.NextRound())

    assert memory.traces == {}
    assert memory.bluffs == {0: (3, 2)}


@pytest.mark.parametrize("fed", [True, False], ids=["all along", "not at all"])
@pytest.mark.parametrize("number", range(12))
def test_an_imagined_game_is_one_that_the_view_may_be_of(number, fed):
    chance = Random(number)
    rules = uno.Rules.preset("party" if number % 2 else "official")
    game = uno.Game.new(2 + number % 5, number.to_bytes(32, "big"), rules)
    memory = Memory(rules)
    memory.follow(game.look(0), game.events)
    for _ in range(150):
        if isinstance(game.phase, (uno.RoundOver, uno.GameOver)):
            break
        view = game.look(0)
        imagined = imagine(view, memory if fed else Memory(rules), chance)
        imagined.check()
        assert imagined.look(0) == with_version(view, imagined)
        assert sorted(map(str, cards_of(imagined))) == sorted(map(str, uno.DECK))
        events = game.apply(game.turn, chance.choice(game.legal(game.turn)))
        memory.follow(game.look(0), events)


def cards_of(game):
    return [*game.pile, *game.discard, *(card for hand in game.hands for card in hand)]


def with_version(view, game):
    """What no imagined game can know: how long it has lasted, and what was just shown."""
    from msgspec.structs import replace

    return replace(view, version=game.version, shown=None)


def watched(hands, *, seat, top="R5", rules=uno.Rules(), **more):
    """A position, and the memory of *seat* that knows no more than it shows."""
    game, memory = uno.Game.position(hands, top=top, rules=rules, **more), Memory(rules)
    memory.follow(game.look(seat), ())
    return game, memory


def do(game, memory, action):
    events = game.apply(game.turn, action)
    memory.follow(game.look(memory._view.seat), events)
