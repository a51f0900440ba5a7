"""Commands, steps and the agenda.

A command runs one or more steps. A step is one coroutine; what comes after it is data in `scene.agenda`. An empty
agenda is a boundary: the scene is plain, whole data.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import cache, update_wrapper
from inspect import unwrap
from types import CodeType
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args

from ludex.core.kernel.plain import Plain, mentions, plain
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Being, Entry, Scene

P = ParamSpec("P")
S = TypeVar("S", bound=Scene[Any])

Procedure = Coroutine[Any, Any, None]


class Command:
    """What somebody wants done: an actor (a being, or the game master), the action's name and its arguments."""

    __slots__ = ("actor", "args", "chosen", "name")

    def __init__(
        self, actor: str, name: str, args: Iterable[tuple[str, Plain]] = (), chosen: tuple[Plain, ...] | None = None
    ) -> None:
        self.actor = actor
        self.name = name
        self.args = tuple(args)
        self.chosen = chosen  # the same arguments as the action takes them, where they were chosen for it

    def arg(self, name: str, default: Plain = None) -> Plain:
        for key, value in self.args:
            if key == name:
                return value
        return default

    def as_written(self) -> Command:
        """The same, of which is not known that its arguments are among those that the action lists."""
        return Command(self.actor, self.name, self.args)

    def mentions(self, names: frozenset[str]) -> bool:
        """Is one of these beings named in its arguments?"""
        return mentions(self.args, names)

    def to_plain(self) -> dict[str, object]:
        return {"actor": self.actor, "name": self.name, "args": dict(self.args)}

    @classmethod
    def from_plain(cls, table: Mapping[str, Any]) -> Command:
        return cls(table["actor"], table["name"], [(key, plain(value)) for key, value in table["args"].items()])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Command) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return self.actor, self.name, self.args

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={value!r}" for key, value in self.args)
        return f"<{self.actor}: {self.name}({given})>"


def command(actor: str, name: str, /, **args: Plain) -> Command:
    return Command(actor, name, sorted(args.items()))


class Step:
    """A procedure for the agenda: `entry` makes an entry of it with these arguments, `start` the coroutine."""

    __slots__ = ("beings", "entry", "name", "optional", "parameters", "procedure", "rule", "start")
    entry: Callable[..., Entry]
    start: Callable[[Scene[Any], tuple[Any, ...]], Procedure]

    def __init__(self, procedure: Callable[..., Procedure], rule: str, later: int = 0) -> None:
        said = unwrap(procedure)
        code = said.__code__
        self.procedure = procedure
        self.name = procedure.__name__
        self.rule = rule
        self.parameters = code.co_varnames[1 : code.co_argcount]
        hints = [_hint(said, name) for name in self.parameters]
        self.beings = tuple(number for number, hint in enumerate(hints) if _takes_being(hint))
        self.optional = tuple(number for number in self.beings if type(None) in get_args(hints[number]))
        self.entry, self.start = _written(self, len(self.parameters) - later)

    def start_with_defaults(self, scene: Scene[Any], args: tuple[Any, ...]) -> Procedure:
        """Start with the first of its arguments."""
        found = list(args)
        for number in self.beings:
            if number < len(args) and (name := found[number]) is not None:
                found[number] = scene.beings[name]
        return self.procedure(scene, *found)

    def __repr__(self) -> str:
        return f"<step {self.name}>"


def _written(step: Step, many: int) -> tuple[Any, Any]:
    """How an entry for the agenda is made of a step and so many of its arguments, where beings stand by their id; and
    how it is started with the arguments of its entry. Both are written out for the arguments of each step: they are
    done several times for each decision."""
    names = step.parameters
    named = [_named(step, number, f"{name}.id", name) for number, name in enumerate(names[:many])]
    found = [_named(step, number, f"beings_[{name}]", name) for number, name in enumerate(names)]
    source = [
        f"def entry({', '.join(names[:many])}):",
        f"    return make_(Entry_, (step_, ({''.join([f'{each}, ' for each in named])})))",
        "def start(scene_, args_):",
        "    if scene_.recorder is not None: cite_(step_.rule)" if step.rule else "",
        f"    if len(args_) != {len(names)}: return step_.start_with_defaults(scene_, args_)",
        f"    {', '.join(names)}, = args_" if names else "",
        "    beings_ = scene_.beings" if step.beings else "",
        f"    return step_.procedure({', '.join(['scene_', *found])})",
    ]
    # tuple.__new__: of values that are there already, at half the price of naming them
    known: dict[str, Any] = {"step_": step, "make_": tuple.__new__, "Entry_": Entry, "cite_": cite}
    exec(_compiled("\n".join(source), "exec"), known)
    known["entry"].__defaults__ = step.procedure.__defaults__
    return update_wrapper(known["entry"], step.procedure), known["start"]


def _named(step: Step, number: int, being: str, name: str) -> str:
    """An argument of a step, written in this way where it is a being; nobody stays nobody."""
    if number not in step.beings:
        return name
    return f"None if {name} is None else {being}"


def _hint(procedure: Callable[..., Procedure], name: str) -> Any:
    """What a parameter is said to be; `typing.get_type_hints` takes ten times as long, for hundreds of steps."""
    said = procedure.__annotations__.get(name)
    return eval(_compiled(said, "eval"), procedure.__globals__) if isinstance(said, str) else said


@cache
def _compiled(source: str, mode: str) -> CodeType:
    """Many steps are written alike."""
    return compile(source, "<step>", mode)


def _takes_being(hint: Any) -> bool:
    kinds = getattr(hint, "__args__", (hint,))
    return any(isinstance(kind, type) and issubclass(kind, Being) for kind in kinds)


def step(rule: str = "", later: int = 0) -> Callable[[Callable[Concatenate[S, P], Procedure]], Callable[P, Entry]]:
    """Make a procedure a step: calling it gives an entry for the agenda, not a coroutine. So many of its last arguments
    are added `later`, to the entry."""

    def decorate(procedure: Callable[Concatenate[S, P], Procedure]) -> Callable[P, Entry]:
        return Step(procedure, rule, later).entry

    return decorate
