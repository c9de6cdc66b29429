"""Read the text of a recorded game; whether it can have been played is for `record` to say."""

from __future__ import annotations

import re
from os import PathLike  # noqa: TC003 - whoever asks for the types of `read` gets them
from pathlib import Path
from unicodedata import category

from msgspec import Struct

from lanuno.uno import notation
from lanuno.uno.actions import Deed, Join, NextRound
from lanuno.uno.rules import Rules
from lanuno.uno.size import PLAYERS_MAX, check_size

FORMAT = "1"
"""The version of the format; a record of another one is not read."""

BYTES_MAX = 16 * 1024 * 1024
"""No file is longer: a thousand rounds take less than one of these megabytes."""

DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")


class RecordError(ValueError):
    """That is not the record of a game; the message names the line and what is wrong there."""

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(f"line {line}: {wrong[:_WRONG_MAX]}")
        self.line = line


class Entry(Struct, frozen=True):
    """One deed of a record."""

    line: int
    seat: int
    """-1 for a `Stop`, which is everybody's."""
    deed: Deed


class Claim(Struct, frozen=True):
    """What a record says beyond the deeds, and the game has to bear out."""

    line: int
    text: str


class Record(Struct, frozen=True, kw_only=True):
    """A game as it was written down."""

    players: int
    """How many it began with."""
    names: tuple[str, ...]
    """
    By seat, those who joined later included; empty when the record has none.

    They can be of any length and in any script.
    """
    date: str | None
    """The day, as 2026-05-01."""
    rules: Rules
    seed: bytes
    deeds: tuple[Entry, ...]
    rounds: tuple[Claim, ...]
    """The line above each round: its number, dealer, first card, and the scores so far."""
    result: Claim


def read(source: str | PathLike[str]) -> Record:
    """
    The record in *source*: its text, or the path of its file.

    A string of a single line is taken for a path, since a record always has several.
    RecordError when it is not a record, OSError when there is no such file.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(_text_of(source).splitlines(), start=1)
        if line.strip()
    ]
    for number, line in lines:
        if not is_showable(line):
            raise RecordError(number, "there is a character in it that cannot be shown")
    count = next((i for i, (_, line) in enumerate(lines) if line[0] != "["), len(lines))
    headers = _headers(lines[:count])
    line, seed = lines.pop()
    if not seed.startswith("Seed"):
        raise RecordError(line, "it ends without its seed; the end may have been cut off")
    if not _SEED.fullmatch(seed):
        raise RecordError(line, f"a seed has 64 digits, 0 to 9 and a to f: {_quote(seed)}")
    rounds, deeds = _rounds(lines[count:], end=line)
    players, rules = _size(headers)
    return Record(
        players=players,
        names=_names(headers, players + sum(isinstance(each.deed, Join) for each in deeds)),
        date=_date(headers),
        rules=rules,
        seed=bytes.fromhex(seed.removeprefix("Seed ")),
        deeds=deeds,
        rounds=rounds,
        result=_needed(headers, "Result"),
    )


def header(name: str, value: str) -> str:
    r"""
    A header line, quotes and backslashes in *value* escaped.

    >>> print(header("Player 0", '"Q" of \\'))
    [Player 0 "\"Q\" of \\"]
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def is_showable(text: str) -> bool:
    """Whether *text* can stand in a record: there is nothing in it that a terminal would obey."""
    return not any(category(char) in _UNSEEN for char in text)


Lines = list[tuple[int, str]]
Headers = dict[str, Claim]


def _text_of(source: str | PathLike[str]) -> str:
    if isinstance(source, str) and "\n" in source:
        return source
    with Path(source).open("rb") as file:
        found = file.read(BYTES_MAX + 1)
    if len(found) > BYTES_MAX:
        raise RecordError(1, "the file is too long for the record of a game")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not text in UTF-8") from None


def _headers(lines: Lines) -> Headers:
    headers: Headers = {}
    for line, text in lines:
        match = _HEADER.fullmatch(text)
        if not match:
            raise RecordError(line, f'a header is written [Name "value"], not {_quote(text)}')
        name, value = match.groups()
        if name not in _NAMES or name in headers:
            fault = "there twice" if name in headers else "unknown"
            raise RecordError(line, f"the header {_quote(name)} is {fault}")
        headers[name] = Claim(line, re.sub(r"\\(.)", r"\1", value))
    if next(iter(headers), None) != "Lanuno":
        raise RecordError(1, f"the record of a game begins with {header('Lanuno', FORMAT)}")
    version = headers["Lanuno"]
    if version.text != FORMAT:
        wrong = f"its format is {_quote(version.text)}, and this lanuno reads only {FORMAT}"
        raise RecordError(version.line, wrong)
    return headers


def _needed(headers: Headers, name: str) -> Claim:
    if name not in headers:
        raise RecordError(1, f"the header {name} is missing")
    return headers[name]


def _size(headers: Headers) -> tuple[int, Rules]:
    players, switches = _needed(headers, "Players"), _needed(headers, "Rules")
    if not _NUMBER.fullmatch(players.text):
        raise RecordError(players.line, f"not a number of players: {_quote(players.text)}")
    try:
        preset, *changed = switches.text.split(" ")
        rules = Rules.preset(preset)
        for switch in changed:
            rules = rules.with_switch(switch)
    except ValueError as error:
        raise RecordError(switches.line, str(error)) from None
    try:
        check_size(int(players.text), rules)
    except ValueError as error:
        raise RecordError(players.line, str(error)) from None
    return int(players.text), rules


def _names(headers: Headers, players: int) -> tuple[str, ...]:
    given = {name: claim for name, claim in headers.items() if name.startswith("Player ")}
    for claim in given.values():
        if not is_showable(claim.text):
            raise RecordError(claim.line, f"not a name: {_quote(claim.text)}")
    seats = [f"Player {seat}" for seat in range(players)]
    if given and given.keys() != set(seats):
        line = next(iter(given.values())).line
        raise RecordError(line, f"all {players} players are named, from 0 on, or none")
    return tuple(given[seat].text for seat in seats if given)


def _date(headers: Headers) -> str | None:
    date = headers.get("Date")
    if date and not DATE.fullmatch(date.text):
        raise RecordError(date.line, f"a date is written 2026-05-01, not {_quote(date.text)}")
    return date.text if date else None


def _rounds(lines: Lines, end: int) -> tuple[tuple[Claim, ...], tuple[Entry, ...]]:
    rounds: list[Claim] = []
    deeds: list[Entry] = []
    begins = True  # A round has to begin now.
    for line, text in lines:
        if text.startswith("Round"):
            if not begins:
                raise RecordError(line, "a round begins here, and the last one has no `next`")
            rounds.append(Claim(line, text))
            begins = False
            continue
        for word in text.split():
            if begins:
                raise RecordError(line, f"a line `Round ...` is missing before {_quote(word)}")
            deeds.append(_entry(line, word))
            begins = isinstance(deeds[-1].deed, NextRound)
    if begins:
        raise RecordError(end, "a line `Round ...` is missing before the seed")
    return tuple(rounds), tuple(deeds)


def _entry(line: int, word: str) -> Entry:
    try:
        seat, deed = notation.parse(word)
    except ValueError:
        wrong = f"nothing that a player can do is written {_quote(word)}"
        raise RecordError(line, wrong) from None
    return Entry(line, seat, deed)


def _quote(text: str) -> str:
    return repr(text if len(text) <= _QUOTE_MAX else f"{text[: _QUOTE_MAX - 3]}...")


_QUOTE_MAX = 40
_WRONG_MAX = 300
_NAMES = {
    "Lanuno",
    "Date",
    "Players",
    *(f"Player {seat}" for seat in range(PLAYERS_MAX)),
    "Rules",
    "Result",
}
_HEADER = re.compile(r'\[([A-Za-z]+(?: [0-9])?) "((?:[^"\\]|\\["\\])*)"\]')
_NUMBER = re.compile(r"[0-9]{1,2}")
_SEED = re.compile(r"Seed [0-9a-f]{64}")

_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The kinds of letters that show nothing, or make a terminal do something."""
