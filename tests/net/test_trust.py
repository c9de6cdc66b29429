"""Certificates, keys of seats, and the proof of the code: what holds, and what must not."""

from __future__ import annotations

import datetime as dt
import ssl
import tempfile
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from cryptography import x509

from lanuno.net.trust import OPEN_CODE, CodeProof, Identity, SeatKey, _joined, is_owner

from .lines import CHALLENGE, IDENTITY

TABLE, OTHER_TABLE = "0123456789abcdef", "fedcba9876543210"
HERE, ELSEWHERE = IDENTITY.fingerprint, Identity.new().fingerprint
CODE = "K7QP2"
KEY = SeatKey.new()


def exchanged(guest: CodeProof, host: CodeProof) -> tuple[bool, bool]:
    """Whether the guest has convinced the host, and the host the guest."""
    assert host.take(guest.message)
    assert guest.take(host.message)
    to_host = host.is_proven_by(guest.mac(KEY.public), KEY.public)
    to_guest = guest.is_proven_by(host.mac(KEY.public), KEY.public)
    return to_host, to_guest


def test_every_table_has_a_certificate_of_its_own_that_survives_being_kept():
    one, other = Identity.new(), Identity.new()

    assert one.fingerprint != other.fingerprint
    assert len(one.fingerprint) == 32
    assert Identity(one.pem).fingerprint == one.fingerprint


def test_a_certificate_is_good_for_machines_whose_clocks_are_wrong_and_names_nobody():
    certificate = x509.load_pem_x509_certificate(IDENTITY.pem)
    now = dt.datetime.now(dt.UTC)

    assert certificate.not_valid_before_utc < now - dt.timedelta(days=360)
    assert certificate.not_valid_after_utc > now + dt.timedelta(days=3640)
    assert certificate.subject.rfc4514_string() == "CN=lanuno"


def test_a_table_speaks_tls_1_3_alone_and_gives_no_tickets():
    """Threat 1."""
    context = IDENTITY.context()

    assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert context.num_tickets == 0


def test_the_key_is_on_the_disk_for_a_moment_only_and_for_nobody_else(monkeypatch, tmp_path):
    """Threat 21."""
    modes = []
    load = ssl.SSLContext.load_cert_chain

    def watched(context, path):
        modes.append(Path(path).stat().st_mode & 0o777)
        load(context, path)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    IDENTITY.context()

    assert modes == [0o600]
    assert not list(tmp_path.iterdir())


def test_a_key_that_cannot_be_loaded_is_not_left_on_the_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    broken = Identity(IDENTITY.pem)
    broken.pem = b"nothing"

    with pytest.raises(ssl.SSLError):
        broken.context()

    assert not list(tmp_path.iterdir())


def test_the_owner_of_a_seat_can_sign_for_it_also_with_a_key_that_was_kept():
    for key in (KEY, SeatKey(KEY.secret)):
        signature = key.sign(HERE, TABLE, CHALLENGE)

        assert key.public == KEY.public
        assert (len(key.secret), len(key.public), len(signature)) == (32, 64, 128)
        assert is_owner(KEY.public, signature, HERE, TABLE, CHALLENGE)


@pytest.mark.parametrize(
    ("seat", "fingerprint", "table", "challenge"),
    [
        (SeatKey.new().public, HERE, TABLE, CHALLENGE),
        (KEY.public, ELSEWHERE, TABLE, CHALLENGE),
        (KEY.public, HERE, OTHER_TABLE, CHALLENGE),
        (KEY.public, HERE, TABLE, "0" * 64),
    ],
    ids=["another key", "another certificate", "another table", "another challenge"],
)
def test_a_signature_is_good_for_one_seat_table_and_connection(seat, fingerprint, table, challenge):
    """Threat 6."""
    signature = KEY.sign(HERE, TABLE, CHALLENGE)

    assert not is_owner(seat, signature, fingerprint, table, challenge)


@pytest.mark.parametrize("seat", [KEY.public, "f" * 64, "", "no hex"])
@pytest.mark.parametrize("signature", ["0" * 128, "f" * 128, "ab", "", "no hex"])
def test_what_is_no_signature_or_no_key_proves_nothing(seat, signature):
    assert not is_owner(seat, signature, HERE, TABLE, CHALLENGE)


def test_one_flipped_bit_in_a_signature_is_enough():
    signature = int(KEY.sign(HERE, TABLE, CHALLENGE), 16)

    for bit in range(512):
        assert not is_owner(KEY.public, f"{signature ^ 1 << bit:0128x}", HERE, TABLE, CHALLENGE)


@pytest.mark.parametrize("code", [CODE, OPEN_CODE])
def test_two_who_know_the_code_and_see_the_same_certificate_convince_each_other(code):
    guest = CodeProof(code, HERE, TABLE, host=False)

    assert exchanged(guest, CodeProof(code, HERE, TABLE, host=True)) == (True, True)
    assert (len(guest.message), len(guest.mac(KEY.public))) == (66, 64)


@pytest.mark.parametrize(
    ("code", "fingerprint", "table"),
    [
        ("K7QP3", HERE, TABLE),
        (OPEN_CODE, HERE, TABLE),
        ("", HERE, TABLE),
        (CODE, ELSEWHERE, TABLE),
        (CODE, HERE, OTHER_TABLE),
    ],
    ids=["another code", "the open code", "no code", "another certificate", "another table"],
)
def test_with_anything_else_neither_convinces_the_other(code, fingerprint, table):
    """Threats 2, 4."""
    guest = CodeProof(code, fingerprint, table, host=False)

    assert exchanged(guest, CodeProof(CODE, HERE, TABLE, host=True)) == (False, False)


def test_a_proof_is_for_one_seat_and_one_direction():
    """Nobody can put another key into it, or send a side's own words back to it."""
    guest, host = (CodeProof(CODE, HERE, TABLE, host=each) for each in (False, True))
    exchanged(guest, host)
    mac = guest.mac(KEY.public)

    assert not host.is_proven_by(mac, SeatKey.new().public)
    assert not guest.is_proven_by(mac, KEY.public)
    assert not host.is_proven_by(host.mac(KEY.public), KEY.public)


def test_a_proof_from_one_exchange_is_none_in_the_next():
    """Threat 6."""
    guest, first, second = (CodeProof(CODE, HERE, TABLE, host=each) for each in (False, True, True))
    exchanged(guest, first)

    assert second.take(guest.message)
    assert not second.is_proven_by(guest.mac(KEY.public), KEY.public)


def test_who_knows_no_more_than_what_was_said_has_nothing_to_try_codes_with():
    """Threat 5: the messages are fresh every time, and none is made of the code alone."""
    said = {CodeProof(CODE, HERE, TABLE, host=False).message for _ in range(4)}

    assert len(said) == 4


NO_MESSAGES = {
    "nothing": "",
    "only a side": "41",
    "no side": "00" * 33,
    "the wrong side": "42" + "11" * 32,
    "the zero of the group": "41" + "01" + "00" * 31,
    "a point of small order": "41" + "ec" + "ff" * 30 + "7f",
    "another point of small order": "41" + "00" * 32,
    "not on the curve": "41" + "02" + "00" * 31,
    "zeros": "41" + "00" * 31 + "80",
    "too large a number": "41" + "ff" * 32,
    "too short": "41" + "11" * 31,
    "too long": "41" + "11" * 33,
}


@pytest.mark.parametrize("message", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_a_message_that_is_none_is_not_taken(message):
    assert not CodeProof(CODE, HERE, TABLE, host=True).take(message)


def test_ones_own_message_sent_back_is_not_taken():
    host = CodeProof(CODE, HERE, TABLE, host=True)

    assert not host.take("41" + host.message[2:])


def test_no_bytes_at_all_make_it_fail_otherwise_than_by_saying_no():
    chance = Random(1)
    for _ in range(40):
        host = CodeProof(CODE, HERE, TABLE, host=True)
        if host.take("41" + chance.randbytes(32).hex()):
            assert not host.is_proven_by("0" * 64, KEY.public)


def test_a_message_is_taken_once():
    guest, host = (CodeProof(CODE, HERE, TABLE, host=each) for each in (False, True))

    assert host.take(guest.message)
    assert not host.take(guest.message)


def test_no_two_lists_of_parts_are_joined_to_the_same_bytes():
    lists = [(), (b"",), (b"", b""), (b"a", b"bc"), (b"ab", b"c"), (b"abc",), (b"\0\0\0\1a",)]

    for one, other in combinations(lists, 2):
        assert _joined(*one) != _joined(*other)
