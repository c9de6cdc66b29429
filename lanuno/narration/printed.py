"""What the command line prints: tables that were found, steps of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from lanuno.language import _
from lanuno.narration.lobbies import CHANGED, table_state
from lanuno.narration.story import narrate
from lanuno.narration.switches import otherwise
from lanuno.narration.words import color_name
from lanuno.net.text import PlayerName

if TYPE_CHECKING:
    from lanuno.net.discovery import Found
    from lanuno.uno.record import Step


def as_line(table: Found) -> str:
    """A table as it stands in a list."""
    where = ", ".join(str(address) for address in table.addresses)
    if table.info is None:
        state = _("does not answer, or speaks another version")
    else:
        state = table_state(table.info)
    changed = otherwise(table.info.rules) if table.info else ()
    lines = (f"{table.name}  {state}  {where}", *(f"  {CHANGED} {each}" for each in changed))
    return "\n".join(lines)


def as_json_object(table: Found) -> dict[str, object]:
    """A table as a program gets it."""
    info = table.info
    return {
        "id": table.id,
        "name": table.name,
        "addresses": [str(address) for address in table.addresses],
        "answers": table.answers,
        "protocol": table.protocol,
        "stage": info and info.stage,
        "seated": info and info.seated,
        "bots": info and info.bots,
        "seats": info and info.seats,
        "private": info and info.private,
        "rules": info and (info.rules.name or "own"),
        "switches": info and info.rules.changed(),
        "allows": info and asdict(info.manners),
    }


def nothing_open(*, swept: bool) -> str:
    """What to do when no table was found; *swept*: every address has been tried."""
    if swept:
        return _(
            "No table is open on this network, and nothing answers on the usual port of any"
            " address. Host one with `lanuno host`, or join by the address that the host reads"
            " to you, the port included: `lanuno join ADDRESS:PORT`."
        )
    return _(
        "No table is open on this network. Host one with `lanuno host`; if somebody does"
        " already, try every address: `lanuno tables --sweep`, or join by the one that the"
        " host reads to you: `lanuno join ADDRESS`."
    )


def tell_step(step: Step, names: tuple[str, ...]) -> list[str]:
    """What happened, then every hand and the pile as they are now."""
    game = step.game
    called = [
        PlayerName.of(names[seat] if names else _("Player {number}").format(number=seat + 1))
        for seat in range(game.players)
    ]
    lines = [str(line) for event in step.events if (line := narrate(event, called))]
    for name, hand in zip(called, game.hands, strict=True):
        lines.append(f"    {name}: {' '.join(map(str, hand))}")
    top, color = game.discard[-1], game.color
    pile = (
        _("on the pile: {top}, {color} chosen")
        if color and not top.color
        else _("on the pile: {top}")
    )
    told = pile.format(top=top, color=color_name(color) if color else "")
    return [*lines, f"    {told}", ""]
