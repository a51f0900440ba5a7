"""The journal: commands, faces and answers, one JSON line each, append-only. Replay verifies and stops loudly.

Between them stands how the scene stood after each command. When the rules, the content or the shape of the state have
changed since, the game goes on from the last of these boundaries: a line says so, has that scene and what was under
way, and from then on replay begins there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import msgspec

from ludex.core.files.codec import Boundary, as_plain, seal_of
from ludex.core.game import GAMES, Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import plain
from ludex.core.kernel.procedure import Interject, Question, Roll
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.referee.again import AGAIN
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice

Note = Callable[[dict[str, Any]], None]
FORM = 1  # of the journal's lines
BOUNDARY = "boundary"  # a line that tells how the scene stands, and what was read since the one before
BESIDE = "beside"  # a line of what goes on beside play, such as how far an adventure has come; replay passes it by
GOES_ON = "goes_on"  # a line from which the game goes on by other rules: why


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
        "dice": "typed" if typed else "sealed",
        "seal": SealedDice(seed).seal,
        "seed": seed.hex(),
        **more,
        **_start(game, scene),
    }


def _start(game: Game[Any], scene: Scene[Any]) -> dict[str, Any]:
    """A scene from which a game is played, and by what."""
    return {
        "version": game.version,
        "shape": len(game.migrations),
        "content_seal": seal_of(scene.library),
        "scene": as_plain(scene),
    }


def boundary_line(scene: Scene[Any], log: Iterable[Sequence[str]]) -> dict[str, Any]:
    """How the scene stands, and the lines of the log that were read since the last boundary."""
    return {BOUNDARY: as_plain(scene), "log": [list(line) for line in log]}


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


class _Opened:
    """A journal that was read: from where it is played, and the lines from there on with their numbers."""

    def __init__(self, lines: list[dict[str, Any]], where: str) -> None:
        if not lines or lines[0].get("ludex") != FORM:
            raise JournalError(f"{where}, line 1: expected the header of a journal of form {FORM}")
        self.where = where
        self.base = max(number for number, line in enumerate(lines) if not number or GOES_ON in line)
        head = {**lines[0], **lines[self.base]}
        game = GAMES.get(head.get("game", ""))
        if game is None:
            raise JournalError(f"{where}, line 1: there is no game {head.get('game')!r}")
        self.game: Game[Any] = game
        try:
            self.start = Boundary(
                self.base, head["version"], head.get("shape", 0), head.get("content_seal", ""),
                msgspec.Raw(msgspec.json.encode(head["scene"])),
            )  # fmt: skip
            seed, fallen = bytes.fromhex(head["seed"]), head.get("fallen", 0)
            self.dice = SealedDice(seed, fallen) if head["dice"] == "sealed" else None
        except (KeyError, ValueError, TypeError) as fault:
            raise JournalError(f"{where}, line {self.base + 1}: the header cannot be read: {fault!r}") from None
        again = [(self.base + 1, line) for line in head.get("lines", ())]
        self.lines = [*again, *enumerate(lines[self.base + 1 :], self.base + 2)]
        self.told = len(again) if "log" in head else 0  # so many of them have been read, as the log there tells

    def begun(self, library: object) -> Live[Any]:
        try:
            scene = self.start.scene(self.game, library)
        except BadInput as fault:
            raise JournalError(f"{self.where}, line {self.start.number + 1}: {fault}") from None
        return Live(self.game, scene, TypedDice())  # the faces come from the journal


def replay(lines: list[dict[str, Any]], library: object, where: str = "journal", note: Note | None = None) -> Live[Any]:
    """Play a journal again. Every face and answer must be for what is really asked; the first mismatch stops it.

    What happens from there on goes to `note`, beginning with a roll that the journal does not have any more.
    """
    opened = _Opened(lines, where)
    changed = opened.start.changed(opened.game, library)
    if changed:
        raise JournalError(f"{where}, line {opened.base + 1}: it was played by other rules or content: {changed}")
    live = opened.begun(library)
    failed = ""
    for place, (number, line) in enumerate(opened.lines, 1):
        fault, failed = redo_line(live, line, failed, opened.dice)
        if fault is not None:
            raise JournalError(f"{where}, line {number}: {fault}") from fault
        if place == opened.told:
            live.recorder.take()
    return _ready(live, opened.dice, note)


def _ready(live: Live[Any], dice: SealedDice | None, note: Note | None) -> Live[Any]:
    if note is not None:
        live.note = note
    if dice is not None:
        live.go_on_with(dice)
    return live


# ---------------------------------------------------------------- going on by other rules


class Resumed(NamedTuple):
    """A game that goes on."""

    live: Live[Any]
    log: list[Any]  # what was read, as the journal has it; all since then is in the recorder
    changed: str = ""  # why it was not played again from its beginning
    cut: str = ""  # why something of it could not be taken along
    first: dict[str, Any] = {}  # where it goes on by other rules: the line that is noted before anything else


def resume(lines: list[dict[str, Any]], library: object, where: str = "journal", note: Note | None = None) -> Resumed:
    """Go on with a journal: played again where nothing has changed since; else from the last boundary in it, with what
    was done after that done again as far as it can be. That is noted with the first thing that happens then."""
    opened = _Opened(lines, where)
    changed = opened.start.changed(opened.game, library)
    log = [part for line in lines for part in line.get("log", ())]
    if not changed:
        return Resumed(replay(lines, library, where, note), log)
    last = max((place for place, (_, line) in enumerate(opened.lines) if BOUNDARY in line), default=None)
    if last is not None:
        number, line = opened.lines[last]
        state = msgspec.Raw(msgspec.json.encode(line[BOUNDARY]))
        opened.start = msgspec.structs.replace(opened.start, number=number - 1, state=state)
        opened.lines = opened.lines[last + 1 :]
    live, under_way, cut = _from_there(opened, library)
    fallen = max((line["first"] + len(line["faces"]) - 1 for line in lines if "first" in line), default=0)
    if opened.dice is not None:
        opened.dice.fallen = fallen
    again = [done_again(line) for line in under_way]
    first = {GOES_ON: changed, **_start(opened.game, live.scene), "fallen": fallen, "lines": again}
    waiting = [first]

    def note_first(line: dict[str, Any]) -> None:
        assert note is not None
        if waiting:
            note(waiting.pop())
        note(line)

    return Resumed(_ready(live, opened.dice, note_first if note is not None else None), log, changed, cut, first)


def _from_there(opened: _Opened, library: object) -> tuple[Live[Any], list[dict[str, Any]], str]:
    """A referee who stands at the last boundary that can be reached, with what is under way since, and its lines."""
    numbered = list(compress(opened.lines, went_well([line for _, line in opened.lines])))
    live = opened.begun(library)
    redone, cut = Redone(live), ""
    for number, line in numbered:
        fault = redone.line(line)
        if fault is not None:
            cut = f"line {number}: {fault}"
            break
    told = live.recorder.take()
    under_way = [] if cut else [line for _, line in numbered[redone.stood :]]
    live = Live(opened.game, live.boundaries[-1], TypedDice())
    for line in under_way:
        redo_line(live, line, "")
    live.recorder.rulings = told
    return live, under_way, cut


class Redone:
    """Lines that are done again by other rules than they were done by: how far that goes."""

    def __init__(self, live: Live[Any], done: int = 0) -> None:
        self.live = live
        self.done = done  # so many lines
        self.reached = [done]  # of these so many had led to each boundary of the referee

    @property
    def stood(self) -> int:
        """So many lines have led to the last boundary."""
        return self.reached[-1]

    def line(self, line: dict[str, Any]) -> Exception | None:
        """Do a line; gives why it cannot be done."""
        fault, failed = redo_line(self.live, line, "")
        if fault is None and failed:
            return BadInput(failed)
        if fault is None:
            self.did(self.done + 1)
        return fault

    def did(self, done: int) -> None:
        """So many lines have been done: a boundary may have been reached, or left by going back."""
        self.done = done
        there = len(self.live.boundaries)
        self.reached = [*self.reached[:there], *[self.done] * (there - len(self.reached))]
        if self.live.open is None:
            self.reached[-1] = self.done


def went_well(lines: Sequence[dict[str, Any]]) -> list[bool]:
    """Which lines are none of a command that broke down: that left the scene as it was."""
    found = [True] * len(lines)
    begun = 0
    for number, line in enumerate(lines):
        if "command" in line and "interject" not in line:
            begun = number
        if "failed" in line:
            found[begun : number + 1] = [False] * (number + 1 - begun)
    return found


def done_again(line: dict[str, Any]) -> dict[str, Any]:
    """A line of what is under way, as it is noted where a game goes on by other rules: its dice have fallen before."""
    return {AGAIN if key == "first" else key: value for key, value in line.items()}


# ---------------------------------------------------------------- one line


def redo_line(
    live: Live[Any], line: dict[str, Any], failed: str, dice: SealedDice | None = None
) -> tuple[Exception | None, str]:
    """Why a line cannot be done again, and whether what it says breaks down, which the next one must tell."""
    if bool(failed) != ("failed" in line):
        return BadInput(f"then {line.get('failed', 'it went well')}, now {failed or 'it goes well'}"), ""
    try:
        replay_line(live, line, dice)
    except Failed as fault:
        return None, str(fault)
    except Exception as fault:  # whatever other rules make of it
        return fault, ""
    return None, ""


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
        if dice is not None and AGAIN not in line and dice.throw(live.open) != faces:
            raise BadInput(f"{list(faces)} are not the faces that the sealed dice show")
        live.fell(faces, dice is not None or "first" in line or AGAIN in line)
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
    elif BOUNDARY in line:
        if live.open is not None or as_plain(live.scene) != line[BOUNDARY]:
            raise BadInput("the scene does not stand as it did")
        live.recorder.take()  # all that was read by then stands there
    elif "failed" not in line and BESIDE not in line:
        raise BadInput(f"not understood: {line}")


def _expect(live: Live[Any], key: str, kind: type) -> None:
    if live.open is None:
        raise BadInput(f"the journal has {key!r}, but nothing is asked for")
    if not isinstance(live.open, kind) or live.open.key != key:
        raise BadInput(f"the journal has {key!r}, but asked for is {live.open.key!r}")
