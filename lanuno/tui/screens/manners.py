"""What the leader lets the table allow: each can be changed where it stands, and counts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import asdict
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import labels, lobbies, preferences
from lanuno.net.manners import Manners
from lanuno.net.messages import SetManners
from lanuno.tui import keys
from lanuno.tui.messages import Requested
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.screens.forms import Cycle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType
    from textual.widget import Widget


class MannersDialog(Dialog[None]):
    """Begins with *manners*."""

    BINDINGS: ClassVar[list[BindingType]] = keys.SETTINGS
    AUTO_FOCUS = "Cycle"

    def __init__(self, manners: Manners) -> None:
        super().__init__(_(lobbies.MANNERS), (Answer("escape", _(labels.DONE)),))
        self._allowed: dict[str, bool] = asdict(manners)

    def contents(self) -> Iterable[Widget]:
        yield Static(Content(_(lobbies.MANNERS_HINT)), classes="sentence")
        for name, holds in self._allowed.items():
            label = Static(Content(_(preferences.SETTINGS[name])), classes="label")
            entry = Cycle(holds, (True, False), preferences.choice, id=name)
            yield Horizontal(label, entry, classes="field")

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        self._allowed[str(event.cycle.id)] = event.cycle.value
        self.post_message(Requested(SetManners(Manners(**self._allowed))))

    def action_turn(self, by: int) -> None:
        entry = self.focused
        if isinstance(entry, Cycle):
            entry.turn(by)
