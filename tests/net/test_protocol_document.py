"""PROTOCOL.md says what the code does: every sample, type, field, limit and reason in it."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import get_args

import msgpack
import msgspec
import pytest

from lanuno.net.codec import LENGTH_BYTES, decode_notice, decode_request, frame, preamble
from lanuno.net.manners import LENIENT, Manners
from lanuno.net.messages import PROTOCOL, Chair, End, Newcomer, Notice, Removal, Request, Stage, Why
from lanuno.net.talk import Expression
from lanuno.uno import Action, Rules, View, actions, events
from lanuno.uno.view import Phase, Shown

TEXT = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^#{2,3} `?([\w ]+)`?\n(.*?)(?=^#{2,3} |\Z)", TEXT))
SAMPLES = re.findall(r"```json\n(.*?)\n```\n```hex\n(.*?)\n```", TEXT, re.DOTALL)
MESSAGES = (*get_args(Request), *get_args(Notice))
PARTS = ("Actions", "Events", "Phases")
UNIONS = dict(zip(PARTS, (Action, events.Event, Phase), strict=True))


def rows(section: str) -> list[list[str]]:
    """The cells of the rows of every table in *section*, without the heads."""
    lines = re.findall(r"^\| (`.*) \|$", SECTIONS[section], re.MULTILINE)
    cells = [line.split(" | ") for line in lines]
    return [row for row in cells if row[0] not in ("`do`", "`is`", "`why`", "`end`")]


def fields(kind: type[msgspec.Struct]) -> dict[str, object]:
    """The fields of *kind* as they travel, with the defaults for which they are left out."""
    found = {each.encode_name: each.default for each in msgspec.structs.fields(kind)}
    if not kind.__struct_config__.omit_defaults:
        return dict.fromkeys(found, msgspec.NODEFAULT)
    plain = {(): [], LENIENT: {}}
    return {name: plain.get(default, default) for name, default in found.items()}


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def in_table(section: str) -> dict[str, object]:
    """The fields that *section* documents, with the defaults that it names."""
    table = SECTIONS[section].split("| `why` | |")[0].split("| `end` | |")[0]
    found = {}
    for line in re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE):
        name, rest = line
        default = rest.split(" | ")[1] if " | " in rest else rest.partition("default ")[2]
        code = re.match(r"`(.*?)`", default)
        found[name] = json.loads(code[1]) if code else msgspec.NODEFAULT
    return found


@pytest.mark.parametrize(("value", "code"), SAMPLES)
def test_every_sample_means_what_it_says_and_has_these_bytes(value, code):
    sent, plain = bytes.fromhex(code), json.loads(value)
    decode = decode_request if "do" in plain else decode_notice

    message = decode(sent[LENGTH_BYTES:])

    assert message == decode(msgpack.packb(plain))
    assert frame(message) == sent


def test_the_preamble_is_that_of_this_version():
    (code,) = re.findall(r"```hex preamble\n(.*?)\n```", TEXT, re.DOTALL)

    assert bytes.fromhex(code) == preamble(PROTOCOL)
    assert TEXT.startswith(f"# The protocol, version {PROTOCOL}\n")


@pytest.mark.parametrize("kind", MESSAGES)
def test_every_message_is_there_with_its_fields_and_a_sample(kind):
    section = tag(kind)

    assert in_table(section) == fields(kind)
    assert "```hex\n" in SECTIONS[section]


@pytest.mark.parametrize("kind", [events.RoundResult, View, Shown, Rules, Manners, Chair, Newcomer])
def test_every_part_of_a_message_is_there_with_its_fields(kind):
    assert in_table(kind.__name__) == fields(kind)


@pytest.mark.parametrize("part", PARTS)
def test_every_action_event_and_phase_is_there_with_its_fields_and_an_example(part):
    kinds = {tag(kind): kind for kind in get_args(UNIONS[part])}

    assert [row[0].strip("`") for row in rows(part)] == list(kinds)
    for name, told, *_, example in rows(part):
        kind = kinds[name.strip("`")]
        assert re.findall(r"`(\w+)`", told) == list(fields(kind))
        if example.startswith("`"):
            assert isinstance(msgspec.convert(json.loads(example.strip("`")), UNIONS[part]), kind)


@pytest.mark.parametrize(
    "kind", [Stage, Why, End, Removal, Expression, actions.Reason, events.Why, events.End]
)
def test_every_reason_is_named(kind):
    assert [each.value for each in kind if f"`{each.value}`" not in TEXT] == []


@pytest.mark.parametrize("row", rows("Limits") + rows("Times at the table"), ids=lambda row: row[0])
def test_every_limit_is_the_one_in_the_code(row):
    module, name = row[0].strip("`").split(".")

    value = getattr(importlib.import_module(f"lanuno.net.{module}"), name)
    assert row[1] == str(value)


@pytest.mark.parametrize("module", ["limits", "match"])
def test_no_limit_is_left_out(module):
    named = {row[0] for row in rows("Limits") + rows("Times at the table")}
    found = vars(importlib.import_module(f"lanuno.net.{module}"))
    own = re.findall(r"^([A-Z_]+) = ", Path(found["__file__"]).read_text("utf-8"), re.MULTILINE)

    assert {f"`{module}.{name}`" for name in own if not name.startswith("_")} <= named


def test_who_may_ask_what_is_said_of_every_request():
    asked = [row[0].strip("`") for row in rows("Requests")]

    assert asked == [tag(kind) for kind in get_args(Request)]
