"""The short code of a private table, which people read aloud and type."""

from __future__ import annotations

import secrets

CODE_LENGTH = 5
"""25 bits: with 100 guesses an hour, a chance of 3 in a million an hour to hit it."""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has none of the letters that look like another sign."""

_LOOK_ALIKES = str.maketrans("OIL", "011")


def new_code() -> str:
    """A fresh code, in the form that `read_code` gives."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """
    The code that somebody *typed*, whatever the case, spaces and look-alikes; "" for none.

    >>> read_code(" ab-cdo "), read_code("?!")
    ('ABCD0', '')
    """
    signs = typed.upper().translate(_LOOK_ALIKES)
    return "".join(sign for sign in signs if sign in _ALPHABET)


def show_code(code: str) -> str:
    """
    *code* as people see it.

    >>> show_code("ABCD0")
    'AB-CD0'
    """
    return f"{code[:2]}-{code[2:]}"
