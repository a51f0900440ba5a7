"""What follows from state: worked out once, and kept as long as what it follows from stays the same.

A rule says from what its value follows, and is written as if it were worked out each time:

    EQUIPMENT = Basis("sheet worn hands")

    @derived(EQUIPMENT)
    def threat_reach(scene: Scene, being: Being) -> int:
        scene.cite("tc.threat")
        ...

Values of state are replaced when they change and never changed, so a comparison of a few references tells whether
something is different. Which rules were cited while a value was worked out is kept beside it: where somebody keeps a
record they are cited again each time. Such a function reads nothing of scene and being beside its basis, what it names
besides (`also`), and what others have a part in (`under`), changes nothing, and what it gives is never changed either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ludex.core.kernel.ruling import Recorder
from ludex.core.kernel.scene import Being, Kept, Scene

P = ParamSpec("P")
T = TypeVar("T")

MOST = 1 << 14  # values that are kept in one place; then they begin anew


class Under(NamedTuple):
    """Conditions by which others have a part in what follows, and what whoever is under one has from them: a function
    of scene and being, of which the value can be looked up."""

    conditions: frozenset[str]
    what: Callable[[Any, Any], object]


class Known:
    """The values that were worked out for one state of a basis, by function and arguments, each with the rules it
    cites."""

    __slots__ = ("cited", "of", "values")

    def __init__(self, of: tuple[object, ...], alike: Known | None = None) -> None:
        self.of = of
        self.values: dict[Any, Any] = {} if alike is None else alike.values
        self.cited: dict[Any, tuple[str, ...]] = {} if alike is None else alike.cited


class Basis:
    """What values follow from: fields of a being, fields of the scene, and always the content and the options.

    The values are kept with the being, or with the scene where no being is named, and go along with copies. A `shared`
    basis keeps them with the content as well, where everybody in the same state finds them: good for what comes again
    and again, such as a weapon in hand, and not for what seldom does.
    """

    def __init__(self, being: str = "", scene: str = "", *, shared: bool = True) -> None:
        self.of_being = bool(being)
        self.shared = shared
        self._being = being.split()
        self._scene = ["library", "options", *scene.split()]
        self._of = _made(f"def of(scene, being):\n    return ({self.of('being' if being else 'scene')})", "of")

    def and_of(self, being: str = "", scene: str = "", *, shared: bool = False) -> Basis:
        """Another basis: this one, and these fields as well."""
        return Basis(" ".join([*self._being, being]), " ".join([*self._scene[2:], scene]), shared=shared)

    def of(self, keeper: str) -> str:
        """All of it, as it is read of a scene and of whoever keeps it."""
        return ", ".join([f"scene.{name}" for name in self._scene] + [f"{keeper}.{name}" for name in self._being])

    def known(self, scene: Scene[Any], keeper: Being | Scene[Any]) -> Known:
        """What has been worked out for somebody as everything stands now."""
        of = self._of(scene, keeper)
        before: Known | None = keeper.derived.get(self)
        if before is not None and before.of == of:
            return before
        known = Known(of, self._alike(scene, of)) if self.shared else Known(of)
        if before is None:
            keeper.derived[self] = known  # for all copies
        else:
            keeper.derived = Kept({**keeper.derived, self: known})
        return known

    def _alike(self, scene: Scene[Any], of: tuple[object, ...]) -> Known:
        """What is known of all who stand so."""
        kept = scene.library.worked_out
        key = (self, *scene.options.values(), *of[2:])
        known: Known | None = kept.get(key)
        if known is None:
            known = kept[key] = Known(of)
        return known


def derived(
    basis: Basis | str = "", also: str = "", *, under: Under | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function of scene and being works out for as long as its basis stays the same: one value for each
    choice of its other arguments, and of what it reads `also`, such as "scene.mode being.used".

    `under` certain conditions it may follow from others as well: then there is a value for each that comes of them.

    Two shorter forms. A basis in words, such as "being.sheet", is for values that are asked for very often and follow
    from the content and that one thing: they are kept with the content, and the options are no part of the basis. With
    no basis at all a value follows from the arguments alone, and is kept with the first of them: a library or a board.
    """

    if under is not None and not (isinstance(basis, Basis) and basis.of_being):
        raise TypeError("under which conditions: only with a basis of a being")

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        parameters = list(signature(work).parameters.values())
        names = [p.name for p in parameters]
        words = "" if isinstance(basis, Basis) else basis
        of_being = bool(words) or (isinstance(basis, Basis) and basis.of_being)
        keeper, *args = names[1:] if of_being else names
        read = [*words.split(), *args, *also.split(), *(["lent"] if under is not None else [])]
        source = (_OF_STATE if isinstance(basis, Basis) else _OF_CONTENT if words else _OF_ARGUMENTS).format(
            name=work.__name__,
            parameters=Signature([p.replace(annotation=p.empty, default=p.empty) for p in parameters]),
            keeper=keeper,
            of=basis.of(keeper) if isinstance(basis, Basis) else "",
            key=f"(_work, {', '.join(read)})" if read else "_work",
            given=", ".join([_given(p) for p in parameters]),
            under=_UNDER.format(keeper=keeper) if under is not None else "",
        )
        known = {"_work": work, "_basis": basis, "_content": _content, "_worked_out": _worked_out}
        made = _made(source, work.__name__, _under=under, **known)
        made.__defaults__, made.__kwdefaults__ = work.__defaults__, work.__kwdefaults__
        return update_wrapper(made, work)

    return decorate


_OF_STATE = """
def {name}{parameters}:{under}
    try:
        known = {keeper}.derived[_basis]
        if known.of == ({of}) and scene.recorder is None:
            return known.values[{key}]
    except KeyError:
        pass
    return _worked_out(_basis.known(scene, {keeper}), scene, {key}, _work, {given})
"""
_UNDER = """
    lent = () if {keeper}.states.isdisjoint(_under.conditions) else _under.what(scene, {keeper})"""
_OF_CONTENT = """
def {name}{parameters}:
    if scene.recorder is None:
        try:
            return scene.library.worked_out[{key}]
        except KeyError:
            pass
    return _worked_out(_content(scene), scene, {key}, _work, {given})
"""
_OF_ARGUMENTS = """
def {name}{parameters}:
    try:
        return {keeper}.worked_out[{key}]
    except KeyError:
        pass
    found = {keeper}.worked_out[{key}] = _work({given})
    return found
"""


def _content(scene: Scene[Any]) -> Known:
    """What has been worked out of the content."""
    known = Known(())
    known.values = scene.library.worked_out
    known.cited = scene.library.cited
    return known


def _given(parameter: Parameter) -> str:
    if parameter.kind is Parameter.KEYWORD_ONLY:
        return f"{parameter.name}={parameter.name}"
    return f"*{parameter.name}" if parameter.kind is Parameter.VAR_POSITIONAL else parameter.name


def _made(source: str, name: str, **known: object) -> Any:
    exec(source, known)
    return known[name]


# ---------------------------------------------------------------- where somebody keeps a record


class _Listening(Recorder):
    """Hears which rules are cited while something is worked out. Nothing happens meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[str, None] = {}

    def cite(self, *rules: str) -> None:
        self.heard.update(dict.fromkeys(rules))

    def record(self, kind: str, rule: str, /, seen_by: str = "", **values: object) -> None:
        raise AssertionError(f"{kind} is recorded where something is only worked out")


def _worked_out(
    known: Known, scene: Scene[Any], key: object, work: Callable[..., Any], *args: Any, **named: Any
) -> Any:
    """The value, worked out if it is not known yet; where somebody keeps a record its rules are cited."""
    recorder, values = scene.recorder, known.values
    if len(values) >= MOST and key not in values:
        values.clear()
        known.cited.clear()
    if recorder is None:
        if key not in values:
            values[key] = work(*args, **named)
        return values[key]
    rules = known.cited.get(key)
    if rules is None or key not in values:
        scene.recorder = listening = _Listening()
        try:
            values[key] = work(*args, **named)
        finally:
            scene.recorder = recorder
        rules = known.cited[key] = tuple(listening.heard)
    recorder.cite(*rules)
    return values[key]
