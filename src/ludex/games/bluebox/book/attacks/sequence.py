"""Attacks: the roll, Decisive Hits, and blows that deal no damage."""

from __future__ import annotations

from ludex.core.board.hex import connected_group, distance, neighbours
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Die, Total
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.kernel.scene import until_end_of_next, until_start_of
from ludex.core.kernel.timing import Event, happens, window
from ludex.games.bluebox.book.attacks.hits import Blow, sacrifice
from ludex.games.bluebox.book.attacks.weapons import attack_with, module_effect, part_with
from ludex.games.bluebox.book.conditions import (
    afflict,
    all_but_over,
    cannot_act,
    comes_to_nothing,
    hunkered_behind,
    reveal,
    set_plating,
)
from ludex.games.bluebox.book.damage import die
from ludex.games.bluebox.book.dice import BONUS, DECISIVE, EDGE, FAILURE, d12_against, in_sight_of_fear
from ludex.games.bluebox.book.movement.ground import taken_by
from ludex.games.bluebox.book.movement.sight import line
from ludex.games.bluebox.book.movement.steps import push
from ludex.games.bluebox.book.powers.callings import on_flash_shot
from ludex.games.bluebox.records.effects import GuardAllies, ShoveFarther, SteadyBeyondRange, Unbreakable
from ludex.games.bluebox.records.ids import UNARMED
from ludex.games.bluebox.state import Attack, Being, Lying, Scene, armor_class

# ---------------------------------------------------------------- the attack roll


FLAWS_ON_ATTACKS = {
    "Blinded": "bb.cond.blinded",
    "Disoriented": "bb.cond.disoriented",
    "Grappled": "bb.cond.grappled",
    "Grappler": "bb.cond.grappler",
    "Poisoned": "bb.cond.poisoned",
}
EDGES_AGAINST = {"Stasis": "bb.cond.stasis", "Unconscious": "bb.cond.unconscious"}


def attack_modifiers(scene: Scene, attacker: Being, target: Being, blow: Blow) -> list[Modifier]:
    """Everything that modifies this attack roll, with its source and rule."""
    attack = blow.attack
    found = [Modifier(attack.to_hit, attack.stat, "bb.roll.attack", BONUS)]
    if attacker.exhaustion:
        found.append(Modifier(-attacker.exhaustion, "Exhaustion", "bb.cond.exhaustion", BONUS))
    states = attacker.states
    if states:
        for name, rule in FLAWS_ON_ATTACKS.items():
            if name in states:
                found.append(Modifier(-1, name, rule, EDGE))
        if "Frightened" in states and in_sight_of_fear(scene, attacker):
            found.append(Modifier(-1, "Frightened", "bb.cond.frightened", EDGE))
        if "Hidden" in states and target.id not in attacker.found_by:
            found.append(Modifier(1, "Hidden", "bb.cond.hidden", EDGE))
        if blow.reaction and "Defensive Stance" in states:
            found.append(Modifier(1, "Defensive Stance", "bb.action.defensive_stance", EDGE))
    if attacker.damaged and attack.id in attacker.damaged:
        found.append(Modifier(-1, "damaged weapon", "bb.decisive.destroy", EDGE))
    if blow.beyond and module_effect(attack, SteadyBeyondRange) is None:
        found.append(Modifier(-1, "beyond range", "bb.action.beyond_range", EDGE))
    if scene.height(attacker) > scene.height(target):
        found.append(Modifier(1, "height", "bb.height.edge", EDGE))
    states = target.states
    if states:
        for name, rule in EDGES_AGAINST.items():
            if name in states:
                found.append(Modifier(1, f"target {name}", rule, EDGE))
        if "Invisible" in states:
            found.append(Modifier(-1, "target Invisible", "bb.cond.invisible", EDGE))
        if "Prone" in states and attack.type_of == "melee":
            found.append(Modifier(1, "target Prone", "bb.cond.prone", EDGE))
    if attack.type_of == "ranged":
        found += cover_modifiers(scene, attacker, target)
    return found


def cover_modifiers(scene: Scene, attacker: Being, target: Being) -> list[Modifier]:
    """bb.cover.flaw, bb.action.hunker, and allies that guard."""
    modifiers = []
    board = scene.board
    if board.cover:
        a, b = line(scene, attacker, target)
        crossed = board.cover_crossed(a, b)
        if crossed:
            counts = [e for e in crossed if b in e]
            if not counts and scene.options["opt_cover_whole_obstacle"]:
                counts = [e for e in crossed if any(b in joined for joined in connected_group(e, board.cover))]
            if counts:
                if "Hunkered" in target.states and not hunkered_behind(scene, target).isdisjoint(counts):
                    modifiers.append(Modifier(-2, "Cover, Hunkered", "bb.action.hunker", EDGE))
                else:
                    modifiers.append(Modifier(-1, "Cover", "bb.cover.flaw", EDGE))
    for ally in [b for b in scene.beings.values() if b.sheet.calling and b.side == target.side and b is not target]:
        flaw = guards(scene, ally)
        if flaw and ally.here and not ally.senseless and scene.adjacent(ally, target):
            modifiers.append(Modifier(-flaw, f"{ally.name} guards", "bb.gap.callings", EDGE))
            break
    return modifiers


def guards(scene: Scene, being: Being) -> int:
    """How much Flaw this being's Calling puts on shots at those beside them."""
    calling = scene.library.shelves["calling"].entries.get(being.sheet.calling)
    if calling is None or not (calling.trigger == "always" or (calling.trigger == "while_plated" and being.plating)):
        return 0
    return sum(effect.amount for effect in calling.effects if isinstance(effect, GuardAllies))


def cannot_strike(scene: Scene, attacker: Being, target: Being, attack: Attack) -> Refusal | None:
    """bb.cond.general: why an attack that was chosen is not made. Whether it reaches was looked at before."""
    if not target.here:
        return Refusal(f"{target.name} is not there any more", "bb.action.attack")
    if attack.id not in attacker.ready and not attack.power and not attack.id.startswith(UNARMED):
        return Refusal(f"{attack.name} is not in hand", "bb.action.swap")
    return cannot_act(scene, attacker)


@step("bb.roll.attack")
async def strike(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    """The attack roll; what follows depends on whether it lands."""
    attack = blow.attack
    if all_but_over(scene):
        return
    if comes_to_nothing(scene, attacker, cannot_strike(scene, attacker, target, attack)):
        return
    modifiers = attack_modifiers(scene, attacker, target, blow)
    number = armor_class(target)
    scene.cite("bb.armor.bac" if target.back_footed else "bb.armor.ac", "bb.reach.range")
    if target.back_footed:
        scene.cite("bb.cond.backfooted")
    was_hidden = "Hidden" in attacker.states and target.id not in attacker.found_by
    result = await d12_against(
        scene, attacker, modifiers, "bb.roll.attack", number, practiced=attack.practiced,
        target=target.id, weapon=attack.name, action=blow.kind, armor="BAC" if target.back_footed else "AC",
    )  # fmt: skip
    reveal(scene, attacker, "attack")
    if attack.thrown:
        throw_away(scene, attacker, target, attack)
    if result != FAILURE:
        if blow.stops:
            target.stopped = True
            target.metres = target.pace = 0
            scene.record("halts", "bb.reaction.opportunity", who=target.id, at=target.at)
        scene.next(lands(attacker, target, blow, result == DECISIVE, was_hidden))
    announce(scene, "attacks", attacker, target)


def announce(scene: Scene, kind: str, who: Being, by: Being | None = None) -> None:
    """Tell of an event that somebody may hold an action for."""
    if any([being.held is not None for being in scene.beings.values()]):
        scene.next(window(Event(kind, who.id, by.id if by is not None else "")))


def throw_away(scene: Scene, attacker: Being, target: Being, attack: Attack) -> None:
    """bb.item.bamboo_disk: hit or miss it lands in the free hex next to the target that is nearest to the thrower."""
    free = [cell for cell in neighbours(target.at) if scene.board.open(cell)]
    empty = [cell for cell in free if not taken_by(scene, cell)] or free or [target.at]
    at = min(empty, key=lambda cell: (distance(cell, attacker.at), empty.index(cell)))
    wear = part_with(attacker, attack.id)
    scene.lying = (*scene.lying, Lying("weapon", attack.id, at, wear.damaged, wear.fitted))
    scene.record("lands_at", "bb.item.bamboo_disk", what=attack.id, at=at)


# ---------------------------------------------------------------- a hit


@step("bb.action.attack")
async def lands(scene: Scene, attacker: Being, target: Being, blow: Blow, decisive: bool, was_hidden: bool) -> None:
    """A hit: a killing blow on who is Out, the choice of a Decisive Hit, then what the action does."""
    if "Out" in target.states and blow.damages and blow.attack.type_of == "melee":
        spare = scene.options["opt_no_killing_blow"] and await ask(
            scene, attacker.id, YES_NO, rule="bb.out.state", about={"target": target.id}, default=True
        )
        if "Out" in target.states:  # as they still are, unless somebody has healed them meanwhile
            if not spare:
                die(scene, target, "bb.out.state")
            return
    if not target.here:
        return
    choice = ""
    if decisive:
        choice = await ask(
            scene, attacker.id, lambda: OneOf(decisive_options(scene, target, blow)), rule="bb.decisive.hit",
            about={"target": target.id, "weapon": blow.attack.name},
            default=lambda: decisive_options(scene, target, blow)[0],
        )  # fmt: skip
        scene.next(decide(attacker, target, blow, choice))
    if blow.damages:
        happens(scene, Event("hit", target.id, attacker.id, (("weapon", blow.attack.name),)))
        scene.next(sacrifice(attacker, target, blow, choice, was_hidden))
    else:
        scene.next(WITHOUT_DAMAGE[blow.kind](attacker, target, blow))
    announce(scene, "is_hit", target, attacker)


def decisive_options(scene: Scene, target: Being, blow: Blow) -> tuple[str, ...]:
    """bb.decisive.hit: only what can apply is offered."""
    options = []
    if blow.damages:
        options.append("heavy_strike")
    if target.plating:
        options.append("shatter")
    options.append("hamstring")
    if breakable(scene, target):
        options.append("destroy")
    if target.mask:
        options.append("unmask")
    return tuple(options)


def breakable(scene: Scene, target: Being) -> tuple[str, ...]:
    """The wielded weapons that Destroy can choose."""
    found = []
    for name in target.ready:
        attack = attack_with(scene, target, name)
        if attack.wielded and name not in target.damaged and module_effect(attack, Unbreakable) is None:
            found.append(name)
    return tuple(found)


@step("bb.decisive.hit")
async def decide(scene: Scene, attacker: Being, target: Being, blow: Blow, choice: str) -> None:
    """What was chosen for a Decisive Hit, apart from Heavy Strike, which counts when damage is rolled."""
    if not target.here:
        return
    scene.record("decisive", f"bb.decisive.{choice}", who=attacker.id, target=target.id, choice=choice)
    if choice == "shatter":
        if not scene.options["opt_shatter_after_damage"] or not blow.damages:
            set_plating(scene, target, 0)
    elif choice == "hamstring":
        if "Hamstrung" not in target.states:
            afflict(scene, target, "Hamstrung", source=attacker.id)
    elif choice == "destroy":
        weapons = breakable(scene, target)
        if not weapons:
            return
        which = weapons[0]
        if len(weapons) > 1:
            about = {"target": target.id}
            which = await ask(
                scene, attacker.id, OneOf(weapons), rule="bb.decisive.destroy", about=about, default=which
            )
        target.damaged = (*target.damaged, which)
        scene.record("weapon_damaged", "bb.decisive.destroy", who=target.id, weapon=which)
    elif choice == "unmask":
        scene.next(unmask(attacker, target))


@step("bb.decisive.unmask")
async def unmask(scene: Scene, attacker: Being, target: Being) -> None:
    """The mask lands in an adjacent hex; who must wear one is Unmasked."""
    if not target.mask:
        return
    own = target.cells
    beside = dict.fromkeys(cell for part in own for cell in neighbours(part) if cell not in own)
    around = tuple(cell for cell in beside if scene.board.open(cell)) or (target.at,)
    if scene.options["opt_unmask_random_hex"]:
        face: int = await roll((Die(6),), Total(), by=attacker.id, rule="bb.decisive.unmask")
        sides = neighbours(target.at)
        clockwise = [sides[(face - 1 + turn) % 6] for turn in range(6)]
        at = next((cell for cell in clockwise if cell in around), around[0])
    else:
        about = {"target": target.id, "mask": target.mask}
        at = await ask(scene, attacker.id, OneOf(around), rule="bb.decisive.unmask", about=about, default=around[0])
    scene.lying = (*scene.lying, Lying("mask", target.mask, at))
    scene.record("mask_lands", "bb.decisive.unmask", who=target.id, mask=target.mask, at=at)
    target.mask = ""
    if target.sheet.needs_mask:
        afflict(scene, target, "Unmasked", source=attacker.id, value=scene.clock)


# ---------------------------------------------------------------- attacks that deal no damage


@step("bb.action.shove")
async def shoved(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    """On a hit: pushed directly away, and Back-footed until the shover's next turn."""
    afflict(scene, target, "Back-footed", source=attacker.id, until=until_start_of(attacker))
    farther = module_effect(blow.attack, ShoveFarther)
    scene.next(push(attacker, target, farther.m if farther is not None else 1, "away"))


@step("bb.action.trip")
async def tripped(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    afflict(scene, target, "Prone", source=attacker.id)


@step("bb.action.flash_shot")
async def flashed(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    afflict(scene, target, "Back-footed", source=attacker.id, until=until_end_of_next(scene, attacker))
    on_flash_shot(scene, attacker, target)


@step("bb.tool.known_modules")
async def pulled(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    scene.next(push(attacker, target, 99, "toward"))


WITHOUT_DAMAGE = {"shove": shoved, "trip": tripped, "flash_shot": flashed, "cable": pulled}
