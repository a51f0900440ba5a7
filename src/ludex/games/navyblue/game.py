"""Navy Blue as a game: whose choice it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from ludex.core.foe.standing import Pool, Worths
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition, Entry
from ludex.games.navyblue.book.adventure.traversal_and_dungeoneering import what_passes, whose_choice
from ludex.games.navyblue.book.attacks.using_features import REACTIONS
from ludex.games.navyblue.book.carrying.slots import leave_bodies, shield_burden
from ludex.games.navyblue.book.conditions import unable
from ludex.games.navyblue.book.dice import READINGS
from ludex.games.navyblue.book.features import max_vigor
from ludex.games.navyblue.book.fighting import AS_THEY_ARE, end_if_decided, threats, what_comes
from ludex.games.navyblue.book.motion import REGISTRY
from ludex.games.navyblue.book.movement.sight import unmet_in_sight
from ludex.games.navyblue.build import creation
from ludex.games.navyblue.build.content_checks import CHECKS, misplaced
from ludex.games.navyblue.build.dead_parts import WARNINGS
from ludex.games.navyblue.build.growing import LEARNING, Growing
from ludex.games.navyblue.build.plans import PLANS
from ludex.games.navyblue.foe.policy import SimplePolicy
from ludex.games.navyblue.foe.resting import RESTS, TRAVELS, resting_party, travelling_party
from ludex.games.navyblue.proof.drawn import draw
from ludex.games.navyblue.proof.invariants import faults
from ludex.games.navyblue.proof.middle import befalls, hindered
from ludex.games.navyblue.proof.worlds import worlds
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.ids import BEINGS, ITEMS
from ludex.games.navyblue.records.kinds import KINDS
from ludex.games.navyblue.scene.migrations import MIGRATIONS
from ludex.games.navyblue.scene.secret_places import hide_places
from ludex.games.navyblue.scene.setup import SHAPE, above_the_cap, build
from ludex.games.navyblue.scene.views import cover, view
from ludex.games.navyblue.show.face import NavyBlueFace
from ludex.games.navyblue.show.menu import MENU
from ludex.games.navyblue.show.sentences import WORDING, sentence
from ludex.games.navyblue.state import FOES, PARTY, Being, Scene


class NavyBlue(Game[Scene]):
    menu = MENU
    hides = "Unmet"
    telling = ("vigor", "injuries", "motion", "at", "held", "experience")
    telling_scene = ("doors", "obstructions", "reaction")
    conditions = CONDITIONS
    readings = READINGS
    rulings = WORDING.kinds
    kinds = KINDS
    plans = PLANS
    apart = (ITEMS, BEINGS)
    checks = CHECKS
    warnings = WARNINGS
    creation = creation
    growth = Growing
    learning = LEARNING
    shape = SHAPE
    migrations = MIGRATIONS
    policies = {"simple": SimplePolicy}
    fates = CONDITIONS.fates
    vital = ("Vigor",)
    worths = Worths(0.5, 0.0, 0.1, 0.9, (0.0, 0.3), (0.0, 0.5))
    rests = RESTS
    travels = TRAVELS
    placing = ("at", "activity", "since_pause")

    rest = staticmethod(resting_party)
    travel = staticmethod(travelling_party)
    end_if_over = staticmethod(end_if_decided)
    set_up = staticmethod(build)
    misplaced = staticmethod(misplaced)
    doubtful = staticmethod(above_the_cap)
    view = staticmethod(view)
    cover = staticmethod(cover)
    sentence = staticmethod(sentence)
    draw = staticmethod(draw)
    worlds = staticmethod(worlds)
    faults = staticmethod(faults)
    befalls = staticmethod(befalls)
    hindered = staticmethod(hindered)
    face_type = NavyBlueFace

    def carry_over(self, before: Scene, scene: Scene) -> None:
        super().carry_over(before, scene)
        for member in scene.party():
            leave_bodies(scene, member)

    def start(self, scene: Scene) -> Command | None:
        quiet = scene.mode == "adventure" and not scene.turns.round
        if quiet and any(b.threat for b in scene.side_of(FOES)):
            return Command("gm", "fight", (("packs", AS_THEY_ARE),))
        return None

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        shown = [("Vigor", f"{being.vigor}/{max_vigor(scene, being)}")]
        if being.pc:
            shown.append(("Injuries", f"{being.injuries}/{len(being.slots)}"))
        if being.held:
            shown.append(("Holds", ", ".join(self.face().value(scene, "held", thing) for thing in being.held)))
        return shown

    def as_their_turn(self, scene: Scene, being: Being) -> None:
        super().as_their_turn(scene, being)
        being.refresh("turn")
        being.motion = max(0, being.sheet.speed + 1 - shield_burden(scene, being)) + being.promised
        being.actions, being.on_move = 1, 0
        being.acted = being.run_up = being.from_air = False

    def to_act(self, scene: Scene) -> str:
        return scene.turns.current if scene.mode == "fight" else whose_choice(scene)

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if actor.states and (refusal := unable(actor, "flees" in action.tags)) is not None:
            return refusal
        if scene.mode == "fight" and scene.turns.current != actor.id:
            return Refusal(f"it is not {actor.name}'s turn", "nb.motion.points")
        return None

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        rule = "nb.activity.def" if "activity" in action.tags else "nb.fight.start"
        return Refusal(f"{action.label}: not in {scene.mode} mode", rule)

    def idle(self, scene: Scene) -> Entry | None:
        return what_comes(scene) if scene.mode == "fight" else what_passes(scene)

    def winner(self, scene: Scene) -> str:
        if not scene.turns.round:
            return ""
        if threats(scene, FOES):
            return FOES  # the party is dead, or has got away
        return PARTY if threats(scene, PARTY) else ""

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        found = [Pool("Vigor", being.vigor, max_vigor(scene, being))]
        return [*found, Pool("Slots", len(being.slots) - being.injuries, len(being.slots))] if being.pc else found

    def guess(self, scene: Scene, being: Being, share: Callable[[int, int], int]) -> None:
        being.vigor = share(being.vigor, max_vigor(scene, being))

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of a weapon, of a feature or of an attack in a stat block stands for using it."""
        actor = scene.beings.get(command.actor)
        if actor is not None and any(own.id == command.name for own in actor.sheet.attacks):
            return Command(command.actor, "attack", (("weapon", command.name), *command.args))
        for kind, name in (("weapon", "attack"), ("feature", "use")):
            if command.name in scene.library.shelves[kind]:
                return Command(command.actor, name, ((kind, command.name), *command.args))
        return command

    def hide(self, scene: Scene, being: Being) -> None:
        """nb.gap.sight: an enemy whom the party has not met yet, where it does not see them."""
        being.afflict(Condition("Unmet"))
        if being.side != FOES or being.id in unmet_in_sight(scene):
            raise BadInput(f"hidden: expected an enemy out of sight, not {being.name} at {being.at}")

    def cannot_hide(self, scene: Scene, being: Being) -> Refusal | None:
        return Refusal("nobody is hidden in the middle of a fight", "nb.gap.sight") if scene.mode == "fight" else None

    def keep_secrets(self, scene: Scene, kept: Collection[str], secret: str) -> dict[str, str]:
        ids = super().keep_secrets(scene, kept, secret)
        hide_places(scene)
        return ids

    def arrives(self, scene: Scene, being: Being) -> None:
        if "Unmet" in being.states:
            return  # they take no part before they are met
        super().arrives(scene, being)
        if being.side == FOES and scene.mode == "fight":
            scene.foes_at_start += 1


REGISTRY.reaction(*REACTIONS)

import_all("ludex.games.navyblue.book", "ludex.games.navyblue.build")
NAVYBLUE = NavyBlue("navyblue", Path(__file__).parent, Scene, REGISTRY)
