"""What the game master's checks share: the stat of a roll, and the Edge and Flaw of an occasion."""

from __future__ import annotations

from ludex.core.kernel.ruling import BadInput, Modifier
from ludex.games.bluebox.book.dice import EDGE, background_edges
from ludex.games.bluebox.state import ABILITIES, STATS, Being, Scene


def ability_and_stat(ability: str, stat: str) -> str:
    """The stat of a roll: the ability's own, or the one that is named."""
    if ability and ability not in ABILITIES:
        raise BadInput(f"there is no ability {ability!r}; there are: {', '.join(ABILITIES)}")
    if stat and stat not in STATS:
        raise BadInput(f"there is no stat {stat!r}; there are: {', '.join(STATS)}")
    if not ability and not stat:
        raise BadInput("a check needs an ability, or a stat for a flat roll")
    return stat or ABILITIES[ability]


def extra_edges(scene: Scene, who: Being, ability: str, edge: int, against: str, context: str) -> list[Modifier]:
    """Edge and Flaw that come with the occasion."""
    found = [Modifier(edge, "the game master", "bb.edge.d4", EDGE)] if edge else []
    if against == "Intimidation" and "Shattered" in who.states:
        found.append(Modifier(-1, "Shattered", "bb.cond.shattered", EDGE))
    if against == "camp" and "hidden" in scene.bonuses:
        found.append(Modifier(-scene.bonuses.count("hidden"), "hidden camp", "bb.camp.hidden", EDGE))
    if context == "approach" and ability == "Perception" and watches(scene, who):
        found.append(Modifier(1, "keeping watch", "bb.rest.watch", EDGE))
    return found + background_edges(scene, who, ability, context) if context else found


def watches(scene: Scene, who: Being) -> bool:
    if scene.options["opt_watch_helps_party"]:
        return any("Watching" in ally.states for ally in scene.beings.values() if ally.side == who.side)
    return "Watching" in who.states
