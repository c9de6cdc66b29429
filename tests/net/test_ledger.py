"""What a table writes down, and the table that comes of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
import pytest

from lanuno.bots import Strength
from lanuno.net.ledger import FORMAT, Company, Did, Ledger, LedgerError, Opened, opening, tell
from lanuno.net.messages import AddBot, Leave, Rematch, Remove, SetManners, Start, TakeOver
from lanuno.uno import NextRound, Rules

from .evening import Evening, truth
from .samples import STRICT

if TYPE_CHECKING:
    from lanuno.net.chairs import Occupant

OPENED = Opened(
    format=FORMAT,
    id="0" * 16,
    name="Kitchen",
    port=24108,
    code="ABCDE",
    grace=30.0,
    announced=True,
    pem=b"pem",
    secret=b"secret",
)


def written(*entries: msgspec.Struct) -> bytes:
    return msgspec.msgpack.encode(entries)


def sitting(occupant: Occupant) -> tuple[object, ...]:
    """What of an occupant is written down."""
    return occupant.name, occupant.key, occupant.bot, occupant.gone, occupant.strength


def play(evening: Evening, chance: random.Random) -> None:
    """One legal action of somebody."""
    seat = evening.game.turn
    peer = evening.occupant(seat).peer
    if peer is None:
        evening.wait(5)
    elif legal := evening.game.legal(seat):
        evening.act(peer, chance.choice(legal), version=evening.game.version)


@pytest.mark.parametrize("number", range(6))
def test_a_table_can_be_told_after_everything_that_happens(number):
    chance, ledger = random.Random(number), Ledger()
    evening = Evening(rules=Rules(target=60, hand_size=3), bots=number % 2, seed=number)
    payloads = [opening(OPENED)]

    def same() -> None:
        record = ledger.news(evening.table)
        payloads.extend([record] if record else [])
        story = tell(payloads)
        assert ledger.news(evening.table) is None
        assert (story.rules, story.manners) == (evening.table.rules, evening.table.manners)
        assert list(map(sitting, story.chairs)) == list(map(sitting, evening.table.chairs))
        told = [(each.name, each.key, each.takes_bot) for each in story.chairs.newcomers]
        waiting = evening.table.chairs.newcomers
        assert told == [(each.name, each.key, each.takes_bot) for each in waiting]
        game = evening.table.game
        assert (story.game and truth(story.game)) == (game and truth(game))

    same()
    evening.join(0, 1, 2)
    same()
    evening.ask(0, SetManners(STRICT))
    same()
    evening.ask(0, AddBot(Strength.HARD))
    same()
    evening.ask(0, Remove(len(evening.table.chairs) - 1))
    same()
    for _ in range(2):
        if evening.table.stage.value == "lobby":
            evening.ask(0, Start())
        for step in range(150):
            if evening.table.stage.value != "playing":
                break
            if step in {20, 30} and number % 3 == 1:
                evening.join(step)
                evening.ask(step, TakeOver(bot=step == 30))
            if step == 40 and number == 3:
                evening.ask(1, Leave())
            if NextRound() in evening.game.legal(0):
                for peer in [each.peer for each in evening.table.chairs.present_players]:
                    evening.act(peer, NextRound())
            else:
                play(evening, chance)
            if step % 10 == 0:
                same()
        same()
        # With an odd number the next game begins at once.
        peers = [each.peer for each in evening.table.chairs.present_players]
        for peer in reversed(peers) if number % 2 else peers:
            evening.ask(peer, Rematch())
        same()


def test_every_beginning_of_a_ledger_tells_of_a_table():
    evening, ledger = Evening(rules=Rules(hand_size=3)), Ledger()
    payloads, games = [opening(OPENED)], [None]
    chance = random.Random(1)
    evening.start(2)
    for _ in range(40):
        record = ledger.news(evening.table)
        if record:
            payloads.append(record)
            games.append(truth(evening.game.copy()))
        play(evening, chance)

    for length in range(1, len(payloads) + 1):
        game = tell(payloads[:length]).game
        assert (game and truth(game)) == games[length - 1]


@pytest.mark.parametrize(
    "payloads",
    [
        [],
        [b""],
        [b"\xc1"],
        [written(OPENED), b"nonsense"],
        [written(msgspec.structs.replace(OPENED, format=FORMAT + 1))],
        [written(Company(Rules(), ()))],
        [written(OPENED, Did(("0:draw",)))],
        [written(OPENED, Did(("0:dance",)))],
    ],
    ids=repr,
)
def test_what_makes_no_sense_is_refused(payloads):
    with pytest.raises(LedgerError):
        tell(payloads)
