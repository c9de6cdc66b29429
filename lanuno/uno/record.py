"""
A game as a text that a person can read: write it, read it, play it again, verify it.

Headers, then each round's deeds, then the seed, from which every card follows::

    [Lanuno "1"]
    [Date "2026-05-01"]
    [Players "2"]
    [Player 0 "Ana"]
    [Player 1 "Ivo"]
    [Rules "official target=200"]
    [Result "0 wins (target), scores 212 40"]

    Round 1: dealer 1, first card R5, scores 0 0
    0:R7 1:W=G 0:draw 0:pass 1:W+=B! 0:challenge ...

    Seed 5c0e...

Players are called by their seats; `notation` has the words for what they do. `Players` is
how many the game began with; who has joined later has a name too. Date and names may be
left out. The result and the lines above the rounds say nothing that does
not follow from the rest: they are for the reader, and for `verify`.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from lanuno.uno.actions import Deed, IllegalAction, Join, Leave, NextRound, Reason, Stop
from lanuno.uno.game import Game
from lanuno.uno.notation import word
from lanuno.uno.rules import PRESETS, Rules
from lanuno.uno.transcript import (
    DATE,
    FORMAT,
    Claim,
    Entry,
    Record,
    RecordError,
    header,
    is_showable,
    read,
)
from lanuno.uno.view import GameOver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from lanuno.uno.events import Event

COLUMNS = 80
"""Where the deeds are wrapped."""


class Step(NamedTuple):
    """One moment of a replay."""

    game: Game
    """After the deed. It is the same game in every step: `Game.copy` keeps a moment of it."""
    seat: int | None
    """Who did it: -1 for everybody; None for the deal, with which a replay starts."""
    deed: Deed | None
    events: tuple[Event, ...]


class Fault(Struct, frozen=True):
    """Something in a record that cannot have been."""

    line: int
    deed: str
    """As it stands there: a deed, the line above a round, or the result."""
    reason: str
    """The `Reason` for which the rules refuse the deed, or what it was instead."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.deed}: {self.reason}"


def text(game: Game, *, names: Sequence[str] = (), date: str | None = None) -> str:
    """
    The record of *game*, finished or not, with *names* by seat and a *date* as 2026-05-01.

    It holds the seed, and so every card: keep it from the players while the game lasts.
    ValueError for a game that began from a position, whose deal nobody knows, and for
    names or a date that cannot be written.

    >>> verify(text(Game.new(players=2, seed=bytes(32)), names=("Ana", "Ivo")))
    ()
    """
    if not game.dealt:
        raise ValueError("a game that began from a position has no deal to record")
    if names and len(names) != game.players:
        raise ValueError(f"{game.players} names are needed, not {len(names)}")
    unfit = [name for name in names if not is_showable(name)]
    if unfit or not (date is None or DATE.fullmatch(date)):
        raise ValueError(f"a record cannot hold {unfit or date!r}")
    headers = [
        header("Lanuno", FORMAT),
        *([header("Date", date)] if date else []),
        header("Players", str(founders(game))),
        *(header(f"Player {seat}", name) for seat, name in enumerate(names)),
        header("Rules", _rules(game.rules)),
        header("Result", _result(game)),
    ]
    return "\n\n".join(["\n".join(headers), *_rounds(game), f"Seed {game.seed.hex()}"]) + "\n"


def write(
    game: Game, file: str | PathLike[str], *, names: Sequence[str] = (), date: str | None = None
) -> None:
    """Make *file* the record of *game*, as `text` gives it; OSError when that cannot be done."""
    record = text(game, names=names, date=date)
    Path(file).write_text(record, encoding="utf-8", newline="\n")


def replay(record: Record) -> Iterator[Step]:
    """
    Play *record* again, from the deal on, deed by deed.

    RecordError, when it comes to it, for a deed that the rules do not allow.
    """
    game = _deal(record)
    yield Step(game, None, None, game.events)
    for entry in record.deeds:
        try:
            events = redo(game, entry.seat, entry.deed)
        except IllegalAction as refused:
            wrong = f"the rules do not allow {_word(entry)} here: {refused.reason}"
            raise RecordError(entry.line, wrong) from None
        yield Step(game, entry.seat, entry.deed, events)


def founders(game: Game) -> int:
    """How many *game* began with."""
    return game.players - sum(isinstance(deed, Join) for _, deed in game.history)


def redo(game: Game, seat: int, deed: Deed) -> tuple[Event, ...]:
    """
    Do in *game* what the history of another one holds; what happened by it.

    IllegalAction when the rules do not allow it.
    """
    match deed:
        case Join():
            if seat != game.players:
                raise IllegalAction(Reason.NO_SUCH_SEAT)
            return game.join()
        case Leave():
            return game.leave(seat)
        case Stop():
            return game.stop()
        case _:
            return game.apply(seat, deed)


def verify(file: str | PathLike[str]) -> tuple[Fault, ...]:
    """
    Whatever in the record *file* cannot have been, in the order of play, the result last.

    Empty when all is well: then it is the record of a game that the rules allow, with
    the cards that its seed gives. A deed that the rules refuse changes nothing, as at
    the table, and the replay goes on, so that later deeds may be refused for its sake.
    Takes and raises what `read` does.
    """
    record = read(file)
    game = _deal(record)
    rounds = iter(record.rounds)
    faults = _compare(next(rounds), _heading(game))
    for entry in record.deeds:
        try:
            redo(game, entry.seat, entry.deed)
        except IllegalAction as refused:
            faults.append(Fault(entry.line, _word(entry), refused.reason))
        if isinstance(entry.deed, NextRound):
            faults += _compare(next(rounds), _heading(game))
    faults += _compare(record.result, _result(game))
    return tuple(faults)


def _deal(record: Record) -> Game:
    return Game.new(record.players, record.seed, record.rules)


def _compare(claim: Claim, truth: str) -> list[Fault]:
    return [] if claim.text == truth else [Fault(claim.line, claim.text, f"it was {truth}")]


def _word(entry: Entry) -> str:
    return word(entry.seat, entry.deed)


def _rounds(game: Game) -> Iterator[str]:
    rounds: list[list[tuple[int, Deed]]] = [[]]
    for seat, deed in game.history:
        rounds[-1].append((seat, deed))
        if isinstance(deed, NextRound):
            rounds.append([])
    again = Game.new(founders(game), game.seed, game.rules)
    for deeds in rounds:
        words = " ".join(word(seat, deed) for seat, deed in deeds)
        yield "\n".join([_heading(again), *textwrap.wrap(words, COLUMNS)])
        # Played again only to learn how the next round begins: so a game that broke in its
        # last round, and cannot be played to the same point, still has a record.
        if deeds is not rounds[-1]:
            for seat, deed in deeds:
                redo(again, seat, deed)


def _heading(game: Game) -> str:
    begins = f"Round {game.round}: dealer {game.dealer}, first card {game.discard[-1]}"
    return f"{begins}, {_scores(game)}"


def _result(game: Game) -> str:
    match game.phase:
        case GameOver(winners=winners, why=why):
            verb = "wins" if len(winners) == 1 else "share the win"
            end = f"{' and '.join(map(str, winners))} {verb} ({why})"
        case _:
            end = "unfinished"
    return f"{end}, {_scores(game)}"


def _scores(game: Game) -> str:
    return f"scores {' '.join(map(str, game.scores))}"


def _rules(rules: Rules) -> str:
    changed = rules.changed()
    implied = {preset: Rules.preset(preset).changed() for preset in PRESETS}
    nearest = max(
        (preset for preset in PRESETS if set(implied[preset]) <= set(changed)),
        key=lambda preset: len(implied[preset]),
    )
    return " ".join([nearest, *(switch for switch in changed if switch not in implied[nearest])])
