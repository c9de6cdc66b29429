"""Turn a view and a lobby into what the widgets of the table show."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lanuno.language import _
from lanuno.narration import labels
from lanuno.narration.company import has_bot, keys_without_a_seat, without_a_seat
from lanuno.narration.outcomes import team_of
from lanuno.narration.sentence import Sentence
from lanuno.net.messages import Stage
from lanuno.player import company, moves
from lanuno.tui.screens.results import Place
from lanuno.tui.widgets.center import Middle
from lanuno.tui.widgets.hand import Held
from lanuno.tui.widgets.seats import Seated
from lanuno.uno.view import Challengeable, GameOver, RoundOver, Stacked, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.net.messages import Chair, Lobby
    from lanuno.uno.cards import Card


def _by_color(card: Card) -> tuple[int, ...]:
    return (card.index,)


def _by_face(card: Card) -> tuple[int, ...]:
    # Wilds have no color and come last in both orders.
    return (list(type(card.face)).index(card.face), card.index)


def _as_drawn(card: Card) -> tuple[int, ...]:  # noqa: ARG001 - every card alike keeps the order
    return ()


ORDERS: dict[str, Callable[[Card], tuple[int, ...]]] = {
    "color": _by_color,
    "face": _by_face,
    "drawn": _as_drawn,
}


def names(lobby: Lobby | None) -> tuple[str, ...]:
    """By seat."""
    return tuple(chair.name for chair in lobby.chairs) if lobby else ()


def held(view: View, order: str, fresh: frozenset[Card]) -> Held:
    """My hand in the *order* that the settings call so; cards alike stay as they were."""
    return Held(
        tuple(sorted(view.hand, key=ORDERS[order])),
        moves.playable(view),
        moves.bluffs(view),
        fresh,
    )


def fresh(before: View | None, now: View, marked: frozenset[Card]) -> frozenset[Card]:
    """The cards that came last, until I play one; *marked* were so far, when *before* was seen."""
    if before is None or (before.round, before.seat) != (now.round, now.seat):
        return frozenset()
    if came := Counter(now.hand) - Counter(before.hand):
        return frozenset(came)
    return frozenset() if Counter(before.hand) - Counter(now.hand) else marked


def middle(view: View) -> Middle:
    phase = view.phase
    pending = phase.count if isinstance(phase, (Challengeable, Stacked)) else 0
    return Middle(view.top, view.color, view.pile, view.direction, pending)


def seated(view: View, lobby: Lobby) -> tuple[Seated, ...]:
    """Everybody but me, beginning at my left."""
    count = min(len(view.counts), len(lobby.chairs))
    first = 0 if view.seat is None else view.seat + 1
    others = count if view.seat is None else count - 1
    return tuple(
        _seated(view, lobby.chairs[seat], seat)
        for seat in ((first + i) % count for i in range(others))
    )


def places(view: View, lobby: Lobby) -> tuple[Place, ...]:
    """Everybody, the best first."""
    seats = range(min(len(view.counts), len(lobby.chairs)))
    ranked = _ranked(view, view.phase) if isinstance(view.phase, GameOver) else {}
    if ranked:
        order = [seat for seat in sorted(ranked, key=lambda seat: ranked[seat]) if seat in seats]
    else:
        order = sorted(seats, key=lambda seat: -view.scores[seat])
    return tuple(
        Place(
            seat,
            lobby.chairs[seat].name,
            ranked.get(seat),
            view.scores[seat],
            view.wins[seat],
            _state(view, lobby.chairs[seat], seat),
            won=seat in _winners(view),
        )
        for seat in order
    )


def _ranked(view: View, over: GameOver) -> dict[int, int]:
    """The rank of every seat; partners share theirs, and so do those who stand alike (R28)."""
    ranked: dict[int, int] = {}
    by_standing: dict[object, int] = {}
    for seat in over.ranking:
        standing = seat in view.gone, view.scores[seat], view.wins[seat]
        team = frozenset({seat, view.partners[seat]}) if view.partners else standing
        ranked[seat] = by_standing.setdefault(team, len(by_standing) + 1)
    return ranked


def _winners(view: View) -> tuple[int, ...]:
    """Who gets the points of the round that has ended, if one has."""
    result = view.phase.result if isinstance(view.phase, (RoundOver, GameOver)) else None
    return () if result is None or result.winner is None else team_of(result.winner, view)


def removable(view: View, lobby: Lobby, *, idle: bool) -> tuple[int, ...]:
    """The seats that I may free in a running game: absent, or *idle* while on turn."""
    if lobby.you is None or lobby.you != lobby.leader or isinstance(view.phase, GameOver):
        return ()
    return tuple(
        seat
        for seat, chair in enumerate(lobby.chairs)
        if not chair.gone
        and not chair.bot
        and seat != lobby.you
        and (not chair.here or (idle and seat == view.turn and not is_over(view)))
    )


def place(lobby: Lobby | None) -> Sentence | None:
    """What comes next for one without a seat, and the key that changes it."""
    told = without_a_seat(lobby) if lobby else None
    if lobby is None or told is None:
        return None
    key = keys_without_a_seat(lobby)
    return Sentence(f"{told} {key}") if key else told


def may_dismiss(lobby: Lobby | None) -> bool:
    """Whether I may send somebody away who waits for the next round."""
    return lobby is not None and bool(lobby.newcomers) and company.leads(lobby)


def may_reopen(view: View | None, lobby: Lobby | None) -> bool:
    """Whether the game is over, and I may lead all back to the lobby."""
    is_over = view is not None and isinstance(view.phase, GameOver)
    return is_over and lobby is not None and company.leads(lobby)


def may_change_place(lobby: Lobby) -> bool:
    """Whether I look on and may wait for a seat, or the reverse."""
    if lobby.newcomer is not None:
        return lobby.manners.spectators
    return lobby.you is None and lobby.manners.late


def may_take_over(lobby: Lobby) -> bool:
    waits = lobby.newcomer is not None and lobby.stage is Stage.PLAYING
    return waits and has_bot(lobby)


def may_vote(lobby: Lobby) -> bool:
    return lobby.you is not None and lobby.stage is Stage.PLAYING


def is_over(view: View) -> bool:
    """Whether the round or the game is."""
    return isinstance(view.phase, (RoundOver, GameOver))


def _seated(view: View, chair: Chair, seat: int) -> Seated:
    return Seated(
        seat,
        chair.name,
        view.counts[seat],
        view.scores[seat],
        turn=seat == view.turn and not is_over(view),
        called=seat in view.called and view.counts[seat] == 1,
        owing=seat in view.owing,
        note=_note(chair, gone=seat in view.gone, partner=_is_partner(view, seat)),
        absent=not chair.here or seat in view.gone,
        partner=_is_partner(view, seat),
    )


def _is_partner(view: View, seat: int) -> bool:
    return view.seat is not None and bool(view.partners) and view.partners[view.seat] == seat


def _note(chair: Chair, *, gone: bool, partner: bool = False) -> str:
    if gone:
        return _(labels.GONE)
    if chair.stand_in:
        return _(labels.STAND_IN)
    if not chair.here:
        return _(labels.AWAY)
    if chair.weak:
        return _(labels.UNCERTAIN)
    if chair.stop:
        return _(labels.STOPS)
    if partner:
        return _(labels.PARTNER)
    return _(labels.BOT) if chair.bot else ""


def _state(view: View, chair: Chair, seat: int) -> str:
    votes = chair.stop and not isinstance(view.phase, GameOver)
    if seat in view.gone or not chair.here or chair.weak or votes:
        return _note(chair, gone=seat in view.gone)
    ready = chair.ready and is_over(view)
    return _(labels.ROUND_READY) if ready else ""


COMPANY = {
    "change_place": may_change_place,
    "take_over": may_take_over,
    "vote": may_vote,
}
"""Whether what concerns one's place at the table can be done, by action."""
