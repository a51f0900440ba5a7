"""Something changes in the middle of an action: between two of its steps, or while a question is open.

A command is run step by step. At one place the game master brings something about: a wound, a condition, a fall, a
death, somebody gone. From there on everything is watched: nobody goes on with what they could not do now, nothing goes
on that is over, nothing breaks down, and in the end the scene is possible. What may befall somebody, and which steps
are somebody's own doing, each game says: `Game.befalls` and `Game.hindered`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from ludex.core.files.codec import encode
from ludex.core.foe.deciding import Policy, answer, choose, side_asked
from ludex.core.game import Game, game_of
from ludex.core.kernel.action import AT_BOUNDARY
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import throw
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Over, Question, Request, Roll, interject, next_step
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Entry
from ludex.core.referee.exact import foresee
from ludex.core.referee.live import Live
from ludex.core.referee.scripted import Answer, Interjection, Scripted, Throw
from ludex.core.referee.simulated import Simulated, StreamDice, Streams
from tests.conformance.playing import Broken, begin, check, check_saving, drawn, policies_for

BUDGET = 400  # steps of exact odds; what they leave out is not compared
MOST_STEPS = 4000  # of one command


class Place(NamedTuple):
    """Where in a command something may change: before this step, or at this question."""

    number: int
    step: str
    question: str = ""

    def __str__(self) -> str:
        return f"{self.question or 'before'} in {self.step}"


class Tried:
    """What has been tried so far."""

    def __init__(self) -> None:
        self.between = self.asked = self.agreed = 0
        self.changes: Counter[str] = Counter()
        self.under_way: Counter[str] = Counter()
        self.stopped: Counter[str] = Counter()  # steps that somebody could not go on with

    def __str__(self) -> str:
        return (
            f"{self.between} places between steps, {self.asked} at questions, {self.agreed} of them by all referees; "
            f"{len(self.changes)} changes in {len(self.under_way)} steps; {sum(self.stopped.values())} steps were "
            f"begun by somebody who could not go on, of {len(self.stopped)} kinds"
        )


class Watched:
    """Runs one command step by step, with something that happens in between, and watches."""

    def __init__(self, scene: Any, policies: Mapping[str, Policy], seed: int, tried: Tried) -> None:
        self.scene = scene
        self.game: Game[Any] = game_of(scene)
        self.policies = policies
        self.streams = Streams(seed)
        self.tried = tried
        self.actions = [action.step for action in self.game.actions.values()]
        self.over_before = False  # a scene may be drawn in which it is over already
        self.places: list[Place] = []
        self.at = -1  # the number of the place where something changes
        self.change: Command | None = None
        self.changed = False
        self.mid = ""  # what the side that was asked knew there
        self.running: Entry | None = None  # the step that runs
        self.chosen: Entry | None = None  # it is what somebody has chosen, and something has changed in it
        self.rolled: list[Roll[Any]] = []  # in it
        self.asked: list[Question] = []
        self.faces: list[int] = []
        self.answers: list[tuple[Question, Plain | Command]] = []

    def run(self, command: Command) -> None:
        self.game.begin(self.scene, command)
        self.over_before = self.is_over()
        for number in range(MOST_STEPS):
            if not self.scene.agenda:
                return
            if number:
                self.between()
            if self.scene.agenda:
                self.step()
        raise Broken("a command without end")

    def is_over(self) -> bool:
        """Would the situation end now, or something come first that ends it?"""
        over = self.scene.fork()
        self.game.end_if_over(over)
        return bool(over.cleared or over.agenda[:1] != self.scene.agenda[:1])

    def between(self) -> None:
        """Two steps of a command: here something may change."""
        if not self.over_before and self.is_over():
            raise Broken(f"it is over, and {self.scene.agenda[0]} comes")
        place = Place(len(self.places), self.scene.agenda[0].step.name)
        self.places.append(place)
        if place.number == self.at and self.change is not None and self.possible(self.change):
            self.changed = True
            with suppress(Over):
                self.drive(interject(self.scene, self.change).__await__())

    def possible(self, change: Command) -> bool:
        """May the game master do that here?"""
        if AT_BOUNDARY in self.game.gm_actions[change.name].tags:
            return False
        if change.name == "set" and change.arg("what") not in ("scene", *self.scene.beings):
            return False  # they are gone by now
        here = self.scene.fork()
        here.agenda, here.fresh = (), []
        try:
            self.game.begin(here, change)
        except (Refused, BadInput):
            return False
        return True

    def step(self) -> None:
        """The next step; whoever could not do it now does not."""
        scene = self.scene
        entry = scene.agenda[0]
        hindered = self.game.hindered(scene, entry)
        before = {name: being.key() for name, being in scene.beings.items()} if hindered else {}
        self.running, self.chosen, self.rolled, self.asked = entry, None, [], []
        at = getattr(scene.beings[hindered.who], "at", None) if hindered else None
        self.drive(next_step(scene))
        if self.chosen is not None and self.game.hindered(scene, self.chosen) is not None:
            self.tried.stopped[entry.step.name] += 1
        if hindered is not None:
            who, why = hindered
            self.tried.stopped[entry.step.name] += 1
            self.went_on(entry.step.name, who, why, before, at)

    def went_on(self, step: str, who: str, why: str, before: Mapping[str, object], at: object) -> None:
        """Did who is hindered do anything in this step?"""
        said = f"{who} ({why}) goes on with {step}"
        for roll in self.rolled:
            if roll.by == who:
                raise Broken(f"{said}: {roll.key}")
        for question in self.asked:
            if question.who == who:
                raise Broken(f"{said}: {question.key}")
        beings = self.scene.beings
        if who in beings and getattr(beings[who], "at", None) != at:
            raise Broken(f"{said}: from {at} to {beings[who].at}")
        if self.scene.cleared:
            return  # with this step the situation is over, which changes everybody
        for name, key in before.items():
            if name != who and name in beings and beings[name].key() != key:
                raise Broken(f"{said}: {name} is changed")

    def drive(self, running: Generator[Request, Any, None]) -> None:
        """Answer what is asked, until this is done."""
        try:
            request = next(running)
            while True:
                request = running.send(self.answer(request) if isinstance(request, Question) else self.roll(request))
        except StopIteration:
            pass

    def roll(self, request: Roll[Any]) -> Any:
        self.rolled.append(request)
        hindered = self.game.hindered(self.scene, self.chosen) if self.chosen is not None else None
        if hindered is not None and request.by == hindered.who:
            raise Broken(f"{hindered.who} ({hindered.why}) goes on with {self.chosen}: {request.key}")
        kept, fallen = throw(request.pool, lambda sides: self.streams.face(request.by, request.rule, sides))
        self.faces += fallen
        return request.reading(kept)

    def answer(self, question: Question) -> Plain | Interject:
        self.asked.append(question)
        side = side_asked(self.scene, question)
        if self.mid and self.mid == known(self.game.view(self.scene, side)):
            self.mid = ""  # nothing has come of it that shows: a policy would let it happen again and again
        policy = self.policies.get(side) or self.policies[GM]
        place = Place(len(self.places), self.running.step.name if self.running is not None else "", question.key)
        self.places.append(place)
        if place.number == self.at and self.change is not None and self.possible(self.change):
            self.changed = True
            self.mid = known(self.game.view(self.scene, side))
            self.answers.append((question, self.change))
            self.chosen = self.running if self.running is not None and self.running.step in self.actions else None
            return Interject(self.change)
        given = answer(self.game, self.scene, side, question, policy)
        if isinstance(given, Interject):
            self.answers.append((question, given.command))
        else:
            if fault := question.domain.fault(given):
                raise BadInput(f"{question.key}: {fault}")
            self.answers.append((question, given))
        return given


def known(scene: Any) -> str:
    """All that a scene holds; what waits on its agenda by what it says, for it may have been worked out afresh."""
    return repr(scene.key())


class Interjecting:
    """A policy that lets something happen first, at one question of one scene."""

    checked = False

    def __init__(self, policy: Policy, key: str, mid: str, change: Command) -> None:
        self.policy = policy
        self.key = key
        self.mid = mid
        self.change = change

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        if question.key == self.key and known(scene) == self.mid:
            return Interject(self.change)
        return self.policy.answer(scene, question)


# ---------------------------------------------------------------- one command, again and again


def places(scene: Any, command: Command, policies: Mapping[str, Policy], seed: int) -> list[Place]:
    """Where something may change in this command, as it goes with this luck."""
    watched = Watched(scene.fork(), policies, seed, Tried())
    watched.run(command)
    return watched.places


def befall(
    scene: Any, command: Command, place: Place, change: Command, policies: Mapping[str, Policy], seed: int, tried: Tried
) -> Watched:
    """Let this happen there, and watch how it goes on."""
    watched = Watched(scene.fork(), policies, seed, tried)
    watched.at, watched.change = place.number, change
    try:
        watched.run(command)
        check(watched.scene, "in the end")
        check_saving(watched.scene)
    except Exception as fault:
        raise Broken(f"{command}, {place}: {change}: {type(fault).__name__}: {fault}") from fault
    if watched.changed:
        tried.changes[f"{change.name} {change.arg('condition') or change.arg('field') or ''}"] += 1
        tried.under_way[place.step or place.question] += 1
        if place.question:
            tried.asked += 1
        else:
            tried.between += 1
    return watched


def agree(scene: Any, command: Command, watched: Watched, place: Place, policy: Policy, seed: int) -> None:
    """Live, simulated, scripted and exact referees come to the same where something changes at a question."""
    assert watched.change is not None
    end = encode(watched.scene)
    said = f"{command}, {place}: {watched.change}"
    meddling = Interjecting(policy, place.question, watched.mid, watched.change)

    simulated = scene.fork()
    Simulated({GM: meddling}, seed).perform(simulated, command)
    if encode(simulated) != end:
        raise Broken(f"{said}: the simulated referee comes to something else")

    live = Live(watched.game, scene.fork(), StreamDice(seed))
    live.perform(command)
    for question, given in watched.answers:
        if live.open is None or live.open.key != question.key:
            raise Broken(f"{said}: at a live table {live.open} is asked, not {question.key}")
        live.answer(Interject(given) if isinstance(given, Command) else given)
    if live.open is not None or encode(live.scene) != end:
        raise Broken(f"{said}: a live table comes to something else")

    scripted = Scripted([Throw(tuple(watched.faces))] if watched.faces else [], listed(watched))
    if encode(scripted.perform(scene, command)) != end:
        raise Broken(f"{said}: the script comes to something else")

    foreseen = foresee(scene, command, meddling, BUDGET)
    if sum((weight for _, weight in foreseen.scenes), foreseen.unexplored) != 1:
        raise Broken(f"{said}: the chances are not one in all")
    for after, _ in foreseen.scenes:
        check(after, f"{said}: foreseen")
    if foreseen.unexplored == Fraction(0) and end not in [encode(after) for after, _ in foreseen.scenes]:
        raise Broken(f"{said}: not foreseen")


def listed(watched: Watched) -> list[Answer]:
    """What was answered, as a script lists it: each question with what happened first, and its answer; or that it was
    withdrawn, since it was over with what happened at it."""
    found: list[Answer] = []
    interrupted: list[int] = []  # where in it those stand at which something happens first
    for question, given in watched.answers:
        if question.again:
            asked = question.rule, question.who
            while (found[place := interrupted.pop()].rule, found[place].who) != asked:
                pass  # that one was withdrawn
        else:
            place = len(found)
            found.append(Answer(question.rule, question.who, None, withdrawn=True))
        if isinstance(given, Command):
            found[place] = replace(found[place], first=(*found[place].first, Interjection(given)))
            interrupted.append(place)
        else:
            found[place] = replace(found[place], value=given, withdrawn=False)
    return found


# ---------------------------------------------------------------- whole scenes


def meddle(start: Any, seed: int, tried: Tried, commands: int, tries: int, pair: tuple[str, str]) -> None:
    """Play a scene for so many commands; in each something changes at some places, each time in a copy."""
    scene = start.fork()
    game = game_of(scene)
    luck = Random(seed)
    policies = policies_for(scene, pair, seed)
    simple = {GM: game.policy("simple")}
    simulated = Simulated(policies, seed)
    begin(scene, simulated)
    game.end_if_over(scene)  # a scene by luck may have nobody left on one side from the start
    for number in range(commands):
        actor = game.to_act(scene)
        if not actor:
            return
        being = scene.beings[actor]
        given = choose(game, scene, being, policies[being.side])[0]
        if game.refusal(scene, given) is None:
            there = places(scene, given, simple, number)
            asked = [place for place in there if place.question]
            some = luck.sample(there, min(tries, len(there))) + luck.sample(asked, min(1, len(asked)))
            for place in some:
                for change in luck.sample(changes := game.befalls(scene, luck.randrange), min(tries, len(changes))):
                    watched = befall(scene, given, place, change, simple, number, tried)
                    if watched.changed and place.question and watched.mid:
                        agree(scene, given, watched, place, simple[GM], number)
                        tried.agreed += 1
        simulated.perform(scene, given)


def meddle_in_drawn(game: Game[Any], library: Any, seed: int, tried: Tried, commands: int, tries: int) -> None:
    meddle(drawn(game, Random(seed), library), seed, tried, commands, tries, ("random", "random"))
