"""What is typed to the table itself: places, votes, what the leader sets up."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from lanuno.bots.strength import Strength
from lanuno.language import choose_language
from lanuno.narration import plain
from lanuno.net.manners import Manners
from lanuno.net.messages import (
    AddBot,
    Chair,
    Dismiss,
    Join,
    Lobby,
    Move,
    Newcomer,
    Ready,
    Rematch,
    Removal,
    Remove,
    SetManners,
    SetStrength,
    Stage,
    Start,
    Stop,
    TakeOver,
    Watch,
)
from lanuno.net.text import PlayerName
from lanuno.plain.at_table import AT_TABLE, request_of
from lanuno.plain.commands import NotUnderstood, parse
from lanuno.uno.rules import Rules

CHAIRS = (
    Chair(PlayerName("Ana")),
    Chair(PlayerName("Đorđe B"), ready=True),
    Chair(PlayerName("Ada"), bot=True),
)
LOBBY = Lobby(Stage.LOBBY, Rules(), CHAIRS, 0, 0, newcomers=(Newcomer(PlayerName("Eva")),))


def asked(line: str, lobby: Lobby | None = LOBBY):
    return request_of(parse(line), lobby, PlayerName("Ana"), Strength.HARD)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("join", Join(PlayerName("Ana"))),
        ("watch", Watch()),
        ("ready", Ready(ready=True)),
        ("start", Start()),
        ("bot", AddBot(Strength.HARD)),
        ("rematch", Rematch()),
        ("lobby", Rematch(lobby=True)),
        ("end", Stop(agree=True)),
        ("remove 3", Remove(2)),
        ("remove đorđe b", Remove(1)),
        ("remove Djordje B RUDE", Remove(1, Removal.RUDE)),
        ("remove eva room", Dismiss(0, Removal.ROOM)),
        ("chair 3 1", Move(2, to=0)),
        ("chair ada 1", Move(2, to=0)),
        ("level 3", SetStrength(2, Strength.HARD)),
        ("close late", SetManners(Manners(late=False))),
        ("open late", SetManners(Manners())),
    ],
)
def test_a_line_asks_the_table_for_something(line, request_):
    assert asked(line) == request_


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("isključi gledaoce", SetManners(Manners(spectators=False))),
        ("искључи ћаскање", SetManners(Manners(chat=False))),
        ("iskljuci ptice", None),
        ("ukloni ada sporo", Remove(2, Removal.SLOW)),
        ("уклони 3 није ту", Remove(2, Removal.AWAY)),
        ("close hints", SetManners(Manners(hints=False))),
    ],
)
def test_what_is_allowed_and_why_one_goes_have_serbian_words_too(line, request_):
    choose_language("sr")
    if request_ is None:
        with pytest.raises(NotUnderstood, match="ћаскање"):
            asked(line)
    else:
        assert asked(line) == request_


def test_every_word_that_is_typed_means_something():
    assert plain.MANNERS.keys() == asdict(Manners()).keys()
    assert plain.REASONS.keys() == set(Removal)


def test_what_is_on_is_switched_off_by_the_same_word():
    lobby = replace(
        LOBBY,
        chairs=(replace(CHAIRS[0], ready=True, stop=True), *CHAIRS[1:]),
        manners=Manners(late=False),
    )
    waiting = replace(
        LOBBY, you=None, newcomer=0, newcomers=(Newcomer(PlayerName("Eva"), bot=True),)
    )

    assert asked("ready", lobby) == Ready(ready=False)
    assert asked("end", lobby) == Stop(agree=False)
    assert asked("open late", lobby) == SetManners(Manners())
    assert asked("relieve", waiting) == TakeOver(bot=False)
    assert asked("relieve") == TakeOver(bot=True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("remove", "Say whom"),
        ("remove nobody", "Say whom"),
        ("remove 2 ugly", "There are these reasons: away, slow, rude, room."),
        ("chair 1", "Say which chair and where to"),
        ("chair 1 9", "Say which chair and where to"),
        ("level 1", "Say whom"),
        ("open doors", "Say which: late, spectators, hints, chat."),
        ("close", "Say which: late, spectators, hints, chat."),
    ],
)
def test_what_is_missing_in_a_line_is_said(line, words):
    with pytest.raises(NotUnderstood, match=words):
        asked(line)


@pytest.mark.parametrize("word", sorted(AT_TABLE - {"start", "rematch", "lobby", "watch"}))
def test_before_the_table_has_said_anything_little_can_be_asked(word):
    with pytest.raises(NotUnderstood):
        asked(word, None)
