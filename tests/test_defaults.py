"""What is settled for a new table counts wherever one is opened."""

from __future__ import annotations

import click
import pytest
from msgspec.structs import replace

from lanuno import cli
from lanuno.bots import Strength
from lanuno.cli import tables
from lanuno.net.manners import Manners
from lanuno.store.settings import settings_file
from lanuno.uno.rules import Rules

OFFICIAL = Rules.preset("official")
SETTLED = 'rules = "official"\ntarget = 200\nbots = 4\nstrength = "easy"\n'


@pytest.fixture
def opened(monkeypatch):
    """Run a command, and give what it would host."""
    starts = []
    monkeypatch.setattr(tables, "open_screen", lambda start, **_: starts.append(start))
    # The library of the command line is told by it which language to speak.
    monkeypatch.setenv("LANGUAGE", "en")

    def run(*words):
        cli._run(list(words))
        return starts.pop().hosting

    return run


def settle(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("command", "bots"), [("host", 0), ("play", 3)])
def test_where_nothing_is_settled_a_table_is_as_the_document_says(opened, command, bots):
    hosting = opened(command)

    assert (hosting.rules, hosting.bots) == (Rules(), bots)
    assert hosting.strength is Strength.NORMAL


def test_what_a_table_allows_is_settled_and_said_on_the_command_line(opened, monkeypatch):
    assert opened("host").manners == Manners()
    assert opened("host", "--no-late", "--no-chat").manners == Manners(late=False, chat=False)

    settle("spectators = false\nhints = false\n")
    monkeypatch.setenv("LANUNO_TALK", "false")
    assert opened("host").manners == Manners(spectators=False, hints=False, chat=False)
    assert opened("host", "--spectators", "--hints", "--chat").manners == Manners()


@pytest.mark.parametrize("command", ["host", "play"])
def test_the_file_the_environment_and_the_command_line_each_come_before_the_one_before(
    opened, monkeypatch, command
):
    settle(SETTLED)
    hosting = opened(command)
    assert (hosting.rules, hosting.bots) == (replace(OFFICIAL, target=200), 4)
    assert hosting.strength is Strength.EASY

    monkeypatch.setenv("LANUNO_RULES", "document")
    monkeypatch.setenv("LANUNO_TARGET", "300")
    monkeypatch.setenv("LANUNO_BOTS", "5")
    monkeypatch.setenv("LANUNO_STRENGTH", "normal")
    hosting = opened(command)
    assert (hosting.rules, hosting.bots) == (Rules(target=300), 5)
    assert hosting.strength is Strength.NORMAL

    hosting = opened(
        command, "--rules", "official", "--target", "50", "--bots", "2", "--strength", "hard"
    )
    assert (hosting.rules, hosting.bots) == (replace(OFFICIAL, target=50), 2)
    assert hosting.strength is Strength.HARD


@pytest.mark.parametrize("command", ["host", "play"])
def test_a_switch_that_is_set_counts_more_than_what_is_settled(opened, command):
    settle(SETTLED)

    hosting = opened(command, "--set", "target=77", "--set", "drawn_card=must", "--rounds", "3")

    assert hosting.rules == replace(OFFICIAL, target=77, drawn_card="must", rounds=3)


def test_no_bots_can_be_asked_for_where_some_are_settled(opened):
    settle(SETTLED)

    assert opened("host", "--bots", "0").bots == 0


def test_hints_are_given_unless_the_host_says_otherwise(opened):
    assert opened("host").manners.hints
    assert not opened("host", "--no-hints").manners.hints


@pytest.mark.usefixtures("opened")
def test_the_help_tells_what_is_settled(capsys):
    settle(SETTLED)

    cli._run(["host", "--help"])

    told = " ".join(capsys.readouterr().out.split())
    for words in ("default: 4", "default: official", "default: 200"):
        assert words in told


@pytest.mark.parametrize("command", ["host", "play"])
def test_single_rules_that_are_settled_belong_to_the_preset_beside_them(opened, command):
    settle('rules = "party"\nswitches = "teams=on rounds=3"\n')
    party = replace(Rules.preset("party"), teams=True, rounds=3)

    assert opened(command).rules == party
    assert opened(command, "--set", "teams=off").rules == replace(party, teams=False)
    assert opened(command, "--rules", "party").rules == Rules.preset("party")


def test_single_rules_that_there_are_not_are_told_and_do_not_count(opened, capsys):
    settle('rules = "party"\nswitches = "teams=maybe"\n')

    assert opened("host").rules == Rules.preset("party")
    assert 'line 2: switches cannot be "teams=maybe"' in capsys.readouterr().err


@pytest.mark.parametrize("words", ["host --bots 8", "play --bots 4", "play --bots 8"])
def test_teams_that_so_many_cannot_make_are_told_before_the_table_opens(opened, words):
    with pytest.raises(click.UsageError, match="four, six or eight players"):
        opened(*words.split(), "--set", "teams=on")
