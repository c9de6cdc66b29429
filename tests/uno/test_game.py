"""The library's own promises: positions, looks and copies."""

import pkgutil
import random

import pytest

from lanuno import uno
from lanuno.uno import (
    DECK,
    CallUno,
    Card,
    Color,
    Draw,
    Game,
    PickingColor,
    Play,
    Playing,
    Rules,
    card,
    events,
)
from lanuno.uno.cards import cards
from lanuno.uno.events import TurnBegan

from .careless import begin, deeds
from .lab import fingerprint, play, words


def test_a_position_is_what_it_was_said_to_be():
    rules = Rules(target=100)
    game = Game.position(
        "R5 W+ | G3 GR | B7",
        top="W",
        turn=1,
        dealer=2,
        direction=-1,
        color=Color.BLUE,
        pile="Y1 Y2",
        discard="B1 B2",
        rules=rules,
        scores=[1, 2, 3],
    )

    assert [words(hand) for hand in game.hands] == ["R5 W+", "G3 GR", "B7"]
    assert (words(game.discard), words(game.pile)) == ("B1 B2 W", "Y1 Y2")
    assert (game.turn, game.dealer, game.direction) == (1, 2, -1)
    assert (game.color, game.scores, game.rules) == (Color.BLUE, (1, 2, 3), rules)
    assert (game.phase, game.round, game.players) == (Playing(), 1, 3)
    assert (game.called, game.owing, game.gone) == (frozenset(),) * 3


def test_what_a_position_leaves_out_has_a_sensible_default():
    game = Game.position("R5 W+ | G3 GR | B7", top="R1")

    assert (game.turn, game.dealer, game.direction) == (0, 2, 1)
    assert (game.color, game.scores, game.rules) == (Color.RED, (0, 0, 0), Rules())
    held = [each for hand in game.hands for each in hand]
    assert sorted(map(str, [*held, *game.pile, *game.discard])) == sorted(map(str, DECK))


def test_the_cards_of_the_pile_are_named_in_the_order_in_which_they_are_drawn():
    game = Game.position("R5 | G3", top="B1", pile="Y1 Y2 Y3")

    game.apply(0, Draw())

    assert words(game.hands[0]) == "R5 Y1"
    assert words(game.pile) == "Y2 Y3"


def test_a_wild_on_top_without_a_color_waits_for_one():
    """R6."""
    game = Game.position("R5 | G3", top="W")

    assert (game.phase, game.color) == (PickingColor(), None)


@pytest.mark.parametrize(
    ("hands", "more"),
    [
        ("R5", {}),
        (" | ".join(["R5"] * 11), {}),
        ("", {}),
        ("R5 | ", {}),
        ("R5 | X5", {}),
        ("R0 R0 | G3", {}),
        ("R5 | G3", {"pile": "W W W W W"}),
        ("R1 | R1", {}),
        ("R5 | G3", {"top": "x"}),
        ("R5 | G3", {"discard": "G10"}),
        ("R5 | G3", {"turn": 2}),
        ("R5 | G3", {"turn": -1}),
        ("R5 | G3", {"dealer": 2}),
        ("R5 | G3", {"direction": 0}),
        ("R5 | G3", {"scores": [1, 2, 3]}),
        ("R5 | G3", {"seed": b""}),
        ("R5 | G3", {"pile": "", "seed": b""}),
    ],
)
def test_a_position_that_cannot_be_is_refused(hands, more):
    with pytest.raises(ValueError, match=r"."):
        Game.position(hands, **{"top": "R1"} | more)


def test_a_view_shows_everything_public_and_ones_own_hand():
    game = Game.position(
        "R5 R6 | G3 GR G4 | B7", top="R1", discard="B1", pile="Y1 Y2 Y3", scores=[1, 2, 3]
    )

    view = game.look(0)

    assert (view.seat, view.hand, view.legal) == (0, cards("R5 R6"), game.legal(0))
    assert (view.top, view.color, view.pile, view.discard) == (card("R1"), Color.RED, 3, 2)
    assert (view.counts, view.scores, view.wins) == ((2, 3, 1), (1, 2, 3), (0, 0, 0))
    assert (view.turn, view.dealer, view.direction, view.phase) == (0, 2, 1, Playing())
    assert (view.version, view.round, view.gone) == (0, 1, ())
    assert CallUno() in view.legal


def test_a_spectator_sees_no_hand_and_can_do_nothing():
    game = Game.position("R5 R6 | G3 GR | B7", top="R1")

    view = game.look(None)

    assert (view.seat, view.hand, view.legal, view.drawn) == (None, (), (), None)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_nobody_looks_from_a_seat_that_is_not_there(seat):
    with pytest.raises(ValueError, match="no such seat"):
        Game.position("R5 R6 | G3 GR | B7", top="R1").look(seat)


def test_the_version_counts_the_accepted_deeds():
    game = Game.position("R5 R6 | G3 GR | B7", top="R1")
    game.apply(0, play("R5"))
    game.leave(1)

    assert game.version == game.look(2).version == 2
    assert game.history == [(0, play("R5")), (1, uno.actions.Leave())]


def test_the_events_of_the_last_deed_can_be_read_again():
    game = Game.position("R5 R6 | G3 GR | B7", top="R1", pile="Y1")
    assert game.apply(0, play("R5")) == game.events

    game.apply(1, Draw())

    assert game.events[-1] == TurnBegan(2)
    assert all(not isinstance(each, events.CardPlayed) for each in game.events)


def go_on(game, chance, steps):
    for _ in zip(range(steps), deeds(game, chance, leaving=0), strict=False):
        pass


@pytest.mark.parametrize("steps", [0, 1, 30, 200])
def test_a_copy_and_the_game_know_nothing_of_each_other(steps):
    game = begin(steps, 4, Rules())
    go_on(game, random.Random(steps), steps)
    before = fingerprint(game)
    copy = game.copy()
    assert fingerprint(copy) == before

    go_on(copy, random.Random(1), 100)

    assert fingerprint(game) == before
    after = fingerprint(copy)
    go_on(game, random.Random(2), 100)
    assert fingerprint(copy) == after


def test_a_copy_goes_on_like_the_game():
    game = begin(1, 4, Rules())
    go_on(game, random.Random(1), 40)
    copy = game.copy()

    go_on(game, random.Random(2), 200)
    go_on(copy, random.Random(2), 200)

    assert game.version == 240
    assert fingerprint(copy) == fingerprint(game)


def test_a_whole_round_can_be_played_with_what_is_exported():
    game = uno.Game.new(players=4, seed=bytes(32), rules=uno.Rules.preset("official"))

    while not isinstance(game.phase, uno.RoundOver):
        game.apply(game.turn, game.legal(game.turn)[0])

    assert game.scores[game.phase.result.winner] == game.phase.result.points


@pytest.mark.parametrize("each", Card)
def test_every_card_can_be_in_an_action_and_comes_back_equal(each):
    assert Play(each) == Play(card(str(each)))
    assert hash(Play(each)) == hash(Play(card(str(each))))


def test_the_library_knows_the_names_that_it_lists_and_no_others():
    assert all(getattr(uno, name) is not None for name in dir(uno))
    with pytest.raises(AttributeError, match="no 'Bluff'"):
        _ = uno.Bluff


def test_no_name_that_the_library_gives_out_is_hidden_by_a_module_of_the_same_name():
    modules = {module.name for module in pkgutil.iter_modules(uno.__path__)}

    assert {"game", "cards", "events"} < modules
    assert modules.isdisjoint(uno._ROOM_OF)
