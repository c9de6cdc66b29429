"""What happened, the newest at the bottom."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from lanuno.tui.widgets.speech import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

SENTENCES_MAX = 200
SAID = "italic $gold"
"""How that is shown which people say, and not the game: all of it, on every line."""


class Story(VerticalScroll, can_focus=False):
    """A log of sentences that can be scrolled back."""

    def __init__(self) -> None:
        super().__init__()
        self._text = Static()
        self._told: deque[Content] = deque(maxlen=SENTENCES_MAX)

    def compose(self) -> ComposeResult:
        yield self._text

    def on_mount(self) -> None:
        self.anchor()

    def clear(self) -> None:
        """Forget everything that was told."""
        self._told.clear()
        self._text.update("")

    def tell(self, sentences: Iterable[str], style: str = "") -> None:
        """Add *sentences* at the end."""
        self._told += [spoken(sentence, style) for sentence in sentences]
        self._text.update(Content("\n").join(self._told))
