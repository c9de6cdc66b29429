"""Choose a color for a wild; the hand stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.content import Content

from lanuno.narration import labels
from lanuno.tui.screens.dialog import Dialog
from lanuno.tui.widgets.button import Button
from lanuno.tui.widgets.cards import SYMBOLS, hue
from lanuno.uno.cards import Card, Color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.widget import Widget


class ColorPicker(Dialog[Color]):
    """The four colors, with how many cards of each are in *hand*; Enter takes the most frequent."""

    def __init__(self, title: str, hand: tuple[Card, ...]) -> None:
        super().__init__(title)
        self._held = {color: sum(card.color is color for card in hand) for color in Color}

    def contents(self) -> Iterable[Widget]:
        yield Horizontal(
            *(
                Button(
                    Content(labels.color_choice(color, SYMBOLS[color], self._held[color])),
                    id=hue(color),
                    classes="color",
                )
                for color in Color
            )
        )

    def on_mount(self) -> None:
        most = max(Color, key=self._held.__getitem__)
        for button in self.query(f"#{hue(most)}"):  # none, if it was closed before it was ever seen
            button.focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.close(Color[str(event.button.id).upper()])

    def on_key(self, event: events.Key) -> None:
        for number, color in enumerate(Color, 1):
            if event.key in {str(number), color.value.lower()}:
                event.stop()
                self.close(color)
