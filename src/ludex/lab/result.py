"""What a simulation comes to, as plain data. `to_plain` gives what `--json` prints and a report is drawn from.

Every list of rows is flat: pandas and polars take it as it is.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.lab.statistics import Share, Spread

FORMAT = 1  # raised when a field changes its meaning or goes away
USUAL = "simple"  # the policy where none is named
TABLES = ("rows", "beings", "pools", "harm", "uses", "replays", "sides")
NO_FILE = "the scene"  # what stands for a scene that was given as tables


@dataclass(frozen=True, slots=True)
class About:
    """What was simulated: all that it takes to do it again."""

    game: str
    game_title: str
    rules_version: int
    content_seal: str  # a digest of all content that the scene was built with
    ludex: str  # the version of the program
    scene: str  # the file
    title: str
    content: list[str]  # folders of a table's own
    settings: dict[str, Any]  # fields of the file that were set to something else, by path
    options: dict[str, bool | int | str]  # that differ from the game's defaults
    policies: dict[str, str]  # by side
    seed: int
    limit: int  # decisions after which a fight is called off


def watch(about: Mapping[str, Any], seed: int) -> str:
    """The command that tells the fight of a seed; nothing where the scene is in no file."""
    if about["scene"] == NO_FILE:
        return ""
    words = ["ludex", "run", about["scene"], "--seed", str(seed)]
    names = set(about["policies"].values())
    if len(names) > 1:
        words += [word for side, name in about["policies"].items() for word in ("--policy", f"{side}={name}")]
    elif names != {USUAL}:
        words += ["--policy", *names]
    words += [word for folder in about["content"] for word in ("--content", folder)]
    words += [word for path, value in about["settings"].items() for word in ("--set", f"{path}={written(value)}")]
    return shlex.join(words)


def written(value: Any) -> str:
    """A value as one writes it on the command line."""
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True, slots=True)
class SideRow:
    side: str
    beings: int
    won: Share
    anybody_down: Share  # at least one of them was brought down at some time
    all_down: Share  # each of them was brought down at some time
    health_pool: str  # what counts as health, in the game's words
    health_start: int  # of all of them together
    health_left: Spread


@dataclass(frozen=True, slots=True)
class BeingRow:
    id: str
    name: str
    side: str
    down: Share  # brought down at some time
    first_down: Share  # before anybody else of their side
    dead: Share
    left_fight: Share  # fled, gave up, was won over
    dealt: float  # harm to others in a fight, of all pools
    taken: float


@dataclass(frozen=True, slots=True)
class PoolRow:
    """What is left of a pool of somebody at the end."""

    id: str
    name: str
    side: str
    pool: str
    start: int
    most: int
    left: float  # on average
    left_when_won: float | None  # where their side has won; nothing where it never has


@dataclass(frozen=True, slots=True)
class HarmRow:
    """Harm in a fight, on average: by whom, with what, to which side and pool."""

    by: str  # a being's id; empty: nobody, such as bleeding or a fall
    name: str
    side: str
    source: str
    to_side: str
    pool: str
    per_fight: float
    share: float  # of all harm to that side


@dataclass(frozen=True, slots=True)
class UseRow:
    id: str
    name: str
    side: str
    action: str
    of: str  # the weapon, power or item; empty: nothing
    words: str
    passes: bool  # it only ends a turn
    per_fight: float


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """A fight that is worth watching: `ludex run SCENE --seed SEED` tells it."""

    quantile: float  # from the worst fights for the first side to the best
    seed: int
    winner: str
    rounds: int
    health_left: int  # of the first side


@dataclass(frozen=True, slots=True)
class FightRow:
    seed: int
    winner: str  # empty: nobody
    ended: bool
    rounds: int
    decisions: int
    down: dict[str, int]  # how many of each side were brought down
    health: dict[str, int]  # what each side had left

    def flat(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in ("seed", "winner", "ended", "rounds", "decisions")},
            **{f"{side}_down": count for side, count in self.down.items()},
            **{f"{side}_health": left for side, left in self.health.items()},
        }


@dataclass(frozen=True, slots=True)
class OptionRow:
    """Something that could be chosen and never was, or always was."""

    action: str
    of: str
    words: str
    offered: int  # in the decisions that were looked at
    chosen: int


@dataclass(frozen=True, slots=True)
class Looked:
    """What a close look at some of the fights has shown."""

    fights: int
    rules_applied: list[str]
    rules_never_applied: list[str]  # of the mechanical rules of the game
    never_chosen: list[OptionRow]
    always_chosen: list[OptionRow]


@dataclass(frozen=True, slots=True)
class Result:
    about: About
    fights: int
    unending: int  # called off at the limit; nobody has won them
    nobody_won: Share
    no_fight: Share  # nobody fought at all; they are among those that nobody won
    sides: list[SideRow]  # the players' first
    rounds: Spread
    beings: list[BeingRow]
    pools: list[PoolRow]
    harm: list[HarmRow]
    uses: list[UseRow]
    replays: list[ReplayRow]
    looked: Looked
    warnings: list[str]
    rows: list[FightRow]
    stopped: str = ""  # why it ended before its time
    seconds: float = field(default=0.0, compare=False)
    workers: int = field(default=1, compare=False)  # 0: a cluster

    @property
    def won(self) -> Share:
        """By the first side."""
        return self.sides[0].won

    def to_plain(self) -> dict[str, Any]:
        """All of it, for machines. Two runs with the same seed differ only in `run`."""
        plain = asdict(self)
        plain["rows"] = [row.flat() for row in self.rows]
        run = {"seconds": plain.pop("seconds"), "workers": plain.pop("workers")}
        return {"format": FORMAT, "kind": "simulation", **plain, "run": run}

    def table(self, name: str = "rows") -> list[dict[str, Any]]:
        """One of the lists as flat rows: `rows`, `beings`, `pools`, `harm`, `uses`, `replays`, `sides`."""
        if name not in TABLES:
            raise BadInput(f"there is no table {name!r}; {there_are(name, TABLES)}")
        found: list[dict[str, Any]] = []
        for row in getattr(self, name):
            found.append(row.flat() if isinstance(row, FightRow) else _flat(asdict(row)))
        return found


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """`down.rate` becomes `down_rate`."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            found |= {f"{key}_{name}": part for name, part in _flat(value).items()}
        else:
            found[key] = value
    return found
