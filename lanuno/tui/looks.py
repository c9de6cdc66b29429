"""What settings do to the screens, and how a change of them is remembered."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from lanuno.narration import disk, preferences
from lanuno.store.settings import Unreadable, save
from lanuno.tui.plain import FewerCharacters, as_ascii, on_console

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lanuno.store.settings import Settings, Value

_ASCII = FewerCharacters(as_ascii)
_CONSOLE = FewerCharacters(on_console)


def fewer_characters(settings: Settings) -> tuple[FewerCharacters, ...]:
    """How characters are replaced that are not wanted, or that this terminal does not have."""
    if settings.ascii or not _can_print("▲é─"):
        return (_ASCII,)
    return (_CONSOLE,) if os.environ.get("TERM") == "linux" else ()


def remember_settings(settings: Mapping[str, Value]) -> str | None:
    """Write *settings* down; what went wrong, if something did."""
    try:
        save(settings)
    except OSError as error:
        return disk.reason(error)
    except Unreadable as error:
        return f"{error}: {preferences.unreadable(error.__cause__)}"
    return None


def _can_print(text: str) -> bool:
    try:
        text.encode(getattr(sys.__stdout__, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
