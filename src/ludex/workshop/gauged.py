"""A scene that is being composed, ready to be gauged: with a party, on the ground on which it is made."""

from __future__ import annotations

import pickle
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.findings import faults_in, scene_looked
from ludex.core.files.heroes import is_hero
from ludex.core.files.parties import said_of
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.lab.gauge.gauge import GaugeJob
from ludex.lab.gauge.party import Brought, Party, Stood, come_in, raised, with_party
from ludex.lab.gauge.ways import WaysJob
from ludex.lab.gauge_line import Grade
from ludex.opponents import named
from ludex.workshop.editing import raw_scene
from ludex.workshop.ground import Ground

UNREAD = ("title", "text", "told", "handouts", "difficulty")  # fields of a scene file that no fight reads
OF_TABLE = "The characters of {} are the party, as they stand there."
NO_WAYS = (
    "The scene says who stands against {} characters. "
    "Ways to another difficulty are looked for with as many as are in it."
)
MEND_FIRST = "Mend what is wrong with the scene first, and the gauge begins."


class Gauging(NamedTuple):
    """What comes in: the text of a scene file, who is the party where that is not who is in it, and how often it is
    fought. `wish`: how hard it should be, where ways there are looked for."""

    text: str
    fights: int
    seed: int = 1
    party: Party | Brought | None = None
    wish: Grade | None = None


class Ready(NamedTuple):
    """A job for the lab, and the word under which what comes of it is kept: the same for the same scene, content,
    rules, policies, party and seed."""

    job: bytes
    key: str


class Fought(NamedTuple):
    """A scene as it will be fought."""

    tables: dict[str, Any]
    scene: Scene[Any]
    party: tuple[str, ...]
    level: int
    notes: tuple[str, ...]
    title: str
    library: Library
    before: Scene[Any] | None = None  # from which the party comes
    made_for: int = 0  # the number of characters for which the scene says who stands against them; 0: its own


def gauge_ready(ground: Ground, given: Gauging) -> Ready:
    fought = as_fought(ground, given)
    if given.wish is not None and fought.made_for:
        raise BadInput(NO_WAYS.format(fought.made_for))
    if given.wish is None:
        job: Any = GaugeJob(fought.scene, fought.title, given.fights, given.seed, fought.notes)
    else:
        job = WaysJob(
            fought.scene, fought.tables, fought.library, fought.title, given.wish, given.fights, given.seed,
            fought.party, fought.level, fought.before,
        )  # fmt: skip
    return Ready(pickle.dumps(job), key_of(ground, given, fought))


def as_fought(ground: Ground, given: Gauging) -> Fought:
    """With the party that is asked for, or where the scene has none with one that stands in."""
    game, tables = ground.game, raw_scene(given.text)
    if tables.get("game") != game.name:
        raise BadInput(f"expected a scene of {game.title}")
    if not is_sound(ground, tables):
        raise BadInput(MEND_FIRST)
    brought = given.party if isinstance(given.party, Brought) else None
    library = brought.library(ground.library) if brought is not None else ground.library
    at_table = brought.options if brought is not None else ground.options
    tables = {**tables, "options": {**at_table, **tables.get("options", {})}}
    beings = tables.get("beings", {})
    players = [name for name, raw in beings.items() if is_hero(game, ground.library, name, raw)]
    wanted = given.party if given.party is not None or players else Party()
    stood = with_party(game, library, tables, wanted) if wanted is not None else Stood(tables, [])
    made = scene_looked(stood.tables, "", library).made
    if made is None:
        raise BadInput(MEND_FIRST)
    come_in(game, stood.before, made.scene)
    if stood.before is not None and (misplaced := game.misplaced(made.scene)):
        raise BadInput(f"{misplaced[0].field}: {misplaced[0].problem}")
    level = wanted.level if isinstance(wanted, Party) else 0
    notes = raised(game, made.scene, stood.who, level) if brought is None else [OF_TABLE.format(brought.title)]
    made_for = stood.made_for if "parties" in tables and stood.made_for != len(players) else 0
    if made_for:
        notes = [*notes, said_of(len(stood.who), made_for)]
    title = made.header.title or game.title
    return Fought(
        stood.tables, made.scene, tuple(stood.who), level, tuple(notes), title, library, stood.before, made_for
    )  # fmt: skip


def is_sound(ground: Ground, tables: dict[str, Any]) -> bool:
    """Can a scene be played as it is?"""
    try:
        return not faults_in(tables, ground.library)
    except Exception:  # whatever somebody has written; it is told with the draft
        return False


def key_of(ground: Ground, given: Gauging, fought: Fought) -> str:
    game = ground.game
    made_of = {
        "tables": {key: value for key, value in fought.tables.items() if key not in UNREAD},
        "content": fought.library.seal(),
        "rules": [game.name, game.version],
        "policies": named(game, fought.scene, ""),
        "party": [*fought.party, fought.level],
        "before": given.party.state if isinstance(given.party, Brought) else None,
        "seed": given.seed,
        "wish": given.wish,
    }
    return sha256(msgspec.json.encode(made_of, order="deterministic")).hexdigest()
