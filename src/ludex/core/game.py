"""What a game is: its actions, reactions and the questions the core asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from ludex.core.agenda import Command, Procedure, Step, proceed
from ludex.core.content import Fault, Library
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Request
from ludex.core.rulebook import Rulebook
from ludex.core.ruling import Refusal, Refused, Ruling
from ludex.core.scene import Entry, Scene
from ludex.core.timing import Reaction

if TYPE_CHECKING:
    from ludex.core.creation import Creation
    from ludex.core.face import Face

S = TypeVar("S", bound=Scene[Any])
P = ParamSpec("P")


TRIES = 3  # how often `Game.sample` looks for arguments that may be chosen
NO_VALUE: Any = object()  # what `Arg.sample` gives when nothing comes into question


class BadInput(Exception):
    """Something that cannot be understood: an unknown name, a wrong kind of value. Nothing has changed."""


class Cost(Protocol):
    def refusal(self, scene: Any, actor: Any, args: tuple[Any, ...]) -> Refusal | None:
        """Why it cannot be paid now; without arguments, as far as that can be told before they are chosen."""

    def pay(self, scene: Any, actor: Any, args: tuple[Any, ...]) -> None: ...


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of an action: `values` lists what comes into question, given the arguments before it."""

    name: str
    values: Callable[..., Iterable[Plain]]
    default: Callable[..., Plain] | None = None  # what is meant when it is left out
    sample: Callable[..., Any] | None = None  # one of them by luck, where listing is dear: see `Game.sample`, NO_VALUE
    read: Callable[[Plain], Plain] | None = None  # from what people write to what the rules use


@dataclass(slots=True, eq=False)
class Action:
    """A command that a being may choose."""

    name: str
    rule: str
    step: Step
    cost: Cost | None
    args: tuple[Arg, ...]
    may: Callable[[Any, Any], Refusal | None] | None  # why it may not be chosen at all
    fits: Callable[..., Refusal | None] | None  # why these arguments may not be chosen
    modes: tuple[str, ...]  # in which modes of a scene; empty for all
    label: str
    tags: frozenset[str]
    by_gm: bool


class Offer(NamedTuple):
    """An action with the reason why it may not be chosen now, if there is one."""

    action: Action
    refusal: Refusal | None


class Policy(Protocol):
    """What answers for a side."""

    def choose(self, scene: Any, being: Any) -> Command: ...

    def answer(self, scene: Any, question: Any) -> Plain: ...


GAMES: dict[str, Game[Any]] = {}


def game_of(scene: Scene[Any]) -> Game[Any]:
    return GAMES[scene.game]


class Game(Generic[S]):
    """One rule set. Its modules register actions and reactions here; the rest are questions it answers."""

    def __init__(self, name: str, title: str, version: int, home: Path, scene_type: type[S]) -> None:
        self.name = name
        self.title = title
        self.version = version
        self.home = home
        self.scene_type = scene_type
        self.rulebook = Rulebook.load(home / "rules.toml")
        self.actions: dict[str, Action] = {}
        self.gm_actions: dict[str, Action] = {}
        self.reactions: dict[str, list[Reaction]] = {}
        GAMES[name] = self

    # -- what a game provides ---------------------------------------------------------------------------------

    telling: tuple[str, ...] = ()  # the fields of a being whose change people want to know of

    def policy(self, name: str, seed: int = 0) -> Policy:
        """A policy of the game by its name."""
        raise NotImplementedError

    def opening(self, scene: S) -> Command | None:
        """The command with which play of a scene begins that nobody has acted in yet."""
        raise NotImplementedError

    def summary(self, scene: S, being: Any) -> list[tuple[str, str]]:
        """What a table wants to see of a being at a glance, as label and value."""
        raise NotImplementedError

    def to_act(self, scene: S) -> str:
        """Whose command is awaited at this boundary; nobody's when the situation is over."""
        raise NotImplementedError

    def gate(self, scene: S, actor: Any, action: Action) -> Refusal | None:
        """Why this being may not act at all, or not in this way: not its turn, not awake…"""
        raise NotImplementedError

    def view(self, scene: S, seat: str) -> S:
        """What a seat may know, as a scene. A seat is `gm`, a side, or a being's id."""
        return scene

    def faults(self, scene: S) -> list[str]:
        """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
        return []

    def sentence(self, scene: S, ruling: Ruling) -> str:
        """A ruling in words."""
        raise NotImplementedError

    def face(self) -> Face:
        """How it shows itself to people: map, words, prices."""
        from ludex.core.face import Face

        return Face(self)

    def creation(self) -> Creation:
        """How its characters are made, step by step."""
        raise NotImplementedError

    def content_faults(self, library: Library, kind: str, entry: Any) -> list[Fault]:
        """What is wrong with an entry of content: ids that it names and nobody has, and what no rule allows."""
        return []

    def misplaced(self, scene: S) -> list[Fault]:
        """Which beings have no room where a scene file puts them."""
        return []

    def scene_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The JSON Schema of its own tables in a scene file, and the definitions that it refers to."""
        return {}, {}

    def library(self, *folders: Path) -> Library:
        """The starter content, with folders of a table's own on top."""
        raise NotImplementedError

    def build(self, tables: Mapping[str, Any], where: str, library: Library) -> S:
        """A scene from the tables of a scene file that are the game's own."""
        raise NotImplementedError

    def look_up(self, scene: S, path: str) -> object:
        """The value at a dotted path, such as `tahra.hp` or `scene.counter`, as a script expects it."""
        raise NotImplementedError

    def expand(self, scene: S, command: Command) -> Command:
        """A command as people may write it, in the form the actions know."""
        return command

    # -- registering ------------------------------------------------------------------------------------------

    def action(
        self,
        name: str,
        *,
        rule: str,
        cost: Cost | None = None,
        args: tuple[Arg, ...] = (),
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
            register[name] = Action(name, rule, made, cost, args, may, fits, modes, words, frozenset(tags), by_gm)
            return made

        return decorate

    def reaction(self, reaction: Reaction) -> None:
        self.reactions.setdefault(reaction.when, []).append(reaction)

    # -- what may be done -------------------------------------------------------------------------------------

    def offers(self, scene: S, actor: Any) -> list[Offer]:
        """Every action with the reason why this being may not choose it now, if there is one."""
        return [
            Offer(action, self.refused_at_all(scene, actor, action))
            for action in self.actions.values()
            if not action.modes or scene.mode in action.modes
        ]

    def legal(self, scene: S) -> dict[str, list[Offer]]:
        """What each being may do now and what it may not, with reason and rule."""
        return {name: self.offers(scene, being) for name, being in scene.beings.items()}

    def refused_at_all(self, scene: S, actor: Any, action: Action) -> Refusal | None:
        """Why this being may not choose this action now, whatever the arguments."""
        refusal = self.gate(scene, actor, action)
        if refusal is None and action.cost is not None:
            refusal = action.cost.refusal(scene, actor, ())
        if refusal is None and action.may is not None:
            refusal = action.may(scene, actor)
        return refusal

    def choices(self, scene: S, actor: Any, action: Action) -> Iterator[tuple[Command, Refusal | None]]:
        """Every choice of arguments that comes into question, with the reason against it if there is one."""

        def fill(number: int, chosen: tuple[Plain, ...]) -> Iterator[tuple[Plain, ...]]:
            if number == len(action.args):
                yield chosen
                return
            for value in action.args[number].values(scene, actor, *chosen):
                yield from fill(number + 1, (*chosen, value))

        for chosen in fill(0, ()):
            named = tuple(sorted(zip((arg.name for arg in action.args), chosen, strict=True)))
            yield Command(actor.id, action.name, named), self._refused_args(scene, actor, action, chosen)

    def sample(self, scene: S, actor: Any, action: Action, pick: Callable[[int], int]) -> Command | None:
        """A choice of arguments by luck that may be made; nothing when a few tries found none. `pick(n)` is below n."""
        refused: tuple[Plain, ...] | None = None
        for _ in range(TRIES):
            chosen: tuple[Plain, ...] = ()
            for arg in action.args:
                if arg.sample is not None:
                    value = arg.sample(scene, actor, pick, *chosen)
                else:
                    values = tuple(arg.values(scene, actor, *chosen))
                    value = values[pick(len(values))] if values else NO_VALUE
                if value is NO_VALUE:
                    return None
                chosen = (*chosen, value)
            if self._refused_args(scene, actor, action, chosen) is None:
                named = tuple(sorted(zip((arg.name for arg in action.args), chosen, strict=True)))
                return Command(actor.id, action.name, named)
            if chosen == refused:
                return None
            refused = chosen
        return None

    def _refused_args(self, scene: S, actor: Any, action: Action, chosen: tuple[Plain, ...]) -> Refusal | None:
        args = self._resolve(scene, action, chosen)
        if action.fits is not None:
            refusal = action.fits(scene, *args) if action.by_gm else action.fits(scene, actor, *args)
            if refusal is not None:
                return refusal
        return action.cost.refusal(scene, actor, args) if action.cost is not None else None

    def _resolve(self, scene: S, action: Action, chosen: tuple[Plain, ...]) -> tuple[Any, ...]:
        found: list[Any] = list(chosen)
        for number in action.step.beings:
            place = number if action.by_gm else number - 1  # a being's action takes its actor first
            if place >= 0 and found[place] is not None:
                found[place] = self.being(scene, found[place])
        return tuple(found)

    def being(self, scene: S, name: object) -> Any:
        try:
            return scene.beings[name]  # type: ignore[index]
        except (KeyError, TypeError):
            there = ", ".join(scene.beings)
            raise BadInput(f"there is no being {name!r} in this scene; there are: {there}") from None

    # -- doing it ---------------------------------------------------------------------------------------------

    def read(self, scene: S, command: Command) -> tuple[Action, Any, tuple[Plain, ...]]:
        """Find the action, the actor and the arguments in order, or say what cannot be understood."""
        register = self.gm_actions if command.actor == GM else self.actions
        if command.name not in register:
            command = self.expand(scene, command)
        action = register.get(command.name)
        if action is None:
            raise BadInput(f"there is no action {command.name!r}; there are: {', '.join(sorted(register))}")
        actor = _GM if command.actor == GM else self.being(scene, command.actor)
        given = dict(command.args)
        chosen: list[Plain] = []
        for arg in action.args:
            if arg.name in given:
                value = given.pop(arg.name)
                chosen.append(arg.read(value) if arg.read is not None else value)
            elif arg.default is not None:
                chosen.append(arg.default(scene, actor, *chosen))
            else:
                raise BadInput(f"{command.name} needs {arg.name!r}")
        if given:
            known = ", ".join(arg.name for arg in action.args) or "none"
            raise BadInput(f"{command.name} takes no {next(iter(given))!r}; its arguments are: {known}")
        return action, actor, tuple(chosen)

    def refusal(self, scene: S, command: Command) -> Refusal | None:
        """Why this command may not be given now; nothing when it may."""
        action, actor, chosen = self.read(scene, command)
        return self._refusal(scene, actor, action, chosen)

    def _refusal(self, scene: S, actor: Any, action: Action, chosen: tuple[Plain, ...]) -> Refusal | None:
        if actor is not _GM:
            refusal = self.gate(scene, actor, action)
            if refusal is None and action.may is not None:
                refusal = action.may(scene, actor)
            if refusal is not None:
                return refusal
        return self._refused_args(scene, actor, action, chosen)

    def begin(self, scene: S, command: Command, *, force: bool = False, waive: bool = False) -> None:
        """Check a command, pay for it and put its first step on the agenda."""
        action, actor, chosen = self.read(scene, command)
        refusal = self._refusal(scene, actor, action, chosen)
        if refusal is not None and not force:
            raise Refused(refusal)
        if action.cost is not None and not waive:
            args = self._resolve(scene, action, chosen)
            if action.cost.refusal(scene, actor, args) is None:
                action.cost.pay(scene, actor, args)
        first = Entry(action.step, chosen if action.by_gm else (actor.id, *chosen))
        scene.agenda = (first, *scene.fresh)  # what paying for it brings comes after it
        scene.fresh = []

    def perform(self, scene: S, command: Command, answer: Callable[[Request], Any]) -> None:
        """Run a command to the next boundary, in place, with somebody who answers every request."""
        self.begin(scene, command)
        running = proceed(scene)
        try:
            request = next(running)
            while True:
                request = running.send(answer(request))
        except StopIteration:
            pass


class _GameMaster:
    """Who acts when the game master does."""

    id = GM


_GM: Any = _GameMaster()
