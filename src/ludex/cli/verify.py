"""`ludex verify`: the dice of a table or of a game in the terminal, worked out again from what is told of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludex.client.verify import report, verify
from ludex.core.files.journal import read_lines
from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo

MOST = 200_000_000  # bytes of a file
ALONE = "nobody else has added to them: they rest on the word of whoever played"


def verify_file(path: Path, seal: str) -> int:
    """Say of each evening in a file whether its dice are what they must be; 1 where they are not."""
    evenings = read_evenings(path)
    wrong = 0
    for evening in evenings:
        name = f"Evening {evening['evening']}" if "evening" in evening else "The game"
        if not evening.get("seed"):
            _tell(f"{name}: still open; its seal is {evening.get('seal', '')}")
            continue
        try:
            faults = verify(evening, seal if len(evenings) == 1 else "")
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as fault:
            _tell(f"{name}: not right: {_why(fault)}")
            wrong += 1
            continue
        for first, told, should_be in faults:
            _tell(f"{name}: from face {first} on {told} fell; it must be {should_be}")
        wrong += bool(faults)
        if not faults:
            _tell(f"{name}: {' '.join(_told(evening))}")
    return 1 if wrong else 0


def _tell(words: str) -> None:
    """One line, whatever is in it: nobody writes another below it that says that all is right."""
    echo(" ".join(words.split()))


def _why(fault: Exception) -> str:
    return str(fault) if isinstance(fault, ValueError) else "it is not told as evenings are"


def _told(evening: dict[str, Any]) -> list[str]:
    """On what the dice of an evening rest, in sentences."""
    found = report(evening)
    faces = count(found.faces, "face")
    told = [f"right, {count(found.throws, 'throw')} with {faces}." if found.throws else "no die was thrown for all."]
    if "evening" not in evening:
        return [*told, f"The seed stands in the file, and {ALONE}."]
    if found.added:
        told.append(f"Added to by {', '.join(f'{name} ({times})' for name, times in found.added.items())}.")
    if found.own:
        told.append(f"Only by who threw: {found.own}.")
    if found.alone:
        told.append(f"On the host's word alone: {found.alone}.")
    if found.away:
        told.append(f"Asked and away: {', '.join(f'{name} ({times})' for name, times in found.away.items())}.")
    if found.taken_back:
        told.append(f"Taken back: {found.taken_back}; thrown after that: {found.retries}.")
    if found.secret is not None:
        told.append(f"In secret, and open now: {found.secret}.")
    return told


def read_evenings(path: Path) -> list[dict[str, Any]]:
    """What `/api/tables/TABLE/dice` gave, or the journal of a game in the terminal."""
    try:
        if path.stat().st_size > MOST:
            raise BadInput(f"{path}: expected at most {MOST} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: cannot be read: {fault}") from None
    try:
        told = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return [_of_journal(path)]
    evenings = told if isinstance(told, list) else [told]
    if not all(isinstance(each, dict) and "seal" in each for each in evenings):
        raise BadInput(f"{path}: expected the dice of a table, as /api/tables/TABLE/dice tells them, or a journal")
    return evenings if "ludex" not in evenings[0] else [_of_journal(path)]


def _of_journal(path: Path) -> dict[str, Any]:
    """A journal as an evening: its header has seal and seed, its lines what fell."""
    lines, _ = read_lines(path)
    if not lines or "seed" not in lines[0] or "seal" not in lines[0]:
        raise BadInput(f"{path}: expected the dice of a table, as /api/tables/TABLE/dice tells them, or a journal")
    if lines[0].get("dice") != "sealed":
        raise BadInput(f"{path}: the dice of this game were thrown by hand and typed in")
    thrown = [line for line in lines if "first" in line]
    if not all("sides" in line for line in thrown):
        raise BadInput(f"{path}: this journal is of an earlier version and does not say which dice were thrown")
    rolls = [[line["first"], line["sides"], line["faces"]] for line in thrown]
    return {"seal": lines[0]["seal"], "seed": lines[0]["seed"], "rolls": rolls}
