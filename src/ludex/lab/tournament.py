"""Policies against each other: every pair in every scene, on both sides of it, with the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from ludex.core.kernel.ruling import BadInput
from ludex.lab.result import FORMAT
from ludex.lab.run import Plan, Stopped, fights
from ludex.lab.statistics import Share, share
from ludex.lab.trial import MOST_DECISIONS, Fight
from ludex.lab.variants import SceneLike, Variant, variant
from ludex.opponents import Played, name_of, sides_of

POLICIES = ("random", "simple", "search")  # the weakest first

Progress = Callable[[int, str, Share], object]  # told of the fights so far, of which bout, and who wins it


@dataclass(frozen=True, slots=True)
class Bout:
    """Two policies in one scene. Each seed is fought twice: the second time they have changed sides."""

    scene: str  # its title
    where: str  # its file or name
    game: str
    game_title: str
    rules_version: int
    content_seal: str  # a digest of all content that the scene was built with
    first: str
    second: str
    fights: int
    won: Share  # by the second, of the fights that somebody won. As seeds are shared, the interval is on the wide side
    nobody: int  # fights that nobody won
    won_as: dict[str, Share]  # by the second, on each side

    @property
    def better(self) -> str:
        """The policy that wins more often beyond doubt; empty where there is doubt."""
        return self.second if self.won.low > 0.5 else self.first if self.won.high < 0.5 else ""


@dataclass(frozen=True, slots=True)
class Tournament:
    bouts: list[Bout]
    seed: int
    limit: int = MOST_DECISIONS
    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)

    def to_plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "kind": "tournament",
            "seed": self.seed,
            "limit": self.limit,
            "ludex": version("ludex"),
            "bouts": [{**asdict(bout), "better": bout.better} for bout in self.bouts],
            "stopped": self.stopped,
            "run": {"seconds": self.seconds},
        }


def tournament(
    scenes: SceneLike | Iterable[SceneLike],
    policies: Iterable[Played] = POLICIES,
    *,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    content: Iterable[str | Path] = (),
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Progress | None = None,
) -> Tournament:
    """Let each two of these policies fight in each scene: with every seed on one side and then on the other, so that it
    does not matter which side is stronger. A bout ends after `fights` seeds, which are twice as many fights, or when
    the interval is no wider than `width`."""
    given = [scenes] if isinstance(scenes, str | Path | dict) else list(scenes)
    names = list(map(name_of, policies))
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise BadInput(f"a tournament needs two policies or more, each once; not: {', '.join(names) or 'none'}")
    folders = tuple(content)
    plan = Plan(fights, width, seed, workers, cluster)
    bouts = [(scene, *pair) for scene in given for pair in combinations(names, 2)]
    both = [pair_of(scene, first, second, folders, limit) for scene, first, second in bouts]  # faults are told at once
    began = perf_counter()
    found: list[Bout] = []
    for (_, first, second), variants in zip(bouts, both, strict=True):
        counted = Counted(variants, first, second)
        try:
            counted.fight(plan, progress)
        except Stopped as stopped:
            done = [*found, *([counted.bout()] if counted.winners else [])]
            stopped.so_far = Tournament(done, seed, limit, str(stopped), perf_counter() - began) if done else None
            raise
        found.append(counted.bout())
    return Tournament(found, seed, limit, seconds=perf_counter() - began)


def pair_of(
    scene: SceneLike, first: str, second: str, folders: tuple[str | Path, ...], limit: int
) -> tuple[Variant, Variant]:
    """The scene with the second policy on the players' side, and with it on all others."""
    usual = variant(scene, "", folders)
    if len({being.side for being in usual.scene.beings.values()}) < 2:
        raise BadInput(f"{usual.where}: there is nobody to fight against; expected two sides")
    sides = sides_of(usual.game, usual.scene)
    one = dict.fromkeys(sides, first) | {sides[0]: second}
    other = dict.fromkeys(sides, second) | {sides[0]: first}
    return variant(scene, one, folders, None, limit), variant(scene, other, folders, None, limit)


class Counted:
    """A bout, fight by fight."""

    def __init__(self, variants: tuple[Variant, Variant], first: str, second: str) -> None:
        self.variants, self.first, self.second = variants, first, second
        self.players = sides_of(variants[0].game, variants[0].scene)[0]
        self.winners: list[tuple[str, str]] = []  # with the second policy on the players' side, and on the others

    def fight(self, plan: Plan, progress: Progress | None) -> None:
        name = f"{self.second} against {self.first}, {self.variants[0].title}"

        def tell(each: tuple[Fight, ...]) -> None:
            self.winners.append((each[0].winner, each[1].winner))
            if progress is not None:
                progress(len(self.winners), name, self.won)

        fights([each.start for each in self.variants], plan, tell, lambda: self.won.width)

    @property
    def won(self) -> Share:
        as_players, as_others = self._won_as()
        return share(as_players.count + as_others.count, as_players.of + as_others.of)

    def _won_as(self) -> tuple[Share, Share]:
        one = [winner == self.players for winner, _ in self.winners if winner]
        other = [winner != self.players for _, winner in self.winners if winner]
        return share(sum(one), len(one)), share(sum(other), len(other))

    def bout(self) -> Bout:
        given = self.variants[0]
        as_players, as_others = self._won_as()
        others = " and ".join(sorted({b.side for b in given.scene.beings.values() if b.side != self.players}))
        return Bout(
            scene=given.title,
            where=given.where,
            game=given.game.name,
            game_title=given.game.title,
            rules_version=given.game.version,
            content_seal=given.scene.library.seal(),
            first=self.first,
            second=self.second,
            fights=2 * len(self.winners),
            won=self.won,
            nobody=sum(not winner for pair in self.winners for winner in pair),
            won_as={self.players: as_players, others: as_others},
        )
