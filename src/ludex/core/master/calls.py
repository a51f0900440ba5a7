"""What the game master calls for: how such commands are declared, and those that every game has.

gm = REGISTRY.gm

@gm("heal", "bb.hp.healing_counts", being("target"), whole("amount", least=0), whether("overflow", False))
async def heal(scene: Scene, target: Being, amount: int, overflow: bool) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, cast

from ludex.core.book.rulebook import Rulebook
from ludex.core.content.numbers import MOST
from ludex.core.kernel.action import Arg, Registry
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Adjustment, Being, Scene, Until
from ludex.core.kernel.toml import spelled
from ludex.core.scene.given import field_value
from ludex.core.scene.shape import SCENE, override, read_scene_fields, read_until
from ludex.core.scene.staged import staged_of

# ---------------------------------------------------------------- arguments

Parts = tuple[tuple[int, str], ...]  # what is given in parts, each an amount of something: 5 plain and 3 Fire


def free(
    name: str,
    default: Any = ...,
    read: Callable[[Plain], Plain] | None = None,
    values: Callable[..., Iterable[Plain]] | Collection[Plain] = (),
) -> Arg:
    """An argument that the game master gives as it is, or as `read` makes it; `values` are those one thinks of."""
    return Arg(name, values, default, read=read)


def whole(
    name: str,
    default: Any = ...,
    least: int | None = None,
    values: Callable[..., Iterable[Plain]] | Collection[Plain] = (),
    most: int = MOST,
) -> Arg:
    """A whole number; anything else is refused before anything happens."""
    return free(name, default, lambda value: number(value, name, least, most), values)


def word(name: str, known: Iterable[str], default: Any = ...) -> Arg:
    """One of the words that are known, in any case."""
    words = tuple(known)

    def read(value: Plain) -> Plain:
        found = next((each for each in words if str(value).lower() == each.lower()), None)
        if found is None:
            *others, last = filter(None, words)
            there = f"{', '.join(others)} or {last}" if others else last
            raise BadInput(f"{name}: expected {there}, not {spelled(value)}")
        return found

    return free(name, default, read, tuple(filter(None, words)))


def whether(name: str, default: Any = ...) -> Arg:
    """Yes or no, or neither where that is meant by default; anything else is refused before anything happens."""

    def read(value: Plain) -> Plain:
        return None if value is None and default is None else yes_or_no(value, name)

    return free(name, default, read, (False, True))


def being(name: str = "being") -> Arg:
    """Somebody in the scene, by id."""
    return Arg(name, lambda scene, *a: tuple(scene.beings))


def somebody(name: str, default: Any = "") -> Arg:
    """Somebody in the scene, by id, or several, as the command takes them; by default nobody."""
    return free(name, default, values=lambda scene, *a: scene.beings)


def number(value: object, name: str, least: int | None = None, most: int = MOST) -> int:
    """This value, if it is a whole number of at least so much, and no larger than most in the games: what a rule makes
    of a number may take as long as it is large."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name}: expected a whole number, not {spelled(value)}")
    if abs(value) > most:
        raise BadInput(f"{name}: expected a whole number of at most {most:,}, not {value}")
    if least is not None and value < least:
        raise BadInput(f"{name}: expected a whole number from {least} on, not {value}")
    return value


def yes_or_no(value: object, name: str) -> bool:
    """This value, if it is yes or no."""
    if not isinstance(value, bool):
        raise BadInput(f"{name}: expected true or false, not {spelled(value)}")
    return value


def names(scene: Scene[Any], given: Plain) -> list[str]:
    """Beings that are named together, or one by itself."""
    found = list(cast(tuple[str, ...], given)) if isinstance(given, tuple) else [str(given)] if given else []
    for name in found:
        scene.being(name)
    return found


def lasting(scene: Scene[Any], until: str, where: str) -> Until | None:
    """The end of what the game master gives, in the words of a scene file; nothing where none is said."""
    return read_until(staged_of(scene).shape, scene, until, where) if until else None


def rule_called(book: Rulebook, words: str) -> str:
    """The rule of this title, or of this id."""
    titles = {rule.title.lower(): rule.id for rule in reversed(book.rules.values())}  # of two alike the first
    found = words if words in book.rules else titles.get(words.strip().lower())
    if found is None:
        raise BadInput(f"rule: {no_such('rule', words, [rule.title for rule in book.rules.values()])}")
    return found


# ---------------------------------------------------------------- commands that every game has


def add_modify(
    registry: Registry,
    rule: str,
    kinds: tuple[str, ...],
    fits: Callable[[Any, Any, str, int, str, str], Refusal | None] | None = None,
) -> None:
    """`modify`: a named modifier on somebody's next roll. `kinds` are what of a roll it may change, the first by
    default."""

    @registry.gm(
        "modify",
        rule,
        being(),
        free("name"),
        whole("amount"),
        word("kind", kinds, kinds[0]),
        free("rule", ""),
        fits=fits,
        label="Modify the next roll",
    )
    async def modify(scene: Scene[Any], who: Being, name: str, amount: int, kind: str, by: str) -> None:
        """A named modifier on somebody's next roll, or on their next roll by one rule."""
        by = rule_called(staged_of(scene).rulebook, by) if by else ""
        given = Adjustment(who.id, name, amount, kind, by)
        scene.adjustments = (*scene.adjustments, given)
        scene.record("modified", rule, who=who.id, amount=amount, source=given.source(scene.master), unit=kind, on=by)


def add_set(registry: Registry, rule: str) -> None:
    """`set`: settle something by hand."""

    @registry.gm("set", rule, free("what"), free("field"), free("value"), label="Set by hand")
    async def set_field(scene: Scene[Any], what: str, field: str, value: Plain) -> None:
        """Anything of somebody or of the scene, as you rule it; conditions are these and no others."""
        shape = staged_of(scene).shape
        given = {field: field_value(shape, what, field, value)}
        if what == SCENE:
            read_scene_fields(shape, scene, given, "set")
        elif field == "from":
            raise BadInput("field: what somebody was made of is not set")
        else:
            who = scene.being(what)
            was = who.name
            if field == "conditions":
                who.set_conditions()
            override(shape, scene, who, given, "set")
            if field == "name":
                scene.record("renamed", rule, who=what, was=was)
                return
        scene.maybe_over = True
        scene.record("set", rule, what=what, field=field, value=value)
