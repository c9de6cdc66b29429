"""
Bring the translations up to date: the catalogs (.po) and what is compiled from them (.mo).

    python scripts/catalogs.py            after sentences have changed, and after translating
    python scripts/catalogs.py --check    say what is missing or wrong, and change nothing

People write Serbian in Cyrillic; Serbian in Latin is derived from it, letter by letter.
The other direction would need a list of exceptions: injekcija, nadživeti.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "lanuno" / "locale"
ERRORS = ROOT / "lanuno" / "errors.py"
SOURCE, DERIVED = "sr", "sr_Latn"
FORMS = 3
"""1 karta, 2 karte, 5 karata."""
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}

CLICK: tuple[str | tuple[str, str], ...] = (
    "Usage:",
    "Options",
    "Commands",
    "Show the version and exit.",
    "Show this message and exit.",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "No such option {name!r}.",
    "No such command {name!r}.",
    "default: {default}",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    "{name} {filename!r} is a directory.",
    "file",
    "Missing command.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    (
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
    ),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""What the library of the command line says, where a person can come to see it."""

_CYRILLIC = "абвгдђежзијклљмнњопрстћуфхцчџш"
_LATIN = "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š"
LATIN = dict(zip(_CYRILLIC, _LATIN.split(), strict=True))
CYRILLIC = re.compile(f"[{_CYRILLIC}]", re.IGNORECASE)
WORDS = re.compile(r"\b(?:Enter|lanuno(?: join)?|(?:document|official)(?! rules))\b")
"""What is typed or pressed, and therefore the same in every language."""
# "a" is mostly no key, but the article.
KEY = re.compile(r"(?<![\w'}])(?:[b-z](?![\w'{])|a(?=:)|(?<=Press )a\b)")
LONE_LETTER = re.compile(r"(?<![\w}])[a-z](?![\w{])")


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--check", action="store_true", help="change nothing")
    if not options.parse_args().check:
        update()
    found = list(problems())
    print(*found, sep="\n", end="\n" * bool(found))
    return int(bool(found))


def update() -> None:
    """Write all catalogs anew; what is new in them waits for somebody to translate it."""
    source = read(SOURCE)
    source.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    for catalog in (source, derived(source)):
        with path(catalog, "po").open("wb") as file:
            write_po(
                file, catalog, 99, sort_by_file=True, include_lineno=False, ignore_obsolete=True
            )
        with path(catalog, "mo").open("wb") as file:
            write_mo(file, catalog)


def problems() -> Iterator[str]:
    """What is wrong with the catalogs, a line each."""
    source = read(SOURCE)
    wanted = {_texts(message.id) for message in extracted() if message.id}
    for message in source:
        if message.id:
            name = _texts(message.id)[0]
            yield from (f"{name!r}: {wrong}" for wrong in faults(message))
    there = {_texts(message.id) for message in source if message.id}
    yield from (f"{each[0]!r}: not in the catalog" for each in sorted(wanted - there))
    yield from (f"{each[0]!r}: said nowhere any more" for each in sorted(there - wanted))
    if translations(read(DERIVED)) != translations(derived(source)):
        yield f"{DERIVED} is not what comes of {SOURCE}: run scripts/catalogs.py"
    for catalog in (source, derived(source)):
        with path(catalog, "mo").open("rb") as file:
            if translations(read_mo(file)) != translations(catalog):
                yield f"{catalog.locale_identifier} is compiled from old: run scripts/catalogs.py"


def faults(message: Message) -> Iterator[str]:
    """What is wrong with the translation of one sentence."""
    forms = _texts(message.string)
    # A form may stand for 21 as well as for 1, so each needs what the plural has.
    said = _texts(message.id)[-1]
    if message.fuzzy:
        yield "fuzzy: look at the translation, and take the mark away"
    if not all(forms) or len(forms) != (FORMS if message.pluralizable else 1):
        yield "not translated, or not in all its forms"
        return
    for form in forms:
        if fields(form) != fields(said):
            yield f"other placeholders: {form!r}"
        if edges(form) != edges(said):
            yield f"other spaces around it: {form!r}"
        if sorted(LONE_LETTER.findall(form)) != sorted(KEY.findall(said)):
            yield f"other keys: {form!r}"
        if sorted(WORDS.findall(form)) != sorted(WORDS.findall(said)):
            yield f"other words to type: {form!r}"


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def edges(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())


def derived(source: Catalog) -> Catalog:
    """Serbian in Latin."""
    catalog = Catalog(
        DERIVED,
        header_comment="# lanuno in Serbian (Latin): derived by scripts/catalogs.py, not written.",
        project=source.project,
        msgid_bugs_address=source.msgid_bugs_address,
        creation_date=source.creation_date,
        revision_date=source.revision_date,
        last_translator=source.last_translator,
        language_team=source.language_team,
        fuzzy=False,
    )
    for message in source:
        if message.id:
            forms = tuple(map(latin, _texts(message.string)))
            string = forms if message.pluralizable else forms[0]
            catalog.add(message.id, string, message.locations, message.flags)
    return catalog


def latin(text: str) -> str:
    """*text* in Latin letters; those that are Latin already stay."""
    return CYRILLIC.sub(_latin_letter, text)


def _latin_letter(found: re.Match[str]) -> str:
    letter = found.group()
    written = LATIN[letter.lower()]
    if letter.islower():
        return written
    # One letter becomes two: Љубав is Ljubav, ЉУБАВ and КРАЉ are LJUBAV and KRALJ.
    after = found.string[found.end() : found.end() + 1]
    before = found.string[: found.start()][-1:]
    is_shouted = after.isupper() or (not after.isalpha() and before.isupper())
    return written.upper() if is_shouted else written.capitalize()


def extracted() -> Catalog:
    """Every sentence that is marked for translation."""
    catalog = Catalog(project="lanuno")
    method = [("**.py", "python")]
    for file, line, message, _, _ in extract_from_dir(ROOT / "lanuno", method, keywords=KEYWORDS):
        catalog.add(message, locations=[(f"lanuno/{file}", line)])
    for text in CLICK:
        catalog.add(text, locations=[("click", 0)])
    for node in ast.parse(ERRORS.read_text(encoding="utf-8")).body:
        # What a person is told about an error is its docstring.
        if isinstance(node, ast.ClassDef) and (sentence := ast.get_docstring(node)):
            catalog.add(" ".join(sentence.split()), locations=[("lanuno/errors.py", node.lineno)])
    return catalog


def read(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "lanuno.po").open("rb") as file:
        return read_po(file, locale=language)


def path(catalog: Catalog, ending: str) -> Path:
    return LOCALE / str(catalog.locale_identifier) / "LC_MESSAGES" / f"lanuno.{ending}"


def translations(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """What the sentences of *catalog* are in its language; the fuzzy ones are left out."""
    return {
        _texts(message.id): _texts(message.string)
        for message in catalog
        if message.id and any(_texts(message.string)) and not message.fuzzy
    }


def _texts(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


if __name__ == "__main__":
    sys.exit(main())
