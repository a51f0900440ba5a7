"""Conditions and states: how they come and go. Which there are stands in `conditions.toml`."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition, Until
from ludex.games.vitality.book.characters.features import immune
from ludex.games.vitality.book.characters.space import cells_of, ground, sees
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import AFFLICTIONS, OUT, RESISTANCES, SENSELESS, STATS, Being, Scene

HOUR = 60  # minutes
PERMANENT = Until("minute", turns=8 * HOUR)  # vt.up.cursed, vt.up.overwhelming_affliction
NEAR = 20  # spaces around it, in which somebody who comes back from death finds room
FOR_THE_FIGHT = ("start of turn", "end of turn", "fight")
NOTED = {  # words of the notes of conditions
    "stat": STATS,
    "score": ("avoidance", "durability", *RESISTANCES),
    "right": ("primary", "move"),
}

end = CONDITIONS.end


def afflict(
    scene: Scene,
    being: Being,
    name: str,
    *,
    source: str = "",
    until: Until | None = None,
    value: int = 0,
    note: str = "",
    versus: str = "",
    rule: str = "",
) -> bool:
    """Somebody gets a condition, unless they are gone. Immunities hold whatever was rolled (vt.stack.specific). Whoever
    is incapacitated is seen again (vt.ability.invisibility)."""
    if not being.here:
        return False
    if name in AFFLICTIONS:
        if why := immune(scene, being, name, versus):
            scene.record("immune", why, who=being.id, condition=name)
            scene.cite("vt.stack.specific")
            return False
        until, value = renewed(being, Condition(name, source, until, value, note))
    if name == "Invisible" and being.senseless:
        return False
    if name in SENSELESS:
        end(scene, being, "Invisible")
    return CONDITIONS.afflict(scene, being, name, source=source, until=until, value=value, note=note, rule=rule)


def renewed(being: Being, fresh: Condition) -> tuple[Until | None, int]:
    """vt.cond.general: what runs already is neither cut short nor made less by the same one from the same source."""
    for old in being.conditions:
        if (old.name, old.source, old.note) == (fresh.name, fresh.source, fresh.note):
            return max(fresh.until, old.until, key=how_long), max(fresh.value, old.value)
    return fresh.until, fresh.value


def how_long(until: Until | None) -> tuple[int, int, bool]:
    """For comparing ends: turns pass before the fight does, that before hours, and no end comes last."""
    if until is None:
        return 3, 0, False
    kind = 0 if until.when.endswith("of turn") else 1 if until.when == "fight" else 2
    return kind, until.turns, until.when == "end of turn"


@CONDITIONS.brings(*AFFLICTIONS, again=True)
def remember(scene: Scene, being: Being, condition: Condition) -> None:
    """What has befallen somebody; vt.limit.sequential: who puts it on an enemy in their own turn remembers it too."""
    being.befalls("conditioned")
    source = condition.source
    if source and source == scene.turns.current and scene.beings[source].side != being.side:
        scene.beings[source].note("condition")


def go_down(scene: Scene, being: Being, name: str, *, note: str = "", until: Until | None = None) -> None:
    """Somebody goes down: Unconscious, Dead, Defeated or Dismissed. They are seen again and hold nobody any more;
    whoever is out for good has no other state. Whoever calls this tells of it."""
    if name in OUT:
        being.set_conditions(Condition(name, until=until))
    else:
        end(scene, being, "Invisible")
        being.afflict(Condition(name, until=until, note=note))
    has_gone_down(scene, being)


def has_gone_down(scene: Scene, being: Being) -> None:
    """Whoever has gone down holds nobody; and the fight may be over."""
    lets_loose(scene, being)
    scene.maybe_over = True


def lets_loose(scene: Scene, being: Being) -> None:
    """vt.cond.grab: any hold ends with the grabber."""
    for other in scene.beings.values():
        if "Grabbed" in other.states:
            end(scene, other, "Grabbed", source=being.id)


def end_all(scene: Scene, being: Being, rule: str) -> bool:
    """All conditions in the sense of Effort and Heal end; not unconsciousness, not what one does oneself."""
    return end(scene, being, *dict.fromkeys(being.afflictions), rule=rule)


def expire(scene: Scene, when: str, of: str = "") -> None:
    """A moment passes: `start of turn`, `end of turn` (of somebody), `attack`, `fight`, `minute`, `rest`."""
    CONDITIONS.expire(scene, when, of)


@CONDITIONS.leaves("Summoned")
def time_is_over(scene: Scene, being: Being, condition: Condition) -> None:
    if being.here:
        go_down(scene, being, "Dismissed")


@CONDITIONS.leaves(*OUT)
def come_back(scene: Scene, being: Being, condition: Condition) -> None:
    """vt.feature.procedures: an immortal lives again, with 1 HP, in the nearest space that is free; and so is there
    again whom the game master brings back."""
    taken = [cell for other in scene.beings.values() if other.here and other is not being for cell in cells_of(other)]
    near = [cell for cell in scene.board.within(being.at, NEAR) if scene.board.open(cell) and cell not in taken]
    being.at = near[0] if near else being.at
    being.height = ground(scene, being.at)
    being.hp = max(1, being.hp)
    scene.record("comes_back", "vt.feature.procedures", who=being.id, at=being.at)


# ---------------------------------------------------------------- being seen


def searchers(scene: Scene, hider: Being) -> list[Being]:
    """The enemies who could notice somebody."""
    return [other for other in scene.opponents(hider) if not other.senseless]


def in_plain_view(scene: Scene, hider: Being) -> bool:
    return next(onlookers(scene, hider), None) is not None


def onlookers(scene: Scene, hider: Being) -> Iterator[Being]:
    """The enemies in whose plain view somebody is. vt.ability.invisibility: the invisible are in nobody's."""
    if "Invisible" in hider.states:
        scene.cite("vt.ability.invisibility")
        return
    for other in searchers(scene, hider):
        if sees(scene, other, hider):
            yield other


@CONDITIONS.leaves("Invisible")
def seen_again(scene: Scene, being: Being, condition: Condition) -> None:
    reveal(scene)


def reveal(scene: Scene) -> None:
    """vt.act.hide: whoever stands in plain view is not Hidden any more. So wherever somebody comes to rest, a wall is
    gone or moved, or somebody is no longer Invisible."""
    for being in scene.beings.values():
        if "Hidden" in being.states and in_plain_view(scene, being):
            end(scene, being, "Hidden")


# ---------------------------------------------------------------- being held, and for how long


def refuse_movement(being: Being) -> Refusal | None:
    """Why somebody cannot move, whatever they have left of their movement."""
    if being.senseless or being.is_wall:
        return Refusal(f"{being.name} cannot move", "vt.cond.stun" if "Stunned" in being.states else "vt.move.speed")
    if "Grabbed" in being.states:
        return Refusal(f"{being.name} is Grabbed", "vt.cond.grab")
    if "Rooted" in being.states:
        return Refusal(f"{being.name} has made an attack that allows no movement", "vt.limit.position")
    if "Carried" in being.states:
        return Refusal(f"{being.name} is carried", "vt.act.carry")
    return None


def until_end_of_turn(scene: Scene) -> Until:
    """Until the turn under way ends; before the first turn, until that one starts."""
    if not scene.turns.current:
        return Until("start of turn", scene.turns.upcoming())
    return Until("end of turn", scene.turns.current)


def hours(number: int) -> Until:
    """For so many hours, counted by the minute."""
    return Until("minute", turns=number * HOUR)


def lacking(condition: Condition) -> str:
    """What a condition has to be given and was not."""
    return CONDITIONS.lacking(condition, NOTED)
