"""The player's language: marks and translates what is said."""

from __future__ import annotations

from gettext import translation
from pathlib import Path

_TRANSLATION = translation("lanuno", Path(__file__).parents[2] / "locale", fallback=True)

_ = _TRANSLATION.gettext
ngettext = _TRANSLATION.ngettext


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools look for
    """*text* as it is, marked for a translation that is looked up when it is shown."""
    return text
