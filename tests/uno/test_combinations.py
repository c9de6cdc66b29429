"""Every switch beside every other: a sample of all ways to set them, each played to the end."""

import os
import random
from itertools import combinations, product

from lanuno.uno import GameOver, Rules
from lanuno.uno.rules import SWITCHES, Numbers, values, written
from lanuno.uno.size import PLAYERS_MAX, PLAYERS_MIN

from .careless import begin, deeds
from .disguise import disguised, sees
from .lab import seats

SEED = int(os.environ.get("LANUNO_TEST_SEED", "11"))
"""What the sample, the deals and the moods of the players are made from."""

GAMES = 1000
LOOKS = 0.1
"""How often, after a deed, somebody's view is compared with that of the game in disguise."""

CHOICES = {name: values(name) for name in SWITCHES if not isinstance(values(name), Numbers)}
"""Each switch that is no number, with the words for what it can be."""

SIZES = set(range(PLAYERS_MIN, PLAYERS_MAX + 1))


def sample(chance):
    """Rules, each with a number of players, until every pair of values has been among them."""
    missing, sizes, found = pairs_of(CHOICES), set(SIZES), []
    while missing or sizes or len(found) < GAMES:
        way = {name: chance.choice(words) for name, words in CHOICES.items()}
        rules = Rules(**way, rounds=1)
        players = seats(rules, chance.choice(sorted(SIZES)))
        missing -= pairs_of({name: (word,) for name, word in way.items()})
        sizes.discard(players)
        found.append((rules, players))
    return found


def pairs_of(choices):
    """Every two values that two different switches can have beside each other."""
    settings = [[(name, word) for word in words] for name, words in choices.items()]
    return {pair for one, other in combinations(settings, 2) for pair in product(one, other)}


def test_switches_in_every_combination_are_played_to_the_end(capsys):
    """R18, R28, R29: with all invariants on the way, and nobody learns a hidden card."""
    with capsys.disabled():
        print(f"\nThe combinations are those of LANUNO_TEST_SEED={SEED}.")  # noqa: T201 - to repeat
    chance, played = random.Random(SEED), set()
    for rules, players in sample(chance):
        seed = chance.getrandbits(32)
        game, luck = begin(seed, players, rules), random.Random(seed)
        try:
            play_to_the_end(game, luck)
        except Exception as error:
            told = f"LANUNO_TEST_SEED={SEED}, game {seed}, {players} players, {rules.changed()}"
            raise AssertionError(told) from error
        set_to = {name: (written(getattr(rules, name)),) for name in CHOICES}
        played |= pairs_of(set_to)

    assert played == pairs_of(CHOICES)


def play_to_the_end(game, chance):
    game.check()
    for _ in deeds(game, chance):
        game.check()
        if chance.random() < LOOKS:
            compare(game, chance.choice([None, *range(game.players)]), chance)
    assert isinstance(game.phase, GameOver)
    for seat in (None, *range(game.players)):
        compare(game, seat, chance)


def compare(game, seat, chance):
    assert sees(disguised(game, seat, chance), seat) == sees(game, seat), f"seat {seat}"
