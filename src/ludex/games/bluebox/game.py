"""Blue Box as a game: whose turn it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from pathlib import Path

from ludex.core.content.content import Library
from ludex.core.foe.standing import Pool, Worths
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import BadInput, Refusal, cite
from ludex.core.kernel.scene import Condition
from ludex.games.bluebox.book.action_economy import REGISTRY, Free
from ludex.games.bluebox.book.adventure.rest import KINDS as RESTS
from ludex.games.bluebox.book.conditions import MAY_KEEP_FROM_ACTING, cannot_act, lose_hold, slip_away, standing
from ludex.games.bluebox.book.dice import DECISIVE, FAILURE, SUCCESS
from ludex.games.bluebox.book.movement.sight import unknown_to, watching
from ludex.games.bluebox.book.turns.combat import end_if_decided, goes_on
from ludex.games.bluebox.book.turns.escalation import counter_most
from ludex.games.bluebox.book.turns.held_actions import HELD
from ludex.games.bluebox.book.turns.reactions import CATCH, OPPORTUNITY, SHIELD
from ludex.games.bluebox.build import creation
from ludex.games.bluebox.build.content_checks import CHECKS, misplaced
from ludex.games.bluebox.build.dead_parts import WARNINGS
from ludex.games.bluebox.build.growing import LEARNING, Growing
from ludex.games.bluebox.build.plans import PLANS
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.games.bluebox.foe.resting import TRAVELS, resting_party, travelling_party
from ludex.games.bluebox.proof.drawn import draw
from ludex.games.bluebox.proof.invariants import faults
from ludex.games.bluebox.proof.middle import befalls, hindered
from ludex.games.bluebox.proof.worlds import worlds
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.ids import BEINGS
from ludex.games.bluebox.records.kinds import KINDS
from ludex.games.bluebox.scene.migrations import MIGRATIONS
from ludex.games.bluebox.scene.setup import SHAPE, build
from ludex.games.bluebox.scene.views import cover, view
from ludex.games.bluebox.show.bills import BILLS
from ludex.games.bluebox.show.face import BlueBoxFace
from ludex.games.bluebox.show.menu import MENU
from ludex.games.bluebox.show.sentences import WORDING, sentence
from ludex.games.bluebox.state import Being, Scene, escalated


class BlueBox(Game[Scene]):
    menu = MENU
    hides = "Hidden"
    telling = ("hp", "thp", "plating", "ep", "exhaustion", "marks", "at", "mask", "damaged")
    conditions = CONDITIONS
    rulings = WORDING.kinds
    readings = (FAILURE, SUCCESS, DECISIVE)
    kinds = KINDS
    plans = PLANS
    apart = (BEINGS,)
    checks = CHECKS
    warnings = WARNINGS
    bills = BILLS
    creation = creation
    growth = Growing
    learning = LEARNING
    granted = ("level_up",)
    shape = SHAPE
    migrations = MIGRATIONS
    policies = {"simple": SimplePolicy}
    fates = CONDITIONS.fates
    vital = ("HP",)
    shields = ("Plating",)
    worths = Worths(1.6, 0.1, 0.5, 0.2, (0.7, 0.3, 0.2), (0.6, 1.0, 0.7))
    rests = tuple(RESTS)
    travels = TRAVELS
    placing = ("at", "altitude")

    idle = staticmethod(goes_on)
    end_if_over = staticmethod(end_if_decided)
    rest = staticmethod(resting_party)
    travel = staticmethod(travelling_party)
    set_up = staticmethod(build)
    misplaced = staticmethod(misplaced)
    view = staticmethod(view)
    cover = staticmethod(cover)
    sentence = staticmethod(sentence)
    draw = staticmethod(draw)
    worlds = staticmethod(worlds)
    faults = staticmethod(faults)
    befalls = staticmethod(befalls)
    hindered = staticmethod(hindered)
    face_type = BlueBoxFace

    def start(self, scene: Scene) -> Command | None:
        against = len({being.side for being in scene.beings.values()}) > 1
        return Command("gm", "start_combat") if scene.mode != "combat" and against else None

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

    def as_their_turn(self, scene: Scene, being: Being) -> None:
        super().as_their_turn(scene, being)
        being.refresh("turn")
        being.ap, being.moves = being.sheet.ap, 1
        being.metres = being.pace = 0
        being.stopped = False

    def to_act(self, scene: Scene) -> str:
        if scene.mode != "combat":
            return ""
        acting = escalated(scene) if scene.escalating else []
        return acting[0].id if acting else scene.turns.current

    def waits(self, scene: Scene, actor: Being) -> bool:
        """bb.escalation.activate: the escalated act with the whole party."""
        return "Escalated" not in actor.states and super().waits(scene, actor)

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        states = actor.states
        if not states.isdisjoint(MAY_KEEP_FROM_ACTING) and (refusal := cannot_act(scene, actor)) is not None:
            return refusal
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if "Disengaged" in states and "forces" in action.tags:
            return Refusal(
                f"{actor.name} has Disengaged: no attack rolls or forced saves this turn", "bb.move.disengage"
            )
        if scene.mode == "combat":
            if "Escalated" in states and (scene.turns.current == actor.id or not isinstance(action.cost, Free)):
                return None
            others = [other for other in escalated(scene) if other is not actor] if scene.escalating else []
            if others and not all(unknown_to(other, actor.side) for other in others):
                return Refusal("the party's escalated actions come first", "bb.escalation.activate")
            if others or scene.turns.current != actor.id:
                return Refusal(f"it is not {actor.name}'s turn", "bb.ap.points")
        return None

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        return Refusal(f"{action.label}: not in {scene.mode} mode", "bb.mode.play")

    def winner(self, scene: Scene) -> str:
        left = sorted(standing(scene)) if scene.turns.round else []
        return left[0] if len(left) == 1 else ""

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        sheet = being.sheet
        found = [Pool("HP", being.hp, sheet.hp), Pool("Plating", being.plating, sheet.plating)]
        return [*found, Pool("EP", being.ep, sheet.ep)] if sheet.ep else found

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of a power, item or way of a mask stands for using it."""
        shelves = scene.library.shelves
        name = command.name
        if name in shelves["power"]:
            return Command(command.actor, "power", (("power", name), *command.args))
        if name in shelves["item"]:
            return Command(command.actor, "item", (("item", name), *command.args))
        for mask in scene.library.all("mask"):
            if name in [mode.id for mode in mask.modes]:
                return Command(command.actor, "mask", (("mode", name), *command.args))
        return command

    def library(self, *folders: Path) -> Library:
        cite("bb.damage.types")  # the kinds of content know no others
        return super().library(*folders)

    def hide(self, scene: Scene, being: Being) -> None:
        """bb.cond.hidden: Hidden from the start; not where an enemy would see them at once."""
        if watching(scene, being):
            raise BadInput(f"hidden: expected a place out of sight, not {being.name} at {being.at}")
        being.afflict(Condition("Hidden"))
        being.seen = False

    def departs(self, scene: Scene, being: Being) -> None:
        lose_hold(scene, being)
        slip_away(scene, being)
        super().departs(scene, being)
        scene.counter = min(scene.counter, counter_most(scene))


REGISTRY.reaction(OPPORTUNITY, *HELD, SHIELD, CATCH)

import_all("ludex.games.bluebox.book", "ludex.games.bluebox.build")
BLUEBOX = BlueBox("bluebox", Path(__file__).parent, Scene, REGISTRY)
