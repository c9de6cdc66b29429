"""What goes on at the table where the player sits: put it on the right screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanuno.language import _
from lanuno.narration import company, departures, faults, labels
from lanuno.net.client import GaveUp, Lost, Restored, Weak, Well
from lanuno.net.keeping import Keeping
from lanuno.net.messages import (
    ActionRefused,
    Advice,
    Alive,
    Closed,
    Confirmed,
    End,
    Guessed,
    Hello,
    Leave,
    Lobby,
    Proven,
    Refused,
    Stage,
    Start,
    Stop,
    TableInfo,
    Update,
    Welcome,
)
from lanuno.net.talk import Reacted, Spoke
from lanuno.player import moves
from lanuno.player.company import is_another_game
from lanuno.tui import showing
from lanuno.tui.screens.dialog import Answer, Dialog, Question
from lanuno.tui.screens.lobby import LobbyScreen
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.table import TableScreen
from lanuno.tui.talking import Talking

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.net.client import Said, Session
    from lanuno.net.hosting import OpenTable
    from lanuno.store.settings import Settings
    from lanuno.uno.rules import Rules


class Evening:
    """Mutable: the last that was heard, and the screen that shows it."""

    def __init__(
        self,
        session: Session,
        opened: OpenTable | None,
        show: Callable[[LobbyScreen | TableScreen], None],
        settings: Settings,
        *,
        practice: bool,
    ) -> None:
        self.send = session.send
        self._player = session.name
        self.farewell: str | None = None
        """Why the table has hung up, if the player does not know."""
        self._table = session.welcome.name
        self._opened = opened
        self._show = show
        self._settings = settings
        self._practice = practice
        self._lobby: Lobby | None = None
        self._screen: LobbyScreen | TableScreen | None = None
        self._is_back = False
        """The connection was lost, and what comes next tells how things stand now."""
        self._told_problem: str | None = None
        self._talking = Talking(self.send)
        self.keeping = Keeping(session.welcome.table, self._table, opened, self._tell_trouble)

    @property
    def has_begun(self) -> bool:
        """Whether a game is on the screen."""
        return isinstance(self._screen, TableScreen)

    @property
    def rules(self) -> Rules | None:
        """The rules in force, once they are known."""
        return self._lobby.rules if self._lobby else None

    @property
    def settings(self) -> Settings:
        """What its screens go by."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        if self._screen:
            self._screen.settings = settings

    def hear(self, said: Said) -> None:
        """Show what *said* changes."""
        match said:
            case Lobby():
                self._hear_lobby(said)
            case Update():
                self._hear_update(said)
            case ActionRefused(reason=reason):
                self._say(faults.not_allowed(reason))
            case Refused(why=why):
                self._say(faults.refused(why))
            case Weak() | Lost():
                self._show_trouble(said)
            case Well():
                self._show_trouble(None)
            case Restored():
                self._is_back = True
                self._show_trouble(None)
            case Closed():
                self.farewell = None if said.end is End.LEFT else faults.closed(said)
            case GaveUp():
                self.farewell = faults.gave_up()
            case Advice():
                if isinstance(self._screen, TableScreen):
                    self._screen.advise(said)
            case Guessed(wrong=wrong):
                self._say(faults.guessed(wrong))
            case Spoke() | Reacted():
                self._talking.hear(said, self._lobby, chat=self._settings.chat)
            case Alive() | Hello() | Proven() | Confirmed() | Welcome() | TableInfo():
                pass

    def do(self, what: str) -> None:
        """Do at the table what cannot wait, or say something, whatever dialog is open."""
        if what in {"say", "react", "mute"}:
            self._talking.open(what, self._lobby)
        elif isinstance(self._screen, TableScreen) and what in moves.URGENT:
            self._screen.urgent(what)
        elif isinstance(self._screen, TableScreen):
            self._screen.call_later(self._screen.run_action, what)

    @property
    def may_talk(self) -> bool:
        """Whether the others hear me: those do who sit at the table."""
        return self._lobby is None or self._lobby.you is not None

    def suspend(self) -> None:
        """The program ends, and nobody has asked for it: a game of ours can be resumed."""
        if self._opened and not self._practice:
            self._opened.suspend()

    def leave_question(self) -> Question[str] | None:
        """What to ask before leaving; None when nothing is lost by it."""
        lobby, hosts = self._lobby, self._opened is not None
        parting = departures.parting(lobby, hosts=hosts, practices=self._practice)
        if parting is None or lobby is None or lobby.you is None:
            return None
        answers = [Answer(key, label, result) for key, label, result in parting.answers]
        if lobby.stage is Stage.PLAYING and not self._practice:
            key, label = departures.agreement(stop=lobby.chairs[lobby.you].stop)
            answers.append(Answer(key, label, "agree"))
        return Question(parting.title, parting.sentences, answers)

    def answer_leave(self, answer: str | None) -> bool:
        """Do what was chosen; whether the evening is over with it."""
        lobby = self._lobby
        if lobby is None or lobby.you is None:
            if lobby and lobby.newcomer is not None:
                self.send(Leave())
            return True
        match answer:
            case "agree":
                self.send(Stop(not lobby.chairs[lobby.you].stop))
            case "leave" if self._screen and not self._screen.trouble.is_lost:
                # The table answers with a goodbye, and that ends the evening.
                self.send(Leave())
            case "leave" | "close":
                return True
            case _:
                pass
        return False

    def last_scores(self) -> Dialog[Any] | None:
        """The finished rounds of a game that was on when the table hung up, if there are any."""
        view = self._screen.view if isinstance(self._screen, TableScreen) else None
        if view is None or self._lobby is None or self.farewell is None:
            return None
        finished = view.round if showing.is_over(view) else view.round - 1
        if not finished:
            return None
        result = Result(
            departures.standing(finished),
            (self.farewell,),
            None,
            (Answer("enter,q", _(labels.CLOSE), "close"),),
            lambda _: True,
        )
        result.show(showing.places(view, self._lobby))
        return result

    def _hear_lobby(self, lobby: Lobby) -> None:
        before, self._lobby = self._lobby, lobby
        waits = lobby.stage is Stage.LOBBY
        if is_another_game(before, lobby):
            # Nothing on the screen of the last game is about this one.
            self._screen = None
        if waits and self._practice:
            if before is None or before.stage is not Stage.LOBBY:
                self.send(Start())
        elif waits:
            screen = self._lobby_screen()
            screen.addresses = self._opened.addresses if self._opened else ()
            screen.code = self._opened.shown_code if self._opened else None
            screen.problem = self._opened.discovery_problem if self._opened else None
        if isinstance(self._screen, TableScreen) and self._is_back:
            # Who lost whom cannot be told from here.
            self._screen.forget_lobby()
        if self._screen:
            self._screen.lobby = lobby
        self._tell_of_journal()

    def _hear_update(self, update: Update) -> None:
        screen = self._table_screen()
        screen.lobby = self._lobby
        screen.tell(update.events)
        if self._is_back and screen.view and self._lobby:
            screen.story.tell(company.meanwhile(screen.view, update.view))
        self._is_back = False
        screen.seconds = None if update.seconds is None else round(update.seconds)
        screen.rounds = self.keeping.rounds
        screen.last_game = self.keeping.last
        screen.view = update.view
        self._tell_of_journal()

    def _tell_of_journal(self) -> None:
        """Tell the host once when the table cannot be resumed, or not as it was."""
        problem = self._opened.journal_problem if self._opened else None
        if problem and problem != self._told_problem:
            self._told_problem = problem
            self._say(problem)

    def _tell_trouble(self, sentence: str) -> None:
        """A game could not be kept: said where no result hides it."""
        if self._screen:
            self._screen.notify(sentence, severity="warning", timeout=10, markup=False)

    def _lobby_screen(self) -> LobbyScreen:
        if not isinstance(self._screen, LobbyScreen):
            screen = LobbyScreen(self._table)
            screen.player = self._player
            screen.settings = self._settings
            self._go_to(screen)
            return screen
        return self._screen

    def _table_screen(self) -> TableScreen:
        if not isinstance(self._screen, TableScreen):
            screen = TableScreen(self._table)
            screen.player = self._player
            screen.settings = self._settings
            screen.practice = self._practice
            self._go_to(screen)
            return screen
        return self._screen

    def _go_to(self, screen: LobbyScreen | TableScreen) -> None:
        self._screen = screen
        self._talking.show_on(screen, lambda: self._show(screen))

    def _show_trouble(self, trouble: Weak | Lost | None) -> None:
        if self._screen:
            self._screen.trouble.show(trouble)
            self._screen.set_class(self._screen.trouble.is_lost, "-lost")

    def _say(self, sentence: str) -> None:
        if self._screen:
            self._screen.say(sentence)
