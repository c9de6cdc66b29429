"""The real app at a table where the real engine answers, with no network in between."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

from msgspec.structs import replace
from textual.events import Key
from textual.keys import _character_to_key
from textual.strip import Strip

from lanuno.net.messages import Act, ActionRefused, Chair, Lobby, Update, Welcome
from lanuno.net.messages import Stage as When
from lanuno.net.text import PlayerName, TableName
from lanuno.player.start import Home
from lanuno.store.settings import Loaded, Settings
from lanuno.tui.app import LanunoApp
from lanuno.tui.evening import Evening
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.actions import IllegalAction

NAMES = ("Ana", "Boris", "Ceca", "Đorđe", "Ema", "Filip", "Goca", "Hana", "Ivan", "Jana")
SECONDS_MAX = 30
ROUNDS = 6
"""As many as the longest chain of messages has links, from a key to what the table answers."""
ROUNDS_MORE = 100


class Staged(LanunoApp):
    """Does not look for tables on the network of whoever runs the tests."""

    async def _search(self) -> None:
        self.home.show((), None, searching=False)


class Desk:
    """Seat *me* of *game*: keeps what is asked, and lets the engine answer what is acted."""

    welcome = Welcome("0123456789abcdef", TableName("Kitchen"))
    name = PlayerName("Ana")

    def __init__(self, game, me):
        self.game = game
        self.me = me
        self.asked = []
        self.evening = None

    @property
    def acted(self):
        """The actions that were asked for."""
        return [each.action for each in self.asked if isinstance(each, Act)]

    def send(self, request):
        self.asked.append(request)
        if isinstance(request, Act):
            self.do(self.me, request.action)

    def do(self, seat, action):
        """Let *seat* act, and tell about it."""
        try:
            events = self.game.apply(seat, action)
        except IllegalAction as error:
            self.evening.hear(ActionRefused(error.reason))
        else:
            self.show(events)

    def show(self, events=(), **changes):
        """Tell how the game stands, with some fields of the view changed."""
        view = replace(self.game.look(self.me), **changes)
        self.hear(Update(view, tuple(events)))

    def hear(self, said):
        """Let it be heard as the app lets it."""
        self.evening.keeping.hear(said)
        self.evening.hear(said)


class Seat:
    """What a test does at the table."""

    def __init__(self, app, pilot, desk=None):
        self.app = app
        self.pilot = pilot
        self.desk = desk

    @property
    def table(self):
        return next(each for each in self.app.screen_stack if isinstance(each, TableScreen))

    async def sit(self, game, *, me=0, names=NAMES, **changes):
        """Sit down on seat *me* of *game*, leaving whatever table there was before."""
        self.desk = desk = Desk(game, me)
        desk.evening = Evening(desk, None, self.app.show, self.app.settings, practice=False)
        self.app.evening = desk.evening
        desk.hear(lobby_of(len(game.hands), me=me, rules=game.rules, names=names))
        desk.show(game.events, **changes)
        await self.settle()

    async def press(self, *keys):
        """Press *keys*; a single character is typed as itself."""
        for key in keys:
            named = _character_to_key(key) if len(key) == 1 else key
            self.app.post_message(Key(named, key if len(key) == 1 else None))
            await self.settle()

    async def click(self, where=None, **options):
        await self.pilot.click(where, **options)
        await self.settle()

    async def settle(self):
        """
        Let every message, and those that it leads to, arrive, and the screen be laid out.

        The pilot's own way to do that watches how busy the processor is, which takes long
        and says little on a machine that does other things too.
        """
        for _ in range(ROUNDS):
            await self._round()
        for _ in range(ROUNDS_MORE):
            # A screen that has just come has no size on a busy machine.
            if self.app.screen._compositor.size:
                break
            await self._round()

    async def _round(self):
        await self.pilot._wait_for_screen()
        self.app.screen._on_timer_update()

    async def until(self, holds):
        """Wait until *holds()*; AssertionError, with what is on the screen, if that never comes."""
        try:
            async with asyncio.timeout(SECONDS_MAX):
                while not holds():
                    await self.settle()
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"{self.app.screen}\n{self.text()}") from None

    def text(self):
        """What is to be read on the whole screen."""
        update = self.app.screen._compositor.render_update(
            full=True, screen_stack=self.app._background_screens
        )
        return "\n".join(Strip.join(row).text for row in update.strips)


def lobby_of(players, *, me=0, stage=When.PLAYING, rules=None, names=NAMES, **chair):
    chairs = tuple(Chair(PlayerName.of(name), **chair) for name in names[:players])
    return Lobby(stage, rules, chairs, me, 0)


@asynccontextmanager
async def home(*, size=(80, 24), name="Ana", start=None, settings=None, toasts=False):
    """The home screen, or what *start* asks for."""
    settled = settings if isinstance(settings, Loaded) else Loaded(settings or Settings())
    app = Staged(start or Home(name), settled)
    async with app.run_test(size=size, notifications=toasts) as pilot:
        seat = Seat(app, pilot)
        await seat.settle()
        yield seat


@asynccontextmanager
async def sitting(game, *, size=(80, 24), toasts=False, **options):
    """At the table, as `Seat.sit` says."""
    async with home(size=size, toasts=toasts) as seat:
        await seat.sit(game, **options)
        yield seat
