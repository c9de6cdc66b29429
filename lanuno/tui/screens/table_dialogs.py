"""Open the dialog that a view calls for, and close those that it calls for no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.widgets import Input

from lanuno.language import _
from lanuno.narration import departures, histories, labels, outcomes
from lanuno.narration.company import without_a_seat
from lanuno.net.messages import Dismiss, Removal, Remove
from lanuno.player import moves
from lanuno.tui import showing
from lanuno.tui.screens.colors import ColorPicker
from lanuno.tui.screens.dialog import Answer, Choices, Dialog, Question, ask_for_reason
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.swaps import SwapPicker
from lanuno.tui.screens.talk import SayLine
from lanuno.uno.actions import Accept, Action, Challenge, PickColor, Play
from lanuno.uno.view import Challengeable, GameOver, PickingColor, RoundOver, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    from lanuno.net.messages import Chair, Lobby
    from lanuno.tui.screens.table import TableScreen
    from lanuno.uno.cards import Card, Color

Answered = TypeVar("Answered")


class Dialogs:
    """Those of one table screen."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._open: list[tuple[Dialog[Any], Callable[[View], bool]]] = []
        self._called_for: object = None
        self._result: Result | None = None
        self._shown: int | None = None
        self._color: Color | None = None
        """That was in force before the wild draw four that can be challenged."""
        self._later: list[Callable[[], None]] = []
        """What opens the dialogs that wait until something is typed: its letters are no answers."""

    def follow(self, view: View, lobby: Lobby) -> None:
        """Have the dialogs open that *view* calls for, each opened once."""
        for dialog, still in self._open:
            if not still(view):
                dialog.close()
        called_for = type(view.phase) if self._calls(view) else None
        if called_for is not self._called_for:
            self._called_for = called_for
            if called_for:
                self.call(view, lobby)
        if self._result:
            self._result.show(showing.places(view, lobby))
        if view.shown and self._shown != view.version:
            self._shown = view.version
            self._show_hand(view, lobby)
        if not isinstance(view.phase, Challengeable):
            self._color = view.color

    def catch_up(self) -> None:
        """Open what had to wait for something to be typed, and is still wanted."""
        later, self._later = self._later, []
        for open_ in later:
            open_()

    def call(self, view: View, lobby: Lobby) -> None:
        """Open the dialog of the phase, again if need be."""
        match view.phase:
            case PickingColor():
                self._pick_first_color(view)
            case Challengeable():
                self._ask_about_draw_four(view, lobby, view.phase)
            case RoundOver() | GameOver():
                self._show_result(view, lobby)
            case _:
                pass

    def pick_color(self, view: View, card: Card) -> None:
        """Ask for the color of the wild *card*; nothing is sent when the player cancels."""
        self._push(
            ColorPicker(_(labels.CHOOSE_COLOR), view.hand),
            lambda color: self._play(card, color=color),
            still=lambda now: len(moves.plays(now, card)) > 1,
        )

    def pick_partner(self, view: View, card: Card, lobby: Lobby) -> None:
        """Ask with whom the seven *card* swaps hands; nothing is sent when the player cancels."""
        may = {play.swap for play in moves.plays(view, card)}
        others = tuple(each for each in showing.seated(view, lobby) if each.seat in may)
        mine = moves.waits_for_me(view)
        self._push(
            SwapPicker(_(labels.CHOOSE_PARTNER), others),
            lambda seat: self._play(card, swap=seat),
            # A jump that was begun must not end as a play on one's own turn.
            still=lambda now: len(moves.plays(now, card)) > 1 and moves.waits_for_me(now) == mine,
        )

    def ask_about_misplay(self, view: View, card: Card) -> None:
        """Ask before a card is played that costs its player four others (R30)."""
        rules = self._screen.rules

        self._push(
            Question(
                _(labels.WRONG_CARD),
                outcomes.misplay(card, view.top, view.color),
                (
                    Answer[Play]("n", _(labels.TAKE_BACK)),
                    Answer("y", _(labels.PLAY_ANYWAY), Play(card)),
                ),
            ),
            self._screen.act,
            still=lambda now: moves.is_misplay(now, card, rules),
        )

    def ask_whom_to_remove(self, lobby: Lobby, seats: tuple[int, ...]) -> None:
        """Free one of *seats*, or none."""
        title, sentence = departures.removal_in_game()
        whom: list[tuple[str, Remove | Dismiss]] = [
            (lobby.chairs[seat].name, Remove(seat, _reason(lobby.chairs[seat]))) for seat in seats
        ]
        whom += [(each.name, Dismiss(place)) for place, each in enumerate(lobby.newcomers)]
        answers = [Answer[Remove | Dismiss]("s", _(labels.STAY))]
        answers += [Answer(str(number), *each) for number, each in enumerate(whom[:9], 1)]
        self._push(
            Choices(title, (sentence,), answers),
            lambda request: self._remove(request, lobby),
            still=lambda now: not isinstance(now.phase, GameOver),
        )

    def _remove(self, request: Remove | Dismiss, asked: Lobby) -> None:
        """Do it; for one who waits ask why, if they are the same who did when it was *asked*."""
        now = self._screen.lobby
        if isinstance(request, Remove):
            self._screen.ask(request)
        elif now and now.newcomers == asked.newcomers:
            removal = departures.removal(now.newcomers[request.newcomer].name)
            self._push(
                ask_for_reason(removal),
                lambda why: self._screen.ask(Dismiss(request.newcomer, departures.reason(why))),
                still=lambda _: self._screen.lobby == now,
            )

    def _calls(self, view: View) -> bool:
        return showing.is_over(view) or any(
            isinstance(action, (PickColor, Accept)) for action in view.legal
        )

    def _pick_first_color(self, view: View) -> None:
        self._push(
            ColorPicker(_(labels.CHOOSE_COLOR), view.hand),
            lambda color: self._screen.act(PickColor(color)),
            still=lambda now: moves.find(now, PickColor) is not None,
        )

    def _ask_about_draw_four(self, view: View, lobby: Lobby, phase: Challengeable) -> None:
        answers: list[Answer[Action]] = [
            Answer("a", labels.take(phase.count), Accept()),
            Answer("x", _(labels.DOUBT), Challenge()),
        ]
        if moves.playable(view):
            answers.append(Answer("e", _(labels.ADD_A_CARD)))
        colors = self._color, view.color
        told = outcomes.draw_four(showing.names(lobby), phase.offender, phase.count, colors)
        self._push(
            Question(_(labels.DRAW_FOUR), told, answers),
            self._screen.act,
            still=lambda now: moves.find(now, Accept) is not None,
        )

    def _show_result(self, view: View, lobby: Lobby) -> None:
        names = showing.names(lobby)
        over = isinstance(view.phase, GameOver)
        answers = [Answer("n,f8", _(labels.PLAY_AGAIN) if over else _(labels.READY_NEXT), "next")]
        if view.seat is None:
            answers = []
        if self._screen.may_reopen:
            answers.append(Answer("g,backspace", _(labels.KEY_LOBBY), "lobby"))
        answers += [
            Answer("t", _(labels.LOOK_AT_TABLE), "look"),
            Answer("q,f10", _(labels.LEAVE_TABLE), "leave"),
        ]
        best = self._screen.last_game if over else None
        self._result = Result(
            outcomes.title(view, names),
            (
                *outcomes.sentences(view, names),
                *filter(None, [without_a_seat(lobby)]),
                *(histories.moments(best) if best else ()),
            ),
            view.phase.result if isinstance(view.phase, (RoundOver, GameOver)) else None,
            answers,
            self._screen.answer_result,
            totals=tuple(each.scores for each in self._screen.rounds),
        )
        kind = type(view.phase)
        self._push(self._result, lambda _: None, still=lambda now: isinstance(now.phase, kind))

    def _show_hand(self, view: View, lobby: Lobby) -> None:
        assert view.shown is not None
        self._push(
            Question(
                _(labels.SHOWN_HAND),
                outcomes.shown(view.shown, showing.names(lobby), self._color),
                (Answer[None]("enter", _(labels.CLOSE)),),
            ),
            lambda _: None,
            still=lambda now: not showing.is_over(now),
        )

    def _play(self, card: Card, color: Color | None = None, swap: int | None = None) -> None:
        view = self._screen.view
        for play in moves.plays(view, card) if view else ():
            if play.color is color and play.swap == swap:
                self._screen.act(play)

    def _push(
        self,
        dialog: Dialog[Answered],
        then: Callable[[Answered], None],
        *,
        still: Callable[[View], bool],
    ) -> None:
        """Open *dialog* as long as *still* holds; *then* hears the answer, if there is one."""

        def closed(answer: Answered | None) -> None:
            self._open = [each for each in self._open if each[0] is not dialog]
            if self._result is dialog:
                self._result = None
            if answer is not None:
                then(answer)

        def open_() -> None:
            if dialog.is_wanted:
                app.push_screen(dialog, closed)

        self._open.append((dialog, still))
        app = cast("App[object]", self._screen.app)  # pyright: ignore[reportUnknownMemberType]
        if isinstance(app.focused, Input) or any(
            isinstance(each, SayLine) for each in app.screen_stack
        ):
            self._later.append(open_)
        else:
            open_()


def _reason(chair: Chair) -> Removal:
    """Why a player can be removed from a running game."""
    return Removal.SLOW if chair.here else Removal.AWAY
