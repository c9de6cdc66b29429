"""What each action does, once it is known to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.book import has_color_in_force
from lanuno.uno.cards import Card, Color, Face, in_order
from lanuno.uno.events import (
    CardPlayed,
    ChallengeJudged,
    ColorPicked,
    DrawFourAccepted,
    End,
    FirstCardTurned,
    PlayerCaught,
    PlayerLeft,
    PlayRefused,
    RoundBegan,
    TurnPassed,
    UnoCalled,
    UnoMissed,
    Why,
)
from lanuno.uno.legal import fits
from lanuno.uno.score import end_game, end_round
from lanuno.uno.state import DREW, PLAYING
from lanuno.uno.view import Challengeable, GameOver, PickingColor, RoundOver, Shown

if TYPE_CHECKING:
    from lanuno.uno.actions import Play
    from lanuno.uno.state import State

PENALTY = 4
"""Cards for a misplay (R30) and for a bluff found out (R17)."""

WRONG_CHALLENGE = 2
"""Cards for a challenger who was wrong (R17)."""

_WILD_DRAW_FOUR = Card.W_PLUS


def begin_round(state: State, dealer: int) -> None:
    """Deal, turn the first card, and let it take effect (R2 to R7)."""
    state.deal(dealer)
    state.emit(RoundBegan(state.round, dealer))
    first = _turn_first_card(state)
    state.discard.append(first)
    state.color = first.color
    state.book.first[first.face](state, dealer)


def begin_next_round(state: State) -> None:
    """The deal passes one seat to the left, whatever the direction was (R2)."""
    state.direction = 1
    begin_round(state, state.seat_after(state.dealer))


def play(state: State, seat: int, action: Play, *, called: bool) -> None:
    """Lay the card of *action*; *called* says Uno in the same breath (R20)."""
    if state.owing:
        _close_windows(state, seat)
    card, hand = action.card, state.hands[seat]
    hand.remove(card)
    if card is _WILD_DRAW_FOUR:
        state.judged = tuple(hand)
        state.guilty = has_color_in_force(state, hand)
    state.discard.append(card)
    state.color = card.color or action.color
    state.idle = 0
    state.events.append(CardPlayed(seat, card, action.color))
    if len(hand) > 1:
        state.book.lands[card.face](state, seat)
    elif hand:
        _owe_or_call(state, seat, called=called)
        state.book.lands[card.face](state, seat)
    else:
        if card.face in state.book.closes:
            state.book.closes[card.face](state, seat)
        end_round(state, seat)


def misplay(state: State, seat: int) -> None:
    """A card that does not match: it goes back, four are drawn, the turn ends (X1, R30)."""
    _close_windows(state, seat)
    state.emit(PlayRefused(seat))
    drawn = state.draw(seat, PENALTY, Why.MISPLAY)
    _pass_turn(state, seat, moved=drawn > 0)


def draw(state: State, seat: int) -> None:
    if state.owing:
        _close_windows(state, seat)
    if not state.draw(seat, 1, Why.TURN):
        _pass_turn(state, seat, moved=False)
        return
    card = state.hands[seat][-1]
    if fits(state, state.hands[seat], card):
        state.drawn = card
        state.phase = DREW
    else:
        _pass_turn(state, seat, moved=True)


def pass_turn(state: State, seat: int) -> None:
    _pass_turn(state, seat, moved=True)


def pick_color(state: State, seat: int, color: Color) -> None:
    _close_windows(state, seat)
    state.color = color
    state.phase = PLAYING
    state.emit(ColorPicked(seat, color))


def accept(state: State, seat: int) -> None:
    _close_windows(state, seat)
    state.emit(DrawFourAccepted(seat))
    state.draw(seat, 4, Why.DRAW_FOUR)
    state.skip(seat)


def challenge(state: State, seat: int) -> None:
    """Judge the hand that the wild draw four left behind (R17, R18)."""
    assert isinstance(state.phase, Challengeable), "challenged, and nothing to challenge"
    offender, victim = state.phase.offender, state.phase.victim
    _close_windows(state, seat)
    state.shown = (seat, Shown(offender, state.judged))
    state.emit(ChallengeJudged(seat, offender, state.guilty))
    if state.guilty:
        if offender not in state.gone:
            state.draw(offender, PENALTY, Why.BLUFF)
        state.begin_turn(victim)
    else:
        state.draw(seat, WRONG_CHALLENGE, Why.WRONG_CHALLENGE)
        state.draw(victim, 4, Why.DRAW_FOUR)
        state.skip(victim)


def call_uno(state: State, seat: int) -> None:
    state.called.add(seat)
    if len(state.hands[seat]) == 1:
        state.owing.discard(seat)
    state.emit(UnoCalled(seat))


def catch(state: State, seat: int, offender: int) -> None:
    state.owing.discard(offender)
    state.emit(PlayerCaught(offender, by=seat))
    state.draw(offender, state.rules.uno_penalty, Why.CAUGHT)


def leave(state: State, seat: int) -> None:
    """*seat* is gone for good; the cards go into the pile, and play goes on without (R31)."""
    state.emit(PlayerLeft(seat))
    phase, hand = state.phase, state.hands[seat]
    state.gone.add(seat)
    state.owing.discard(seat)
    state.called.discard(seat)
    state.hands[seat] = []
    state.pile += hand
    state.shuffle_pile()
    if state.active < 2:  # noqa: PLR2004 - one cannot play alone
        end_game(state, End.WALKOVER)
    elif seat == state.turn and not isinstance(phase, (RoundOver, GameOver)):
        if isinstance(phase, PickingColor):
            state.color = most_held(hand)
            state.emit(ColorPicked(seat, state.color))
        state.begin_turn(state.seat_after(seat))


def most_held(hand: list[Card]) -> Color:
    """The color of which *hand* has most cards; of equals the first in the deck's order."""
    return max(Color, key=lambda color: sum(card.color is color for card in in_order(hand)))


def _turn_first_card(state: State) -> Card:
    redrawn = {Face.WILD_DRAW_FOUR}
    if state.rules.first_wild == "redraw":
        redrawn.add(Face.WILD)
    while (card := state.pile.pop()).face in redrawn:
        state.emit(FirstCardTurned(card, returned=True))
        state.pile.append(card)
        state.shuffle_pile()
    state.emit(FirstCardTurned(card))
    return card


def _close_windows(state: State, seat: int) -> None:
    """A voluntary action of *seat* ends the time for catching everybody else (R21)."""
    for other in sorted(state.owing - {seat}):
        state.owing.discard(other)
        state.emit(UnoMissed(other))


def _owe_or_call(state: State, seat: int, *, called: bool) -> None:
    if called and seat not in state.called:
        state.emit(UnoCalled(seat))
        state.called.add(seat)
    if seat in state.called:
        state.owing.discard(seat)
    else:
        state.owing.add(seat)


def _pass_turn(state: State, seat: int, *, moved: bool) -> None:
    """End the turn without a play; a whole lap of these without a card moving ends all (R25)."""
    state.emit(TurnPassed(seat))
    if len(state.hands[seat]) > 1:
        # Called with two cards, and nothing played or drawn: the call was for this turn (R20).
        state.called.discard(seat)
    state.idle = 0 if moved else state.idle + 1
    if state.idle >= state.active:
        end_round(state, None)
    else:
        state.begin_turn(state.seat_after(seat))
