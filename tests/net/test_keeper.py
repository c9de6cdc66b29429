"""A table on the disk: brought back as it was, and forgotten when it is closed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lanuno.errors import CannotKeep, JournalDamaged, TableBusyHere, TableForgotten
from lanuno.net import keeper as room
from lanuno.net.client import join
from lanuno.net.hosting import Hosting, open_table, resume_table
from lanuno.net.keeper import kept_tables
from lanuno.net.messages import Act, Lobby, Stage, Start, Update
from lanuno.net.text import PlayerName, TableName
from lanuno.store import journal
from lanuno.uno import Draw, Rules

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
    async with (
        open_table(KITCHEN) as opened,
        join([opened.local], ANA, key=opened.key, own=True) as ana,
    ):
        assert opened.journal_problem == str(CannotKeep())
        async with Guest(ana) as guest:
            await guest.hear(Lobby)


async def test_a_disk_that_fills_up_in_the_middle_is_told_and_stops_nobody(monkeypatch):
    async with open_table(KITCHEN) as opened:

        def refuse(*_):
            raise journal.JournalBroken(28, "no space")

        monkeypatch.setattr(opened.keeper._journal, "append", refuse)
        async with join([opened.local], ANA, key=opened.key, own=True) as ana, Guest(ana) as guest:
            await guest.hear(Lobby)
            assert opened.journal_problem == str(CannotKeep())


async def suspended(**changes):
    """A game that was on when the program of its host was ended; what tells of it."""
    async with (
        open_table(replace(KITCHEN, bots=1, **changes)) as opened,
        join([opened.local], ANA, key=opened.key, own=True) as ana,
        Guest(ana) as guest,
    ):
        await guest.hear(Lobby)
        ana.send(Start())
        await guest.hear(Update)
        ana.send(Act(0, Draw()))
        opened.suspend()
        return opened


async def test_a_program_that_is_ended_in_a_game_leaves_it_to_be_resumed(folder):
    opened = await suspended()

    (kept,) = kept_tables()
    assert kept.file == folder / opened.id
    async with resume_table(kept.file) as again:
        assert again.table.stage is Stage.PLAYING


async def test_a_program_that_is_ended_in_the_lobby_leaves_nothing():
    async with open_table(KITCHEN) as opened:
        opened.suspend()

    assert kept_tables() == ()


async def test_a_table_that_is_resumed_is_not_written_down_again(folder):
    opened = await suspended()
    file = folder / opened.id
    before = file.read_bytes()

    async with resume_table(file) as again:
        again.write_down()
        assert file.read_bytes() == before
        again.suspend()


async def test_a_table_that_nobody_is_told_of_is_resumed_as_one(folder):
    opened = await suspended()

    async with resume_table(folder / opened.id) as again:
        assert again.advertising is None


async def test_a_journal_that_has_grown_is_written_anew(folder, monkeypatch):
    monkeypatch.setattr(room, "JOURNAL_BYTES", 4096)
    async with (
        open_table(KITCHEN) as opened,
        join([opened.local], ANA, key=opened.key, own=True) as ana,
        Guest(ana) as guest,
    ):
        await guest.hear(Lobby)
        for hand_size in range(1, 13):
            for target in range(100, 120):
                opened.table.rules = Rules(hand_size=hand_size, target=target)
                opened.write_down()

        assert (folder / opened.id).stat().st_size < 3 * 4096
        (kept,) = kept_tables(open_too=True)
        assert kept.story.rules == opened.table.rules
        assert [each.name for each in kept.story.chairs] == ["Ana"]


async def test_a_table_that_can_be_written_down_no_more_brings_back_nothing_older(monkeypatch):
    async with open_table(KITCHEN) as opened:

        def refuse(*_):
            raise journal.JournalBroken(28, "no space")

        monkeypatch.setattr(opened.keeper._journal, "append", refuse)
        opened.table.rules = Rules(target=100)
        opened.write_down()

        assert kept_tables(open_too=True) == ()


async def test_damage_to_a_journal_is_told_and_a_copy_is_kept(folder):
    opened = await suspended()
    file = folder / opened.id
    contents = bytearray(file.read_bytes())
    contents[contents.index(b"company")] ^= 1
    file.write_bytes(contents)
    assert len(kept_tables()) == 1
    assert file.read_bytes() == contents, "to list it mends nothing"

    async with resume_table(file) as again:
        assert again.journal_problem == str(JournalDamaged(folder / f"{opened.id}.bad"))
        assert (folder / f"{opened.id}.bad").read_bytes() == contents
