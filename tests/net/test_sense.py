"""What a hostile table may make a guest show: nothing, unless a screen can show it."""

from __future__ import annotations

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lanuno.narration import company, lobbies, outcomes, prompts
from lanuno.narration.story import narrate
from lanuno.net.codec import LENGTH_BYTES, DecodeError, decode_notice, frame
from lanuno.net.messages import Chair, Lobby, Stage, Update
from lanuno.net.text import PlayerName
from lanuno.player import moves
from lanuno.tui import showing
from lanuno.uno import actions, events, view
from lanuno.uno.cards import DECK, Card, cards
from lanuno.uno.rules import Rules

from .samples import CHAIRS, EVENTS, FULL, HOUSE, NOTICES, PHASES, PLAIN, RESULT

FUZZ = settings(derandomize=True, database=None, deadline=None, max_examples=1500)
LOBBY = Lobby(Stage.PLAYING, HOUSE, CHAIRS, you=0, leader=3)
FULLEST = [Update(replace(FULL, phase=phase), EVENTS, seconds=12.5) for phase in PHASES]

SENSELESS_LOBBIES = {
    "I sit nowhere": {"you": 57},
    "I sit behind the last": {"you": 4},
    "I sit before the first": {"you": -1},
    "nobody leads": {"leader": 99},
    "nobody is there": {"chairs": ()},
    "everybody is there": {"chairs": (Chair(PlayerName("Ana")),) * 11},
}

SENSELESS_VIEWS = {
    "nobody": {"counts": (), "scores": (), "wins": ()},
    "eleven": {"counts": (1,) * 11, "scores": (0,) * 11, "wins": (0,) * 11},
    "no scores": {"scores": ()},
    "fewer counts": {"counts": (7, 7)},
    "fewer wins": {"wins": (0, 0)},
    "more wins": {"wins": (0,) * 4},
    "cards out of nowhere": {"counts": (7, 7, 10**9)},
    "fewer cards than none": {"counts": (7, 7, -1)},
    "a hand like two decks": {"hand": DECK * 2},
    "turn": {"turn": 9},
    "turn before the first": {"turn": -1},
    "dealer": {"dealer": 3},
    "me": {"seat": 3},
    "direction": {"direction": 7},
    "called": {"called": (0, 3)},
    "owing": {"owing": (-1,)},
    "gone": {"gone": (3,)},
    "partners": {"partners": (2, 3, 0)},
    "fewer partners": {"partners": (1, 0)},
    "shown": {"shown": view.Shown(3, cards("R1"))},
    "legal": {"legal": (actions.Draw(), actions.Catch(3))},
    "swap": {"legal": (actions.Play(Card.R7, swap=3),)},
    "offender": {"phase": view.Challengeable(offender=3, victim=1)},
    "victim": {"phase": view.Challengeable(offender=0, victim=-1)},
    "winner of the round": {"phase": view.RoundOver(replace(RESULT, winner=3))},
    "fewer hands": {"phase": view.RoundOver(replace(RESULT, hands=RESULT.hands[1:]))},
    "hands like two decks": {"phase": view.RoundOver(replace(RESULT, hands=(DECK, DECK, ())))},
    "fewer values": {"phase": view.RoundOver(replace(RESULT, values=()))},
    "more scores": {"phase": view.RoundOver(replace(RESULT, scores=(0,) * 4))},
    "winners": {"phase": view.GameOver((3,), events.End.TARGET, (0, 1, 2), None)},
    "no winners": {"phase": view.GameOver((), events.End.TARGET, (0, 1, 2), None)},
    "ranking of two": {"phase": view.GameOver((0,), events.End.TARGET, (0, 1), None)},
    "ranking twice": {"phase": view.GameOver((0,), events.End.TARGET, (0, 1, 1), None)},
    "no result at the end": {
        "phase": view.GameOver(
            (0,), events.End.TARGET, (0, 1, 2), replace(RESULT, hands=RESULT.hands[1:])
        )
    },
}

SENSELESS_EVENTS = (
    events.RoundBegan(round=1, dealer=3),
    events.TurnBegan(99),
    events.CardPlayed(-1, Card.R5),
    events.ChallengeOpened(offender=3, victim=0),
    events.ChallengeOpened(offender=0, victim=3),
    events.ChallengeJudged(challenger=3, offender=0, guilty=True),
    events.PlayerCaught(0, by=3),
    events.RoundEnded(replace(RESULT, winner=3)),
    events.RoundEnded(replace(RESULT, values=())),
    events.GameEnded((0, 3), events.End.AGREED),
    events.GameEnded((), events.End.AGREED),
)


def over(notice):
    """*notice* as it comes out at the other end."""
    return decode_notice(frame(notice)[LENGTH_BYTES:])


@pytest.mark.parametrize("changes", SENSELESS_LOBBIES.values(), ids=SENSELESS_LOBBIES.keys())
def test_a_lobby_with_seats_that_it_does_not_have_is_no_message(changes):
    with pytest.raises(DecodeError):
        over(replace(LOBBY, **changes))


@pytest.mark.parametrize("changes", SENSELESS_VIEWS.values(), ids=SENSELESS_VIEWS.keys())
def test_a_view_with_seats_or_cards_that_it_does_not_have_is_no_message(changes):
    with pytest.raises(DecodeError):
        over(Update(replace(PLAIN, **changes)))


@pytest.mark.parametrize("event", SENSELESS_EVENTS, ids=repr)
def test_an_event_on_a_seat_that_is_not_there_is_no_message(event):
    with pytest.raises(DecodeError):
        over(Update(PLAIN, (event,)))


def test_what_makes_sense_arrives():
    for notice in (LOBBY, Lobby(Stage.LOBBY, Rules(), ()), *FULLEST):
        assert over(notice) == notice


def test_every_field_in_which_a_seat_stands_is_looked_at():
    """A new event is looked at too, or has to be named here."""
    numbers = {"round", "count", "asked", "direction"}
    for kind in (type(each) for each in (*EVENTS, *PHASES, *FULL.legal)):
        for field in msgspec.structs.fields(kind):
            if field.type is int and field.name not in numbers:
                sample = next(e for e in (*EVENTS, *PHASES, *FULL.legal) if type(e) is kind)
                with pytest.raises(DecodeError):
                    over(around(replace(sample, **{field.name: 3})))


def around(part):
    """An update in which *part* stands where it belongs."""
    if isinstance(part, events.Event):
        return Update(PLAIN, (part,))
    if isinstance(part, view.Phase):
        return Update(replace(PLAIN, phase=part))
    return Update(replace(PLAIN, legal=(part,)))


def show(update: Update, lobby: Lobby) -> None:
    """Turn both into everything that a screen says of them."""
    now, names = update.view, showing.names(lobby)
    showing.seated(now, lobby)
    showing.places(now, lobby)
    showing.middle(now)
    showing.removable(now, lobby, idle=True)
    for order in showing.ORDERS:
        showing.held(now, order, frozenset())
    moves.bluffs(now)
    for event in update.events:
        narrate(event, names, lobby.you, now.partners)
    for card in (None, Card.W_PLUS, *now.hand[:3]):
        prompts.prompt(now, names, card, lobby.rules)
    prompts.badge(now, names)
    prompts.urgent(now, names)
    outcomes.title(now, names)
    outcomes.sentences(now, names)
    if now.shown:
        outcomes.shown(now.shown, names, now.color)
    if now.seat is not None:
        assert now.counts[now.seat] + now.scores[now.seat] is not None
    if isinstance(now.phase, (view.RoundOver, view.GameOver)) and now.phase.result:
        for place in showing.places(now, lobby):
            assert now.phase.result.hands[place.seat] is not None
            assert now.phase.result.values[place.seat] is not None
    company.seating(lobby)
    tuple(company.changes(LOBBY, lobby))
    company.holding_up(lobby, now.turn, idle=True)
    lobbies.prompt(lobby)
    if lobby.you is not None:
        assert lobby.chairs[lobby.you]


SMALL = st.integers(-2, 12) | st.none()


@FUZZ
@given(
    st.sampled_from([*FULLEST, *(each for each in NOTICES if isinstance(each, (Update, Lobby)))]),
    st.data(),
)
def test_whatever_is_exchanged_in_a_notice_that_arrives_can_be_shown(sample, data):
    plain = msgspec.to_builtins(sample, enc_hook=str)
    for _ in range(data.draw(st.integers(1, 3))):
        exchange(plain, data)
    try:
        notice = decode_notice(msgpack.packb(plain))
    except DecodeError:
        return

    if isinstance(notice, Lobby):
        for update in FULLEST:
            show(update, notice)
    elif isinstance(notice, Update):
        for lobby in (LOBBY, replace(LOBBY, chairs=CHAIRS[:2], leader=None), LOBBY_OF_NOBODY):
            show(notice, lobby)


LOBBY_OF_NOBODY = Lobby(Stage.PLAYING, Rules(), ())


def exchange(plain, data):
    """Put a small number, nothing, or more or less of the same in one place of *plain*."""
    place = plain
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inside = place[key]
        if isinstance(inside, list) and data.draw(st.booleans()):
            place[key] = data.draw(st.sampled_from([[], inside[1:], inside * 2, [0, 12]]))
            return
        if not isinstance(inside, (dict, list)) or not inside:
            place[key] = data.draw(SMALL)
            return
        place = inside
