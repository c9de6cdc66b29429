"""House rule: partners sit opposite, and win and score together (R38)."""

import pytest

from lanuno.uno import Draw, Game, GameOver, NextRound, RoundOver, Rules
from lanuno.uno.events import CardsDrawn, End, GameEnded, RoundEnded, Why
from lanuno.uno.rules import NoSuchRules, NoTeams

from .lab import play, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6"
TEAMS = Rules(teams=True)


def table(hands, **others):
    """Seat 0 on turn; seats 0 and 2 are partners where four sit down."""
    scores = others.pop("scores", None)
    rules = Rules(teams=True, **others)
    return Game.position(hands, top="R1", pile=PILE, rules=rules, scores=scores)


@pytest.mark.parametrize(
    ("players", "partners"),
    [(4, (2, 3, 0, 1)), (6, (3, 4, 5, 0, 1, 2)), (8, (4, 5, 6, 7, 0, 1, 2, 3))],
)
def test_partners_sit_opposite(players, partners):
    """R38."""
    game = Game.new(players, bytes(32), TEAMS)

    assert {game.look(seat).partners for seat in (None, *range(players))} == {partners}


def test_without_it_nobody_has_a_partner():
    """R38."""
    assert Game.new(4, bytes(32)).look(0).partners == ()


@pytest.mark.parametrize("players", [2, 3, 5, 7, 9, 10])
def test_other_numbers_of_players_make_no_teams(players):
    """R38."""
    with pytest.raises(NoSuchRules) as refused:
        Game.new(players, bytes(32), TEAMS)

    assert refused.value.fault == NoTeams(players)
    with pytest.raises(ValueError, match="make teams"):
        Game.position(" | ".join(["R5"] * min(players, 2)), top="R1", rules=TEAMS)


def test_when_one_goes_out_both_get_what_the_opponents_hold():
    """R38, R27."""
    game = table("R5 | G3 G4 | W+ B8 | YS Y2", scores=[10, 20, 10, 20])

    game.apply(0, play("R5"))

    assert isinstance(game.phase, RoundOver)
    result = game.phase.result
    assert (result.winner, result.points, result.values) == (0, 29, (0, 7, 58, 22))
    assert game.scores == (39, 20, 39, 20)
    assert game.wins == (1, 0, 1, 0)


def test_the_cards_of_all_other_teams_count():
    """R38."""
    game = table("R5 | G3 | B4 | W | Y6 | Y7")

    game.apply(0, play("R5"))

    assert game.scores == (20, 0, 0, 20, 0, 0)


def test_the_last_card_hits_the_next_player_as_ever():
    """R38, R26, P5."""
    game = table("R+ | G3 | B8 | YS")

    events = game.apply(0, play("R+"))

    assert CardsDrawn(1, 2, 2, Why.DRAW_TWO) in events
    assert game.scores == (3 + 1 + 2 + 20, 0, 26, 0)


def test_a_blocked_round_is_worth_nothing_to_anybody():
    """R38, R25."""
    rules = Rules(teams=True)
    game = Game.position("B2 | G3 | B8 | YS", top="R1", pile="", rules=rules)

    for seat in range(4):
        game.apply(seat, Draw())

    assert isinstance(game.phase, RoundOver)
    assert game.scores == (0, 0, 0, 0)


def test_both_win_the_game():
    """R38, R28."""
    game = table("R5 | G3 G4 | W+ B8 | YS Y2", scores=[480, 20, 480, 20])

    events = game.apply(0, play("R5"))

    assert isinstance(events[-2], RoundEnded)
    assert events[-1] == GameEnded((0, 2), End.TARGET)
    assert isinstance(game.phase, GameOver)
    assert set(game.phase.ranking[:2]) == {0, 2}


def test_the_next_round_is_dealt_as_ever():
    """R38, R2."""
    game = table("R5 | G3 G4 | W+ B8 | YS Y2")
    game.apply(0, play("R5"))

    game.apply(3, NextRound())

    assert min(map(len, game.hands)) == 7
    assert game.look(0).partners == (2, 3, 0, 1)
    game.check()


def test_who_is_left_alone_plays_on_for_the_team():
    """R38, R31: and the partner keeps the points that there were."""
    game = table("R5 R6 | R3 G4 | W+ B8 | YS Y2", scores=[10, 20, 10, 20])
    game.leave(2)

    game.apply(0, play("R5", uno=True))
    game.leave(3)
    game.apply(1, play("R3", uno=True))
    game.apply(0, play("R6"))

    assert isinstance(game.phase, RoundOver)
    assert game.scores == (14, 20, 10, 20)
    assert game.wins == (1, 0, 0, 0)


def test_a_team_without_opponents_has_nobody_to_play_against():
    """R38, R31: no points for a walk-over."""
    game = table("R5 R6 | G3 G4 | W+ B8 | YS Y2", scores=[10, 20, 10, 20])
    game.leave(1)
    assert not isinstance(game.phase, GameOver)

    events = game.leave(3)

    assert events[-1] == GameEnded((0, 2), End.WALKOVER)
    assert game.scores == (10, 20, 10, 20)


def test_one_of_each_team_is_enough_to_play_on():
    """R38, R31."""
    game = table("R5 R6 | G3 G4 | W+ B8 | YS Y2")
    game.leave(2)

    game.leave(3)

    assert not isinstance(game.phase, GameOver)


def test_hands_are_swapped_with_partners_and_opponents_alike():
    """R38, R35."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y3 Y4", seven_zero=True)

    assert {play("R7", swap=seat) for seat in (1, 2, 3)} <= set(game.legal(0))
    game.apply(0, play("R7", swap=2))
    assert words(game.hands[2]) == "B1"


def test_a_partner_is_caught_like_anybody_and_may_not_be_looked_at():
    """R38, R22, B110."""
    game = table("R5 R6 | G3 G4 | B7 B8 | Y3 Y4")
    game.apply(0, play("R5"))

    assert [seat for seat in range(4) if any(hasattr(a, "seat") for a in game.legal(seat))] == [
        1,
        2,
        3,
    ]
    assert words(game.look(2).hand) == "B7 B8"
