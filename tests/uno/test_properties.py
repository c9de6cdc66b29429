"""What holds at every point of every game."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from lanuno.uno import (
    DECK,
    Accept,
    CallUno,
    Card,
    Catch,
    Challenge,
    Color,
    Draw,
    Face,
    Game,
    GameOver,
    IllegalAction,
    NextRound,
    Pass,
    PickColor,
    Play,
    Playing,
    RoundOver,
    record,
)
from lanuno.uno.actions import Join, Leave, Stop
from lanuno.uno.events import PileReshuffled, RoundBegan

from .careless import begin, deeds
from .lab import fingerprint
from .reached import SETUPS, reach
from .story import Story

CALLS = False, True
SEVENS = [card for card in Card if card.face is Face.SEVEN]
EVERY_ACTION = [
    *(Play(card, color, uno) for card in Card for color in (None, *Color) for uno in CALLS),
    *(Play(card, None, uno, seat) for card in SEVENS for seat in range(-1, 11) for uno in CALLS),
    *(Play(card, color, swap=1) for card in Card for color in (None, Color.RED)),
    *(PickColor(color) for color in Color),
    *(Catch(seat) for seat in range(-1, 11)),
    *(Draw(), Pass(), Challenge(), Accept(), CallUno(), NextRound()),
]
GARBAGE = [
    *(Play("R5"), Play(None), Play(["R5"]), Play(5), Play(Card), Play(Color.RED)),
    *(Play(card, "purple") for card in Card),
    *(Play(Card.W, color) for color in ("wild", "R", 0, Card.R5, Color)),
    *(Play(card, None, swap=seat) for card in SEVENS for seat in ("1", 0.5, [1], Card)),
    *(PickColor("purple"), PickColor(None), PickColor("R"), Catch("0"), Catch(None), Catch(0.5)),
    *(None, "draw", "R5", 0, Card.R5, Color.RED, Draw, Join(), Leave(), Stop(), [], {"do": "draw"}),
]


@given(SETUPS)
def test_the_cards_are_the_deck_after_every_action(setup):
    """R1, B51, B58."""
    game, chance = begin(setup.seed, setup.players, setup.rules), random.Random(setup.seed)

    for _ in zip(
        range(setup.attempts), deeds(game, chance, leaving=0.005, joining=0.4), strict=False
    ):
        held = [each for hand in game.hands for each in hand]
        assert Counter([*held, *game.pile, *game.discard]) == Counter(DECK)
        game.check()


@given(SETUPS)
def test_what_was_played_stays_on_the_discard_pile_until_a_reshuffle(setup):
    """R24, B59."""
    game, chance = begin(setup.seed, setup.players, setup.rules), random.Random(setup.seed)
    before = game.discard

    for _ in zip(
        range(setup.attempts), deeds(game, chance, leaving=0.005, joining=0.4), strict=False
    ):
        shuffled = any(isinstance(each, (PileReshuffled, RoundBegan)) for each in game.events)
        assert shuffled or game.discard[: len(before)] == before
        before = game.discard


def may(game, seat, action):
    """What `apply` is to take: what is listed, and the three things beyond it."""
    legal = game.legal(seat)
    if not isinstance(action, Play):
        return action in legal
    if replace(action, uno=False) in legal:
        return True
    if not isinstance(action.card, Card) or not 0 <= seat < game.players:
        return False
    card, hand, top = action.card, game.hands[seat], game.discard[-1]
    if action.swap is not None:
        return False
    if hand == (card,) and card.color is None and isinstance(action.color, Color):
        return Play(card) in legal
    follows = card.color in (None, game.color) or card.face is top.face
    return (
        game.rules.illegal_play == "penalty"
        and (game.turn, game.phase) == (seat, Playing())
        and card in hand
        and action.color is None
        and not follows
    )


@settings(max_examples=60)
@given(SETUPS)
def test_the_rules_take_what_they_list_and_refuse_all_else_without_a_trace(setup):
    """R23, R30: and beyond the list only a call with a play, a void color, and a misplay."""
    game = reach(setup)
    before = fingerprint(game)

    for seat in (*range(-1, setup.players + 1), 99):
        refused = [each for each in EVERY_ACTION if not may(game, seat, each)]
        for action in (*refused, *GARBAGE):
            with pytest.raises(IllegalAction):
                game.apply(seat, action)
        assert fingerprint(game) == before
        for action in EVERY_ACTION:
            if may(game, seat, action):
                trial = game.copy()
                trial.apply(seat, action)
                trial.check()
                assert trial.history == [*game.history, (seat, action)]


@given(SETUPS)
def test_a_list_names_nothing_twice_and_plays_first(setup):
    game = reach(setup)

    for seat in range(setup.players):
        legal = game.legal(seat)
        kinds = [isinstance(each, Play) for each in legal]
        assert len(set(legal)) == len(legal)
        assert kinds == sorted(kinds, reverse=True)
        assert game.legal(seat) == legal


@given(SETUPS)
def test_somebody_can_always_do_something_until_the_game_is_over(setup):
    game = reach(setup)

    able = [seat for seat in range(setup.players) if game.legal(seat)]
    if isinstance(game.phase, GameOver):
        assert able == []
    elif isinstance(game.phase, RoundOver):
        assert able == [seat for seat in range(setup.players) if seat not in game.gone]
    else:
        assert game.turn in able
        assert game.turn not in game.gone


@given(SETUPS)
def test_the_same_seed_rules_and_deeds_give_the_same_game(setup):
    game = reach(setup)

    again = Game.new(setup.players, game.seed, game.rules)
    for seat, deed in game.history:
        record.redo(again, seat, deed)

    assert fingerprint(again) == fingerprint(game)


@given(SETUPS)
def test_a_copy_goes_its_own_way(setup):
    game = reach(setup)
    before = fingerprint(game)
    copy = game.copy()
    assert fingerprint(copy) == before

    for _ in zip(range(30), deeds(copy, random.Random(1)), strict=False):
        pass

    assert fingerprint(game) == before


@given(SETUPS)
def test_the_events_tell_all_that_a_spectator_sees(setup):
    game, chance = begin(setup.seed, setup.players, setup.rules), random.Random(setup.seed)
    story = Story(setup.players, setup.rules.hand_size)
    story.hear(game.events)
    assert story.seen() == story.shown(game)

    for _ in zip(
        range(setup.attempts), deeds(game, chance, leaving=0.005, joining=0.4), strict=False
    ):
        story.hear(game.events)
        assert story.seen() == story.shown(game)


@given(SETUPS)
def test_the_points_of_a_round_are_the_cards_of_the_others(setup):
    """C1, C2, R27, R31."""
    game = begin(setup.seed, setup.players, replace(setup.rules, rounds=2))
    scores = game.scores

    for _ in deeds(game, random.Random(setup.seed)):
        result = getattr(game.phase, "result", None)
        if result and any(getattr(each, "result", None) is result for each in game.events):
            gained = [now - was for now, was in zip(result.scores, scores, strict=True)]
            worth = [sum(card.points for card in hand) for hand in result.hands]
            team = {result.winner}
            if setup.rules.teams and result.winner is not None:
                team.add((result.winner + setup.players // 2) % setup.players)
            others = sum(each for seat, each in enumerate(worth) if seat not in team)
            here = set() if result.winner is None else team - game.gone
            points = [others * (seat in here) for seat in range(setup.players)]
            assert (gained, worth) == (points, list(result.values))
            assert result.points == (0 if result.winner is None else others)
            assert result.winner is None or result.hands[result.winner] == ()
            scores = game.scores
        assert game.scores == scores
