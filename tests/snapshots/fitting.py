"""Finds what does not fit on a screen: texts that end early, widgets that lie outside."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from lanuno.language import _
from lanuno.narration import labels
from lanuno.tui.widgets.keybar import KeyBar
from lanuno.tui.widgets.line import Line

from .shots import rows, text


def cuts(seat):
    """A line for everything on the screen that cannot be read to its end."""
    found = [f"… in {line.strip()!r}" for line in text(rows(seat)).splitlines() if "…" in line]
    screen = seat.app.screen
    for widget in screen.walk_children():
        if widget.is_on_screen and widget.display and widget.region:
            found += _cut(widget)
    return found


def rare():
    """Keys that only the help tells of where there is no room, as the footer of a game does."""
    seldom = (
        *(labels.KEY_SETTINGS, labels.KEY_LOOK_AGAIN, labels.KEY_VOTE),
        *(labels.KEY_SAY, labels.KEY_REACT),
    )
    return set(map(_, seldom))


def _cut(widget):
    if isinstance(widget, KeyBar):
        shown = [key for row in widget._rows(widget.content_size.width) for key in row]
        missing = [key.does for key in widget.keys if key not in shown and key.does not in rare()]
        return [f"keys left out: {missing}"] if missing else []
    if isinstance(widget, Line):
        return [f"{widget}: {widget.left.plain!r}"] if "…" in widget.render().plain else []
    if isinstance(widget, (Static, Button)):
        return _cut_text(widget)
    return []


def _cut_text(widget):
    content = widget.render()
    if not isinstance(content, Content):
        content = Content(str(content))
    if not content.plain.strip():
        return []
    width, height = widget.content_size
    wraps = widget.styles.text_wrap != "nowrap"
    lines = content.wrap(width) if wraps and width else content.split("\n")
    told = f"{widget}: {content.plain!r}"
    if max(line.cell_length for line in lines) > width:
        return [f"{told} is wider than {width}"]
    if len(lines) > height:
        return [f"{told} is higher than {height}"]
    return _cut_off(widget, told)


def _cut_off(widget, told):
    place = widget.screen.find_widget(widget)
    seen = place.visible_region
    scrolls = any(isinstance(each, VerticalScroll) for each in widget.ancestors)
    if seen.width < place.region.width:
        return [f"{told} is cut off at the side"]
    if seen.height < place.region.height and not scrolls:
        return [f"{told} is cut off"]
    return []
