"""What a draft comes to so far: its points and money, its aspects, those of its own, and the entries of content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Library
from ludex.core.creation import Draft, free_id
from ludex.games.crawl.book.characters.aspects import aspect, item_of
from ludex.games.crawl.build import legality
from ludex.games.crawl.build.own_aspects import BARE, Draw, drawn, make_aspect, make_part, worths_of
from ludex.games.crawl.records.kinds import Armor, Aspect, Character, Has, Owns, Weapon
from ludex.games.crawl.records.price_list import AnyPart
from ludex.games.crawl.state import Being, Learned, Scene

DONE, OWN = "", "own aspect"  # in place of an aspect of the content
USUALLY = {"defense": "dodge"}  # what a skill is used with as long as nothing is said
KEPT = 64  # drafts, of which what follows from them is kept

# ---------------------------------------------------------------- points and money


def options_of(draft: Draft) -> dict[str, Value]:
    return legality.rulebook().default_options() | {"opt_start_ap": start_points(draft)}


def start_points(draft: Draft) -> int:
    """tc.ap.start_pool: what the table gives to each character."""
    usual = legality.rulebook().default_options()["opt_start_ap"]
    assert isinstance(usual, int)
    return int(draft.get("table", usual))


def characters(draft: Draft) -> int:
    return int(draft.get("characters", (1,))[0])


def pool(draft: Draft) -> int:
    """All that a player has to divide."""
    return start_points(draft) * max(1, characters(draft))


def points(draft: Draft) -> int:
    return int(draft.get("points", (start_points(draft),))[0])


@lru_cache(maxsize=KEPT)
def left(draft: Draft) -> int:
    """Aspect points that are not spent yet."""
    return points(draft) - legality.spent_on(library_of(draft), known(draft))


def money(draft: Draft) -> int:
    """What there is for things."""
    return legality.wealth(library_of(draft), known(draft))


# ---------------------------------------------------------------- aspects


def picks(draft: Draft) -> Iterator[tuple[int, str]]:
    """The aspects that were chosen, by number."""
    number = 1
    while draft.get(f"aspect {number}", DONE) != DONE:
        yield number, draft.get(f"aspect {number}")
        number += 1


@lru_cache(maxsize=KEPT)
def known(draft: Draft) -> tuple[Learned, ...]:
    """Every aspect that is chosen, and said what has to be said of it."""
    found = []
    for number, name in picks(draft):
        if name == OWN:
            if own_done(draft, number):
                found.append(Learned(own_aspect(draft, number).id))
        elif not aspect(draft.library, name).choice or draft.has(f"aspect {number} choice"):
            found.append(Learned(name, draft.get(f"aspect {number} choice", "")))
    return tuple(found)


def own_aspects(draft: Draft) -> list[Aspect]:
    return [own_aspect(draft, number) for number, name in picks(draft) if name == OWN and own_done(draft, number)]


def own_skill(draft: Draft, number: int) -> str:
    return str(draft.get(f"aspect {number} skill", "none"))


def own_draws(draft: Draft, number: int) -> list[Draw]:
    """The parts that an aspect of one's own was given so far."""
    found: list[Draw] = []
    while (value := draft.get(f"aspect {number} part {len(found) + 1}", DONE)) != DONE:
        found.append(drawn(own_skill(draft, number), value))
    return found


def own_done(draft: Draft, number: int) -> bool:
    """All that is asked of it is said, and all its parts are named."""
    skill = own_skill(draft, number)
    asked = ["name", "skill"] + ["inherits"] * (skill != "none") + ["with"] * (skill in ("attack", "defense"))
    said = all([draft.has(f"aspect {number} {what}") for what in asked])
    return said and bool(draft.get(f"aspect {number} part {len(own_draws(draft, number)) + 1}") == DONE)


def own_parts(draft: Draft, number: int) -> list[AnyPart]:
    """Those whose worth is said."""
    made = []
    for place, draw in enumerate(own_draws(draft, number), 1):
        step = f"aspect {number} part {place} worth"
        if draft.has(step) or not worths_of(draw.tag):
            made.append(make_part(draw, draft.get(step)))
    return made


@lru_cache(maxsize=KEPT)
def own_aspect(draft: Draft, number: int) -> Aspect:
    name = str(draft.get(f"aspect {number} name", "Own aspect")).strip()
    earlier = [one.id for one in own_before(draft, number)]
    taken = [*draft.library.shelves["aspect"].entries, *earlier]
    return make_aspect(
        free_id(name, "own_aspect", taken), name, own_skill(draft, number), draft.get(f"aspect {number} inherits", ""),
        draft.get(f"aspect {number} with", USUALLY.get(own_skill(draft, number), BARE)), own_parts(draft, number),
    )  # fmt: skip


def own_before(draft: Draft, number: int) -> list[Aspect]:
    return [own_aspect(draft, other) for other, name in picks(draft) if name == OWN and other < number]


@lru_cache(maxsize=KEPT)
def library_of(draft: Draft) -> Library:
    """The content, with the aspects of one's own."""
    made = own_aspects(draft)
    if not made:
        return draft.library
    library = draft.library.copy()
    for entry in made:
        library.shelves["aspect"].entries[entry.id] = entry
    return library


# ---------------------------------------------------------------- the character


def filled(chosen: Sequence[str]) -> list[str]:
    """Without the word for nothing."""
    return [name for name in chosen if name]


def things(draft: Draft, step: str = "items") -> list[str]:
    return filled(draft.get(step, ()))


def equippable(draft: Draft) -> list[str]:
    """What of all that was bought can be held or worn."""
    return [name for name in things(draft) if isinstance(item_of(draft.library, name), Weapon | Armor)]


@lru_cache(maxsize=KEPT)
def somebody(draft: Draft) -> tuple[Scene, Being]:
    """Who they are so far."""
    return legality.somebody(library_of(draft), entry_of(draft), options_of(draft))


def entry_of(draft: Draft) -> Character:
    library = library_of(draft)
    equipped, bought = things(draft, "equipped"), things(draft)
    rest = list(bought)
    for thing in equipped:
        if thing in rest:
            rest.remove(thing)
    carried = [Has(item=thing, equipped=True) for thing in equipped if thing in bought]
    carried += [Has(item=thing, count=rest.count(thing)) for thing in dict.fromkeys(rest)]
    own = known(draft)
    usual = legality.rulebook().default_options()["opt_start_ap"]
    assert isinstance(usual, int)
    more = (legality.POOL,) if points(draft) > usual else ()
    return Character(
        id=draft.id("character", "enemy"),
        name=draft.name,
        aspects=tuple([Owns(aspect=one.aspect, choice=one.choice) for one in own]),
        ap=max(0, points(draft) - legality.spent_on(library, own)),
        money=max(0, legality.wealth(library, own) - legality.cost_of(library, carried)),
        items=tuple(carried),
        allowed=tuple(dict.fromkeys((*draft.allowed, *more))),
    )
