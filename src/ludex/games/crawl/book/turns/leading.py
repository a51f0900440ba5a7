"""Out of a fight whoever likes acts. At a table one of the party leads: they are asked what they do, until they let
somebody else lead or all is done."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.action import BETWEEN, Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.energy import CALM, FIGHT, action, gm
from ludex.games.crawl.state import PARTY, Being, Scene, Turns

RULE = "tc.skill.ep_cost"  # nothing is counted outside initiative


def able(scene: Scene) -> list[Being]:
    """Those of the party who can do something."""
    return [being for being in scene.side_of(PARTY) if being.here and not being.senseless]


def who_leads(scene: Scene) -> str:
    """Whoever leads, or the next who can; nobody where nobody has been asked to."""
    name = scene.turns.current
    if not name:
        return ""
    members = [member.id for member in able(scene)]
    return name if name in members else next(iter(members), "")


# ---------------------------------------------------------------- beginning and ending


def no_fight(scene: Scene) -> Refusal | None:
    return Refusal("a fight is under way", "tc.init.roll") if scene.mode == FIGHT else None


@gm("set_out", RULE, fits=no_fight, tags=(BETWEEN,))
async def set_out(scene: Scene) -> None:
    """The party acts as it likes, the first of them first."""
    scene.turns = Turns(current=next((member.id for member in able(scene)), ""))
    scene.record("sets_out", RULE, who=scene.turns.current)


def may_lead(scene: Scene, actor: Being) -> Refusal | None:
    return None if who_leads(scene) == actor.id else Refusal(f"{actor.name} is not asked what to do", RULE)


@action("be_done", rule=RULE, may=may_lead, modes=CALM, label="That is all for now", tags=("passes",))
async def be_done(scene: Scene, actor: Being) -> None:
    """Nobody does anything more here."""
    scene.turns = Turns()
    scene.record("is_done", RULE)


# ---------------------------------------------------------------- somebody else leads


def others(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [member.id for member in able(scene) if member is not actor]


def fits_let_act(scene: Scene, actor: Being, to: Being) -> Refusal | None:
    return None if to.id in others(scene, actor) else Refusal(f"{to.name} cannot lead", RULE)


@action(
    "let_act", rule=RULE, args=(Arg("to", others),), may=may_lead, fits=fits_let_act, modes=CALM,
    label="Let somebody else act", tags=("idle",),
)  # fmt: skip
async def let_act(scene: Scene, actor: Being, to: Being) -> None:
    """Somebody else of the party is asked what they do."""
    scene.turns = replace(scene.turns, current=to.id)
    scene.record("leads", RULE, who=to.id)
