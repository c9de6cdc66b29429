"""What is to be seen of a game, whether one plays, looks on, or sees it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen

from lanuno.language import _
from lanuno.narration import labels
from lanuno.narration.company import around
from lanuno.narration.story import narrate
from lanuno.narration.words import length_of_game
from lanuno.store.settings import Settings, choices
from lanuno.tui import keys, motions, showing
from lanuno.tui.messages import SettingChosen
from lanuno.tui.screens.help import Help
from lanuno.tui.widgets.center import Center
from lanuno.tui.widgets.flight import Flight
from lanuno.tui.widgets.hand import Hand
from lanuno.tui.widgets.keybar import KeyBar
from lanuno.tui.widgets.line import Line, Prompt
from lanuno.tui.widgets.seats import Seats
from lanuno.tui.widgets.story import SAID, Story
from lanuno.uno.cards import Card
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.widget import Widget

    from lanuno.narration.sentence import Sentence
    from lanuno.net.messages import Lobby
    from lanuno.uno.events import Event
    from lanuno.uno.view import View


class Board(Screen[None], inherit_bindings=False):
    """The game of *view*, with the players of *lobby*, at a table called *table*."""

    view: reactive[View | None] = reactive(None, always_update=True)
    lobby: reactive[Lobby | None] = reactive(None)
    settings: reactive[Settings] = reactive(Settings())
    seconds: reactive[int | None] = reactive(None)
    """How long the player on turn has left; None without a clock."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.header = Line(id="header")
        self.seats = Seats()
        self.center = Center()
        self.story = Story()
        self.prompt = Prompt()
        self.hand = Hand()
        self.flight = Flight()
        self._table = table
        self._fresh = frozenset[Card]()

    @property
    def rules(self) -> Rules:
        return self.lobby.rules if self.lobby else Rules()

    def compose(self) -> ComposeResult:
        yield self.header
        yield from self.notes()
        yield self.seats
        with Horizontal(id="middle"):
            yield self.center
            yield self.story
        yield self.prompt
        yield self.hand
        yield KeyBar()
        yield self.flight

    def notes(self) -> Iterable[Widget]:
        """What stands under the header now and then."""
        return ()

    def tell(self, events: Iterable[Event]) -> None:
        """Add what happened to the story, and let it be seen."""
        events = tuple(events)
        motions.move(self, events, self._me)
        partners = self.view.partners if self.view else ()
        names = showing.names(self.lobby)
        told = (narrate(event, names, self._me, partners) for event in events)
        self.story.tell(sentence for sentence in told if sentence)

    def hear_talk(self, sentences: Iterable[Sentence]) -> None:
        """Add what was said to the story."""
        self.story.tell(sentences, SAID)

    def show_talk(self, seat: int, words: str) -> None:
        """Let *words* stand at the plate of who said them for a while."""
        if plate := self.seats.plate(seat):
            plate.speak(words)

    def show(self, before: View | None, view: View) -> None:
        """Put the cards of *view* on the table; those that came since *before* are marked."""
        self._fresh = showing.fresh(before, view, self._fresh)
        self.hand.held = showing.held(view, self.settings.sort, self._fresh)
        self.center.middle = showing.middle(view)

    def action_sort(self) -> None:
        orders = choices("sort")
        following = orders[(orders.index(self.settings.sort) + 1) % len(orders)]
        self.settings = structs.replace(self.settings, sort=following)
        self.post_message(SettingChosen("sort", following))

    def action_help(self) -> None:
        shown = Help(keys.listed(self.BINDINGS), self.rules, self.about_card())
        self.app.push_screen(shown)  # pyright: ignore[reportUnknownMemberType]

    def about_card(self) -> Iterable[Sentence]:
        """What the help says of the selected card, where one plays."""
        return ()

    def watch_settings(self, settings: Settings) -> None:
        self.hand.plain = self.center.plain = settings.ascii
        if self.view:
            self.hand.held = showing.held(self.view, settings.sort, self._fresh)

    def watch_seconds(self) -> None:
        self._show_header()

    @property
    def _me(self) -> int | None:
        return self.lobby.you if self.lobby else None

    def _show_players(self) -> None:
        assert self.view is not None
        assert self.lobby is not None
        self.seats.seated = showing.seated(self.view, self.lobby)
        self._show_header()

    def _show_header(self) -> None:
        view = self.view
        if view is None:
            return
        company = around(self.lobby) if self.lobby else ""
        title = labels.header(self._table, view.round, length_of_game(self.rules))
        short = labels.short_header(self._table, view.round)
        ways = (labels.with_company(title, company), labels.with_company(short, company), short)
        self.header.left, *shorter = (Content.styled(f" {each}", "bold") for each in ways)
        self.header.shorter = tuple(shorter)
        clock = "" if self.seconds is None else labels.clock(self.seconds)
        waits = self.lobby is not None and self.lobby.newcomer is not None
        mine = _(labels.WAITING if waits else labels.WATCHING)
        if view.seat is not None:
            mine = labels.my_state(view.counts[view.seat], view.scores[view.seat])
        self.header.right = Content.assemble((clock, "bold $gold"), f"{mine} ")
