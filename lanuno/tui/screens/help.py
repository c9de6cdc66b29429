"""Help: the keys, the cards, the rules at this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import rulebook
from lanuno.narration.words import rules_in_words, rules_name
from lanuno.tui.screens.dialog import Dialog
from lanuno.tui.widgets.speech import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from lanuno.uno.rules import Rules


class Help(Dialog[None]):
    """*keys* are pairs of key and description; *rules* those in force, if there is a table."""

    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, keys: Iterable[tuple[str, str]], rules: Rules | None) -> None:
        super().__init__(_(rulebook.HELP))
        self._keys = tuple(keys)
        self._rules = rules

    def contents(self) -> Iterable[Widget]:
        with VerticalScroll():
            yield _heading(_(rulebook.AIM))
            yield Static(Content(_(rulebook.THE_AIM)))
            yield _heading(_(rulebook.KEYS))
            yield Static(_pairs(self._keys))
            yield _heading(_(rulebook.CARDS))
            yield Static(_pairs(rulebook.cards()))
            if self._rules:
                yield _heading(rulebook.rules_here(rules_name(self._rules)))
                for sentence in rules_in_words(self._rules):
                    yield Static(Content(f"· {sentence}"))


def _heading(text: str) -> Static:
    return Static(spoken(text), classes="heading")


def _pairs(pairs: Iterable[tuple[str, str]]) -> Content:
    pairs = tuple(pairs)
    width = max(len(left) for left, _ in pairs) + 2
    return Content("\n").join(
        Content.assemble((f"{left:<{width}}", "bold $gold"), right) for left, right in pairs
    )
