"""A sentence is text that knows which of its words are names and cards."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Self

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Mark(Struct, frozen=True):
    """From *start* up to *end* the text is of a *kind*: "name", "key", or the hue of a card."""

    start: int
    end: int
    kind: str


class Sentence(str):
    """Plain text to everybody who does not ask for its marks."""

    __slots__ = ("marks",)
    marks: tuple[Mark, ...]

    def __new__(cls, text: str, marks: tuple[Mark, ...] = ()) -> Self:
        self = super().__new__(cls, text)
        self.marks = marks
        return self


def marked(text: str, kind: str) -> Sentence:
    """*text*, all of it of a *kind*."""
    return Sentence(text, (Mark(0, len(text), kind),))


def say(template: str, /, **parts: str | int) -> Sentence:
    """
    *template* with its ``{fields}`` filled in; the marks of the parts stay.

    >>> say("{name} draws {n}.", name=marked("Ana", "name"), n=2).marks
    (Mark(start=0, end=3, kind='name'),)
    """
    text = ""
    marks: list[Mark] = []
    for literal, field, _spec, _conversion in Formatter().parse(template):
        text += literal
        if field is None:
            continue
        part = parts[field]
        if isinstance(part, Sentence):
            at = len(text)
            marks += [Mark(mark.start + at, mark.end + at, mark.kind) for mark in part.marks]
        text += str(part)
    return Sentence(text, tuple(marks))


def joined(sentences: Iterable[Sentence], between: str = " ") -> Sentence:
    """All of them in one, with that *between* them."""
    every = tuple(sentences)
    template = between.join(f"{{_{i}}}" for i in range(len(every)))
    return say(template, **{f"_{i}": each for i, each in enumerate(every)})
