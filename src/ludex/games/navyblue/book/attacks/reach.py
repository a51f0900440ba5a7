"""Reach: how far off a target may be, who can be picked as one, and who finds the hidden."""

from __future__ import annotations

from ludex.core.kernel.ruling import Refusal
from ludex.games.navyblue.book.conditions import end
from ludex.games.navyblue.book.features import passive
from ludex.games.navyblue.records.effects import ReachBonus, RevealHidden, Untargetable
from ludex.games.navyblue.records.kinds import Reach
from ludex.games.navyblue.state import FAR, Being, Scene


def steps_to(scene: Scene, actor: Being, zone: str) -> int:
    """The fewest steps to a zone; shut doors and walls do not count."""
    return 0 if zone == actor.at else scene.hops(actor.at).get(zone, FAR)


def own_reach(scene: Scene, actor: Being, reach: int) -> int:
    """The reach of an attack or feature in this one's hands: what features add to it."""
    return reach + sum([bonus.amount for bonus in passive(scene, actor, ReachBonus) if reach >= bonus.min_reach])


def out_of_reach(scene: Scene, actor: Being, zone: str, reach: Reach) -> Refusal | None:
    """nb.reach.values: reach n includes all that is nearer, unless 1 means next door alone at this table."""
    scene.cite("nb.reach.values")
    if reach == "Self":
        return None if zone == actor.at else Refusal("it reaches nobody but oneself", "nb.reach.values")
    away = steps_to(scene, actor, zone)
    if reach == "Special":
        return None if away < FAR else Refusal("nothing leads there", "nb.reach.values")
    most = own_reach(scene, actor, reach)
    if away > most:
        far = f"more than {most} {'zone' if most == 1 else 'zones'} away" if most else "not in the same zone"
        return Refusal(f"that is {far}", "nb.reach.values")
    if most == 1 and not away and scene.options["opt_reach_exact_one"]:
        return Refusal("reach 1 is for adjacent zones only", "nb.reach.values")
    return None


def cannot_reach(scene: Scene, actor: Being, target: Being, reach: Reach) -> Refusal | None:
    """nb.reach.values: by the zone of the target; Self is for nobody else, however near."""
    if reach == "Self" and target is not actor:
        return Refusal("it reaches nobody but oneself", "nb.reach.values")
    return out_of_reach(scene, actor, target.at, reach)


def no_target(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    """Why nobody, or not this one, can pick somebody as a target."""
    if not target.here:
        return Refusal(f"{target.name} is no longer in the fight", "nb.fight.end")
    if target.side != actor.side and passive(scene, target, Untargetable) and not finds(scene, actor, target):
        return Refusal(f"{target.name} is Hidden", "nb.gap.sight")
    return None


def finds(scene: Scene, seeker: Being, hidden: Being) -> bool:
    """Does a feature show somebody hidden to this one?"""
    return any(scene.distance(seeker, hidden) <= effect.reach for effect in passive(scene, seeker, RevealHidden))


def find_hidden(scene: Scene) -> None:
    """nb.gap.sight: whoever is hidden and comes within reach of an enemy with a sense for it is found."""
    seekers: list[Being] | None = None
    for being in scene.beings.values():
        if "Hidden" in being.states:
            if seekers is None:
                seekers = [other for other in scene.beings.values() if passive(scene, other, RevealHidden)]
            if any([finds(scene, s, being) for s in seekers if s.side != being.side and s.here]):
                end(scene, being, "Hidden")


def enemies_in(scene: Scene, actor: Being, zone: str) -> list[Being]:
    """Those in a zone whom an attack on all enemies there strikes."""
    return [enemy for enemy in scene.enemies(actor) if enemy.at == zone and no_target(scene, actor, enemy) is None]
