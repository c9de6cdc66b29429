"""How likely a wild draw four was a bluff, and whether that is worth a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.reading import CLOSE

if TYPE_CHECKING:
    from lanuno.bots.memory import Memory
    from lanuno.uno.view import Challengeable, View

BLUFFS, BLUFFS_IN_NEED = 0.06, 0.3
"""How often players bluff who could follow the color; and when their victim is about to go out."""

WEIGHT = 4
"""As many judged bluffs as make what a player did count as much as what players do."""

WORTH = 0.3
"""
From what likelihood on a challenge pays.

A wrong one costs two cards; a right one saves four cards and the turn, and costs the other four.
"""


def likelihood(view: View, phase: Challengeable, memory: Memory) -> float:
    """How likely the offender held a card of the color that was in force (R14)."""
    offender = phase.offender
    holds = memory.trace(offender).chance_of(memory.prior, view.counts[offender])
    judged, guilty = memory.bluffs.get(offender, (0, 0))
    usual = BLUFFS_IN_NEED if view.counts[phase.victim] <= CLOSE else BLUFFS
    bluffs = (guilty + WEIGHT * usual) / (judged + WEIGHT)
    return bluffs * holds / (bluffs * holds + 1 - holds) if holds < 1 else 1.0


def is_worth_it(view: View, phase: Challengeable, memory: Memory) -> bool:
    return likelihood(view, phase, memory) > WORTH
