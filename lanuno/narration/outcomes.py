"""What dialogs at the table say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _, ngettext
from lanuno.narration.sentence import Sentence, joined, say
from lanuno.narration.words import (
    FOUR,
    card_name,
    color_word,
    is_team,
    player,
    players,
    points,
)
from lanuno.uno.cards import Card, Color, in_order
from lanuno.uno.events import End
from lanuno.uno.view import GameOver, RoundOver, Shown, View

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


def draw_four(
    names: Sequence[str], offender: int, count: int, colors: tuple[Color | None, Color | None]
) -> tuple[Sentence, ...]:
    """
    What a wild draw four asks of its victim, *count* cards or a challenge (R16, R17, R33).

    *colors* are those in force before it and after it, as far as they are known.
    """
    who = player(names, offender)
    played = [say(_("{name} played wild draw four on you."), name=who)]
    before, after = colors
    if before and after:
        told = _("The color in force was {before}; now it is {color}.")
        played.append(say(told, before=color_word(before), color=color_word(after)))
    if count == FOUR:
        told = _("If it was a bluff, {name} draws the four. If not, you draw six.")
        return (joined(played), say(told, name=who))
    told = ngettext(
        "If it was a bluff, {name} draws four and you none. If not, you draw {n} card.",
        "If it was a bluff, {name} draws four and you none. If not, you draw {n} cards.",
        count + 2,
    )
    return (joined(played), say(told, name=who, n=count + 2))


def shown(hand: Shown, names: Sequence[str], color: Color | None) -> tuple[Sentence, ...]:
    """The hand that a challenge laid open (R18), and what it means if *color* was in force."""
    cards = joined((card_name(card) for card in in_order(hand.hand)), ", ")
    told = [say(_("Only you have seen them, and only now."))]
    if color:
        is_bluff = any(card.color is color for card in hand.hand)
        verdict = _("The color in force was {color}: a bluff.")
        if not is_bluff:
            verdict = _("The color in force was {color}: no bluff.")
        told.insert(0, say(verdict, color=color_word(color)))
    return (say(_("{name} held these cards:"), name=player(names, hand.seat)), cards, joined(told))


def title(view: View, names: Sequence[str]) -> str:
    """Who won."""
    match view.phase:
        case RoundOver(result=result) if result.winner is None:
            return _("Round {number}: nobody wins").format(number=result.round)
        case RoundOver(result=result) if view.partners:
            return _team_won_round(result, view, names)
        case RoundOver(result=result) if result.winner == view.seat:
            return _("Round {number}: you win").format(number=result.round)
        case RoundOver(result=result):
            winner = player(names, result.winner or 0)
            return _("Round {number}: {name} wins").format(number=result.round, name=winner)
        case GameOver(winners=winners) if winners == (view.seat,):
            return _("You win the game!")
        case GameOver(winners=winners) if len(winners) == 1:
            return _("{name} wins the game!").format(name=player(names, winners[0]))
        case GameOver(winners=winners) if is_team(winners, view.partners):
            return _team_won_game(winners, view, names)
        case GameOver(winners=winners):
            return _("{names} share the win!").format(names=players(names, winners))
        case _:
            return ""


def sentences(view: View, names: Sequence[str]) -> tuple[Sentence, ...]:
    """How it came to that."""
    match view.phase:
        case RoundOver(result=result):
            return _round(result, view, names)
        case GameOver(result=None, why=End.WALKOVER):
            return (say(_("Everybody else has left, so nobody gets points for this round.")),)
        case GameOver(result=None):
            return (say(_("The players agreed to end the game here.")),)
        case GameOver(result=result) if result:
            return _round(result, view, names)
        case _:
            return ()


def team_of(winner: int, view: View) -> tuple[int, ...]:
    """The seats that get the points of a round that *winner* won."""
    if not view.partners or view.partners[winner] in view.gone:
        return (winner,)
    return winner, view.partners[winner]


def _team_won_round(result: RoundResult, view: View, names: Sequence[str]) -> str:
    assert result.winner is not None
    team = result.winner, view.partners[result.winner]
    if view.seat in team:
        other = player(names, view.partners[view.seat])
        return _("Round {number}: you and {name} win").format(number=result.round, name=other)
    won = _("Round {number}: {names} win")
    return won.format(number=result.round, names=players(names, sorted(team)))


def _team_won_game(winners: tuple[int, ...], view: View, names: Sequence[str]) -> str:
    if view.seat in winners:
        other = player(names, view.partners[view.seat])
        return _("You and {name} win the game!").format(name=other)
    return _("{names} win the game!").format(names=players(names, sorted(winners)))


def _round(result: RoundResult, view: View, names: Sequence[str]) -> tuple[Sentence, ...]:
    last = say(_("The last card was {card}."), card=card_name(result.last))
    if result.winner is None:
        return (
            last,
            say(_("For a whole lap nobody could play or draw: the round is worth nothing.")),
        )
    if result.points == 0:
        return (last, say(_("+0: the others held nothing but zeros. It is a win all the same.")))
    team, worth = team_of(result.winner, view), points(result.points)
    if len(team) > 1:
        gets = _("Each of the two gets {points} for the cards of the other teams.")
        return (last, say(gets, points=worth))
    gets = _("You get {points} for the cards of the others.")
    if result.winner != view.seat:
        gets = _("{name} gets {points} for the cards of the others.")
    return (last, say(gets, name=player(names, result.winner), points=worth))
