"""Messages as bytes: the samples pinned, the limits kept, and garbage of every kind refused."""

from __future__ import annotations

import enum

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect
from msgspec.structs import replace

from lanuno.net import codec, limits
from lanuno.net.codec import (
    DecodeError,
    body_length,
    decode_notice,
    decode_request,
    frame,
    preamble,
    version_in,
)
from lanuno.net.messages import (
    Act,
    Chair,
    Confirm,
    Guessed,
    Join,
    Lobby,
    Notice,
    Request,
    Stage,
    TableInfo,
    Update,
)
from lanuno.net.text import PlayerName, TableName
from lanuno.uno.actions import Draw
from lanuno.uno.cards import DECK, Card
from lanuno.uno.events import RoundEnded, RoundResult
from lanuno.uno.view import RoundOver

from .samples import EVENTS, FULL, GOLDEN, HOUSE, NOTICES, PLAIN, REQUESTS, golden

FUZZ = settings(derandomize=True, database=None, deadline=None, max_examples=300)
MESSAGES = [(each, decode_request) for each in REQUESTS] + [
    (each, decode_notice) for each in NOTICES
]


def kinds() -> tuple[dict[type, set[str]], set[enum.Enum]]:
    """Every type that a message can hold, with its fields, and every member of an enum."""
    structs, members = {}, set()

    def search(kind):
        match kind:
            case inspect.StructType(cls=cls, fields=fields) if cls not in structs:
                structs[cls] = {field.name for field in fields}
                for field in fields:
                    search(field.type)
            case inspect.UnionType(types=types):
                for each in types:
                    search(each)
            case inspect.VarTupleType(item_type=inside):
                search(inside)
            case inspect.EnumType(cls=cls):
                members.update(cls)

    search(inspect.type_info(Request))
    search(inspect.type_info(Notice))
    return structs, members


def sampled() -> tuple[dict[type, set[str]], set[enum.Enum]]:
    """What of all that is in the samples; a field only with a value that is not its default."""
    structs, members = {}, set()

    def search(value):
        match value:
            case msgspec.Struct():
                fields = {field.name: field for field in msgspec.structs.fields(value)}
                told = {name for name in fields if getattr(value, name) != fields[name].default}
                structs.setdefault(type(value), set()).update(told)
                for name in fields:
                    search(getattr(value, name))
            case tuple():
                for each in value:
                    search(each)
            case enum.Enum():
                members.add(value)

    for message, _ in MESSAGES:
        search(message)
    return structs, members


def test_there_is_a_sample_of_everything_that_a_message_can_hold():
    assert sampled() == kinds()


def test_every_sample_has_the_bytes_that_it_always_had():
    """A message that changes its bytes is another protocol: raise `PROTOCOL`, then write anew."""
    assert golden() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(("message", "decode"), MESSAGES, ids=str)
def test_every_message_arrives_as_it_was_sent(message, decode):
    sent = frame(message)

    body = sent[codec.LENGTH_BYTES :]
    assert body_length(sent[: codec.LENGTH_BYTES], limits.NOTICE_BYTES_MAX) == len(body)
    assert decode(body) == message


@pytest.mark.parametrize(("message", "decode"), MESSAGES, ids=str)
def test_a_message_for_one_side_is_none_for_the_other(message, decode):
    other = decode_notice if decode is decode_request else decode_request

    with pytest.raises(DecodeError):
        other(frame(message)[codec.LENGTH_BYTES :])


def test_what_a_stranger_may_say_fits_into_a_strangers_frame():
    name = PlayerName.of("𝐀" * 16)

    longest = max(map(len, map(frame, (Join(name), Confirm("a" * 64, "b" * 64, "c" * 128)))))

    assert longest <= limits.STRANGER_BYTES_MAX + codec.LENGTH_BYTES


def test_the_most_that_a_table_can_tell_fits_into_a_frame():
    hands = (DECK[:99], *[(card,) for card in DECK[99:]])
    result = RoundResult(9, 9, Card.W, hands, (999,) * 10, 9999, (9999,) * 10)
    scores = (9999,) * 10
    view = replace(FULL, phase=RoundOver(result), hand=DECK, counts=(99,) * 10, scores=scores)
    view = replace(view, wins=(99,) * 10, partners=(9,) * 10)
    chairs = tuple(Chair(PlayerName.of("Љ" * 16), stop=True) for _ in range(10))

    events = [each for each in EVENTS if not isinstance(each, RoundEnded)]
    update = Update(view, (*events, RoundEnded(result)))

    assert len(frame(update)) < limits.NOTICE_BYTES_MAX / 10
    assert len(frame(Lobby(Stage.OVER, HOUSE, chairs))) < limits.NOTICE_BYTES_MAX / 10
    assert decode_notice(frame(update)[4:]) == update


def test_the_most_that_a_table_tells_a_stranger_fits_into_a_notice_for_one():
    longest = {
        TableInfo: TableInfo(
            "0" * 16, TableName.of("𝐀" * 24), Stage.PLAYING, 10, 10, 10, HOUSE, private=True
        )
    } | {type(notice): notice for notice in NOTICES if not isinstance(notice, TableInfo)}
    later = {Lobby, Update, Guessed}

    for kind, notice in longest.items():
        assert kind in later or 4 * len(frame(notice)) < limits.STRANGER_NOTICE_BYTES_MAX


@pytest.mark.parametrize("version", [0, 1, 2, 65535])
def test_a_preamble_tells_its_version(version):
    assert version_in(preamble(version)) == version
    assert len(preamble(version)) == codec.PREAMBLE_BYTES


@pytest.mark.parametrize(
    "first", [b"", b"LANUNO", b"LANUNO\x00", b"LANUNO\x00\x01\x00", b"lanuno\x00\x01", b"GET / HT"]
)
def test_whoever_begins_otherwise_is_no_lanuno_program(first):
    with pytest.raises(DecodeError, match="not a lanuno program"):
        version_in(first)


@pytest.mark.parametrize("length", [0, 1025, 2**32 - 1])
def test_a_length_is_refused_before_anything_is_read(length):
    with pytest.raises(DecodeError, match=f"a message of {length} bytes"):
        body_length(length.to_bytes(4, "big"), 1024)


JOIN = {"do": "join", "name": "Ana"}


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "ask",
        [],
        ["ask"],
        {},
        {"do": None},
        {"do": 1},
        {"do": "dance"},
        {"is": "closed", "end": "left"},
        {"do": "join"},
        {"do": "join", "name": None},
        {"do": "join", "name": 7},
        {"do": "join", "name": ["Ana"]},
        {"do": "prove"},
        {"do": "prove", "proof": "x" * 66},
        {"do": "prove", "proof": "a" * 65},
        {"do": "prove", "proof": "a" * 67},
        {"do": "prove", "proof": "a" * 65 + "\n"},
        {"do": "prove", "proof": "A" * 66},
        {"do": "prove", "proof": 5},
        {"do": "resume", "seat": "a" * 64},
        {"do": "resume", "seat": "a" * 63, "signature": "b" * 128},
        {"do": "ready"},
        {"do": "ready", "ready": 1},
        {"do": "remove", "seat": -1},
        {"do": "remove", "seat": 10},
        {"do": "remove", "seat": True},
        {"do": "remove", "seat": 1.0},
        {"do": "remove", "seat": "1"},
        {"do": "set_rules", "rules": {"target": 0}},
        {"do": "set_rules", "rules": {"target": "lots"}},
        {"do": "set_rules", "rules": {"hand_size": 21}},
        {"do": "set_rules", "rules": {"bluffing": 1}},
        {"do": "set_rules", "rules": {"stacking": "all"}},
        {"do": "act", "version": 0},
        {"do": "act", "version": -1, "action": {"do": "draw"}},
        {"do": "act", "version": 0, "action": {"do": "cheat"}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": "R10"}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": "r5"}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": 17}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": "W", "color": "wild"}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": "W", "color": "W"}},
        {"do": "act", "version": 0, "action": {"do": "play", "card": "W", "uno": "yes"}},
        {"do": "act", "version": 0, "action": {"do": "pick", "color": None}},
        {"do": "act", "version": 0, "action": {"do": "catch", "seat": 0.5}},
        {"do": "act", "version": 0, "action": {"do": "leave"}},
        {"do": "act", "version": 0, "action": {"do": "join", "name": "Ana"}},
        {"do": "ask"} | {str(i): i for i in range(65)},
        {"do": "ask", "more": list(range(257))},
        {"do": "ask", "more": "x" * 4097},
        {"do": "ask", "more": b"x"},
        {"do": "ask", "more": msgpack.ExtType(5, b"x")},
        {"do": "ask", "more": msgpack.Timestamp(1)},
        {"do": "ask", 1: 2},
    ],
    ids=str,
)
def test_a_value_that_is_no_request_is_refused(value):
    """B07, B109, B113."""
    with pytest.raises(DecodeError, match="not a message"):
        decode_request(msgpack.packb(value))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\x91" * 1000,
        b"\x91" * 16_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdd\x00\x00\x3f\xff" * 3000,
        b"\x81\xc0\xc0",
        b"\x81\x90\xc0",
        b"\xa1\xff",
        b"\xa3\xed\xa0\x80",
        b"\xc7\x00\xff",
        b"\x82\xa2do\xa3ask\xa2do",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=lambda body: body[:12].hex(),
)
@pytest.mark.parametrize("decode", [decode_request, decode_notice])
def test_bytes_that_are_no_value_are_refused(body, decode):
    """B113."""
    with pytest.raises(DecodeError, match="not a message"):
        decode(body)


def test_something_behind_a_message_makes_it_none():
    body = frame(Act(0, Draw()))[4:]

    with pytest.raises(DecodeError):
        decode_request(body + b"\x00")


def test_an_error_repeats_nothing_of_what_the_other_side_sent():
    with pytest.raises(DecodeError) as caught:
        decode_request(msgpack.packb({"do": "\x1b[2Jevil"}))

    assert "evil" not in str(caught.value)


def test_text_is_cleaned_on_its_way_in():
    evil = {"is": "welcome", "table": "0" * 16, "name": "\x1b]0;x\x07Kit\u202echen"}
    join = {"do": "join", "name": "A\x1b[31mna" + "\u0301" * 50}

    welcome, asked = decode_notice(msgpack.packb(evil)), decode_request(msgpack.packb(join))

    assert (welcome.name, type(welcome.name)) == ("]0;x Kitchen", TableName)
    assert (asked.name, type(asked.name)) == ("A [31mn\u00e1\u0301\u0301", PlayerName)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 10**6])
def test_a_clock_shows_a_time_that_there_can_be(seconds):
    plain = msgspec.to_builtins(Update(PLAIN), enc_hook=str) | {"seconds": seconds}

    with pytest.raises(DecodeError):
        decode_notice(msgpack.packb(plain))


def test_an_id_that_could_be_anything_but_an_id_is_refused():
    for table in ("", "0" * 15, "0" * 17, "\x1b[2J000000000000"[:16], "0" * 15 + "\n"):
        with pytest.raises(DecodeError):
            decode_notice(msgpack.packb({"is": "welcome", "table": table, "name": "x"}))


PLAIN_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=20,
)


def decoded(decode, body: bytes):
    """The message in *body*; None when it is none. Anything else that is raised is a bug."""
    try:
        return decode(body)
    except DecodeError:
        return None


def assert_stable(decode, message):
    """Whatever was accepted can be sent on, and arrives unchanged."""
    assert decode(frame(message)[codec.LENGTH_BYTES :]) == message


@FUZZ
@given(st.binary(max_size=2000))
def test_any_bytes_are_a_message_or_refused(body):
    for decode in (decode_request, decode_notice):
        message = decoded(decode, body)
        if message is not None:
            assert_stable(decode, message)


@FUZZ
@given(PLAIN_VALUES)
def test_any_value_is_a_message_or_refused(value):
    for decode in (decode_request, decode_notice):
        message = decoded(decode, msgpack.packb(value))
        if message is not None:
            assert_stable(decode, message)


@FUZZ
@given(st.sampled_from(MESSAGES), st.data())
def test_a_damaged_message_is_a_message_or_refused(sample, data):
    message, decode = sample
    body = bytearray(frame(message)[codec.LENGTH_BYTES :])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(body) - 1))
        body[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
        body = body or bytearray(b"\x00")

    message = decoded(decode, bytes(body))

    if message is not None:
        assert_stable(decode, message)


@FUZZ
@given(st.sampled_from(MESSAGES), st.data())
def test_a_message_with_one_value_exchanged_is_a_message_or_refused(sample, data):
    message, decode = sample
    plain = msgspec.to_builtins(message, enc_hook=str)
    place, key = plain, None
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        if not keys:
            break
        parent, key = place, data.draw(st.sampled_from(keys))
        place = parent[key]
        if not isinstance(place, (dict, list)) or not place or data.draw(st.booleans()):
            parent[key] = data.draw(PLAIN_VALUES)
            break

    message = decoded(decode, msgpack.packb(plain))

    if message is not None:
        assert_stable(decode, message)


@pytest.mark.parametrize(("message", "decode"), MESSAGES, ids=str)
def test_half_a_message_is_none(message, decode):
    body = frame(message)[codec.LENGTH_BYTES :]
    for end in range(len(body)):
        assert decoded(decode, body[:end]) is None
