"""Serbian: complete, in both alphabets, and chosen for those who want it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from lanuno import language
from lanuno.language import _, choose_language, ngettext
from lanuno.narration import lobbies, words
from lanuno.narration.story import narrate
from lanuno.uno import events
from lanuno.uno.cards import Card

ROOT = Path(__file__).parents[2]
VARIABLES = ("LANUNO_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def _script():
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / "scripts" / "catalogs.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


catalogs = _script()
SOURCE = [message for message in catalogs.read("sr") if message.id]


@pytest.fixture(autouse=True)
def _spoken_before(monkeypatch):
    """Each test begins where nothing is wished for, and leaves what was spoken before."""
    monkeypatch.setattr(language, "_spoken", language._spoken)
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def test_everything_is_translated_with_its_placeholders_and_keys() -> None:
    assert list(catalogs.problems()) == []
    assert len(SOURCE) > 400


def test_the_check_answers_with_its_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "catalogs.py", "--check"], check=False
    )

    assert done.returncode == 0


@pytest.mark.parametrize(
    ("english", "serbian", "wrong"),
    [
        ("You pass.", "", "not translated"),
        (("{n} card", "{n} cards"), ("{n} карта", "{n} карте"), "not in all its forms"),
        (("{n} card", "{n} cards"), ("{n} карта", "{n} карте", ""), "not in all its forms"),
        (("A card", "{n} cards"), ("карта", "{n} карте", "{n} карата"), "other placeholders"),
        ("{name} passes.", "Каже даље.", "other placeholders"),
        ("{name} passes.", "{name} {card} даље.", "other placeholders"),
        ("{seconds} s  ", "{seconds} s", "other spaces"),
        ("c catch {name}", "ухвати: {name}", "other keys"),
        ("c catch {name}", "с ухвати: {name}", "other keys"),
        ("a: take four cards.", "p: повуци четири карте.", "other keys"),
        ("Press a to try a table.", "Притисни да пробаш сто.", "other keys"),
        ("Enter plays {card}.", "Ентер игра: {card}.", "other words"),
        ("document or official", "документ или званична", "other words"),
    ],
)
def test_the_check_finds_what_is_wrong_with_a_translation(english, serbian, wrong) -> None:
    assert any(wrong in each for each in catalogs.faults(Message(english, serbian)))


def test_the_check_finds_a_translation_that_was_only_guessed() -> None:
    guessed = Message("You pass.", "Кажеш даље.", flags=["fuzzy"])

    assert any("fuzzy" in each for each in catalogs.faults(guessed))


@pytest.mark.parametrize(
    ("said", "missing"),
    [("Something new.", "not in the catalog"), (None, "said nowhere any more")],
)
def test_the_check_finds_a_sentence_that_came_or_went(monkeypatch, said, missing) -> None:
    extracted = catalogs.extracted()
    if said:
        extracted.add(said)
    else:
        extracted.delete("You pass.")
    monkeypatch.setattr(catalogs, "extracted", lambda: extracted)

    (problem,) = catalogs.problems()

    assert problem.endswith(missing)


def test_the_check_finds_what_was_not_derived_and_compiled_anew(monkeypatch, tmp_path) -> None:
    copy = shutil.copytree(catalogs.LOCALE, tmp_path / "locale")
    written = copy / "sr" / "LC_MESSAGES" / "lanuno.po"
    text = written.read_text(encoding="utf-8")
    written.write_text(text.replace("Кажеш даље.", "Нећеш."), encoding="utf-8")
    monkeypatch.setattr(catalogs, "LOCALE", copy)

    found = list(catalogs.problems())
    catalogs.update()

    assert len(found) == 3
    assert all("run scripts/catalogs.py" in each for each in found)
    assert list(catalogs.problems()) == []


def test_bringing_up_to_date_what_is_so_changes_nothing(monkeypatch, tmp_path) -> None:
    copy = shutil.copytree(catalogs.LOCALE, tmp_path / "locale")
    monkeypatch.setattr(catalogs, "LOCALE", copy)

    catalogs.update()

    for file in copy.rglob("*.po"):
        kept = ROOT / "lanuno" / "locale" / file.relative_to(copy)
        lines = [_without_tool(each.read_text(encoding="utf-8")) for each in (file, kept)]
        assert lines[0] == lines[1]


def _without_tool(text: str) -> list[str]:
    return [line for line in text.splitlines() if "Generated-By" not in line]


@pytest.mark.parametrize("language_code", ["sr", "sr_Latn"])
def test_what_is_compiled_says_what_is_written(language_code) -> None:
    choose_language(language_code)

    for message in catalogs.read(language_code):
        match message.id:
            case "":
                continue
            case str():
                assert _(message.id) == message.string
            case one, several:
                forms = [ngettext(one, several, n) for n in (1, 2, 5)]
                assert forms == list(message.string)


def test_serbian_counts_in_three_forms() -> None:
    choose_language("sr_Latn")

    counted = [words.count_of_cards(n) for n in (0, 1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 25, 101)]

    assert counted == [
        *("0 karata", "1 karta", "2 karte", "4 karte", "5 karata", "11 karata", "12 karata"),
        *("14 karata", "20 karata", "21 karta", "22 karte", "25 karata", "101 karta"),
    ]


def test_the_cyrillic_catalog_has_no_latin_look_alike_in_a_word() -> None:
    mixed = catalogs.re.compile(r"[a-zšđčćž][а-шђјљњћџ]|[а-шђјљњћџ][a-zšđčćž]", catalogs.re.I)

    for message in SOURCE:
        texts = catalogs._texts(message.string)
        assert not any(mixed.search(text) for text in texts), message.string


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Љубав, њива и џак", "Ljubav, njiva i džak"),
        ("ЉУБАВ, ЊИВА И ЏАК", "LJUBAV, NJIVA I DŽAK"),
        ("КРАЉ. КОЊ! Љ", "KRALJ. KONJ! Lj"),
        ("инјекција, надживети", "injekcija, nadživeti"),
        ("чаша ћуфти, ђак, жуто, шест", "čaša ćufti, đak, žuto, šest"),
        ("Enter игра: {card}, multicast-а", "Enter igra: {card}, multicast-a"),
    ],
)
def test_latin_is_derived_letter_by_letter(cyrillic, latin) -> None:
    assert catalogs.latin(cyrillic) == latin


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        *((name, "sr") for name in ("sr", "sr_RS", "sr_RS.UTF-8", "sr_Cyrl", "sr-Cyrl-RS", "SR")),
        *((name, "sr_Latn") for name in ("sr@latin", "sr_Latn", "sr_RS@latin", "sr-Latn-RS")),
        *((name, "sr_Latn") for name in ("sr_RS.UTF-8@latin", "hr", "hr_HR.UTF-8", "bs", "cnr")),
        *(
            (name, "en")
            for name in ("en", "en_US.UTF-8", "C", "C.UTF-8", "POSIX", "fr_FR", "s", "")
        ),
        *((name, "en") for name in ("srd", "srn_SR", "../../etc", "sr/../sr", ":", "@latin")),
        *((name, "sr") for name in ("fr:sr:en", "sr:en")),
        ("de:en:sr", "en"),
    ],
)
def test_a_wish_names_the_language(name, spoken) -> None:
    assert choose_language(name) == spoken
    assert (
        _("You pass.")
        == {"en": "You pass.", "sr": "Кажеш даље.", "sr_Latn": "Kažeš dalje."}[spoken]
    )


@pytest.mark.parametrize("first", range(len(VARIABLES)))
def test_the_first_variable_that_is_set_decides(monkeypatch, first) -> None:
    for variable in VARIABLES[first + 1 :]:
        monkeypatch.setenv(variable, "en_US.UTF-8")
    for variable in VARIABLES[:first]:
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv(VARIABLES[first], "sr_RS.UTF-8")

    assert choose_language(None) == "sr"
    assert choose_language("") == "sr"
    assert choose_language("hr") == "sr_Latn"


def test_english_is_spoken_where_nothing_is_set() -> None:
    assert choose_language(None) == "en"


def test_a_language_that_was_left_out_of_a_package_is_english(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(language, "_LOCALE", tmp_path)

    choose_language("sr")

    assert _("You pass.") == "You pass."


def test_the_environment_decides_where_nobody_asks() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from lanuno.language import _; print(_('Play'))"],
        cwd=ROOT,
        env={"LANUNO_LANG": "sr_Latn", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert done.stdout == "Igraj\n"


def test_two_peers_tell_the_same_event_each_in_their_own_language() -> None:
    played = events.CardPlayed(1, Card.R5)
    told = []

    for spoken in ("en", "sr", "sr_Latn"):
        choose_language(spoken)
        told.append(narrate(played, ("Ana", "Boris")))

    assert told == ["Boris plays red 5.", "Boris игра: црвена 5.", "Boris igra: crvena 5."]
    assert [each[mark.start : mark.end] for each in told for mark in each.marks] == [
        *("Boris", "red 5"),
        *("Boris", "црвена 5"),
        *("Boris", "crvena 5"),
    ]


def test_a_sentence_with_a_number_fits_its_number() -> None:
    choose_language("sr_Latn")

    drawn = [events.CardsDrawn(0, n, 4, events.Why.TURN) for n in (1, 2, 6)]

    assert [narrate(each, ("Ana",), me=0) for each in drawn] == [
        "Vučeš 1 kartu.",
        "Vučeš 2 karte.",
        "Vučeš 6 karata.",
    ]
    assert lobbies.seated(1, 4) == "zauzeto 1 od 4 mesta"
