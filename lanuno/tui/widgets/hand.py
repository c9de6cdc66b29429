"""My hand: all its cards, fanned out or scrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.segment import Segment
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from lanuno.tui.widgets.cards import picture, strips, width_of
from lanuno.tui.widgets.spread import Spread, spread
from lanuno.uno.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

CARD_HEIGHT = 6
"""Until the size of the hand is known."""
RISE = 2
"""Rows above the cards: a playable card rises by one, the selected by one more."""
KEYS = "1234567890"
"""The keys that select the first ten cards, written on their rims."""


class Held(Struct, frozen=True):
    """What the hand shows."""

    cards: tuple[Card, ...] = ()
    """In the order in which they are shown."""
    playable: frozenset[Card] = frozenset()
    bluffs: frozenset[Card] = frozenset()
    """Playable at the risk of a challenge; marked with "?"."""
    fresh: frozenset[Card] = frozenset()
    """They came last; marked with "*"."""


class Hand(Widget):
    """
    The cards, bigger where there is more height.

    They are drawn as whole lines, and shown through slices side by side: Textual sends a
    changed widget to the terminal from its left edge on, however little of it has changed.
    """

    ALLOW_SELECT = False

    held: reactive[Held] = reactive(Held(), init=False)
    plain: reactive[bool] = reactive(False, init=False)  # noqa: FBT003 - as every reactive begins
    """Draw no pictures on the cards."""
    selected: reactive[int] = reactive(0, repaint=False, init=False)
    """Which of `held.cards` is selected."""

    class CardChosen(Message):
        """The player wants to play *card*."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self) -> None:
        super().__init__()
        self.when_selected: Callable[[], object] = lambda: None
        """Called when another card is: after a message, what follows would be a frame late."""
        self._spread = Spread(0)
        self._card_height = CARD_HEIGHT
        self._slices = tuple(_Slice(self) for _ in range(_SLICES))
        self._lines: dict[int, Strip] = {}
        self._drawn: dict[tuple[Card, int, bool, bool, str], tuple[Strip, ...]] = {}

    def compose(self) -> ComposeResult:
        yield from self._slices

    @property
    def card(self) -> Card | None:
        """The selected card; None when the hand is empty."""
        cards = self.held.cards
        return cards[self.selected] if cards else None

    @property
    def spread(self) -> Spread:
        """Where the cards lie now."""
        return self._spread

    def move(self, by: int) -> None:
        """Select the card *by* places to the right, stopping at the ends."""
        self.selected += by

    def move_to_playable(self, by: int) -> None:
        """Select the next playable card to the right (*by* is 1) or left (-1), going around."""
        count = len(self.held.cards)
        for step in range(1, count + 1):
            place = (self.selected + by * step) % count
            if self.held.cards[place] in self.held.playable:
                self.selected = place
                return

    def choose(self) -> None:
        """Tell that the selected card is to be played."""
        if self.card:
            self.post_message(self.CardChosen(self.card))

    def validate_selected(self, selected: int) -> int:
        return max(0, min(selected, len(self.held.cards) - 1))

    def watch_held(self, before: Held, now: Held) -> None:
        self.selected = _follow(before.cards, self.selected, now.cards)
        self._drawn.clear()
        self._lay_out()

    def watch_plain(self) -> None:
        self._lay_out()

    def watch_selected(self, before: int, now: int) -> None:
        self._lay_out(before, now)
        self.when_selected()

    def on_resize(self) -> None:
        # Asking Textual for a place or a size takes longer than drawing a line.
        self._card_height = max(1, self.size.height - RISE)
        for slice_ in self._slices:
            slice_.left = slice_.region.x - self.region.x
            slice_.right = slice_.left + slice_.size.width
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        x = event.screen_x - self.region.x
        place = self._spread.card_at(x)
        if place is None:
            beyond = -1 if x < self.size.width // 2 else 1
            self.move(beyond * len(self._spread.places))
        elif place == self.selected:
            self.choose()
        else:
            self.selected = place

    def on_mouse_scroll_up(self) -> None:
        self.move(-1)

    def on_mouse_scroll_down(self) -> None:
        self.move(1)

    def notify_style_update(self) -> None:
        self._drawn.clear()
        super().notify_style_update()

    def line(self, y: int) -> Strip:
        """Row *y* of the whole hand."""
        if y not in self._lines:
            self._lines[y] = self._draw_line(y)
        return self._lines[y]

    def _draw_line(self, y: int) -> Strip:
        ground = self.visual_style.rich_style
        pieces: list[Strip] = [self._left_end(y)]
        at = pieces[0].cell_length
        for i in range(self._spread.first, self._spread.first + len(self._spread.places)):
            left, right = self._spread.seen(i)
            pieces.append(Strip.blank(left - at, ground))
            pieces.append(self._card_line(i, y).crop(0, right - left))
            at = right
        pieces.append(self._right_end(y))
        return Strip.join(pieces).extend_cell_length(self.size.width, ground).simplify()

    def _lay_out(self, *changed: int) -> None:
        """Spread the cards anew, and repaint those between the *changed* ones, or all."""
        old = self._spread
        self._spread = new = spread(
            len(self.held.cards),
            self.selected,
            width=self.size.width,
            card_width=width_of(self._card_height),
            first=old.first,
        )
        low, high = min(changed, default=0), max(changed, default=0)
        same = old.first == new.first and len(old.places) == len(new.places)
        if changed and same and new.shows(low, high):
            left = min(old.seen(low)[0], new.seen(low)[0])
            self._repaint(left, max(old.seen(high)[1], new.seen(high)[1]))
        else:
            self._repaint(0, self.size.width)

    def _repaint(self, left: int, right: int) -> None:
        self._lines.clear()
        for slice_ in self._slices:
            if slice_.left < right and left < slice_.right:
                slice_.refresh()

    def _card_line(self, i: int, y: int) -> Strip:
        card = self.held.cards[i]
        selected = i == self.selected
        top = RISE - (card in self.held.playable) - selected
        if not 0 <= y - top < self._card_height:
            return Strip.blank(width_of(self._card_height), self.visual_style.rich_style)
        left, right = self._spread.seen(i)
        # A strip of the picture in the middle would only be a stain.
        plain = self.plain or right - left < self._spread.card_width
        key = (card, self._card_height, selected, plain, KEYS[i : i + 1])
        if key not in self._drawn:
            self._drawn[key] = strips(
                picture(
                    card,
                    self._card_height,
                    plain=plain,
                    selected=selected,
                    above=self._mark(card),
                    below=KEYS[i : i + 1],
                )
            )
        return self._drawn[key][y - top]

    def _mark(self, card: Card) -> str:
        if card in self.held.fresh:
            return "*"
        return "?" if card in self.held.bluffs else ""

    def _left_end(self, y: int) -> Strip:
        return self._end(y, "◄", self._spread.first)

    def _right_end(self, y: int) -> Strip:
        return self._end(y, " ►", self._spread.beyond)

    def _end(self, y: int, arrow: str, count: int) -> Strip:
        """An arrow, and under it how many cards lie in its direction."""
        row = y - (self._card_height + RISE) // 2
        text = arrow if row == 0 else f" {count}" if row == 1 else ""
        if not count or not text:
            return Strip([])
        return Strip([Segment(text, Style.parse("bold $gold on $felt").rich_style)])


class _Slice(Widget):
    """A part of the hand that is sent to the terminal by itself."""

    ALLOW_SELECT = False

    def __init__(self, hand: Hand) -> None:
        super().__init__()
        self._hand = hand
        self.left = self.right = 0
        """Where in the hand it begins and ends."""

    def render_line(self, y: int) -> Strip:
        return self._hand.line(y).crop(self.left, self.right)


_SLICES = 8


def _follow(before: tuple[Card, ...], selected: int, now: tuple[Card, ...]) -> int:
    """Where the selected card is *now*, or the place nearest to where it was."""
    if selected < len(before) and before[selected] in now:
        card = before[selected]
        nth = before[:selected].count(card)
        places = [i for i, each in enumerate(now) if each is card]
        return places[min(nth, len(places) - 1)]
    return max(0, min(selected, len(now) - 1))
