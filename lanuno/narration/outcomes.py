"""What dialogs at the table say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _
from lanuno.narration.sentence import Sentence, joined, say
from lanuno.narration.words import card_name, color_word, player, players, points
from lanuno.uno.cards import Card, Color, in_order
from lanuno.uno.events import End
from lanuno.uno.view import GameOver, Phase, RoundOver, Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.events import RoundResult


def misplay(card: Card, top: Card, color: Color | None) -> tuple[Sentence, ...]:
    """Why *card* does not fit, and what it would cost (R30)."""
    fits_not = say(_("{card} does not fit on {top}."), card=card_name(card), top=card_name(top))
    if top.color is None and color:
        fits_not = say(
            _("{card} does not fit: the color in force is {color}."),
            card=card_name(card),
            color=color_word(color),
        )
    return (fits_not, say(_("This costs you four cards and your turn.")))


def draw_four(names: Sequence[str], offender: int) -> tuple[Sentence, ...]:
    """What a wild draw four asks of its victim (R16, R17)."""
    who = player(names, offender)
    return (
        say(_("{name} played wild draw four on you."), name=who),
        say(_("If it was a bluff, {name} draws the four. If not, you draw six."), name=who),
    )


def shown(hand: Shown, names: Sequence[str]) -> tuple[Sentence, ...]:
    """The hand that a challenge laid open (R18)."""
    cards = joined(card_name(card) for card in in_order(hand.hand))
    return (
        say(_("{name} held these cards:"), name=player(names, hand.seat)),
        cards,
        say(_("Only you have seen them, and only now.")),
    )


def title(phase: Phase, names: Sequence[str], me: int | None) -> str:
    """Who won."""
    match phase:
        case RoundOver(result=result) if result.winner is None:
            return _("Round {number}: nobody wins").format(number=result.round)
        case RoundOver(result=result) if result.winner == me:
            return _("Round {number}: you win").format(number=result.round)
        case RoundOver(result=result):
            winner = player(names, result.winner or 0)
            return _("Round {number}: {name} wins").format(number=result.round, name=winner)
        case GameOver(winners=winners) if winners == (me,):
            return _("You win the game!")
        case GameOver(winners=winners) if len(winners) == 1:
            return _("{name} wins the game!").format(name=player(names, winners[0]))
        case GameOver(winners=winners):
            return _("{names} share the win!").format(names=players(names, winners))
        case _:
            return ""


def sentences(phase: Phase, names: Sequence[str], me: int | None) -> tuple[Sentence, ...]:
    """How it came to that."""
    match phase:
        case RoundOver(result=result):
            return _round(result, names, me)
        case GameOver(result=None, why=End.WALKOVER):
            return (say(_("Everybody else has left, so nobody gets points for this round.")),)
        case GameOver(result=None):
            return (say(_("The players agreed to end the game here.")),)
        case GameOver(result=result) if result:
            return _round(result, names, me)
        case _:
            return ()


def _round(result: RoundResult, names: Sequence[str], me: int | None) -> tuple[Sentence, ...]:
    last = say(_("The last card was {card}."), card=card_name(result.last))
    if result.winner is None:
        return (
            last,
            say(_("For a whole lap nobody could play or draw: the round is worth nothing.")),
        )
    if result.points == 0:
        return (last, say(_("+0: the others held nothing but zeros. It is a win all the same.")))
    gets = _("You get {points} for the cards of the others.")
    if result.winner != me:
        gets = _("{name} gets {points} for the cards of the others.")
    return (
        last,
        say(gets, name=player(names, result.winner), points=points(result.points)),
    )
