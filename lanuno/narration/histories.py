"""What is said of games that were played before, and of who played them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from lanuno.language import N_, _, ngettext
from lanuno.narration.words import count_of_cards, length_of_game, players, points, rules_name
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from lanuno.store.played import Kept, Played, Statistics

TITLE = N_("Games that were played here")
STATISTICS = N_("Who has played here")
BADGE = N_("HISTORY")
REPLAY_BADGE = N_("REPLAY")
EXPORT = N_("Save this game")
EXPORT_HINT = N_("As a text that can be replayed; as JSON if the name ends in .json.")
FILE = N_("File")
NOTHING = N_("No game has been finished here yet. Press q to go back, and p to practice.")
NOTHING_PRINTED = N_("No game has been finished here yet. Play one with: lanuno.")
NO_RECORD = N_("Nobody here had the deck of this game, so it cannot be replayed.")
FAULTY = N_("The record of this game is damaged: it cannot be replayed.")
CHOOSE = N_("Enter opens a game, s shows who has won how often.")
SINCE_WHEN = N_("Counted in games that were heard of from the deal to the end.")


def when(moment: datetime) -> str:
    """*moment* as the clock here shows it."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def length(seconds: float) -> str:
    """How long a game took."""
    minutes = max(1, round(seconds / 60))
    return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)


def standing(played: Played) -> str:
    """Everybody with the points at the end, the winners first."""
    seats = sorted(
        range(len(played.players)),
        key=lambda seat: (seat not in played.winners, -played.scores[seat]),
    )
    return ", ".join(f"{played.players[seat].name} {played.scores[seat]}" for seat in seats)


def who_won(played: Played) -> str:
    """Who won the game, in a sentence."""
    names = tuple(player.name for player in played.players)
    if len(played.winners) == 1:
        return _("{name} won the game.").format(name=players(names, played.winners))
    return _("{names} shared the win.").format(names=players(names, played.winners))


def about(played: Played) -> tuple[str, ...]:
    """What there is to say of a game as a whole, a sentence each."""
    rules = rules_of(played)
    rounds = len(played.rounds)
    counted = ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    told = _("{rules}, {length}; {rounds} in {time}.").format(
        rules=rules_name(rules),
        length=length_of_game(rules),
        rounds=counted,
        time=length(played.seconds),
    )
    return (who_won(played), told[0].upper() + told[1:], *moments(played))


def rules_of(played: Played) -> Rules:
    """The rules by which a game was played; those of the document where they are not known."""
    try:
        rules = Rules.preset(played.preset)
        for switch in played.switches:
            rules = rules.with_switch(switch)
    except ValueError:
        return Rules()
    return rules


def result_rows(played: Played) -> tuple[tuple[str, ...], ...]:
    """A heading, and a row for every player, the best first."""
    rows: list[tuple[str, ...]] = [
        (_("Player"), _("Points"), _("Rounds"), *_counted_columns()),
    ]
    order = sorted(range(len(played.players)), key=lambda seat: -played.scores[seat])
    for seat in order:
        player = played.players[seat]
        counts = player.counts
        won = sum(each.winner == seat for each in played.rounds)
        counted = (
            (counts.missed, counts.catches, counts.bluffs, counts.most_cards)
            if counts
            else ("",) * 4
        )
        rows.append((player.name, *map(str, (played.scores[seat], won, *counted))))
    return tuple(rows)


def statistics_rows(found: tuple[Statistics, ...]) -> tuple[tuple[str, ...], ...]:
    """A heading, and a row for everybody."""
    rows: list[tuple[str, ...]] = [
        (_("Player"), _("Games"), _("Won"), "%", _("Average"), *_counted_columns()),
    ]
    for each in found:
        counted = (
            (each.missed, each.catches, each.bluffs, each.most_cards) if each.counted else ("",) * 4
        )
        share = f"{100 * each.won / each.games:.0f}"
        rows.append(
            (called(each), *map(str, (each.games, each.won, share, f"{each.points:.0f}", *counted)))
        )
    return tuple(rows)


def called(each: Statistics) -> str:
    """The name of somebody, with a mark if a program played."""
    return _("{name} (bot)").format(name=each.name) if each.bot else each.name


def table(rows: tuple[tuple[str, ...], ...], width: int | None = None) -> Iterator[str]:
    """
    *rows* in columns: the first to the left, numbers to the right.

    Columns that do not fit into *width* follow below, beside the first one again.

    >>> list(table((("", "Won", "Points"), ("Ana", "2", "120")), 12))
    ['     Won', 'Ana    2', '', '     Points', 'Ana     120']
    """
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for place, columns in enumerate(_beside_the_first(widths, width)):
        if place:
            yield ""
        for row in rows:
            numbers = (" " * (widths[i] - cell_len(row[i])) + row[i] for i in columns)
            yield "  ".join((set_cell_size(row[0], widths[0]), *numbers)).rstrip()


def _beside_the_first(widths: list[int], room: int | None) -> list[list[int]]:
    """Which columns stand beside the first one, from above to below."""
    parts: list[list[int]] = [[]]
    at = widths[0]
    for i, width in enumerate(widths[1:], 1):
        if room is not None and parts[-1] and at + 2 + width > room:
            parts.append([])
            at = widths[0]
        parts[-1].append(i)
        at += 2 + width
    return parts


def share_of_wins() -> str:
    return _("Won, in percent")


def printed(kept: Kept) -> str:
    """A game as a line of the list on the command line."""
    played = kept.played
    return (
        f"{kept.id:>4}  {when(played.ended)}  {length(played.seconds):>10}"
        f"  {played.table}: {standing(played)}"
    )


def no_such_game(number: int) -> str:
    return _("No game has the number {number}. The list has them: lanuno history.").format(
        number=number
    )


def saved(file: str) -> str:
    return _("Saved: {file}").format(file=file)


def file_is_there(file: str) -> str:
    return _("Nothing is overwritten: choose another name than {file}.").format(file=file)


def step(number: int, count: int, *, seat: str | None) -> str:
    """Where in a replay one is, and whose hand is shown."""
    if seat is None:
        return _("Step {number} of {count}, no hand is shown.").format(number=number, count=count)
    return _("Step {number} of {count}, with the hand of {name}.").format(
        number=number, count=count, name=seat
    )


def _counted_columns() -> tuple[str, ...]:
    return (_("Missed"), _("Catches"), _("Bluffs"), _("Most cards"))


def moments(played: Played) -> Iterator[str]:
    """The best moments of a game, as far as they were counted."""
    counted = [(player.name, player.counts) for player in played.players if player.counts]
    if not counted:
        return
    most = max(counted, key=lambda each: each[1].most_cards)
    yield _("Most cards at once: {name}, {cards}.").format(
        name=most[0], cards=count_of_cards(most[1].most_cards)
    )
    if caught := sum(each.catches for _name, each in counted):
        told = ngettext("Caught without Uno: {n} time.", "Caught without Uno: {n} times.", caught)
        yield told.format(n=caught)
    if bluffs := sum(each.bluffs for _name, each in counted):
        yield ngettext("{n} bluff was called.", "{n} bluffs were called.", bluffs).format(n=bluffs)
    best = max(played.rounds, key=lambda each: each.points, default=None)
    if best and best.winner is not None:
        yield _("The best round: {name}, {points}.").format(
            name=played.players[best.winner].name, points=points(best.points)
        )
