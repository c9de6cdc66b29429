"""Programs that die or fall silent in the middle of a round, and the round that is played out."""

import signal

import pytest

from lanuno.narration import labels

from .pilot import Pilot, heading, lanuno
from .test_game import begun, guest, host, played_out

__all__ = ["guest", "host"]


@pytest.fixture
def again(terminal):
    """The seat of a player whose program starts anew, where it was, with these words."""

    def sit_down(pilot, machine, *words):
        return Pilot(pilot.name, terminal(machine, lanuno(*words), home=pilot.window.home))

    return sit_down


def test_a_guest_whose_program_was_killed_has_the_seat_again_by_joining(host, guest, again):
    """R31."""
    ana, boris = begun(host, guest)
    before = heading(boris.window.screen())

    boris.window.signal(signal.SIGKILL)
    ana.window.wait_for(labels.AWAY)
    boris = again(boris, 2, "join")

    assert heading(boris.window.wait_for("round 1")) == before
    ana.window.wait_for(lambda screen: labels.AWAY not in screen)
    played_out(ana, boris)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP], ids=["killed", "window closed"])
def test_a_host_whose_program_has_ended_brings_the_table_back(host, guest, again, end):
    ana, boris = begun(host, guest)
    before = heading(ana.window.screen())

    ana.window.signal(end)
    boris.window.wait_for(labels.LOST)
    ana = again(ana, 1, "resume")

    assert heading(ana.window.wait_for("round 1")) == before
    boris.window.wait_for(lambda screen: labels.LOST not in screen)
    played_out(ana, boris)


def test_a_host_that_gets_another_address_is_found_again(lan, host, guest):
    ana, boris = begun(host, guest)
    before = heading(boris.window.screen())

    lan.set_address(1, "10.77.0.50/24")
    boris.window.wait_for(labels.LOST)

    after = boris.window.wait_for(lambda screen: labels.LOST not in screen)
    assert heading(after) == before
    played_out(ana, boris)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_program_that_is_told_to_end_says_by_which_signal(terminal, number):
    window = terminal(1, lanuno())
    window.wait_for("Tables on this network")

    window.signal(number)

    assert window.wait_for_end() == 128 + number


@pytest.mark.parametrize("sleeper", ["guest", "host"])
def test_a_program_that_was_stopped_for_a_while_blames_nobody_and_plays_on(host, guest, sleeper):
    ana, boris = begun(host, guest)
    stopped, noticed = (boris, labels.AWAY) if sleeper == "guest" else (ana, labels.LOST)
    awake = ana if stopped is boris else boris

    stopped.window.signal(signal.SIGSTOP)
    awake.window.wait_for(noticed)
    stopped.window.signal(signal.SIGCONT)

    ana.window.wait_for(lambda screen: labels.AWAY not in screen)
    boris.window.wait_for(lambda screen: labels.LOST not in screen)
    played_out(ana, boris)
