"""The scripts that draw the pictures and the film of the READMEs."""

from __future__ import annotations

import importlib.util
import re
import sys
from html import unescape
from pathlib import Path

import pytest
from PIL import Image, ImageFont
from rich.style import Style

from lanuno import language

SCRIPTS = Path(__file__).parents[1] / "scripts"
PLAIN, BADGE = Style.parse("#ffffff on #000000"), Style.parse("bold #1c1400 on #ffd75f")


def _script(name):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec
    assert spec.loader
    # Textual asks where the class of an app was written.
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


film, screenshot = _script("film"), _script("screenshot")


@pytest.fixture(autouse=True)
def _spoken_before(monkeypatch):
    monkeypatch.setattr(language, "_spoken", language._spoken)


@pytest.fixture
def painter():
    # The film's own font is not on every machine.
    font = ImageFont.load_default(film.FONT_SIZE)
    return film.Painter(font, font)


@pytest.mark.parametrize(
    ("name", "spoken", "told"),
    [
        ("home", "en", ["Veranda", "a game is on · private"]),
        ("home", "sr", ["Веранда", "игра је у току · приватан"]),
        ("table", "en", ["Enter plays blue reverse.", "Ceca says: Uno!"]),
        ("table", "sr", ["Enter игра: плава Промени смер.", "Цеца каже: Уно!"]),
        ("result", "en", ["Round 6: you win", "You get 88 points"]),
        ("result", "sr", ["Рунда 6: добијаш ти", "добијаш 88 поена"]),
    ],
)
async def test_a_picture_shows_its_moment_in_its_language(name, spoken, told):
    drawn = await screenshot.draw(name, spoken)

    text = unescape(re.sub(r"<[^>]*>", "", drawn)).replace("\N{NO-BREAK SPACE}", " ")
    assert [each for each in told if each not in text] == []


async def test_the_film_begins_with_a_real_table(painter):
    app = film.FilmedApp(film.SEED)
    async with app.run_test(size=film.SIZE) as pilot:
        await film.Player(app, pilot, film.SEED).sit_down()
        lines = app.shots[-1].lines

    assert len(lines) == film.SIZE[1]
    frame = painter.paint(lines)
    assert (frame.width % film.SIZE[0], frame.height % film.SIZE[1]) == (0, 0)
    assert len(frame.getcolors(frame.width * frame.height)) > 10


def test_a_film_shows_every_shot_for_its_time_in_its_colors(painter, tmp_path):
    shots = [
        film.Shot(((("▀▌", style), (" turn", PLAIN)),), shows)
        for style, shows in ((PLAIN, film.Show.STANDING), (BADGE, film.Show.ENDING))
    ]

    film.write(shots, painter, tmp_path / "film.gif")

    seen = []
    with Image.open(tmp_path / "film.gif") as image:
        for i in range(image.n_frames):
            image.seek(i)
            seen.append((image.convert("RGB").getpixel((0, 0)), image.info["duration"]))
    assert seen == [((255, 255, 255), 650), ((28, 20, 0), 3500)]
