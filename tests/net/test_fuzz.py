"""Whole sessions of whatever bytes say: in short here, for as long as one likes scripts/fuzz.py."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanuno.net.messages import Stage

from .fuzzing import CORPUS, decode_anything, play_session, run_session

FUZZ = settings(max_examples=400, deadline=None, derandomize=True, database=None, print_blob=False)


@pytest.mark.parametrize("script", CORPUS)
def test_the_sessions_to_begin_from_are_games(script):
    assert play_session(script).table.stage is not Stage.LOBBY


@FUZZ
@given(st.binary(max_size=300))
def test_no_bytes_can_break_a_decoder(body):
    decode_anything(body)


@FUZZ
@given(st.binary(max_size=300))
def test_no_session_can_break_a_table(script):
    run_session(script)


@FUZZ
@given(st.sampled_from(CORPUS), st.lists(st.tuples(st.integers(0, 120), st.binary(max_size=6))))
def test_no_session_that_begins_well_can_break_a_table(script, changes):
    changed = bytearray(script)
    for at, what in changes:
        changed[at : at + len(what)] = what
    run_session(bytes(changed))
