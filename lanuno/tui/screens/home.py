"""The home screen: who I am, which tables there are, and what else one can do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lanuno.bots.strength import Strength
from lanuno.language import _
from lanuno.narration import labels, lobbies
from lanuno.narration.switches import otherwise
from lanuno.net.manners import Manners
from lanuno.net.text import PlayerName, TableName
from lanuno.player.usual import usual_rules
from lanuno.player.visit import Interrupted, Visit, interrupted_table
from lanuno.store.settings import PRACTICE_BOTS, Settings
from lanuno.tui import keys
from lanuno.tui.messages import (
    RefreshChosen,
    RulesChosen,
    SettingChosen,
    SweepChosen,
    VisitChosen,
)
from lanuno.tui.screens.forms import Field, Form
from lanuno.tui.widgets.button import Button
from lanuno.tui.widgets.cards import content, logo
from lanuno.tui.widgets.keybar import KeyBar
from lanuno.tui.widgets.line import Line
from lanuno.tui.widgets.speech import spoken
from lanuno.uno.size import size_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from lanuno.net.discovery import Found
    from lanuno.player.wish import Wish
    from lanuno.uno.rules import Rules


class TableList(OptionList):
    """The tables that can be joined; Enter sits down at the one that is highlighted, w looks on."""

    BINDINGS: ClassVar[list[BindingType]] = keys.TABLES

    class Watched(Message):
        """The player wants to look on at the table with the id *table*."""

        def __init__(self, table: str) -> None:
            super().__init__()
            self.table = table

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual passes them
        return action not in {"select", "watch"} or self.option_count > 0

    def action_watch(self) -> None:
        option = self.highlighted_option
        if option and option.id and not option.disabled:
            self.post_message(self.Watched(option.id))


class HomeScreen(Screen[None], inherit_bindings=False):
    """Where everything begins and ends."""

    BINDINGS: ClassVar[list[BindingType]] = keys.HOME
    AUTO_FOCUS = "TableList"

    player: reactive[PlayerName] = reactive(PlayerName(""))
    """What I am called."""
    notice: reactive[str | None] = reactive(None)
    """What the player should know just now: why something failed, what is waited for."""
    interrupted: reactive[Interrupted | None] = reactive(None, bindings=True)
    """The table that can be brought back; said when there is nothing else to say."""

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings()
        """What a table that I open begins with."""
        self.wish: Wish | None = None
        """What the player is waiting for."""
        self._found: tuple[Found, ...] = ()
        self._is_searching, self._is_sweeping = True, False
        self._who = Line(id="who")
        self._notice = Static(id="notice")
        self._tables = TableList(compact=True)
        self._empty = Static(id="empty")
        self._told = Static(id="told")
        self._problem = Static(id="problem")
        self._tagline = Static(id="tagline")
        self._panel = Vertical(classes="panel", id="tables")

    @property
    def rules(self) -> Rules:
        """By which a table plays that I open."""
        return usual_rules(self.settings)

    def compose(self) -> ComposeResult:
        yield Static(content(logo()), id="logo")
        yield self._tagline
        with Horizontal(id="ways-in"):
            for action, label in keys.WAYS_IN:
                yield Button(Content(_(label)), id=action, compact=True)
        with self._panel:
            yield self._tables
            yield self._empty
            yield self._problem
            yield self._told
        yield self._notice
        yield self._who
        yield KeyBar()

    def watch_player(self, player: str) -> None:
        self._who.left = Content(" ") + spoken(lobbies.greeting(player))

    def on_mount(self) -> None:
        self.retranslate()
        self.show((), None, searching=True)

    def retranslate(self) -> None:
        """Say what always stands here in the language that is spoken now."""
        self._tagline.update(Content(_(lobbies.TAGLINE)))
        self._panel.border_title = Content(_(lobbies.TABLES))
        for action, label in keys.WAYS_IN:
            self.query_one(f"#{action}", Button).label = Content(_(label))
        self.watch_player(self.player)
        self._show_empty()
        self._show_tables()

    def show(
        self,
        found: tuple[Found, ...],
        problem: str | None,
        *,
        searching: bool,
        sweeping: bool = False,
    ) -> None:
        """List the tables that were *found*; *problem* says why some may be missing."""
        self._found = found
        self._is_searching, self._is_sweeping = searching, sweeping
        self._show_tables()
        self._show_empty()
        self._problem.display = problem is not None
        self._problem.update(Content(lobbies.missing(problem) if problem else ""))
        fitting = self.wish.fitting(found, searching=searching) if self.wish else ()
        if len(fitting) == 1:
            self._join(fitting[0])
        elif fitting:
            self.notice = _(lobbies.CHOOSE_TABLE)
        elif self.wish:
            self.notice = lobbies.waiting_for(self.wish.name, self.wish.waits_at(found))
        if fitting:
            self.wish = None

    def on_resize(self) -> None:
        self._show_tables()

    def look_for_interrupted(self) -> None:
        """Offer to bring back the table whose program died, if there is one."""
        self.interrupted = None
        # What it cannot make out on the disk must not end the program.
        self.run_worker(
            self._look_for_interrupted(), group="interrupted", exclusive=True, exit_on_error=False
        )

    def watch_notice(self) -> None:
        self._show_notice()

    def watch_interrupted(self) -> None:
        self._show_notice()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual passes them
        return action != "resume" or self.interrupted is not None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        for table in self._found:
            if table.id == event.option.id:
                self._join(table)

    def on_option_list_option_highlighted(self) -> None:
        self._tell_rules()

    def on_table_list_watched(self, event: TableList.Watched) -> None:
        for table in self._found:
            if table.id == event.table:
                self._join(table, watch=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.call_later(self.run_action, str(event.button.id))

    def action_host(self) -> None:
        # Only for hosts.
        from lanuno.net.hosting import Hosting, any_table_name  # noqa: PLC0415
        from lanuno.tui.screens.hosting import HostForm  # noqa: PLC0415

        form = HostForm(self.settings, any_table_name())

        def host(texts: tuple[str, ...] | None) -> None:
            if texts:
                table, bots, target, access = texts
                hosting = Hosting(
                    table=TableName.of(table),
                    rules=replace(form.rules, target=lobbies.read_target(target)),
                    manners=manners_of(self.settings),
                    bots=lobbies.read_bots(bots),
                    strength=Strength(self.settings.strength),
                    private=access == lobbies.WITH_CODE,
                )
                self.post_message(RulesChosen(hosting.rules))
                self.post_message(VisitChosen(Visit(hosting=hosting)))

        self._ask(form, host)

    def action_practice(self) -> None:
        from lanuno.net.hosting import Hosting  # noqa: PLC0415 - only for hosts

        hosting = Hosting(
            table=TableName.of(_(lobbies.PRACTICE_TABLE)),
            rules=self.rules,
            bots=size_for((self.settings.bots or PRACTICE_BOTS) + 1, self.rules) - 1,
            strength=Strength(self.settings.strength),
            local=True,
        )
        self.post_message(VisitChosen(Visit(hosting=hosting, practice=True)))

    def action_address(self) -> None:
        def join(texts: tuple[str, ...] | None) -> None:
            if texts:
                visit = Visit(addresses=(lobbies.read_address(texts[0]),))
                self.post_message(VisitChosen(visit))

        field = Field(_(lobbies.ADDRESS), "", lobbies.read_address)
        self._ask(Form(_(lobbies.JOIN_FORM), _(lobbies.JOIN_HINT), (field,), _(labels.JOIN)), join)

    def ask_code(self, visit: Visit, hint: str) -> None:
        """Ask for the code of the private table of *visit*, and try again with it."""

        def join(texts: tuple[str, ...] | None) -> None:
            if texts:
                again = replace(visit, code=lobbies.read_typed_code(texts[0]))
                self.post_message(VisitChosen(again))

        field = Field(_(lobbies.CODE), "", lobbies.read_typed_code)
        self._ask(Form(_(lobbies.CODE_FORM), hint, (field,), _(labels.JOIN)), join)

    def action_name(self) -> None:
        def rename(texts: tuple[str, ...] | None) -> None:
            if texts:
                self.post_message(SettingChosen("name", texts[0]))

        field = Field(_(lobbies.NAME), self.player, lobbies.read_name)
        self._ask(
            Form(_(lobbies.NAME_FORM), _(lobbies.NAME_HINT), (field,), _(labels.DONE)), rename
        )

    def action_look_again(self) -> None:
        self.post_message(RefreshChosen())

    def action_history(self) -> None:
        # Most evenings go by without it.
        from lanuno.tui.screens.history import HistoryScreen  # noqa: PLC0415

        self.app.push_screen(HistoryScreen())  # pyright: ignore[reportUnknownMemberType]

    def action_sweep(self) -> None:
        self.post_message(SweepChosen())

    def action_resume(self) -> None:
        if self.interrupted:
            self.post_message(VisitChosen(Visit(resuming=self.interrupted.file)))
            self.interrupted = None

    async def _look_for_interrupted(self) -> None:
        self.interrupted = await asyncio.to_thread(interrupted_table)

    def _show_empty(self) -> None:
        """Say what to do while there is no table, or what is being done about it."""
        self._empty.display = self._is_sweeping or not self._found
        lines = lobbies.nothing_found(searching=self._is_searching, sweeping=self._is_sweeping)
        self._empty.update(Content("\n").join(map(Content, lines)))

    def _tell_rules(self) -> None:
        """Say what the selected table plays otherwise than others."""
        at = self._tables.highlighted
        info = self._found[at].info if at is not None and at < len(self._found) else None
        told = otherwise(info.rules) if info else ()
        self._told.display = bool(told)
        self._told.update(Content("\n").join(Content(f"{lobbies.CHANGED} {each}") for each in told))

    def _show_notice(self) -> None:
        notice = self.notice
        if notice is None and self.interrupted:
            notice = lobbies.interrupted(self.interrupted.name)
        self._notice.display = notice is not None
        self._notice.update(Content(notice or ""))

    def _join(self, table: Found, *, watch: bool = False) -> None:
        code = self.wish.code if self.wish else ""
        watch = watch or (self.wish is not None and self.wish.watch)
        visit = Visit(addresses=table.addresses, table=table.id, code=code, watch=watch)
        self.post_message(VisitChosen(visit))

    def _ask(self, form: Form, then: Callable[[tuple[str, ...] | None], None]) -> None:
        self.app.push_screen(form, then)  # pyright: ignore[reportUnknownMemberType]

    def _show_tables(self) -> None:
        selected = self._tables.highlighted
        chosen = self._tables.get_option_at_index(selected).id if selected is not None else None
        self._tables.clear_options()
        name_cells = TableName.cells_max if self.size.width >= _WIDE else TableName.cells_max // 2
        widest = max((cell_len(each.name) for each in self._found), default=0)
        name_cells = min(name_cells, widest)
        self._tables.add_options(_option(each, name_cells) for each in self._found)
        ids = [each.id for each in self._found]
        if ids:
            self._tables.highlighted = ids.index(chosen) if chosen in ids else 0
        self._tables.display = bool(ids)
        self._tell_rules()
        self.refresh_bindings()
        if ids and self.focused is None:
            # A list that was empty was hidden, and had lost the focus by that.
            self._tables.focus()


_WIDE = 80


def manners_of(settings: Settings) -> Manners:
    """What a table allows that somebody with *settings* opens."""
    return Manners(
        late=settings.late,
        spectators=settings.spectators,
        hints=settings.hints,
        chat=settings.talk,
    )


def _option(table: Found, name_cells: int) -> Option:
    # Whoever has found a table has loaded the protocol; the first frame does without.
    from lanuno.net.messages import PROTOCOL  # noqa: PLC0415

    name = Content.styled(table.name, "bold").truncate(name_cells, ellipsis=True, pad=True)
    if table.protocol not in {None, PROTOCOL}:
        state = lobbies.other_version(table.protocol or 0, PROTOCOL)
    elif not table.answers or table.info is None:
        state = lobbies.silent()
    else:
        return Option(Content.assemble(name, "  ", lobbies.table_state(table.info)), table.id)
    return Option(Content.assemble(name, "  ", state), table.id, disabled=True)
