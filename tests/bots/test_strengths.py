"""Every strength: what it overlooks, what it knows, and that it plays all games to the end."""

from __future__ import annotations

from random import Random

import pytest

from lanuno import bots, uno
from lanuno.bots import Memory, Strength
from lanuno.bots.consider import consider
from lanuno.bots.thought import Motive, Question, Thought
from lanuno.uno.cards import tally
from lanuno.uno.size import size_for
from tests.uno.lab import HOUSES, name_of

MANY = range(300)
GAMES = 6
"""Imagined for a decision."""


def test_the_stronger_a_bot_the_seldomer_it_forgets_to_call():
    """R20."""
    game = uno.Game.position("R3 G5 | B7 B8 B9", top="R5")

    calls = [sum(choice.uno for choice in choices(game, 0, strength)) for strength in Strength]

    assert len(MANY) / 3 < calls[0] < calls[1] < calls[2] < len(MANY)


def test_the_stronger_a_bot_the_oftener_it_catches_others():
    """R22."""
    game = uno.Game.position("R3 G5 | R7 B8 B9 | Y1 Y2", top="R5")
    game.apply(0, uno.Play(uno.card("R3")))

    catches = [choices(game, 2, strength).count(uno.Catch(0)) for strength in Strength]

    assert 0 < catches[0] < catches[1] < catches[2] < len(MANY)


def test_an_easy_bot_plays_the_first_card_that_fits():
    game = uno.Game.position("G1 W+ R9 RS | B7", top="R5")

    assert {each.card for each in choices(game, 0, Strength.EASY)} == {uno.card("W+")}


@pytest.mark.parametrize("strength", [Strength.NORMAL, Strength.HARD])
@pytest.mark.parametrize(
    ("hands", "played"),
    [
        ("R1 R+ Y1 Y2 | B1 | G1 G2 G3 G4", "R+"),
        ("R1 RR Y1 Y2 | B1 | G1 G2 G3 G4", "RR"),
        ("R1 RS Y1 Y2 | B1 | G1 G2 G3 G4", "RS"),
        ("Y1 W+ Y3 Y2 | B1 | G1 G2 G3 G4", "W+"),
    ],
)
def test_what_attacks_is_for_whoever_is_about_to_go_out(strength, hands, played):
    game = uno.Game.position(hands, top="R5")

    assert {each.card for each in choices(game, 0, strength)} == {uno.card(played)}


def test_a_hard_bot_goes_to_the_color_that_the_next_player_lacked():
    game = uno.Game.position("W Y1 G1 | B7 B8 | R1 R2 R3 R4", top="R5")
    memory = Memory()
    memory.trace(1).lack(uno.Color.GREEN)

    assert {each.color for each in choices(game, 0, Strength.HARD, memory)} == {uno.Color.GREEN}


def test_a_seven_takes_the_smallest_hand_and_never_helps_the_others():
    """R35."""
    rules = uno.Rules(seven_zero=True)
    game = uno.Game.position("R7 Y1 Y2 Y3 | B7 B8 B9 | G1 G2 | Y7 Y8 Y9 Y6", top="R5", rules=rules)

    for strength in (Strength.NORMAL, Strength.HARD):
        assert {each.swap for each in choices(game, 0, strength)} == {2}


def test_a_zero_is_kept_by_whom_it_would_give_the_larger_hand():
    """R35."""
    rules = uno.Rules(seven_zero=True)
    game = uno.Game.position("R0 R1 | B7 B8 | G1 G2 G3 G4 G5 G6", top="R5", rules=rules)

    for strength in (Strength.NORMAL, Strength.HARD):
        plays = choices(game, 0, strength, Memory(rules))
        assert {each.card for each in plays} == {uno.card("R1")}


def test_draw_cards_that_are_pending_are_answered():
    """R33."""
    rules = uno.Rules(stacking="two")
    game = uno.Game.position("R+ R1 R2 | G+ Y1 Y2 | B1 B2", top="R5", rules=rules)
    game.apply(0, uno.Play(uno.card("R+")))

    for strength in Strength:
        assert {each.card for each in choices(game, 1, strength)} == {uno.card("G+")}


def test_who_sees_it_jumps_in():
    """R34."""
    rules = uno.Rules(jump_in=True)
    game = uno.Game.position("R1 R2 | B7 B8 | R5 B2 B3", top="R5", rules=rules)

    for strength in Strength:
        assert uno.Play(uno.card("R5")) in choices(game, 2, strength)


JUMPS = [
    ("G1 G2 | B1 B2 B3 B4 B5 B6 B8 Y8 Y9 | R7 Y1 Y2 Y3 | Y5", 0, False),
    ("G1 | B1 B2 B3 B4 B5 B6 B8 Y8 Y9 | R7 Y1 Y2 Y3 | Y5 Y6", 1, True),
]


@pytest.mark.parametrize(("hands", "turn", "teams"), JUMPS)
def test_a_hint_to_jump_in_is_what_a_hard_bot_does(hands, turn, teams):
    """R34, R35, R38: with a seven both swap for the smallest hand, but not with a partner."""
    rules = uno.Rules(jump_in=True, seven_zero=True, teams=teams)
    game = uno.Game.position(hands, top="R7", turn=turn, rules=rules)
    question = Question(game.look(2), Memory(rules), 1, is_hint=True)

    thought = consider(question, lambda _: False)

    assert thought == Thought(uno.Play(uno.card("R7"), swap=3), Motive.FREE)
    assert set(choices(game, 2, Strength.HARD, question.memory)) == {thought.action}


def test_a_partner_who_is_about_to_go_out_is_not_hit():
    """R38: the next player but one is the partner, the next has left."""
    rules = uno.Rules(teams=True)
    game = uno.Game.position("R+ R9 Y1 Y2 | B1 B2 | G1 | B3 B4 B5 B6", top="R5", rules=rules)
    game.leave(1)

    for strength in (Strength.NORMAL, Strength.HARD):
        assert {each.card for each in choices(game, 0, strength)} == {uno.card("R9")}


@pytest.mark.parametrize("number", range(10))
def test_thinking_ahead_finds_the_only_way_to_win(number):
    """Whoever plays the eight goes out with the other; the nine leaves a card that never fits."""
    game = uno.Game.position("R8 B8 | Y1 Y2 Y3 Y4 Y5 | G1 G2 G3 G4", top="R5")
    view, memory = game.look(0), Memory()

    thought = consider(Question(view, memory, number, is_hint=False), lambda games: games < 10)

    assert thought.action == uno.Play(uno.card("R8"))


@pytest.mark.parametrize("rules", HOUSES[::3], ids=name_of)
def test_every_strength_plays_by_every_house_rule_to_the_end(rules):
    number = HOUSES.index(rules)
    game = uno.Game.new(size_for(2 + number % 5, rules), number.to_bytes(32, "big"), rules)
    chance = Random(number)
    memories = [Memory(rules) for _ in range(game.players)]
    events = game.events
    while not isinstance(game.phase, (uno.RoundOver, uno.GameOver)):
        assert game.version < 2000, f"seed {number}"
        for seat, memory in enumerate(memories):
            memory.follow(game.look(seat), events)
        for seat in sorted(range(game.players), key=lambda seat: seat == game.turn):
            strength = list(Strength)[(seat + number) % 3]
            action = act(game.look(seat), memories[seat], strength, chance)
            if action is not None:
                events = game.apply(seat, action)
                break


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize("number", range(10))
def test_what_a_bot_cannot_see_does_not_change_what_it_does(strength, number):
    """The cards of the others and of the pile change places, and it plays on as before."""
    rules = (uno.Rules(), uno.Rules.preset("official"), uno.Rules.preset("party"))[number % 3]
    game = uno.Game.new(2 + number % 4, number.to_bytes(32, "big"), rules)
    memory, chance = Memory(rules), Random(number)
    memory.follow(game.look(0), game.events)
    for step in range(60):
        if isinstance(game.phase, uno.RoundOver):
            break
        other = game.copy()
        permute(other, Random(step))
        mine, others = (act(each.look(0), memory, strength, Random(step)) for each in (game, other))
        assert mine == others, f"seed {number}, step {step}"
        events = game.apply(game.turn, chance.choice(game.legal(game.turn)))
        memory.follow(game.look(0), events)


def permute(game, chance):
    state = game._state
    places = [(hand, i) for hand in (*state.hands[1:], state.pile) for i in range(len(hand))]
    cards = [hand[i] for hand, i in places]
    chance.shuffle(cards)
    for (hand, i), card in zip(places, cards, strict=True):
        hand[i] = card
    for hand in state.hands:
        hand.tally = tally(hand)


def act(view, memory, strength, chance):
    thought = None
    decides = view.seat == view.turn and view.legal
    if strength is Strength.HARD and decides:
        thought = consider(
            Question(view, memory, chance.getrandbits(32), is_hint=False),
            lambda games: games < GAMES,
        ).action
    return bots.choose(view, chance, strength, memory, thought)


def choices(game, seat, strength, memory=None):
    """Everything that the bot at *seat* does there, by chance."""
    view = game.look(seat)
    done = [bots.choose(view, Random(number), strength, memory) for number in MANY]
    return [each for each in done if each is not None]
