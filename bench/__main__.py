"""How fast Ludex is, beside its peers. Figures are only comparable within one run on one machine."""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import HERE, policies
from bench.python_build import this_python
from ludex.core.files.scenefile import load_scene
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.scene import Scene
from ludex.core.referee.exact import foresee
from ludex.core.referee.live import Live, SealedDice
from ludex.core.referee.simulated import Simulated
from ludex.core.show.odds import weigh
from ludex.table.know.bar import Bar
from ludex.table.know.seen import MOST_AT_ONCE, Seen
from ludex.table.know.underway import WORKING

PEERS = HERE.parent / "build" / "peers"
SHOWDOWN = "pokemon-showdown@0.11.11"


def fights(start: Scene[Any], policy: str, seconds: float) -> tuple[float, float]:
    """Decisions and fights per second of processor time: what else runs on the machine counts little."""
    opening = game_of(start).opening(start)
    assert opening is not None
    decisions = fought = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        scene = start.fork()
        referee = Simulated(policies(scene, policy, fought), fought)
        referee.perform(scene, opening)
        referee.play(scene)
        decisions += referee.decisions
        fought += 1
    elapsed = time.process_time() - began
    return decisions / elapsed, fought / elapsed


def mid_fight(start: Scene[Any], fights: int, every: int) -> list[Scene[Any]]:
    """Scenes out of the middle of fights, in which somebody is to act."""
    found = []
    for seed in range(fights):
        scene = start.fork()
        game = game_of(scene)
        chosen = policies(scene, "simple", seed)
        referee = Simulated(chosen, seed)
        opening = game.opening(scene)
        assert opening is not None
        referee.perform(scene, opening)
        number = 0
        while actor := game.to_act(scene):
            number += 1
            if number % every == 0:
                found.append(scene.fork())
            referee.perform(scene, chosen[scene.beings[actor].side].choose(scene, scene.beings[actor]))
    return found


SOON = 50  # milliseconds after which a look at odds is answered with what is known by then


class Timed(NamedTuple):
    """Milliseconds of processor time for exact odds, for the first answer, and what that leaves unexplored."""

    whole: float
    first: float
    unexplored: float


def odds(scenes: list[Scene[Any]]) -> tuple[list[Timed], list[Timed]]:
    """What the exact odds of every legal action with one target take, and those of moves. What was made before is not
    looked through for garbage meanwhile, as in the helpers that work odds out for a table."""
    gc.collect()
    gc.freeze()
    single: list[Timed] = []
    moves: list[Timed] = []
    for scene in scenes:
        game = game_of(scene)
        actor = scene.beings[game.to_act(scene)]
        policy = game.policy("simple")
        for offer in game.offers(scene, actor):
            if offer.refusal is not None:
                continue
            legal = [command for command, refusal in game.choices(scene, actor, offer.action) if refusal is None]
            if "move" in offer.action.tags:
                longest = sorted(legal, key=lambda c: -len(str(c.args)))[:5]
                moves += [timed(scene, command, policy) for command in longest]
            elif AIMED.intersection(arg.name for arg in offer.action.args):
                single += [timed(scene, command, policy) for command in legal if aimed(scene, command)]
    return single, moves


AIMED = {"target", "enemy"}  # the arguments that name whom something is done to


def aimed(scene: Scene[Any], command: Command) -> bool:
    """Is it done to somebody?"""
    return any(isinstance(value, str) and value in scene.beings for _, value in command.args)


def timed(scene: Scene[Any], command: Command, policy: Any) -> Timed:
    """What the odds of a command take: all of them, and the first answer of a look at the table."""
    began = time.process_time()
    foreseen = foresee(scene, command, policy)
    elapsed = (time.process_time() - began) * 1000
    assert sum((weight for _, weight in foreseen.scenes), foreseen.unexplored) == 1
    if elapsed < SOON:
        return Timed(elapsed, elapsed, 0.0)
    began = time.process_time()
    weighing = weigh(scene, command, policy)
    weighing.go_on(lambda: (time.process_time() - began) * 1000 >= WORKING * SOON)
    found = weighing.odds(None if weighing.done else MOST_AT_ONCE)
    return Timed(elapsed, (time.process_time() - began) * 1000, float(found.unexplored))


def bars(scenes: list[Scene[Any]]) -> list[float]:
    """Milliseconds of processor time for all chances of the action bar of who is to act."""
    found = []
    for scene in scenes:
        game = game_of(scene)
        who = game.to_act(scene)
        seen = Seen(Live(game, scene, SealedDice(b"")), scene.beings[who].side)
        began = time.process_time()
        bar = Bar(seen, who)
        bar.go_on()
        bar.told()
        found.append((time.process_time() - began) * 1000)
    return found


def showdown(battle_format: str, seconds: float) -> dict[str, float]:
    """Pokémon Showdown's simulator in the same run, or why not."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise RuntimeError("npm and node are needed for the comparison with Pokémon Showdown")
    if not (PEERS / "node_modules" / "pokemon-showdown").is_dir():
        PEERS.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--silent", "--no-save", "--prefix", str(PEERS), SHOWDOWN]
        subprocess.run(install, check=True, capture_output=True)
    script = PEERS / "showdown.js"
    script.write_text((HERE / "showdown.js").read_text(encoding="utf-8"), encoding="utf-8")
    made = subprocess.run(
        ["node", str(script), battle_format, str(seconds)], check=True, capture_output=True, text=True
    ).stdout
    figures: dict[str, float] = json.loads(made)
    return figures


def measure(file: Path, seconds: float) -> float:
    """All figures of one game; gives the decisions per second of the random policy."""
    found = load_scene(file)
    print(f"{found.game.title}, 4 against 4, with positions and reactions, one core")
    rates = {}
    for policy in ("random", "simple"):
        fights(found.scene, policy, 1)
        decisions, fought = fights(found.scene, policy, seconds)
        rates[policy] = decisions
        print(f"  {policy:8} {decisions:10,.0f} decisions/s {fought:8,.1f} fights/s")
    scenes = mid_fight(found.scene, 4, 7)
    single, moves = odds(scenes)
    for name, figures in (("odds, one target", single), ("odds, moves", moves)):
        whole, first = [each.whole for each in figures], max([each.first for each in figures])
        print(f"  {name:17} median {median(whole):7.2f} ms   worst {max(whole):7.2f} ms   of {len(figures)}")
        left = max([each.unexplored for each in figures])
        print(f"  {'  first answer':17} worst {first:7.2f} ms, with {left:.1%} of what follows unexplored at most")
    took = bars(scenes)
    print(f"  {'the action bar':17} median {median(took):7.2f} ms   worst {max(took):7.2f} ms   of {len(took)}")
    return rates["random"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each measurement")
    parser.add_argument("--no-peers", action="store_true", help="Ludex alone")
    chosen = parser.parse_args()
    print(this_python())
    random = {file.stem: measure(file, chosen.seconds) for file in sorted(HERE.glob("*.toml"))}
    if chosen.no_peers:
        return
    print("Pokémon Showdown's simulator, random choices, one core")
    for battle_format in ("gen9randombattle", "gen1randombattle"):
        peer = showdown(battle_format, chosen.seconds)
        print(f"  {battle_format:17} {peer['choices']:10,.0f} choices/s {peer['battles']:8,.1f} battles/s")
        for game, rate in random.items():
            print(f"    {game} (random) makes {rate / peer['choices']:.1f} times as many decisions")


if __name__ == "__main__":
    main()
