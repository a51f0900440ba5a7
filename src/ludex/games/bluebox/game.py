"""Blue Box as a game: whose turn it is, who may act, what each seat may know, and what must always hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludex.core.agenda import Command
from ludex.core.content import Library
from ludex.core.game import Action, Game
from ludex.core.ruling import Refusal, Ruling
from ludex.games.bluebox.being import Being, Scene


class BlueBox(Game[Scene]):
    def to_act(self, scene: Scene) -> str:
        if scene.mode != "combat":
            return ""
        for being in scene.beings.values():
            if "Escalated" in being.states:
                return being.id
        return scene.turns.current

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        states = actor.states
        if states:
            for name, rule in CANNOT_ACT.items():
                if name in states:
                    return Refusal(f"{actor.name} is {name}", rule)
        if action.modes and scene.mode not in action.modes:
            return Refusal(f"not in {scene.mode} mode", "bb.mode.play")
        if scene.mode == "combat":
            if "Escalated" in states:
                return None
            if any("Escalated" in other.states for other in scene.beings.values()):
                return Refusal("the party's escalated actions come first", "bb.escalation.activate")
            if scene.turns.current != actor.id:
                return Refusal(f"it is not {actor.name}'s turn", "bb.ap.points")
        if "Disengaged" in states and "forces" in action.tags:
            return Refusal(
                f"{actor.name} has Disengaged: no attack rolls or forced saves this turn", "bb.move.disengage"
            )
        return None

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of a power, item or way of a mask stands for using it."""
        shelves = scene.library.shelves
        name = command.name
        if name in shelves["power"]:
            return Command(command.actor, "power", (("power", name), *command.args))
        if name in shelves["item"]:
            return Command(command.actor, "item", (("item", name), *command.args))
        for mask in scene.library.all("mask"):
            if any(mode.id == name for mode in mask.modes):
                return Command(command.actor, "mask", (("mode", name), *command.args))
        return command

    def library(self, *folders: Path) -> Library:
        from ludex.games.bluebox.build import library_with

        return library_with(*folders)

    def build(self, tables: Mapping[str, Any], where: str, library: Library) -> Scene:
        from ludex.games.bluebox.setup import build

        return build(tables, where, library)

    def look_up(self, scene: Scene, path: str) -> object:
        from ludex.games.bluebox.setup import look_up

        return look_up(scene, path)

    def view(self, scene: Scene, seat: str) -> Scene:
        from ludex.games.bluebox.views import view

        return view(scene, seat)

    def faults(self, scene: Scene) -> list[str]:
        from ludex.games.bluebox.invariants import faults

        return faults(scene)

    def sentence(self, scene: Scene, ruling: Ruling) -> str:
        from ludex.games.bluebox.words import sentence

        return sentence(scene, ruling)


CANNOT_ACT = {
    "Dead": "bb.out.state",
    "Fled": "bb.combat.end",
    "Surrendered": "bb.combat.end",
    "Out": "bb.out.state",
    "Unconscious": "bb.cond.unconscious",
    "Stasis": "bb.cond.stasis",
}

BLUEBOX = BlueBox("bluebox", "Blue Box", 1, Path(__file__).parent, Scene)


class Ap:
    """bb.ap.points: Action Points. Outside combat nothing is counted; an escalated action is free."""

    def __init__(self, points: int) -> None:
        self.points = points

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "combat":
            return None
        if "Escalated" in actor.states:
            return (
                None if self.points == 1 else Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
            )
        if actor.ap < self.points:
            return Refusal(f"it costs {self.points} AP, and {actor.ap} AP are left", "bb.ap.points")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode != "combat":
            return
        if "Escalated" in actor.states:
            actor.relieve("Escalated")
            scene.record("escalated", "bb.escalation.activate", who=actor.id)
        else:
            actor.ap -= self.points


class Free:
    """bb.ap.free_actions: no AP; each once per turn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(self.name):
            return Refusal("each Free Action is used once per turn", "bb.ap.free_actions")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == "combat":
            actor.use(self.name, "turn")
        scene.record("free_action", "bb.ap.free_actions", who=actor.id)
