"""Initiative: the order of turns, how those who are level settle it, and holding a turn: it comes later
in the round, and from then on in the order."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.dice import everywhere, shifted, throw
from ludex.games.crawl.book.energy import FIGHT, action
from ludex.games.crawl.state import Being, Scene, Turns

# ---------------------------------------------------------------- ties


Groups = tuple[tuple[str, ...], ...]  # from the first to the last; those who are level stand together
FEW = 3  # dice that are read together: more have too many ways to fall


@dataclass(frozen=True, slots=True)
class Ranks:
    """Who is first, who comes next: the places of the dice from the highest number to the lowest."""

    def __call__(self, faces: Faces) -> tuple[tuple[int, ...], ...]:
        shown = sorted(dict.fromkeys(faces), reverse=True)
        return tuple([tuple([place for place, face in enumerate(faces) if face == each]) for each in shown])


def level(places: dict[str, tuple[int, ...]]) -> Groups:
    numbers = sorted(dict.fromkeys(places.values()), reverse=True)
    return tuple([tuple([name for name, number in places.items() if number == each]) for each in numbers])


def tied(groups: Groups) -> tuple[str, ...]:
    return next((group for group in groups if len(group) > 1), ())


async def roll_off(scene: Scene, groups: Groups, rule: str) -> Groups:
    """The first who are level throw a d20 each, all together. What lies on every d20 counts on these as well; then
    everybody's total is told by itself."""
    names = tied(groups)
    lies = [everywhere(scene, scene.beings[name]) for name in names]
    if len(names) <= FEW and not any(lies) and not scene.adjustments:
        about: dict[str, Plain] = {"tied": names}
        ranks = await roll(dice(len(names), 20), Ranks(), by=names[0], rule=rule, about=about)
    else:
        mine = zip(names, lies, strict=True)
        ranks = Ranks()(tuple([await throw(scene, scene.beings[name], own, rule=rule) for name, own in mine]))
    place = groups.index(names)
    return (*groups[:place], *[tuple([names[n] for n in rank]) for rank in ranks], *groups[place + 1 :])


# ---------------------------------------------------------------- the order


def initiative_modifiers(scene: Scene, being: Being) -> list[Modifier]:
    """tc.init.roll: what belongs to initiative alone; it settles ties as well."""
    modifiers = shifted(scene, being, "initiative")
    if being.sheet.initiative:
        modifiers.append(Modifier(being.sheet.initiative, "initiative", "tc.init.roll"))
    if scene.options["opt_init_mobility"]:
        modifiers.append(Modifier(core(scene, being, "mobility"), "mobility", "tc.init.roll"))
    return modifiers


def initiative_modifier(scene: Scene, being: Being) -> int:
    return sum([modifier.amount for modifier in initiative_modifiers(scene, being)])


@step("tc.init.roll")
async def roll_initiative(scene: Scene) -> None:
    """d20 and the own modifiers; from the highest to the lowest, round after round."""
    places: dict[str, tuple[int, ...]] = {}
    for being in scene.beings.values():
        if being.here:
            modifiers = [*initiative_modifiers(scene, being), *everywhere(scene, being)]
            total = await throw(scene, being, modifiers, rule="tc.init.roll")
            places[being.id] = (total, initiative_modifier(scene, being))
    scene.next(settle_order(level(places), tuple([(name, total) for name, (total, _) in places.items()])))


@step("tc.init.ties")
async def settle_order(scene: Scene, groups: Groups, totals: tuple[tuple[str, int], ...]) -> None:
    """Equal totals: the higher modifier, then a d20 until it differs."""
    if tied(groups):
        scene.next(settle_order(await roll_off(scene, groups, "tc.init.ties"), totals))
        return
    order = tuple([name for (name,) in groups])
    scene.turns = Turns(order=order, round=1)
    scene.record("order", "tc.init.roll", order=order, totals=tuple([dict(totals)[name] for name in order]))
    scene.record("round", "tc.init.roll", round=1, order=order)
    scene.maybe_over = True  # one side may have nobody who can stand up


# ---------------------------------------------------------------- holding the turn


def may_hold(scene: Scene, actor: Being) -> Refusal | None:
    """Once in a round, and only before energy is spent. A movement action or a small action that is done already is
    done when the turn goes on."""
    if actor.id in scene.turns.held:
        return Refusal("this turn has been held already", "tc.hold")
    if actor.spent:
        return Refusal("energy has been spent in this turn", "tc.hold")
    return None


@action("hold_turn", rule="tc.hold", may=may_hold, modes=(FIGHT,), label="Hold the turn", tags=("waits",))
async def hold_turn(scene: Scene, actor: Being) -> None:
    """Act after all others of this round, or after any turn before that. Defending goes on as usual."""
    scene.turns = scene.turns.hold(actor.id)
    scene.record("holds", "tc.hold", who=actor.id)


def may_rejoin(scene: Scene, actor: Being) -> Refusal | None:
    if actor.id not in scene.turns.waiting:
        return Refusal(f"{actor.name} does not hold a turn", "tc.hold")
    if actor.id in scene.turns.called:
        return Refusal(f"{actor.name} acts as soon as the current turn has ended", "tc.hold")
    return None


@action("rejoin", rule="tc.hold", may=may_rejoin, modes=(FIGHT,), tags=("anytime", "idle", "awaited"))
async def rejoin(scene: Scene, actor: Being) -> None:
    """The held turn comes when the current one has ended; it interrupts nothing."""
    scene.turns = scene.turns.rejoin(actor.id)
    scene.record("rejoins", "tc.hold", who=actor.id, after=scene.turns.current)
