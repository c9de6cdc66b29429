"""A short course for the first game, by the rules in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.language import N_, _
from lanuno.narration.faults import not_playable
from lanuno.narration.prompts import is_bluff
from lanuno.narration.sentence import Sentence, marked, say
from lanuno.narration.switches import (
    caught,
    dealt,
    house_rules,
    misfit,
    time_for_a_turn,
    who_wins,
)
from lanuno.narration.words import card_name, color_word, points
from lanuno.uno.actions import Play
from lanuno.uno.cards import Card, Face
from lanuno.uno.view import Playing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lanuno.uno.rules import Rules
    from lanuno.uno.view import View

HELP = N_("Help")
KEYS = N_("Keys")
THE_CARD = N_("The card you stand on")
COURSE = N_("Your first game")


class Step(Struct, frozen=True):
    """What a newcomer learns next."""

    title: str
    sentences: tuple[str, ...]
    cards: tuple[tuple[str, str], ...] = ()
    """Signs as they are drawn on cards, and what they mean."""


def course(rules: Rules, keys: Mapping[str, str]) -> tuple[Step, ...]:
    """What one has to know to play by *rules*; *keys* says by which key what is done."""
    house = (*house_rules(rules), *_with_house_keys(rules, keys))
    return (
        Step(_("What you want"), (_("Be the first to get rid of your cards."), dealt(rules))),
        Step(_("Your turn"), tuple(_turn(rules, keys)), _signs()),
        Step(
            _("Action cards"),
            (_("They do something to the next player:"),),
            tuple((sign, _does(face, rules)) for face, sign in _ACTIONS.items()),
        ),
        Step(
            _("Wild cards"),
            tuple(_doubt(rules, keys)),
            (("W", _(_DOES[Face.WILD])), ("+4", _draw_four(rules))),
        ),
        *([Step(_("House rules"), house)] if house else []),
        Step(_("Saying Uno"), (*_uno(rules, keys), caught(rules))),
        Step(_("The end of a round"), (_end(rules, keys), *who_wins(rules))),
    )


def about(
    card: Card, view: View, rules: Rules, names: Sequence[str], keys: Mapping[str, str]
) -> tuple[Sentence, ...]:
    """What *card*, held by who sees *view*, is and does, and whether it can be played now."""
    worth = say(
        _("This is {card}. Left in your hand at the end of a round, it gives the winner {points}."),
        card=card_name(card),
        points=points(card.points),
    )
    return worth, Sentence(does(card, rules)), *_whether(card, view, rules, names, keys)


def does(card: Card, rules: Rules) -> str:
    """What *card* does when it is played by *rules*."""
    if card.face is Face.WILD_DRAW_FOUR:
        return _draw_four(rules)
    return _does(card.face, rules)


def rules_here(name: str) -> str:
    return _("The rules at this table: {name}").format(name=name)


def _turn(rules: Rules, keys: Mapping[str, str]) -> Iterable[str]:
    yield _with_keys(
        _(
            "Lay a card with the color, the number or the sign of the top card: choose it with "
            "{left} and {right}, and press {play}."
        ),
        keys,
    )
    yield _with_keys(_(_DRAWING[rules.must_play, rules.draw_until_playable]), keys)
    if rules.drawn_card == "must":
        yield _("If that one fits, it must be played at once.")
    else:
        yield _with_keys(_("If that one fits, {play} plays it and {keep} keeps it."), keys)
    if rules.turn_seconds is not None:
        yield time_for_a_turn(rules)


def _signs() -> tuple[tuple[str, str], ...]:
    return (
        ("▲ ■ ● ▼", _("Red, yellow, green, blue: every card shows its letter and its sign.")),
        ("* ?", _("On the rim of your card: just drawn; a bluff.")),
    )


def _doubt(rules: Rules, keys: Mapping[str, str]) -> Iterable[str]:
    yield _("Who plays one says which color comes next.")
    if not rules.bluffing:
        return
    if rules.challenge_by == "anyone":
        yield _with_keys(
            _(
                "If a wild draw four hits you, press {accept} to take the cards. Anybody may press "
                "{challenge} to challenge it: then a bluffer draws the four instead, and who is "
                "wrong draws two besides."
            ),
            keys,
        )
    else:
        yield _with_keys(
            _(
                "If a wild draw four hits you, press {accept} to take the cards or {challenge} to "
                "challenge it: then a bluffer draws the four instead, and if you are wrong you "
                "draw six."
            ),
            keys,
        )


def _does(face: Face, rules: Rules) -> str:
    """What a card does that is no wild draw four."""
    if rules.seven_zero and face in _MOVES:
        return _(_MOVES[face])
    if rules.stacking != "none" and face is Face.DRAW_TWO:
        return _(
            "Draw two: the next player draws two cards and loses the turn, or adds a draw card."
        )
    return _(_DOES.get(face, _NUMBER))


def _draw_four(rules: Rules) -> str:
    if rules.stacking in {"same", "any"}:
        return _stacked_four(rules)
    if rules.bluffing:
        return _(
            "Wild draw four: you choose the color, the next player draws four cards and loses "
            "the turn. Without a card of the color in force it is fair, else a bluff."
        )
    return _(
        "Wild draw four: you choose the color, the next player draws four cards and loses the "
        "turn. Only without a card of the color in force."
    )


def _stacked_four(rules: Rules) -> str:
    if rules.bluffing:
        return _(
            "Wild draw four: you choose the color, the next player draws four cards and loses "
            "the turn, or adds a draw card. Without a card of the color in force it is fair, "
            "else a bluff."
        )
    return _(
        "Wild draw four: you choose the color, the next player draws four cards and loses the "
        "turn, or adds a draw card. Only without a card of the color in force."
    )


def _with_house_keys(rules: Rules, keys: Mapping[str, str]) -> Iterable[str]:
    """How one does what the house rules allow."""
    if rules.stacking != "none":
        told = _("When draw cards wait for you, {accept} takes them all, {play} adds a raised one.")
        yield _with_keys(told, keys)
    if rules.jump_in:
        told = _("A card that is raised while another is on turn can jump in: {play}.")
        yield _with_keys(told, keys)


def _uno(rules: Rules, keys: Mapping[str, str]) -> Iterable[str]:
    yield _with_keys(
        _(
            "With two cards in hand press {uno} on your turn before you play one. If you forgot, "
            "press it afterward, before somebody is faster."
        ),
        keys,
    )
    if rules.jump_in:
        yield _with_keys(_("Before you jump in with one of two, press {uno} too."), keys)
    if rules.seven_zero:
        yield _with_keys(_("If you are left with one card by a swap, press {uno} too."), keys)
    yield _with_keys(
        _("If another has one card left and did not say Uno, press {catch} before the next move."),
        keys,
    )


def _end(rules: Rules, keys: Mapping[str, str]) -> str:
    told = _(
        "Who plays the last card gets what the others hold: numbers their value, skip, reverse "
        "and draw two 20 each, wilds 50 each. Press {ready} to go on to the next round."
    )
    if rules.teams:
        told = _(
            "Who plays the last card wins together with the partner, and both get what the other "
            "teams hold: numbers their value, skip, reverse and draw two 20 each, wilds 50 each. "
            "Press {ready} to go on to the next round."
        )
    return _with_keys(told, keys)


def _whether(
    card: Card, view: View, rules: Rules, names: Sequence[str], keys: Mapping[str, str]
) -> Iterable[Sentence]:
    """Whether *card* can be played now, and why not."""
    if not any(isinstance(each, Play) and each.card is card for each in view.legal):
        yield not_playable(view, card, names)
        if isinstance(view.phase, Playing) and view.turn == view.seat and card.color:
            yield Sentence(misfit(rules))
    elif view.color and is_bluff(view, card):
        color = color_word(view.color)
        told = _("You can play it now with {play}, but it would be a bluff: you hold {color}.")
        yield say(told, play=marked(keys["play"], "key"), color=color)
    elif view.turn != view.seat:
        yield _with_keys(_("It is another's turn, but you can jump in with it now: {play}."), keys)
    else:
        yield _with_keys(_("You can play it now with {play}."), keys)


def _with_keys(template: str, keys: Mapping[str, str]) -> Sentence:
    return say(template, **{what: marked(key, "key") for what, key in keys.items()})


_ACTIONS = {Face.SKIP: "Ø", Face.REVERSE: "«»", Face.DRAW_TWO: "+2"}
_DRAWING = {
    (False, False): N_("If nothing fits, or you do not want to, press {draw} to draw a card."),
    (True, False): N_("If nothing fits, press {draw} to draw a card."),
    (False, True): N_(
        "If nothing fits, or you do not want to, press {draw}: you draw until a card fits."
    ),
    (True, True): N_("If nothing fits, press {draw}: you draw until a card fits."),
}
"""What to do instead of playing: where one must play what fits, where one draws on."""
_NUMBER = N_("A number does nothing but fit.")
_MOVES = {
    Face.SEVEN: N_("Seven: you swap hands with another player."),
    Face.ZERO: N_("Zero: all hands are passed on in the direction of play."),
}
_DOES = {
    Face.SKIP: N_("Skip: the next player loses the turn."),
    Face.REVERSE: N_("Reverse: play goes the other way round. Between two it is a skip."),
    Face.DRAW_TWO: N_("Draw two: the next player draws two cards and loses the turn."),
    Face.WILD: N_("Wild: always fits; you choose the color."),
}
