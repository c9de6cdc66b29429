"""The keys of seats on the disk: for their user alone, not for long, and never in the way."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from lanuno.net import seats as seats_room
from lanuno.net.seats import KEEP_SECONDS, Seats

if TYPE_CHECKING:
    from pathlib import Path

TABLE, OTHER = "0123456789abcdef", "fedcba9876543210"
HERE, ELSEWHERE = b"f" * 32, b"e" * 32
SECRET = bytes(range(32))

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def age(file: Path, seconds: float) -> None:
    """Make *file* look as old as that."""
    then = file.stat().st_mtime - seconds
    os.utime(file, (then, then))


def test_a_key_that_was_kept_is_found_again(tmp_path):
    before = Seats(tmp_path / "seats")
    before.save(TABLE, HERE, SECRET)
    before.close()

    seats = Seats(tmp_path / "seats")
    assert seats.load(TABLE, HERE) == SECRET
    assert seats.has(TABLE)
    assert seats.load(OTHER, HERE) is None
    assert not seats.has(OTHER)


def test_the_key_is_not_for_a_table_with_another_certificate(tmp_path):
    """Threats 2, 6: somebody may only say to be that table."""
    seats = Seats(tmp_path)
    seats.save(TABLE, HERE, SECRET)

    assert seats.load(TABLE, ELSEWHERE) is None
    assert seats.load(TABLE, b"") is None
    assert seats.load(TABLE, HERE) == SECRET


def test_the_newer_key_of_a_table_is_kept(tmp_path):
    seats = Seats(tmp_path)
    seats.save(TABLE, HERE, SECRET)

    seats.save(TABLE, ELSEWHERE, SECRET[::-1])

    assert seats.load(TABLE, HERE) is None
    assert seats.load(TABLE, ELSEWHERE) == SECRET[::-1]


def test_a_key_that_was_forgotten_is_gone(tmp_path):
    seats = Seats(tmp_path)
    seats.save(TABLE, HERE, SECRET)

    seats.forget(TABLE)
    seats.forget(TABLE)

    assert seats.load(TABLE, HERE) is None
    assert not seats.has(TABLE)
    assert not list(tmp_path.iterdir())


def test_a_second_program_sits_down_beside_the_first_and_not_on_it(tmp_path):
    """Two people at one computer, or one who tries things out."""
    first, second = Seats(tmp_path), Seats(tmp_path)
    first.save(TABLE, HERE, SECRET)

    assert not second.has(TABLE)
    assert second.load(TABLE, HERE) is None
    second.save(TABLE, HERE, SECRET[::-1])

    assert first.load(TABLE, HERE) == SECRET
    assert second.load(TABLE, HERE) == SECRET[::-1]


def test_who_comes_after_a_program_has_its_seat(tmp_path):
    first, second, third = (Seats(tmp_path) for _ in range(3))
    first.save(TABLE, HERE, SECRET)
    second.save(TABLE, HERE, SECRET[::-1])

    second.close()

    assert third.has(TABLE)
    assert third.load(TABLE, HERE) == SECRET[::-1]


@posix
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_key_is_for_the_eyes_of_its_user_alone(tmp_path, umask):
    """Threat 21."""
    before = os.umask(umask)
    try:
        Seats(tmp_path / "state" / "seats").save(TABLE, HERE, SECRET)
    finally:
        os.umask(before)

    folder = tmp_path / "state" / "seats"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / TABLE).stat().st_mode & 0o777 == 0o600


def test_old_keys_go_when_a_new_one_is_kept(tmp_path):
    """Threat 21."""
    seats = Seats(tmp_path)
    for table, seconds in (("a" * 16, KEEP_SECONDS + 60), ("b" * 16, KEEP_SECONDS - 60)):
        seats.save(table, HERE, SECRET)
        age(tmp_path / table, seconds)

    seats.save(TABLE, HERE, SECRET)

    assert {each.name for each in tmp_path.iterdir()} == {"b" * 16, TABLE}


def test_what_is_old_and_cannot_be_removed_keeps_no_new_key_from_being_kept(tmp_path):
    """The same holds for a file that another program removes at that moment."""
    (tmp_path / "folder").mkdir()
    age(tmp_path / "folder", KEEP_SECONDS + 60)

    seats = Seats(tmp_path)
    seats.save(TABLE, HERE, SECRET)

    assert seats.load(TABLE, HERE) == SECRET


@pytest.mark.parametrize("kept", [b"", HERE, HERE + SECRET[:-1], HERE + SECRET + b"x"])
def test_a_file_that_is_torn_holds_no_key(tmp_path, kept):
    (tmp_path / TABLE).write_bytes(kept)

    assert Seats(tmp_path).load(TABLE, HERE) is None


def in_place_of_the_folder(place: Path) -> Path:
    place.write_text("a file")
    return place


def below_a_file(place: Path) -> Path:
    place.write_text("a file")
    return place / "seats"


def with_a_folder_in_place_of_the_file(place: Path) -> Path:
    (place / TABLE).mkdir(parents=True)
    return place


def with_a_name_that_no_disk_takes(place: Path) -> Path:
    return place / ("x" * 300)


REFUSALS = (
    in_place_of_the_folder,
    below_a_file,
    with_a_folder_in_place_of_the_file,
    with_a_name_that_no_disk_takes,
)


@pytest.mark.parametrize("refuse", REFUSALS, ids=lambda refuse: refuse.__name__)
def test_a_disk_that_keeps_nothing_is_no_error(tmp_path, refuse):
    seats = Seats(refuse(tmp_path / "state"))

    seats.save(TABLE, HERE, SECRET)

    assert seats.load(TABLE, HERE) is None
    assert not seats.has(TABLE)
    seats.forget(TABLE)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a disk that is always full")
def test_a_disk_that_is_full_keeps_no_half_of_a_key(tmp_path):
    (tmp_path / TABLE).symlink_to("/dev/full")
    seats = Seats(tmp_path)

    seats.save(TABLE, HERE, SECRET)

    (tmp_path / TABLE).unlink()
    assert seats.load(TABLE, HERE) is None


def test_without_a_wish_keys_are_kept_in_the_users_folder_for_such_things(tmp_path, monkeypatch):
    monkeypatch.setattr(seats_room, "user_state_path", lambda *_, **__: tmp_path)

    Seats().save(TABLE, HERE, SECRET)

    assert (tmp_path / "seats" / TABLE).is_file()
