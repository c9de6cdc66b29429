"""Who sits where: chairs, names and keys, without a word about the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from lanuno.bots.strength import Strength
from lanuno.net import limits
from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import Chair, Why
from lanuno.net.pace import Pace
from lanuno.net.text import PlayerName, skeleton
from lanuno.uno.rules import NoSuchRules, NoTeams, Rules
from lanuno.uno.size import PLAYERS_MIN, check_size

if TYPE_CHECKING:
    from collections.abc import Iterator

BOT_NAMES = ("Ada", "Boki", "Ceca", "Dule", "Ema", "Goran", "Hana", "Ivo", "Jana", "Kosta")
"""As many as chairs, so that one is free for every free chair."""

_RESERVED = {skeleton(word) for word in ("bot", "dealer", "host", "lanuno", "system", "you")}


class RefusalError(Exception):
    """The table does not do that; *why* is for the one who asked. Nothing has changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


class Occupant:
    """
    Somebody on a chair: a player, or a bot.

    Mutable, because people come, go and come back while the chair stays theirs.
    """

    __slots__ = (
        "absent_since",
        "acts_at",
        "bot",
        "catches_from",
        "gone",
        "host",
        "key",
        "name",
        "peer",
        "ready",
        "stand_in",
        "stop",
        "strength",
        "voice",
        "weak",
    )

    def __init__(
        self,
        name: PlayerName,
        *,
        bot: bool = False,
        strength: Strength = Strength.NORMAL,
        key: str = "",
    ) -> None:
        self.name = name
        self.bot = bot
        self.strength = strength
        """How well the bot plays; of no meaning for a player."""
        self.key = key
        """The public key of the player whose chair it is; a bot has none."""
        self.peer: int | None = None
        """The connection that the player is on; None: a bot, or a player who is away."""
        self.host = False
        self.ready = bot
        self.stop = False
        """Agrees to end the game here."""
        self.gone = False
        """Left for good in the game that is on."""
        self.absent_since: float | None = None
        """When the connection was lost; None while it is there."""
        self.weak = False
        """Connected, but nothing has been heard for a while."""
        self.stand_in = False
        """Away for longer than the grace time: a stand-in plays (R31)."""
        self.catches_from = 0.0
        """Until then a catch is refused, after one that missed (R23)."""
        self.acts_at: float | None = None
        """When a bot, or a stand-in, does what it has in mind."""
        self.voice = Pace(0.0, limits.SAYINGS_AT_ONCE, 1 / limits.SAYING_SECONDS)
        """How much more the player may say now."""

    @property
    def here(self) -> bool:
        return self.bot or self.peer is not None

    @property
    def thinks_ahead(self) -> bool:
        """Whether it takes a thought to say what it does."""
        return self.bot and self.strength is Strength.HARD

    @property
    def plays_itself(self) -> bool:
        """A bot, or a player whose stand-in plays: the table acts for it."""
        return not self.gone and (self.bot or self.stand_in)

    def arrive(self, peer: int) -> None:
        self.peer = peer
        self.absent_since = None
        self.stand_in = self.weak = False
        self.acts_at = None

    def lose(self, now: float) -> None:
        self.peer = None
        self.absent_since = now
        self.ready = self.stop = self.weak = False

    def give_up(self) -> None:
        self.gone = True
        self.peer = self.absent_since = self.acts_at = None
        self.ready = self.stop = self.stand_in = self.weak = False


class Chairs:
    """The chairs of a table, in order round it; an occupant's seat is the place in it."""

    def __init__(self) -> None:
        self._occupants: list[Occupant] = []

    @classmethod
    def with_bots(cls, bots: int, strength: Strength = Strength.NORMAL) -> Self:
        """
        Chairs of which *bots* are taken by bots of that *strength*.

        ValueError when that leaves none for somebody who could start a game.
        """
        if not 0 <= bots < SEATS_MAX:
            raise ValueError(f"0 to {SEATS_MAX - 1} bots have a chair, not {bots}")
        chairs = cls()
        for _ in range(bots):
            chairs.add_bot(strength)
        return chairs

    def __iter__(self) -> Iterator[Occupant]:
        return iter(self._occupants)

    def __len__(self) -> int:
        return len(self._occupants)

    def __getitem__(self, seat: int) -> Occupant:
        return self._occupants[seat]

    @property
    def is_full(self) -> bool:
        return len(self._occupants) >= SEATS_MAX

    @property
    def players(self) -> list[Occupant]:
        """The people who have not left for good."""
        return [each for each in self._occupants if not each.bot and not each.gone]

    @property
    def present_players(self) -> list[Occupant]:
        """Those of them who are connected."""
        return [each for each in self.players if each.here]

    @property
    def leader(self) -> int | None:
        """
        The seat that runs the table: the host's, or the first player's who is here.

        Nobody does while the host is away, until a stand-in plays for them: who comes back
        first after a break of the network is not to be the one who removes all others.
        """
        host = next((each for each in self.players if each.host), None)
        if host and not host.stand_in:
            return self.seat_of(host) if host.here else None
        present = self.present_players
        return self.seat_of(present[0]) if present else None

    def seat_of(self, occupant: Occupant) -> int:
        return self._occupants.index(occupant)

    def on_peer(self, peer: int) -> Occupant | None:
        return next((each for each in self._occupants if each.peer == peer), None)

    def owner(self, peer: int) -> Occupant:
        """The player who is on the connection *peer*; RefusalError when nobody is."""
        occupant = self.on_peer(peer)
        if occupant is None:
            raise RefusalError(Why.NOT_SEATED)
        return occupant

    def check_leads(self, peer: int) -> None:
        """RefusalError unless the player on *peer* runs the table."""
        if self.seat_of(self.owner(peer)) != self.leader:
            raise RefusalError(Why.NOT_LEADER)

    def check_can_play(self, rules: Rules) -> int:
        """How many would begin a game by *rules* now; RefusalError when that cannot be."""
        players = sum(each.here for each in self._occupants)
        if players < PLAYERS_MIN:
            raise RefusalError(Why.TOO_FEW)
        try:
            check_size(players, rules)
        except NoSuchRules as error:
            no_teams = isinstance(error.fault, NoTeams)
            raise RefusalError(Why.NO_TEAMS if no_teams else Why.TOO_MANY_CARDS) from None
        return players

    def taken(self, seat: int) -> Occupant:
        """Who sits on *seat*; RefusalError when nobody does any more."""
        if seat >= len(self) or self[seat].gone:
            raise RefusalError(Why.NO_SUCH_SEAT)
        return self[seat]

    def of_key(self, key: str) -> Occupant | None:
        """The player whose chair belongs to *key*, unless they have left for good."""
        return next((each for each in self.players if each.key == key), None)

    def seat(self, occupant: Occupant) -> None:
        """Give *occupant* the next chair, under a name that nobody else at the table has."""
        occupant.name = self._unique(occupant.name)
        self._occupants.append(occupant)

    def take_back(self, occupant: Occupant) -> None:
        """Give *occupant* the next chair under the name that they had at the table before."""
        self._occupants.append(occupant)

    def add_bot(self, strength: Strength = Strength.NORMAL) -> None:
        """Give a bot the next chair; RefusalError when there is none."""
        if self.is_full:
            raise RefusalError(Why.TABLE_FULL)
        taken = {skeleton(each.name) for each in self._occupants}
        name = next(name for name in BOT_NAMES if skeleton(name) not in taken)
        self.seat(Occupant(PlayerName(name), bot=True, strength=strength))

    def free(self, occupant: Occupant) -> None:
        self._occupants.remove(occupant)

    def keep_only_here(self) -> None:
        """Free the chairs of all who left or are away, and forget what was agreed."""
        self._occupants = [each for each in self._occupants if each.here]
        self.forget_agreements()

    def forget_agreements(self) -> None:
        """Nobody is ready for anything, or agrees to stop; a bot always is ready."""
        for each in self._occupants:
            each.ready, each.stop = each.bot, False

    def shown(self) -> tuple[Chair, ...]:
        """The chairs as everybody may see them."""
        return tuple(
            Chair(
                name=each.name,
                bot=each.bot,
                strength=each.strength,
                here=each.here,
                ready=each.ready,
                stop=each.stop,
                gone=each.gone,
                stand_in=each.stand_in,
                weak=each.weak,
            )
            for each in self._occupants
        )

    def _unique(self, name: PlayerName) -> PlayerName:
        taken = _RESERVED | {skeleton(each.name) for each in self._occupants}
        tried, number = name, 1
        while skeleton(tried) in taken:
            number += 1
            tried = name.marked(f" ({number})")
        return tried
