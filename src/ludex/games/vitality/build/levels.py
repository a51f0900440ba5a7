"""A level higher: Tier and points rise, and what is unspent is spent, question by question.

vt.tier.table. The game master says when. Whatever is offered is legal by the same checks that judge a new character;
but for attributes, anything may be kept for later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import msgspec

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import Domain, OneOf, Several
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.master.calls import being
from ludex.games.vitality.book.action_types import STORY_MODE, gm
from ludex.games.vitality.book.characters.sheet import most_hp
from ludex.games.vitality.build import legality, legality_of_attacks, legality_of_boons
from ludex.games.vitality.build.legality_of_attributes import combat_points, utility_attribute_points
from ludex.games.vitality.records.boon_effects import Fragile
from ludex.games.vitality.records.kinds import Ability, Archetypes, Attack, Boon, Character
from ludex.games.vitality.state import COMBAT, TIERS, UTILITY, Being, Scene

LATER = ""  # the answer that keeps points
IMPROVE = "improve"  # the kind of a choice that makes an ability better
KINDS = ("passive", "conditional", "trait", "ability")

Chosen = tuple[tuple[str, Plain], ...]


def built(who: Being) -> Character:
    """Somebody in play as an entry of content, for the checks of creation."""
    sheet = who.sheet
    return Character(
        id=who.id,
        name=who.name,
        level=sheet.level,
        attributes=cast(Any, sheet.attributes),
        skill_attributes=cast(Any, sheet.skill_attributes),
        archetypes=Archetypes(
            movement=sheet.movement,
            defensive=sheet.defensive,
            attack=sheet.attack,
            utility=sheet.utility_archetype,
        ),
        boons=sheet.boons,
        attacks=sheet.attacks,
        utility=sheet.utility,
        wealth=cast(Any, sheet.wealth or "comfortable"),
    )


# ---------------------------------------------------------------- the level


def fits_level(scene: Scene, who: Being) -> Refusal | None:
    if not who.pc or who.is_wall:
        return Refusal(f"{who.name} is no player character", "vt.tier.table")
    if who.sheet.level + 1 >= len(TIERS):
        return Refusal(f"there is no level above {len(TIERS) - 1}", "vt.tier.table")
    return None


@gm("level_up", "vt.tier.table", being(), modes=(STORY_MODE,), fits=fits_level)
async def level_up(scene: Scene, who: Being) -> None:
    """Tier follows the level; then attributes, boons, attacks and utility points, as far as there are any to spend."""
    level = who.sheet.level + 1
    who.sheet = replace(who.sheet, level=level, tier=TIERS[level])
    scene.record("level", "vt.tier.table", who=who.id, level=level, tier=TIERS[level])
    improved = [improve(who, number) for number in range(len(who.sheet.attacks))]
    scene.next(raise_combat(who), raise_utility(who), take_boon(who), *improved, learn(who))


# ---------------------------------------------------------------- attributes


def below_tier(who: Being, names: Iterable[str], points: int) -> tuple[str, ...]:
    """The attributes on which a point that is left can be spent."""
    ranks = {name: who.sheet.attributes.get(name, 0) for name in names}
    return tuple([name for name, rank in ranks.items() if rank < who.sheet.tier and sum(ranks.values()) < points])


async def raise_one(scene: Scene, who: Being, names: Iterable[str], points: Callable[[int], int], rule: str) -> bool:
    """Somebody says which attribute a point goes to; nothing is raised where none can be."""

    def among() -> tuple[str, ...]:
        return below_tier(who, names, points(who.sheet.level)) or (LATER,)

    if among() == (LATER,):
        return False
    name = await ask(
        scene, who.id, lambda: OneOf(among()), rule=rule, about=lambda: {"level": who.sheet.level},
        default=lambda: among()[0],
    )  # fmt: skip
    if name == LATER:
        return False
    to = who.sheet.attributes.get(name, 0) + 1
    who.sheet = replace(who.sheet, attributes={**who.sheet.attributes, name: to})
    scene.record("raises", rule, who=who.id, what=name, to=to)
    return True


@step("vt.attr.combat_points")
async def raise_combat(scene: Scene, who: Being) -> None:
    """One point after the other, none above Tier."""
    if await raise_one(scene, who, COMBAT, combat_points, "vt.attr.combat_points"):
        scene.next(raise_combat(who))


@step("vt.attr.utility_points")
async def raise_utility(scene: Scene, who: Being) -> None:
    if await raise_one(scene, who, UTILITY, utility_attribute_points, "vt.attr.utility_points"):
        scene.next(raise_utility(who))


# ---------------------------------------------------------------- boons


def open_boons(scene: Scene, who: Being) -> Iterator[str]:
    """What can be taken: `KIND:ID`, and `improve:ABILITY:UPGRADE` for what is there already."""
    library, entry = scene.library, built(who)
    if boons_left(scene, who) < 1:
        return
    new = [f"{kind}:{offered.id}" for kind in KINDS for offered in library.offered(kind)]
    for choice in (*new, legality_of_boons.OWN):
        boon = legality_of_boons.boon_of(choice, entry.boons)
        lacking = [f for f in legality_of_boons.asks_for(library, boon) if f != "upgrades"]
        refused = list(legality_of_boons.about_pick(library, entry, boon, scene.options))
        healing = list(legality_of_attacks.about_healing(library, with_boons(entry, *entry.boons, boon)))
        if not refused and not healing and all([answers_for(scene, who, boon, field) for field in lacking]):
            yield choice
    for number, boon in enumerate(entry.boons):
        if boon.kind == "ability":
            ability: Ability = library.shelves["ability"].entries[boon.id]
            for better in ability.improvements:
                changed = msgspec.structs.replace(boon, upgrades=(*boon.upgrades, better.id))
                after = with_boons(entry, *entry.boons[:number], changed, *entry.boons[number + 1 :])
                if not list(legality_of_boons.about_boons(library, after, scene.options)):
                    yield f"{IMPROVE}:{boon.id}:{better.id}"


def with_boons(entry: Character, *boons: Boon) -> Character:
    return msgspec.structs.replace(entry, boons=boons)


def answers_for(scene: Scene, who: Being, boon: Boon, field: str) -> tuple[Plain, ...]:
    """What can be chosen with a boon that is taken now."""
    library, entry = scene.library, built(who)
    match field:
        case "pieces":
            return tuple([piece.id for piece in library.offered("piece")])
        case "stats":
            return legality_of_boons.free_stats(library, entry, boon)
        case "loses":
            effects = legality_of_boons.passive_effects(library, boon)
            return tuple([stat for effect in effects if isinstance(effect, Fragile) for stat in effect.stats])
        case "limit":  # one that stands on every attack already
            attacks = entry.attacks
            return tuple([n for n in library.shelves["limit"].entries if all([n in a.limits for a in attacks])])
        case "companion":
            every = [enemy.id for enemy in library.offered("enemy")]
            return tuple([name for name in every if can_be_companion(scene, entry, boon, name)])
        case _:
            return legality_of_boons.SIZES


def can_be_companion(scene: Scene, entry: Character, boon: Boon, name: str) -> bool:
    named = msgspec.structs.replace(boon, companion=name)
    return not list(legality_of_boons.about_companion(scene.library, entry, named, scene.options))


def domain_of(scene: Scene, who: Being, boon: Boon, field: str) -> Domain:
    """One answer; but for stats as many as it raises, and for pieces some whose grades go together. Where too few are
    left by now, the boon is not taken."""
    among = answers_for(scene, who, boon, field)
    count = legality_of_boons.STATS_OF.get(boon.kind, 1) if field == "stats" else 1
    if len(among) < count:
        return OneOf((LATER,))
    if field == "stats":
        return Several(among, count, count)
    if field == "pieces":
        return Several(among, 1, legality_of_boons.GRADES, lambda chosen: wrong_pieces(scene, boon, chosen))
    return OneOf(among)


def wrong_pieces(scene: Scene, boon: Boon, chosen: tuple[Plain, ...]) -> str:
    made = msgspec.structs.replace(boon, pieces=cast(Any, chosen))
    wrong = legality_of_boons.about_pieces(scene.library, made, scene.options)
    return next((refusal.reason for refusal in wrong), "")


def boons_left(scene: Scene, who: Being) -> int:
    library, entry = scene.library, built(who)
    return legality_of_boons.boon_points(library, entry) - legality_of_boons.spent(library, entry)


@step("vt.tier.table")
async def take_boon(scene: Scene, who: Being) -> None:
    """As long as there are boons to spend and somebody wants to."""
    if boons_left(scene, who) < 1:
        return
    chosen = await ask(
        scene, who.id, lambda: OneOf((LATER, *open_boons(scene, who))), rule="vt.tier.table",
        about=lambda: {"level": who.sheet.level, "left": boons_left(scene, who)}, default=LATER,
    )  # fmt: skip
    if chosen.startswith(f"{IMPROVE}:"):
        better_ability(scene, who, *chosen.split(":")[1:])
        scene.next(take_boon(who))
    elif chosen != LATER:
        scene.next(choose_with(who, chosen, ()))


def better_ability(scene: Scene, who: Being, name: str, upgrade: str) -> None:
    def improved(boon: Boon) -> Boon:
        if (boon.kind, boon.id) != ("ability", name):
            return boon
        return msgspec.structs.replace(boon, upgrades=(*boon.upgrades, upgrade))

    who.sheet = replace(who.sheet, boons=tuple([improved(boon) for boon in who.sheet.boons]))
    scene.record("boon", scene.library.shelves["ability"].entries[name].rule, who=who.id, boon=name, upgrade=upgrade)


@step("vt.create.steps")
async def choose_with(scene: Scene, who: Being, choice: str, chosen: Chosen) -> None:
    """What a new boon asks for, one after the other; then somebody has it."""
    boon = msgspec.structs.replace(legality_of_boons.boon_of(choice, who.sheet.boons), **cast(Any, dict(chosen)))
    rule = legality_of_boons.rule_of(scene.library, boon)
    wanted = [f for f in legality_of_boons.asks_for(scene.library, boon) if f != "upgrades" and f not in dict(chosen)]
    if wanted:
        field = wanted[0]

        def domain() -> Domain:
            return domain_of(scene, who, boon, field)

        about: dict[str, Plain] = {"boon": choice, "field": field}
        answer = await ask(scene, who.id, domain, rule=rule, about=about, default=lambda: next(iter(domain().some())))
        scene.next(take_boon(who) if answer == LATER else choose_with(who, choice, (*chosen, (field, answer))))
        return
    boons = (*who.sheet.boons, boon)
    hp = most_hp(scene.library, who.sheet.hp_class, boons)
    who.sheet = replace(who.sheet, boons=boons, hp=hp)
    who.hp = min(who.hp, hp)
    scene.record("boon", rule, who=who.id, boon=boon.id, upgrade="")
    scene.next(take_boon(who))


# ---------------------------------------------------------------- attacks


def open_enhancements(scene: Scene, who: Being, number: int) -> Iterator[str]:
    """The upgrades and limits that an attack can still be given."""
    library, entry = scene.library, built(who)
    if number >= len(entry.attacks):
        return
    attack = entry.attacks[number]
    for kind, field in (("upgrade", "upgrades"), ("limit", "limits")):
        for name in [offered.id for offered in library.offered(kind)]:
            changed = msgspec.structs.replace(attack, **{field: (*getattr(attack, field), name)})
            after = msgspec.structs.replace(entry, attacks=in_place(entry.attacks, number, changed))
            wrong = (
                *legality_of_attacks.about_attack(library, after, changed, scene.options),
                *legality_of_attacks.about_healing(library, after),
            )
            if not wrong:
                yield name


def in_place(attacks: Sequence[Attack], number: int, attack: Attack) -> tuple[Attack, ...]:
    return (*attacks[:number], attack, *attacks[number + 1 :])


def points_of(scene: Scene, who: Being, number: int) -> dict[str, Plain]:
    """The attack and what is left of its points; nothing of one that is gone."""
    if number >= len(who.sheet.attacks):
        return {"attack": "", "left": 0}
    attack = who.sheet.attacks[number]
    points = legality_of_attacks.attack_points(scene.library, built(who), scene.options)
    return {"attack": attack.id, "left": points - legality_of_attacks.price(scene.library, attack, scene.options)}


@step("vt.attack.build")
async def improve(scene: Scene, who: Being, number: int) -> None:
    """vt.arch.attack.budget: a higher Tier has more points for each attack."""

    def among() -> tuple[str, ...]:
        return (LATER, *open_enhancements(scene, who, number))

    if among() == (LATER,):
        return
    scene.cite("vt.arch.attack.budget", "vt.up.list", "vt.limit.gate")
    chosen = await ask(
        scene, who.id, lambda: OneOf(among()), rule="vt.attack.build", about=lambda: points_of(scene, who, number),
        default=LATER,
    )  # fmt: skip
    if chosen == LATER:
        return
    attack = who.sheet.attacks[number]
    field = "upgrades" if chosen in scene.library.shelves["upgrade"] else "limits"
    changed = msgspec.structs.replace(attack, **{field: (*getattr(attack, field), chosen)})
    who.sheet = replace(who.sheet, attacks=in_place(who.sheet.attacks, number, changed))
    scene.record("improves", "vt.attack.build", who=who.id, attack=attack.id, what=chosen)
    scene.next(improve(who, number))


# ---------------------------------------------------------------- utility


def utility_left(scene: Scene, who: Being) -> int:
    library, entry = scene.library, built(who)
    return legality.utility_points(library, entry) - legality.utility_spent(library, entry)


def open_features(scene: Scene, who: Being) -> Iterator[str]:
    """What can be bought for the points that are left."""
    library, entry = scene.library, built(who)
    if utility_left(scene, who) < 1:
        return
    for feature in library.offered("feature"):
        after = msgspec.structs.replace(entry, utility=(*entry.utility, feature.id))
        if not list(legality.about_features(library, after)):
            yield feature.id


@step("vt.create.utility_points")
async def learn(scene: Scene, who: Being) -> None:
    """vt.feature.list: features, senses, ways to move and descriptors for the points that are left."""

    def among() -> tuple[str, ...]:
        return (LATER, *open_features(scene, who))

    if among() == (LATER,):
        return
    scene.cite("vt.feature.list", "vt.sense.list", "vt.moveability.list", "vt.descriptor.list")
    chosen = await ask(
        scene, who.id, lambda: OneOf(among()), rule="vt.create.utility_points",
        about=lambda: {"level": who.sheet.level, "left": utility_left(scene, who)}, default=LATER,
    )  # fmt: skip
    if chosen == LATER:
        return
    who.sheet = replace(who.sheet, utility=(*who.sheet.utility, chosen))
    scene.record("learns", "vt.create.utility_points", who=who.id, what=chosen)
    scene.next(learn(who))
