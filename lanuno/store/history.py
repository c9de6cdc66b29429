"""The games that were finished here: a SQLite file that several programs may use at once."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from platformdirs import user_state_path

from lanuno.errors import HistoryDamaged, HistoryLocked, HistoryNewer, HistoryOutOfReach
from lanuno.store.played import Kept, Played, merged, statistics
from lanuno.store.system import SYSTEM

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from lanuno.store.played import Statistics

BUSY_SECONDS = 5.0
"""How long another program is waited for."""

ID_MAX = 2**63 - 1
"""What SQLite can count to."""

APPLICATION = int.from_bytes(b"lanu", "big")
"""Stands in the file, so that nobody's other database is taken for a history."""

SCHEMA = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        played BLOB NOT NULL,
        played_sum INTEGER NOT NULL,
        record BLOB,
        record_sum INTEGER
    )
    """,
)
"""
What leads from each version to the next, from an empty file on: never change one, add one.

*played* is JSON, and both sums are of the bytes beside them, after the id: SQLite itself
does not notice when the disk has changed what stands in a row.
"""

_DATABASE_BYTES_MIN = 512

_SAME_GAME_WITHIN = 20
"""How many games back a game is looked for that another program here has kept already."""


class History:
    """
    The finished games in *folder*, which is this user's folder for such things if nothing
    else is said.

    Every method opens the file, and closes it. It raises HistoryLocked when another program
    has held it for *patience* seconds, HistoryNewer, HistoryDamaged, or HistoryOutOfReach
    when the disk refuses; nothing in the file has changed then. Mutable, in that it
    remembers that the file was found whole.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        patience: float = BUSY_SECONDS,
        schema: Sequence[str] = SCHEMA,
    ) -> None:
        self.file = (folder or user_state_path("lanuno", appauthor=False)) / "history.db"
        self._patience = patience
        self._schema = schema
        self._is_whole = False

    def add(self, played: Played) -> int:
        """
        Keep *played*; its id in the history.

        Where another program has kept the same game, what this one knows is added to that.
        """
        with self._writing() as database:
            last = [self._game(*row) for row in _last(database, ID_MAX, _SAME_GAME_WITHIN)]
            same = next((kept for kept in last if _is_same(kept.played, played)), None)
            if same:
                number, played = same.id, merged(same.played, played)
            else:
                number = last[0].id + 1 if last else 1
            _put(database, number, played)
        return number

    def games(self, limit: int = 100, before: int | None = None) -> tuple[Kept, ...]:
        """The last *limit* games that were added, the newest first, of those *before* an id."""
        below = ID_MAX if before is None else max(0, min(before, ID_MAX))
        with self._reading() as database:
            rows = _last(database, below, max(0, min(limit, ID_MAX))) if database else ()
            return tuple(self._game(*row) for row in rows)

    def game(self, number: int) -> Kept | None:
        """The game with that id, if there is one."""
        found = self.games(1, number + 1)
        return found[0] if found and found[0].id == number else None

    def statistics(self) -> tuple[Statistics, ...]:
        """Of everybody who has played here, who has played most first."""
        with self._reading() as database:
            rows = database.execute(_WITHOUT_RECORD) if database else ()
            return statistics(self._played(*row) for row in rows)

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection | None]:
        """The file for the block; None when nothing was ever kept in it."""
        with self._telling():
            if not self.file.exists():
                yield None
                return
            with closing(self._connect()) as database:
                version = self._check(database)
                if 0 < version < len(self._schema):
                    database.execute("COMMIT")
                    self._migrate(database)
                yield database if version else None
                database.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """The file, for this program alone; the block is done as a whole, or not at all."""
        with self._telling():
            SYSTEM.make_folder(self.file.parent)
            # SQLite would let everybody read it; what it puts beside it gets the same mode.
            SYSTEM.close(SYSTEM.open(self.file))
            with closing(self._connect()) as database:
                is_new = not self._check(database)
                database.execute("COMMIT")
                if is_new:
                    # Where it cannot be had, or not just now, the old way is as safe.
                    with suppress(sqlite3.OperationalError):
                        database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = FULL")
                self._migrate(database)
                # If the block does not get to its end, closing takes everything back.
                yield database
                database.execute("COMMIT")

    @contextmanager
    def _telling(self) -> Generator[None]:
        """In the block, what goes wrong is told in the words for a person."""
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # the programmer's fault, not the file's
        except sqlite3.Error as error:
            # What has no code was wrong before SQLite saw it: text that is none, for example.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            raise _TOLD.get(code, HistoryDamaged)(str(self.file)) from error
        except OSError as error:
            raise HistoryOutOfReach(str(self.file)) from error

    def _connect(self) -> sqlite3.Connection:
        # Transactions begin where this file says so.
        return sqlite3.connect(self.file, timeout=self._patience, isolation_level=None)

    def _check(self, database: sqlite3.Connection) -> int:
        """
        The version of the file, 0 for an empty one, once it is known to be whole and ours.

        A transaction has begun, in which it stays so.
        """
        database.execute("BEGIN")
        version = self._version(database)
        if not self._is_whole:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise HistoryDamaged(str(self.file))
            self._is_whole = True
        return version

    def _version(self, database: sqlite3.Connection) -> int:
        """In a transaction, or another program may begin the file between two of the questions."""
        (version,) = database.execute("PRAGMA user_version").fetchone()
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        is_ours = application == APPLICATION and tables and version > 0
        # SQLite takes a file that is shorter than any database for an empty one.
        is_rest = 0 < self.file.stat().st_size < _DATABASE_BYTES_MIN
        if not is_ours and (application or tables or version or is_rest):
            raise HistoryDamaged(str(self.file))
        if version > len(self._schema):
            raise HistoryNewer(str(self.file))
        return version

    def _migrate(self, database: sqlite3.Connection) -> None:
        """
        Bring the file to the version of this program, unless another has done so meanwhile.

        A transaction has begun, and the file is this program's alone until it ends.
        """
        database.execute("BEGIN IMMEDIATE")
        version = self._version(database)
        if version < len(self._schema):
            for step in self._schema[version:]:
                database.execute(step)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {len(self._schema)}")

    def _game(
        self,
        number: int,
        played: bytes,
        played_sum: int,
        record: bytes | None,
        record_sum: int | None,
    ) -> Kept:
        game = self._played(number, played, played_sum)
        if record is None and record_sum is None:
            return Kept(number, game)
        if not isinstance(record, bytes) or _sum(number, record) != record_sum:
            raise HistoryDamaged(str(self.file))
        return Kept(number, replace(game, record=record.decode()))

    def _played(self, number: int, played: bytes, played_sum: int) -> Played:
        # A damaged row may hold anything.
        if not isinstance(played, bytes) or _sum(number, played) != played_sum:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise HistoryDamaged(str(self.file))
        try:
            return msgspec.json.decode(played, type=Played)
        except msgspec.DecodeError as error:
            raise HistoryDamaged(str(self.file)) from error


_WITHOUT_RECORD = "SELECT id, played, played_sum FROM games"
_WITH_RECORD = """
    SELECT id, played, played_sum, record, record_sum FROM games
    WHERE id < ? ORDER BY id DESC LIMIT ?
"""
_PUT = """
    REPLACE INTO games (id, played, played_sum, record, record_sum) VALUES (?, ?, ?, ?, ?)
"""

_TOLD = {
    sqlite3.SQLITE_BUSY: HistoryLocked,
    sqlite3.SQLITE_LOCKED: HistoryLocked,
    sqlite3.SQLITE_PROTOCOL: HistoryLocked,
    sqlite3.SQLITE_CANTOPEN: HistoryOutOfReach,
    sqlite3.SQLITE_FULL: HistoryOutOfReach,
    sqlite3.SQLITE_IOERR: HistoryOutOfReach,
    sqlite3.SQLITE_NOMEM: HistoryOutOfReach,
    sqlite3.SQLITE_PERM: HistoryOutOfReach,
    sqlite3.SQLITE_READONLY: HistoryOutOfReach,
}
"""What SQLite says is wrong; for whatever else it may say, the file is not what it was."""


def _last(database: sqlite3.Connection, below: int, limit: int) -> sqlite3.Cursor:
    return database.execute(_WITH_RECORD, (below, limit))


def _is_same(kept: Played, played: Played) -> bool:
    names = [[player.name for player in each.players] for each in (kept, played)]
    return played.key is not None and kept.key == played.key and names[0] == names[1]


def _put(database: sqlite3.Connection, number: int, played: Played) -> None:
    rest = msgspec.json.encode(replace(played, record=None))
    record = None if played.record is None else played.record.encode()
    record_sum = None if record is None else _sum(number, record)
    row = (number, rest, _sum(number, rest), record, record_sum)
    database.execute(_PUT, row)


def _sum(number: int, contents: bytes) -> int:
    return zlib.crc32(b"%d %b" % (number, contents))
