"""Start a game, ask what is legal, act, look."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, assert_never

from msgspec.structs import replace

from lanuno.uno import position, turns
from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Deed,
    Draw,
    IllegalAction,
    Join,
    Leave,
    Misplay,
    NextRound,
    Pass,
    PickColor,
    Play,
    Reason,
    Stop,
)
from lanuno.uno.cards import DECK, SEED_BYTES, Card, Color, first_dealer
from lanuno.uno.events import End
from lanuno.uno.house import rulebook
from lanuno.uno.legal import as_listed, has_seat, is_misplay, legal, refusal
from lanuno.uno.rules import DOCUMENT, Rules
from lanuno.uno.score import end_game
from lanuno.uno.size import check_size, has_room
from lanuno.uno.state import State
from lanuno.uno.turns import draw, play
from lanuno.uno.view import GameOver, Phase, RoundOver, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.events import Event


def _of_state(name: str) -> Any:  # noqa: ANN401 - a property of that name's type
    """A property of a game that its state keeps; half the price of a method's."""
    return property(attrgetter(f"_state.{name}"))


class Game:
    """
    A game of Uno: the truth about every card, changed by nothing but actions.

    The same seed, rules and actions give the same game, on every machine. It is mutable,
    because a game is long; what it hands out is not.

    >>> game = Game.new(players=4, seed=bytes(32))
    >>> events = game.apply(game.turn, game.legal(game.turn)[0])
    >>> game.look(game.turn).counts
    (7, 6, 7, 7)
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.turn = state.turn
        """The seat that the table waits for; meaningless once the round is over."""
        self._asked = -1
        """The seat that `_listed` is for; -1, which is nobody's, may do nothing."""
        self._listed: tuple[Action, ...] = ()
        self._public: View | None = None
        """What a spectator saw last."""
        self._cards = self._count_cards()
        self.dealt = False
        """Whether it began with a deal (`new`), so that seed and history are all of it."""
        self.events: tuple[Event, ...] = ()
        """What the last deed made happen; of a new game, the deal."""
        self.history: list[tuple[int, Deed]] = []
        """Every accepted deed with its seat, the oldest first; a `Stop` has seat -1."""

    @classmethod
    def new(cls, players: int, seed: bytes, rules: Rules = DOCUMENT) -> Self:
        """
        A game of *players* (2 to 10) with its first round dealt.

        *seed* is 32 bytes, the only randomness there is: keep it secret while the game
        lasts. ValueError for another number of players or bytes, or when the deck is too
        small for that many hands.
        """
        check_size(players, rules)
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes long, not {len(seed)}")
        state = State(players, seed, rules, rulebook(rules))
        events = turns.begin_round(state, first_dealer(seed, players))
        game = cls(state)
        game.dealt = True
        game.events = events
        return game

    @classmethod
    def position(
        cls,
        hands: str,
        *,
        top: str,
        turn: int = 0,
        dealer: int | None = None,
        direction: int = 1,
        color: Color | None = None,
        pile: str | None = None,
        discard: str = "",
        rules: Rules = DOCUMENT,
        seed: bytes = bytes(SEED_BYTES),
        scores: Sequence[int] | None = None,
    ) -> Self:
        """
        The middle of a round: *hands* in notation, separated by ``|``, seat 0 first.

        *top* is the top card, *discard* what lies under it, the lowest first; *pile* is
        the draw pile, the card drawn first named first. Without *pile* it is the rest of
        the deck, shuffled by *seed*. Without *dealer* the player before *turn* dealt.
        Without *color* the top card's is in force, and a wild on top waits for the player
        on turn to choose one. ValueError when a card does not exist, or not so often;
        TypeError for a color that is none.

        >>> game = Game.position("R5 W+ | G3 GR | B7", top="R1", pile="Y1 Y2")
        >>> [str(card) for card in game.hands[0]], str(game.pile[0])
        (['R5', 'W+'], 'Y1')
        """
        return cls(
            position.set_up(
                hands,
                top=top,
                turn=turn,
                dealer=dealer,
                direction=direction,
                color=color,
                pile=pile,
                discard=discard,
                rules=rules,
                seed=seed,
                scores=scores,
            )
        )

    def legal(self, seat: int) -> tuple[Action, ...]:
        """
        Everything *seat* may do now; empty when it is somebody else's business.

        This is the only definition of what the rules allow: the screen, the bots and the
        clock all ask here. Two things go beyond it. `Play.uno` may be set in any play: it
        counts while `CallUno` is legal too, and with the last card but one that is played
        out of turn (R34), and is void otherwise (R20). And under the rules where a misplay
        costs four cards, `apply` takes one (R30).

        >>> Draw() in Game.position("R5 | G3", top="R1").legal(0)
        True
        """
        if seat != self._asked:
            self._listed = legal(self._state, seat)
            self._asked = seat
        return self._listed

    def apply(self, seat: int, action: Action) -> tuple[Event, ...]:
        """
        Do *action* for *seat*; what happened by it, in order.

        IllegalAction, with its reason, when the rules do not allow it: then nothing has
        changed.
        """
        state = self._state
        listed = self._listed if seat == self._asked else self.legal(seat)
        if state.owing or action not in listed:
            events = self._apply_closely(seat, action)
        elif type(action) is Play:
            events = play(state, seat, action)
        elif type(action) is Draw:
            events = draw(state, seat)
        else:
            events = _carry_out(state, seat, action)
        self.history.append((seat, action))
        self._asked = -1
        self._listed = ()
        self.turn = state.turn
        self.events = events
        return events

    def join(self) -> tuple[Event, ...]:
        """
        A newcomer takes a new seat, the last one, and is dealt in with the next round.

        IllegalAction when no round has just ended, and when there is no room (`has_room`).
        """
        if not isinstance(self.phase, RoundOver):
            raise IllegalAction(Reason.ROUND_NOT_OVER)
        if not self.has_room:
            raise IllegalAction(Reason.NO_ROOM)
        return self._done(self.players, Join(), turns.join(self._state))

    def leave(self, seat: int) -> tuple[Event, ...]:
        """
        *seat* gives up for good; the others play on without those cards (R31).

        IllegalAction when nobody sits there, or when the game is over.
        """
        if not has_seat(self._state, seat):
            raise IllegalAction(Reason.NO_SUCH_SEAT)
        if isinstance(self.phase, GameOver):
            raise IllegalAction(Reason.GAME_OVER)
        return self._done(seat, Leave(), turns.leave(self._state, seat))

    def stop(self) -> tuple[Event, ...]:
        """
        The players agree to stop here; the round in progress counts for nobody (R28).

        IllegalAction when the game is over.
        """
        phase = self.phase
        if isinstance(phase, GameOver):
            raise IllegalAction(Reason.GAME_OVER)
        last = phase.result if isinstance(phase, RoundOver) else None
        return self._done(-1, Stop(), (end_game(self._state, End.AGREED, last),))

    def look(self, seat: int | None) -> View:
        """
        The table as *seat* sees it, or as a spectator does (None).

        The only way from the truth to a player. ValueError for a seat that never was.
        """
        state = self._state
        if seat is not None and not 0 <= seat < len(state.hands):
            raise ValueError(f"no such seat: {seat}")
        public = self._public
        if public is None or public.version != self.version:
            public = self._public = state.seen_by_all(self.version)
        if seat is None:
            return public
        challenged = self.history[-1:] == [(seat, Challenge())]
        return replace(
            public,
            seat=seat,
            hand=tuple(state.hands[seat]),
            drawn=state.drawn if seat == state.turn else None,
            legal=self.legal(seat),
            shown=state.shown if challenged else None,
        )

    def copy(self) -> Self:
        """Another game at the same point; neither knows of the other from here on."""
        other = type(self)(self._state.copy())
        other.dealt = self.dealt
        other.events = self.events
        other.history = self.history.copy()
        return other

    def check(self) -> None:
        """AssertionError when something is true that cannot be: a bug, never a player's doing."""
        state = self._state
        # A position may leave cards out of the deck; the next deal brings them back.
        whole = self._cards if state.round == 1 else len(DECK)
        assert self._count_cards() == whole, "cards have been lost or made"
        over = isinstance(state.phase, (RoundOver, GameOver))
        assert over or state.turn not in state.gone, "the turn of somebody who left"
        held = state.hands[state.turn]
        assert state.drawn is None or state.drawn in held, "a drawn card that nobody holds"
        assert not state.owing & state.gone, "somebody who left owes a call"

    @property
    def players(self) -> int:
        """Seats in the game, those that were left included."""
        return len(self._state.hands)

    @property
    def has_room(self) -> bool:
        """Whether a newcomer can get a seat when the round is over."""
        return has_room(self._state.active, self.players, self.rules)

    rules: Rules = _of_state("rules")
    seed: bytes = _of_state("seed")

    @property
    def version(self) -> int:
        """How many deeds have been accepted."""
        return len(self.history)

    round: int = _of_state("round")
    phase: Phase = _of_state("phase")
    dealer: int = _of_state("dealer")
    direction: int = _of_state("direction")
    """1 to the left (clockwise), -1 to the right."""
    color: Color | None = _of_state("color")
    """The color in force; None while a first wild has none, or after a last wild."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, by seat, each in the order in which its cards came."""
        return tuple(tuple(hand) for hand in self._state.hands)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The draw pile, the card that is drawn first named first."""
        return tuple(reversed(self._state.pile))

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile; the last card is the top."""
        return tuple(self._state.discard)

    drawn: Card | None = _of_state("drawn")
    """The card that the player on turn has drawn and must decide about."""

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._state.scores)

    @property
    def wins(self) -> tuple[int, ...]:
        """Rounds won, by seat."""
        return tuple(self._state.wins)

    @property
    def called(self) -> frozenset[int]:
        """The seats whose call of Uno stands."""
        return frozenset(self._state.called)

    @property
    def owing(self) -> frozenset[int]:
        """The seats that may be caught (R21)."""
        return frozenset(self._state.owing)

    @property
    def gone(self) -> frozenset[int]:
        """The seats that were left for good (R31)."""
        return frozenset(self._state.gone)

    def _apply_closely(self, seat: int, action: Action) -> tuple[Event, ...]:
        """`apply` where windows may close (R21), or what is not listed may mean something else."""
        state = self._state
        meaning = action if action in self.legal(seat) else self._meaning(seat, action)
        missed = turns.close_windows(state, seat, meaning)
        return missed + _carry_out(state, seat, meaning)

    def _meaning(self, seat: int, action: Action) -> Play | Misplay:
        """A play with a call in it, or a misplay; IllegalAction for anything else not listed."""
        state = self._state
        if not has_seat(state, seat):
            raise IllegalAction(Reason.NO_SUCH_SEAT)
        # What comes from outside may be anything, whatever its type says.
        if not isinstance(action, Action):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise IllegalAction(Reason.NOT_AN_ACTION)
        if isinstance(action, Play) and isinstance(action.card, Card):  # pyright: ignore[reportUnnecessaryIsInstance]
            listed = as_listed(state, seat, action)
            if listed in self.legal(seat):
                return replace(listed, uno=action.uno)
            if is_misplay(state, seat, action):
                return Misplay()
        raise IllegalAction(refusal(state, seat, action))

    def _done(self, seat: int, deed: Deed, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self.history.append((seat, deed))
        self._asked = -1
        self._listed = ()
        self.turn = self._state.turn
        self.events = events
        return events

    def _count_cards(self) -> int:
        state = self._state
        return sum(map(len, state.hands)) + len(state.pile) + len(state.discard)


def _carry_out(state: State, seat: int, action: Action | Misplay) -> tuple[Event, ...]:
    match action:
        case Play():
            return play(state, seat, action)
        case Draw():
            return draw(state, seat)
        case Accept():
            return turns.accept(state, seat)
        case Challenge():
            return turns.challenge(state, seat)
        case Pass():
            return turns.pass_turn(state, seat)
        case PickColor():
            return turns.pick_color(state, seat, action.color)
        case CallUno():
            return turns.call_uno(state, seat)
        case Catch():
            return turns.catch(state, seat, action.seat)
        case Misplay():
            return turns.misplay(state, seat)
        case NextRound():
            return turns.begin_next_round(state)
        case _:
            assert_never(action)
