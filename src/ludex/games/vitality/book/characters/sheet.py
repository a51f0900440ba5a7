"""The sheet of somebody of the content: name, Tier by level, the most HP, and what boons count as."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.content.content import ContentError, Library
from ludex.core.kernel.english import meant
from ludex.core.kernel.ruling import cite
from ludex.games.vitality.records.boon_effects import MaxHp
from ludex.games.vitality.records.ids import BEINGS
from ludex.games.vitality.records.kinds import Ability, Boon, Character, Enemy, Person, Trait
from ludex.games.vitality.state import HP, TIERS, Sheet

BONUSES = {"passive": "vt.boon.passive", "conditional": "vt.boon.conditional", "custom": "vt.boon.custom"}


def find_entry(library: Library, name: str, where: str) -> Person:
    for kind in BEINGS:
        if name in library.shelves[kind]:
            found: Person = library.shelves[kind].entries[name]
            return found
    known = [name for kind in BEINGS for name in library.shelves[kind].entries]
    raise ContentError(f"{where}: there is no character or enemy {name!r}; {meant(name, known)}")


def make_sheet(library: Library, entry: Person, *, hp_class: str = "", summoner: str = "") -> Sheet:
    """vt.tier.table: the level gives the Tier; vt.hp.max and vt.npc.hp_classes: the maximum of HP."""
    if not 0 <= entry.level < len(TIERS):
        raise ContentError(f"{entry.id}, field level: expected 0 to {len(TIERS) - 1} [vt.tier.table]")
    cite("vt.tier.table")
    sort = hp_class or (entry.hp_class if isinstance(entry, Enemy) else "player")
    return Sheet(
        kind=entry.id, pc=is_player(sort, summoner), hp_class=sort, level=entry.level, tier=TIERS[entry.level],
        hp=most_hp(library, sort, entry.boons),
        attributes={str(name): rank for name, rank in entry.attributes.items()},
        skill_attributes=entry.skill_attributes,
        movement=entry.archetypes.movement, defensive=entry.archetypes.defensive, attack=entry.archetypes.attack,
        utility_archetype=entry.archetypes.utility, boons=entry.boons, attacks=entry.attacks, utility=entry.utility,
        wealth=entry.wealth if isinstance(entry, Character) else "", summoner=summoner,
    )  # fmt: skip


def is_player(hp_class: str, summoner: str) -> bool:
    """vt.npc.hp_classes: whoever has the class of players, and is nobody's companion, is a player character."""
    return hp_class == "player" and not summoner


def most_hp(library: Library, hp_class: str, boons: Sequence[Boon]) -> int:
    """vt.hp.max, vt.npc.hp_classes: the maximum of HP; vt.boon.passive: less for the Sickly, but 1 at least."""
    cite("vt.npc.hp_classes" if hp_class != "player" else "vt.hp.max")
    passive = [library.shelves["passive"].get(boon.id) for boon in boons if boon.kind == "passive"]
    more = sum([effect.amount for bonus in passive for effect in bonus.effects if isinstance(effect, MaxHp)])
    return max(1, HP[hp_class] + more)


# ---------------------------------------------------------------- boons


def cost_of(library: Library, boon: Boon) -> int:
    """How many boons it counts as: an ability with its improvements, each as often as it was bought."""
    if boon.kind in BONUSES:
        return 1
    if boon.kind == "trait":
        trait: Trait = library.shelves["trait"].entries[boon.id]
        return trait.cost
    entry: Ability = library.shelves["ability"].entries[boon.id]
    prices = {better.id: better.cost for better in entry.improvements}
    return entry.cost + sum([prices[name] for name in boon.upgrades])


def boons_for(library: Library, entry: Person, points: int) -> tuple[Boon, ...]:
    """vt.ability.summon: of somebody's boons the first ones, as far as so many pay for them."""
    kept: tuple[Boon, ...] = ()
    for boon in entry.boons:
        points -= cost_of(library, boon)
        if points < 0:
            break
        kept = (*kept, boon)
    return kept
