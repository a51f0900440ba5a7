"""The Crawl as a game: whose turn it is, who may act, and where each question of the core is answered."""

from __future__ import annotations

from pathlib import Path

from ludex.core.foe.standing import Pool, Worths
from ludex.core.game import Game
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import number
from ludex.core.kernel.games import import_all
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.waiting import read_pairs
from ludex.games.crawl.book.characters.aspects import ep_refresh, max_ep, max_hp
from ludex.games.crawl.book.characters.skills import Skill, skill_of
from ludex.games.crawl.book.dice import CRITICAL, FAILURE, SUCCESS
from ludex.games.crawl.book.energy import ADVENTURE, DOWNTIME, FIGHT, REGISTRY
from ludex.games.crawl.book.health.damage import resistance
from ludex.games.crawl.book.skills.persuasion import bears_ill
from ludex.games.crawl.book.skills.stealth import can_hide_with, lie_in_wait
from ludex.games.crawl.book.turns.fight import end_if_decided, fresh_turn, goes_on
from ludex.games.crawl.book.turns.leading import leader
from ludex.games.crawl.build import creation
from ludex.games.crawl.build.content_checks import CHECKS, misplaced
from ludex.games.crawl.build.dead_parts import WARNINGS
from ludex.games.crawl.build.growing import Growing
from ludex.games.crawl.build.plans import PLANS
from ludex.games.crawl.foe.policy import AlwaysAttack, SimplePolicy
from ludex.games.crawl.foe.resting import RESTS, resting_party
from ludex.games.crawl.proof.drawn import draw
from ludex.games.crawl.proof.invariants import faults
from ludex.games.crawl.proof.middle import befalls, hindered
from ludex.games.crawl.proof.worlds import worlds
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.ids import AFFLICTIONS, BEINGS, ITEMS
from ludex.games.crawl.records.kinds import KINDS
from ludex.games.crawl.scene.setup import SHAPE, build
from ludex.games.crawl.scene.views import cover, view
from ludex.games.crawl.show.bills import BILLS
from ludex.games.crawl.show.face import CrawlFace
from ludex.games.crawl.show.menu import MENU
from ludex.games.crawl.show.names import things
from ludex.games.crawl.show.sentences import WORDING, sentence
from ludex.games.crawl.state import FOES, PARTY, Being, Scene


class Crawl(Game[Scene]):
    menu = MENU
    hides = "Hidden"
    telling = ("hp", "ep", "at", "hands", "worn", "ability", "disposition", "ap", "money")
    telling_scene = ("cover", "doors", "areas", "lying")
    conditions = CONDITIONS
    rulings = WORDING.kinds
    readings = (FAILURE, SUCCESS, CRITICAL)
    kinds = KINDS
    plans = PLANS
    apart = (ITEMS, AFFLICTIONS, BEINGS)
    checks = CHECKS
    warnings = WARNINGS
    bills = BILLS
    creation = creation
    growth = Growing
    shape = SHAPE
    policies = {"simple": SimplePolicy, "always_attack": AlwaysAttack}
    fates = CONDITIONS.fates
    vital = ("HP",)
    worths = Worths(1.0, 0.3, 0.4, 0.9, (), (0.9,))
    rests = tuple(RESTS)
    placing = ("at", "facing")
    wraps = ("ready",)

    idle = staticmethod(goes_on)
    end_if_over = staticmethod(end_if_decided)
    hide = staticmethod(lie_in_wait)
    rest = staticmethod(resting_party)
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
    face_type = CrawlFace

    def start(self, scene: Scene) -> Command | None:
        """Where somebody is who wishes the party ill, a fight breaks out; elsewhere it does as it likes."""
        if scene.mode == FIGHT or scene.turns.current:
            return None
        hostile = scene.mode == ADVENTURE and any(foe.here and bears_ill(foe) for foe in scene.side_of(FOES))
        return Command("gm", "start_fight" if hostile else "set_out")

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        shown = [("HP", f"{number(being.hp)}/{max_hp(scene, being)}"), ("EP", f"{being.ep}/{max_ep(scene, being)}")]
        resisted = resistance(scene, being, "kinetic")
        shown += [("DR", str(resisted))] if resisted else []
        held = things(scene, dict.fromkeys(being.hands))
        return [*shown, ("Holds", held)] if held else shown

    def as_their_turn(self, scene: Scene, being: Being) -> None:
        super().as_their_turn(scene, being)
        fresh_turn(being)
        being.ep = max(being.ep, min(being.ep + ep_refresh(scene, being), max_ep(scene, being)))

    def to_act(self, scene: Scene) -> str:
        return scene.turns.current if scene.mode == FIGHT else leader(scene)

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        """Who may act at all now."""
        if action.modes and scene.mode not in action.modes:
            return self.wrong_mode(scene, action)
        if actor.states and (refusal := CONDITIONS.cannot_act(actor)) is not None:
            return refusal
        if scene.mode == "fight" and scene.turns.current != actor.id and "anytime" not in action.tags:
            return Refusal(f"it is not {actor.name}'s turn", "tc.turn.duration")
        return None

    def wrong_mode(self, scene: Scene, action: Action) -> Refusal:
        rule = "tc.downtime.spend" if action.modes == (DOWNTIME,) else "tc.init.roll"
        return Refusal(f"{action.label}: not in {scene.mode} mode", rule)

    def winner(self, scene: Scene) -> str:
        """Of the last fight, if there was one: who fights on has won it; a party that got away has not."""
        if not scene.turns.round:
            return ""
        standing = [side for side in (FOES, PARTY) if any([not being.beaten for being in scene.side_of(side)])]
        return standing[0] if standing else ""

    def pools(self, scene: Scene, being: Being) -> list[Pool]:
        """tc.ep.combat_start: outside a fight energy is not counted."""
        health = Pool("HP", max(0, being.hp), max_hp(scene, being))
        return [health, Pool("EP", being.ep, max_ep(scene, being))] if scene.mode == FIGHT else [health]

    def expand(self, scene: Scene, command: Command) -> Command:
        """The name of an aspect, or a skill by its id, stands for using it; that of a thing for using it up. So it does
        in an action that is readied."""
        shelves, actor = scene.library.shelves, scene.beings.get(command.actor)
        if actor is None:
            return command
        if command.name in self.wraps:
            return self.expand_readied(scene, command)
        if command.name.partition(":")[0] in shelves["aspect"]:
            for name in BY_SKILL:
                for value in self.actions[name].args[0].values(scene, actor):
                    if command.name in (value, str(value).partition(":")[0]):
                        return Command(actor.id, name, (("skill", value), *command.args))
            deed = used_by(skill_of(scene, actor, command.name))  # which tells why it cannot be used now
            return Command(actor.id, deed, (("skill", command.name), *command.args))
        if command.name in shelves["consumable"] or command.name in shelves["addictive"]:
            return Command(actor.id, "consume", (("item", command.name), *command.args))
        return command

    def expand_readied(self, scene: Scene, command: Command) -> Command:
        given = dict(command.args)
        name, said = given.get("action", ""), read_pairs(given.get("with", ()))
        if not isinstance(name, str) or name in self.actions or not name:
            return command
        inner = self.expand(scene, Command(command.actor, name, said))
        given |= {"action": inner.name, "with": inner.args}
        return Command(command.actor, command.name, tuple(sorted(given.items())))


def used_by(skill: Skill) -> str:
    """The action by which a skill is used."""
    if skill.use.with_jump:
        return "leaping_attack"
    if skill.use.against == "defense":
        return "area_attack" if skill.area else "attack"
    if skill.grapple:
        return "grapple"
    if can_hide_with(skill):
        return "hide"
    if skill.use.when == "movement_action":
        return "look"
    return "try_task" if skill.use.target == "task" else "use"


BY_SKILL = ("attack", "area_attack", "leaping_attack", "use", "try_task", "hide", "look", "grapple")

import_all("ludex.games.crawl.book", "ludex.games.crawl.build")
CRAWL = Crawl("crawl", Path(__file__).parent, Scene, REGISTRY)
