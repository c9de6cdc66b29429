"""What stands on the screens: titles, buttons, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _, ngettext
from lanuno.narration.words import FOUR, color_name, direction_word, points
from lanuno.uno.cards import Face

if TYPE_CHECKING:
    from lanuno.uno.cards import Card, Color

IN_FORCE = N_("Color in force")
NO_COLOR = N_("none yet")
CATCH = N_("catch!")
UNO = N_("Uno!")


def color_badge(color: Color, symbol: str) -> str:
    return f"{symbol} {color_name(color).upper()}"


def wild_became(card: Card, color: Color) -> str:
    """A wild on the pile and the color chosen for it."""
    name = _("Wild") if card.face is Face.WILD else _("Wild +4")
    return f"{name} → {color_name(color)}"


def direction(direction: int) -> str:
    return direction_word(direction)


def short_header(table: str, number: int) -> str:
    """Where there is no room for more."""
    return _("{table} · round {number}").format(table=table, number=number)


def with_company(header: str, company: str) -> str:
    """*header*, and how many look on and wait, if any do."""
    return f"{header} · {company}" if company else header


def header(table: str, number: int, length: str) -> str:
    return _("{table} · round {number} · {length}").format(
        table=table, number=number, length=length
    )


def my_state(cards: int, score: int) -> str:
    counted = ngettext("{n} card", "{n} cards", cards).format(n=cards)
    return _("You: {cards} · {points}").format(cards=counted, points=points(score))


BOT = N_("bot")
AWAY = N_("away")
STAND_IN = N_("stand-in")
GONE = N_("left")
PARTNER = N_("partner")

KEY_PLAY = N_("Play")
KEY_DRAW = N_("Draw")
KEY_KEEP = N_("Keep")
KEY_UNO = N_("Uno!")
KEY_CATCH = N_("Catch")
KEY_CHALLENGE = N_("Challenge")
KEY_ACCEPT = N_("Accept")
KEY_NEXT = N_("Go on")
KEY_SORT = N_("Sort")
KEY_HINT = N_("Hint")
KEY_HELP = N_("Help")
KEY_LEAVE = N_("Leave")
KEY_SAY = N_("Say")
KEY_REACT = N_("React")
KEY_MUTE = N_("Mute")
KEY_LEFT = N_("Card to the left")
KEY_RIGHT = N_("Card to the right")
KEY_FIRST = N_("First card")
KEY_LAST = N_("Last card")
KEY_NEXT_PLAYABLE = N_("Next playable card")
KEY_PREVIOUS_PLAYABLE = N_("Previous playable card")
KEY_SELECT = N_("Select a card by its number")
KEY_COMMANDS = N_("Commands")
SEARCH_COMMANDS = N_("Search for a command ...")
NO_SUCH_COMMAND = N_("No command is called so.")
KEY_BACK = N_("Back")
KEY_PREVIOUS = N_("Previous answer")
KEY_FOLLOWING = N_("Next answer")
KEY_UP = N_("Scroll up")
KEY_DOWN = N_("Scroll down")
KEY_PAGE_UP = N_("Scroll up by a page")
KEY_PAGE_DOWN = N_("Scroll down by a page")
KEY_TAB = N_("Next place")
KEY_BACKTAB = N_("Previous place")
KEY_QUIT = N_("Quit")
KEY_JOIN = N_("Join")
KEY_WATCH = N_("Watch")
KEY_LOBBY = N_("Lobby")
KEY_VOTE = N_("Vote to end")
KEY_JOIN_IN = N_("Join in")
KEY_CHANGE_PLACE = N_("Join or watch")
KEY_TAKE_OVER = N_("A bot's seat")
KEY_MOVE_UP = N_("Seat up")
KEY_MOVE_DOWN = N_("Seat down")
KEY_STRENGTH = N_("Strength")
KEY_MANNERS = N_("Allowed")
KEY_HOST = N_("Host")
KEY_PRACTICE = N_("Practice")
KEY_ADDRESS = N_("Address")
KEY_NAME = N_("Name")
KEY_LOOK_AGAIN = N_("Refresh")
KEY_SWEEP = N_("Try all")
KEY_RESUME = N_("Bring back")
KEY_START = N_("Start")
KEY_READY = N_("Ready")
KEY_BOT = N_("Add a bot")
KEY_REMOVE = N_("Remove")
KEY_RULES = N_("Rules")
KEY_LENGTH = N_("Points")
KEY_NEXT_FIELD = N_("Next field")
KEY_PREVIOUS_CHOICE = N_("Previous choice")
KEY_NEXT_CHOICE = N_("Next choice")
KEY_HISTORY = N_("History")
KEY_STATISTICS = N_("Statistics")
KEY_STEP = N_("Step")
KEY_STEP_BACK = N_("Step back")
KEY_NEXT_ROUND = N_("Round on")
KEY_PREVIOUS_ROUND = N_("Round back")
KEY_BEGINNING = N_("To the beginning")
KEY_ENDING = N_("To the end")
KEY_LOOK = N_("Whose hand")
KEY_REPLAY = N_("Replay")
KEY_SAVE = N_("Save")
KEY_SETTINGS = N_("Settings")
KEY_PREVIOUS_FIELD = N_("Previous field")
WAY_HOST = N_("Host a table")
WAY_PRACTICE = N_("Play against bots")
WAY_ADDRESS = N_("Join by address")
HOST = N_("Open the table")
JOIN = N_("Join")
DONE = N_("Done")


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


def take(count: int) -> str:
    """The answer to draw cards that were played on one."""
    if count == FOUR:
        return _("Take four cards")
    return ngettext("Take {n} card", "Take {n} cards", count).format(n=count)


def pending(count: int) -> str:
    """How many draw cards wait for who is on turn."""
    return ngettext("+{n} is pending", "+{n} are pending", count).format(n=count)


def swap_choice(key: str, name: str, cards: int) -> str:
    """A player with whom one can swap hands, and the key that does it."""
    counted = ngettext("{n} card", "{n} cards", cards).format(n=cards)
    return f"{key}  {name}: {counted}"


ROUND_READY = N_("ready")
CHOOSE_COLOR = N_("Choose a color")
WRONG_CARD = N_("That card does not fit")
TAKE_BACK = N_("Take it back")
PLAY_ANYWAY = N_("Play it anyway")
DRAW_FOUR = N_("Wild draw four")
ADD_A_CARD = N_("Add a card")
CHOOSE_PARTNER = N_("With whom do you swap hands?")
DOUBT = N_("Challenge")
READY_NEXT = N_("Next round")
LOOK_AT_TABLE = N_("See the table")
PLAY_AGAIN = N_("Play again")
LEAVE_TABLE = N_("Leave")
STAY = N_("Stay")
CLOSE = N_("Close")
SHOWN_HAND = N_("The hand you challenged")
WEAK = N_("Nothing is heard of the table: the connection is weak.")
UNCERTAIN = N_("weak line")
LOST = N_("Connection lost: looking for the table. Your seat is kept.")
RESTORED = N_("Connected again.")
STOPS = N_("wants to end")
WAITING = N_("You wait for a seat. q: leave")
WATCHING = N_("You are watching this game. q: leave")


def window_title(who: str | None, *, mine: bool) -> str:
    """What the title of the window says; *who* is on turn, if anybody is."""
    if mine:
        return _("lanuno: your turn")
    return _("lanuno: {name} is on turn").format(name=who) if who else "lanuno"


def clock(seconds: int) -> str:
    return _("{seconds} s  ").format(seconds=seconds)
