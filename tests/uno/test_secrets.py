"""
Nobody learns a card that is not theirs to know.

The measure is non-interference: all cards that a seat cannot see are dealt anew among the places
where they lie, and neither what the seat sees nor what it may do changes.
"""

import random
import re
from typing import get_args, get_type_hints

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Challengeable,
    Draw,
    Drew,
    Event,
    Game,
    IllegalAction,
    Phase,
    Play,
    RoundResult,
    Stacked,
    View,
)
from lanuno.uno.actions import Leave
from lanuno.uno.events import CardsDrawn, HandsPassed, HandsSwapped, RoundEnded
from lanuno.uno.view import Shown

from .careless import begin, deeds
from .disguise import disguised, sees
from .lab import COMBINATIONS, HOUSES, name_of, play, seats

EVERY = [*COMBINATIONS, *HOUSES]

# Fields through which cards may travel, and why each is no secret.
OPEN = {
    "FirstCardTurned.card",  # lies face up
    "CardPlayed.card",  # lies face up
    "RoundEnded.result",  # R29
    "RoundOver.result",  # R29
    "GameOver.result",  # R29
    "RoundResult.last",  # R29
    "RoundResult.hands",  # R29
    "View.top",  # lies face up
    "View.hand",  # the viewer's own
    "View.drawn",  # the viewer's own
    "View.legal",  # plays of the viewer's own cards
    "View.shown",  # R18: to the challenger alone
    "Shown.hand",  # R18
}


def phases(rules):
    """A game in every phase that *rules* know."""
    table = "R3 G3 | B7 B8" + " | Y3 Y4" * rules.teams
    playing = Game.position(f"R5 W+ R9 | {table}", top="R1", rules=rules)
    owing = Game.position(f"R5 R9 | {table}", top="R1", rules=rules)
    owing.apply(0, play("R5"))
    drew = Game.position(f"B5 B9 | {table}", top="R1", pile="R4 W W+ Y1 Y2", rules=rules)
    drew.apply(0, Draw())
    picking = Game.position(f"R5 W+ R9 | {table}", top="W", rules=rules)
    over = Game.position(f"R5 | {table}", top="R1", rules=rules)
    over.apply(0, play("R5"))
    stopped = playing.copy()
    stopped.stop()
    games = [playing, owing, drew, picking, over, stopped]
    for hand in ("R5 R9", "B5 Y9") if rules.bluffing else ():
        decided = Game.position(f"W+ {hand} | {table}", top="R1", rules=rules)
        decided.apply(0, play("W+", "G"))
        judged = decided.copy()
        judged.apply(1, Challenge())
        games += [decided, judged]
    if rules.stacking != "none":
        hands = "R+ R5 R9 | B+ W+ R1 | B7 B8 | R3 G3"
        stacked = Game.position(hands, top="R1", rules=rules)
        stacked.apply(0, play("R+"))
        games.append(stacked)
    return games


@pytest.mark.parametrize("rules", EVERY, ids=name_of)
def test_nothing_depends_on_a_hidden_card_in_any_phase(rules):
    """R18, R29, B110."""
    games, chance = phases(rules), random.Random(1)
    expected = set(get_args(Phase))
    expected -= set() if rules.bluffing else {Challengeable}
    expected -= {Stacked} if rules.stacking == "none" else set()
    assert {type(game.phase) for game in games} == expected

    for game in games:
        for seat in (None, *range(game.players)):
            for _ in range(5):
                assert sees(disguised(game, seat, chance), seat) == sees(game, seat)


@pytest.mark.parametrize("rules", EVERY, ids=name_of)
def test_nothing_depends_on_a_hidden_card_in_any_game(rules):
    """R18, R29, B110."""
    seed = EVERY.index(rules)
    game, chance = begin(seed, seats(rules, 2 + seed % 5), rules), random.Random(seed)

    for _ in zip(range(200), deeds(game, chance), strict=False):
        seat = chance.choice([None, *range(game.players)])
        other = disguised(game, seat, chance)
        assert sees(other, seat) == sees(game, seat), f"seed {seed}, seat {seat}"


@pytest.mark.parametrize("rules", EVERY, ids=name_of)
def test_what_is_told_of_a_deed_depends_on_no_card_that_it_leaves_hidden(rules):
    """R18, R29, B110: a draw tells whether the card could be played, the end of a round all."""
    seed = 1000 + EVERY.index(rules)
    game, chance = begin(seed, seats(rules, 2 + seed % 5), rules), random.Random(seed)
    before = game.copy()

    for _ in zip(range(200), deeds(game, chance), strict=False):
        actor, deed = game.history[-1]
        seat = chance.randrange(game.players)
        other = repeated(before, seat, actor, deed, chance)
        if other and not tells_more(deed, game, other):
            assert other.events == game.events, f"seed {seed}, seat {seat}, {deed}"
            watcher = None if learns(game, seat) else seat
            assert sees(other, watcher) == sees(game, watcher), f"seed {seed}, seat {seat}, {deed}"
        before = game.copy()


def repeated(game, seat, actor, deed, chance):
    """*game* disguised for *seat*, after the same *deed*; None when that cannot be done there."""
    if isinstance(deed, Leave) or (isinstance(game.phase, Drew) and seat != actor):
        # A drawn card has to stay in its hand, and for one who leaves the table may choose (R31).
        return None
    holding = (actor, deed.card) if isinstance(deed, Play) else None
    other = disguised(game, seat, chance, holding=holding)
    try:
        other.apply(actor, deed)
    except IllegalAction:
        return None
    return other


def tells_more(deed, game, other):
    """Whether the rules tell the two apart: a card fits, a bluff was one, all hands lie open."""
    judged = isinstance(deed, (Draw, Challenge))
    ended = any(isinstance(each, RoundEnded) for each in (*game.events, *other.events))
    return ended or (judged and found(game) != found(other))


def found(game):
    """What a draw or a challenge came to: who is to decide what, after how many cards (R36)."""
    return game.phase, game.turn, list(map(len, game.hands))


def learns(game, seat):
    """Whether *seat* was shown cards by the last deed: its own new ones, or a judged hand."""
    got = [seat in seats_of_new_cards(each, game.players) for each in game.events]
    return any(got) or game.look(seat).shown is not None


def seats_of_new_cards(event, players):
    match event:
        case CardsDrawn(seat=seat):
            return {seat}
        case HandsSwapped(seat=seat, other=other):
            return {seat, other}
        case HandsPassed():
            return set(range(players))
        case _:
            return set()


def test_deeds_of_every_kind_can_be_repeated_so():
    """The test above is worth what it compares."""
    game, chance = begin(3, 4, COMBINATIONS[0]), random.Random(3)
    before, compared = game.copy(), set()

    for _ in deeds(game, chance):
        actor, deed = game.history[-1]
        other = repeated(before, (actor + 1) % 4, actor, deed, chance)
        if other and not tells_more(deed, game, other):
            compared.add(type(deed))
        before = game.copy()

    assert compared >= {Accept, CallUno, Catch, Challenge, Draw, Play}


def structs(kind):
    """The structs in *kind*, a struct or a union of them."""
    return [each for each in get_args(kind) or (kind,) if isinstance(each, type)]


def test_no_event_and_no_view_has_room_for_a_hidden_card():
    """R18, R29, B110."""
    carrying = set()
    for kind in (*structs(Event), *structs(Phase), View, Shown, RoundResult):
        for name, hint in get_type_hints(kind).items():
            if re.search(r"Card\b|RoundResult|Phase|Play\b|Shown", str(hint)):
                carrying.add(f"{kind.__name__}.{name}")

    assert carrying == OPEN


def test_a_spectator_is_shown_no_hand():
    """R18, R29."""
    for rules in EVERY:
        for game in phases(rules):
            view = game.look(None)
            assert (view.hand, view.legal, view.drawn, view.shown) == ((), (), None, None)
