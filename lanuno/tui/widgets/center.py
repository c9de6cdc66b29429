"""The middle of the table: draw pile, top card, color in force, direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from lanuno.language import _
from lanuno.narration import labels
from lanuno.tui.widgets.cards import SYMBOLS, Picture, Run, back, content, hue, picture, width_of
from lanuno.uno.cards import Card, Color

if TYPE_CHECKING:
    from textual import events


class Middle(Struct, frozen=True):
    """What lies there."""

    top: Card
    color: Color | None
    """The color in force."""
    pile: int
    direction: int
    pending: int = 0
    """Draw cards that wait for who is on turn."""


class Center(Widget):
    """Draws everything as big as there is room."""

    ALLOW_SELECT = False

    middle: reactive[Middle | None] = reactive(None)
    plain: reactive[bool] = reactive(False)  # noqa: FBT003 - as every reactive begins
    """Draw no picture on the card."""

    class PileClicked(Message):
        """The player wants to draw."""

    def render(self) -> Content:
        if self.middle is None:
            return Content("")
        middle = self.middle
        low, high = self._sizes()
        columns = (
            _standing(back(low, str(middle.pile)), high),
            picture(middle.top, high, plain=self.plain),
            _standing(_told(middle, flares=self.has_class("-flare")), high),
        )
        rows = tuple(_row(parts) for parts in zip(*columns, strict=True))
        return content(rows)

    def on_click(self, event: events.Click) -> None:
        if self.middle and self.pile_region.contains(event.screen_x, event.screen_y):
            self.post_message(self.PileClicked())

    @property
    def pile_region(self) -> Region:
        """The columns of the draw pile on the screen."""
        pile, card = self._sizes()
        around = self.content_region
        left = (around.width - _width(pile, card)) // 2
        return Region(around.x + left, around.y, width_of(pile), around.height)

    @property
    def top_region(self) -> Region:
        """The columns of the top card on the screen."""
        card = self._sizes()[1]
        pile = self.pile_region
        return Region(pile.right + _GAP, pile.y, width_of(card), pile.height)

    def _sizes(self) -> tuple[int, int]:
        """How many rows the draw pile and the top card have."""
        width, height = self.content_size
        for card in range(min(height - (height > _TIGHT), _HEIGHT_MAX), _SMALLEST, -1):
            for pile in (card - 1, _SMALLEST):
                if _width(pile, card) < width:
                    return pile, card
        return _SMALLEST, _SMALLEST


_GAP = 3
_TOLD_WIDTH = 18
_HEIGHT_MAX = 14
_SMALLEST = 6
_TIGHT = 8
"""With more rows than that one is left free."""


def _width(pile: int, card: int) -> int:
    return width_of(pile) + _GAP + width_of(card) + _GAP + _TOLD_WIDTH


def _told(middle: Middle, *, flares: bool) -> Picture:
    """The color in force, what it covers, and the direction, in words."""
    rows: list[tuple[Run, ...]] = [_line(_(labels.IN_FORCE), "$quiet")]
    if middle.pending:
        rows = [_line(labels.pending(middle.pending), "bold $alarm-ink on $alarm", middle=True)]
    if middle.color is None:
        rows.append(_line(_(labels.NO_COLOR), "bold"))
    else:
        name = labels.color_badge(middle.color, SYMBOLS[middle.color])
        style = f"bold $card-{hue(middle.color)}-ink on $card-{hue(middle.color)}"
        rows += [_line("", style), _line(name, style, middle=True), _line("", style)]
    if middle.top.color is None and middle.color is not None:
        rows.append(_line(labels.wild_became(middle.top, middle.color), "bold"))
    else:
        rows.append(_line("", ""))
    arrow = "►" if middle.direction > 0 else "◄"
    style = "bold $gold-ink on $gold" if flares else "$gold"
    rows.append(_line(f"{arrow} {labels.direction(middle.direction)}", style))
    return tuple(rows)


def _line(text: str, style: str, *, middle: bool = False) -> tuple[Run, ...]:
    text = Content(text).truncate(_TOLD_WIDTH, ellipsis=True).plain
    room = _TOLD_WIDTH - cell_len(text)
    left = room // 2 if middle else 0
    return ((" " * left + text + " " * (room - left), style),)


def _standing(rows: Picture, high: int) -> Picture:
    """*rows* in the middle of *high* ones."""
    width = sum(cell_len(text) for text, _ in rows[0])
    blank = ((" " * width, ""),)
    above = (high - len(rows)) // 2
    return (blank,) * above + rows + (blank,) * (high - len(rows) - above)


def _row(parts: tuple[tuple[Run, ...], ...]) -> tuple[Run, ...]:
    gap: tuple[Run, ...] = ((" " * _GAP, ""),)
    first, *others = parts
    return sum(((*gap, *part) for part in others), first)
