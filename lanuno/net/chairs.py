"""Who sits where: chairs, names and keys, without a word about the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from lanuno.bots.strength import Strength
from lanuno.net import limits
from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import Chair, Newcomer, Why
from lanuno.net.pace import Pace
from lanuno.net.text import PlayerName, skeleton

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
        "came",
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
        "takes_bot",
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
        self.came = 0
        """How many had sat down before; who came first leads where there is no host."""
        self.ready = bot
        self.stop = False
        """Agrees to end the game here."""
        self.gone = False
        """Left for good in the game that is on."""
        self.takes_bot = False
        """Waits for a chair, and wants a bot's rather than a new one."""
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

    def is_away_for(self, seconds: float, now: float) -> bool:
        """Whether the connection was lost so many *seconds* before *now*, or earlier."""
        # Reckoned as what is due is: the other way round, rounding may say something else.
        return self.absent_since is not None and self.absent_since + seconds <= now

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
        self._comings = 0
        self.newcomers: list[Occupant] = []
        """Who waits for a chair, the first to come first."""

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
    def has_bot(self) -> bool:
        return any(each.bot for each in self._occupants)

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
        The seat that runs the table: the host's, or that of who came first and is here.

        Nobody does while the host is away, until a stand-in plays for them: who comes back
        first after a break of the network is not to be the one who removes all others.
        """
        host = next((each for each in self.players if each.host), None)
        if host and not host.stand_in:
            return self.seat_of(host) if host.here else None
        present = self.present_players
        return self.seat_of(min(present, key=_came)) if present else None

    def seat_of(self, occupant: Occupant) -> int:
        return self._occupants.index(occupant)

    def on_peer(self, peer: int) -> Occupant | None:
        return next((each for each in self._occupants if each.peer == peer), None)

    def newcomer_on(self, peer: int) -> Occupant | None:
        return next((each for each in self.newcomers if each.peer == peer), None)

    def owner(self, peer: int) -> Occupant:
        """The player who is on the connection *peer*; RefusalError when nobody is."""
        occupant = self.on_peer(peer)
        if occupant is None:
            raise RefusalError(Why.NOT_SEATED)
        return occupant

    def leads(self, occupant: Occupant) -> bool:
        return self.seat_of(occupant) == self.leader

    def check_leads(self, peer: int) -> None:
        """RefusalError unless the player on *peer* runs the table."""
        if not self.leads(self.owner(peer)):
            raise RefusalError(Why.NOT_LEADER)

    def taken(self, seat: int) -> Occupant:
        """Who sits on *seat*; RefusalError when nobody does any more."""
        if seat >= len(self) or self[seat].gone:
            raise RefusalError(Why.NO_SUCH_SEAT)
        return self[seat]

    def of_key(self, key: str) -> Occupant | None:
        """The player whose chair, or place among those who wait, belongs to *key*."""
        everybody = (*self.players, *self.newcomers)
        return next((each for each in everybody if each.key == key), None)

    def seat(self, occupant: Occupant) -> None:
        """Give *occupant* the next chair, under a name that nobody else at the table has."""
        occupant.name = self._unique(occupant.name)
        self.take_back(occupant)

    def let_wait(self, newcomer: Occupant) -> None:
        """Let *newcomer* wait for a chair, under a name that nobody else at the table has."""
        newcomer.name = self._unique(newcomer.name)
        self.newcomers.append(newcomer)

    def seat_newcomer(self, newcomer: Occupant, *, on_bot: bool) -> None:
        """Give *newcomer* the next chair, or *on_bot* that of the first bot."""
        self.newcomers.remove(newcomer)
        newcomer.takes_bot = False
        if on_bot:
            bot = next(seat for seat, each in enumerate(self._occupants) if each.bot)
            self._take(bot, newcomer)
        else:
            self._take(len(self), newcomer)

    def seat_newcomers(self) -> None:
        """In the lobby: chairs for those who wait and are here, bots' if there are no others."""
        for each in [each for each in self.newcomers if each.here]:
            on_bot = self.has_bot and (each.takes_bot or self.is_full)
            if on_bot or not self.is_full:
                self.seat_newcomer(each, on_bot=on_bot)

    def move(self, seat: int, to: int) -> None:
        """Put the chair *seat* in the place *to*; RefusalError when there is none."""
        if max(seat, to) >= len(self):
            raise RefusalError(Why.NO_SUCH_SEAT)
        self._occupants.insert(to, self._occupants.pop(seat))

    def take_back(self, occupant: Occupant) -> None:
        """Give *occupant* the next chair under the name that they had at the table before."""
        self._take(len(self), occupant)

    def add_bot(self, strength: Strength) -> None:
        """Give a bot the next chair; RefusalError when there is none."""
        if self.is_full:
            raise RefusalError(Why.TABLE_FULL)
        taken = {skeleton(each.name) for each in (*self._occupants, *self.newcomers)}
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

    def shown_newcomers(self) -> tuple[Newcomer, ...]:
        """Those who wait, as everybody may see them."""
        return tuple(
            Newcomer(name=each.name, here=each.here, bot=each.takes_bot) for each in self.newcomers
        )

    def _take(self, seat: int, occupant: Occupant) -> None:
        occupant.came = self._comings = self._comings + 1
        self._occupants[seat : seat + 1] = [occupant]

    def _unique(self, name: PlayerName) -> PlayerName:
        everybody = (*self._occupants, *self.newcomers)
        taken = _RESERVED | {skeleton(each.name) for each in everybody}
        tried, number = name, 1
        while skeleton(tried) in taken:
            number += 1
            tried = name.marked(f" ({number})")
        return tried


def _came(occupant: Occupant) -> int:
    return occupant.came
