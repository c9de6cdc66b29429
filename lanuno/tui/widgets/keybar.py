"""The keys that mean something now, on the last row; each can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from lanuno.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.geometry import Size
    from textual.screen import Screen


class Key(Struct, frozen=True):
    """A key, as Textual and as people call it, and what it does."""

    key: str
    shown: str
    does: str
    enabled: bool

    @property
    def width(self) -> int:
        return cell_len(self.shown) + 1 + cell_len(self.does) + _GAP


class KeyBar(Widget):
    """
    Textual's footer in one widget.

    That one makes a widget for each key anew whenever a key comes or goes, which costs
    more than all the rest of a move.
    """

    ALLOW_SELECT = False

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    keys: reactive[tuple[Key, ...]] = reactive(())

    def __init__(self, *, rows: int = 1) -> None:
        """A footer that takes as many *rows* as it needs, if its style leaves it the height."""
        super().__init__()
        self._rows_max = rows

    def on_mount(self) -> None:
        signal = self.screen.bindings_updated_signal  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - Textual leaves the screen's result open
        signal.subscribe(self, self._read)  # pyright: ignore[reportUnknownMemberType]
        self._read(self.screen)

    def watch_keys(self) -> None:
        self.refresh(layout=self._rows_max > 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual passes them
        return len(self._rows(width))

    def render(self) -> Content:
        return Content("\n").join(map(_drawn, self._rows(self.content_size.width)))

    def on_click(self, event: events.Click) -> None:
        rows = self._rows(self.content_size.width)
        at = 1 - _GAP // 2
        for key in rows[event.y] if event.y < len(rows) else ():
            if at <= event.x < at + key.width:
                self.post_message(self.Pressed(key.key))
                return
            at += key.width

    def _rows(self, width: int) -> list[list[Key]]:
        """All keys; where there is no room the first ones and the last two, help and leaving."""
        keys = list(self.keys)
        while len(rows := _broken(keys, width)) > self._rows_max and len(keys) > _LAST:
            del keys[-_LAST - 1]
        return rows

    def _read(self, screen: Screen[Any]) -> None:
        found: dict[str, Key] = {}
        for _node, binding, enabled, _tip in screen.active_bindings.values():
            if binding.show and binding.description not in found:
                shown = binding.key_display or binding.key
                does = _(binding.description)
                found[binding.description] = Key(binding.key, shown, does, enabled)
        self.keys = tuple(found.values())


def _broken(keys: Iterable[Key], width: int) -> list[list[Key]]:
    """*keys* in rows that are no wider than *width*, but for a single key."""
    rows, left = [list[Key]()], width
    for key in keys:
        if key.width > left and rows[-1]:
            rows.append([])
            left = width
        rows[-1].append(key)
        left -= key.width
    return rows


def _drawn(row: Iterable[Key]) -> Content:
    return Content(" ") + Content(" " * _GAP).join(
        Content.assemble(
            (key.shown, "bold $gold" if key.enabled else "$gold 60%"),
            " ",
            (key.does, "" if key.enabled else "$quiet"),
        )
        for key in row
    )


_GAP = 2
_LAST = 2
