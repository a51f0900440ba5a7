"""Time outside combat: hours that pass, days of travel, the end of a session."""

from __future__ import annotations

from ludex.core.kernel.action import AT_BOUNDARY, BETWEEN
from ludex.core.kernel.plain import Plain
from ludex.core.master.calls import being, free, names, somebody
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.conditions import exhaust, rest_off
from ludex.games.bluebox.book.damage import wither
from ludex.games.bluebox.book.dice import FAILURE, check, extra_edges
from ludex.games.bluebox.book.turns.combat import ROUND, pass_rounds
from ludex.games.bluebox.state import Being, Scene


@gm(
    "pass_time", "bb.round.six_seconds", free("hours", 0), free("minutes", 0), free("seconds", 0),
    tags=(AT_BOUNDARY, BETWEEN), label="Let time pass",
)  # fmt: skip
async def pass_time(scene: Scene, hours: int, minutes: int, seconds: int) -> None:
    """Time passes outside combat."""
    before = scene.clock
    scene.clock += hours * 3600 + minutes * 60 + seconds
    rounds = (scene.clock - before) // ROUND
    if rounds and scene.mode != "combat":
        pass_rounds(scene, rounds)
    for who in scene.beings.values():
        woken = [
            c for c in who.conditions if c.note == "exhaustion" and c.name == "Unconscious" and c.value <= scene.clock
        ]
        if woken:
            rest_off(scene, who, 1, "bb.cond.exhaustion")
        bare = who.condition("Unmasked")
        if bare is not None and "Stasis" not in who.states:
            limit = bare.value + 6 * 3600
            scene.next(wither(who, max(0, scene.clock - limit) // 6 - max(0, before - limit) // 6))


@gm(
    "session_end", "bb.ep.session_end", somebody("invoked", ()), tags=(AT_BOUNDARY, BETWEEN), label="End of the session"
)
async def session_end(scene: Scene, invoked: Plain) -> None:
    """Whoever's Background or Calling came up regains EP."""
    for name in names(scene, invoked):
        who = scene.beings[name]
        background = scene.library.shelves["background"].entries.get(who.sheet.background)
        gain = background.ep_at_session_end if background is not None else 1
        who.ep = min(who.sheet.ep, who.ep + gain)
        scene.record("regains_ep", "bb.ep.session_end", who=name, ep=who.ep)


@gm(
    "travel",
    "bb.gap.travel",
    being("navigator"),
    free("context", ""),
    tags=(AT_BOUNDARY, BETWEEN),
    label="A day of travel",
)
async def travel(scene: Scene, navigator: Being, context: str) -> None:
    """A day of travel: where the table plays it so a Navigation check DC 8, whose failure costs half a day and 1
    Exhaustion each.
    `context`: the country, where a Background may know it."""
    found = ""
    if scene.options["opt_travel"]:
        extra = extra_edges(scene, navigator, "Navigation", 0, "", context)
        found = await check(scene, navigator, "Navigation", 8, extra=extra)
    if found == FAILURE:
        scene.next(pass_time(36, 0, 0))
        for who in scene.side_of(navigator.side):
            if who.here:
                exhaust(scene, who)
    else:
        scene.next(pass_time(24, 0, 0))
