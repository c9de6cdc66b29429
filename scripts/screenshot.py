"""
Draw the README's picture: docs/table.svg, a moment of a game in the real app.

    python scripts/screenshot.py [FILE]

The moment is made up and the same every time, so the picture changes only when the
screens do.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lanuno.net.messages import Chair, Lobby, Stage  # noqa: E402 - found by the line above
from lanuno.net.text import PlayerName  # noqa: E402
from lanuno.tui.app import LanunoApp  # noqa: E402
from lanuno.tui.screens.table import TableScreen  # noqa: E402
from lanuno.tui.start import Home  # noqa: E402
from lanuno.uno.actions import Play  # noqa: E402
from lanuno.uno.cards import Card, Color, cards  # noqa: E402
from lanuno.uno.game import Game  # noqa: E402

SIZE = (100, 30)
KILOBYTES_MAX = 200
NAMES = ("Ana", "Boris", "Ceca", "Đorđe")
HANDS = "R5 R+ Y2 Y9 G2 G7 B3 BR W GS | B8 G1 G5 R4 Y6 | Y1 G3 G6 | RS W B2 B6 G9 Y7 R0"
PLAYS = (
    *(Play(card) for card in cards("G2 G5 G6 G9 G7 G1")),
    Play(Card.G3, uno=True),
    Play(Card.W, Color.BLUE),
)


class Moment(LanunoApp):
    """Shows a table that nobody sits at."""

    def _begin(self) -> None:
        screen = TableScreen("Kitchen")
        self.show(screen)
        game = Game.position(HANDS, top="G4", scores=(120, 95, 210, 64))
        told = [event for play in PLAYS for event in game.apply(game.turn, play)]
        chairs = tuple(Chair(PlayerName(name), bot=name == "Đorđe") for name in NAMES)
        screen.lobby = Lobby(Stage.PLAYING, game.rules, chairs, 0, 0)
        screen.tell(told)
        screen.view = game.look(0)


async def draw() -> str:
    """The moment as SVG."""
    app = Moment(Home("Ana"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("home", "right", "right", "right", "right", "right", "right")
        await pilot.pause()
        drawn = app.export_screenshot(title="lanuno", simplify=True)
    # The fonts would be loaded from somebody else's server; any monospaced one will do.
    drawn = re.sub(r"@font-face\s*{.*?}", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code", "DejaVu Sans Mono")
    return "".join(f"{line.rstrip()}\n" for line in drawn.splitlines() if line.strip())


def main() -> None:
    """Write the picture, and say where and how big it is."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "table.svg"
    drawn = asyncio.run(draw())
    kilobytes = len(drawn.encode()) / 1000
    if kilobytes > KILOBYTES_MAX:
        sys.exit(f"the picture has {kilobytes:.0f} kB, and may have {KILOBYTES_MAX}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(drawn, encoding="utf-8")
    print(f"{file}: {kilobytes:.0f} kB")


if __name__ == "__main__":
    main()
