"""Whole games between machines: real terminals, keys pressed, screens read."""

import itertools

import pytest

from lanuno.narration import labels

from .pilot import (
    GREEN,
    LOBBY,
    OFFER_OF_UNO,
    RESULT,
    TAKE_FOUR,
    UNO,
    Pilot,
    deeds,
    heading,
    lanuno,
)

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


def play(pilots, begin=start):
    """A game from its start on: after each round the keys pressed in it, and what each saw."""
    begin(pilots)
    while True:
        yield play_round(pilots), [pilot.result() for pilot in pilots]
        if "the game!" in pilots[0].window.screen():
            return
        for pilot in pilots:
            pilot.window.send("n")
        for pilot in pilots:
            pilot.window.wait_for(lambda screen: RESULT not in screen)


def play_again(pilots):
    """Back to the lobby, after the result of a game."""
    pilots[0].window.send("g")
    for pilot in pilots:
        pilot.window.wait_for(LOBBY)


def rematch(pilots):
    """The next game at once, after the result of one: the leader is the last to want it."""
    for pilot in pilots[1:]:
        pilot.window.send("n")
    pilots[0].window.wait_for(lambda screen: screen.count(labels.ROUND_READY) == len(pilots) - 1)
    pilots[0].window.send("n")
    for pilot in pilots:
        pilot.window.wait_for(lambda screen: RESULT not in screen and "round 1" in screen)


def play_round(pilots):
    """Every key that did something; a call and a color arrive everywhere before the next key."""
    pressed = set()
    for pilot, key in deeds(pilots):
        told = [pilot, *(each for each in pilots if each is not pilot)]
        if key == UNO and not all(is_told_uno(each, pilot) for each in told):
            continue
        pressed.add(key)
        for each in pilots:
            if key == GREEN:
                each.window.wait_for(is_told_green)
    return pressed


def is_told_uno(window_of, caller):
    """
    Whether *window_of* tells of the call, or else that it came too late and did not count.

    Who pressed the key while the screen was being painted may be told nothing at all.
    """
    who = "You" if window_of is caller else caller.name
    call = f"{who} say: Uno!" if window_of is caller else f"{who} says: Uno!"
    late = f"{who} forgot to say Uno"

    def is_over(screen):
        return window_of is caller and OFFER_OF_UNO not in screen

    return call in window_of.window.wait_for(
        lambda screen: call in screen or late in screen or is_over(screen)
    )


def is_told_green(screen):
    # Who is to take four cards is asked about that first, and the question covers the color.
    return "→ green" in screen or TAKE_FOUR in screen


def test_three_machines_play_with_wilds_and_uno_calls_and_are_told_the_same(three):
    pilots = three("--rounds", "2", "--set", "hand_size=5")
    pressed = set()

    for game in range(GAMES_MAX):
        for keys, results in play(pilots, rematch if game else start):
            pressed |= keys
            assert results[0].keys() == {"Ana", "Boris", "Čeda"}
            assert results[0] == results[1] == results[2]
        if {UNO, GREEN} <= pressed:
            break

    assert {UNO, GREEN} <= pressed
    rematch(pilots)


def test_rounds_are_played_and_added_up_until_somebody_has_the_target(three):
    """R27, R28"""
    pilots = three("--target", "60", "--set", "hand_size=3")
    totals = {"Ana": 0, "Boris": 0, "Čeda": 0}

    for _, results in play(pilots):
        assert max(totals.values()) < 60
        totals = {name: total + earned(results[0])[name] for name, total in totals.items()}
        for result in results:
            assert {name: int(total) for name, (_, total, _) in result.items()} == totals

    assert max(totals.values()) >= 60


def earned(result):
    """What each gets for a round: the winner, marked with a plus, what all others hold (R27)."""
    held = sum(int(worth) for worth, _, _ in result.values() if not worth.startswith("+"))
    return {name: held * worth.startswith("+") for name, (worth, _, _) in result.items()}


def played_out(*pilots):
    """The first round of a game comes to its end: all read the same, and the score is right."""
    play_round(pilots)
    first, *others = [pilot.result() for pilot in pilots]
    assert all(each == first for each in others)
    assert {name: int(total) for name, (_, total, _) in first.items()} == earned(first)


@pytest.mark.parametrize("break_off", ["cut", "mute"])
def test_a_guest_whose_network_is_gone_for_a_while_plays_on_from_the_same_seat(
    lan, host, guest, break_off
):
    """R31; a cable that is pulled, and one that passes nothing on."""
    ana, boris = begun(host, guest)

    getattr(lan, break_off)(2)
    before = boris.window.wait_for(labels.LOST)
    ana.window.wait_for(labels.AWAY)
    lan.heal(2)

    after = boris.window.wait_for(lambda screen: labels.LOST not in screen)
    ana.window.wait_for(lambda screen: labels.AWAY not in screen)
    assert heading(after) == heading(before)
    played_out(ana, boris)


def test_a_guest_comes_back_before_the_table_has_noticed_anything(lan, host, guest, need):
    need("ss")
    ana, boris = begun(host, guest)

    lan.cut(2)
    lan.run(2, ["ss", "--kill", "dst", lan.address(1)], check=True, capture_output=True)
    before = boris.window.wait_for(labels.LOST)
    lan.heal(2)

    after = boris.window.wait_for(lambda screen: labels.LOST not in screen)
    assert heading(after) == heading(before)
    played_out(ana, boris)


def begun(host, guest):
    """Ana and Boris, a few keys into a game of one round."""
    pilots = host("--rounds", "1", "--set", "hand_size=3"), guest(2, "Boris")
    for pilot in pilots:
        pilot.window.wait_for(lobby_of("Ana", "Boris"))
    start(pilots)
    for _ in itertools.islice(deeds(pilots), 2):
        pass
    # The last key has arrived as soon as somebody is asked for another one.
    pilots[0].window.wait_for(lambda _: any(pilot.asked() for pilot in pilots))
    return pilots


def test_guests_are_told_at_home_that_the_host_has_closed_the_table(host, guest):
    ana, boris = begun(host, guest)

    ana.window.send("C-q")
    ana.window.wait_for("the table closes for Boris as well")
    ana.window.send("z")

    boris.window.wait_for("The host has closed the table.")
    boris.window.wait_for("Tables on this network")
    boris.window.send("q")
    for pilot in (ana, boris):
        assert pilot.window.wait_for_end() == 0


def test_a_window_that_was_too_small_for_a_while_shows_the_table_again(host, guest):
    _, boris = pilots = begun(host, guest)

    boris.window.resize(50, 15)
    boris.window.wait_for("needs 60x20")
    boris.window.resize(80, 24)

    boris.window.wait_for("round 1")
    play_round(pilots)


def test_a_table_without_a_screen_seats_bots_and_says_goodbye(terminal, guest):
    options = "--bots", "2", "--rounds", "1", "--set", "hand_size=1"
    table = terminal(1, lanuno("host", "--headless", "--table", "Kuhinja", *options))
    boris = guest(2, "Boris")
    boris.window.wait_for(lobby_of("Boris", "bot"))

    # With one card each a bot may go out before Boris has done anything.
    for _ in range(GAMES_MAX):
        start([boris])
        pressed = [key for _, key in deeds([boris])]
        assert len(boris.result()) == 3
        if pressed:
            break
        play_again([boris])
    assert pressed
    table.wait_for("the game!")
    table.send("C-c")

    assert table.wait_for_end() == 0
    assert "The table is closed." in table.screen()
    boris.window.wait_for("The host has closed the table.")
