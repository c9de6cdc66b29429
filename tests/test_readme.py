"""What the README claims of the program."""

from __future__ import annotations

import re
from pathlib import Path

from lanuno.store.settings import VARIABLES
from lanuno.tui import keys
from lanuno.uno.rules import PRESETS, SWITCHES, Rules, choices

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
WORDS = {True: "on", False: "off", None: "none"}


def test_every_key_of_the_table_stands_in_the_readme():
    rows = [
        f"| {' '.join(f'`{key}`' for key in pressed.split())} | {does} |"
        for pressed, does in keys.listed(keys.TABLE)
    ]

    assert [row for row in rows if row not in LINES] == []


def test_every_switch_stands_in_the_readme_with_its_values_and_its_defaults():
    rows = []
    for name in SWITCHES:
        values = [getattr(Rules.preset(preset), name) for preset in PRESETS]
        defaults = " | ".join(
            f"`{value if type(value) is int else WORDS.get(value, value)}`" for value in values
        )
        rows.append(f"| `{name}` | {choices(name)} | {defaults} |")

    assert [row for row in rows if not any(line.startswith(row) for line in LINES)] == []


def test_every_setting_stands_in_the_readme_with_its_variable():
    rows = [f"| `{setting}` | `{variable}` |" for setting, variable in VARIABLES.items()]

    assert [row for row in rows if not any(line.startswith(row) for line in LINES)] == []


def test_every_picture_is_there_and_is_shown_in_one_readme():
    shown = [
        name
        for readme in ("README.md", "README.sr.md")
        for name in re.findall(r"!\[.+\]\((.+)\)", (ROOT / readme).read_text(encoding="utf-8"))
    ]

    assert sorted(shown) == sorted(f"docs/{file.name}" for file in (ROOT / "docs").iterdir())
