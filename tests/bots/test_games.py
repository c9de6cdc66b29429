"""Whole games of bots: to the end, by the rules, and better than chance."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from lanuno import bots, uno

PRESETS = ["document", "official"]

DEEDS_MAX = 1000
"""Deeds for each round so far; the longest round of many thousands took a third of that."""


@pytest.mark.parametrize("first", range(0, 1000, 100))
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_alone_play_games_to_the_end_without_an_illegal_action(preset, first):
    rules = replace(uno.Rules.preset(preset), target=200)
    for number in range(first + PRESETS.index(preset), first + 100, 2):
        seed = number.to_bytes(32, "big")
        game = uno.Game.new(2 + number // 2 % 9, seed, rules)
        try:
            play(game, [bots.choose] * game.players, Random(number))
        except (uno.IllegalAction, AssertionError) as error:
            error.add_note(f"seed {seed.hex()}, {game.players} players, {preset}")
            raise


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_beat_players_who_lay_any_card_that_fits(preset):
    rules = replace(uno.Rules.preset(preset), target=1_000_000, rounds=600)

    game = uno.Game.new(2, bytes(32), rules)
    play(game, [bots.choose, anything], Random(1))

    assert game.wins[0] > 0.6 * rules.rounds
    assert game.scores[0] > 2 * game.scores[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bot_beats_three_players_who_lay_any_card_that_fits(preset):
    rules = replace(uno.Rules.preset(preset), target=1_000_000, rounds=600)

    game = uno.Game.new(4, bytes(32), rules)
    play(game, [anything, anything, bots.choose, anything], Random(1))

    assert game.wins[2] > 0.3 * rules.rounds
    assert max(game.scores) == game.scores[2]


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_by_the_rules_among_careless_players(preset):
    """They catch and doubt here, which they never need among themselves."""
    rules = replace(uno.Rules.preset(preset), target=200)
    deeds = set()
    for number in range(40):
        game = uno.Game.new(2 + number % 9, number.to_bytes(32, "big"), rules)
        players = [(careless, bots.choose)[seat % 2] for seat in range(game.players)]
        try:
            play(game, players, Random(number))
        except (uno.IllegalAction, AssertionError) as error:
            error.add_note(f"seed {number}, {game.players} players, {preset}")
            raise
        deeds |= {type(deed) for seat, deed in game.history if seat % 2}
    assert deeds >= {uno.Catch, uno.Challenge, uno.Accept, uno.Play, uno.Draw}


def test_the_same_seed_and_chance_give_the_same_game_of_bots():
    first, second = (uno.Game.new(5, bytes(32)) for _ in range(2))

    for game in (first, second):
        play(game, [bots.choose] * 5, Random(7))

    assert first.history == second.history


def play(game, players, chance):
    """Play *game* to the end; who is not on turn may speak up before who is."""
    while not isinstance(game.phase, uno.GameOver):
        assert game.version < DEEDS_MAX * game.round, "the round does not end"
        if isinstance(game.phase, uno.RoundOver):
            game.apply(0, uno.NextRound())
            continue
        others = [seat for seat in range(game.players) if seat != game.turn and game.legal(seat)]
        choices = ((seat, players[seat](game.look(seat), chance)) for seat in (*others, game.turn))
        done = next((each for each in choices if each[1] is not None), None)
        assert done, f"nothing done in {game.look(game.turn)}"
        # A misplay would be accepted, and cost four cards: so the list is asked.
        assert listed(done[1]) in game.legal(done[0]), done
        game.apply(*done)


def listed(action):
    return replace(action, uno=False) if isinstance(action, uno.Play) else action


def anything(view, chance):
    """Any card that fits, else draw; calls are never forgotten, and others never caught."""
    if view.seat != view.turn:
        return None
    plays = [action for action in view.legal if isinstance(action, uno.Play)]
    if plays:
        return replace(chance.choice(plays), uno=uno.CallUno() in view.legal)
    return chance.choice([each for each in view.legal if not isinstance(each, _ASIDE)])


def careless(view, chance):
    """A wild draw four before any card that fits, bluff or not, and never a call."""
    if view.seat != view.turn:
        return None
    plays = [action for action in view.legal if isinstance(action, uno.Play)]
    bluffs = [play for play in plays if play.card.face is uno.Face.WILD_DRAW_FOUR]
    options = bluffs or plays or [each for each in view.legal if not isinstance(each, _ASIDE)]
    return chance.choice(options)


_ASIDE = uno.CallUno, uno.Catch
