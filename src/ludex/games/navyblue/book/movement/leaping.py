"""Leap: over a zone, or two with a run-up, and the landing."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.adventure.activities import ADVANCED, may_choose
from ludex.games.navyblue.book.adventure.intervals import DUNGEON
from ludex.games.navyblue.book.attacks.effects import immune_to_all
from ludex.games.navyblue.book.conditions import afflict, stops, unable
from ludex.games.navyblue.book.damage import deal
from ludex.games.navyblue.book.dice import SUCCESSES, check
from ludex.games.navyblue.book.features import passive
from ludex.games.navyblue.book.motion import Motion, action
from ludex.games.navyblue.book.movement.actions import bodily, check_bonuses, leads_out
from ludex.games.navyblue.book.movement.obstacles import bars, pit_at
from ludex.games.navyblue.book.movement.sight import no_such_zone
from ludex.games.navyblue.book.movement.steps import enter, falls_at, no_room
from ludex.games.navyblue.records.effects import ImmuneCondition
from ludex.games.navyblue.state import PARTY, Being, Scene, half_level

FAILURE_LINE, TIER_2 = "Fumbled Attempt", "Imperfect Success"  # of the Normal Check

# ---------------------------------------------------------------- over what, to where


def has_run_up(scene: Scene, actor: Being) -> bool:
    """nb.leap.runup: the last thing done was a Move; outside a fight there is always room for one."""
    return actor.run_up or scene.mode != "fight"


def open_ground(scene: Scene, actor: Being, zone: str) -> list[str]:
    """The ground zones beside one, with nothing shut between."""
    beside = scene.board.neighbours(zone)
    return [other for other in beside if other not in scene.air and bars(scene, actor, zone, other) is None]


def seen_by(scene: Scene, actor: Being, zones: list[str]) -> list[str]:
    """nb.gap.sight: nobody of the party jumps over what it has not seen."""
    return [zone for zone in zones if actor.side != PARTY or zone not in scene.unseen]


def leaps(scene: Scene, actor: Being) -> dict[str, list[tuple[str, ...]]]:
    """Every zone that a Leap could end in, and over what; over two zones it takes a run-up."""
    start = actor.at
    short: list[tuple[str, tuple[str, ...]]] = []
    long: list[tuple[str, tuple[str, ...]]] = []
    for first in seen_by(scene, actor, open_ground(scene, actor, start)):
        for second in open_ground(scene, actor, first):
            if second != start:
                short.append((second, (first,)))
                beyond = open_ground(scene, actor, second) if seen_by(scene, actor, [second]) else []
                long += [(third, (first, second)) for third in beyond if third not in (start, first)]
    found: dict[str, list[tuple[str, ...]]] = {}
    for landing, over in (*short, *long):
        found.setdefault(landing, []).append(over)
    return found


def landings(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    most = 2 if has_run_up(scene, actor) else 1
    return [zone for zone, overs in leaps(scene, actor).items() if any(len(over) <= most for over in overs)]


def overs(scene: Scene, actor: Being, to: Plain) -> Iterable[Plain]:
    most = 2 if has_run_up(scene, actor) else 1
    return [over for over in leaps(scene, actor).get(str(to), ()) if len(over) <= most]


def usual_over(scene: Scene, actor: Being, to: Plain) -> Plain:
    """One zone where that is enough."""
    found = leaps(scene, actor).get(str(to), ())
    return found[0] if found else ()


def read_over(value: Plain) -> Plain:
    over = (value,) if isinstance(value, str) else value
    if isinstance(over, tuple) and over and all(isinstance(zone, str) for zone in over):
        return over
    raise BadInput(f"over: expected a zone, or a list of two, not {spelled(value)}")


def may_leap(scene: Scene, actor: Being) -> Refusal | None:
    refusal = cannot_leap(scene, actor)
    return may_choose(scene, actor, "leap") if refusal is None and scene.mode == DUNGEON else refusal


def cannot_leap(scene: Scene, actor: Being) -> Refusal | None:
    """nb.maneuver.leap: why nobody leaps who lies or stands so."""
    if "Prone" in actor.states:
        return Refusal(f"{actor.name} is Prone", "nb.maneuver.leap")
    if actor.at in scene.air:
        return Refusal("a Leap starts on the ground", "nb.zone.air")
    pit = falls_at(scene, actor, actor.at)
    if pit is not None and not pit.roped:
        return Refusal("nobody leaps out of a pit", "nb.zone.pit")
    return None


def fits_leap(scene: Scene, actor: Being, to: str, over: tuple[str, ...]) -> Refusal | None:
    for zone in (to, *over):
        if zone not in scene.board:
            raise no_such_zone(scene, zone, "to" if zone == to else "over")
    if not over:
        return Refusal(
            f"{scene.board.named(to)} does not lie beyond a zone that could be jumped over", "nb.maneuver.leap"
        )
    if to == actor.at or len({actor.at, *over, to}) < len(over) + 2:
        return Refusal("a Leap goes over another zone into a third one", "nb.maneuver.leap")
    if len(over) > 2:
        return Refusal("a Leap goes over two zones at most", "nb.leap.runup")
    if len(over) == 2 and not has_run_up(scene, actor):
        return Refusal("it takes a run-up to leap over two zones: a Move right before", "nb.leap.runup")
    return way_closed(scene, actor, (*over, to)) or no_room(scene, actor, to) or leads_out(scene, actor, to)


def way_closed(scene: Scene, actor: Being, way: tuple[str, ...]) -> Refusal | None:
    """Why nobody leaps this way from where one stands."""
    here = actor.at
    for zone in way:
        if zone not in scene.board.neighbours(here):
            return Refusal(
                f"{scene.board.named(zone)} is not adjacent to {scene.board.named(here)}", "nb.maneuver.leap"
            )
        if zone in scene.air:
            return Refusal(f"{scene.board.named(zone)} is in the air", "nb.zone.air")
        if actor.side == PARTY and here in scene.unseen:
            return Refusal(f"nobody has seen what is in {scene.board.named(here)}", "nb.gap.sight")
        barred = bars(scene, actor, here, zone)
        if barred is not None:
            return barred
        here = zone
    return None


# ---------------------------------------------------------------- the Leap


@action(
    "leap", rule="nb.maneuver.leap", cost=Motion("Leap", 2),
    args=(Arg("to", landings), Arg("over", overs, default=usual_over, read=read_over)), may=may_leap, fits=fits_leap,
    modes=("fight", "adventure", DUNGEON), tags=("move", "flees"),
)  # fmt: skip
async def leap(scene: Scene, actor: Being, to: str, over: tuple[str, ...]) -> None:
    """The zones jumped over are not entered. The Director may call for a Check, and does so after a run-up. While
    Dungeoneering it is a way on through the place, and takes the interval (nb.dungeon.activity)."""
    if scene.mode == DUNGEON:
        actor.activity = ADVANCED
        scene.cite("nb.dungeon.activity")
    needed = len(over) == 2 and bool(scene.options["opt_runup_check"])
    if len(over) == 2:
        scene.cite("nb.leap.runup")
    if falls_at(scene, actor, to) is None and not needed:
        about: dict[str, Plain] = {"who": actor.id, "over": over, "to": to}
        needed = await ask(
            scene, GM, YES_NO, rule="nb.leap.check", about=about, default=lambda: is_risky(scene, over),
            matters=lambda: cannot_go_on(scene, actor, over, to) is None and falls_at(scene, actor, to) is None,
        )  # fmt: skip
        if stops(scene, actor, cannot_go_on(scene, actor, over, to)):
            return
    scene.record("leaps", "nb.maneuver.leap", who=actor.id, over=over, to=to)
    enter(scene, actor, to)
    if needed and falls_at(scene, actor, to) is None:
        scene.next(sticks_landing(actor))


def is_risky(scene: Scene, over: tuple[str, ...]) -> bool:
    return len(over) == 2 or any(pit_at(scene, zone) is not None for zone in over)


def cannot_go_on(scene: Scene, actor: Being, over: tuple[str, ...], to: str) -> Refusal | None:
    """Why somebody who was about to leap does not."""
    why = unable(actor, flees=True) or cannot_leap(scene, actor) or way_closed(scene, actor, (*over, to))
    return why or no_room(scene, actor, to)


@step("nb.leap.check")
async def sticks_landing(scene: Scene, actor: Being) -> None:
    """A Normal Check with Brawn or Finesse: Prone and 1 + HL damage, Prone, stable, or stable with a point back."""
    attr = await bodily(scene, actor, "nb.leap.check", lambda: actor.here)
    if not actor.here:
        return
    extra = check_bonuses(scene, actor, "Leap", attr)
    result = await check(scene, actor, attr, skill="athletics", rule="nb.leap.check", extra=extra)
    if result not in SUCCESSES:
        immune = [given for given in passive(scene, actor, ImmuneCondition) if immune_to_all(given)]
        if any("Prone" in given.conditions for given in immune):
            scene.record("resists", "nb.feature.tags", who=actor.id, condition="Prone")
        else:
            afflict(scene, actor, "Prone")
        if result == FAILURE_LINE:
            deal(scene, actor, 1 + half_level(scene, actor), "physical", "", "nb.leap.check")
    elif result != TIER_2 and scene.mode == "fight":
        actor.motion += 1
        scene.record("regains", "nb.leap.check", who=actor.id, points=1)
