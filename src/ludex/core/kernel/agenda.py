"""Commands, steps and the agenda.

A command runs one or more steps. A step is one coroutine; what comes after it is data in `scene.agenda`. An empty
agenda is a boundary: the scene is plain, whole data.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args, get_type_hints

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


_MISSING: Any = object()


class Step:
    """Calling a step makes an entry for the agenda; starting the entry makes the coroutine."""

    __slots__ = ("beings", "name", "optional", "parameters", "procedure", "rule", "start")
    start: Callable[[Scene[Any], tuple[Any, ...]], Procedure]

    def __init__(self, procedure: Callable[..., Procedure], rule: str) -> None:
        hints = get_type_hints(procedure)
        self.procedure = procedure
        self.name = procedure.__name__
        self.rule = rule
        parameters = list(signature(procedure).parameters.values())[1:]
        self.parameters = [(p.name, _MISSING if p.default is p.empty else p.default) for p in parameters]
        self.beings = tuple(number for number, p in enumerate(parameters) if _takes_being(hints.get(p.name)))
        self.optional = tuple(n for n in self.beings if type(None) in get_args(hints[parameters[n].name]))
        self.start = _starting(self)

    def __call__(self, *args: Any, **named: Any) -> Entry:
        if named:
            rest = self.parameters[len(args) :]
            args = (*args, *[named.pop(name, default) for name, default in rest])
            if named or _MISSING in args:
                raise TypeError(f"step {self.name} is called with wrong arguments")
        entry: Entry = _entry(Entry, (self, tuple([arg.id if isinstance(arg, Being) else arg for arg in args])))
        return entry

    def start_with_defaults(self, scene: Scene[Any], args: tuple[Any, ...]) -> Procedure:
        """Start with the first of its arguments."""
        found = list(args)
        for number in self.beings:
            if number < len(args) and (name := found[number]) is not None:
                found[number] = scene.beings[name]
        return self.procedure(scene, *found)

    def __repr__(self) -> str:
        return f"<step {self.name}>"


_entry: Any = tuple.__new__  # of values that are there already, at half the price of naming them


def _starting(step: Step) -> Any:
    """How a step is started, written out for its own arguments: it is done several times for each decision."""
    names = [name for name, _ in step.parameters]
    found = [f"None if {n} is None else beings_[{n}]" if i in step.beings else n for i, n in enumerate(names)]
    source = [
        "def start(scene_, args_):",
        "    if scene_.recorder is not None: cite_(step_.rule)" if step.rule else "",
        f"    if len(args_) != {len(names)}: return step_.start_with_defaults(scene_, args_)",
        f"    {', '.join(names)}, = args_" if names else "",
        "    beings_ = scene_.beings" if step.beings else "",
        f"    return step_.procedure({', '.join(['scene_', *found])})",
    ]
    known: dict[str, Any] = {"step_": step, "cite_": cite}
    exec("\n".join(source), known)
    return known["start"]


def _takes_being(hint: Any) -> bool:
    kinds = getattr(hint, "__args__", (hint,))
    return any(isinstance(kind, type) and issubclass(kind, Being) for kind in kinds)


def step(rule: str = "") -> Callable[[Callable[Concatenate[S, P], Procedure]], Callable[P, Entry]]:
    """Make a procedure a step: calling it gives an entry for the agenda, not a coroutine."""

    def decorate(procedure: Callable[Concatenate[S, P], Procedure]) -> Callable[P, Entry]:
        return Step(procedure, rule)

    return decorate
