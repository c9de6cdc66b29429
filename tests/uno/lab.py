"""Plays and cards in notation, and all that a game holds, for comparing."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, cast

import msgspec

from lanuno.uno import Color, Game, IllegalAction, Play, Rules, card
from lanuno.uno.cards import in_order
from lanuno.uno.size import size_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lanuno.uno import Action, Card, Reason

VICTIM = Rules(challenge_by="victim")
"""The rules of the public reports, where they name no others."""

OFFICIAL = Rules.preset("official")

_SWITCHES: dict[str, tuple[object, object]] = {
    "first_reverse": ("right", "dealer"),
    "first_wild": ("choose", "redraw"),
    "must_play": (False, True),
    "drawn_card": ("must", "may"),
    "bluffing": (True, False),
    "challenge_by": ("anyone", "victim"),
    "illegal_play": ("penalty", "refuse"),
}

_HOUSE: dict[str, tuple[object, ...]] = {
    "stacking": ("none", "two", "same", "any"),
    "jump_in": (False, True),
    "seven_zero": (False, True),
    "draw_until_playable": (False, True),
    "teams": (False, True),
}

COMBINATIONS = [
    msgspec.convert(dict(zip(_SWITCHES, values, strict=True)), Rules)
    for values in product(*_SWITCHES.values())
]
"""Every way to set the switches that have two values; the first is the document's."""

HOUSE_SEED = 5
"""What decides, for each way to set the house rules, which of the others they stand beside."""


def _with_houses() -> list[Rules]:
    chance = random.Random(HOUSE_SEED)
    ways = [dict(zip(_HOUSE, values, strict=True)) for values in product(*_HOUSE.values())]
    return [msgspec.convert(_anything(chance) | way, Rules) for way in ways[1:]]


def _anything(chance: random.Random) -> dict[str, object]:
    return {name: chance.choice(values) for name, values in _SWITCHES.items()}


HOUSES = _with_houses()
"""Every way to set the house rules but none at all, the other switches anyhow."""


def seats(rules: Rules, players: int) -> int:
    """How many sit down by *rules* where *players* would."""
    return size_for(players, rules)


def name_of(rules: Rules) -> str:
    """What *rules* change, for the name of a test."""
    return " ".join(rules.changed()) or "document"


def play(
    code: str, color: str | None = None, *, uno: bool = False, swap: int | None = None
) -> Play:
    """The play of *code*, with the color letter of a wild, or the seat whose hand a seven takes."""
    return Play(card(code), Color(color) if color else None, uno, swap)


def words(some: Iterable[Card]) -> str:
    """*some* in notation, as `Game.position` takes them."""
    return " ".join(map(str, some))


def playable(game: Game, seat: int) -> str:
    """The kinds of card that *seat* may play now, in notation and in the order of the deck."""
    return words(in_order({each.card for each in game.legal(seat) if isinstance(each, Play)}))


def refusal(game: Game, seat: int, action: Action) -> Reason | None:
    """Why *action* of *seat* is refused; None when it is taken."""
    try:
        game.apply(seat, action)
    except IllegalAction as error:
        return error.reason
    return None


def fingerprint(game: Game) -> tuple[object, ...]:
    """All that *game* holds, as a value that later changes of the game leave as it is."""
    state = game._state  # pyright: ignore[reportPrivateUsage] - a test may look inside
    inside = [getattr(state, name) for name in type(state).__slots__]
    seen = [game.look(seat) for seat in (None, *range(game.players))]
    cards = game.hands, game.pile, game.discard
    return (*map(_frozen, (inside, cards, game.events, game.history, game.version)), *seen)


def _frozen(value: object) -> object:
    if isinstance(value, (list, tuple)):
        some = cast("tuple[object, ...]", value)
        beside = [getattr(some, name) for name in getattr(type(some), "__slots__", ())]
        return (*map(_frozen, some), *beside)
    if isinstance(value, set):
        return frozenset(cast("set[object]", value))
    return value
