"""What is stored is what is compared: no file too many, and small enough to be read."""

from __future__ import annotations

from .cases import STORED, every_name

BYTES_MAX = 4_000_000


def test_every_file_is_compared_with_something(updates):
    files = {file.relative_to(STORED).as_posix(): file for file in STORED.rglob("*.*")}
    superfluous = files.keys() - {f"{name}.txt" for name in every_name()}
    if updates:
        for name in superfluous:
            files[name].unlink()
    else:
        assert not superfluous


def test_what_is_stored_stays_small():
    assert sum(file.stat().st_size for file in STORED.rglob("*.*")) < BYTES_MAX
