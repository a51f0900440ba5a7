"""Blue Box as a game: whose turn it is, who may act, what each seat may know, and what must always hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.core.agenda import Command
from ludex.core.content import Fault, Library
from ludex.core.game import Action, BadInput, Game, Policy
from ludex.core.ruling import Refusal, Ruling
from ludex.games.bluebox.being import Being, Scene

if TYPE_CHECKING:
    from ludex.core.creation import Creation
    from ludex.core.face import Face


class BlueBox(Game[Scene]):
    telling = ("hp", "thp", "plating", "ep", "exhaustion", "marks", "at", "mask", "damaged")

    def policy(self, name: str, seed: int = 0) -> Policy:
        if name == "simple":
            from ludex.games.bluebox.policy import SimplePolicy

            return SimplePolicy()
        if name == "random":
            from ludex.opponents.random import RandomPolicy

            return RandomPolicy(seed)
        raise BadInput(f"there is no policy {name!r}; there are: simple, random")

    def opening(self, scene: Scene) -> Command | None:
        return Command("gm", "start_combat") if scene.mode != "combat" else None

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        sheet = being.sheet
        shown = [
            ("HP", f"{being.hp}/{sheet.hp}" + (f" +{being.thp}" if being.thp else "")),
            ("Plating", f"{being.plating}/{sheet.plating}"),
            ("AC", str(sheet.ac)),
            ("BAC", str(sheet.bac)),
        ]
        if sheet.ep:
            shown.append(("EP", f"{being.ep}/{sheet.ep}"))
        if being.exhaustion:
            shown.append(("Exhaustion", str(being.exhaustion)))
        return shown

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
        if states and not states.isdisjoint(CANNOT_ACT):
            for name, rule in CANNOT_ACT.items():
                if name in states:
                    return Refusal(f"{actor.name} is {name}", rule)
        if action.modes and scene.mode not in action.modes:
            return Refusal(f"not in {scene.mode} mode", "bb.mode.play")
        if "Disengaged" in states and "forces" in action.tags:
            return Refusal(
                f"{actor.name} has Disengaged: no attack rolls or forced saves this turn", "bb.move.disengage"
            )
        if scene.mode == "combat":
            if "Escalated" in states and (scene.turns.current == actor.id or not isinstance(action.cost, Free)):
                return None
            for other in scene.beings.values():
                if "Escalated" in other.states and other is not actor:
                    return Refusal("the party's escalated actions come first", "bb.escalation.activate")
            if scene.turns.current != actor.id:
                return Refusal(f"it is not {actor.name}'s turn", "bb.ap.points")
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

    def creation(self) -> Creation:
        from ludex.games.bluebox import creation

        return creation

    def content_faults(self, library: Library, kind: str, entry: Any) -> list[Fault]:
        from ludex.games.bluebox.references import content_faults

        return content_faults(library, kind, entry)

    def misplaced(self, scene: Scene) -> list[Fault]:
        from ludex.games.bluebox.references import misplaced

        return misplaced(scene)

    def scene_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        from ludex.games.bluebox.references import scene_schema

        return scene_schema()

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

    def face(self) -> Face:
        from ludex.games.bluebox.face import BlueBoxFace

        return BlueBoxFace(self)


CANNOT_ACT = {
    "Dead": "bb.out.state",
    "Fled": "bb.combat.end",
    "Surrendered": "bb.combat.end",
    "Out": "bb.out.state",
    "Unconscious": "bb.cond.unconscious",
    "Stasis": "bb.cond.stasis",
}

BLUEBOX = BlueBox("bluebox", "Blue Box", 1, Path(__file__).parent, Scene)


@dataclass(frozen=True, slots=True)
class Ap:
    """bb.ap.points: Action Points. Outside combat nothing is counted; an escalated action is free."""

    points: int

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
            alone = scene.options["opt_escalation_single_action"]  # one action of the party in all
            for member in scene.side_of(actor.side) if alone else (actor,):
                member.relieve("Escalated")
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
