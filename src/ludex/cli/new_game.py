"""A new game: the skeleton under a name of its own, and a scene file as its first test.

`src/ludex/skeleton` is a whole game, which is linted and type-checked where it stands; here it is copied, and its name
is put in the place of `skeleton`.
"""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path

from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo

HOUSE = Path(__file__).parents[1]  # src/ludex
LONGEST = 16  # letters, so that no line of the copy grows too long
SCENE_FILES = "scene_files"  # the folder of the skeleton that goes to the tests

NOW = """
Now, from {root}:
  .venv/bin/python -m tests.conformance.golden {name}
      tells its first fight line by line; read it, and keep the file
  .venv/bin/python -m pytest tests/conformance --game {name}
  make quick GAME={name}
  .venv/bin/ludex play --text --game {name}
docs/adding-a-game.md goes on from here, room by room, and lists what `make test` asks of a game that is to stay."""


def new_game(name: str, house: Path = HOUSE) -> None:
    """Make it and tell what to do next; or say why not, and leave nothing behind."""
    root = house.parents[1]
    places = house / "games" / name, root / "tests" / "games" / name
    check_name(name, house)
    for place in places:
        if not place.parent.is_dir():
            raise BadInput(f"a new game is made in a checkout of Ludex; there is no folder {place.parent}")
        if place.exists():
            raise BadInput(f"{place} is there already")
    made: list[Path] = []
    try:
        drafts = [place.with_name(f".{name}.part") for place in places]
        for draft in drafts:
            draft.mkdir()
            made.append(draft)
        write(name, house / "skeleton", *drafts)
        for draft, place in zip(drafts, places, strict=True):
            draft.rename(place)
            made.append(place)
    except (OSError, KeyboardInterrupt) as fault:
        for path in made:
            shutil.rmtree(path, ignore_errors=True)
        if isinstance(fault, OSError):
            raise BadInput(f"{fault.filename}: cannot be written: {fault.strerror}; nothing was made") from None
        raise
    echo(f"{title(name)} is made: its rooms in {places[0]}, its first test in {places[1]}.")
    echo(NOW.format(name=name, root=root))


def check_name(name: str, house: Path) -> None:
    """A name that Python and everybody can use, and that nobody has."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadInput(f"{name!r} cannot be its name: expected small letters, digits and _, such as iron_keep")
    if len(name) > LONGEST:
        raise BadInput(f"{name!r} is too long: expected at most {LONGEST} letters; the title may be longer")
    if (house / "games" / f"{name}.py").exists():
        raise BadInput(f"{name!r} is taken by {house / 'games' / f'{name}.py'}")
    for rules in sorted((house / "games").glob("*/rules.toml")):
        if rules.parent.name == name:
            raise BadInput(f"there is a game {name!r} already")
        if re.search(rf'^prefix = "{name}"', rules.read_text(encoding="utf-8"), re.MULTILINE):
            raise BadInput(f"{name!r} is taken: the ids of the rules of {rules.parent.name} begin with it")


def title(name: str) -> str:
    return name.replace("_", " ").title()


def write(name: str, skeleton: Path, game: Path, tests: Path) -> None:
    """Every file of the skeleton, under the new name."""
    for path in sorted(skeleton.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        part = path.relative_to(skeleton)
        to = tests / part.relative_to(SCENE_FILES) if part.parts[0] == SCENE_FILES else game / part
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8")


def renamed(text: str, name: str) -> str:
    names = {
        "ludex.skeleton": f"ludex.games.{name}",
        "SkeletonGame": f"{title(name).replace(' ', '')}Game",
        "SkeletonFace": f"{title(name).replace(' ', '')}Face",
        "Skeleton": title(name),
        "skeleton": name,
    }
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)
