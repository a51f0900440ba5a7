"""What comes into question in each step of making a character, legal or not, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.creation import Draft, Option
from ludex.core.game import game_of
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, choices_of, item_of, items, money_of
from ludex.games.crawl.build import draft as drafted
from ludex.games.crawl.build import legality
from ludex.games.crawl.build.draft import DONE, OWN
from ludex.games.crawl.build.own_aspects import BARE, EVERY, GUARDS, METHODS, SKILLS, parts_for, worths_of
from ludex.games.crawl.records.kinds import Armor, Aspect, Weapon
from ludex.games.crawl.state import CORE, Learned

SKILL_TEXTS = {
    "none": "It holds by itself: more health, energy, strength, resistance.",
    "attack": "A roll against somebody who may defend.",
    "defense": "A roll against an attack.",
    "concentration": "Anything else that is used in a fight or out of it.",
    "non-combat": "What takes time and peace.",
}

SKILLED, BESTIAL = "Skills", "Of beasts and monsters"
GROUP_OF = {"attack": "Attacks", "defense": "Defences", "none": "Body, mind and training"}
GROUPS = ("Attacks", "Defences", SKILLED, "Body, mind and training", BESTIAL)


def offered(draft: Draft, step: str) -> list[Option]:
    """The options of a step, by its name."""
    word, _, rest = step.partition(" ")
    match word:
        case "table":
            values = [value for value in legality.rulebook().options["opt_start_ap"].values if isinstance(value, int)]
            return [Option(value, f"{value} AP", "for each character") for value in sorted(values)]
        case "aspect":
            return aspects(draft)
        case "choice":
            return kinds(draft, int(rest))
        case "own":
            return of_own(draft, step)
        case "items":
            return [*things(draft, items(draft.library)), Option("", "Nothing")]
        case "equipped":
            return [*things(draft, dict.fromkeys(equippable(draft))), Option("", "Nothing")]
    return []


def aspects(draft: Draft) -> list[Option]:
    own = [Option(DONE, "Done", "What is left is kept."), Option(OWN, "One of your own", "Built of priced parts.")]
    library = draft.library
    found = [aspect_option(draft, entry) for entry in library.all("aspect") if not entry.basic]
    return [*own, *sorted(found, key=lambda option: GROUPS.index(option.group))]


def aspect_option(draft: Draft, entry: Aspect) -> Option:
    """`5 AP, with strength. A slash with a blade.`"""
    library = draft.library
    core = " or ".join([name for name in entry.inherits if name in CORE])
    price = f"{ap_of(library, Learned(entry.id))} AP" + (f", with {core}" if core else "")
    needs = ", ".join([aspect(library, name).name for name in entry.requires])
    words = f"{price}. {entry.text}" + (f" Requires {needs}." if needs else "")
    group = BESTIAL if entry.bestial else GROUP_OF.get(entry.skill, SKILLED)
    return Option(entry.id, entry.name, words, group=group)


def kinds(draft: Draft, number: int) -> list[Option]:
    """A kind of weapon, or a type of damage."""
    entry = aspect(draft.library, draft.get(f"aspect {number}"))
    named = choices_of(draft.library, entry)
    return [
        Option(n, item_of(draft.library, n).name if entry.choice == "weapon_type" else n.capitalize()) for n in named
    ]


def of_own(draft: Draft, step: str) -> list[Option]:
    """What an aspect of one's own is asked for."""
    _, number, what, *place = step.split()
    skill = drafted.own_skill(draft, int(number))
    match what:
        case "skill":
            return [Option(name, name.capitalize(), SKILL_TEXTS[name]) for name in SKILLS]
        case "inherits":
            return [Option(name, name.capitalize()) for name in CORE]
        case "with" if skill == "defense":
            return [Option(name, name.capitalize()) for name in GUARDS]
        case "with":
            weapons = [Option(name, name.capitalize(), "Weapons of this method.") for name in METHODS]
            return [Option(BARE, "No weapon", "A natural attack, or magic."), *weapons]
        case "part":
            found = [Option(draw.value, draw.name, span(draw.tag)) for draw in parts_for(skill)]
            return [Option(DONE, "Done", "The aspect is whole."), *found]
        case "worth":
            draw = drafted.own_draws(draft, int(number))[int(place[0]) - 1]
            worths = worths_of(draw.tag).items()
            return [Option(w, f"{w:+}" if isinstance(w, int) else str(w), f"{ap} AP") for w, ap in worths]
    return []


def span(tag: str) -> str:
    """What a part costs, from the least to the most."""
    prices = list(worths_of(tag).values())
    if not prices:
        return f"{EVERY[tag].PRICE} AP"
    return f"{min(prices)} to {max(prices)} AP"


def things(draft: Draft, names: Iterable[str]) -> list[Option]:
    """`700 money: 1d8 cutting damage, two hands, 2 kg`"""
    scene, being = drafted.somebody(draft)
    face, found = game_of(scene).face(), []
    for name in names:
        item = item_of(draft.library, name)
        price, good_for = money_of(draft.library, item), face.about(scene, being, "item", name)
        found.append(Option(name, item.name, f"{price} money: {good_for}"))
    return found


def equippable(draft: Draft) -> list[str]:
    """What of all that was bought can be held or worn."""
    return [name for name in drafted.things(draft) if isinstance(item_of(draft.library, name), Weapon | Armor)]
