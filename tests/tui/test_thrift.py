"""What is sent to the terminal: fewer bytes, the same picture."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from lanuno.tui.thrift import thin

PIECE = re.compile(r"\x1b\[([0-9;]*)m|\x1b\[(\d+);(\d+)H|\n|(.)")

INKS = st.sampled_from(["", "31", "97", "38;5;12", "38;2;228;240;233", "38;2;1;2;3"])
GROUNDS = st.sampled_from(["", "41", "100", "48;5;4", "48;2;15;42;32"])
EFFECTS = st.sampled_from(["", "1", "2", "4", "7", "1;3", "9"])
SEGMENTS = st.tuples(EFFECTS, INKS, GROUNDS, st.sampled_from([" ", "    ", "a", "─┐", "1 Ж 2"]))
MOVES = st.tuples(st.integers(1, 9), st.integers(1, 40))


def segment(effects, ink, ground, text):
    """As Textual writes it."""
    style = ";".join(filter(None, (effects, ink, ground)))
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def move(y, x):
    return f"\x1b[{y};{x}H"


PAINTED = st.lists(MOVES.map(lambda to: move(*to)) | SEGMENTS.map(lambda each: segment(*each)))


def picture(data):
    """How every cell of a terminal looks after *data*, and the style that it is left in."""
    x = y = 1
    cells = {}
    style = {}
    for found in PIECE.finditer(data):
        if found[2]:
            y, x = int(found[2]), int(found[3])
        elif found[4]:
            cells[y, x] = (found[4], *seen(found[4], style))
            x += 1
        elif found[0] == "\n":
            x, y = 1, y + 1
        else:
            style = styled(style, found[1])
    return cells, style


def styled(style, parameters):
    """*style* after an SGR with *parameters*; a dict of ink, ground and effects."""
    style = dict(style)
    left = parameters.split(";")
    while left:
        first = left.pop(0)
        if first in {"38", "48"}:
            count = 4 if left[0] == "2" else 2
            style[first], left = ";".join(left[:count]), left[count:]
        elif first in {"", "0"}:
            style = {}
        elif first in {"39", "49"}:
            style.pop(first[0] + "8", None)
        elif 30 <= int(first) < 50 or int(first) >= 90:
            is_ink = first[0] in "39"
            style["38" if is_ink else "48"] = first
        else:
            style[first] = True
    return style


def seen(character, style):
    """The parts of *style* that can be seen: a blank has no ink, unless an effect shows it."""
    if character == " " and style.keys().isdisjoint({"4", "7", "9"}):
        return [("48", style.get("48"))]
    return sorted(style.items())


@given(PAINTED)
@example([segment("4", "", "", " "), segment("", "31", "41", " "), " "])
@example([segment("", "31", "41", "a"), segment("4", "", "", " ")])
def test_the_picture_stays_the_same_and_takes_no_more_bytes(pieces):
    data = "".join(pieces)

    thinned = thin(data)

    assert picture(thinned) == picture(data)
    assert len(thinned) <= len(data)


def test_only_what_changes_is_said():
    rim = segment("", "38;2;9;9;9", "48;2;0;0;5", "│")
    face = segment("1", "38;2;255;255;255", "48;2;0;0;5", "7")

    assert thin(rim + face + move(2, 1) + face) == (
        "\x1b[38;2;9;9;9;48;2;0;0;5m│\x1b[1;38;2;255;255;255m7\x1b[2;1H7\x1b[0m"
    )


def test_a_blank_has_only_a_ground():
    data = segment("1", "31", "41", "a") + segment("", "32", "42", "  ")

    assert thin(data) == "\x1b[1;31;41ma\x1b[42m  \x1b[0m"


def test_what_is_more_than_text_in_places_is_sent_as_it_is():
    link = "\x1b[31ma\x1b[0m\x1b]8;id=1;http://a\x1b\\\x1b[31mb\x1b[0m\x1b]8;;\x1b\\"

    assert thin(link) == link
