"""Making a throw and looking at it twice: Effort on a roll or a score, Lucky, Perfectionist.

vt.effort.any_time: the latest moment is after the dice are seen and before the result is applied. `cast` makes a throw
and goes on with a step, which gets the natural result and the throw as they were agreed:

    cast(scene, throw, struck(blow, target))    →    struck(blow, target, natural, throw)

Such a step is made with `outcome` in place of `step`.

`changes` lists how somebody may change a throw, each way with the results on which it can tell. Nobody is asked
elsewhere; who sets `asks` to all is asked wherever they may.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.agenda import Procedure, step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Entry, Until, until_start_of
from ludex.core.kernel.timing import DECLINE, ENDLESS, Change, Results, watched, ways_open
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.characters.features import boon_effect, uses_left
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.book.dice import (
    ACCURACY,
    CONDITION,
    DAMAGE,
    Looked,
    Throw,
    above,
    as_it_stands,
    is_watched,
    needed,
    roll_throw,
)
from ludex.games.vitality.book.effort.effort import efforts_left, spend, tires
from ludex.games.vitality.records.boon_effects import Lucky, Retry
from ludex.games.vitality.state import BEATEN, Being, Scene

ON_ROLLS = (ACCURACY, DAMAGE, CONDITION)  # vt.effort.reroll, vt.effort.add_tier_roll
TIER, REROLL, SCORE, LUCKY, RETRY = "tier", "reroll", "score", "lucky", "perfectionist"
LOOK_RULES = {
    TIER: "vt.effort.add_tier_roll", REROLL: "vt.effort.reroll", SCORE: "vt.effort.add_tier_score",
    LUCKY: "vt.trait.lucky", RETRY: "vt.trait.perfectionist",
}  # fmt: skip
PLAIN_MOST = 18  # of 3d6 without what sixes bring
KEPT = {"higher": max, "lower": min}
AN_ATTACK = Until("attack")  # ends when the attack of its source has been resolved
UNSEEN = Looked()
NOT_YET: Results = (1, 0)  # nobody knows yet on which results somebody is asked


def outcome(rule: str = "") -> Callable[[Callable[..., Procedure]], Callable[..., Entry]]:
    """A step that `cast` goes on with: its last two parameters are `natural: int, throw: Throw`, and whoever names it
    leaves them out."""
    return step(rule, later=2)


def cast(scene: Scene, throw: Throw, then: Entry) -> None:
    """Make a throw; `then` goes on with the natural result and the throw as two more arguments. It is the last that a
    step does: where nothing else is to come before the dice fall, it is known already who will be asked."""
    scene.next(casting(throw, then, NOT_YET if scene.fresh else watched_results(scene, throw)))


@step()
async def casting(scene: Scene, throw: Throw, then: Entry, asked_on: Results | None = NOT_YET) -> None:
    if asked_on == NOT_YET:
        asked_on = watched_results(scene, throw)
    natural = await roll_throw(scene, throw, asked_on)
    looked = throw.looked
    if looked.keeps:  # of two results the better one for whoever has thrown again
        natural = KEPT[looked.keeps](natural, looked.before)
    if looked != UNSEEN:
        await scene.then(look(throw._replace(looked=looked._replace(keeps="", before=0)), natural, then, ()))
    elif is_watched(natural, asked_on):
        await scene.then(look(throw, natural, then, ()))
    else:  # nobody has anything to decide
        natural = as_agreed(throw, natural) if asked_on else natural
        await then.step.start(scene, (*then.args, natural, throw))


def consider(scene: Scene, throw: Throw, natural: int, then: Entry, declined: tuple[str, ...] = ()) -> None:
    """A throw has fallen: whoever may change it is asked, and then it is agreed."""
    if next_to_look(scene, throw, natural, declined) is not None:
        scene.next(look(throw, natural, then, declined))
    else:
        scene.next(Entry(then.step, (*then.args, as_agreed(throw, natural), throw)))
        scene.next(*those_who_tire(scene, throw))


def as_agreed(throw: Throw, natural: int) -> int:
    """What comes to the same is the same from here on."""
    return natural if throw.looked.efforts else throw.reading()((natural,))


def those_who_tire(scene: Scene, throw: Throw) -> list[Entry]:
    """vt.effort.tier_loss: outside turns right after what the Effort was spent for."""
    if scene.mode == COMBAT_MODE:
        return []
    return [tires(scene.beings[name]) for name in dict.fromkeys(throw.looked.efforts)]


# ---------------------------------------------------------------- who may change what


def watched_results(scene: Scene, throw: Throw) -> Results | None:
    """Before the dice fall: between which natural results somebody is asked whether to change them."""
    asked: list[Results] = []
    for name in concerned(scene, throw):
        being = scene.beings[name]
        asked += [change.asked_on(being.asks) for change in changes(scene, being, throw)]
    return watched(asked) if asked else None


def concerned(scene: Scene, throw: Throw) -> tuple[str, ...]:
    """Whose roll it is, and whose score is rolled against; or the enemies on whom one roll falls."""
    return tuple([name for name in (throw.maker, throw.against, *shared_by(scene, throw)) if name in scene.beings])


def shared_by(scene: Scene, throw: Throw) -> tuple[str, ...]:
    """vt.attack.type.area: the enemies who share one roll, which with opt_effort_reroll_enemy is theirs to change."""
    if not scene.options["opt_effort_reroll_enemy"]:
        return ()
    maker, targets = scene.beings.get(throw.maker), dict(throw.about).get("targets")
    if maker is None or not isinstance(targets, tuple):
        return ()
    there = [str(name) for name in targets if name in scene.beings]
    return tuple([name for name in there if scene.beings[name].side != maker.side])


def next_to_look(
    scene: Scene, throw: Throw, natural: int, declined: tuple[str, ...]
) -> tuple[Being, tuple[str, ...]] | None:
    """Who is the next to be asked, and how they may change the throw."""
    for name in concerned(scene, throw):
        if name not in declined and (found := ways(scene, scene.beings[name], throw, natural)):
            return scene.beings[name], found
    return None


def ways(scene: Scene, being: Being, throw: Throw, natural: int) -> tuple[str, ...]:
    """How somebody may change this throw now, as far as they want to be asked."""
    return ways_open(changes(scene, being, throw), natural, being.asks)


def changes(scene: Scene, being: Being, throw: Throw) -> list[Change]:
    """How somebody may change this throw. vt.cond.control: whoever is made to roll spends nothing on it, and can still
    raise their own scores."""
    own = being.id == throw.maker
    if being.asks == "never" or not being.states.isdisjoint(BEATEN) or throw.percent or (own and being.home):
        return []
    efforts = efforts_left(scene, being) if throw.kind in ON_ROLLS else 0
    boons = own and bool(being.sheet.boons) and not throw.diceless
    if not efforts and not boons:
        return []
    success = needed(scene, throw)
    if not own:
        return against_effort(scene, being, throw, efforts, success)
    listed = by_effort(scene, being, throw, efforts, success) if efforts else []
    return [*listed, *by_boons(scene, being, throw, success)] if boons else listed


def counted_on(efforts: int) -> int:
    """How many Efforts may tell on one roll: nobody counts on the one that knocks out before it comes to that."""
    return max(1, efforts - 1)


def by_effort(scene: Scene, being: Being, throw: Throw, efforts: int, success: int) -> list[Change]:
    """vt.effort.add_tier_roll, vt.effort.reroll: Tier on the own roll, or other dice; of use where it falls short. Both
    are offered where so many Efforts, or a new throw, could make it succeed."""
    least = 0
    if not other_dice_could(throw):
        more = counted_on(efforts) * tier(scene, being)
        least = throw.least_for((throw.number or 0) + above(scene, throw) - more)
    turned = (least, success - 1)
    return [Change(TIER, turned)] if throw.diceless else [Change(TIER, turned), Change(REROLL, turned)]


def against_effort(scene: Scene, being: Being, throw: Throw, efforts: int, success: int) -> list[Change]:
    """vt.effort.add_tier_score: Tier on the score that is rolled against, where so many Efforts could make the roll
    fail; no score is too high for a natural 20. opt_effort_reroll_enemy: or other dice."""
    listed = []
    if throw.score:
        raised = (throw.number or 0) + above(scene, throw) + throw.times * counted_on(efforts) * tier(scene, being)
        still_lands = throw.least_for(raised)
        if throw.d20s:
            still_lands = min(still_lands, throw.sure)
        listed.append(Change(SCORE, (success, still_lands - 1)))
    if throw.maker and not throw.diceless and scene.options["opt_effort_reroll_enemy"]:
        listed.append(Change(REROLL, (success, ENDLESS)))
    return listed


def by_boons(scene: Scene, being: Being, throw: Throw, success: int) -> list[Change]:
    """vt.trait.lucky, vt.trait.perfectionist: other dice, without Effort."""
    short, listed = success - 1, []
    lucky = boon_effect(scene, being, Lucky)
    if lucky is not None and uses_left(being, LUCKY, lucky[1].uses) > 0:
        listed.append(Change(LUCKY, (0, short if other_dice_could(throw) else -1)))
    retry = boon_effect(scene, being, Retry)
    if retry is not None and not throw.looked.retried:
        most = retry[1].most
        listed.append(Change(RETRY, (1, most if throw.number is None else min(most, short)), (1, most)))
    return listed


def other_dice_could(throw: Throw) -> bool:
    """Could a new throw make it succeed without long luck? A natural 20 always does; of 3d6 up to 18 is meant."""
    if throw.diceless:
        return False
    return throw.d20s > 0 or (throw.number is not None and throw.number - throw.bonus <= PLAIN_MOST)


# ---------------------------------------------------------------- looking


@step("vt.effort.any_time")
async def look(scene: Scene, throw: Throw, natural: int, then: Entry, declined: tuple[str, ...]) -> None:
    """Somebody sees the dice and decides; then the others may, and it is agreed when nobody changes anything more.
    Whoever has declined before a change may change their mind."""
    while (found := next_to_look(scene, throw, natural, declined)) is not None:
        (being, now), before = found, throw
        way, throw = await ask_to_change(scene, being, now, throw, natural)
        if way == DECLINE:
            declined = (*declined, being.id) if throw == before else (being.id,)
            continue
        throw, declined = change(scene, being, way, throw, natural), ()
        if way not in (TIER, SCORE):
            scene.next(casting(throw, then, NOT_YET))
            return
    await then.step.start(scene, (*then.args, as_agreed(throw, natural), throw))
    scene.next(*those_who_tire(scene, throw))


async def ask_to_change(
    scene: Scene, being: Being, at_first: tuple[str, ...], throw: Throw, natural: int
) -> tuple[str, Throw]:
    """What somebody does about a throw, and the throw as it stands by then. `at_first` are the ways that are open
    before others have done something."""
    scene.cite("vt.effort.any_time")
    now, known = throw, at_first

    def domain() -> OneOf:
        nonlocal now, known
        now = as_it_stands(scene, throw)
        found, known = known if now is throw else (), ()
        return OneOf((DECLINE, *(found or ways(scene, being, now, natural))))

    def about() -> dict[str, Plain]:
        return {
            **dict(now.about), "kind": now.kind, "by": now.maker, "natural": natural, "total": now.total(natural),
            "number": now.number, "score": now.score, "tier": tier(scene, being), "left": efforts_left(scene, being),
        }  # fmt: skip

    way = await ask(scene, being.id, domain, rule="vt.effort.any_time", about=about, default=DECLINE)
    return str(way), now  # whenever something was done first, it was asked afresh


def change(scene: Scene, being: Being, way: str, throw: Throw, natural: int) -> Throw:
    """The throw with what was chosen: what is added to it or to the score, or that it is made again."""
    rule = LOOK_RULES[way]
    looked = throw.looked
    if way in (TIER, REROLL, SCORE):
        spend(scene, being, rule)
        looked = looked._replace(efforts=(*looked.efforts, being.id))
    amount = tier(scene, being)
    if way == TIER:
        return throw._replace(looked=looked).plus(Modifier(amount, "Effort", rule))
    if way == SCORE:
        lasts = scene.options["opt_effort_score_until_turn"] and scene.mode == COMBAT_MODE
        until = until_start_of(being) if lasts else AN_ATTACK
        same = ("Bolstered", throw.by, throw.score)
        before = sum([c.value for c in being.conditions if (c.name, c.source, c.note) == same])
        afflict(scene, being, "Bolstered", source=throw.by, note=throw.score, value=before + amount, until=until)
        return as_it_stands(scene, throw._replace(looked=looked))
    if way == LUCKY:
        being.use(LUCKY, "rest")
        looked = looked._replace(keeps="higher", before=to_keep(scene, throw, natural))
    elif way == RETRY:
        looked = looked._replace(retried=True)
    elif scene.options["opt_effort_keep_better"]:
        which = "higher" if being.id == throw.maker else "lower"
        looked = looked._replace(keeps=which, before=to_keep(scene, throw, natural))
    scene.record("thrown_again", rule, who=being.id, by=throw.by, natural=natural)
    return throw._replace(looked=looked)


def to_keep(scene: Scene, throw: Throw, natural: int) -> int:
    """The result that a new one is compared with; what comes to the same is the same where nobody sees it again."""
    again = any([changes(scene, scene.beings[name], throw) for name in concerned(scene, throw)])
    return natural if again else throw.reading()((natural,))


def end_raised_scores(scene: Scene, by: str) -> None:
    """vt.effort.add_tier_score: scores that were raised against this attack are as before; not those against another
    that is still under way."""
    for being in scene.beings.values():
        if "Bolstered" in being.states and being.keep(lambda c: c.until != AN_ATTACK or c.source not in ("", by)):
            scene.record("condition_ends", "vt.effort.add_tier_score", who=being.id, condition="Bolstered")
