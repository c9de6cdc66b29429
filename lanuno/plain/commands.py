"""Understand a line that a player types at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.language import _
from lanuno.narration.plain import (
    NO_SUCH_CARD,
    NOT_NOW,
    SWAP,
    UNKNOWN,
    WHICH_CARD,
    WHICH_COLOR,
    WHOM,
    WITH_WHOM,
    WORDS,
    WRITTEN_OUT,
    fold,
)
from lanuno.narration.talk import EXPRESSIONS, which_expression
from lanuno.narration.words import color_name
from lanuno.player import moves
from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    NextRound,
    Pass,
    PickColor,
    Play,
)
from lanuno.uno.cards import Card, Color

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.net.talk import Expression
    from lanuno.uno.view import View

LINE_MAX = 200
"""No command is longer; what is, is not understood."""

SIMPLE: dict[str, Action] = {
    "keep": Pass(),
    "uno": CallUno(),
    "challenge": Challenge(),
    "accept": Accept(),
    "next": NextRound(),
}
"""The commands that are an action by themselves."""


class NotUnderstood(ValueError):
    """Nothing was done; the message says to a player what is missing."""


class Command(Struct, frozen=True):
    """A line, understood."""

    word: str
    """One of the keys of `WORDS`, or "color"."""
    rest: tuple[str, ...] = ()
    """What follows, folded."""
    color: Color | None = None
    text: str = ""
    """The same as `rest`, as it was typed."""


def parse(line: str, *, colors_first: bool = False) -> Command:
    """
    What *line* asks for; NotUnderstood if nothing does.

    Words count in English and in the language that is spoken, as far as they are written
    out to be told apart, in small or big, Latin or Cyrillic letters, with marks or without.
    *colors_first*: a color is asked for, so that "y" is yellow.

    >>> parse("PL 3 red")
    Command(word='play', rest=('3', 'red'), color=None, text='3 red')
    """
    tokens = fold(line[: LINE_MAX + 1]).split()
    if not tokens or len(line) > LINE_MAX:
        raise NotUnderstood(_(UNKNOWN))
    first, *rest = tokens
    if first.isdecimal() or card_of(first):
        return Command("play", tuple(tokens))
    color, word = color_of(first), _word(first)
    if color and (colors_first or not word):
        return Command("color", color=color)
    if word:
        return Command(word, tuple(rest), text=" ".join(line.split()[1:]))
    raise NotUnderstood(_(UNKNOWN))


def action_of(command: Command, view: View, cards: Sequence[Card], names: Sequence[str]) -> Action:
    """
    The action that *command* means for one who holds *cards*, in the order of their numbers.

    NotUnderstood when something is missing in it; whether it is legal is for others to say.
    """
    match command.word:
        case "play":
            return _play(command.rest, view, cards, names)
        case "draw":
            return moves.draw(view)()
        case "color":
            assert command.color
            return PickColor(command.color)
        case "catch":
            return _catch(command.rest, view, names)
        case word if word in SIMPLE:
            return SIMPLE[word]
        case _:
            raise NotUnderstood(_(NOT_NOW))


def expression_of(command: Command) -> Expression:
    """What *command* shows, by its number or by how it begins; NotUnderstood when nothing."""
    wanted = " ".join(command.rest)
    for number, (expression, words) in enumerate(EXPRESSIONS.items(), 1):
        names = expression.value.replace("_", " "), fold(_(words))
        if wanted == str(number) or (wanted and any(name.startswith(wanted) for name in names)):
            return expression
    raise NotUnderstood(which_expression())


def color_of(text: str) -> Color | None:
    """The color that *text*, folded, names or begins to name; None if none, or several."""
    found = {
        color
        for color in Color
        for name in (color.name.lower(), fold(color_name(color)))
        if name.startswith(text) and text
    }
    return found.pop() if len(found) == 1 else None


def card_of(text: str) -> Card | None:
    """The card whose notation *text*, folded, is."""
    return next((card for card in Card if fold(str(card)) == text), None)


def _word(text: str) -> str | None:
    written = {word: (word, fold(_(translated))) for word, translated in WORDS.items()}
    exact = [word for word, names in written.items() if text in names]
    begun = [
        word
        for word, names in written.items()
        if word not in WRITTEN_OUT and any(name.startswith(text) for name in names)
    ]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def _play(rest: Sequence[str], view: View, cards: Sequence[Card], names: Sequence[str]) -> Play:
    which = [word for word in rest if word not in {"uno", "swap", fold(_(SWAP))}]
    if not which:
        raise NotUnderstood(_(WHICH_CARD))
    card = _card(which[0], cards)
    color = color_of(which[1]) if len(which) > 1 else None
    if card.color is None and color is None:
        raise NotUnderstood(_(WHICH_COLOR).format(number=which[0]))
    may = [play.swap for play in moves.plays(view, card) if play.swap is not None]
    # Between two there is only one to swap with.
    swap = _seat(which[1:], names) if len(may) > 1 else next(iter(may), None)
    if may and swap not in may:
        raise NotUnderstood(_(WITH_WHOM).format(number=which[0]))
    return Play(card, color if card.color is None else None, uno="uno" in rest, swap=swap)


def _card(text: str, cards: Sequence[Card]) -> Card:
    if text.isdecimal():
        number = int(text)
        if 1 <= number <= len(cards):
            return cards[number - 1]
    elif (card := card_of(text)) and card in cards:
        return card
    raise NotUnderstood(_(NO_SUCH_CARD))


def _catch(rest: Sequence[str], view: View, names: Sequence[str]) -> Catch:
    may = [action for action in view.legal if isinstance(action, Catch)]
    if not rest and len(may) == 1:
        return may[0]
    seat = _seat(rest, names)
    if seat is None:
        raise NotUnderstood(_(WHOM))
    return Catch(seat)


def _seat(words: Sequence[str], names: Sequence[str]) -> int | None:
    """The seat that *words* name, by its number or by how its player's name begins."""
    wanted = " ".join(words)
    for seat, name in enumerate(names):
        if wanted and (wanted == str(seat + 1) or fold(name).startswith(wanted)):
            return seat
    return None
