"""Tokens and codes: made here so that nobody guesses them, and known afterwards only by their hash."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is mistaken for another when it is read aloud
LONG = 6  # letters of a code


def fresh_token() -> str:
    return secrets.token_urlsafe(32)


def fresh_code(choose: Callable[[str], str] = secrets.choice) -> str:
    return "".join(choose(LETTERS) for _ in range(LONG))


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def code_hashed(code: str) -> str:
    """However it was typed in."""
    return hashed("".join(letter for letter in code.upper() if letter.isalnum()))
