"""The form that opens a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import labels, lobbies
from lanuno.narration.faults import no_such_rules
from lanuno.narration.words import rules_name
from lanuno.player.usual import usual_rules
from lanuno.tui.screens.forms import Field, Form
from lanuno.tui.screens.rules import RulesForm
from lanuno.tui.widgets.button import Button
from lanuno.uno.rules import NoSuchRules
from lanuno.uno.size import check_size, size_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from lanuno.store.settings import Settings
    from lanuno.uno.rules import Rules


class HostForm(Form):
    """Gives name, bots, points and access of a table, at first as settled and called *table*."""

    def __init__(self, settings: Settings, table: str) -> None:
        self.rules = usual_rules(settings)
        """By which it shall play, but for the points."""
        fields = (
            Field(_(lobbies.TABLE_NAME), table, lobbies.read_name),
            Field(_(lobbies.BOTS), str(settings.bots), self._read_bots),
            Field(_(lobbies.TARGET), str(settings.target), lobbies.read_target),
            Field(
                _(lobbies.ACCESS),
                lobbies.ANYBODY,
                choices=(lobbies.ANYBODY, lobbies.WITH_CODE),
                shown=_,
            ),
        )
        super().__init__(_(lobbies.HOST_FORM), _(lobbies.HOST_HINT), fields, _(labels.HOST))
        self._chosen = Button(Content(rules_name(self.rules)), id="choose-rules", compact=True)

    def contents(self) -> Iterable[Widget]:
        hint, table, bots, *others = super().contents()
        label = Static(Content(_(lobbies.PRESET)), classes="label")
        yield from (hint, table, bots, Horizontal(label, self._chosen, classes="field"), *others)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button is not self._chosen:
            super().on_button_pressed(event)
            return
        event.stop()
        self.app.push_screen(RulesForm(self.rules), self._choose)  # pyright: ignore[reportUnknownMemberType]

    def _choose(self, rules: Rules | None) -> None:
        if rules:
            self.rules = rules
            self._chosen.label = Content(rules_name(rules))
            # Here Enter would only choose once more.
            self.focus_next()

    def _read_bots(self, text: str) -> int:
        bots = lobbies.read_bots(text)
        try:
            check_size(max(bots + 1, size_for(bots + 1, self.rules)), self.rules)
        except NoSuchRules as error:
            raise ValueError(no_such_rules(error.fault)) from None
        return bots
