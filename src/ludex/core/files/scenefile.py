"""Scene files: a situation set up in TOML, and a script to play it strictly. `docs/scenes.md` explains them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ludex.core.book.rulebook import BadOption, UnknownRule
from ludex.core.content.content import ContentError, Library, Record, convert, read_toml
from ludex.core.files.codec import restore
from ludex.core.files.parties import ForParty, check_parties
from ludex.core.files.script import Case, ScriptStep, Unlisted
from ludex.core.game import GAMES, Game
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.english import meant, near, there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.pack.reading import is_there, scenes_in
from ludex.core.scene.shape import read_board

MOST_TOLD = 4_000  # characters
MOST_TEXT = 100_000  # of a handout
MOST_HANDOUTS = 50


class HandoutEntry(Record, frozen=True, eq=False, kw_only=True):
    """Something to read that comes with a scene; without a title it has that of the scene. `shown`: to everybody as the
    scene is put on the table; else to nobody but the game master."""

    title: Annotated[str, msgspec.Meta(max_length=200)] = ""
    text: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] = ""
    shown: bool = True


class Header(Record, frozen=True, eq=False, kw_only=True):
    """What every scene file has, whatever its game."""

    game: str
    title: str = ""
    text: str = ""
    told: Annotated[str, msgspec.Meta(max_length=MOST_TOLD)] = ""  # to the players, as it is put on the table
    handouts: Annotated[tuple[HandoutEntry, ...], msgspec.Meta(max_length=MOST_HANDOUTS)] = ()
    rules: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}
    unlisted: Unlisted | dict[str, Unlisted] = "fail"
    content: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    script: tuple[ScriptStep, ...] = ()
    case: tuple[Case, ...] = ()
    difficulty: int = 0
    parties: dict[str, ForParty] = {}  # who stands against a party of another number
    state: str = ""  # a scene as a table has kept it, as JSON, in place of board, beings and all else of the game's own
    shape: int = 0  # of that state

    @property
    def plays(self) -> bool:
        """Is there anything in it to be played strictly?"""
        return bool(self.script or self.case or self.expect)

    def steps(self) -> Iterator[tuple[str, ScriptStep]]:
        """Every step of its script and of its cases, with its place in the file."""
        for number, step in enumerate(self.script):
            yield f"script[{number}]", step
        for place, case in enumerate(self.case):
            for number, step in enumerate(case.script):
                yield f"case[{place}].script[{number}]", step


HEADER_KEYS = {f.encode_name for f in msgspec.structs.fields(Header)}


@dataclass(slots=True)
class SceneFile:
    where: str
    header: Header
    game: Game[Any]
    scene: Scene[Any]


def load_scene(path: Path, library: Library | None = None, folders: tuple[Path, ...] = (), turn: str = "") -> SceneFile:
    """Read a scene file, or a scene of the content by its name, and set it up; in somebody's `turn` where the file
    says nothing of turns."""
    path = found_scene(path, folders, library)
    tables = read_toml(path)
    return scene_from({"turn": turn, **tables} if turn else tables, str(path), library, folders)


def found_scene(path: Path, folders: tuple[Path, ...] = (), library: Library | None = None) -> Path:
    """A file, or where the scene of this name lies: in a folder of the table's own, else in the content of a game."""
    if is_there(path):
        return path
    names: list[str] = []
    for scenes in (library.scenes,) if library is not None else known_scenes(folders):
        if str(path) in scenes:
            return scenes[str(path)]
        names += scenes
    instead = near(path.stem, names, most=1) or "`ludex games` lists the scenes"
    raise ContentError(f"there is no scene or file {str(path)!r}; {instead}")


def known_scenes(folders: tuple[Path, ...] = ()) -> Iterator[Mapping[str, Path]]:
    """Scenes by name: of a table's own folders and packs, the last first, then of each game; none is imported."""
    for folder in (*reversed(folders), *(GAMES.home(name) / "content" for name in GAMES)):
        yield scenes_in(folder)


def by_difficulty(scenes: Mapping[str, Path]) -> list[Path]:
    """The easiest first."""
    return sorted(scenes.values(), key=lambda path: (int(read_toml(path).get("difficulty", 0)), path.stem))


def scene_from(
    tables: Mapping[str, Any], where: str, library: Library | None = None, folders: tuple[Path, ...] = ()
) -> SceneFile:
    own = {key: value for key, value in tables.items() if key in HEADER_KEYS}
    header = convert(own, Header, where)
    if header.game not in GAMES:
        raise ContentError(f"{where}, field game: there is no game {header.game!r}; {there_are(header.game, GAMES)}")
    game = GAMES[header.game]
    library = library if library is not None else game.library(*folders)
    if header.content:
        library = library.copy()
        library.add(header.content, where)
    for rule in header.rules:
        known_rule(game, rule, f"{where}, field rules")
    try:
        options = game.rulebook.check_options(header.options)
    except BadOption as fault:
        raise ContentError(f"{where}, field options: {fault}") from None
    rest = {key: value for key, value in tables.items() if key not in HEADER_KEYS}
    for key in rest:
        if key not in game.shape.keys:
            known = (*HEADER_KEYS, *game.shape.keys)
            raise ContentError(f"{where}, field {key}: there is no field {key!r}; {meant(key, dict.fromkeys(known))}")
    if header.state:
        given = {"options": header.options, "parties": header.parties}
        if rest or any(given.values()):
            more = ", ".join((*rest, *(key for key, value in given.items() if value)))
            raise ContentError(f"{where}: a file with `state` has all in it; not expected: {more}")
        return SceneFile(where, header, game, _kept(header, where, game, library))
    beings = rest.get("beings")
    if isinstance(beings, Mapping) and len(beings) > BEINGS:
        raise ContentError(f"{where}, field beings: {len(beings):,} are too many: a scene has at most {BEINGS:,}")
    check_board(game, library, rest.get("board"), where)
    check_parties(game, library, rest, header.parties, where)
    scene = game.build({**rest, "options": options}, where, library)
    return SceneFile(where, header, game, scene)


def check_board(game: Game[Any], library: Library, board: Any, where: str) -> None:
    """A board that stands in the file itself is as one of the content has to be."""
    if not isinstance(board, Mapping):
        return
    made = read_board(game.shape, {"board": board}, where, library)
    for fault in game.content_faults(library, "board", made):
        rule = f" [{fault.rule}]" if fault.rule else ""
        raise ContentError(f"{where}, field {'.'.join(filter(None, ('board', fault.field)))}: {fault.problem}{rule}")


def _kept(header: Header, where: str, game: Game[Any], library: Library) -> Scene[Any]:
    """A scene as a table has kept it."""
    try:
        return restore(msgspec.json.decode(header.state, type=dict[str, Any]), header.shape, game, library)
    except (msgspec.DecodeError, BadInput) as fault:
        raise ContentError(f"{where}, field state: {fault}") from None


def known_rule(game: Game[Any], rule: str, where: str) -> None:
    if rule == GM or rule in game.rulebook.gaps:  # what a game master may not do is a matter of no rule of the book
        return
    if problem := no_rule(game, rule):
        raise ContentError(f"{where}: {problem}")


def no_rule(game: Game[Any], rule: str) -> str:
    """What is wrong with an id that no rule has: what it may be, or how to look for it; empty where one has it."""
    try:
        game.rulebook.rule(rule)
    except UnknownRule as fault:
        told = str(fault)
        return told if "did you mean" in told else f"{told}; `ludex rules {game.name} WORDS` looks for one by its words"
    return ""
