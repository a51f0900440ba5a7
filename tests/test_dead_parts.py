"""Parts of content of which nothing ever comes are told as warnings, in every game that can have them; and whatever an
effect is called, there is a rule that carries it out."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from ludex.core.content.dead import Alive
from ludex.core.game import GAMES
from ludex.games.bluebox.book.powers.effects import EFFECTS
from ludex.games.bluebox.records import effects as bluebox
from ludex.games.cloudbreaker.book.attacks.effects import CARRIED_OUT
from ludex.games.cloudbreaker.records import effects as cloudbreaker
from ludex.games.cloudbreaker.records.kinds import ALWAYS, CARRIED
from ludex.games.crawl.build.dead_parts import PLACES as CRAWL_PLACES
from ludex.games.crawl.records import effects as crawl
from ludex.games.navyblue.build.dead_parts import PLACES as NAVYBLUE_PLACES
from ludex.games.navyblue.records import effects as navyblue
from ludex.games.vitality.build.dead_parts import NEEDS
from ludex.games.vitality.records import attack_effects, boon_effects
from ludex.table.campaign.settings import AddContent
from tests.table.tables import Kept
from tests.test_check_command import checked, written

HERO = {
    "bluebox": """
[[enemy]]
id = "hero"
name = "Hero"
stats = { FOR = 0, DEX = 0, SPI = 0, CHA = 0, KNO = 0 }
hp = 8
""",
    "cloudbreaker": """
[[enemy]]
id = "hero"
name = "Hero"
targets = [{ defense = 8, hp = 10 }]
""",
    "crawl": """
[[enemy]]
id = "hero"
name = "Hero"
""",
    "navyblue": """
[[npc]]
id = "hero"
name = "Hero"
level = 1
""",
    "vitality": """
[[enemy]]
id = "hero"
name = "Hero"
level = 5
archetypes = { attack = "dual" }
""",
}
CRAWL_ATTACK = """
[[aspect]]
id = "spit"
name = "Spit"
skill = "attack"
inherits = ["mobility"]
parts = [
  { part = "failure_chance", value = 8 },
  { part = "energy_point_cost", value = 1 },
  { part = "range", option = "short" },
  { part = "damage", dice = 1, sides = 6, type = "fire" },
]
"""

# By game: what is wrong, the file, and where and how it is told
AGAINST_NOTHING = [
    (
        "bluebox",
        '[[weapon]]\nid = "bow"\nname = "Bow"\nclass = "ranged"\nstat = "DEX"\ndistance = [8, 2]\n',
        "distance",
        "it is made against nobody: no hex is at least 8 m and at most 2 m away",
    ),
    (
        "bluebox",
        """
[[power]]
id = "spit"
name = "Spit"
target = { who = "being" }
attack = { distance = [6, 3] }
""",
        "attack.distance",
        "it is made against nobody: no hex is at least 6 m and at most 3 m away",
    ),
    (
        "cloudbreaker",
        '[[spell]]\nid = "spit"\nname = "Spit"\nschool = "storm"\ntargets = "none"\neffects = [{ do = "damage" }]\n',
        "effects[0]",
        'its damage is made against nobody: targets is "none", so it is used on nothing',
    ),
    (
        "cloudbreaker",
        """
[[spell]]
id = "spit"
name = "Spit"
school = "storm"
range = 2
targets = "zone"
effects = [{ do = "damage" }]
""",
        "effects[0]",
        'its damage is made against nobody: targets is "zone", and not who stands there',
    ),
    (
        "crawl",
        CRAWL_ATTACK + 'use = { target = "enemy" }\n',
        "parts[3]",
        'its damage is never dealt: use.against is "own", and an attack is made against "defense"',
    ),
    (
        "crawl",
        CRAWL_ATTACK + 'use = { target = "enemy", against = "defense", when = "non_combat" }\n',
        "parts[3]",
        'its damage is never dealt: use.when is "non_combat"; an attack is an "action", or "opportunistic"',
    ),
    (
        "navyblue",
        """
[[weapon]]
id = "whip"
name = "Whip"
slots = 1
attack = { attack_attr = ["Brawn"], defend_with = ["Finesse"], reach = "Self" }
""",
        "attack.reach",
        "the attack is made against nobody: Self reaches no enemy",
    ),
    (
        "navyblue",
        """
[[feature]]
id = "spit"
name = "Spit"
traits = ["Passive"]
attack = { attack_attr = ["Brawn"], defend_with = ["Finesse"] }
""",
        "attack",
        'the attack is never made: timing is "passive"; expected "action" or "maneuver"',
    ),
    (
        "navyblue",
        """
[[consumable]]
id = "flask"
name = "Flask"
slots = 1
ways = ["out_of_fight"]
attack = { attack_attr = ["Brawn"], defend_with = ["Finesse"] }
""",
        "ways",
        "the attack is never made: it is for fights; expected consume or administer",
    ),
]
NOT_CARRIED_OUT = [
    (
        "bluebox",
        """
[[item]]
id = "salve"
name = "Salve"
effects = [{ do = "heal", amount = { dice = 1 } }]
""",
        "effects[0]",
        "heal is never carried out: without a `target` nobody uses the item; "
        "here only payload, light, descend or air would be",
    ),
    (
        "bluebox",
        """
[[calling]]
id = "scorcher"
name = "Scorcher"
trigger = "power_save_failed"
powers = ["flame_lash"]
effects = [{ do = "lose_movement", m = 2 }]
""",
        "powers",
        "its effects are never carried out: none of these powers asks for a save",
    ),
    (
        "cloudbreaker",
        """
[[feature]]
id = "grit"
name = "Grit"
timing = "triggered"
effects = [{ do = "gain_spirit" }]
""",
        "trigger.event",
        'never carried out: nothing answers to "always"; expected "attack_hits", "maneuver_gives_condition", '
        '"spirit_given", "turn_starts" or "round_ends"',
    ),
    (
        "cloudbreaker",
        """
[[feature]]
id = "grit"
name = "Grit"
timing = "triggered"
trigger = { event = "round_ends" }
effects = [{ do = "gain_spirit" }]
""",
        "trigger.who",
        'never carried out: a round is nobody\'s; expected "any"',
    ),
    (
        "cloudbreaker",
        """
[[enemy]]
id = "herald"
name = "Herald"
targets = [{ defense = 8, hp = 10 }]
features = ["spite"]
""",
        "features",
        "nothing comes of the spirit tokens that Spite gives them: only characters have any",
    ),
    (
        "cloudbreaker",
        """
[[hazard]]
id = "mire"
name = "Mire"
hazard_type = "zone"
effects = [{ do = "condition", condition = "Prone", to = "self" }]
""",
        "effects[0].to",
        'condition is never carried out: a hazard is nobody; expected "target"',
    ),
    (
        "cloudbreaker",
        """
[[spell]]
id = "wall"
name = "Wall"
school = "storm"
targets = "self"
attack_roll = false
effects = [{ do = "add_cover" }]
""",
        "effects[0].zone",
        'add_cover is never carried out: a zone is chosen only with targets = "zone"',
    ),
    (
        "crawl",
        CRAWL_ATTACK + 'use = { target = "enemy", against = "defense" }\neffects = [{ do = "take_object" }]\n',
        "effects[0]",
        "take_object is never carried out in an attack",
    ),
    (
        "crawl",
        """
[[aspect]]
id = "lullaby"
name = "Lullaby"
skill = "concentration"
inherits = ["intelligence"]
parts = [
  { part = "failure_chance", value = 8 },
  { part = "energy_point_cost", value = 1 },
  { part = "range", option = "short" },
]
use = { target = "enemy" }
effects = [{ do = "condition", condition = "Unconscious", turns = 1, on = "hp_damage" }]
""",
        "effects[0].on",
        'condition with on = "hp_damage" is never carried out in a skill; expected "success" or "failure"',
    ),
    (
        "crawl",
        """
[[consumable]]
id = "draught"
name = "Draught"
free = true
effects = [{ do = "energy", value = 1, on = "failure" }]
""",
        "effects[0].on",
        'energy with on = "failure" is never carried out in what is used up; expected "success"',
    ),
    (
        "navyblue",
        """
[[feature]]
id = "grit"
name = "Grit"
traits = ["Passive"]
effects = [{ do = "heal_vigor", on = "use", amount = 2 }]
""",
        "effects[0].on",
        'heal_vigor with on = "use" is never carried out in a passive feature; '
        'expected "result", "attacked_result" or "own_turn_start"',
    ),
    (
        "navyblue",
        """
[[weapon]]
id = "whip"
name = "Whip"
slots = 1
attack = { attack_attr = ["Brawn"], defend_with = ["Finesse"] }
effects = [{ do = "condition", condition = "Prone", on = "after_attack" }]
""",
        "effects[0].to",
        'never carried out: with on = "after_attack" there is no target; expected "self"',
    ),
    (
        "navyblue",
        """
[[feature]]
id = "grit"
name = "Grit"
traits = ["Passive"]
effects = [{ do = "add_max_vigor", amount = 2, when = "held" }]
""",
        "effects[0].when",
        "never carried out: a passive feature is not held in a hand",
    ),
    (
        "vitality",
        """
[[upgrade]]
id = "sapping"
name = "Sapping"
cost = 1
on = "condition"
effects = [{ do = "leech" }]
""",
        "effects[0]",
        "leech is never carried out: it needs damage, and no attack on which it may stand has that",
    ),
    (
        "vitality",
        HERO["vitality"]
        + """
[[enemy.attacks]]
id = "grip"
name = "Grip"
type = "melee_effect"
effect = "brawl"
versus = "stability"
upgrades = ["bully"]
""",
        "attacks[0].upgrades",
        "Bully is never carried out: it needs damage, which Grip has not",
    ),
    (
        "vitality",
        """
[[limit]]
id = "never"
name = "Never"
cost = 1
tiers = 1
group = "random"
needs = [{ test = "d20_at_least", n = 21 }]
""",
        "needs[0].n",
        "d20_at_least is never met with n = 21: no attack with this limit can be made",
    ),
]
NOT_PAID = [
    (
        "bluebox",
        HERO["bluebox"]
        + """
powers = ["storm"]

[[power]]
id = "storm"
name = "Storm"
ap = 3
target = { who = "self" }
effects = [{ do = "fly" }]
""",
        "powers",
        "Storm costs 3 AP, and they never have more than 2: of no use in combat",
    ),
    (
        "cloudbreaker",
        HERO["cloudbreaker"]
        + """
mp = 5
attacks = [{ use = "storm" }]

[[spell]]
id = "storm"
name = "Storm"
school = "storm"
mp_cost = 6
effects = [{ do = "damage" }]
""",
        "attacks[0]",
        "Storm costs 6 MP, and they never have more than 5",
    ),
    (
        "cloudbreaker",
        HERO["cloudbreaker"]
        + """
major = 0
attacks = [{ use = "storm" }]

[[weapon]]
id = "storm"
name = "Storm"
effects = [{ do = "damage" }]
""",
        "attacks[0]",
        "Storm takes a major action, and they have none",
    ),
    (
        "crawl",
        HERO["crawl"]
        + """
aspects = [{ aspect = "lullaby" }]

[[aspect]]
id = "lullaby"
name = "Lullaby"
skill = "concentration"
inherits = ["intelligence"]
parts = [
  { part = "failure_chance", value = 8 },
  { part = "energy_point_cost", value = 2 },
  { part = "range", option = "short" },
]
use = { target = "enemy" }
effects = [{ do = "condition", condition = "Unconscious", turns = 1 }]
""",
        "aspects[0]",
        "Lullaby costs 2 EP, and they never have more than 1: of no use in a fight",
    ),
    (
        "navyblue",
        HERO["navyblue"]
        + """
features = ["storm"]

[[feature]]
id = "storm"
name = "Storm"
traits = ["Active"]
timing = "maneuver"
cost = { motion = 12 }
effects = [{ do = "heal_vigor", on = "use", amount = 2 }]
""",
        "features",
        "Storm costs 12 MP; in one turn they never have more than 2 Actions and 7 MP",
    ),
    (
        "vitality",
        HERO["vitality"]
        + """
[[enemy.attacks]]
id = "burst"
name = "Burst"
type = "ranged"
limits = ["exhausting"]
""",
        "attacks[0].limits",
        "Burst can never be made: Exhausting asks for an Effort, and they have none",
    ),
    (
        "vitality",
        HERO["vitality"]
        + """
[[enemy.attacks]]
id = "burst"
name = "Burst"
type = "ranged"
limits = ["compressed_release"]
""",
        "attacks[0].limits",
        "Burst can never be made: Compressed Release asks for an aura, and they have none",
    ),
]


@pytest.mark.parametrize(("game", "text", "field", "problem"), [*AGAINST_NOTHING, *NOT_CARRIED_OUT, *NOT_PAID])
def test_what_comes_to_nothing_is_told_as_a_warning(
    tmp_path: Path, game: str, text: str, field: str, problem: str
) -> None:
    path = written(tmp_path, text)
    written(tmp_path / "scenes", f'game = "{game}"\n', "scene.toml")
    _, findings = checked(tmp_path)
    mine = [finding for finding in findings if finding["file"] == str(path)]
    assert [(finding["field"], finding["warning"]) for finding in mine] == [(field, True)], findings
    assert mine[0]["problem"].startswith(problem)
    assert mine[0]["line"] > 1


@pytest.mark.parametrize("game", HERO)
def test_a_table_tells_it_to_whoever_uploads_it(game: str) -> None:
    _, text, field, problem = next(case for case in NOT_PAID if case[0] == game)
    told = Kept(game).do(AddContent(name="mine", tables=tomllib.loads(text)))
    assert len(told["warnings"]) == 1, told
    assert f"field {field}: {problem}" in told["warnings"][0]


# ---------------------------------------------------------------- every effect has its rule

VOCABULARIES: dict[str, tuple[Any, ...]] = {
    "bluebox": get_args(bluebox.Effect),
    "cloudbreaker": get_args(cloudbreaker.Effect),
    "crawl": get_args(crawl.Effect),
    "navyblue": get_args(navyblue.Effect),
    "vitality": get_args(attack_effects.Effect),
    "vitality, boons": (
        *get_args(boon_effects.BoonEffect),
        *get_args(boon_effects.Power),
        *get_args(boon_effects.Knack),
    ),
}


def in_places(places: dict[str, Alive]) -> set[type]:
    return {kind for alive in places.values() for kinds in alive.values() for kind in kinds}


TOLD: dict[str, set[type]] = {
    "bluebox": {
        *bluebox.ON_SOMEBODY, *bluebox.ON_THE_GROUND, *bluebox.OF_A_WEAPON, *bluebox.OF_AN_ITEM, *bluebox.OF_A_CALLING,
        *bluebox.OF_A_GUARD,
    },
    "cloudbreaker": {*get_args(cloudbreaker.OnUse), *CARRIED, *ALWAYS, cloudbreaker.RedirectAttack},
    "crawl": in_places(CRAWL_PLACES),
    "navyblue": in_places(NAVYBLUE_PLACES),
    "vitality": {*NEEDS, attack_effects.Bonus, attack_effects.BestOf, attack_effects.Critical},
}  # fmt: skip


@pytest.mark.parametrize("game", TOLD)
def test_of_every_effect_it_is_said_where_it_is_carried_out(game: str) -> None:
    assert TOLD[game] == set(VOCABULARIES[game])


def test_what_happens_to_somebody_is_what_is_carried_out() -> None:
    assert {*EFFECTS, bluebox.Damage} == set(bluebox.ON_SOMEBODY)
    assert {*CARRIED_OUT, cloudbreaker.Damage, cloudbreaker.Recover} == set(get_args(cloudbreaker.OnUse))


def named_in(folder: Path) -> Iterator[str]:
    """Every name that stands in the code of a folder, but for what is only imported, or only looked for to be told."""
    only_told = ("dead_parts.py", "content_checks.py", "plans.py")
    for path in [path for path in folder.rglob("*.py") if path.name not in only_told]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                yield node.id
            elif isinstance(node, ast.Attribute):
                yield node.attr


FOR_PEOPLE = {"navyblue": ("Light",)}  # shown, and no rule asks for it


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_every_effect_is_named_in_the_rules_of_its_game(vocabulary: str) -> None:
    game = vocabulary.partition(",")[0]
    rules = {name for room in ("book", "build") for name in named_in(GAMES[game].home / room)}
    lacking = [kind.__name__ for kind in VOCABULARIES[vocabulary] if kind.__name__ not in rules]
    assert lacking == list(FOR_PEOPLE.get(game, ()))
