"""When garbage is collected, and what is left alone."""

from __future__ import annotations

import gc
import weakref

import pytest

from lanuno.tui import garbage


class Knot:
    """Holds itself, as screens and their widgets hold each other."""

    def __init__(self):
        self.self = self


@pytest.fixture(autouse=True)
def _as_before():
    yield
    gc.unfreeze()
    gc.enable()


def test_what_is_there_is_left_alone_until_another_screen_comes():
    garbage.hold()
    assert not gc.isenabled()
    knot = Knot()
    gone = weakref.ref(knot)
    garbage.settle()
    assert gc.isenabled()

    del knot
    gc.collect()
    assert gone() is not None

    garbage.clear()
    assert gone() is None


def test_a_program_that_has_not_asked_for_it_collects_as_it_likes():
    garbage.settle()
    garbage.clear()

    assert gc.isenabled()
    assert not gc.get_freeze_count()
