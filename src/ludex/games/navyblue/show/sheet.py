"""The whole sheet of a character, as sections of labels and values."""

from __future__ import annotations

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Pair, Row, Section, figure, out_of, section
from ludex.games.navyblue.book.adventure.downtime import PAUSE_DUE
from ludex.games.navyblue.book.adventure.intervals import DAYS, on_the_road
from ludex.games.navyblue.book.attacks.actions import at_hand, weapon_of
from ludex.games.navyblue.book.attacks.defence import intact, thresholds
from ludex.games.navyblue.book.attacks.sequence import best_attr
from ludex.games.navyblue.book.carrying.slots import free_hands, shield_burden
from ludex.games.navyblue.book.features import (
    attribute,
    carried,
    item,
    languages,
    max_vigor,
    owned,
    skills,
    uses_left,
)
from ludex.games.navyblue.book.improving import MINORS, threshold
from ludex.games.navyblue.book.movement.steps import running_limit
from ludex.games.navyblue.records.kinds import Armour, Feature, NpcAttack, Shield, Weapon
from ludex.games.navyblue.show.effects import (
    all_effects,
    attack_words,
    item_words,
    protects_words,
    strike_words,
)
from ludex.games.navyblue.show.names import condition_words, points, slots_in_words, thing_name, things
from ludex.games.navyblue.show.rolls import tiers
from ludex.games.navyblue.show.sentences_of_time import activity_words
from ludex.games.navyblue.state import ARCHETYPES, CORE, Being, Pack, Scene, half_level


def sheet(scene: Scene, being: Being) -> list[Section]:
    return [
        section("", [pair for pair in _who(scene, being) if pair[1]], "who"),
        section("Now", [pair for pair in _now(scene, being) if pair[1]], "now"),
        section("Attributes, and the thresholds when defending with them", _attributes(scene, being), "numbers"),
        section("Attacks", [_attack(scene, being, name) for name in at_hand(scene, being)], "arms"),
        section("Features", [_feature(scene, being, entry) for entry in owned(scene, being)]),
        section("Protection", _protection(scene, being)),
        section("Carries", _carries(scene, being)),
    ]


# ---------------------------------------------------------------- who and how


def _who(scene: Scene, being: Being) -> list[tuple[str, str]]:
    made = being.sheet
    gained = points(made.speed + 1 - shield_burden(scene, being))
    return [
        ("Kind", "player character" if made.pc else "the Director's" + (", a leader" if made.leader else "")),
        ("Level", str(made.level)),
        ("Archetype", made.archetype),
        ("Lineage", listed([thing_name(scene, name) for name in made.lineages])),
        ("Traits", listed(made.traits)),
        ("Magic", made.magic_kind if made.magic_kind != "none" else ""),
        ("Speed", f"{made.speed}: {gained} a turn, running from {running_limit(scene, being) + 1} on"),
        ("Morale", str(made.morale) if made.morale is not None else "" if made.pc else "none: they never break"),
        ("Skills", things(scene, skills(scene, being))),
        ("Languages", ", ".join(_language(scene, *known) for known in languages(scene, being))),
        ("To learn", count(made.language_points, "language point") if made.language_points else ""),
    ]


def _language(scene: Scene, name: str, speaks: bool, reads: bool) -> str:
    how = "spoken and written" if speaks and reads else "spoken" if speaks else "written" if reads else "broken"
    return f"{thing_name(scene, name)} ({how})"


def _now(scene: Scene, being: Being) -> list[Pair]:
    made = being.sheet
    unready = [f"{thing_name(scene, name)} ({points(needed)})" for name, needed in being.unloaded]
    states = [condition_words(scene, condition) for condition in being.conditions]
    pauses = f"{being.since_pause} of {PAUSE_DUE} intervals" if being.pc and being.since_pause else ""
    return [
        out_of("Vigor", being.vigor, max_vigor(scene, being)),
        *([out_of("Injuries", being.injuries, len(being.slots), " slots")] if made.pc else []),
        ("In", _where(scene, being)),
        ("In hand", things(scene, being.held)),
        ("Free hands", str(free_hands(scene, being)) if made.pc else ""),
        ("Conditions", ", ".join(states)),
        ("Not ready", ", ".join(unready)),
        ("Still to come", f"{points(being.promised)} more at the start of the next turn" if being.promised else ""),
        ("Does", activity_words(scene, being.activity, being.id) if being.activity and scene.mode in DAYS else ""),
        ("Since the last pause", pauses),
        ("Experience", f"{being.experience} of {threshold(being)} for the next level" if made.pc else ""),
        ("Minor encounters", f"{being.minors} of {MINORS}" if being.minors else ""),
    ]


def _where(scene: Scene, being: Being) -> str:
    there = being.here and being.at in scene.board and not on_the_road(scene)
    return scene.board.zones[being.at].name if there else ""


def _attributes(scene: Scene, being: Being) -> list[Row]:
    own = ARCHETYPES.get(being.sheet.archetype)
    names = (*CORE, *((own,) if own else ()))
    found = []
    for name in names:
        bonus, rest = attribute(scene, being, name), tiers(thresholds(scene, being, name))
        found.append(figure(name, bonus, f"{with_sign(bonus)}, {rest}", rest, signed=True))
    return found


# ---------------------------------------------------------------- what they can do


def _attack(scene: Scene, being: Being, name: str) -> Row:
    """With what is added to the roll by the attribute that serves best; in short, what one throws and what for."""
    used: Weapon | NpcAttack = weapon_of(scene, being, name)
    attr = best_attr(scene, being, used.attack)
    half = half_level(scene, being)
    bonus = half + (attribute(scene, being, attr) if attr else 0)
    damage = used.attack.damage
    deals = [str(most + half) for most in (damage.tier1, damage.tier2, damage.tier3)]
    thrown = f"2d6 {with_sign(bonus)}" + (f" ({attr})" if attr else "")
    return Row(
        used.name, f"{with_sign(bonus)} with {attr}: {attack_words(scene, used)}", things=(name,),
        note=f"{thrown} for {listed(deals, 'or')} damage",
    )  # fmt: skip


def _feature(scene: Scene, being: Being, entry: Feature) -> Row:
    used_up = "used up" if not uses_left(being, entry) else ""
    does = _does(scene, entry)
    return Row(
        entry.name, entry.in_words(does, used_up).removesuffix("."), things=(entry.id,), note=does.removesuffix(".")
    )


def _does(scene: Scene, entry: Feature) -> str:
    if entry.text:
        return entry.text
    strike = strike_words(entry.attack) if entry.attack is not None else ""
    return "; ".join(filter(None, (strike, all_effects(scene, entry.effects))))


def _protection(scene: Scene, being: Being) -> list[tuple[str, str]]:
    found = []
    for name in being.worn:
        armour = item(scene, name)
        if isinstance(armour, Armour):
            failed = "" if intact(scene, being, name, armour.helmet) else ", but it has failed"
            found.append((armour.name, f"{item_words(scene, armour)}{failed}"))
    shields = [item(scene, name) for name in being.held]
    found += [(shield.name, item_words(scene, shield)) for shield in shields if isinstance(shield, Shield)]
    if being.sheet.protection:
        found.append(("Their own", protects_words(being.sheet.protection)))
    return found


# ---------------------------------------------------------------- what they carry


def _carries(scene: Scene, being: Being) -> list[Pair]:
    if not being.pc:
        return []
    found: list[Pair] = [("Slots", slots_in_words(scene, being))]
    if being.slotless:
        found.append(("Without a slot", things(scene, [slot.thing for slot in being.slotless])))
    found += [(thing_name(scene, pack.container), _pack(scene, pack)) for pack in being.packs]
    told = [item(scene, name) for name in carried(scene, being)]
    told = [entry for entry in told if not isinstance(entry, Armour | Shield)]
    return found + [Row(entry.name, item_words(scene, entry).removesuffix("."), things=(entry.id,)) for entry in told]


def _pack(scene: Scene, pack: Pack) -> str:
    worn = "worn, " if pack.worn else ""
    inside = (
        f", from the top: {', '.join(thing_name(scene, thing) for thing in pack.contents)}" if pack.contents else ""
    )
    return f"{worn}{'open' if pack.open else 'closed'}{inside or ', empty'}"
