"""Who comes while a game is on: they wait, look on, and are dealt in with the next round."""

from __future__ import annotations

import random

import pytest

from lanuno.bots import Strength
from lanuno.net import limits
from lanuno.net.manners import Manners
from lanuno.net.match import ROUND_PAUSE_SECONDS
from lanuno.net.messages import (
    AddBot,
    Closed,
    Dismiss,
    End,
    Join,
    Leave,
    Lobby,
    Move,
    Newcomer,
    Ready,
    Refused,
    Rematch,
    Removal,
    Remove,
    SetManners,
    SetStrength,
    Stage,
    Start,
    TakeOver,
    Update,
    Watch,
    Welcome,
    Why,
)
from lanuno.net.text import PlayerName
from lanuno.uno import NextRound, RoundOver, Rules, events

from .evening import HOST_KEY, Evening, everything, key_of
from .samples import STRICT


def begun(players: int = 2, *, bots: int = 0, **more) -> Evening:
    """A game that is on, and somebody on peer 5 who has come too late for it."""
    evening = Evening(**more)
    evening.start(players, bots=bots)
    evening.join(5)
    return evening


def names(evening: Evening, peer: int) -> list[str]:
    return [chair.name for chair in evening.lobby(peer).chairs]


def waiting(evening: Evening, peer: int = 0) -> list[str]:
    return [each.name for each in evening.lobby(peer).newcomers]


def next_round(evening: Evening) -> None:
    evening.end_round()
    evening.wait(ROUND_PAUSE_SECONDS)


# --- coming late ----------------------------------------------------------------------


def test_a_newcomer_waits_and_sees_what_a_spectator_sees():
    evening = Evening()
    evening.start(2)

    told = evening.join(5)

    assert [type(each) for each in told] == [Welcome, Lobby, Update]
    assert (told[1].you, told[1].newcomer) == (None, 0)
    assert told[2].view == evening.game.look(None)
    assert evening.lobby(0).newcomers == (Newcomer(PlayerName("Player 5")),)
    assert evening.lobby(0).newcomer is None
    assert evening.lobby(0).spectators == 0


def test_a_newcomer_is_dealt_in_with_the_next_round():
    evening = begun()
    evening.end_round()
    assert isinstance(evening.view(5).phase, RoundOver)
    assert evening.view(5).legal == ()

    for peer in (0, 1):
        evening.act(peer, NextRound())

    view = evening.view(5)
    assert (view.round, view.seat, view.scores[2]) == (2, 2, 0)
    assert len(view.hand) >= 7
    assert evening.heard(0, events.PlayerJoined) == [events.PlayerJoined(2)]
    assert (evening.lobby(5).you, evening.lobby(5).newcomer, waiting(evening)) == (2, None, [])
    assert names(evening, 0) == ["Player 0", "Player 1", "Player 5"]


def test_those_at_the_table_are_told_at_once_who_sits_there_and_what_was_dealt():
    evening = begun()
    evening.end_round()
    evening.forget()

    evening.wait(ROUND_PAUSE_SECONDS)

    assert [type(each) for each in evening.sent[0][:2]] == [Lobby, Update]
    assert len(evening.sent[0][0].chairs) == len(evening.sent[0][1].view.counts) == 3


def test_the_game_goes_on_with_the_newcomer_to_its_end_and_has_a_record():
    evening, chance = begun(rules=Rules(target=150), bots=1), random.Random(1)
    evening.end_round()
    evening.wait(ROUND_PAUSE_SECONDS)

    for _ in evening.while_playing():
        # Everybody, for after a round each has to be ready.
        moved = [evening.move(peer, chance) for peer in (0, 1, 5)]
        if not any(moved):
            evening.wait(2)

    assert evening.lobby(5).stage is Stage.OVER
    assert sorted(evening.view(5).phase.ranking) == [0, 1, 2, 3]


@pytest.mark.parametrize("lost", [9.5000000000001, 0.1, 7 / 3])
def test_a_newcomer_who_is_lost_is_forgotten_in_the_very_moment_that_is_due(lost):
    """However it is rounded: a table that is due for ever does nothing else any more."""
    evening = begun(3, grace=30.0)
    evening.wait(lost)
    evening.lose(5)
    due = evening.table.due()
    while due != evening.now:
        evening.wait(due - evening.now)
        due = evening.table.due() if waiting(evening) else evening.now

    assert waiting(evening) == []


def test_newcomers_sit_down_in_the_order_in_which_they_came_as_long_as_there_are_chairs():
    evening = begun(players=2, bots=7)
    evening.join(6, 7)
    assert waiting(evening) == ["Player 5", "Player 6", "Player 7"]

    next_round(evening)

    assert names(evening, 0)[-1] == "Player 5"
    assert waiting(evening) == ["Player 6", "Player 7"]
    assert [evening.lobby(peer).newcomer for peer in (5, 6, 7)] == [None, 0, 1]


def test_no_more_sit_down_than_the_deck_has_cards_for():
    evening = begun(players=2, rules=Rules(hand_size=20), bots=1)
    evening.join(6)

    next_round(evening)

    assert len(evening.lobby(0).chairs) == 4
    assert waiting(evening) == ["Player 6"]


def test_where_partners_play_nobody_is_added_but_a_bot_can_be_relieved():
    """R38."""
    evening = begun(players=3, bots=1, rules=Rules(teams=True))
    next_round(evening)
    assert waiting(evening) == ["Player 5"]

    evening.ask(5, TakeOver(bot=True))
    next_round(evening)

    assert waiting(evening) == []
    assert evening.lobby(5).you == 3


def test_a_newcomer_can_take_over_the_seat_of_a_bot_with_its_points():
    evening = begun(players=1, bots=2)
    evening.ask(5, TakeOver(bot=True))
    assert evening.lobby(0).newcomers[0].bot
    evening.end_round()
    evening.game._state.scores[1] = 40

    evening.wait(ROUND_PAUSE_SECONDS)

    assert names(evening, 0)[1] == "Player 5"
    assert not evening.lobby(0).chairs[1].bot
    assert (evening.view(5).seat, evening.view(5).scores[1]) == (1, 40)
    assert evening.game.players == 3
    assert evening.heard(0, events.PlayerJoined) == []


def test_whoever_wants_the_seat_of_a_bot_and_finds_none_gets_a_new_one():
    evening = begun()
    evening.ask(5, TakeOver(bot=True))

    next_round(evening)

    assert evening.lobby(5).you == 2


def test_one_can_think_better_of_taking_over_a_bot():
    evening = begun(bots=1)
    evening.ask(5, TakeOver(bot=True))
    evening.ask(5, TakeOver(bot=False))

    next_round(evening)

    assert evening.lobby(5).you == 3


def test_a_name_that_somebody_who_waits_has_is_taken():
    evening = begun()
    evening.table.introduce(6, key_of(6))

    evening.ask(6, Join(PlayerName("Player 5")))

    assert waiting(evening) == ["Player 5", "Player 5 (2)"]


def test_a_table_may_let_nobody_wait():
    evening = Evening(manners=Manners(late=False))
    evening.start(2)

    assert evening.join(5) == [Closed(End.IN_GAME)]
    evening.watch(6)
    assert evening.ask(6, Join(PlayerName("Eva"))) == [Refused(Why.NO_NEWCOMERS)]
    assert evening.lobby(6).spectators == 1


def test_no_more_wait_than_could_ever_sit_down():
    evening = begun()
    evening.join(*range(6, 15))
    assert len(waiting(evening)) == 10

    assert evening.join(20) == [Closed(End.FULL)]
    evening.watch(21)
    assert evening.ask(21, Join(PlayerName("Eva"))) == [Refused(Why.TABLE_FULL)]


@pytest.mark.parametrize("request_", [Ready(ready=True), Start(), Rematch(), AddBot()])
def test_one_who_waits_has_no_say_yet(request_):
    evening = begun()
    before = everything(evening)

    assert evening.ask(5, request_) == [Refused(Why.NOT_SEATED)]
    assert evening.act(5, NextRound()) == [Refused(Why.NOT_SEATED)]
    assert everything(evening) == before


def test_taking_over_a_bot_is_for_those_who_wait():
    evening = begun()
    evening.watch(6)

    for peer in (0, 6, 9):
        assert evening.ask(peer, TakeOver(bot=True)) == [Refused(Why.NOT_WAITING)]


# --- going again ----------------------------------------------------------------------


def test_one_who_waits_may_leave():
    evening = begun()

    assert evening.ask(5, Leave()) == [Closed(End.LEFT)]

    assert waiting(evening) == []
    next_round(evening)
    assert len(names(evening, 0)) == 2


def test_the_leader_may_send_away_one_who_waits_and_say_why():
    evening = begun()
    evening.join(6)

    evening.ask(0, Dismiss(1, Removal.ROOM))

    assert evening.sent[6][-1] == Closed(End.REMOVED, Removal.ROOM)
    assert waiting(evening) == ["Player 5"]


def test_nobody_else_may_and_only_somebody_who_waits():
    evening = begun()

    assert evening.ask(1, Dismiss(0)) == [Refused(Why.NOT_LEADER)]
    assert evening.ask(5, Dismiss(0)) == [Refused(Why.NOT_SEATED)]
    assert evening.ask(0, Dismiss(1)) == [Refused(Why.NO_SUCH_SEAT)]
    assert waiting(evening) == ["Player 5"]


def test_one_who_waits_and_loses_the_connection_keeps_the_place_for_a_while():
    evening = begun()
    evening.join(6)
    evening.lose(5)
    assert [each.here for each in evening.lobby(0).newcomers] == [False, True]

    evening.wait(20)
    evening.come_back(5, on=7)

    assert evening.lobby(7).newcomer == 0
    evening.wait(30)
    assert waiting(evening) == ["Player 5", "Player 6"]


def test_the_place_of_one_who_stays_away_is_free_though_a_game_is_on():
    evening = begun()
    evening.lose(5)

    evening.wait(29)
    assert waiting(evening) == ["Player 5"]
    evening.wait(1)
    assert waiting(evening) == []


def test_the_one_who_is_away_when_the_round_is_dealt_waits_on():
    evening = begun(grace=1000)
    evening.join(6)
    evening.lose(5)

    next_round(evening)

    assert names(evening, 0)[2:] == ["Player 6"]
    assert waiting(evening) == ["Player 5"]


# --- after the game -------------------------------------------------------------------


def test_whoever_waits_when_the_game_is_over_sits_down_in_the_lobby():
    evening = begun()
    evening.stop(0, 1)
    assert evening.lobby(5).stage is Stage.OVER
    evening.join(6)

    evening.ask(0, Rematch(lobby=True))

    assert evening.lobby(5).stage is Stage.LOBBY
    assert [evening.lobby(peer).you for peer in (0, 1, 5, 6)] == [0, 1, 2, 3]
    assert waiting(evening) == []


def test_whoever_waits_is_dealt_in_when_the_next_game_begins_at_once():
    evening = begun()
    evening.stop(0, 1)
    evening.ask(1, Rematch())

    evening.ask(0, Rematch())

    assert evening.lobby(5).stage is Stage.PLAYING
    assert [evening.view(peer).seat for peer in (0, 1, 5)] == [0, 1, 2]
    assert len(evening.view(5).hand) >= 7
    assert waiting(evening) == []


def test_a_person_gets_the_chair_of_a_bot_when_there_is_no_other():
    evening = begun(players=2, bots=8)
    evening.stop(0, 1)

    evening.ask(0, Rematch(lobby=True))

    assert evening.lobby(5).you == 2
    assert sum(chair.bot for chair in evening.lobby(0).chairs) == 7


def test_whoever_finds_no_chair_waits_until_one_is_free():
    evening = Evening()
    evening.start(10)
    evening.join(11)
    evening.stop(*range(10))
    evening.ask(0, Rematch(lobby=True))
    assert waiting(evening) == ["Player 11"]

    evening.ask(3, Leave())

    assert waiting(evening) == []
    assert evening.lobby(11).you == 9


def test_the_table_is_open_for_those_who_wait_when_all_who_played_have_left():
    evening = begun()
    evening.ask(0, Leave())
    evening.ask(1, Leave())

    lobby = evening.lobby(5)
    assert (lobby.stage, lobby.you, lobby.leader) == (Stage.LOBBY, 0, 0)


# --- looking on -----------------------------------------------------------------------


def test_everybody_sees_how_many_look_on():
    evening = Evening()
    evening.start(2)

    evening.watch(5)
    evening.watch(6)
    assert [evening.lobby(peer).spectators for peer in (0, 1, 5, 6)] == [2, 2, 2, 2]

    evening.lose(5)
    assert evening.lobby(0).spectators == 1


def test_one_who_looks_on_can_become_a_player_and_the_reverse():
    evening = Evening()
    evening.start(2)
    evening.watch(5)

    evening.ask(5, Join(PlayerName("Eva")))
    assert (waiting(evening), evening.lobby(0).spectators) == (["Eva"], 0)
    assert evening.lobby(5).newcomer == 0

    evening.ask(5, Watch())
    assert (waiting(evening), evening.lobby(0).spectators) == ([], 1)
    assert evening.lobby(5).newcomer is None

    evening.ask(5, Join(PlayerName("Eva")))
    next_round(evening)
    assert evening.lobby(5).you == 2
    assert evening.ask(5, Watch()) == [Refused(Why.ALREADY_SEATED)]


def test_in_the_lobby_one_who_looks_on_sits_down_at_once():
    evening = Evening()
    evening.join(0)
    evening.watch(5)

    evening.ask(5, Join(PlayerName("Eva")))

    assert evening.lobby(0).spectators == 0
    assert evening.lobby(5).you == 1


def test_one_who_looks_on_and_finds_no_chair_goes_on_looking_on():
    evening = Evening()
    evening.join(*range(10))
    evening.watch(20)

    assert evening.ask(20, Join(PlayerName("Eva"))) == [Refused(Why.TABLE_FULL)]
    assert evening.lobby(0).spectators == 1


def test_a_table_may_close_itself_to_spectators():
    evening = Evening(manners=Manners(spectators=False))
    evening.start(2)

    assert evening.watch(5) == [Closed(End.NO_SPECTATORS)]
    evening.join(6)
    assert evening.ask(6, Watch()) == [Refused(Why.NO_SPECTATORS)]
    assert waiting(evening) == ["Player 6"]


def test_those_who_look_on_are_sent_away_when_the_leader_closes_the_table_to_them():
    evening = Evening()
    evening.join(0, 1)
    evening.watch(5)

    evening.ask(0, SetManners(STRICT))

    assert evening.sent[5][-1] == Closed(End.NO_SPECTATORS)
    assert evening.lobby(1).spectators == 0


def test_the_program_of_the_host_may_look_on_whatever_the_manners_and_does_not_count():
    """`--headless` prints what happens in this way."""
    evening = Evening(manners=STRICT)
    evening.table.introduce(9, HOST_KEY)

    assert isinstance(evening.ask(9, Watch())[0], Welcome)

    evening.join(0)
    evening.ask(0, SetManners(STRICT))
    assert evening.lobby(9).spectators == 0


def test_one_who_waits_makes_room_for_a_spectator_only_if_there_is_some(monkeypatch):
    monkeypatch.setattr(limits, "WATCHERS_MAX", 1)
    evening = begun()
    evening.watch(6)

    assert evening.ask(5, Watch()) == [Refused(Why.TABLE_FULL)]
    assert waiting(evening) == ["Player 5"]


# --- the leader's table ---------------------------------------------------------------


def test_the_leader_moves_a_chair_and_the_others_close_up():
    evening = Evening(bots=1)
    evening.join(0, 1, 2)
    evening.ask(2, Ready(ready=True))
    bot = names(evening, 0)[0]

    evening.ask(0, Move(3, to=0))

    assert names(evening, 0) == ["Player 2", bot, "Player 0", "Player 1"]
    assert [evening.lobby(peer).you for peer in range(3)] == [2, 3, 0]
    assert evening.lobby(0).leader == 2
    assert evening.lobby(0).chairs[0].ready


@pytest.mark.parametrize("move", [Move(2, to=0), Move(0, to=2), Move(9, to=9)])
def test_a_chair_that_is_not_there_is_not_moved(move):
    evening = Evening()
    evening.join(0, 1)

    assert evening.ask(0, move) == [Refused(Why.NO_SUCH_SEAT)]
    assert evening.ask(1, Move(0, to=1)) == [Refused(Why.NOT_LEADER)]


def test_the_leader_sets_how_well_a_bot_plays():
    evening = Evening(bots=1)
    evening.join(0, 1)

    evening.ask(0, SetStrength(0, Strength.HARD))

    assert evening.lobby(1).chairs[0].strength is Strength.HARD
    assert evening.ask(0, SetStrength(1, Strength.EASY)) == [Refused(Why.NO_SUCH_SEAT)]
    assert evening.ask(1, SetStrength(0, Strength.EASY)) == [Refused(Why.NOT_LEADER)]


def test_during_a_game_everybody_stays_where_they_are():
    evening = begun()

    assert evening.ask(0, Move(0, to=1)) == [Refused(Why.NOT_IN_LOBBY)]


@pytest.mark.parametrize("reason", [None, *Removal])
def test_the_one_who_is_removed_reads_why(reason):
    evening = Evening()
    evening.join(0, 1)

    evening.ask(0, Remove(1, reason))

    assert evening.sent[1][-1] == Closed(End.REMOVED, reason)


def test_a_lobby_tells_each_who_they_are():
    evening = begun()
    evening.watch(6)
    evening.join(7)

    mine = {peer: evening.lobby(peer) for peer in (0, 1, 5, 6, 7)}

    assert [each.you for each in mine.values()] == [0, 1, None, None, None]
    assert [each.newcomer for each in mine.values()] == [None, None, 0, None, 1]
    assert len({each.newcomers for each in mine.values()}) == 1
