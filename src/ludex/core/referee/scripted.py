"""The scripted referee: the listed faces, all of which must be used up, and the listed answers, all of them asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludex.core.kernel.action import AT_BOUNDARY
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import each_die, throw
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain, same
from ludex.core.kernel.procedure import GM, Interject, Question, Roll, proceed
from ludex.core.kernel.ruling import Recorder, Ruling, cite
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import listing, spelled


class Unscripted(Exception):
    """The script and what happened do not agree: a die or an answer missing, left over or impossible."""


@dataclass(frozen=True, slots=True)
class Answer:
    rule: str
    who: str  # empty: whoever is asked by that rule
    value: Plain
    first: tuple[Interjection, ...] = ()  # what others do before it is given
    refused: bool = False  # it may not be given: the question stays open for another one
    may: tuple[Plain, ...] | None = None  # exactly what there is to choose from
    withdrawn: bool = False  # there is no answer: with what others do first the question is gone


@dataclass(frozen=True, slots=True)
class Interjection:
    command: Command
    refused: bool = False  # it may not be done
    by: tuple[str, ...] = ()  # then the rules of which one refuses it; none: whatever does


@dataclass(frozen=True, slots=True)
class Throw:
    faces: tuple[int, ...]
    rule: str = ""  # which roll they belong to; empty: the next one, whatever it is


@dataclass(slots=True)
class Scripted:
    """Runs one command of a script. Afterwards `asked` and `rulings` tell what happened."""

    dice: list[Throw]
    answers: list[Answer]
    declines: Callable[[Question], bool] = lambda question: False  # does it get its default where it is not listed?
    asked: list[Question] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    scene: Scene[Any] | None = None  # as it is in the middle of the command
    interrupted: list[Answer] = field(default_factory=list)  # those that wait until what comes first is done

    def perform(self, scene: Scene[Any], command: Command, *, force: bool = False, waive: bool = False) -> Scene[Any]:
        """Carry out a command on a copy of the scene and give it. Raises Refused or Unscripted."""
        self.scene = after = scene.fork()
        after.recorder = recorder = Recorder()
        game_of(scene).begin(after, command, force=force, waive=waive)
        running = proceed(after)
        try:
            request = next(running)
            while True:
                answer = self._roll(request, recorder) if isinstance(request, Roll) else self._answer(request)
                request = running.send(answer)
        except StopIteration:
            pass
        finally:
            self.rulings = recorder.rulings
        if self.dice:
            raise Unscripted(f"dice left over: {_say(self.dice)}")
        if gone := [answer for answer in self.interrupted if answer.first or not answer.withdrawn]:
            raise Unscripted(f"not asked again after what was done first: {_names(gone)} (`withdrawn = true` says so)")
        if self.answers:
            raise Unscripted(f"answers left over, never asked: {_names(self.answers)}")
        after.recorder = None
        return after

    def _roll(self, request: Roll[Any], recorder: Recorder) -> Any:
        kept, fallen = throw(request.pool, lambda sides: self._face(request, sides))
        reading = request.reading(kept)
        record_roll(recorder, request, fallen, kept, reading)
        return reading

    def _face(self, request: Roll[Any], sides: int) -> int:
        if not self.dice:
            raise Unscripted(f"no die listed for: {request.key}")
        first = self.dice[0]
        if first.rule and first.rule != request.rule:
            raise Unscripted(f"the next faces are listed for {first.rule}, but the roll is: {request.key}")
        face = first.faces[0]
        if not 1 <= face <= sides:
            raise Unscripted(f"a d{sides} cannot show {face} ({request.key})")
        self.dice[0] = Throw(first.faces[1:], first.rule)
        if not self.dice[0].faces:
            del self.dice[0]
        return face

    def _answer(self, question: Question) -> Plain | Interject:
        self.asked.append(question)
        cite(question.rule)
        if question.again:
            self._resume(question)
        for answer in tuple(self.answers):
            if answer.rule == question.rule and answer.who in ("", question.who):
                if answer.first and (meanwhile := self._interjected(answer, question)) is not None:
                    return meanwhile
                self._judge(answer, question)
                self.answers.remove(answer)
                if not answer.refused:
                    return answer.value
        if self.declines(question):
            return question.default
        offered = listing(list(question.domain.some())[:12])
        times = sum(one.key == question.key for one in self.asked)
        again = f"asked {times} times by now; " if times > 1 else ""
        raise Unscripted(f"no answer listed for: {question.key} ({again}may be answered: {offered})")

    def _resume(self, question: Question) -> None:
        """What came first is done: the answer beside it is the next to be taken. Those that were interrupted later
        belong to questions that are gone."""
        while self.interrupted:
            answer = self.interrupted.pop()
            if answer.rule == question.rule and answer.who in ("", question.who):
                if answer.withdrawn and all(one.refused for one in answer.first):
                    raise Unscripted(f"{question.key}: it is listed as withdrawn, and is asked again")
                self.answers.insert(0, answer)
                return
            if not answer.withdrawn:
                raise Unscripted(f"not asked again after what was done first: {_names([answer])}")

    @staticmethod
    def _judge(answer: Answer, question: Question) -> None:
        """May it be answered so, and is there to choose from what is listed?"""
        there = question.domain.options
        if answer.may is not None and not _alike(answer.may, there):
            listed, found = (listing(list(several)) or "nothing" for several in (answer.may, there[:50]))
            raise Unscripted(f"{question.key}: to choose from there is {found}; listed is {listed}")
        fault = question.domain.fault(answer.value)
        if bool(fault) != answer.refused:
            allowed = f"{spelled(answer.value)} is listed as refused, and may be answered"
            raise Unscripted(f"{question.key}: {fault or allowed}")

    def _interjected(self, answer: Answer, question: Question) -> Interject | None:
        """The first that others do before this answer, if there is any that may be done."""
        meanwhile = question.meanwhile
        for place, one in enumerate(answer.first, 1):
            if one.refused == self._may(one.command, meanwhile):
                allowed = ", ".join(map(_said, meanwhile[:12])) or "nothing"
                listed = "is listed as refused and may be done" if one.refused else "may not be done"
                raise Unscripted(f"{question.key}: {_said(one.command)} {listed} meanwhile; allowed: {allowed}")
            if one.by and (refusal := self._refusal(one.command)) not in one.by:
                by = f"is refused by {refusal}" if refusal else "is refused by no rule"
                raise Unscripted(f"{question.key}: {_said(one.command)} {by}, not by {' or '.join(one.by)}")
            if not one.refused:
                self.answers.remove(answer)
                self.interrupted.append(replace(answer, first=answer.first[place:]))
                return Interject(one.command)
        return None

    def _may(self, command: Command, meanwhile: Sequence[Command]) -> bool:
        """What may be done while a question is open. The game master may do whatever no rule refuses, but nothing that
        waits for a command to end."""
        if command.actor != GM:
            return command in meanwhile
        assert self.scene is not None
        if self._refusal(command):  # or it cannot be understood, and is told so
            return False
        game = game_of(self.scene)
        return AT_BOUNDARY not in game.action_of(game.as_known(self.scene, command)).tags

    def _refusal(self, command: Command) -> str:
        """The rule against a command now."""
        assert self.scene is not None
        refusal = game_of(self.scene).refusal(self.scene, command)
        return refusal.rule if refusal is not None else ""


def record_roll(
    recorder: Recorder,
    request: Roll[Any],
    fallen: Sequence[int],
    kept: Sequence[int],
    reading: object,
    typed: bool = False,
) -> None:
    """Every roll is a ruling: the dice, all that fell, the modifiers with their sources, and what it was read as."""
    for modifier in request.modifiers:
        if modifier.rule:
            cite(modifier.rule)
    recorder.record(
        "roll",
        request.rule,
        seen_by=request.seen_by,
        by=request.by,
        dice=tuple(str(die) for die in request.pool),
        fallen=tuple(fallen),
        kept=tuple(kept),
        fell=each_die(request.pool, tuple(fallen)),
        modifiers=request.modifiers,
        reading=reading,
        total=total(kept) if (total := getattr(request.reading, "total", None)) is not None else reading,
        **({"typed": True} if typed else {}),
        **(request.about or {}),
    )


def _alike(listed: Sequence[Plain], there: Sequence[Plain]) -> bool:
    """Are they the same ones, in any order?"""
    both = ((listed, there), (there, listed))
    return all(any(same(one, other) for other in others) for these, others in both for one in these)


def _names(answers: Sequence[Answer]) -> str:
    return ", ".join(f"{answer.rule}{' of ' + answer.who if answer.who else ''}" for answer in answers)


def _say(dice: list[Throw]) -> str:
    return ", ".join(f"{spelled(t.faces)}{' for ' + t.rule if t.rule else ''}" for t in dice)


def _said(command: Command) -> str:
    """`ione: share with { to = "pip", amount = 3 }`"""
    given = f" with {spelled(dict(command.args))}" if command.args else ""
    return f"{command.actor}: {command.name}{given}"
