"""Scenes as earlier versions of Blue Box have kept them, brought into the shape of today."""

from __future__ import annotations

from typing import Any


def without_a_pace(state: dict[str, Any]) -> dict[str, Any]:
    """At which speed the metres of a Move Action were counted was not kept: what is left of one stays as it is."""
    for being in state["beings"].values():
        being["pace"] = 0
    return state


MIGRATIONS = (without_a_pace,)
