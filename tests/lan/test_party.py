"""An evening with everything: house rules, a hard bot, a spectator, and somebody who is late."""

from itertools import islice

from .pilot import LOBBY, RESULT, Pilot, deeds, lanuno


def test_a_party_game_with_a_hard_bot_a_spectator_and_a_newcomer(terminal):
    """R28, R33-R36"""

    def sit_down(machine, name, *words):
        return Pilot(name, terminal(machine, lanuno(*words, "--name", name)))

    party = "--rules", "party", "--set", "hand_size=5", "--rounds", "2"
    bot = "--bots", "1", "--strength", "hard"
    ana = sit_down(1, "Ana", "host", "--table", "Kuhinja", *party, *bot)
    boris = sit_down(2, "Boris", "join")
    for each in (ana, boris):
        each.window.wait_for(
            lambda screen: LOBBY in screen and "Boris" in screen and "hard bot" in screen
        )
    ana.window.wait_for("party rules")
    ana.window.send("s")
    for each in (ana, boris):
        each.window.wait_for("round 1")
    for _ in islice(deeds([ana, boris]), 2):
        pass

    watcher = sit_down(3, "Vera", "join", "--watch")
    watcher.window.wait_for("You are watching.")
    dana = sit_down(4, "Dana", "join")
    # The bots may have ended the round before she has found the table.
    dana.window.wait_for("You are dealt in with the next round.")
    for each in (ana, boris, watcher):
        each.window.wait_for(lambda screen: "Dana" in screen or RESULT in screen)
    played = play([ana, boris], seen_by=[watcher, dana])
    assert played.keys() == {"Ana", "Boris", bot_of(played)}

    for each in (ana, boris):
        each.window.send("n")
    for each in (ana, boris, dana, watcher):
        each.window.wait_for(lambda screen: "round 2" in screen and RESULT not in screen)
    played = play([ana, boris, dana], seen_by=[watcher])
    assert played.keys() == {"Ana", "Boris", "Dana", bot_of(played)}
    for each in (ana, boris, dana, watcher):
        each.window.wait_for("the game!")


def play(pilots, *, seen_by):
    """Play the round to its end; the result, which those who look on see too."""
    for _ in deeds(pilots):
        pass
    result = pilots[0].result()
    for each in seen_by:
        each.window.wait_for(lambda screen: RESULT in screen)
    assert all(each.result() == result for each in pilots[1:])
    return result


def bot_of(result):
    (bot,) = result.keys() - {"Ana", "Boris", "Dana"}
    return bot
