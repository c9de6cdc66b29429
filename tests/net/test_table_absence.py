"""Lost connections and those who come back, stand-ins, and a table that finds a bug in itself."""

from __future__ import annotations

import random

import pytest

from lanuno.net.match import GRACE_SECONDS
from lanuno.net.messages import (
    IDLE_SECONDS,
    Act,
    Closed,
    End,
    Join,
    Refused,
    Remove,
    Stage,
    Start,
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

from .evening import Evening, everything, key_of, play, position

QUICK = Rules(turn_seconds=10)
HANDS = "R5 G1 G4 | R7 G2 G5 | R9 G3 G6"


def test_a_lost_connection_keeps_the_seat_and_everybody_sees_it():
    """R31."""
    evening = position(HANDS)

    evening.lose(1)

    lost = evening.lobby(0).chairs[1]
    assert (lost.here, lost.gone, lost.stand_in) == (False, False, False)
    assert evening.game.hands[1] == tuple(map(card, ["R7", "G2", "G5"]))


def test_the_owner_takes_the_seat_again_with_everything_that_was_there():
    """B88, B90."""
    evening = position("W+ R5 G1 | R7 G2 | R9 G3", rules=QUICK)
    evening.act(0, play("W+", Color.GREEN))
    evening.lose(1)
    evening.wait(4)

    welcome, lobby, update = evening.come_back(1, on=7)

    assert welcome == Welcome(evening.table.id, evening.table.name)
    assert (lobby.you, lobby.chairs[1].here) == (1, True)
    assert isinstance(update.view.phase, Challengeable)
    assert {Accept(), Challenge()} <= set(update.view.legal)
    assert (update.view, update.seconds, update.events) == (evening.game.look(1), 6, ())
    evening.act(7, Challenge())
    assert evening.heard(0, events.ChallengeJudged)[-1].challenger == 1


def test_the_owner_wins_over_a_connection_that_seems_alive():
    """B88."""
    evening = position(HANDS)

    evening.come_back(1, on=7)

    assert evening.sent[1][-1] == Closed(End.REPLACED)
    assert evening.lobby(7).you == 1
    assert evening.lobby(0).chairs[1].here
    assert not evening.table.knows(1)


def test_with_another_key_nobody_takes_a_seat():
    evening = position(HANDS)
    evening.lose(1)

    assert evening.ask(8, Join(PlayerName("Player 1"))) == [Refused(Why.NOT_SEATED)]
    for key in (key_of(8), key_of(0)[:-1] + "f", ""):
        assert evening.join(8, key=key)[1].you is None
        evening.lose(8)
    assert evening.occupant(1).peer is None


def test_for_a_while_the_table_just_waits():
    """R31."""
    evening = position(HANDS, turn=1)
    evening.lose(1)

    evening.wait(GRACE_SECONDS - 1)

    assert evening.game.turn == 1
    assert not evening.lobby(0).chairs[1].stand_in


def test_then_a_stand_in_draws_and_passes():
    """B94, R31."""
    evening = position("R5 G1 G4 | R7 G2 G5 | R9 G3 G6", turn=1, pile="B9 B8 B7 B6")
    evening.lose(1)

    evening.wait(GRACE_SECONDS + 4)

    assert evening.lobby(0).chairs[1].stand_in
    assert evening.heard(0, events.CardsDrawn)[-1].seat == 1
    assert evening.game.turn == 2
    assert evening.view(2).legal


def test_a_stand_in_does_only_what_has_to_be_done():
    """R31: it draws though a card in hand fits, plays what it must, and accepts."""
    evening = position("R5 G1 G4 | R7 G2 G5 | W+ G3 G6", turn=1, pile="R4 B8 B7 B6 B5")
    evening.lose(1)
    evening.wait(GRACE_SECONDS + 10)
    assert [type(event) for event in evening.heard(0, (events.CardsDrawn, events.CardPlayed))] == [
        events.CardsDrawn,
        events.CardPlayed,
    ]
    assert evening.game.discard[-1] is card("R4")

    evening.lay("R5 G1 G4 | R7 G2 | W+ G3 G6", top="R1", turn=2, direction=-1)
    evening.act(2, play("W+", Color.BLUE))
    evening.wait(10)

    assert evening.heard(0, events.DrawFourAccepted) == [events.DrawFourAccepted(1)]
    assert evening.heard(0, events.ChallengeJudged) == []


def test_a_stand_in_catches_nobody_and_doubts_nothing():
    evening = position("R5 G1 | R7 G2 G5 | R9 G3 G6", pile="B8 B9")
    evening.lose(2)
    evening.wait(GRACE_SECONDS)

    evening.act(0, play("R5"))
    evening.wait(60)

    assert evening.heard(0, events.PlayerCaught) == []
    assert evening.game.turn == 1


def test_the_owner_has_the_seat_back_at_once_from_the_stand_in():
    """R31."""
    evening = position(HANDS, turn=1)
    evening.lose(1)
    evening.wait(GRACE_SECONDS)
    assert evening.lobby(0).chairs[1].stand_in

    evening.come_back(1, on=7)
    evening.wait(300)

    assert not evening.lobby(0).chairs[1].stand_in
    assert evening.game.turn == 1
    evening.act(7, play("R7"))
    assert evening.game.discard[-1] is card("R7")


def test_with_a_clock_an_absent_player_has_no_more_time_than_others():
    """R32."""
    evening = position(HANDS, rules=QUICK)
    evening.lose(0)

    evening.wait(10)

    assert evening.game.turn == 1
    assert evening.heard(1, events.TurnBegan)[-1] == events.TurnBegan(1)


def test_coming_back_gives_nobody_more_time():
    """B79: neither the clock nor the bots start anew for it."""
    evening = position(HANDS, rules=QUICK)
    for peer in range(10, 19):
        evening.wait(1)
        evening.join(peer, key=key_of(0))
    assert evening.last(18, Update).seconds == 1

    evening.wait(1)

    assert evening.game.turn == 1


def test_coming_back_makes_nobody_elses_move_stale():
    evening = position(HANDS.replace("G4", ""))
    evening.act(0, play("R5"))
    seen = evening.view(1).version
    evening.act(0, Draw())
    evening.lose(2)

    evening.come_back(2, on=7)

    assert evening.act(1, play("R7"), version=seen) != [Refused(Why.STALE)]
    assert evening.game.turn == 2


def test_an_absent_player_can_be_removed_in_the_middle_of_a_game():
    """B95."""
    evening = position(HANDS)
    assert evening.ask(0, Remove(1)) == [Refused(Why.STILL_HERE)]
    evening.lose(1)

    evening.ask(0, Remove(1))

    assert evening.lobby(0).chairs[1].gone
    assert evening.game.gone == {1}
    assert evening.come_back(1, on=7)[1].newcomer == 0
    assert evening.ask(0, Remove(1)) == [Refused(Why.NO_SUCH_SEAT)]


def test_a_player_who_keeps_the_table_waiting_can_be_removed():
    """R31, B98."""
    evening = position(HANDS)
    evening.act(0, play("R5"))
    evening.wait(IDLE_SECONDS - 1)
    assert evening.ask(0, Remove(1)) == [Refused(Why.STILL_HERE)]
    evening.wait(1)
    assert evening.ask(0, Remove(2)) == [Refused(Why.STILL_HERE)]

    evening.ask(0, Remove(1))

    assert evening.sent[1][-1] == Closed(End.REMOVED)
    assert evening.game.gone == {1}
    assert evening.game.turn == 2


def test_coming_and_going_makes_nobody_less_idle():
    evening = position(HANDS)
    evening.act(0, play("R5"))
    evening.wait(IDLE_SECONDS - 1)
    evening.lose(1, 2)
    evening.come_back(1, on=7)
    evening.come_back(2, on=8)
    evening.wait(1)

    evening.ask(0, Remove(1))

    assert evening.game.gone == {1}


def test_nobody_leads_while_the_host_is_away_for_a_moment():
    """R31: who comes back first after a break removes nobody."""
    evening = Evening()
    evening.join(0, host=True)
    evening.join(1, 2)
    evening.ask(0, Start())
    evening.lose(0, 1, 2)
    evening.come_back(1, on=7)
    assert evening.lobby(7).leader is None
    assert evening.ask(7, Remove(0)) == [Refused(Why.NOT_LEADER)]
    assert evening.ask(7, Remove(2)) == [Refused(Why.NOT_LEADER)]

    evening.wait(GRACE_SECONDS)

    assert evening.lobby(7).leader == 1


def test_how_long_somebody_is_waited_for_is_the_hosts_to_say():
    """R31."""
    evening = position(HANDS, grace=5.0)
    evening.act(0, play("R5"))
    evening.lose(1)
    evening.wait(4)
    assert not evening.lobby(0).chairs[1].stand_in

    evening.wait(1)

    assert evening.lobby(0).chairs[1].stand_in


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
    evening = position("R5 | R7 G2 | R9 G3")
    evening.act(0, play("R5"))
    evening.lose(2)
    evening.act(0, NextRound())
    evening.act(1, NextRound())
    assert evening.game.round == 1

    evening.wait(GRACE_SECONDS)

    assert evening.game.round == 2


def test_one_who_was_ready_and_is_away_is_not_ready():
    evening = position("R5 | R7 G2 | R9 G3")
    evening.act(0, play("R5"))
    evening.act(2, NextRound())

    evening.lose(2)

    assert not evening.lobby(0).chairs[2].ready


def test_a_blink_of_the_network_ends_no_game_that_others_want_to_end():
    evening = position(HANDS)
    evening.end_round()
    evening.ask(0, Stop(agree=True))
    evening.ask(1, Stop(agree=True))
    evening.lose(2)
    assert evening.lobby(0).stage is Stage.PLAYING

    evening.wait(GRACE_SECONDS)

    assert evening.lobby(0).stage is Stage.OVER


def test_one_who_comes_back_after_the_end_sees_the_result():
    evening = position("R5 | R7 G2 | R9 G3", rules=Rules(rounds=1))
    evening.lose(2)
    evening.act(0, play("R5"))

    _, lobby, update = evening.come_back(2, on=7)

    assert lobby.stage is Stage.OVER
    assert update.view.phase == evening.game.phase


def test_losing_a_connection_that_had_no_seat_changes_nothing():
    evening = position(HANDS)
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
