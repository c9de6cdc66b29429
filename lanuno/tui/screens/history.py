"""The games that were finished here, and what they say about who played."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lanuno.errors import UserError
from lanuno.language import _
from lanuno.narration import disk, histories, labels, lobbies, plots
from lanuno.store.export import exported
from lanuno.store.history import History
from lanuno.tui import keys
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.screens.forms import Field, Form
from lanuno.tui.screens.replay import ReplayScreen
from lanuno.tui.widgets.keybar import KeyBar
from lanuno.tui.widgets.line import Line, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from lanuno.store.played import Kept, Statistics

GAMES_MAX = 500
"""How many games are listed."""
_PLOT_HEIGHT = 9


class HistoryScreen(Screen[None], inherit_bindings=False):
    """The list of games; Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = keys.HISTORY
    AUTO_FOCUS = "OptionList"

    def __init__(self) -> None:
        super().__init__()
        self._header = Line(id="header")
        self._list = OptionList(compact=True)
        self._empty = Static(id="empty")
        self._prompt = Prompt()
        self._history = History()
        self._games: dict[str, Kept] = {}

    def compose(self) -> ComposeResult:
        yield self._header
        with VerticalScroll(classes="panel", can_focus=False):
            yield self._list
            yield self._empty
        yield self._prompt
        yield KeyBar()

    def on_mount(self) -> None:
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self._header.left = Content.styled(f" {_(histories.TITLE)}", "bold")
        self.run_worker(self._load(), exclusive=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        kept = self._games[str(event.option.id)]
        self.app.push_screen(GameDialog(kept), lambda answer: self._follow(kept, answer))  # pyright: ignore[reportUnknownMemberType]

    def action_statistics(self) -> None:
        self.run_worker(self._show_statistics(), exclusive=True)

    def action_back(self) -> None:
        self.dismiss()

    async def _load(self) -> None:
        try:
            games = await asyncio.to_thread(self._history.games, GAMES_MAX)
        except UserError as error:
            self._list.display = False
            self._empty.update(Content(str(error)))
            return
        self._games = {str(kept.id): kept for kept in games}
        self._list.clear_options()
        self._list.add_options(Option(_line(kept), str(kept.id)) for kept in games)
        self._list.display = bool(games)
        self._empty.display = not games
        self._empty.update(Content(_(histories.NOTHING)))
        told = _(histories.CHOOSE) if games else ""
        self._prompt.show(_(histories.BADGE), told, (), mine=False)
        if games:
            self._list.highlighted = 0
            self._list.focus()

    async def _show_statistics(self) -> None:
        try:
            found = await asyncio.to_thread(self._history.statistics)
        except UserError as error:
            self._say(str(error))
            return
        if found:
            self.app.push_screen(StatisticsDialog(found))  # pyright: ignore[reportUnknownMemberType]
        else:
            self._say(_(histories.NOTHING))

    def _follow(self, kept: Kept, answer: str | None) -> None:
        if answer == "replay" and kept.played.record:
            try:
                mine = (seat for seat, player in enumerate(kept.played.players) if player.me)
                replay = ReplayScreen(kept.played.table, kept.played.record, next(mine, 0))
            except ValueError:
                self._say(_(histories.FAULTY))
            else:
                self.app.push_screen(replay)  # pyright: ignore[reportUnknownMemberType]
        elif answer == "replay":
            self._say(_(histories.NO_RECORD))
        elif answer == "save":
            self._ask_for_file(kept)

    def _ask_for_file(self, kept: Kept) -> None:
        name = f"lanuno-{kept.id}.{'txt' if kept.played.record else 'json'}"
        field = Field(_(histories.FILE), name, lobbies.read_name)

        def save(texts: tuple[str, ...] | None) -> None:
            if texts:
                self._say(_save(kept, Path(os.path.expanduser(texts[0]))))  # noqa: PTH111 - pathlib raises for "~nobody"

        form = Form(_(histories.EXPORT), _(histories.EXPORT_HINT), (field,), _(labels.KEY_SAVE))
        self.app.push_screen(form, save)  # pyright: ignore[reportUnknownMemberType]

    def _say(self, sentence: str) -> None:
        self._prompt.show(_(histories.BADGE), sentence, (), mine=False)


class GameDialog(Dialog[str]):
    """How one game went; gives what is to be done with it: replay or save."""

    def __init__(self, kept: Kept) -> None:
        played = kept.played
        answers = [
            Answer("r", _(labels.KEY_REPLAY), "replay"),
            Answer("e", _(labels.KEY_SAVE), "save"),
            Answer[str]("escape", _(labels.KEY_BACK)),
        ]
        super().__init__(f"{histories.when(played.ended)}  {played.table}", answers)
        self._played = played

    def contents(self) -> Iterable[Widget]:
        played = self._played
        names = [player.name for player in played.players]
        totals = [each.scores for each in played.rounds]
        with VerticalScroll(can_focus=False, classes="long"):
            yield Static(Content("\n".join(histories.about(played))))
            yield _table(histories.result_rows(played))
            yield _Drawn(lambda width: plots.course(names, totals, width, _PLOT_HEIGHT))


class StatisticsDialog(Dialog[None]):
    """What all games together say."""

    def __init__(self, found: tuple[Statistics, ...]) -> None:
        super().__init__(_(histories.STATISTICS), (Answer("escape", _(labels.KEY_BACK)),))
        self._found = found

    def contents(self) -> Iterable[Widget]:
        names = [histories.called(each) for each in self._found]
        shares = [100 * each.won / each.games for each in self._found]
        with VerticalScroll(can_focus=False, classes="long"):
            yield _table(histories.statistics_rows(self._found))
            yield Static(Content.styled(histories.share_of_wins(), "bold"))
            yield _Drawn(lambda width: plots.bars(names, shares, width))
            yield Static(Content.styled(_(histories.SINCE_WHEN), "$quiet"))


def _line(kept: Kept) -> Content:
    played = kept.played
    return Content.assemble(
        f"{histories.when(played.ended)}  ",
        (f"{played.table}  ", "bold"),
        histories.standing(played),
    )


class _Drawn(Static):
    """What *draw* makes of the cells that there are in a row."""

    def __init__(self, draw: Callable[[int], str], classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._draw = draw

    def on_resize(self, event: events.Resize) -> None:
        self.update(Content(self._draw(event.size.width)))


def _table(rows: tuple[tuple[str, ...], ...]) -> _Drawn:
    return _Drawn(lambda width: "\n".join(histories.table(rows, width)), classes="rows")


def _save(kept: Kept, file: Path) -> str:
    """Write the game into *file*, which is not there yet; what came of it."""
    text = exported(kept, as_json=file.suffix.lower() == ".json")
    if text is None:
        return _(histories.NO_RECORD)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        return histories.file_is_there(str(file))
    except OSError as error:
        return f"{file}: {disk.reason(error)}"
    return histories.saved(str(file))
