"""Games written down, read, played again and verified; and texts that are no such thing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Color,
    Draw,
    Game,
    GameOver,
    NextRound,
    Pass,
    PickColor,
    Reason,
    Rules,
    record,
)
from lanuno.uno.actions import Join, Leave, Stop
from lanuno.uno.notation import parse, word
from lanuno.uno.record import RecordError
from lanuno.uno.rules import PRESETS, SWITCHES

from .lab import fingerprint, play
from .recorded import add_deed, some_game

SWITCHED = ["target=60", "must_play=on", "drawn_card=may", "bluffing=off", "hand_size=2"]

WORDS = {
    "0:R5": (0, play("R5")),
    "1:W=G": (1, play("W", "G")),
    "2:W+=B!": (2, play("W+", "B", uno=True)),
    "3:G+!": (3, play("G+", uno=True)),
    "9:W": (9, play("W")),
    "0:draw": (0, Draw()),
    "0:pass": (0, Pass()),
    "1:pick=R": (1, PickColor(Color.RED)),
    "1:accept": (1, Accept()),
    "2:challenge": (2, Challenge()),
    "0:uno": (0, CallUno()),
    "3:catch=0": (3, Catch(0)),
    "0:next": (0, NextRound()),
    "2:leave": (2, Leave()),
    "3:join": (3, Join()),
    "stop": (-1, Stop()),
}


TEXT = record.text(some_game(players=2, number=9))


# --- writing --------------------------------------------------------------------------


def test_a_record_has_headers_then_the_rounds_then_the_seed():
    game = Game.new(players=3, seed=bytes(range(32)), rules=Rules(target=200, must_play=True))
    dealer, first = game.dealer, game.discard[-1]
    game.stop()

    text = record.text(game, names=("Ana", 'Ivo "\\"', "Лука"), date="2026-05-01")

    assert text == (
        '[Lanuno "1"]\n[Date "2026-05-01"]\n[Players "3"]\n'
        '[Player 0 "Ana"]\n[Player 1 "Ivo \\"\\\\\\""]\n[Player 2 "Лука"]\n'
        '[Rules "document must_play=on target=200"]\n'
        '[Result "0 and 1 and 2 share the win (agreed), scores 0 0 0"]\n'
        "\n"
        f"Round 1: dealer {dealer}, first card {first}, scores 0 0 0\n"
        "stop\n"
        "\n"
        "Seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
    )


@pytest.mark.parametrize(("text", "meant"), WORDS.items(), ids=str)
def test_every_deed_has_its_word(text, meant):
    assert word(*meant) == text
    assert parse(text) == meant


def test_the_deeds_of_a_round_are_wrapped_at_eighty_columns():
    game = some_game(players=4, number=1)

    lines = record.text(game).splitlines()

    assert max(map(len, lines)) <= 80
    assert len(lines) < len(game.history) / 4


def test_every_round_says_how_it_began():
    game = some_game(players=3, number=2)
    starts = [
        f"Round {step.game.round}: dealer {step.game.dealer}, "
        f"first card {step.game.discard[-1]}, scores {' '.join(map(str, step.game.scores))}"
        for step in record.replay(record.read(record.text(game)))
        if step.deed is None or isinstance(step.deed, NextRound)
    ]

    assert len(starts) == game.round > 1
    assert [line for line in record.text(game).splitlines() if line[:5] == "Round"] == starts


def test_the_result_says_who_won_and_why():
    game = some_game(players=3, number=3)
    assert isinstance(game.phase, GameOver)

    winner = game.phase.winners[0]

    assert f'[Result "{winner} wins (target), scores ' in record.text(game)


def test_an_unfinished_game_has_a_record_too():
    game = Game.new(players=2, seed=bytes(32))

    text = record.text(game)

    assert '[Result "unfinished, scores 0 0"]' in text
    assert record.verify(text) == ()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("switch", [None, *SWITCHES])
def test_any_rules_are_named_by_the_nearest_preset_and_what_differs(preset, switch):
    values = {"first_reverse": "right", "hand_size": 3, "rounds": 4, "turn_seconds": 20}
    values |= {"first_wild": "redraw", "must_play": True, "drawn_card": "must", "target": 90}
    values |= {"bluffing": False, "challenge_by": "anyone", "uno_penalty": 4}
    values |= {
        "illegal_play": "refuse",
        "stacking": "two",
        "jump_in": True,
        "seven_zero": True,
        "draw_until_playable": True,
        "teams": True,
    }
    rules = Rules.preset(preset)
    rules = replace(rules, **{switch: values[switch]}) if switch else rules

    text = record.text(Game.new(players=4, seed=bytes(32), rules=rules))

    assert record.read(text).rules == rules
    if rules == Rules.preset(preset):
        assert f'[Rules "{preset}"]' in text


def test_a_game_that_began_from_a_position_cannot_be_written():
    with pytest.raises(ValueError, match="position"):
        record.text(Game.position("R5 | G3", top="R1"))


@pytest.mark.parametrize(
    "names", [("Ana",), ("Ana", "Ivo", "Mira"), ("Ana", "I\nvo"), ("A\x1b", "")]
)
def test_names_that_do_not_fit_are_refused(names):
    with pytest.raises(ValueError, match=r"names are needed|cannot hold"):
        record.text(Game.new(players=2, seed=bytes(32)), names=names)


@pytest.mark.parametrize("date", ["", "yesterday", "2026-5-1", "2026-13-01", "2026-05-01\n"])
def test_a_date_that_is_none_is_refused(date):
    with pytest.raises(ValueError, match="cannot hold"):
        record.text(Game.new(players=2, seed=bytes(32)), date=date)


def test_a_game_that_broke_still_has_a_record():
    game = some_game(players=3, number=4, deeds=40)
    game.history.append((2, Challenge()))

    text = record.text(game)

    assert "2:challenge" in text
    assert [fault.deed for fault in record.verify(text)] == ["2:challenge"]


# --- playing again --------------------------------------------------------------------


@st.composite
def games(draw):
    """Any game of careless people, to its end or not so far; some leave, some stop."""
    rules = Rules.preset(draw(st.sampled_from(sorted(PRESETS)))).with_switch("target=120")
    for switch in draw(st.sets(st.sampled_from(SWITCHED))):
        rules = rules.with_switch(switch)
    number = draw(st.integers(0, 10_000))
    players = draw(st.integers(2, 10))
    deeds = draw(st.sampled_from([0, 1, 30, 300, 3000]))
    game = some_game(players=players, number=number, rules=rules, deeds=deeds, leaving=0.003)
    if not isinstance(game.phase, GameOver) and draw(st.booleans()):
        game.stop()
    return game


@given(game=games(), named=st.booleans())
@settings(max_examples=200)
def test_a_game_read_back_is_played_again_to_the_same_point(game, named):
    names = tuple(f"Player {seat}" for seat in range(game.players)) if named else ()
    text = record.text(game, names=names, date="2026-05-01" if named else None)

    kept = record.read(text)
    *_, last = record.replay(kept)

    assert (kept.players, kept.names, kept.rules) == (game.players, names, game.rules)
    assert kept.seed == game.seed
    assert [(entry.seat, entry.deed) for entry in kept.deeds] == game.history
    assert fingerprint(last.game) == fingerprint(game)
    assert record.text(last.game, names=kept.names, date=kept.date) == text
    assert record.verify(text) == ()


def test_a_replay_begins_with_the_deal_and_tells_every_deed_with_its_events():
    game = Game.new(players=2, seed=bytes(32))
    deal = game.events
    seat, action = game.turn, game.legal(game.turn)[0]
    events = game.apply(seat, action)

    steps = list(record.replay(record.read(record.text(game))))

    assert [step[1:] for step in steps] == [(None, None, deal), (seat, action, events)]


def test_every_deed_knows_its_line():
    lines = record.text(some_game(players=4, number=5)).splitlines()

    deeds = record.read("\n".join(lines)).deeds

    assert deeds
    for entry in deeds:
        assert word(entry.seat, entry.deed) in lines[entry.line - 1].split()


def test_a_replay_stops_at_a_deed_that_the_rules_do_not_allow():
    text = add_deed(record.text(Game.new(players=2, seed=bytes(32))), "0:pass")

    steps = record.replay(record.read(text))
    next(steps)

    with pytest.raises(RecordError, match=r"line 7: .* 0:pass here: not_your_turn"):
        next(steps)


# --- verifying ------------------------------------------------------------------------


def test_a_deed_out_of_turn_is_found_with_its_line_and_its_reason():
    game = Game.new(players=3, seed=bytes(32))
    other = (game.turn + 1) % 3

    faults = record.verify(add_deed(record.text(game), f"{other}:draw"))

    assert faults == (record.Fault(7, f"{other}:draw", Reason.NOT_YOUR_TURN),)
    assert str(faults[0]) == f"line 7: {other}:draw: not_your_turn"


def test_false_deeds_that_change_nothing_are_all_found_and_nothing_else():
    game = some_game(players=4, number=6)
    words = record.text(game).split(" ")
    places = [
        place for place, each in enumerate(words) if re.fullmatch(r"\d:(draw|[RYGB]\d)", each)
    ]
    false = places[3], places[20], places[-1]
    for place in reversed(false):
        words.insert(place, "0:pick=R")

    faults = record.verify(" ".join(words))

    assert [fault.deed for fault in faults] == ["0:pick=R"] * 3


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"dealer \d", "dealer 7"),
        (r"first card \S+,", "first card W+,"),
        (r"Round 2", "Round 3"),
        (r"scores 0 0 0\n", "scores 0 0 1\n"),
        (r"\d wins", "0 and 1 share the win"),
        (r"\(target\)", "(agreed)"),
        (r"(scores [^\"]*)\"", r'\g<1>0"'),
    ],
)
def test_whatever_the_lines_for_the_reader_say_wrong_is_found(pattern, instead):
    text = record.text(some_game(players=3, number=2))
    changed = re.sub(pattern, instead, text, count=1)
    pairs = zip(text.splitlines(), changed.splitlines(), strict=True)
    line = next(line for line, (old, new) in enumerate(pairs) if old != new)

    faults = record.verify(changed)

    assert [fault.line for fault in faults] == [line + 1]
    assert text.splitlines()[line].strip('[]Result "') in faults[0].reason


def test_another_seed_is_found():
    text = record.text(some_game(players=3, number=2))

    for digit in range(64):
        place = text.index("Seed ") + 5 + digit
        changed = text[:place] + ("1" if text[place] == "0" else "0") + text[place + 1 :]
        assert record.verify(changed), f"digit {digit}"


@given(data=st.data())
@settings(max_examples=300)
def test_a_record_without_a_fault_is_the_record_of_a_game_whatever_was_done_to_its_deeds(data):
    places = [match.span() for match in re.finditer(r"\d:\S+", TEXT)]
    start, end = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from(places))
    new = data.draw(st.sampled_from(["", TEXT[slice(*other)], f"{TEXT[start:end]} " * 2, *WORDS]))
    changed = TEXT[:start] + new + TEXT[end:]

    try:
        faults = record.verify(changed)
    except RecordError:
        return
    if not faults:
        *_, last = record.replay(record.read(changed))
        assert record.text(last.game).split() == changed.split()
