"""Plots as text, without colors: each player has a letter."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size

from lanuno.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH_MIN, HEIGHT_MIN = 20, 6


def course(names: Sequence[str], totals: Sequence[Sequence[int]], width: int, height: int) -> str:
    """
    The *totals* after each round, each by seat, as a line for every player.

    Nothing without a round. *width* and *height* are cells; less than 20x6 is not drawn.
    """
    if not totals or width < WIDTH_MIN or height < HEIGHT_MIN:
        return ""
    plotext = _plotext()
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(width, height)
    rounds = range(len(totals) + 1)
    for seat, (name, mark) in enumerate(zip(names, marks(names), strict=True)):
        scores = [0, *(total[seat] for total in totals)]
        plotext.plot(rounds, scores, marker=mark, label=name)
    plotext.xticks([n for n in rounds if n % _step(len(totals)) == 0])
    top = max(max(total) for total in totals)
    plotext.yticks(sorted({round(top * part / 4) for part in range(5)}))
    plotext.xlabel(_("rounds"))
    return _plain(plotext.build())


def bars(names: Sequence[str], values: Sequence[float], width: int) -> str:
    """A bar for each of *values*, with its name before it and its number after it."""
    if not values or width < WIDTH_MIN:
        return ""
    widest = max(map(cell_len, names))
    room = max(1, width - widest - 8)
    most = max(*values, 1e-9)
    return "\n".join(
        f"{set_cell_size(name, widest)} {'█' * round(room * value / most):<{room}} {value:>5.0f}"
        for name, value in zip(names, values, strict=True)
    )


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each of *names*, no two alike: of the name, if it has one left."""
    taken: list[str] = []
    for name in names:
        letters = [*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        taken.append(next(each for each in letters if _is_mark(each) and each not in taken))
    return tuple(taken)


def _plotext() -> Any:  # noqa: ANN401 - its makers wrote no types
    # It takes a while to import, and most screens draw none.
    return import_module("plotext")


def _is_mark(char: str) -> bool:
    return char.isalpha() and cell_len(char) == 1


def _step(rounds: int) -> int:
    return max(1, rounds // 10)


def _plain(drawn: str) -> str:
    lines = _plotext().uncolorize(drawn).splitlines()
    return "\n".join(line.rstrip() for line in lines).rstrip()
