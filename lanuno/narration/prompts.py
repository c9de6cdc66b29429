"""Say in one line whose turn it is and what one can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _, ngettext
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import FOUR, card_name, color_word, player
from lanuno.uno.actions import Accept, CallUno, Catch, Challenge, Draw, Pass, Play
from lanuno.uno.cards import Card, Face
from lanuno.uno.view import (
    Challengeable,
    Drew,
    GameOver,
    PickingColor,
    RoundOver,
    Stacked,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.rules import Rules


UNO_WITH_JUMP = N_("You will say Uno as you jump in.")


def badge(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, in two words."""
    match view.phase:
        case RoundOver():
            return _("ROUND OVER")
        case GameOver():
            return _("GAME OVER")
        case _ if view.turn == view.seat:
            return _("YOUR TURN")
        case _:
            return _("{name} is on turn").format(name=player(names, view.turn))


def prompt(view: View, names: Sequence[str], card: Card | None, rules: Rules) -> Sentence:
    """What I can do by *rules*, while *card* is the selected one."""
    match view.phase:
        case RoundOver():
            return say(_("n: I am ready for the next round."))
        case GameOver():
            return say(_("Enter: play again. q: leave the table."))
        case Challengeable(offender=offender, count=count):
            return _decision(view, names, offender, count)
        case _ if view.seat is None:
            return say(_("You are watching."))
        case _ if view.turn != view.seat:
            return _waiting(view, names, card)
        case Stacked(count=count):
            return _stacked(view, count)
        case PickingColor():
            return say(_("The first card is a wild. Enter chooses its color."))
        case Drew():
            return _drawn(view)
        case _:
            return _turn(view, card, rules)


def urgent(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """What should be done at once, with its key."""
    found: list[str] = []
    if CallUno() in view.legal or is_uno_with_jump(view):
        found.append(_("u Uno!"))
    found += [
        _("c catch {name}").format(name=player(names, action.seat))
        for action in view.legal
        if isinstance(action, Catch)
    ]
    return tuple(found)


def _decision(view: View, names: Sequence[str], offender: int, count: int) -> Sentence:
    who = player(names, offender)
    if Accept() in view.legal and any(isinstance(each, Play) for each in view.legal):
        told = ngettext(
            "a: take {n} card. Enter: add yours. x: challenge {name}.",
            "a: take {n} cards. Enter: add yours. x: challenge {name}.",
            count,
        )
        return say(told, n=count, name=who)
    if Accept() in view.legal and count > FOUR:
        told = ngettext(
            "a: take {n} card. x: challenge {name}.",
            "a: take {n} cards. x: challenge {name}.",
            count,
        )
        return say(told, n=count, name=who)
    if Accept() in view.legal:
        return say(_("a: take four cards. x: challenge {name}."), name=who)
    if Challenge() in view.legal:
        return say(_("x: challenge {name} instead."), name=who)
    if count > FOUR:
        told = ngettext("{n} card, or a challenge?", "{n} cards, or a challenge?", count)
        return say(told, n=count)
    return say(_("Four cards, or a challenge?"))


def _stacked(view: View, count: int) -> Sentence:
    if any(isinstance(each, Play) for each in view.legal):
        told = ngettext(
            "a: take {n} card. Enter: add a raised card.",
            "a: take {n} cards. Enter: add a raised card.",
            count,
        )
    else:
        told = ngettext("a: take {n} card.", "a: take {n} cards.", count)
    return say(told, n=count)


def _waiting(view: View, names: Sequence[str], card: Card | None) -> Sentence:
    if view.seat in view.owing:
        return say(_("One card left: say Uno!"))
    jump = next((each.card for each in view.legal if isinstance(each, Play)), None)
    if jump and card is jump:
        return say(_("Enter: jump in with {card}."), card=card_name(jump))
    if jump:
        return say(_("You can jump in with {card}: ↑ and Enter."), card=card_name(jump))
    if isinstance(view.phase, Stacked):
        n = view.phase.count
        told = ngettext(
            "{name} takes {n} card, or adds one.", "{name} takes {n} cards, or adds one.", n
        )
        return say(told, name=player(names, view.turn), n=n)
    return say(_("Choose your card meanwhile."))


def _drawn(view: View) -> Sentence:
    if view.drawn is None:
        return say("")
    drawn = card_name(view.drawn)
    if Pass() in view.legal:
        return say(_("You drew {card}. Enter plays it, p keeps it."), card=drawn)
    return say(_("You drew {card}, and it must be played: Enter."), card=drawn)


def _turn(view: View, card: Card | None, rules: Rules) -> Sentence:
    playable = {action.card for action in view.legal if isinstance(action, Play)}
    if not playable and rules.draw_until_playable:
        return say(_("Nothing fits: press d to draw until a card does."))
    if not playable:
        return say(_("Nothing fits: press d to draw a card."))
    if card is None or card not in playable:
        if Draw() in view.legal:
            return say(_("Choose a raised card with the arrows, or draw with d."))
        return say(_("Choose a raised card with the arrows."))
    if view.color and is_bluff(view, card):
        return say(
            _("Enter plays {card}: a bluff, you hold {color}."),
            card=card_name(card),
            color=color_word(view.color),
        )
    if Draw() in view.legal:
        return say(_("Enter plays {card}. d draws a card."), card=card_name(card))
    return say(_("Enter plays {card}."), card=card_name(card))


def is_bluff(view: View, card: Card) -> bool:
    """Whether *card*, if it can be played, could be challenged with success (R14, R15)."""
    holds_color = any(each.color is view.color for each in view.hand if each.color)
    return card.face is Face.WILD_DRAW_FOUR and holds_color and not _has_wild(view)


def is_uno_with_jump(view: View) -> bool:
    """Whether Uno can be said with a card that jumps in now, and the other stays (R20, R34)."""
    jumps = view.turn != view.seat and any(isinstance(each, Play) for each in view.legal)
    return jumps and len(view.hand) == 2  # noqa: PLR2004 - R20


def _has_wild(view: View) -> bool:
    """Whether a wild draw four is pending, so that another on it cannot be challenged (R33)."""
    phase = view.phase
    return isinstance(phase, Challengeable) or (isinstance(phase, Stacked) and phase.wild)
