"""Conditions and states: which there are, how they come and go."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition, Until
from ludex.games.vitality.book.characters.features import immune
from ludex.games.vitality.book.characters.space import cells_of, ground, sees
from ludex.games.vitality.state import AFFLICTIONS, OUT, RESISTANCES, SENSELESS, STATS, Being, Scene

RULES = {
    # conditions of attacks: vt.effort.end_conditions ends them, Heal with Restorative too
    "Controlled": "vt.cond.control",
    "Stunned": "vt.cond.stun",
    "Weakened": "vt.cond.weaken",  # note: which stat; value: by how much
    "Prone": "vt.cond.prone",
    "Grabbed": "vt.cond.grab",  # note: melee where the grabber must stay near
    "Frightened": "vt.cond.frighten",
    "Taunted": "vt.cond.taunt",
    "Charmed": "vt.cond.charm",
    "Bleeding": "vt.up.bleed",  # value: HP lost once more
    # what one has taken upon oneself, or friends have given
    "Dodging": "vt.act.dodge",
    "Bracing": "vt.act.brace",
    "Fortified": "vt.act.fortify",
    "Aiming": "vt.act.aim",
    "Empowered": "vt.act.empower",
    "Refined": "vt.act.refine",
    "Assisted": "vt.act.assist",  # source: who helps; value: its Tier; note: against whom, if only there
    "Protected": "vt.act.protect",  # source: the protector
    "Hidden": "vt.act.hide",  # value: the Stealth result
    "Invisible": "vt.ability.invisibility",
    "Carried": "vt.act.carry",  # source: who carries
    "Underground": "vt.arch.move.mole",
    "Marked": "vt.up.priority_target",  # source: the marker
    "Slipping": "vt.up.disengage",  # source: who cannot Punish
    "Concentrating": "vt.up.concentration",  # source: the target; note: which attack
    "Rooted": "vt.limit.position",  # may not move any more in this turn
    "Aura": "vt.ability.support_aura",  # switched on; note: which ability
    "AuraSpent": "vt.limit.special",  # an aura given up for an attack; note: which ability
    "Activated": "vt.enh.needs",  # note: which bonus
    "Streak": "vt.boon.conditional",  # the die of this turn was high enough; note: which bonus
    "Pushing": "vt.effort.extra_action",  # may act out of turn by Effort; note: primary or move; value: spaces left
    "Straining": "vt.effort.capacity",  # Capacity is higher; value: by how much
    "Bolstered": "vt.effort.add_tier_score",  # source: against whom; note: which score; value: by how much
    "Sacrificing": "vt.feature.self_sacrifice",  # value: Tier more
    "Inspired": "vt.feature.support",  # value: on checks; source: a friend, once; note: by which feature, or the topic
    "Kept": "vt.ability.wall",  # of a wall: kept up in this turn
    "Powerless": "vt.boon.passive",
    "Summoned": "vt.ability.summon",
    # states
    "Unconscious": "vt.survival.unconscious",  # note: effort where only a rest wakes; regeneration where full HP does
    "Dead": "vt.survival.dead",
    "Defeated": "vt.npc.defeat",
    "Dismissed": "vt.ability.wall",  # a wall or companion that is gone
}
HOUR = 60  # minutes
PERMANENT = Until("minute", turns=8 * HOUR)  # vt.up.cursed, vt.up.overwhelming_affliction
NEAR = 20  # spaces around it, in which somebody who comes back from death finds room
FROM_SOMEBODY = ("Controlled", "Frightened", "Taunted", "Charmed", "Grabbed", "Protected", "Carried", "Marked")
WITH_NOTE = ("Weakened", "Bolstered", "Aura", "AuraSpent", "Activated", "Streak", "Pushing", "Concentrating")
NOTES = {
    "Weakened": STATS,
    "Bolstered": ("avoidance", "durability", *RESISTANCES),
    "Pushing": ("primary", "move"),
}
FOR_THE_FIGHT = ("start of turn", "end of turn", "fight")


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
    """Somebody gets a condition. vt.cond.general: the same one from the same source is renewed, from others it runs on
    its own. Immunities hold whatever was rolled. Whoever is incapacitated is seen again (vt.ability.invisibility).
    vt.limit.sequential: whoever puts one on an enemy in its own turn remembers it."""
    fresh = Condition(name, source, until, value, note)
    if name in AFFLICTIONS:
        if why := immune(scene, being, name, versus):
            scene.record("immune", why, who=being.id, condition=name)
            scene.cite("vt.stack.specific")
            return False
        being.befalls("conditioned")
        fresh = renewed(being, fresh)
        if source and source == scene.turns.current and scene.beings[source].side != being.side:
            scene.beings[source].note("condition")
    if name == "Invisible" and being.senseless:
        return False
    if name in SENSELESS and "Invisible" in being.states:
        end(scene, being, "Invisible")
    being.keep(lambda c: (c.name, c.source, c.note) != (name, source, note))
    being.afflict(fresh)
    rule = rule or RULES[name]
    scene.record("condition", rule, who=being.id, condition=name, source=source, note=note, value=fresh.value)
    return True


def renewed(being: Being, fresh: Condition) -> Condition:
    """vt.cond.general: what runs already is neither cut short nor made less by the same one from the same source."""
    for old in being.conditions:
        if (old.name, old.source, old.note) == (fresh.name, fresh.source, fresh.note):
            longer = max(fresh.until, old.until, key=how_long)
            return replace(fresh, until=longer, value=max(fresh.value, old.value))
    return fresh


def how_long(until: Until | None) -> tuple[int, int, bool]:
    """For comparing ends: turns pass before the fight does, that before hours, and no end comes last."""
    if until is None:
        return 3, 0, False
    kind = 0 if until.when.endswith("of turn") else 1 if until.when == "fight" else 2
    return kind, until.turns, until.when == "end of turn"


def go_down(scene: Scene, being: Being, name: str, *, note: str = "", until: Until | None = None) -> None:
    """Somebody goes down: Unconscious, Dead, Defeated or Dismissed. It is seen again and holds nobody any more
    (vt.cond.grab); whoever is out for good has no other state. Whoever calls this tells of it."""
    if name in OUT:
        being.set_conditions(Condition(name, until=until))
    else:
        end(scene, being, "Invisible")
        being.afflict(Condition(name, until=until, note=note))
    for other in scene.beings.values():
        if "Grabbed" in other.states:
            end(scene, other, "Grabbed", source=being.id)
    scene.maybe_over = True


def end(scene: Scene, being: Being, *names: str, source: str | None = None, rule: str = "") -> bool:
    """End conditions by name, from one source or from all."""
    before = being.states
    if not being.relieve(*names, source=source):
        return False
    for name in names:
        if name in before and name not in being.states:
            scene.record("condition_ends", rule or RULES[name], who=being.id, condition=name)
    if "Invisible" in names:
        reveal(scene)
    return True


def end_all(scene: Scene, being: Being, rule: str) -> bool:
    """All conditions in the sense of Effort and Heal end; not unconsciousness, not what one does oneself."""
    return end(scene, being, *dict.fromkeys(being.afflictions), rule=rule)


def expire(scene: Scene, when: str, of: str = "") -> None:
    """A moment passes: `start of turn`, `end of turn` (of somebody), `attack`, `fight`, `minute`, `rest`."""
    for being, condition in scene.pass_moment(when, of):
        if condition.name not in being.states:
            scene.record("condition_ends", RULES[condition.name], who=being.id, condition=condition.name)
            if condition.name == "Summoned":
                go_down(scene, being, "Dismissed")
            elif condition.name == "Dead":
                come_back(scene, being)
            elif condition.name == "Invisible":
                reveal(scene)


def come_back(scene: Scene, being: Being) -> None:
    """vt.feature.procedures: an immortal lives again, with 1 HP, in the nearest space that is free."""
    taken = [cell for other in scene.beings.values() if other.here and other is not being for cell in cells_of(other)]
    near = [cell for cell in scene.board.within(being.at, NEAR) if scene.board.open(cell) and cell not in taken]
    being.at = near[0] if near else being.at
    being.height = ground(scene, being.at)
    being.hp = 1
    scene.record("comes_back", "vt.feature.procedures", who=being.id, at=being.at)


# ---------------------------------------------------------------- being seen


def searchers(scene: Scene, hider: Being) -> list[Being]:
    """The enemies who could notice somebody."""
    return [other for other in scene.opponents(hider) if not other.senseless]


def in_plain_view(scene: Scene, hider: Being) -> bool:
    """vt.ability.invisibility: the invisible may hide before everybody's eyes."""
    if "Invisible" in hider.states:
        scene.cite("vt.ability.invisibility")
        return False
    return any([sees(scene, other, hider) for other in searchers(scene, hider)])


def reveal(scene: Scene) -> None:
    """vt.act.hide: whoever stands in plain view is not Hidden any more. So wherever somebody comes to rest, a wall is
    gone or moved, or somebody is no longer Invisible."""
    for being in scene.beings.values():
        if "Hidden" in being.states and in_plain_view(scene, being):
            end(scene, being, "Hidden")


# ---------------------------------------------------------------- being held, and for how long


def held(being: Being) -> Refusal | None:
    """Why somebody cannot move, whatever it has left of its movement."""
    if being.senseless or being.is_wall:
        return Refusal(f"{being.name} cannot move", "vt.cond.stun" if "Stunned" in being.states else "vt.move.speed")
    if "Grabbed" in being.states:
        return Refusal(f"{being.name} is Grabbed", "vt.cond.grab")
    if "Rooted" in being.states:
        return Refusal(f"{being.name} has made an attack that needs it to stay", "vt.limit.position")
    if "Carried" in being.states:
        return Refusal(f"{being.name} is carried", "vt.act.carry")
    return None


def until_start_of_next(being: Being) -> Until:
    """Until the start of somebody's next turn."""
    return Until("start of turn", being.id)


def until_end_of_next(scene: Scene, being: Being) -> Until:
    """Until the end of somebody's next turn: the one after this, if it is its turn now."""
    return Until("end of turn", being.id, 2 if scene.turns.current == being.id else 1)


def until_end_of_turn(scene: Scene) -> Until:
    """Until the turn under way ends; before the first turn, until that one starts."""
    if not scene.turns.current:
        return Until("start of turn", scene.turns.upcoming())
    return Until("end of turn", scene.turns.current)


def hours(number: int) -> Until:
    """For so many hours, counted by the minute."""
    return Until("minute", turns=number * HOUR)


# ---------------------------------------------------------------- what they name


def unsound(scene: Scene, condition: Condition) -> str:
    """What is wrong with a condition that somebody is given."""
    if condition.name in FROM_SOMEBODY and condition.source not in scene.beings:
        return f"{condition.name} is by somebody; there is no being {condition.source!r}"
    if condition.name in NOTES and condition.note not in NOTES[condition.name]:
        expected = ", ".join(NOTES[condition.name])
        return f"the note of {condition.name} is one of: {expected} [{RULES[condition.name]}]"
    return ""


def what_it_lacks(condition: Condition) -> str:
    if condition.name in FROM_SOMEBODY and not condition.source:
        return "a source"
    return "a note" if condition.name in WITH_NOTE and not condition.note else ""
