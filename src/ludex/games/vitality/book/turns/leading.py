"""Outside combat whoever likes acts; at a table one of the party leads."""

from __future__ import annotations

from ludex.core.kernel.leading import add_leading
from ludex.games.vitality.book.action_types import REGISTRY, STORY_MODE
from ludex.games.vitality.state import PARTY, Being, Scene

RULE = "vt.turn.structure"  # turns and actions are counted in combat only


def active_party(scene: Scene) -> list[Being]:
    """Those of the party who can do something."""
    return [being for being in scene.side_of(PARTY) if being.fights and not being.senseless]


def led_by(scene: Scene) -> str:
    return scene.leads


def let_lead(scene: Scene, name: str) -> None:
    scene.leads = name


leader = add_leading(REGISTRY, RULE, (STORY_MODE,), active_party, led_by, let_lead)
