"""What screens ask of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from lanuno.net.messages import Request
    from lanuno.player.visit import Visit
    from lanuno.store.settings import Value
    from lanuno.uno.rules import Rules


class Requested(Message):
    """The table shall be asked for something."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


class LeaveChosen(Message):
    """The player wants to leave the table, and has not been asked yet whether for good."""


class VisitChosen(Message):
    """The player wants to sit down at a table."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit


class SettingChosen(Message):
    """A *setting*, named as in the file, shall be *value* from now on."""

    def __init__(self, setting: str, value: Value) -> None:
        super().__init__()
        self.setting = setting
        self.value = value


class RulesChosen(Message):
    """The tables that the player opens shall play by *rules* from now on."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules


class TurnCame(Message):
    """Somebody else is on turn now: *who*, or I am; None when nobody is."""

    def __init__(self, who: str | None, *, mine: bool) -> None:
        super().__init__()
        self.who = who
        self.mine = mine


class RefreshChosen(Message):
    """The player wants to look for tables again."""


class SweepChosen(Message):
    """The player wants every address of this network tried."""
