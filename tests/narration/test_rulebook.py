"""The course for the first game: it says what is true under the rules in force."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from msgspec.structs import replace

from lanuno.narration import rulebook
from lanuno.narration.words import card_name
from lanuno.tui import keys
from lanuno.uno.actions import Draw, Play
from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from tests.uno.lab import HOUSES, name_of

NAMES = ("Ana", "Boris", "Ceca")
OFFICIAL = Rules.preset("official")


class Named(dict[str, str]):
    """Keys whose names say what is done with them."""

    def __missing__(self, what: str) -> str:
        return f"<{what}>"


EVERY_KEY = Named({what: f"<{what}>" for what in keys.named()})


def course(rules: Rules = Rules(), named: dict[str, str] = EVERY_KEY) -> str:
    return "\n".join(
        " ".join((step.title, *step.sentences, *(part for pair in step.cards for part in pair)))
        for step in rulebook.course(rules, named)
    )


def about(game: Game, card: Card, seat: int = 0) -> str:
    return " ".join(rulebook.about(card, game.look(seat), game.rules, NAMES, EVERY_KEY))


def test_the_course_takes_six_steps_in_the_order_in_which_one_meets_them() -> None:
    titles = [step.title for step in rulebook.course(Rules(), EVERY_KEY)]

    assert titles == [
        *("What you want", "Your turn", "Action cards"),
        *("Wild cards", "Saying Uno", "The end of a round"),
    ]


def test_the_course_names_the_keys_that_the_table_really_has() -> None:
    said = course(named=keys.named())

    for words in (
        "with ← and →, and press Enter",
        "press d to draw",
        "press a to take the cards",
        "may press x to challenge",
        "press u on your turn",
        "press c before the next move",
        "Press n to go on",
    ):
        assert words in said


@pytest.mark.parametrize("rules", [Rules(), OFFICIAL, Rules(bluffing=False), Rules(must_play=True)])
def test_the_course_asks_for_no_key_that_the_table_has_not(rules: Rules) -> None:
    named = Named(keys.named())

    said = course(rules, named)

    assert "<" not in said
    assert not any(field for _, field, _, _ in Formatter().parse(said))
    assert re.search(r"\bp keeps it", said) is None or rules.drawn_card == "may"


def test_the_keys_of_a_sentence_are_marked_in_it() -> None:
    (*_, end) = rulebook.course(Rules(), keys.named())
    told = end.sentences[0]

    assert [(told[mark.start : mark.end], mark.kind) for mark in told.marks] == [("n", "key")]


def test_the_course_explains_every_card_that_is_no_number() -> None:
    signs = {sign for step in rulebook.course(Rules(), EVERY_KEY) for sign, _ in step.cards}

    assert signs >= {"Ø", "«»", "+2", "W", "+4", "▲ ■ ● ▼"}


@pytest.mark.parametrize(
    ("rules", "there", "missing"),
    [
        (Rules(), "dealt 7 cards", "dealt 5"),
        (Rules(hand_size=5), "dealt 5 cards", "dealt 7"),
        (Rules(), "or you do not want to, press <draw>", "Each decision"),
        (Rules(must_play=True), "If nothing fits, press <draw>", "do not want to"),
        (Rules(), "it must be played at once", "<keep>"),
        (OFFICIAL, "<play> plays it and <keep> keeps it", "must be played"),
        (Rules(), "Anybody may press <challenge>", "six"),
        (OFFICIAL, "or <challenge> to challenge it", "Anybody"),
        (Rules(), "else a bluff", "Only without a card"),
        (Rules(bluffing=False), "Only without a card", "bluffer"),
        (Rules(bluffing=False), "loses the turn", "<challenge>"),
        (Rules(uno_penalty=4), "draws 4 cards", "draws 2 cards."),
        (Rules(target=200), "reach 200 points", "the game ends anyway"),
        (Rules(rounds=3), "After 3 rounds the game ends anyway.", "no rounds"),
        (Rules(turn_seconds=20), "Each decision may take 20 seconds.", "no clock"),
    ],
)
def test_the_course_says_what_is_true_under_the_rules(
    rules: Rules, there: str, missing: str
) -> None:
    assert there in course(rules)
    assert missing not in course(rules)


@pytest.mark.parametrize("rules", [Rules(), OFFICIAL, Rules(bluffing=False)])
@pytest.mark.parametrize("card", Card)
def test_every_card_is_told_with_its_name_what_it_is_worth_and_what_it_does(
    card: Card, rules: Rules
) -> None:
    game = Game.position(f"{card} G9 | B3", top="R1", rules=rules)

    name, does, *whether = rulebook.about(card, game.look(0), rules, NAMES, EVERY_KEY)

    points = "1 point" if card.points == 1 else f"{card.points} points"
    assert name.startswith(f"This is {card_name(card)}. ")
    assert name.endswith(f"gives the winner {points}.")
    assert does == rulebook.does(card, rules)
    assert len(whether) in {1, 2}


def test_a_card_that_can_be_played_is_told_with_the_key() -> None:
    game = Game.position("R5 G7 W+ | B3", top="R1")

    assert about(game, Card.R5).endswith("You can play it now with <play>.")
    assert about(Game.position("G7 W+ | B3", top="R1"), Card.W_PLUS).endswith("with <play>.")
    assert "would be a bluff: you hold red." in about(game, Card.W_PLUS)


def test_a_card_that_cannot_be_played_is_told_with_the_reason_and_what_it_would_cost() -> None:
    document = Game.position("R5 G7 W+ | B3", top="R1")
    official = Game.position("R5 G7 W+ | B3", top="R1", rules=OFFICIAL)
    strict = Game.position("R5 G7 W+ | B3", top="R1", rules=Rules(bluffing=False))

    assert "green 7 does not fit on red 1. Playing a card" in about(document, Card.G7)
    assert about(official, Card.G7).endswith("A card that does not fit is simply refused.")
    assert about(strict, Card.W_PLUS).endswith("while you hold the color in force.")


def test_on_a_wild_the_color_that_was_chosen_counts() -> None:
    game = Game.position("W R4 B1 | R5 G7 | B3", top="R1")
    game.apply(0, Play(Card.W, Color.BLUE))

    assert "red 5 does not fit: the color in force is blue." in about(game, Card.R5, seat=1)


def test_a_card_waits_for_its_turn_and_for_what_was_drawn() -> None:
    game = Game.position("R5 G7 | B3 B4", top="R1", pile="R9 G1")
    assert about(game, Card.B3, seat=1).endswith("Wait: it is the turn of Ana.")

    game.apply(0, Draw())

    assert about(game, Card.R5).endswith("Only the card that you have just drawn may be played.")
    assert about(game, Card.R9).endswith("You can play it now with <play>.")


def test_when_the_round_is_over_no_card_waits_for_a_turn() -> None:
    game = Game.position("R5 | B3 | G9", top="R1")
    game.apply(0, Play(Card.R5))
    over = game.look(1)
    assert about(game, Card.B3, seat=1).endswith("The round is over.")

    ended = Game.position("R5 | B3 | G9", top="R1", rules=replace(game.rules, rounds=1))
    ended.apply(0, Play(Card.R5))

    assert over.hand == ended.look(1).hand
    assert about(ended, Card.B3, seat=1).endswith("The game is over.")


PARTY = Rules.preset("party")


@pytest.mark.parametrize("rules", [*HOUSES, PARTY], ids=name_of)
def test_the_course_names_the_keys_that_there_are_under_every_house_rule(rules: Rules) -> None:
    said = course(rules, Named(keys.named()))

    assert "<" not in said
    assert not any(field for _, field, _, _ in Formatter().parse(said))
    assert ("jump in" in said) == rules.jump_in
    assert ("you draw until a card fits" in said) == rules.draw_until_playable
    assert ("together with the partner" in said) == rules.teams
    assert ("a takes them all" in said) == (rules.stacking != "none")
    assert ("by a swap" in said) == rules.seven_zero


@pytest.mark.parametrize("card", Card)
@pytest.mark.parametrize("rules", [Rules(), OFFICIAL, PARTY, Rules(stacking="two")], ids=name_of)
def test_what_a_card_does_is_told_as_it_is(card: Card, rules: Rules) -> None:
    told = rulebook.does(card, rules)

    answered = {"none": set(), "two": {Face.DRAW_TWO}}
    stacked = answered.get(rules.stacking, {Face.DRAW_TWO, Face.WILD_DRAW_FOUR})
    assert ("adds a draw card" in told) == (card.face in stacked)
    assert ("hands" in told) == (rules.seven_zero and card.face in {Face.SEVEN, Face.ZERO})


def test_a_card_that_can_jump_in_is_told_so() -> None:
    game = Game.position("R5 G7 B2 | B3 Y1 Y2 | G9 R5", top="R1", rules=PARTY)
    game.apply(0, Play(Card.R5))

    assert "you can jump in with it now: <play>" in about(game, Card.R5, seat=2)
    assert "Wait: it is the turn of Boris." in about(game, Card.G9, seat=2)


def test_a_card_that_is_no_answer_to_draw_cards_is_told_so() -> None:
    game = Game.position("R5 B+ | B3 Y1 | R+ R6 R9", top="R1", turn=2, rules=PARTY)
    game.apply(2, Play(Card.R_PLUS))

    assert "red 5 is no answer to draw cards." in about(game, Card.R5)
    assert "You can play it now with <play>." in about(game, Card.B_PLUS)
