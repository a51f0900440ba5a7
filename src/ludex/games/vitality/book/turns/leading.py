"""Outside combat whoever likes acts. At a table one of the party leads: they are asked what they do, until they let
another lead or all is done."""

from __future__ import annotations

from ludex.core.kernel.action import BETWEEN, Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.action_types import STORY_MODE, action, gm
from ludex.games.vitality.state import PARTY, Being, Scene

RULE = "vt.turn.structure"  # turns and actions are counted in combat only
STORY = (STORY_MODE,)


def able(scene: Scene) -> list[Being]:
    """Those of the party who can do something."""
    return [b for b in scene.beings.values() if b.side == PARTY and b.fights and not b.senseless]


def who_leads(scene: Scene) -> str:
    """Whoever leads, or the next who can; nobody where nobody has been asked to."""
    if not scene.leads:
        return ""
    members = [member.id for member in able(scene)]
    return scene.leads if scene.leads in members else next(iter(members), "")


# ---------------------------------------------------------------- beginning and ending


@gm("set_out", RULE, modes=STORY, tags=(BETWEEN,))
async def set_out(scene: Scene) -> None:
    """The party acts as it likes, the first of them first."""
    scene.leads = next((member.id for member in able(scene)), "")
    scene.record("sets_out", RULE, who=scene.leads)


def may_lead(scene: Scene, actor: Being) -> Refusal | None:
    return None if who_leads(scene) == actor.id else Refusal(f"{actor.name} is not asked what to do", RULE)


@action("be_done", rule=RULE, may=may_lead, modes=STORY, label="That is all for now", tags=("passes",))
async def be_done(scene: Scene, actor: Being) -> None:
    """Nobody does anything more here."""
    scene.leads = ""
    scene.record("is_done", RULE)


# ---------------------------------------------------------------- somebody else leads


def others(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [member.id for member in able(scene) if member is not actor]


def may_let_act(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_lead(scene, actor)
    return refusal or (None if others(scene, actor) else Refusal("nobody else can act", RULE))


def fits_let_act(scene: Scene, actor: Being, to: Being) -> Refusal | None:
    return None if to.id in others(scene, actor) else Refusal(f"{to.name} cannot lead", RULE)


@action(
    "let_act", rule=RULE, args=(Arg("to", others),), may=may_let_act, fits=fits_let_act, modes=STORY,
    label="Let somebody else act", tags=("idle",),
)  # fmt: skip
async def let_act(scene: Scene, actor: Being, to: Being) -> None:
    """Somebody else of the party is asked what they do."""
    scene.leads = to.id
    scene.record("leads", RULE, who=to.id)
