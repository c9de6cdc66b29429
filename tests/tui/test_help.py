"""Help: what the selected card is and does, a course for the first game, keys and rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from lanuno.narration import rulebook
from lanuno.tui import keys
from lanuno.tui.screens.help import Help
from lanuno.tui.screens.replay import ReplayScreen
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import home, sitting

GAMES = Path(__file__).parents[1] / "games"


def on_screen(seat):
    """What stands in the box of the help, as one line."""
    rows = (line.partition("║")[2].rpartition("║")[0] for line in seat.text().splitlines())
    # The last cell of a row is the scrollbar's.
    return " ".join(" ".join(row[:-2] for row in rows).split())


async def read(seat):
    """Everything that comes into sight as one scrolls down, page by page."""
    seat.app.animation_level = "none"
    scroll = seat.app.screen.query_one(VerticalScroll)
    first = scroll.children[0]
    top = first.region.y

    def above():
        # What the screen has been laid out for; `scroll_y` is ahead of that for a moment.
        return top - first.region.y

    pages = [on_screen(seat)]
    while (before := above()) < scroll.max_scroll_y:
        await seat.press("pagedown")
        await seat.until(lambda before=before: above() > before)
        pages.append(on_screen(seat))
    return "\n".join(pages)


async def test_help_shows_the_course_the_keys_and_the_rules_in_force():
    game = Game.position("R5 G7 | B3 Y1", top="R1", rules=Rules(target=123))
    async with sitting(game) as seat:
        await seat.press("f1", "escape", "?")
        assert isinstance(seat.app.screen, Help)
        seen = await read(seat)

        for words in ("u F4", "Uno!", "Skip: the next player", "The first to reach 123 points"):
            assert words in seen
        await seat.press("escape")
        assert isinstance(seat.app.screen, TableScreen)


async def test_the_selected_card_is_explained_at_the_top():
    async with sitting(Game.position("R5 G7 | B3 Y1", top="R1")) as seat:
        await seat.press("end", "?")
        text = on_screen(seat)
        assert "This is green 7." in text
        assert "green 7 does not fit on red 1. Playing a card that does not fit costs four" in text

        await seat.press("escape", "home", "f1")

        text = on_screen(seat)
        assert "This is red 5." in text
        assert "You can play it now with Enter." in text
        card, course = (text.index(each) for each in (rulebook.THE_CARD, rulebook.COURSE))
        assert card < course


async def test_who_watches_has_no_card_to_be_told_of():
    async with sitting(Game.position("R5 G7 | B3 Y1", top="R1"), me=None) as seat:
        await seat.press("?")

        assert rulebook.COURSE in on_screen(seat)
        assert rulebook.THE_CARD not in on_screen(seat)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("name", ["document", "official"])
async def test_all_of_it_can_be_read_by_scrolling(size, name):
    rules = Rules.preset(name)
    async with sitting(Game.position("W+ R5 | B3 Y1", top="R1", rules=rules), size=size) as seat:
        await seat.press("?")
        assert seat.app.screen.query_one(VerticalScroll).max_scroll_x == 0

        seen = await read(seat)

        for number, step in enumerate(rulebook.course(rules, keys.named()), 1):
            assert f"{number}. {step.title}" in seen
            # Where a page ends in the middle of a sentence, its words stand on two.
            for words in " ".join(step.sentences).split():
                assert words in seen
        for row in ("1 2 3 4 5 6 7 8 9 0", "The rules at this table"):
            assert row in seen


async def test_before_any_game_the_course_is_there_by_the_usual_rules():
    async with home() as seat:
        await seat.press("?")
        seen = await read(seat)

        assert "Your first game 1. What you want Be the first to get rid" in seen
        assert "The first to reach 500 points wins the game." in seen
        assert rulebook.THE_CARD not in seen
        assert "The rules at this table" not in seen


async def test_a_game_seen_again_is_explained_by_its_own_rules():
    record = (GAMES / "official-3-bots.txt").read_text(encoding="utf-8")
    async with home() as seat:
        seat.app.push_screen(ReplayScreen("Kitchen", record))
        await seat.settle()
        await seat.press("?")
        seen = await read(seat)

        assert "The rules at this table: official rules" in seen
        assert "and p keeps it." in seen
        assert "Step back" in seen
        assert rulebook.THE_CARD not in seen
