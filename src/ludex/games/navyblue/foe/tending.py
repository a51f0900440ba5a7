"""What the simple policy does in peace before anything else: wounds, hands, and what stands open."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import command
from ludex.games.navyblue.book.adventure.intervals import DUNGEON
from ludex.games.navyblue.book.carrying.consuming import cannot_get
from ludex.games.navyblue.book.carrying.containers import all_chests, all_packs
from ludex.games.navyblue.book.carrying.slots import free_hands
from ludex.games.navyblue.book.carrying.spots import HAND, SLOTS, to_pack
from ludex.games.navyblue.book.features import forbidden, item, max_vigor, usable_by
from ludex.games.navyblue.book.movement.obstacles import looks
from ludex.games.navyblue.foe.jobs import arming
from ludex.games.navyblue.foe.worth import aid_worth
from ludex.games.navyblue.records.effects import HealVigor
from ludex.games.navyblue.records.kinds import Consumable, Shield
from ludex.games.navyblue.state import Being, Scene

SMALL = 1  # slots of what is taken along


def tending(scene: Scene, being: Being) -> Iterator[Idea]:
    """Whatever helps is used, what is in hand for nothing is put away, and weapons and shields are taken up again."""
    helping = [(spot, thing) for spot, things in to_pack(scene, being).items() for thing in things]
    helping = [(spot, thing) for spot, thing in helping if own(being, spot) and whom(scene, being, thing) is not None]
    for spot, thing in helping:
        friend = whom(scene, being, thing)
        if spot == HAND and friend is not None:
            way = "consume" if friend is being else "administer"
            yield Idea(5.0, command(being.id, way, thing=thing, target=friend.id), "{} helps", (thing,))
    if helping:
        spot, thing = helping[0]
        if free_hands(scene, being):
            yield Idea(5.0, command(being.id, "pack", thing=thing, source=spot, into=HAND), "{}, to use it", (thing,))
        else:
            for held in being.held:
                if isinstance(item(scene, held), Shield):
                    yield Idea(4.0, command(being.id, "drop", thing=held), "A hand for {}", (thing,))
        return
    for held in being.held:
        if isinstance(item(scene, held), Consumable):
            yield Idea(3.0, command(being.id, "stow", thing=held, into=SLOTS), "Not now.")
    for job in arming(scene, being):
        yield job.idea


def own(being: Being, spot: str) -> bool:
    return spot in (HAND, SLOTS) or spot in all_packs(being)


def whom(scene: Scene, being: Being, thing: str) -> Being | None:
    """Whom it would do most good to use this up: oneself, or a friend beside one."""
    entry = item(scene, thing)
    if not isinstance(entry, Consumable) or entry.hands != 1 or entry.attack is not None:
        return None
    if entry.target.who in ("zone", "enemy", "ally") or not usable_by(scene, being, entry):
        return None
    if forbidden(scene, being, entry.traits):
        return None
    found = [being] if {"consume", "out_of_fight"}.intersection(entry.ways) else []
    if {"administer", "out_of_fight"}.intersection(entry.ways):
        found += [friend for friend in scene.allies(being) if cannot_get(scene, being, thing, friend) is None]
    worths = [(good(scene, being, friend, entry), -number, friend) for number, friend in enumerate(found)]
    worth, _, friend = max(worths, default=(0.0, 0, being))
    return friend if worth > 0 else None


def good(scene: Scene, being: Being, friend: Being, entry: Consumable) -> float:
    """What it is worth for somebody. A night's Rest gives Vigor back for nothing, and nobody spills a draught."""
    lost = max_vigor(scene, friend) - friend.vigor
    effects = [
        effect
        for effect in entry.effects
        if not isinstance(effect, HealVigor) or (scene.mode == DUNGEON and effect.amount <= lost)
    ]
    return aid_worth(scene, being, friend, effects)


def chests(scene: Scene, being: Being) -> Iterator[Idea]:
    """A chest in the zone is opened, and what is small and of use is taken along."""
    for name, chest in all_chests(scene).items():
        if chest.at != being.at:
            continue
        if looks(being, chest) == "shut" and not chest.known:
            yield Idea(3.0, command(being.id, "open", what=name), "What is in the {}?", (chest.name,))
        if chest.state == "open":
            for thing in dict.fromkeys(chest.contents):
                entry = item(scene, thing)
                if entry.slots <= SMALL and (isinstance(entry, Consumable) or entry.features):
                    for into in (SLOTS, *all_packs(being)):
                        given = command(being.id, "pack", thing=thing, source=name, into=into)
                        yield Idea(2.0, given, "{} may be of use", (entry.name,))
