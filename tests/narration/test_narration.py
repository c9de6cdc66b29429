"""What players read: whole sentences for everything that can happen, all in one place."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from textual.binding import Binding

from lanuno.narration import faults, lobbies, outcomes, prompts, switches, words
from lanuno.narration.sentence import Sentence, marked, say
from lanuno.narration.story import narrate
from lanuno.net.messages import Chair, Closed, End, Lobby, Removal, Stage, TableInfo, Why
from lanuno.net.text import PlayerName, TableName
from lanuno.tui import keys
from lanuno.uno import events
from lanuno.uno.actions import Draw, Play, Reason
from lanuno.uno.cards import Card, Color, cards
from lanuno.uno.game import Game
from lanuno.uno.rules import SWITCHES, NoSuchRules, Numbers, Rules, values
from lanuno.uno.view import Shown

NAMES = ("Ana", "Boris", "Ceca")
RESULT = events.RoundResult(2, 1, Card.R1, ((), (), (Card.R5,)), (0, 0, 5), 5, (0, 5, 0))
BLOCKED = events.RoundResult(2, None, Card.R1, ((), (), ()), (0, 0, 0), 0, (0, 0, 0))
TUI = Path(words.__file__).parents[1] / "tui"

EVENTS = [
    events.RoundBegan(2, 1),
    events.FirstCardTurned(Card.R5),
    events.FirstCardTurned(Card.W_PLUS, returned=True),
    events.CardPlayed(1, Card.R_PLUS),
    events.CardPlayed(1, Card.W, Color.GREEN),
    events.ColorPicked(1, Color.BLUE),
    *(events.CardsDrawn(1, n, 4, why) for n in (0, 1, 4) for why in events.Why),
    events.TurnPassed(1),
    events.PlayerSkipped(1),
    events.DirectionTurned(1),
    events.DirectionTurned(-1),
    events.HandsSwapped(1, 0),
    events.HandsPassed(1),
    events.JumpedIn(1),
    events.HandsPassed(-1),
    events.PlayRefused(1),
    events.ChallengeOpened(0, 1),
    events.ChallengeOpened(0, 1, 6),
    events.StackGrew(1, 2),
    events.DrawFourAccepted(1),
    events.ChallengeJudged(1, 0, guilty=True),
    events.ChallengeJudged(1, 0, guilty=False),
    events.UnoCalled(1),
    events.PlayerCaught(1, 2),
    events.UnoMissed(1),
    events.PileReshuffled(1),
    events.PileReshuffled(40),
    events.PlayerJoined(1),
    events.PlayerLeft(1),
    events.RoundEnded(RESULT),
    events.RoundEnded(BLOCKED),
    events.GameEnded((1,), events.End.TARGET),
    events.GameEnded((0, 1), events.End.ROUNDS),
    events.GameEnded((1,), events.End.WALKOVER),
]


def is_sentence(text):
    return bool(re.fullmatch(r"[A-Za-z].*[.!?]", text)) and "{" not in text


def test_every_kind_of_event_is_among_those_told_here():
    assert {type(each) for each in EVENTS} == set(get_args(events.Event)) - {events.TurnBegan}


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_is_told_in_a_sentence_to_everybody(event):
    to_a_stranger = narrate(event, NAMES)
    to_the_doer = narrate(event, NAMES, me=1)

    assert is_sentence(to_a_stranger)
    assert is_sentence(to_the_doer)
    assert "Boris" not in to_the_doer or isinstance(event, events.GameEnded)
    concerns = {*getattr(event, "__struct_fields__", ())} & {"seat", "victim", "challenger"}
    if concerns:
        assert "Boris" in to_a_stranger
        assert re.search(r"\b[Yy]our?\b", to_the_doer)


def test_whose_turn_begins_needs_no_sentence():
    assert narrate(events.TurnBegan(1), NAMES) is None


def test_a_challenge_is_told_to_both_sides():
    for guilty in (True, False):
        event = events.ChallengeJudged(0, 1, guilty=guilty)
        assert narrate(event, NAMES, me=0).startswith("You challenge Boris")
        assert narrate(event, NAMES, me=1).startswith("Ana challenges you")


def test_the_player_who_catches_is_told_so():
    assert narrate(events.PlayerCaught(1, 0), NAMES, me=0) == "You catch Boris: no Uno call!"


def test_names_and_cards_are_marked_in_a_sentence():
    told = narrate(events.CardPlayed(1, Card.W, Color.GREEN), NAMES)

    assert told == "Boris plays wild and chooses green."
    assert [(told[m.start : m.end], m.kind) for m in told.marks] == [
        ("Boris", "name"),
        ("wild", "wild"),
        ("green", "green"),
    ]


def test_what_stands_in_a_name_is_never_taken_for_a_field():
    assert say("{name} passes.", name=marked("{card}%s", "name")) == "{card}%s passes."
    assert narrate(events.TurnPassed(0), ("{seat}",)) == "{seat} passes."


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_rules_is_explained(reason):
    assert is_sentence(faults.not_allowed(reason))


@pytest.mark.parametrize("name", SWITCHES)
def test_a_value_that_a_switch_cannot_have_is_told_with_those_that_it_can(name):
    with pytest.raises(NoSuchRules) as refused:
        Rules().with_switch(f"{name}=nonsense")

    told = faults.no_such_rules(refused.value.fault)
    assert told.startswith(f"{name} cannot be 'nonsense'. It can be: ")
    offered = values(name)
    words = ("a number from",) if isinstance(offered, Numbers) else offered
    assert all(word in told for word in words)
    assert ("none" in told) == (getattr(Rules(), name) in (None, "none"))


def test_rules_that_there_are_not_are_told_with_those_that_there_are():
    with pytest.raises(NoSuchRules) as preset:
        Rules.preset("house")
    with pytest.raises(NoSuchRules) as switch:
        Rules().with_switch("speed=1")

    told = faults.no_such_rules(preset.value.fault)
    assert told == "No rules are called 'house'. There are: document, official, party."
    told = faults.no_such_rules(switch.value.fault)
    assert told.startswith("No rule is called 'speed'. There are: hand_size, ")


@pytest.mark.parametrize("why", Why)
def test_every_refusal_of_the_table_is_explained(why):
    assert is_sentence(faults.refused(why))


@pytest.mark.parametrize("end", End)
def test_every_goodbye_of_the_table_is_explained(end):
    assert is_sentence(faults.closed(Closed(end)))


@pytest.mark.parametrize("reason", Removal)
def test_whoever_is_removed_is_told_why(reason):
    told = faults.closed(Closed(End.REMOVED, reason))

    assert told.startswith(f"{faults.closed(Closed(End.REMOVED))} The reason given: ")


@pytest.mark.parametrize("card", Card)
def test_every_card_has_a_name_of_its_own(card):
    assert [words.card_name(each) for each in Card].count(words.card_name(card)) == 1


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_that_is_set_otherwise_is_told_in_words(name):
    for value in ("on", "off", "dealer", "redraw", "may", "victim", "refuse", "1", "3", "any"):
        try:
            changed = Rules().with_switch(f"{name}={value}")
        except ValueError:
            continue
        told = switches.rules_in_words(changed)
        if changed != Rules():
            assert told != switches.rules_in_words(Rules()), changed.changed()
        assert all(map(is_sentence, (*told, switches.sentence(name, changed))))
        assert switches.in_a_word(getattr(changed, name))


def test_the_prompt_names_the_key_for_every_kind_of_legal_action():
    game = Game.position("R5 R7 | W+ B3 | G9", top="R1")
    view = game.look(0)
    assert "Enter" in prompts.prompt(view, NAMES, Card.R5, Rules())
    assert "d draws" in prompts.prompt(view, NAMES, Card.R5, Rules())
    nothing_fits = Game.position("G5 | B3", top="R1").look(0)
    assert "press d" in prompts.prompt(nothing_fits, NAMES, Card.G5, Rules())
    assert prompts.urgent(view, NAMES) == ("u Uno!",)


def test_the_prompt_leaves_room_for_a_call_beside_it_in_80_cells():
    game = Game.position("Y+ W+ R5 | W+ B3 B4 | G9", top="Y1", pile="Y+ G1")
    drew = game.copy()
    drew.apply(0, Draw())
    official = Game.position("R5 | B3 | G9", top="Y1", pile="Y+ G1", rules=Rules.preset("official"))
    official.apply(0, Draw())
    first = Game.position("R5 | B3", top="W")
    room = 80 - len("  YOUR TURN  ") - len("  u Uno! ")
    for each in (game, drew, official, first):
        for card in Card:
            assert len(prompts.prompt(each.look(0), NAMES, card, each.rules)) <= room


def test_the_hand_that_a_challenge_laid_open_is_told_in_order():
    _, told, verdict = outcomes.shown(Shown(1, cards("B2 R1 W")), NAMES, Color.RED)

    assert told == "red 1, blue 2, wild"
    assert [mark.kind for mark in told.marks] == ["red", "blue", "wild"]
    assert verdict.startswith("The color in force was red: a bluff. Only you")
    _, _, verdict = outcomes.shown(Shown(1, cards("B2 R1 W")), NAMES, Color.GREEN)
    assert verdict.startswith("The color in force was green: no bluff. Only you")


def test_the_lobby_says_what_comes_next():
    def prompt(names, you, leader=0, **chair):
        chairs = tuple(Chair(PlayerName(name), **chair) for name in names)
        return lobbies.prompt(Lobby(Stage.LOBBY, Rules(), chairs, you, leader))

    assert prompt(["Ana"], 0) == "Wait for somebody to join, or add a bot with b."
    assert prompt(NAMES, 0) == "Press s to start the game with 3 players."
    assert prompt(NAMES, 1) == "Press r when you are ready. Ana starts the game."
    assert prompt(NAMES, 1, ready=True) == "You are ready. Ana starts the game."
    assert prompt(NAMES, 1, leader=None) == "Wait for the host to come back."
    assert prompt(NAMES, None) == "You are watching: wait for the game to begin. w: take a seat."


@pytest.mark.parametrize(
    ("stage", "seated", "words"),
    [
        (Stage.LOBBY, 3, "7 free seats"),
        (Stage.LOBBY, 9, "1 free seat"),
        (Stage.LOBBY, 10, "full"),
        (Stage.PLAYING, 3, "a game is on"),
        (Stage.OVER, 3, "a game is on"),
    ],
)
def test_a_table_is_described_in_a_line(stage, seated, words):
    info = TableInfo("0" * 16, TableName("Kitchen"), stage, seated, 0, 10, Rules(target=200))

    assert lobbies.table_state(info) == f"{words} · document rules · to 200 points"


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (lobbies.read_target, ["1", "500", "1000000"], ["", "0", "-5", "x", "1e3", "9999999"]),
        (lobbies.read_bots, ["0", "3", "9"], ["", "-1", "10", "x", "²"]),
        (lobbies.read_name, ["Ana", "Љубиша"], ["", "   "]),
        (lobbies.read_address, ["192.168.1.5", "10.0.0.1:4000"], ["", "a b", "1.2.3.4:99999"]),
    ],
)
def test_what_is_typed_is_read_or_refused_in_a_sentence(read, good, bad):
    for text in good:
        read(text)
    for text in bad:
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            read(text)


def all_bindings():
    lists = (keys.TABLE, keys.DIALOG, keys.HOME, keys.LOBBY, keys.TABLES, keys.APP)
    return [each for some in lists for each in Binding.make_bindings(some)]


def test_every_binding_has_a_description():
    assert all(each.description for each in all_bindings())


def test_everything_can_be_reached_without_letters():
    """By digits, arrows, Enter and function keys, which every keyboard layout has."""
    for some in (keys.TABLE, keys.HOME, keys.LOBBY):
        reached = {}
        for each in Binding.make_bindings(some):
            reached.setdefault(each.description, []).append(each.key)
        for description, its in reached.items():
            assert any(len(key) > 1 or key.isdecimal() for key in its), description


def test_no_key_is_bound_twice_on_a_screen():
    for some in (keys.HOME, keys.LOBBY, keys.DIALOG):
        bound = [each.key for each in Binding.make_bindings(some)]
        assert len(bound) == len(set(bound))
    # On the table each move is bound twice on purpose: to do it, and to say why not.
    bound = [each.key for each in Binding.make_bindings(keys.TABLE) if "explain" not in each.action]
    assert len(bound) == len(set(bound))


def test_narration_needs_no_screen():
    program = "import sys, lanuno.narration; sys.exit('textual' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


STYLE = re.compile(r"^(bold|dim|italic|underline|reverse|on|\$[\w-]+|\d+%|\s|\{\})*$")
WORDS = re.compile(r"[A-Za-z]{2,}\W+[A-Za-z]{2,}")


def literals(file):
    """The strings in *file* that are no docstrings, each f-string as one."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped.update(node.values)
            yield "".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.value


@pytest.mark.parametrize(
    "file",
    [path for path in sorted(TUI.rglob("*.py")) if "narration" not in path.parts],
    ids=lambda path: str(path.relative_to(TUI)),
)
def test_no_sentence_stands_outside_of_the_narration(file):
    for text in literals(file):
        is_style = STYLE.match(re.sub(r"\$card-\{\}[\w-]*|\$\{\}", "", text))
        is_code = re.fullmatch(
            r"\w+\[\w+\]|[\w.#-]+|[a-z_+]+(,[a-z_+]+)*|[\w.]+\('?[\w{}-]*'?\)", text
        )
        assert is_style or is_code or not WORDS.search(text), text


def test_a_sentence_is_text_to_everybody_who_does_not_ask():
    assert isinstance(Sentence("a"), str)
    assert Sentence("a").marks == ()


PARTNERS = (2, 3, 0, 1)
FOUR = ("Ana", "Boris", "Ceca", "Đorđe")


@pytest.mark.parametrize(
    ("me", "told"),
    [
        (0, "You and Ceca win the round: 50 points."),
        (2, "You and Ana win the round: 50 points."),
        (1, "Ana and Ceca win the round: 50 points."),
        (None, "Ana and Ceca win the round: 50 points."),
    ],
)
def test_a_round_is_won_by_a_team(me, told):
    result = events.RoundResult(1, 2, Card.R5, ((),) * 4, (0,) * 4, 50, (0,) * 4)

    assert narrate(events.RoundEnded(result), FOUR, me, PARTNERS) == told


def test_a_game_is_won_by_a_team_and_shared_only_beyond_one():
    target = events.End.TARGET

    won = [narrate(events.GameEnded((2, 0), target), FOUR, me, PARTNERS) for me in (0, 1)]
    assert won == ["You and Ceca win the game!", "Ana and Ceca win the game!"]
    assert narrate(events.GameEnded((0, 1), target), FOUR, 0, PARTNERS).endswith("share the win!")


def test_the_prompt_says_what_is_pending_and_what_can_jump_in():
    party = Rules.preset("party")
    game = Game.position("R5 B+ G2 | B3 Y1 | R+ R6 R9", top="R1", rules=party, turn=2)
    game.apply(2, Play(Card.R_PLUS))
    mine, other = (prompts.prompt(game.look(seat), NAMES, Card.B_PLUS, party) for seat in (0, 1))
    assert mine == "a: take 2 cards. Enter: add a raised card."
    assert other == "Ana takes 2 cards, or adds one."

    game = Game.position("R5 G7 B2 | B3 Y1 Y2 | G9 R5", top="R1", rules=party)
    game.apply(0, Play(Card.R5))
    view = game.look(2)
    assert prompts.prompt(view, NAMES, Card.R5, party) == "Enter: jump in with red 5."
    assert prompts.prompt(view, NAMES, Card.G9, party).startswith("You can jump in with red 5")
    assert prompts.urgent(view, NAMES) == ("u Uno!",)


def test_what_differs_from_a_preset_is_marked_where_the_rules_are_told():
    rules = Rules(stacking="any", jump_in=True, seven_zero=True, target=200)

    told = lobbies.rules_told(rules)

    assert words.rules_name(rules) == "party rules with changes"
    assert [line for line in told if line.startswith("*")] == ["* Who draws takes one card."]
    assert "The first to reach 200" in told[1]
