"""No card travels to a player who may not see it: whole games, with everything that was sent."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from lanuno.net.codec import decode_notice, frame
from lanuno.net.messages import Stop, Update
from lanuno.uno import Accept, Card, Challenge, Color, Play, Rules, card
from lanuno.uno.events import CardPlayed, FirstCardTurned
from lanuno.uno.view import GameOver, RoundOver

from .evening import Evening, key_of

CODES = {str(each) for each in Card}
WATCHER = 9


def cards_in(notice) -> Counter:
    """Every card that travels in *notice*, however deep, by the way to it and its code."""
    found = Counter()

    def search(value, way):
        match value:
            case dict():
                for name, inside in value.items():
                    search(inside, (*way, name))
            case list() | tuple():
                for inside in value:
                    search(inside, way)
            case str() if value in CODES:
                found[way, value] += 1

    search(msgspec.to_builtins(decode_notice(frame(notice)[4:]), enc_hook=str), ())
    return found


def cards_allowed(evening: Evening, seat: int | None, update: Update) -> Counter:
    """What *update* may show to *seat*, as the game itself, which knows everything, has it."""
    game, allowed = evening.game, Counter()

    def allow(way, cards):
        allowed.update((way, str(each)) for each in cards)

    allow(("view", "top"), [game.discard[-1]])
    if seat is not None:
        allow(("view", "hand"), game.hands[seat])
        plays = [each for each in game.legal(seat) if isinstance(each, Play)]
        allow(("view", "legal", "card"), [each.card for each in plays])
        if game.turn == seat and game.drawn:
            allow(("view", "drawn"), [game.drawn])
        if game.history and game.history[-1] == (seat, Challenge()):
            allow(("view", "shown", "hand"), game._state.judged)
    happened = game.events if update.events else ()
    results = [(("events", "result"), each.result) for each in happened if hasattr(each, "result")]
    if result := getattr(game.phase, "result", None):
        results.append((("view", "phase", "result"), result))
    for way, result in results:
        allow((*way, "last"), [result.last])
        allow((*way, "hands"), [each for hand in result.hands for each in hand])
    told = [each for each in happened if isinstance(each, (CardPlayed, FirstCardTurned))]
    allow(("events", "card"), [each.card for each in told])
    return allowed


class Spy(Evening):
    """An evening at which every update is compared with the truth while it is sent."""

    seen = 0

    def _deliver(self, sent):
        told = Counter(peer for peer, notice in sent if isinstance(notice, Update))
        assert not told or max(told.values()) == 1, "two updates at once: which truth is whose?"
        for peer, notice in sent:
            if isinstance(notice, Update):
                occupant = self.table.chairs.on_peer(peer)
                seat = self.table.chairs.seat_of(occupant) if occupant else None
                assert cards_in(notice) == cards_allowed(self, seat, notice)
                assert notice.view == self.game.look(seat)
                self.seen += 1
            else:
                assert not cards_in(notice)
        super()._deliver(sent)


@pytest.mark.parametrize("preset", ["document", "official"])
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_nobody_is_ever_sent_a_card_of_somebody_else(preset, seed):
    """B110, R18: also with stand-ins, watchers, challenges and people who come back."""
    chance = random.Random(seed)
    evening = Spy(rules=msgspec.structs.replace(Rules.preset(preset), target=400), seed=seed)
    evening.watch(WATCHER)
    evening.start(3, bots=1)
    on = [0, 1, 2]
    for _ in evening.while_playing():
        seat = chance.randrange(3)
        if chance.random() < 0.02:
            evening.lose(on[seat])
            evening.wait(chance.choice([1, 40]))
            on[seat] += 10
            evening.come_back(seat, on=on[seat])
        doubt = [each for each in evening.view(on[seat]).legal if isinstance(each, Challenge)]
        if doubt and chance.random() < 0.3:
            evening.act(on[seat], doubt[0])
        elif not evening.move(on[seat], chance):
            evening.wait(0.5)

    assert evening.seen > 300
    assert isinstance(evening.view(WATCHER).phase, (RoundOver, GameOver))


def test_a_challenged_hand_is_shown_to_the_challenger_alone_and_once():
    """B78, R18."""
    evening = Spy()
    evening.watch(WATCHER)
    evening.start(3)
    evening.lay("W+ R5 G1 | R7 G2 B5 | R9 G3", top="R1")
    evening.act(0, Play(card("W+"), Color.GREEN))

    evening.act(1, Challenge())

    shown = evening.view(1).shown
    assert (shown.seat, shown.hand) == (0, (card("R5"), card("G1")))
    assert [evening.view(peer).shown for peer in (0, 2, WATCHER)] == [None, None, None]
    evening.act(1, Play(card("G2")))
    assert [evening.view(peer).shown for peer in (0, 1, 2, WATCHER)] == [None] * 4


def test_a_wild_draw_four_that_is_accepted_shows_nothing():
    """B78."""
    evening = Spy()
    evening.start(3)
    evening.lay("W+ R5 G1 | R7 G2 B5 | R9 G3", top="R1")
    evening.act(0, Play(card("W+"), Color.GREEN))

    evening.act(1, Accept())

    assert [evening.view(peer).shown for peer in range(3)] == [None] * 3


def test_no_key_is_told_to_anybody():
    evening = Evening()
    evening.start(3)

    for peer in range(3):
        heard = b"".join(map(frame, evening.sent[peer]))
        assert not any(key_of(other).encode() in heard for other in range(3))


def test_the_seed_of_the_game_never_leaves_the_table():
    evening = Evening(seed=int.from_bytes(b"sixteen bytes of seed and more..", "big"))
    evening.watch(WATCHER)
    evening.start(2)
    for peer in (0, 1):
        evening.ask(peer, Stop(agree=True))

    heard = b"".join(frame(each) for told in evening.sent.values() for each in told)

    assert evening.game.seed not in heard
    assert evening.game.seed.hex().encode() not in heard
