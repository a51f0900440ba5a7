"""What entries cost: Modules, and weapons by those they have, in hexes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.content.content import Library
from ludex.core.show.price import Bill
from ludex.games.bluebox.build.spending import HEX
from ludex.games.bluebox.records.kinds import Module, Weapon


def _module(library: Library, entry: Module) -> Bill:
    return Bill(HEX, ((entry.name, entry.cost),))


def _weapon(library: Library, entry: Weapon) -> Bill:
    """bb.tool.hex_points: so many for the Modules of a Tool."""
    modules = [library.shelves["module"].get(name) for name in entry.modules]
    return Bill(HEX, tuple([(module.name, module.cost) for module in modules]))


BILLS: dict[str, Callable[[Library, Any], Bill]] = {"module": _module, "weapon": _weapon}
