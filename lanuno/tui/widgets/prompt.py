"""One line that says whose turn it is and what I can do."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from lanuno.tui.widgets.speech import spoken


class Prompt(Static):
    """A badge, a sentence, and what is urgent at the right end."""

    def show(self, badge: str, sentence: str, urgent: tuple[str, ...], *, mine: bool) -> None:
        """Say *sentence*; *mine*: the table waits for me."""
        self.set_class(mine, "-mine")
        calls = Content("").join(
            Content.assemble(" ", (f" {call} ", "bold $alarm-ink on $alarm")) for call in urgent
        )
        badge_style = "bold $gold-ink on $gold" if mine else "$quiet"
        left = Content.assemble((f" {badge} ", badge_style), " ", spoken(sentence))
        room = max(0, self.content_size.width - calls.cell_length)
        self.update(left.truncate(room, ellipsis=True, pad=True) + calls, layout=False)
