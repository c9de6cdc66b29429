"""The player's language: chooses it, marks and translates what is said."""

from __future__ import annotations

import gettext
import os
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Literal

Language = Literal["en", "sr", "sr_Latn"]

LANGUAGES: dict[Language, str] = {"en": "English", "sr": "Српски", "sr_Latn": "Srpski"}
"""What lanuno speaks, and what each is called by those who speak it."""

_VARIABLES = ("LANUNO_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_LOCALE = Path(__file__).with_name("locale")


def choose_language(wanted: str | None) -> Language:
    """
    Speak the language that *wanted* names, and say which that is.

    Without a wish the first variable that is set decides: LANUNO_LANG, LANGUAGE, LC_ALL,
    LC_MESSAGES, LANG. Several may stand there, with colons between; the first that there
    is gets spoken, and English if there is none. What has been looked up stays as it is.
    """
    global _spoken  # noqa: PLW0603 - a program speaks one language at a time
    names = wanted or next(filter(None, map(os.environ.get, _VARIABLES)), "")
    known: list[Language] = [each for name in names.split(":") if (each := language_of(name))]
    language = known[0] if known else "en"
    _spoken = _translation(language)
    return language


def speak_click(language: Language) -> None:
    """Let the library of the command line, which asks gettext itself, speak *language* too."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("lanuno", str(_LOCALE))
    gettext.textdomain("lanuno")


def language_of(name: str) -> Language | None:
    """
    The language that *name* stands for; None for one that lanuno does not speak.

    >>> [language_of(name) for name in ("sr_RS.UTF-8", "sr_RS.UTF-8@latin", "hr", "C", "fr_FR")]
    ['sr', 'sr_Latn', 'sr_Latn', 'en', None]
    """
    language, *more = name.lower().replace("-", "_").replace("@", "_").replace(".", "_").split("_")
    match language:
        case "en" | "c" | "posix":
            return "en"
        case "sr" if not {"latn", "latin"} & {*more}:
            return "sr"
        case "sr" | "sh" | "hr" | "bs" | "cnr":
            return "sr_Latn"
        case _:
            return None


def _translation(language: Language) -> NullTranslations:
    file = _LOCALE / language / "LC_MESSAGES" / "lanuno.mo"
    # Some who pack programs leave languages out.
    if not file.is_file():
        return NullTranslations()
    with file.open("rb") as compiled:
        return GNUTranslations(compiled)


def _(text: str) -> str:
    """*text* in the language that is spoken now."""
    return _spoken.gettext(text)


def ngettext(one: str, several: str, n: int) -> str:
    """The form for *n* in the language that is spoken now."""
    return _spoken.ngettext(one, several, n)


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools look for
    """*text* as it is, marked for a translation that is looked up when it is shown."""
    return text


_spoken = NullTranslations()
choose_language(None)
