"""What stands on the screens: titles, buttons, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.tui.narration.language import _, ngettext
from lanuno.tui.narration.words import color_name, direction_word, points
from lanuno.uno.cards import Face

if TYPE_CHECKING:
    from lanuno.uno.cards import Card, Color

IN_FORCE = _("Color in force")
NO_COLOR = _("none yet")
CATCH = _("catch!")
UNO = _("Uno!")


def color_badge(color: Color, symbol: str) -> str:
    return f"{symbol} {color_name(color).upper()}"


def wild_became(card: Card, color: Color) -> str:
    """A wild on the pile and the color chosen for it."""
    name = _("Wild") if card.face is Face.WILD else _("Wild +4")
    return f"{name} → {color_name(color)}"


def direction(direction: int) -> str:
    return direction_word(direction)


def header(table: str, number: int, length: str) -> str:
    return _("{table} · round {number} · {length}").format(
        table=table, number=number, length=length
    )


def my_state(cards: int, score: int) -> str:
    counted = ngettext("{n} card", "{n} cards", cards).format(n=cards)
    return _("You: {cards} · {points}").format(cards=counted, points=points(score))


BOT = _("bot")
AWAY = _("away")
STAND_IN = _("stand-in")
GONE = _("left")

KEY_PLAY = _("Play")
KEY_DRAW = _("Draw")
KEY_KEEP = _("Keep")
KEY_UNO = _("Uno!")
KEY_CATCH = _("Catch")
KEY_CHALLENGE = _("Challenge")
KEY_ACCEPT = _("Accept")
KEY_NEXT = _("Go on")
KEY_SORT = _("Sort")
KEY_HELP = _("Help")
KEY_LEAVE = _("Leave")
KEY_LEFT = _("Card to the left")
KEY_RIGHT = _("Card to the right")
KEY_FIRST = _("First card")
KEY_LAST = _("Last card")
KEY_NEXT_PLAYABLE = _("Next playable card")
KEY_PREVIOUS_PLAYABLE = _("Previous playable card")
KEY_SELECT = _("Select a card by its number")
KEY_COMMANDS = _("Commands")
KEY_BACK = _("Back")
KEY_PREVIOUS = _("Previous answer")
KEY_FOLLOWING = _("Next answer")
KEY_UP = _("Scroll up")
KEY_DOWN = _("Scroll down")
KEY_PAGE_UP = _("Scroll up by a page")
KEY_PAGE_DOWN = _("Scroll down by a page")
KEY_TAB = _("Next place")
KEY_BACKTAB = _("Previous place")
KEY_QUIT = _("Quit")
KEY_JOIN = _("Join")
KEY_HOST = _("Host")
KEY_PRACTICE = _("Practice")
KEY_ADDRESS = _("Address")
KEY_NAME = _("Name")
KEY_LOOK_AGAIN = _("Refresh")
KEY_SWEEP = _("Try all")
KEY_RESUME = _("Bring back")
KEY_START = _("Start")
KEY_READY = _("Ready")
KEY_BOT = _("Add a bot")
KEY_REMOVE = _("Remove")
KEY_RULES = _("Rules")
KEY_LENGTH = _("Points")
KEY_NEXT_FIELD = _("Next field")
KEY_PREVIOUS_FIELD = _("Previous field")
WAY_HOST = _("Host a table")
WAY_PRACTICE = _("Play against bots")
WAY_ADDRESS = _("Join by address")
HOST = _("Open the table")
JOIN = _("Join")
DONE = _("Done")


def color_choice(color: Color, symbol: str, held: int) -> str:
    """A color, its key, and how many cards of it one holds."""
    counted = ngettext("{n} card", "{n} cards", held).format(n=held)
    return f"{color.value.lower()} {color_badge(color, symbol)}\n{counted}"


def result_columns(*, ranked: bool) -> tuple[str, str, str, str]:
    """What stands over the columns of a result."""
    hand = _("last hand") if ranked else _("hand")
    return hand, _("worth"), _("total"), _("won")


def too_small(width: int, height: int, width_min: int, height_min: int) -> str:
    return _(
        "This window is too small to play in.\n\n"
        "It has {width}x{height} cells and needs {width_min}x{height_min}.\n\n"
        "Make it bigger, or the letters smaller: the game goes on."
    ).format(width=width, height=height, width_min=width_min, height_min=height_min)


ROUND_READY = _("ready")
CHOOSE_COLOR = _("Choose a color")
WRONG_CARD = _("That card does not fit")
TAKE_BACK = _("Take it back")
PLAY_ANYWAY = _("Play it anyway")
DRAW_FOUR = _("Wild draw four")
TAKE_FOUR = _("Take four cards")
DOUBT = _("Challenge")
READY_NEXT = _("Next round")
LOOK_AT_TABLE = _("See the table")
PLAY_AGAIN = _("Play again")
LEAVE_TABLE = _("Leave")
STAY = _("Stay")
CLOSE = _("Close")
SHOWN_HAND = _("The hand you challenged")
WEAK = _("Nothing is heard of the table: the connection is weak.")
UNCERTAIN = _("weak line")
LOST = _("Connection lost: trying to reach the table again. Your seat is kept.")
RESTORED = _("Connected again.")
WATCHING = _("You are watching this game. q: leave")


def clock(seconds: int) -> str:
    return _("{seconds} s  ").format(seconds=seconds)
