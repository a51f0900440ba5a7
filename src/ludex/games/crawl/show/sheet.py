"""The whole sheet of a character, as sections of labels and values. Every number says what it is made of. And
what of it is laid out in trays, and the checks that it has numbers for."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.face import Check, Slot, Tray
from ludex.core.show.lasting import minutes_words
from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Pair, Row, Section, figure, out_of, section
from ludex.games.crawl.book.characters.aspects import (
    Held,
    Piece,
    aspect,
    basic_move,
    ep_refresh,
    item_of,
    learned,
    max_ep,
    max_hp,
    owned,
    parts_of,
    standing,
)
from ludex.games.crawl.book.characters.core_aspects import GRAMS, capacity, core_modifiers, load
from ludex.games.crawl.book.characters.skills import skill_of, with_weapons
from ludex.games.crawl.book.dice import total_of
from ludex.games.crawl.book.equipment.handling import things_of
from ludex.games.crawl.book.health.damage import resisting
from ludex.games.crawl.book.skills.persuasion import demeanor, disposition
from ludex.games.crawl.records.kinds import DAMAGE_TYPES
from ludex.games.crawl.records.price_list import (
    BasicMoveModifier,
    CoreAspectModifier,
    EnergyPointPoolModifier,
    EnergyPointRefreshModifier,
    HpPoolModifier,
)
from ludex.games.crawl.show.effects import aspect_words, item_words, skill_words
from ludex.games.crawl.show.names import being_name, thing_name, things, way_name
from ludex.games.crawl.show.sentences import action_name, trigger_words
from ludex.games.crawl.state import CORE, SLOTS, Being, Learned, Scene

WHEN = {
    "defense": "defends", "opportunistic": "opportunistic", "reactionary": "reactionary", "non_combat": "out of fights",
    "trigger": "on drawing blood",
}  # fmt: skip


def sheet(scene: Scene, being: Being) -> list[Section]:
    return [
        section("", [pair for pair in _who(scene, being) if pair[1]], "who"),
        section("Now", [pair for pair in _now(scene, being) if pair[1]], "now"),
        section("Core aspects", [_core(scene, being, name) for name in CORE], "numbers"),
        section("Damage resistance", _resistance(scene, being)),
        section("Skills", _skills(scene, being)),
        section("Aspects", _aspects(scene, being)),
        section("Carries", _carries(scene, being)),
    ]


def _core(scene: Scene, being: Being, name: str) -> Row:
    """`+3 (+1 Fit, +2 Ox-Strong)`"""
    own, *others = core_modifiers(scene, being, name)
    held = [
        Modifier(each.part.value, each.source, own.rule)
        for each in standing(scene, being).parts
        if isinstance(each.part, CoreAspectModifier) and each.part.aspect == name and not each.worn
    ]
    born = Modifier(own.amount - total_of(held), "by nature", own.rule)
    parts = [f"{with_sign(m.amount)} {m.source}" for m in (born, *held, *others) if m.amount]
    total, rest = total_of([own, *others]), ", ".join(parts)
    return figure(name, total, with_sign(total) + (f" ({rest})" if rest else ""), rest, signed=True)


def _made_of(first: int, held: Iterable[Held], kind: type) -> str:
    """What aspects and items add to a number that everybody has."""
    # To mypy: such a part has a value
    parts = [f"{with_sign(h.part.value)} {h.source}" for h in held if isinstance(h.part, kind)]  # type: ignore[union-attr]
    return f" ({first}, {', '.join(parts)})" if parts else ""


# ---------------------------------------------------------------- who and how


def _who(scene: Scene, being: Being) -> list[tuple[str, str]]:
    made, parts = being.sheet, standing(scene, being).parts
    return [
        ("Kind", "player character" if made.pc else "the game master's"),
        ("HP", f"{max_hp(scene, being)}{_made_of(made.hp, parts, HpPoolModifier)}"),
        ("EP", f"{max_ep(scene, being)}{_made_of(made.ep, parts, EnergyPointPoolModifier)}"),
        ("EP back each turn", f"{ep_refresh(scene, being)}{_made_of(made.refresh, parts, EnergyPointRefreshModifier)}"),
        ("Movement", f"{count(basic_move(scene, being), 'cell')}{_made_of(made.move, parts, BasicMoveModifier)}"),
        ("Size", with_sign(made.size) if made.size else ""),
        ("Immune", listed(sorted(standing(scene, being).immune))),
        ("Never defends", "" if made.defends else "makes no defence"),
    ]


def _now(scene: Scene, being: Being) -> list[Pair]:
    readied = being.readied
    waits = ""
    if readied is not None:
        whom = being_name(scene, readied.trigger.who) if readied.trigger.who else "an enemy"
        event = trigger_words(scene, readied.trigger.event, whom, readied.trigger.cell)
        waits = f"{action_name(scene, readied.command.name)}, for when {event}"
    meal = being.meal
    eaten = (
        f"{meal.hp} HP over {minutes_words(meal.minutes)}, {minutes_words(meal.passed)} of them past" if meal else ""
    )
    feelings = [
        f"{being_name(scene, who)} {disposition(scene, being, scene.beings[who])} ({demeanor(value)})"
        for who, value in being.disposition
        if who in scene.beings
    ]
    return [
        out_of("HP", being.hp, max_hp(scene, being)),
        out_of("EP", being.ep, max_ep(scene, being)),
        ("At", f"{scene.stands(being.at, being.id)}, facing {way_name(scene, being.facing)}" if being.here else ""),
        ("In hand", things(scene, dict.fromkeys(being.hands))),
        ("Worn", things(scene, being.worn)),
        ("Not ready", things(scene, being.unloaded)),
        ("Has readied", waits),
        ("Meal", eaten),
        ("Disposition", listed(feelings)),
        ("Aspect points", f"{being.ap} to spend" if being.ap else ""),
        ("Money", str(being.money) if being.pc else ""),
        ("May acquire", things(scene, being.tried)),
    ]


def _resistance(scene: Scene, being: Being) -> list[Row]:
    """By type, and which piece gives how much."""
    found = []
    for kind in DAMAGE_TYPES:
        pieces = resisting(scene, being, kind)
        if pieces:
            parts = ", ".join(f"{p.source} {p.value}{f' ({p.slot})' if p.slot else ''}" for p in pieces)
            total = sum(p.value for p in pieces)
            found.append(figure(kind, total, f"{total}: {parts}", parts))
    return found


# ---------------------------------------------------------------- what they can do


def _skills(scene: Scene, being: Being) -> list[Row]:
    """Each skill with every weapon in hand that it can be used with."""
    found = []
    for one in owned(scene, being):
        entry = aspect(scene.library, one.aspect)
        if entry.use is None:
            continue
        for name in with_weapons(scene, being, entry) if entry.use.range == "weapon" else (entry.id,):
            skill = skill_of(scene, being, name)
            when = f"{WHEN[entry.use.when]}: " if entry.use.when in WHEN else ""
            found.append(Row(skill.name, f"{when}{skill_words(scene, being, skill)}", things=(name,)))
    return found


def _aspects(scene: Scene, being: Being) -> list[tuple[str, str]]:
    """What holds by itself; of those that are used only what they are about."""
    found = []
    for one in owned(scene, being):
        entry = aspect(scene.library, one.aspect)
        choice = f" ({thing_name(scene, one.choice)})" if one.choice else ""
        found.append((f"{entry.name}{choice}", _aspect(scene, being, one)))
    return found


def _aspect(scene: Scene, being: Being, one: Learned) -> str:
    own = learned(scene, being, one.aspect, one.choice) or one
    return aspect_words(scene, aspect(scene.library, one.aspect), parts_of(scene.library, own), one.choice)


# ---------------------------------------------------------------- what they carry


def _carries(scene: Scene, being: Being) -> list[Pair]:
    names = list(things_of(being))
    if not names:
        return []
    weight = f"{load(scene, being) / GRAMS:g} of {capacity(scene, being) / GRAMS:g} kg"
    counted = {carried.id: carried.count for carried in being.pack if carried.count > 1}
    found: list[Pair] = [("Load", weight)]
    for name in names:
        item, number = item_of(scene.library, name), counted.get(name, 1)
        called = item.name + (f" ×{number}" if number > 1 else "")
        found.append(Row(called, item_words(scene, item), things=(name,)))
    return found


# ---------------------------------------------------------------- trays and checks


def trays(scene: Scene, being: Being) -> list[Tray]:
    """tc.dr: armour by the part of the body that it covers, then what is no armour."""
    return [tray for kind in DAMAGE_TYPES if (tray := _against(scene, being, kind)) is not None]


def _against(scene: Scene, being: Being, kind: str) -> Tray | None:
    pieces = resisting(scene, being, kind)
    if not pieces:
        return None
    places = dict.fromkeys((*SLOTS, *(piece.slot for piece in pieces if piece.slot)))
    slots = [_slot(place, [piece for piece in pieces if piece.slot == place]) for place in places]
    slots += [Slot(piece.source, "", "held", number=piece.value) for piece in pieces if not piece.slot]
    note = f"{sum(piece.value for piece in pieces)} off every blow"
    return Tray("body", f"DR against {kind}", tuple(slots), note, ("Damage resistance",))


def _slot(place: str, pieces: list[Piece]) -> Slot:
    state = "worn" if pieces else "free"
    return Slot(place, ", ".join(piece.source for piece in pieces), state, number=sum(piece.value for piece in pieces))


def checks(scene: Scene, being: Being) -> list[Check]:
    return [Check(name, Command(GM, "check", (("being", being.id), ("what", name))), "difficulty") for name in CORE]
