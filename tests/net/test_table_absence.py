"""Lost connections and those who come back, stand-ins, and a table that finds a bug in itself."""

from __future__ import annotations

import random

import pytest

from lanuno.net.match import DESERTED_SECONDS, GRACE_SECONDS, ROUND_PAUSE_SECONDS
from lanuno.net.messages import (
    Act,
    Ask,
    Closed,
    End,
    Join,
    Leave,
    Refused,
    Remove,
    Stage,
    Stop,
    Update,
    Welcome,
    Why,
)
from lanuno.net.text import PlayerName
from lanuno.uno import (
    Accept,
    Card,
    Challenge,
    Challengeable,
    Color,
    Draw,
    NextRound,
    Play,
    Rules,
    card,
    events,
)
from lanuno.uno.rules import DOCUMENT

from .evening import Evening, everything

QUICK = Rules(turn_seconds=10)
HANDS = "R5 G1 G4 | R7 G2 G5 | R9 G3 G6"


def game(hands: str = HANDS, *, rules: Rules = DOCUMENT, **more) -> Evening:
    evening = Evening(rules=rules)
    evening.start(hands.count("|") + 1)
    evening.lay(hands, **{"top": "R1", **more})
    return evening


def test_a_lost_connection_keeps_the_seat_and_everybody_sees_it():
    """R31."""
    evening = game()

    evening.lose(1)

    lost = evening.lobby(0).chairs[1]
    assert (lost.here, lost.gone, lost.stand_in) == (False, False, False)
    assert evening.game.hands[1] == tuple(map(card, ["R7", "G2", "G5"]))


def test_the_owner_takes_the_seat_again_with_everything_that_was_there():
    """B88, B90."""
    evening = game("W+ R5 G1 | R7 G2 | R9 G3", rules=QUICK)
    evening.act(0, Play(card("W+"), Color.GREEN))
    evening.lose(1)
    evening.wait(4)

    welcome, lobby, update = evening.come_back(1, on=7)

    assert welcome == Welcome(evening.table.id, evening.table.name, evening.token(1))
    assert (lobby.you, lobby.chairs[1].here) == (1, True)
    assert isinstance(update.view.phase, Challengeable)
    assert {Accept(), Challenge()} <= set(update.view.legal)
    assert (update.view, update.seconds, update.events) == (evening.game.look(1), 6, ())
    evening.act(7, Challenge())
    assert evening.heard(0, events.ChallengeJudged)[-1].challenger == 1


def test_the_owner_wins_over_a_connection_that_seems_alive():
    """B88."""
    evening = game()

    evening.come_back(1, on=7)

    assert evening.sent[1][-1] == Closed(End.REPLACED)
    assert evening.lobby(7).you == 1
    assert evening.lobby(0).chairs[1].here
    assert not evening.table.knows(1)


def test_without_the_token_nobody_takes_a_seat():
    evening = game()
    evening.lose(1)

    for token in (None, "0" * 31 + "f", "f" * 32):
        told = evening.ask(8, Join(PlayerName("Player 1"), token=token))
        assert told == [Closed(End.IN_GAME)]
    assert evening.occupant(1).peer is None


def test_for_a_while_the_table_just_waits():
    """R31."""
    evening = game(turn=1)
    evening.lose(1)

    evening.wait(GRACE_SECONDS - 1)

    assert evening.game.turn == 1
    assert not evening.lobby(0).chairs[1].stand_in


def test_then_a_stand_in_draws_and_passes():
    """B94, R31."""
    evening = game("R5 G1 G4 | R7 G2 G5 | R9 G3 G6", turn=1, pile="B9 B8 B7 B6")
    evening.lose(1)

    evening.wait(GRACE_SECONDS + 4)

    assert evening.lobby(0).chairs[1].stand_in
    assert evening.heard(0, events.CardsDrawn)[-1].seat == 1
    assert evening.game.turn == 2
    assert evening.view(2).legal


def test_a_stand_in_does_only_what_has_to_be_done():
    """R31: it draws though a card in hand fits, plays what it must, and accepts."""
    evening = game("R5 G1 G4 | R7 G2 G5 | W+ G3 G6", turn=1, pile="R4 B8 B7 B6 B5")
    evening.lose(1)
    evening.wait(GRACE_SECONDS + 10)
    assert [type(event) for event in evening.heard(0, (events.CardsDrawn, events.CardPlayed))] == [
        events.CardsDrawn,
        events.CardPlayed,
    ]
    assert evening.game.discard[-1] is card("R4")

    evening.lay("R5 G1 G4 | R7 G2 | W+ G3 G6", top="R1", turn=2, direction=-1)
    evening.act(2, Play(card("W+"), Color.BLUE))
    evening.wait(10)

    assert evening.heard(0, events.DrawFourAccepted) == [events.DrawFourAccepted(1)]
    assert evening.heard(0, events.ChallengeJudged) == []


def test_a_stand_in_catches_nobody_and_doubts_nothing():
    evening = game("R5 G1 | R7 G2 G5 | R9 G3 G6", pile="B8 B9")
    evening.lose(2)
    evening.wait(GRACE_SECONDS)

    evening.act(0, Play(card("R5")))
    evening.wait(60)

    assert evening.heard(0, events.PlayerCaught) == []
    assert evening.game.turn == 1


def test_the_owner_has_the_seat_back_at_once_from_the_stand_in():
    """R31."""
    evening = game(turn=1)
    evening.lose(1)
    evening.wait(GRACE_SECONDS)
    assert evening.lobby(0).chairs[1].stand_in

    evening.come_back(1, on=7)
    evening.wait(300)

    assert not evening.lobby(0).chairs[1].stand_in
    assert evening.game.turn == 1
    evening.act(7, Play(card("R7")))
    assert evening.game.discard[-1] is card("R7")


def test_with_a_clock_an_absent_player_has_no_more_time_than_others():
    """R32."""
    evening = game(rules=QUICK)
    evening.lose(0)

    evening.wait(10)

    assert evening.game.turn == 1
    assert evening.heard(1, events.TurnBegan)[-1] == events.TurnBegan(1)


def test_coming_back_gives_nobody_more_time():
    """B79: neither the clock nor the bots start anew for it."""
    evening = game(rules=QUICK)
    for peer in range(10, 19):
        evening.wait(1)
        evening.ask(peer, Join(PlayerName("x"), token=f"{0:032x}"))
    assert evening.last(18, Update).seconds == 1

    evening.wait(1)

    assert evening.game.turn == 1


def test_coming_back_makes_nobody_elses_move_stale():
    evening = game(HANDS.replace("G4", ""))
    evening.act(0, Play(card("R5")))
    seen = evening.view(1).version
    evening.act(0, Draw())
    evening.lose(2)

    evening.come_back(2, on=7)

    assert evening.act(1, Play(card("R7")), version=seen) != [Refused(Why.STALE)]
    assert evening.game.turn == 2


def test_while_all_are_away_the_game_stands_still():
    """B92."""
    evening = Evening()
    evening.start(2, bots=1)
    before = evening.game.version
    evening.lose(0, 1)

    evening.wait(DESERTED_SECONDS - 1)

    assert evening.game.version == before
    evening.come_back(0, on=7)
    assert evening.lobby(7).stage is Stage.PLAYING
    assert evening.view(7) == evening.game.look(0)


def test_after_that_every_wait_begins_anew():
    """B92: the first one back does not find the others given up."""
    evening = game(rules=QUICK)
    evening.lose(0, 1, 2)
    evening.wait(GRACE_SECONDS + 20)

    evening.come_back(1, on=7)

    assert evening.last(7, Update).seconds == 10
    evening.wait(9)
    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [False, False, False]
    assert evening.game.turn == 0
    evening.wait(1)
    assert evening.game.turn == 1
    evening.wait(GRACE_SECONDS - 10)
    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [True, False, True]


def test_a_stand_in_stays_one_when_somebody_comes_back_to_an_empty_table():
    evening = game(turn=1)
    evening.lose(2)
    evening.wait(GRACE_SECONDS)
    evening.lose(0, 1)
    evening.wait(100)

    evening.come_back(1, on=7)

    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [False, False, True]


def test_the_result_of_a_round_stands_for_those_who_come_back_to_it():
    evening = game("R5 | R7 G2 | R9 G3")
    evening.act(0, Play(card("R5")))
    evening.wait(ROUND_PAUSE_SECONDS - 1)
    evening.lose(0, 1, 2)
    evening.wait(100)

    evening.come_back(1, on=7)
    assert evening.view(7).round == 1

    evening.wait(GRACE_SECONDS - 1)
    assert evening.game.round == 1
    evening.act(7, NextRound())
    assert evening.game.round == 1
    evening.wait(1)
    assert evening.game.round == 2


def test_a_game_to_which_nobody_comes_back_ends_and_the_table_is_open_again():
    evening = Evening()
    evening.watch(9)
    evening.start(2, bots=1)
    evening.lose(0)
    evening.wait(10)
    evening.lose(1)

    evening.wait(DESERTED_SECONDS - 1)
    assert evening.lobby(9).stage is Stage.PLAYING
    evening.wait(1)

    assert evening.heard(9, events.GameEnded) == [events.GameEnded((0, 1, 2), events.End.AGREED)]
    assert evening.lobby(9).stage is Stage.LOBBY
    evening.join(10)
    assert evening.lobby(10).leader == 1


def test_a_table_that_only_watchers_are_at_stands_still():
    evening = Evening()
    evening.watch(9)
    evening.start(1, bots=2)
    before = evening.game.version

    evening.lose(0)
    evening.wait(100)

    assert evening.game.version == before


def test_an_absent_player_can_be_removed_in_the_middle_of_a_game():
    """B95."""
    evening = game()
    assert evening.ask(0, Remove(1)) == [Refused(Why.STILL_HERE)]
    evening.lose(1)

    evening.ask(0, Remove(1))

    assert evening.lobby(0).chairs[1].gone
    assert evening.game.gone == {1}
    assert evening.come_back(1, on=7) == [Closed(End.IN_GAME)]
    assert evening.ask(0, Remove(1)) == [Refused(Why.NO_SUCH_SEAT)]


def test_bots_and_players_who_are_there_cannot_be_removed_in_the_middle_of_a_game():
    """B98."""
    evening = Evening()
    evening.start(2, bots=1)
    before = everything(evening)

    assert evening.ask(0, Remove(2)) == [Refused(Why.STILL_HERE)]
    assert evening.ask(0, Remove(0)) == [Refused(Why.STILL_HERE)]
    assert evening.ask(0, Remove(3)) == [Refused(Why.NO_SUCH_SEAT)]
    assert evening.ask(1, Remove(2)) == [Refused(Why.NOT_LEADER)]
    assert everything(evening) == before


def test_an_absent_player_holds_up_the_next_round_only_until_a_stand_in_comes():
    evening = game("R5 | R7 G2 | R9 G3")
    evening.act(0, Play(card("R5")))
    evening.lose(2)
    evening.act(0, NextRound())
    evening.act(1, NextRound())
    assert evening.game.round == 1

    evening.wait(GRACE_SECONDS)

    assert evening.game.round == 2


def test_one_who_was_ready_and_is_away_is_not_ready():
    evening = game("R5 | R7 G2 | R9 G3")
    evening.act(0, Play(card("R5")))
    evening.act(2, NextRound())

    evening.lose(2)

    assert not evening.lobby(0).chairs[2].ready


def test_a_blink_of_the_network_ends_no_game_that_others_want_to_end():
    evening = game()
    evening.ask(0, Stop(agree=True))
    evening.ask(1, Stop(agree=True))
    evening.lose(2)
    assert evening.lobby(0).stage is Stage.PLAYING

    evening.wait(GRACE_SECONDS)

    assert evening.lobby(0).stage is Stage.OVER


def test_one_who_comes_back_after_the_end_sees_the_result():
    evening = game("R5 | R7 G2 | R9 G3", rules=Rules(rounds=1))
    evening.lose(2)
    evening.act(0, Play(card("R5")))

    _, lobby, update = evening.come_back(2, on=7)

    assert lobby.stage is Stage.OVER
    assert update.view.phase == evening.game.phase


def test_losing_a_connection_that_had_no_seat_changes_nothing():
    evening = game()
    before = everything(evening)

    evening.lose(99)

    assert everything(evening) == before


@pytest.mark.parametrize("seed", range(8))
def test_an_evening_of_lost_connections_and_strange_requests_goes_on_to_its_end(seed):
    """Whoever drops, comes back, leaves or asks for nonsense, nobody waits for ever."""
    chance = random.Random(seed)
    evening = Evening(seed=seed, rules=Rules(target=100, turn_seconds=chance.choice([None, 5])))
    evening.start(3, bots=2)
    on = {0: 0, 1: 1, 2: 2}
    fresh = iter(range(100, 10_000))
    for _ in range(3000):
        if evening.table.stage is not Stage.PLAYING:
            break
        seat = chance.randrange(3)
        peer = on[seat]
        is_here = evening.table.knows(peer)
        match chance.randrange(40):
            case 0 if is_here:
                evening.lose(peer)
            case 1 | 2 if not is_here:
                on[seat] = next(fresh)
                evening.come_back(seat, on=on[seat])
            case 3:
                evening.ask(peer, Act(chance.randrange(99), Play(chance.choice(list(Card)))))
            case _ if is_here:
                evening.move(peer, chance)
        evening.wait(chance.choice([0, 0.5, 40 if chance.random() < 0.01 else 1]))
        assert evening.table.fault is None

    assert evening.table.stage is not Stage.PLAYING


def test_a_table_that_finds_a_bug_in_itself_says_so_to_all_and_stops():
    evening = game()
    evening.watch(9)
    evening.game._state.hands[1].pop()

    told = evening.act(0, Play(card("R5")))

    assert told == [Closed(End.BROKEN)]
    assert [evening.sent[peer][-1] for peer in (1, 2, 9)] == [Closed(End.BROKEN)] * 3
    assert isinstance(evening.table.fault, AssertionError)
    assert evening.table.due() is None
    assert evening.ask(20, Ask()) == [Closed(End.BROKEN)]
    assert evening.game.history[-1] == (0, Play(card("R5")))


@pytest.mark.parametrize("by", ["leaving", "waiting", "stopping"])
def test_a_bug_is_noticed_whatever_brings_it_to_light(by):
    evening = game(rules=QUICK)
    evening.watch(9)
    evening.game._state.pile.pop()

    match by:
        case "leaving":
            evening.ask(2, Leave())
        case "waiting":
            evening.wait(10)
        case _:
            for peer in range(3):
                evening.ask(peer, Stop(agree=True))

    assert evening.sent[9][-1] == Closed(End.BROKEN)
    assert evening.table.fault


def test_nothing_is_told_of_a_change_that_broke_the_table():
    evening = game()
    evening.game._state.hands[1].pop()
    evening.forget()

    evening.ask(0, Act(0, Play(card("R5"))))

    assert evening.sent == {peer: [Closed(End.BROKEN)] for peer in range(3)}
