"""Which key does what; the first key of each is the one that footer and help show."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from lanuno.tui.narration import labels

_URGENT = (
    ("u,f4", "uno", labels.KEY_UNO),
    ("c,f5", "catch", labels.KEY_CATCH),
    ("x,f6", "challenge", labels.KEY_CHALLENGE),
    ("a,f7", "accept", labels.KEY_ACCEPT),
)

URGENT_ANYWHERE: list[BindingType] = [
    Binding(keys, f"app.urgent('{what}')", description, show=False)
    for keys, what, description in _URGENT
]
"""What cannot wait: for every dialog at the table."""

TABLE: list[BindingType] = [
    Binding("enter,space", "play", labels.KEY_PLAY, key_display="Enter"),
    Binding("d,f2", "draw", labels.KEY_DRAW),
    Binding("p,f3", "keep", labels.KEY_KEEP),
    *(Binding(keys, f"urgent('{what}')", description) for keys, what, description in _URGENT),
    Binding("n,f8", "ready", labels.KEY_NEXT),
    Binding("s,f9", "sort", labels.KEY_SORT),
    Binding("question_mark,f1", "app.help", labels.KEY_HELP, key_display="?"),
    Binding("q,f10", "app.leave", labels.KEY_LEAVE),
    Binding("left,h", "move(-1)", labels.KEY_LEFT, show=False, key_display="←"),
    Binding("right,l", "move(1)", labels.KEY_RIGHT, show=False, key_display="→"),
    Binding("home", "move(-100)", labels.KEY_FIRST, show=False, key_display="Home"),
    Binding("end", "move(100)", labels.KEY_LAST, show=False, key_display="End"),
    Binding("up,k", "playable(1)", labels.KEY_NEXT_PLAYABLE, show=False, key_display="↑"),
    Binding("down,j", "playable(-1)", labels.KEY_PREVIOUS_PLAYABLE, show=False, key_display="↓"),
    *(
        Binding(
            key,
            f"select({place})",
            labels.KEY_SELECT.format(number=place + 1),
            show=False,
        )
        for place, key in enumerate("1234567890")
    ),
    # An urgent key that has nothing to do is hidden above; pressed all the same, it says why.
    *(
        Binding(keys, f"explain('{what}')", description, show=False)
        for keys, what, description in _URGENT
    ),
]

DIALOG: list[BindingType] = [
    *URGENT_ANYWHERE,
    Binding("escape", "cancel", labels.KEY_BACK, key_display="Esc"),
    Binding("left", "focus(-1)", labels.KEY_PREVIOUS, show=False, key_display="←"),
    Binding("right", "focus(1)", labels.KEY_FOLLOWING, show=False, key_display="→"),
    Binding("up", "scroll(-1)", labels.KEY_UP, show=False, key_display="↑"),
    Binding("down", "scroll(1)", labels.KEY_DOWN, show=False, key_display="↓"),
]
