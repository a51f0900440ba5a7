"""The beings of a scene as a document: who they are, where they are and how they stand, as far as a seat may know."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, TypeVar

from ludex.core.content.numbers import Natural
from ludex.core.foe.standing import Pool, fate
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Condition
from ludex.core.scene.shape import Shape
from ludex.core.show.face import Check, Face, Plan, Tray, ZonePlan
from ludex.core.show.looks import look_of, number_in
from ludex.core.show.price import as_paid
from ludex.core.show.sheet import Row
from ludex.table.campaign.likenesses import drawn
from ludex.table.know.pools import level, tenths
from ludex.table.records.entry import Likeness
from ludex.table.records.settings import Pools

Document = dict[str, Any]

P = TypeVar("P", bound=tuple[Any, ...])
AMOUNT = re.compile(r"−?-?\d+/\d+")  # of something that is used up, as summaries write it


class Alike(NamedTuple):
    """What of a being is the same for all who see the scene with their own side as allies."""

    fate: str
    pools: Sequence[Pool]
    summary: Sequence[tuple[str, str]]
    conditions: list[Document]
    spare: list[Document]  # for whoever knows their pools exactly
    badge: int | None
    left: list[Document]
    reacts: bool | None
    drawn: Document


class Alikes:
    """That of everybody in the scene that was looked at last. From whom nothing is hidden is shown one and the same
    scene, and it is worked out once for all of them."""

    def __init__(self) -> None:
        self._scene: object = None
        self._found: dict[tuple[str, bool], Alike] = {}

    def of(self, game: Game[Any], scene: Any, being: Any, ally: bool, likenesses: Mapping[str, Likeness]) -> Alike:
        if scene is not self._scene:
            self._scene, self._found = scene, {}
        found = self._found.get((being.id, ally))
        if found is None:
            found = self._found[being.id, ally] = _alike(game, scene, being, ally, likenesses)
        return found


def beings(
    game: Game[Any],
    scene: Any,
    plan: Plan | None,
    acting: str,
    knows: Mapping[str, Pools],
    marks: Mapping[str, str],
    knowledge: str = GM,
    likenesses: Mapping[str, Likeness] | None = None,
    alikes: Alikes | None = None,
) -> dict[str, Document]:
    """Everybody who is known to be there; `knows` says how well the pools of each are known, `knowledge` whose it is:
    its side are allies, for the game master the players'. `likenesses` are those that the table has of its own, while
    which `alikes` holds."""
    face = game.face()
    own = game.sides[0] if knowledge == GM else knowledge
    hiding = knowledge == GM and any([game.hides in being.states for being in scene.beings.values()])
    met = game.view(scene, own).beings if hiding else scene.beings
    alikes = alikes if alikes is not None else Alikes()
    found: dict[str, Document] = {}
    for who, being in scene.beings.items():
        ally = being.side == own
        alike = alikes.of(game, scene, being, ally, likenesses or {})
        exact = knows[who] == "exact"
        names = {pool.name for pool in alike.pools} if not exact else ()
        pools = [_pool(pool, knows[who], being, game.shape, knowledge == GM) for pool in alike.pools]
        found[who] = {
            "name": being.name,
            "number": number_in(being.name),
            "mark": marks[who],
            "side": being.side,
            "fate": alike.fate,
            "pools": [pool for pool in pools if pool is not None],
            "summary": [list(pair) for pair in alike.summary if exact or _is_known(pair, names)],
            "conditions": [*alike.conditions, *alike.spare] if exact else alike.conditions,
            "badge": alike.badge,
            "left": alike.left,
            "reacts": alike.reacts,
            "ally": ally,
            "brinks": _brinks(face, scene, being) if knowledge in (GM, being.side) else [],
            **alike.drawn,
            "acting": who == acting,
            **_place(plan, who),
            "hidden": "" if who in met else game.hides,
        }
    return found


def _alike(game: Game[Any], scene: Any, being: Any, ally: bool, likenesses: Mapping[str, Likeness]) -> Alike:
    face = game.face()
    return Alike(
        fate(being.states, game.fates) if being.states else "up",
        game.pools(scene, being),
        game.summary(scene, being),
        [_condition(face, scene, condition) for condition in being.conditions]
        + [_words(words) for words in face.derived(scene, being)],
        [_words(words) for words in face.spare(scene, being)],
        face.badge(scene, being),
        as_paid(face.left(scene, being)),
        face.reacts(scene, being),
        drawn(likenesses, scene, being, ally)._asdict(),
    )


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
        "until": face.lasts(scene, condition.until) if condition.until is not None else "",
    }


def _brinks(face: Face, scene: Any, being: Any) -> list[Document]:
    return [
        {
            "words": words,
            "ends": [{"words": end.words, "fate": end.fate, "percent": round(100 * end.chance)} for end in ends],
        }
        for words, ends in face.brinks(scene, being)
    ]


def _place(plan: Plan | None, who: str) -> Document:
    """Where somebody stands: the first of their cells or zones, and all of them; nothing for who is not on the map."""
    places = plan.places.get(who, ()) if plan is not None else ()
    if plan is None or not places:
        return {"at": None, "cells": [], "height": 0, "facing": None}
    if isinstance(plan, ZonePlan):
        return {"at": places[0], "cells": list(places), "height": 0, "facing": None}
    cells = [list(place) for place in places]
    return {"at": cells[0], "cells": cells, "height": plan.up.get(who, 0), "facing": plan.facing.get(who)}


# ---------------------------------------------------------------- pools, as they may be known


def _pool(pool: Pool, knows: Pools, being: Any, shape: Shape, by_hand: bool) -> Document | None:
    match knows:
        case "exact":
            gauge = _gauge(pool, being, shape)
            below = gauge is not None and gauge["value"] < 0  # where a game counts that
            exact = {"name": pool.name, "now": gauge["value"] if gauge and below else pool.left, "most": pool.most}
            return {**exact, "gauge": gauge} if by_hand and gauge is not None else exact
        case "bar":
            return {"name": pool.name, "tenths": tenths(pool)}
        case "words":
            return {"name": pool.name, "words": level(pool)[1]}
    return None


def _gauge(pool: Pool, being: Any, shape: Shape) -> Document | None:
    """How a pool is changed by hand, for whoever may."""
    field = shape.gauges.get(pool.name)
    if field is None:
        return None
    return {"field": field, "value": getattr(being, field), "below": shape.bounded[field] != Natural}


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
