"""What of a sheet is laid out, and the checks that it has numbers for."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check, Slot, Tray
from ludex.games.crawl.book.characters.aspects import Piece
from ludex.games.crawl.book.harm.damage import resisting
from ludex.games.crawl.records.kinds import DAMAGE_TYPES
from ludex.games.crawl.state import CORE, SLOTS, Being, Scene


def trays(scene: Scene, being: Being) -> list[Tray]:
    """tc.dr: armour by the part of the body that it covers, then what is no armour."""
    return [tray for kind in DAMAGE_TYPES if (tray := _against(scene, being, kind)) is not None]


def _against(scene: Scene, being: Being, kind: str) -> Tray | None:
    pieces = resisting(scene, being, kind)
    if not pieces:
        return None
    places = dict.fromkeys((*SLOTS, *(piece.slot for piece in pieces if piece.slot)))
    slots = [_slot(place, [piece for piece in pieces if piece.slot == place]) for place in places]
    slots += [Slot(piece.source, "", "held", number=piece.value) for piece in pieces if not piece.slot]
    return Tray(
        "body",
        f"DR against {kind}",
        tuple(slots),
        f"{sum(piece.value for piece in pieces)} off every blow",
        ("Damage resistance",),
    )


def _slot(place: str, pieces: list[Piece]) -> Slot:
    state = "worn" if pieces else "free"
    return Slot(place, ", ".join(piece.source for piece in pieces), state, number=sum(piece.value for piece in pieces))


def checks(scene: Scene, being: Being) -> list[Check]:
    return [Check(name, Command(GM, "check", (("being", being.id), ("what", name))), "difficulty") for name in CORE]
