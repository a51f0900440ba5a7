"""Advancement: aspect points are spent in downtime, on upgrades and on new aspects; money on things."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import whole
from ludex.games.crawl.book.characters.aspects import (
    ap_of,
    aspect,
    choices_of,
    lacks,
    max_ep,
    max_hp,
    parts_of,
    price_of,
)
from ludex.games.crawl.book.characters.skills import aspect_modifiers, critical_from, skill_of
from ludex.games.crawl.book.dice import FAILURE, against
from ludex.games.crawl.book.energy import DOWNTIME, action
from ludex.games.crawl.book.equipment.handling import things_of
from ludex.games.crawl.book.map.ground import can_stand
from ludex.games.crawl.build.from_content import size_of
from ludex.games.crawl.records.kinds import Aspect
from ludex.games.crawl.records.parts import Dice, Part, Worth
from ludex.games.crawl.state import Being, Learned, Scene

SPEND = "tc.downtime.spend"
ACQUIRE = "tc.aspect.acquire"
UPGRADE = "tc.aspect.upgrade"
BUY = "tc.aspect.definition"
ATTEMPT = "attempt:"  # a limit: one attempt at an aspect in a downtime
SET_OFF = ("trigger", "opportunistic")  # how aspects are used that cannot be tried unlearned


def aspect_named(scene: Scene, actor: Being, name: object) -> Aspect:
    """One that is offered, or that somebody knows already."""
    shelf = scene.library.shelves["aspect"]
    own = [*[one.aspect for one in actor.sheet.aspects], *actor.tried]
    if name not in shelf or (name in shelf.retired and name not in own):
        raise BadInput(no_such("aspect", name, [*[entry.id for entry in scene.library.offered("aspect")], *own]))
    return aspect(scene.library, str(name))


def grow(scene: Scene, being: Being, known: tuple[Learned, ...]) -> None:
    """Other aspects: a pool whose maximum rises holds so much more."""
    hp, ep = max_hp(scene, being), max_ep(scene, being)
    being.sheet = replace(being.sheet, aspects=known, size=size_of(scene.library, known))
    being.hp = min(max_hp(scene, being), being.hp + max(0, max_hp(scene, being) - hp))
    being.ep = min(max_ep(scene, being), being.ep + max(0, max_ep(scene, being) - ep))
    if not can_stand(scene, being, being.at):  # a body that has grown needs more room
        near = sorted(scene.board.cells, key=lambda cell: (scene.board.distance(being.at, cell), cell))
        being.at = next((cell for cell in near if can_stand(scene, being, cell)), being.at)


def refuse_ap(actor: Being, points: int) -> Refusal | None:
    """tc.aspect.definition: it is paid for when it is acquired."""
    if actor.ap < points:
        return Refusal(f"it costs {points} AP, with {actor.ap} AP left", BUY)
    return None


# ---------------------------------------------------------------- which aspects


def refuse_having(scene: Scene, actor: Being, entry: Aspect, choice: str) -> Refusal | None:
    """Why it cannot be had, or not once more: requirements, and how often it may be taken."""
    if entry.basic:
        return Refusal(f"everybody has {entry.name}", BUY)
    open_to = choices_of(scene.library, entry)
    if choice not in open_to:
        raise BadInput(f"choice: expected one of {', '.join(open_to) or 'none'}, not {spelled(choice)}")
    same = [one for one in actor.sheet.aspects if one.aspect == entry.id and one.choice == choice]
    if len(same) >= entry.max_times:
        return Refusal(f"{actor.name} has {entry.name} already", BUY)
    missing = lacks(scene, actor, entry.id)
    if missing:
        return Refusal(f"{entry.name} requires {', '.join([aspect(scene.library, n).name for n in missing])}", BUY)
    return None


def has_check(entry: Aspect) -> bool:
    """tc.aspect.acquire: what is used with a check must be shown to be mastered; all else is bought, and so is what its
    moment sets off only for who has learned it."""
    return entry.use is not None and entry.use.against != "none" and entry.use.when not in SET_OFF


def acquire(scene: Scene, actor: Being, name: str, choice: str, rule: str) -> None:
    """Paid, and had."""
    gained = Learned(name, choice)
    cost = min(actor.ap, ap_of(scene.library, gained))  # all that there is, where the game master lets it happen
    actor.ap -= cost
    actor.tried = tuple([other for other in actor.tried if other != name])
    grow(scene, actor, (*actor.sheet.aspects, gained))
    scene.record("learns", rule, who=actor.id, aspect=name, choice=choice, ap=cost, left=actor.ap)


# ---------------------------------------------------------------- buying


def to_learn(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [
        entry.id
        for entry in scene.library.offered("aspect")
        if not has_check(entry)
        and any([fits_learn(scene, actor, entry.id, str(c)) is None for c in learn_choices(scene, actor, entry.id)])
    ]


def learn_choices(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> list[Plain]:
    secret = scene.library.shelves["weapon"].retired - set(things_of(actor))
    return [one for one in choices_of(scene.library, aspect_named(scene, actor, name)) if one not in secret]


def fits_learn(scene: Scene, actor: Being, name: str, choice: str) -> Refusal | None:
    entry = aspect_named(scene, actor, name)
    refusal = refuse_having(scene, actor, entry, choice)
    if refusal is None and has_check(entry):
        return Refusal(f"{entry.name} has to be used with success first, and again in downtime", ACQUIRE)
    return refusal or refuse_ap(actor, ap_of(scene.library, Learned(name, choice)))


@action(
    "learn", rule=SPEND,
    args=(Arg("aspect", to_learn), Arg("choice", learn_choices, default=first(learn_choices))),
    fits=fits_learn, modes=(DOWNTIME,), tags=("advances", "varies"),
)  # fmt: skip
async def learn(scene: Scene, actor: Being, name: str, choice: str) -> None:
    """Buy an aspect that cannot be tried unlearned and whose requirements are met."""
    acquire(scene, actor, name, choice, BUY)


# ---------------------------------------------------------------- acquiring what is used with a check


def to_attempt(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in actor.tried if fits_attempt(scene, actor, name) is None]


def fits_attempt(scene: Scene, actor: Being, name: str) -> Refusal | None:
    entry = aspect_named(scene, actor, name)
    if not has_check(entry):
        return Refusal(f"{entry.name} cannot be tried unlearned: it is bought", ACQUIRE)
    refusal = refuse_having(scene, actor, entry, "")
    if refusal is not None:
        return refusal
    if name not in actor.tried:
        return Refusal(f"{actor.name} has never used {entry.name} with success", ACQUIRE)
    if actor.has_used(f"{ATTEMPT}{name}"):
        return Refusal(f"{entry.name} can be attempted again in the next downtime", ACQUIRE)
    return refuse_ap(actor, ap_of(scene.library, Learned(name)))


def undisturbed(scene: Scene, actor: Being, name: str) -> list[Modifier]:
    """tc.aspect.acquire: with nothing that hinders but the own core aspects; not even that it is not learned yet."""
    return [m for m in aspect_modifiers(scene, actor, name) if m.rule != "tc.skill.unlearned"]


@action("attempt", rule=ACQUIRE, args=(Arg("aspect", to_attempt),), fits=fits_attempt,
        label="Attempt an aspect", modes=(DOWNTIME,), tags=("advances", "varies"))  # fmt: skip
async def attempt(scene: Scene, actor: Being, name: str) -> None:
    """Once used with success while unlearned, an aspect is used again in peace; a failure has to wait for the next
    downtime."""
    actor.use(f"{ATTEMPT}{name}", "downtime")
    skill = skill_of(scene, actor, name)
    result = await against(
        scene, actor, undisturbed(scene, actor, name), skill.difficulty, rule=ACQUIRE, what=name,
        critical=critical_from(scene, actor, skill), own=True, about={"aspect": name},
    )  # fmt: skip
    if result != FAILURE:
        scene.next(take_on(actor, name))


@step(ACQUIRE)
async def take_on(scene: Scene, actor: Being, name: str) -> None:
    """Mastered: its price may be paid now."""
    about: dict[str, Plain] = {"aspect": name, "ap": ap_of(scene.library, Learned(name)), "left": actor.ap}
    if await ask(scene, actor.id, YES_NO, rule=ACQUIRE, about=about, default=True):
        acquire(scene, actor, name, "", ACQUIRE)


# ---------------------------------------------------------------- upgrading


def own_of(actor: Being, name: str, choice: str) -> Learned | None:
    return next((one for one in actor.sheet.aspects if one.aspect == name and choice in ("", one.choice)), None)


def part_of(scene: Scene, own: Learned, place: int) -> Part | None:
    parts = parts_of(scene.library, own)
    return parts[place - 1] if 1 <= place <= len(parts) else None


def to_upgrade(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return list(dict.fromkeys([one.aspect for one in actor.sheet.aspects]))


def own_choices(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> list[Plain]:
    return list(dict.fromkeys([one.choice for one in actor.sheet.aspects if one.aspect == name]))


def part_numbers(scene: Scene, actor: Being, name: Plain, choice: Plain, *chosen: Plain) -> list[Plain]:
    own = own_of(actor, str(name), str(choice))
    return [n for n, part in enumerate(parts_of(scene.library, own), 1) if part.ladder()] if own is not None else []


def worths(scene: Scene, actor: Being, name: Plain, choice: Plain, place: Plain, *chosen: Plain) -> list[Plain]:
    """All that is better than what it is now."""
    own = own_of(actor, str(name), str(choice))
    part = part_of(scene, own, place) if own is not None and isinstance(place, int) else None
    if part is None:
        return []
    return [worth for worth, price in part.ladder().items() if price > part.price]


def upgraded(own: Learned, place: int, worth: Worth) -> Learned:
    assert worth is not None
    return replace(own, changed=tuple(sorted({**dict(own.changed), place: worth}.items())))


def upgrade_cost(scene: Scene, own: Learned, place: int, worth: Worth) -> int:
    """tc.aspect.upgrade: the difference of the prices; of dice 1 AP for each step of the list, unless the table goes by
    the list there too."""
    part = part_of(scene, own, place)
    assert part is not None
    if isinstance(part, Dice) and scene.options["opt_upgrade_flat_step"]:
        steps = sorted(part.ladder(), key=lambda each: part.ladder()[each])
        return steps.index(worth) - steps.index(part.worth)
    return part.ladder()[worth] - part.price


def fits_upgrade(scene: Scene, actor: Being, name: str, choice: str, place: int, worth: Worth) -> Refusal | None:
    entry = aspect_named(scene, actor, name)
    own = own_of(actor, name, choice)
    if own is None:
        return Refusal(f"{actor.name} does not have {entry.name}", UPGRADE)
    part = part_of(scene, own, place)
    if part is None:
        return Refusal(f"{entry.name} has no part {place}: an upgrade adds nothing new", UPGRADE)
    if worth not in part.ladder():
        return Refusal(f"that part of {entry.name} cannot be {worth}", UPGRADE)
    if part.ladder()[worth] <= part.price:
        return Refusal("an upgrade improves what is there", UPGRADE)
    if price_of(scene.library, parts_of(scene.library, upgraded(own, place, worth))) <= 0:
        return Refusal("an aspect costs more than nothing", "tc.ap.schema")
    return refuse_ap(actor, upgrade_cost(scene, own, place, worth))


@action(
    "upgrade", rule=UPGRADE,
    args=(
        Arg("aspect", to_upgrade),
        Arg("choice", own_choices, default=first(own_choices)),
        whole("part", values=part_numbers),
        Arg("worth", worths),
    ),
    fits=fits_upgrade, modes=(DOWNTIME,), tags=("advances", "varies"),
)  # fmt: skip
async def upgrade(scene: Scene, actor: Being, name: str, choice: str, place: int, worth: Worth) -> None:
    """Change the worth of a part that an aspect has, for the difference in points, if it has seen frequent use."""
    about: dict[str, Plain] = {"who": actor.id, "aspect": name, "choice": choice, "part": place, "worth": worth}
    if not await ask(scene, GM, YES_NO, rule=UPGRADE, about=about, default=True):
        return
    own = own_of(actor, name, choice)
    if own is None:
        return
    cost = min(actor.ap, upgrade_cost(scene, own, place, worth))
    actor.ap -= cost
    at = actor.sheet.aspects.index(own)
    better = upgraded(own, place, worth)
    grow(scene, actor, (*actor.sheet.aspects[:at], better, *actor.sheet.aspects[at + 1 :]))
    scene.record("upgrades", UPGRADE, who=actor.id, aspect=name, part=place, worth=worth, ap=cost, left=actor.ap)
