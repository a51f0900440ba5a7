"""Features that ward or burn: Forbiddance, Self-Sacrifice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Until
from ludex.core.kernel.toml import spelled
from ludex.games.vitality.book.action_types import COMBAT_MODE, STORY_MODE, Free, action
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.book.health.damage import Harm, bear
from ludex.games.vitality.book.health.rest import an_hour_passes
from ludex.games.vitality.book.health.survival import die
from ludex.games.vitality.records.boon_effects import SelfSacrifice
from ludex.games.vitality.records.boon_effects import Ward as WardKnack
from ludex.games.vitality.state import Being, Scene, Ward

FOR_GOOD = 100  # days running

# ---------------------------------------------------------------- Forbiddance


def may_forbid(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, WardKnack) is None:
        return Refusal(f"{actor.name} lays no wards", "vt.feature.forbiddance")
    if actor.has_used("forbiddance"):
        return Refusal("Forbiddance is used up until a rest", "vt.feature.forbiddance")
    return None


def widest(scene: Scene, actor: Being, *chosen: Plain) -> int:
    """How many spaces around the middle: half of how wide a ward is at most."""
    power = knack(scene, actor, WardKnack)
    return power.spaces // 2 if power is not None else 0


def whom_to_forbid(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(dict.fromkeys([b.sheet.kind for b in scene.beings.values() if b.here and not b.is_wall]))


def fits_forbid(scene: Scene, actor: Being, against: str, radius: int) -> Refusal | None:
    if isinstance(radius, bool) or not isinstance(radius, int):
        raise BadInput(f"forbid, radius: expected a whole number, not {spelled(radius)}")
    if against not in [b.sheet.kind for b in scene.beings.values()]:
        raise BadInput(f"forbid, against: nobody here is a {against!r}")
    if not 0 <= radius <= widest(scene, actor):
        return Refusal(f"a ward reaches {widest(scene, actor)} spaces at most", "vt.feature.forbiddance")
    return None


@action(
    "forbid", rule="vt.feature.forbiddance", modes=(STORY_MODE,), may=may_forbid, fits=fits_forbid,
    args=(
        Arg("against", whom_to_forbid),
        Arg("radius", lambda scene, actor, *chosen: (2, 5, widest(scene, actor)), default=widest),
    ),
    label="Lay a ward", tags=("task",),
)  # fmt: skip
async def forbid(scene: Scene, actor: Being, against: str, radius: int) -> None:
    """An hour's work for a day: whoever is of that kind is hurt in every turn inside. The same ward renewed day by day
    stays for good after a hundred days."""
    an_hour_passes(scene)
    actor.use("forbiddance", "rest")
    kind = tuple([being.id for being in scene.beings.values() if being.sheet.kind == against])
    cells = tuple([cell for cell in scene.board.within(actor.at, radius) if cell in scene.board.cells])
    before = next((ward for ward in scene.wards if ward.owner == actor.id and ward.cells == cells), None)
    days = 1 if before is None else before.days if before.fresh else before.days + 1
    others = tuple([ward for ward in scene.wards if ward is not before])
    scene.wards = (*others, Ward(actor.id, cells, kind, min(days, FOR_GOOD), fresh=True))
    scene.record("ward", "vt.feature.forbiddance", who=actor.id, against=against, days=days)


def a_day_passes(scene: Scene) -> None:
    """Wards that were not renewed end, but for those that stay for good."""
    kept = [ward for ward in scene.wards if ward.fresh or ward.days >= FOR_GOOD]
    scene.wards = tuple([replace(ward, fresh=False) for ward in kept])
    scene.record("day", "vt.feature.forbiddance", wards=len(kept))


def lies_in_ward(being: Being, ward: Ward) -> bool:
    return being.id in ward.against and being.at in ward.cells


@step("vt.feature.forbiddance")
async def burns(scene: Scene, being: Being, ward: Ward) -> None:
    """A turn ends inside: 10 + 3T of the owner less Durability."""
    owner = scene.beings[ward.owner]
    power = knack(scene, owner, WardKnack)
    if being.here and power is not None:
        amount = power.base + power.tiers * tier(scene, owner)
        bear(scene, being, amount, Harm(by=owner.id, source="Forbiddance", rule="vt.feature.forbiddance"))


def bars_teleport(scene: Scene, being: Being, *cells: Cell) -> Refusal | None:
    """Nobody but the owner's side teleports into a ward or out of it."""
    for ward in scene.wards:
        if scene.beings[ward.owner].side != being.side and any([cell in ward.cells for cell in cells]):
            return Refusal("a ward bars teleporting", "vt.feature.forbiddance")
    return None


# ---------------------------------------------------------------- Self-Sacrifice


def may_sacrifice(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, SelfSacrifice) is None:
        return Refusal(f"{actor.name} does not have this feature", "vt.feature.self_sacrifice")
    if "Sacrificing" in actor.states:
        return Refusal(f"{actor.name} burns already", "vt.feature.self_sacrifice")
    return None


@action(
    "sacrifice", rule="vt.feature.self_sacrifice", cost=Free("sacrifice"), modes=(COMBAT_MODE,), may=may_sacrifice,
    label="Sacrifice oneself", tags=("gives_up",),
)  # fmt: skip
async def sacrifice(scene: Scene, actor: Being) -> None:
    """Tier + 4 for six whole rounds, this one among them; then the character dies."""
    power = knack(scene, actor, SelfSacrifice)
    if power is not None:
        afflict(scene, actor, "Sacrificing", value=power.tier, until=burning(actor, power))


def burning(being: Being, power: SelfSacrifice) -> Until:
    """vt.feature.self_sacrifice: whole rounds, so that the last ends as the own next turn begins."""
    return Until("start of turn", being.id, power.rounds)


def burn_out(scene: Scene, being: Being) -> None:
    """What was given is used up, and nothing prevents this death."""
    if being.here:
        die(scene, being, "vt.feature.self_sacrifice", for_good=True)
