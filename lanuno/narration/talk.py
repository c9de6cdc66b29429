"""Say what the people at a table say and show to each other, and how one does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import player
from lanuno.net.talk import Expression, Reacted, Spoke

if TYPE_CHECKING:
    from collections.abc import Sequence

EXPRESSIONS = {
    Expression.HELLO: N_("Hello!"),
    Expression.WELL_PLAYED: N_("Well played!"),
    Expression.OUCH: N_("Ouch!"),
    Expression.LUCKY: N_("Lucky you!"),
    Expression.SORRY: N_("Sorry!"),
    Expression.THANKS: N_("Thanks!"),
    Expression.HURRY_UP: N_("Hurry up!"),
    Expression.GOOD_GAME: N_("Good game!"),
}

SAY = N_("Say:")
REACT = N_("Show the others")
WHOM_TO_MUTE = N_("Whom to mute")
NOBODY_TO_MUTE = N_("There is nobody here to mute.")


def words(heard: Spoke | Reacted) -> str:
    """What was said, or what was shown in the language that is spoken here."""
    return heard.text if isinstance(heard, Spoke) else _(EXPRESSIONS[heard.expression])


def told(heard: Spoke | Reacted, names: Sequence[str]) -> Sentence:
    """Who said or showed it, and what."""
    return say("{name}: {words}", name=player(names, heard.seat), words=words(heard))


def numbered() -> str:
    """Everything that can be shown, with its number."""
    return ", ".join(f"{n}: {_(each)}" for n, each in enumerate(EXPRESSIONS.values(), 1))


def which_expression() -> str:
    """What to say when one has not said what to show."""
    return _("Say which, by its number: {expressions}.").format(expressions=numbered())


def muted(name: str, *, is_muted: bool) -> Sentence:
    """What becomes of what *name* says from now on."""
    if is_muted:
        return say(_("You no longer hear what {name} says."), name=player([name], 0))
    return say(_("You hear again what {name} says."), name=player([name], 0))


def mark(name: str, *, is_muted: bool) -> str:
    """*name* in the list of those who can be muted."""
    return _("{name} (muted)").format(name=name) if is_muted else name
