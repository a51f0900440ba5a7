"""Out of a fight whoever likes acts; at a table one of the party leads."""

from __future__ import annotations

from ludex.core.kernel.leading import add_leading
from ludex.games.crawl.book.energy import CALM, REGISTRY
from ludex.games.crawl.state import PARTY, Being, Scene, Turns

RULE = "tc.skill.ep_cost"  # nothing is counted outside initiative


def active_party(scene: Scene) -> list[Being]:
    """Those of the party who can do something."""
    return [being for being in scene.side_of(PARTY) if being.here and not being.senseless]


def led_by(scene: Scene) -> str:
    return scene.turns.current


def let_lead(scene: Scene, name: str) -> None:
    scene.turns = Turns(current=name)


leader = add_leading(REGISTRY, RULE, CALM, active_party, led_by, let_lead)
