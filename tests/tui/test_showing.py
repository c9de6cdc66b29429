"""What screens show of a view, as values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lanuno.tui import showing
from lanuno.uno.events import End
from lanuno.uno.game import Game
from lanuno.uno.view import GameOver

from .stage import lobby_of

ALONE, TEAMS = (), (2, 3, 0, 1)


@pytest.mark.parametrize(
    ("partners", "scores", "wins", "places"),
    [
        (ALONE, (50, 90, 20, 70), (1, 2, 0, 1), [(1, 1), (2, 3), (3, 0), (4, 2)]),
        (ALONE, (70, 90, 70, 90), (1, 2, 1, 1), [(1, 1), (2, 3), (3, 0), (3, 2)]),
        (TEAMS, (50, 90, 50, 90), (1, 0, 0, 2), [(1, 3), (1, 1), (2, 0), (2, 2)]),
        (TEAMS, (90, 50, 90, 50), (1, 1, 1, 0), [(1, 0), (1, 2), (2, 1), (2, 3)]),
    ],
)
def test_partners_and_equals_share_a_rank(partners, scores, wins, places):
    """R28, R38"""
    game = Game.position("R5 R6 | G5 G6 | B5 B6 | Y5 Y6", top="R1")
    ranking = tuple(sorted(range(4), key=lambda seat: (-scores[seat], -wins[seat])))
    phase = GameOver(ranking[:1], End.TARGET, ranking, None)
    over = replace(game.look(0), phase=phase, partners=partners, scores=scores, wins=wins)

    found = showing.places(over, lobby_of(4))

    assert [(each.rank, each.seat) for each in found] == places
