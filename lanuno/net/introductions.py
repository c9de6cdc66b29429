"""What a guest and a table say to each other until the guest may come in; see `messages`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SeatKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""An Ed25519 public key in hex: who can sign for it owns the seat."""
Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""Made with that key, over what `trust` says."""
Challenge = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 random bytes in hex, fresh for every connection."""
Proof = Annotated[str, Meta(pattern=r"^[0-9a-f]{66}\Z")]
"""One side's SPAKE2 message in hex."""
Mac = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""An HMAC-SHA256 in hex, by which a side shows that it knows the code."""
TableId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
"""8 random bytes in hex, drawn anew for every table."""


class Prove(Struct, frozen=True, tag="prove", tag_field="do"):
    """Let us prove that we both know the code. Answered with `Proven` or `Closed`."""

    proof: Proof


class Confirm(Struct, frozen=True, tag="confirm", tag_field="do"):
    """I know the code, and this key is mine. Answered with `Confirmed` or `Closed`."""

    mac: Mac
    seat: SeatKey
    signature: Signature


class Resume(Struct, frozen=True, tag="resume", tag_field="do"):
    """The seat with this key is mine. Answered with `Confirmed`, or `Refused` if there is none."""

    seat: SeatKey
    signature: Signature


class Hello(Struct, frozen=True, tag="hello", tag_field="is"):
    """The first notice of every connection."""

    table: TableId
    challenge: Challenge
    """What the guest has to sign on this connection."""
    private: bool
    """Whether it takes a code to come in."""


class Proven(Struct, frozen=True, tag="proven", tag_field="is"):
    """The table's half of the exchange about the code."""

    proof: Proof


class Confirmed(Struct, frozen=True, tag="confirmed", tag_field="is"):
    """You may come in: now `Join` or `Watch`."""

    mac: Mac | None
    """The table knows the code too; None for the owner of a seat, who knows its certificate."""


class Guessed(Struct, frozen=True, tag="guessed", tag_field="is"):
    """To the leader alone: somebody tries codes at this table."""

    wrong: int
    """Wrong codes so far."""
