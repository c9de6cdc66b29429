"""The app: owns the connections, and shows home, lobby or table."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events
from textual.app import App, SystemCommand
from textual.constants import TEXTUAL_ANIMATIONS
from textual.widgets import Input
from textual.worker import WorkerCancelled

from lanuno.errors import CodeNeeded, UserError, WrongCode
from lanuno.language import _, choose_language
from lanuno.narration import labels, lobbies, preferences
from lanuno.net.text import PlayerName
from lanuno.player.signals import on_signal
from lanuno.player.start import Host, JoinAddress, JoinTable, Practice, Resume, Start
from lanuno.player.usual import remembered
from lanuno.player.visit import Visit, open_table, remember, sit_down
from lanuno.store.settings import Loaded, Settings
from lanuno.tui import garbage, keys, messages
from lanuno.tui.lookout import Lookout
from lanuno.tui.looks import fewer_characters, remember_settings
from lanuno.tui.screens.dialog import Question
from lanuno.tui.screens.home import HomeScreen
from lanuno.tui.screens.palette import Palette
from lanuno.tui.screens.settings import SettingsScreen
from lanuno.tui.screens.small import TooSmall, is_too_small
from lanuno.tui.terminal import steady
from lanuno.tui.theme import THEMES, VARIABLES
from lanuno.tui.thrift import thrifty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import BindingType
    from textual.driver import Driver
    from textual.filter import LineFilter
    from textual.screen import Screen

    from lanuno.net.client import Said, Session
    from lanuno.tui.evening import Evening
    from lanuno.tui.widgets.keybar import KeyBar


NOTHING_SETTLED = Loaded(Settings())
TABLE_CSS_PATH = Path(__file__).with_name("table.tcss")
SETTLE_SECONDS = 1.0
"""So long after a screen came, all that it needs is there."""


class LanunoApp(App[UserError]):
    """Returns the error that kept it from doing what *start* asked for, if there was one."""

    TITLE = "lanuno"
    CSS_PATH = Path(__file__).with_name("lanuno.tcss")
    DEFAULT_MODE = "play"
    BINDINGS: ClassVar[list[BindingType]] = keys.APP
    HORIZONTAL_BREAKPOINTS = keys.WIDTHS
    VERTICAL_BREAKPOINTS = keys.HEIGHTS

    def __init__(self, start: Start, settled: Loaded = NOTHING_SETTLED) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.settings = settled.settings
        self._problems = tuple(map(preferences.fault, settled.faults))
        if self.settings.theme != "transparent":
            # A theme that is merely set before the app runs makes it read all styles twice again;
            # only one with the terminal's own colors changes more than styles.
            self.set_reactive(App.theme, self.settings.theme)
            self.stylesheet.set_variables(self.get_css_variables())
        self._dress()
        self.home = HomeScreen()
        # Classes that come with the first size make Textual style, lay out and paint all again.
        self.home.add_class(*keys.room(self.size), update=False)
        self.home.settings = self.settings
        self.home.player = PlayerName.of(start.name)
        self.evening: Evening | None = None
        """What goes on at the table where the player sits."""
        self._start: Start | None = start
        self._lookout = Lookout()
        self._quits = False
        self._waiting: list[Callable[[], None]] = []

    def get_driver_class(self) -> type[Driver]:
        return thrifty(steady(super().get_driver_class()))

    def get_default_screen(self) -> HomeScreen:
        return self.home

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *fewer_characters(self.settings)]

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            # In a field any letter is what it is, also in one that is about to have the focus.
            field = self.focused or self.screen.AUTO_FOCUS
            if not (field == "Input" or isinstance(field, Input)):
                event = keys.latin(event)
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "at_table" and parameters[0] in {"say", "react"}:
            return self.evening is None or self.evening.may_talk
        return super().check_action(action, parameters)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for key, binding, node in keys.active(screen):
            action = partial(self.run_action, binding.action, node)
            yield SystemCommand(_(binding.description), key, action)

    def on_mount(self) -> None:
        # The first screen of a mode that is known makes Textual read all styles again: the home
        # screen was there before. Textual does not say what kind of screens a mode has.
        self.add_mode("play", self.get_default_screen)  # pyright: ignore[reportUnknownMemberType]
        self.add_mode("small", TooSmall)  # pyright: ignore[reportUnknownMemberType]
        # Nobody meant a closed window or a shutdown to end a game.
        on_signal(partial(self.call_later, self._break_off), "SIGHUP", "SIGINT", "SIGTERM")
        # Discovery takes a while to import, and most styles to read: first the screen is painted.
        self.call_after_refresh(self._read_styles)
        self.call_after_refresh(self._begin)

    def on_resize(self) -> None:
        # Textual takes note of the new size after this; with the old one the screens of the
        # two modes would go on telling each other different sizes for ever.
        self.call_later(self._fit)

    def show(self, screen: Screen[None] | None = None) -> None:
        """Put *screen* over the home screen, in place of everything that lies there."""
        if len(self.screen_stack) > 1:
            garbage.clear()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if screen:
            self.push_screen(screen)
        self.set_timer(SETTLE_SECONDS, garbage.settle)

    def on_requested(self, message: messages.Requested) -> None:
        if self.evening:
            self.evening.send(message.request)

    def on_visit_chosen(self, message: messages.VisitChosen) -> None:
        self._sit_down(message.visit)

    def on_rules_chosen(self, message: messages.RulesChosen) -> None:
        self._settle(remembered(message.rules))

    def on_setting_chosen(self, message: messages.SettingChosen) -> None:
        self._settle({message.setting: message.value})
        self._dress()
        if message.setting == "name" and message.value:
            self.home.player = PlayerName.of(str(message.value))
        if message.setting == "language":
            choose_language(self.settings.language)
            self._retranslate()

    def on_turn_came(self, message: messages.TurnCame) -> None:
        if message.mine and self.settings.bell:
            self.bell()
        if self.settings.title:
            self._entitle(labels.window_title(message.who, mine=message.mine))

    def on_refresh_chosen(self) -> None:
        self._lookout.refresh()

    def on_sweep_chosen(self) -> None:
        self.run_worker(self._lookout.sweep())

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        self.simulate_key(message.key)

    def on_leave_chosen(self) -> None:
        self.action_leave()

    def action_leave(self) -> None:
        question = self.evening.leave_question() if self.evening else None
        if question:
            self.push_screen(question, self._leave)
        else:
            self._leave("leave")

    def action_help(self) -> None:
        # It knows all rules and what is said of them: nothing for the first frame.
        from lanuno.tui.screens.help import Help  # noqa: PLC0415

        if isinstance(self.screen, Help):
            return
        rules = self.evening.rules if self.evening else None
        listed = keys.listed(self.screen.BINDINGS)
        self.push_screen(Help(listed, rules or self.home.rules, at_table=rules is not None))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_settings(self) -> None:
        if not isinstance(self.screen, SettingsScreen):
            self._open_settings()

    def action_at_table(self, what: str) -> None:
        if self.evening:
            self.evening.do(what)

    async def action_quit(self) -> None:
        asked = isinstance(self.screen, (Question, TooSmall))
        if self.evening and self.evening.leave_question() and not asked:
            self._quits = True
            self.action_leave()
        else:
            await self._go()

    def end_evening(self, notice: str | None = None) -> None:
        """Hang up, go home, and look for tables again; or quit, if that was meant by it."""
        scores = self.evening.last_scores() if self.evening else None
        self.evening = None
        if self.settings.title:
            self._entitle(labels.window_title(None, mine=False))
        # Whoever leaves while the table is lost looks for it no more.
        self._look_no_more()
        if self._quits:
            self.call_later(self._go)
            return
        self.show()
        if scores:
            self.push_screen(scores)
        self.home.notice = notice
        self.home.look_for_interrupted()
        self.run_worker(self._search(), exclusive=True)

    def _entitle(self, title: str) -> None:
        # Textual has no call for it; the Linux console has no title.
        if self._driver and os.environ.get("TERM") != "linux":
            self._driver.write(f"\x1b]2;{title}\x07")

    def _dress(self) -> None:
        """Look as the settings say."""
        self.theme = self.settings.theme
        self.animation_level = TEXTUAL_ANIMATIONS if self.settings.animations else "none"
        self.refresh_css(animate=False)

    def _retranslate(self) -> None:
        """Say everything that is on the screens in the language that is spoken now."""
        for screen in self.screen_stack:
            getattr(screen, "retranslate", lambda: None)()
        if isinstance(self.screen, SettingsScreen):
            self.pop_screen()
            self._open_settings(at="language")

    def _open_settings(self, at: str | None = None) -> None:
        screen = SettingsScreen(self.settings, self._problems, at=at)
        screen.set_class(self.evening is not None and self.evening.has_begun, "-over-hand")
        self.push_screen(screen)

    def _settle(self, changed: dict[str, Any]) -> None:
        self.settings = self.home.settings = replace(self.settings, **changed)
        if self.evening:
            self.evening.settings = self.settings
        if problem := remember_settings(changed):
            told = preferences.not_remembered(problem)
            if isinstance(self.screen, SettingsScreen):
                self.screen.say(told)
            else:
                self.notify(told, severity="warning", timeout=10, markup=False)

    async def _break_off(self, number: int) -> None:
        if self.evening:
            self.evening.suspend()
        await self._go(128 + number)

    async def _go(self, code: int = 0) -> None:
        """End the app once a table of ours has told its guests, and discovery the network."""
        self.workers.cancel_all()
        for worker in list(self.workers):
            with suppress(WorkerCancelled):
                await worker.wait()
        self.exit(return_code=code)

    def _fit(self) -> None:
        self.switch_mode("small" if is_too_small(self.size) else "play")
        self._catch_up()

    def _read_styles(self) -> None:
        self.stylesheet.read(TABLE_CSS_PATH)
        self.stylesheet.parse()

    def _begin(self) -> None:
        garbage.settle()
        # The first frame is painted, and most people read it for longer than this takes.
        from lanuno.net.calling import load_proofs  # noqa: PLC0415
        from lanuno.player.wish import Wish  # noqa: PLC0415

        self.run_worker(asyncio.to_thread(load_proofs), group="ahead")
        start, self._start = self._start, None
        match start:
            case Host(hosting=hosting):
                self._sit_down(Visit(hosting=hosting), fatal=True)
            case Practice(hosting=hosting):
                self._sit_down(Visit(hosting=hosting, practice=True), fatal=True)
            case Resume(file=file):
                self._sit_down(Visit(resuming=file), fatal=True)
            case JoinAddress(address=address, code=code, watch=watch):
                self._sit_down(Visit(addresses=(address,), code=code, watch=watch), fatal=True)
            case JoinTable(table=table, code=code, watch=watch):
                self.home.wish = Wish(table, code, watch=watch)
                self.end_evening(lobbies.waiting_for(table))
            case _:
                self.end_evening("\n".join(self._problems) or None)

    def _sit_down(self, visit: Visit, *, fatal: bool = False) -> None:
        self.home.wish = None
        self.home.notice = _(lobbies.JOINING)
        self.run_worker(self._spend_evening(visit, fatal=fatal), exclusive=True)

    async def _spend_evening(self, visit: Visit, *, fatal: bool) -> None:
        # Lobby and table are loaded when the home screen has long been seen.
        from lanuno.tui.evening import Evening  # noqa: PLC0415

        evening = None
        try:
            async with AsyncExitStack() as stack:
                opened = await stack.enter_async_context(open_table(visit))
                sitting = sit_down(visit, self.home.player, opened)
                session = await stack.enter_async_context(sitting)
                remember(visit)
                evening = Evening(
                    session,
                    opened,
                    self.show,
                    self.settings,
                    practice=visit.practice,
                )
                self.evening = evening
                async for said in session:
                    if not opened:
                        self._follow(session, said)
                    evening.keeping.hear(said)
                    self._when_there_is_room(partial(evening.hear, said))
        except CodeNeeded:
            self._ask_code(visit, _(lobbies.CODE_HINT))
        except WrongCode as error:
            self._ask_code(visit, str(error))
        except UserError as error:
            end = partial(self.exit, error) if fatal else partial(self.end_evening, str(error))
            self._when_there_is_room(end)
        else:
            self._when_there_is_room(lambda: self.end_evening(evening.farewell))
        finally:
            if evening:
                await evening.keeping.finish()

    def _follow(self, session: Session, said: Said) -> None:
        """While the table is lost, find out under which addresses it is heard of now."""
        from lanuno.net.client import Lost, Restored  # noqa: PLC0415 - see `_spend_evening`

        if isinstance(said, Lost):
            self.run_worker(self._lookout.look_for(session), group="lost", exclusive=True)
        elif isinstance(said, Restored):
            self._look_no_more()

    def _look_no_more(self) -> None:
        self.workers.cancel_group(self, "lost")  # pyright: ignore[reportUnknownMemberType]

    def _ask_code(self, visit: Visit, hint: str) -> None:
        def ask() -> None:
            self.end_evening()
            self.home.ask_code(visit, hint)

        self._when_there_is_room(ask)

    async def _search(self) -> None:
        await self._lookout.show_on(self.home)

    def _leave(self, answer: str | None) -> None:
        self._quits = self._quits and answer in {"leave", "close"}
        if self.evening and self.evening.answer_leave(answer):
            self.end_evening()

    def _when_there_is_room(self, step: Callable[[], None]) -> None:
        """Do *step* now, or when the window is big enough again for what it shows."""
        self._waiting.append(step)
        self._catch_up()

    def _catch_up(self) -> None:
        while self._waiting and self.current_mode == "play":
            self._waiting.pop(0)()
