"""Those who should not get far: each on a machine of its own, saying what no guest would."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from lanuno.bots import Strength
from lanuno.net.codec import (
    LENGTH_BYTES,
    PREAMBLE_BYTES,
    DecodeError,
    decode_notice,
    frame,
    preamble,
)
from lanuno.net.manners import Manners
from lanuno.net.messages import (
    PROTOCOL,
    Act,
    AddBot,
    Ask,
    Confirm,
    Confirmed,
    Dismiss,
    Hello,
    Here,
    Join,
    Leave,
    Lobby,
    Move,
    Prove,
    Proven,
    Ready,
    Rematch,
    Remove,
    Resume,
    SetManners,
    SetRules,
    SetStrength,
    Start,
    Stop,
    TakeOver,
    Update,
    Watch,
    Welcome,
)
from lanuno.net.text import PlayerName
from lanuno.net.trust import OPEN_CODE, SeatKey
from lanuno.uno import Accept, CallUno, Catch, Challenge, Color, Draw, NextRound, Pass, Play, Rules
from lanuno.uno.actions import PickColor
from lanuno.uno.cards import DECK

from .loop import HERE
from .network import Machine
from .proof import PlainProof

if TYPE_CHECKING:
    import random

    from lanuno.net.messages import Notice, Request

    from .evening import Evening

STAYS_SECONDS = 25.0
"""How long a stranger stays at most; the table's patience is shorter."""

CROWD = 20
"""More than the table lets in at a time before they have proven who they are."""


class Stranger:
    """Somebody with a line to the table, and a public key of a seat that is another's."""

    def __init__(self, evening: Evening, chance: random.Random) -> None:
        self.evening = evening
        self.chance = chance
        evening.strangers += 1
        number = evening.strangers
        self.machine = Machine(f"10.9.{number // 250}.{number % 250 + 1}")
        self.victim: Any = chance.choice(evening.players)
        self.hello: Hello | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, manner: str) -> None:
        """Behave in a *manner*, one of `MANNERS`, until thrown out."""
        HERE.set(self.machine)
        try:
            async with asyncio.timeout(STAYS_SECONDS):
                if manner == "never shakes hands":
                    await self._knock_only()
                    return
                address = self.evening.address
                self._reader, self._writer = await asyncio.open_connection(
                    address.host, address.port, ssl=True
                )
                await MANNERS[manner](self)
                while True:
                    self._check(await self._hear())
        except (OSError, EOFError, DecodeError):
            self.evening.counts["strangers thrown out"] += 1
        except TimeoutError:
            self.evening.counts["strangers that went by themselves"] += 1
        finally:
            if self._writer:
                self._writer.transport.abort()

    async def _knock_only(self) -> None:
        protocol = asyncio.StreamReaderProtocol(asyncio.StreamReader())
        protocol.never_shakes_hands = True
        address, network = self.evening.address, self.evening.network
        await network.connect(self.machine, address.host, address.port, protocol)

    def say(self, *what: bytes | Request) -> None:
        for each in what:
            self._writer.write(each if isinstance(each, bytes) else frame(each))

    async def nothing(self) -> None:
        """Waits to be thrown out."""

    async def noise(self) -> None:
        self.say(self.chance.randbytes(self.chance.randint(1, 400)))

    async def another_version(self) -> None:
        self.say(preamble(PROTOCOL + 1))

    async def too_long(self) -> None:
        self.say(preamble(), b"\xff\xff\xff\xff", bytes(2000))

    async def half_a_frame(self) -> None:
        self.say(preamble(), frame(Ask())[:-1])

    async def no_message(self) -> None:
        await self._greet()
        self.say(any_noise_in_a_frame(self.chance))

    async def unproven(self) -> None:
        """Asks for everything before having proven anything."""
        await self._greet()
        self.say(Join(PlayerName("Eve")), Watch(), Start(), Act(1, Draw()), Leave(), Here(), Ask())

    async def guesses(self) -> None:
        await self._prove("WRONG")

    async def steals(self) -> None:
        """Claims the seat of a player, whose public key it has seen, in every way it can."""
        hello, fingerprint = await self._greet(), self.fingerprint
        key, old = self.victim.key, "0" * 64
        signed_by_me = SeatKey(bytes(32)).sign(fingerprint, hello.table, hello.challenge)
        self.say(Resume(key.public, signed_by_me))
        # As it was said once, on another connection; and as it is said to another table.
        self.say(Resume(key.public, key.sign(fingerprint, hello.table, old)))
        self.say(Resume(key.public, key.sign(bytes(32), hello.table, hello.challenge)))
        self.say(Join(PlayerName("Eve")))
        self.say(Prove(PlainProof("", b"", "", host=False).message))
        self.say(Confirm("0" * 64, key.public, signed_by_me))

    async def steals_with_the_code(self) -> None:
        """Knows the code, but not the key."""
        hello = await self._greet()
        signature = SeatKey(bytes(32)).sign(self.fingerprint, hello.table, hello.challenge)
        await self._prove(self.evening.code, self.victim.key.public, signature)

    async def never_reads(self) -> None:
        """A spectator who has come in by right, and reads nothing from then on."""
        key = SeatKey(self.chance.randbytes(32))
        self.evening.witness.owners[key.public] = self.machine.address
        hello = await self._greet()
        signature = key.sign(self.fingerprint, hello.table, hello.challenge)
        if not isinstance(await self._prove(self.evening.code, key.public, signature), Confirmed):
            return
        self.say(Watch())
        self._writer.transport.pause_reading()
        while not self._writer.transport.is_closing():
            # It talks all the time, so that it is not for silence that it has to go.
            self.say(Here(), *[Ask()] * 8)
            await asyncio.sleep(0.5)

    async def _greet(self) -> Hello:
        self.say(preamble())
        await self._reader.readexactly(PREAMBLE_BYTES)
        hello = await self._hear()
        if isinstance(hello, Hello):
            self.hello = hello
            return hello
        raise EOFError("they are busy")

    async def _prove(self, code: str, seat: str = "1" * 64, signature: str = "2" * 128) -> Notice:
        hello = self.hello or await self._greet()
        proof = PlainProof(code or OPEN_CODE, self.fingerprint, hello.table, host=False)
        self.say(Prove(proof.message))
        answer = await self._hear()
        if isinstance(answer, Proven):
            self.say(Confirm(proof.mac(seat), seat, signature))
            answer = await self._hear()
        return answer

    @property
    def fingerprint(self) -> bytes:
        ssl = self._writer.get_extra_info("ssl_object")
        return sha256(ssl.getpeercert(binary_form=True)).digest()

    async def _hear(self) -> Notice:
        if self.hello is None and self._reader.at_eof():
            raise EOFError
        length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
        return decode_notice(await self._reader.readexactly(length))

    def _check(self, notice: Notice) -> None:
        inside = isinstance(notice, (Welcome, Lobby, Update))
        self.evening.witness.claim(not inside, "a stranger heard what is for guests", repr(notice))
        self.evening.counts[f"strangers told {type(notice).__name__}"] += 1


MANNERS = {
    "never shakes hands": Stranger.nothing,
    "says nothing": Stranger.nothing,
    "makes noise": Stranger.noise,
    "speaks another version": Stranger.another_version,
    "says too much": Stranger.too_long,
    "stops in the middle": Stranger.half_a_frame,
    "says what is no message": Stranger.no_message,
    "proves nothing": Stranger.unproven,
    "guesses the code": Stranger.guesses,
    "steals a seat": Stranger.steals,
    "steals a seat, with the code": Stranger.steals_with_the_code,
    "never reads": Stranger.never_reads,
}


def any_noise_in_a_frame(chance: random.Random) -> bytes:
    body = chance.randbytes(chance.randint(1, 60))
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def any_request(chance: random.Random) -> Request:
    """What a program of somebody who has a seat might say, but should not."""
    seat = chance.randrange(10)
    card, color = chance.choice(DECK), chance.choice([*Color, None])
    actions = [
        *(Play(card, color, uno=True), Draw(), Pass(), Challenge(), Accept(), CallUno()),
        *(Catch(seat), NextRound(), PickColor(Color.RED)),
    ]
    requests = [
        *(Ask(), Join(PlayerName("Eve")), Watch(), Prove("02" + "0" * 64), Start(), Rematch()),
        *(Resume("0" * 64, "0" * 128), Confirm("0" * 64, "0" * 64, "0" * 128)),
        *(Ready(ready=chance.random() < 0.5), Remove(seat), Stop(agree=chance.random() < 0.2)),
        *(AddBot(), SetRules(Rules(rounds=chance.randint(1, 2)))),
        *(Dismiss(chance.randrange(3)), Move(seat, chance.randrange(10))),
        *(TakeOver(bot=chance.random() < 0.5), SetStrength(seat, Strength.EASY)),
        SetManners(Manners(late=chance.random() < 0.7, spectators=chance.random() < 0.7)),
    ]
    if chance.random() < 0.6:
        return Act(chance.randrange(200), chance.choice(actions))
    return chance.choice(requests)
