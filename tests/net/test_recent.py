import stat
import time

import pytest

from lanuno.net import limits
from lanuno.net.address import Address
from lanuno.net.recent import KEEP_SECONDS, Recent

HERE, THERE = Address("192.168.1.20", 24108), Address("fe80::1%eth0", 4000)


def test_what_was_joined_is_remembered_the_newest_first_and_once(tmp_path):
    for address in (HERE, THERE, HERE):
        Recent(tmp_path).remember(address)

    assert Recent(tmp_path).load() == (HERE, THERE)


def test_nobody_else_on_this_machine_can_read_it(tmp_path):
    Recent(tmp_path / "new").remember(HERE)

    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_only_so_many_are_kept(tmp_path):
    addresses = [Address("10.0.0.1", port) for port in range(1, limits.RECENT_MAX + 10)]

    for address in addresses:
        Recent(tmp_path).remember(address)

    assert Recent(tmp_path).load() == tuple(addresses[: -limits.RECENT_MAX - 1 : -1])


def test_after_a_month_an_address_is_forgotten(tmp_path):
    now = time.time()
    lines = f"{now - KEEP_SECONDS + 60:.0f} {HERE}\n{now - KEEP_SECONDS - 60:.0f} {THERE}\n"
    (tmp_path / "recent").write_text(lines)

    assert Recent(tmp_path).load() == (HERE,)


@pytest.mark.parametrize(
    "spoiled",
    [
        *(b"", b"\n", b"x 10.0.0.1:4000\n", b"nan 10.0.0.1:4000\n", b"\xff\xfe\x00" * 99),
        *(b"%d 10.0.0:4000\n", b"%d 10.0.0.1:0\n", b"%d\n", b"%d \x1b[31m\n", b"[]" * 99_999),
    ],
)
def test_what_somebody_has_spoiled_is_skipped(tmp_path, spoiled):
    now = b"%d" % time.time()
    good = now + b" 192.168.1.20:24108\n"
    (tmp_path / "recent").write_bytes(good + spoiled.replace(b"%d", now))

    assert Recent(tmp_path).load() == (HERE,)
    Recent(tmp_path).remember(THERE)
    assert Recent(tmp_path).load() == (THERE, HERE)


def test_a_disk_on_which_nothing_can_be_kept_is_no_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    recent = Recent(tmp_path / "file")

    recent.remember(HERE)

    assert recent.load() == ()
