"""The scripted referee: the listed faces, all of which must be used up, and the listed answers, all of them asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludex.core.kernel.action import AT_BOUNDARY
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import each_die, throw
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question, Roll, proceed
from ludex.core.kernel.ruling import Recorder, Ruling, cite
from ludex.core.kernel.scene import Scene


class Unscripted(Exception):
    """The script and what happened do not agree: a die or an answer missing, left over or impossible."""


@dataclass(frozen=True, slots=True)
class Answer:
    rule: str
    who: str  # empty: whoever is asked by that rule
    value: Plain
    first: tuple[Interjection, ...] = ()  # what others do before it is given
    refused: bool = False  # it may not be given: the question stays open for another one


@dataclass(frozen=True, slots=True)
class Interjection:
    command: Command
    refused: bool = False  # it may not be done


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
        if self.answers:
            left = ", ".join(f"{a.rule}{' of ' + a.who if a.who else ''}" for a in self.answers)
            raise Unscripted(f"answers left over, never asked: {left}")
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
        for answer in tuple(self.answers):
            if answer.rule == question.rule and answer.who in ("", question.who):
                if answer.first and (meanwhile := self._interjected(answer, question)) is not None:
                    return meanwhile
                fault = question.domain.fault(answer.value)
                if bool(fault) != answer.refused:
                    allowed = f"{answer.value!r} is listed as refused, and may be answered"
                    raise Unscripted(f"{question.key}: {fault or allowed}")
                self.answers.remove(answer)
                if not answer.refused:
                    return answer.value
        if self.declines(question):
            return question.default
        offered = list(question.domain.some())[:12]
        raise Unscripted(f"no answer listed for: {question.key} (may be answered: {offered})")

    def _interjected(self, answer: Answer, question: Question) -> Interject | None:
        """The first that others do before this answer, if there is any that may be done."""
        meanwhile = question.meanwhile
        for place, one in enumerate(answer.first, 1):
            if one.refused == self._may(one.command, meanwhile):
                allowed = ", ".join(map(repr, meanwhile[:12])) or "nothing"
                listed = "is listed as refused and may be done" if one.refused else "may not be done"
                raise Unscripted(f"{question.key}: {one.command!r} {listed} meanwhile; allowed: {allowed}")
            if not one.refused:
                number = self.answers.index(answer)
                self.answers[number] = replace(answer, first=answer.first[place:])
                return Interject(one.command)
        return None

    def _may(self, command: Command, meanwhile: Sequence[Command]) -> bool:
        """What may be done while a question is open; the game master may do whatever no rule refuses, but nothing that
        waits for a command to end."""
        if command.actor != GM or self.scene is None:
            return command in meanwhile
        game = game_of(self.scene)
        if AT_BOUNDARY in game.gm_actions[command.name].tags:
            return False
        return game.refusal(self.scene, command) is None


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


def _say(dice: list[Throw]) -> str:
    return ", ".join(f"{list(t.faces)}{' for ' + t.rule if t.rule else ''}" for t in dice)
