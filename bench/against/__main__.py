"""How long decisions and exact odds take here, beside another commit: the median ratio of pairs of processes.

Above 1 is slower. Both sides fight the frozen scenes of four against four, with the same seeds and the same Python."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.against.commit import BUILD, FROZEN, HERE, Side, other, this_checkout
from bench.against.interval import SURE, fewest, interval, verdict
from bench.against.pairs import CannotBeMeasured, Pair, each, measured
from bench.python_build import this_python

GAMES = [folder.name for folder in sorted((HERE / FROZEN).iterdir())]
PAIRS = 20
LIMIT = 1.05

Measured = Mapping[tuple[str, str], Sequence[Pair]]  # by game and measure


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench AGAINST=…", description=__doc__)
    parser.add_argument("commit", help="any commit that git knows")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of processes: the more, the narrower the intervals")
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--check", type=float, help="fail where the far end of an interval lies beyond this")
    chosen = parser.parse_args()
    if chosen.pairs < fewest():
        parser.error(f"--pairs: expected at least {fewest()}, or no interval can be given")
    there = other(chosen.commit)
    with TemporaryDirectory(dir=BUILD) as folder:
        here = this_checkout(Path(folder))
        print(f"{here.name}\nagainst {there.name}\n{this_python()}")
        pairs, faults = all_pairs(here, there, chosen.games, chosen.pairs)
        limit = chosen.check or LIMIT
        print("\n".join(["", *table(pairs, limit), "", *remarks(pairs, faults, here, there)]))
    beyond = [one for one in pairs.values() if interval([pair.ratio for pair in one]).high > limit]
    if chosen.check and (beyond or faults):
        sys.exit(f"{len(beyond)} of {len(pairs)} intervals reach beyond {limit:g}; {len(faults)} games not compared")


def all_pairs(here: Side, there: Side, games: Sequence[str], number: int) -> tuple[Measured, dict[str, str]]:
    """Game after game and again, so that each is measured over the whole time; and why one cannot be."""
    pairs: defaultdict[tuple[str, str], list[Pair]] = defaultdict(list)
    faults: dict[str, str] = {}
    for pair in range(number):
        print(f"pair {pair + 1} of {number}", file=sys.stderr, flush=True)
        for game in games:
            if game in faults:
                continue
            try:
                for measure, found in measured(here, there, game, pair).items():
                    pairs[game, measure].append(found)
            except CannotBeMeasured as fault:
                faults[game] = str(fault)
    whole = {key: found for key, found in pairs.items() if key[0] not in faults}
    return whole, faults


def table(pairs: Measured, limit: float) -> list[str]:
    lines = [f"{'':14}{'':8}{'here ÷ there':>12}   {f'interval, {SURE:.1%}':18}{'here, ms each':>13}"]
    for (game, measure), found in pairs.items():
        ratio = interval([pair.ratio for pair in found])
        ends = f"{ratio.low:.3f} to {ratio.high:.3f}"
        took = 1000 * median([each(pair.here) for pair in found])
        mark = "" if all(pair.alike for pair in found) else "; not the same work"
        words = verdict(ratio, limit) + mark
        lines.append(f"{game:14}{measure:8}{ratio.middle:12.3f}   {ends:18}{took:13.3f}   {words}")
    return lines


def remarks(pairs: Measured, faults: Mapping[str, str], here: Side, there: Side) -> list[str]:
    """What has to be known to read the table."""
    found = [f"{game} is not compared. {fault}" for game, fault in faults.items()]
    for game in dict.fromkeys([game for game, _ in pairs]):
        if frozen(here, game) != frozen(there, game):
            found.append(f"{game}: the frozen scene or content is not the same on both sides.")
    for (game, measure), all_of_it in pairs.items():
        differ = sum([not pair.alike for pair in all_of_it])
        if differ:
            what = "odds" if measure == "odds" else "fights"
            found.append(
                f"{game}, {measure}: {what} came out differently in {differ} of {len(all_of_it)} pairs. "
                "Rules, policy or content differ, so the ratio is of different work."
            )
    return found


def frozen(side: Side, game: str) -> dict[str, bytes]:
    folder = side.frozen(game)
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.toml"))}


if __name__ == "__main__":
    main()
