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
from lanuno.uno.book import has_color_in_force, pending
from lanuno.uno.cards import Card, Color, last_kind
from lanuno.uno.state import DREW, PLAYING
from lanuno.uno.view import Challengeable, Drew, GameOver, PickingColor, RoundOver, Stacked

if TYPE_CHECKING:
    from lanuno.uno.hand import Hand
    from lanuno.uno.state import State
    from lanuno.uno.view import Phase

_PASS, _CALL_UNO, _NEXT_ROUND = (Pass(),), (CallUno(),), (NextRound(),)
_CHALLENGE, _ACCEPT, _ACCEPT_OR_CHALLENGE = (Challenge(),), (Accept(),), (Accept(), Challenge())
_PICKS = tuple(map(PickColor, Color))
_WILD_DRAW_FOUR = Card.W_PLUS
_CATCHES = tuple((Catch(seat),) for seat in range(10))
_PLAYS = {
    card: (Play(card),) if card.color else tuple(Play(card, color) for color in Color)
    for card in Card
}

_WAYS: dict[int, tuple[Action, ...]] = {}
_WAYS_OR_DRAW: dict[int, tuple[Action, ...]] = {}
"""
What `_ways` and `_ways_or_draw` have found: a tally seen once is a look-up from then on.

A part of a hand, as the rulebook takes them, has a few thousand tallies at most.
"""


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Everything *seat* may do, plays first; `Game.legal` says it in full."""
    if seat == state.turn and state.phase is PLAYING:
        hand = state.hands[seat]
        low, high, other, _ = state.follows[state.color][state.discard[-1]]
        tally = hand.tally
        try:
            some = _WAYS[tally & low] + _WAYS[tally & high] + _WAYS_OR_DRAW[tally & other]
        except KeyError:
            some = _ways(tally & low) + _ways(tally & high) + _ways_or_draw(tally & other)
        if state.is_amended:
            some = _with_options(state, seat, some)
    elif not has_seat(state, seat) or type(state.phase) is GameOver:
        return ()
    elif type(state.phase) is RoundOver:
        return _NEXT_ROUND
    else:
        hand = state.hands[seat]
        some = _decision(state, seat, state.phase)
    if len(hand) < 3 or state.owing:  # noqa: PLR2004 - R20
        return _near_the_end(state, seat, hand, some)
    return some


def has_seat(state: State, seat: int) -> bool:
    """Whether *seat* is a place at the table whose player has not left."""
    # What comes from outside may be anything, whatever its type says.
    there = isinstance(seat, int) and 0 <= seat < len(state.hands)  # pyright: ignore[reportUnnecessaryIsInstance]
    return there and seat not in state.gone


def fits(state: State, hand: Hand, card: Card) -> bool:
    """Whether *card* of *hand* may follow: it matches, and is no bluff that is barred (R8, R15)."""
    if not state.follows[state.color][state.discard[-1]][-1] & card.unit:
        return False
    return not state.is_amended or state.rules.bluffing or not is_bluff(state, hand, card)


def is_bluff(state: State, hand: Hand, card: Card) -> bool:
    """Whether *card*, laid from *hand* now, would be an illegal wild draw four (R14, R19)."""
    return card is _WILD_DRAW_FOUR and len(hand) > 1 and has_color_in_force(state, hand)


def as_listed(state: State, seat: int, play: Play) -> Play:
    """*play* the way `legal` lists it: without a call, and a last card without a color (R26)."""
    is_last_wild = play.card.color is None and len(state.hands[seat]) == 1
    unasked = is_last_wild and isinstance(play.color, Color)
    return Play(play.card, None if unasked else play.color, swap=play.swap)


def is_misplay(state: State, seat: int, play: Play) -> bool:
    """Whether *play*, which is not legal, is the error that costs four cards (R30)."""
    return (
        state.rules.illegal_play == "penalty"
        and seat == state.turn
        and state.phase is PLAYING
        and play.card in state.hands[seat]
        and play.color is None
        and play.swap is None
        and play.card.color is not None
        and not fits(state, state.hands[seat], play.card)
    )


def refusal(state: State, seat: int, action: Action) -> Reason:  # noqa: PLR0911 - one a fault
    """Why *action*, which is not legal, is refused."""
    may = legal(state, seat)
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
            waits = Challengeable if isinstance(action, Challenge) else (Challengeable, Stacked)
            is_open = isinstance(state.phase, waits)
            return Reason.NOT_YOUR_TURN if is_open else Reason.NOTHING_TO_DECIDE
        case Play() if any(type(each) is Play and each.card is action.card for each in may):
            return _why_not_play(state, seat, action)
        case _ if seat != state.turn:
            return Reason.NOT_YOUR_TURN
        case PickColor():
            is_open = isinstance(state.phase, PickingColor)
            return Reason.MUST_CHOOSE_COLOR if is_open else Reason.NOTHING_TO_DECIDE
        case Play(card=Card() as card) if _is_answer(state, card):
            return _why_not_play(state, seat, action)
        case _ if isinstance(state.phase, (Challengeable, PickingColor, Stacked)):
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
    plays = [each for each in legal(state, seat) if isinstance(each, Play)]
    for each in plays:
        if each.card is play.card:
            is_asked = each.swap is not None
            return Reason.MUST_CHOOSE_PLAYER if is_asked else Reason.PLAYER_NOT_ASKED
    return Reason.NO_BLUFF if play.card.color is None else Reason.NO_MATCH


def _decision(state: State, seat: int, phase: Phase) -> tuple[Action, ...]:
    if phase is DREW:
        if seat != state.turn:
            return ()
        some = _drawn(state, state.hands[seat])
        return _with_options(state, seat, some) if state.is_amended else some
    if type(phase) is Challengeable:
        if seat == phase.victim:
            if state.book.answers is None:
                return _ACCEPT_OR_CHALLENGE
            return _answers(state, seat) + _ACCEPT_OR_CHALLENGE
        doubts = state.rules.challenge_by == "anyone" and seat != phase.offender
        return _CHALLENGE if doubts else ()
    if seat != state.turn:
        return _jump_in(state, seat) if phase is PLAYING and state.jumps else ()
    if type(phase) is Stacked:
        return _answers(state, seat) + _ACCEPT
    return _PICKS


def _jump_in(state: State, seat: int) -> tuple[Action, ...]:
    """The ways to play a card exactly like the top one, out of turn; never a wild (R34)."""
    top = state.discard[-1]
    if not top.color or not state.hands[seat].tally & top.field:
        return ()
    return _with_options(state, seat, _PLAYS[top])


def _answers(state: State, seat: int) -> tuple[Action, ...]:
    """The draw cards of *seat* that may be added to those that are pending (R33)."""
    mask = state.book.answers(state) if state.book.answers else 0
    return _with_options(state, seat, _ways(state.hands[seat].tally & mask))


def _is_answer(state: State, card: Card) -> bool:
    answers = state.book.answers
    return pending(state) > 0 and answers is not None and answers(state) & card.unit > 0


def _drawn(state: State, hand: Hand) -> tuple[Action, ...]:
    card = state.last_drawn
    assert card is not None, "a drawn card is decided about, and there is none"
    may_keep = state.rules.drawn_card == "may" or is_bluff(state, hand, card)
    return _PLAYS[card] + _PASS if may_keep else _PLAYS[card]


def _ways(tally: int) -> tuple[Action, ...]:
    """Every way to play the cards of *tally*, in the order of the deck (R9)."""
    if tally not in _WAYS:
        card, rest = last_kind(tally) if tally else (None, 0)
        _WAYS[tally] = _ways(rest) + _PLAYS[card] if card else ()
    return _WAYS[tally]


def _ways_or_draw(tally: int) -> tuple[Action, ...]:
    if tally not in _WAYS_OR_DRAW:
        _WAYS_OR_DRAW[tally] = (*_ways(tally), Draw())
    return _WAYS_OR_DRAW[tally]


def _with_options(state: State, seat: int, some: tuple[Action, ...]) -> tuple[Action, ...]:
    for option in state.options:
        some = option(state, seat, some)
    return some


def _near_the_end(
    state: State, seat: int, hand: Hand, some: tuple[Action, ...]
) -> tuple[Action, ...]:
    """*some* with the call and the catches there are; a last wild takes no color (R20 to R26)."""
    if len(hand) == 1 and not hand[0].color:
        some = tuple(dict.fromkeys(map(_without_color, some)))
    if len(hand) < 3 and _may_call(state, seat, hand, some):  # noqa: PLR2004 - R20
        some += _CALL_UNO
    if state.owing:
        for other in sorted(state.owing - {seat}):
            some += _CATCHES[other]
    return some


def _without_color(action: Action) -> Action:
    return Play(action.card) if isinstance(action, Play) else action


def _may_call(state: State, seat: int, hand: Hand, some: tuple[Action, ...]) -> bool:
    if len(hand) == 1:
        return seat in state.owing
    return (
        len(hand) == 2  # noqa: PLR2004 - the card to be played and the one that stays
        and seat == state.turn
        and (state.phase is PLAYING or not pending(state) or type(some[0]) is Play)
        and seat not in state.called
    )
