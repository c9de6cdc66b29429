"""What cards, colors, players and rules are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.strength import Strength
from lanuno.language import N_, _, ngettext
from lanuno.narration.sentence import Sentence, marked
from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FOUR = 4
"""The cards of a wild draw four alone."""

BOT_STRENGTHS = {
    Strength.EASY: N_("easy bot"),
    Strength.NORMAL: N_("bot"),
    Strength.HARD: N_("hard bot"),
}


def color_name(color: Color) -> str:
    match color:
        case Color.RED:
            return _("red")
        case Color.YELLOW:
            return _("yellow")
        case Color.GREEN:
            return _("green")
        case Color.BLUE:
            return _("blue")


def color_word(color: Color) -> Sentence:
    """The name of *color*, marked with it."""
    return marked(color_name(color), color.name.lower())


def card_name(card: Card) -> Sentence:
    """
    What *card* is called, marked with its hue.

    >>> card_name(Card.R5), card_name(Card.W_PLUS)
    ('red 5', 'wild draw four')
    """
    if card.color is None:
        name = _("wild") if card.face is Face.WILD else _("wild draw four")
        return marked(name, "wild")
    # Whole names, not parts: in other languages the color changes with the noun.
    match card.face:
        case Face.SKIP:
            name = _("{color} skip")
        case Face.REVERSE:
            name = _("{color} reverse")
        case Face.DRAW_TWO:
            name = _("{color} draw two")
        case _:
            name = "{color} " + card.face.value
    return marked(name.format(color=color_name(card.color)), card.color.name.lower())


def player(names: Sequence[str], seat: int) -> Sentence:
    """The name of who sits on *seat*, marked; "?" for a seat that has no name yet."""
    return marked(names[seat] if seat < len(names) else "?", "name")


def players(names: Sequence[str], seats: Iterable[int]) -> Sentence:
    """
    Several names in a row.

    >>> players(("Ana", "Boris", "Ceca"), (0, 2))
    'Ana and Ceca'
    """
    each = [str(player(names, seat)) for seat in seats]
    if len(each) < 2:  # noqa: PLR2004 - one name needs no "and"
        return marked("".join(each), "name")
    joined = _("{names} and {last}").format(names=", ".join(each[:-1]), last=each[-1])
    return marked(joined, "name")


def is_team(seats: Sequence[int], partners: Sequence[int]) -> bool:
    """Whether *seats* are those of two partners, and nobody else's."""
    return len(seats) == 2 and bool(partners) and partners[seats[0]] == seats[1]  # noqa: PLR2004 - R38


def direction_word(direction: int) -> str:
    return _("clockwise") if direction > 0 else _("counterclockwise")


def count_of_cards(n: int) -> str:
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def points(n: int) -> str:
    return ngettext("{n} point", "{n} points", n).format(n=n)


def rules_name(rules: Rules) -> str:
    """What *rules* are called, in a word or two."""
    match rules.name:
        case "document":
            return _("document rules")
        case "official":
            return _("official rules")
        case "party":
            return _("party rules")
        case _:
            return _("{name} with changes").format(name=rules_name(Rules.preset(rules.nearest)))


def length_of_game(rules: Rules) -> str:
    """When a game by *rules* ends, in a few words."""
    if rules.rounds is None:
        return _("to {target} points").format(target=rules.target)
    return ngettext(
        "to {target} points or {n} round", "to {target} points or {n} rounds", rules.rounds
    ).format(target=rules.target, n=rules.rounds)
