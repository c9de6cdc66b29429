"""One seat at a table, in lines: what is heard becomes sentences, what is typed requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.bots.strength import Strength
from lanuno.language import _
from lanuno.narration import advice, company, faults, lobbies, outcomes, plain, talk
from lanuno.narration.company import changes, meanwhile, seating
from lanuno.narration.departures import parting
from lanuno.narration.story import narrate
from lanuno.narration.switches import otherwise
from lanuno.net.client import GaveUp, Lost, Restored, Weak
from lanuno.net.manners import LENIENT
from lanuno.net.messages import (
    Act,
    ActionRefused,
    Advice,
    Closed,
    End,
    Guessed,
    Hint,
    Leave,
    Lobby,
    Refused,
    Rematch,
    SetManners,
    Stage,
    Start,
    Update,
)
from lanuno.net.talk import React, Reacted, Say, Spoke
from lanuno.net.text import ChatText
from lanuno.plain.at_table import AT_TABLE, request_of
from lanuno.plain.commands import Command, NotUnderstood, action_of, expression_of, parse
from lanuno.player import moves
from lanuno.player.company import is_another_game, leads
from lanuno.player.muting import Muting
from lanuno.uno.actions import PickColor, Play
from lanuno.uno.cards import in_order
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lanuno.net.client import Said, Session
    from lanuno.net.hosting import OpenTable
    from lanuno.uno.cards import Card
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import View


class LinePlayer:
    """Mutable: the last that was heard, and what the player has been asked."""

    def __init__(
        self,
        session: Session,
        opened: OpenTable | None,
        say: Callable[[str], None],
        *,
        practice: bool,
        confirm_misplay: bool,
        chat: bool = True,
        strength: Strength = Strength.NORMAL,
    ) -> None:
        self.farewell: str | None = None
        """Why the table has hung up, if the player does not know."""
        self.is_leaving = False
        """The player wants to go, and nothing has to be waited for."""
        self._session = session
        self._opened = opened
        self._say = say
        self._practice = practice
        self._confirm_misplay = confirm_misplay
        self._chat = chat
        self._strength = strength
        """How well the bots play that are added."""
        self._muting = Muting()
        self._lobby: Lobby | None = None
        self._view: View | None = None
        self._told_choices: str | None = None
        self._told_place: str | None = None
        self._told_manners = LENIENT
        self._sure: Callable[[], None] | None = None
        """What is done if the player says yes."""

    def hear(self, said: Said) -> None:
        """Say what *said* changes."""
        match said:
            case Lobby():
                self._hear_lobby(said)
            case Update():
                self._hear_update(said)
            case ActionRefused(reason=reason):
                self._say(faults.not_allowed(reason))
            case Refused(why=why):
                self._say(faults.refused(why))
            case Advice(version=version):
                if self._view and self._view.version == version:
                    self._say(str(advice.hint(said, self._view, self._names)))
            case Guessed(wrong=wrong):
                self._say(faults.guessed(wrong))
            case Spoke() | Reacted():
                self._hear_talk(said)
            case Weak():
                self._say(_(plain.WEAK))
            case Lost():
                self._say(_(plain.LOST))
            case Restored():
                self._told_choices = None
                self._say(_(plain.RESTORED))
            case Closed():
                self.farewell = None if said.end is End.LEFT else faults.closed(said)
            case GaveUp():
                self.farewell = faults.gave_up()
            case _:
                pass

    def obey(self, line: str) -> None:
        """Do what *line* asks for, or say what is wrong with it."""
        sure, self._sure = self._sure, None
        view = self._view
        picking = view is not None and moves.find(view, PickColor) is not None
        try:
            command = parse(line, colors_first=picking)
            if command.word == "yes" and sure:
                sure()
            else:
                self._follow(command)
        except NotUnderstood as problem:
            self._say(str(problem))

    def _follow(self, command: Command) -> None:
        match command.word:
            case "quit":
                self._ask_before_leaving()
            case "help":
                expressions = talk.numbered()
                self._say_all(_(line).format(expressions=expressions) for line in plain.HELP)
            case "rules":
                self._say_rules()
            case word if word in AT_TABLE:
                name, strength = self._session.name, self._strength
                request = request_of(command, self._lobby, name, strength)
                self._session.send(request)
                if isinstance(request, SetManners) and self._lobby:
                    # The next command may come before the table has answered this one.
                    self._lobby = replace(self._lobby, manners=request.manners)
            case "say" | "react" | "mute" | "unmute":
                self._talk(command)
            case "hint":
                self._playing()
                self._session.send(Hint())
            case "hand":
                self._say_all(self._hand(self._playing()))
            case "table":
                view = self._playing()
                standing = plain.standing(view, self._names)
                self._say_all([plain.pile(view), *plain.pending(view), *standing])
            case "next" if self._view and isinstance(self._view.phase, GameOver):
                self._session.send(Rematch())
            case _:
                self._act(command)

    def _say_rules(self) -> None:
        if self._lobby:
            rules = self._lobby.rules
            self._say_all((lobbies.called(rules), *lobbies.rules_told(rules)))

    def _say_changes(self, rules: Rules) -> None:
        changed = (f"{lobbies.CHANGED} {each}" for each in otherwise(rules))
        self._say_all((lobbies.called(rules), *changed))

    def _talk(self, command: Command) -> None:
        match command.word:
            case "say":
                if not command.text:
                    raise NotUnderstood(_(plain.SAY_WHAT))
                self._session.send(Say(ChatText.of(command.text)))
            case "react":
                self._session.send(React(expression_of(command)))
            case word:
                name = self._names[self._seat(command)]
                self._muting.set(name, is_muted=word == "mute")
                self._say(talk.muted(name, is_muted=word == "mute"))

    def _hear_talk(self, heard: Spoke | Reacted) -> None:
        if self._muting.hears(heard, self._lobby, chat=self._chat):
            self._say(talk.told(heard, self._names))

    def _seat(self, command: Command) -> int:
        wanted = " ".join(command.rest)
        for seat, name in enumerate(self._names):
            if wanted and (wanted == str(seat + 1) or plain.fold(name) == wanted):
                return seat
        raise NotUnderstood(_(plain.WHOM))

    def _act(self, command: Command) -> None:
        view = self._playing()
        action = action_of(command, view, self._cards(view), self._names)
        rules = self._lobby.rules if self._lobby else None
        is_listed = isinstance(action, Play) and action.card in moves.playable(view)
        risky = (
            isinstance(action, Play)
            and not is_listed
            and rules is not None
            and moves.is_misplay(view, action.card, rules)
        )
        if isinstance(action, Play) and risky and self._confirm_misplay:
            self._say_all(outcomes.misplay(action.card, view.top, view.color))
            self._ask_whether_sure(lambda: self._session.send(Act(view.version, action)))
        elif isinstance(action, Play) and not is_listed and not risky:
            self._say(str(faults.not_playable(view, action.card, self._names)))
        else:
            self._session.send(Act(view.version, action))

    def _ask_before_leaving(self) -> None:
        asked = parting(self._lobby, hosts=self._opened is not None, practices=self._practice)
        if asked is None:
            self.is_leaving = True
            return
        self._say_all(asked.sentences)
        self._ask_whether_sure(self._leave)

    def _leave(self) -> None:
        if self._opened:
            self.is_leaving = True
        else:
            self._session.send(Leave())

    def _ask_whether_sure(self, then: Callable[[], None]) -> None:
        self._sure = then
        self._say(_(plain.SURE))

    def _hear_lobby(self, lobby: Lobby) -> None:
        before, self._lobby = self._lobby, lobby
        if is_another_game(before, lobby):
            before = self._view = None
            self._say(seating(lobby))
        if lobby.stage is not Stage.LOBBY:
            if before:
                self._say_all(map(str, changes(before, lobby)))
            self._tell_place(lobby)
            return
        self._told_place = None
        self._view = None
        if self._practice:
            if before is None or before.stage is not Stage.LOBBY:
                self._session.send(Start())
            return
        told = [seating(lobby), plain.in_lobby(lobby)]
        if before is None or before.stage is not Stage.LOBBY:
            told[1:1] = [*self._ways_in(), str(lobbies.prompt(lobby))]
        self._say_all(each for each in told if each)
        if before is None or before.rules != lobby.rules:
            self._say_changes(lobby.rules)
        if lobby.manners != self._told_manners:
            self._told_manners = lobby.manners
            self._say_all(lobbies.exceptions(lobby.manners) or [_(lobbies.ALL_ALLOWED)])

    def _tell_place(self, lobby: Lobby) -> None:
        """Say to one without a seat what comes next, once whenever that is something else."""
        sentence = company.without_a_seat(lobby)
        told = f"{sentence} {plain.without_a_seat(lobby)}" if sentence else None
        if told and told != self._told_place:
            self._say_all([str(sentence), plain.without_a_seat(lobby)])
        self._told_place = told

    def _ways_in(self) -> tuple[str, ...]:
        opened = self._opened
        if opened is None:
            return ()
        addresses = tuple(map(str, opened.addresses))
        return lobbies.ways_in(
            opened.table.name, addresses, opened.discovery_problem, opened.shown_code
        )

    def _hear_update(self, update: Update) -> None:
        before, self._view = self._view, update.view
        view, me = update.view, update.view.seat
        told = (narrate(event, self._names, me, view.partners) for event in update.events)
        self._say_all(str(sentence) for sentence in told if sentence)
        if before and not update.events:
            self._say_all(map(str, meanwhile(before, view)))
        if isinstance(view.phase, (RoundOver, GameOver)):
            is_new = before is None or type(before.phase) is not type(view.phase)
            if is_new:
                self._say_all(outcomes.sentences(view, self._names))
                self._say_all(plain.standing(view, self._names))
        self._tell_choices(view)

    def _tell_choices(self, view: View) -> None:
        """Say what the player holds and may do, once whenever that is something else."""
        cards = self._cards(view)
        choices = plain.choices(view, cards, self._names)
        if isinstance(view.phase, GameOver) and view.seat is not None:
            may_reopen = self._lobby is not None and leads(self._lobby) and not self._practice
            choices = plain.after_game(leads=may_reopen)
        told = f"{view.version if moves.waits_for_me(view) else ''} {choices}"
        if told == self._told_choices:
            return
        self._told_choices = told
        if choices is None:
            return
        if moves.waits_for_me(view):
            told = (*plain.close_to_end(view, self._names), plain.pile(view), *plain.pending(view))
            self._say_all(told)
            self._say_all(self._hand(view))
        self._say(choices)

    def _hand(self, view: View) -> Iterable[str]:
        cards = self._cards(view)
        return [plain.hand(cards)] if cards else ()

    def _cards(self, view: View) -> tuple[Card, ...]:
        return tuple(in_order(view.hand))

    def _playing(self) -> View:
        if self._view is None:
            raise NotUnderstood(_(plain.NO_GAME))
        return self._view

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self._lobby.chairs) if self._lobby else ()

    def _say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self._say(str(sentence))
