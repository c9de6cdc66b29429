"""
Who is who: certificates of tables, keys of seats, and proof that both sides know the code.

Nothing here is of our own invention: TLS 1.3 with a throw-away certificate, SPAKE2 bound to
that certificate, key confirmation by HMAC-SHA256, and Ed25519 signatures. It takes a tenth
of a second to import, so nobody imports it before the first screen is drawn.
"""

from __future__ import annotations

import datetime as dt
import hmac
import os
import ssl
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Self

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from spake2 import SPAKE2_A, SPAKE2_B  # pyright: ignore[reportMissingTypeStubs]

OPEN_CODE = "OPEN"
"""What stands for the code at an open table: no secret, so that there is one way in for all."""

_GUEST = b"lanuno/2 guest"
_HOST = b"lanuno/2 host"
_SEAT = b"lanuno/2 seat"


class Identity:
    """The throw-away certificate of a table, with its key; `resume` needs it again."""

    def __init__(self, pem: bytes) -> None:
        self.pem = pem
        """Private key and certificate: whoever has this can pose as the table."""
        certificate = x509.load_pem_x509_certificate(pem)
        self.fingerprint = sha256(certificate.public_bytes(Encoding.DER)).digest()

    @classmethod
    def new(cls) -> Self:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "lanuno")])
        now = dt.datetime.now(dt.UTC)
        # The clocks of players' machines are wrong in all directions.
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=365))
            .not_valid_after(now + dt.timedelta(days=3650))
            .sign(key, hashes.SHA256())
        )
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return cls(secret + certificate.public_bytes(Encoding.PEM))

    def context(self) -> ssl.SSLContext:
        """What a table listens with."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # Every connection proves itself anew.
        context.num_tickets = 0
        # The standard library takes a key from a file only; mkstemp's is for nobody else to read.
        handle, path = tempfile.mkstemp()
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.pem)
            context.load_cert_chain(path)
        finally:
            with suppress(OSError):
                Path(path).unlink()
        return context


class SeatKey:
    """What a guest proves with that a seat is theirs; made by the guest, for one table."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        """32 bytes, for nobody else."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """What the table knows the seat by: 64 hex digits."""

    @classmethod
    def new(cls) -> Self:
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    def sign(self, fingerprint: bytes, table: str, challenge: str) -> str:
        """The proof, for this table and this connection alone: 128 hex digits."""
        return self._key.sign(_signed(fingerprint, table, challenge)).hex()


def is_owner(seat: str, signature: str, fingerprint: bytes, table: str, challenge: str) -> bool:
    """Whether *signature* comes from the owner of *seat*, and answers *challenge*."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seat))
        key.verify(bytes.fromhex(signature), _signed(fingerprint, table, challenge))
    except (ValueError, InvalidSignature):
        return False
    return True


class CodeProof:
    """
    One side's part in proving that both know the code, and have the same certificate before them.

    An eavesdropper learns nothing to try codes with; somebody in the middle, who shows a
    certificate of their own, fails even with the right code. Used once.
    """

    def __init__(self, code: str, fingerprint: bytes, table: str, *, host: bool) -> None:
        kind = SPAKE2_B if host else SPAKE2_A
        self._is_host = host
        self._fingerprint = fingerprint
        self._half = kind(code.encode(), idA=_GUEST, idB=_HOST + fingerprint + table.encode())
        self._mine: bytes = self._half.start()  # pyright: ignore - has no types
        self._key = b""
        self._both = (b"", b"")

    @property
    def message(self) -> str:
        """What the other side needs: 66 hex digits."""
        return self._mine.hex()

    def take(self, theirs: str) -> bool:
        """Take the other side's message; False when it is none. It says nothing of the code yet."""
        message = bytes.fromhex(theirs)
        try:
            self._key = bytes(self._half.finish(message))  # pyright: ignore - has no types
        except Exception:  # noqa: BLE001 - what it raises for a point off the curve has no name
            return False
        self._both = (message, self._mine) if self._is_host else (self._mine, message)
        return True

    def mac(self, seat: str) -> str:
        """What shows the other side that we know the code, for the guest with that key: 64 hex."""
        return self._mac(seat, host=self._is_host)

    def is_proven_by(self, mac: str, seat: str) -> bool:
        """Whether *mac* shows that the other side knows the code too."""
        return hmac.compare_digest(self._mac(seat, host=not self._is_host), mac)

    def _mac(self, seat: str, *, host: bool) -> str:
        label = b"host" if host else b"guest"
        parts = _joined(label, *self._both, self._fingerprint, seat.encode())
        return hmac.new(self._key, parts, sha256).hexdigest()


def _signed(fingerprint: bytes, table: str, challenge: str) -> bytes:
    return _joined(_SEAT, fingerprint, table.encode(), challenge.encode())


def _joined(*parts: bytes) -> bytes:
    """*parts* so that no two lists of parts look the same."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
