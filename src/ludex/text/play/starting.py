"""Before play begins: which game, which scene, which side. Names are found as people type them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.text import Text

from ludex.core.content.content import Library, read_toml
from ludex.core.files.adventures import Led, adventure_at, adventures_of
from ludex.core.files.parties import said_of
from ludex.core.files.scenefile import SceneFile, by_difficulty, load_scene, scene_from
from ludex.core.files.standing_in import of_size
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.english import count, there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import scenes_in
from ludex.opponents import policy
from ludex.text.naming import instead, named
from ludex.text.screen import Quit, Screen
from ludex.text.style import GOLD, QUIET
from ludex.text.table.table import sides_in

EVERYTHING = ("both", "all")  # every side by hand, and the game master's questions too


@dataclass(frozen=True, slots=True)
class Options:
    game: str = ""  # found by the scene, or asked for, when empty
    scene: str = ""
    adventure: str = ""  # the id of one that comes with a game, or a pack
    side: str = ""  # a side, gm, both or all, none; asked for when empty
    opponent: str = "simple"
    folders: tuple[Path, ...] = ()
    seed: int | None = None
    resume: bool = False
    demo: bool = False
    typed_dice: bool = False
    plain: bool = False
    party: int = 0  # so many characters; as many as the scene has where nothing is said


class Back(Exception):
    """Somebody wants to choose again what was chosen before."""


# ---------------------------------------------------------------- by name


def game_named(options: Options) -> Game[Any] | None:
    """The game that is asked for by its name, or by the name of a scene; nothing when neither is given."""
    if options.game and options.game not in GAMES:
        raise BadInput(f"there is no game {options.game!r}; {there_are(options.game, GAMES)}")
    if options.game or not options.scene:
        return GAMES.get(options.game)
    if is_file(options.scene):
        return game_in(Path(options.scene)) or first_game()
    every: dict[str, Path] = {}
    for game in GAMES.values():
        every |= game.library().scenes
    for folder in options.folders:
        every |= scenes_in(folder)
    return game_in(_scene_called(options.scene, every)) or first_game()


def first_game() -> Game[Any]:
    return next(iter(GAMES.values()))


def scene_named(game: Game[Any], library: Library, name: str) -> SceneFile:
    """A scene of the content by its name or its title, or a file; without a name the easiest one of the content."""
    scenes = scenes_of(game, library)
    if not name and scenes:
        return load_scene(by_difficulty(scenes)[0], library)
    if name in scenes:
        return load_scene(scenes[name], library)
    if is_file(name):
        if (other := game_in(Path(name))) not in (None, game):
            raise BadInput(f"{name} is a scene of {other.title}, not of {game.title}")
        return load_scene(Path(name), library)
    if not name:
        raise BadInput("there is no scene yet; there are: none, or a file ending in .toml")
    return load_scene(_scene_called(name, scenes), library)


def for_so_many(file: SceneFile, library: Library, size: int) -> SceneFile:
    """A scene for a party of another number: who comes besides, and who stands against as many."""
    if not size:
        return file
    whole = library.copy()
    whole.add(file.header.content, file.where)
    tables, made_for = of_size(file.game, whole, read_toml(Path(file.where)), size)
    told = f"{file.header.text} {said_of(size, made_for)}".strip()
    return scene_from({**tables, "text": told}, file.where, library)


def _scene_called(name: str, scenes: dict[str, Path]) -> Path:
    """`the coast road`, `The Coast Road`, `coast road`, `the_coast_road`."""
    if name in scenes:
        return scenes[name]
    titles = {stem: str(read_toml(path).get("title", stem)) for stem, path in scenes.items()}
    found = named(name, [(known, stem) for stem, title in titles.items() for known in (stem.replace("_", " "), title)])
    if len(found) == 1:
        return scenes[found[0]]
    wanted = name.lower().replace(" ", "_")
    near = found or get_close_matches(wanted, scenes, n=3)
    if near:
        raise BadInput(f"there is no scene {name!r}; did you mean {' or '.join(near)}?")
    raise BadInput(f"there is no scene {name!r}; there are: {', '.join(scenes) or 'none'}, or a file ending in .toml")


def scenes_of(game: Game[Any], library: Library) -> dict[str, Path]:
    """The scenes of a library, without those that a folder has for other games."""
    return {name: path for name, path in library.scenes.items() if game_in(path) in (None, game)}


def game_in(path: Path) -> Game[Any] | None:
    """The game that a scene file names; nothing when there is no such game, which is told when it is loaded."""
    name = read_toml(path).get("game")
    return GAMES.get(name) if isinstance(name, str) else None


def is_file(name: str) -> bool:
    return name.endswith(".toml") or Path(name).is_file()


def sides_named(scene: Any, name: str) -> tuple[str, ...]:
    """The sides that somebody plays who has chosen this. The game master plays all but the players' own side, is asked
    the game master's questions and sees everything."""
    game = game_of(scene)
    there = list(dict.fromkeys((*sides_in(scene), *game.sides)))
    if name in EVERYTHING:
        return (*there, GM)
    if name == GM:
        return (*(side for side in there if side != game.sides[0]), GM)
    if name not in sides_in(scene):
        raise BadInput(f"there is no side {name!r} here; {there_are(name, sides_in(scene))}, gm, both, none")
    return (name,)


def check_names(options: Options, game: Game[Any], library: Library) -> None:
    """A side or an opponent that nobody knows is told before anything is asked or shown."""
    policy(game, options.opponent)
    if options.side in ("", "none", GM, *EVERYTHING):
        return
    if options.scene:
        sides_named(scene_named(game, library, options.scene).scene, options.side)
        return
    scenes = [load_scene(path, library).scene for path in scenes_of(game, library).values()]
    known = dict.fromkeys(side for scene in scenes for side in sides_in(scene))
    if options.side not in known:
        raise BadInput(f"there is no side {options.side!r}; {there_are(options.side, known)}, gm, both, none")


# ---------------------------------------------------------------- from lists


def choose_start(options: Options, screen: Screen) -> tuple[Game[Any], SceneFile, tuple[str, ...]] | Led:
    """Game, scene and side, as far as they are not given, or an adventure; `back` asks once more what was before."""
    game = game_named(options)
    questions = [*(["game"] if game is None else []), *([] if options.scene else ["scene"])]
    questions += [] if options.side else ["side"]
    file: SceneFile | None = None
    sides: tuple[str, ...] = ()
    number = 0
    while number < len(questions):
        try:
            match questions[number]:
                case "game":
                    game = choose_game(screen)
                case "scene":
                    assert game is not None
                    chosen = choose_scene(screen, game, _library(options, game))
                    if isinstance(chosen, Led):
                        return chosen
                    file = chosen
                case "side":
                    assert game is not None
                    file = file or scene_named(game, _library(options, game), options.scene)
                    sides = choose_sides(screen, file.scene)
            number += 1
        except Back:
            if not number:
                screen.say("This is the first question.")
            number = max(0, number - 1)
    assert game is not None
    library = _library(options, game)
    file = for_so_many(file or scene_named(game, library, options.scene), library, options.party)
    return game, file, sides or sides_named(file.scene, options.side)


def _library(options: Options, game: Game[Any]) -> Library:
    library = game.library(*options.folders)
    check_names(options, game, library)
    return library


def choose_game(screen: Screen) -> Game[Any]:
    games = list(GAMES.values())
    if len(games) == 1:
        return games[0]

    def listed() -> None:
        screen.heading("Choose a game")
        for number, game in enumerate(games, 1):
            _offered(screen, number, game.title, game.pitch)

    return games[picked(screen, "game> ", [(game.title, game.name) for game in games], listed)]


def choose_scene(screen: Screen, game: Game[Any], library: Library) -> SceneFile | Led:
    """One of the scenes; or an adventure, which stand behind them."""
    paths = by_difficulty(scenes_of(game, library))
    if not paths:
        raise BadInput(f"{game.title} has no scene yet")
    files = [load_scene(path, library) for path in paths]
    titles = [file.header.title or path.stem for file, path in zip(files, paths, strict=True)]
    adventures = {name: adventure_at(path) for name, path in adventures_of(game.name).items()}

    def listed() -> None:
        screen.heading(f"{game.title}: choose a scene")
        for number, (file, title) in enumerate(zip(files, titles, strict=True), 1):
            _offered(screen, number, f"{title}, difficulty {file.header.difficulty}", file.header.text)
        for number, led in enumerate(adventures.values(), len(files) + 1):
            told = f"{led.adventure.title}, an adventure of {count(len(led.adventure.chapter), 'chapter')}"
            _offered(screen, number, told, led.adventure.text)

    names = [(title, path.stem) for title, path in zip(titles, paths, strict=True)]
    names += [(led.adventure.title, name) for name, led in adventures.items()]
    offered: list[SceneFile | Led] = [*files, *adventures.values()]
    return offered[picked(screen, "scene> ", names, listed)]


def choose_sides(screen: Screen, scene: Any) -> tuple[str, ...]:
    sides = sides_in(scene)

    def listed() -> None:
        screen.heading("Which side do you play?")
        for number, side in enumerate(sides, 1):
            views = [game_of(scene).view(scene, other).beings for other in sides if other != side]  # no secret is told
            seen = views[0] if views else scene.beings
            names = [seen[b.id].name for b in scene.side_of(side) if all(b.id in beings for beings in views)]
            screen.say(f"{number:>2} {side}: {', '.join(names)}")
        screen.say(f"{len(sides) + 1:>2} gm: the game master, who plays all but the {game_of(scene).sides[0]}")
        screen.say(f"{len(sides) + 2:>2} both: everything by hand, the game master's questions too")

    number = picked(screen, "side> ", [*((side,) for side in sides), (GM, "game master"), EVERYTHING], listed)
    return sides_named(scene, (*sides, GM, "both")[number])


def _offered(screen: Screen, number: int, name: str, about: str) -> None:
    if screen.plain:
        screen.say(f"{number}. {name}.")
    else:
        screen.say(Text.assemble((f"{number:>2} ", f"bold {GOLD}"), (name, "bold")))
    if about:
        screen.under(about, QUIET, indent=3)


def picked(screen: Screen, prompt: str, names: Sequence[tuple[str, ...]], listed: Callable[[], None]) -> int:
    """The place in a list of what is chosen, by its number or by one of its names."""
    listed()
    while True:
        words = screen.read(prompt)
        match words.lower():
            case "quit" | "exit" | "q":
                raise Quit
            case "back" | "b":
                raise Back
            case "help" | "h" | "?":
                screen.say("A number or a name chooses; `list` lists again, `back` goes back, `quit` ends.", QUIET)
                continue
            case "list":
                listed()
                continue
        if words.isdigit() and 1 <= int(words) <= len(names):
            return int(words) - 1
        found = named(words, [(name, number) for number, known in enumerate(names) for name in known])
        if len(found) == 1:
            return found[0]
        screen.fault(instead(words, f"a number from 1 to {len(names)}", "a name", "`back`", "`help`", "`quit`"))
