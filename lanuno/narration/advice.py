"""A hint in words: what a strong player would do now, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.thought import Motive
from lanuno.language import N_, _
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import card_name, color_word, player
from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Pass,
    PickColor,
    Play,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.net.messages import Advice
    from lanuno.uno.view import View

NO_HINTS = N_("Nobody gets hints at this table.")


def hint(advice: Advice, view: View, names: Sequence[str]) -> Sentence:
    """What to do in *view*, and why."""
    seat = advice.seat if advice.seat is not None else view.turn
    reason = say(_(_REASONS[advice.motive]), name=player(names, seat), percent=advice.percent or 0)
    return say(_("Hint: {move}. {reason}"), move=_move(advice.action, names, seat), reason=reason)


def _move(action: Action, names: Sequence[str], offender: int) -> Sentence:
    match action:
        case Play():
            return _play(action, names)
        case Draw():
            return say(_("draw a card"))
        case Pass():
            return say(_("keep the card"))
        case PickColor(color=color):
            return say(_("the color {color}"), color=color_word(color))
        case Challenge():
            return say(_("challenge {name}"), name=player(names, offender))
        case Accept():
            return say(_("take the cards"))
        case CallUno():
            return say(_("call Uno"))
        case Catch(seat=seat):
            return say(_("catch {name}"), name=player(names, seat))
        case _:
            return say(_("go on"))


def _play(play: Play, names: Sequence[str]) -> Sentence:
    card = card_name(play.card)
    if play.swap is not None:
        return say(_("{card}, and the hand of {name}"), card=card, name=player(names, play.swap))
    if play.color is not None:
        return say(_("{card}, and the color {color}"), card=card, color=color_word(play.color))
    return card


_REASONS = {
    Motive.GOES_OUT: N_("With that you go out."),
    Motive.ONLY_CARD: N_("No other card fits."),
    Motive.STOPS: N_("{name} is about to go out."),
    Motive.LACKS_COLOR: N_("{name} seems to have nothing of that color."),
    Motive.SMALLER_HAND: N_("{name} gives you a smaller hand for it."),
    Motive.PASSES_ON: N_("Then somebody else has to take the cards."),
    Motive.MOST_HELD: N_("Of that color you hold most."),
    Motive.GOES_ON: N_("What you keep is easiest to play on."),
    Motive.NOTHING_FITS: N_("Nothing that you hold fits."),
    Motive.SAVES: N_("What you could play is worth more later."),
    Motive.DOUBTS: N_("How likely a bluff was: {percent} %."),
    Motive.TRUSTS: N_("How likely a bluff was: only {percent} %."),
    Motive.FREE: N_("It costs you nothing."),
}
