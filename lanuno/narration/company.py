"""Say who sits at a table, and who is missing there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import _, ngettext
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import count_of_cards, player
from lanuno.net.messages import Stage

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
    if not lobby.chairs:
        return _("Nobody sits at the table.")
    company = ", ".join(_with_state(chair, lobby.stage) for chair in lobby.chairs)
    return _("At the table: {company}.").format(company=company)


def _with_state(chair: Chair, stage: Stage) -> str:
    if chair.bot:
        state = _("bot")
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
        if chair.gone or seat == now.you:
            continue
        if was.here and not chair.here:
            yield say(_("{name} has lost the connection."), name=who)
        if chair.here and not was.here:
            yield say(_("{name} is back."), name=who)
        if chair.stand_in and not was.stand_in:
            yield say(_("A stand-in plays for {name}."), name=who)


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
