"""The whole sheet of a unit, as sections of labels and values."""

from __future__ import annotations

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import with_sign
from ludex.core.show.sheet import Pair, Row, Section, figure, out_of, section
from ludex.games.cloudbreaker.book.attacks.features import feature
from ludex.games.cloudbreaker.book.attacks.weapons import at_hand, free_hands, lost_uses, to_hit, use_of
from ludex.games.cloudbreaker.book.conditions import captives
from ludex.games.cloudbreaker.book.neutralising import concealed, falters
from ludex.games.cloudbreaker.records.kinds import Falter, Feature, Method
from ludex.games.cloudbreaker.show.effects import all_effects, clues, use_words
from ludex.games.cloudbreaker.show.names import being_name, part_name, thing_name, things, tokens
from ludex.games.cloudbreaker.state import ENEMY, OBJECT, Being, Scene


def sheet(scene: Scene, being: Being) -> list[Section]:
    made = being.sheet
    sections: list[Section] = [
        section("", [pair for pair in _who(scene, being) if pair[1]], "who"),
        section("Now", [pair for pair in _now(scene, being) if pair[1]], "now"),
        section("Targets", _targets(scene, being) if len(made.parts) > 1 else []),
        section("Attacks", [_attack(scene, being, name) for name in _arms(scene, being)], "arms"),
        section("Spells", [_attack(scene, being, name) for name in being.spells if name not in dict(made.to_hit)]),
        section("Maneuvers", _maneuvers(being)),
        section("Features", [_feature(scene, name) for name in made.features]),
        section("Items", _items(scene, being)),
    ]
    if made.sort == ENEMY:
        sections.append(section("To neutralise them", _neutralise(scene, being)))
    return sections


# ---------------------------------------------------------------- who and how


def _who(scene: Scene, being: Being) -> list[tuple[str, str]]:
    made = being.sheet
    ranks = [f"{thing_name(scene, name)} {rank}" for name, rank in made.class_ranks]
    second = f", with {thing_name(scene, made.secondary_class)}" if made.secondary_class else ""
    nature = [made.rank, made.creature_type, "sentient" if made.sentient and made.creature_type else ""]
    nature.append("independent of morale" if made.independent else "")
    return [
        ("Kind", ", ".join(filter(None, nature))),
        ("Class", f"{thing_name(scene, made.class_)}{second}" if made.class_ else ""),
        ("Ranks", ", ".join(ranks)),
        ("Level", str(made.level) if made.pc else ""),
        ("Size", made.size),
        ("Turn speed", _speed(being)),
        ("Move", f"{count(made.move, 'zone')} for a minor action, at most {count(made.max_move, 'zone')} in a turn"),
        ("Actions", f"{made.major} Major, {made.minor} minor"),
        ("Mastery", f"{with_sign(made.mastery_bonus)} with {things(scene, made.masteries)}" if made.masteries else ""),
    ]


def _speed(being: Being) -> str:
    """cb.turn.boss_extra: a Boss has a second turn."""
    speed = being.sheet.turn_speed
    return f"{speed}, and {max(0, speed - 5)} for a second turn" if being.sheet.rank == "Boss" else str(speed)


def _now(scene: Scene, being: Being) -> list[Pair]:
    made = being.sheet
    vital = made.parts[made.vital]
    held = [f"{other.name}{part_name(scene, other.id, c.note)}" for other, c in captives(scene, being)]
    latched = being.latched
    return [
        out_of("HP", being.hp, vital.hp),
        *([out_of("MP", being.mp, made.mp)] if made.mp else []),
        *([out_of("Resolve", being.resolve, made.resolve)] if made.resolve else []),
        figure("Defense", vital.defense, str(vital.defense)),
        ("Spirit", tokens(being.spirit) if made.pc else ""),
        ("Takes", f"at most {tokens(being.takes)} at once" if being.takes < 99 else ""),
        ("In", scene.board.zones[being.at].name if being.at in scene.board and being.here else ""),
        ("In hand", things(scene, being.wielded) if being.wielded else ""),
        ("Free hands", str(free_hands(scene, being)) if made.hands else ""),
        ("Holds", listed(held)),
        ("Latched onto", f"{being_name(scene, latched[0])}{part_name(scene, *latched)}" if latched else ""),
        ("Resists", ", ".join(made.resist)),
        ("Vulnerable", ", ".join(made.vulnerable)),
        ("Reduces", f"{made.reduction} off all damage" if made.reduction else ""),
        ("Fate", being.fate),
        ("Attuned to", listed(being.attunements)),
    ]


def _targets(scene: Scene, being: Being) -> list[tuple[str, str]]:
    found = []
    for part, hp in zip(being.sheet.parts, being.parts, strict=True):
        about = [f"{hp} of {part.hp} HP", f"Defense {part.defense}"]
        about += ["vital"] if part.vital else []
        about += [f"has {listed(part.tags)}"] if part.tags else []
        broken = all_effects(scene, part.when_broken)
        about += [f"when broken: {broken}"] if broken else []
        about += [f"when broken, no {things(scene, part.loses)}"] if part.loses else []
        found.append((part.name, "; ".join(about) if hp else f"broken; {'; '.join(about[1:])}"))
    return found


# ---------------------------------------------------------------- what they can do


def _arms(scene: Scene, being: Being) -> list[str]:
    """Everything they could strike with: in hand, put away, and by their stat block."""
    every = (*at_hand(scene, being), *being.weapons, *(name for name, _ in being.sheet.to_hit))
    return list(dict.fromkeys(every))


def _attack(scene: Scene, being: Being, name: str) -> Row:
    use = use_of(scene, name)
    bonus = to_hit(scene, being, use)
    hit = f"{with_sign(bonus.amount if bonus is not None else 0)} to hit, " if use.attack_roll else ""
    weapon = name in scene.library.shelves["weapon"]
    away = ", put away" if weapon and name not in at_hand(scene, being) else ""
    broken = ", gone with the broken target" if name in lost_uses(being) else ""
    return Row(use.name, f"{hit}{use_words(scene, use)}{away}{broken}", things=(name,))


KINDS = {
    "scuffle": ("Scuffle", "Grapple, Push, Trip, Disarm"),
    "cheap_shot": ("Cheap shot", "Impair, Latch on, Trip, Disarm"),
}


def _maneuvers(being: Being) -> list[Row]:
    """Of enemies what the stat block states; all others by mastery in the two kinds."""
    made = being.sheet
    if made.sort in (ENEMY, OBJECT):
        return [figure(name.capitalize(), bonus, with_sign(bonus), signed=True) for name, bonus in made.maneuvers]
    bonuses = {kind: made.mastery_bonus if kind in made.masteries else 0 for kind in KINDS}
    return [
        figure(label, bonuses[kind], f"{with_sign(bonuses[kind])}: {names}", names, signed=True)
        for kind, (label, names) in KINDS.items()
    ]


TIMING = {"instant": "instant", "triggered": "by itself", "passive": ""}
LIMIT = {
    "": "", "once_per_turn": "once per turn", "once_per_round": "once per round",
    "once_per_situation": "once per situation",
}  # fmt: skip
ACTIONS = {"major": "a Major Action", "minor": "a minor action", "free": "free"}


def _feature(scene: Scene, name: str) -> Row:
    entry: Feature = feature(scene, name)
    cost = ACTIONS[entry.action] if entry.timing == "instant" else ""
    when = ", ".join(filter(None, (TIMING[entry.timing], cost, LIMIT[entry.limit])))
    text = entry.text or all_effects(scene, entry.effects)
    return Row(entry.name, f"{when}. {text}" if when else text, things=(name,))


CARRIED = "none"  # the target of what works by being carried


def _items(scene: Scene, being: Being) -> list[Row]:
    found = []
    for name in dict.fromkeys(being.items):
        number = being.items.count(name)
        use = use_of(scene, name)
        words = use_words(scene, use) if str(use.targets) != CARRIED else all_effects(scene, use.effects)
        called = use.name + (f" ×{number}" if number > 1 else "")
        found.append(Row(called, f"{words}. {use.text}".strip(), things=(name,)))
    return found


# ---------------------------------------------------------------- how to deal with an enemy


CHANNELS = {"speech": "by speech", "sound": "by sound", "none": ""}


def _neutralise(scene: Scene, being: Being) -> list[tuple[str, str]]:
    """What they yield to. A guess has nothing here: who is in disguise has to be analysed first."""
    made = being.sheet
    if made.kind not in scene.library.shelves["enemy"]:
        return [("Unknown", "analyse them to find out what they are and what they yield to")]
    found = [_way(scene, way) for way in made.neutralise]
    if made.falter:
        now = ": they do now" if being.here and falters(scene, being) else ""
        found.append(("Falters", f"{' or '.join(_falter(row) for row in made.falter)}{now}"))
    if made.analyse and concealed(scene, being):
        found.append(("To analyse them", clues(scene, made.analyse)))
    return found


def _way(scene: Scene, way: Method) -> tuple[str, str]:
    far = "in the same zone" if way.channel == "none" else f"up to {count(way.range, 'zone')}"
    needs = f"with {thing_name(scene, way.needs_item)}" if way.needs_item else ""
    about = ", ".join(filter(None, (CHANNELS[way.channel], far, needs)))
    return thing_name(scene, way.method), f"{way.nd}, or {way.nd_faltering} while they falter; {about}"


def _falter(row: Falter) -> str:
    match row.when:
        case "hp_at_most_half":
            return "at half of their HP"
        case "mp_at_most_half":
            return "at half of their MP"
        case "condition":
            return f"while {row.condition}"
        case "targets_broken":
            which = f" with {row.tag}" if row.tag else ""
            return f"when {count(max(1, row.count), 'target')}{which} {'are' if row.count > 1 else 'is'} broken"
    return f"with no comrade within {count(row.zones, 'zone')}" if row.zones else "with no comrade in their zone"
