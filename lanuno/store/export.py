"""A finished game as a file: the text of its record, or JSON with all that is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lanuno.store.played import Kept


def exported(kept: Kept, *, as_json: bool) -> str | None:
    """What the file holds; None: nobody here had the deck, so there is no text of the game."""
    if not as_json:
        return kept.played.record
    return msgspec.json.format(msgspec.json.encode(kept), indent=2).decode() + "\n"
