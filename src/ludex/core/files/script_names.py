"""What the steps of a script name and nobody has, and what in them does not go together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from msgspec import UNSET

from ludex.core.content.content import ContentError, Fault
from ludex.core.files.ruling_values import value_faults
from ludex.core.files.scenefile import no_rule
from ludex.core.files.script import EMPTY_STEP, Given, NotOffered, Offered, ScriptStep, Unlisted, rules_of
from ludex.core.files.script_paths import expect_faults, forgotten_actor, odds_faults
from ludex.core.game import Game
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed, meant, near
from ludex.core.kernel.plain import plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.scene.mentioned import missing
from ludex.core.scene.shape import PEOPLE, SCENE, override, read_value


def step_faults(game: Game[Any], scene: Scene[Any], step: ScriptStep, known: Cast, after: Cast) -> Iterator[Fault]:
    """Everything that is wrong with a step before it is played: who or what it names that there is not, before it or
    after it. Values are not judged: what they mean comes about as the script runs."""
    yield from misfits(step)
    yield from unknown_rules(game, step)
    if step.actor not in known:
        yield Fault("actor", no_being(step.actor, known))
    elif step.do:
        yield from _whole_command_faults(game, scene, step.actor, step.do, step.args, known)
    yield from value_faults(game, scene, step, after)
    yield from unknown_who(game, step, after)
    yield from _answer_faults(game, scene, step, known)
    yield from expect_faults(game, scene, step.expect, after)
    yield from odds_faults(game, scene, step.chances or {}, known)
    for name, offers in (("offered", step.offered), ("not_offered", step.not_offered)):
        for number, one in enumerate(offers):
            for fault in _offer_faults(game, scene, step, one, after):
                yield fault._replace(field=f"{name}[{number}].{fault.field}")
    if step.entry and not any(step.entry in shelf for shelf in scene.library.shelves.values()):
        entries = [name for shelf in scene.library.shelves.values() for name in shelf.entries]
        yield Fault("entry", f"there is no {step.entry!r}; {meant(step.entry, entries)}")


def misfits(step: ScriptStep) -> Iterator[Fault]:
    """What does not go together."""
    beside = ("dice", "rulings", "not_rulings", "asked", "not_asked", "refused")
    happens = [name for name in beside if getattr(step, name)]
    done = step.args or step.answers
    if step.empty:
        yield Fault("", EMPTY_STEP)
    elif step.entry and (step.do or step.chances is not None or done or happens):
        yield Fault("", "a step with `entry` looks at it and does nothing; only `illegal` goes with it")
    elif step.illegal and not step.entry:
        yield Fault("illegal", "`entry` says what is illegal")
    elif step.chances is not None:
        yield from _odds_misfits(step, happens)
    elif step.refused and (more := [name for name in (*beside[:4], "answers") if getattr(step, name)]):
        yield Fault(more[0], "what is refused rolls no dice, asks nothing and makes no rulings; leave it out")
    elif not step.do and (happens or done):
        yield Fault("", "a step without `do` takes expect, offered, not_offered and note only")
    for number, die in enumerate(step.dice):
        for face in (die,) if isinstance(die, int) else die.faces:
            if face < 1:
                yield Fault(f"dice[{number}]", f"no die shows {face}; expected 1 or more")
    for number, given in enumerate(() if isinstance(step.answers, dict) else step.answers):
        if problem := _unanswered(given):
            yield Fault(f"answers[{number}]", problem)
        elif step.chances is not None and (given.first or given.refused or given.may is not None or given.withdrawn):
            yield Fault(f"answers[{number}]", "odds know no `first`, `refused`, `may` and `withdrawn`")


def _odds_misfits(step: ScriptStep, happens: list[str]) -> Iterator[Fault]:
    """What is missing in a step with odds, and what is too much."""
    if not step.chances:
        yield Fault("odds", 'nothing is in it; expected a chance, such as { readings.success = "7/12" }')
    if not step.do:
        yield Fault("do", "a step with `odds` says of what: `do` is missing")
    for name in happens:
        yield Fault(name, f"nothing happens in a step with `odds`: `{name}` cannot stand beside it")


def _unanswered(given: Given) -> str:
    """What is wrong with an answer that is none."""
    if not given.withdrawn:
        return "the field answer is missing" if given.answer is UNSET else ""
    if given.answer is not UNSET or given.refused or given.may is not None:
        more = ("answer", given.answer is not UNSET), ("refused", given.refused), ("may", given.may is not None)
        beside = listed([f"`{name}`" for name, there in more if there])
        return f"a question that is withdrawn has no answer: {beside} cannot stand beside `withdrawn`; leave it out"
    if all(one.refused for one in given.first):
        return "`first` says what does away with the question"
    return ""


# ---------------------------------------------------------------- rules


def unknown_rules(
    game: Game[Any], step: ScriptStep, unlisted: Iterable[Unlisted | dict[str, Unlisted]] = ()
) -> Iterator[Fault]:
    """Rules and kinds of rulings that there are not; `unlisted` of the case and the file too, where they are given."""
    for field, rule in _rules_in(step, (step.unlisted, *unlisted)):
        of_book = rule and rule != GM and rule not in game.rulebook.gaps  # what a game master may not do is of no rule
        if of_book and (problem := no_rule(game, rule)):
            yield Fault(field, problem)
    for name, wanted in (("rulings", step.rulings), ("not_rulings", step.not_rulings)):
        for number, want in enumerate(wanted):
            kind = want.get("kind")
            if kind is not None and game.rulings and kind not in game.rulings:
                yield Fault(f"{name}[{number}]", f"there is no kind {kind!r}; {meant(str(kind), game.rulings)}")


def _rules_in(step: ScriptStep, unlisted: Iterable[Unlisted | dict[str, Unlisted]]) -> Iterator[tuple[str, str]]:
    for rule in step.refused_by:
        yield "refused", rule
    yield "illegal", step.illegal
    for number, one in enumerate(step.not_offered):
        yield f"not_offered[{number}]", one.rule
    for given in () if isinstance(step.answers, dict) else step.answers:
        for each in given.first:
            yield from (("answers", rule) for rule in rules_of(each.refused))
    for field, question in _questions(step, unlisted):
        yield field, question.partition("@")[0]
    for name, wanted in (("rulings", step.rulings), ("not_rulings", step.not_rulings)):
        for number, want in enumerate(wanted):
            yield f"{name}[{number}]", str(want.get("rule", ""))
    for die in step.dice:
        yield "dice", "" if isinstance(die, int) else die.rule


def _questions(step: ScriptStep, unlisted: Iterable[Unlisted | dict[str, Unlisted]]) -> Iterator[tuple[str, str]]:
    """Questions as they are named in a step: rule, or rule@who."""
    answers = step.answers
    given = answers if isinstance(answers, dict) else [f"{one.rule}@{one.who}".rstrip("@") for one in answers]
    by_rule = [key for said in unlisted if not isinstance(said, str) for key in said]
    named = {"asked": step.asked or (), "not_asked": step.not_asked, "unlisted": by_rule, "answers": given}
    for field, questions in named.items():
        for question in questions:
            yield field, question


# ---------------------------------------------------------------- who


def unknown_who(game: Game[Any], step: ScriptStep, known: Cast | Collection[str]) -> Iterator[Fault]:
    """Whom a question is said to be asked of, or not, and who is not there."""
    for field, question in _questions(step, (step.unlisted,)):
        who = question.partition("@")[2]
        if who and who not in known and who not in game.sides:
            yield Fault(field, f"there is nobody {who!r}; {meant(who, (*known, *game.sides))}")


def no_being(name: object, known: Iterable[str]) -> str:
    return f"there is no being {name!r}; {meant(name, known)}"


class Cast(Collection[str]):
    """Who is in a scene; and, once steps have been taken, who may have come into it: anybody of the content, whom a
    step names, and who bears the name of somebody there, as what they make or call does."""

    def __init__(self, scene: Scene[Any], before: Iterable[ScriptStep] = ()) -> None:
        self.there: tuple[str, ...] = (GM, *scene.beings)
        done = [step for step in before if step.do]
        shelves = [shelf.entries for kind, shelf in scene.library.shelves.items() if kind in (*PEOPLE, "object")]
        words = [str(value) for step in done for value in step.args.values()]
        self.may_come = {*words, *[name for entries in shelves for name in entries]} if done else set()
        self.may_call = tuple(f"{name}_" for name in scene.beings) if done else ()

    def with_things(self, names: Iterable[str]) -> Cast:
        """These too, which stand for a being."""
        both = copy(self)
        both.there = (*self.there, *names)
        return both

    def __len__(self) -> int:
        return len(self.there)

    def __iter__(self) -> Iterator[str]:
        return iter(self.there)

    def __contains__(self, name: object) -> bool:
        written = str(name)
        unnumbered = re.sub(r"_\d+$", "", written)
        if name in self.there or written in self.may_come or unnumbered in self.may_come:
            return True
        wandering = unnumbered.partition("_")[2]  # wandering_wrecker
        return written.startswith(self.may_call) or wandering in self.may_come


# ---------------------------------------------------------------- commands


def _offer_faults(
    game: Game[Any], scene: Scene[Any], step: ScriptStep, one: Offered | NotOffered, known: Cast
) -> Iterator[Fault]:
    actor = one.actor or step.actor
    if actor not in known:
        yield Fault("actor", no_being(actor, known))
    else:
        yield from _command_faults(game, scene, Command(actor, one.do, tuple(one.args.items())), known)


def _answer_faults(game: Game[Any], scene: Scene[Any], step: ScriptStep, known: Cast) -> Iterator[Fault]:
    """What is answered, and what others do first."""
    if isinstance(step.answers, dict):
        yield from _no_plain_data("answers", step.answers)
        return
    for number, given in enumerate(step.answers):
        yield from _no_plain_data(f"answers[{number}]", {"answer": given.answer, "may": given.may})
        for place, one in enumerate(given.first):
            where = f"answers[{number}].first[{place}]"
            if one.actor not in known:
                yield Fault(f"{where}.actor", no_being(one.actor, known))
                continue
            for fault in _whole_command_faults(game, scene, one.actor, one.do, one.args, known):
                yield fault._replace(field=f"{where}.{fault.field}")


def _no_plain_data(field: str, values: Mapping[str, object]) -> Iterator[Fault]:
    for key, value in values.items():
        try:
            plain(None if value is UNSET else value)
        except TypeError as fault:
            yield Fault(f"{field}.{key}", str(fault))


def _whole_command_faults(
    game: Game[Any], scene: Scene[Any], actor: str, name: str, args: Mapping[str, Any], known: Cast
) -> Iterator[Fault]:
    """A command that is given, with all that it needs."""
    if forgotten := forgotten_actor(game, scene, actor, name):
        yield Fault("actor", forgotten)
        return
    command = Command(actor, name, tuple(args.items()))
    found = [*_command_faults(game, scene, command, known), *_no_plain_data("with", args)]
    yield from found
    if found or (actor != GM and actor not in scene.beings):
        return
    meant_so = game.as_known(scene, command)
    given = dict(meant_so.args)
    for arg in game.action_of(meant_so).args:
        if arg.name not in given and arg.default is None:
            yield Fault("with", f"{name} needs {arg.name!r}: `with = {{ {arg.name} = … }}`")


def _command_faults(game: Game[Any], scene: Scene[Any], command: Command, known: Cast) -> Iterator[Fault]:
    """Names that nobody knows."""
    by_gm = command.actor == GM
    register = game.gm_actions if by_gm else game.actions
    if not by_gm and command.name in game.gm_actions and command.name not in register:
        yield Fault("do", f"{command.name} is one of the game master: leave `actor` out, or say `actor = {GM!r}`")
        return
    bare = Command(command.actor, command.name)
    if command.name not in register:
        if command.actor not in scene.beings and not by_gm:
            return  # who comes later may have whatever they have
        try:
            bare = game.expand(scene, bare)
        except BadInput as fault:
            yield Fault("do", str(fault))
            return
    action = register.get(bare.name)
    if action is None:
        whose = "the game master has" if by_gm else "there is"
        instead = game.almost_used(scene, command) or meant(command.name, register)
        yield Fault("do", f"{whose} no command {command.name!r}; {instead}")
        return
    names = [arg.name for arg in action.args]
    given = dict(command.args)
    for name in given:
        if name not in names:
            instead = f"{near(name, names)} it takes: {', '.join(names) or 'nothing'}".strip()
            yield Fault(f"with.{name}", f"{command.name} takes no {name!r}; {instead}")
    for taken in action.step.beings:
        name = names[taken if action.by_gm else taken - 1] if taken or action.by_gm else ""
        value = given.get(name)
        if isinstance(value, str | int) and value not in known:
            yield Fault(f"with.{name}", no_being(value, [one for one in known if one != GM]))
    for arg in action.args:
        if arg.name in given and (problem := _unreadable(arg, given[arg.name])):
            yield Fault(f"with.{arg.name}", problem)
    if by_gm:
        yield from _called_for(game, scene, action.name, given, known)


def _unreadable(arg: Arg, value: object) -> str:
    """What is wrong with a value that the command does not take from anybody."""
    try:
        if arg.read is not None:
            arg.read(plain(value))
    except TypeError:
        return ""  # it is told as what it is
    except BadInput as fault:
        return str(fault).removeprefix(f"{arg.name}: ")
    return ""


def _called_for(game: Game[Any], scene: Scene[Any], name: str, given: Mapping[str, Any], cast: Cast) -> Iterator[Fault]:
    """Conditions that the game master names, and that nobody can have; and what they set by hand."""
    condition = given.get("condition")
    conditions = game.shape.conditions_in(scene)
    if isinstance(condition, str) and condition.lower() not in [known.lower() for known in conditions]:
        yield Fault("with.condition", f"there is no condition {condition!r}; {meant(condition, conditions)}")
    if name == "set" and not {"what", "field", "value"} - set(given):
        yield from _set_faults(game, scene, given, cast)


def _set_faults(game: Game[Any], scene: Scene[Any], given: Mapping[str, Any], cast: Cast) -> Iterator[Fault]:
    """What the game master sets by hand: of whom, which field, and what it can be."""
    what, field, value, shape = given["what"], given["field"], given["value"], game.shape
    if what != SCENE and (not isinstance(what, str) or what == GM or what not in cast):
        yield Fault("with.what", no_being(what, [one for one in cast if one != GM] + [SCENE]))
        return
    known = shape.scene_fields if what == SCENE else (*shape.hints, "conditions", "name", "side")
    if field == "from" and what != SCENE:
        yield Fault("with.field", "what somebody was made of is not set")
    elif not isinstance(field, str) or field not in known:
        yield Fault("with.field", f"there is no field {field!r}; {meant(str(field), known)}")
    elif what != SCENE and field in ("conditions", "name", "side"):
        yield from _set_of_anybody(game, scene, what, field, value, cast)
    else:
        bounded, hints = (shape.scene_bounded, shape.scene_hints) if what == SCENE else (shape.bounded, shape.hints)
        yield from _set_value_faults(game, scene, (bounded.get(field, Any), hints.get(field, Any)), value, cast)


def _set_of_anybody(
    game: Game[Any], scene: Scene[Any], what: str, field: str, value: object, cast: Cast
) -> Iterator[Fault]:
    """What beings of all games have. Who comes later is like anybody who is there; and what is set may name them."""
    tried = scene.fork()
    who = tried.beings.get(what) or next(iter(tried.beings.values()), None)
    if who is None:
        return
    if field == "conditions":
        who.set_conditions()
    try:
        override(game.shape, tried, who, {field: value}, "")
    except BadInput as fault:
        problem = str(fault).removeprefix(f", field {field}").removeprefix(": ")
        if "there is no being" not in problem or not cast.may_come:
            yield Fault("with.value", problem)


def _set_value_faults(
    game: Game[Any], scene: Scene[Any], hints: tuple[Any, Any], value: object, cast: Cast
) -> Iterator[Fault]:
    """A value that no such field can be. Of its types, the first has bounds, and the second says what it means."""
    bounded, hint = hints
    try:
        found = read_value(value, bounded, "")
    except ContentError as fault:
        yield Fault("with.value", str(fault).removeprefix(": "))
        return
    for wrong in missing(scene, cast.with_things(game.shape.besides(scene)), hint, found):
        yield Fault("with.value", wrong.problem)
