"""Say who sits at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.messages import Stage
from lanuno.tui.narration.language import _

if TYPE_CHECKING:
    from lanuno.net.messages import Chair, Lobby


def seating(lobby: Lobby) -> str:
    """
    Everybody at the table in a line, with what is to be known of them.

    >>> from lanuno.net.messages import Chair, Lobby, Stage
    >>> from lanuno.net.text import PlayerName
    >>> from lanuno.uno.rules import Rules
    >>> chairs = Chair(PlayerName("Ana"), ready=True), Chair(PlayerName("Ada"), bot=True)
    >>> seating(Lobby(Stage.LOBBY, Rules(), chairs))
    'At the table: Ana (ready), Ada (bot).'
    """
    if not lobby.chairs:
        return _("Nobody sits at the table.")
    company = ", ".join(_with_state(chair, lobby.stage) for chair in lobby.chairs)
    return _("At the table: {company}.").format(company=company)


def _with_state(chair: Chair, stage: Stage) -> str:
    if chair.bot:
        state = _("bot")
    elif chair.gone:
        state = _("left")
    elif chair.stand_in:
        state = _("away, a stand-in plays")
    elif not chair.here:
        state = _("away")
    elif chair.ready and stage is Stage.LOBBY:
        state = _("ready")
    else:
        return chair.name
    return f"{chair.name} ({state})"
