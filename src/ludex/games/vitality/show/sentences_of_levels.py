"""A level higher, in words: what was chosen, what is asked, and the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.show.sentences import Asked, Named, Sentence
from ludex.games.vitality.book.attacks.built import attack_of
from ludex.games.vitality.book.characters.scores import attribute
from ludex.games.vitality.build.legality_of_boons import GRADES, OWN
from ludex.games.vitality.build.levels import IMPROVE, LATER
from ludex.games.vitality.records.kinds import Ability
from ludex.games.vitality.show.effects import attack_words
from ludex.games.vitality.show.names import STATS, attack_title, stat_name, thing_name
from ludex.games.vitality.state import COMBAT, UTILITY, Scene

LATER_WORDS = "nothing now: keep it for later"
OWN_WORDS = "a bonus of their own making"

# ---------------------------------------------------------------- what was chosen


def improvement_name(scene: Scene, ability: str, upgrade: str) -> str:
    entry: Ability = scene.library.shelves["ability"].entries[ability]
    return next((better.name for better in entry.improvements if better.id == upgrade), upgrade)


def boon(v: Named) -> str:
    name = thing_name(v.scene, v.raw["boon"])
    if not v["upgrade"]:
        return f"{v['who']} has the boon {name} now"
    return f"{v['who']} improves {name}: {improvement_name(v.scene, str(v.raw['boon']), str(v.raw['upgrade']))}"


def improves(v: Named) -> str:
    attack = attack_title(v.scene, v.raw["attack"], v.raw["who"])
    return f"{v['who']} improves {attack}: {thing_name(v.scene, v.raw['what'])}"


LEVELS: dict[str, Sentence] = {
    "level": "{who} reaches level {level}: Tier {tier}",
    "raises": lambda v: f"{v['who']} raises {str(v.raw['what']).capitalize()} to {v['to']}",
    "boon": boon,
    "improves": improves,
    "learns": lambda v: f"{v['who']} learns {thing_name(v.scene, v.raw['what'])}",
}


# ---------------------------------------------------------------- the answers


def _taken(scene: Scene, value: Plain) -> str:
    """`passive:sickly` is Sickly; `improve:heal:ranged` is Heal, Ranged."""
    if value == LATER:
        return LATER_WORDS
    kind, _, name = str(value).partition(":")
    if kind == IMPROVE:
        ability, _, upgrade = name.partition(":")
        return f"{thing_name(scene, ability)}, {improvement_name(scene, ability, upgrade)}"
    return OWN_WORDS if value == OWN else thing_name(scene, name)


def _with_boon(scene: Scene, value: Plain) -> str:
    """Stats, a limit, whom one calls, or how many HP those have."""
    if isinstance(value, tuple):
        return listed([stat_name(stat) for stat in value])
    if isinstance(value, int):
        return f"{value} HP"
    return stat_name(value) if value in STATS else thing_name(scene, value)


def _with_own(scene: Scene, value: Plain) -> str:
    """Stats, or conditions with their grades."""
    pieces = scene.library.shelves["piece"].entries
    parts = value if isinstance(value, tuple) else (value,)
    return listed([f"{pieces[p].name} ({pieces[p].grade})" if p in pieces else stat_name(p) for p in parts])


def _named(scene: Scene, value: Plain) -> str:
    return thing_name(scene, value) if value != LATER else LATER_WORDS


def _attribute(scene: Scene, value: Plain) -> str:
    return str(value).capitalize()


WITH_BOONS = (
    "vt.boon.passive", "vt.boon.conditional", "vt.ability.support_aura", "vt.ability.summon",
)  # fmt: skip
ANSWERS: dict[str, Callable[[Scene, Any], str]] = {
    "vt.tier.table": _taken,
    "vt.attack.build": _named,
    "vt.create.utility_points": _named,
    "vt.attr.combat_points": _attribute,
    "vt.attr.utility_points": _attribute,
    "vt.boon.custom": _with_own,
    **dict.fromkeys(WITH_BOONS, _with_boon),
}


# ---------------------------------------------------------------- the questions


def _raise(names: tuple[str, ...]) -> Asked:
    def asked(scene: Scene, question: Question) -> list[str]:
        being = scene.beings[question.who]
        now = [f"{name.capitalize()} {attribute(being, name)}" for name in names]
        return [f"{being.name} reaches level {question.about['level']} and raises an attribute by 1, up to the Tier of "
                f"{being.sheet.tier}. They have {listed(now)}. Which?"]  # fmt: skip

    return asked


def _boons(scene: Scene, question: Question) -> list[str]:
    being, left = scene.beings[question.who], cast(int, question.about["left"])
    has = listed([thing_name(scene, boon.id) for boon in being.sheet.boons]) or "none yet"
    return [
        f"{being.name} has {count(left, 'boon')} to spend at level {question.about['level']}, and has: {has}. Which?"
    ]


FIELDS = {
    "stats": "Which stats does it raise?", "loses": "Which score does it lower?", "limit": "Which limit?",
    "companion": "Who comes when called?", "size": "How many HP has each of them?", "versus": "Against what?",
    "pieces": "Under which conditions?",
}  # fmt: skip


def _chosen_with(scene: Scene, question: Question) -> list[str]:
    about = question.about
    name = str(about["boon"]).partition(":")[2]
    kind = str(about["boon"]).partition(":")[0]
    entry = scene.library.shelves[kind].entries[name]
    return [f"{scene.beings[question.who].name} takes {entry.name}. {entry.text} {FIELDS[str(about['field'])]}"]


def _built(scene: Scene, question: Question) -> list[str]:
    """vt.boon.custom: a bonus of the table's own has no entry."""
    asked = FIELDS[str(question.about["field"])]
    return [
        f"{scene.beings[question.who].name} takes {OWN_WORDS}: Tier on two stats while all of its conditions hold, "
        f"whose grades make {GRADES} together. {asked}"
    ]


def _improve(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    attack = attack_of(scene, being, str(about["attack"]))
    return [
        f"{being.name} has {count(cast(int, about['left']), 'point')} left for {attack.name}: "
        f"{attack_words(scene, being, attack)}. What is added to it?"
    ]


def _learn(scene: Scene, question: Question) -> list[str]:
    points = count(cast(int, question.about["left"]), "utility point")
    return [f"{scene.beings[question.who].name} has {points} left. What do they learn?"]


LEVEL_QUESTIONS: dict[str, Asked] = {
    "vt.attr.combat_points": _raise(COMBAT),
    "vt.attr.utility_points": _raise(UTILITY),
    "vt.tier.table": _boons,
    "vt.attack.build": _improve,
    "vt.create.utility_points": _learn,
    "vt.boon.custom": _built,
    **dict.fromkeys(WITH_BOONS, _chosen_with),
}
