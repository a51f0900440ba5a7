"""The pages of docs/ that a game has, and what its code says must stand there; shared by the tests of the docs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property, reduce
from operator import or_
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_args

import msgspec

import ludex.core.content.conditions
import ludex.core.kernel.leading
import ludex.core.master.calls
import ludex.games.bluebox.records.effects
import ludex.games.bluebox.records.kinds
import ludex.games.bluebox.scene.setup
import ludex.games.cloudbreaker.records.effects
import ludex.games.cloudbreaker.records.kinds
import ludex.games.cloudbreaker.scene.setup
import ludex.games.cloudbreaker.scene.tables
import ludex.games.crawl.records.effects
import ludex.games.crawl.records.kinds
import ludex.games.crawl.records.price_list
import ludex.games.crawl.scene.setup
import ludex.games.known
import ludex.games.navyblue.records.effects
import ludex.games.navyblue.records.kinds
import ludex.games.navyblue.scene.setup
import ludex.games.navyblue.scene.tables
import ludex.games.vitality.records.attack_effects
import ludex.games.vitality.records.boon_effects
import ludex.games.vitality.records.kinds
import ludex.games.vitality.scene.setup
from ludex.core.game import GAMES, Game
from ludex.core.scene.shape import Shape
from ludex.games import bluebox, cloudbreaker, crawl, navyblue, vitality

DOCS = Path(__file__).parent.parent / "docs"
__all__ = ["DOCS", "PAGES", "Page", "fields", "headings", "ludex", "toml_blocks"]


class Page:
    """The page of one game, beside the modules that it describes."""

    def __init__(
        self,
        game: Game[Any],
        kinds: ModuleType,
        effects: ModuleType,
        shape: Shape,
        prefix: str,
        parts: dict[str, tuple[type[msgspec.Struct], ...]],
        closed: tuple[str, ...],
        numbers: tuple[str, ...],
        room: tuple[dict[str, Any], dict[str, Any]],
        more: tuple[Any, ...] = (),
    ) -> None:
        self.game = game
        self.name = game.name
        self.kinds: dict[str, type[msgspec.Struct]] = kinds.KINDS
        self.effect: Any = reduce(or_, more, effects.Effect)  # one vocabulary, or several for several kinds
        self.effects = {kind.__struct_config__.tag: kind for kind in get_args(self.effect)}
        self.conditions: tuple[str, ...] = tuple(game.conditions)
        self.shape = shape
        self.prefix = prefix
        self.parts = parts  # records that stand inside others, by the section that lists their fields
        self.alone, self.room = room  # the tables of a scene, and of a being, in which anybody has room
        self.numbers = numbers  # of a being, which the list of the starter content tells
        self.words = [
            word for name in closed for word in get_args(getattr(kinds, name, None) or getattr(effects, name))
        ]

    def __repr__(self) -> str:
        return self.name

    # -- the page ---------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        return (DOCS / "games" / f"{self.name}.md").read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> list[dict[str, Any]]:
        return [tomllib.loads(block) for block in toml_blocks(self.text)]

    def section(self, title: str) -> str:
        """All below a heading, up to the next one of its level or above."""
        level = title.split(" ")[0]
        start = self.text.index(f"\n{title}\n") + len(title) + 2
        end = re.search(rf"^#{{2,{len(level)}}} ", self.text[start:], re.MULTILINE)
        return self.text[start : start + end.start()] if end else self.text[start:]

    def rows(self, title: str) -> list[tuple[str, ...]]:
        """The rows of the tables of a section, without their heads."""
        headless = re.sub(r"^\|.*\n\|---.*\n", "", self.section(title), flags=re.MULTILINE)
        lines = re.findall(r"^\|(.*)\|$", headless, re.MULTILINE)
        return [tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)) for line in lines]

    def listed(self, title: str) -> list[str]:
        """What the first column of the tables of a section names, as code."""
        return [name for row in self.rows(title) for name in re.findall(r"`([\w.]+)`", row[0])]

    def row(self, title: str, name: str) -> str:
        """The row of a table that has this name in its first column."""
        return next((" | ".join(row) for row in self.rows(title) if f"`{name}`" in row[0]), "")

    def told(self, title: str) -> set[str]:
        """The ids of rules that a section names."""
        return set(re.findall(rf"`({re.escape(self.prefix)}[\w.]+)`", self.section(title)))

    # -- the code ---------------------------------------------------------------------------------------------

    @cached_property
    def sources(self) -> list[Module]:
        """All modules of the game but those that make characters."""
        paths = sorted(self.game.home.rglob("*.py"))
        return [_parsed(path) for path in paths if path.name not in ("creation.py", "legality.py")]

    @cached_property
    def whole(self) -> list[Module]:
        return [_parsed(path) for path in sorted(self.game.home.rglob("*.py"))]

    def asked(self) -> set[str]:
        """The rules by which somebody is asked something."""
        rules = {rule for rule in requested(self.whole, "ask") if rule.startswith(self.prefix)}
        reactions = [reaction for each in self.game.reactions.values() for reaction in each]
        return rules | {reaction.rule for reaction in reactions if reaction.word != "forced"}

    def rolled(self) -> set[str]:
        """The rules by which dice are thrown."""
        rules = requested(self.whole, "roll") | requested(self.whole, "Throw", 2)
        return {rule for rule in rules if rule.startswith(self.prefix)}

    def recorded(self) -> dict[str, set[str]]:
        """The kinds of rulings, each with the names of its values."""
        found: dict[str, set[str]] = {"roll": set()}
        modules = [ludex.core.master.calls, ludex.core.content.conditions]
        if "let_act" in self.game.actions:
            modules.append(ludex.core.kernel.leading)
        shared = [_parsed(Path(module.__file__ or "")) for module in modules]
        for call in calls([*self.whole, *shared], "record"):
            for kind in texts(call.args[0]) if call.args else ():
                values = {word.arg for word in call.keywords if word.arg}
                found.setdefault(kind, set()).update(values - {"seen_by"})  # who reads it is no value of it
        return found

    def refused(self) -> set[str]:
        """The rules by which commands are refused, as far as they are written where the refusal is."""
        found = {rule for call in calls(self.sources, "Refusal") if len(call.args) > 1 for rule in texts(call.args[1])}
        return {rule for rule in found if rule.startswith(self.prefix) and not rule.endswith(".")}


# ---------------------------------------------------------------- pages


def toml_blocks(text: str) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", text, re.DOTALL)


def headings(text: str) -> set[str]:
    """The anchors of a page."""
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", plain, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def fields(record: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(record)}


# ---------------------------------------------------------------- code


Function = ast.FunctionDef | ast.AsyncFunctionDef


class Spelled(ast.NodeTransformer):
    """Names of constants become what they stand for: texts, and what is looked up in tables of texts."""

    def __init__(self, constants: dict[str, ast.expr]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.constants.get(node.id, node)
        return found if isinstance(node.ctx, ast.Load) and not isinstance(found, ast.Dict) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        table = self.constants.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return ast.Tuple(table.values, ast.Load()) if isinstance(table, ast.Dict) else self.generic_visit(node)


class Module(NamedTuple):
    """What is looked for in the code of a module, found once."""

    calls: dict[str, list[ast.Call]]  # by the name of the function or method
    functions: list[Function]


@cache
def _parsed(path: Path) -> Module:
    """A module, with its own constants of text, and those of its functions, spelled out wherever they are used."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spelled: ast.Module = Spelled(constants_in(tree.body)).visit(tree)
    for function in ast.walk(spelled):
        if isinstance(function, Function) and (constants := constants_in(list(ast.walk(function)))):
            Spelled(constants).generic_visit(function)
    found = Module({}, [])
    for node in ast.walk(spelled):
        if isinstance(node, ast.Call):
            found.calls.setdefault(called(node), []).append(node)
        elif isinstance(node, Function):
            found.functions.append(node)
    return found


def constants_in(nodes: Sequence[ast.AST]) -> dict[str, ast.expr]:
    """What is given a name once, and is text: alone, as one of two, or as the values of a table."""
    assigned = [(target, node.value) for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    given = [(target.id, value) for target, value in assigned if isinstance(target, ast.Name)]
    names = [name for name, _ in given]
    return {name: value for name, value in given if names.count(name) == 1 and is_text(value)}


def is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return is_text(node.body) and is_text(node.orelse)
    if isinstance(node, ast.Dict):
        return all(is_text(value) for value in node.values)
    if isinstance(node, ast.Tuple):  # what was looked up in a table
        return bool(node.elts) and all(is_text(one) for one in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def texts(node: ast.AST) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def called(call: ast.Call) -> str:
    named = call.func
    return named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""


def calls(sources: list[Module], name: str) -> list[ast.Call]:
    """Every call of a function or method of this name."""
    return [call for source in sources for call in source.calls.get(name, ())]


def requested(sources: list[Module], request: str, place: int = -1) -> set[str]:
    """The rules given to a request (at some place among its arguments), or to a function that hands its own `rule` on
    to one."""
    functions = [function for source in sources for function in source.functions]
    passing: dict[str, int] = {request: place}  # each with the place of its rule among the arguments
    grown = True
    while grown:
        grown = False
        for function in functions:
            if function.name not in passing and hands_on(function, passing):
                names = [arg.arg for arg in function.args.args]
                passing[function.name] = names.index("rule") - is_step(function) if "rule" in names else -1
                grown = True
    found = {
        rule
        for name in passing
        for call in calls(sources, name)
        if (given := rule_of(call, passing[name])) is not None
        for rule in texts(given)
    }
    return found | {rule for function in functions if function.name in passing for rule in default_rules(function)}


def is_step(function: Function) -> bool:
    """A step is put on the agenda without the scene that it will be given."""
    return any(isinstance(made, ast.Call) and called(made) == "step" for made in function.decorator_list)


def rule_of(call: ast.Call, place: int) -> ast.expr | None:
    for word in call.keywords:
        if word.arg == "rule":
            return word.value
    return call.args[place] if 0 <= place < len(call.args) else None


def hands_on(function: Function, passing: dict[str, int]) -> bool:
    if "rule" not in [arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)]:
        return False
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and called(node) in passing:
            given = rule_of(node, passing[called(node)])
            if isinstance(given, ast.Name) and given.id == "rule":
                return True
    return False


def default_rules(function: Function) -> list[str]:
    """What a function's own `rule` is where none is given."""
    args = function.args
    pairs = [*zip(reversed(args.args), reversed(args.defaults), strict=False)]
    pairs += [(arg, value) for arg, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is not None]
    return [rule for arg, value in pairs if arg.arg == "rule" for rule in texts(value)]


# ---------------------------------------------------------------- the games

_BB, _BB_EFFECTS = bluebox.records.kinds, bluebox.records.effects
_CB, _CB_TABLES = cloudbreaker.records.kinds, cloudbreaker.scene.tables
_NB, _NB_TABLES = navyblue.records.kinds, navyblue.scene.tables
_TC = crawl.records.kinds
_VT, _VT_BOONS, _VT_ATTACKS = vitality.records.kinds, vitality.records.boon_effects, vitality.records.attack_effects

PAGES = [
    Page(
        GAMES["bluebox"], _BB, _BB_EFFECTS, bluebox.scene.setup.SHAPE, "bb.",
        {
            "### Power": (_BB.Strike,), "### Mask": (_BB.Mode,), "### Saves": (_BB_EFFECTS.Save,),
            "### Targets": (_BB.Target,), "### Background": (_BB.AbilityEdge,),
            "### Amounts and damage": (_BB_EFFECTS.Amount, _BB_EFFECTS.DamageDice, _BB_EFFECTS.GroundDice),
            "### Board": (_BB.Heights, _BB.Danger), "### Character": (_BB.Practiced, _BB.Carried),
        },
        ("When", "Ends", "Limit"),
        ("hp", "plating", "ep", "ac", "bac", "level", "speed"),
        ({}, {"at": [3, 3]}),
    ),
    Page(
        GAMES["cloudbreaker"], _CB, cloudbreaker.records.effects,
        cloudbreaker.scene.setup.SHAPE, "cb.",
        {
            "### Feature": (_CB.Trigger,), "### Class": (_CB.Ranked,),
            "### Enemy": (_CB.Part, _CB.Method, _CB.Falter, _CB.Clue, _CB.Armed), "### Hazard": (_CB.Clue,),
            "### Board": (_CB.ZoneEntry, _CB.Lies),
            "### The situation": (
                _CB_TABLES.Situation, _CB_TABLES.TrapEntry, _CB_TABLES.GoalEntry, _CB_TABLES.FailureEntry,
            ),
        },
        ("Event", "Targets", "Ends", "Whom"),
        ("hp", "mp", "defense", "turn_speed"),
        ({"board": {"width": 2, "height": 2}}, {}),
    ),
    Page(
        GAMES["navyblue"], _NB, navyblue.records.effects, navyblue.scene.setup.SHAPE, "nb.",
        {
            "### Feature": (_NB.Cost, _NB.Uses, _NB.Aim), "### Weapon": (_NB.Strike, _NB.Results),
            "### Armour": (_NB.Protects,), "### Character": (_NB.Known, _NB.Packed),
            "### Npc": (_NB.NpcAttack, _NB.Protects),
            "### Board": (_NB.ZoneEntry, _NB.DoorEntry, _NB.Obstructs, _NB.PitEntry),
            "### Encounters": (_NB.Row, _NB.Group), "### The place": (_NB_TABLES.PlaceEntry,),
            "### Chests": (_NB_TABLES.ChestEntry,),
        },
        (
            "On", "When", "Ends", "Whom", "Key", "Difficulty", "ConditionName", "Material", "Maneuver", "MagicKind",
            "Archetype", "Per", "Block", "Way", "Weight", "DoorState",
        ),
        ("vigor", "level", "speed"),
        ({}, {}),
    ),
    Page(
        GAMES["crawl"], _TC, crawl.records.effects, crawl.scene.setup.SHAPE, "tc.",
        {
            "### Aspect": (_TC.Use,), "### Every part": get_args(crawl.records.price_list.AnyPart),
            "### Poison": (_TC.Attacks,),
            "### Character": (_TC.Owns, _TC.Has),
            "### Board": (_TC.CoverEntry, _TC.DoorEntry, _TC.CrusherEntry, _TC.HeightEntry),
            "### Surprise": (_TC.Surprise,),
        },
        ("SkillType", "When", "Method", "Slot", "Source", "Material", "ConditionName", "Result", "Field"),
        ("max_hp", "max_ep", "refresh", "move", "ap_cost"),
        ({}, {"at": [4, 4]}),
    ),
    Page(
        GAMES["vitality"], _VT, _VT_ATTACKS, vitality.scene.setup.SHAPE, "vt.",
        {
            "### What limits and bonuses ask for": (_VT_ATTACKS.Need,), "### Ability": (_VT.Improvement,),
            "### Character": (_VT.Boon, _VT.Attack, _VT.Archetypes), "### Board": (_VT.Patch,),
        },
        (
            "AttackType", "Part", "Shape", "HpClass", "Terrain", "Wealth", "Stat", "Resistance", "Attribute",
            "Afflicts", "Test",
        ),
        ("hp", "level", "tier_now", "avoidance", "durability", "speed"),
        ({}, {"at": [3, 3]}),
        (_VT_BOONS.BoonEffect, _VT_BOONS.Power, _VT_BOONS.Knack),
    ),
]  # fmt: skip
