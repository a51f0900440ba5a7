"""Morale tokens: the pool of the enemy group, who captures what it loses, and what generates more."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import GM, ask
from ludex.games.cloudbreaker.book.spirit import can_hold, gain
from ludex.games.cloudbreaker.records.effects import GenerateMorale
from ludex.games.cloudbreaker.state import ENEMY, TOKENS, Being, Scene

MOST = 10


def raise_morale(scene: Scene, amount: int, rule: str) -> None:
    """Never more than 10 in all."""
    before = scene.morale
    scene.morale = min(MOST, scene.morale + amount)
    if scene.morale != before:
        scene.record("morale", rule, morale=scene.morale, change=scene.morale - before)


def muster(scene: Scene) -> None:
    """cb.morale.start: what each unit brings by its rank, and what the game master adds."""
    brought = [TOKENS[being.sheet.rank] for being in scene.beings.values() if being.sheet.sort == ENEMY and being.here]
    scene.morale = min(MOST, sum(brought) + scene.extra_morale)
    if scene.morale:
        scene.record("morale", "cb.morale.start", morale=scene.morale, change=scene.morale)


def lose_morale(scene: Scene, unit: Being | None, by: str, rule: str, amount: int = 1) -> None:
    """cb.morale.loss: tokens are lost, and whoever brought it about captures each of them."""
    for _ in range(min(amount, scene.morale)):
        scene.morale -= 1
        scene.record("morale", rule, morale=scene.morale, change=-1)
        scene.cite("cb.morale.loss")
        captor = _captor(scene, unit, by)
        if captor is not None:
            gain(scene, captor, 1, "cb.spirit.gain.capture")
        elif any(can_hold(being) for being in scene.beings.values()):
            scene.next(award())
        if not scene.morale:
            scene.maybe_over = True  # cb.situation.rout: at once


def _captor(scene: Scene, unit: Being | None, by: str) -> Being | None:
    """Who did it; if that was no player character, who last damaged the unit."""
    for name in (by, unit.hurt_by if unit is not None else ""):
        being = scene.beings.get(name)
        if being is not None and can_hold(being):
            return being
    return None


@step("cb.spirit.gain.capture")
async def award(scene: Scene) -> None:
    """Nobody of the party has earned this token: the game master gives it to somebody, or takes it away."""

    def among() -> list[str]:
        return [being.id for being in scene.beings.values() if can_hold(being)]

    if among():
        who = await ask(scene, GM, lambda: OneOf(("", *among())), rule="cb.spirit.gain.capture", default="")
        if who:
            gain(scene, scene.beings[who], 1, "cb.spirit.gain.capture")


def worth(scene: Scene, unit: Being) -> int:
    """How many tokens go with a unit that is defeated or neutralised."""
    if scene.options["opt_rank_worth_tokens"]:
        scene.cite("cb.situation.no_enemy_left")
        return TOKENS.get(unit.sheet.rank, 0)
    return 1


def generate(scene: Scene) -> None:
    """cb.morale.generator: whoever and whatever generates morale does so when a round ends, and so does the cloud."""
    for being in scene.beings.values():
        if being.here and being.sheet.features:
            for name in being.sheet.features:
                for effect in scene.library.shelves["feature"].entries[name].effects:
                    if isinstance(effect, GenerateMorale):
                        raise_morale(scene, effect.amount, "cb.morale.generator")
    if scene.cloud:
        raise_morale(scene, scene.cloud, "cb.morale.generator")
