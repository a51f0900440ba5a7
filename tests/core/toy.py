"""A tiny game for the tests of the core: duellists with tokens, blows that are warded off, friends who share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from ludex.core.game import GAMES, Game
from ludex.core.kernel.action import Action, Arg, Registry
from ludex.core.kernel.agenda import Command, command, step
from ludex.core.kernel.dice import Faces, Total, dice
from ludex.core.kernel.domain import Amount
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import BadInput, Refusal, Ruling
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Entry, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.core.kernel.timing import Event, Reaction, happens
from ludex.core.kernel.turns import Turns

RULES = """
[meta]
game = "Toy"
prefix = "toy"

[[rule]]
id = "toy.strike"
title = "Strike"
where = "Toy"
kind = "action"
says = "Two dice of damage; the target wards off what it pays tokens for."

[[rule]]
id = "toy.ward"
title = "Ward"
where = "Toy"
kind = "reaction"
says = "Each token takes one off."

[[rule]]
id = "toy.share"
title = "Share"
where = "Toy"
kind = "action"
says = "A friend gives a token, at any time."

[[rule]]
id = "toy.riposte"
title = "Riposte"
where = "Toy"
kind = "reaction"
says = "Once, after being struck: strike back with one die."
"""


@state
class Being(CoreBeing):
    health: int = 10
    tokens: int = 0
    riposte: bool = True


@state
class Scene(CoreScene[Being]):
    beings: dict[str, Being]


class Toy(Game[Scene]):
    telling = ("health", "tokens")

    def to_act(self, scene: Scene) -> str:
        return scene.turns.current if scene.mode == "duel" else ""

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        if action.name == "share":  # a standing right
            return None
        if actor.id != scene.turns.current:
            return Refusal("not your turn", "toy.strike")
        return None

    def sentence(self, scene: Scene, ruling: Ruling) -> str:
        return ruling.kind


def _home() -> Path:
    home = Path(mkdtemp())
    (home / "rules.toml").write_text(RULES, encoding="utf-8")
    return home


REGISTRY = Registry()


def _others(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in scene.beings if name != actor.id]


@REGISTRY.action("strike", rule="toy.strike", args=(Arg("target", _others),))
async def strike(scene: Scene, actor: Being, target: Being) -> None:
    amount = await roll(dice(2, 6), Total(), by=actor.id, rule="toy.strike")
    scene.next(ward(actor, target, amount), pass_turn())


@REGISTRY.action("hew", rule="toy.strike", args=(Arg("target", _others),))
async def hew(scene: Scene, actor: Being, target: Being) -> None:
    """A blow whose sixes bring more dice, without end."""
    target.health -= await roll(dice(3, 6, more=(6,)), Total(), by=actor.id, rule="toy.strike")


@dataclass(frozen=True, slots=True)
class Beaten:
    """By how much a die beats another one, in words where it does not."""

    other: int

    def __call__(self, faces: Faces) -> tuple[str, int]:
        return ("beaten", faces[0] - self.other) if faces[0] > self.other else ("held", 0)


@REGISTRY.action("wrestle", rule="toy.strike", args=(Arg("target", _others),))
async def wrestle(scene: Scene, actor: Being, target: Being) -> None:
    """Both throw, and the second reads their die against the first one's."""
    thrown = await roll(dice(1, 20), Total(), by=actor.id, rule="toy.strike")
    result, by = await roll(dice(1, 20), Beaten(thrown), by=target.id, rule="toy.strike")
    if result == "beaten":
        actor.health -= by
    else:
        target.tokens += thrown


@REGISTRY.action("juggle", rule="toy.strike")
async def juggle(scene: Scene, actor: Being) -> None:
    """So many dice in one step, one after the other, that no way through it is likely."""
    for _ in range(12):
        actor.health += await roll(dice(1, 10), Total(), by=actor.id, rule="toy.strike")


@step("toy.ward")
async def ward(scene: Scene, actor: Being, target: Being, amount: int) -> None:
    paid = await ask(
        scene,
        target.id,
        lambda: Amount(0, min(amount, target.tokens)),
        rule="toy.ward",
        about={"amount": amount},
        default=0,
        meanwhile=lambda: shares(scene, target),
    )
    target.tokens -= paid
    target.health = max(0, target.health - (amount - paid))
    scene.record("struck", "toy.strike", who=target.id, amount=amount - paid)
    if not target.health:
        scene.mode = "over"
        scene.clear_agenda()
        return
    happens(scene, Event("struck", target.id, actor.id))


@step("toy.riposte")
async def riposte(scene: Scene, actor: Being, target: Being) -> None:
    amount = await roll(dice(1, 6), Total(), by=actor.id, rule="toy.riposte")
    scene.next(ward(actor, target, amount))


@step()
async def pass_turn(scene: Scene) -> None:
    order = scene.turns.order
    later = order[(order.index(scene.turns.current) + 1) % len(order)]
    scene.turns = Turns(order=order, round=1, current=later)


def shares(scene: Scene, target: Being) -> list[Command]:
    """Who could give the target a token now."""
    friends = [b for b in scene.beings.values() if b.side == target.side and b is not target and b.tokens]
    return [command(friend.id, "share", to=target.id) for friend in friends]


def _may_share(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.tokens else Refusal("no token to give", "toy.share")


@REGISTRY.action("share", rule="toy.share", args=(Arg("to", _others),), may=_may_share)
async def share(scene: Scene, actor: Being, to: Being) -> None:
    actor.tokens -= 1
    to.tokens += 1
    scene.record("shared", "toy.share", who=actor.id, to=to.id)


@step()
async def turn_around(scene: Scene, who: Being) -> None:
    scene.next(turn_around(who))


@REGISTRY.action("spin", rule="toy.strike")
async def spin(scene: Scene, actor: Being) -> None:
    """It never ends."""
    scene.next(turn_around(actor))


@REGISTRY.action("gamble", rule="toy.strike")
async def gamble(scene: Scene, actor: Being) -> None:
    """Nor does this."""
    while await roll(dice(1, 6), Total(), by=actor.id, rule="toy.strike"):
        pass


@REGISTRY.action("break_down", rule="toy.strike")
async def break_down(scene: Scene, actor: Being) -> None:
    actor.health = 1
    raise ZeroDivisionError("a rule with a mistake in it")


class Token:
    """One token."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return None if actor.tokens else Refusal("no tokens", "toy.share")

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        actor.tokens -= 1


@REGISTRY.action("pay", rule="toy.share", cost=Token())
async def pay(scene: Scene, actor: Being) -> None:
    scene.record("paid", "toy.share", who=actor.id)


@REGISTRY.action("mumble", rule="toy.share")
async def mumble(scene: Scene, actor: Being) -> None:
    raise BadInput("ask for what?")


@REGISTRY.action("pose", rule="toy.share", args=(Arg("how", ("well", "boldly"), closed=True),))
async def pose(scene: Scene, actor: Being, how: str) -> None:
    scene.record("poses", "toy.share", who=actor.id, how=how)


def _can_riposte(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    return ("strike back",) if event.who == being.id and being.riposte else ()


def _riposte(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    being.riposte = False
    return riposte(being, scene.beings[event.by])


@REGISTRY.gm("bless", "toy.share", Arg("who", lambda scene, *a: tuple(scene.beings)), Arg("tokens", (1, 2)))
async def bless(scene: Scene, who: Being, tokens: int) -> None:
    if tokens < 0:
        raise BadInput("tokens: nothing is taken away")
    who.tokens += tokens


REGISTRY.reaction(Reaction("reaction", "struck", "toy.riposte", _can_riposte, _riposte))
TOY = Toy("toy", _home(), Scene, REGISTRY)
del GAMES["toy"]  # see conftest.py


def duel(**changes: Any) -> Scene:
    """Ann and her friend Ben against Cid; Cid is to act."""
    beings = {
        "ann": Being(id="ann", name="Ann", side="us", tokens=1),
        "ben": Being(id="ben", name="Ben", side="us", tokens=2),
        "cid": Being(id="cid", name="Cid", side="them", tokens=0),
    }
    for path, value in changes.items():
        name, _, field = path.partition("_")
        setattr(beings[name], field, value)
    return Scene(
        game="toy",
        mode="duel",
        beings=beings,
        options={},
        turns=Turns(order=("cid", "ann", "ben"), round=1, current="cid"),
    )


@dataclass
class Cautious:
    """Answers every question with its default, and strikes the first it finds."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        foe = next(b.id for b in scene.beings.values() if b.side != being.side)
        return command(being.id, "strike", target=foe)

    def answer(self, scene: Scene, question: Any) -> Plain:
        default: Plain = question.default
        return default
