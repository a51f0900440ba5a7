"""Conditions as records: what a game's `conditions.toml` says of each, and how they come and go.

A new condition is an entry there, and the rule that cares. Scene files, scenes by luck, fates, sentences, sheets and
opponents read the entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from ludex.core.content.content import Record, convert, read_toml
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Being, Condition, Scene, Until

Fate = Literal["", "left", "down", "out", "dead"]  # the later is worse
Again = Literal["apart", "beside", "renew", "add", "once"]
OWN = ""  # the name under which `brings` and `leaves` mean all that a table has of its own
Follows = Callable[[Any, Any, Condition], None]
Wards = Callable[[Any, Any, str], bool]


class Asked(Record, frozen=True, eq=False, kw_only=True):
    """One thing that a form asks for with a condition. A note may have several parts, one after the other."""

    part: Literal["source", "note", "value"]
    called: str  # in people's words, with the unit of a number
    of: str = ""  # a note: one of the words that are meant by a <word>
    several: str = ""  # or more than one, with this between them
    after: str = ""  # what stands before it in the note
    optional: bool = False
    least: int = 1  # a value
    most: int = 0  # one from `least` to this is chosen; 0: any is typed
    usual: int = 1  # what stands there at first


class Kind(Record, frozen=True, eq=False, kw_only=True):
    """What there is to know of a condition."""

    rule: str
    begins: str = ""  # what is said when somebody takes it on, where there is more to say than "{who} is Dazed"
    ends: str = ""  # and when it ends
    label: str = ""  # what people call it, where that is not its name
    shown: str = ""  # and on the sheet of whoever has it, with its note or its value
    told_by: str = ""  # the kind of ruling that tells of it already
    again: Again = "apart"  # what becomes of it when whoever has it takes it on again: see `_put`
    most: int = 0  # what its value can add up to; 0: anything
    fate: Fate = ""  # what it means for a fight, as `foe/standing.py` has it
    acts: bool = True  # false: whoever has it cannot act
    tags: tuple[str, ...] = ()  # groups of conditions of which the game's rules speak
    content: bool = False  # an effect of the content may bring it
    note_word: str = ""  # what a scene file calls its note, beside `note`: the part that is held, a limb, a poison
    value_word: str = ""  # and its value: turns, metres, whether somebody is willing
    yes_or_no: bool = False  # that is a yes or a no
    note: str = ""  # what its note must look like: a regular expression in which <word> is one of several
    needs: str = ""  # told where that is missing, or the note is not so; <word> stands for all of them
    asked: tuple[Asked, ...] = ()  # what a form asks for with it
    by_rules: bool = False  # nobody but a rule brings it: no form offers it
    sourced: bool = False  # it is nothing without somebody from whom it comes
    valued: bool = False  # it is nothing without a value
    drawn: Literal["any", "fight", "never"] = "any"  # in scenes by luck; never: it follows from something else
    example: dict[str, Any] = {}  # how it may stand in a scene file, for scenes by luck
    worth: float = 0.0  # what it is worth to an opponent to bring it upon somebody, in the game's own measure


class Conditions(Mapping[str, Kind]):
    """The conditions of a game by name, in the order of its file."""

    def __init__(
        self,
        path: Path,
        tells: tuple[Literal["note", "value"], ...] = (),
        kind: type[Kind] = Kind,
        own: Kind | None = None,
    ) -> None:
        """`tells`: what the record says of a condition besides whose it is and where it comes from. `kind`: the
        game's own, where its rules ask for more than those of others. `own`: what holds of conditions that only the
        content of a table has."""
        self._worst: dict[frozenset[str], str] = {}  # of several with which nobody acts
        self._kinds = {name: convert(table, kind, f"{path.name}: {name}") for name, table in read_toml(path).items()}
        self._tells = tells
        self._own = own
        self._wards: dict[str, list[Wards]] = {}
        self._brings: dict[str, list[tuple[Follows, bool]]] = {}
        self._leaves: dict[str, list[tuple[Follows, bool]]] = {}

    def __getitem__(self, name: str) -> Kind:
        return self._kinds[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def _of(self, name: str) -> tuple[str, Kind]:
        """What there is to know of one, and the name under which something follows from it."""
        kind = self._kinds.get(name)
        if kind is not None or self._own is None:
            return name, self._kinds[name]
        return OWN, self._own

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

    @cached_property
    def told_by(self) -> dict[str, str]:
        """Those of which a ruling of another kind tells, and that kind."""
        return {name: kind.told_by for name, kind in self._kinds.items() if kind.told_by}

    def cannot_act(self, being: Being) -> Refusal | None:
        """Why somebody cannot act: the worst of their conditions with which nobody does."""
        if being.states.isdisjoint(self.idle):
            return None
        there = self.idle & being.states
        name = self._worst.get(there)
        if name is None:
            found = [name for name in self._kinds if name in there]
            name = max(found, key=lambda name: get_args(Fate).index(self._kinds[name].fate))
            self._worst[there] = name
        return Refusal(f"{being.name} is {name}", self._kinds[name].rule)

    def lacking(self, condition: Condition, words: Mapping[str, Iterable[str]]) -> str:
        """What has to be said with a condition that is nothing without it; `words` are those meant by a <word>."""
        kind = self._kinds.get(condition.name)
        if kind is None:
            return ""
        pattern = re.sub("<(.*?)>", lambda found: f"(?:{'|'.join(map(re.escape, words[found[1]]))})", kind.note)
        needs = re.sub("<(.*?)>", lambda found: ", ".join(words[found[1]]), kind.needs)
        if kind.sourced and not condition.source:
            return needs or "a source"
        if pattern and not re.fullmatch(pattern, condition.note):
            return needs or "a note"
        return (needs or "a value") if kind.valued and not condition.value else ""

    # -- how they come and go -----------------------------------------------------------------------------------

    def wards(self, *names: str) -> Callable[[Wards], Wards]:
        """A decorator: whether something keeps these off somebody, who then does not take them on."""

        def put(wards: Wards) -> Wards:
            for name in names:
                self._wards.setdefault(name, []).append(wards)
            return wards

        return put

    def brings(self, *names: str, again: bool = False) -> Callable[[Follows], Follows]:
        """A decorator: what these bring at once to whoever takes them on; with `again`, also when they have it."""

        def put(follows: Follows) -> Follows:
            for name in names:
                self._brings.setdefault(name, []).append((follows, again))
            return follows

        return put

    def leaves(self, *names: str, each: bool = False) -> Callable[[Follows], Follows]:
        """A decorator: what comes when these have ended, from every source; with `each`, when they end from any."""

        def put(follows: Follows) -> Follows:
            for name in names:
                self._leaves.setdefault(name, []).append((follows, each))
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
        listed, kind = self._of(name)
        if listed in self._wards and any([wards(scene, being, name) for wards in self._wards[listed]]):
            return False
        new = name not in being.states
        condition = Condition(name, source, until, value, note)
        if not self._put(being, kind, condition):
            return False
        if scene.recorder is not None:
            told = {field: getattr(condition, field) for field in self._tells}
            scene.record("condition", rule or kind.rule, who=being.id, condition=name, source=source, **told)
        for follows, again in self._brings.get(listed, ()):
            if new or again:
                follows(scene, being, condition)
        return True

    def _put(self, being: Being, kind: Kind, condition: Condition) -> bool:
        """apart: beside others, unless it is the same in everything. beside: even then, told apart by its note.
        renew: in place of what the same source has brought with the same note. add: its value is added to that of the
        same source, with the new end. once: not while there is one."""
        match kind.again:
            case "once" if condition.name in being.states:
                return False
            case "beside":
                number = 1
                while condition in being.conditions:
                    number += 1
                    condition = replace(condition, note=str(number))
            case "renew":
                same = (condition.name, condition.source, condition.note)
                being.keep(lambda c: (c.name, c.source, c.note) != same)
            case "add":
                for old in being.conditions:
                    if (old.name, old.source) == (condition.name, condition.source):
                        total = old.value + condition.value
                        more = replace(old, value=min(kind.most or total, total), until=condition.until)
                        being.set_conditions(*[more if c is old else c for c in being.conditions])
                        return True
        return being.afflict(condition)

    def end(self, scene: Scene[Any], being: Being, *names: str, source: str | None = None, rule: str = "") -> bool:
        """End conditions by name, from one source or from all; tells whether any ended."""
        if being.states.isdisjoint(names):
            return False
        ended = [c for c in being.conditions if c.name in names and source in (None, c.source)]
        return self.end_these(scene, being, ended, rule)

    def end_these(self, scene: Scene[Any], being: Being, ended: list[Condition], rule: str = "") -> bool:
        """End some of somebody's conditions; tells whether there were any."""
        if not ended:
            return False
        being.set_conditions(*[c for c in being.conditions if c not in ended])
        self._ended(scene, being, ended, rule)
        return True

    def expire(self, scene: Scene[Any], when: str, of: str = "", rule: str = "") -> list[tuple[Any, Condition]]:
        """A moment passes, such as the start of somebody's turn. Gives what ended."""
        ended = scene.pass_moment(when, of)
        if not ended:
            return ended
        for being in dict.fromkeys([being for being, _ in ended]):
            self._ended(scene, being, [condition for who, condition in ended if who is being], rule)
        return ended

    def _ended(self, scene: Scene[Any], being: Being, ended: list[Condition], rule: str) -> None:
        for name, condition in {condition.name: condition for condition in ended}.items():
            listed, kind = self._of(name)
            over = name not in being.states
            if over:
                scene.record("condition_ends", rule or kind.rule, who=being.id, condition=name)
            for follows, each in self._leaves.get(listed, ()):
                if over or each:
                    follows(scene, being, condition)
