"""Survival Checks: who makes them, what they come to, falling unconscious, waking up and dying.

vt.survival.check: 1d20 + Endurance against the HP below 0. Tier is not in it, and Effort cannot be put on it.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.games.vitality.book.characters.features import ability, knack
from ludex.games.vitality.book.characters.scores import attribute
from ludex.games.vitality.book.conditions import go_down, hours
from ludex.games.vitality.book.dice import NATURAL, SURVIVAL, Throw, by_the_gm, needed, survival_margin
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.records.boon_effects import Regeneration, Returns
from ludex.games.vitality.state import Being, Scene

RULE = "vt.survival.check"
DEADLY = 20  # how far a check falls short that kills
ENEMY_HP = 100  # of enemies who make checks with opt_npc_survival
EFFORT, REGENERATION = "effort", "regeneration"  # notes of Unconscious: what wakes


def makes_checks(scene: Scene, being: Being) -> bool:
    """vt.npc.defeat: player characters, and by option enemies of 100 HP; all others are defeated at 0, companions and
    walls too."""
    sheet = being.sheet
    if sheet.pc or not scene.options["opt_npc_survival"]:
        return sheet.pc
    return sheet.hp >= ENEMY_HP and not sheet.summoner and not being.is_wall


# ---------------------------------------------------------------- the check


@step(RULE)
async def survive(scene: Scene, being: Being, by: str = "") -> None:
    """One check for each loss of HP, as long as somebody is at 0 HP or below; `by` is who has brought them there."""
    if being.hp > 0 or not being.here:
        return
    throw = check_at(scene, being, being.hp)
    cast(scene, throw._replace(marks=marks_to_survive(scene, throw)), survived(being, by))


def check_at(scene: Scene, being: Being, hp: int) -> Throw:
    """The check that somebody makes with so many HP."""
    endurance = Modifier(attribute(being, "endurance"), "Endurance", "vt.attr.endurance")
    modifiers = (endurance, *by_the_gm(scene, being, RULE))
    return Throw(SURVIVAL, being.id, RULE, modifiers, number=-hp, about=(("hp", hp),))


def marks_to_survive(scene: Scene, throw: Throw) -> tuple[int, ...]:
    """The faces at which a check comes to something else: to be up, to be alive, and the two ends of the die."""
    assert throw.number is not None
    alive = throw.number - throw.bonus - DEADLY + 1
    return tuple(sorted({1, 2, NATURAL, *[face for face in (needed(scene, throw), alive) if 2 < face < NATURAL]}))


def kills(natural: int, throw: Throw) -> bool:
    """Does a check that fails fall so far short?"""
    return survival_margin(natural, throw) <= -DEADLY


@outcome(RULE)
async def survived(scene: Scene, being: Being, by: str, natural: int, throw: Throw) -> None:
    """A natural 20 brings 1 HP; a success the choice to stay up; a failure unconsciousness, or death by 20 or more.
    Whoever has been healed or has died meanwhile is past it."""
    if being.hp > 0 or not being.here:
        return
    if natural == NATURAL:
        being.hp = 1
        scene.record("survives", "vt.survival.nat20", who=being.id, hp=1)
        asleep = being.condition("Unconscious")
        if asleep is not None and asleep.note != EFFORT:
            wake(scene, being, "vt.survival.nat20")
        return
    if natural == 1:
        scene.cite("vt.survival.nat1")
    if natural < needed(scene, throw):
        if kills(natural, throw):
            die(scene, being, "vt.survival.dead", by=by)
        else:
            knock_out(scene, being, RULE, by=by)
        return
    if "Unconscious" in being.states:  # vt.survival.again: only a natural 20 wakes
        scene.record("survives", "vt.survival.again", who=being.id, hp=being.hp)
        return
    stays = await ask(scene, being.id, YES_NO, rule=RULE, about=lambda: {"who": being.id, "hp": being.hp}, default=True)
    if being.hp > 0 or being.beaten:  # healed or gone down meanwhile, whatever they want
        return
    if stays:
        scene.record("survives", "vt.survival.conscious_below_zero", who=being.id, hp=being.hp)
    else:
        knock_out(scene, being, RULE, by=by)


# ---------------------------------------------------------------- going down and coming to


def knock_out(scene: Scene, being: Being, rule: str, note: str = "", by: str = "") -> None:
    """vt.survival.unconscious. `note`: effort where only a rest wakes; whoever regenerates wakes at full HP."""
    if being.beaten:
        return
    if not note and ability(scene, being, Regeneration) is not None:
        note = REGENERATION
    go_down(scene, being, "Unconscious", note=note)
    scene.cite("vt.survival.unconscious")
    scene.record("falls_unconscious", rule, who=being.id, by=by)
    has_defeated(scene, by, being)


def wake(scene: Scene, being: Being, rule: str) -> None:
    if being.relieve("Unconscious"):
        scene.cite("vt.survival.unconscious")
        scene.record("wakes", rule, who=being.id, hp=being.hp)
        scene.maybe_over = True


def wake_if_able(scene: Scene, being: Being, rule: str) -> None:
    """vt.survival.unconscious: awake from 1 HP on; after a last Effort only when a rest is completed (vt.effort.third),
    or by option when healing reaches somebody; whoever regenerates at full HP (vt.ability.regeneration)."""
    asleep = being.condition("Unconscious")
    if asleep is None or being.hp < 1:
        return
    if asleep.note == EFFORT:
        scene.cite("vt.effort.third")
        if not scene.options["opt_third_effort_wakes_on_heal"]:
            return
    if asleep.note == REGENERATION and being.hp < being.sheet.hp and ability(scene, being, Regeneration) is not None:
        return
    wake(scene, being, rule)


def die(scene: Scene, being: Being, rule: str, by: str = "", *, for_good: bool = False) -> None:
    """vt.survival.dead: out of play for good; vt.feature.procedures: an immortal comes back after so many hours."""
    if not being.here:
        return
    awake = not being.beaten
    returns = None if for_good else knack(scene, being, Returns)
    go_down(scene, being, "Dead", until=None if returns is None else hours(returns.hours))
    scene.cite("vt.survival.dead")
    scene.record("dies", rule, who=being.id, by=by)
    if awake:
        has_defeated(scene, by, being)


def has_defeated(scene: Scene, by: str, fallen: Being) -> None:
    """Remember that somebody has defeated an enemy in their own turn; a wall is none."""
    if by and by == scene.turns.current and not fallen.is_wall:
        victor = scene.beings[by]
        if victor.own_side != fallen.own_side:
            victor.note("defeat")
