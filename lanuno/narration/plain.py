"""What the line mode says besides the story: what I hold, and what I may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _, ngettext
from lanuno.narration.company import has_bot
from lanuno.narration.prompts import is_uno_with_jump
from lanuno.narration.words import (
    card_name,
    color_name,
    count_of_cards,
    direction_word,
    player,
    points,
)
from lanuno.uno.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    Pass,
    PickColor,
    Play,
)
from lanuno.uno.cards import Color
from lanuno.uno.view import Challengeable, GameOver, RoundOver, Stacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lanuno.net.messages import Lobby
    from lanuno.uno.cards import Card
    from lanuno.uno.view import View

WORDS = {
    "play": N_("play"),
    "draw": N_("draw"),
    "keep": N_("keep"),
    "uno": N_("uno"),
    "catch": N_("catch"),
    "challenge": N_("challenge"),
    "accept": N_("accept"),
    "next": N_("next"),
    "rematch": N_("rematch"),
    "lobby": N_("lobby"),
    "ready": N_("ready"),
    "start": N_("start"),
    "bot": N_("bot"),
    "remove": N_("remove"),
    "say": N_("say"),
    "react": N_("react"),
    "mute": N_("mute"),
    "unmute": N_("unmute"),
    "hint": N_("hint"),
    "chair": N_("chair"),
    "level": N_("level"),
    "open": N_("open"),
    "close": N_("close"),
    "end": N_("end"),
    "watch": N_("watch"),
    "join": N_("join"),
    "relieve": N_("relieve"),
    "hand": N_("hand"),
    "table": N_("table"),
    "rules": N_("rules"),
    "help": N_("help"),
    "yes": N_("yes"),
    "quit": N_("quit"),
}
"""The commands; their translations are understood too."""

WRITTEN_OUT = {"say", "react", "mute", "unmute"}
"""Those that are never shortened, so that a short word goes on meaning a move."""

UNKNOWN = N_("That was not understood. Type: help.")
WHICH_CARD = N_("Say which card: play 3, or play R5.")
WHICH_COLOR = N_("Say the color too, as in: play {number} red.")
WITH_WHOM = N_("Say with whom you swap hands, as in: play {number} swap NAME.")
SWAP = N_("swap")
NO_SUCH_CARD = N_("You hold no such card. Type: hand.")
WHOM = N_("Say whom, by name or by seat.")
SAY_WHAT = N_("Say what, as in: say well done.")
WHICH_REASON = N_("There are these reasons: {reasons}.")
WHICH_MANNERS = N_("Say which: {manners}.")
WHERE_TO = N_("Say which chair and where to: chair 3 1.")
NOT_NOW = N_("That cannot be done now.")
NO_GAME = N_("No game is on yet.")
SURE = N_("Type yes to do it, or anything else to stay.")
JOINED = N_("You are at the table {table}.")
LOST = N_("The connection is lost: trying to reach the table again. Your seat is kept.")
WEAK = N_("Nothing is heard of the table just now.")
RESTORED = N_("Connected again.")
CODE = N_("Code:")
NAME = N_("NAME")
CHOOSE_TABLE = N_("Which table? Type its number.")
MANNERS = {
    "late": N_("late"),
    "spectators": N_("spectators"),
    "hints": N_("hints"),
    "chat": N_("chat"),
}
REASONS = {"away": N_("away"), "slow": N_("slow"), "rude": N_("rude"), "room": N_("room")}
"""What is typed for what a table allows, and for why somebody is removed."""
HELP = (
    N_("play 3: play the third card of your hand; play R5: the red five; play W red: a wild."),
    N_("play 3 uno: call Uno with it. A number alone plays that card."),
    N_("play 3 swap NAME: a seven that swaps hands. play jumps in too, where one may."),
    N_("draw, keep, uno, catch NAME, challenge, accept, and the name of a color."),
    N_("next: go on after a round. rematch: play again after the game."),
    N_("lobby: after the game, back to where the leader changes seats and rules."),
    N_("hand: what you hold. table: how it stands. rules: what counts here."),
    N_("say TEXT: tell the others. react NUMBER: show them one of these: {expressions}."),
    N_("mute NAME: no longer hear what somebody says. unmute NAME: hear it again."),
    N_("hint: what a strong player would do now."),
    N_("end: end the game with this round, or play on after all. quit: leave."),
    N_("ready, start, bot, remove NUMBER: in the lobby."),
    N_("chair 3 1: chair 3 becomes chair 1. level 2: another strength for the bot there."),
    N_("open late, close chat: what the table allows (late, spectators, hints, chat)."),
    N_("remove NAME rude: the reason is told (away, slow, rude, room)."),
    N_("watch: look on instead of waiting. join: wait for a seat, or take one."),
    N_("relieve: while you wait, take over from a bot, or not after all."),
)


def hand(cards: Sequence[Card]) -> str:
    """The cards that one holds, each with its number."""
    told = ", ".join(f"{number}: {card_name(card)}" for number, card in enumerate(cards, 1))
    return _("You hold {cards}.").format(cards=told)


def pile(view: View) -> str:
    """What lies on top, and the color in force where that is another."""
    if view.top.color is None and view.color:
        return _("On the pile is {card}, and the color is {color}.").format(
            card=card_name(view.top), color=color_name(view.color)
        )
    return _("On the pile is {card}.").format(card=card_name(view.top))


def choices(view: View, cards: Sequence[Card], names: Sequence[str]) -> str | None:
    """The commands that mean something now; None when there is nothing to do."""
    found = list(_commands(view, cards, names))
    jump = next((each.card for each in view.legal if isinstance(each, Play)), None)
    if jump and view.turn != view.seat:
        told = _("You can jump in with {card}. You may: {commands}.")
        return told.format(card=card_name(jump), commands=", ".join(found))
    return _("You may: {commands}.").format(commands=", ".join(found)) if found else None


def after_game(*, leads: bool) -> str:
    """What can be done when the game is over; who *leads* the table may go back to the lobby."""
    return may("rematch", *(("lobby",) if leads else ()), "quit")


def standing(view: View, names: Sequence[str]) -> Iterator[str]:
    """How it stands: who holds how many cards and has how many points."""
    for seat, (count, score) in enumerate(zip(view.counts, view.scores, strict=True)):
        yield _("{name}: {cards}, {points}.").format(
            name=player(names, seat), cards=count_of_cards(count), points=points(score)
        )
    if view.partners and view.seat is not None:
        yield _("Your partner is {name}.").format(name=player(names, view.partners[view.seat]))
    if isinstance(view.phase, (RoundOver, GameOver)):
        return
    yield _("Play goes {direction}. {name} is on turn.").format(
        direction=direction_word(view.direction), name=player(names, view.turn)
    )


def pending(view: View) -> Iterator[str]:
    """How many draw cards wait for who is on turn, if any do."""
    if isinstance(view.phase, (Challengeable, Stacked)):
        n = view.phase.count
        yield ngettext("{n} card is pending.", "{n} cards are pending.", n).format(n=n)


def close_to_end(view: View, names: Sequence[str]) -> Iterator[str]:
    """Who else has one or two cards left."""
    for seat, count in enumerate(view.counts):
        if seat != view.seat and 0 < count <= 2:  # noqa: PLR2004 - one more play, and it is Uno
            yield ngettext("{name} has {n} card left.", "{name} has {n} cards left.", count).format(
                name=player(names, seat), n=count
            )


def in_lobby(lobby: Lobby) -> str:
    """The commands that mean something before the game."""
    words = ["ready"]
    if lobby.newcomer is not None:
        words = ["watch"]
    elif lobby.you is None:
        words = ["join"]
    elif lobby.you == lobby.leader:
        words = ["start", "bot", "remove", "chair", "level", "open", "close"]
    return may(*words, "rules", "quit")


def without_a_seat(lobby: Lobby) -> str:
    """The commands of one who waits or looks on while a game is on."""
    if lobby.newcomer is None:
        return may("join", "quit") if lobby.manners.late else may("quit")
    watch = ("watch",) if lobby.manners.spectators else ()
    relieve = ("relieve",) if has_bot(lobby) else ()
    return may(*relieve, *watch, "quit")


def may(*words: str) -> str:
    """The commands *words*, which mean something now."""
    return _("You may: {commands}.").format(commands=", ".join(_(WORDS[word]) for word in words))


def meant(text: str, words: Mapping[str, str]) -> str | None:
    """Which of the *words* somebody has typed, folded, in English or as it is translated."""
    known = words.items()
    return next((word for word, told in known if text in {word, fold(_(told))}), None)


def listed(words: Mapping[str, str]) -> str:
    """The *words* in the language that is spoken."""
    return ", ".join(map(_, words.values()))


def fold(text: str) -> str:
    """*text* as commands are compared: small Latin letters without marks."""
    return text.casefold().translate(_LATIN).translate(_BARE)


def _commands(view: View, cards: Sequence[Card], names: Sequence[str]) -> Iterator[str]:
    plays = [action for action in view.legal if isinstance(action, Play)]
    for number, card in enumerate(cards, 1):
        ways = [play for play in plays if play.card is card]
        if ways:
            swap = f" {_(SWAP)} {_(NAME)}" if len(ways) > 1 and card.color else ""
            yield f"{_(WORDS['play'])} {number}{swap}"
            if is_uno_with_jump(view):
                yield f"{_(WORDS['play'])} {number} uno{swap}"
    for kind, word in _SIMPLE:
        if any(isinstance(action, kind) for action in view.legal):
            yield _(WORDS[word])
    if any(isinstance(action, PickColor) for action in view.legal):
        yield from map(color_name, Color)
    for action in view.legal:
        if isinstance(action, Catch):
            yield f"{_(WORDS['catch'])} {player(names, action.seat)}"


_SIMPLE = (
    (Draw, "draw"),
    (Pass, "keep"),
    (CallUno, "uno"),
    (Challenge, "challenge"),
    (Accept, "accept"),
    (NextRound, "next"),
)

_LATIN = str.maketrans(
    dict(
        zip("абвгдежзијклмнопрстћуфхцчшđ", [*"abvgdezzijklmnoprstcufhccs", "dj"], strict=True),
        ђ="dj",
        љ="lj",
        њ="nj",
        џ="dz",
    )
)
_BARE = str.maketrans("čćžš", "cczs")
