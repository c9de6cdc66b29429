"""What is asked before somebody leaves a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.language import _, ngettext
from lanuno.narration.words import players
from lanuno.net.messages import Removal, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.net.messages import Lobby


class Parting(Struct, frozen=True):
    """A question, and its answers as key, label and result ("stay", "leave" or "close")."""

    title: str
    sentences: tuple[str, ...]
    answers: tuple[tuple[str, str, str], ...]


def parting(lobby: Lobby | None, *, hosts: bool, practices: bool) -> Parting | None:
    """What to ask whoever wants to leave *lobby*; None when nothing is lost by it."""
    if lobby is None or lobby.you is None:
        return None
    playing = lobby.stage is Stage.PLAYING
    if practices:
        return practice() if playing else None
    if hosts:
        guests = [
            chair.name
            for seat, chair in enumerate(lobby.chairs)
            if not chair.bot and not chair.gone and seat != lobby.you
        ]
        return host(guests, playing=playing)
    staying = sum(not chair.gone for chair in lobby.chairs) - 1
    return guest(ends_game=staying == 1) if playing else None


def practice() -> Parting:
    return Parting(
        _("End this game?"),
        (_("You play against bots only: nobody else loses anything."),),
        (("s", _("Stay"), "stay"), ("e", _("End the game"), "close")),
    )


def host(guests: Sequence[str], *, playing: bool) -> Parting:
    """What the host is told, and for whom a game that they are *playing* would end (B97)."""
    told = [_("Nobody else is at the table.")]
    if guests:
        names = players(guests, range(len(guests)))
        told = [_("You are the host: the table closes for {names} as well.").format(names=names)]
        if playing:
            told.append(_("The game ends; they are shown the scores of the finished rounds."))
    return Parting(
        _("Close the table?"),
        tuple(told),
        (("s", _("Stay"), "stay"), ("z", _("Close the table"), "close")),
    )


def guest(*, ends_game: bool) -> Parting:
    told = _("You give up your seat for good: your cards go back into the pile.")
    if ends_game:
        told = _("You give up your seat for good. Nobody is left to play against: the game ends.")
    return Parting(
        _("Leave the table?"),
        (told,),
        (("s", _("Stay"), "stay"), ("l", _("Leave"), "leave")),
    )


def standing(rounds: int) -> str:
    """The title over the scores of a game that ended early, after so many finished rounds."""
    return ngettext(
        "The score after {n} finished round", "The score after {n} finished rounds", rounds
    ).format(n=rounds)


def removal(name: str) -> Parting:
    """What the leader is asked before somebody, no bot, is removed: the results are reasons."""
    return Parting(
        _("Remove {name}?").format(name=name),
        (_("The reason is told to them; they may come back while there is room."),),
        (
            ("s", _("Stay"), "stay"),
            ("r", _("Remove without a reason"), ""),
            ("1", _("Away for too long"), Removal.AWAY.value),
            ("2", _("Keeps the others waiting"), Removal.SLOW.value),
            ("3", _("Unfriendly"), Removal.RUDE.value),
            ("4", _("The seat is for somebody else"), Removal.ROOM.value),
        ),
    )


def reason(answer: str) -> Removal | None:
    """The reason that was the *answer* to `removal`; None: it is not told."""
    return Removal(answer) if answer else None


def removal_in_game() -> tuple[str, str]:
    """Title and sentence of the question which player is to leave a running game (R31)."""
    return _("Remove whom?"), _("Cards go back into the pile, and the game goes on.")


def agreement(*, stop: bool) -> tuple[str, str]:
    """Key and label of agreeing to end the game with this round, or of taking it back (R28)."""
    return "e", _("Play on after all") if stop else _("End it with this round")
