"""What this user has settled: a TOML file, under what the environment says."""

from __future__ import annotations

import os
import re
import tomllib
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields, replace
from platformdirs import user_config_path

from lanuno.language import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Value = str | int | bool

PRACTICE_BOTS = 3
"""Against how many one practices where no number is settled."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be settled, as it is where nothing else is said."""

    name: str = ""
    """What I am called at tables; empty: as the account is."""
    language: Literal["", "en", "sr", "sr_Latn"] = ""
    """Empty: what the environment says."""
    theme: Literal["dark", "light", "contrast", "transparent"] = "dark"
    ascii: bool = False
    """Draw with the characters that every terminal has."""
    animations: bool = True
    bell: bool = True
    """Ring when it is my turn."""
    title: bool = True
    """Say in the title of the window whose turn it is."""
    sort: Literal["color", "face", "drawn"] = "color"
    confirm_misplay: bool = True
    """Ask before playing a card that does not fit, where that costs cards."""
    chat: bool = True
    """Show what others say and how they react."""
    rules: Literal["document", "official", "party"] = "document"
    """By which rules a table that I open plays, until I choose others."""
    switches: str = ""
    """What is set otherwise than in these, as after --set, with spaces between."""
    target: Annotated[int, Meta(ge=1, le=1_000_000)] = 500
    """The points that win there."""
    bots: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many of its seats bots take; 0: none, or when I practice as many as usual."""
    strength: Literal["easy", "normal", "hard"] = "normal"
    """How well the bots there play."""

    late: bool = True
    """Who comes to it during a game is dealt in with the next round."""
    spectators: bool = True
    """Anybody may look on there."""
    hints: bool = True
    """Players may ask there what a strong bot would do."""
    talk: bool = True
    """Players may write to each other there."""


class Fault(Struct, frozen=True):
    """Something in the file, or in a variable, that is no setting."""

    where: str
    """The file, or the variable."""
    line: int | None
    """In the file, from 1 on, if it is known."""
    setting: str | None
    """Which one; None: the file is no TOML, or cannot be read."""
    value: str = ""
    """What stands there."""
    wanted: tuple[str, ...] = ()
    """What could stand there; none: there is no such setting."""
    error: OSError | ValueError | None = None
    """Why the file could not be read; a UnicodeDecodeError, or else a ValueError: it is no TOML."""


class Loaded(Struct, frozen=True):
    """The settings in force; each that is faulty is as it is where nothing is said."""

    settings: Settings
    faults: tuple[Fault, ...] = ()


VARIABLES = {
    each.name: f"LANUNO_{'LANG' if each.name == 'language' else each.name.upper()}"
    for each in fields(Settings)
}
"""By setting: the variable that is heeded before the file."""


def settings_file() -> Path:
    """Where the settings of this user stand."""
    return user_config_path("lanuno", appauthor=False) / "config.toml"


def load(environment: Mapping[str, str] = os.environ) -> Loaded:
    """What the file says, and over it what *environment* does."""
    in_file = _load_file(settings_file())
    settings, faults = in_file.settings, list(in_file.faults)
    for setting, variable in VARIABLES.items():
        value = environment.get(variable)
        # Languages have many names, several may stand there, and they are chosen elsewhere.
        if not value or (setting == "language" and any(map(language_of, value.split(":")))):
            continue
        try:
            settings = _with(settings, setting, value, strict=False)
        except msgspec.ValidationError:
            faults.append(Fault(variable, None, setting, value, _wanted(setting)))
    return Loaded(settings, tuple(faults))


def settings_in_force(said: Mapping[str, str]) -> Loaded:
    """What the command line has *said*, over the environment, over the file."""
    loaded = load()
    settings = loaded.settings
    for setting, value in said.items():
        if setting in _TYPES:
            settings = _with(settings, setting, value, strict=False)
    return Loaded(settings, loaded.faults)


def choices(setting: str) -> tuple[Value, ...]:
    """Everything that *setting* can be; none when it is typed."""
    match _INSPECTED[setting]:
        case msgspec.inspect.LiteralType():
            # In the order in which they are written above.
            return get_args(_TYPES[setting])
        case msgspec.inspect.BoolType():
            return (True, False)
        case _:
            return ()


def check(setting: str, text: str) -> str | int:
    """What *text* is for a *setting* that is typed; ValueError when it can be none."""
    return msgspec.convert(text, _TYPES[setting], strict=False)


class Unreadable(ValueError):
    """The file is no TOML; the cause says why."""


def save(settings: Mapping[str, Value]) -> None:
    """
    Write *settings* into the file, and leave everything else in it as it is.

    OSError when the system refuses, Unreadable when the file is no TOML now: whoever wrote
    it mends it, or it stays as it is. Nothing has changed then.
    """
    import tomlkit  # noqa: PLC0415 - it takes a while, and most people settle nothing
    from tomlkit.exceptions import ParseError  # noqa: PLC0415

    file = settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8") if file.exists() else "")
    except (ParseError, UnicodeDecodeError) as error:
        raise Unreadable(str(file)) from error
    for setting, value in settings.items():
        document[setting] = value
    new = file.with_suffix(f".{os.getpid()}.new")
    new.write_text(tomlkit.dumps(document), encoding="utf-8")
    new.replace(file)


def _load_file(file: Path) -> Loaded:
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except FileNotFoundError:
        return Loaded(Settings())
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        return Loaded(Settings(), (Fault(str(file), line, None, error=error),))
    except (OSError, UnicodeDecodeError) as error:
        return Loaded(Settings(), (Fault(str(file), None, None, error=error),))
    settings, faults = Settings(), list[Fault]()
    for setting, value in table.items():
        try:
            settings = _with(settings, setting, value)
        except (KeyError, msgspec.ValidationError):
            line = _line(text, setting)
            faults.append(Fault(str(file), line, setting, _shown(value), _wanted(setting)))
    return Loaded(settings, tuple(faults))


def _with(settings: Settings, setting: str, value: object, *, strict: bool = True) -> Settings:
    return replace(settings, **{setting: msgspec.convert(value, _TYPES[setting], strict=strict)})


def _wanted(setting: str) -> tuple[str, ...]:
    """What may stand for *setting*, in words of the file."""
    match _INSPECTED.get(setting):
        case msgspec.inspect.LiteralType(values=values):
            return tuple(f'"{value}"' for value in values if value)
        case msgspec.inspect.BoolType():
            return ("true", "false")
        case msgspec.inspect.IntType(ge=low, le=high):
            return (f"{low} ... {high}",)
        case msgspec.inspect.StrType():
            return ('"..."',)
        case _:
            return ()


def line_of(setting: str) -> int | None:
    """On which line of the file it stands, from 1 on; None if on none."""
    try:
        return _line(settings_file().read_text(encoding="utf-8"), setting)
    except (OSError, UnicodeDecodeError):
        return None


def _line(text: str, setting: str) -> int | None:
    """On which line of *text* it stands."""
    mark = re.compile(rf"""\s*\[?\s*["']?{re.escape(setting)}["']?\s*[\]=.]""")
    lines = (number for number, line in enumerate(text.splitlines(), 1) if mark.match(line))
    return next(lines, None)


def _shown(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


_TYPES: dict[str, Any] = {each.name: each.type for each in fields(Settings)}
_INSPECTED = {name: msgspec.inspect.type_info(type_) for name, type_ in _TYPES.items()}
