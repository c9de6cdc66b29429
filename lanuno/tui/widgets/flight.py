"""What moves for a moment when something happens: a card on its way, a word that flares up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.geometry import Offset
from textual.widgets import Static

from lanuno.tui.widgets.cards import Picture, content

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.widget import Widget

FLIGHT_SECONDS = 0.25
FLARE_SECONDS = 0.3


class Flight(Static):
    """One thing in the air; the next takes its place, however far it has come."""

    ALLOW_SELECT = False

    _flight = 0
    """How many there have been."""

    def fly(self, drawn: Picture, start: Region, end: Region) -> None:
        """Send what is *drawn* from the middle of *start* to that of *end*, both on the screen."""
        if _stands_still(self) or not start or not end:
            return
        self.update(content(drawn))
        width, height = sum(len(text) for text, _style in drawn[0]), len(drawn)
        half = Offset(width // 2, height // 2)
        self.styles.width, self.styles.height = width, height
        self.offset = _middle(start) - half
        self.display = True
        self._flight += 1
        self.animate(
            "offset",
            _middle(end) - half,
            duration=FLIGHT_SECONDS,
            easing="out_cubic",
            on_complete=partial(self._land, self._flight),
        )

    def _land(self, flight: int) -> None:
        # That a flight is over is told too when another takes its place.
        if flight == self._flight:
            self.display = False


def flare(widget: Widget) -> None:
    """Let *widget* stand out for a moment, as its class `-flare` says."""
    if not _stands_still(widget):
        _set_flare(widget, on=True)
        widget.set_timer(FLARE_SECONDS, lambda: _set_flare(widget, on=False))


def _stands_still(widget: Widget) -> bool:
    # Textual leaves the result of the app open.
    return widget.app.animation_level == "none"  # pyright: ignore[reportUnknownMemberType]


def _set_flare(widget: Widget, *, on: bool) -> None:
    widget.set_class(on, "-flare").refresh()


def _middle(region: Region) -> Offset:
    return Offset(region.x + region.width // 2, region.y + region.height // 2)
