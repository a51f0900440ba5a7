"""Features of classes and stat blocks: when they work, what they cost, and the edge they give."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ludex.core.content.content import Library
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, Word
from ludex.games.cloudbreaker.book.attacks.effects import happen
from ludex.games.cloudbreaker.book.dice import EDGE
from ludex.games.cloudbreaker.records.effects import Edge, GainSpirit, RedirectAttack
from ludex.games.cloudbreaker.records.kinds import Feature
from ludex.games.cloudbreaker.state import HELPLESS, Being, Scene, vital_hit

LIMITS = {"once_per_turn": "turn", "once_per_round": "round", "once_per_situation": "situation"}
EVENTS = ("attack_hits", "maneuver_gives_condition", "spirit_given", "turn_starts", "round_ends")


def feature(scene: Scene, name: str) -> Feature:
    found: Feature = scene.library.shelves["feature"].entries[name]
    return found


def by_class(being: Being, rule: str) -> str:
    """The rule by which a feature is had: of a player character one about classes; of all others their stat block."""
    return rule if being.pc else "cb.unit.features"


# ---------------------------------------------------------------- passive ones


def edges(scene: Scene, being: Being, roll: str, target: Being | None) -> list[Modifier]:
    """Edge that a unit's features give on rolls of this kind against this target."""
    return [
        modifier
        for wanted, modifier in edges_on(scene, being, roll)
        if not wanted or (target is not None and not target.states.isdisjoint(wanted))
    ]


@derived("being.sheet")
def edges_on(scene: Scene, being: Being, roll: str) -> tuple[tuple[tuple[str, ...], Modifier], ...]:
    """Edge on rolls of this kind, each with the conditions of which the target must have one."""
    entries = [feature(scene, name) for name in being.sheet.features]
    rule = by_class(being, "cb.class.primary_secondary")
    return tuple([
        (entry.trigger.target_has_any, Modifier(1, entry.name, rule, EDGE))
        for entry in entries
        if any(isinstance(effect, Edge) and effect.roll == roll for effect in entry.effects)
    ])  # fmt: skip


# ---------------------------------------------------------------- those that answer to an event


def answering(word: Word, event: str, rule: str, timing: str) -> Reaction:
    """How units answer to an event at such a time."""

    def ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
        found = timed(scene, being, timing, event.kind)
        return tuple([entry.id for entry in found if answers(scene, being, entry, event)])

    def who(scene: Scene, event: Event) -> Collection[str]:
        wanted = all_timed(scene.library, timing, event.kind)
        if not wanted:
            return ()
        return [being.id for being in scene.beings.values() if not wanted.isdisjoint(being.sheet.features)]

    return Reaction(word, event, rule, ways, use_feature, who)


@derived("being.sheet")
def timed(scene: Scene, being: Being, timing: str, kind: str) -> tuple[Feature, ...]:
    """The features of this unit that answer to such an event at such a time."""
    wanted = all_timed(scene.library, timing, kind)
    return tuple([feature(scene, name) for name in being.sheet.features if name in wanted])


@derived()
def all_timed(library: Library, timing: str, kind: str) -> frozenset[str]:
    """All features there are that answer to such an event at such a time."""
    entries: Iterable[Feature] = library.shelves["feature"].entries.values()
    return frozenset([entry.id for entry in entries if entry.timing == timing and entry.trigger.event == kind])


def answers(scene: Scene, being: Being, entry: Feature, event: Event) -> bool:
    trigger = entry.trigger
    if being.has_used(entry.id) or not being.targetable:
        return False
    if too_helpless(being, entry):
        return False
    if (entry.action == "minor" and not being.minor) or (entry.action == "major" and not being.major):
        return False
    if event.kind == "attack_hits" and not any(hit.target == event.who for hit in scene.hits):
        return False  # somebody else has taken the hit
    who = scene.beings.get(event.who)
    if who is None:
        return trigger.who == "any"
    if trigger.where == "same_zone" and not scene.together(being, who):
        return False
    if trigger.target_has_any and who.states.isdisjoint(trigger.target_has_any):
        return False
    if trigger.who == "self":
        return who is being
    if trigger.who == "ally":
        return who is not being and who.side == being.side
    return trigger.who == "any" or who.side != being.side


def too_helpless(being: Being, entry: Feature) -> bool:
    """Can they use no action, and not this feature either?"""
    if not being.helpless:
        return False
    return not entry.surprised_too or not being.states.isdisjoint(HELPLESS - {"Surprised"})


def use_feature(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    """cb.action.instant: it is paid with the kind of action that it states, before the first turn too."""
    entry = feature(scene, str(way))
    being.minor -= entry.action == "minor"
    being.major -= entry.action == "major"
    if entry.limit:
        being.use(entry.id, LIMITS[entry.limit])
    scene.cite("cb.action.free" if entry.action == "free" else "cb.action.instant")
    if entry.limit == "once_per_turn":
        scene.cite("cb.turn.once_per_turn")
    return carry_out_feature(being, entry.id, event)


def rule_of(being: Being, entry: Feature) -> str:
    """By which rule a feature does something: those of a stat block by their own; one that gives tokens, one that takes
    an action, or one that needs only its moment."""
    if not being.pc:
        return "cb.unit.features"
    if any(isinstance(effect, GainSpirit) for effect in entry.effects):
        return "cb.spirit.gain.feature"
    return "cb.action.free" if entry.action == "free" else "cb.action.instant"


@step()
async def carry_out_feature(scene: Scene, being: Being, name: str, event: Event) -> None:
    """What a feature does when its moment has come, unless its owner can do nothing any more."""
    entry = feature(scene, name)
    if too_helpless(being, entry):
        return
    scene.cite(by_class(being, "cb.class.rank_up"))
    scene.record("feature", rule_of(being, entry), who=being.id, feature=name, whom=event.who)
    for number, effect in enumerate(entry.effects):
        if isinstance(effect, RedirectAttack):
            redirect(scene, being, event)
        else:
            target = event.by if event.kind == "spirit_given" else event.who
            hit = (vital_hit(scene.beings[target]),) if target in scene.beings else ()
            scene.next(happen(being, f"feature:{name}", number, hit, ""))


def redirect(scene: Scene, being: Being, event: Event) -> None:
    """The attack hits this one in place of the other; no new attack roll is made."""
    scene.hits = tuple(vital_hit(being, hit.critical) if hit.target == event.who else hit for hit in scene.hits)
    scene.record("redirected", "cb.action.instant", who=being.id, whom=event.who)


REACTIONS = [
    reaction
    for event in EVENTS
    for reaction in (
        answering("forced", event, "cb.action.free", "triggered"),
        answering("interrupt", event, "cb.action.instant", "instant"),
    )
]
