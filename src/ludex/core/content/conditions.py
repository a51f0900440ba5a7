"""Conditions as records: what a game's `conditions.toml` says of each, and how they come and go.

A new condition is an entry there, and the rule that cares. Scene files, scenes by luck, fates, sentences, sheets and
opponents read the entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from ludex.core.content.content import Record, convert, read_toml
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Being, Condition, Scene, Until

Fate = Literal["", "left", "down", "out", "dead"]  # the later is worse
Follows = Callable[[Any, Any, Condition], None]


class Kind(Record, frozen=True, eq=False, kw_only=True):
    """What there is to know of a condition."""

    rule: str
    begins: str = ""  # what is said when somebody takes it on, where there is more to say than "{who} is Dazed"
    ends: str = ""  # and when it ends
    once: bool = False  # whoever has it does not take it on again
    fate: Fate = ""  # what it means for a fight, as `foe/standing.py` has it
    acts: bool = True  # false: whoever has it cannot act
    tags: tuple[str, ...] = ()  # groups of conditions of which the game's rules speak
    content: bool = False  # an effect of the content may bring it
    note: str = ""  # what its note must look like: a regular expression in which <word> is one of several
    needs: str = ""  # what must be said with it: told where the note is not so, or a value is missing
    valued: bool = False  # it is nothing without a value
    drawn: Literal["any", "never"] = "any"  # in scenes by luck; never: it follows from something else
    example: dict[str, Any] = {}  # how it may stand in a scene file, for scenes by luck
    worth: float = 0.0  # what it is worth to an opponent to bring it upon somebody, in the game's own measure


class Conditions(Mapping[str, Kind]):
    """The conditions of a game by name, in the order of its file."""

    def __init__(self, path: Path, tells: tuple[Literal["note", "value"], ...] = ()) -> None:
        """`tells`: what the record says of a condition besides whose it is and where it comes from."""
        self._kinds = {name: convert(table, Kind, f"{path.name}: {name}") for name, table in read_toml(path).items()}
        self._tells = tells
        self._brings: dict[str, list[tuple[Follows, bool]]] = {}
        self._leaves: dict[str, list[Follows]] = {}

    def __getitem__(self, name: str) -> Kind:
        return self._kinds[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    # -- what others read of them -------------------------------------------------------------------------------

    def tagged(self, *tags: str) -> frozenset[str]:
        """Those with one of these tags."""
        return frozenset([name for name, kind in self._kinds.items() if not set(tags).isdisjoint(kind.tags)])

    @cached_property
    def fates(self) -> dict[str, str]:
        """Those that take somebody out of a fight, and how."""
        return {name: kind.fate for name, kind in self._kinds.items() if kind.fate}

    @cached_property
    def idle(self) -> frozenset[str]:
        """Those with which nobody acts."""
        return frozenset([name for name, kind in self._kinds.items() if not kind.acts])

    @cached_property
    def of_content(self) -> tuple[str, ...]:
        """Those that an effect of the content may bring."""
        return tuple([name for name, kind in self._kinds.items() if kind.content])

    @cached_property
    def begin_words(self) -> dict[str, str]:
        return {name: kind.begins for name, kind in self._kinds.items() if kind.begins}

    @cached_property
    def end_words(self) -> dict[str, str]:
        return {name: kind.ends for name, kind in self._kinds.items() if kind.ends}

    def cannot_act(self, being: Being) -> Refusal | None:
        """Why somebody cannot act: the worst of their conditions with which nobody does."""
        if being.states.isdisjoint(self.idle):
            return None
        found = [name for name in self._kinds if name in self.idle and name in being.states]
        name = max(found, key=lambda name: get_args(Fate).index(self._kinds[name].fate))
        return Refusal(f"{being.name} is {name}", self._kinds[name].rule)

    def lacking(self, condition: Condition, words: Mapping[str, Iterable[str]]) -> str:
        """What has to be said with a condition that is nothing without it; `words` are those meant by a <word>."""
        kind = self._kinds.get(condition.name)
        if kind is None:
            return ""
        pattern = re.sub("<(.*?)>", lambda found: f"(?:{'|'.join(map(re.escape, words[found[1]]))})", kind.note)
        lacks = (pattern and not re.fullmatch(pattern, condition.note)) or (kind.valued and not condition.value)
        return kind.needs if lacks else ""

    # -- how they come and go -----------------------------------------------------------------------------------

    def brings(self, *names: str, again: bool = False) -> Callable[[Follows], Follows]:
        """A decorator: what these bring at once to whoever takes them on; with `again`, also when they have it."""

        def put(follows: Follows) -> Follows:
            for name in names:
                self._brings.setdefault(name, []).append((follows, again))
            return follows

        return put

    def leaves(self, *names: str) -> Callable[[Follows], Follows]:
        """A decorator: what comes when these have ended, from every source."""

        def put(follows: Follows) -> Follows:
            for name in names:
                self._leaves.setdefault(name, []).append(follows)
            return follows

        return put

    def afflict(
        self,
        scene: Scene[Any],
        being: Being,
        name: str,
        *,
        source: str = "",
        until: Until | None = None,
        value: int = 0,
        note: str = "",
        rule: str = "",
    ) -> bool:
        """Somebody takes a condition on, with what it brings at once; tells whether that changed anything."""
        new = name not in being.states
        kind = self._kinds[name]
        if kind.once and not new:
            return False
        condition = Condition(name, source, until, value, note)
        if not being.afflict(condition):
            return False
        if scene.recorder is not None:
            told = {field: getattr(condition, field) for field in self._tells}
            scene.record("condition", rule or kind.rule, who=being.id, condition=name, source=source, **told)
        for follows, again in self._brings.get(name, ()):
            if new or again:
                follows(scene, being, condition)
        return True

    def end(self, scene: Scene[Any], being: Being, *names: str, source: str | None = None, rule: str = "") -> bool:
        """End conditions by name, from one source or from all; tells whether any ended."""
        if being.states.isdisjoint(names):
            return False
        ended = [c for c in being.conditions if c.name in names and source in (None, c.source)]
        if not ended:
            return False
        being.set_conditions(*[c for c in being.conditions if c not in ended])
        for condition in ended:
            self._ended(scene, being, condition, rule)
        return True

    def expire(self, scene: Scene[Any], when: str, of: str = "", rule: str = "") -> list[tuple[Any, Condition]]:
        """A moment passes, such as the start of somebody's turn. Gives what ended."""
        ended = scene.pass_moment(when, of)
        for being, condition in ended:
            self._ended(scene, being, condition, rule)
        return ended

    def _ended(self, scene: Scene[Any], being: Being, condition: Condition, rule: str) -> None:
        name = condition.name
        if name in being.states:
            return
        scene.record("condition_ends", rule or self._kinds[name].rule, who=being.id, condition=name)
        for follows in self._leaves.get(name, ()):
            follows(scene, being, condition)
