"""Improving: what gives Experience, when a level rises, and what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.master.calls import names, somebody, whole, word
from ludex.games.navyblue.book.carrying.slots import resize
from ludex.games.navyblue.book.conditions import stops, unable
from ludex.games.navyblue.book.features import (
    archetype_value,
    cap,
    languages,
    magic_kind,
    max_vigor,
    own_traits,
    usable_by,
)
from ludex.games.navyblue.book.morale import npcs
from ludex.games.navyblue.book.motion import action, gm
from ludex.games.navyblue.records.kinds import Feature
from ludex.games.navyblue.state import ARCHETYPES, CORE, PEACE, Being, Scene, half_level

MINORS = 3  # nb.xp.minor: so many minor encounters are worth 1 Experience
RAISE = "nb.attr.raise_every_four"

# What is done, by which rule it counts, and as what: an encounter of its own size, a minor one, or by itself
DEEDS = {
    "cleared": "nb.xp.combat",
    "talked": "nb.xp.combat",
    "sneaked": "nb.xp.avoid",
    "escaped": "nb.xp.avoid",
    "missed": "nb.xp.avoid",
    "minor": "nb.xp.minor",
    "location": "nb.xp.roleplay",
    "key": "nb.xp.roleplay",
    "person": "nb.xp.roleplay",
    "objective": "nb.xp.roleplay",
}

# ---------------------------------------------------------------- Experience


def survivors(scene: Scene) -> list[Being]:
    """nb.xp.combat: the player characters who are alive."""
    return [being for being in scene.party() if "Dead" not in being.states]


def gain_experience(scene: Scene, being: Being, amount: int, why: str) -> None:
    """nb.level.threshold: with so much of it, the next Respite brings a level."""
    due = being.experience >= threshold(being)
    being.experience = max(0, being.experience + amount)
    scene.record("experience", DEEDS[why], who=being.id, amount=amount, total=being.experience, why=why)
    if not due and being.experience >= threshold(being):
        scene.record("level_due", "nb.level.threshold", who=being.id, threshold=threshold(being))


def count_minor(scene: Scene, being: Being) -> None:
    """nb.xp.minor: three make one."""
    being.minors += 1
    if being.minors < MINORS:
        scene.record("minor_encounter", "nb.xp.minor", who=being.id, count=being.minors)
        return
    being.minors = 0
    gain_experience(scene, being, 1, "minor")


def count_encounter(scene: Scene, how: str, to: Iterable[Being], size: str) -> None:
    """nb.xp.combat, nb.xp.avoid: cleared by force or words, or sneaked through, it counts as its size; an escape as a
    minor one, or as a full one if at least half of the enemies were dispatched; missed or lost, as nothing."""
    if how == "escaped":
        cite("nb.xp.avoid")
        size = "normal" if notably_many_gone(scene) else "minor"
    elif how not in ("cleared", "talked", "sneaked"):
        scene.record("no_experience", "nb.xp.avoid", how=how)
        return
    for being in to:
        if size == "minor":
            count_minor(scene, being)
        else:
            gain_experience(scene, being, 1, how)


def notably_many_gone(scene: Scene) -> bool:
    gone = sum(not being.threat for being in npcs(scene))
    return gone > 0 and 2 * gone >= scene.foes_at_start


def fight_cleared(scene: Scene, how: str) -> None:
    """A fight has ended: those who are alive gain by it. The next is a normal one until it is called minor."""
    count_encounter(scene, how, survivors(scene), scene.place.size)
    scene.place = replace(scene.place, size="normal")


def fits_award(scene: Scene, deed: str, to: Plain, amount: int) -> Refusal | None:
    for name in names(scene, to):
        if not scene.beings[name].pc:
            return Refusal(f"{scene.beings[name].name} is no player character", "nb.char.kinds")
    return None


@gm("award", "nb.xp.roleplay", word("deed", DEEDS), somebody("to", ()), whole("amount", 1), fits=fits_award)
async def award(scene: Scene, deed: str, to: Plain, amount: int) -> None:
    """Experience for a deed: encounters by the size that the place states, deeds of exploration and roleplay by the
    amount. `to`: for whom, if not for everybody who is alive."""
    earned = [scene.beings[name] for name in names(scene, to)] or survivors(scene)
    if DEEDS[deed] == "nb.xp.roleplay":
        for being in earned:
            gain_experience(scene, being, amount, deed)
    elif deed == "minor":
        for being in earned:
            count_minor(scene, being)
    else:
        count_encounter(scene, deed, earned, scene.place.size)


# ---------------------------------------------------------------- levels


def threshold(being: Being) -> int:
    """nb.level.threshold: 5 + 2 × the current level."""
    return 5 + 2 * being.sheet.level


def grow(scene: Scene, being: Being, **changes: Any) -> None:
    """nb.vigor.max: when the maximum rises for good, current Vigor rises with it; slots follow the attributes."""
    before = max_vigor(scene, being)
    being.sheet = replace(being.sheet, **changes)
    after = max_vigor(scene, being)
    being.vigor = min(after, being.vigor + max(0, after - before))
    resize(scene, being)


def level_up(scene: Scene, being: Being) -> None:
    """nb.level.when: with the Threshold met, one level at the end of a Respite. nb.level.carry: the excess is kept."""
    needed = threshold(being)
    if not being.pc or being.experience < needed or "Dead" in being.states:
        return
    being.experience -= needed
    scene.record("threshold_met", "nb.level.carry", who=being.id, threshold=needed, left=being.experience)
    if being.sheet.archetype:
        scene.next(rise(being))
    else:
        scene.next(choose_archetype(being))


@step("nb.arch.pick_one")
async def choose_archetype(scene: Scene, being: Being) -> None:
    """nb.char.level0: who has played level 0 out picks an archetype with level 1."""
    if "Dead" in being.states:
        return
    among = tuple(ARCHETYPES)
    chosen = await ask(
        scene, being.id, OneOf(among), rule="nb.arch.pick_one", about={"level": 1}, default=among[0],
        matters=lambda: "Dead" not in being.states,
    )  # fmt: skip
    if "Dead" in being.states:
        return
    traits, magic = own_traits(chosen, being.sheet.traits), magic_kind(scene.library, chosen, being.sheet.features)
    grow(scene, being, archetype=chosen, traits=traits, magic_kind=magic)
    scene.record("archetype", "nb.char.level0", who=being.id, archetype=chosen)
    scene.next(rise(being))


@step("nb.level.gains")
async def rise(scene: Scene, being: Being) -> None:
    """Half level, skill bonus, Vigor and the archetype attribute follow the level; the rest is chosen."""
    if "Dead" in being.states:
        return
    old = being.sheet.level
    new = old + 1
    grow(scene, being, level=new)
    scene.record(
        "level", "nb.level.gains", who=being.id, level=new, half_level=half_level(scene, being),
        max_vigor=max_vigor(scene, being),
    )  # fmt: skip
    if archetype_value(scene, new) > archetype_value(scene, old):
        to, named = archetype_value(scene, new), ARCHETYPES[being.sheet.archetype]
        scene.record("raises", "nb.attr.archetype_growth", who=being.id, what=named, to=to)
    if cap(new) > cap(old):
        scene.record("cap", "nb.attr.cap", who=being.id, cap=cap(new))
    if new % 4 == 0:
        scene.next(raise_attribute(being, ()))
    scene.next(*[learn_feature(being)] * features_at(new), *[learn_skill(being)] * skills_at(new), again(being))


def features_at(level: int) -> int:
    """nb.gap.features: three of the archetype at level 1, one more at every even level."""
    return 3 if level == 1 else int(level % 2 == 0)


def skills_at(level: int) -> int:
    """nb.gap.skills: two at level 1, one more at levels 3, 6, 9 and so on."""
    return 2 if level == 1 else int(level % 3 == 0)


@step("nb.level.when")
async def again(scene: Scene, being: Being) -> None:
    """One level for each Respite, unless the table plays otherwise."""
    if scene.options["opt_many_levels_per_respite"]:
        level_up(scene, being)


def can_choose(being: Being, among: tuple[str, ...]) -> bool:
    """Is there somebody to choose, and something to be chosen?"""
    return "Dead" not in being.states and bool(among)


def raisable(scene: Scene, being: Being, raised: tuple[str, ...]) -> tuple[str, ...]:
    """The core attributes that somebody may raise, some having been raised already."""
    values, most = being.sheet.attributes, cap(being.sheet.level)
    barred = () if scene.options["opt_raise_same_twice"] else raised
    return tuple(name for name in CORE if values.get(name, 0) < most and name not in barred)


@step(RAISE)
async def raise_attribute(scene: Scene, being: Being, raised: tuple[str, ...]) -> None:
    """Two different core attributes, none above its cap; by `opt_raise_same_twice` one may be raised twice."""
    if "Dead" in being.states:
        return
    cite("nb.attr.cap")

    def among() -> tuple[str, ...]:
        return raisable(scene, being, raised)

    if not among():
        return
    chosen = await ask(
        scene, being.id, lambda: OneOf(among()), rule=RAISE,
        about=lambda: {"level": being.sheet.level, "left": 2 - len(raised), "cap": cap(being.sheet.level)},
        default=lambda: next(iter(among()), ""), matters=lambda: can_choose(being, among()),
    )  # fmt: skip
    if not can_choose(being, among()):
        return
    to = being.sheet.attributes.get(chosen, 0) + 1
    grow(scene, being, attributes={**being.sheet.attributes, chosen: to})
    scene.record("raises", RAISE, who=being.id, what=chosen, to=to)
    if chosen == "Logic":
        being.sheet = replace(being.sheet, language_points=being.sheet.language_points + 1)
        scene.record("language_points", "nb.lang.later", who=being.id, left=being.sheet.language_points)
    if not raised:
        scene.next(raise_attribute(being, (chosen,)))


# ---------------------------------------------------------------- what is learned


def learnable(scene: Scene, being: Being) -> list[str]:
    """nb.arch.tag_gate: the features of archetypes that somebody may select: of the own one, or of none by name."""
    every: Iterable[Feature] = scene.library.offered("feature")
    return [entry.id for entry in every if entry.origin == "archetype" and usable_by(scene, being, entry)]


async def learns(scene: Scene, being: Being, rule: str, among: Callable[[], tuple[str, ...]]) -> str:
    """Somebody picks what they learn."""
    chosen: str = await ask(
        scene, being.id, lambda: OneOf(among()), rule=rule, about=lambda: {"level": being.sheet.level},
        default=lambda: next(iter(among()), ""), matters=lambda: can_choose(being, among()),
    )  # fmt: skip
    return chosen


@step("nb.gap.features")
async def learn_feature(scene: Scene, being: Being) -> None:
    """One more feature of the own archetype."""
    if "Dead" in being.states:
        return

    def among() -> tuple[str, ...]:
        return tuple(name for name in learnable(scene, being) if name not in being.sheet.features)

    if not among():
        scene.record("nothing_to_learn", "nb.gap.features", who=being.id, kind="feature")
        return
    chosen = await learns(scene, being, "nb.gap.features", among)
    if not can_choose(being, among()):
        return
    known = (*being.sheet.features, chosen)
    grow(scene, being, features=known, magic_kind=magic_kind(scene.library, being.sheet.archetype, known))
    scene.record("learns", "nb.gap.features", who=being.id, kind="feature", what=chosen)


@step("nb.gap.skills")
async def learn_skill(scene: Scene, being: Being) -> None:
    """One more skill."""
    if "Dead" in being.states:
        return

    def among() -> tuple[str, ...]:
        return tuple(entry.id for entry in scene.library.offered("skill") if entry.id not in being.sheet.skills)

    if not among():
        scene.record("nothing_to_learn", "nb.gap.skills", who=being.id, kind="skill")
        return
    chosen = await learns(scene, being, "nb.gap.skills", among)
    if not can_choose(being, among()):
        return
    being.sheet = replace(being.sheet, skills=(*being.sheet.skills, chosen))
    scene.record("learns", "nb.gap.skills", who=being.id, kind="skill", what=chosen)


# ---------------------------------------------------------------- languages


def known_halves(scene: Scene, being: Being, language: str) -> tuple[bool, bool]:
    """Does somebody speak and read it? Broken speech is neither."""
    return halves_of(language, languages(scene, being))


def halves_of(language: str, known: Iterable[tuple[str, bool, bool]]) -> tuple[bool, bool]:
    return next(((speaks, reads) for name, speaks, reads in known if name == language), (False, False))


def may_learn(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.sheet.language_points else Refusal("no language point is left", "nb.lang.later")


def halves(scene: Scene, actor: Being, language: Plain, *chosen: Plain) -> Iterable[Plain]:
    speaks, reads = known_halves(scene, actor, str(language))
    return [half for half, has in (("speak", speaks), ("read", reads)) if not has]


def fits_learn(scene: Scene, actor: Being, language: str, half: str) -> Refusal | None:
    if half not in halves(scene, actor, language):
        return Refusal(f"{actor.name} knows that half of {language} already", "nb.lang.levels")
    return None


@action(
    "learn_language", rule="nb.lang.later",
    args=(Arg("language", lambda scene, *a: tuple(scene.library.shelves["language"].entries), closed=True),
          Arg("half", ("speak", "read"), closed=True)),
    may=may_learn, fits=fits_learn, modes=PEACE, label="Learn a language", tags=("anytime", "idle"),
)  # fmt: skip
async def learn_language(scene: Scene, actor: Being, language: str, half: str) -> None:
    """A kept point buys speaking or literacy, once the Director agrees that it suits the story."""
    about: dict[str, Plain] = {"who": actor.id, "language": language, "half": half}

    def cannot() -> Refusal | None:
        return unable(actor) or may_learn(scene, actor) or fits_learn(scene, actor, language, half)

    suits = await ask(
        scene, GM, YES_NO, rule="nb.lang.later", about=about, default=True, matters=lambda: cannot() is None
    )
    if not suits or stops(scene, actor, cannot()):
        return
    speaks, reads = halves_of(language, actor.sheet.languages)
    if (language, False, False) in actor.sheet.languages:
        cite("nb.lang.zero")
    others = tuple(known for known in actor.sheet.languages if known[0] != language)
    learned = (language, speaks or half == "speak", reads or half == "read")
    points = actor.sheet.language_points - 1
    actor.sheet = replace(actor.sheet, languages=(*others, learned), language_points=points)
    scene.record("learns", "nb.lang.levels", who=actor.id, kind=half, what=language)
