"""Damage: resistance, losing health points, staggering, staying conscious, death, what becomes of a body,
and its dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.kernel.scene import Condition, Until, told
from ludex.games.crawl.book.characters.aspects import (
    Piece,
    item_of,
    items,
    lasting,
    max_hp,
    staggered,
    standing,
    two_handed,
)
from ludex.games.crawl.book.conditions import afflict, end, held_by, keep_within
from ludex.games.crawl.book.dice import FATE, MINUS, Fate, check
from ludex.games.crawl.book.energy import FIGHT, PLAYED, Ep, action
from ludex.games.crawl.book.equipment.handling import at_hand, gone_unloaded, put_down
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.parts import type_named
from ludex.games.crawl.records.price_list import DamageResistance
from ludex.games.crawl.state import Being, Scene

ENDLESS = 10**9  # more than any dice show
STAY_CONSCIOUS = 8  # tc.hp.zero
SHIELD = "hand"  # the slot of what is held as a shield
TORSO = "torso"  # tc.attack.location
OF_A_BODY = CONDITIONS.tagged("of the body")  # what stays with the dead

Harms = tuple[tuple[str, int], ...]  # rolled damage by type, doubled or halved already


# ---------------------------------------------------------------- damage resistance


def pieces(scene: Scene, being: Being) -> Iterator[tuple[Piece, Condition | None]]:
    """tc.dr: all that resists damage, and the lasting skill that gives it where it is one."""
    for piece in standing(scene, being).pieces:
        yield piece, None
    for condition, entry, parts, choice in lasting(scene, being):
        for part in parts:
            if isinstance(part, DamageResistance):
                kind = type_named(choice) if part.type == "chosen" else part.type
                yield Piece(kind, part.value, entry.name), condition


def counts_against(scene: Scene, piece: Piece, aim: str) -> bool:
    """tc.dr.sum: everything worn, unless the attack is aimed at one place or piece, or the table counts only what
    covers the place that is struck."""
    if not piece.slot:
        return not (aim and scene.options["opt_targeted_ignores_all_dr"])
    if aim and aim in items(scene.library):
        return piece.source == item_of(scene.library, aim).name
    if scene.options["opt_location_dr"]:
        scene.cite("tc.attack.location")
        return piece.slot in (aim or TORSO, SHIELD)
    return aim in ("", piece.slot)


def resisting(scene: Scene, being: Being, kind: str, aim: str = "") -> list[Piece]:
    """All that counts against damage of a type."""
    found = [p for p, _ in pieces(scene, being) if p.type == kind and counts_against(scene, p, aim)]
    if aim and aim in items(scene.library):  # of two equal pieces the blow meets one
        return [piece for n, piece in enumerate(found) if not piece.slot or piece not in found[:n]]
    return found


def resistance(scene: Scene, being: Being, kind: str, *, aim: str = "", less: int = 0) -> int:
    """What is taken off damage of a type; `less`: what penetrates or eats it, not below 0."""
    return max(0, sum([piece.value for piece in resisting(scene, being, kind, aim)]) - less)


def resist(scene: Scene, target: Being, harms: Harms, *, aim: str = "", less: int = 0) -> int:
    """tc.dr: what gets through, type by type, each resisted once. A shield of magic that has absorbed some ends."""
    through = 0
    rolled: dict[str, int] = {}
    for kind, amount in harms:
        rolled[type_named(kind)] = rolled.get(type_named(kind), 0) + amount
    for kind, amount in rolled.items():
        taken = min(amount, resistance(scene, target, kind, aim=aim, less=less)) if amount else 0
        through += amount - taken
        tell_resisted(scene, target, kind, amount, taken, aim)
        if taken:
            end_absorbers(scene, target, kind)
    return through


@told
def tell_resisted(scene: Scene, target: Being, kind: str, amount: int, taken: int, aim: str) -> None:
    scene.cite("tc.damage.types", *(("tc.dr.sum",) if taken else ()))
    against = tuple([(p.value, p.source) for p in resisting(scene, target, kind, aim)])
    scene.record("damage", "tc.dr", who=target.id, type=kind, rolled=amount, resisted=taken, pieces=against)


def end_absorbers(scene: Scene, being: Being, kind: str) -> None:
    """A skill whose resistance holds until it has taken damage off an attack is over."""
    spent = [
        condition
        for condition, entry, parts, choice in lasting(scene, being)
        if entry.use is not None
        and entry.use.ends_on_absorb
        and any([isinstance(p, DamageResistance) and kind in (p.type, type_named(choice)) for p in parts])
    ]
    if spent and being.keep(lambda condition: condition not in spent):
        for condition in spent:
            scene.record("absorbed", "tc.dr", who=being.id, note=condition.note)


def most_that_matters(scene: Scene, being: Being) -> int:
    """Rolled damage beyond this is the same outcome, even halved: it kills through all resistance."""
    return 2 * (being.hp + max_hp(scene, being) + sum([piece.value for piece, _ in pieces(scene, being)]))


# ---------------------------------------------------------------- losing health points


def lose_hp(
    scene: Scene, being: Being, amount: int, *, by: str = "", rule: str, source: str = "", bled: int = 0
) -> int:
    """One instance of damage that nothing takes away any more: death, the check to stay conscious, staggering follow.
    `source` is the name of what it was done with, `bled` how much of it a critical hit has added. Gives how much was
    lost."""
    if amount <= 0 or "Dead" in being.states:
        return 0
    reels = staggered(scene, being)
    most = max_hp(scene, being)
    before = being.hp
    being.hp = max(-most, before - amount)
    scene.harmed(being.id, "HP", before - being.hp, by, source or rule)
    more: dict[str, Any] = {"bled": bled} if bled else {}
    scene.record("hurt", rule, who=being.id, amount=amount, left=being.hp, by=by, **more)
    if not reels and staggered(scene, being):
        scene.record("staggered", "tc.staggered", who=being.id)
    if being.hp <= -most:
        die(scene, being, "tc.hp.death")
    elif being.hp <= 0 and not being.knocked_out:
        scene.next(stay_conscious(being, reels))
    elif reels and not being.senseless and scene.mode == FIGHT:
        scene.next(reel(being))
    return before - being.hp


@step("tc.hp.zero")
async def stay_conscious(scene: Scene, being: Being, reels: bool) -> None:
    """At 0 HP or less, after each further damage: a strength check against 8, or unconscious."""
    if being.hp > 0 or "Dead" in being.states or being.knocked_out:
        return
    if not await check(scene, being, "strength", STAY_CONSCIOUS, rule="tc.hp.zero"):
        fall_unconscious(scene, being, "tc.hp.zero")
    elif reels and not being.senseless and scene.mode == FIGHT:
        scene.next(reel(being))


@step("tc.staggered")
async def reel(scene: Scene, being: Being) -> None:
    """Hurt while staggered: a fate die; on a minus 1 EP is lost, or the turn: the one under way or the next."""
    if being.senseless:
        return
    face = await roll(FATE, Fate(), by=being.id, rule="tc.fate_die")
    scene.record("fate", "tc.fate_die", who=being.id, face=face)
    if face != MINUS:
        return
    way = "turn"
    if being.ep:
        way = await ask(
            scene, being.id, lambda: OneOf(("ep", "turn") if being.ep else ("turn",)), rule="tc.staggered",
            about=lambda: {"ep": being.ep}, default=lambda: "ep" if being.ep else "turn",
        )  # fmt: skip
    if being.senseless:
        return
    if way == "ep":
        being.ep -= 1
        scene.record("pays", "tc.staggered", who=being.id, ep=1, left=being.ep)
    elif scene.turns.current == being.id and not scene.turns.over:
        scene.turns = scene.turns.forfeit()
        scene.record("turn_lost", "tc.staggered", who=being.id)
    else:
        afflict(scene, being, "Forfeits")


# ---------------------------------------------------------------- unconscious


def fall_unconscious(scene: Scene, being: Being, rule: str, until: Until | None = None, source: str = "") -> None:
    """For good it takes the place of a sleep."""
    if not until:
        being.relieve("Unconscious")
    afflict(scene, being, "Unconscious", source=source, until=until, rule=rule)


@CONDITIONS.brings("Unconscious", again=True)
def collapse(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.hp.unconscious: prone, lets go of all and everybody, is seen; no action, no defence, no threat."""
    scene.cite("tc.hp.unconscious")
    if "Prone" not in being.states:
        afflict(scene, being, "Prone", rule="tc.hp.unconscious")
    go_limp(scene, being, "tc.hp.unconscious")
    announce(scene, "falls", being)
    scene.maybe_over = True


def go_limp(scene: Scene, being: Being, rule: str) -> None:
    """Things fall, grabs open, nothing is waited for, nobody hides any more."""
    for hand in (0, 1):
        drop_from(scene, being, hand, rule)
    for other in held_by(scene, being):
        for name in ("Grabbed", "Grappled"):
            end(scene, other, name, source=being.id)
    if being.readied is not None:
        being.readied = None
    end(scene, being, "Hidden", rule=rule)


def drop_from(scene: Scene, being: Being, hand: int, rule: str) -> None:
    """What a hand holds falls to the ground, out of both hands where it needs two."""
    thing = being.hands[hand]
    if not thing:
        return
    if two_handed(scene.library, being):
        being.hands = ("", "")
    else:
        being.hands = ("", being.hands[1]) if hand == 0 else (being.hands[0], "")
    keep_within(scene, being)
    put_down(scene, thing, being.at, gone_unloaded(being, thing))
    scene.record("drops", rule, who=being.id, thing=thing)


def wake(scene: Scene, being: Being, rule: str) -> bool:
    """Conscious again, and still prone; not who lies senseless only until their next turn."""
    if not being.keep(lambda c: c.name != "Unconscious" or c.until is not None):
        return False
    scene.record("condition_ends", rule, who=being.id, condition="Unconscious")
    return True


# ---------------------------------------------------------------- death


def die(scene: Scene, being: Being, rule: str) -> None:
    """tc.hp.death: nothing of what the dead were under matters any more."""
    if "Dead" in being.states:
        return
    go_limp(scene, being, rule)
    lie_dead(being)
    scene.record("dies", rule, who=being.id)
    announce(scene, "falls", being)
    scene.maybe_over = True


def lie_dead(being: Being) -> None:
    """Only what is of a body stays with the dead."""
    being.set_conditions(*[c for c in being.conditions if c.name in OF_A_BODY], Condition("Dead"))
    being.hp = min(being.hp, 0)
    being.meal = None


@CONDITIONS.brings("Destroyed")
def nothing_left(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.hp.body: only the dead have no body left."""
    die(scene, being, "tc.hp.body")


@CONDITIONS.leaves("Dead")
def live_again(scene: Scene, being: Being, condition: Condition) -> None:
    """Who is dead no longer has a body, and more health than the dead."""
    end(scene, being, "Destroyed")
    being.hp = max(being.hp, 1 - max_hp(scene, being))


def refuse_revival(being: Being) -> Refusal | None:
    """tc.hp.body: who cannot be brought back."""
    if "Dead" not in being.states:
        return Refusal(f"{being.name} is not dead", "tc.hp.death")
    if "Destroyed" in being.states:
        return Refusal(f"nothing is left of {being.name} to bring back", "tc.hp.body")
    return None


# ---------------------------------------------------------------- bodies


def bodies(scene: Scene, actor: Being) -> tuple[str, ...]:
    return tuple([b.id for b in scene.beings.values() if fits_destroy(scene, actor, b) is None])


def fits_destroy(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    if "Dead" not in target.states:
        return Refusal(f"{target.name} is not dead", "tc.hp.body")
    if "Destroyed" in target.states:
        return Refusal(f"nothing is left of {target.name}", "tc.hp.body")
    if not at_hand(scene, actor, target):
        return Refusal(f"the body of {target.name} is out of reach", "tc.hp.body")
    return None


@action(
    "destroy_body", rule="tc.hp.body", cost=Ep(1), args=(Arg("target", bodies),), fits=fits_destroy,
    modes=PLAYED,
)  # fmt: skip
async def destroy_body(scene: Scene, actor: Being, target: Being) -> None:
    """A dead body within reach is destroyed: nobody brings that one back."""
    afflict(scene, target, "Destroyed", source=actor.id)


# ---------------------------------------------------------------- its dice, and those of healing


@dataclass(frozen=True, slots=True)
class AsMuch:
    """Treat sums of damage that cost the same health as one outcome, the least of them. `times` and `half`: how the sum
    is changed; `less`: what is resisted, all of it or not; more than `most` changes nothing."""

    most: int = ENDLESS
    times: int = 1
    half: bool = False
    less: int = 0

    def __call__(self, rolled: int) -> int:
        parts = 2 if self.half else 1
        made = min(rolled, self.most) * self.times // parts
        if 0 < made <= self.less:
            made = 1
        return -(-made * parts // self.times)


async def amount(
    scene: Scene,
    by: Being,
    count: int,
    sides: int,
    *,
    rule: str,
    bonus: int = 0,
    most: int = ENDLESS,
    less: int = 0,
    **about: Plain,
) -> int:
    """Dice of damage or healing, never below 0; more than `most` changes nothing, nor how much of `less` is needed."""
    return await roll(
        dice(count, sides), Total(bonus, 0), by=by.id, rule=rule,
        modifiers=[Modifier(bonus, "bonus", rule)] if bonus else (), about=dict(about), alike=AsMuch(most, less=less),
    )  # fmt: skip
