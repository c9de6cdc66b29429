"""A finished game as it is kept, and what many of them together say about who played."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Counts(Struct, frozen=True, kw_only=True):
    """What is counted of a player in one game."""

    missed: int = 0
    """Uno calls forgotten, caught or not."""
    catches: int = 0
    bluffs: int = 0
    """Bluffs of others that this player called."""
    most_cards: int = 0


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    bot: bool = False
    me: bool = False
    """Sat at this machine."""
    counts: Counts | None = None
    """None: not the whole game was heard, so nobody knows."""


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    number: int
    winner: int | None = None
    """The seat; None: the round was blocked."""
    points: int = 0
    scores: tuple[int, ...]
    """The totals after it, by seat."""


class Played(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A finished game; tuples of players and scores are by seat.

    ValueError for a game that cannot have been.
    """

    ended: Annotated[datetime, Meta(tz=True)]
    """In UTC."""
    seconds: float
    """How long it took."""
    table: str
    players: tuple[Player, ...]
    preset: str
    """The rules that it was played by, but for *switches*."""
    switches: tuple[str, ...] = ()
    """What differs from the preset, each as ``switch=value``."""
    rounds: tuple[Round, ...] = ()
    """Those that were heard of, in order; the one that was cut short is not among them."""
    scores: tuple[int, ...]
    """The totals at the end."""
    end: str
    """How it ended: the word that the engine has for it."""
    winners: tuple[int, ...]
    """The seats; more than one shared the win."""
    key: str | None = None
    """
    What every program at the table calls this game, so that two people who sit at one
    machine have it in their history once. None: it is kept whatever else is there.
    """
    record: str | None = None
    """The game as text; None: nobody here had its seed."""

    def __post_init__(self) -> None:
        if self.ended.utcoffset() != timedelta():
            raise ValueError(f"not a time in UTC: {self.ended}")
        if not 0 <= self.seconds < math.inf:
            raise ValueError(f"no game lasts {self.seconds} seconds")
        players = len(self.players)
        if any(len(scores) != players for scores in (self.scores, *_scores(self.rounds))):
            raise ValueError("not a score for every player")
        winners = (*self.winners, *(each.winner or 0 for each in self.rounds))
        if not all(0 <= seat < players for seat in winners):
            raise ValueError("a winner who did not play")


class Kept(Struct, frozen=True):
    """A game in the history."""

    id: int
    """The later a game was added, the higher."""
    played: Played


class Statistics(Struct, frozen=True, kw_only=True):
    """What all games together say about the player, or the bot, of one name."""

    name: str
    bot: bool
    me: bool
    """In one game at least."""
    games: int
    won: int
    """Shared wins too."""
    rounds_won: int
    points: float
    """At the end of a game, on the average."""
    counted: int
    """In how many of the games there are counts; what follows is of these."""
    missed: int
    catches: int
    bluffs: int
    most_cards: int


def merged(kept: Played, more: Played) -> Played:
    """*kept*, and what only *more* knows of the same game."""
    players = tuple(
        replace(mine, me=mine.me or other.me, counts=mine.counts or other.counts)
        for mine, other in zip(kept.players, more.players, strict=True)
    )
    return replace(kept, players=players, record=kept.record or more.record)


def statistics(games: Iterable[Played]) -> tuple[Statistics, ...]:
    """Of everybody who has played in *games*, who has played most first."""
    results: dict[tuple[str, bool], list[tuple[Played, int]]] = {}
    for game in games:
        for seat, player in enumerate(game.players):
            results.setdefault((player.name, player.bot), []).append((game, seat))
    every = [_of_player(name, seats, bot=bot) for (name, bot), seats in results.items()]
    return tuple(sorted(every, key=lambda each: (-each.games, each.name, each.bot)))


def _of_player(name: str, seats: list[tuple[Played, int]], *, bot: bool) -> Statistics:
    players = [game.players[seat] for game, seat in seats]
    counts = [player.counts for player in players if player.counts]
    return Statistics(
        name=name,
        bot=bot,
        me=any(player.me for player in players),
        games=len(seats),
        won=sum(seat in game.winners for game, seat in seats),
        rounds_won=sum(each.winner == seat for game, seat in seats for each in game.rounds),
        points=sum(game.scores[seat] for game, seat in seats) / len(seats),
        counted=len(counts),
        missed=sum(each.missed for each in counts),
        catches=sum(each.catches for each in counts),
        bluffs=sum(each.bluffs for each in counts),
        most_cards=max((each.most_cards for each in counts), default=0),
    )


def _scores(rounds: Iterable[Round]) -> Iterator[tuple[int, ...]]:
    return (each.scores for each in rounds)
