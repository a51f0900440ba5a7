"""What of a sheet is laid out, and the checks that it has numbers for."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check, Slot, Tray
from ludex.games.bluebox.state import Being, Scene, power_die


def trays(scene: Scene, being: Being) -> list[Tray]:
    return [
        Tray(
            "die", "Power Die", (Slot(f"d{power_die(being)}", "each ✦", number=power_die(being)),), draws=("Power Die",)
        )
    ]


def checks(scene: Scene, being: Being) -> list[Check]:
    """A stat alone, or an ability."""
    stats = [Check(stat, _check(being, "stat", stat), "dc") for stat in being.sheet.stats]
    return [*stats, *(Check(name, _check(being, "ability", name), "dc") for name in being.sheet.abilities)]


def _check(being: Being, by: str, name: str) -> Command:
    return Command(GM, "check", (("being", being.id), (by, name)))
