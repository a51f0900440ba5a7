"""What is simulated: a scene from a file, from the content or from tables, with any field set to something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import parse_toml, read_toml
from ludex.core.files.scenefile import found_scene, scene_from
from ludex.core.files.standing_in import of_size
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.referee.again import Thrown
from ludex.lab.result import NO_FILE
from ludex.lab.trial import MOST_DECISIONS, First, Start, start
from ludex.opponents import Played, named

SceneLike = str | Path | Mapping[str, Any]
MOST_VALUES = 100  # of a field that is varied
FREE_TABLES = ("options", "scene")  # may be missing in a file
PARTY = "party"  # in place of a field: the number of those who are of the party


@dataclass(frozen=True, slots=True)
class Variant:
    """A scene with its policies, ready to be fought."""

    name: str  # as people tell it from others
    where: str
    title: str
    game: Game[Any]
    scene: Scene[Any]
    policies: dict[str, str]
    tables: Mapping[str, Any]
    folders: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)  # of fields; policies stand by themselves
    limit: int = MOST_DECISIONS
    first: First | None = None  # what is done before anybody decides
    fell: Mapping[str, Sequence[Thrown]] = field(default_factory=dict)  # dice that fell before and fall first
    start: Start = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "start", start(self.scene, self.where, self.policies, self.limit, self.first, self.fell)
        )


def variant(
    scene: SceneLike,
    policies: Mapping[str, Played] | Played = "",
    content: Iterable[str | Path] = (),
    settings: Mapping[str, Any] | None = None,
    limit: int = MOST_DECISIONS,
    name: str = "",
) -> Variant:
    """A scene file by its path, a scene of the content by its name, or the tables of one. `policies` by side, or one
    for all: a name, or a class of one's own. `settings` are values by dotted path: `beings.gali.ac`,
    `options.opt_camps`, `policy.foes`, `content.weapon.reef_bow.damage`; or `party`, the number of its characters."""
    folders, given = tuple(map(Path, content)), settings or {}
    tables, where = read_tables(scene, folders)
    chosen = {path.removeprefix("policy."): str(value) for path, value in given.items() if path.startswith("policy.")}
    fields = {path: value for path, value in given.items() if not path.startswith("policy.")}
    tables = put_all(tables, fields, where, folders)
    file = scene_from(tables, where, folders=folders)
    names = named(file.game, file.scene, policies, chosen, own=True)
    title = file.header.title or where
    told = ", ".join(f"{path} = {value}" for path, value in given.items())
    return Variant(name or told or title, where, title, file.game, file.scene, names, tables, folders, fields, limit)


def read_tables(scene: SceneLike, folders: tuple[Path, ...] = ()) -> tuple[dict[str, Any], str]:
    if isinstance(scene, Mapping):
        return dict(scene), NO_FILE
    tables = read_toml(found_scene(Path(scene), folders))
    if "day" in tables:
        only = "only `ludex simulate` takes one, in Python `ludex.simulate_day`"
        raise BadInput(f"{scene} is a day with several scenes; {only}")
    return tables, str(scene)


# ---------------------------------------------------------------- setting a field


def put_all(
    tables: dict[str, Any], settings: Mapping[str, Any], where: str, folders: tuple[Path, ...] = ()
) -> dict[str, Any]:
    if PARTY in settings:
        tables = with_party_of(tables, settings[PARTY], where, folders)
    for path, value in settings.items():
        tables = put(tables, path, value, where, folders) if path != PARTY else tables
    return tables


def put(tables: Mapping[str, Any], path: str, value: Any, where: str, folders: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The tables with another value at a dotted path."""
    changed = deepcopy(dict(tables))
    parts = path.split(".")
    if parts[0] == "content":
        parts = _bring_entry(changed, parts, path, where, folders)
    elif parts[0] in FREE_TABLES:
        changed.setdefault(parts[0], {})
    spot: Any = changed
    for number, part in enumerate(parts[:-1]):
        spot = _inside(spot, part, ".".join(parts[:number]), path, where)
    if isinstance(spot, list):
        spot[_index(spot, parts[-1], path, where)] = value
    elif isinstance(spot, dict):
        spot[parts[-1]] = value
    else:
        raise BadInput(f"{where}: {path}: there are no fields in {'.'.join(parts[:-1])}")
    return changed


def with_party_of(tables: dict[str, Any], size: Any, where: str, folders: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The tables for a party of so many, and those who stand against it then."""
    game = GAMES.get(str(tables.get("game", "")))
    if not isinstance(size, int) or isinstance(size, bool):
        raise BadInput(f"{where}: party: expected a number of characters, not {size!r}")
    if game is None:
        return tables  # that there is no such game is told when the scene is set up
    library = game.library(*folders)
    if isinstance(own := tables.get("content"), Mapping):
        library = library.copy()
        library.add(own, where)
    return of_size(game, library, tables, size).tables


def _inside(spot: Any, part: str, so_far: str, path: str, where: str) -> Any:
    if isinstance(spot, list):
        return spot[_index(spot, part, path, where)]
    if not isinstance(spot, dict) or part not in spot:
        there = there_are(part, map(str, spot) if isinstance(spot, dict) else ())
        raise BadInput(f"{where}: {path}: there is no {part!r} in {so_far or 'the file'}; {there}")
    return spot[part]


def _index(spot: list[Any], part: str, path: str, where: str) -> int:
    if not part.isdigit() or int(part) >= len(spot):
        raise BadInput(f"{where}: {path}: expected a number below {len(spot)}, not {part!r}")
    return int(part)


def _bring_entry(
    tables: dict[str, Any], parts: list[str], path: str, where: str, folders: tuple[Path, ...]
) -> list[str]:
    """`content.weapon.reef_bow.damage`: the entry is in the file's own content from now on, by its number there."""
    if len(parts) < 4:
        raise BadInput(f"{where}: {path}: expected content.KIND.ID.FIELD")
    game = GAMES.get(str(tables.get("game", "")))
    kind, name = parts[1], parts[2]
    if game is None or kind not in game.kinds:
        known = there_are(kind, game.kinds if game is not None else ())
        raise BadInput(f"{where}: {path}: {kind!r} is no kind of content; {known}")
    entries = tables.setdefault("content", {}).setdefault(kind, [])
    for number, entry in enumerate(entries):
        if entry.get("id") == name:
            return ["content", kind, str(number), *parts[3:]]
    entries.append(msgspec.to_builtins(game.library(*folders).shelves[kind].get(name, f"{where}: {path}")))
    return ["content", kind, str(len(entries) - 1), *parts[3:]]


# ---------------------------------------------------------------- what people write


def read_setting(words: str) -> tuple[str, list[Any]]:
    """`beings.gali.ac=6..12`, `options.opt_camps=true,false`, `policy.foes=simple,random`: a path and its values."""
    path, equals, given = words.partition("=")
    if not equals or not path.strip() or not given.strip():
        raise BadInput(f"{words!r}: expected PATH=VALUE, PATH=FIRST..LAST or PATH=VALUE,VALUE")
    first, dots, last = given.partition("..")
    if dots and _whole(first) is not None and _whole(last) is not None:
        low, high = int(first), int(last)
        few_enough(path, abs(high - low) + 1)
        return path.strip(), list(range(low, high + 1) if low <= high else range(low, high - 1, -1))
    return path.strip(), read_values(given)


def few_enough(path: str, values: int) -> None:
    if values > MOST_VALUES:
        raise BadInput(f"{path.strip()}: expected at most {MOST_VALUES} values, not {values}")


def read_settings(given: Iterable[str]) -> dict[str, Any]:
    """`beings.gali.ac=8`, more than one, each with one value."""
    found: dict[str, Any] = {}
    for words in given:
        path, values = read_setting(words)
        if len(values) != 1:
            raise BadInput(f"--set {words}: expected one value; `ludex sweep` takes more")
        found[path] = values[0]
    return found


def _whole(words: str) -> int | None:
    try:
        return int(words)
    except ValueError:
        return None


def read_values(words: str) -> list[Any]:
    """Values with commas between, as TOML; a word that is none is text."""
    try:
        found: list[Any] = parse_toml(f"values = [{words}]")["values"]
        return found
    except BadInput:
        return [read_value(part.strip()) for part in words.split(",")]


def read_value(words: str) -> Any:
    try:
        return parse_toml(f"value = {words}")["value"]
    except BadInput:
        return words


def read_policies(words: Iterable[str]) -> dict[str, str] | str:
    """`side=name`, more than one; or a name for all sides."""
    given = list(words)
    if len(given) == 1 and "=" not in given[0]:
        return given[0]
    found: dict[str, str] = {}
    for each in given:
        side, equals, name = each.partition("=")
        if not equals:
            raise BadInput(f"policy {each!r}: expected SIDE=NAME, or one NAME for all sides")
        found[side.strip()] = name.strip()
    return found
