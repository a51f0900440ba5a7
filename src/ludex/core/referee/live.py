"""The live referee: the table's dice, and seats that are waited for.

The truth is the last boundary, the open command, and the faces and answers since. The coroutine that waits for the
next answer is only a cache: `core/files/journal.py` rebuilds it from them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from ludex.core.kernel.action import AT_BOUNDARY
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Faces, Pool, sides_of, throw
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Endless, Interject, Question, Request, Roll, next_step, proceed
from ludex.core.kernel.rules import Rules
from ludex.core.kernel.ruling import BadInput, Recorder, Refusal, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.scripted import record_roll

S = TypeVar("S", bound=Scene[Any])


# ---------------------------------------------------------------- dice


class DiceSource(Protocol):
    def throw(self, request: Roll[Any]) -> Faces | None:
        """All faces that fall, in order; nothing when somebody has to type them in."""


class SealedDice:
    """Verifiable dice: every face follows from a seed whose seal is shown before the first throw.

    The counter of faces never goes back, not even when a command is undone.
    """

    def __init__(self, seed: bytes, fallen: int = 0) -> None:
        self.seed = seed
        self.fallen = fallen

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def throw(self, request: Roll[Any]) -> Faces | None:
        return throw(request.pool, self._next)[1]

    def mark(self, count: int) -> dict[str, Any]:
        """Which of these dice the faces are that fell last, so many: as the journal has it."""
        return {"first": self.fallen - count + 1}

    def _next(self, sides: int) -> int:
        self.fallen += 1
        return self.face(self.fallen, sides)

    def face(self, number: int, sides: int, link: str = "") -> int:
        """The face that the die with this number shows, where nothing or this is mixed into the seed."""
        limit = (1 << 64) - (1 << 64) % sides
        for attempt in range(1 << 16):
            drawn_from = f"{number}:{attempt}:{link}" if link else f"{number}:{attempt}"
            digest = hmac.digest(self.seed, drawn_from.encode(), "sha256")
            drawn = int.from_bytes(digest[:8], "big")
            if drawn < limit:
                return drawn % sides + 1
        raise AssertionError("unreachable: a draw is rejected less than half of the time")


class TypedDice:
    """Real dice on the table: the faces are typed in with `Live.fell`."""

    def throw(self, request: Roll[Any]) -> None:
        return None


# ---------------------------------------------------------------- the referee


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was given, and how the game master overruled the rules for it."""

    command: Command
    force: bool = False
    waive: bool = False


MOST_ROLLS = 1_000  # that follow each other without a decision; each is a line of the journal
REPLACED = "dice replaced"  # how the game master overrules: with other faces


@dataclass(frozen=True, slots=True)
class Given:
    """A face or an answer, with the key of the request that it answers."""

    key: str
    value: Any
    is_roll: bool
    pool: Pool = ()  # the dice, where it is a roll
    sealed: bool = False  # and whether they were the table's
    again: bool = False  # the question had been asked before something was done first


class Failed(Exception):
    """A procedure broke down. The scene stands at its last boundary and can be settled by hand."""


def _listed(parts: Iterable[object]) -> str:
    return ", ".join(map(str, parts)) or "none"


def cannot_go(steps: int, there: int, noun: str, how: str) -> str:
    """Why one cannot go so many steps back or forth, where there are others."""
    if there < 2:
        return f"there is 1 {noun} to {how}, not {steps}" if there else f"there is nothing to {how}"
    return f"there are {there} {noun}s to {how}, not {steps}"


def _nowhere(entry: dict[str, Any]) -> None:
    """Where notes go that nobody keeps."""


def _nothing() -> None:
    """All boundaries are here."""


class Live(Generic[S]):
    def __init__(
        self,
        game: Rules[S],
        scene: S,
        dice: DiceSource,
        note: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.game = game
        self.dice = dice
        self.recorder = Recorder()
        self.boundaries: list[S] = [scene]
        self.undone: list[S] = []  # boundaries that were undone and can be had again, the next one last
        self.commands: list[Command] = []  # that led from one boundary to the next, those that were undone with them
        self.done: Done | None = None  # the command that is open, or was last
        self.given: list[Given] = []  # faces and answers since its boundary
        self.open: Request | None = None  # what is waited for
        self.holds: tuple[str, ...] = ()
        self.earlier = 0  # boundaries before the first one here
        self.later = 0  # and those that were undone before all that are here
        self.bring: Callable[[], None] = _nothing  # brings both here, when they are needed
        self.note = note or _nowhere
        self.gone_on = 0  # how often what is under way went on: it looks different since
        self._work: S | None = None
        self._running: Generator[Request, Any, None] | None = None
        self._unnoted: dict[str, Any] | None = None  # a command of which it is not clear yet that it is understood

    @property
    def scene(self) -> S:
        """The last boundary: plain, whole data. Never changed in place."""
        return self.boundaries[-1]

    @property
    def shown(self) -> S:
        """What lies on the table now, in the middle of a command too."""
        return self._work if self._work is not None else self.scene

    @property
    def back(self) -> int:
        """So many commands can be undone."""
        return self.earlier + len(self.boundaries) - 1

    @property
    def forth(self) -> int:
        """So many that were undone can be done again."""
        return self.later + len(self.undone)

    def need(self, back: int = 0, forth: int = 0) -> None:
        """Boundaries so far back, or so many that were undone, are to be here."""
        if back >= len(self.boundaries) or forth > len(self.undone):
            self.bring()

    # -- commands and answers ---------------------------------------------------------------------------------

    def perform(self, command: Command, *, seat: str = "", force: bool = False, waive: bool = False) -> None:
        """Run a command to the next boundary or open request. Refused and BadInput change nothing."""
        if self.open is not None:
            raise BadInput(f"a question is open: {self.open.key}")
        if self.holds and seat not in (GM, self.holds[0]):
            raise Refused(Refusal(f"the table is held by {self.holds[0]}", "table"))
        entry: dict[str, Any] = {"command": command.to_plain()}
        if seat:
            entry["seat"] = seat
        if force or waive:
            entry["overruling"] = [word for word, on in (("force", force), ("waive", waive)) if on]
        before = self.done, self.given
        self._begin(Done(command, force, waive))
        self._unnoted = entry  # a command that turns out not to be understood leaves no trace
        try:
            self._go_on(None)
        except BadInput:
            self.done, self.given = before
            raise
        finally:
            self._unnoted = None

    def _understood(self) -> None:
        """The command came as far as its first dice, question or boundary: it is noted before any of these."""
        entry, self._unnoted = self._unnoted, None
        if entry is not None:
            self.undone, self.later = [], 0
            self.note(entry)

    def answer(self, value: Plain | Interject) -> None:
        """Answer the open question. An answer that was not offered changes nothing."""
        question = self.open
        if not isinstance(question, Question):
            raise BadInput("no question is open")
        if isinstance(value, Interject):
            if value.command.actor != GM and (value.force or value.command not in question.meanwhile):
                raise BadInput(f"{value.command!r} may not be interjected here")
            refusal = self.game.refusal(self.shown, value.command)
            if refusal is not None and not value.force:
                raise Refused(refusal)
            if value.command.actor == GM:
                if AT_BOUNDARY in self.game.gm_actions[value.command.name].tags:
                    raise Refused(Refusal("a question is open: answer it first, or cancel", GM))
                self._try_out(value)
            if value.force:
                what = value.command
                self.recorder.record("overruled", "gm", command=what.name, actor=what.actor, how="forced")
        else:
            fault = question.domain.fault(value)
            if fault:
                raise BadInput(fault)
        self._take(Given(question.key, value, is_roll=False, again=question.again))
        self._go_on(value)

    def _try_out(self, what: Interject) -> None:
        """On a copy first: a slip of the game master must not break the command that is under way."""
        work = self.shown.fork()
        work.agenda, work.fresh = (), []
        try:
            self.game.begin(work, what.command, force=what.force)
            next(proceed(work), None)
        except (BadInput, Refused):
            raise
        except Exception as fault:
            raise BadInput(f"that cannot be done: {fault}") from fault

    def fell(self, faces: Faces, sealed: bool = False) -> None:
        """Faces for the open roll, in the order in which they fell: typed in, unless they are of sealed dice."""
        request = self.open
        if not isinstance(request, Roll):
            raise BadInput("no roll is open")
        self._kept(request.pool, faces)
        try:
            reading = self._read(request, faces, sealed)
        except Exception as fault:  # as where the dice lie at once
            self._drop()
            raise self._failed(fault) from fault
        self._go_on(reading)

    @staticmethod
    def _kept(pool: Pool, faces: Faces) -> Faces:
        """The faces that are kept, if these are exactly those that the pool needs."""
        left = list(faces)

        def next_face(sides: int) -> int:
            if not left:
                raise BadInput(f"too few faces for {_listed(pool)}: only {_listed(faces)}")
            face = left.pop(0)
            if not 1 <= face <= sides:
                raise BadInput(f"a d{sides} cannot show {face}")
            return face

        kept, _ = throw(pool, next_face)
        if left:
            raise BadInput(f"too many faces for {_listed(pool)}: {_listed(left)} left over")
        return kept

    def _read(self, request: Roll[Any], fallen: Faces, sealed: bool) -> Any:
        kept = self._kept(request.pool, fallen)
        reading = request.reading(kept)
        record_roll(self.recorder, request, fallen, kept, reading, typed=not sealed)
        self._take(Given(request.key, fallen, is_roll=True, pool=request.pool, sealed=sealed))
        return reading

    def _take(self, given: Given) -> None:
        self.given.append(given)
        value = given.value
        if isinstance(value, Interject):
            how = {"overruling": ["force"]} if value.force else {}
            self.note({"interject": given.key, "command": value.command.to_plain(), **how})
        elif given.is_roll:
            line: dict[str, Any] = {"roll": given.key, "faces": list(value), "sides": sides_of(given.pool, value)}
            if given.sealed and isinstance(self.dice, SealedDice):
                line |= self.dice.mark(len(value))
            self.note(line)
        else:
            self.note({"answer": given.key, "value": value})

    def unfinished_step(self) -> tuple[S, tuple[Any, ...]]:
        """The scene as it was before the step that waits, and the readings and answers of that step so far."""
        assert self.done is not None
        work = self.scene.fork()
        self.game.begin(work, self.done.command, force=self.done.force, waive=self.done.waive)
        left = list(self.given)
        while True:
            before, told = work.fork(), []
            running = next_step(work)
            try:
                request = next(running)
                while left:
                    value = left.pop(0).value
                    if isinstance(request, Roll):
                        value = request.reading(self._kept(request.pool, value))
                    told.append(value)
                    request = running.send(value)
            except StopIteration:
                continue
            return before, tuple(told)

    # -- running ----------------------------------------------------------------------------------------------

    def _begin(self, done: Done) -> None:
        work = self.scene.fork()
        work.recorder = self.recorder
        self.game.begin(work, done.command, force=done.force, waive=done.waive)
        if done.force or done.waive:
            how = " and ".join(word for word, on in (("forced", done.force), ("cost waived", done.waive)) if on)
            self.recorder.record("overruled", "gm", command=done.command.name, actor=done.command.actor, how=how)
        self.done, self.given = done, []
        self._work, self._running = work, proceed(work)
        self.open = None

    def _go_on(self, value: Any) -> None:
        """Hand an answer over and run to the next request that somebody must answer, or to the boundary."""
        assert self._running is not None
        running, rolls = self._running, 0
        try:
            self.gone_on += 1
            request = running.send(value)
            self._understood()
            while isinstance(request, Roll):
                if (rolls := rolls + 1) > MOST_ROLLS:
                    raise Endless(f"{MOST_ROLLS:,} rolls")
                fallen = self.dice.throw(request)
                if fallen is None:
                    break
                self.gone_on += 1
                request = running.send(self._read(request, fallen, isinstance(self.dice, SealedDice)))
            self.open = request
        except StopIteration:
            self._understood()
            assert self._work is not None
            self._work.recorder = None
            assert self.done is not None
            self.commands[len(self.boundaries) - 1 :] = [self.done.command]
            self.boundaries.append(self._work)
            self._drop()
        except BadInput as fault:
            self._drop()
            if self.given:
                raise self._failed(fault) from fault
            raise
        except Exception as fault:
            self._drop()
            raise self._failed(fault) from fault

    def _failed(self, fault: Exception) -> Failed:
        """A procedure broke down: the table is told, and the journal knows."""
        why = f"{type(fault).__name__}: {fault}"
        self._understood()
        self.note({"failed": why})
        self.recorder.record("failed", "gm", why=why)
        return Failed(f"{why}; the scene stands as before the command")

    def _drop(self) -> None:
        self._work = self._running = self.open = None

    # -- the game master, above the rules ---------------------------------------------------------------------

    def withdraw(self) -> None:
        """Take the open command back to its boundary. Dice that fell stay in the log."""
        if self._running is None:
            raise BadInput("no command is open")
        self._drop()
        self.note({"withdraw": True})
        assert self.done is not None
        what = self.done.command
        self.done, self.given = None, []
        self.recorder.record("withdrawn", "gm", command=what.name, actor=what.actor)

    def recall(self, number: int) -> None:
        """Take an answer or typed faces of the open command back (0 is the first), and all that came after it. The dice
        counter does not go back."""
        if self._running is None or self.done is None or not 0 <= number < len(self.given):
            raise BadInput(f"the open command has no answer with the number {number}")
        told = self.recorder.take()
        self._run_again(self.done, self.given[:number])
        self.recorder.take()  # it has been told
        self.recorder.rulings = told
        self.note({"recall": number})
        what = self.done.command
        self.recorder.record("recalled", "gm", command=what.name, actor=what.actor, number=number)
        self.go_on_with(self.dice)

    def undo(self, steps: int = 1) -> None:
        """Back by some boundaries. The dice counter does not go back."""
        if self._running is not None:
            raise BadInput("withdraw the open command first")
        if not 1 <= steps <= self.back:
            raise BadInput(cannot_go(steps, self.back, "command", "undo"))
        self.need(back=steps)
        self.undone += reversed(self.boundaries[-steps:])
        del self.boundaries[-steps:]
        self.done, self.given = None, []
        self.note({"undo": steps})
        self.recorder.record("undone", "gm", steps=steps, first=self.commands[len(self.boundaries) - 1].to_plain())

    def redo(self, steps: int = 1) -> None:
        """Forward again by some boundaries that were undone, as long as no command was given since."""
        if self._running is not None:
            raise BadInput("withdraw the open command first")
        if not 1 <= steps <= self.forth:
            raise BadInput(cannot_go(steps, self.forth, "command", "redo"))
        self.need(forth=steps)
        first = self.commands[len(self.boundaries) - 1]
        self.boundaries += reversed(self.undone[-steps:])
        del self.undone[-steps:]
        self.done, self.given = None, []
        self.note({"redo": steps})
        self.recorder.record("redone", "gm", steps=steps, first=first.to_plain())

    def replace(self, number: int, faces: Faces) -> None:
        """Replace the faces of a roll of the open or last command (0 is its first) and run it again from there.

        What was given after it holds as long as the same is asked for; then the table decides anew.
        """
        if self.done is None:
            raise BadInput("there is no command whose dice could be replaced")
        rolls = [place for place, given in enumerate(self.given) if given.is_roll]
        if not 0 <= number < len(rolls):
            raise BadInput(f"the command has {len(rolls)} rolls; there is no number {number}")
        place = rolls[number]
        self._kept(self.given[place].pool, faces)
        again = [*self.given]
        again[place] = replace(again[place], value=faces, sealed=False)
        self._run_again(self.done, again)
        what = self.done.command
        self.note({"replace": number, "faces": list(faces)})
        self.recorder.record("overruled", "gm", command=what.name, actor=what.actor, how=REPLACED)
        self.go_on_with(self.dice)

    def _run_again(self, done: Done, before: list[Given]) -> None:
        """Run a command from its boundary with what was given before, as far as the same is asked for."""
        if self._running is None and self.back:
            self.need(back=1)
        stood = self.boundaries, self.done, self.given, self._work, self._running, self.open
        dice, self.dice = self.dice, TypedDice()
        note, self.note = self.note, _nowhere  # it stands in the journal already
        self.boundaries = self.boundaries[:-1] if self._running is None else [*self.boundaries]
        try:
            self._repeat(done, before)
        except (BadInput, Refused, Failed):
            self.boundaries, self.done, self.given, self._work, self._running, self.open = stood
            raise
        finally:
            self.dice, self.note = dice, note

    def _repeat(self, done: Done, before: Iterable[Given]) -> None:
        self._begin(done)
        self._go_on(None)
        for given in before:
            if self.open is None or not self._still_fits(self.open, given):
                break
            if given.is_roll:
                self.fell(given.value, given.sealed)
            else:
                self.answer(given.value)

    def take_up(self, done: Done, given: list[Given]) -> None:
        """The command that is under way at the last boundary, with all that was given since. Nothing is noted or told
        of it: that has been done."""
        dice, self.dice = self.dice, TypedDice()
        note, self.note = self.note, _nowhere
        try:
            self._repeat(done, given)
        finally:
            self.dice, self.note = dice, note
        self.recorder.take()
        if self.open is None or len(self.given) != len(given):
            raise BadInput(f"{done.command!r} does not lead to where it was")

    def _still_fits(self, request: Request, given: Given) -> bool:
        """Is what was given then still an answer to what is asked now?"""
        if request.key != given.key:
            return False
        if isinstance(request, Roll):
            return request.pool == given.pool
        if isinstance(given.value, Interject):
            return given.value.command.actor == GM or given.value.command in request.meanwhile
        return not request.domain.fault(given.value)

    def go_on_with(self, dice: DiceSource) -> None:
        """From here on these dice are thrown; a roll that is waited for is thrown at once."""
        self.dice = dice
        if isinstance(self.open, Roll):
            fallen = dice.throw(self.open)
            if fallen is not None:
                self.fell(fallen, isinstance(dice, SealedDice))

    def hold(self, seat: str) -> None:
        """Stop the table at the next boundary, for a standing right of this seat."""
        if seat not in self.holds:
            self.holds = (*self.holds, seat)
            self.note({"hold": seat})

    def release(self, seat: str) -> None:
        if seat in self.holds:
            self.holds = tuple(held for held in self.holds if held != seat)
            self.note({"release": seat})
