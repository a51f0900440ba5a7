"""The simple policy of Cloudbreaker Alliance: a player, or a game master, who knows the rules, looks one action ahead
and takes what is worth most.

It is deterministic, keeps nothing from one decision to the next, and knows only what `worth.py` weighs.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.foe.deciding import Considerate, Idea
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command, command
from ludex.games.cloudbreaker.book.movement.actions import actions_for, zones_left
from ludex.games.cloudbreaker.book.movement.hazards import entry
from ludex.games.cloudbreaker.book.neutralising import concealed, touching
from ludex.games.cloudbreaker.foe.answers import ANSWERS
from ludex.games.cloudbreaker.foe.attacks import drawing, foes, picking_up, prospects
from ludex.games.cloudbreaker.foe.flight import escape, runs, safe
from ludex.games.cloudbreaker.foe.places import Ground, Route, best_chance, harm_of, routes
from ludex.games.cloudbreaker.foe.retreating import retreat
from ludex.games.cloudbreaker.foe.worth import tokens_worth
from ludex.games.cloudbreaker.state import ENEMY, OBJECT, Being, Scene

BETTER = 0.2  # by how much another place must be better to be worth the way
LEAST = 0.1  # what an action must be worth to be taken at all
ANALYSES = ("detect", "psychology", "information")


def consider(scene: Scene, being: Being) -> Idea:
    """The best idea that this being has now, of those that the game allows."""
    game = game_of(scene)
    for idea in ideas(scene, being):
        if game.refusal(scene, idea.command) is None:
            return idea
    return Idea(0.0, game.passing(scene, being) or Command(being.id, "end_turn"), "Nothing more is worth doing.")


def ideas(scene: Scene, being: Being) -> list[Idea]:
    """The best ideas, the best first."""
    found: list[Idea] = []
    looks = analysis(scene, being) if being.pc else None
    if looks is not None:
        found.append(looks)
    if not being.major and not being.minor and not being.stride:
        return found
    enemies = foes(scene, being)
    fleeing = runs(scene, being)
    if fleeing:
        first = escape(scene, being, enemies)
        if first is not None:
            found.append(first)
    can = prospects(scene, being, enemies)
    ground = Ground(scene, being, enemies, can)
    major, minor = ground.major(being.at), ground.best(can.minors, being.at)
    gathering = gather(scene, being, enemies)
    if being.major and gathering is not None and (major is None or gathering.worth > major.worth):
        major = gathering
    others = [idea for idea in odd_jobs(scene, being, enemies, major) if idea is not None]
    minor = max([*others, *([minor] if minor is not None else [])], key=_worth_of, default=None)
    here = worth_of(being, 0, major, minor)
    leaves = retreat(scene, being) if enemies else None
    if leaves is not None:
        found.append(leaves)
    if not fleeing:
        goes = better_place(scene, being, enemies, ground, here + ground.place(being.at), gathering)
        if goes is not None:
            return [*found, goes]
    acts = [idea for idea in (major if being.major else None, minor) if idea is not None and idea.worth > LEAST]
    if not being.minor and len(acts) == 2:
        acts = [max(acts, key=_worth_of)]
    return [*found, *sorted(acts, key=_worth_of, reverse=True)]


def _worth_of(idea: Idea) -> float:
    return idea.worth


def worth_of(being: Being, steps: int, major: Idea | None, minor: Idea | None) -> float:
    """What a turn is worth that is spent on these, after so many minor actions for the way."""
    minors, majors = being.minor - steps, being.major
    if minors < 0:
        majors, minors = majors + minors, 0
    first = major.worth if major is not None and majors > 0 else 0.0
    second = minor.worth if minor is not None else 0.0
    if minors > 0:
        return first + second
    return max(first, second) if majors > 0 else 0.0


# ---------------------------------------------------------------- where to


def better_place(
    scene: Scene, being: Being, enemies: list[Being], ground: Ground, here: float, gathering: Idea | None
) -> Idea | None:
    """Another zone from which so much more can be done that it is worth the way."""
    most = zones_left(scene, being)
    if not most or (not enemies and not scene.hazards):
        return None
    if not being.stride and being.minor <= 1 and here + BETTER >= ground.most():
        return None
    stays_safe = scene.trap is not None and not scene.fired and safe(scene, being)
    best, chosen = here + BETTER, Route(0.0, ())
    for zone, route in routes(scene, being, most, enemies).items():
        if not route.path or (stays_safe and zone not in scene.safe_zones):
            continue
        steps = actions_for(scene, being, len(route.path))
        if steps > being.minor + being.major:
            continue
        major = ground.major(zone)
        if gathering is not None and (major is None or gathering.worth > major.worth):
            major = gathering
        worth = worth_of(being, steps, major, ground.best(ground.can.minors, zone)) + ground.place(zone) - route.risk
        if worth > best:
            best, chosen = worth, route
    if not chosen.path:
        return None
    given = command(being.id, "move", to=chosen.path)
    return Idea(best - here, given, "More can be done from {}.", (chosen.path[-1],))


# ---------------------------------------------------------------- whatever else


def gather(scene: Scene, being: Being, enemies: list[Being]) -> Idea | None:
    """A spirit token, for a Major Action that nobody needs."""
    if not being.pc or not being.takes or not (scene.trap or any(enemy.sheet.sort != OBJECT for enemy in enemies)):
        return None
    return Idea(tokens_worth(being, 1), Command(being.id, "gather"), "Nothing better to do: a spirit token.")


def odd_jobs(scene: Scene, being: Being, enemies: list[Being], major: Idea | None) -> list[Idea | None]:
    """What else minor actions are for: getting up, weapons, and hazards underfoot."""
    now = major.worth if major is not None and being.major else 0.0
    found = [picking_up(scene, being)]
    if "Prone" in being.states:
        needed = 2.5 if not now and enemies else 1.6 if being.major else 1.0
        found.append(Idea(needed, Command(being.id, "stand_up"), "Up again."))
    if being.major and being.minor and len(being.weapons) > len(being.wielded):
        found.append(drawing(scene, being, enemies, now))
    if scene.hazards and being.side != "foes":
        found.append(disabling(scene, being))
    return found


def disabling(scene: Scene, being: Being) -> Idea | None:
    """A hazard that the own side keeps meeting."""
    best: Idea | None = None
    for placed in touching(scene, being):
        likely, method = best_chance(scene, being, entry(scene, placed).neutralise)
        worth = 0.5 * likely * harm_of(scene, being, placed)
        if likely and (best is None or worth > best.worth):
            given = command(being.id, "disable", hazard=placed.hazard, at=placed.zones, method=method)
            best = Idea(worth, given, "{} is in the way", (entry(scene, placed).name,), likely)
    return best


def analysis(scene: Scene, being: Being) -> Idea | None:
    """A free look at whoever is in disguise; each round with another of the things that one is good at."""
    if being.has_used("analyse") or scene.options["opt_analyse_unlimited"]:
        return None
    hidden = [enemy for enemy in scene.beings.values() if enemy.disguised and enemy.here and concealed(scene, enemy)]
    hidden = [enemy for enemy in hidden if enemy.sheet.sort == ENEMY]
    if not hidden:
        return None
    kits = [name for name in scene.library.shelves["toolkit"].entries if name in being.sheet.masteries]
    good_at = [name for name in ANALYSES if name in being.sheet.masteries] + kits
    method = good_at[scene.turns.round % len(good_at)] if good_at else ANALYSES[0]
    return Idea(9.0, command(being.id, "analyse", enemy=hidden[0].id, method=method), "What is {} really?",
                (hidden[0].name,))  # fmt: skip


class SimplePolicy(Considerate):
    checked = True  # whatever it wants the game has allowed
    answers = ANSWERS

    def consider(self, scene: Scene, being: Being) -> Idea:
        return consider(scene, being)

    def ideas(self, scene: Scene, being: Being) -> list[Idea]:
        can = prospects(scene, being, foes(scene, being))
        others = sorted([*can.majors, *can.minors], key=lambda way: way.worth, reverse=True)
        return [*ideas(scene, being), *[way.idea for way in others]]

    def away(self, scene: Scene, being: Being) -> Iterable[Idea]:
        return (Idea(1.0, Command(being.id, "retreat"), "Away from here."),)
