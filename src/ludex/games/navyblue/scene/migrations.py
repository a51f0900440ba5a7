"""Scenes as earlier versions of Navy Blue have kept them, brought into the shape of today."""

from __future__ import annotations

from typing import Any


def where_a_lost_weapon_lies(state: dict[str, Any]) -> dict[str, Any]:
    """The zone in which the weapon of somebody Lacking lies was named as the source; now it stands in the note."""
    for being in state["beings"].values():
        for condition in being.get("conditions", ()):
            source = condition.get("source", "")
            if condition["name"] == "Lacking" and source and source not in state["beings"]:
                condition |= {"source": "", "note": f"{condition['note']}|{source}"}
    return state


MIGRATIONS = (where_a_lost_weapon_lies,)
