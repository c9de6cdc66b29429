"""Say who sits at a table, and who is missing there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _, ngettext
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import BOT_STRENGTHS, count_of_cards, player
from lanuno.net.messages import Stage
from lanuno.uno.size import has_room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lanuno.net.messages import Chair, Lobby
    from lanuno.uno.view import View


def seating(lobby: Lobby) -> str:
    """
    Everybody at the table in a line, with what is to be known of them.

    >>> from lanuno.net.messages import Chair, Lobby, Stage
    >>> from lanuno.net.text import PlayerName
    >>> from lanuno.uno.rules import Rules
    >>> chairs = Chair(PlayerName("Ana"), ready=True), Chair(PlayerName("Ada"), bot=True)
    >>> seating(Lobby(Stage.LOBBY, Rules(), chairs))
    'At the table: Ana (ready), Ada (bot).'
    """
    told = _("Nobody sits at the table.")
    if lobby.chairs:
        company = ", ".join(_with_state(chair, lobby.stage) for chair in lobby.chairs)
        told = _("At the table: {company}.").format(company=company)
    if lobby.newcomers:
        waiting = ", ".join(each.name for each in lobby.newcomers)
        told += " " + _("For the next round: {company}.").format(company=waiting)
    if lobby.spectators:
        told += " " + ngettext(
            "{n} person looks on.", "{n} people look on.", lobby.spectators
        ).format(n=lobby.spectators)
    return told


def _with_state(chair: Chair, stage: Stage) -> str:
    if chair.bot:
        state = _(BOT_STRENGTHS[chair.strength])
    elif chair.gone:
        state = _("left")
    elif chair.stand_in:
        state = _("away, a stand-in plays")
    elif not chair.here:
        state = _("away")
    elif chair.ready and stage is Stage.LOBBY:
        state = _("ready")
    else:
        return chair.name
    return f"{chair.name} ({state})"


def changes(before: Lobby, now: Lobby) -> Iterator[Sentence]:
    """What has become of the connections of those who play, since *before*."""
    names = tuple(chair.name for chair in now.chairs)
    for seat, (was, chair) in enumerate(zip(before.chairs, now.chairs, strict=False)):
        who = player(names, seat)
        if was.bot and not chair.bot:
            yield say(_("{name} takes over from {bot}."), name=who, bot=player([was.name], 0))
        if seat == now.you and chair.stop and not was.stop:
            yield say(_("You have voted to end the game with this round."))
        if seat == now.you and was.stop and not chair.stop:
            yield say(_("You want to play on."))
        if chair.gone or seat == now.you:
            continue
        if chair.stop and not was.stop:
            yield say(_("{name} wants to end the game with this round."), name=who)
        if now.stage is Stage.OVER and chair.ready and not (was.ready or chair.bot):
            yield say(_("{name} wants to play again."), name=who)
        if was.stop and chair.here and not chair.stop:
            yield say(_("{name} wants to play on."), name=who)
        if was.here and not chair.here:
            yield say(_("{name} has lost the connection."), name=who)
        if chair.here and not was.here:
            yield say(_("{name} is back."), name=who)
        if chair.stand_in and not was.stand_in:
            yield say(_("A stand-in plays for {name}."), name=who)
    yield from _comings(before, now)


def _comings(before: Lobby, now: Lobby) -> Iterator[Sentence]:
    """Who waits for the next round since *before*, or waits no more."""
    waited = {each.name for each in before.newcomers}
    waits = {each.name for each in now.newcomers}
    sits = {chair.name for chair in now.chairs}
    for place, each in enumerate(now.newcomers):
        if each.name not in waited and place != now.newcomer:
            yield say(_("{name} waits for the next round."), name=player([each.name], 0))
    for each in before.newcomers:
        if each.name not in waits | sits:
            yield say(_("{name} waits no more."), name=player([each.name], 0))


def around(lobby: Lobby) -> str:
    """How many look on and wait; empty when nobody does."""
    watching, waiting = lobby.spectators, len(lobby.newcomers)
    found: list[str] = []
    if watching:
        found.append(ngettext("{n} looks on", "{n} look on", watching).format(n=watching))
    if waiting:
        found.append(ngettext("{n} waits", "{n} wait", waiting).format(n=waiting))
    return " · ".join(found)


def without_a_seat(lobby: Lobby) -> Sentence | None:
    """What comes next for one who waits or looks on while a game is on, or its result stands."""
    if lobby.you is not None or lobby.stage is Stage.LOBBY:
        return None
    if lobby.newcomer is None:
        return say(_("You are watching."))
    if lobby.stage is Stage.OVER:
        return say(_("You get a seat for the next game."))
    if lobby.newcomers[lobby.newcomer].bot and has_bot(lobby):
        return say(_("You take over from a bot with the next round."))
    if _is_closed(lobby):
        return say(_("No seat is free in this game: you get one for the next."))
    return say(_("You are dealt in with the next round."))


def keys_without_a_seat(lobby: Lobby) -> Sentence | None:
    """The key that gives one who waits or looks on another place, if one does."""
    if lobby.you is not None or lobby.stage is Stage.LOBBY:
        return None
    if lobby.newcomer is None:
        return say(_("w: join the game.")) if lobby.manners.late else None
    if lobby.stage is Stage.OVER or not has_bot(lobby):
        return None
    if lobby.newcomers[lobby.newcomer].bot:
        return say(_("b: a seat of my own instead."))
    return say(_("b: take over from a bot instead."))


def has_bot(lobby: Lobby) -> bool:
    return any(chair.bot and not chair.gone for chair in lobby.chairs)


def _is_closed(lobby: Lobby) -> bool:
    """Whether the game takes nobody on a new seat."""
    here = sum(not chair.gone for chair in lobby.chairs)
    return not has_room(here, len(lobby.chairs), lobby.rules)


def meanwhile(before: View, now: View) -> Iterator[Sentence]:
    """What has become of my game since I saw it last."""
    moves = now.version - before.version
    if now.seat is None or moves <= 0 or now.round != before.round:
        return
    told = ngettext(
        "While you were away, {n} thing happened.",
        "While you were away, {n} things happened.",
        moves,
    )
    yield say(told, n=moves)
    more = now.counts[now.seat] - before.counts[now.seat]
    if more > 0:
        yield say(_("You hold {cards} more than before."), cards=count_of_cards(more))


def holding_up(lobby: Lobby, turn: int, *, idle: bool) -> Sentence | None:
    """Why nothing happens, when it is the turn of *turn*; None: no reason that one could see."""
    if turn == lobby.you or turn >= len(lobby.chairs):
        return None
    chair = lobby.chairs[turn]
    if chair.bot or chair.gone or chair.stand_in:
        return None
    if not chair.here:
        told = _("{name} is away: the table waits a while.")
    elif idle:
        told = _("{name} keeps the table waiting.")
    elif chair.weak:
        return say(_("Nothing is heard of {name}."), name=player([chair.name], 0))
    else:
        return None
    if lobby.you is not None and lobby.you == lobby.leader:
        told = _("{sentence} r: remove.").format(sentence=told)
    return say(told, name=player([chair.name], 0))
