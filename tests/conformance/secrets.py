"""What a seat is told in a scene, and whether a secret makes a difference to it."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.core.files.codec import encode
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.odds import odds
from tests.conformance.playing import Broken, anything, drawn, legal, sides_of

BUDGET = 300


def seats(scene: Any) -> list[str]:
    """Every side, and one being of each."""
    return [*sides_of(scene), *{being.side: being.id for being in scene.beings.values()}.values()]


def told(game: Game[Any], scene: Any, seat: str, wanted: list[Command]) -> dict[str, object]:
    """All that a seat is told before it acts, by its view; and what the table says to the commands it gives."""
    shown = game.view(scene, seat)
    answers: dict[str, object] = {"view": encode(shown), "to act": game.to_act(shown)}
    for given in wanted:
        refusal = verdict(game, shown, given)
        answers[f"refusal of {given}"] = refusal
        answers[f"refused in truth, {given}"] = verdict(game, scene, given) is not None
        if refusal is None:
            answers[f"odds of {given}"] = odds(shown, given, game.policy("simple"), BUDGET).to_plain()
    for being in own(shown, seat):
        answers[f"offers to {being.id}"] = [(o.action.name, o.refusal) for o in game.offers(shown, being)]
        answers[f"choices of {being.id}"] = legal(shown, being, 3)
        answers[f"summary of {being.id}"] = game.summary(shown, being)
    answers["situation"] = game.face().situation(shown)
    answers["names"] = [being.name for being in shown.beings.values()]
    return answers


def verdict(game: Game[Any], scene: Any, given: Command) -> object:
    try:
        return game.refusal(scene, given)
    except BadInput as fault:
        return str(fault)


def own(scene: Any, seat: str) -> list[Any]:
    return [being for being in scene.beings.values() if seat in (being.side, being.id)]


def commands_of(game: Game[Any], scene: Any, seat: str, luck: Random) -> list[Command]:
    """A few that the seat may give by its view, and some that may well be refused."""
    shown = game.view(scene, seat)
    found = [given for being in own(shown, seat) for given in legal(shown, being, 1)]
    tried = [
        given for given in (anything(shown, luck) for _ in range(12)) if given.actor in {b.id for b in own(shown, seat)}
    ]
    return luck.sample(found, min(4, len(found))) + tried


def compare_worlds(game: Game[Any], library: Any, seed: int) -> int:
    """Draw a scene; whatever its secrets are, those from whom they are kept are told the same. Gives how often."""
    luck = Random(seed)
    scene = drawn(game, luck, library)
    compared = 0
    for seat in seats(scene):
        worlds = list(game.worlds(scene, seat, luck.randrange))
        if not worlds:
            continue
        wanted = commands_of(game, scene, seat, luck)
        here = told(game, scene, seat, wanted)
        for other in worlds:
            if game.faults(other):
                raise Broken(f"drawn with {seed}: {game.faults(other)} in another world")
            there = told(game, other, seat, wanted)
            differing = {key: (here[key], there[key]) for key in here if here[key] != there.get(key)}
            if differing:
                raise Broken(f"drawn with {seed}, seen by {seat}: {differing}")
            compared += 1
    return compared


def compare_with_truth(game: Game[Any], library: Any, seed: int) -> None:
    """What cannot be done after all is an outcome: a refusal would tell the secret."""
    luck = Random(seed)
    scene = drawn(game, luck, library)
    for seat in sides_of(scene):
        shown = game.view(scene, seat)
        for given in commands_of(game, scene, seat, luck) if shown is not scene else ():
            by_view, in_truth = verdict(game, shown, given), verdict(game, scene, given)
            if (by_view is None) != (in_truth is None):
                raise Broken(f"drawn with {seed}, {given}: {by_view} to {seat}, and in truth {in_truth}")
