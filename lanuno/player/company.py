"""What one asks of a table as one of its company: to be ready, to vote, another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.strength import Strength
from lanuno.net.messages import Join, Ready, SetStrength, Stage, Stop, TakeOver, Watch

if TYPE_CHECKING:
    from lanuno.net.messages import Lobby
    from lanuno.net.text import PlayerName


def ready(lobby: Lobby) -> Ready:
    """To be ready, or no longer."""
    return Ready(not (lobby.you is not None and lobby.chairs[lobby.you].ready))


def vote(lobby: Lobby) -> Stop:
    """To end the game after this round, or to play on after all (R28)."""
    return Stop(not (lobby.you is not None and lobby.chairs[lobby.you].stop))


def leads(lobby: Lobby) -> bool:
    """Whether I run the table."""
    return lobby.you == lobby.leader is not None


def is_another_game(before: Lobby | None, now: Lobby) -> bool:
    """Whether the next game has begun, at once after the one that was over *before*."""
    return before is not None and before.stage is Stage.OVER and now.stage is Stage.PLAYING


def change_place(lobby: Lobby, name: PlayerName) -> Join | Watch:
    """To wait for a seat under *name* instead of looking on, or the reverse."""
    return Join(name) if lobby.newcomer is None else Watch()


def take_over(lobby: Lobby) -> TakeOver:
    """While waiting: to have a bot's seat rather than a new one, or the reverse."""
    return TakeOver(not (lobby.newcomer is not None and lobby.newcomers[lobby.newcomer].bot))


def next_strength(lobby: Lobby, seat: int) -> SetStrength:
    """Another strength for the bot on *seat*, each in turn."""
    strengths = list(Strength)
    now = strengths.index(lobby.chairs[seat].strength)
    return SetStrength(seat, strengths[(now + 1) % len(strengths)])
