"""Choose with whom hands are swapped; the hand and the other players stay in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from lanuno.narration import labels
from lanuno.tui import keys
from lanuno.tui.screens.dialog import Dialog
from lanuno.tui.screens.forms import Rows
from lanuno.tui.widgets.button import Button
from lanuno.tui.widgets.seats import Plate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget

    from lanuno.tui.widgets.seats import Seated


class SwapPicker(Dialog[int]):
    """Gives the seat of one of *others*; Enter takes the one with the fewest cards."""

    BINDINGS: ClassVar[list[BindingType]] = keys.FIELDS

    def __init__(self, title: str, others: tuple[Seated, ...]) -> None:
        super().__init__(title)
        self._others = others

    def contents(self) -> Iterable[Widget]:
        with Rows():
            for number, each in enumerate(self._others, 1):
                told = labels.swap_choice(str(number), each.name, each.cards)
                yield Button(Content(told), id=f"seat-{each.seat}", classes="row", compact=True)

    def on_mount(self) -> None:
        fewest = min(self._others, key=lambda each: each.cards)
        for row in self.query(f"#seat-{fewest.seat}"):  # none, if it was closed before it was seen
            row.focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.close(int(str(event.button.id).removeprefix("seat-")))

    def on_key(self, event: events.Key) -> None:
        places = {str(number): each.seat for number, each in enumerate(self._others, 1)}
        if event.key in places:
            event.stop()
            self.close(places[event.key])

    def on_click(self, event: events.Click) -> None:
        """Beside the box one clicks on the table, and may mean a player there."""
        below = self.app.screen_stack[-2]  # pyright: ignore[reportUnknownMemberType]
        seats = {each.seat for each in self._others}
        for plate in below.query(Plate):
            at = event.screen_x, event.screen_y
            if plate.region.contains(*at) and plate.seated.seat in seats:
                self.close(plate.seated.seat)
