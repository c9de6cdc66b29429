"""What matches, and whose turn it is after each card."""

import pytest

from lanuno.uno import Card, Color, Draw, Face, Game, Play, Playing, Reason, Rules
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    DirectionTurned,
    PlayerSkipped,
    TurnBegan,
    TurnPassed,
    Why,
)

from .lab import OFFICIAL, VICTIM, fingerprint, play, playable, refusal, words

TOPS = [(top, color) for top in Card for color in Color if top.color in (None, color)]


@pytest.mark.parametrize(("top", "color"), TOPS, ids=str)
def test_a_card_follows_by_color_number_or_symbol_and_a_wild_always(top, color):
    """P1, R8."""
    others = [each for each in Card if each is not top or each.copies > 1]
    game = Game.position(f"{words(others)} | W", top=str(top), color=color, pile="")

    following = [
        each
        for each in others
        if each.color is None or each.color is color or each.face is top.face
    ]
    assert playable(game, 0) == words(following)


def test_on_a_yellow_seven_lies_any_yellow_card_or_any_seven():
    """P1, R8."""
    game = Game.position("Y1 Y+ R7 B7 R1 GS | B1", top="Y7")

    assert playable(game, 0) == "R7 Y1 Y+ B7"


def test_a_played_card_is_the_new_top_and_the_turn_goes_to_the_left():
    """S2, P1."""
    game = Game.position("R5 G1 | G3 B4 | B7", top="R1", pile="Y1")

    happened = game.apply(0, play("R5"))

    assert happened == (CardPlayed(0, Card.R5), TurnBegan(1))
    assert words(game.discard) == "R1 R5"
    assert words(game.hands[0]) == "G1"
    assert (game.turn, game.color) == (1, Color.RED)


def test_a_match_in_number_brings_its_own_color_into_force():
    """P1, R8."""
    game = Game.position("G1 G2 | R3 G5 | B7", top="R1")

    game.apply(0, play("G1"))

    assert game.color is Color.GREEN
    assert playable(game, 1) == "G5"


def test_copies_of_a_card_are_listed_once_and_leave_the_hand_one_by_one():
    """R1."""
    game = Game.position("R5 R5 G2 | G3 | B7", top="R1")
    assert game.legal(0) == (play("R5"), Draw())

    game.apply(0, play("R5"))

    assert words(game.hands[0]) == "R5 G2"


def test_a_skip_skips_the_next_player():
    """D2, P3."""
    game = Game.position("RS R1 | G3 | B7", top="R5")

    happened = game.apply(0, play("RS"))

    assert happened[1:] == (PlayerSkipped(1), TurnBegan(2))


def test_a_reverse_turns_the_direction_at_once():
    """D2, P3, B38."""
    game = Game.position("RR R1 | G3 | B7", top="R5")

    happened = game.apply(0, play("RR"))

    assert happened[1:] == (DirectionTurned(-1), TurnBegan(2))
    assert game.direction == -1


def test_a_second_reverse_turns_it_back():
    """D2, P3."""
    game = Game.position("RR R1 | G3 G4 | BR B8", top="R5")
    game.apply(0, play("RR"))

    game.apply(2, play("BR"))

    assert (game.direction, game.turn) == (1, 0)


@pytest.mark.parametrize("code", ["RS", "RR", "R+"])
@pytest.mark.parametrize("rules", [Rules(), OFFICIAL])
def test_between_two_players_a_skip_a_reverse_and_a_draw_two_leave_the_turn_where_it_is(
    code, rules
):
    """R12, B37."""
    game = Game.position(f"{code} R1 R2 | G3 G4", top="R5", pile="Y1 Y2", rules=rules)

    happened = game.apply(0, play(code))

    assert happened[-2:] == (PlayerSkipped(1), TurnBegan(0))
    assert game.direction == (-1 if code == "RR" else 1)
    assert playable(game, 0) == "R1 R2"


def test_a_draw_two_is_served_at_once_whatever_the_victim_holds():
    """D2, R13, B17."""
    game = Game.position("R+ R5 R6 | G+ R+ | B7", top="R1", pile="Y1 Y2 Y3", rules=VICTIM)

    happened = game.apply(0, play("R+"))

    assert happened == (
        CardPlayed(0, Card.R_PLUS),
        CardsDrawn(1, 2, 2, Why.DRAW_TWO),
        PlayerSkipped(1),
        TurnBegan(2),
    )
    assert words(game.hands[1]) == "G+ R+ Y1 Y2"
    assert game.legal(1) == ()


def test_a_draw_two_once_served_is_an_ordinary_card():
    """R13, B18."""
    game = Game.position("B+ R9 R8 | R1 | B3 Y+ W G9", top="B1", pile="Y1 Y2 Y3", rules=VICTIM)
    game.apply(0, play("B+"))
    assert playable(game, 2) == "Y+ B3 W"

    game.apply(2, Draw())

    assert len(game.hands[2]) == 5


def test_a_draw_two_hits_the_next_player_in_the_direction_of_play():
    """P3, B28."""
    game = Game.position(
        "R+ R5 R6 | B1 | B2 | B3", top="R1", direction=-1, pile="Y1 Y2", rules=VICTIM
    )

    game.apply(0, play("R+"))

    assert words(game.hands[3]) == "B3 Y1 Y2"
    assert game.turn == 2


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("turn", range(5))
def test_the_turn_goes_round_the_table_in_the_direction_of_play(direction, turn):
    """S2, P3."""
    game = Game.position(
        "R1 Y1 | R2 Y2 | R3 Y3 | R4 Y4 | R6 Y6", top="R5", turn=turn, direction=direction
    )

    seats = []
    for _ in range(5):
        seats.append(game.turn)
        game.apply(game.turn, game.legal(game.turn)[0])

    assert seats == [(turn + direction * step) % 5 for step in range(5)]


@pytest.mark.parametrize("action", [Draw(), play("G3"), play("R7"), play("R5")])
def test_acting_out_of_turn_is_refused_and_not_kept_for_later(action):
    """R30, B48."""
    game = Game.position("R5 R6 | G3 R7 | B7", top="R1", pile="Y1 Y2", rules=VICTIM)
    before = fingerprint(game)

    assert refusal(game, 1, action) is Reason.NOT_YOUR_TURN
    assert fingerprint(game) == before

    game.apply(0, play("R5"))

    assert (game.turn, game.phase) == (1, Playing())
    assert words(game.hands[1]) == "G3 R7"


def test_nobody_plays_a_second_card_before_the_others_have_had_their_turn():
    """P1, B45."""
    game = Game.position("R1 R2 | G3 | B7", top="R5", rules=VICTIM)
    game.apply(0, play("R1"))

    assert refusal(game, 0, play("R2")) is Reason.NOT_YOUR_TURN
    assert words(game.hands[0]) == "R2"


@pytest.mark.parametrize("rules", [Rules(), OFFICIAL])
def test_a_player_may_draw_although_a_card_matches(rules):
    """P2, R10."""
    game = Game.position("R5 R6 | G3", top="R1", rules=rules)

    assert Draw() in game.legal(0)


@pytest.mark.parametrize("hand", ["R5 G2", "G1 G2", "RS R9 W", "W W+ R5"])
def test_a_player_who_must_play_may_not_draw_while_a_card_matches(hand):
    """R10: `must_play`."""
    game = Game.position(f"{hand} | G3", top="R1", rules=Rules(must_play=True))

    assert Draw() not in game.legal(0)
    assert refusal(game, 0, Draw()) is Reason.MUST_PLAY


@pytest.mark.parametrize("hand", ["G2 B5", "W W+", "W G2", "W+"])
def test_a_player_who_must_play_may_draw_with_nothing_but_wilds_to_play(hand):
    """R10: `must_play`."""
    game = Game.position(f"{hand} | G3", top="R1", pile="Y5", rules=Rules(must_play=True))

    assert Draw() in game.legal(0)
    game.apply(0, Draw())
    assert game.turn == 1


def test_a_turn_that_passes_begins_exactly_one_other():
    """B41."""
    game = Game.position("G2 | G3 | B7", top="R1", turn=1, pile="Y5", rules=VICTIM)

    happened = game.apply(1, Draw())

    assert happened == (CardsDrawn(1, 1, 1, Why.TURN), TurnPassed(1), TurnBegan(2))


@pytest.mark.parametrize("face", Face)
def test_a_card_begins_exactly_one_turn_or_opens_a_challenge(face):
    card = next(each for each in Card if each.face is face)
    game = Game.position(f"{card} R9 R8 | G3 G5 | B7 B8", top="R1")

    happened = game.apply(0, Play(card, None if card.color else Color.RED))

    turns = [each for each in happened if isinstance(each, TurnBegan)]
    assert len(turns) == (face is not Face.WILD_DRAW_FOUR)
