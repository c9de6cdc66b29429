"""What cards, colors, players and rules are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _, ngettext
from lanuno.narration.sentence import Sentence, marked
from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


FOUR = 4
"""The cards of a wild draw four alone."""


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
            return _("rules of its own")


def length_of_game(rules: Rules) -> str:
    """When a game by *rules* ends, in a few words."""
    if rules.rounds is None:
        return _("to {target} points").format(target=rules.target)
    return ngettext(
        "to {target} points or {n} round", "to {target} points or {n} rounds", rules.rounds
    ).format(target=rules.target, n=rules.rounds)


def rules_in_words(rules: Rules) -> tuple[str, ...]:
    """
    What *rules* say where tables differ, a sentence each.

    >>> rules_in_words(Rules(target=200))[0]
    'The first to reach 200 points wins the game.'
    """
    return (
        *who_wins(rules),
        *_how_it_begins(rules),
        *_how_turns_go(rules),
        *_how_wilds_go(rules),
        *house_rules(rules),
        caught(rules),
        misfit(rules),
    )


def who_wins(rules: Rules) -> Iterable[str]:
    """When a game by *rules* ends, in sentences."""
    yield _("The first to reach {target} points wins the game.").format(target=rules.target)
    if rules.rounds is not None:
        yield ngettext(
            "After {n} round the game ends anyway.",
            "After {n} rounds the game ends anyway.",
            rules.rounds,
        ).format(n=rules.rounds)


def dealt(rules: Rules) -> str:
    return ngettext(
        "Everybody is dealt {n} card.", "Everybody is dealt {n} cards.", rules.hand_size
    ).format(n=rules.hand_size)


def time_for_a_turn(rules: Rules) -> Iterable[str]:
    if rules.turn_seconds is not None:
        yield ngettext(
            "Each decision may take {n} second.",
            "Each decision may take {n} seconds.",
            rules.turn_seconds,
        ).format(n=rules.turn_seconds)


def caught(rules: Rules) -> str:
    return ngettext(
        "Who is caught without an Uno call draws {n} card.",
        "Who is caught without an Uno call draws {n} cards.",
        rules.uno_penalty,
    ).format(n=rules.uno_penalty)


def misfit(rules: Rules) -> str:
    """What comes of a card that does not fit."""
    if rules.illegal_play == "penalty":
        return _("Playing a card that does not fit costs four cards and the turn.")
    return _("A card that does not fit is simply refused.")


def house_rules(rules: Rules) -> Iterable[str]:
    """What people have added to the rules, a sentence each (R33 to R36, R38)."""
    if rules.teams:
        yield _(
            "Partners sit opposite each other: when one goes out, both win and get what the "
            "others hold."
        )
    if rules.stacking != "none":
        yield stacking(rules)
    if rules.jump_in:
        yield _(
            "Who holds exactly the card on top may play it out of turn, and play goes on from "
            "there."
        )
    if rules.seven_zero:
        yield _(
            "Who plays a seven swaps hands with another player, and a zero passes all hands on."
        )
    if rules.draw_until_playable:
        yield _("Who draws goes on drawing until a card fits.")


def stacking(rules: Rules) -> str:
    match rules.stacking:
        case "two":
            return _(
                "A draw two may be answered with another: the next player takes the cards of both."
            )
        case "same":
            return _(
                "A draw card may be answered with its like: the next player takes the cards of "
                "both."
            )
        case _:
            return _(
                "A draw card may be answered with another, a wild one also with a draw two of its "
                "color: the next player takes the cards of both."
            )


def _how_it_begins(rules: Rules) -> Iterable[str]:
    if rules.hand_size != _DOCUMENT.hand_size:
        yield dealt(rules)
    yield from time_for_a_turn(rules)


def _how_turns_go(rules: Rules) -> Iterable[str]:
    if rules.must_play:
        yield _("Who holds a card that fits may not draw.")
    if rules.drawn_card == "must":
        yield _("A drawn card that fits must be played at once.")
    else:
        yield _("A drawn card that fits may be played or kept.")
    if rules.first_reverse == "dealer":
        yield _("When the first card is a reverse, the dealer begins.")
    else:
        yield _("When the first card is a reverse, the player to the dealer's right begins.")


def _how_wilds_go(rules: Rules) -> Iterable[str]:
    if rules.first_wild == "redraw":
        yield _("A wild as the first card goes back, and another is turned.")
    if not rules.bluffing:
        yield _("A wild draw four is only played without a card of the color in force.")
    elif rules.challenge_by == "anyone":
        yield _("Anybody may challenge a wild draw four.")
    else:
        yield _("Only the next player may challenge a wild draw four.")


_DOCUMENT = Rules()
