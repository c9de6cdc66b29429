"""What stands here while the window is too small to play in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from lanuno.narration import labels

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

WIDTH_MIN = 60
HEIGHT_MIN = 20


def is_too_small(size: Size) -> bool:
    """Whether nothing of the game can be shown in *size* cells."""
    return size.width < WIDTH_MIN or size.height < HEIGHT_MIN


class TooSmall(Screen[None], inherit_bindings=False):
    """Says how big the window is and how big it must be."""

    def compose(self) -> ComposeResult:
        yield Static()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Static).update(
            Content(labels.too_small(event.size.width, event.size.height, WIDTH_MIN, HEIGHT_MIN))
        )
