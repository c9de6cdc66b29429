"""Garbage is collected between screens: to look at all there is takes longer than a key may."""

from __future__ import annotations

import gc


def hold() -> None:
    """Collect none until `settle`."""
    gc.disable()


def settle() -> None:
    """Leave alone from now on what is there, in a program that has asked to `hold`."""
    if not gc.isenabled() or gc.get_freeze_count():
        gc.freeze()
        gc.enable()


def clear() -> None:
    """Collect also what was left alone and has become garbage since."""
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
