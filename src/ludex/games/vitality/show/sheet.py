"""The whole sheet of a character, as sections of labels and values. Every number says what it is made of. And
what of it is laid out in trays, and the checks that it has numbers for."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count, listed, number
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.face import Check, Slot, Tray
from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Pair, Row, Section, figure, out_of, section
from ludex.games.vitality.book.attacks.built import attack_of, attacks_of
from ludex.games.vitality.book.attacks.limits import HEAL
from ludex.games.vitality.book.characters.features import ability, boon_effect, feature, uses_left
from ludex.games.vitality.book.characters.scores import (
    attribute,
    avoidance,
    boon_name,
    capacity,
    durability,
    initiative_parts,
    movement_left,
    resistance,
    skill_parts,
    speed,
    tier,
    total_of,
)
from ludex.games.vitality.book.characters.space import aloft
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.effort.on_rolls import LUCKY
from ludex.games.vitality.records.boon_effects import Heal, Lucky, Summon
from ludex.games.vitality.show.effects import all_effects, attack_words, boon_words, feature_words
from ludex.games.vitality.show.names import attack_title, being_name, spaces, stat_name, thing_name
from ludex.games.vitality.show.sentences import action_name
from ludex.games.vitality.show.sentences_of_deeds import trigger_words
from ludex.games.vitality.state import ATTRIBUTES, RESISTANCES, UNKNOWN, Being, Scene

CLASSES = {"player": "player character", "ally": "ally", "wall": "wall"}


def sheet(scene: Scene, being: Being) -> list[Section]:
    boons = [(boon_name(scene, boon), boon_words(scene, being, boon)) for boon in being.sheet.boons]
    return [
        section("", [pair for pair in _who(scene, being) if pair[1]], "who"),
        section("Now", [pair for pair in _now(scene, being) if pair[1]], "now"),
        section("Scores", _scores(scene, being), "numbers"),
        section("Attributes", _attributes(scene, being), "numbers"),
        section("Attacks", _attacks(scene, being), "arms"),
        section("Boons", [pair for pair in boons if pair[1]]),
        section("Features", [pair for pair in _features(scene, being) if pair[1]]),
    ]


def made_of(label: str, parts: Iterable[Modifier]) -> Row:
    """`13 (5 base, +4 Tier, +4 Untouchable)`"""
    listed_parts = [part for part in parts if part.amount]
    total = total_of(listed_parts)
    if len(listed_parts) < 2:
        return figure(label, total, number(total))
    told = [
        f"{part.amount} base" if part.source == "base" else f"{with_sign(part.amount)} {part.source}"
        for part in listed_parts
    ]
    rest = ", ".join(told)
    return figure(label, total, f"{number(total)} ({rest})", rest)


def tier_words(scene: Scene, being: Being) -> str:
    """`4`; `3 now, built 4`; and what has been spent but is not felt yet."""
    now, built = tier(scene, being), being.sheet.tier
    told = str(now) if now == built else f"{now} now, built {built}"
    return f"{told}; {now - being.owing} from the next turn on" if being.owing else told


def efforts_words(scene: Scene, being: Being) -> str:
    """How many are left at the usual price; then the last one, which knocks out."""
    most = allowed(scene, being)
    if not most:
        return ""
    left = max(0, most - being.efforts)
    last = being.efforts <= most
    return f"{left} of {most} left" + (", and the last one, which knocks out" if last else "; every one is spent")


# ---------------------------------------------------------------- who and how


def _who(scene: Scene, being: Being) -> list[tuple[str, str]]:
    made = being.sheet
    kinds = [made.movement, made.defensive, made.attack, made.utility_archetype]
    return [
        ("Kind", CLASSES.get(made.hp_class, f"{made.hp_class} of the enemy")),
        ("Level", "" if being.is_wall else f"{made.level}, Tier {made.tier}"),
        ("Archetypes", listed([thing_name(scene, kind) for kind in kinds if kind])),
        ("Wealth", made.wealth.replace("_", " ")),
        ("Belongs to", being_name(scene, made.summoner) if made.summoner else ""),
    ]


def _now(scene: Scene, being: Being) -> list[Pair]:
    up = aloft(scene, being)
    charged = being.charged
    return [
        out_of("HP", being.hp, being.sheet.hp),
        ("Tier", "" if being.is_wall else tier_words(scene, being)),
        ("Efforts", efforts_words(scene, being)),
        (
            "At",
            f"{scene.stands(being.at, being.id)}{f', {spaces(up)} above the ground' if up else ''}"
            if being.here
            else "",
        ),
        ("Uses left", listed(_uses(scene, being))),
        ("Prepared", prepared_words(scene, being)),
        ("Charges", f"{attack_title(scene, charged[0], being.id)}, {count(charged[1], 'turn')}" if charged[0] else ""),
        ("Carries", listed([being_name(scene, name) for name in being.carries])),
    ]


def prepared_words(scene: Scene, being: Being) -> str:
    """`Long Shot, for when Kestrel moves a space`; of enemies only that there is something."""
    prepared = being.prepared
    if prepared is None:
        return ""
    if prepared.event == UNKNOWN:
        return "something"
    whom = being_name(scene, prepared.who) if prepared.who else "an enemy"
    attack = prepared.command.arg("attack")
    deed = attack_title(scene, attack, being.id) if attack else action_name(scene, prepared.command.name)
    return f"{deed}, for when {trigger_words(prepared.event, whom)}"


def _uses(scene: Scene, being: Being) -> list[str]:
    """What can be done so often between rests."""
    found = []
    if (heal := ability(scene, being, Heal)) is not None:
        found.append(f"Heal {uses_left(being, HEAL, heal[2].uses)}")
    if (summon := ability(scene, being, Summon)) is not None:
        found.append(f"Summon {uses_left(being, 'summon', summon[2].uses)}")
    if (lucky := boon_effect(scene, being, Lucky)) is not None:
        found.append(f"Lucky {uses_left(being, LUCKY, lucky[1].uses)}")
    return found


# ---------------------------------------------------------------- numbers


def _scores(scene: Scene, being: Being) -> list[Row]:
    shown = [made_of("Avoidance", avoidance(scene, being)), made_of("Durability", durability(scene, being))]
    if being.is_wall:
        return shown
    shown += [made_of(stat_name(name), resistance(scene, being, name)) for name in RESISTANCES]
    far = speed(scene, being)
    left = f", {movement_left(scene, being)} left" if scene.turns.current == being.id else ""
    return [
        *shown,
        figure("Movement", far, f"{spaces(far)}{left}", spaces(far).partition(" ")[2] + left),
        made_of("Initiative", initiative_parts(scene, being)),
        figure("Capacity", capacity(scene, being), str(capacity(scene, being))),
    ]


def _attributes(scene: Scene, being: Being) -> list[Row]:
    if being.is_wall:
        return []
    found = []
    for name in ATTRIBUTES:
        check, own = total_of(skill_parts(scene, being, name)), attribute(being, name)
        rest = f"{check} on checks" if check != own else ""
        found.append(figure(name.capitalize(), own, f"{own}, {rest}" if rest else str(own), rest))
    return found


# ---------------------------------------------------------------- what they can do


def _attacks(scene: Scene, being: Being) -> list[Row]:
    """The own ones with all their numbers, and the two that everybody has."""
    attacks = [(name, attack_of(scene, being, name)) for name in attacks_of(being)]
    return [Row(attack.name, attack_words(scene, being, attack), things=(name,)) for name, attack in attacks]


def _features(scene: Scene, being: Being) -> list[tuple[str, str]]:
    made = being.sheet
    shelf = scene.library.shelves["archetype"].entries
    kinds = [shelf[kind] for kind in (made.movement, made.defensive) if kind]
    shown = [(entry.name, entry.text.rstrip(".") or all_effects(entry.effects)) for entry in kinds]
    for name in dict.fromkeys(made.utility):
        entry = feature(scene, name)
        ranks = made.utility.count(name)
        shown.append((entry.name + (f" ×{ranks}" if ranks > 1 else ""), feature_words(entry)))
    return shown


# ---------------------------------------------------------------- trays and checks


def trays(scene: Scene, being: Being) -> list[Tray]:
    """vt.tier, vt.effort.third: the Tier now and as built; the Efforts, and the last one, which knocks out."""
    if being.is_wall:
        return []
    now, built = tier(scene, being), being.sheet.tier
    later = f"{now - being.owing} from the next turn on" if being.owing else ""
    shown = Slot(str(now), f"built {built}", "held" if now == built else "hurt")
    found = [Tray("tier", "Tier", (shown,), later, ("Tier",))]
    most = allowed(scene, being)
    if most:
        usual = [Slot("", "", "spent" if place < being.efforts else "ready") for place in range(most)]
        last = Slot("", "the last: knocks out", "spent" if being.efforts > most else "last")
        found.append(Tray("efforts", "Efforts", (*usual, last), f"{max(0, most - being.efforts)} left until a rest"))
    return found


def checks(scene: Scene, being: Being) -> list[Check]:
    if being.is_wall:
        return []
    return [
        Check(
            name.capitalize(),
            Command(GM, "check", (("being", being.id), ("attribute", name))),
            "number",
            bonus=total_of(skill_parts(scene, being, name)),
        )
        for name in ATTRIBUTES
    ]
