"""Skeleton as a game: whose turn it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from pathlib import Path

from ludex.core.foe.standing import Pool
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import Refusal
from ludex.skeleton.book.turns import REGISTRY, end_if_decided, goes_on
from ludex.skeleton.build.plans import PLANS
from ludex.skeleton.foe.policy import SimplePolicy
from ludex.skeleton.proof.drawn import draw
from ludex.skeleton.proof.invariants import faults
from ludex.skeleton.records.conditions import CONDITIONS
from ludex.skeleton.records.kinds import KINDS
from ludex.skeleton.scene.setup import SHAPE, build, misplaced
from ludex.skeleton.show.face import SkeletonFace
from ludex.skeleton.show.sentences import WORDING, sentence
from ludex.skeleton.state import FIGHT, Being, Scene


class SkeletonGame(Game[Scene]):
    telling = ("health", "at")
    conditions = CONDITIONS
    rulings = WORDING.kinds
    kinds = KINDS
    plans = PLANS
    apart = (("character", "enemy"),)
    shape = SHAPE
    policies = {"simple": SimplePolicy}
    fates = CONDITIONS.fates
    vital = ("Health",)

    idle = staticmethod(goes_on)
    end_if_over = staticmethod(end_if_decided)
    set_up = staticmethod(build)
    misplaced = staticmethod(misplaced)
    sentence = staticmethod(sentence)
    draw = staticmethod(draw)
    faults = staticmethod(faults)
    face_type = SkeletonFace

    def start(self, scene: Scene) -> Command | None:
        return Command("gm", "start_fight") if scene.mode != FIGHT else None

    def to_act(self, scene: Scene) -> str:
        return scene.turns.current

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if scene.mode == FIGHT and scene.turns.current != actor.id:
            return Refusal(f"it is not {actor.name}'s turn", "skeleton.turn")
        return CONDITIONS.cannot_act(actor)

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        return Refusal(f"{action.label}: only in a fight", "skeleton.turn")

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        return [Pool("Health", being.health, being.sheet.health)]

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        return [("Health", f"{being.health}/{being.sheet.health}"), ("Guard", str(being.sheet.guard))]


import_all("ludex.skeleton.book", "ludex.skeleton.build")
HOME = Path(__file__).parent
GAME = SkeletonGame("skeleton", HOME, Scene, REGISTRY)
