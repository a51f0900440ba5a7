"""From fights to a result: counting as they come in, and what the counts mean."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from ludex.core.foe.standing import DEAD, LEFT
from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import Harm
from ludex.lab.result import (
    About,
    BeingRow,
    FightRow,
    HarmRow,
    Looked,
    OptionRow,
    PoolRow,
    ReplayRow,
    Result,
    SideRow,
    UseRow,
)
from ludex.lab.statistics import QUANTILES, Share, place, share, spread
from ludex.lab.trial import Fight, Named, Option, Use
from ludex.lab.variants import Variant
from ludex.opponents import sides_of

SURE = 3.29  # standard deviations: a self-check raises a false alarm once in a thousand runs
OFTEN = 10  # an option offered less often says nothing
ALWAYS = 0.95
NUMBERED = re.compile(r"\s+\d+$")  # `Hound 3` is a hound


@dataclass(slots=True)
class Gathered:
    """The counts of a variant, fight by fight."""

    variant: Variant
    seed: int
    rows: list[FightRow] = field(default_factory=list)
    wins: Counter[str] = field(default_factory=Counter)
    down: Counter[str] = field(default_factory=Counter)
    first_down: Counter[str] = field(default_factory=Counter)
    fates: Counter[tuple[str, str]] = field(default_factory=Counter)
    left: Counter[tuple[str, int]] = field(default_factory=Counter)  # who, which of their pools
    left_when_won: Counter[tuple[str, int]] = field(default_factory=Counter)
    harm: Counter[Harm] = field(default_factory=Counter)
    uses: Counter[Use] = field(default_factory=Counter)
    rules: set[str] = field(default_factory=set)
    offered: Counter[Option] = field(default_factory=Counter)
    chosen: Counter[Option] = field(default_factory=Counter)
    looked: int = 0
    sides: dict[str, list[str]] = field(init=False)  # who stands on which side from the start
    known: dict[str, Named] = field(init=False)  # latecomers too

    def __post_init__(self) -> None:
        game, scene = self.variant.game, self.variant.scene
        fighters = [being for being in scene.beings.values() if game.fights(scene, being)]
        there = {side: [b.id for b in fighters if b.side == side] for side in sides_of(game, scene)}
        self.sides = {side: names for side, names in there.items() if names}
        self.known = {name: Named(being.name, being.side) for name, being in scene.beings.items()}

    def add(self, fight: Fight) -> None:
        self.wins[fight.winner] += 1
        for name, (called, side) in fight.late.items():
            self.known[name] = Named(NUMBERED.sub("", called), side)
        self.down.update(fight.falls)
        self.harm.update(fight.harm)
        self.uses.update(fight.uses)
        self.fates.update(fight.fates.items())
        fallen = {}
        for side, names in self.sides.items():
            down = [name for name in fight.falls if name in names]
            fallen[side] = len(down)
            self.first_down.update(down[:1])
            for name in names:
                for number, left in enumerate(fight.left[name]):
                    self.left[name, number] += left
                    if fight.winner == side:
                        self.left_when_won[name, number] += left
        health = {side: sum(fight.left[name][0] for name in names) for side, names in self.sides.items()}
        row = FightRow(fight.seed, fight.winner, fight.ended, fight.rounds, fight.decisions, fallen, health)
        self.rows.append(row)
        if fight.look is not None:
            self.looked += 1
            self.rules |= fight.look.rules
            self.offered.update(fight.look.offered)
            self.chosen.update(fight.look.chosen)

    @property
    def first(self) -> str:
        """The side whose win rate is asked for."""
        return next(iter(self.sides))

    @property
    def won(self) -> Share:
        return share(self.wins[self.first], len(self.rows))

    # -- what it comes to -------------------------------------------------------------------------------------

    def result(self, stopped: str = "", seconds: float = 0.0, workers: int = 1) -> Result:
        return Result(
            about=self.about(),
            fights=len(self.rows),
            unending=sum(not row.ended for row in self.rows),
            nobody_won=share(self.wins[""], len(self.rows)),
            no_fight=share(self._no_fight, len(self.rows)),
            sides=[self._side(side) for side in self.sides],
            rounds=spread([row.rounds for row in self.rows]),
            beings=[self._being(name) for names in self.sides.values() for name in names],
            pools=self.pools(),
            harm=self._harm(),
            uses=self._uses(),
            replays=self._replays(),
            looked=self._looked(),
            warnings=self._warnings(),
            rows=self.rows,
            stopped=stopped,
            seconds=seconds,
            workers=workers,
        )

    def about(self) -> About:
        given = self.variant
        game, options = given.game, given.game.rulebook.options
        return About(
            game=game.name,
            game_title=game.title,
            rules_version=game.version,
            content_seal=given.scene.library.seal(),
            ludex=version("ludex"),
            scene=given.where,
            title=given.title,
            content=[str(folder) for folder in given.folders],
            settings=dict(given.settings),
            options={name: set_ for name, set_ in given.scene.options.items() if set_ != options[name].default},
            policies=given.policies,
            seed=self.seed,
            limit=given.limit,
        )

    def _side(self, side: str) -> SideRow:
        game, scene = self.variant.game, self.variant.scene
        names, fights = self.sides[side], len(self.rows)
        pools = [game.pools(scene, scene.beings[name])[0] for name in names]
        return SideRow(
            side=side,
            beings=len(names),
            won=share(self.wins[side], fights),
            anybody_down=share(sum(row.down[side] > 0 for row in self.rows), fights),
            all_down=share(sum(row.down[side] == len(names) for row in self.rows), fights),
            health_pool=pools[0].name,
            health_start=sum(pool.left for pool in pools),
            health_left=spread([row.health[side] for row in self.rows]),
        )

    def _being(self, name: str) -> BeingRow:
        being, fights = self.variant.scene.beings[name], len(self.rows)
        dealt = sum(lost for harm, lost in self.harm.items() if harm.by == name and harm.who != name)
        taken = sum(lost for harm, lost in self.harm.items() if harm.who == name)
        return BeingRow(
            id=name,
            name=being.name,
            side=being.side,
            down=share(self.down[name], fights),
            first_down=share(self.first_down[name], fights),
            dead=share(self.fates[name, DEAD], fights),
            left_fight=share(self.fates[name, LEFT], fights),
            dealt=dealt / max(1, fights),
            taken=taken / max(1, fights),
        )

    def pools(self) -> list[PoolRow]:
        game, scene, fights = self.variant.game, self.variant.scene, len(self.rows)
        found = []
        for side, names in self.sides.items():
            won = self.wins[side]
            for name in names:
                being = scene.beings[name]
                for number, pool in enumerate(game.pools(scene, being)):
                    if (name, number) not in self.left:
                        continue  # it counts only while a fight lasts
                    left = self.left[name, number] / max(1, fights)
                    when_won = self.left_when_won[name, number] / won if won else None
                    found.append(PoolRow(name, being.name, side, pool.name, pool.left, pool.most, left, when_won))
        return found

    def _harm(self) -> list[HarmRow]:
        """What has done most comes first."""
        fights = max(1, len(self.rows))
        sums: Counter[tuple[str, str, str, str]] = Counter()
        all_told: Counter[str] = Counter()
        for harm, lost in self.harm.items():
            _, side = self.known[harm.who]
            sums[self._alike(harm.by), harm.source, side, harm.pool] += lost
            all_told[side] += lost
        found = []
        for (by, source, to_side, pool), lost in sorted(sums.items(), key=lambda each: (-each[1], each[0])):
            name, side = self.known.get(by, (by, ""))
            told, of_all = self.variant.game.source_name(self.variant.scene, source), all_told[to_side]
            found.append(HarmRow(by, name, side, told, to_side, pool, lost / fights, lost / of_all))
        return found

    def _alike(self, who: str) -> str:
        """Latecomers of one name, whatever their number, and side are counted together."""
        if who in self.variant.scene.beings or who not in self.known:
            return who
        return next(name for name, known in self.known.items() if known == self.known[who])

    def _uses(self) -> list[UseRow]:
        actions, fights = self.variant.game.actions, max(1, len(self.rows))
        found = []
        uses: Counter[Use] = Counter()
        for (who, action, of), times in self.uses.items():
            uses[self._alike(who), action, of] += times
        for (who, action, of), times in sorted(uses.items(), key=lambda each: (-each[1], each[0])):
            name, side = self.known[who]
            words, passes = self._words(action, of), "passes" in actions[action].tags
            found.append(UseRow(who, name, side, action, of, words, passes, times / fights))
        return found

    def _words(self, action: str, of: str) -> str:
        """`Attack: Reef Bow`"""
        game, scene = self.variant.game, self.variant.scene
        known = game.actions[action]
        return f"{known.label}: {game.face().value(scene, known.args[0].name, of)}" if of else known.label

    def _replays(self) -> list[ReplayRow]:
        """The worst fight for the first side, one for each quantile, and the best."""
        first, others = self.first, [side for side in self.sides if side != self.first]

        def good(row: FightRow) -> tuple[bool, int, int, int]:
            theirs = sum(row.health[side] for side in others)
            return row.winner == first, row.health[first] - theirs, -row.rounds, row.seed

        ordered = sorted(self.rows, key=good)
        chosen: dict[int, float] = {}  # of few fights not one more than once
        for quantile in (0.0, 1.0, *QUANTILES) if ordered else ():
            chosen.setdefault(place(quantile, len(ordered)), quantile)
        rows = [(quantile, ordered[number]) for number, quantile in sorted(chosen.items())]
        return [ReplayRow(q, row.seed, row.winner, row.rounds, row.health[first]) for q, row in rows]

    def _looked(self) -> Looked:
        rulebook = self.variant.game.rulebook
        mechanical = [rule.id for rule in rulebook.rules.values() if rule.mechanical]
        used = {(action, of) for _, action, of in self.uses}
        never, always = [], []
        for (action, of), offered in sorted(self.offered.items()):
            chosen = self.chosen[action, of]
            passes = "passes" in self.variant.game.actions[action].tags
            row = OptionRow(action, of, self._words(action, of), offered, chosen)
            if (action, of) not in used:
                never.append(row)
            elif offered >= OFTEN and chosen >= ALWAYS * offered and not passes:
                always.append(row)
        return Looked(
            fights=self.looked,
            rules_applied=[rule for rule in mechanical if rule in self.rules],
            rules_never_applied=[rule for rule in mechanical if rule not in self.rules],
            never_chosen=never,
            always_chosen=always,
        )

    # -- what is odd ------------------------------------------------------------------------------------------

    def _warnings(self) -> list[str]:
        found = []
        unending = sum(not row.ended for row in self.rows)
        if unending:
            found.append(
                f"{unending} of {count(len(self.rows), 'fight')} did not end within {self.variant.limit} decisions; "
                "these count as won by nobody."
            )
        if len(self.sides) < 2:
            found.append(
                f"Nobody stands against the {self.first} when it begins; "
                "whoever comes later is on none of the sides told here."
            )
        if self._no_fight == len(self.rows) > 0:
            found.append("Nobody fought in any of them: this scene is not about a fight.")
        elif self._no_fight:
            rate = f"{100 * self._no_fight / len(self.rows):.1f} %"
            found.append(
                f"No fight took place in {self._no_fight} of {count(len(self.rows), 'fight')} ({rate}); "
                "these count as won by nobody, and all averages are over them too."
            )
        return found + self._mirror()

    @property
    def _no_fight(self) -> int:
        """Times that nobody fought: of travel, or of words."""
        return sum(row.ended and not row.rounds and not row.winner for row in self.rows)

    def _mirror(self) -> list[str]:
        """The self-check: where both sides are the same, each wins half of what is decided."""
        if len(self.sides) != 2 or not is_mirror(self.variant):
            return []
        one, other = self.sides
        decided = self.wins[one] + self.wins[other]
        seen = share(self.wins[one], decided, SURE)
        if seen.low <= 0.5 <= seen.high:
            return []
        return [
            f"Both sides are the same, but {one} wins {seen.rate:.1%} of {decided} decided fights: where they stand, "
            "who goes first, or the policy favours a side."
        ]


def is_mirror(variant: Variant) -> bool:
    """Are both sides made of the same beings with the same pools, played by the same policy?"""
    game, scene = variant.game, variant.scene
    sides = [side for side in sides_of(game, scene) if scene.side_of(side)]
    made = [sorted(_likeness(game, scene, being) for being in scene.side_of(side)) for side in sides]
    return len(made) == 2 and made[0] == made[1] and variant.policies[sides[0]] == variant.policies[sides[1]]


def _likeness(game: Any, scene: Any, being: Any) -> str:
    return repr((being.sheet, game.pools(scene, being), being.conditions))
