"""The presets and the switches; what each switch does is tested where it belongs."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from lanuno.uno import (
    Accept,
    Challengeable,
    Color,
    Draw,
    Drew,
    Game,
    GameOver,
    Pass,
    PickColor,
    PickingColor,
    Play,
    Playing,
    RoundOver,
    Rules,
    Stacked,
)
from lanuno.uno.events import End
from lanuno.uno.rules import PRESETS, SWITCHES, choices

from .careless import begin, deeds, play_to_the_end
from .lab import COMBINATIONS, HOUSE_SEED, HOUSES, name_of, seats

DOCUMENT = {
    "hand_size": 7,  # R2
    "first_reverse": "right",  # R5
    "first_wild": "choose",  # R6
    "must_play": False,  # R10
    "drawn_card": "must",  # R11
    "bluffing": True,  # R15
    "challenge_by": "anyone",  # R16
    "uno_penalty": 2,  # R22
    "illegal_play": "penalty",  # R30
    "stacking": "none",  # R33
    "jump_in": False,  # R34
    "seven_zero": False,  # R35
    "draw_until_playable": False,  # R36
    "teams": False,  # R38
    "target": 500,  # R28
    "rounds": None,  # R28
    "turn_seconds": None,  # R32
}
OTHERS = {
    "hand_size": [1, 5, 20],
    "first_reverse": ["dealer"],
    "first_wild": ["redraw"],
    "must_play": [True],
    "drawn_card": ["may"],
    "bluffing": [False],
    "challenge_by": ["victim"],
    "uno_penalty": [1, 4, 10],
    "illegal_play": ["refuse"],
    "stacking": ["two", "same", "any"],
    "jump_in": [True],
    "seven_zero": [True],
    "draw_until_playable": [True],
    "teams": [True],
    "target": [1, 200, 1_000_000],
    "rounds": [1, 12, 1000],
    "turn_seconds": [1, 20, 3600],
}
WRONG = {
    "hand_size": [0, 21, -1, 7.0, "seven", None, True],
    "first_reverse": ["left", "", None, True, 1],
    "first_wild": ["return", None],
    "must_play": [1, 0, "perhaps", None],
    "drawn_card": ["can", "MAY", None],
    "bluffing": [1, "", None],
    "challenge_by": ["everyone", None],
    "uno_penalty": [0, 11, "two"],
    "illegal_play": ["allow", None],
    "stacking": ["on", "four", None, True],
    "jump_in": [1, "always", None],
    "seven_zero": [1, "seven", None],
    "draw_until_playable": [1, "always", None],
    "teams": [2, "two", None],
    "target": [0, 1_000_001, None, float("inf")],
    "rounds": [0, 1001, "many"],
    "turn_seconds": [0, 3601, -5, 1.5],
}
ALONE = [(name, value) for name, values in OTHERS.items() for value in values]
FAULTS = [(name, value) for name, values in WRONG.items() for value in values]


def word(value):
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def test_the_document_is_the_default():
    """R2, R5, R6, R10, R11, R15, R16, R22, R28, R30, R32."""
    assert msgspec.structs.asdict(Rules()) == DOCUMENT
    assert Rules.preset("document") == Rules()
    assert set(SWITCHES) == set(DOCUMENT) == set(OTHERS) == set(WRONG)


def test_the_official_rules_differ_in_four_switches():
    """R5, R11, R16, R30."""
    changed = {
        "first_reverse": "dealer",
        "drawn_card": "may",
        "challenge_by": "victim",
        "illegal_play": "refuse",
    }

    assert msgspec.structs.asdict(Rules.preset("official")) == DOCUMENT | changed


def test_the_party_rules_are_the_popular_house_rules():
    """R33, R34, R35, R36."""
    changed = {
        "stacking": "any",
        "jump_in": True,
        "seven_zero": True,
        "draw_until_playable": True,
    }

    assert msgspec.structs.asdict(Rules.preset("party")) == DOCUMENT | changed


@pytest.mark.parametrize("name", PRESETS)
def test_rules_know_the_name_of_their_preset_however_long_the_game(name):
    rules = Rules.preset(name).with_switch("target=200").with_switch("turn_seconds=30")

    assert rules.name == name
    assert rules.with_switch("uno_penalty=4").name is None


def test_there_are_no_other_presets():
    with pytest.raises(ValueError, match="no rules are called 'house'; there are document, offic"):
        Rules.preset("house")


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_each_switch_can_be_set_alone(name, value):
    rules = Rules(**{name: value})

    assert msgspec.structs.asdict(rules) == DOCUMENT | {name: value}
    assert rules.changed() == (f"{name}={word(value)}",)


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_each_switch_can_be_set_by_words(name, value):
    assert Rules().with_switch(f"{name}={word(value)}") == Rules(**{name: value})
    dashed = f" {name.replace('_', '-')} = {word(value).upper()} "
    assert Rules().with_switch(dashed) == Rules(**{name: value})


@pytest.mark.parametrize("name", ["rounds", "turn_seconds"])
def test_a_limit_can_be_lifted_by_a_word(name):
    assert Rules(**{name: 5}).with_switch(f"{name}=none") == Rules()


@pytest.mark.parametrize(("name", "value"), FAULTS)
def test_a_value_that_a_switch_cannot_have_is_refused_with_those_that_it_can(name, value):
    with pytest.raises(ValueError, match=name) as refused:
        Rules(**{name: value})

    assert choices(name) in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "=", "stacking=on", "speed=1", "bluffing", "target=", "rounds=0"]
)
def test_words_that_set_no_switch_are_refused(text):
    with pytest.raises(ValueError, match=r"there are|is "):
        Rules().with_switch(text)


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_rules_travel_as_they_are(name, value):
    rules = Rules(**{name: value})

    sent = msgspec.to_builtins(rules)

    assert sent == {name: value}
    assert msgspec.convert(sent, Rules) == rules


@pytest.mark.parametrize(("name", "value"), ALONE)
def test_a_game_with_one_switch_set_comes_to_its_end(name, value):
    rules = Rules(**{name: value})
    game = begin(5, 4, rules if name == "rounds" else replace(rules, rounds=3))

    play_to_the_end(game, random.Random(5), leaving=0)

    assert game.phase.why in (End.TARGET, End.ROUNDS)
    game.check()


@pytest.mark.parametrize("rules", [*COMBINATIONS, *HOUSES], ids=name_of)
def test_every_combination_of_switches_comes_to_its_end(rules):
    for players in sorted({seats(rules, players) for players in (2, 3, 6, 10)}):
        game = begin(players, players, replace(rules, rounds=2))
        for _ in deeds(game, random.Random(players), leaving=0):
            game.check()
        told = f"seeds {players} and {HOUSE_SEED}, {rules.changed()}"
        assert game.round == 2 or max(game.scores) >= 500, told


@pytest.mark.parametrize("rules", [*COMBINATIONS, *HOUSES], ids=name_of)
def test_a_clock_that_runs_out_always_finds_something_to_do_for_the_player(rules):
    """R32: the clock is the table's; what it does is drawing, R11, passing, accepting, choosing."""
    game, chance = begin(3, 4, replace(rules, rounds=2, turn_seconds=20)), random.Random(3)

    for _ in deeds(game, chance, leaving=0):
        legal = game.legal(game.turn)
        match game.phase:
            case Playing():
                assert Draw() in legal or rules.must_play
                assert any(isinstance(each, (Draw, Play)) for each in legal)
            case Drew():
                assert Pass() in legal or any(isinstance(each, Play) for each in legal)
            case PickingColor():
                assert {PickColor(color) for color in Color} <= set(legal)
            case Challengeable() | Stacked():
                assert Accept() in legal
            case RoundOver() | GameOver():
                pass


def test_the_clock_changes_nothing_in_the_game_itself():
    """R32: the engine knows no time."""
    game = Game.new(3, bytes(32))
    timed = Game.new(3, bytes(32), Rules(turn_seconds=20))

    assert (game.hands, game.pile, game.turn) == (timed.hands, timed.pile, timed.turn)
    assert game.legal(game.turn) == timed.legal(game.turn)
