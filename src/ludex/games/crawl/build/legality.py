"""What a legal character is: the rules of creation, each as a check that names its rule.

The steps of creation refuse by the same checks that judge a finished character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from ludex.core.board.hex import HexBoard
from ludex.core.book.rulebook import Rulebook, Value
from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, choices_of, item_of, money_of, parts_of, price_of
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import hands_of
from ludex.games.crawl.build.from_content import make_being
from ludex.games.crawl.records.kinds import Armor, Aspect, Character, Has
from ludex.games.crawl.records.price_list import (
    EnergyPointCost,
    FailureChance,
    GrantsAspect,
    NpcCohort,
    StartingWealthModifier,
)
from ludex.games.crawl.state import SLOTS, Being, Learned, Scene, Turns

POOL, SCHEMA, DEFINITION, SLOT = "tc.ap.start_pool", "tc.ap.schema", "tc.aspect.definition", "tc.equip.slots"
MONEY = 2000  # tc.gap.start_ap: what somebody new can spend on things
HANDS = 2

RULES = (  # what a finished character is judged by
    POOL, DEFINITION, SCHEMA, "tc.money", SLOT, "tc.equip.lightweight", "tc.armor.encumbrance",
)  # fmt: skip

# ---------------------------------------------------------------- somebody who is not in play yet


@cache
def rulebook() -> Rulebook:
    return Rulebook.load(Path(__file__).parent.parent / "rules.toml")


def unplayed(library: Library, options: Mapping[str, Value]) -> Scene:
    """Nowhere, by the options of a table: what depends on the rules alone can be asked there."""
    nowhere = HexBoard([(0, 0)], {}, ())
    scene = Scene(game="crawl", mode="creation", beings={}, options=dict(options), turns=Turns(), board=nowhere)
    scene.library = library
    return scene


def somebody(library: Library, entry: Character, options: Mapping[str, Value] | None = None) -> tuple[Scene, Being]:
    """Who a character is, with what they have equipped."""
    scene = unplayed(library, options or rulebook().default_options())
    return scene, make_being(scene, entry, entry.id)


def known_of(entry: Character) -> tuple[Learned, ...]:
    return tuple([Learned(owns.aspect, owns.choice, owns.changed) for owns in entry.aspects])


# ---------------------------------------------------------------- aspect points


def spent_on(library: Library, known: Iterable[Learned]) -> int:
    """tc.aspect.definition: what all of them cost together."""
    return sum([ap_of(library, one) for one in known])


def about_share(pool: int, characters: int, points: int) -> Iterator[Refusal]:
    """tc.ap.start_pool: the points are divided as wanted, but each character has at least one."""
    if characters < 1:
        yield Refusal("a player has at least one character", POOL)
    elif points < 1:
        yield Refusal("every character has at least 1 AP", POOL)
    elif points > pool - (characters - 1):
        left = pool - points
        others = f"{characters - 1} more character{'s' if characters > 2 else ''}"
        reason = f"{points} of {pool} AP leave {left} for {others}" if characters > 1 else f"there are {pool} AP"
        yield Refusal(reason, POOL)


def about_points(library: Library, entry: Character) -> Iterator[Refusal]:
    """No more than there are at the start, all in all, with whoever shares them; and at least one that is invested."""
    most = rulebook().default_options()["opt_start_ap"]
    assert isinstance(most, int)
    spent = spent_on(library, known_of(entry))
    if spent < 1:
        yield Refusal("no aspect point is invested", POOL)
    together = sharers(library, entry)
    everything = sum([spent_on(library, known_of(one)) + one.ap for one in together])
    if everything > most:
        yield Refusal(f"{everything} AP; a new character has {most}", POOL)
    if entry.cohort_of:
        yield from about_cohort(library, entry, everything)


def sharers(library: Library, entry: Character) -> list[Character]:
    """Those who share the same points: a leader and their cohorts."""
    leader = entry.cohort_of or entry.id
    others = [one for one in library.all("character") if leader in (one.id, one.cohort_of) and one.id != entry.id]
    return [entry, *others]


def about_cohort(library: Library, entry: Character, everything: int) -> Iterator[Refusal]:
    """NPC Cohort: an aspect of the leader's; at most half of the points are the cohort's."""
    leader: Character = library.shelves["character"].get(entry.cohort_of)
    owned = [part for one in known_of(leader) for part in parts_of(library, one)]
    if not any([isinstance(part, NpcCohort) for part in owned]):
        yield Refusal(f"{leader.name} has no aspect that gives a cohort", SCHEMA)
    mine = spent_on(library, known_of(entry)) + entry.ap
    if 2 * mine > everything:
        yield Refusal(f"{mine} of {everything} AP are the cohort's; at most half are", SCHEMA)


# ---------------------------------------------------------------- aspects


def about_aspect(
    library: Library, known: Sequence[Learned], new: Learned, granted: Iterable[str] = ()
) -> Iterator[Refusal]:
    """Why somebody with these aspects cannot have one more: its requirements, and how often it may be taken."""
    entry = aspect(library, new.aspect)
    have = [one.aspect for one in known] + list(granted)
    missing = [aspect(library, need).name for need in entry.requires if need not in have]
    if missing:
        yield Refusal(f"{entry.name} requires {', '.join(missing)}", DEFINITION)
    if entry.basic:
        yield Refusal(f"everybody has {entry.name}", DEFINITION)
    same = [one for one in known if one.aspect == new.aspect and one.choice == new.choice]
    if len(same) >= entry.max_times:
        times = "once" if entry.max_times == 1 else f"{entry.max_times} times"
        yield Refusal(f"{entry.name} can be taken {times}", DEFINITION)


def about_choice(library: Library, entry: Aspect, choice: str) -> Iterator[Refusal]:
    """An aspect that leaves something to choose has it chosen."""
    if choice not in choices_of(library, entry):
        yield Refusal(f"{entry.name}: {choice or 'nothing'} cannot be chosen", DEFINITION)


def about_own(library: Library, entry: Aspect) -> Iterator[Refusal]:
    """tc.ap.schema: what an aspect of one's own is made of."""
    if not entry.parts:
        yield Refusal(f"{entry.name} has no parts", SCHEMA)
        return
    price = price_of(library, entry.parts)
    if price <= 0:
        yield Refusal(f"its parts come to {price} AP; an aspect costs more than 0", SCHEMA)
    if entry.skill in ("attack", "defense"):
        kinds = [type(part) for part in entry.parts]
        if FailureChance not in kinds:
            yield Refusal(f"an {entry.skill} aspect needs a Failure Chance", SCHEMA)
        if EnergyPointCost not in kinds:
            yield Refusal(f"an {entry.skill} aspect needs an Energy Point Cost", SCHEMA)


def about_aspects(library: Library, entry: Character) -> Iterator[Refusal]:
    """All together: the order in which they were bought is not told."""
    known = known_of(entry)
    granted = [
        part.aspect
        for name in worn_of(entry)
        for part in item_of(library, name).parts
        if isinstance(part, GrantsAspect)
    ]
    for number, one in enumerate(known):
        others = known[:number] + known[number + 1 :]
        before = [other for other in known[:number] if other == one]
        rest = [other for other in others if (other.aspect, other.choice) != (one.aspect, one.choice)]
        yield from about_aspect(library, (*rest, *before), one, granted)
        yield from about_choice(library, aspect(library, one.aspect), one.choice)


# ---------------------------------------------------------------- things


def worn_of(entry: Character) -> list[str]:
    return [has.item for has in entry.items if has.equipped]


def wealth(library: Library, known: Iterable[Learned]) -> int:
    """What there is to spend on things: the same for everybody, and what aspects add."""
    more = [p.value for one in known for p in parts_of(library, one) if isinstance(p, StartingWealthModifier)]
    return MONEY + sum(more)


def cost_of(library: Library, things: Iterable[Has]) -> int:
    return sum([has.count * money_of(library, item_of(library, has.item)) for has in things])


def about_money(library: Library, entry: Character) -> Iterator[Refusal]:
    """tc.money: what is carried and what is left are no more than there was."""
    had = wealth(library, known_of(entry))
    spent = cost_of(library, entry.items)
    if spent + entry.money > had:
        yield Refusal(f"things for {spent} and {entry.money} money left; there were {had}", "tc.money")


def about_hands(library: Library, names: Sequence[str]) -> Iterator[Refusal]:
    made = [item_of(library, name) for name in names]
    hands = sum([hands_of(thing) for thing in made if not isinstance(thing, Armor) or thing.slot == "hand"])
    if hands > HANDS:
        yield Refusal(f"{hands} hands are needed; there are {HANDS}", SLOT)


def about_equipped(library: Library, names: Sequence[str], strength: int) -> Iterator[Refusal]:
    """tc.equip.slots: one thing for each slot, and two hands; what is lightweight needs no slot. Some armour asks for
    strength (tc.armor.encumbrance)."""
    yield from about_hands(library, names)
    made = [item_of(library, name) for name in names]
    worn = [thing for thing in made if isinstance(thing, Armor) and thing.slot != "hand"]
    for slot in SLOTS:
        there = [thing.name for thing in worn if thing.slot == slot and not thing.lightweight]
        if len(there) > 1:
            yield Refusal(f"{' and '.join(there)} do not go on the {slot} together", SLOT)
    for thing in worn:
        if thing.requires_strength is not None and strength < thing.requires_strength:
            yield Refusal(f"{thing.name} requires strength {thing.requires_strength:+}", "tc.armor.encumbrance")


# ---------------------------------------------------------------- a whole character


def faults(library: Library, entry: Character) -> list[Fault]:
    """What of this character no rule of creation allows, but for the rules that its table has waived."""
    cite(*RULES)
    return [fault for fault in _all_faults(library, entry) if fault.rule not in entry.allowed]


def _all_faults(library: Library, entry: Character) -> Iterator[Fault]:
    yield from about("aspects", about_points(library, entry))
    yield from about("aspects", about_aspects(library, entry))
    yield from about("items" if entry.items else "money", about_money(library, entry))
    too_much = list(about("items", about_hands(library, worn_of(entry))))
    if too_much:
        yield from too_much
        return
    scene, being = somebody(library, entry)
    yield from about("items", about_equipped(library, worn_of(entry), core(scene, being, "strength")))
