"""Sentences as widgets show them: names stand out, cards have their colors."""

from __future__ import annotations

from textual.content import Content

from lanuno.narration.sentence import Sentence


def spoken(sentence: str, style: str = "") -> Content:
    """*sentence* in *style*, its marked words in their own; never read as markup."""
    shown = Content.styled(sentence, style) if style else Content(sentence)
    if isinstance(sentence, Sentence):
        for mark in sentence.marks:
            shown = shown.stylize(_style(mark.kind), mark.start, mark.end)
    return shown


def _style(kind: str) -> str:
    if kind == "name":
        return "bold"
    if kind == "key":
        return "bold $gold"
    return f"bold $card-{kind}-ink on $card-{kind}"
