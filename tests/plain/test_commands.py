"""What is typed in line mode, understood: in every language, however it is written."""

from __future__ import annotations

from contextlib import suppress

import pytest

from lanuno.language import choose_language
from lanuno.narration import plain
from lanuno.narration.plain import WORDS, WRITTEN_OUT
from lanuno.net.talk import Expression
from lanuno.plain.commands import (
    LINE_MAX,
    Command,
    NotUnderstood,
    action_of,
    expression_of,
    parse,
)
from lanuno.uno.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    Pass,
    PickColor,
    Play,
)
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

CARDS = (Card.R5, Card.G7, Card.W)


@pytest.fixture(autouse=True)
def _english_again():
    yield
    choose_language("en")


@pytest.fixture
def view():
    return Game.position("R5 G7 W | G1", top="R1").look(0)


def meant(line, view, names=("Ana", "Boris")):
    return action_of(parse(line), view, CARDS, names)


@pytest.mark.parametrize("language", ["en", "sr", "sr_Latn"])
@pytest.mark.parametrize("word", list(WORDS))
def test_every_command_is_understood_in_english_and_in_the_language_spoken(word, language):
    from lanuno.language import _

    choose_language(language)

    assert parse(word).word == word
    assert parse(_(WORDS[word])).word == word
    assert parse(_(WORDS[word]).upper() + "  ").word == word


@pytest.mark.parametrize("language", ["en", "sr", "sr_Latn"])
def test_no_two_commands_are_called_the_same(language):
    from lanuno.language import _

    choose_language(language)
    names = [_(text) for text in WORDS.values()]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("play 1", Play(Card.R5)),
        ("p 1", Play(Card.R5)),
        ("2", Play(Card.G7)),
        ("R5", Play(Card.R5)),
        ("play g7", Play(Card.G7)),
        ("play 3 red", Play(Card.W, Color.RED)),
        ("w y", Play(Card.W, Color.YELLOW)),
        ("play 1 uno", Play(Card.R5, uno=True)),
        ("3 blue uno", Play(Card.W, Color.BLUE, uno=True)),
        ("3 uno green", Play(Card.W, Color.GREEN, uno=True)),
        ("draw", Draw()),
        ("keep", Pass()),
        ("UNO", CallUno()),
        ("uno", CallUno()),
        ("chal", Challenge()),
        ("accept", Accept()),
        ("next", NextRound()),
        ("red", PickColor(Color.RED)),
        ("bl", PickColor(Color.BLUE)),
        ("catch bor", Catch(1)),
        ("catch 2", Catch(1)),
    ],
)
def test_a_line_means_an_action(line, action, view):
    assert meant(line, view) == action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("igraj 3 crvena", Play(Card.W, Color.RED)),
        ("играј 3 жута", Play(Card.W, Color.YELLOW)),
        ("igraj 3 zuta", Play(Card.W, Color.YELLOW)),
        ("ЗЕЛЕНА", PickColor(Color.GREEN)),
        ("zadrži", Pass()),
        ("zadrzi", Pass()),
        ("уно", CallUno()),
        ("vu", Draw()),
    ],
)
@pytest.mark.parametrize("language", ["sr", "sr_Latn"])
def test_serbian_is_understood_in_both_alphabets_with_marks_and_without(
    line, action, view, language
):
    choose_language(language)

    assert meant(line, view) == action


@pytest.mark.parametrize(
    "line",
    [
        *("", "   ", "\n", "dance", "0x", "?", "играј", "\x00", "漢字", "-1"),
        "x" * 10_000,
        "draw " * LINE_MAX,
    ],
)
def test_what_is_no_command_is_not_understood(line):
    with pytest.raises(NotUnderstood, match="Type: help"):
        parse(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play", "Say which card"),
        ("play 0", "no such card"),
        ("play 4", "no such card"),
        ("play 99999999999999999999", "no such card"),
        ("B9", "no such card"),
        ("play 3", "play 3 red"),
        ("play 3 pink", "play 3 red"),
        ("catch", "Say whom"),
        ("catch zoran", "Say whom"),
        ("hand", "cannot be done"),
    ],
)
def test_what_is_missing_is_said(line, told, view):
    with pytest.raises(NotUnderstood, match=told):
        meant(line, view)


def test_what_is_said_stays_as_it_was_typed():
    assert parse("SAY  Hello, ĆAO  [b]!").text == "Hello, ĆAO [b]!"


@pytest.mark.parametrize("line", ["s", "sa", "mu", "u", "un", "rea"])
def test_only_words_that_are_written_out_speak_to_people(line):
    with suppress(NotUnderstood):
        assert parse(line).word not in WRITTEN_OUT


@pytest.mark.parametrize(
    ("line", "expression"),
    [
        ("react 1", Expression.HELLO),
        ("react OUCH", Expression.OUCH),
        ("react well", Expression.WELL_PLAYED),
        ("react good game!", Expression.GOOD_GAME),
        ("react hurry up", Expression.HURRY_UP),
    ],
)
def test_an_expression_is_named_by_its_number_or_its_beginning(line, expression):
    assert expression_of(parse(line)) is expression


@pytest.mark.parametrize("line", ["react", "react 0", "react 9", "react boo"])
def test_what_can_be_shown_is_told(line):
    with pytest.raises(NotUnderstood, match="1: Hello!, 2: Well played!"):
        expression_of(parse(line))


def test_a_color_comes_first_where_a_color_is_asked_for():
    assert parse("y").word == "yes"
    assert parse("y", colors_first=True) == Command("color", color=Color.YELLOW)


def test_the_only_one_who_can_be_caught_need_not_be_named():
    game = Game.position("R5 R6 | R1 G1 | B7", top="R1", turn=1)
    game.apply(1, Play(Card.R1))

    assert meant("catch", game.look(0), ("Ana", "Boris", "Ceca")) == Catch(1)


PARTY = Rules.preset("party")


def party(hands, **changes):
    return Game.position(hands, top="R1", rules=PARTY, **changes)


@pytest.mark.parametrize("line", ["play 1 swap ceca", "1 cec", "R7 3", "play R7 uno swap 3"])
def test_a_seven_swaps_with_who_is_named(line):
    view = party("R7 G7 | B3 Y1 | G9").look(0)
    said = action_of(parse(line), view, (Card.R7, Card.G7), ("Ana", "Boris", "Ceca"))

    assert said == Play(Card.R7, swap=2, uno="uno" in line)


@pytest.mark.parametrize("line", ["play 1", "play 1 swap", "play 1 swap zoran", "play 1 swap ana"])
def test_a_seven_that_names_nobody_to_swap_with_is_asked_about(line):
    view = party("R7 G7 | B3 Y1 | G9").look(0)
    with pytest.raises(NotUnderstood, match="as in: play 1 swap NAME"):
        action_of(parse(line), view, (Card.R7, Card.G7), ("Ana", "Boris", "Ceca"))


def test_between_two_a_seven_needs_no_name():
    view = party("R7 G7 | B3 Y1").look(0)
    said = action_of(parse("R7"), view, (Card.R7, Card.G7), ("Ana", "Boris"))

    assert said == Play(Card.R7, swap=1)


def test_whoever_draws_while_draw_cards_are_stacked_takes_them_all():
    game = party("R5 B+ G2 | B3 Y1 | R+ R6 R9", turn=2)
    game.apply(2, Play(Card.R_PLUS))

    assert meant("draw", game.look(0)) == Accept()
    assert meant("accept", game.look(0)) == Accept()


def test_what_may_be_done_under_house_rules_is_told_with_the_words_for_it():
    names = ("Ana", "Boris", "Ceca")
    seven = party("R7 G7 B2 | B3 Y1 | G9").look(0)
    told = plain.choices(seven, (Card.R7, Card.G7, Card.B2), names)
    assert "play 1 swap NAME, draw" in told

    game = party("R5 G7 B2 | B3 Y1 Y2 | G9 R5")
    game.apply(0, Play(Card.R5))
    told = plain.choices(game.look(2), (Card.R5, Card.G9), names)
    assert told == "You can jump in with red 5. You may: play 1, play 1 uno."

    game = party("R5 B+ G2 | B3 Y1 | R+ R6 R9", turn=2)
    game.apply(2, Play(Card.R_PLUS))
    told = plain.choices(game.look(0), (Card.R5, Card.G2, Card.B_PLUS), names)
    assert told == "You may: play 3, accept."
    assert list(plain.pending(game.look(0))) == ["2 cards are pending."]


def test_partners_are_told_how_it_stands():
    game = Game.position("R5 | B3 | G9 | B8", top="R1", rules=Rules(teams=True))

    told = list(plain.standing(game.look(1), ("Ana", "Boris", "Ceca", "Đorđe")))

    assert "Your partner is Đorđe." in told
