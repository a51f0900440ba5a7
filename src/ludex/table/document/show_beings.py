"""The beings of a scene as a document: who they are, where they are and how they stand, as far as a seat may know."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from functools import cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from ludex.core.foe.standing import Pool, fate
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Condition
from ludex.core.scene.shape import Shape
from ludex.core.show.brink import Brink
from ludex.core.show.face import Check, Face, Place, Plan, Tray, ZonePlan
from ludex.core.show.lasting import until_words
from ludex.core.show.looks import look_of, number_in
from ludex.core.show.price import Price, as_paid
from ludex.core.show.sheet import Row
from ludex.table.campaign.likenesses import Drawn, drawn
from ludex.table.know.pools import level, tenths
from ludex.table.records.entry import Likeness
from ludex.table.records.settings import Pools

Document = dict[str, Any]

P = TypeVar("P", bound=tuple[Any, ...])
AMOUNT = re.compile(r"−?-?\d+/\d+")  # of something that is used up, as summaries write it


class Alike(NamedTuple):
    """What of a being is the same for all who see the scene with their own side as allies, and follows from what they
    are themselves."""

    fate: str
    pools: Sequence[Pool]
    gauges: Sequence[Document | None]  # by which these are changed by hand
    summary: Sequence[tuple[str, str]]
    conditions: list[Document]
    spare: list[Document]  # for whoever knows their pools exactly
    badge: int | None
    reacts: bool | None
    drawn: Drawn


class Beside(NamedTuple):
    """And what follows from others as well, or from whose turn it is."""

    left: Price
    derived: list[str]
    summary: Sequence[tuple[str, str]]  # where that does


class Kept:
    """Everybody as they were told last: who is as they were then is one and the same document. From whom nothing is
    hidden is shown one and the same scene, and what is alike for all of them is worked out once. What follows from a
    being alone is kept until the being is different, or anything of the scene that is not about others."""

    def __init__(self) -> None:
        self._scene: object = None
        self._ground: tuple[object, ...] = ()  # of this scene
        self._now: dict[tuple[str, bool], tuple[Alike, Beside]] = {}  # in this scene
        self._before: dict[tuple[str, str, bool], tuple[object, Alike]] = {}  # from what it followed, by knowledge
        self._told: dict[tuple[str, str], tuple[object, Document]] = {}  # of what it was made, by whose knowledge

    def look_again(self) -> None:
        """Whatever was seen may be different by now."""
        self._scene = None

    def alike(
        self, game: Game[Any], scene: Any, being: Any, ally: bool, likenesses: Mapping[str, Likeness], knowledge: str
    ) -> tuple[Alike, Beside]:
        if scene is not self._scene:
            self._scene, self._ground, self._now = scene, ground_of(game.face().passing, scene), {}
        which = being.id, ally
        found = self._now.get(which)
        if found is None:
            turns = scene.turns if being.timed else None  # how long something lasts is told by turns
            of = being.key(), turns, likenesses, self._ground
            kept = self._before.get((knowledge, *which))
            if kept is None or kept[0] != of:
                kept = self._before[knowledge, *which] = of, alike_of(game, scene, being, ally, likenesses)
            found = self._now[which] = kept[1], _beside(game, scene, being)
        return found

    def told(self, knowledge: str, who: str, of: object, make: Callable[[], Document]) -> Document:
        """The document of a being; made anew where it would be of something else."""
        kept = self._told.get((knowledge, who))
        if kept is None or kept[0] != of:
            kept = self._told[knowledge, who] = of, make()
        return kept[1]


def ground_of(passing: frozenset[str], scene: Any) -> tuple[object, ...]:
    """All of a scene but whose turn it is, and of those who are there no more than who they are."""
    there = [(being.id, being.name, being.side, being.sheet) for being in scene.beings.values()]
    return (*_fields_of(scene.__class__, passing)(scene), scene.library, scene.places, there)


@cache
def _fields_of(kind: type[Any], passing: frozenset[str]) -> Callable[[Any], tuple[object, ...]]:
    return attrgetter(*[each.name for each in fields(kind) if each.name != "beings" and each.name not in passing])


def beings(
    game: Game[Any],
    scene: Any,
    plan: Plan | None,
    acting: str,
    knows: Mapping[str, Pools],
    marks: Mapping[str, str],
    knowledge: str = GM,
    likenesses: Mapping[str, Likeness] | None = None,
    kept: Kept | None = None,
) -> dict[str, Document]:
    """Everybody who is known to be there; `knows` says how well the pools of each are known, `knowledge` whose it is:
    its side are allies, for the game master the players'. `likenesses` are those that the table has of its own."""
    own = game.sides[0] if knowledge == GM else knowledge
    hiding = knowledge == GM and any([game.hides in being.states for being in scene.beings.values()])
    met = game.view(scene, own).beings if hiding else scene.beings
    kept = kept if kept is not None else Kept()
    face, drawn_by_hand = game.face(), likenesses or {}
    found: dict[str, Document] = {}
    for who, being in scene.beings.items():
        alike, beside = kept.alike(game, scene, being, being.side == own, drawn_by_hand, knowledge)
        one = _One(
            being.name, being.side, alike, beside, marks[who], knows[who], being.side == own, who == acting,
            who in met, face.brinks(scene, being) if knowledge in (GM, being.side) else (), *_standing(plan, who),
        )  # fmt: skip
        found[who] = kept.told(knowledge, who, one, partial(_being, one, game, knowledge == GM))
    return found


class _One(NamedTuple):
    """All of which the document of a being is made."""

    name: str
    side: str
    alike: Alike
    beside: Beside
    mark: str
    knows: Pools
    ally: bool
    acting: bool
    met: bool
    brinks: Sequence[Brink]
    places: Sequence[Place]
    up: int = 0
    facing: int | None = None


def _being(one: _One, game: Game[Any], by_hand: bool) -> Document:
    alike, beside, exact = one.alike, one.beside, one.knows == "exact"
    conditions = [*alike.conditions, *map(_words, beside.derived), *(alike.spare if exact else ())]
    names = {pool.name for pool in alike.pools} if not exact else ()
    gauges = alike.gauges if by_hand else [None] * len(alike.gauges)
    pools = [_pool(*each, one.knows) for each in zip(alike.pools, alike.gauges, gauges, strict=True)]
    return {
        "name": one.name,
        "number": number_in(one.name),
        "mark": one.mark,
        "side": one.side,
        "fate": alike.fate,
        "pools": [pool for pool in pools if pool is not None],
        "summary": [list(pair) for pair in alike.summary or beside.summary if exact or _is_known(pair, names)],
        "conditions": conditions,
        "badge": alike.badge,
        "left": as_paid(beside.left),
        "reacts": alike.reacts,
        "ally": one.ally,
        "brinks": _brinks(one.brinks),
        **alike.drawn._asdict(),
        "acting": one.acting,
        **_place(one),
        "hidden": "" if one.met else game.hides,
    }


def alike_of(game: Game[Any], scene: Any, being: Any, ally: bool, likenesses: Mapping[str, Likeness]) -> Alike:
    face, pools = game.face(), game.pools(scene, being)
    return Alike(
        fate(being.states, game.fates) if being.states else "up",
        pools,
        [_gauge(pool, being, game.shape) for pool in pools],
        () if face.summed_by_others else game.summary(scene, being),
        [_condition(face, scene, condition) for condition in being.conditions],
        [_words(words) for words in face.spare(scene, being)],
        face.badge(scene, being),
        face.reacts(scene, being),
        drawn(likenesses, scene, being, ally),
    )


def _beside(game: Game[Any], scene: Any, being: Any) -> Beside:
    face = game.face()
    summary = game.summary(scene, being) if face.summed_by_others else ()
    return Beside(face.left(scene, being), face.derived(scene, being), summary)


def _words(words: str) -> Document:
    """What somebody is under that is no condition of its own."""
    return {"name": "", "words": words, "look": look_of("condition", words), "source": "", "until": ""}


def _condition(face: Face, scene: Any, condition: Condition) -> Document:
    source, words = condition.source, face.condition(scene, condition)
    return {
        "name": condition.name,
        "words": words,
        "look": look_of("condition", condition.name, words),
        "source": scene.beings[source].name if source in scene.beings else source.replace("_", " "),
        "until": until_words(scene, condition.until) if condition.until is not None else "",
    }


def _brinks(brinks: Sequence[Brink]) -> list[Document]:
    return [
        {
            "words": words,
            "ends": [{"words": end.words, "fate": end.fate, "percent": round(100 * end.chance)} for end in ends],
        }
        for words, ends in brinks
    ]


def _standing(plan: Plan | None, who: str) -> tuple[Any, ...]:
    """Where somebody stands: their cells or zones, how far above the ground, and which way they face."""
    places = plan.places.get(who, ()) if plan is not None else ()
    if not places or isinstance(plan, ZonePlan | None):
        return (places,)
    return places, plan.up.get(who, 0), plan.facing.get(who)


def _place(one: _One) -> Document:
    """The first of their cells or zones, and all of them; nothing for who is not on the map."""
    places = [place if isinstance(place, str) else list(place) for place in one.places]
    return {"at": places[0] if places else None, "cells": places, "height": one.up, "facing": one.facing}


# ---------------------------------------------------------------- pools, as they may be known


def _pool(pool: Pool, counted: Document | None, gauge: Document | None, knows: Pools) -> Document | None:
    """`counted` is how it is counted by hand, `gauge` the same for whoever may."""
    match knows:
        case "exact":
            below = counted is not None and counted["value"] < 0  # where a game counts that
            exact = {"name": pool.name, "now": counted["value"] if counted and below else pool.left, "most": pool.most}
            return {**exact, "gauge": gauge} if gauge is not None else exact
        case "bar":
            return {"name": pool.name, "tenths": tenths(pool)}
        case "words":
            return {"name": pool.name, "words": level(pool)[1]}
    return None


def _gauge(pool: Pool, being: Any, shape: Shape) -> Document | None:
    """How a pool is changed by hand."""
    field = shape.gauges.get(pool.name)
    if field is None:
        return None
    can = {"below": field in shape.below_zero, "above": field in shape.exceeding}
    return {"field": field, "value": getattr(being, field), **can}


def known(game: Game[Any], scene: Any, being: Any, knows: Pools, pairs: Iterable[P]) -> list[P]:
    """What is told of somebody without what is used up, where that is not known exactly."""
    if knows == "exact":
        return list(pairs)
    names = {pool.name for pool in game.pools(scene, being)}
    return [pair for pair in pairs if _is_known(pair, names)]


def _is_known(pair: tuple[Any, ...], pools: Collection[str]) -> bool:
    return pair[0] not in pools and not AMOUNT.match(pair[1])


# ---------------------------------------------------------------- marks


class Marks:
    """The marks of all who have been met: whoever is met later changes nobody's mark."""

    def __init__(self) -> None:
        self._met: dict[str, None] = {}
        self._made: tuple[object, dict[str, str]] = (None, {})

    def of(self, scene: Any) -> dict[str, str]:
        """A mark for everybody in a scene."""
        self._met.update(dict.fromkeys(scene.beings))
        there = [scene.beings[who] for who in self._met if who in scene.beings]
        known = [(being.id, being.name, being.side) for being in there]
        if self._made[0] != known:
            self._made = known, short_marks(known)
        return self._made[1]


def short_marks(beings: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Two characters for each (id, name, side): the party in capitals, everybody else in small letters."""
    marks: dict[str, str] = {}
    for who, name, side in beings:
        shown = name.upper() if side == "party" else name.lower()
        letters = [c for c in shown if c.isalpha()] or ["x"]
        last = next(reversed(name.split()), "")  # of who has no name, nothing
        number = last if last.isdigit() else ""
        tries = [letters[0] + number[-1]] if number else []
        tries += [letters[0] + second for second in letters[1:]]
        tries += [letters[0] + str(digit) for digit in range(1, 10)]
        marks[who] = next((mark for mark in tries if mark not in marks.values()), shown[:2])
    return marks


# ---------------------------------------------------------------- a whole sheet


def sheet(game: Game[Any], scene: Any, being: Any, knows: Pools) -> Document:
    """All there is to know about a being, section by section."""
    face = game.face()
    trays = face.trays(scene, being) if knows == "exact" else []
    drawn = {pool.name for pool in game.pools(scene, being)}.union(*(tray.draws for tray in trays))
    sections = [
        {
            "title": title,
            "kind": kind,
            "rows": [_row(row, drawn) for row in known(game, scene, being, knows, rows)],
            "drawn": title in drawn,
        }
        for title, rows, kind in face.sheet(scene, being)
    ]
    conditions = [_condition(face, scene, condition) for condition in being.conditions]
    return {
        "being": being.id,
        "name": being.name,
        "side": being.side,
        "sections": [section for section in sections if section["rows"]],
        "trays": [_tray(tray) for tray in trays],
        "checks": [_check(check) for check in face.checks(scene, being)],
        "conditions": conditions,
        "derived": face.derived(scene, being),
    }


def _row(row: Row, drawn: AbstractSet[str]) -> Document:
    told = {**row._asdict(), "things": list(row.things), "note": row.note}
    return {**told, "drawn": row.label in drawn}


def _tray(tray: Tray) -> Document:
    slots = [{**slot._asdict(), "look": look_of("gear", slot.name)} for slot in tray.slots]
    return {"kind": tray.kind, "title": tray.title, "note": tray.note, "slots": slots}


def _check(check: Check) -> Document:
    command = check.command
    named = {"label": check.label, "name": command.name, "args": dict(command.args), "number": check.number}
    return {**named, "bonus": check.bonus}
