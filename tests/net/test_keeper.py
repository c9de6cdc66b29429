"""A table on the disk: brought back as it was, and forgotten when it is closed."""

from __future__ import annotations

import pytest

from lanuno.errors import TableBusyHere, TableForgotten
from lanuno.net import keeper as room
from lanuno.net.client import join
from lanuno.net.hosting import Hosting, open_table, resume_table
from lanuno.net.keeper import CANNOT_RESUME, kept_tables
from lanuno.net.messages import Lobby
from lanuno.net.text import PlayerName, TableName
from lanuno.store import journal
from lanuno.uno import Rules

from .lines import Guest

ANA, IVO = PlayerName("Ana"), PlayerName("Ivo")
KITCHEN = Hosting(table=TableName("Kitchen"), rules=Rules(hand_size=5), discovery=False)


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.setattr(room, "_folder", lambda: tmp_path / "tables")
    return tmp_path / "tables"


async def test_a_table_that_is_closed_is_forgotten(folder):
    async with open_table(KITCHEN):
        assert len(list(folder.iterdir())) == 2
    assert kept_tables() == ()
    assert list(folder.iterdir()) == []


async def test_nobody_else_may_read_what_is_kept(folder):
    async with open_table(KITCHEN) as opened:
        assert (folder.stat().st_mode & 0o777, (folder / opened.id).stat().st_mode & 0o777) == (
            0o700,
            0o600,
        )


async def test_a_table_that_is_open_is_not_resumed_beside_itself(folder):
    async with open_table(KITCHEN) as opened:
        assert kept_tables() == ()
        with pytest.raises(TableBusyHere):
            async with resume_table(folder / opened.id):
                pass


async def test_what_tells_of_no_table_is_said(folder):
    folder.mkdir()
    (folder / "other").write_bytes(b"something else")
    for name in ("other", "nothing"):
        with pytest.raises(TableForgotten):
            async with resume_table(folder / name):
                pass
    assert kept_tables() == ()


async def test_a_disk_on_which_nothing_can_be_kept_stops_nobody(monkeypatch):
    def refuse(*_, **__):
        raise OSError(28, "no space")

    monkeypatch.setattr(journal, "create", refuse)
    async with open_table(KITCHEN) as opened, join([opened.local], ANA, key=opened.key) as ana:
        assert opened.journal_problem == CANNOT_RESUME
        async with Guest(ana) as guest:
            await guest.hear(Lobby)


async def test_a_disk_that_fills_up_in_the_middle_is_told_and_stops_nobody(monkeypatch):
    async with open_table(KITCHEN) as opened:

        def refuse(*_):
            raise journal.JournalBroken(28, "no space")

        monkeypatch.setattr(opened.keeper._journal, "append", refuse)
        async with join([opened.local], ANA, key=opened.key) as ana, Guest(ana) as guest:
            await guest.hear(Lobby)
            assert opened.journal_problem == CANNOT_RESUME
