"""A tiny game of zones for the tests of the text game: blows, steps, flasks, and tokens that friends share at any time.

Run as a program it is `ludex` with this game beside the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast

from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.content.content import Library
from ludex.core.game import GAMES, Game
from ludex.core.kernel.action import Action, Arg, Registry
from ludex.core.kernel.agenda import Command, command, step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.domain import YES_NO, Amount, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask, roll
from ludex.core.kernel.ruling import Refusal, Ruling
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.core.kernel.scene import state
from ludex.core.kernel.turns import Turns
from ludex.core.show.face import Face, ZonePlan
from ludex.core.show.price import Price, some

RULES = """
[meta]
game = "Skirmish"
pitch = "Zones, blows and tokens."
prefix = "sk"
""" + "".join(
    f'[[rule]]\nid = "sk.{name}"\ntitle = "{name.title()}"\nwhere = "Skirmish"\nkind = "action"\nsays = "{says}"\n'
    for name, says in {
        "strike": "One die of damage to somebody in the same zone; each token of the target wards one off.",
        "move": "A step to the next zone.",
        "flask": "A flask is thrown into a zone.",
        "share": "Tokens are given to a friend, at any time.",
        "trap": "The game master says whether a hazard springs.",
        "rally": "The side decides together, and then where.",
        "order": "One after the other.",
    }.items()
)

SCENE = """
game = "skirmish"
title = "At the Docks"
text = "Two friends and three goblins."
"""

DOCKS = ZoneBoard(
    [
        Zone("docks", "Old Docks", (0, 0)),
        Zone("market", "Fish Market", (1, 0)),
        Zone("gate", "Gatehouse", (2, 0)),
        Zone("alley", "Back Alley", (0, 1)),
        Zone("square", "Square", (1, 1)),
        Zone("forge", "Forge", (2, 1)),
    ],
    closed=[("docks", "alley")],
    cover=["market"],
)


@state
class Being(CoreBeing):
    at: tuple[str, ...]
    health: int = 10
    tokens: int = 0


@state
class Scene(CoreScene[Being]):
    beings: dict[str, Being]
    board: ZoneBoard
    alarm: int = 0


class SkirmishFace(Face):
    def plan(self, scene: Scene) -> ZonePlan:
        return ZonePlan(
            scene.board,
            {being.id: being.at for being in scene.beings.values() if being.health},
            things=(("Rope", "forge"),),
            hazards=(("Spike trap", ("docks", "market")), ("Fire", ("gate",))),
            marks={"forge": ("safe zone",), "docks": ("epicenter",)},
        )

    def left(self, scene: Scene, being: Being) -> Price:
        return some(being.tokens, "token", f"{being.tokens} tokens")

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        if isinstance(value, str) and value in scene.board:
            return scene.board.zones[value].name
        return f"{value} tokens" if name == "amount" else super().value(scene, name, value)


class Waiting:
    """Strikes whoever is there, or waits; answers every question with its default."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        found = _foes_here(scene, being)
        return command(being.id, "strike", target=found[0]) if found else command(being.id, "wait")

    def answer(self, scene: Scene, question: Any) -> Plain:
        answer: Plain = question.default
        return answer


class Skirmish(Game[Scene]):
    telling = ("health", "tokens")
    telling_scene = ("alarm",)
    policies = {"simple": Waiting}

    def opening(self, scene: Scene) -> Command | None:
        return None

    def summary(self, scene: Scene, being: Being) -> list[tuple[str, str]]:
        return [("Health", f"{being.health}/10"), ("Tokens", str(being.tokens))]

    def to_act(self, scene: Scene) -> str:
        alive = {being.side for being in scene.beings.values() if being.health}
        return scene.turns.current if len(alive) > 1 else ""

    def gate(self, scene: Scene, actor: Being, action: Action) -> Refusal | None:
        if actor.id == scene.turns.current or "anytime" in action.tags:
            return None
        return Refusal("not your turn", "sk.order")

    def sentence(self, scene: Scene, ruling: Ruling) -> str:
        told = (self.face().value(scene, key, cast(Plain, value)) for key, value in ruling.values.items())
        return f"{ruling.kind}: {', '.join(told)}" if ruling.kind != "roll" else "dice fall"

    def face(self) -> Face:
        return SkirmishFace(self)

    def library(self, *folders: Path) -> Library:
        library = Library({})
        for folder in (self.home / "content", *folders):
            library.add_folder(folder)
        return library

    def scene_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return {}, {}

    def build(self, tables: Mapping[str, Any], where: str, library: Library) -> Scene:
        return docks()


def _home() -> Path:
    home = Path(mkdtemp())
    (home / "rules.toml").write_text(RULES, encoding="utf-8")
    (home / "content" / "scenes").mkdir(parents=True)
    (home / "content" / "scenes" / "docks.toml").write_text(SCENE, encoding="utf-8")
    return home


REGISTRY = Registry()


def _foes_here(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    others = [b for b in scene.beings.values() if b.side != actor.side and b.health]
    return [other.id for other in others if set(other.at) & set(actor.at)]


def _friends(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [other.id for other in scene.beings.values() if other.side == actor.side and other is not actor]


def _amounts(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return list(range(1, actor.tokens + 1))


def _near(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    reached = scene.board.reach(actor.at[0], 2, lambda here, there: 1)
    return [zone for zone in reached if zone != actor.at[0]]


def _way(scene: Scene, actor: Being, to: Plain) -> tuple[str, ...]:
    if isinstance(to, str):
        return scene.board.path(actor.at[0], to, lambda here, there: 1) or ()
    return cast(tuple[str, ...], to)


def _fits(scene: Scene, actor: Being, to: Plain) -> Refusal | None:
    way = _way(scene, actor, to)
    if not way or len(way) > 2:
        return Refusal("farther than two zones", "sk.move")
    steps = zip((actor.at[0], *way), way, strict=False)
    return None if all(b in scene.board.neighbours(a) for a, b in steps) else Refusal("no way through", "sk.move")


@REGISTRY.action("strike", rule="sk.strike", args=(Arg("target", _foes_here),), tags=["attack"])
async def strike(scene: Scene, actor: Being, target: Being) -> None:
    amount = await roll(dice(1, 6), Total(), by=actor.id, rule="sk.strike")
    scene.alarm += 1
    scene.next(ward(actor, target, amount), pass_turn())


@step("sk.strike")
async def ward(scene: Scene, actor: Being, target: Being, amount: int) -> None:
    paid = await ask(
        scene,
        target.id,
        lambda: Amount(0, min(amount, target.tokens)),
        rule="sk.strike",
        default=0,
        meanwhile=lambda: shares(scene, target),
    )
    target.tokens -= paid
    target.health = max(0, target.health - (amount - paid))
    scene.record("struck", "sk.strike", who=target.id, amount=amount - paid)


def shares(scene: Scene, target: Being) -> list[Command]:
    friends = [b for b in scene.beings.values() if b.side == target.side and b is not target]
    return [command(b.id, "share", amount=n, to=target.id) for b in friends for n in range(1, b.tokens + 1)]


@REGISTRY.action("move", rule="sk.move", args=(Arg("to", _near, read=lambda to: to),), fits=_fits, tags=["move"])
async def move(scene: Scene, actor: Being, to: Plain) -> None:
    way = _way(scene, actor, to)
    if {actor.at[0], way[0]} == {"docks", "market"}:
        ways = OneOf(("holds", "springs"))
        springs = await ask(scene, GM, ways, rule="sk.trap", default="holds", meanwhile=lambda: shares(scene, actor))
        actor.health -= 3 if springs == "springs" else 0
        scene.record("trap", "sk.trap", how=springs)
    actor.at = (way[-1],)
    scene.record("moves", "sk.move", who=actor.id, to=way[-1])
    scene.next(pass_turn())


@REGISTRY.action(
    "flask",
    rule="sk.flask",
    label="Throw a flask",
    args=(Arg("zone", lambda scene, actor, *chosen: list(scene.board)), Arg("amount", _amounts)),
)
async def flask(scene: Scene, actor: Being, zone: str, amount: int) -> None:
    actor.tokens -= amount
    scene.record("flask", "sk.flask", who=actor.id, zone=zone, amount=amount)
    scene.next(pass_turn())


@REGISTRY.action("rally", rule="sk.rally")
async def rally(scene: Scene, actor: Being) -> None:
    if await ask(scene, actor.side, YES_NO, rule="sk.rally", default=False):
        where = await ask(scene, actor.side, OneOf(tuple(scene.board)), rule="sk.rally", default="docks")
        scene.record("rally", "sk.rally", zone=where)


def _has_tokens(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.tokens else Refusal("no tokens", "sk.share")


@REGISTRY.action(
    "share", rule="sk.share", args=(Arg("amount", _amounts), Arg("to", _friends)), may=_has_tokens, tags=["anytime"]
)
async def share(scene: Scene, actor: Being, amount: int, to: Being) -> None:
    actor.tokens -= amount
    to.tokens += amount
    scene.record("shared", "sk.share", who=actor.id, amount=amount, to=to.id)


@REGISTRY.action("wait", rule="sk.order", tags=["passes"])
async def wait(scene: Scene, actor: Being) -> None:
    scene.record("waits", "sk.order", who=actor.id)
    scene.next(pass_turn())


@REGISTRY.gm("put", "sk.move", Arg("who", lambda *a: ()), Arg("zone", lambda *a: ()))
async def put(scene: Scene, who: Being, zone: str) -> None:
    who.at = (zone,)
    scene.record("put", "sk.move", who=who.id, to=zone)


@step()
async def pass_turn(scene: Scene) -> None:
    order = scene.turns.order
    place = (order.index(scene.turns.current) + 1) % len(order)
    scene.turns = Turns(order=order, round=scene.turns.round + (place == 0), current=order[place])


SKIRMISH = Skirmish("skirmish", _home(), Scene, REGISTRY)
if __name__ != "__main__":
    del GAMES["skirmish"]  # see conftest.py


def docks(**changes: Any) -> Scene:
    """Marla and Tom at the docks; two goblins at the market, a giant that fills four zones. Marla is to act."""
    beings = {
        "marla": Being(id="marla", name="Marla", side="party", at=("docks",), tokens=2),
        "tom": Being(id="tom", name="Tom", side="party", at=("docks",), tokens=3),
        "goblin_1": Being(id="goblin_1", name="Goblin 1", side="foes", at=("docks",)),
        "goblin_2": Being(id="goblin_2", name="Goblin 2", side="foes", at=("market",), tokens=1),
        "giant": Being(id="giant", name="Giant", side="foes", at=("market", "gate", "square", "forge")),
    }
    for path, value in changes.items():
        name, _, field = path.rpartition("_")
        setattr(beings[name], field, value)
    turns = Turns(order=("marla", "goblin_1", "goblin_2", "tom"), round=1, current="marla")
    return Scene(game="skirmish", mode="fight", beings=beings, options={}, turns=turns, board=DOCKS)


if __name__ == "__main__":
    from ludex.cli.main import main

    GAMES["skirmish"] = GAMES.pop("skirmish")  # after the others
    main()
