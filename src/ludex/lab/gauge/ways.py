"""Ways to a wish: what could be changed in a scene so that it is as hard as wished. Each is fought with the same seeds
as the scene as it is, a few times first; those that lead elsewhere are dropped early."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.findings import scene_looked
from ludex.core.files.placing import as_written, free_places
from ludex.core.game import Game, game_of
from ludex.core.kernel.english import a, count
from ludex.core.kernel.scene import Scene
from ludex.lab.apart import LabLine, Tell
from ludex.lab.compare import change
from ludex.lab.gather import NUMBERED, Gathered
from ludex.lab.gauge.gauge import FIRST, as_share, begun
from ludex.lab.gauge.grades import MIDDLES, grade, harder
from ludex.lab.gauge.party import come_in, raised
from ludex.lab.gauge_line import GaugeEdit, GaugeGhost, GaugeLess, GaugeMean, GaugeWay, Grade
from ludex.lab.run import Plan
from ludex.lab.statistics import share
from ludex.lab.trial import LabError, fight
from ludex.lab.worth.reference import health
from ludex.lab.worth.tried import Named, people

STAGES = ((8, 6), (20, 4), (40, 4), (80, 3), (160, 3), (400, 3))  # after so many fights so many ways are left
MOST_KINDS = 4  # of those who are there, that are tried
MOST_NEW = 3  # of those who are not
UNSEEN = re.compile(r" \(unseen[^)]*\)$")
NEAR = 2  # places between somebody who comes nearer and their enemies


class Way(NamedTuple):
    """Something to be changed, before it was fought."""

    words: str
    edits: tuple[GaugeEdit, ...]
    id: str
    ghost: GaugeGhost | None
    scene: Scene[Any]


@dataclass(frozen=True, slots=True)
class WaysJob:
    """The scene as it is, its tables and what could be put into it. `party`: who of it stands in for the party, and to
    which level they have risen; `before`: the scene from which they come, where they come from a table."""

    scene: Scene[Any]
    tables: Mapping[str, Any]
    library: Library
    title: str
    wish: Grade
    fights: int
    seed: int = 1
    party: tuple[str, ...] = ()
    level: int = 0
    before: Scene[Any] | None = None


# ---------------------------------------------------------------- what could be changed


class Ground(NamedTuple):
    """A scene as its tables have it, with what there is to be put into it, and who stands in for the party."""

    game: Game[Any]
    library: Library
    tables: Mapping[str, Any]
    scene: Scene[Any]
    party: tuple[str, ...] = ()
    level: int = 0
    before: Scene[Any] | None = None

    def made(self, edits: Sequence[GaugeEdit]) -> Scene[Any] | None:
        """The scene after these changes, if it can be made with all who are in it."""
        tables = changed(self.tables, edits)
        found = scene_looked(tables, "", self.library).made
        if found is None or len(found.scene.beings) != len(tables["beings"]):
            return None
        come_in(self.game, self.before, found.scene)
        raised(self.game, found.scene, list(self.party), self.level)
        return found.scene

    def foes(self) -> list[Any]:
        own = self.game.sides[0]
        there = self.tables.get("beings", {})
        fighters = [being for being in self.scene.beings.values() if self.game.fights(self.scene, being)]
        return [being for being in fighters if being.side != own and being.id in there]

    def entry(self, being: Any) -> str:
        return str(self.tables["beings"][being.id].get("from", being.id))


def changed(tables: Mapping[str, Any], edits: Sequence[GaugeEdit]) -> dict[str, Any]:
    """The tables after edits that put beings in, change them or take them away."""
    beings = dict(tables.get("beings", {}))
    for edit in edits:
        name = str(edit.path[1])
        if edit.value is msgspec.UNSET:
            beings.pop(name, None)
        elif len(edit.path) == 2:
            beings[name] = edit.value
        else:
            beings[name] = {**beings[name], str(edit.path[2]): edit.value}
    return {**tables, "beings": beings}


def ways_to(ground: Ground, steps: int) -> Iterator[Way]:
    """All that is worth a try to make it so many grades harder, or easier, from the plainest on."""
    if steps > 0:
        yield from _more(ground, 1)
        yield from _others(ground, stronger=True)
        yield from _nearer(ground)
        yield from _new(ground, steps)
        if steps > 1:
            yield from _more(ground, 2)
    elif steps < 0:
        yield from _fewer(ground)
        yield from _others(ground, stronger=False)
        yield from _farther(ground)


def _kinds(ground: Ground) -> dict[str, list[Any]]:
    """The foes that are there, by the entry they are made from."""
    found: dict[str, list[Any]] = {}
    for being in ground.foes():
        found.setdefault(ground.entry(being), []).append(being)
    return dict(list(found.items())[:MOST_KINDS])


def _more(ground: Ground, many: int) -> Iterator[Way]:
    for entry, there in _kinds(ground).items():
        if people_of(ground.library, entry) is None:
            continue
        edits: list[GaugeEdit] = []
        for _ in range(many):
            like = ground.tables["beings"][there[-1].id]
            edits += _coming(ground, edits, entry, {"side": like["side"]} if "side" in like else {})
        name = kind_name(ground.library, entry, there[0])
        words = f"One more {name}" if many == 1 else f"Two more {count(2, name).removeprefix('2 ')}"
        yield from _tried(ground, words, edits, "", entry)


def _new(ground: Ground, steps: int) -> Iterator[Way]:
    """Others of the content who have about as much health as those who are there; more, where much is wished for."""
    kinds = _kinds(ground)
    known = {who.id: who for who in people(ground.library) if who.kind != "character"}
    have = [health(ground.library, ground.game, known[entry]) for entry in kinds if entry in known]
    if not have:
        return
    usual = steps * sum(have) / len(have)
    others = [who for who in known.values() if who.id not in kinds and health(ground.library, ground.game, who)]
    others.sort(key=lambda who: abs(health(ground.library, ground.game, who) - usual))
    foes = ground.game.sides[-1]
    for who in others[:MOST_NEW]:
        name = str(ground.library.shelves[who.kind].entries[who.id].name)
        edits = _coming(ground, [], who.id, {"side": foes})
        yield from _tried(ground, another(name), edits, "", who.id)


def _coming(ground: Ground, before: Sequence[GaugeEdit], entry: str, fields: dict[str, Any]) -> list[GaugeEdit]:
    """Somebody comes in, beside others of their kind or else beside another foe."""
    tables = changed(ground.tables, before)
    taken = tables["beings"]
    name = next(each for each in (entry, *(f"{entry}_{n}" for n in range(2, 1_000))) if each not in taken)
    raw: dict[str, Any] = {"from": entry, **fields}
    there = changed(tables, [GaugeEdit(path=["beings", name], value=raw)])
    found = free_places(ground.game, ground.library, there, name)
    if found is not None:
        beside = ([other for other in ground.foes() if ground.entry(other) == entry] or ground.foes())[-1]
        plan: Any = ground.game.face().whole_plan(ground.scene)
        body = plan.places.get(beside.id, found[0][:1])
        raw["at"] = as_written(min(found[0], key=lambda place: plan.apart((place,), body) or 0))
    return [GaugeEdit(path=["beings", name], value=raw)]


def _distance(ground: Ground, being: Any) -> int:
    """How far somebody stands from the nearest of another side."""
    plan: Any = ground.game.face().whole_plan(ground.scene)
    if plan is None:
        return 0
    others = [one.id for one in ground.scene.beings.values() if one.side != being.side and one.id in plan.places]
    if being.id not in plan.places or not others:
        return 0
    return min([plan.apart(plan.places[being.id], plan.places[other]) or 0 for other in others])


def _fewer(ground: Ground) -> Iterator[Way]:
    if len(ground.foes()) < 2:
        return
    for entry, there in _kinds(ground).items():
        last = there[-1]
        edits = [GaugeEdit(path=["beings", last.id])]
        words = f"One {kind_name(ground.library, entry, last)} less" if len(there) > 1 else f"Without {seen(last)}"
        yield from _tried(ground, words, edits, last.id, "")


def _others(ground: Ground, stronger: bool) -> Iterator[Way]:
    """Somebody is another who is a step stronger, or weaker."""
    known = [who for who in people(ground.library) if who.kind != "character"]
    strength = {who.id: health(ground.library, ground.game, who) for who in known}
    for entry, there in _kinds(ground).items():
        beyond = [who for who in known if _beyond(strength, who.id, entry, stronger)]
        if entry not in strength or not beyond:
            continue
        other = min(beyond, key=lambda who: abs(strength[who.id] - strength[entry]))
        name = str(ground.library.shelves[other.kind].entries[other.id].name)
        edits = [GaugeEdit(path=["beings", there[-1].id, "from"], value=other.id)]
        raw = ground.tables["beings"][there[-1].id]
        if "name" in raw:
            edits.append(GaugeEdit(path=["beings", there[-1].id, "name"], value=name))
        yield from _tried(ground, f"{name} in place of {seen(there[-1])}", edits, there[-1].id, other.id)


def _beyond(strength: Mapping[str, int], id: str, entry: str, stronger: bool) -> bool:
    if not strength.get(id) or entry not in strength:
        return False
    return strength[id] > strength[entry] if stronger else strength[id] < strength[entry]


def _nearer(ground: Ground) -> Iterator[Way]:
    yield from _moved(ground, nearer=True)


def _farther(ground: Ground) -> Iterator[Way]:
    yield from _moved(ground, nearer=False)


def _moved(ground: Ground, nearer: bool) -> Iterator[Way]:
    """Whoever stands farthest from the party comes near; or whoever stands nearest begins as far away as can be."""
    foes = [being for being in ground.foes() if "at" in ground.tables["beings"][being.id]]
    if not foes:
        return
    chosen = (max if nearer else min)(foes, key=lambda being: _distance(ground, being))
    found = free_places(ground.game, ground.library, ground.tables, chosen.id)
    if found is None:
        return
    places, apart, _ = found
    key = (lambda place: (apart[place] < NEAR, apart[place])) if nearer else (lambda place: (False, -apart[place]))
    at = min(places, key=key)
    now = _distance(ground, chosen)
    if apart[at] == now or (apart[at] > now) is nearer:
        return
    edits = [GaugeEdit(path=["beings", chosen.id, "at"], value=as_written(at))]
    words = f"{seen(chosen)} begins {'nearer to the party' if nearer else 'farther from the party'}"
    yield from _tried(ground, words, edits, chosen.id, ground.entry(chosen))


def _tried(ground: Ground, words: str, edits: Sequence[GaugeEdit], id: str, entry: str) -> Iterator[Way]:
    scene = ground.made(edits)
    if scene is None:
        return
    at = next((_place(edit) for edit in edits if _place(edit) is not None), None)
    ghost = GaugeGhost(of=entry, at=at) if entry and at is not None else None
    yield Way(words, tuple(edits), id, ghost, scene)


def _place(edit: GaugeEdit) -> Any:
    if len(edit.path) == 3:
        return edit.value if edit.path[2] == "at" else None
    return edit.value.get("at") if isinstance(edit.value, Mapping) else None


def people_of(library: Library, entry: str) -> Named | None:
    return next((who for who in people(library) if who.id == entry), None)


def another(name: str) -> str:
    """`An Ash Bear`, `A Salt Witch`, and whoever has a name of their own by that."""
    if name.startswith("The "):
        return name
    return f"{a(name.lower()).partition(' ')[0].capitalize()} {name}"


def kind_name(library: Library, entry: str, being: Any) -> str:
    """What one of several is called: by their entry, without an article."""
    known = people_of(library, entry)
    name = str(library.shelves[known.kind].entries[entry].name) if known is not None else seen(being)
    return NUMBERED.sub("", name).removeprefix("The ")


def seen(being: Any) -> str:
    """Somebody's name, without what tells a game master that the players do not know of them."""
    return UNSEEN.sub("", being.name)


# ---------------------------------------------------------------- fighting them


class Tried(NamedTuple):
    way: Way
    fought: Gathered


def run(job: WaysJob, tell: Tell) -> None:
    """Fight all with the same seeds, drop those that lead away from the wish or least near to it, and tell the best."""
    base, plan = begun(job.scene, job.title, job.seed), Plan(job.fights, 0.0, job.seed, workers=1)
    _fight_on(base, plan, min(FIRST, job.fights))
    ground = Ground(game_of(job.scene), job.library, job.tables, job.scene, job.party, job.level, job.before)
    steps = harder(job.wish, grade_of(base))
    found = list(ways_to(ground, steps))
    left = [Tried(way, begun(way.scene, job.title, job.seed)) for way in found]
    for number, (fights, most) in enumerate(STAGES):
        wanted = min(fights, job.fights)
        _fight_on(base, plan, wanted)
        left = [each for each in left if _fought_on(each.fought, plan, wanted)]
        before = replace(base, rows=base.rows[:wanted])
        left = [each for each in left if leads_there(before, each.fought, steps)]
        left = sorted(left, key=lambda each: apart_from(each.fought, job.wish, steps))[:most]
        done = wanted == job.fights or number == len(STAGES) - 1 or not left
        tell(LabLine(done, of=job.fights, ways=[told(before, each, job.wish) for each in left]))
        if done:
            return


def _fight_on(gathered: Gathered, plan: Plan, fights: int) -> None:
    for number in range(len(gathered.rows), fights):
        gathered.add(fight(gathered.variant.start, plan.fight_seed(number)))


def _fought_on(gathered: Gathered, plan: Plan, fights: int) -> bool:
    """What cannot be fought to its end is no way."""
    try:
        _fight_on(gathered, plan, fights)
    except LabError:
        return False
    return all(row.ended for row in gathered.rows)


def leads_there(base: Gathered, other: Gathered, steps: int) -> bool:
    """Does it change anything, and towards the wish? What is left of the party tells it earlier than how often it
    wins, and both count."""
    found, whole = change(base, other), max(1, whole_health(base))
    easier = found.won.mean + found.health.mean / whole
    return easier < 0 if steps > 0 else easier > 0


def whole_health(gathered: Gathered) -> int:
    game, scene = gathered.variant.game, gathered.variant.scene
    return sum(game.pools(scene, scene.beings[name])[0].left for name in gathered.sides[gathered.first])


def apart_from(gathered: Gathered, wish: Grade, steps: int) -> tuple[int, float, float]:
    """How far from the wish: in grades, in how often the party wins, and in what is left of it."""
    left = sum(row.health[gathered.first] for row in gathered.rows) / max(1, len(gathered.rows))
    off = abs(gathered.won.rate - MIDDLES[wish])
    return abs(harder(wish, grade_of(gathered))), off, left if steps > 0 else -left


def grade_of(gathered: Gathered) -> Grade:
    hurt = sum(row.down[gathered.first] > 0 for row in gathered.rows)
    return grade(gathered.won.rate, share(hurt, len(gathered.rows)).rate)


def told(base: Gathered, tried: Tried, wish: Grade) -> GaugeWay:
    found, gathered = change(base, tried.fought), tried.fought
    less, more = found.health, found.down
    now = grade_of(gathered)
    pool = game_of(tried.way.scene).pools(tried.way.scene, tried.way.scene.beings[gathered.sides[gathered.first][0]])[0]
    return GaugeWay(
        words=tried.way.words,
        effect=effect(less.mean, more.mean, pool.name),
        edits=list(tried.way.edits),
        id=tried.way.id,
        ghost=tried.way.ghost,
        hp=GaugeLess(-less.mean, -less.high, -less.low),
        down=GaugeMean(more.mean, more.low, more.high),
        wins=as_share(gathered.won),
        grade=now,
        fits=now == wish,
        fights=len(gathered.rows),
    )


def effect(health: float, down: float, pool: str) -> str:
    """`9 HP less, 0.3 more fall`"""
    first = f"{abs(health):.0f} {pool} {'less' if health < 0 else 'more'}"
    if abs(down) < 0.05:
        return f"{first}, as many fall"
    return f"{first}, {abs(down):.1f} {'more' if down > 0 else 'fewer'} fall"
