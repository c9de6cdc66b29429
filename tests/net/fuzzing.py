"""What any bytes may do to a decoder and to a table: nothing worse than being refused."""

from __future__ import annotations

import io

from lanuno.net.codec import LENGTH_BYTES, DecodeError, decode_notice, decode_request, frame
from lanuno.net.messages import Act, Start, Update

from .evening import Evening, key_of
from .samples import REQUESTS

PEERS = 6
KEYS = 4
"""Fewer than peers, so that some of them own the same seat."""

RAW, JOIN, LOSE, WAIT, LEAD, ACT, WATCH, ASK = range(8)
"""The steps of a session."""


def opening(*steps: tuple[int, ...]) -> bytes:
    """Two who join and start a game, and then *steps*."""
    start = REQUESTS.index(Start())
    begin = ((JOIN, 0), (JOIN, 1), (LEAD, 0, start))
    return bytes(byte for step in (*begin, *steps) for byte in step)


CORPUS = (
    opening(*12 * [(ACT, 0, 0), (ACT, 1, 0), (WAIT, 0, 2)]),
    opening((LOSE, 1), (WAIT, 0, 40), (JOIN, 5), (ACT, 5, 1), (WAIT, 0, 200), (WATCH, 4)),
    opening(*((ASK, 1, number) for number in range(len(REQUESTS)))),
)
"""Sessions to begin from."""


def decode_anything(body: bytes) -> None:
    """Give *body* to both decoders; a message that comes out arrives unchanged when sent on."""
    for decode in (decode_request, decode_notice):
        try:
            message = decode(body)
        except DecodeError:
            continue
        assert decode(frame(message)[LENGTH_BYTES:]) == message, message


def run_session(script: bytes) -> None:
    """Play *script*, whatever it is."""
    play_session(script)


def play_session(script: bytes) -> Evening:
    """
    Read *script* as what some peers do at a table, and let them do it.

    Each step is a byte for what is done, one for who does it, and what more that takes. After
    each the table is whole, and has told nobody what is not theirs.
    """
    evening, reading = Evening(), io.BytesIO(script)

    def byte() -> int:
        return int.from_bytes(reading.read(1), "big")

    while step := reading.read(1):
        kind, peer = step[0] % 8, byte() % PEERS
        if kind == RAW:
            raw(evening, peer, reading.read(byte()))
        elif kind == JOIN:
            evening.join(peer, key=key_of(peer % KEYS))
        elif kind == LOSE:
            evening.lose(peer)
        elif kind == WAIT:
            evening.wait(byte())
        elif kind == LEAD:
            evening.ask(peer % 2, REQUESTS[byte() % len(REQUESTS)])
        elif kind == ACT:
            act(evening, peer, byte())
        elif kind == WATCH:
            evening.watch(peer)
        else:
            evening.ask(peer, REQUESTS[byte() % len(REQUESTS)])
        check(evening)
    return evening


def raw(evening: Evening, peer: int, body: bytes) -> None:
    """*peer* sends *body*; who sends nonsense is hung up on."""
    try:
        request = decode_request(body)
    except DecodeError:
        evening.lose(peer)
    else:
        evening.ask(peer, request)


def act(evening: Evening, peer: int, choice: int) -> None:
    """*peer* does one of the things that the last view allows, if there is any."""
    views = [each.view for each in evening.sent.get(peer, []) if isinstance(each, Update)]
    if views and views[-1].legal:
        legal = views[-1].legal
        evening.ask(peer, Act(views[-1].version, legal[choice % len(legal)]))


def check(evening: Evening) -> None:
    """The table has no fault, and who was told something now may know it."""
    table = evening.table
    assert table.fault is None, table.fault
    game = table.game
    if game:
        game.check()
    for peer, notices in evening.sent.items():
        for notice in notices:
            frame(notice)
        updates = [each for each in notices if isinstance(each, Update)][-1:]
        for update in updates:
            if game and update.view.version == game.version:
                assert update.view == game.look(update.view.seat), (peer, update)
        evening.sent[peer] = list(updates)
