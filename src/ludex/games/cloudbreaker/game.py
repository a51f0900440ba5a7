"""Cloudbreaker Alliance as a game: whose turn it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludex.core.foe.standing import Pool, Worths
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition
from ludex.games.cloudbreaker.book.actions import REGISTRY
from ludex.games.cloudbreaker.book.attacks.features import REACTIONS
from ludex.games.cloudbreaker.book.attacks.grappling import letting_go
from ludex.games.cloudbreaker.book.conditions import let_all_go, out_of_hands
from ludex.games.cloudbreaker.book.dice import CRITICAL, FAILURE, SUCCESS
from ludex.games.cloudbreaker.book.game_master import arrives
from ludex.games.cloudbreaker.book.movement.opportunity_strikes import OPPORTUNITY
from ludex.games.cloudbreaker.book.recovery import DAY
from ludex.games.cloudbreaker.book.recovery import KINDS as RESTS
from ludex.games.cloudbreaker.book.situations.flow import break_off, enter, leave, what_comes
from ludex.games.cloudbreaker.book.situations.turn_order import later, yields
from ludex.games.cloudbreaker.book.spirit import MOST, shares
from ludex.games.cloudbreaker.build import creation
from ludex.games.cloudbreaker.build.content_checks import CHECKS, doubtful, misplaced
from ludex.games.cloudbreaker.build.dead_parts import WARNINGS
from ludex.games.cloudbreaker.build.growing import LEARNING, Growing
from ludex.games.cloudbreaker.build.plans import PLANS
from ludex.games.cloudbreaker.foe.policy import SimplePolicy
from ludex.games.cloudbreaker.foe.resting import resting_party
from ludex.games.cloudbreaker.proof.drawn import draw
from ludex.games.cloudbreaker.proof.invariants import faults
from ludex.games.cloudbreaker.proof.middle import befalls, hindered
from ludex.games.cloudbreaker.proof.worlds import worlds
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.ids import METHODS, UNITS, USES
from ludex.games.cloudbreaker.records.kinds import KINDS
from ludex.games.cloudbreaker.scene.setup import SHAPE, build
from ludex.games.cloudbreaker.scene.views import cover, view
from ludex.games.cloudbreaker.show.bills import BILLS
from ludex.games.cloudbreaker.show.face import CloudbreakerFace
from ludex.games.cloudbreaker.show.menu import MENU
from ludex.games.cloudbreaker.show.sentences import WORDING, sentence
from ludex.games.cloudbreaker.state import ALL, FOES, OBJECT, OUT_OF_REACH, PARTY, Being, Scene, in_situation


class Cloudbreaker(Game[Scene]):
    menu = MENU
    telling = ("hp", "limbs", "mp", "resolve", "spirit", "at", "wielded", "items")
    telling_scene = ("morale", "outcome", "defused", "analysed")
    conditions = CONDITIONS
    gm_side = FOES
    rulings = WORDING.kinds
    readings = (FAILURE, SUCCESS, CRITICAL)
    kinds = KINDS
    plans = PLANS
    apart = (UNITS, USES, METHODS)
    checks = CHECKS
    warnings = WARNINGS
    bills = BILLS
    creation = creation
    growth = Growing
    learning = LEARNING
    granted = ("level_up",)
    shape = SHAPE
    policies = {"simple": SimplePolicy}
    fates = CONDITIONS.fates
    vital = ("HP", "MP")
    worths = Worths(0.6, 0.2, 0.0, 0.4)
    rests = tuple(RESTS)

    idle = staticmethod(what_comes)
    end_if_over = staticmethod(break_off)
    arrives = staticmethod(arrives)
    rest = staticmethod(resting_party)
    set_up = staticmethod(build)
    misplaced = staticmethod(misplaced)
    doubtful = staticmethod(doubtful)
    view = staticmethod(view)
    cover = staticmethod(cover)
    sentence = staticmethod(sentence)
    draw = staticmethod(draw)
    worlds = staticmethod(worlds)
    faults = staticmethod(faults)
    befalls = staticmethod(befalls)
    hindered = staticmethod(hindered)
    face_type = CloudbreakerFace

    def carry_over(self, before: Scene, scene: Scene) -> None:
        """cb.situation.after: the last situation is over for who goes on; cb.turn.surprise: into an ambush, and into a
        situation under way, as anybody. cb.spirit.refuse: what was said before a situation holds in the next one.
        cb.rest.none: who comes anew, or was elsewhere while days went by, does not pay for them."""
        ambushed = [being.id for being in scene.beings.values() if "Surprised" in being.states]
        super().carry_over(before, scene)
        for being in scene.side_of(PARTY):
            goes_on = being.id in before.beings
            if goes_on:
                leave(scene, being)
                if in_situation(before):
                    being.takes = ALL
                if in_situation(scene):
                    enter(scene, being)
                if being.id in ambushed:
                    being.afflict(Condition("Surprised"))
            if not goes_on or not scene.clock < being.rest_due <= scene.clock + DAY:
                being.rest_due = scene.clock + DAY

    def start(self, scene: Scene) -> Command | None:
        waits = Command("gm", "start", (("wait", True),))
        return waits if scene.mode != "situation" and not scene.outcome else None

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        sheet = being.sheet
        shown = [("HP", f"{being.hp}/{sheet.parts[sheet.vital].hp}"), ("MP", f"{being.mp}/{sheet.mp}")]
        shown += [
            (part.name, f"{hp}/{part.hp}") for part, hp in zip(sheet.parts, being.parts, strict=True) if not part.vital
        ]
        if being.pc:
            shown += [("Resolve", f"{being.resolve}/{sheet.resolve}"), ("Spirit", str(being.spirit))]
        shown.append(("Defense", str(sheet.parts[sheet.vital].defense)))
        return shown

    def as_their_turn(self, scene: Scene, being: Being) -> None:
        super().as_their_turn(scene, being)
        being.refresh("turn")
        being.moved = being.stride = 0
        being.major, being.minor = being.sheet.major, being.sheet.minor

    def to_act(self, scene: Scene) -> str:
        return scene.turns.current if scene.mode == "situation" else ""

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if "rest" in action.tags:
            return None  # the downed and the knocked out rest as well
        if "anytime" in action.tags:
            if actor.states and not actor.states.isdisjoint(OUT_OF_REACH):
                return Refusal(f"{actor.name} is out of the situation", "cb.cond.knocked_out")
            return None
        if actor.states and (refusal := CONDITIONS.cannot_act(actor)) is not None:
            return refusal
        if scene.mode == "situation" and scene.turns.current != actor.id:
            return Refusal(f"it is not {actor.name}'s turn", "cb.turn.order")
        return None

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        rule = "cb.spirit.scope" if "spirit" in action.rule else "cb.situation.flow"
        return Refusal(f"{action.label}: not in {scene.mode} mode", rule)

    def fights(self, scene: Scene, being: Being) -> bool:
        return being.sheet.sort != OBJECT

    def winner(self, scene: Scene) -> str:
        return {"won": PARTY, "failed": FOES}.get(scene.outcome, "")  # nobody has won what is suspended

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        sheet = being.sheet
        found = [Pool("HP", being.hp, sheet.parts[sheet.vital].hp), Pool("MP", being.mp, sheet.mp)]
        if being.pc:
            found += [Pool("Resolve", being.resolve, sheet.resolve), Pool("Spirit", being.spirit, MOST)]
        return found

    def guess(self, scene: Scene, being: Being, share: Callable[[int, int], int]) -> None:
        sheet = being.sheet
        being.parts = tuple([share(hp, part.hp) for part, hp in zip(sheet.parts, being.parts, strict=True)])
        being.mp = share(being.mp, sheet.mp)
        being.resolve = share(being.resolve, sheet.resolve)

    def meanwhile(self, scene: Scene) -> list[Command]:
        if not in_situation(scene):
            return []
        return [*shares(scene), *letting_go(scene), *yields(scene), *later(scene)]

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of a weapon, spell or item stands for using it."""
        for kind, name in (("weapon", "attack"), ("spell", "cast"), ("item", "item")):
            if command.name in scene.library.shelves[kind]:
                return Command(command.actor, name, ((kind, command.name), *command.args))
        return command

    def departs(self, scene: Scene, being: Being) -> None:
        let_all_go(scene, being)
        out_of_hands(scene, being)
        super().departs(scene, being)


REGISTRY.reaction(OPPORTUNITY, *REACTIONS)

import_all("ludex.games.cloudbreaker.book", "ludex.games.cloudbreaker.build")
CLOUDBREAKER = Cloudbreaker("cloudbreaker", Path(__file__).parent, Scene, REGISTRY)
