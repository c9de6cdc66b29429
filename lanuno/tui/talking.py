"""What is said at the table besides the game: type it, choose it, show it, or do not hear it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, cast

from lanuno.language import _
from lanuno.narration import faults, talk
from lanuno.net.messages import Why
from lanuno.net.talk import Expression, React, Reacted, Say, Spoke
from lanuno.net.text import ChatText
from lanuno.player.muting import Muting
from lanuno.tui.screens.talk import Menu, SayLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    from lanuno.narration.sentence import Sentence
    from lanuno.net.messages import Lobby, Request
    from lanuno.tui.screens.lobby import LobbyScreen
    from lanuno.tui.screens.table import TableScreen

KEPT = 20
"""How many of the last things said the next screen shows too."""
TOAST_SECONDS = 6


class Talking:
    """Mutable: who is muted, and what was said last; *send* asks the table."""

    def __init__(self, send: Callable[[Request], None]) -> None:
        self.screen: LobbyScreen | TableScreen | None = None
        """Where the evening is now."""
        self._send = send
        self._muting = Muting()
        self._last: deque[Sentence] = deque(maxlen=KEPT)

    def show_on(self, screen: LobbyScreen | TableScreen, show: Callable[[], None]) -> None:
        """The evening goes on on *screen* after *show*; a line that is being typed stays open."""
        typing = self._typing
        self.screen = screen
        show()
        screen.hear_talk(self._last)
        if typing:
            self._type(typing.draft)

    def hear(self, heard: Spoke | Reacted, lobby: Lobby | None, *, chat: bool) -> None:
        """Show what somebody said, unless they are muted or *chat* is switched off."""
        if lobby is None or not self._muting.hears(heard, lobby, chat=chat):
            return
        sentence = talk.told(heard, [chair.name for chair in lobby.chairs])
        self._last.append(sentence)
        if self.screen:
            self.screen.hear_talk([sentence])
            self.screen.show_talk(heard.seat, talk.words(heard))
            if not isinstance(self._app.screen, (type(self.screen), SayLine)):
                # Something lies on top of the screen, such as a result.
                self._app.notify(sentence, timeout=TOAST_SECONDS, markup=False)

    def open(self, what: str, lobby: Lobby | None) -> None:
        """Begin to "say" or "react" something, or to "mute" somebody."""
        if self.screen is None or isinstance(self._app.screen, (SayLine, Menu)):
            return
        match what:
            case "say" | "react" if lobby and lobby.you is None:
                self.screen.say(faults.refused(Why.NOT_SEATED))
            case "say" if lobby and not lobby.manners.chat:
                self.screen.say(faults.refused(Why.NO_CHAT))
            case "say":
                self._type()
            case "react":
                labels = (_(each) for each in talk.EXPRESSIONS.values())
                self._app.push_screen(Menu(_(talk.REACT), labels), self._react)
            case _:
                self._choose_whom_to_mute(lobby)

    @property
    def _app(self) -> App[object]:
        assert self.screen
        return cast("App[object]", self.screen.app)  # pyright: ignore[reportUnknownMemberType]

    @property
    def _typing(self) -> SayLine | None:
        top = self._app.screen if self.screen else None
        return top if isinstance(top, SayLine) else None

    def _type(self, draft: str = "") -> None:
        self._app.push_screen(SayLine(draft), self._say)

    def _say(self, text: str | None) -> None:
        if text and self.screen and self.screen.trouble.is_lost:
            # Nobody would hear it: it waits in its line.
            self._type(text)
        elif text:
            self._send(Say(ChatText.of(text)))

    def _react(self, place: int | None) -> None:
        if place is not None:
            self._send(React(list(Expression)[place]))

    def _choose_whom_to_mute(self, lobby: Lobby | None) -> None:
        chairs = enumerate(lobby.chairs if lobby else ())
        names = [
            chair.name
            for seat, chair in chairs
            if lobby and seat != lobby.you and not (chair.bot or chair.gone)
        ]
        if not names:
            if self.screen:
                self.screen.say(_(talk.NOBODY_TO_MUTE))
            return

        def change(place: int | None) -> None:
            if place is not None:
                self._mute(names[place])

        marked = [talk.mark(name, is_muted=self._muting.is_muted(name)) for name in names]
        self._app.push_screen(Menu(_(talk.WHOM_TO_MUTE), marked), change)

    def _mute(self, name: str) -> None:
        is_muted = not self._muting.is_muted(name)
        self._muting.set(name, is_muted=is_muted)
        if self.screen:
            self.screen.say(talk.muted(name, is_muted=is_muted))
