"""After a game: its result, the next one, and an open table."""

from __future__ import annotations

import pytest

from lanuno.bots import Strength
from lanuno.net.messages import (
    AddBot,
    Leave,
    Lobby,
    Ready,
    Refused,
    Rematch,
    SetRules,
    Stage,
    Start,
    Why,
)
from lanuno.uno import Rules

from .evening import Evening


def names(evening: Evening, peer: int) -> list[str]:
    return [chair.name for chair in evening.lobby(peer).chairs]


@pytest.mark.parametrize("first", [0, 2])
def test_one_who_wants_another_game_takes_nobody_from_the_result(first):
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)

    evening.ask(first, Rematch())

    lobby = evening.lobby(1)
    assert lobby.stage is Stage.OVER
    assert [chair.ready for chair in lobby.chairs] == [seat == first for seat in range(3)]


def test_the_leader_calls_all_to_the_lobby():
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.ask(2, Rematch())

    evening.ask(0, Rematch(lobby=True))

    lobby = evening.lobby(1)
    assert lobby.stage is Stage.LOBBY
    assert [chair.ready for chair in lobby.chairs] == [False, False, True]


def test_when_all_want_another_game_it_begins_at_once_with_the_same_people_bots_and_rules():
    evening = Evening(rules=Rules(target=50))
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.ask(0, Rematch())
    evening.ask(2, Rematch())
    evening.forget()

    evening.ask(1, Rematch())

    lobby = evening.lobby(1)
    assert lobby.stage is Stage.PLAYING
    assert names(evening, 1) == ["Player 0", "Player 1", "Player 2"]
    assert not any(chair.ready or chair.stop for chair in lobby.chairs)
    assert evening.view(1).version == 0
    assert evening.game.rules == Rules(target=50)
    assert evening.game.seed == (2).to_bytes(32, "big")
    assert [each.stage for each in evening.sent[2] if isinstance(each, Lobby)] == [Stage.PLAYING]


def test_one_person_begins_the_next_game_against_the_same_bots_with_one_request():
    evening = Evening()
    evening.join(0)
    evening.ask(0, AddBot(Strength.HARD))
    evening.ask(0, AddBot(Strength.EASY))
    evening.ask(0, Start())
    before = [(chair.name, chair.strength) for chair in evening.lobby(0).chairs]
    evening.stop(0)

    evening.ask(0, Rematch())

    lobby = evening.lobby(0)
    assert lobby.stage is Stage.PLAYING
    assert [(chair.name, chair.strength) for chair in lobby.chairs] == before


def test_the_game_does_not_begin_without_a_player_who_is_away_for_a_moment():
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.lose(2)
    evening.ask(1, Rematch())

    evening.ask(0, Rematch())

    lobby = evening.lobby(1)
    assert lobby.stage is Stage.LOBBY
    assert [chair.ready for chair in lobby.chairs] == [True, True]


def test_when_too_few_are_left_for_another_game_they_wait_in_the_lobby():
    evening = Evening()
    evening.start(2)
    evening.stop(0, 1)
    evening.ask(1, Leave())

    evening.ask(0, Rematch())

    lobby = evening.lobby(0)
    assert lobby.stage is Stage.LOBBY
    assert [chair.ready for chair in lobby.chairs] == [True]


def test_when_so_many_make_no_teams_they_wait_in_the_lobby():
    evening = Evening(rules=Rules(teams=True))
    evening.start(4)
    evening.stop(0, 1, 2, 3)
    evening.ask(3, Leave())

    for peer in (2, 1, 0):
        evening.ask(peer, Rematch())

    assert evening.lobby(0).stage is Stage.LOBBY


def test_the_leader_takes_all_to_the_lobby_though_the_others_want_to_play_on():
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.ask(1, Rematch())
    evening.ask(2, Rematch())

    evening.ask(0, Rematch(lobby=True))

    lobby = evening.lobby(1)
    assert lobby.stage is Stage.LOBBY
    assert [chair.ready for chair in lobby.chairs] == [False, True, True]


def test_nobody_else_takes_all_to_the_lobby():
    evening = Evening()
    evening.start(2)
    evening.stop(0, 1)

    assert evening.ask(1, Rematch(lobby=True)) == [Refused(Why.NOT_LEADER)]

    lobby = evening.lobby(0)
    assert lobby.stage is Stage.OVER
    assert not lobby.chairs[1].ready


def test_who_has_become_the_leader_can_go_to_the_lobby_after_all():
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.ask(1, Rematch())
    evening.ask(2, Rematch())
    evening.ask(0, Leave())
    assert evening.lobby(1).leader == 1

    evening.ask(1, Rematch(lobby=True))

    assert evening.lobby(1).stage is Stage.LOBBY


def test_new_rules_ask_everybody_anew_whether_they_are_ready():
    evening = Evening()
    for peer in range(2):
        evening.join(peer)
    evening.ask(1, Ready(ready=True))

    evening.ask(0, SetRules(Rules(target=50)))

    assert [chair.ready for chair in evening.lobby(1).chairs] == [False, False]


def test_after_a_game_its_result_stands_until_the_leader_wants_the_lobby():
    evening = Evening()
    evening.start(3)
    evening.stop(0, 1, 2)
    evening.ask(2, Leave())
    assert evening.lobby(0).stage is Stage.OVER

    evening.ask(0, Rematch(lobby=True))

    lobby = evening.lobby(0)
    assert (lobby.stage, lobby.leader) == (Stage.LOBBY, 0)
    assert names(evening, 0) == ["Player 0", "Player 1"]
    assert not any(chair.ready for chair in lobby.chairs)
    assert [chair.stop for chair in lobby.chairs] == [False, False]
    evening.ask(0, Start())
    assert evening.lobby(1).stage is Stage.PLAYING
    assert evening.game.seed == (2).to_bytes(32, "big")


def test_a_rematch_is_for_those_who_played():
    evening = Evening()
    evening.start(2)
    evening.watch(5)
    evening.stop(0, 1)

    assert evening.ask(5, Rematch()) == [Refused(Why.NOT_SEATED)]
    assert evening.join(6)[1].newcomer == 0


def test_when_the_last_player_has_left_after_a_game_the_table_is_open_again():
    evening = Evening()
    evening.watch(5)
    evening.start(2)
    evening.stop(0, 1)

    evening.ask(0, Leave())
    assert evening.lobby(5).chairs[0].gone
    assert evening.lobby(5).stage is Stage.OVER

    evening.ask(1, Leave())
    assert evening.lobby(5) == Lobby(Stage.LOBBY, Rules(), (), spectators=1)
    evening.join(6)
    assert evening.lobby(6).you == 0


def test_when_the_last_player_stays_away_after_a_game_the_table_is_open_again():
    evening = Evening()
    evening.start(2)
    evening.stop(0, 1)
    evening.lose(0, 1)

    evening.wait(29)
    evening.come_back(1, on=2)
    assert evening.lobby(2).stage is Stage.OVER
    assert evening.view(2).phase == evening.game.phase
    evening.lose(2)
    evening.wait(30)

    evening.join(3)
    assert names(evening, 3) == ["Player 3"]
