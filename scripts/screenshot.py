"""
Draw the pictures of the READMEs: moments of the real app, in English and in Serbian.

    python scripts/screenshot.py [FOLDER]

The moments are made up and the same every time, so the pictures change only when the
screens do.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
from pathlib import Path

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lanuno.language import choose_language  # noqa: E402 - found by the line above
from lanuno.net.discovery import Found  # noqa: E402
from lanuno.net.limits import SEATS_MAX  # noqa: E402
from lanuno.net.messages import (  # noqa: E402
    PROTOCOL,
    Chair,
    Lobby,
    Stage,
    TableInfo,
)
from lanuno.net.text import PlayerName, TableName  # noqa: E402
from lanuno.player.start import Home  # noqa: E402
from lanuno.store.played import Round  # noqa: E402
from lanuno.store.settings import Loaded, Settings  # noqa: E402
from lanuno.tui.app import LanunoApp  # noqa: E402
from lanuno.tui.screens.table import TableScreen  # noqa: E402
from lanuno.uno.actions import Play  # noqa: E402
from lanuno.uno.cards import Card, Color, cards  # noqa: E402
from lanuno.uno.game import Game  # noqa: E402
from lanuno.uno.rules import DOCUMENT, Rules  # noqa: E402
from lanuno.uno.view import RoundOver  # noqa: E402

SIZE = (100, 30)
KILOBYTES_MAX = 200
NAMES = {
    "en": ("Ana", "Boris", "Ceca", "Đorđe"),
    "sr": ("Ана", "Борис", "Цеца", "Ђорђе"),
}
TABLES = {"en": ("Kitchen", "Veranda"), "sr": ("Кухиња", "Веранда")}
HANDS = "R5 R+ Y2 Y9 G2 G7 B3 BR W GS | B8 G1 G5 R4 Y6 | Y1 G3 G6 | RS W B2 B6 G9 Y7 R0"
PLAYS = (
    *(Play(card) for card in cards("G2 G5 G6 G9 G7 G1")),
    Play(Card.G3, uno=True),
    Play(Card.W, Color.BLUE),
)
LAST_HANDS = "G7 | B8 G1 | Y1 W Y6 | RS B2 R0"
SCORES = ((0, 0, 74, 0), (0, 95, 74, 0), (83, 95, 74, 0), (83, 95, 74, 64), (83, 95, 210, 64))
"""After the rounds before."""
LANGUAGES = {"en": ".svg", "sr": ".sr.svg"}
"""With what the names of their pictures end in."""


class Moment(LanunoApp):
    """Shows what is on no network, and a table that nobody sits at."""

    def __init__(self, language: str) -> None:
        self._language = language
        super().__init__(Home(NAMES[language][0]), Loaded(Settings(animations=False)))


class HomeMoment(Moment):
    """Two tables are found."""

    def _begin(self) -> None:
        kitchen, veranda = TABLES[self._language]
        found = (
            _found(kitchen, Stage.LOBBY, 3),
            _found(veranda, Stage.PLAYING, 5, Rules.preset("official"), private=True),
        )
        self.home.show(found, None, searching=False)


class TableMoment(Moment):
    """Somebody has chosen blue, somebody has called Uno, and it is my turn."""

    def _begin(self) -> None:
        game = Game.position(HANDS, top="G4", scores=(120, 95, 210, 64))
        screen = self._sit(game, PLAYS)
        screen.view = game.look(0)

    def _sit(self, game: Game, plays: tuple[Play, ...]) -> TableScreen:
        """The screen of *game*, on which *plays* are seen; its view is yet to be shown."""
        names, (table, _) = NAMES[self._language], TABLES[self._language]
        screen = TableScreen(table)
        self.show(screen)
        told = [event for play in plays for event in game.apply(game.turn, play)]
        chairs = tuple(Chair(PlayerName(name), bot=name == names[-1]) for name in names)
        screen.lobby = Lobby(Stage.PLAYING, game.rules, chairs, 0, 0)
        screen.tell(told)
        return screen


class ResultMoment(TableMoment):
    """I have won a round."""

    def _begin(self) -> None:
        game = Game.position(LAST_HANDS, top="G4", scores=SCORES[-1])
        screen = self._sit(game, (Play(Card.G7),))
        scores = (*SCORES, game.scores)
        screen.rounds = tuple(Round(number=i, scores=each) for i, each in enumerate(scores, 1))
        view = game.look(0)
        assert isinstance(view.phase, RoundOver)
        result = replace(view.phase.result, round=len(scores))
        screen.view = replace(view, round=len(scores), wins=(2, 1, 2, 1), phase=RoundOver(result))


MOMENTS: dict[str, tuple[type[Moment], tuple[str, ...]]] = {
    "home": (HomeMoment, ()),
    "table": (TableMoment, ("home", *["right"] * 6)),
    "result": (ResultMoment, ()),
}
"""By the name of the picture, with the keys that are pressed before it is drawn."""


async def draw(name: str, language: str) -> str:
    """A moment as SVG."""
    moment, keys = MOMENTS[name]
    choose_language(language)
    app = moment(language)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        drawn = app.export_screenshot(title="lanuno", simplify=True)
    # The fonts would be loaded from somebody else's server; any monospaced one will do.
    drawn = re.sub(r"@font-face\s*{.*?}", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code", "DejaVu Sans Mono")
    return "".join(f"{line.rstrip()}\n" for line in drawn.splitlines() if line.strip())


def _found(
    name: str, stage: Stage, seated: int, rules: Rules = DOCUMENT, *, private: bool = False
) -> Found:
    info = TableInfo(
        id=f"{seated:016x}",
        name=TableName(name),
        stage=stage,
        seated=seated,
        bots=1,
        seats=SEATS_MAX,
        rules=rules,
        private=private,
    )
    return Found(info.id, info.name, (), info, answers=True, protocol=PROTOCOL)


def main() -> None:
    """Write the pictures, and say where they are and how big."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (language, ending) in itertools.product(MOMENTS, LANGUAGES.items()):
        drawn = asyncio.run(draw(name, language))
        file = folder / f"{name}{ending}"
        kilobytes = len(drawn.encode()) / 1000
        if kilobytes > KILOBYTES_MAX:
            sys.exit(f"{file} would have {kilobytes:.0f} kB, and may have {KILOBYTES_MAX}")
        file.write_text(drawn, encoding="utf-8")
        print(f"{file}: {kilobytes:.0f} kB")


if __name__ == "__main__":
    main()
