"""What a typed command asks of the table itself, and not of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.language import _
from lanuno.narration import plain
from lanuno.net.messages import (
    AddBot,
    Dismiss,
    Join,
    Move,
    Rematch,
    Removal,
    Remove,
    SetManners,
    SetStrength,
    Start,
    Watch,
)
from lanuno.plain.commands import NotUnderstood
from lanuno.player import company

if TYPE_CHECKING:
    from lanuno.bots.strength import Strength
    from lanuno.net.messages import Lobby, Request
    from lanuno.net.text import PlayerName
    from lanuno.plain.commands import Command

AT_TABLE = frozenset(
    (
        *("ready", "start", "bot", "rematch", "lobby", "remove", "chair", "level", "open", "close"),
        *("end", "watch", "join", "relieve"),
    )
)
"""The commands that are for the table."""


def request_of(
    command: Command, lobby: Lobby | None, name: PlayerName, strength: Strength
) -> Request:
    """
    What *command* of one called *name* asks for; NotUnderstood when something is missing.

    A new bot gets *strength*.
    """
    if command.word in _SIMPLE:
        return _SIMPLE[command.word]
    if lobby is None:
        raise NotUnderstood(_(plain.NOT_NOW))
    match command.word:
        case "join":
            return Join(name)
        case "bot":
            return AddBot(strength)
        case "ready":
            return company.ready(lobby)
        case "end":
            return company.vote(lobby)
        case "relieve":
            return company.take_over(lobby)
        case "remove":
            return _removal(command.rest, lobby)
        case "chair":
            return _move(command.rest, lobby)
        case "level":
            return _level(command.rest, lobby)
        case word:
            return _manners(command.rest, lobby, allowed=word == "open")


_SIMPLE: dict[str, Request] = {
    "start": Start(),
    "rematch": Rematch(),
    "lobby": Rematch(lobby=True),
    "watch": Watch(),
}


def _removal(rest: tuple[str, ...], lobby: Lobby) -> Remove | Dismiss:
    whom, reason = rest, None
    for end in range(1, len(rest)):
        if word := plain.meant(" ".join(rest[end:]), plain.REASONS):
            whom, reason = rest[:end], Removal(word)
    if (seat := _seat(whom, lobby)) is not None:
        return Remove(seat, reason)
    for place, newcomer in enumerate(lobby.newcomers):
        if plain.fold(newcomer.name) == " ".join(whom):
            return Dismiss(place, reason)
    if len(rest) > 1 and _seat(rest[:-1], lobby) is not None:
        raise NotUnderstood(_(plain.WHICH_REASON).format(reasons=plain.listed(plain.REASONS)))
    raise NotUnderstood(_(plain.WHOM))


def _move(rest: tuple[str, ...], lobby: Lobby) -> Move:
    chairs = [_seat((each,), lobby) for each in rest]
    if len(chairs) != 2 or chairs[0] is None or chairs[1] is None:  # noqa: PLR2004 - from and to
        raise NotUnderstood(_(plain.WHERE_TO))
    return Move(chairs[0], chairs[1])


def _level(rest: tuple[str, ...], lobby: Lobby) -> SetStrength:
    seat = _seat(rest, lobby)
    if seat is None or not lobby.chairs[seat].bot:
        raise NotUnderstood(_(plain.WHOM))
    return company.next_strength(lobby, seat)


def _manners(rest: tuple[str, ...], lobby: Lobby, *, allowed: bool) -> SetManners:
    what = plain.meant(" ".join(rest), plain.MANNERS)
    if what is None:
        raise NotUnderstood(_(plain.WHICH_MANNERS).format(manners=plain.listed(plain.MANNERS)))
    return SetManners(replace(lobby.manners, **{what: allowed}))


def _seat(words: tuple[str, ...], lobby: Lobby) -> int | None:
    """The seat that *words* mean, by its number or by the name of who sits there."""
    wanted = " ".join(words)
    for seat, chair in enumerate(lobby.chairs):
        if wanted and wanted in (str(seat + 1), plain.fold(chair.name)):
            return seat
    return None
