"""Fights at random, checked after every command: `python -m tests.fuzz --fights 5000`.

Policies of all kinds play the starter scenes, half of them with options switched at random. After each command the
scene must have no faults; now and then somebody tries what the rules refuse, which must leave every byte in place.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
import traceback
from contextlib import suppress
from random import Random
from typing import Any

import ludex.games.bluebox
from ludex.core.agenda import Command, command
from ludex.core.codec import decode, encode
from ludex.core.game import Policy
from ludex.core.plain import Plain
from ludex.core.referee.simulated import Simulated
from ludex.core.ruling import BadInput, Refused
from ludex.core.scene import game_of
from ludex.core.scenefile import load_scene
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.being import Scene
from ludex.games.bluebox.build import starter
from ludex.games.bluebox.policy import SimplePolicy
from ludex.opponents.random import RandomPolicy

PAIRS = (("random", "random"), ("simple", "simple"), ("simple", "random"), ("random", "simple"))
MOST = 5000  # commands of a fight
PROBES = 16  # after so many commands something illegal is tried

__all__ = ["ludex"]


class Broken(AssertionError):
    """A fight in which something does not hold."""


def scenes() -> dict[str, Scene]:
    """The starter scenes, by name."""
    library = BLUEBOX.library()
    found: dict[str, Scene] = {}
    for name, path in starter().scenes.items():
        scene: Any = load_scene(path, library).scene
        found[name] = scene
    return found


def policy(kind: str, seed: int) -> Policy:
    return RandomPolicy(seed) if kind == "random" else SimplePolicy()


def fight(start: Scene, party: str, foes: str, seed: int, *, switch_options: bool = False) -> Scene:
    """Fight it out from a scene, checking everything on the way; gives the scene at the end."""
    scene = start.fork()
    luck = Random(seed)
    if switch_options:
        scene.options = switched(luck)
    policies = {"party": policy(party, seed), "foes": policy(foes, seed + 1), "gm": RandomPolicy(seed + 2)}
    simulated = Simulated(policies, seed)
    game = game_of(scene)
    given = command("gm", "start_combat")
    simulated.perform(scene, given)
    for number in range(MOST):
        check(scene, given, number)
        if number % PROBES == 0:
            probe(scene, luck)
        actor = game.to_act(scene)
        if not actor:
            return scene
        given = policies[scene.beings[actor].side].choose(scene, scene.beings[actor])
        simulated.perform(scene, given)
    raise Broken(f"the fight did not end within {MOST} commands")


def switched(luck: Random) -> dict[str, bool | int | str]:
    """Options at random: each is changed one time in six."""
    plain = BLUEBOX.rulebook.check_options({})
    return {
        name: not value if isinstance(value, bool) and luck.random() < 1 / 6 else value for name, value in plain.items()
    }


def check(scene: Scene, given: Command, number: int) -> None:
    faults = BLUEBOX.faults(scene)
    if faults:
        raise Broken(f"after command {number}, {given}: {'; '.join(faults)}")
    if number % PROBES == 0:
        saved = encode(scene)
        if encode(decode(saved, Scene, scene.library)) != saved:
            raise Broken(f"after command {number}, {given}: the scene is not the same after saving")


def probe(scene: Scene, luck: Random) -> None:
    """Try some command that may well be illegal: a refusal changes nothing."""
    before = encode(scene)
    given = anything(scene, luck)
    try:
        BLUEBOX.begin(scene.fork(), given)
    except (Refused, BadInput):
        with suppress(Refused, BadInput):
            BLUEBOX.begin(scene, given)
        if encode(scene) != before:
            raise Broken(f"the refusal of {given} has changed the scene") from None


def anything(scene: Scene, luck: Random) -> Command:
    """Some action of somebody with arguments that come into question, without asking whether it may be done."""
    action = luck.choice([a for a in BLUEBOX.actions.values() if not a.modes or scene.mode in a.modes])
    actor: Any = luck.choice(list(scene.beings.values()))
    chosen: list[Plain] = []
    for arg in action.args:
        values = list(arg.values(scene, actor, *chosen))
        if not values:
            break
        chosen.append(luck.choice(values))
    names = [arg.name for arg in action.args]
    return Command(actor.id, action.name, sorted(zip(names, chosen, strict=False)))


def digest(ends: list[Scene]) -> str:
    """The final scenes of some fights, in a few letters."""
    found = hashlib.blake2b(digest_size=16)
    for scene in ends:
        found.update(encode(scene))
    return found.hexdigest()


def some_fights(count: int) -> str:
    """The digest of a few fights of all kinds, for comparison between two processes."""
    starts = list(scenes().values())
    ends = []
    for number in range(count):
        party, foes = PAIRS[number % len(PAIRS)]
        ends.append(fight(starts[number % len(starts)], party, foes, number, switch_options=number % 2 == 1))
    return digest(ends)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fights", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0, help="of the first fight; one fight is --fights 1 --seed N")
    given = parser.parse_args()
    starts = scenes()
    names = list(starts)
    began = time.monotonic()
    failed = 0
    for seed in range(given.seed, given.seed + given.fights):
        name = names[seed % len(names)]
        party, foes = PAIRS[seed // len(names) % len(PAIRS)]
        try:
            fight(starts[name], party, foes, seed, switch_options=seed % 2 == 1)
        except Exception:
            failed += 1
            print(f"\nseed {seed}: {name}, {party} against {foes}", file=sys.stderr)
            traceback.print_exc(limit=-4)
        done = seed - given.seed + 1
        if done % 50 == 0 or done == given.fights:
            rate = done / (time.monotonic() - began)
            print(f"\r{done} of {given.fights} fights, {failed} failed, {rate:.0f} a second ", end="", flush=True)
    print()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
