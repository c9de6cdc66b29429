"""The recorded games, played again: a change of any rule that they touch shows here."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from lanuno import uno
from lanuno.uno import events, record
from lanuno.uno.actions import Deed

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game_is_played_again_to_the_same_end(file):
    assert record.verify(file) == ()


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game_is_written_down_again_letter_by_letter(file):
    kept = record.read(file)

    *_, last = record.replay(kept)

    assert record.text(last.game, names=kept.names, date=kept.date) == file.read_text("utf-8")


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_no_card_is_lost_on_the_way(file):
    """R1."""
    for step in record.replay(record.read(file)):
        step.game.check()
        held = sorted(sum(step.game.hands, ()), key=lambda card: card.index)
        rest = step.game.pile + step.game.discard
        assert sorted((*held, *rest), key=lambda card: card.index) == list(uno.DECK)


def test_the_recorded_games_are_of_both_presets_and_of_few_and_many_players():
    games = [record.read(file) for file in GAMES]

    assert {game.rules.name for game in games} == {"document", "official", "party", None}
    assert {game.players for game in games} >= {2, 3, 4, 10}


def test_together_they_hold_everything_that_can_be_done():
    done = {type(step.deed) for step in all_steps() if step.deed is not None}

    assert done == set(get_args(Deed))


def test_together_they_hold_everything_that_can_happen():
    happened = all_events()

    assert set(map(type, happened)) == set(get_args(events.Event))
    assert {event.why for event in happened if isinstance(event, events.GameEnded)} == set(
        events.End
    )
    assert {event.why for event in happened if isinstance(event, events.CardsDrawn)} == set(
        events.Why
    )


def test_one_of_them_has_a_blocked_round():
    """R25."""
    results = [event.result for event in all_events() if isinstance(event, events.RoundEnded)]

    assert any(result.winner is None for result in results)


def test_one_of_them_has_a_first_card_that_went_back():
    """R6, R7."""
    turned = [event for event in all_events() if isinstance(event, events.FirstCardTurned)]

    assert any(event.returned for event in turned)


def all_steps():
    return [step for file in GAMES for step in record.replay(record.read(file))]


def all_events():
    return [event for step in all_steps() for event in step.events]
