"""The part of a game that says what may be done, and begins it: turns, offers, choices of arguments, commands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, TypeVar

from ludex.core.kernel.action import NO_VALUE, PASSES, Action, Arg, Offer
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf, spread
from ludex.core.kernel.english import meant, near
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.core.kernel.scene import Entry, Scene
from ludex.core.kernel.timing import Reaction

S = TypeVar("S", bound=Scene[Any])

TRIES = 2  # how often `Rules.sample` looks for arguments that may be chosen
MOST_NAMED = 12  # values of an argument that is missing
MOST_LISTED = 4096  # choices of arguments, where only some of them are wanted


def as_given(value: Plain) -> str:
    """A value as a file or a command line gives it."""
    return f"[{', '.join(map(as_given, value))}]" if isinstance(value, tuple) else str(value)


class Needs(BadInput):
    """An argument is missing. The values it could have are listed only when somebody reads the message."""

    def __init__(self, action: str, arg: str, could_be: Callable[[], str]) -> None:
        super().__init__(f"{action} needs {arg!r}")
        self.action, self.arg = action, arg
        self._could_be = could_be

    def __str__(self) -> str:
        return super().__str__() + self.could_be

    @property
    def could_be(self) -> str:
        return self._could_be()


class Rules(Generic[S]):
    """What a game's modules have registered, and the questions that the kernel and the referees ask of it."""

    actions: dict[str, Action]  # of beings
    gm_actions: dict[str, Action]  # of the game master
    reactions: dict[str, list[Reaction]]  # by the kind of event
    wraps: Collection[str] = ()  # the actions whose arguments name another command, which `expand` is to see

    def to_act(self, scene: S) -> str:
        """Whose command is awaited at this boundary; nobody's when the situation is over."""
        raise NotImplementedError

    def commanded_by(self, scene: S, being: Any) -> str:
        """Who decides for a being who does not decide for themselves, such as a companion; empty for all others."""
        return ""

    def gate(self, scene: S, actor: Any, action: Action) -> Refusal | None:
        """Why this being may not act at all, or not in this way: not their turn, not awake…"""
        raise NotImplementedError

    def wrong_mode(self, scene: S, action: Action) -> Refusal:
        """The refusal of an action that the scene's mode does not know."""
        raise NotImplementedError

    def out_of_turn(self, scene: S, actor: Any, action: Action) -> bool:
        """Is this something to be done on turns of others too: a standing right, or one that was paid for?"""
        return "anytime" in action.tags

    def done_out_of_turn(self, scene: S, actor: Any) -> Collection[Action]:
        """All that is such."""
        return self._standing

    @cached_property
    def _standing(self) -> list[Action]:
        return [action for action in self.actions.values() if "anytime" in action.tags]

    def idle(self, scene: S) -> Entry | None:
        """What happens by itself when the agenda is empty, such as the next turn when one has ended."""
        return None

    def meanwhile(self, scene: S) -> Iterable[Command]:
        """What anybody may do while any question is open, such as sharing a token with who is asked."""
        return ()

    def end_if_over(self, scene: S) -> None:
        """End the situation if it is decided; asked after a step that has set `scene.maybe_over`."""

    def view(self, scene: S, seat: str) -> S:
        """What a seat may know, as a scene. A seat is `gm`, a side, or a being's id."""
        return scene

    def cover(self, scene: S, places: frozenset[Any], unseen: frozenset[str]) -> None:
        """Take places out of a view, with all that is there: the game master has covered them. `unseen` are those who
        stand there and nowhere else."""
        scene.leave_out(unseen)

    def expand(self, scene: S, command: Command) -> Command:
        """A command as people may write it, in the form the actions know."""
        return command

    # -- what may be done -------------------------------------------------------------------------------------

    def offers(self, scene: S, actor: Any, waits: bool = False) -> list[Offer]:
        """Every action with the reason why this being may not choose it now, if there is one; of who `waits` for their
        turn only what is done out of turn."""
        every = self.done_out_of_turn(scene, actor) if waits else self.actions.values()
        return [
            Offer(action, self.refused_at_all(scene, actor, action))
            for action in every
            if not action.modes or scene.mode in action.modes
        ]

    def legal(self, scene: S) -> dict[str, list[Offer]]:
        """What each being may do now and what they may not, with reason and rule."""
        return {name: self.offers(scene, being) for name, being in scene.beings.items()}

    def refused_at_all(self, scene: S, actor: Any, action: Action) -> Refusal | None:
        """Why this being may not choose this action now, whatever the arguments."""
        refusal = self.gate(scene, actor, action)
        if refusal is None and action.cost is not None:
            refusal = action.cost.refusal(scene, actor, ())
        if refusal is None and action.may is not None:
            refusal = action.may(scene, actor)
        return refusal

    # All that speaks against an action, not only the first

    def barred(self, scene: S, actor: Any, action: Action) -> Refusal | None:
        """Why nothing of the kind may be done now; a game master is asked for the mode alone."""
        if actor is not _GM:
            return self.gate(scene, actor, action)
        return self.wrong_mode(scene, action) if action.modes and scene.mode not in action.modes else None

    def refusals_at_all(self, scene: S, actor: Any, action: Action) -> list[Refusal]:
        """Everything against an action whatever its arguments, of who may act."""
        cost = action.cost.refusal(scene, actor, ()) if action.cost is not None else None
        may = action.may(scene, actor) if action.may is not None else None
        return [refusal for refusal in (cost, may) if refusal is not None]

    def refusals_of(self, scene: S, actor: Any, action: Action, chosen: tuple[Plain, ...]) -> list[Refusal]:
        """Everything against these arguments: that they cannot be chosen, that they cannot be paid for."""
        unfit = self._refused_args(scene, actor, action, chosen, waive=True)
        args = self.resolve(scene, action, chosen)
        cost = action.cost.refusal(scene, actor, args) if action.cost is not None else None
        return [refusal for refusal in (unfit, cost) if refusal is not None]

    def choices(
        self, scene: S, actor: Any, action: Action, first: tuple[Plain, ...] = (), most: int = 0
    ) -> Iterator[tuple[Command, Refusal | None]]:
        """Every choice of arguments that comes into question, as a command, with the reason against it if there is one;
        the first ones may be chosen already. Or at most so many, spread evenly over all."""
        for chosen, refusal in self.ways(scene, actor, action, first, most):
            yield action.command(actor, chosen), refusal

    def ways(
        self, scene: S, actor: Any, action: Action, first: tuple[Plain, ...] = (), most: int = 0
    ) -> Iterator[tuple[tuple[Plain, ...], Refusal | None]]:
        """The same, before anything is made of the arguments."""
        found = _filled(scene, actor, action.args[len(first) :], first)
        for chosen in spread(tuple(islice(found, MOST_LISTED)), most) if most else found:
            yield chosen, self._refused_args(scene, actor, action, chosen)

    def first_ways(
        self, scene: S, actor: Any, action: Action, first: tuple[Plain, ...] = ()
    ) -> Iterator[tuple[tuple[Plain, ...], Refusal | None]]:
        """The same for who looks for one way that may be chosen, or for what is against all of them: of a mild argument
        the first value tells it."""
        for chosen in _filled(scene, actor, action.args[len(first) :], first, mildly=True):
            yield chosen, self._refused_args(scene, actor, action, chosen)

    def sample(self, scene: S, actor: Any, action: Action, pick: Callable[[int], int]) -> Command | None:
        """A choice of arguments by luck that may be made; nothing when a few tries found none. `pick(n)` is below n."""
        if not action.args:
            return None if self._refused_args(scene, actor, action, ()) is not None else action.command(actor, ())
        refused: tuple[Plain, ...] | None = None
        for _ in range(TRIES):
            chosen: tuple[Plain, ...] = ()
            for arg in action.args:
                if arg.dear:
                    value = arg.sample(scene, actor, pick, *chosen)
                else:  # the same as `any_of`, and one call less: it is done for nearly each decision
                    values = tuple(arg.values(scene, actor, *chosen))
                    value = values[pick(len(values))] if values else NO_VALUE
                if value is NO_VALUE:
                    return None
                chosen = (*chosen, value)
            sure = arg.sure
            if sure is True or (sure and sure(*chosen)) or self._refused_args(scene, actor, action, chosen) is None:
                return action.command(actor, chosen)
            if chosen == refused:
                return None
            refused = chosen
        return None

    def passing(self, scene: S, actor: Any) -> Command | None:
        """The command with which a being lets their chance pass, where there is one."""
        for action in self._passing:
            if self.refused_at_all(scene, actor, action) is None:
                return Command(actor.id, action.name, (), None if action.args else ())
        return None

    @cached_property
    def _passing(self) -> list[Action]:
        return [action for action in self.actions.values() if PASSES in action.tags]

    def _refused_args(
        self, scene: S, actor: Any, action: Action, chosen: tuple[Plain, ...], waive: bool = False
    ) -> Refusal | None:
        fits, cost = action.fits, action.cost
        args = self.resolve(scene, action, chosen)
        if fits is not None:
            refusal = fits(scene, *args) if action.by_gm else fits(scene, actor, *args)
            if refusal is not None:
                return refusal
        return cost.refusal(scene, actor, args) if cost is not None and not waive else None

    def resolve(self, scene: S, action: Action, chosen: tuple[Plain, ...]) -> tuple[Any, ...]:
        """The arguments as the rules take them: beings in place of their ids."""
        if not action.beings:
            return chosen
        found: list[Any] = list(chosen)
        for place, optional in action.beings:
            if not optional or found[place] is not None:
                found[place] = scene.being(found[place])
        return tuple(found)

    # -- doing it ---------------------------------------------------------------------------------------------

    def as_known(self, scene: S, command: Command) -> Command:
        """A command in the form the actions know, whichever way it was written."""
        register = self.gm_actions if command.actor == GM else self.actions
        expands = command.name not in register or command.name in self.wraps
        return self.expand(scene, command) if expands else command

    def read(self, scene: S, command: Command) -> tuple[Action, Any, tuple[Plain, ...]]:
        """Find the action, the actor and the arguments in order, or say what cannot be understood."""
        command = self.as_known(scene, command)
        action = self.action_of(command, scene)
        actor = self.actor_of(scene, command)
        given = dict(command.args)
        chosen: list[Plain] = []
        self.check_names(action, given)
        for arg in action.args:
            if arg.name in given:
                value = given.pop(arg.name)
                value = arg.read(value) if arg.read is not None else value
                if arg.closed:
                    fault = OneOf(tuple(arg.values(scene, actor, *chosen))).fault(value)
                    if fault:
                        raise BadInput(f"{command.name}, {arg.name}: {fault}")
                chosen.append(value)
            elif arg.default is not None:
                try:
                    chosen.append(arg.default(scene, actor, *chosen))
                except KeyError:  # what stands before it is the name of nothing
                    raise self._needs(scene, actor, action, chosen) from None
            else:
                raise self._needs(scene, actor, action, chosen)
        return action, actor, tuple(chosen)

    def as_chosen(self, scene: S, command: Command) -> tuple[Action, Any, tuple[Plain, ...]]:
        """The same; of a command that was made of what the action lists nothing is read again."""
        action, actor = self.actions.get(command.name), scene.beings.get(command.actor)
        if command.chosen is None or action is None or actor is None or command.name in self.wraps:
            return self.read(scene, command)
        return action, actor, command.chosen

    def _needs(self, scene: S, actor: Any, action: Action, chosen: list[Plain]) -> Needs:
        """What is missing after these."""
        missing = action.args[len(chosen)].name
        return Needs(action.name, missing, partial(self._could_be, scene, actor, action, chosen))

    def almost_used(self, scene: S, command: Command) -> str:
        """Of a name that is no action: which action, or which thing that is used by its name, it is almost."""
        register = self.gm_actions if command.actor == GM else self.actions
        if command.name in (*self.actions, *self.gm_actions):
            return ""
        return near(command.name, [*register, *self._used_by_name(scene, command.actor)])

    def _used_by_name(self, scene: S, actor: str) -> Iterator[str]:
        """What of the content is a command by itself: a weapon, a power, an item."""
        for name in {name: None for shelf in scene.library.shelves.values() for name in shelf.entries}:
            with suppress(BadInput):
                if self.expand(scene, Command(actor, name)).name != name:
                    yield name

    def action_of(self, command: Command, scene: S | None = None) -> Action:
        """The action of a command in the form the actions know; where there is none, what in the scene was meant."""
        register = self.gm_actions if command.actor == GM else self.actions
        action = register.get(command.name)
        if action is None:
            used = self.almost_used(scene, command) if scene is not None else ""
            raise BadInput(f"there is no action {command.name!r}; {used or self._meant(command, register)}")
        return action

    def actor_of(self, scene: S, command: Command) -> Any:
        return _GM if command.actor == GM else scene.being(command.actor)

    def check_names(self, action: Action, given: Collection[str]) -> None:
        """Raise where an argument is named that the action has not."""
        if action.names.issuperset(given):
            return
        unknown = next(name for name in given if name not in action.names)
        known = ", ".join(arg.name for arg in action.args) or "none"
        hint = near(unknown, action.names)
        raise BadInput(f"{action.name} takes no {unknown!r}; {f'{hint} ' if hint else ''}its arguments are: {known}")

    def _meant(self, command: Command, register: Mapping[str, Action]) -> str:
        """What could have been meant by a name that is no action, or all there are."""
        other = self.actions if command.actor == GM else self.gm_actions
        if command.name in other:
            return "it is one of beings" if command.actor == GM else f"it is one of the game master ({GM!r})"
        return meant(command.name, register)

    def _could_be(self, scene: S, actor: Any, action: Action, chosen: list[Plain]) -> str:
        """What could be given for the argument after these, as far as these are sound."""
        for number, value in enumerate(chosen):
            if value not in tuple(action.args[number].values(scene, actor, *chosen[:number])):
                return ""
        values = tuple(islice(action.args[len(chosen)].values(scene, actor, *chosen), MOST_NAMED + 1))
        more = "…" if len(values) > MOST_NAMED else ""
        return f"; one of: {', '.join(map(as_given, values[:MOST_NAMED]))}{more}" if values else ""

    def refusal(self, scene: S, command: Command) -> Refusal | None:
        """Why this command may not be given now; nothing when it may."""
        action, actor, chosen = self.read(scene, command)
        return self._refusal(scene, actor, action, chosen)

    def _refusal(
        self, scene: S, actor: Any, action: Action, chosen: tuple[Plain, ...], waive: bool = False
    ) -> Refusal | None:
        refusal = self.barred(scene, actor, action)
        if refusal is None and action.may is not None:
            refusal = action.may(scene, actor)
        if refusal is not None:
            return refusal
        return self._refused_args(scene, actor, action, chosen, waive)

    def begin(
        self, scene: S, command: Command, *, force: bool = False, waive: bool = False, checked: bool = False
    ) -> None:
        """Check a command, unless it has just been checked, pay for it and put its first step on the agenda."""
        action, actor, chosen = self.as_chosen(scene, command) if checked else self.read(scene, command)
        refusal = None if checked else self._refusal(scene, actor, action, chosen, waive)
        if refusal is not None and not force:
            raise Refused(refusal)
        if action.cost is not None and not waive:
            args = self.resolve(scene, action, chosen)
            if refusal is None or action.cost.refusal(scene, actor, args) is None:  # forced, it may be too dear
                action.cost.pay(scene, actor, args)
        first = Entry(action.step, chosen if action.by_gm else (actor.id, *chosen))
        scene.agenda = (first, *scene.fresh)  # what paying for it brings comes after it
        scene.fresh = []


def _filled(
    scene: Any, actor: Any, args: Sequence[Arg], chosen: tuple[Plain, ...], mildly: bool = False
) -> Iterator[tuple[Plain, ...]]:
    """What is chosen, with every choice that comes into question for the arguments after it; `mildly`: with the first
    where the others are no better."""
    if not args:
        yield chosen
        return
    arg, *others = args
    values = arg.values(scene, actor, *chosen)
    for value in islice(values, 1) if mildly and arg.mild else values:
        if others:
            yield from _filled(scene, actor, others, (*chosen, value), mildly)
        else:
            yield (*chosen, value)


class _GameMaster:
    """The actor of a game master's command."""

    id = GM


_GM: Any = _GameMaster()
