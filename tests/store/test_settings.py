"""The settings: a file that people write, under the environment, under the command line."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from lanuno.narration import preferences
from lanuno.store.settings import (
    VARIABLES,
    Loaded,
    Settings,
    Unreadable,
    check,
    choices,
    load,
    save,
    settings_file,
    settings_in_force,
)


def write(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


def test_without_a_file_everything_is_as_it_is_where_nothing_is_said():
    assert load({}).settings == Settings()
    assert load({}).faults == ()


def test_the_file_is_heeded():
    write('name = "Ana"\nlanguage = "sr_Latn"\nascii = true\nbots = 3\nsort = "face"\n')

    loaded = load({})

    assert loaded.settings == Settings(
        name="Ana", language="sr_Latn", ascii=True, bots=3, sort="face"
    )
    assert loaded.faults == ()


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ('theme = "pink"', "theme"),
        ("theme = 3", "theme"),
        ('ascii = "yes"', "ascii"),
        ("bots = 12", "bots"),
        ("target = 0", "target"),
        ("target = 1.5", "target"),
        ("language = 7", "language"),
        ('colour = "red"', "colour"),
        ("[bots]\nn = 1", "bots"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_the_others_count(line, setting):
    write(f'# mine\nname = "Ana"\n{line}\n')

    loaded = load({})

    (fault,) = loaded.faults
    assert (fault.setting, fault.line) == (setting, 3)
    assert str(settings_file()) in preferences.fault(fault)
    assert "line 3" in preferences.fault(fault)
    assert getattr(loaded.settings, setting, None) == getattr(Settings(), setting, None)
    assert loaded.settings.name == "Ana"


@pytest.mark.parametrize(
    ("text", "line"), [('name = "Ana"\nbots = \n', 2), ("name = 'Ana\n", 2), ("= 3", 1), ("a", 1)]
)
def test_a_file_that_is_no_toml_is_reported_with_its_line_and_kept(text, line):
    write(text)

    loaded = load({})

    assert loaded.settings == Settings()
    told = preferences.fault(loaded.faults[0])
    assert f"line {line}: the settings cannot be read" in told
    assert told.endswith("it is no TOML.")
    with pytest.raises(Unreadable):
        save({"bots": 3})
    assert settings_file().read_text(encoding="utf-8") == text


@pytest.mark.parametrize("content", [b"\xff\xfe\x00name", b'name = "\xff"'])
def test_a_file_that_is_no_text_is_reported_and_kept(content):
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(content)

    (fault,) = load({}).faults

    told = preferences.fault(fault)
    assert str(settings_file()) in told
    assert told.endswith("it is no text in UTF-8.")
    with pytest.raises(Unreadable):
        save({"bots": 3})
    assert settings_file().read_bytes() == content


def test_a_folder_in_its_place_is_reported():
    settings_file().mkdir(parents=True)

    told = preferences.fault(load({}).faults[0])
    assert str(settings_file()) in told
    assert told.endswith("that is a folder.")
    with pytest.raises(OSError, match="directory"):
        save({"bots": 3})


def test_what_is_saved_is_read_again_and_the_rest_stays():
    write('# mine\nname = "Ana"  # me\n\n[later]\nx = 1\n')

    save({"bots": 4})
    save({"ascii": True})

    assert load({}).settings == Settings(name="Ana", bots=4, ascii=True)
    text = settings_file().read_text(encoding="utf-8")
    assert "# mine" in text
    assert "# me" in text
    assert "[later]\nx = 1" in text
    assert list(settings_file().parent.iterdir()) == [settings_file()]


def test_the_environment_comes_before_the_file_and_the_command_line_before_it():
    write('theme = "light"\nbots = 1\nbell = true\n')
    environment = {"LANUNO_THEME": "contrast", "LANUNO_BELL": "false", "LANUNO_TARGET": "200"}

    loaded = load(environment)

    assert loaded.settings == Settings(theme="contrast", bots=1, bell=False, target=200)


def test_a_flag_comes_before_all(monkeypatch):
    monkeypatch.setenv("LANUNO_THEME", "contrast")

    assert settings_in_force({"theme": "light", "ascii": "true"}).settings == Settings(
        theme="light", ascii=True
    )


def test_a_variable_that_is_wrong_is_named():
    (fault,) = load({"LANUNO_BOTS": "many"}).faults

    assert preferences.fault(fault) == "LANUNO_BOTS: bots cannot be many. It can be: 0 ... 9."


def test_every_setting_has_a_variable_and_a_name_for_people():
    names = [each.name for each in fields(Settings)]

    assert list(VARIABLES) == names
    assert list(preferences.SETTINGS) == names


@pytest.mark.parametrize("setting", list(VARIABLES))
def test_everything_that_can_be_chosen_is_called_something_and_can_be_saved(setting):
    for value in choices(setting):
        assert preferences.choice(value)
        save({setting: value})
        assert getattr(load({}).settings, setting) == value


def test_what_is_typed_is_taken_for_what_it_is():
    assert check("bots", "3") == 3
    assert check("name", "3") == "3"
    with pytest.raises(ValueError, match="9"):
        check("bots", "10")
    assert preferences.out_of_range("bots")
    assert preferences.out_of_range("target")


@pytest.mark.parametrize("names", ["sr_RS.UTF-8", "C", "fr:hr"])
def test_a_language_may_have_any_of_its_names(names):
    assert load({"LANUNO_LANG": names}) == Loaded(Settings())


def test_a_variable_that_names_no_language_that_there_is_is_told():
    (fault,) = load({"LANUNO_LANG": "xx:fr"}).faults

    told = "LANUNO_LANG: language cannot be xx:fr. It can be: "
    assert preferences.fault(fault).startswith(told)
    assert '"sr_Latn"' in preferences.fault(fault)
