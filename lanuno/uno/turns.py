"""What each action does, once it is known to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.uno.actions import Accept, Action, Challenge, Draw, Misplay, PickColor, Play
from lanuno.uno.book import has_color_in_force, pending
from lanuno.uno.cards import Card, Color, in_order
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    ChallengeJudged,
    ColorPicked,
    DrawFourAccepted,
    End,
    FirstCardTurned,
    JumpedIn,
    PlayerCaught,
    PlayerJoined,
    PlayerLeft,
    PlayRefused,
    RoundBegan,
    TurnPassed,
    UnoCalled,
    UnoMissed,
    Why,
)
from lanuno.uno.hand import Hand
from lanuno.uno.legal import fits
from lanuno.uno.score import end_game, end_round
from lanuno.uno.state import DREW, PLAYING, TURN_BEGAN
from lanuno.uno.view import Challengeable, GameOver, PickingColor, RoundOver, Shown

if TYPE_CHECKING:
    from lanuno.uno.events import Event
    from lanuno.uno.state import Events, State

PENALTY = 4
"""Cards for a misplay (R30) and for a bluff found out (R17)."""

WRONG_CHALLENGE = 2
"""Cards for a challenger who was wrong (R17)."""

_VOLUNTARY = (Play, Misplay, Draw, Accept, Challenge, PickColor)

_WILD_DRAW_FOUR, _TURN = Card.W_PLUS, Why.TURN
_TURN_PASSED = tuple(map(TurnPassed, range(10)))


def begin_round(state: State, dealer: int) -> Events:
    """Deal, turn the first card, and let it take effect (R2 to R7)."""
    state.deal(dealer)
    turned = _turn_first_card(state)
    effect = state.book.first.get(state.discard[-1].face)
    began = effect(state, dealer, None) if effect else (state.begin_turn(state.after[dealer]),)
    return (RoundBegan(state.round, dealer), *turned, *began)


def begin_next_round(state: State) -> Events:
    """The deal passes one seat to the left, whatever the direction was (R2)."""
    left = state.after if state.direction > 0 else state.before
    return begin_round(state, left[state.dealer])


def play(state: State, seat: int, action: Play) -> Events:
    """Lay the card, out of turn too where that is allowed; play goes on from there (R34)."""
    if state.jumps and seat != state.turn:
        _end_call(state, state.turn)
        state.turn = seat
        return (JumpedIn(seat), *play(state, seat, action))
    card, hand = action.card, state.hands[seat]
    hand.remove(card)
    hand.tally -= card.unit
    if card is _WILD_DRAW_FOUR:
        state.judged = tuple(hand)
        state.guilty = has_color_in_force(state, hand)
    state.discard.append(card)
    state.color = card.color or action.color
    played = CardPlayed(seat, card, action.color)
    if len(hand) < 2:  # noqa: PLR2004 - R20
        return (played, *_near_the_end(state, seat, action))
    effect = state.lands.get(card.face)
    if effect is None:
        # What `begin_turn` does, here and in `draw`: these two are most of all moves.
        state.turn = after = state.after[seat]
        state.phase = PLAYING
        return (played, TURN_BEGAN[after])
    return (played, *effect(state, seat, action))


def misplay(state: State, seat: int) -> Events:
    """A card that does not match: it goes back, four are drawn, the turn ends (X1, R30)."""
    held = len(state.hands[seat])
    drew = state.draw(seat, PENALTY, Why.MISPLAY)
    end = pass_turn if len(state.hands[seat]) > held else _pass_idly
    return (PlayRefused(seat), *drew, *end(state, seat))


def draw(state: State, seat: int) -> Events:
    """
    A card from the pile; the turn ends with it unless the card may be played (R10, R11).

    Where drawing goes on until one can be, it does (R36).
    """
    reshuffled = () if state.pile else state.refill_pile()
    if not state.pile:
        return (CardsDrawn(seat, 0, 1, _TURN), *_pass_idly(state, seat))
    card, hand = state.pile.pop(), state.hands[seat]
    hand.append(card)
    hand.tally += card.unit
    state.idle = 0
    if state.called:
        state.called.discard(seat)
    drew = CardsDrawn(seat, 1, 1, _TURN)
    if fits(state, hand, card):
        state.last_drawn = card
        state.phase = DREW
        return (*reshuffled, drew)
    if state.draws_on:
        return reshuffled + _draw_on(state, seat)
    state.turn = after = state.after[seat]
    state.phase = PLAYING
    return (*reshuffled, drew, _TURN_PASSED[seat], TURN_BEGAN[after])


def pass_turn(state: State, seat: int) -> Events:
    """End the turn without a play."""
    _end_call(state, seat)
    return (_TURN_PASSED[seat], state.begin_turn(state.after[seat]))


def pick_color(state: State, seat: int, color: Color) -> Events:
    state.color = color
    state.phase = PLAYING
    return (ColorPicked(seat, color),)


def accept(state: State, seat: int) -> Events:
    """Take everything that is pending, and lose the turn (R16, R33)."""
    if type(state.phase) is Challengeable:
        return (DrawFourAccepted(seat), *_serve(state, seat, state.phase.count, Why.DRAW_FOUR))
    return _serve(state, seat, pending(state), Why.STACK)


def challenge(state: State, seat: int) -> Events:
    """Judge the hand that the wild draw four left behind (R17, R18)."""
    assert isinstance(state.phase, Challengeable), "challenged, and nothing to challenge"
    offender, victim, count = state.phase.offender, state.phase.victim, state.phase.count
    state.shown = Shown(offender, state.judged)
    judged = ChallengeJudged(seat, offender, state.guilty)
    if state.guilty:
        drew = () if offender in state.gone else state.draw(offender, PENALTY, Why.BLUFF)
        return (judged, *drew, state.begin_turn(victim))
    drew = state.draw(seat, WRONG_CHALLENGE, Why.WRONG_CHALLENGE)
    return (judged, *drew, *_serve(state, victim, count, Why.DRAW_FOUR))


def call_uno(state: State, seat: int) -> Events:
    state.called.add(seat)
    if len(state.hands[seat]) == 1:
        state.owing.discard(seat)
    return (UnoCalled(seat),)


def catch(state: State, seat: int, offender: int) -> Events:
    state.owing.discard(offender)
    drew = state.draw(offender, state.rules.uno_penalty, Why.CAUGHT)
    return (PlayerCaught(offender, by=seat), *drew)


def join(state: State) -> Events:
    """A newcomer sits down after a round, and held nothing in it."""
    assert isinstance(state.phase, RoundOver), "somebody sits down in the middle of a round"
    ended = state.phase.result
    state.phase = RoundOver(
        replace(
            ended,
            hands=(*ended.hands, ()),
            values=(*ended.values, 0),
            scores=(*ended.scores, 0),
        )
    )
    return (PlayerJoined(state.join()),)


def leave(state: State, seat: int) -> Events:
    """*seat* is gone for good; the cards go into the pile, and play goes on without (R31)."""
    left, phase, hand = PlayerLeft(seat), state.phase, state.hands[seat]
    state.leave(seat)
    state.owing.discard(seat)
    state.called.discard(seat)
    state.hands[seat] = Hand()
    state.pile += hand
    state.shuffle_pile()
    if state.is_one_sided:
        return (left, end_game(state, End.WALKOVER))
    if seat != state.turn or isinstance(phase, (RoundOver, GameOver)):
        return (left,)
    if isinstance(phase, PickingColor):
        state.color = most_held(hand)
        return (left, ColorPicked(seat, state.color), state.begin_turn(state.after[seat]))
    return (left, state.begin_turn(state.after[seat]))


def close_windows(state: State, seat: int, action: Action | Misplay) -> Events:
    """A voluntary action of *seat* ends the time for catching everybody else (R21)."""
    if not isinstance(action, _VOLUNTARY):
        return ()
    missed = sorted(state.owing - {seat})
    state.owing.difference_update(missed)
    return tuple(map(UnoMissed, missed))


def most_held(hand: list[Card]) -> Color:
    """The color of which *hand* has most cards; of equals the first in the deck's order."""
    return max(Color, key=lambda color: sum(card.color is color for card in in_order(hand)))


def _draw_on(state: State, seat: int) -> Events:
    """Until a card can be played, or nothing is left (R36); the first card could not be."""
    hand, count = state.hands[seat], 1
    reshuffled: Events = ()
    while True:
        if not state.pile:
            reshuffled += state.refill_pile()
        if not state.pile:
            break
        card = state.pile.pop()
        hand.append(card)
        hand.tally += card.unit
        count += 1
        if fits(state, hand, card):
            state.last_drawn = card
            state.phase = DREW
            return (*reshuffled, CardsDrawn(seat, count, count, _TURN))
    return (*reshuffled, CardsDrawn(seat, count, count + 1, _TURN), *pass_turn(state, seat))


def _serve(state: State, victim: int, count: int, why: Why) -> Events:
    drew = state.draw(victim, count, why)
    if state.called:
        _end_call(state, victim)
    return drew + state.skip(victim)


def _end_call(state: State, seat: int) -> None:
    """A call with two cards is for this turn, even when nothing was played or drawn (R20)."""
    if seat in state.called and len(state.hands[seat]) > 1:
        state.called.discard(seat)


def _turn_first_card(state: State) -> Events:
    turned: list[Event] = []
    while _is_redrawn(state, card := state.pile.pop()):
        turned.append(FirstCardTurned(card, returned=True))
        state.pile.append(card)
        state.shuffle_pile()
    state.discard.append(card)
    state.color = card.color
    return (*turned, FirstCardTurned(card))


def _is_redrawn(state: State, first: Card) -> bool:
    if first.color:
        return False
    return first is _WILD_DRAW_FOUR or state.rules.first_wild == "redraw"


def _near_the_end(state: State, seat: int, action: Play) -> Events:
    """What comes of a card that was the last or the last but one, once it is laid."""
    face = action.card.face
    if state.hands[seat]:
        called = _owe_or_call(state, seat, called=action.uno)
        effect = state.book.lands.get(face)
        return (
            *called,
            *(effect(state, seat, action) if effect else (state.begin_turn(state.after[seat]),)),
        )
    effect = state.book.closes.get(face)
    closed = effect(state, seat, action) if effect else ()
    return closed + end_round(state, seat)


def _owe_or_call(state: State, seat: int, *, called: bool) -> Events:
    if called and seat not in state.called:
        state.called.add(seat)
        state.owing.discard(seat)
        return (UnoCalled(seat),)
    if seat in state.called:
        state.owing.discard(seat)
    else:
        state.owing.add(seat)
    return ()


def _pass_idly(state: State, seat: int) -> Events:
    """The same when no card moved; a whole lap of these ends the round (R25)."""
    state.idle += 1
    if state.idle < state.active:
        return pass_turn(state, seat)
    return (TurnPassed(seat), *end_round(state, None))
