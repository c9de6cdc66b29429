"""
What a person is told when something cannot be done; the docstring is the sentence.

The command line prints it, the screens show it. Nothing has been lost when one is raised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _

if TYPE_CHECKING:
    from pathlib import Path


class UserError(Exception):
    """Something went wrong that a person can do something about."""

    def __str__(self) -> str:
        """The sentence, with what it was about before it where that is known."""
        sentence = " ".join((type(self).__doc__ or "").split())
        about = super().__str__()
        return f"{about}: {_(sentence)}" if about else _(sentence)


class NobodyThere(UserError):
    """No table answers there. Is it still open, and are both machines on the same network?"""


class NotAnnounced(UserError):
    """it is not announced."""


class NotATable(UserError):
    """Something answers there, but it is not a lanuno table. Check the address and the port."""


class OtherVersion(UserError):
    """The two programs do not speak the same version. Update lanuno on both machines."""

    def __init__(self, theirs: int, ours: int) -> None:
        about = _("the table speaks version {theirs}, this program speaks {ours}")
        super().__init__(about.format(theirs=theirs, ours=ours))
        self.theirs = theirs
        self.ours = ours


class TableFull(UserError):
    """The table is full. Ask the host to free a chair, or host a table yourself."""


class GameOn(UserError):
    """
    A game is on at that table, nobody new joins it, and none of its seats is yours. Join when
    it is over.
    """


class NoSpectators(UserError):
    """That table is closed to spectators."""


class TableBusy(UserError):
    """The table has too many connections just now. Try again in a few seconds."""


class CodeNeeded(UserError):
    """The table is private. Ask its host for the code: lanuno join TABLE --code CODE."""


class NotPrivate(UserError):
    """
    That table lets anybody in, although you were given a code: it may not be the one that you
    mean. If it is, leave the code out.
    """


class WrongCode(UserError):
    """
    That code does not open this table: ask the host to read it out again. If it is right, do
    not join: this may not be the table that you mean.
    """


class TooManyCodes(UserError):
    """
    Too many wrong codes have been tried at this table. Try again in an hour, or ask its host
    to open it anew.
    """


class TurnedAway(UserError):
    """The table hung up. Try again, or ask its host."""


class PortInUse(UserError):
    """
    Another program uses that port. Choose another one with --port, or leave it out and
    lanuno finds a free one.
    """


class PortRefused(UserError):
    """The system does not let lanuno use that port. Choose one from 1024 to 65535 with --port."""


class TableForgotten(UserError):
    """No table waits here to be resumed. Host one with: lanuno host."""


class TableBusyHere(UserError):
    """Another program on this machine has that table open. Join it with: lanuno join."""


class CannotKeep(UserError):
    """This table cannot be resumed if this program dies: its journal cannot be written."""


class JournalDamaged(UserError):
    """The journal of this table was damaged. The game goes on from an earlier move."""

    def __init__(self, copy: Path) -> None:
        super().__init__(_("a copy is in {copy}").format(copy=copy))


class TableBroke(UserError):
    """The table found a fault in itself and stopped. Please tell the makers of lanuno."""

    def __init__(self, record: Path | None) -> None:
        where = _("the record of its game is in {record}") if record else _("its game is lost")
        super().__init__(where.format(record=record))
        self.record = record


class NoTerminal(UserError):
    """
    The screens need a terminal, and this is none. Start lanuno in a terminal window, or
    play in plain lines: lanuno play --plain. To host without a screen: lanuno host --headless.
    """


class RecordUnreadable(UserError):
    """This is not a recorded game that lanuno can replay."""


class NothingToReplay(UserError):
    """Nobody here had the deck of this game: it cannot be replayed, and saved as JSON alone."""


class RecordFaulty(UserError):
    """The game cannot have gone as this record says."""


class CannotLook(UserError):
    """Tables cannot be found now. Mend that, or join by address: lanuno join ADDRESS."""


class HistoryLocked(UserError):
    """
    Another program is busy with the games that were played here. Try again in a moment;
    a game that ends meanwhile is not kept.
    """


class HistoryNewer(UserError):
    """
    A newer lanuno keeps the games that were played here. Update this one to see them; until
    then it adds none.
    """


class HistoryDamaged(UserError):
    """
    What should be the games that were played here is damaged, and is left as it is. Move the
    file somewhere else, and the next game begins a new one.
    """


class HistoryOutOfReach(UserError):
    """
    The system does not let lanuno read or write the games that were played here. Is the disk
    full, or the folder somebody else's?
    """
