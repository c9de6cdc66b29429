"""
Messages to bytes and back, with every limit set.

A connection begins with 8 bytes each way that never change: ``LANUNO`` and the
protocol version (2 bytes, big-endian). After them come frames: the length of the body
(4 bytes, big-endian), then the body, one message in MessagePack.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgpack  # pyright: ignore[reportMissingTypeStubs] - it has none
import msgspec

from lanuno.net import limits
from lanuno.net.messages import PROTOCOL, Notice, Request
from lanuno.net.sense import check

if TYPE_CHECKING:
    from lanuno.net.text import CleanText

PREAMBLE_BYTES = 8
LENGTH_BYTES = 4


_NAME = b"LANUNO"


class DecodeError(ValueError):
    """The other side sent something that is not a message. Hang up."""


def preamble(version: int = PROTOCOL) -> bytes:
    r"""
    The first 8 bytes of a connection.

    >>> preamble(1)
    b'LANUNO\x00\x01'
    """
    return _NAME + version.to_bytes(2, "big")


def version_in(first: bytes) -> int:
    """The version that the other side speaks, from its *first* 8 bytes; DecodeError if none."""
    if len(first) != PREAMBLE_BYTES or not first.startswith(_NAME):
        raise DecodeError("not a lanuno program")
    return int.from_bytes(first[len(_NAME) :], "big")


def frame(message: Request | Notice) -> bytes:
    """*message* as it goes over the wire, length first."""
    body = _ENCODER.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def body_length(prefix: bytes | bytearray, bytes_max: int) -> int:
    r"""
    How long the body after the 4 bytes of *prefix* is; DecodeError above *bytes_max*.

    >>> body_length(b"\x00\x00\x00\x07", 1024)
    7
    """
    length = int.from_bytes(prefix, "big")
    if not 0 < length <= bytes_max:
        raise DecodeError(f"a message of {length} bytes")
    return length


def decode_request(body: bytes) -> Request:
    """The request in *body*; DecodeError when it is anything else."""
    try:
        said = {"request": _unpack(body)}
        return msgspec.convert(said, _Envelope, dec_hook=_clean).request
    # What msgpack says of bytes that are no value, and msgspec of values that are no message.
    except ValueError as error:
        raise DecodeError(f"not a message: {type(error).__name__}") from error


def decode_notice(body: bytes) -> Notice:
    """The notice in *body*; DecodeError when it is anything else."""
    try:
        notice = _NOTICES.decode(body)
        check(notice)
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"not a message: {type(error).__name__}") from error
    return notice


class _Envelope(msgspec.Struct):
    """What msgspec knows of a structure it works out once, and of a bare union every time."""

    request: Request


def _unpack(body: bytes) -> object:
    return msgpack.unpackb(  # pyright: ignore - has no types
        body,
        raw=False,
        strict_map_key=True,
        max_array_len=limits.VALUES_MAX,
        max_map_len=limits.KEYS_MAX,
        max_str_len=limits.STRING_BYTES_MAX,
        max_bin_len=0,
        max_ext_len=0,
    )


def _clean(kind: type[CleanText], value: object) -> CleanText:
    """Text from another machine comes in here and nowhere else."""
    if not isinstance(value, str):
        raise TypeError(f"cannot be a {kind.__name__}")
    # The same few names come again and again; what is long is nobody's name.
    return _cleaned(kind, value) if len(value) <= _REMEMBERED_CHARS else kind.of(value)


@lru_cache(maxsize=256)
def _cleaned(kind: type[CleanText], text: str) -> CleanText:
    return kind.of(text)


_REMEMBERED_CHARS = 64
_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_NOTICES = msgspec.msgpack.Decoder(Notice, dec_hook=_clean)
"""A guest chose its table and hears much from it, from any other only a little; see `limits`."""
