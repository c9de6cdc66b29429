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
    from textual import events
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

    def on_mount(self) -> None:
        signal = self.screen.bindings_updated_signal  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - Textual leaves the screen's result open
        signal.subscribe(self, self._read)  # pyright: ignore[reportUnknownMemberType]
        self._read(self.screen)

    def render(self) -> Content:
        return Content(" ") + Content(" " * _GAP).join(
            Content.assemble(
                (key.shown, "bold $gold" if key.enabled else "$gold 60%"),
                " ",
                (key.does, "" if key.enabled else "$quiet"),
            )
            for key in self._fitting
        )

    def on_click(self, event: events.Click) -> None:
        at = 1 - _GAP // 2
        for key in self._fitting:
            if at <= event.x < at + key.width:
                self.post_message(self.Pressed(key.key))
                return
            at += key.width

    @property
    def _fitting(self) -> list[Key]:
        """All the keys, or in a narrow window the first ones and the last two: help and leaving."""
        keys = list(self.keys)
        while sum(key.width for key in keys) > self.content_size.width and len(keys) > _LAST:
            del keys[-_LAST - 1]
        return keys

    def _read(self, screen: Screen[Any]) -> None:
        found: dict[str, Key] = {}
        for _node, binding, enabled, _tip in screen.active_bindings.values():
            if binding.show and binding.description not in found:
                shown = binding.key_display or binding.key
                does = _(binding.description)
                found[binding.description] = Key(binding.key, shown, does, enabled)
        self.keys = tuple(found.values())


_GAP = 2
_LAST = 2
