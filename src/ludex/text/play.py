"""`ludex play`: choose a scene and a side, and play it, decision by decision."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.text import Text

from ludex.core.content import ContentError, Library, read_toml
from ludex.core.game import Game
from ludex.core.journal import Journal, JournalError, header_of
from ludex.core.procedure import Roll
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice
from ludex.core.ruling import BadInput, Refused
from ludex.core.scene import GAMES, game_of
from ludex.core.scenefile import SceneFile, by_difficulty, load_scene, scene_path
from ludex.opponents import policy
from ludex.text import board, kept, others
from ludex.text.choosing import Changed, confirm
from ludex.text.demo import demo
from ludex.text.menu import next_command
from ludex.text.naming import named
from ludex.text.prompts import answer, passed_by, throw
from ludex.text.screen import Quit, Screen, console_for
from ludex.text.style import GOLD, QUIET
from ludex.text.table import Table, sides_in

MOST_FAULTS = 3  # of a policy in a row; then somebody at the table decides


@dataclass(frozen=True, slots=True)
class Options:
    game: str = ""  # found by the scene, or asked for, when empty
    scene: str = ""
    side: str = ""  # party, foes, both, none; asked for when empty
    opponent: str = "simple"
    folders: tuple[Path, ...] = ()
    seed: int | None = None
    resume: bool = False
    demo: bool = False
    typed_dice: bool = False
    plain: bool = False


def play(options: Options) -> int:
    """Exit codes: 0 fine, 2 bad input or a broken journal."""
    screen = Screen(console_for(options.plain), options.plain)
    try:
        if options.resume:
            table = kept.resume(screen)
            _play_on(table)
            screen = table.screen
            if not confirm(table, "Play again?"):
                return 0
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        tells_itself = options.demo or options.side == "none" or not terminal
        game = game_named(options) or (first_game() if tells_itself else choose_game(screen))
        library = game.library(*options.folders)
        _check_names(options, game, library)
        if tells_itself:
            if not options.demo and options.side != "none":
                print("There is no terminal to play in, so a fight is shown, as with --demo.", file=sys.stderr)
            return demo(game, scene_named(game, library, options.scene), screen, options.opponent, options.seed)
        return _play_new(options, game, library, screen)
    except Quit:
        return 0
    except (BadInput, ContentError, JournalError, Refused, Failed) as fault:
        print(f"ludex: {fault}", file=sys.stderr)
        return 2


def _check_names(options: Options, game: Game[Any], library: Library) -> None:
    """A side or an opponent that nobody knows is told before anything is asked or shown."""
    policy(game, options.opponent)
    if options.side in ("", "both", "none"):
        return
    if options.scene:
        sides_named(scene_named(game, library, options.scene).scene, options.side)
        return
    scenes = [load_scene(path, library).scene for path in scenes_of(game, library).values()]
    known = dict.fromkeys(side for scene in scenes for side in sides_in(scene))
    if options.side not in known:
        raise BadInput(f"there is no side {options.side!r}; there are: {', '.join(known)}, both, none")


# ---------------------------------------------------------------- choosing a game, a scene and a side


def game_named(options: Options) -> Game[Any] | None:
    """The game that is asked for by its name, or by the name of a scene; nothing when neither is given."""
    if options.game and options.game not in GAMES:
        raise BadInput(f"there is no game {options.game!r}; there are: {', '.join(GAMES)}")
    if options.game or not options.scene:
        return GAMES.get(options.game)
    path = Path(options.scene) if is_file(options.scene) else scene_path(options.scene, options.folders)
    if path is None:
        names = ", ".join(name for game in GAMES.values() for name in game.library().scenes)
        raise BadInput(f"there is no scene {options.scene!r}; there are: {names}, or a file ending in .toml")
    return game_in(path) or first_game()


def first_game() -> Game[Any]:
    return next(iter(GAMES.values()))


def choose_game(screen: Screen) -> Game[Any]:
    games = list(GAMES.values())
    if len(games) == 1:
        return games[0]
    screen.heading("Choose a game")
    for number, game in enumerate(games, 1):
        _offered(screen, number, game.title, game.pitch)
    return games[_picked(screen, "game> ", [(game.title, game.name) for game in games])]


def _offered(screen: Screen, number: int, name: str, about: str) -> None:
    if screen.plain:
        screen.say(f"{number}. {name}.")
    else:
        screen.say(Text.assemble((f"{number:>2} ", f"bold {GOLD}"), (name, "bold")))
    if about:
        screen.under(about, QUIET, indent=3)


def scene_named(game: Game[Any], library: Library, name: str) -> SceneFile:
    """A scene of the content by its name, or a file; without a name the easiest one of the content."""
    scenes = scenes_of(game, library)
    if not name and scenes:
        return load_scene(by_difficulty(scenes)[0], library)
    if name in scenes:
        return load_scene(scenes[name], library)
    if is_file(name):
        if (other := game_in(Path(name))) not in (None, game):
            raise BadInput(f"{name} is a scene of {other.title}, not of {game.title}")
        return load_scene(Path(name), library)
    wanted = f"no scene {name!r}" if name else "no scene yet"
    raise BadInput(f"there is {wanted}; there are: {', '.join(scenes) or 'none'}, or a file ending in .toml")


def scenes_of(game: Game[Any], library: Library) -> dict[str, Path]:
    """The scenes of a library, without those that a folder has for other games."""
    return {name: path for name, path in library.scenes.items() if game_in(path) in (None, game)}


def game_in(path: Path) -> Game[Any] | None:
    """The game that a scene file names; nothing when there is no such game, which is told when it is loaded."""
    name = read_toml(path).get("game")
    return GAMES.get(name) if isinstance(name, str) else None


def is_file(name: str) -> bool:
    return name.endswith(".toml") or Path(name).is_file()


def choose_scene(screen: Screen, game: Game[Any], library: Library) -> SceneFile:
    paths = by_difficulty(scenes_of(game, library))
    if not paths:
        raise BadInput(f"{game.title} has no scene yet")
    screen.heading(f"{game.title}: choose a scene")
    files = [load_scene(path, library) for path in paths]
    titles = [file.header.title or path.stem for file, path in zip(files, paths, strict=True)]
    for number, (file, title) in enumerate(zip(files, titles, strict=True), 1):
        _offered(screen, number, f"{title}, difficulty {file.header.difficulty}", file.header.text)
    return files[_picked(screen, "scene> ", [(title, p.stem) for title, p in zip(titles, paths, strict=True)])]


def _picked(screen: Screen, prompt: str, names: Sequence[tuple[str, ...]]) -> int:
    """The place in a list of what is chosen, by its number or by one of its names."""
    while True:
        words = screen.read(prompt)
        if words.lower() in ("quit", "exit", "q"):
            raise Quit
        if words.isdigit() and 1 <= int(words) <= len(names):
            return int(words) - 1
        found = named(words, [(name, number) for number, known in enumerate(names) for name in known])
        if len(found) == 1:
            return found[0]
        screen.fault(f"Expected a number from 1 to {len(names)}, a name, or `quit`, not {words!r}.")


def choose_sides(screen: Screen, scene: Any) -> tuple[str, ...]:
    sides = sides_in(scene)
    screen.heading("Which side do you play?")
    for number, side in enumerate(sides, 1):
        views = [game_of(scene).view(scene, other).beings for other in sides if other != side]  # no secret is told here
        seen = views[0] if views else scene.beings
        names = [seen[b.id].name for b in scene.side_of(side) if all(b.id in beings for beings in views)]
        screen.say(f"{number:>2} {side}: {', '.join(names)}")
    screen.say(f"{len(sides) + 1:>2} both")
    number = _picked(screen, "side> ", [(side,) for side in (*sides, "both")])
    return tuple(sides) if number == len(sides) else (sides[number],)


def sides_named(scene: Any, name: str) -> tuple[str, ...]:
    sides = sides_in(scene)
    if name == "both":
        return tuple(sides)
    if name not in sides:
        raise BadInput(f"there is no side {name!r} here; there are: {', '.join(sides)}, both, none")
    return (name,)


# ---------------------------------------------------------------- playing


def _play_new(options: Options, game: Game[Any], library: Library, screen: Screen) -> int:
    while True:
        file = scene_named(game, library, options.scene) if options.scene else choose_scene(screen, game, library)
        sides = sides_named(file.scene, options.side) if options.side else choose_sides(screen, file.scene)
        table = set_up(options, file, sides, screen)
        _play_on(table)
        if not confirm(table, "Play again?"):
            return 0
        if options.seed is not None:
            options = replace(options, seed=options.seed + 1)  # other dice this time


def seed_bytes(seed: int | None) -> bytes:
    """The seed of sealed dice: by luck, or from a number that somebody has chosen."""
    return secrets.token_bytes(32) if seed is None else sha256(f"ludex dice {seed}".encode()).digest()


def set_up(options: Options, file: SceneFile, sides: tuple[str, ...], screen: Screen) -> Table:
    game, scene = file.game, file.scene
    seed = seed_bytes(options.seed)
    title = file.header.title or Path(file.where).stem
    header = header_of(
        game, scene, seed, options.typed_dice, title=title, sides=list(sides), opponent=options.opponent,
        folders=[str(folder.resolve()) for folder in options.folders], content=file.header.content, plain=options.plain,
    )  # fmt: skip
    policies = kept.policies_for(game, scene, sides, options.opponent)
    place = kept.fresh_place(Path(file.where).stem)
    journal = Journal.create(place, header)
    live: Live[Any] = Live(game, scene, TypedDice() if options.typed_dice else SealedDice(seed), journal.note)
    table = Table(game, live, screen, title, sides, policies, game.policy("simple"), place)
    screen.say(board.title_line(table))
    if file.header.text:
        screen.say(file.header.text, "italic")
    if not options.typed_dice:
        screen.say(f"The dice are sealed: {SealedDice(seed).seal[:16]}… (`dice` tells more)", QUIET)
    screen.say("`help` lists what you can type at any time.", QUIET)
    return table


def _play_on(table: Table) -> None:
    try:
        begin(table)
        go_on(table)
    except Quit:
        table.screen.say("The game is kept. `ludex play --resume` goes on right here.")
        raise
    finish(table)
    if table.place is not None:
        kept.finished(table.place)


def begin(table: Table) -> None:
    """The command with which play begins, unless it has been given."""
    live = table.live
    opening = table.game.opening(live.scene)
    if opening is not None and live.open is None and len(live.boundaries) == 1:
        live.perform(opening)


def go_on(table: Table) -> None:
    """One decision after the other, until nobody is to act any more."""
    faults = 0
    while True:
        table.catch_up()
        if table.over:
            return
        by_hand = faults >= MOST_FAULTS
        try:
            if not _asked(table, by_hand):
                if table.hold:
                    others.pause(table)
                table.decide()
            faults = 0
        except Changed:
            faults = 0
            begin(table)  # where the opening itself was taken back
        except (Refused, BadInput, Failed) as fault:
            faults += 1
            table.screen.fault(f"That cannot be done: {table.veiled(str(fault))}")


def _asked(table: Table, by_hand: bool) -> bool:
    """Does somebody at the table decide this? Then ask them."""
    request = table.live.open
    if isinstance(request, Roll):
        if isinstance(table.live.dice, TypedDice):
            throw(table, request)
            return True
        return False
    if request is not None:
        if by_hand or table.plays(request.who):
            if by_hand or not passed_by(table, request):
                answer(table, request)
            return True
        return False
    who = table.game.to_act(table.live.scene)
    if not (by_hand or table.plays(who)):
        return False
    given = next_command(table, who, others.hint(table))
    table.live.perform(given.command, force=given.force, waive=given.waive)
    return True


def finish(table: Table) -> None:
    """Who won, how everybody stands, and the seed of the dice."""
    screen = table.screen
    screen.say()
    screen.lines(table.fresh)
    table.fresh = []
    screen.heading("How everybody stands", f"bold {GOLD}")
    board.standing(table)
    if table.seed:
        screen.say()
        screen.say(f"The dice: seed {table.seed}; `dice` tells how to verify them.", QUIET)
