"""What of a sheet is laid out, and the checks that it has numbers for."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check, Slot, Tray
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.state import ATTRIBUTES, Being, Scene


def trays(scene: Scene, being: Being) -> list[Tray]:
    """vt.tier, vt.effort.third: the Tier now and as built; the Efforts, and the last one, which knocks out."""
    if being.is_wall:
        return []
    now, built = tier(scene, being), being.sheet.tier
    later = f"{now - being.owing} from its next turn on" if being.owing else ""
    found = [
        Tray("tier", "Tier", (Slot(str(now), f"built {built}", "held" if now == built else "hurt"),), later, ("Tier",))
    ]
    most = allowed(scene, being)
    if most:
        usual = [Slot("", "", "spent" if place < being.efforts else "ready") for place in range(most)]
        last = Slot("", "the last: knocks out", "spent" if being.efforts > most else "last")
        found.append(Tray("efforts", "Efforts", (*usual, last), f"{max(0, most - being.efforts)} left until a rest"))
    return found


def checks(scene: Scene, being: Being) -> list[Check]:
    if being.is_wall:
        return []
    return [
        Check(name.capitalize(), Command(GM, "check", (("being", being.id), ("attribute", name))), "number")
        for name in ATTRIBUTES
    ]
