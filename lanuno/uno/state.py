"""The cards and turns of a game as they are, and the few moves that every rule is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.cards import DECK, Card, Color, shuffled
from lanuno.uno.events import CardsDrawn, PileReshuffled, PlayerSkipped, TurnBegan, Why
from lanuno.uno.view import Drew, PickingColor, Playing

if TYPE_CHECKING:
    from lanuno.uno.book import Rulebook
    from lanuno.uno.events import Event
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import Phase, Shown

PLAYING = Playing()
DREW = Drew()
PICKING_COLOR = PickingColor()
_TURN_BEGAN = tuple(TurnBegan(seat) for seat in range(10))


class State:
    """
    The truth of a game, hidden cards included; mutable, because a game is long.

    Only `Game` and the rules of the rulebook hold one. Whoever changes it has checked
    first that the change is allowed, and tells it with `emit`.
    """

    __slots__ = (
        "book",
        "called",
        "color",
        "dealer",
        "direction",
        "discard",
        "drawn",
        "events",
        "gone",
        "guilty",
        "hands",
        "idle",
        "judged",
        "owing",
        "phase",
        "pile",
        "round",
        "rules",
        "scores",
        "seed",
        "shown",
        "shuffles",
        "turn",
        "wins",
    )

    def __init__(self, players: int, seed: bytes, rules: Rules, book: Rulebook) -> None:
        self.rules = rules
        self.book = book
        self.seed = seed
        self.shuffles = 0
        """Shuffles so far; the next one has the number after it."""
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.pile: list[Card] = []
        """The draw pile; the last card is drawn first."""
        self.discard: list[Card] = []
        """The discard pile; the last card is the top."""
        self.color: Color | None = None
        self.direction = 1
        self.dealer = 0
        self.turn = 0
        self.phase: Phase = PLAYING
        self.drawn: Card | None = None
        """The card that the player on turn has drawn and must decide about."""
        self.judged: tuple[Card, ...] = ()
        """The hand that the last wild draw four left behind, for a challenge to judge (R14)."""
        self.guilty = False
        """Whether that wild draw four was a bluff."""
        self.shown: tuple[int, Shown] | None = None
        """Who sees the judged hand now, and the hand (R18)."""
        self.called: set[int] = set()
        self.owing: set[int] = set()
        """Down to one card without a call, and nobody else has acted since (R21)."""
        self.idle = 0
        """Turns in a row in which nothing was played and no card moved (R25)."""
        self.round = 0
        self.scores = [0] * players
        self.wins = [0] * players
        self.gone: set[int] = set()
        self.events: list[Event] = []

    def copy(self) -> State:
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = [hand.copy() for hand in self.hands]
        other.pile, other.discard = self.pile.copy(), self.discard.copy()
        other.called, other.owing = self.called.copy(), self.owing.copy()
        other.scores, other.wins = self.scores.copy(), self.wins.copy()
        other.gone, other.events = self.gone.copy(), self.events.copy()
        return other

    def emit(self, event: Event) -> None:
        self.events.append(event)

    @property
    def active(self) -> int:
        """How many players are still in the game."""
        return len(self.hands) - len(self.gone)

    def seat_after(self, seat: int) -> int:
        """The next player from *seat* in the direction of play."""
        seats, direction, gone = len(self.hands), self.direction, self.gone
        seat = (seat + direction) % seats
        while seat in gone:
            seat = (seat + direction) % seats
        return seat

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.phase = PLAYING
        self.drawn = None
        self.events.append(_TURN_BEGAN[seat])

    def skip(self, seat: int) -> None:
        """*seat* loses the turn, and the next player begins one."""
        self.emit(PlayerSkipped(seat))
        self.begin_turn(self.seat_after(seat))

    def draw(self, seat: int, asked: int, why: Why) -> int:
        """
        *seat* draws *asked* cards, or as many as there are; how many that were (R25).

        A call of Uno does not outlive it (R20).
        """
        hand, pile = self.hands[seat], self.pile
        count = 0
        while count < asked:
            if not pile:
                if not self._remake_pile():
                    break
                pile = self.pile
            hand.append(pile.pop())
            count += 1
        if count:
            self.idle = 0
            self.called.discard(seat)
        self.events.append(CardsDrawn(seat, count, asked, why))
        return count

    def shuffle_pile(self) -> None:
        self.shuffles += 1
        self.pile = shuffled(self.pile, self.seed, self.shuffles)

    def deal(self, dealer: int) -> None:
        """
        Fresh hands from a freshly shuffled deck for the players still here, nothing turned yet.

        The deck is shuffled in one go and dealt from its end: seat by seat, each player
        all cards at once (R2).
        """
        self.dealer = dealer
        self.round += 1
        self.direction = 1
        self.color = None
        self.idle = 0
        self.called.clear()
        self.owing.clear()
        self.judged, self.guilty, self.drawn = (), False, None
        self.pile = list(DECK)
        self.discard = []
        self.shuffle_pile()
        for seat in range(len(self.hands)):
            first = len(self.pile) - (0 if seat in self.gone else self.rules.hand_size)
            self.hands[seat] = self.pile[first:]
            del self.pile[first:]

    def _remake_pile(self) -> bool:
        """The discard pile but for its top card, shuffled (R24); False when there is none."""
        *rest, top = self.discard
        if not rest:
            return False
        self.pile, self.discard = rest, [top]
        self.shuffle_pile()
        self.emit(PileReshuffled(len(rest)))
        return True
