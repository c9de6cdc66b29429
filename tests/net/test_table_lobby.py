"""Before and after a game: who comes, who leads, who sits where."""

from __future__ import annotations

import pytest

from lanuno.bots import Strength
from lanuno.net import limits
from lanuno.net.match import GRACE_SECONDS
from lanuno.net.messages import (
    Act,
    AddBot,
    Ask,
    Closed,
    End,
    Join,
    Leave,
    Ready,
    Refused,
    Rematch,
    Remove,
    SetManners,
    SetRules,
    Stage,
    Start,
    Stop,
    TableInfo,
    Update,
    Watch,
    Welcome,
    Why,
)
from lanuno.net.text import PlayerName
from lanuno.uno import Draw, Rules

from .evening import ID, Evening, everything, key_of
from .samples import STRICT

JOIN = Join(PlayerName("First"))
OFFICIAL = Rules.preset("official")


def names(evening: Evening, peer: int) -> list[str]:
    return [chair.name for chair in evening.lobby(peer).chairs]


def test_a_guest_is_welcomed_to_a_seat_and_learns_who_else_is_there():
    evening = Evening(bots=1)

    welcome, lobby = evening.join(7)

    assert welcome == Welcome(ID, "Kitchen")
    assert [chair.name for chair in lobby.chairs] == ["Ada", "Player 7"]
    assert [chair.bot for chair in lobby.chairs] == [True, False]
    assert (lobby.stage, lobby.you, lobby.leader) == (Stage.LOBBY, 1, 1)


def test_everybody_hears_who_comes_and_each_hears_their_own_seat():
    evening = Evening()

    evening.join(0, 1)
    evening.watch(2)

    assert names(evening, 0) == names(evening, 1) == names(evening, 2) == ["Player 0", "Player 1"]
    assert [evening.lobby(peer).you for peer in range(3)] == [0, 1, None]


def test_what_a_table_is_can_be_asked_without_a_seat_at_any_time():
    evening = Evening(bots=1, rules=OFFICIAL)
    stages = []
    for step in (
        lambda: None,
        lambda: evening.start(1, bots=1),
        lambda: evening.stop(0),
    ):
        step()
        (info,) = evening.ask(9, Ask())
        stages.append((info.stage, info.seated, info.bots))

    assert stages == [(Stage.LOBBY, 1, 1), (Stage.PLAYING, 3, 2), (Stage.OVER, 3, 2)]
    assert info == TableInfo(ID, "Kitchen", Stage.OVER, 3, 2, 10, OFFICIAL)
    assert not evening.table.knows(9)


def test_people_who_look_on_leave_room_for_those_who_play(monkeypatch):
    monkeypatch.setattr(limits, "WATCHERS_MAX", 2)
    evening = Evening()
    for peer in range(2):
        evening.watch(peer)

    assert evening.watch(2) == [Closed(End.BUSY)]
    evening.lose(0)
    assert isinstance(evening.watch(3)[0], Welcome)


def test_one_who_asks_is_no_guest_until_they_join_or_watch():
    evening = Evening()

    evening.join(0)
    evening.watch(1)

    assert [evening.table.knows(peer) for peer in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("first", "again"), [(JOIN, Join(PlayerName("Again"))), (JOIN, Watch()), (Watch(), Watch())]
)
def test_a_connection_has_one_place_at_the_table(first, again):
    evening = Evening()
    evening.table.introduce(0, key_of(0))
    evening.ask(0, first)
    before = everything(evening)

    assert evening.ask(0, again) == [Refused(Why.ALREADY_SEATED)]
    assert everything(evening) == before
    assert evening.table._audience.peers == [0]


def test_the_first_guest_leads_until_the_host_comes():
    evening = Evening()
    evening.join(0)
    assert evening.lobby(0).leader == 0

    evening.join(1, host=True)
    assert evening.lobby(0).leader == 1

    evening.ask(1, Leave())
    assert evening.lobby(0).leader == 0


def test_whoever_is_not_the_host_only_says_so_in_vain():
    evening = Evening()
    evening.join(0)

    evening.join(1, key="e" * 64)

    assert evening.lobby(1).leader == 0


def test_when_the_host_has_been_away_for_long_somebody_else_leads():
    """R31"""
    evening = Evening()
    evening.join(0)
    evening.join(1, host=True)

    evening.lose(1)
    assert evening.lobby(0).leader is None
    evening.come_back(1, on=2)
    assert evening.lobby(0).leader == 1
    evening.lose(2)
    evening.wait(GRACE_SECONDS)

    assert evening.lobby(0).leader == 0


def test_for_the_last_chair_only_the_first_of_two_is_in_time():
    """B106."""
    evening = Evening(bots=9)

    evening.join(0)
    told = evening.join(1)

    assert told == [Closed(End.FULL)]
    assert len(evening.lobby(0).chairs) == 10


def test_the_leader_seats_bots_until_the_table_is_full():
    evening = Evening()
    evening.join(0)

    told = [evening.ask(0, AddBot()) for _ in range(10)]

    assert told[-1] == [Refused(Why.TABLE_FULL)]
    assert [chair.bot for chair in evening.lobby(0).chairs] == [False] + 9 * [True]
    assert len(set(names(evening, 0))) == 10


def test_a_bot_plays_as_well_as_it_was_asked_to():
    evening = Evening(bots=1)
    evening.join(0)

    for strength in Strength:
        evening.ask(0, AddBot(strength))

    told = [chair.strength for chair in evening.lobby(0).chairs if chair.bot]
    assert told == [Strength.NORMAL, *Strength]


def test_the_leader_takes_bots_and_guests_away_again():
    evening = Evening(bots=1)
    evening.join(0, 1)

    evening.ask(0, Remove(0))
    evening.ask(0, Remove(1))

    assert evening.sent[1][-1] == Closed(End.REMOVED)
    assert names(evening, 0) == ["Player 0"]
    assert evening.lobby(0).you == 0
    assert evening.ask(0, Remove(1)) == [Refused(Why.NO_SUCH_SEAT)]


def test_one_whose_seat_was_taken_away_comes_back_as_a_stranger():
    evening = Evening()
    evening.join(0, 1)
    evening.ask(0, Remove(1))

    evening.come_back(1, on=2)

    assert evening.lobby(2).you == 1
    assert not evening.occupant(1).ready


def test_the_leader_sets_the_rules_for_everybody():
    evening = Evening()
    evening.join(0, 1)

    evening.ask(0, SetRules(OFFICIAL))

    assert evening.lobby(1).rules == OFFICIAL
    evening.ask(0, Start())
    assert evening.game.rules == OFFICIAL


def test_the_leader_says_what_the_table_allows_and_who_asks_is_told():
    evening = Evening()
    evening.join(0, 1)

    evening.ask(0, SetManners(STRICT))

    assert evening.lobby(1).manners == STRICT
    assert evening.ask(9, Ask()) == [evening.table.info()]
    assert evening.table.info().manners == STRICT


@pytest.mark.parametrize(
    "request_", [AddBot(), Remove(0), SetRules(OFFICIAL), SetManners(STRICT), Start()]
)
def test_nobody_else_does_what_the_leader_may(request_):
    evening = Evening(bots=1)
    evening.join(0, 1)
    evening.watch(2)
    before = everything(evening)

    assert evening.ask(1, request_) == [Refused(Why.NOT_LEADER)]
    assert evening.ask(2, request_) == [Refused(Why.NOT_SEATED)]
    assert evening.ask(9, request_) == [Refused(Why.NOT_SEATED)]
    assert everything(evening) == before


@pytest.mark.parametrize(
    "request_",
    [AddBot(), SetRules(OFFICIAL), SetManners(STRICT), Start(), Ready(ready=True)],
)
def test_while_a_game_is_on_the_table_stays_as_it_is(request_):
    """B98."""
    evening = Evening()
    evening.start(2)
    before = everything(evening)

    assert evening.ask(0, request_) == [Refused(Why.NOT_IN_LOBBY)]
    assert everything(evening) == before


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (Act(0, Draw()), Why.NO_GAME),
        (Stop(agree=True), Why.NO_GAME),
        (Rematch(), Why.GAME_NOT_OVER),
    ],
)
def test_what_needs_a_game_is_refused_in_the_lobby(request_, why):
    evening = Evening()
    evening.join(0, 1)
    before = everything(evening)

    assert evening.ask(0, request_) == [Refused(why)]
    assert everything(evening) == before


def test_everybody_sees_who_is_ready():
    evening = Evening(bots=1)
    evening.join(0, 1)

    evening.ask(1, Ready(ready=True))
    assert [chair.ready for chair in evening.lobby(0).chairs] == [True, False, True]

    evening.ask(1, Ready(ready=False))
    assert [chair.ready for chair in evening.lobby(0).chairs] == [True, False, False]
    assert evening.ask(9, Ready(ready=True)) == [Refused(Why.NOT_SEATED)]


def test_saying_the_same_thing_twice_is_told_once():
    evening = Evening()
    evening.join(0, 1)
    evening.ask(1, Ready(ready=True))
    evening.forget()

    evening.ask(1, Ready(ready=True))

    assert evening.sent == {}


def test_one_player_alone_has_no_game():
    evening = Evening()
    evening.join(0)

    assert evening.ask(0, Start()) == [Refused(Why.TOO_FEW)]
    assert evening.table.stage is Stage.LOBBY


def test_no_game_begins_that_has_too_few_cards_for_all():
    """R2."""
    evening = Evening(rules=Rules(hand_size=20))
    evening.join(*range(5))

    assert evening.ask(0, Start()) == [Refused(Why.TOO_MANY_CARDS)]
    assert evening.table.stage is Stage.LOBBY

    evening.ask(4, Leave())
    evening.ask(0, Start())
    assert evening.table.stage is Stage.PLAYING


def test_a_game_begins_for_all_at_once_with_their_own_cards():
    evening = Evening()
    evening.watch(5)

    evening.start(2, bots=1)

    for seat in (0, 1):
        assert evening.lobby(seat).stage is Stage.PLAYING
        assert evening.view(seat) == evening.game.look(seat)
        assert evening.last(seat, Update).events == evening.game.events
    assert evening.view(5) == evening.game.look(None)


def test_a_guest_who_has_gone_does_not_hold_up_the_start():
    """B108."""
    evening = Evening()
    evening.join(0, 1, 2)
    evening.ask(1, Ready(ready=True))

    evening.lose(1)
    assert [chair.here for chair in evening.lobby(0).chairs] == [True, False, True]
    assert not evening.lobby(0).chairs[1].ready

    evening.ask(0, Start())
    assert names(evening, 0) == ["Player 0", "Player 2"]
    assert evening.view(2).seat == 1
    assert evening.come_back(1, on=3)[1].newcomer == 0


def test_players_who_are_away_do_not_make_a_game():
    evening = Evening()
    evening.join(0, 1)
    evening.lose(1)

    assert evening.ask(0, Start()) == [Refused(Why.TOO_FEW)]


def test_a_guest_who_comes_back_soon_still_has_the_chair():
    evening = Evening()
    evening.join(0, 1)
    evening.lose(1)

    evening.wait(29)
    evening.come_back(1, on=2)
    evening.wait(100)

    assert names(evening, 0) == ["Player 0", "Player 1"]
    assert evening.lobby(2).you == 1
    assert evening.table.due() is None


def test_the_chair_of_a_guest_who_stays_away_is_free_again():
    evening = Evening()
    evening.join(0, 1, 2)
    evening.lose(1)
    evening.wait(10)
    evening.lose(2)

    evening.wait(20)
    assert names(evening, 0) == ["Player 0", "Player 2"]

    evening.wait(10)
    assert names(evening, 0) == ["Player 0"]
    assert evening.table.due() is None


def test_a_new_guest_is_told_that_a_game_is_on_where_nobody_may_wait():
    evening = Evening(manners=STRICT)
    evening.start(2)

    assert evening.join(5) == [Closed(End.IN_GAME)]
    assert len(evening.lobby(0).chairs) == 2


def test_one_who_leaves_the_lobby_leaves_no_trace():
    evening = Evening()
    evening.join(0, 1)

    told = evening.ask(1, Leave())

    assert told == [Closed(End.LEFT)]
    assert names(evening, 0) == ["Player 0"]
    assert evening.ask(1, Leave()) == [Refused(Why.NOT_SEATED)]


def test_a_watcher_sees_no_hand_and_is_forgotten_on_leaving():
    evening = Evening()
    evening.start(2)

    welcome, lobby, update = evening.watch(5)

    assert (welcome.name, lobby.you) == ("Kitchen", None)
    assert update.view == evening.game.look(None)
    assert update.view.hand == update.view.legal == ()
    evening.lose(5)
    evening.forget()
    evening.ask(0, Stop(agree=True))
    assert set(evening.sent) == {0, 1}
