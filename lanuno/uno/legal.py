"""What the rules allow: the one list that screen, bots, clock and table all ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    Pass,
    PickColor,
    Play,
    Reason,
)
from lanuno.uno.book import has_color_in_force
from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.state import DREW, PLAYING
from lanuno.uno.view import Challengeable, Drew, GameOver, PickingColor, RoundOver

if TYPE_CHECKING:
    from lanuno.uno.state import State

_DRAW, _PASS, _ACCEPT, _CHALLENGE, _CALL_UNO = Draw(), Pass(), Accept(), Challenge(), CallUno()
_PICKS = tuple(PickColor(color) for color in Color)
_LAST = {card: (Play(card),) for card in Card}
"""A last card asks for no choice (R26)."""


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Everything *seat* may do, plays first; `Game.legal` says it in full."""
    if not has_seat(state, seat):
        return ()
    phase, hand = state.phase, state.hands[seat]
    if phase is PLAYING:
        some = _turn(state, hand) if seat == state.turn else []
    elif isinstance(phase, RoundOver):
        return (NextRound(),)
    elif isinstance(phase, GameOver):
        return ()
    elif isinstance(phase, Challengeable):
        some = _decision(state, seat, phase)
    elif seat != state.turn:
        some = []
    else:
        some = _drawn(state, hand) if phase is DREW else list[Action](_PICKS)
    if len(hand) < 3 and _may_call(state, seat, hand):  # noqa: PLR2004 - R20
        some.append(_CALL_UNO)
    if state.owing:
        some += [Catch(other) for other in sorted(state.owing) if other != seat]
    return tuple(some)


def has_seat(state: State, seat: int) -> bool:
    """Whether *seat* is a place at the table whose player has not left."""
    return 0 <= seat < len(state.hands) and seat not in state.gone


def fits(state: State, hand: list[Card], card: Card) -> bool:
    """Whether *card* of *hand* may follow: it matches, and no rule bars the bluff (R8, R15)."""
    return card in state.book.follows(state) and (
        state.rules.bluffing or not is_bluff(state, hand, card)
    )


def is_bluff(state: State, hand: list[Card], card: Card) -> bool:
    """Whether *card*, laid from *hand* now, would be an illegal wild draw four (R14, R19)."""
    return card.face is Face.WILD_DRAW_FOUR and len(hand) > 1 and has_color_in_force(state, hand)


def as_listed(state: State, seat: int, play: Play) -> Play:
    """*play* the way `legal` lists it: without a call, and a last card without a color (R26)."""
    is_last_wild = play.card.color is None and len(state.hands[seat]) == 1
    unasked = is_last_wild and isinstance(play.color, Color)
    return Play(play.card, None if unasked else play.color)


def is_misplay(state: State, seat: int, play: Play) -> bool:
    """Whether *play*, which is not legal, is the error that costs four cards (R30)."""
    return (
        state.rules.illegal_play == "penalty"
        and seat == state.turn
        and state.phase is PLAYING
        and play.card in state.hands[seat]
        and play.color is None
        and play.card not in state.book.follows(state)
    )


def refusal(state: State, seat: int, action: Action) -> Reason:  # noqa: PLR0911 - one a fault
    """Why *action*, which is not legal, is refused."""
    match state.phase:
        case GameOver():
            return Reason.GAME_OVER
        case RoundOver():
            return Reason.ROUND_OVER
        case _:
            pass
    match action:
        case NextRound():
            return Reason.ROUND_NOT_OVER
        case CallUno():
            return Reason.NOTHING_TO_CALL
        case Catch():
            return Reason.NOTHING_TO_CATCH
        case Challenge() | Accept():
            pending = isinstance(state.phase, Challengeable)
            return Reason.NOT_YOUR_TURN if pending else Reason.NOTHING_TO_DECIDE
        case _ if seat != state.turn:
            return Reason.NOT_YOUR_TURN
        case PickColor():
            pending = isinstance(state.phase, PickingColor)
            return Reason.MUST_CHOOSE_COLOR if pending else Reason.NOTHING_TO_DECIDE
        case _ if isinstance(state.phase, (Challengeable, PickingColor)):
            return Reason.DECISION_PENDING
        case Pass():
            drew = isinstance(state.phase, Drew)
            return Reason.MUST_PLAY_DRAWN if drew else Reason.NOTHING_DRAWN
        case Draw():
            drew = isinstance(state.phase, Drew)
            return Reason.ALREADY_DREW if drew else Reason.MUST_PLAY
        case Play():
            return _why_not_play(state, seat, action)


def _why_not_play(state: State, seat: int, play: Play) -> Reason:
    if play.card not in state.hands[seat]:
        return Reason.NOT_IN_HAND
    if isinstance(state.phase, Drew) and play.card is not state.drawn:
        return Reason.MUST_PLAY_DRAWN
    if play.card.color is None and not isinstance(play.color, Color):
        return Reason.MUST_CHOOSE_COLOR
    if play.card.color is not None and play.color is not None:
        return Reason.COLOR_NOT_ASKED
    return Reason.NO_BLUFF if play.card.color is None else Reason.NO_MATCH


def _turn(state: State, hand: list[Card]) -> list[Action]:
    follows, rules = state.book.follows(state), state.rules
    if len(hand) == 1:
        follows = {card: _LAST[card] for card in hand if card in follows}
    fitting = dict.fromkeys([card for card in hand if card in follows])
    some: list[Action] = []
    for card in fitting:
        if rules.bluffing or not is_bluff(state, hand, card):
            some += follows[card]
    # Holding only wilds never forbids drawing (R10).
    if not (rules.must_play and any(card.color for card in fitting)):
        some.append(_DRAW)
    return some


def _drawn(state: State, hand: list[Card]) -> list[Action]:
    card = state.drawn
    assert card is not None, "a drawn card is decided about, and there is none"
    some = list[Action](state.book.follows(state)[card] if len(hand) > 1 else _LAST[card])
    if state.rules.drawn_card == "may" or is_bluff(state, hand, card):
        some.append(_PASS)
    return some


def _decision(state: State, seat: int, pending: Challengeable) -> list[Action]:
    if seat == pending.victim:
        return [_ACCEPT, _CHALLENGE]
    doubts = state.rules.challenge_by == "anyone" and seat != pending.offender
    return [_CHALLENGE] if doubts else []


def _may_call(state: State, seat: int, hand: list[Card]) -> bool:
    if len(hand) == 1:
        return seat in state.owing
    return (
        len(hand) == 2  # noqa: PLR2004 - the card to be played and the one that stays
        and seat == state.turn
        and not isinstance(state.phase, Challengeable)
        and seat not in state.called
    )
