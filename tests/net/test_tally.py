"""The tally against the truth: over games of careless people, and of whoever hears a part."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from lanuno.net.messages import Act, Rematch, Update
from lanuno.net.tally import Tally
from lanuno.store.played import Counts, Round
from lanuno.uno import CallUno, Catch, Challenge, Color, Game, GameOver, NextRound, RoundOver, Rules
from lanuno.uno.actions import Join, Leave
from lanuno.uno.actions import Stop as Stopped
from lanuno.uno.events import RoundBegan
from tests.uno.careless import begin, deeds

from .evening import Evening, play, position

PRESETS = ("document", "official")
COUNTED = ("missed", "catches", "bluffs")


def rules(seed: int) -> Rules:
    preset = Rules.preset(PRESETS[seed % 2])
    return preset.with_switch(f"rounds={1 + seed % 4}")


def moments(seed: int, *, joining: float = 0.0) -> list[Game]:
    """A game of careless people, after the deal and after every deed."""
    game = begin(seed, 2 + seed % 9, rules(seed))
    after = [game.copy()]
    for _ in deeds(game, random.Random(seed), leaving=0.003, joining=joining):
        after.append(game.copy())
        if game.version == 150 and seed % 5 == 0:
            game.stop()
            after.append(game.copy())
    return after


def counted(after: list[Game]) -> tuple[Counts, ...]:
    """What there was to count, by what was done and how things then stood."""
    players = range(after[-1].players)
    missed, catches, bluffs = ([0] * len(players) for _ in range(3))
    for before, now in pairwise(after):
        seat, deed = now.history[-1]
        if isinstance(deed, Catch):
            catches[seat] += 1
        if isinstance(deed, Challenge) and before._state.guilty:
            bluffs[seat] += 1
        if not isinstance(deed, (CallUno, Join, Leave, Stopped)):
            for forgot in before.owing - now.owing - {seat}:
                missed[forgot] += 1
    most = [max(len(game.hands[seat]) for game in after if seat < game.players) for seat in players]
    return tuple(
        Counts(
            missed=missed[seat], catches=catches[seat], bluffs=bluffs[seat], most_cards=most[seat]
        )
        for seat in players
    )


def ended(after: list[Game]) -> tuple[Round, ...]:
    """The rounds that were finished, by how the game stood after each."""
    rounds = {}
    for game in after:
        if isinstance(game.phase, (RoundOver, GameOver)) and game.phase.result:
            result = game.phase.result
            rounds[game.round] = Round(
                number=game.round,
                winner=result.winner,
                points=result.points,
                scores=game.scores + (0,) * (after[-1].players - game.players),
            )
    return tuple(rounds.values())


def tell(tally: Tally, game: Game, seat: int | None = None) -> None:
    tally.hear(game.look(seat), game.events)


def story(tally: Tally) -> tuple:
    return tally.complete, tally.counts, tally.rounds, tally.key("table")


@pytest.mark.parametrize("seed", range(20))
def test_what_newcomers_do_is_counted_from_their_seat_on(seed) -> None:
    """Nothing is lost of the rounds before, in which they have no points."""
    after, tally = moments(seed, joining=0.4), Tally()

    for game in after:
        tell(tally, game)

    assert story(tally)[:3] == (True, counted(after), ended(after))


def test_when_newcomers_and_the_next_round_are_told_together_nothing_has_been_missed() -> None:
    game, tally = begin(3, 2, Rules(target=500)), Tally()
    tell(tally, game)
    for _ in deeds(game, random.Random(3), leaving=0):
        tell(tally, game)
        if isinstance(game.phase, RoundOver):
            break
    joined = (*game.join(), *game.join())

    events = (*joined, *game.apply(0, NextRound()))
    tally.hear(game.look(None), events)

    assert tally.complete
    assert [each.scores[2:] for each in tally.rounds] == [(0, 0)]
    assert len(tally.counts) == 4


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_who_hears_a_whole_game_has_counted_all_that_there_was(first) -> None:
    shown = [0] * len(COUNTED)
    for seed in range(first, first + 10):
        after = moments(seed)
        tallies = [Tally() for _ in range(after[0].players + 1)]
        for game in after:
            for seat, tally in zip((None, *range(game.players)), tallies, strict=True):
                tell(tally, game, seat)

        key = tallies[0].key("table")
        assert key is not None
        for tally in tallies:
            assert story(tally) == (True, counted(after), ended(after), key), f"seed {seed}"
        wins = [sum(each.winner == seat for each in tally.rounds) for seat in range(game.players)]
        assert wins == [*game.wins], f"seed {seed}"
        for i, name in enumerate(COUNTED):
            shown[i] += sum(getattr(each, name) for each in tally.counts)
    assert all(shown), f"there was little to count: {shown}"


@pytest.mark.parametrize("seed", range(12))
def test_who_hears_a_part_of_a_game_says_so_and_has_counted_no_more(seed) -> None:
    after, chance = moments(seed), random.Random(seed)
    truth = counted(after)
    for _ in range(10):
        lost = chance.randrange(len(after) - 1), chance.randrange(1, len(after))
        heard = [game for i, game in enumerate(after) if not min(lost) <= i < max(lost)]
        if len(heard) == len(after):
            continue
        tally = Tally()
        for game in heard:
            tell(tally, game)

        # Nothing can be lost before the first deed, whose view shows the deal.
        only_the_deal = heard[1:] == after[1:] and heard[0] is after[0]
        assert tally.complete == only_the_deal
        assert tally.key("table") is not None
        for mine, true in zip(tally.counts, truth, strict=True):
            for name in (*COUNTED, "most_cards"):
                assert getattr(mine, name) <= getattr(true, name)
        assert set(tally.rounds) <= set(ended(after))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_again_counts_once(seed) -> None:
    after = moments(seed)
    tally = Tally()
    for game in after:
        tell(tally, game)
        tally.hear(game.look(None), ())
        tell(tally, game)

    assert story(tally)[:3] == (True, counted(after), ended(after))


def test_a_round_whose_end_was_not_heard_is_known_while_its_result_stands() -> None:
    after = next(each for each in map(moments, range(3, 40, 4)) if len(ended(each)) > 1)
    tally = Tally()
    for game in after:
        if isinstance(game.phase, RoundOver):
            tally.hear(game.look(None), ())
        elif not any(isinstance(event, RoundBegan) for event in game.events):
            tell(tally, game)

    assert tally.rounds == ended(after)


@pytest.mark.parametrize("seed", range(0, 40, 3))
def test_the_next_game_at_the_table_is_counted_by_itself(seed) -> None:
    before, after = moments(seed), moments(seed + 9)
    assert before[0].players == after[0].players
    for cut in (len(before), len(before) - 1, len(before) // 2, 1):
        for begun in (0, len(after) // 2):
            if begun == before[cut - 1].version + 1:
                continue  # then it might be the same game, for all that anybody can see
            tally, alone = Tally(), Tally()
            for game in before[:cut]:
                tell(tally, game)
            for game in after[begun:]:
                tell(tally, game)
                tell(alone, game)

            if cut == len(before) or begun == 0:
                assert story(tally) == story(alone), f"{cut} {begun}"
            assert tally.complete == (begun == 0)


def test_nobody_knows_what_to_call_a_game_that_is_not_over() -> None:
    tally = Tally()
    assert (tally.key("table"), tally.counts, tally.rounds, tally.complete) == (None, (), (), False)

    tell(tally, Game.new(2, bytes(32)))

    assert tally.key("table") is None
    assert not tally.is_over
    assert tally.counts == (Counts(most_cards=7),) * 2


def heard(evening: Evening, peer: int) -> Tally:
    tally = Tally()
    for notice in evening.sent[peer]:
        if isinstance(notice, Update):
            tally.hear(notice.view, notice.events)
    return tally


@pytest.mark.parametrize("seed", range(6))
def test_all_at_a_table_count_alike_but_who_was_away_or_late(seed) -> None:
    """No deed at a real table goes untold, so that none is taken for one that was lost."""
    evening, chance = Evening(rules=rules(seed), seed=seed + 1), random.Random(seed)
    evening.watch(9)
    evening.start(3, bots=1)
    evening.watch(8)
    for i in evening.while_playing():
        peers = [0, 1, 22 if i > 9 else 2]
        if i == 5:
            evening.lose(2)
        if i == 9:
            evening.come_back(2, on=22)
            evening.watch(7)
        evening.wait(1)
        if i not in range(5, 10):
            for peer in peers:
                evening.move(peer, chance)

    stories = {peer: story(heard(evening, peer)) for peer in (0, 1, 9, 8, 22, 7)}
    assert stories[0][0]
    assert stories[0] == stories[1] == stories[9] == stories[8]
    assert {each[3] for each in stories.values()} == {stories[0][3]}
    assert not stories[22][0]
    assert not stories[7][0]
    assert len(stories[0][2]) == evening.game.round


def test_a_rematch_begins_anew() -> None:
    evening = Evening()
    evening.start(2)
    evening.stop(0, 1)
    first = heard(evening, 0).key("table")
    for peer in (1, 0):
        evening.ask(peer, Rematch())

    assert first is not None
    assert heard(evening, 1).complete
    assert heard(evening, 1).key("table") is None


def test_what_happens_is_counted_for_whom_it_concerns() -> None:
    """R16, R20, R21."""
    evening = position("R5 W+ R9 | G3 B1 | Y1 Y2 Y3", top="R1")
    evening.sent = {0: evening.sent[0][-1:]}
    evening.act(0, play("W+", Color.GREEN))
    evening.ask(1, Act(evening.game.version, Challenge()))
    evening.ask(1, Act(evening.game.version, play("G3")))
    evening.ask(2, Act(evening.game.version, Catch(1)))

    assert [(each.missed, each.catches, each.bluffs) for each in heard(evening, 0).counts] == [
        (0, 0, 0),
        (1, 0, 1),
        (0, 1, 0),
    ]
