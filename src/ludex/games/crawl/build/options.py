"""What comes into question in each step of making a character, legal or not, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Price
from ludex.core.game import game_of
from ludex.core.kernel.derived import derived
from ludex.games.crawl.book.characters.aspects import ap_of, choices_of, item_of, items, money_of
from ludex.games.crawl.build import draft as drafted
from ludex.games.crawl.build import legality
from ludex.games.crawl.build.draft import DONE, OWN
from ludex.games.crawl.build.own_aspects import BARE, EVERY, GUARDS, METHODS, SKILLS, parts_for, worths_of
from ludex.games.crawl.records.kinds import Aspect
from ludex.games.crawl.records.parts import Worth
from ludex.games.crawl.records.price_list import EnergyPointCost, FailureChance
from ludex.games.crawl.state import CORE, Being, Learned, Scene

SKILL_TEXTS = {
    "none": "It holds by itself: more health, energy, strength, resistance.",
    "attack": "A roll against somebody who may defend.",
    "defense": "A roll against an attack.",
    "concentration": "Anything else that is used in a fight or out of it.",
    "non-combat": "What takes time and peace.",
}

SKILLED, BESTIAL = "Skills", "Of beasts and monsters"
GROUP_OF = {"attack": "Attacks", "defense": "Defences", "none": "Body, mind and training"}
NOTHING = Option("", "Nothing")
GROUPS = ("Attacks", "Defences", SKILLED, "Body, mind and training", BESTIAL)


def of_table() -> list[Option]:
    values = [value for value in legality.rulebook().options["opt_start_ap"].values if isinstance(value, int)]
    return [Option(value, f"{value} AP", "for each character") for value in sorted(values)]


# ---------------------------------------------------------------- aspects


def aspects(draft: Draft) -> list[Option]:
    own = [Option(DONE, "Done", "What is left is kept."), Option(OWN, "One of your own", "Built of priced parts.")]
    return [*own, *aspect_options(draft.library)]


@derived()
def aspect_options(library: Library) -> tuple[Option, ...]:
    found = [aspect_option(library, entry) for entry in library.all("aspect") if not entry.basic]
    return tuple(sorted(found, key=lambda option: GROUPS.index(option.group)))


def aspect_option(library: Library, entry: Aspect) -> Option:
    """`With strength. A slash with a blade.` What it requires is told by the refusal, as long as it is not there."""
    core = " or ".join([name for name in entry.inherits if name in CORE])
    price = Price(ap_of(library, Learned(entry.id)), "AP")
    words = (f"With {core}. " if core else "") + entry.text
    gives = [str(p.__struct_config__.tag) for p in entry.parts if not isinstance(p, FailureChance | EnergyPointCost)]
    also = " ".join(gives).replace("_", " ")
    return Option(entry.id, entry.name, words, group=group_of(entry), price=price, also=also)


def group_of(entry: Aspect) -> str:
    if entry.bestial:
        return BESTIAL
    defends = entry.use is not None and entry.use.when == "defense"
    return GROUP_OF["defense"] if defends else GROUP_OF.get(entry.skill, SKILLED)


def kinds(library: Library, entry: Aspect) -> list[Option]:
    """A kind of weapon, or a type of damage."""
    named = choices_of(library, entry)
    return [Option(n, item_of(library, n).name if entry.choice == "weapon_type" else n.capitalize()) for n in named]


# ---------------------------------------------------------------- an aspect of one's own


def skills() -> list[Option]:
    return [Option(name, name.capitalize(), SKILL_TEXTS[name]) for name in SKILLS]


def core_aspects() -> list[Option]:
    return [Option(name, name.capitalize()) for name in CORE]


def methods() -> list[Option]:
    """What an attack is made with."""
    weapons = [Option(name, name.capitalize(), "Weapons of this method.") for name in METHODS]
    return [Option(BARE, "No weapon", "A natural attack, or magic."), *weapons]


def guards() -> list[Option]:
    return [Option(name, name.capitalize()) for name in GUARDS]


def parts(skill: str) -> list[Option]:
    found = [Option(draw.value, draw.name, price=span(draw.tag)) for draw in parts_for(skill)]
    return [Option(DONE, "Done", "The aspect is whole."), *found]


def worths(priced: Mapping[Worth, int]) -> list[Option]:
    return [Option(w, f"{w:+}" if isinstance(w, int) else str(w), price=Price(ap, "AP")) for w, ap in priced.items()]


def span(tag: str) -> Price:
    """What a part costs, from the least to the most."""
    prices = list(worths_of(tag).values())
    return Price(min(prices), "AP", max(prices)) if prices else Price(EVERY[tag].PRICE, "AP")


# ---------------------------------------------------------------- things


def goods(draft: Draft) -> list[Option]:
    return [*things(draft, items(draft.library)), NOTHING]


def gear(draft: Draft) -> list[Option]:
    return [*things(draft, dict.fromkeys(drafted.equippable(draft))), NOTHING]


def things(draft: Draft, names: Iterable[str]) -> list[Option]:
    scene, being = drafted.somebody(draft)
    return [thing_option(scene, being, name) for name in names]


def thing_option(scene: Scene, being: Being, name: str) -> Option:
    """`1d8 cutting damage, two hands, 2 kg`"""
    item = item_of(scene.library, name)
    good_for = game_of(scene).face().about(scene, being, "item", name)
    return Option(name, item.name, good_for, price=Price(money_of(scene.library, item), "money"))
