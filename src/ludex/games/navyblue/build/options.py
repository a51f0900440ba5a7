"""What comes into question in each step of making a character, legal or not, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Price
from ludex.games.navyblue.build import draft as drafted
from ludex.games.navyblue.build import legality, start_kit
from ludex.games.navyblue.build.draft import NONE
from ludex.games.navyblue.build.from_content import item_of
from ludex.games.navyblue.build.start_kit import FOUND, Part
from ludex.games.navyblue.records.effects import GrantLanguage, GrantSkill
from ludex.games.navyblue.records.kinds import Armour, Feature, Item, Shield, Weapon
from ludex.games.navyblue.state import ARCHETYPES

HALVES = {"speak": "speak", "read": "read and write"}  # nb.lang.levels
VARIANTS = {  # what a table may play otherwise in creation
    "opt_dominant_counts": "Dominant features count",
    "opt_duplicate_lineage_features": "Lineage features twice",
    "opt_extra_rule": "No extra rule",
    "opt_extra_rule_twice": "Extra rule twice",
    "opt_warrior_no_magic": "Warriors without magic",
}
ARCHETYPE_TEXTS = {
    "Warrior": "Presence. No magic; repels it, and cuts the Devout off from theirs. Adds Presence to Vigor.",
    "Devout": "Bind. Magic from a source outside; it can be cut off and hardly be suppressed.",
    "Adept": "Flow. Versatile, armed, half magical; suppresses the magic of Mages.",
    "Mage": "Aether. Magic from within; it can be suppressed and never be cut off.",
}

# ---------------------------------------------------------------- ancestry


def variants() -> list[Option]:
    meaning = legality.rulebook().options
    return [Option(name, title, meaning[name].meaning) for name, title in VARIANTS.items()]


def lineages(library: Library) -> list[Option]:
    found = []
    features = library.shelves["feature"].entries
    for entry in library.all("lineage"):
        given = ", ".join(features[name].name for name in entry.dominant_features if name in features)
        low, high = entry.size_inches
        parts = f"{low} to {high} inches, up to {entry.max_age} years; {' or '.join(entry.sub_lineages)}; {given}."
        found.append(Option(entry.id, entry.name, f"{parts} {entry.text}".strip()))
    return found


def sub_lineages(library: Library, lineage: str) -> list[Option]:
    """None as long as nobody has said of which."""
    entry = library.shelves["lineage"].entries.get(lineage)
    return [Option(name, name) for name in entry.sub_lineages] if entry is not None else []


def variable(library: Library, lineage: str) -> list[Option]:
    every: Iterable[Feature] = library.all("feature")
    return [
        Option(feature.id, feature.name, feature.in_words(feature.text))
        for feature in every
        if feature.role == "variable" and feature.lineage == lineage
    ]


# ---------------------------------------------------------------- archetype, and what was learned


def archetypes() -> list[Option]:
    later = Option(NONE, "None yet", "Level 0: an archetype is picked, and level 1 reached, in play.")
    return [*(Option(name, name, ARCHETYPE_TEXTS[name]) for name in ARCHETYPES), later]


def archetype_features(library: Library) -> list[Option]:
    every: Iterable[Feature] = library.all("feature")
    own = [feature for feature in every if feature.origin == "archetype"]
    return [Option(f.id, f.name, f"{', '.join(f.archetypes) or 'Anybody'}. {f.in_words(f.text)}") for f in own]


def _given(draft: Draft, kind: type[GrantSkill | GrantLanguage]) -> list[tuple[str, str]]:
    """What features of the ancestry bring already: its id, and the feature's name."""
    shelf = draft.library.shelves["feature"].entries
    owned: list[Feature] = [shelf[name] for name in drafted.features_of(draft)]
    found = [(effect, feature.name) for feature in owned for effect in feature.effects if isinstance(effect, kind)]
    return [(effect.skill if isinstance(effect, GrantSkill) else effect.language, name) for effect, name in found]


def skills(draft: Draft) -> list[Option]:
    by = dict(_given(draft, GrantSkill))
    return [
        Option(skill.id, skill.name, skill.text + (f" You have it by {by[skill.id]}." if skill.id in by else ""))
        for skill in draft.library.all("skill")
    ]


def halves(draft: Draft) -> list[Option]:
    by = dict(_given(draft, GrantLanguage))
    return [
        Option(
            f"{language.id}:{half}",
            f"{language.name}: {words}",
            f"You have it by {by[language.id]}." if half == "speak" and language.id in by else "",
            price=Price(1, "points"),
        )
        for language in draft.library.all("language")
        for half, words in HALVES.items()
    ]


def broken(draft: Draft) -> list[Option]:
    by = dict(_given(draft, GrantLanguage))
    return [
        Option(spoken.id, spoken.name, f"You speak it well by {by[spoken.id]}." if spoken.id in by else spoken.text)
        for spoken in draft.library.all("language")
    ]


# ---------------------------------------------------------------- what is carried


def things(library: Library, part: Part) -> list[Option]:
    there = [thing for thing in start_kit.things(library, part) if FOUND not in thing.traits]
    found = [Option(thing.id, thing.name, _described(thing), price=Price(thing.slots, "slots")) for thing in there]
    return [*found, Option(NONE, "None")] if part.most == 1 else found


def _hands(thing: Item) -> list[str]:
    """How many hands hold it; armour is worn."""
    if isinstance(thing, Armour):
        return []
    return ["1 hand" if thing.hands == 1 else f"{thing.hands} hands"]


def _described(thing: Item) -> str:
    """How many hands it takes, and what it does."""
    parts = _hands(thing)
    if isinstance(thing, Weapon):
        strike = thing.attack
        parts.append(f"{' or '.join(strike.attack_attr)} against {' or '.join(strike.defend_with)}")
        parts.append(f"reach {strike.reach}")
    for cover in thing.protects if isinstance(thing, Armour) else (thing,) if isinstance(thing, Shield) else ():
        parts.append(f"{', '.join(cover.attrs)} {'/'.join(map(str, cover.shift))}")
    return ". ".join(filter(None, ["; ".join(parts), thing.text]))


def to_pack(library: Library, names: Iterable[str]) -> list[Option]:
    found = []
    for name in dict.fromkeys(names):
        thing = item_of(library, name, "kit")
        found.append(Option(name, thing.name, "; ".join(_hands(thing)), price=Price(thing.slots, "slots")))
    return [*found, Option(NONE, "Nothing")]
