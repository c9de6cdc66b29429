"""Why something did not work, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.language import N_, _, ngettext
from lanuno.narration.advice import NO_HINTS
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.switches import LABELS, in_a_word
from lanuno.narration.words import card_name, color_word, count_of_cards, player
from lanuno.net.messages import End, Removal, Why
from lanuno.uno.actions import Play, Reason
from lanuno.uno.rules import (
    PRESETS,
    SWITCHES,
    NoSuchPreset,
    NoSuchSwitch,
    NoTeams,
    Numbers,
    TooManyCards,
    WrongValue,
    values,
)
from lanuno.uno.view import (
    Challengeable,
    Drew,
    GameOver,
    PickingColor,
    RoundOver,
    Stacked,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.net.messages import Closed
    from lanuno.uno.cards import Card
    from lanuno.uno.rules import Fault


def not_allowed(reason: Reason) -> str:
    """What the rules have against an action."""
    return _(_NOT_ALLOWED[reason])


def refused(why: Why) -> str:
    """Why the table does not do what it was asked."""
    return _(_REFUSED[why])


def closed(closed: Closed) -> str:
    """Why the table has hung up."""
    told = _(_CLOSED[closed.end])
    return f"{told} {_(_REMOVED[closed.reason])}" if closed.reason else told


def guessed(wrong: int) -> str:
    """What the leader is told when somebody tries codes."""
    return ngettext(
        "Somebody has tried a wrong code at this table.",
        "Somebody tries codes at this table: {n} wrong ones so far.",
        wrong,
    ).format(n=wrong)


def no_such_rules(fault: Fault) -> str:
    """Why nothing can be played by the rules that somebody asked for, and what there is."""
    match fault:
        case NoSuchPreset(name=name):
            told = _("No rules are called {name}. There are: {names}.")
            return told.format(name=repr(name), names=", ".join(PRESETS))
        case NoSuchSwitch(name=name):
            told = _("No rule is called {name}. There are: {names}.")
            return told.format(name=repr(name), names=", ".join(SWITCHES))
        case WrongValue(switch=switch, given=given):
            told = _("{option} cannot be {value}. It can be: {names}.")
            return told.format(option=switch, value=repr(given), names=_values(switch))
        case TooManyCards(players=players, hand_size=hand_size):
            told = _("One deck is not enough for {players} players with {cards} each.")
            return told.format(players=players, cards=count_of_cards(hand_size))
        case NoTeams():
            return _("Teams of two need four, six or eight players.")
        case _:
            assert_never(fault)


def gave_up() -> str:
    """What a player is told when a lost table could not be found again."""
    return _("The table cannot be found any more. Is its host still on the network?")


def not_playable(view: View, card: Card, names: Sequence[str]) -> Sentence:
    """Why *card* cannot be played now."""
    match view.phase:
        case RoundOver():
            return Sentence(not_allowed(Reason.ROUND_OVER))
        case GameOver():
            return Sentence(not_allowed(Reason.GAME_OVER))
        case _ if view.turn != view.seat:
            return say(_("Wait: it is the turn of {name}."), name=player(names, view.turn))
        case Drew():
            return Sentence(not_allowed(Reason.MUST_PLAY_DRAWN))
        case Stacked():
            return say(_("{card} is no answer to draw cards."), card=card_name(card))
        case Challengeable() if any(isinstance(each, Play) for each in view.legal):
            return say(_("{card} is no answer to draw cards."), card=card_name(card))
        case PickingColor() | Challengeable():
            return Sentence(not_allowed(Reason.DECISION_PENDING))
        case _ if card.color is None:
            return Sentence(not_allowed(Reason.NO_BLUFF))
        case _ if view.top.color is None and view.color:
            return say(
                _("{card} does not fit: the color in force is {color}."),
                card=card_name(card),
                color=color_word(view.color),
            )
        case _:
            return say(
                _("{card} does not fit on {top}."),
                card=card_name(card),
                top=card_name(view.top),
            )


def wrong_number(switch: str, typed: str) -> str:
    """What the entry of a form that is called as *switch* can be, in its player's words."""
    told = _("{label}: {value} is not possible. It can be: {names}.")
    return told.format(
        label=_(LABELS[switch]),
        value=repr(typed),
        names=_values(switch, none=in_a_word(None)),
    )


def _values(switch: str, *, none: str = "none") -> str:
    """What *switch* can be; words as they are typed, whatever the language."""
    match values(switch):
        case Numbers(least=least, most=most, may_be_none=may_be_none):
            told = _("a number from {least} to {most}").format(least=least, most=most)
            return f"{told}, {none}" if may_be_none else told
        case words:
            return ", ".join(words)


_NOT_ALLOWED = {
    Reason.NOT_YOUR_TURN: N_("It is not your turn."),
    Reason.NO_MATCH: N_("That card does not fit."),
    Reason.NO_BLUFF: N_("Wild draw four is not allowed while you hold the color in force."),
    Reason.MUST_CHOOSE_COLOR: N_("Choose a color first."),
    Reason.MUST_PLAY: N_("You hold a card that fits: play it."),
    Reason.MUST_PLAY_DRAWN: N_("Only the card that you have just drawn may be played."),
    Reason.ALREADY_DREW: N_("You have drawn already: play that card, or keep it where you may."),
    Reason.NOTHING_DRAWN: N_("First draw a card, then you may keep it."),
    Reason.DECISION_PENDING: N_("Something else has to be decided first."),
    Reason.NOTHING_TO_DECIDE: N_("There is nothing to accept or to challenge now."),
    Reason.NOTHING_TO_CALL: N_("Uno is said on your turn with two cards, or with one card left."),
    Reason.NOTHING_TO_CATCH: N_("There is nobody to catch now."),
    Reason.ROUND_OVER: N_("The round is over."),
    Reason.ROUND_NOT_OVER: N_("The round is not over yet."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.NO_ROOM: N_("There is no room for another player in this game."),
    Reason.NO_SUCH_SEAT: N_("Nobody sits there any more."),
    Reason.NOT_IN_HAND: N_("That cannot be done."),
    Reason.COLOR_NOT_ASKED: N_("That cannot be done."),
    Reason.MUST_CHOOSE_PLAYER: N_("Say with whom you swap hands."),
    Reason.PLAYER_NOT_ASKED: N_("That cannot be done."),
    Reason.NOT_AN_ACTION: N_("That cannot be done."),
}

_REFUSED = {
    Why.STALE: N_("Something happened in the meantime: look again."),
    Why.TOO_LATE: N_("Too late to jump in: play has gone on. You keep your card."),
    Why.COOLING_DOWN: N_("That catch missed: wait a moment before the next."),
    Why.NOT_SEATED: N_("You are only watching."),
    Why.NOT_LEADER: N_("Only the leader of the table can do that."),
    Why.NOT_IN_LOBBY: N_("That can only be done before the game."),
    Why.NO_GAME: N_("No game is on."),
    Why.GAME_NOT_OVER: N_("The game is not over yet."),
    Why.TABLE_FULL: N_("Every chair is taken."),
    Why.TOO_FEW: N_("A game takes two: add a bot, or wait for somebody to join."),
    Why.TOO_MANY_CARDS: N_("The deck is too small for that many players and cards."),
    Why.NO_TEAMS: N_("Teams of two need four, six or eight players."),
    Why.NO_SUCH_SEAT: N_("Nobody sits there."),
    Why.STILL_HERE: N_(
        "During a game only a player who is away, or keeps all waiting for half a minute, can be"
        " removed."
    ),
    Why.UNKNOWN_SEAT: N_("None of its seats is yours."),
    Why.NO_HINTS: NO_HINTS,
    Why.ALREADY_SEATED: N_("You already have a seat."),
    Why.NO_CHAT: N_("At this table nothing is written; you can still react."),
    Why.TOO_FAST: N_("That was much at once: wait a few seconds."),
    Why.NOT_WAITING: N_("That is for those who wait for the next round."),
    Why.NO_NEWCOMERS: N_("Nobody joins a running game here: wait for the next one."),
    Why.NO_SPECTATORS: N_("This table is closed to spectators."),
}

_REMOVED = {
    Removal.AWAY: N_("The reason given: you were away for too long."),
    Removal.SLOW: N_("The reason given: you kept the others waiting."),
    Removal.RUDE: N_("The reason given: you were unfriendly."),
    Removal.ROOM: N_("The reason given: the seat is for somebody else."),
}

_CLOSED = {
    End.FULL: N_("That table is full."),
    End.IN_GAME: N_("A game is on at that table, and nobody joins it: wait for the next one."),
    End.NO_SPECTATORS: N_("That table is closed to spectators."),
    End.LEFT: N_("You have left the table."),
    End.REMOVED: N_("The leader has removed you from the table."),
    End.REPLACED: N_("Your seat was taken from another window or machine."),
    End.CLOSED: N_("The host has closed the table."),
    End.BAD_MESSAGE: N_("The table did not understand this program: update lanuno on both sides."),
    End.TOO_SLOW: N_("The connection was too slow, and the table hung up. Join again."),
    End.WRONG_CODE: N_("That code does not open the table."),
    End.TOO_MANY_CODES: N_(
        "Too many wrong codes have been tried at this table. Try again in an hour, or ask its"
        " host to open it anew."
    ),
    End.BUSY: N_("The table has too many connections just now. Try again in a moment."),
    End.BROKEN: N_("The table found a fault in itself and stopped. Its game was saved."),
}
