"""What the rules say where tables differ: a sentence for each switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _, ngettext
from lanuno.uno.rules import SWITCHES, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Told = Callable[[Rules], str]

LABELS = {
    "target": N_("Points"),
    "rounds": N_("Rounds"),
    "hand_size": N_("Cards to begin with"),
    "turn_seconds": N_("Seconds to decide"),
    "must_play": N_("Who can must play"),
    "drawn_card": N_("A drawn card that fits"),
    "first_reverse": N_("First card a reverse"),
    "first_wild": N_("First card a wild"),
    "bluffing": N_("Bluffing"),
    "challenge_by": N_("Who may challenge"),
    "teams": N_("Teams of two"),
    "stacking": N_("Stacking draw cards"),
    "jump_in": N_("Jumping in"),
    "seven_zero": N_("Seven and zero"),
    "draw_until_playable": N_("Drawing on"),
    "uno_penalty": N_("Cards for a missing Uno"),
    "illegal_play": N_("A card that does not fit"),
}
"""What each switch is called, in the order in which the rules are told."""

HOUSE = "teams", "stacking", "jump_in", "seven_zero", "draw_until_playable"
"""What people have added to the rules."""

_VALUES: dict[object, str] = {
    True: N_("on"),
    False: N_("off"),
    None: N_("none"),
    "none": N_("none"),
    "right": N_("the right begins"),
    "dealer": N_("the dealer begins"),
    "choose": N_("color is chosen"),
    "redraw": N_("goes back"),
    "must": N_("must be played"),
    "may": N_("may be kept"),
    "anyone": N_("anybody"),
    "victim": N_("the next player"),
    "penalty": N_("costs four cards"),
    "refuse": N_("is refused"),
    "two": N_("draw twos"),
    "same": N_("like on like"),
    "any": N_("any on any"),
}


def in_a_word(value: object) -> str:
    """What a switch is that is *value*, as it stands on a button."""
    return str(value) if type(value) is int else _(_VALUES[value])


def sentence(name: str, rules: Rules) -> str:
    """What *rules* say by the switch called *name*."""
    return _SENTENCES[name](rules)


def rules_in_words(rules: Rules) -> tuple[str, ...]:
    """
    What *rules* say where tables differ, a sentence each.

    >>> rules_in_words(Rules(target=200))[0]
    'The first to reach 200 points wins the game.'
    """
    return tuple(sentence(name, rules) for name in LABELS if _is_told(name, rules))


def otherwise(rules: Rules) -> tuple[str, ...]:
    """What *rules* say otherwise than the preset that is nearest to them, a sentence each."""
    changed = rules.changes()
    return tuple(sentence(name, rules) for name in LABELS if name in changed)


def house_rules(rules: Rules) -> Iterable[str]:
    """What people have added to the rules, a sentence each (R33 to R36, R38)."""
    return (sentence(name, rules) for name in HOUSE if _is_told(name, rules))


def who_wins(rules: Rules) -> Iterable[str]:
    """When a game by *rules* ends, in sentences."""
    return (sentence(name, rules) for name in ("target", "rounds") if _is_told(name, rules))


def time_for_a_turn(rules: Rules) -> str:
    if rules.turn_seconds is None:
        return _("Everybody may take as long as they like.")
    return ngettext(
        "Each decision may take {n} second.",
        "Each decision may take {n} seconds.",
        rules.turn_seconds,
    ).format(n=rules.turn_seconds)


def dealt(rules: Rules) -> str:
    return ngettext(
        "Everybody is dealt {n} card.", "Everybody is dealt {n} cards.", rules.hand_size
    ).format(n=rules.hand_size)


def caught(rules: Rules) -> str:
    return ngettext(
        "Who is caught without an Uno call draws {n} card.",
        "Who is caught without an Uno call draws {n} cards.",
        rules.uno_penalty,
    ).format(n=rules.uno_penalty)


def misfit(rules: Rules) -> str:
    """What comes of a card that does not fit."""
    if rules.illegal_play == "penalty":
        return _("Playing a card that does not fit costs four cards and the turn.")
    return _("A card that does not fit is simply refused.")


def _is_told(name: str, rules: Rules) -> bool:
    """Whether there is something to say; of what everybody does anyway there is not."""
    if name == "challenge_by":
        return rules.bluffing
    return name in _ALWAYS or getattr(rules, name) != getattr(_DOCUMENT, name)


def _target(rules: Rules) -> str:
    return _("The first to reach {target} points wins the game.").format(target=rules.target)


def _rounds(rules: Rules) -> str:
    if rules.rounds is None:
        return _("There may be any number of rounds.")
    return ngettext(
        "After {n} round the game ends anyway.",
        "After {n} rounds the game ends anyway.",
        rules.rounds,
    ).format(n=rules.rounds)


def _must_play(rules: Rules) -> str:
    if rules.must_play:
        return _("Who holds a card that fits, other than a wild, may not draw.")
    return _("Who holds a card that fits may draw all the same.")


def _drawn_card(rules: Rules) -> str:
    if rules.drawn_card == "must":
        return _("A drawn card that fits must be played at once.")
    return _("A drawn card that fits may be played or kept.")


def _first_reverse(rules: Rules) -> str:
    if rules.first_reverse == "dealer":
        return _("When the first card is a reverse, the dealer begins.")
    return _("When the first card is a reverse, the player to the dealer's right begins.")


def _first_wild(rules: Rules) -> str:
    if rules.first_wild == "redraw":
        return _("A wild as the first card goes back, and another is turned.")
    return _("When the first card is a wild, the first player chooses the color.")


def _bluffing(rules: Rules) -> str:
    if rules.bluffing:
        return _("A wild draw four may be a bluff, and may be challenged.")
    return _("A wild draw four is only played without a card of the color in force.")


def _challenge_by(rules: Rules) -> str:
    if not rules.bluffing:
        return _("Nothing is ever challenged.")
    if rules.challenge_by == "anyone":
        return _("Anybody may challenge a wild draw four.")
    return _("Only the next player may challenge a wild draw four.")


def _teams(rules: Rules) -> str:
    if rules.teams:
        return _(
            "Partners sit opposite each other: when one goes out, both win and get what the "
            "others hold."
        )
    return _("Everybody plays alone.")


def _stacking(rules: Rules) -> str:
    match rules.stacking:
        case "none":
            return _("Draw cards are taken at once.")
        case "two":
            return _(
                "A draw two may be answered with another: the next player takes the cards of both."
            )
        case "same":
            return _(
                "A draw card may be answered with its like: the next player takes the cards of "
                "both."
            )
        case _:
            return _(
                "A draw card may be answered with another, a wild one also with a draw two of its "
                "color: the next player takes the cards of both."
            )


def _jump_in(rules: Rules) -> str:
    if rules.jump_in:
        return _(
            "Who holds exactly the card on top, and no wild, may play it out of turn while "
            "nothing is pending, and play goes on from there."
        )
    return _("Nobody plays out of turn.")


def _seven_zero(rules: Rules) -> str:
    if rules.seven_zero:
        return _(
            "Who plays a seven swaps hands with another player, and a zero passes all hands on; "
            "but not as the last card."
        )
    return _("Sevens and zeros are numbers like the others.")


def _draw_until_playable(rules: Rules) -> str:
    if rules.draw_until_playable:
        return _("Who draws goes on drawing until a card fits.")
    return _("Who draws takes one card.")


_SENTENCES: dict[str, Told] = {
    "target": _target,
    "rounds": _rounds,
    "hand_size": dealt,
    "turn_seconds": time_for_a_turn,
    "must_play": _must_play,
    "drawn_card": _drawn_card,
    "first_reverse": _first_reverse,
    "first_wild": _first_wild,
    "bluffing": _bluffing,
    "challenge_by": _challenge_by,
    "teams": _teams,
    "stacking": _stacking,
    "jump_in": _jump_in,
    "seven_zero": _seven_zero,
    "draw_until_playable": _draw_until_playable,
    "uno_penalty": caught,
    "illegal_play": misfit,
}
_ALWAYS = {"target", "drawn_card", "first_reverse", "uno_penalty", "illegal_play"}
_DOCUMENT = Rules()

assert set(SWITCHES) == set(LABELS) == set(_SENTENCES), "a switch that nobody has put into words"
