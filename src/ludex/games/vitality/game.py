"""Vitality as a game: whose turn it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from difflib import get_close_matches
from pathlib import Path

from ludex.core.foe.standing import Pool, Worths
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import number
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.vitality.book.action_types import COMBAT_MODE, REGISTRY, Free, Primary
from ludex.games.vitality.book.attacks.built import attack_of, attacks_of
from ludex.games.vitality.book.attacks.lingering import HAZARDS
from ludex.games.vitality.book.characters.scores import avoidance, durability, tier, total_of
from ludex.games.vitality.book.dice import FAILURE, SUCCESS
from ludex.games.vitality.book.effort.effort import allowed, efforts_left, efforts_meanwhile
from ludex.games.vitality.book.secrets.traps import TRAPS
from ludex.games.vitality.book.turns.combat import end_if_over, standing, what_comes
from ludex.games.vitality.book.turns.control import controller
from ludex.games.vitality.book.turns.leading import leader
from ludex.games.vitality.book.turns.prepare import PREPARED
from ludex.games.vitality.book.turns.punish import PUNISH
from ludex.games.vitality.build import creation
from ludex.games.vitality.build.content_checks import CHECKS, WARNINGS, misplaced
from ludex.games.vitality.build.growing import LEARNING, Growing
from ludex.games.vitality.build.plans import PLANS
from ludex.games.vitality.foe.policy import SimplePolicy
from ludex.games.vitality.foe.resting import RESTS, resting_party
from ludex.games.vitality.proof.drawn import draw
from ludex.games.vitality.proof.invariants import faults
from ludex.games.vitality.proof.middle import befalls, hindered
from ludex.games.vitality.proof.worlds import worlds
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.records.ids import BEINGS, OF_ATTACKS
from ludex.games.vitality.records.kinds import KINDS
from ludex.games.vitality.scene.setup import SHAPE, set_up
from ludex.games.vitality.scene.views import cover, view
from ludex.games.vitality.show.bills import BILLS
from ludex.games.vitality.show.face import VitalityFace
from ludex.games.vitality.show.menu import MENU
from ludex.games.vitality.show.names import attack_title
from ludex.games.vitality.show.sentences import WORDING, sentence
from ludex.games.vitality.state import FOES, Being, Scene


class Vitality(Game[Scene]):
    menu = MENU
    telling = ("hp", "efforts", "lost", "at", "height", "side")
    scarce = ("vt.effort.any_time",)
    telling_scene = ("portals", "hazards", "traps", "wards", "things", "winner")
    conditions = CONDITIONS
    readings = (FAILURE, SUCCESS)
    rulings = WORDING.kinds
    kinds = KINDS
    plans = PLANS
    apart = (BEINGS, OF_ATTACKS)
    checks = CHECKS
    warnings = WARNINGS
    bills = BILLS
    creation = creation
    growth = Growing
    learning = LEARNING
    granted = ("level_up", "buy")
    shape = SHAPE
    policies = {"simple": SimplePolicy}
    fates = CONDITIONS.fates
    vital = ("HP",)
    worths = Worths(1.2, 0.3, 0.3, 0.9, (1.2, 1.3), (0.7, 0.9))
    rests = RESTS
    placing = ("at", "height", "primary", "reaction", "spent", "bonus_move", "run", "fallen", "carries")

    idle = staticmethod(what_comes)
    end_if_over = staticmethod(end_if_over)
    meanwhile = staticmethod(efforts_meanwhile)
    rest = staticmethod(resting_party)
    set_up = staticmethod(set_up)
    misplaced = staticmethod(misplaced)
    view = staticmethod(view)
    cover = staticmethod(cover)
    sentence = staticmethod(sentence)
    draw = staticmethod(draw)
    worlds = staticmethod(worlds)
    faults = staticmethod(faults)
    befalls = staticmethod(befalls)
    hindered = staticmethod(hindered)
    face_type = VitalityFace

    def carry_over(self, before: Scene, scene: Scene) -> None:
        super().carry_over(before, scene)
        for being in scene.side_of(self.sides[0]):
            if being.id in before.beings:
                being.keep(lambda condition: "behind" not in CONDITIONS[condition.name].tags)

    def fights(self, scene: Scene, being: Being) -> bool:
        return being.fights

    def winner(self, scene: Scene) -> str:
        return scene.winner

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        """vt.effort.third: the last Effort, which knocks out, is not counted."""
        health, most = Pool("HP", max(0, being.hp), being.sheet.hp), allowed(scene, being)
        return [health, Pool("Efforts", max(0, most - being.efforts), most)] if most else [health]

    def guess(self, scene: Scene, being: Being, share: Callable[[int, int], int]) -> None:
        most = allowed(scene, being)
        being.hp = share(being.hp, being.sheet.hp)
        being.efforts = most - share(max(0, most - being.efforts), most)

    def commanded_by(self, scene: Scene, being: Being) -> str:
        master = controller(scene, being) if being.home else None
        return master.id if master is not None else being.sheet.summoner

    def departs(self, scene: Scene, being: Being) -> None:
        """Companions and walls go with who has called them."""
        for other in [other for other in scene.beings.values() if other.sheet.summoner == being.id]:
            self.departs(scene, other)
        super().departs(scene, being)

    def source_name(self, scene: Scene, source: str) -> str:
        """Attacks, auras, falls and collisions, by rule or by name."""
        if source in self.rulebook.rules:
            return super().source_name(scene, source).partition(" (")[0]  # `Bleed (3p)`
        told = attack_title(scene, source)
        return told[:1].upper() + told[1:]

    def start(self, scene: Scene) -> Command | None:
        """Where enemies are a fight breaks out; elsewhere the party does as it likes."""
        if scene.mode == COMBAT_MODE or scene.leads:
            return None
        return Command("gm", "combat" if standing(scene, FOES) else "set_out")

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        shown = [("HP", f"{number(being.hp)}/{being.sheet.hp}")]
        if being.fights:
            now, built = tier(scene, being), being.sheet.tier
            shown.append(("Tier", str(now) if now == built else f"{now} ({built})"))
        shown += [("AV", str(total_of(avoidance(scene, being)))), ("DR", str(total_of(durability(scene, being))))]
        most = allowed(scene, being)
        if not most:
            return shown
        last = "last" if efforts_left(scene, being) else "0"  # the last one has a price of its own
        return [*shown, ("Efforts", str(most - being.efforts) if being.efforts < most else last)]

    def as_their_turn(self, scene: Scene, being: Being) -> None:
        super().as_their_turn(scene, being)
        being.refresh("turn")
        being.primary = being.reaction = 1

    def to_act(self, scene: Scene) -> str:
        if scene.mode != COMBAT_MODE:
            return leader(scene)
        return scene.head_start[0] if scene.head_start else scene.turns.current

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        states = actor.states
        if states and (refusal := CONDITIONS.cannot_act(actor)) is not None:
            return refusal
        if actor.is_wall:
            return Refusal("a wall does not act", "vt.ability.wall")
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if actor.is_familiar and not action.tags.isdisjoint(NOT_FOR_FAMILIARS):
            return Refusal("a familiar makes skill checks and nothing else", "vt.feature.familiar")
        if "anytime" in action.tags:
            return None
        if "Stunned" in states:
            return Refusal(f"{actor.name} is Stunned", "vt.cond.stun")
        if scene.mode != COMBAT_MODE:
            return None
        if "Pushing" in states and pushes(actor, action):
            return None
        if scene.head_start:
            return self.gate_ahead(scene, actor, action)
        if scene.turns.current == actor.id:
            return None
        return Refusal(f"it is not {actor.name}'s turn", "vt.turn.structure")

    def out_of_turn(self, scene: Scene, actor: Being, action: Action) -> bool:
        """Also what an Effort lets somebody do on this turn of another."""
        return super().out_of_turn(scene, actor, action) or ("Pushing" in actor.states and pushes(actor, action))

    def done_out_of_turn(self, scene: Scene, actor: Being) -> Collection[Action]:
        if "Pushing" not in actor.states:
            return super().done_out_of_turn(scene, actor)
        return [action for action in self.actions.values() if self.out_of_turn(scene, actor, action)]

    def gate_ahead(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """vt.arch.move.vanguard: before the first turn a movement and one Free Action."""
        if actor.id != scene.head_start[0]:
            return Refusal(f"{scene.beings[scene.head_start[0]].name} moves first", "vt.arch.move.vanguard")
        if action.name == "ready" or ("move" in action.tags and not isinstance(action.cost, Primary)):
            return None
        if not isinstance(action.cost, Free) and "free" not in action.tags:
            return Refusal("only a movement and a Free Action come before the first turn", "vt.arch.move.vanguard")
        if any([until == "turn" for _, until in actor.used]):
            return Refusal("only one Free Action comes before the first turn", "vt.arch.move.vanguard")
        return None

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        return Refusal(f"{action.label}: not in {scene.mode} mode", "vt.turn.structure")

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of an attack stands for making it."""
        being = scene.beings.get(command.actor)
        if being is None or command.name in self.actions or command.name in self.gm_actions:
            return command
        if command.name in attacks_of(being):
            name = "area_attack" if attack_of(scene, being, command.name).kind.area else "attack"
            return Command(command.actor, name, (("attack", command.name), *command.args))
        if near := get_close_matches(command.name, [*self.actions, *attacks_of(being)], n=1):
            raise BadInput(f"{being.name} has no action or attack {command.name!r}; did you mean {near[0]}?")
        return command


NOT_FOR_FAMILIARS = frozenset({"attack", "stance", "readies", "support"})


def pushes(actor: Being, action: Action) -> bool:
    """vt.effort.extra_action, vt.effort.move_again: what an Effort lets somebody do on another's turn."""
    notes = [c.note for c in actor.conditions if c.name == "Pushing"]
    return "primary" in notes if isinstance(action.cost, Primary) else "move" in action.tags and "move" in notes


REGISTRY.reaction(HAZARDS)
REGISTRY.reaction(TRAPS)
REGISTRY.reaction(*PUNISH, *PREPARED)

import_all("ludex.games.vitality.book", "ludex.games.vitality.build")
VITALITY = Vitality("vitality", Path(__file__).parent, Scene, REGISTRY)
