"""What the game master calls for: fights and their end, harm, conditions, and anything settled by hand.

vt.stack.gm: where doubt remains, the game master decides.
"""

from __future__ import annotations

from typing import Any

from ludex.core.calls import add_modify, add_set, being, free, whole, word
from ludex.core.ruling import BadInput, Refusal
from ludex.core.scene import Until
from ludex.core.setup import read_until
from ludex.games.vitality.being import FOES, PARTY, Being, Scene
from ludex.games.vitality.combat import begin_combat, end_combat
from ludex.games.vitality.conditions import RULES, afflict, end
from ludex.games.vitality.economy import COMBAT_MODE, REGISTRY, STORY_MODE, gm
from ludex.games.vitality.setup import SHAPE

# ---------------------------------------------------------------- fights


@gm("combat", "vt.turn.initiative", modes=(STORY_MODE,))
async def start_combat(scene: Scene) -> None:
    """A fight breaks out: everybody rolls Initiative."""
    begin_combat(scene)


@gm("end", "vt.stack.gm", word("winner", (PARTY, FOES, ""), ""), modes=(COMBAT_MODE,))
async def stop_combat(scene: Scene, winner: str) -> None:
    """The fight is over, with a winner or none."""
    end_combat(scene, winner)


# ---------------------------------------------------------------- conditions


def fits_condition(scene: Scene, who: Being, condition: str, source: str, *more: Any) -> Refusal | None:
    if condition not in RULES:
        raise BadInput(f"there is no condition {condition!r}; there are: {', '.join(RULES)}")
    if source:
        scene.being(source)
    return None


@gm(
    "condition", "vt.stack.gm", being(), free("condition"), free("source", ""), free("until", ""), whole("value", 0),
    free("note", ""), free("ends", False), fits=fits_condition,
)  # fmt: skip
async def give_condition(
    scene: Scene, who: Being, condition: str, source: str, until: str, value: int, note: str, ends: bool
) -> None:
    """A condition, with its source and its end; or it `ends` now."""
    if ends:
        end(scene, who, condition, source=source or None, rule="vt.stack.gm")
        return
    last: Until | None = read_until(SHAPE, scene, until, "condition") if until else None
    afflict(scene, who, condition, source=source, until=last, value=value, note=note)


add_modify(REGISTRY, "vt.stack.gm", ("bonus",))
add_set(REGISTRY, SHAPE, "vt.stack.gm")
