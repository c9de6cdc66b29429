"""Help: the selected card, a short course, the keys, the rules at this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import rulebook
from lanuno.narration.lobbies import rules_told
from lanuno.narration.words import rules_name
from lanuno.tui import keys as keyboard
from lanuno.tui.screens.dialog import Dialog
from lanuno.tui.widgets.speech import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from lanuno.uno.rules import Rules


class Help(Dialog[None]):
    """
    *keys* are pairs of key and description; *rules* those in force, or usual where no table is.

    *card* is what there is to say about the card that the player has selected.
    """

    AUTO_FOCUS = "VerticalScroll"

    def __init__(
        self,
        keys: Iterable[tuple[str, str]],
        rules: Rules,
        card: Iterable[str] = (),
        *,
        at_table: bool = True,
    ) -> None:
        super().__init__(_(rulebook.HELP))
        self._keys = tuple(keys)
        self._rules = rules
        self._card = tuple(card)
        self._at_table = at_table
        self.set_class(at_table, "-over-hand")

    def contents(self) -> Iterable[Widget]:
        with VerticalScroll():
            if self._card:
                yield _heading(_(rulebook.THE_CARD))
                yield from (Static(spoken(sentence)) for sentence in self._card)
            yield _heading(_(rulebook.COURSE))
            steps = rulebook.course(self._rules, keyboard.named())
            for number, step in enumerate(steps, 1):
                yield from _shown(number, step)
            yield _heading(_(rulebook.KEYS))
            yield Static(_pairs(self._keys))
            if self._at_table:
                yield _heading(rulebook.rules_here(rules_name(self._rules)))
                for sentence in rules_told(self._rules):
                    yield Static(Content(sentence))


def _heading(text: str) -> Static:
    return Static(spoken(text), classes="heading")


def _shown(number: int, step: rulebook.Step) -> Iterable[Widget]:
    yield Static(Content.styled(f"{number}. {step.title}", "bold"))
    yield Static(Content(" ").join(map(spoken, step.sentences)))
    for sign, meaning in step.cards:
        shown = Static(Content.styled(sign, "bold $gold"), classes="sign"), Static(Content(meaning))
        yield Horizontal(*shown, classes="meaning")


def _pairs(pairs: tuple[tuple[str, str], ...]) -> Content:
    width = max(len(left) for left, _ in pairs) + 2
    return Content("\n").join(
        Content.assemble((f"{left:<{width}}", "bold $gold"), right) for left, right in pairs
    )
