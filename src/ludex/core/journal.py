"""The journal: commands, faces and answers, one JSON line each, append-only. Replay verifies and stops loudly."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import msgspec

from ludex.core.agenda import Command
from ludex.core.codec import decode, encode
from ludex.core.content import Library
from ludex.core.game import Game
from ludex.core.plain import plain
from ludex.core.procedure import Interject, Question, Roll
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice
from ludex.core.ruling import BadInput, Refused
from ludex.core.scene import GAMES, Scene

Note = Callable[[dict[str, Any]], None]
FORM = 1  # of the journal's lines


class JournalError(Exception):
    """A journal that cannot be gone on with: which line, and what is wrong with it."""


class Journal:
    """A file that is written line by line, each flushed before anything else happens."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: dict[str, Any]) -> Journal:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, path.open("w", encoding="utf-8"))
        journal.note(header)
        return journal

    @classmethod
    def go_on(cls, path: Path) -> Journal:
        return cls(path, path.open("a", encoding="utf-8"))

    def note(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def header_of(game: Game[Any], scene: Scene[Any], seed: bytes, typed: bool = False, **more: Any) -> dict[str, Any]:
    """The first line: the scene as it was set up, the seed of the dice and its seal, or that they are typed in."""
    return {
        "ludex": FORM,
        "game": game.name,
        "version": game.version,
        "dice": "typed" if typed else "sealed",
        "seal": SealedDice(seed).seal,
        "seed": seed.hex(),
        "content_seal": _seal_of(scene.library),
        **more,
        "scene": json.loads(encode(scene)),
    }


def _seal_of(library: object) -> str:
    """A digest of all content that a game is played with."""
    return library.seal() if isinstance(library, Library) else ""


def read_lines(path: Path) -> tuple[list[dict[str, Any]], bool]:
    """The whole lines of a journal, and whether a last one was cut off while it was written."""
    try:
        data = path.read_bytes()  # a line may be cut off in the middle of a character
    except OSError as fault:
        raise JournalError(f"{path}: cannot be read: {fault}") from None
    *whole, tail = data.split(b"\n")
    lines = []
    for number, text in enumerate(whole, 1):
        try:
            line = json.loads(text)
        except (json.JSONDecodeError, UnicodeDecodeError) as fault:
            raise JournalError(f"{path}, line {number}: not a journal line: {fault}") from None
        if not isinstance(line, dict):
            raise JournalError(f"{path}, line {number}: expected an object")
        lines.append(line)
    return lines, bool(tail)


def replay(lines: list[dict[str, Any]], library: object, where: str = "journal", note: Note | None = None) -> Live[Any]:
    """Play a journal again. Every face and answer must be for what is really asked; the first mismatch stops it.

    What happens from there on goes to `note`, beginning with a roll that the journal does not have any more.
    """
    if not lines or lines[0].get("ludex") != FORM:
        raise JournalError(f"{where}, line 1: expected the header of a journal of form {FORM}")
    head = lines[0]
    game = GAMES.get(head.get("game", ""))
    if game is None:
        raise JournalError(f"{where}, line 1: there is no game {head.get('game')!r}")
    if head.get("content_seal", "") != _seal_of(library):
        raise JournalError(f"{where}, line 1: the content has changed since; the game cannot go on with it")
    if head.get("version") != game.version:
        raise JournalError(
            f"{where}, line 1: made with version {head.get('version')} of the rules; these are version {game.version}"
        )
    try:
        scene = decode(json.dumps(head["scene"]).encode(), game.scene_type, library)
        dice = SealedDice(bytes.fromhex(head["seed"])) if head["dice"] == "sealed" else None
    except (KeyError, ValueError, TypeError, msgspec.DecodeError) as fault:
        raise JournalError(f"{where}, line 1: the scene cannot be read: {fault}") from None
    live: Live[Any] = Live(game, scene, TypedDice())  # the faces come from the journal
    failed = ""
    for number, line in enumerate(lines[1:], 2):
        if bool(failed) != ("failed" in line):
            then, now = ("it went well", failed) if failed else (line["failed"], "it goes well")
            raise JournalError(f"{where}, line {number}: then {then}, now {now}")
        failed = ""
        try:
            replay_line(live, line, dice)
        except (BadInput, Refused, KeyError, TypeError, ValueError) as fault:
            raise JournalError(f"{where}, line {number}: {fault}") from fault
        except Failed as fault:
            failed = str(fault)
    if note is not None:
        live.note = note
    if dice is not None:
        live.go_on_with(dice)
    return live


def replay_line(live: Live[Any], line: dict[str, Any], dice: SealedDice | None = None) -> None:
    """Do again what a line says. With sealed dice the faces must be those that they show."""
    if "command" in line and "interject" not in line:
        how = line.get("overruling", ())
        command = Command.from_plain(line["command"])
        live.perform(command, seat=line.get("seat", ""), force="force" in how, waive="waive" in how)
    elif "roll" in line:
        faces = tuple(line["faces"])
        _expect(live, line["roll"], Roll)
        assert isinstance(live.open, Roll)
        if dice is not None and dice.throw(live.open) != faces:
            raise BadInput(f"{list(faces)} are not the faces that the sealed dice show")
        live.fell(faces, dice is not None or "first" in line)
    elif "answer" in line:
        _expect(live, line["answer"], Question)
        live.answer(plain(line["value"]))
    elif "interject" in line:
        _expect(live, line["interject"], Question)
        live.answer(Interject(Command.from_plain(line["command"]), "force" in line.get("overruling", ())))
    elif "undo" in line:
        live.undo(line["undo"])
    elif "redo" in line:
        live.redo(line["redo"])
    elif "recall" in line:
        live.recall(line["recall"])
    elif "withdraw" in line:
        live.withdraw()
    elif "replace" in line:
        live.replace(line["replace"], tuple(line["faces"]))
    elif "hold" in line:
        live.hold(line["hold"])
    elif "release" in line:
        live.release(line["release"])
    elif "failed" not in line:
        raise BadInput(f"not understood: {line}")


def _expect(live: Live[Any], key: str, kind: type) -> None:
    if live.open is None:
        raise BadInput(f"the journal has {key!r}, but nothing is asked for")
    if not isinstance(live.open, kind) or live.open.key != key:
        raise BadInput(f"the journal has {key!r}, but asked for is {live.open.key!r}")
