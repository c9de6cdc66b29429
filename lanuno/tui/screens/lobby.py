"""The lobby: who sits where, by which rules, and how others can join."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lanuno.bots.strength import Strength
from lanuno.language import _
from lanuno.narration import departures, labels, lobbies
from lanuno.narration.company import around
from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import (
    AddBot,
    Dismiss,
    Join,
    Lobby,
    Move,
    Remove,
    SetRules,
    Start,
)
from lanuno.net.text import PlayerName
from lanuno.player import company
from lanuno.store.settings import Settings
from lanuno.tui import keys
from lanuno.tui.messages import Requested, RulesChosen
from lanuno.tui.screens.dialog import ask_for_reason
from lanuno.tui.screens.forms import Field, Form
from lanuno.tui.screens.manners import MannersDialog
from lanuno.tui.screens.rules import RulesForm
from lanuno.tui.widgets.keybar import KeyBar
from lanuno.tui.widgets.line import Line, Prompt
from lanuno.tui.widgets.story import SAID, Story
from lanuno.tui.widgets.trouble import TroubleBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from lanuno.narration.sentence import Sentence
    from lanuno.net.address import Address
    from lanuno.net.messages import Chair, Newcomer
    from lanuno.uno.rules import Rules


class LobbyScreen(Screen[None], inherit_bindings=False):
    """Before the game, at a table called *table*."""

    BINDINGS: ClassVar[list[BindingType]] = keys.LOBBY
    AUTO_FOCUS = "OptionList"

    lobby: reactive[Lobby | None] = reactive(None, init=False)
    addresses: reactive[tuple[Address, ...]] = reactive((), init=False)
    """Where others can join, as far as this machine knows; for the host alone."""
    problem: reactive[str | None] = reactive(None, init=False)
    """Why others may not find the table by themselves."""

    code: reactive[str | None] = reactive(None, init=False)
    """What others need to come in, as they see it; for the host of a private table alone."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.header = Line(id="header")
        self.trouble = TroubleBar()
        self.prompt = Prompt()
        self._chairs = OptionList(id="chairs", compact=True)
        self._rules = Static()
        self._ways = Static()
        self._talk = Story()
        self._talk.display = False
        self._table = table
        self.player = PlayerName("?")
        """What I would be called with a seat."""
        self.settings = Settings()

    def on_option_list_option_highlighted(self) -> None:
        self.refresh_bindings()

    def compose(self) -> ComposeResult:
        yield self.header
        yield self.trouble
        with Horizontal(id="lobby"):
            with Vertical(classes="panel", id="seats"):
                yield self._chairs
                yield self._talk
            with Vertical(id="about"):
                with VerticalScroll(classes="panel", id="rules", can_focus=False):
                    yield self._rules
                with VerticalScroll(classes="panel", id="ways", can_focus=False):
                    yield self._ways
        yield self.prompt
        yield KeyBar(rows=2)

    def on_mount(self) -> None:
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        for panel, title in _PANELS.items():
            self.query_one(f"#{panel}").border_title = Content(_(title))
        self._show_all()

    def say(self, sentence: str) -> None:
        """Show *sentence* in the prompt until something changes."""
        self.prompt.show(_(lobbies.LOBBY), sentence, (), mine=False)

    def hear_talk(self, sentences: Iterable[Sentence]) -> None:
        """Add what was said under the chairs."""
        if said := tuple(sentences):
            self._talk.display = True
            self._talk.tell(said, SAID)

    def show_talk(self, seat: int, words: str) -> None:
        """Nothing more: there are no plates here."""

    def watch_lobby(self) -> None:
        self._show_all()

    def watch_addresses(self) -> None:
        self._show_all()

    def watch_problem(self) -> None:
        self._show_all()

    def watch_code(self) -> None:
        self._show_all()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only the leader can set up the table; watchers are never ready, but may sit down."""
        if action in {"start", "add_bot", "remove", "preset", "length", "manners", "move"}:
            return self._leads
        if action == "strength":
            return self._leads and self._bot is not None
        if action == "join_in":
            return bool(self.lobby and self.lobby.you is None and self.lobby.newcomer is None)
        if action == "ready":
            return bool(self.lobby and self.lobby.you is not None)
        return True

    def action_start(self) -> None:
        self.post_message(Requested(Start()))

    def action_ready(self) -> None:
        if self.lobby and self._me:
            self.post_message(Requested(company.ready(self.lobby)))

    def action_add_bot(self) -> None:
        self.post_message(Requested(AddBot(Strength(self.settings.strength))))

    def action_join_in(self) -> None:
        self.post_message(Requested(Join(self.player)))

    def action_move(self, by: int) -> None:
        seat = self._chairs.highlighted
        if self.lobby and seat is not None and 0 <= seat + by < len(self.lobby.chairs):
            self._chairs.highlighted = seat + by
            self.post_message(Requested(Move(seat, seat + by)))

    def action_strength(self) -> None:
        if (seat := self._bot) is not None and self.lobby:
            self.post_message(Requested(company.next_strength(self.lobby, seat)))

    def action_manners(self) -> None:
        if self.lobby:
            self.app.push_screen(MannersDialog(self.lobby.manners))  # pyright: ignore[reportUnknownMemberType]

    def action_remove(self) -> None:
        seat = self._chairs.highlighted
        if self.lobby is None or seat is None:
            return
        if seat == self.lobby.you:
            self.say(_(lobbies.CHOOSE_ANOTHER))
        elif seat < len(self.lobby.chairs) and self.lobby.chairs[seat].bot:
            self.post_message(Requested(Remove(seat)))
        elif name := self._name_at(seat):
            self._ask_before_removing(seat, name)

    def _ask_before_removing(self, place: int, name: str) -> None:
        def remove(answer: str | None) -> None:
            # Others may have come and gone meanwhile; it must still be the same player.
            if answer is None or self.lobby is None or self._name_at(place) != name:
                return
            why, chairs = departures.reason(answer), len(self.lobby.chairs)
            request = Remove(place, why) if place < chairs else Dismiss(place - chairs, why)
            self.post_message(Requested(request))

        question = ask_for_reason(departures.removal(name))
        self.app.push_screen(question, remove)  # pyright: ignore[reportUnknownMemberType]

    def _name_at(self, place: int) -> str | None:
        """Who stands in the list at *place*: those who sit here, then those who wait."""
        lobby = self.lobby
        listed = (*lobby.chairs, *lobby.newcomers) if lobby else ()
        return listed[place].name if place < len(listed) else None

    def action_preset(self) -> None:
        if self.lobby:
            form = RulesForm(self.lobby.rules)
            self.app.push_screen(form, self._change)  # pyright: ignore[reportUnknownMemberType]

    def action_length(self) -> None:
        if self.lobby is None:
            return
        rules = self.lobby.rules
        field = Field(_(lobbies.TARGET), str(rules.target), lobbies.read_target)

        def change(texts: tuple[str, ...] | None) -> None:
            if texts:
                self._change(replace(rules, target=lobbies.read_target(texts[0])))

        form = Form(_(lobbies.LENGTH), _(lobbies.TARGET_HINT), (field,), _(labels.DONE))
        self.app.push_screen(form, change)  # pyright: ignore[reportUnknownMemberType]

    def _change(self, rules: Rules | None) -> None:
        if self.lobby and rules and rules != self.lobby.rules:
            self.post_message(Requested(SetRules(rules)))
            self.post_message(RulesChosen(rules))

    @property
    def _bot(self) -> int | None:
        """The seat of the bot that is selected."""
        seat, chairs = self._chairs.highlighted, self.lobby.chairs if self.lobby else ()
        return seat if seat is not None and seat < len(chairs) and chairs[seat].bot else None

    @property
    def _me(self) -> Chair | None:
        if self.lobby is None or self.lobby.you is None:
            return None
        return self.lobby.chairs[self.lobby.you]

    @property
    def _leads(self) -> bool:
        return self.lobby is not None and company.leads(self.lobby)

    def _show_all(self) -> None:
        lobby = self.lobby
        if lobby is None:
            return
        self.header.left = Content.styled(f" {self._table}", "bold")
        seated = lobbies.seated(len(lobby.chairs), SEATS_MAX)
        self.header.right = Content(f"{labels.with_company(seated, around(lobby))} ")
        self._show_chairs(lobby)
        sentences = (
            lobbies.called(lobby.rules),
            *lobbies.rules_told(lobby.rules),
            *(f"· {each}" for each in lobbies.exceptions(lobby.manners)),
        )
        self._rules.update(Content("\n").join(map(Content, sentences)))
        addresses = tuple(map(str, self.addresses))
        ways = lobbies.ways_in(self._table, addresses, self.problem, self.code)
        self._ways.update(Content("\n").join(map(Content, ways)))
        self.prompt.show(
            _(lobbies.LOBBY), lobbies.prompt(lobby), (), mine=self._leads and len(lobby.chairs) > 1
        )
        self.refresh_bindings()

    def _show_chairs(self, lobby: Lobby) -> None:
        selected = self._chairs.highlighted or 0
        self._chairs.clear_options()
        names = max((cell_len(chair.name) for chair in lobby.chairs), default=0)
        self._chairs.add_options(
            Option(_chair(seat, chair, lobby, names)) for seat, chair in enumerate(lobby.chairs)
        )
        self._chairs.add_options(
            Option(_newcomer(each, is_me=place == lobby.newcomer))
            for place, each in enumerate(lobby.newcomers)
        )
        if self._chairs.option_count:
            self._chairs.highlighted = min(selected, self._chairs.option_count - 1)


_PANELS = {"seats": lobbies.SEATS, "rules": lobbies.RULES, "ways": lobbies.HOW_TO_JOIN}


def _chair(seat: int, chair: Chair, lobby: Lobby, name_cells: int) -> Content:
    marks = lobbies.marks(
        chair,
        is_me=seat == lobby.you,
        is_leader=seat == lobby.leader,
        partner=lobbies.partner(lobby, seat),
    )
    name = Content.styled(chair.name, "bold").truncate(name_cells, pad=True)
    return Content.assemble(f"{seat + 1:>2}  ", name, "  ", ", ".join(marks))


def _newcomer(newcomer: Newcomer, *, is_me: bool) -> Content:
    name = Content.styled(newcomer.name, "bold")
    return Content.assemble("    ", name, "  ", ", ".join(lobbies.waits(newcomer, is_me=is_me)))
