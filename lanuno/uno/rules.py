"""The switches of the game and their presets; every default is the document's."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, assert_never, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr, replace

PRESETS: dict[str, dict[str, object]] = {
    "document": {},
    "official": {
        "first_reverse": "dealer",
        "drawn_card": "may",
        "challenge_by": "victim",
        "illegal_play": "refuse",
    },
    "party": {
        "stacking": "any",
        "jump_in": True,
        "seven_zero": True,
        "draw_until_playable": True,
    },
}
"""What each preset changes from the document's rules."""


class Rules(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    How a game is played; NoSuchRules when a switch has a value that it cannot have.

    A value may also be given as the word that stands for it in the rulings, "off" for
    False.

    >>> Rules(target=200).target, Rules.preset("official").drawn_card
    (200, 'may')
    """

    hand_size: Annotated[int, Meta(ge=1, le=20)] = 7
    """Cards dealt to each player (R2)."""
    first_reverse: Literal["right", "dealer"] = "right"
    """Who starts when the first card is a reverse (R5)."""
    first_wild: Literal["choose", "redraw"] = "choose"
    """A wild as the first card: its color is chosen, or another card is turned (R6)."""
    must_play: bool = False
    """A player who holds a matching card may not draw (R10)."""
    drawn_card: Literal["must", "may"] = "must"
    """Whether a drawn card that fits must be played at once or may be kept (R11)."""
    bluffing: bool = True
    """Off: an illegal wild draw four is refused, and nothing is ever challenged (R15)."""
    challenge_by: Literal["anyone", "victim"] = "anyone"
    """Who may challenge a wild draw four (R16)."""
    uno_penalty: Annotated[int, Meta(ge=1, le=10)] = 2
    """Cards that a caught player draws (R22)."""
    illegal_play: Literal["penalty", "refuse"] = "penalty"
    """A card that does not match costs four cards and the turn, or is just refused (R30)."""
    stacking: Literal["none", "two", "same", "any"] = "none"
    """
    What draw cards may be answered with instead of being served (R33).

    Draw twos alone with each other, wild draw fours with each other too, or both.
    """
    jump_in: bool = False
    """A card exactly like the top one may be played out of turn (R34)."""
    seven_zero: bool = False
    """A seven swaps hands with another player, a zero passes all hands on (R35)."""
    draw_until_playable: bool = False
    """A player who draws goes on until a card can be played, or nothing is left (R36)."""
    teams: bool = False
    """Partners sit opposite, and win and score together (R38)."""
    target: Annotated[int, Meta(ge=1, le=1_000_000)] = 500
    """The total that ends the game (R28)."""
    rounds: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The number of rounds after which the game ends; None: only the target ends it (R28)."""
    turn_seconds: Annotated[int, Meta(ge=1, le=3600)] | None = None
    """Seconds for each decision; None: no clock (R32)."""

    def __post_init__(self) -> None:
        for name in SWITCHES:
            force_setattr(self, name, _value(name, getattr(self, name)))

    @classmethod
    def preset(cls, name: str) -> Self:
        """The rules called *name*, one of `PRESETS`; NoSuchRules for another name."""
        if name not in PRESETS:
            raise NoSuchRules(NoSuchPreset(name))
        return msgspec.convert(PRESETS[name], cls)

    def with_switch(self, text: str) -> Self:
        """
        These rules with one switch set as *text* says, ``switch=value``.

        NoSuchRules, saying what there is, for an unknown switch or value.

        >>> Rules().with_switch("bluffing=off").bluffing
        False
        """
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in SWITCHES:
            raise NoSuchRules(NoSuchSwitch(name))
        return replace(self, **{name: _value(name, value.strip().lower())})

    def changed(self, preset: str = "document") -> tuple[str, ...]:
        """What differs from the rules called *preset*, each as ``switch=value``."""
        other = Rules.preset(preset)
        return tuple(
            f"{name}={written(getattr(self, name))}"
            for name in SWITCHES
            if getattr(self, name) != getattr(other, name)
        )

    @property
    def nearest(self) -> str:
        """The preset from which these differ least, apart from how long game and turn last."""
        return min(PRESETS, key=lambda name: len(self._apart_from(name)))

    def changes(self) -> tuple[str, ...]:
        """
        The switches that are set otherwise than in the nearest preset, but for the length.

        >>> Rules(stacking="any", jump_in=True, seven_zero=True, target=200).changes()
        ('draw_until_playable',)
        """
        return self._apart_from(self.nearest)

    def _apart_from(self, preset: str) -> tuple[str, ...]:
        names = (each.partition("=")[0] for each in self.changed(preset))
        return tuple(name for name in names if name not in LENGTH)

    @property
    def name(self) -> str | None:
        """The preset that these are, apart from how long the game and a turn last, or None."""
        return None if self.changes() else self.nearest


class NoSuchPreset(Struct, frozen=True):
    """No rules are called *name*."""

    name: str


class NoSuchSwitch(Struct, frozen=True):
    """No switch is called *name*."""

    name: str


class WrongValue(Struct, frozen=True):
    """The *switch* cannot be what was *given*."""

    switch: str
    given: object


class TooManyCards(Struct, frozen=True):
    """One deck is not enough for so many *players* with *hand_size* cards each (R2)."""

    players: int
    hand_size: int


class NoTeams(Struct, frozen=True):
    """So many *players* do not make teams of two that take turns (R38)."""

    players: int


Fault = NoSuchPreset | NoSuchSwitch | WrongValue | TooManyCards | NoTeams


class NoSuchRules(ValueError):
    """Nothing can be played by such rules, because of the *fault*; the text is for programmers."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(_told(fault))
        self.fault = fault


class Numbers(Struct, frozen=True):
    """Every number from *least* to *most*, and no number at all if it *may_be_none*."""

    least: int
    most: int
    may_be_none: bool


def values(name: str) -> tuple[str, ...] | Numbers:
    """
    What the switch called *name* can be, as it is written.

    >>> values("must_play"), values("uno_penalty")
    (('on', 'off'), Numbers(least=1, most=10, may_be_none=False))
    """
    kind = SWITCHES[name]
    if kind is bool:
        return "on", "off"
    if all(isinstance(each, str) for each in get_args(kind)):
        return get_args(kind)
    inside = get_args(kind)[0] if type(None) in get_args(kind) else kind
    limits = get_args(inside)[1]
    return Numbers(limits.ge, limits.le, may_be_none=inside is not kind)


def choices(name: str) -> str:
    """
    The values that the switch called *name* can have, in words.

    >>> choices("must_play"), choices("rounds")
    ('on or off', 'a number from 1 to 1000, or none')
    """
    match values(name):
        case Numbers(least=least, most=most, may_be_none=may_be_none):
            return f"a number from {least} to {most}{', or none' * may_be_none}"
        case words:
            return " or ".join(words)


SWITCHES: dict[str, Any] = get_type_hints(Rules, include_extras=True)
"""Each switch and the type of its value."""

LENGTH = "target", "rounds", "turn_seconds"
"""The switches that say how long a game and a turn last."""

_WORDS = {"on": True, "yes": True, "off": False, "no": False, "none": None}


def _value(name: str, given: object) -> object:
    """What *given*, a value or a word for one, means for the switch called *name*."""
    meant = given
    if isinstance(given, str) and given not in get_args(SWITCHES[name]):
        meant = _WORDS.get(given, given)
    try:
        # Words are read laxly ("200"); a value must have its type as it is.
        return msgspec.convert(meant, SWITCHES[name], strict=not isinstance(given, str))
    except msgspec.ValidationError:
        raise NoSuchRules(WrongValue(name, given)) from None


def _told(fault: Fault) -> str:
    match fault:
        case NoSuchPreset(name=name):
            return f"no rules are called {name!r}; there are {', '.join(PRESETS)}"
        case NoSuchSwitch(name=name):
            return f"no switch is called {name!r}; there are {', '.join(SWITCHES)}"
        case WrongValue(switch=switch, given=given):
            return f"{switch} is {choices(switch)}, not {given!r}"
        case TooManyCards(players=players, hand_size=hand_size):
            return f"{players} hands of {hand_size} are too many for one deck"
        case NoTeams(players=players):
            return f"teams need 4, 6 or 8 players, not {players}"
        case _:
            assert_never(fault)


def written(value: object) -> str:
    """
    How the *value* of a switch is written.

    >>> written(None), written(True), written(7)
    ('none', 'on', '7')
    """
    match value:
        case None:
            return "none"
        case bool():
            return "on" if value else "off"
        case _:
            return str(value)


DOCUMENT = Rules()
"""The document's rules: the default."""
