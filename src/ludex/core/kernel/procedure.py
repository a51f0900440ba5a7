"""The two requests a rule can make: `roll` and `ask`. A rule awaits them; the referee that runs the agenda answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Distribution, Faces, Pool, distribution
from ludex.core.kernel.domain import Domain
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Modifier
from ludex.core.kernel.scene import Scene

T = TypeVar("T")

GM = "gm"
MOST_STEPS = 10_000  # of a command; those of the games have a few dozen
MOST_DICE = 1_000  # of a roll; each face is kept


@dataclass(slots=True)
class Roll(Generic[T]):
    """Throw these dice and tell the rule only what the reading makes of them."""

    pool: Pool
    reading: Callable[[Faces], T]
    by: str
    rule: str
    modifiers: tuple[Modifier, ...] = ()
    about: Mapping[str, Plain] | None = None
    seen_by: str = ""
    alike: Callable[[T], T] | None = None

    def __await__(self) -> Generator[Roll[T], T, T]:
        return (yield self)

    @property
    def outcomes(self) -> Distribution[T]:
        """What can come of it, as far as that makes a difference."""
        return distribution(self.pool, self.reading, self.alike)

    @property
    def key(self) -> str:
        dice = "+".join(map(str, self.pool))
        return f"roll {self.rule} by {self.by}: {dice}"


@dataclass(slots=True)
class Question:
    """Somebody decides: a being, a side, or the game master."""

    who: str
    domain: Domain
    rule: str
    about: Mapping[str, Plain]
    default: Plain
    others: Callable[[], Iterable[Command]] | None = None
    again: bool = False  # something was done first, and it is asked afresh

    def __await__(self) -> Generator[Question, Any, Any]:
        return (yield self)

    @property
    def meanwhile(self) -> tuple[Command, ...]:
        """What others may do while the question is open; worked out only when somebody wants to know."""
        return tuple(self.others()) if self.others is not None else ()

    @property
    def key(self) -> str:
        return f"ask {self.rule} of {self.who}"


Request = Roll[Any] | Question


@dataclass(frozen=True, slots=True)
class Interject:
    """An answer that is no answer: somebody else does something first, and the question is asked again. The game master
    may do so although it was not offered, and by `force` although it is refused."""

    command: Command
    force: bool = False


def roll(
    pool: Pool,
    reading: Callable[[Faces], T],
    *,
    by: str,
    rule: str,
    modifiers: Iterable[Modifier] = (),
    about: Mapping[str, Plain] | None = None,
    seen_by: str = "",
    alike: Callable[[T], T] | None = None,
) -> Awaitable[T]:
    """Roll `pool`; the rule learns what `reading` makes of the faces, and nothing else. Where several of these come to
    the same, `alike` gives the one that stands for all of them: a referee who goes through every outcome may take them
    together, and a log tells what was really rolled. Like readings it is hashable."""
    if len(pool) > MOST_DICE:
        raise BadInput(f"{len(pool):,} dice are too many: at most {MOST_DICE:,} are thrown at once")
    return Roll(pool, reading, by, rule, tuple(modifiers), about, seen_by, alike)


async def ask(
    scene: Scene[Any],
    who: str,
    domain: Domain | Callable[[], Domain],
    *,
    rule: str,
    about: Mapping[str, Plain] | Callable[[], Mapping[str, Plain]] | None = None,
    default: Plain | Callable[[], Plain] = None,
    meanwhile: Callable[[], Iterable[Command]] | None = None,
    matters: Callable[[], bool] | None = None,
) -> Any:
    """Ask `who`. While the question is open others may do what `meanwhile` lists, or else what the game lets them do
    at any time; then it is asked afresh: domain, default and what it is about may be worked out anew. If it no longer
    `matters` by then, nobody is asked again, and the default is what is given."""
    others = meanwhile or partial(game_of(scene).meanwhile, scene)
    again = False
    while True:
        now = domain() if callable(domain) else domain
        usual = default() if callable(default) else default
        told = about() if callable(about) else about or {}
        answer = await Question(who, now, rule, told, usual, others, again)
        if not isinstance(answer, Interject):
            return answer
        await interject(scene, answer.command, answer.force)
        if matters is not None and not matters():
            return default() if callable(default) else default
        again = True


class Over(Exception):
    """What was interjected has ended the situation, and with it the step that was waiting for an answer."""


class Endless(Exception):
    """A command that does not come to its end."""

    def __init__(self, many: str = f"{MOST_STEPS:,} steps") -> None:
        super().__init__(f"it has not ended after {many}")


async def interject(scene: Scene[Any], what: Command, force: bool = False) -> None:
    """Carry out a command in the middle of an open question, with all its steps, before it is asked again."""
    waiting, scene.agenda = scene.agenda, ()
    put_there, scene.fresh = scene.fresh, []
    before, scene.cleared = scene.cleared, False
    game_of(scene).begin(scene, what, force=force)
    within, scene.amid = scene.amid, True
    steps = 0
    try:
        while scene.agenda:
            if (steps := steps + 1) > MOST_STEPS:
                raise Endless
            step, args = scene.agenda[0]
            scene.agenda = scene.agenda[1:]
            await step.start(scene, args)
            end_step(scene)
    finally:
        scene.amid = within
    if scene.cleared:
        raise Over
    scene.cleared = before
    scene.agenda, scene.fresh = waiting, put_there


# ---------------------------------------------------------------- running the agenda


def proceed(scene: Scene[Any]) -> Generator[Request, Any, None]:
    """Run the agenda to the next boundary, handing every request to whoever drives this."""
    return _steps(scene, once=False).__await__()


def next_step(scene: Scene[Any]) -> Generator[Request, Any, None]:
    """Run the first step of the agenda to its end."""
    return _steps(scene, once=True).__await__()


async def _steps(scene: Scene[Any], once: bool) -> None:
    game = game_of(scene)
    steps = 0
    while scene.agenda:
        if (steps := steps + 1) > MOST_STEPS:
            raise Endless
        step, args = scene.agenda[0]
        scene.agenda = scene.agenda[1:]
        try:
            await step.start(scene, args)
        except Over:
            pass
        if scene.fresh or scene.maybe_over:
            end_step(scene)
        if not scene.agenda and (not scene.halts or (scene.finishes and scene.turns.over and not scene.cleared)):
            entry = game.idle(scene)  # the game may know what happens by itself
            if entry is not None:
                scene.agenda = (entry,)
        if once:
            return


def end_step(scene: Scene[Any]) -> None:
    """What the step has put on the agenda comes before the rest, in its own order. If the step may have decided the
    situation, the game ends it, and the agenda with it; or leaves `maybe_over` set, to be asked after the next step."""
    if scene.fresh:
        scene.agenda = (*scene.fresh, *scene.agenda)
        scene.fresh = []
    if scene.maybe_over:
        scene.maybe_over = False
        game_of(scene).end_if_over(scene)
