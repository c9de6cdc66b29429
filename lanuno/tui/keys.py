"""Which key does what; the first key of each is the one that footer and help show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events
from textual.binding import Binding, BindingType

from lanuno.language import _
from lanuno.narration import labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.dom import DOMNode
    from textual.geometry import Size
    from textual.screen import Screen

_URGENT = (
    ("u,f4", "uno", labels.KEY_UNO),
    ("c,f5", "catch", labels.KEY_CATCH),
    ("x,f6", "challenge", labels.KEY_CHALLENGE),
    ("a,f7", "accept", labels.KEY_ACCEPT),
)

_MOVES = (
    ("enter,space", "play", labels.KEY_PLAY),
    ("d,f2", "draw", labels.KEY_DRAW),
    ("p,f3", "keep", labels.KEY_KEEP),
    *_URGENT,
    ("n,f8", "ready", labels.KEY_NEXT),
)


def _display(keys: str) -> str:
    return "Enter" if keys.startswith("enter") else keys[0]


SETTINGS_KEY = Binding("o,f12", "app.settings", labels.KEY_SETTINGS, show=False)
HELP = Binding("question_mark,f1", "app.help", labels.KEY_HELP, key_display="?")
HELP_HERE = Binding("question_mark,f1", "help", labels.KEY_HELP, key_display="?")
"""For a screen that knows more of what is going on than the app."""
LEAVE = Binding("q,f10", "app.leave", labels.KEY_LEAVE)

PLACES: list[BindingType] = [
    Binding("tab", "app.focus_next", labels.KEY_TAB, show=False),
    Binding("shift+tab", "app.focus_previous", labels.KEY_BACKTAB, show=False),
]

URGENT_ANYWHERE: list[BindingType] = [
    Binding(keys, f"app.at_table('{what}')", description, show=False)
    for keys, what, description in _URGENT
]
"""What cannot wait: for every dialog at the table."""

SAY = Binding("slash,y", "app.at_table('say')", labels.KEY_SAY, key_display="/")
REACT = Binding("e,plus", "app.at_table('react')", labels.KEY_REACT)
MUTE = Binding("z,minus", "app.at_table('mute')", labels.KEY_MUTE, show=False)

URGENT_WHILE_TYPING: list[BindingType] = [
    Binding(keys.split(",")[1], f"app.at_table('{what}')", description, show=False)
    for keys, what, description in _URGENT
]
"""What cannot wait, by the keys that are no letters: for where letters are typed."""

TYPING: list[BindingType] = [
    *URGENT_WHILE_TYPING,
    Binding("escape", "cancel", labels.KEY_BACK),
]

RESULT: list[BindingType] = [
    SAY,
    REACT,
    MUTE,
    Binding("v,f11", "app.at_table('vote')", labels.KEY_VOTE, show=False),
    Binding("w,insert", "app.at_table('change_place')", labels.KEY_CHANGE_PLACE, show=False),
    Binding("b", "app.at_table('take_over')", labels.KEY_TAKE_OVER, show=False),
]

TABLE: list[BindingType] = [
    *(
        Binding(keys, f"move('{what}')", description, key_display=_display(keys))
        for keys, what, description in _MOVES
    ),
    Binding("s,f9", "sort", labels.KEY_SORT),
    Binding("w,insert", "change_place", labels.KEY_CHANGE_PLACE, key_display="w"),
    Binding("b,pageup", "take_over", labels.KEY_TAKE_OVER, key_display="b"),
    Binding("r,delete", "remove", labels.KEY_REMOVE, key_display="r"),
    Binding("g,backspace", "lobby", labels.KEY_LOBBY),
    Binding("v,f11", "vote", labels.KEY_VOTE),
    SAY,
    REACT,
    MUTE,
    SETTINGS_KEY,
    HELP_HERE,
    LEAVE,
    Binding("i,pagedown", "hint", labels.KEY_HINT, show=False, key_display="i"),
    Binding("left,h", "select_by(-1)", labels.KEY_LEFT, show=False, key_display="←"),
    Binding("right,l", "select_by(1)", labels.KEY_RIGHT, show=False, key_display="→"),
    Binding("home", "select_by(-100)", labels.KEY_FIRST, show=False, key_display="Home"),
    Binding("end", "select_by(100)", labels.KEY_LAST, show=False, key_display="End"),
    Binding("up,k", "playable(1)", labels.KEY_NEXT_PLAYABLE, show=False, key_display="↑"),
    Binding("down,j", "playable(-1)", labels.KEY_PREVIOUS_PLAYABLE, show=False, key_display="↓"),
    *(
        Binding(
            key,
            f"select({place})",
            labels.KEY_SELECT,
            show=False,
        )
        for place, key in enumerate("1234567890")
    ),
    # A move that cannot be made now is not in the footer; its key, pressed all the same, says why.
    *(
        Binding(keys, f"explain('{what}')", description, show=False)
        for keys, what, description in _MOVES
    ),
]

FIELDS: list[BindingType] = [
    Binding("up", "answer(-1)", labels.KEY_PREVIOUS_FIELD, show=False, key_display="↑"),
    Binding("down", "answer(1)", labels.KEY_NEXT_FIELD, show=False, key_display="↓"),
]

DIALOG: list[BindingType] = [
    *URGENT_ANYWHERE,
    Binding("escape,q,f10", "cancel", labels.KEY_BACK, key_display="Esc"),
    HELP,
    Binding("i", "app.at_table('hint')", labels.KEY_HINT, show=False),
    Binding("left", "answer(-1)", labels.KEY_PREVIOUS, show=False, key_display="←"),
    Binding("right", "answer(1)", labels.KEY_FOLLOWING, show=False, key_display="→"),
    Binding("up", "scroll(-1)", labels.KEY_UP, show=False, key_display="↑"),
    Binding("down", "scroll(1)", labels.KEY_DOWN, show=False, key_display="↓"),
    Binding("pageup", "scroll(-10)", labels.KEY_PAGE_UP, show=False),
    Binding("pagedown", "scroll(10)", labels.KEY_PAGE_DOWN, show=False),
    *PLACES,
]

HISTORY: list[BindingType] = [
    Binding("s,f2", "statistics", labels.KEY_STATISTICS),
    SETTINGS_KEY,
    HELP,
    Binding("q,escape,f10", "back", labels.KEY_BACK, key_display="q"),
]

REPLAY: list[BindingType] = [
    Binding("right,l,space", "step(1)", labels.KEY_STEP, key_display="→"),
    Binding("left,h", "step(-1)", labels.KEY_STEP_BACK, key_display="←"),
    Binding("n,pagedown", "round(1)", labels.KEY_NEXT_ROUND, key_display="n"),
    Binding("p,pageup", "round(-1)", labels.KEY_PREVIOUS_ROUND, key_display="p"),
    Binding("home", "go(0)", labels.KEY_BEGINNING, show=False, key_display="Home"),
    Binding("end", "go(-1)", labels.KEY_ENDING, show=False, key_display="End"),
    Binding("v,f2", "look", labels.KEY_LOOK),
    Binding("s,f9", "sort", labels.KEY_SORT, show=False),
    SETTINGS_KEY,
    HELP_HERE,
    Binding("q,escape,f10", "back", labels.KEY_BACK, key_display="q"),
]

SETTINGS: list[BindingType] = [
    Binding("left", "turn(-1)", labels.KEY_PREVIOUS_CHOICE, show=False, key_display="←"),
    Binding("right", "turn(1)", labels.KEY_NEXT_CHOICE, show=False, key_display="→"),
    *FIELDS,
]

TABLES: list[BindingType] = [
    Binding("enter", "select", labels.KEY_JOIN, key_display="Enter"),
    Binding("w,f11", "watch", labels.KEY_WATCH),
]

WAYS_IN: tuple[tuple[str, str], ...] = (
    ("host", labels.WAY_HOST),
    ("practice", labels.WAY_PRACTICE),
    ("address", labels.WAY_ADDRESS),
)
"""The actions behind the buttons of the home screen, and what stands on them."""

HOME: list[BindingType] = [
    Binding("h,f2", "host", labels.KEY_HOST),
    Binding("p,f3", "practice", labels.KEY_PRACTICE),
    Binding("j,f4", "address", labels.KEY_ADDRESS),
    Binding("n,f5", "name", labels.KEY_NAME, show=False),
    Binding("a,f7", "sweep", labels.KEY_SWEEP, show=False),
    Binding("b,f8", "resume", labels.KEY_RESUME),
    Binding("t,f9", "history", labels.KEY_HISTORY),
    Binding("o,f12", "app.settings", labels.KEY_SETTINGS),
    Binding("r,f6", "look_again", labels.KEY_LOOK_AGAIN),
    HELP,
    Binding("q,f10", "app.quit", labels.KEY_QUIT),
    Binding("left", "app.focus_previous", labels.KEY_PREVIOUS, show=False, key_display="←"),
    Binding("right", "app.focus_next", labels.KEY_FOLLOWING, show=False, key_display="→"),
    *PLACES,
]

LOBBY: list[BindingType] = [
    Binding("s,f2", "start", labels.KEY_START),
    Binding("r,f3", "ready", labels.KEY_READY),
    Binding("b,f4", "add_bot", labels.KEY_BOT),
    Binding("x,f5,delete", "remove", labels.KEY_REMOVE),
    Binding("p,f6", "preset", labels.KEY_RULES),
    Binding("t,f7", "length", labels.KEY_LENGTH),
    Binding("m,f8", "manners", labels.KEY_MANNERS),
    Binding("l,f9", "strength", labels.KEY_STRENGTH),
    Binding("u,shift+up", "move(-1)", labels.KEY_MOVE_UP),
    Binding("d,shift+down", "move(1)", labels.KEY_MOVE_DOWN),
    Binding("w,f11", "join_in", labels.KEY_JOIN_IN),
    SAY,
    REACT,
    MUTE,
    SETTINGS_KEY,
    HELP,
    LEAVE,
    *PLACES,
]

APP: list[BindingType] = [
    Binding("ctrl+q,ctrl+c", "quit", labels.KEY_QUIT, show=False, priority=True),
    Binding("ctrl+p", "command_palette", labels.KEY_COMMANDS, show=False, priority=True),
]

WIDTHS = [(0, "-narrow"), (80, "-normal"), (96, "-wide")]
HEIGHTS = [(0, "-low"), (24, "-medium"), (29, "-high"), (38, "-tall")]
"""From so many cells on a screen has that class."""


def room(size: Size) -> list[str]:
    """The classes of a screen of that *size*."""
    sides = ((WIDTHS, size.width), (HEIGHTS, size.height))
    return [max(step for step in steps if step[0] <= cells)[1] for steps, cells in sides]


def active(screen: Screen[Any]) -> Iterator[tuple[str, Binding, DOMNode]]:
    """What can be done on *screen* now: each action once, with its keys and where it runs."""
    found: dict[str, tuple[list[str], Binding, DOMNode]] = {}
    for key, (node, binding, enabled, _tip) in screen.active_bindings.items():
        is_a_command = not binding.action.startswith(("explain", "command_palette"))
        if enabled and binding.description in _OURS and is_a_command:
            found.setdefault(binding.description, ([], binding, node))[0].append(_shown(key))
    return ((" ".join(keys), binding, node) for keys, binding, node in found.values())


def listed(bindings: Iterable[BindingType]) -> tuple[tuple[str, str], ...]:
    """Keys and description of all *bindings*, those together that do the same."""
    found: dict[str, dict[str, None]] = {}
    for binding in Binding.make_bindings(bindings):
        found.setdefault(binding.description, {})[_shown(binding.key)] = None
    return tuple((" ".join(keys), _(description)) for description, keys in found.items())


def named() -> dict[str, str]:
    """By what is done at the table: the key that is shown for it."""
    actions = {f"move('{what}')": what for _keys, what, _description in _MOVES}
    actions |= {"select_by(-1)": "left", "select_by(1)": "right"}
    return {
        actions[binding.action]: binding.key_display or binding.key
        for binding in Binding.make_bindings(TABLE)
        if binding.action in actions
    }


def latin(event: events.Key) -> events.Key:
    """*event* as the same key sends it in a Latin layout without capitals."""
    letter = _LATIN.get((event.character or "").lower())
    if letter is None and event.character and event.character.isascii():
        letter = event.character.lower() if event.character.isupper() else None
    return event if letter is None else events.Key(letter, letter)


# By the places of the keys, so that the letter printed on a key does what it does in Latin.
_LATIN = dict(
    zip(
        "љњертзуиопасдфгхјклѕџцвбнм",
        "qwertzuiopasdfghjklyxcvbnm",
        strict=True,
    )
)


_OURS = {text for name, text in vars(labels).items() if name.startswith("KEY_")}
"""What our keys do. Textual has keys of its own, for the cursor in a field and the like."""


def _shown(key: str) -> str:
    if len(key) == 1:
        return key
    return _NAMES.get(key) or "+".join(part.capitalize() for part in key.split("+"))


_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
