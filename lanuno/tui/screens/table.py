"""The table: shows a view, and turns keys and clicks into requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from lanuno.language import _
from lanuno.narration import advice, faults, prompts, rulebook
from lanuno.narration.company import changes, holding_up
from lanuno.net.messages import IDLE_SECONDS, Act, Hint, Lobby, Rematch
from lanuno.net.text import PlayerName
from lanuno.player import company, moves
from lanuno.tui import keys, showing
from lanuno.tui.messages import LeaveChosen, Requested, TurnCame
from lanuno.tui.screens.board import Board
from lanuno.tui.screens.table_dialogs import Dialogs
from lanuno.tui.widgets.trouble import TroubleBar
from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Draw,
    NextRound,
    Pass,
    PickColor,
    Play,
    Reason,
)
from lanuno.uno.view import GameOver, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from lanuno.narration.sentence import Sentence
    from lanuno.net.messages import Advice, Request
    from lanuno.store.played import Played, Round
    from lanuno.tui.widgets.hand import Hand
    from lanuno.tui.widgets.seats import Plate


SAID_SECONDS = 6
"""How long a sentence stands in the prompt if nothing else happens."""


class TableScreen(Board):
    """Where one plays."""

    BINDINGS: ClassVar[list[BindingType]] = keys.TABLE

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.hand.when_selected = self._card_selected
        self.trouble = TroubleBar()
        self.player = PlayerName("?")
        """What I would be called with a seat."""
        self.practice = False
        """There is no lobby to lead back to."""
        self.rounds: tuple[Round, ...] = ()
        """The finished ones, for the chart under a result."""
        self.last_game: Played | None = None
        """The game that was over last, for its best moments."""
        self._dialogs = Dialogs(self)
        self._had_turn = False
        self._told_turn: int | None = None
        self._said: str | None = None
        self._has_acted = False
        self._says_uno = False
        """Uno is said with the card that jumps in, if one does."""
        self._keys: list[bool | None] = []
        self._idle = False
        """Whether the player on turn has kept all waiting for too long."""
        self._alarms: dict[Callable[[], None], Timer] = {}
        """What happens if nothing else does; while there is none, nothing wakes the program."""

    def notes(self) -> Iterable[Widget]:
        yield self.trouble

    def about_card(self) -> Iterable[Sentence]:
        view, card = self.view, self.hand.card
        if view is None or card is None:
            return ()
        return rulebook.about(card, view, self.rules, showing.names(self.lobby), keys.named())

    def on_screen_resume(self) -> None:
        self._dialogs.catch_up()

    def say(self, sentence: str) -> None:
        """Show *sentence* in the prompt until something changes, or for some seconds."""
        self._said = sentence
        self._in(SAID_SECONDS, self._unsay)
        self._has_acted = False
        self._show_prompt()

    def advise(self, found: Advice) -> None:
        """Show a hint, and select its card, unless something has happened since."""
        if self.view and self.view.version == found.version:
            cards = self.hand.held.cards
            if isinstance(found.action, Play) and found.action.card in cards:
                self.hand.selected = cards.index(found.action.card)
            self.say(advice.hint(found, self.view, showing.names(self.lobby)))

    def act(self, action: Action) -> None:
        """Ask the table for *action*; for a move only once, until something is heard of it."""
        view = self.view
        is_move = not isinstance(action, (CallUno, Catch))
        if view is None or self.trouble.is_lost or (is_move and self._has_acted):
            return
        self._has_acted = self._has_acted or is_move
        if isinstance(action, Play) and self._says_uno:
            action = replace(action, uno=True)
        self.ask(Act(view.version, action))

    def ask(self, request: Request) -> None:
        """Ask the table for anything."""
        self.post_message(Requested(request))

    def forget_lobby(self) -> None:
        """What is told of the players next is no news."""
        self.set_reactive(TableScreen.lobby, None)

    def answer_result(self, answer: str) -> bool:
        """Do what was chosen under a result; whether the result goes away now."""
        if answer == "next":
            self._go_on()
        elif answer == "lobby":
            self.action_lobby()
        elif answer == "leave":
            self.post_message(LeaveChosen())
        return answer == "look"

    def urgent(self, what: str) -> None:
        """Do what cannot wait, or say why there is nothing to do."""
        action = moves.find(self.view, moves.URGENT[what][0]) if self.view else None
        if action:
            self.act(action)
        elif what == "uno" and self.view and prompts.is_uno_with_jump(self.view):
            self.say(_(prompts.UNO_WITH_JUMP))
            self._says_uno = True
        else:
            self.say(faults.not_allowed(moves.URGENT[what][1]))

    def watch_view(self, before: View | None, view: View | None) -> None:
        self._said = None
        self._has_acted = False
        self._idle = False
        if not self.practice:
            self._in(IDLE_SECONDS, self._lose_patience)
        self._says_uno = self._says_uno and view is not None and prompts.is_uno_with_jump(view)
        if view is None or self.lobby is None:
            return
        self.show(before, view)
        self._select_for(view)
        self._show_players()
        self._dialogs.follow(view, self.lobby)
        self._show_keys()

    def watch_lobby(self, before: Lobby | None, lobby: Lobby | None) -> None:
        if before and lobby:
            self.story.tell(changes(before, lobby))
        if self.view and lobby:
            self._show_players()
            self._show_keys()
            self._dialogs.follow(self.view, lobby)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now, but for what was told already."""
        if self.view and self.lobby:
            self._show_players()
            self.center.refresh()
            self.refresh_bindings()

    def _card_selected(self) -> None:
        self._said = None
        self._show_prompt()

    def on_hand_card_chosen(self, event: Hand.CardChosen) -> None:
        view = self.view
        if view is None:
            return
        ways = moves.plays(view, event.card)
        if len(ways) > 1 and event.card.color and self.lobby:
            self._dialogs.pick_partner(view, event.card, self.lobby)
        elif len(ways) > 1:
            self._dialogs.pick_color(view, event.card)
        elif ways:
            self.act(ways[0])
        elif moves.is_misplay(view, event.card, self.rules):
            if self.settings.confirm_misplay:
                self._dialogs.ask_about_misplay(view, event.card)
            else:
                self.act(Play(event.card))
        else:
            self.say(faults.not_playable(view, event.card, showing.names(self.lobby)))

    def on_center_pile_clicked(self) -> None:
        self.action_move("draw")

    def on_plate_clicked(self, event: Plate.Clicked) -> None:
        if self.view and Catch(event.seat) in self.view.legal:
            self.act(Catch(event.seat))
        else:
            self.say(faults.not_allowed(Reason.NOTHING_TO_CATCH))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the moves that mean nothing now, gray out those that always have their place."""
        if action in {"move", "sort"} and self.view and self.view.seat is None:
            return False
        if action in showing.COMPANY:
            return self.lobby is not None and showing.COMPANY[action](self.lobby)
        if action == "lobby":
            return self.may_reopen
        if action == "remove":
            return bool(self._removable) or showing.may_dismiss(self.lobby)
        return self._may(str(parameters[0])) if action == "move" else True

    def action_move(self, what: str) -> None:
        match what:
            case "play":
                self._play()
            case "draw":
                self._do(moves.draw(self.view) if self.view else Draw, moves.why_no_draw)
            case "keep":
                self._do(Pass, lambda _: Reason.NOTHING_DRAWN)
            case "ready":
                self._go_on()
            case _:
                self.urgent(what)

    def action_hint(self) -> None:
        if self.view and self.view.seat is not None:
            self.ask(Hint())

    def action_explain(self, what: str) -> None:
        self.action_move(what)

    def action_remove(self) -> None:
        if self.lobby:
            self._dialogs.ask_whom_to_remove(self.lobby, self._removable)

    def action_lobby(self) -> None:
        self.ask(Rematch(lobby=True))

    def action_vote(self) -> None:
        if self.lobby:
            self.ask(company.vote(self.lobby))

    def action_change_place(self) -> None:
        if self.lobby:
            self.ask(company.change_place(self.lobby, self.player))

    def action_take_over(self) -> None:
        if self.lobby:
            self.ask(company.take_over(self.lobby))

    def action_select_by(self, by: int) -> None:
        self.hand.move(by)

    def action_playable(self, by: int) -> None:
        self.hand.move_to_playable(by)

    def action_select(self, place: int) -> None:
        if place < len(self.hand.held.cards):
            self.hand.selected = place

    @property
    def may_reopen(self) -> bool:
        """Whether the game is over, and I may lead all back to the lobby."""
        return not self.practice and showing.may_reopen(self.view, self.lobby)

    @property
    def _removable(self) -> tuple[int, ...]:
        if self.view is None or self.lobby is None:
            return ()
        return showing.removable(self.view, self.lobby, idle=self._idle)

    def _may(self, what: str) -> bool | None:
        """Whether a move can be made; None: not now, but it keeps its place in the footer."""
        view = self.view
        if view is None:
            return None
        match what:
            case "play":
                return True if moves.waits_for_me(view) or moves.playable(view) else None
            case "draw":
                return True if moves.find(view, moves.draw(view)) else None
            case "keep":
                return moves.find(view, Pass) is not None
            case "ready":
                return view.seat is not None and showing.is_over(view)
            case _:
                return moves.find(view, moves.URGENT[what][0]) is not None

    def _play(self) -> None:
        view = self.view
        if view and self.lobby and moves.find(view, PickColor):
            self._dialogs.call(view, self.lobby)
        elif view and showing.is_over(view):
            self._go_on()
        else:
            self.hand.choose()

    def _go_on(self) -> None:
        if self.view and isinstance(self.view.phase, GameOver):
            self.ask(Rematch())
        else:
            self._do(NextRound, lambda _: Reason.ROUND_NOT_OVER)

    def _do(
        self, kind: type[Draw | Accept | Pass | NextRound], otherwise: Callable[[View], Reason]
    ) -> None:
        if self.view is None:
            return
        action = moves.find(self.view, kind)
        if action:
            self.act(action)
        else:
            self.say(faults.not_allowed(otherwise(self.view)))

    def _select_for(self, view: View) -> None:
        """At the beginning of my turn offer a card that can be played."""
        has_turn = moves.waits_for_me(view)
        offered = has_turn and (not self._had_turn or view.drawn is not None)
        if self._told_turn != (turn := None if showing.is_over(view) else view.turn):
            self._told_turn = turn
            names = showing.names(self.lobby)
            who = names[turn] if turn is not None and turn < len(names) else None
            self.post_message(TurnCame(who, mine=has_turn))
        self._had_turn = has_turn
        if offered and self.hand.card not in self.hand.held.playable:
            self.hand.move_to_playable(1)

    def _show_players(self) -> None:
        super()._show_players()
        self._show_prompt()

    def _show_keys(self) -> None:
        """Have the footer drawn again, if another key means something now."""
        states = [self._may(what) for what in ("play", "draw", "keep", "ready", *moves.URGENT)]
        others = "remove", "lobby", *showing.COMPANY
        states += [bool(self.check_action(action, ())) for action in others]
        states.append(self.lobby is not None and self.lobby.you is not None)
        if states != self._keys:
            self._keys = states
            self.refresh_bindings()

    def _show_prompt(self) -> None:
        view = self.view
        if view is None:
            return
        names = showing.names(self.lobby)
        sentence = (
            self._said
            or self._why_nothing_happens()
            or showing.place(self.lobby)
            or prompts.prompt(view, names, self.hand.card, self.rules)
        )
        self.prompt.show(
            prompts.badge(view, names),
            sentence,
            prompts.urgent(view, names),
            mine=moves.waits_for_me(view),
        )

    def _why_nothing_happens(self) -> Sentence | None:
        if self.view is None or self.lobby is None or showing.is_over(self.view):
            return None
        return holding_up(self.lobby, self.view.turn, idle=self._idle)

    def watch_seconds(self) -> None:
        super().watch_seconds()
        if self.seconds:
            self._in(1, self._count_down)

    def _in(self, seconds: float, do: Callable[[], None]) -> None:
        """*do* that in so many *seconds*, and not when it was to be done before."""
        if timer := self._alarms.pop(do, None):
            timer.stop()
        self._alarms[do] = self.set_timer(seconds, do)

    def _unsay(self) -> None:
        if self._said:
            self._said = None
            self._show_prompt()

    def _lose_patience(self) -> None:
        self._idle = True
        self._show_prompt()
        self._show_keys()

    def _count_down(self) -> None:
        self._alarms.pop(self._count_down, None)
        if self.seconds:
            self.seconds -= 1
