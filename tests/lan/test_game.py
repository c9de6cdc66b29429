"""Whole games between machines: real terminals, keys pressed, screens read."""

import pytest

from .pilot import COLORS, LOBBY, RESULT, Pilot, deeds, lanuno

GAMES_MAX = 8
"""After so many games without a wild or an Uno call something is wrong, not unlucky."""


@pytest.fixture
def host(terminal):
    """Ana's seat at the table that she opens on host 1 with these options."""

    def open_table(*options):
        words = lanuno("host", "--name", "Ana", "--table", "Kuhinja", *options)
        return Pilot("Ana", terminal(1, words))

    return open_table


@pytest.fixture
def guest(terminal):
    """A seat on another host for somebody of that name, who names no table."""

    def sit_down(machine, name):
        return Pilot(name, terminal(machine, lanuno("join", "--name", name)))

    return sit_down


@pytest.fixture
def three(host, guest):
    """Ana, Boris and Čeda in the lobby of a table with these options."""

    def sit_down(*options):
        pilots = host(*options), guest(2, "Boris"), guest(3, "Čeda")
        for pilot in pilots:
            pilot.window.wait_for(lobby_of(*(each.name for each in pilots)))
        return pilots

    return sit_down


def lobby_of(*names):
    return lambda screen: LOBBY in screen and all(name in screen for name in names)


def start(pilots):
    pilots[0].window.send("s")
    for pilot in pilots:
        pilot.window.wait_for("round 1")


def play(pilots):
    """A game from its start on: after each round the keys pressed in it, and what each saw."""
    start(pilots)
    while True:
        yield play_round(pilots), [pilot.result() for pilot in pilots]
        if "the game!" in pilots[0].window.screen():
            return
        for pilot in pilots:
            pilot.window.send("n")
        for pilot in pilots:
            pilot.window.wait_for(lambda screen: RESULT not in screen)


def play_round(pilots):
    """Every key pressed; an Uno call and the color of a wild arrive everywhere before the next."""
    pressed = set()
    for pilot, key in deeds(pilots):
        pressed.add(key)
        for each in pilots:
            if key == "u":
                each.window.wait_for(
                    "You say: Uno!" if each is pilot else f"{pilot.name} says: Uno!"
                )
            elif key in COLORS:
                each.window.wait_for(has_color(COLORS[key]))
    return pressed


def has_color(color):
    # Who is to take four cards is asked about that first, and the question covers the color.
    return lambda screen: f"→ {color}" in screen or "Take four cards" in screen


def test_three_machines_play_with_wilds_and_uno_calls_and_are_told_the_same(three):
    pilots = three("--rounds", "2", "--set", "hand_size=5")
    pressed = set()

    for _ in range(GAMES_MAX):
        for keys, results in play(pilots):
            pressed |= keys
            assert results[0].keys() == {"Ana", "Boris", "Čeda"}
            assert results[0] == results[1] == results[2]
        if "u" in pressed and pressed & COLORS.keys():
            break
        pilots[0].window.send("n")
        for pilot in pilots:
            pilot.window.wait_for(LOBBY)

    assert "u" in pressed
    assert pressed & COLORS.keys()


def test_rounds_are_played_and_added_up_until_somebody_has_the_target(three):
    """R27, R28"""
    pilots = three("--target", "100", "--set", "hand_size=3")
    totals = {"Ana": 0, "Boris": 0, "Čeda": 0}

    for _, results in play(pilots):
        assert max(totals.values()) < 100
        totals = {name: total + earned(results[0])[name] for name, total in totals.items()}
        for result in results:
            assert {name: int(total) for name, (_, total, _) in result.items()} == totals

    assert max(totals.values()) >= 100


def earned(result):
    """What each gets for a round: the winner, marked with a plus, what all others hold (R27)."""
    held = sum(int(worth) for worth, _, _ in result.values() if not worth.startswith("+"))
    return {name: held * worth.startswith("+") for name, (worth, _, _) in result.items()}
