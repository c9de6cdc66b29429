"""A player who knows only what the screen says: reads it, and presses the next key."""

import re
import sys
import time

from lanuno.narration import labels, lobbies

QUIET_SECONDS_MAX = 60
"""For so long nothing may change at a table; how long a round takes is left to the cards."""

LOBBY = lobbies.SEATS
RESULT = labels.LOOK_AT_TABLE
TAKE_FOUR = labels.take(4)
"""What can be read in every lobby, under every result of a round or a game, and when asked."""

OFFER_OF_UNO = " u Uno! "
UNO, GREEN, FIRST = "u", "g", "1"
MOVES = {"d", "Enter"}
CHOICES = {GREEN, FIRST}
"""What is asked after the move."""

# The first of these that the screen shows decides; dialogs lie over the table, so they come first.
OFFERS = (
    (labels.CHOOSE_COLOR, GREEN),
    (labels.CHOOSE_PARTNER, FIRST),
    (TAKE_FOUR, "a"),
    (" A Take ", "a"),
    ("a: take ", "a"),
    (OFFER_OF_UNO, UNO),
    ("Nothing fits", "d"),
    ("Enter plays", "Enter"),
    ("must be played", "Enter"),
    ("raised card", "Up"),
)


def lanuno(*words):
    """The command line that runs lanuno."""
    return [sys.executable, "-m", "lanuno", *words]


class Pilot:
    """Plays what the screen offers; *name* is the player's."""

    def __init__(self, name, window):
        self.name = name
        self.window = window
        self._screen = ""
        self._pressed = set()
        """The keys of this moment."""
        self.moment = None

    def asked(self):
        """The key that the screen asks for now; None when there is nothing to press yet."""
        before, self._screen = self._screen, self.window.screen()
        if self._screen != before:
            # It may be half painted.
            return None
        if moment(self._screen) != self.moment:
            self.moment = moment(self._screen)
            self._pressed.clear()
        if labels.CHOOSE_COLOR not in self._screen:
            # A wild that is played after a first wild asks for a color a second time.
            self._pressed.discard(GREEN)
        key = next((key for offer, key in OFFERS if offer in self._screen), None)
        # Parts of the screen tell what a move has led to before the heading does: until then only
        # what belongs to the move is asked for, a color or whose hand it is to be.
        moved = key not in CHOICES and not self._pressed.isdisjoint(MOVES)
        return None if moved or key in self._pressed else key

    def press(self, key):
        self._pressed.add(key)
        self.window.send(key)

    def has_result(self):
        """Whether what was on the screen when it was last asked was a result."""
        return RESULT in self._screen

    def result(self):
        """Everybody's hand value, total and rounds won, as the result on the screen has them."""
        rows = {}

        def is_painted(screen):
            nonlocal rows
            before, rows = rows, _rows(screen)
            return RESULT in screen and self.name in rows and rows == before

        self.window.wait_for(is_painted)
        return rows


def deeds(pilots):
    """
    Let *pilots* play until all of them see how the round ended; yields pilot and key pressed.

    What is done between two of them happens before anybody presses another key.
    """
    deadline, moments = 0.0, []
    playing = pilots
    while playing:
        for pilot in pilots:
            key = pilot.asked()
            if key:
                pilot.press(key)
                yield pilot, key
        playing = [pilot for pilot in pilots if not pilot.has_result()]
        before, moments = moments, [pilot.moment for pilot in pilots]
        if moments != before:
            deadline = time.monotonic() + QUIET_SECONDS_MAX
        assert time.monotonic() < deadline, "\n".join(pilot.window.screen() for pilot in pilots)


def heading(screen):
    """The table, the round, my cards and points: every card played or drawn changes it."""
    return screen.partition("\n")[0]


def moment(screen):
    """The heading, which a swap of hands may leave as it is, and whether others are on turn."""
    return heading(screen), "is on turn" in screen


def _rows(screen):
    return {found["name"]: found.group("worth", "total", "won") for found in _ROW.finditer(screen)}


_ROW = re.compile(
    r"^ *║ *(\d+\. )?(?P<name>[^\W\d]\S*) .*? (?P<worth>\+?\d+) +(?P<total>\d+) +(?P<won>\d+)( +ready)? *║",  # noqa: E501
    re.MULTILINE,
)
