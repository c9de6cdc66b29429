"""A line with a text at each end; the left one gives way."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lanuno.tui.widgets.speech import spoken


class Line(Widget):
    """One row."""

    ALLOW_SELECT = False

    left: reactive[Content] = reactive(Content)
    right: reactive[Content] = reactive(Content)
    shorter: reactive[tuple[Content, ...]] = reactive(())
    """What stands at the left instead where there is no room for `left`: the first that fits."""

    def render(self) -> Content:
        room = max(0, self.content_size.width - self.right.cell_length - 1)
        ways = self.left, *self.shorter
        left = next((each for each in ways if each.cell_length <= room), ways[-1])
        return _fitting(left, room).truncate(room, ellipsis=True, pad=True) + " " + self.right


class Prompt(Line):
    """Says whose turn it is, what I can do, and at the right end what is urgent."""

    def show(self, badge: str, sentence: str, urgent: tuple[str, ...], *, mine: bool) -> None:
        """*mine*: the table waits for me, and the badge stands out."""
        self.set_class(mine, "-mine")
        style = "bold $gold-ink on $gold" if mine else "bold $quiet"
        told = spoken(sentence)
        self.left = Content.assemble((f" {badge} ", style), " ", told)
        # Whose turn it is stands on the plates too.
        self.shorter = () if mine else (Content(" ") + told,)
        self.right = Content("").join(
            Content.assemble(" ", (f" {call} ", "bold $alarm-ink on $alarm")) for call in urgent
        )


def _fitting(text: Content, cells: int) -> Content:
    """As many whole sentences of *text* as there is room for; all if not even one fits."""
    if text.cell_length <= cells:
        return text
    end = text.plain.rfind(". ", 0, cells)
    return text[: end + 1] if end > 0 else text
