"""What stands in the lobby and on the home screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.language import N_, _, ngettext
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.switches import otherwise, rules_in_words
from lanuno.narration.words import BOT_STRENGTHS, length_of_game, player, rules_name
from lanuno.net.address import DEFAULT_PORT, Address, parse
from lanuno.net.joincode import CODE_LENGTH, read_code
from lanuno.uno.rules import Rules
from lanuno.uno.size import TEAM_SEATS

if TYPE_CHECKING:
    from lanuno.net.manners import Manners
    from lanuno.net.messages import Chair, Lobby, Newcomer, TableInfo

LOBBY = N_("LOBBY")
SEATS = N_("Who sits here")
RULES = N_("Rules")
HOW_TO_JOIN = N_("How others join")
LENGTH = N_("How long shall the game last?")
TARGET = N_("Points")
TARGET_HINT = N_("The first to reach so many points wins the game.")
CHOOSE_ANOTHER = N_("Choose another seat with the arrows; you leave with q.")
MANNERS = N_("What the table allows")
MANNERS_HINT = N_("It counts at once, and everybody is told before they come in.")
TABLES = N_("Tables on this network")
HOST_FORM = N_("Host a table")
HOST_HINT = N_("Others on this network will find it by its name.")
TABLE_NAME = N_("Name of the table")
BOTS = N_("Bots")
PRESET = N_("Rules")
RULES_FORM = N_("The rules of the table")
PRESET_HINT = N_("The rules to start from. What you change in them is marked with a star.")
CODE_FORM = N_("A private table")
CODE_HINT = N_("The host has a code for those who may come in.")
CODE = N_("Code")
ACCESS = N_("Open to")
ALL_ALLOWED = N_("Everybody may join late, look on, ask for hints and write.")
ANYBODY, WITH_CODE = N_("anybody here"), N_("those with a code")
JOIN_FORM = N_("Join by address")
JOIN_HINT = N_("The host reads it in the lobby.")
ADDRESS = N_("Address")
NAME_FORM = N_("What is your name?")
NAME_HINT = N_("The others at the table will see it.")
NAME = N_("Name")
TAGLINE = N_("Uno on the local network")
LOOKING = N_("Looking for tables on this network ...")
SWEEPING = N_("Trying every address of this network, for three seconds ...")
CHOOSE_TABLE = N_("Several tables are open: choose one.")
JOINING = N_("Joining ...")
PRACTICE_TABLE = N_("Practice")
BOTS_MAX = 9
CHANGED = "*"
"""Marks what a table's rules say otherwise than a preset."""


def seated(chairs: int, seats: int) -> str:
    return _("{chairs} of {seats} seats taken").format(chairs=chairs, seats=seats)


def partner(lobby: Lobby, seat: int) -> str | None:
    """The name of who will play together with whoever is on *seat* (R38)."""
    seats = len(lobby.chairs)
    teams = lobby.rules.teams and seats in TEAM_SEATS
    return lobby.chairs[(seat + seats // 2) % seats].name if teams else None


def marks(
    chair: Chair, *, is_me: bool, is_leader: bool, partner: str | None = None
) -> tuple[str, ...]:
    """What there is to say about who sits on a chair, together with *partner*."""
    found = (
        (is_me, _("you")),
        (is_leader, _("leader")),
        (chair.bot, _(BOT_STRENGTHS[chair.strength])),
        (not chair.here, _("away")),
        (chair.ready and not chair.bot, _("ready")),
        # The last, as a long name may be cut.
        (partner is not None, _("with {name}").format(name=partner)),
    )
    return tuple(mark for holds, mark in found if holds)


def waits(newcomer: Newcomer, *, is_me: bool) -> tuple[str, ...]:
    """What there is to say about one who waits for a seat."""
    found = (
        (is_me, _("you")),
        (True, _("waits for a seat")),
        (not newcomer.here, _("away")),
    )
    return tuple(mark for holds, mark in found if holds)


def exceptions(manners: Manners) -> tuple[str, ...]:
    """What the table does not allow, in sentences."""
    found = (
        (manners.late, _("Nobody joins a game that is on.")),
        (manners.spectators, _("Nobody may look on.")),
        (manners.hints, _("There are no hints.")),
        (manners.chat, _("There is no chat.")),
    )
    return tuple(sentence for allowed, sentence in found if not allowed)


def prompt(lobby: Lobby) -> Sentence:
    """What comes next."""
    names = tuple(chair.name for chair in lobby.chairs)
    if lobby.newcomer is not None:
        return say(_("Every seat is taken: you get the first that is free."))
    if lobby.you is None:
        return say(_("You are watching: wait for the game to begin. w: take a seat."))
    if lobby.you == lobby.leader:
        if len(names) < 2:  # noqa: PLR2004 - a game takes two
            return say(_("Wait for somebody to join, or add a bot with b."))
        if lobby.rules.teams and len(names) not in TEAM_SEATS:
            return say(_("Teams of two need four, six or eight players: add a bot with b."))
        return say(
            ngettext(
                "Press s to start the game with {n} player.",
                "Press s to start the game with {n} players.",
                len(names),
            ),
            n=len(names),
        )
    if lobby.leader is None:
        return say(_("Wait for the host to come back."))
    who = player(names, lobby.leader)
    if lobby.chairs[lobby.you].ready:
        return say(_("You are ready. {name} starts the game."), name=who)
    return say(_("Press r when you are ready. {name} starts the game."), name=who)


def called(rules: Rules) -> str:
    """What *rules* are called."""
    if rules.name is None:
        nearest = rules_name(Rules.preset(rules.nearest))
        told = _("These are the {name} with changes, which are marked {mark}.")
        return told.format(name=nearest, mark=CHANGED)
    return _("These are the {name}.").format(name=rules_name(rules))


def rules_told(rules: Rules) -> tuple[str, ...]:
    """What *rules* say, a line each; what no preset says is marked."""
    changed = otherwise(rules)
    told = (*changed, *(each for each in rules_in_words(rules) if each not in changed))
    return tuple(f"{CHANGED if each in changed else '·'} {each}" for each in told)


def missing(why: str) -> str:
    return _("Tables may be missing: {why}.").format(why=why)


def ways_in(
    table: str, addresses: tuple[str, ...], problem: str | None, code: str | None
) -> tuple[str, ...]:
    """What somebody else has to do to sit down here too."""
    found = [_("On this network they start lanuno and choose {table}.").format(table=table)]
    if problem:
        found = [_("They will not find the table by themselves: {why}").format(why=problem)]
    if code:
        tell = _("The code is {code}: tell it only to those who may come in.")
        found.insert(0, tell.format(code=code))
    if addresses:
        found.append(_("Or they type one of these:"))
    return (*found, *(f"  lanuno join {address}" for address in addresses))


def read_target(text: str) -> int:
    """The points that *text* names; ValueError, in a player's words, if it names none."""
    try:
        return Rules(target=int(text)).target
    except ValueError:
        raise ValueError(_("Write a number of points from 1 to 1000000.")) from None


def read_bots(text: str) -> int:
    """The number of bots that *text* names; ValueError, in a player's words, if it is none."""
    if not text.isdecimal() or int(text) > BOTS_MAX:
        raise ValueError(_("Write a number of bots from 0 to {most}.").format(most=BOTS_MAX))
    return int(text)


def read_name(text: str) -> str:
    """*text*; ValueError, in a player's words, if there is nothing in it."""
    if not text.strip():
        raise ValueError(_("Write a name."))
    return text.strip()


def read_typed_code(text: str) -> str:
    """The code that *text* is; ValueError, in a player's words, if it cannot be one."""
    code = read_code(text)
    if len(code) != CODE_LENGTH:
        raise ValueError(
            _("A code has five letters and digits, like {example}.").format(example="K7-QP2")
        )
    return code


def read_address(text: str) -> Address:
    """The address that *text* names; ValueError, in a player's words, if it names none."""
    try:
        return parse(text)
    except ValueError:
        example = Address("192.168.1.20", DEFAULT_PORT)
        raise ValueError(_("Write an address like {example}.").format(example=example)) from None


def table_state(info: TableInfo) -> str:
    """Whether one can sit down at a table, and by which rules it plays."""
    free = info.seats - info.seated
    state = ngettext("{n} free seat", "{n} free seats", free).format(n=free)
    if info.stage != "lobby":
        state = _("a game is on") if info.manners.late else _("a game is on, nobody joins it")
    elif not free:
        state = _("full")
    if info.private:
        state = _("{state} · private").format(state=state)
    return f"{state} · {rules_name(info.rules)} · {length_of_game(info.rules)}"


def silent() -> str:
    return _("does not answer")


def other_version(theirs: int, ours: int) -> str:
    return _("version {theirs}, here {ours}: update lanuno").format(theirs=theirs, ours=ours)


def nothing_found(*, searching: bool, sweeping: bool) -> tuple[str, ...]:
    """What to do when there is no table."""
    if sweeping:
        return (_(SWEEPING),)
    if searching:
        return (_(LOOKING),)
    return (
        _("No table is open on this network yet."),
        _("Press h to host one: others will see it here."),
        _("Press p to practice against bots."),
        _("Is one missing? Press a to try every address,"),
        _("or press j and type the one that the host reads."),
    )


def waiting_for(table: str | None, there: TableInfo | None = None) -> str:
    """What the screen says while `lanuno join` waits; *there*: the table, if it has no seat now."""
    if table is None:
        return _("Waiting for a table to open: you will sit down as soon as there is one.")
    if there is None:
        wait = _("Waiting for the table {table}: you will sit down as soon as it opens.")
        return wait.format(table=table)
    if there.stage == "lobby":
        wait = _("The table {table} is full: you will sit down as soon as a seat is free.")
    else:
        wait = _("A game is on at the table {table}: you will sit down when it is over.")
    return wait.format(table=there.name)


def interrupted(table: str) -> str:
    return _("Your table {table} was interrupted: press b to bring it back.").format(table=table)


def greeting(name: str) -> Sentence:
    return say(_("You are {name}."), name=Sentence(name))
