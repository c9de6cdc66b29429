"""What is said about settings: their names, what they can be, what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import LANGUAGES, N_, _
from lanuno.narration.disk import reason

if TYPE_CHECKING:
    from lanuno.store.settings import Fault, Value

TITLE = N_("Settings")
HINT = N_("Every change counts at once, and is remembered.")
ACCOUNT = N_("as the account is called")

SETTINGS = {
    "name": N_("Your name"),
    "language": N_("Language"),
    "theme": N_("Colors"),
    "ascii": N_("Plain characters only"),
    "animations": N_("Animations"),
    "bell": N_("Bell on your turn"),
    "title": N_("Turn in the window title"),
    "sort": N_("Order of your cards"),
    "confirm_misplay": N_("Ask before a misplay"),
    "chat": N_("What others say"),
    "rules": N_("Rules of a new table"),
    "switches": N_("Single rules there"),
    "target": N_("Points of a new table"),
    "bots": N_("Bots at a new table"),
    "strength": N_("How well they play"),
    "late": N_("Joining a game late"),
    "spectators": N_("Spectators"),
    "hints": N_("Hints"),
    "talk": N_("Chat"),
}
"""What each setting is called."""

_RANGES = {
    "target": N_("Write a number of points from 1 to 1000000."),
    "bots": N_("Write a number of bots from 0 to 9."),
}

_CHOICES = {
    "dark": N_("dark"),
    "light": N_("light"),
    "contrast": N_("high contrast"),
    "transparent": N_("see-through"),
    "color": N_("by color"),
    "face": N_("by face"),
    "drawn": N_("as drawn"),
    "document": N_("document rules"),
    "official": N_("official rules"),
    "party": N_("party rules"),
    "easy": N_("easy"),
    "normal": N_("normal"),
    "hard": N_("hard"),
}


def choice(value: Value) -> str:
    """What a setting is that is *value*."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "":
        return _("as the system says")
    return next((name for code, name in LANGUAGES.items() if code == value), None) or _(
        _CHOICES[str(value)]
    )


def out_of_range(setting: str) -> str:
    """What a number may be that was typed for *setting*."""
    return _(_RANGES[setting])


def fault(found: Fault) -> str:
    """What is wrong in the settings file, or with a variable, and what counts instead."""
    if found.line is None:
        where = found.where
    else:
        where = _("{file}, line {line}").format(file=found.where, line=found.line)
    if found.setting is None:
        told = _("{where}: the settings cannot be read, and none of them counts: {problem}.")
        return told.format(where=where, problem=unreadable(found.error).rstrip("."))
    if not found.wanted:
        return _("{where}: there is no setting {setting}.").format(
            where=where, setting=found.setting
        )
    told = _("{where}: {setting} cannot be {value}. It can be: {wanted}.")
    return told.format(
        where=where, setting=found.setting, value=found.value, wanted=", ".join(found.wanted)
    )


def unreadable(error: BaseException | None) -> str:
    """Why the settings file cannot be read, as the end of a sentence."""
    match error:
        case OSError():
            return reason(error)
        case UnicodeDecodeError():
            return _("it is no text in UTF-8")
        case _:
            return _("it is no TOML")


def not_remembered(problem: str) -> str:
    """A change counts for now, but could not be written down."""
    return _("It counts for now, but cannot be remembered: {problem}.").format(
        problem=problem.rstrip(".")
    )
