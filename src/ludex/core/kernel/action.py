"""Actions: what a being or the game master may choose to do, and the registry in which a game's modules put them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from types import EllipsisType
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from ludex.core.kernel.agenda import Command, Procedure, Step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Being, Entry, Scene
from ludex.core.kernel.timing import Reaction

S = TypeVar("S", bound=Scene[Any])
P = ParamSpec("P")
V = TypeVar("V")

NO_VALUE: Any = object()  # what `Arg.sample` gives when nothing comes into question
BETWEEN = "between"  # the tag of a game master's command with which it goes on where nobody is to act
RESTFUL = "restful"  # the tag of what a party comes to itself by after a fight
PASSES = "passes"  # the tag of what a being does who lets their chance pass
AT_BOUNDARY = "boundary"  # the tag of what may not be done in the middle of a command


class Cost(Protocol):
    """What an action takes; the core checks it and pays it, unless the game master has waived it."""

    def refusal(self, scene: Any, actor: Any, args: tuple[Any, ...]) -> Refusal | None:
        """Why it cannot be paid now; without arguments, as far as that can be told before they are chosen."""

    def pay(self, scene: Any, actor: Any, args: tuple[Any, ...]) -> None: ...


# ---------------------------------------------------------------- arguments


def always(value: V) -> Callable[..., V]:
    return lambda *given: value


def first(values: Callable[..., Iterable[Plain]], otherwise: Plain = "") -> Callable[..., Plain]:
    """By default the first of these."""
    return lambda *given: next(iter(values(*given)), otherwise)


def only(values: Callable[..., Iterable[Plain]], otherwise: Plain = "") -> Callable[..., Plain]:
    """By default the one that comes into question, where it is the only one."""

    def sole(*given: Any) -> Plain:
        found = tuple(values(*given))
        return found[0] if len(found) == 1 else otherwise

    return sole


def oneself(scene: Scene[Any], actor: Being, *chosen: Plain) -> Plain:
    """By default who acts."""
    return actor.id


def any_of(values: Callable[..., Iterable[Plain]]) -> Callable[..., Any]:
    """One of these by luck."""

    def some(scene: Scene[Any], actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Any:
        found = tuple(values(scene, actor, *chosen))
        return found[pick(len(found))] if found else NO_VALUE

    return some


class Arg:
    """An argument of an action. What comes into question, and what is meant when it is left out, are given as they are
    or as functions of the scene, the actor and the arguments before it."""

    __slots__ = ("closed", "dear", "default", "mild", "name", "read", "sample", "sure", "values")

    def __init__(
        self,
        name: str,
        values: Callable[..., Iterable[Plain]] | Collection[Plain],
        default: Callable[..., Plain] | Plain | EllipsisType = ...,
        *,
        sample: Callable[..., Any] | None = None,
        sure: Callable[..., bool] | bool = False,
        read: Callable[[Plain], Plain] | None = None,
        closed: bool = False,
        mild: bool = False,
    ) -> None:
        self.name = name
        self.values: Callable[..., Iterable[Plain]] = values if callable(values) else always(values)
        self.default = None if default is ... else default if callable(default) else always(default)
        self.dear = sample is not None  # to list them all takes long
        self.sample = sample or any_of(self.values)  # one of them by luck, or NO_VALUE: see `Rules.sample`
        self.sure = sure  # what `sample` gives may be chosen, at least with such arguments, and is not judged again
        self.read = read  # from what people write to what the rules use
        self.closed = closed  # nothing but these values is ever meant; otherwise the action's `fits` judges
        self.mild = mild  # whatever speaks against the first of its values speaks against all of them


# ---------------------------------------------------------------- actions


@dataclass(slots=True, eq=False)
class Action:
    """A command that a being may choose."""

    name: str
    rule: str
    step: Step
    cost: Cost | None
    args: tuple[Arg, ...]
    able: Callable[[Any, Any], bool] | None  # can somebody with such a sheet ever choose it? `may` tells why not
    may: Callable[[Any, Any], Refusal | None] | None  # why it may not be chosen at all
    fits: Callable[..., Refusal | None] | None  # why these arguments may not be chosen
    modes: tuple[str, ...]  # in which modes of a scene; empty for all
    label: str
    tags: frozenset[str]
    by_gm: bool
    names: frozenset[str] = field(init=False)  # of its arguments
    sorted_names: tuple[str, ...] = field(init=False)  # as a command has them
    in_order: Callable[[tuple[Plain, ...]], tuple[Plain, ...]] = field(init=False)  # what was chosen, in the same order
    beings: tuple[tuple[int, bool], ...] = field(init=False)  # the places of beings, and whether it may be nobody

    def __post_init__(self) -> None:
        self.names = frozenset([arg.name for arg in self.args])
        order = sorted([(arg.name, place) for place, arg in enumerate(self.args)])
        self.sorted_names = tuple([name for name, _ in order])
        places = [place for _, place in order]
        self.in_order = tuple if places == sorted(places) else itemgetter(*places)
        before = 0 if self.by_gm else 1  # a being's action takes its actor first
        beings = [(number - before, number in self.step.optional) for number in self.step.beings]
        self.beings = tuple([(place, optional) for place, optional in beings if place >= 0])

    def command(self, actor: Any, chosen: tuple[Plain, ...]) -> Command:
        """The command with which this actor chooses these arguments."""
        return Command(actor.id, self.name, zip(self.sorted_names, self.in_order(chosen), strict=True), chosen)


class Offer(NamedTuple):
    """An action with the reason why it may not be chosen now, if there is one."""

    action: Action
    refusal: Refusal | None


class Registry:
    """The actions and reactions of a game. Its modules register them; the game is made of them."""

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}
        self.gm_actions: dict[str, Action] = {}
        self.reactions: dict[str, list[Reaction]] = {}

    def action(
        self,
        name: str,
        *,
        rule: str,
        cost: Cost | None = None,
        args: tuple[Arg, ...] = (),
        able: Callable[[Any, Any], bool] | None = None,
        may: Callable[[Any, Any], Refusal | None] | None = None,
        fits: Callable[..., Refusal | None] | None = None,
        modes: tuple[str, ...] = (),
        label: str = "",
        tags: Iterable[str] = (),
        by_gm: bool = False,
    ) -> Callable[[Callable[Concatenate[S, P], Procedure]], Callable[P, Entry]]:
        """Register a procedure as an action. Calling it afterwards gives an agenda entry, like any step."""

        def decorate(procedure: Callable[Concatenate[S, P], Procedure]) -> Callable[P, Entry]:
            made = Step(procedure, rule)
            words = label or name.replace("_", " ").capitalize()
            register = self.gm_actions if by_gm else self.actions
            assert name not in register, name
            register[name] = Action(name, rule, made, cost, args, able, may, fits, modes, words, frozenset(tags), by_gm)
            return made.entry

        return decorate

    def gm(
        self,
        name: str,
        rule: str,
        *args: Arg,
        fits: Callable[..., Refusal | None] | None = None,
        modes: tuple[str, ...] = (),
        label: str = "",
        tags: Iterable[str] = (),
    ) -> Callable[[Callable[Concatenate[S, P], Procedure]], Callable[P, Entry]]:
        """Register a procedure as a command of the game master; `calls.py` has the arguments for it."""
        return self.action(name, rule=rule, args=args, fits=fits, modes=modes, label=label, tags=tags, by_gm=True)

    def reaction(self, *reactions: Reaction) -> None:
        for reaction in reactions:
            self.reactions.setdefault(reaction.when, []).append(reaction)

    def ordered(self, rules: Sequence[str], menu: Sequence[str]) -> Registry:
        """The registry sorted as people read it: actions in the order of a menu, then of the book's rules, whichever
        module registered them first. Forced reactions come before those that are chosen."""
        place = {rule: number for number, rule in enumerate(rules)}

        def of(one: Action | Reaction) -> int:
            return place.get(one.rule, len(place))

        def shown(one: Action) -> tuple[int, int, str]:
            return (menu.index(one.name) if one.name in menu else len(menu)), of(one), one.name

        def sort(actions: dict[str, Action]) -> dict[str, Action]:
            return {one.name: one for one in sorted(actions.values(), key=shown)}

        found = Registry()
        found.actions, found.gm_actions = sort(self.actions), sort(self.gm_actions)
        for when, several in self.reactions.items():
            found.reactions[when] = sorted(several, key=lambda one: (one.word != "forced", of(one)))
        return found
