"""The cards and turns of a game as they are, and the few moves that every rule is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.cards import DECK, Card, Color, mixed, shuffled
from lanuno.uno.events import (
    CardsDrawn,
    DirectionTurned,
    PileReshuffled,
    PlayerSkipped,
    TurnBegan,
    Why,
)
from lanuno.uno.hand import Hand
from lanuno.uno.view import Drew, PickingColor, Playing, View

if TYPE_CHECKING:
    from lanuno.uno.book import Rulebook
    from lanuno.uno.events import Event
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import Phase, Shown

    Events = tuple[Event, ...]

PLAYING = Playing()
DREW = Drew()
PICKING_COLOR = PickingColor()
TURN_BEGAN = tuple(map(TurnBegan, range(10)))


class State:
    """
    The truth of a game, hidden cards included; mutable, because a game is long.

    Only `Game` and the rules of the rulebook hold one. Whoever changes it has checked
    first that the change is allowed; what changes it gives back the events that tell of it.
    """

    __slots__ = (
        "after",
        "before",
        "book",
        "called",
        "color",
        "dealer",
        "direction",
        "discard",
        "draws_on",
        "follows",
        "gone",
        "guilty",
        "hands",
        "idle",
        "is_amended",
        "judged",
        "jumps",
        "lands",
        "last_drawn",
        "options",
        "owing",
        "partners",
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
        # What every move looks at.
        self.follows, self.lands, self.options = book.follows, book.lands, book.options
        self.is_amended = bool(book.options)
        self.jumps, self.draws_on = book.jumps, book.draws_on
        self.partners = book.partners(players)
        self.seed = seed
        self.shuffles = 0
        """Shuffles so far; the next one has the number after it."""
        self.hands: list[Hand] = []
        self.pile: list[Card] = []
        """The draw pile; the last card is drawn first."""
        self.discard: list[Card] = []
        """The discard pile; the last card is the top."""
        self.color: Color | None = None
        self.direction = 1
        self.after = [*range(1, players), 0]
        """For each seat, the next player in the direction of play."""
        self.before = [players - 1, *range(players - 1)]
        """For each seat, the next player against it."""
        self.dealer = 0
        self.turn = 0
        self.phase: Phase = PLAYING
        self.last_drawn: Card | None = None
        """The card drawn last in somebody's turn that could be played; `drawn` while it may be."""
        self.judged: tuple[Card, ...] = ()
        """The hand that the last wild draw four left behind, for a challenge to judge (R14)."""
        self.guilty = False
        """Whether that wild draw four was a bluff."""
        self.shown: Shown | None = None
        """The hand that the last challenge laid open to the challenger (R18)."""
        self.called: set[int] = set()
        self.owing: set[int] = set()
        """Down to one card without a call, and nobody else has acted since (R21)."""
        self.idle = 0
        """
        Turns in a row that ended without a card moving (R25).

        A play between them need not reset it: what it buries, the next draw brings back.
        """
        self.round = 0
        self.scores = [0] * players
        self.wins = [0] * players
        self.gone: set[int] = set()

    def seen_by_all(self, version: int) -> View:
        """What everybody sees alike, after *version* deeds."""
        return View(
            seat=None,
            version=version,
            round=self.round,
            phase=self.phase,
            turn=self.turn,
            dealer=self.dealer,
            direction=self.direction,
            top=self.discard[-1],
            color=self.color,
            pile=len(self.pile),
            discard=len(self.discard),
            counts=tuple(map(len, self.hands)),
            scores=tuple(self.scores),
            wins=tuple(self.wins),
            called=tuple(sorted(self.called)),
            owing=tuple(sorted(self.owing)),
            gone=tuple(sorted(self.gone)),
            partners=self.partners,
        )

    def copy(self) -> State:
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.after, other.before = self.after.copy(), self.before.copy()
        other.hands = [hand.copy() for hand in self.hands]
        other.pile, other.discard = self.pile.copy(), self.discard.copy()
        other.called, other.owing = self.called.copy(), self.owing.copy()
        other.scores, other.wins = self.scores.copy(), self.wins.copy()
        other.gone = self.gone.copy()
        return other

    @property
    def active(self) -> int:
        """How many players are still in the game."""
        return len(self.hands) - len(self.gone)

    def team(self, seat: int) -> tuple[int, ...]:
        """*seat*, and its partner if it has one (R38)."""
        return (seat, self.partners[seat]) if self.partners else (seat,)

    @property
    def is_one_sided(self) -> bool:
        """Whether nobody is left to play against."""
        here = [seat for seat in range(len(self.hands)) if seat not in self.gone]
        return not here or set(here) <= set(self.team(here[0]))

    @property
    def drawn(self) -> Card | None:
        """The card that the player on turn has drawn and must decide about."""
        return self.last_drawn if self.phase is DREW else None

    def begin_turn(self, seat: int) -> TurnBegan:
        self.turn = seat
        self.phase = PLAYING
        return TURN_BEGAN[seat]

    def skip(self, seat: int) -> Events:
        """*seat* loses the turn, and the next player begins one."""
        return (PlayerSkipped(seat), self.begin_turn(self.after[seat]))

    def turn_around(self) -> DirectionTurned:
        self.direction = -self.direction
        self.after, self.before = self.before, self.after
        return DirectionTurned(self.direction)

    def join(self) -> int:
        """A new seat, the last one, at which nobody has played yet; which one it is."""
        self.hands.append(Hand())
        self.scores.append(0)
        self.wins.append(0)
        seats = range(len(self.hands))
        here = [seat for seat in seats if seat not in self.gone]
        left = [next((each for each in here if each > seat), here[0]) for seat in seats]
        right = [next((each for each in here[::-1] if each < seat), here[-1]) for seat in seats]
        self.after, self.before = (left, right) if self.direction > 0 else (right, left)
        return seats[-1]

    def leave(self, seat: int) -> None:
        """From now on nobody comes to *seat*."""
        self.gone.add(seat)
        after, before = self.after[seat], self.before[seat]
        self.after = [after if each == seat else each for each in self.after]
        self.before = [before if each == seat else each for each in self.before]

    def draw(self, seat: int, asked: int, why: Why) -> Events:
        """
        *seat* draws *asked* cards, or as many as there are (R25).

        A call of Uno does not outlive it (R20). The last event says how many it were.
        """
        reshuffled = () if len(self.pile) >= asked else self.refill_pile()
        hand, pile, count = self.hands[seat], self.pile, 0
        while count < asked and pile:
            card = pile.pop()
            hand.append(card)
            hand.tally += card.unit
            count += 1
        if count:
            self.idle = 0
            if self.called:
                self.called.discard(seat)
        return (*reshuffled, CardsDrawn(seat, count, asked, why))

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
        if self.direction < 0:
            self.turn_around()
        self.color = None
        self.idle = 0
        self.called.clear()
        self.owing.clear()
        self.judged, self.guilty = (), False
        self.discard = []
        self.shuffles += 1
        self.pile = mixed(list(DECK), self.seed, self.shuffles)
        self.hands = [self._deal_hand(seat) for seat in range(len(self.scores))]

    def _deal_hand(self, seat: int) -> Hand:
        first = len(self.pile) - (0 if seat in self.gone else self.rules.hand_size)
        hand = Hand(self.pile[first:])
        del self.pile[first:]
        return hand

    def refill_pile(self) -> Events:
        """The discard pile but for its top card, shuffled, goes under the draw pile (R24)."""
        *rest, top = self.discard
        if not rest:
            return ()
        last = self.pile
        self.pile, self.discard = rest, [top]
        self.shuffle_pile()
        self.pile += last
        return (PileReshuffled(len(rest)),)
