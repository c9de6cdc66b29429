"""What is wrong with the connection; there is nothing to see while all is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import labels
from lanuno.net.client import Lost

if TYPE_CHECKING:
    from lanuno.net.client import Weak


class TroubleBar(Static):
    """One row that comes and goes."""

    def __init__(self) -> None:
        super().__init__()
        self.is_lost = False
        """Nothing that is asked for would arrive."""

    def show(self, trouble: Weak | Lost | None) -> None:
        """Tell of *trouble*, or of none any more."""
        self.is_lost = isinstance(trouble, Lost)
        self.display = trouble is not None
        self.update(Content(_(labels.LOST) if self.is_lost else _(labels.WEAK)))
