"""Making a throw and looking at it twice: Effort on a roll or a score, Lucky, Perfectionist.

vt.effort.any_time: the latest moment is after the dice are seen and before the result is applied. `cast` makes a throw
and goes on with a step, which gets the natural result and the throw as they were agreed:

    cast(scene, throw, struck(blow, target))    →    struck(blow, target, natural, throw)

Such a step is made with `outcome` in place of `step`.

Nobody is asked who cannot change anything; `asks` of a being says whether they want to know only where that tells.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.agenda import Procedure, step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Entry, Until, until_start_of
from ludex.core.kernel.timing import DECLINE
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.characters.features import boon_effect, uses_left
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.book.dice import (
    ACCURACY,
    CONDITION,
    DAMAGE,
    SURVIVAL,
    Looked,
    Throw,
    between,
    reaches,
    rolled,
    stays_up,
)
from ludex.games.vitality.book.effort.effort import left, refuse_effort, spend, tires
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
ENDLESS = 10**9  # more than any dice show
AN_ATTACK = Until("attack")  # ends when the attack of its source has been resolved
UNSEEN = Looked()


def outcome(rule: str = "") -> Callable[[Callable[..., Procedure]], Callable[..., Entry]]:
    """A step that `cast` goes on with: its last two parameters are `natural: int, throw: Throw`, and whoever names it
    leaves them out."""
    return step(rule)


def cast(scene: Scene, throw: Throw, then: Entry) -> None:
    """Make a throw; `then` goes on with the natural result and the throw as two more arguments."""
    scene.next(casting(throw, then))


@step()
async def casting(scene: Scene, throw: Throw, then: Entry) -> None:
    watched = looked_at(scene, throw)
    natural = await rolled(scene, throw, watched)
    looked = throw.looked
    if looked.keeps:  # of two results the better one for whoever has thrown again
        natural = KEPT[looked.keeps](natural, looked.before)
    if looked != UNSEEN or between(natural, watched):
        await scene.then(look(throw._replace(looked=looked._replace(keeps="", before=0)), natural, then, ()))
    else:  # nobody has anything to decide
        natural = as_agreed(throw, natural) if watched else natural
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


def looked_at(scene: Scene, throw: Throw) -> tuple[int, int] | None:
    """Before the dice fall: between which natural results somebody may be asked whether to change them."""
    least, most = ENDLESS, -1
    for name in concerned(scene, throw):
        being = scene.beings[name]
        if not could_look(scene, being, throw):
            continue
        if being.asks == "all":
            return 0, ENDLESS
        if throw.number is None:  # nothing can fail
            least, most = 0, max(most, _retry(scene, being, throw) or -1)
            continue
        efforts = left(scene, being) if throw.kind in ON_ROLLS else 0
        gap, tiers = throw.number - throw.bonus, efforts * tier(scene, being)
        if being.id == throw.maker:
            again = efforts or _lucky(scene, being, throw)
            low = _retry(scene, being, throw)
            least = 0 if low or other_dice_could(throw) else min(least, gap - tiers)
            most = max(most, max(gap, 1) if again else min(max(gap, 1), low))
        else:
            least, most = min(least, gap - throw.more), max(most, gap + tier(scene, being))
            if scene.options["opt_effort_reroll_enemy"]:
                most = ENDLESS
    return (least, most) if most >= least else None


def concerned(scene: Scene, throw: Throw) -> tuple[str, ...]:
    """Whose roll it is, and whose score is rolled against; or the enemies on whom one roll falls."""
    return tuple([name for name in (throw.maker, throw.against, *shared_by(scene, throw)) if name in scene.beings])


def shared_by(scene: Scene, throw: Throw) -> tuple[str, ...]:
    """vt.attack.type.area: the enemies who share one roll, which with opt_effort_reroll_enemy is theirs to change."""
    maker, targets = scene.beings.get(throw.maker), dict(throw.about).get("targets")
    if not scene.options["opt_effort_reroll_enemy"] or maker is None or not isinstance(targets, tuple):
        return ()
    there = [str(name) for name in targets if name in scene.beings]
    return tuple([name for name in there if scene.beings[name].side != maker.side])


def could_look(scene: Scene, being: Being, throw: Throw) -> bool:
    """vt.cond.control: whoever is made to roll spends nothing on it, and can still raise their own scores."""
    if being.asks == "never" or not being.states.isdisjoint(BEATEN) or throw.percent:
        return False
    if being.home and being.id == throw.maker:
        return False
    if throw.kind in ON_ROLLS and left(scene, being):
        return True
    return being.id == throw.maker and bool(_lucky(scene, being, throw) or _retry(scene, being, throw))


def _lucky(scene: Scene, being: Being, throw: Throw) -> bool:
    if not being.sheet.boons or throw.maker != being.id or throw.diceless:
        return False
    found = boon_effect(scene, being, Lucky)
    return found is not None and uses_left(being, LUCKY, found[1].uses) > 0


def _retry(scene: Scene, being: Being, throw: Throw) -> int:
    """Up to which natural result somebody may throw again; 0 where not."""
    if not being.sheet.boons or throw.maker != being.id or throw.looked.retried or throw.diceless:
        return 0
    found = boon_effect(scene, being, Retry)
    return found[1].most if found is not None else 0


def next_to_look(scene: Scene, throw: Throw, natural: int, declined: tuple[str, ...]) -> str | None:
    for name in concerned(scene, throw):
        if name not in declined and ways(scene, scene.beings[name], throw, natural):
            return name
    return None


def ways(scene: Scene, being: Being, throw: Throw, natural: int) -> tuple[str, ...]:
    """How somebody may change this throw now, as far as they want to be asked."""
    if not could_look(scene, being, throw):
        return ()
    everything = being.asks == "all"
    efforts = left(scene, being) if throw.kind in ON_ROLLS and refuse_effort(scene, being) is None else 0
    efforts = max(1, efforts - 1) if efforts else 0  # nobody counts on the one that knocks out before it comes to that
    found = []
    if being.id == throw.maker:
        short = falls_short(scene, throw, natural)
        if efforts and (everything or (short and can_turn(scene, being, throw, natural, efforts))):
            found += [TIER] if throw.diceless else [TIER, REROLL]
        if _lucky(scene, being, throw) and (everything or (short and other_dice_could(throw))):
            found.append(LUCKY)
        if 0 < natural <= _retry(scene, being, throw) and (everything or short or throw.number is None):
            found.append(RETRY)
    elif efforts:
        lands = not falls_short(scene, throw, natural)
        sure = throw.d20s > 0 and natural >= throw.sure  # no score is too high for it
        if throw.score and (everything or (lands and not sure and can_ward(scene, being, throw, natural))):
            found.append(SCORE)
        again = throw.maker and not throw.diceless and scene.options["opt_effort_reroll_enemy"]
        if again and (everything or lands):
            found.append(REROLL)
    return tuple(found)


def falls_short(scene: Scene, throw: Throw, natural: int) -> bool:
    """Does it fail, as it is? Without a number nothing fails. A Damage Roll has the number that brings the target to 0
    HP: to fall short of it is to leave somebody standing."""
    if throw.number is None:
        return False
    if throw.kind in (ACCURACY, CONDITION):
        return not reaches(scene, natural, throw)
    if throw.kind == SURVIVAL:
        return not stays_up(scene, natural, throw)
    return natural + throw.bonus < throw.number


def can_turn(scene: Scene, being: Being, throw: Throw, natural: int, efforts: int) -> bool:
    """Could Tier added so often, or other dice, make it succeed?"""
    assert throw.number is not None
    missing = throw.number - throw.total(natural) + above(scene, throw)
    return missing <= efforts * tier(scene, being) or other_dice_could(throw)


def above(scene: Scene, throw: Throw) -> int:
    """By how much a check must be above its number: with opt_tie_to_defender to meet a score is not enough."""
    return 1 if throw.kind in (ACCURACY, CONDITION) and scene.options["opt_tie_to_defender"] else 0


def other_dice_could(throw: Throw) -> bool:
    """Could a new throw make it succeed without long luck? A natural 20 always does; of 3d6 up to 18 is meant."""
    if throw.diceless:
        return False
    return throw.d20s > 0 or (throw.number is not None and throw.number - throw.bonus <= PLAIN_MOST)


def can_ward(scene: Scene, being: Being, throw: Throw, natural: int) -> bool:
    """Could Tier added to the score once make it fail? Whoever would need several Efforts for it is not asked."""
    assert throw.number is not None
    return throw.total(natural) < throw.number + throw.times * tier(scene, being) + above(scene, throw)


# ---------------------------------------------------------------- looking


@step("vt.effort.any_time")
async def look(scene: Scene, throw: Throw, natural: int, then: Entry, declined: tuple[str, ...]) -> None:
    """Somebody sees the dice and decides; then the others may, and it is agreed when nobody changes anything more.
    Whoever has declined before a change may change their mind."""
    while (name := next_to_look(scene, throw, natural, declined)) is not None:
        way = await offered(scene, scene.beings[name], throw, natural)
        if way == DECLINE:
            declined = (*declined, name)
            continue
        throw, declined = change(scene, scene.beings[name], way, throw, natural), ()
        if way not in (TIER, SCORE):
            scene.next(casting(throw, then))
            return
    await then.step.start(scene, (*then.args, as_agreed(throw, natural), throw))
    scene.next(*those_who_tire(scene, throw))


async def offered(scene: Scene, being: Being, throw: Throw, natural: int) -> str:
    scene.cite("vt.effort.any_time")
    way = await ask(
        scene,
        being.id,
        lambda: OneOf((DECLINE, *ways(scene, being, throw, natural))),
        rule="vt.effort.any_time",
        about={
            **dict(throw.about), "kind": throw.kind, "by": throw.maker, "natural": natural,
            "total": throw.total(natural), "number": throw.number, "score": throw.score,
            "tier": tier(scene, being), "left": left(scene, being),
        },
        default=DECLINE,
    )  # fmt: skip
    return str(way)


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
        raised = None if throw.number is None else throw.number + throw.times * amount
        lasts = scene.options["opt_effort_score_until_turn"] and scene.mode == COMBAT_MODE
        until = until_start_of(being) if lasts else AN_ATTACK
        same = ("Bolstered", throw.by, throw.score)
        before = sum([c.value for c in being.conditions if (c.name, c.source, c.note) == same])
        afflict(scene, being, "Bolstered", source=throw.by, note=throw.score, value=before + amount, until=until)
        return throw._replace(looked=looked, number=raised)
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
    again = any([could_look(scene, scene.beings[name], throw) for name in concerned(scene, throw)])
    return natural if again else throw.reading()((natural,))


def settle(scene: Scene, by: str) -> None:
    """vt.effort.add_tier_score: scores that were raised against this attack are as before; not those against another
    that is still under way."""
    for being in scene.beings.values():
        if "Bolstered" in being.states and being.keep(lambda c: c.until != AN_ATTACK or c.source not in ("", by)):
            scene.record("condition_ends", "vt.effort.add_tier_score", who=being.id, condition="Bolstered")
