"""Making a character: points divided, aspects bought one by one or built of parts, things for money, a name.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from typing import Any

from ludex.core.creation import Draft, Option, Step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.crawl.book.characters.aspects import (
    ap_of,
    aspect,
    ep_refresh,
    item_of,
    items,
    max_ep,
    max_hp,
    money_of,
    standing,
)
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.build import draft as drafted
from ludex.games.crawl.build import legality
from ludex.games.crawl.build.draft import DONE, OWN
from ludex.games.crawl.build.legality import DEFINITION, POOL, SCHEMA, faults
from ludex.games.crawl.build.options import equippable, offered
from ludex.games.crawl.build.own_aspects import BARE, ONLY_ONE, drawn, parts_for, worths_of
from ludex.games.crawl.records.kinds import Character
from ludex.games.crawl.state import CORE, Learned

# ---------------------------------------------------------------- the steps


def next_step(draft: Draft) -> Step | None:
    """Points, aspects, things, a name; how many steps there are depends on what is chosen."""
    return next((step for step in _steps(draft) if not draft.has(step.name)), None)


def _steps(draft: Draft) -> Iterator[Step]:
    usual = drafted.start_points(draft)
    text = "How many aspect points each new character of your table gets."
    yield Step("table", "Points of the table", POOL, "one", text, default=usual)
    text = "Among how many characters of yours do you divide them? Enter for one."
    yield Step("characters", "Your characters", POOL, "numbers", text, fields=("characters",), default=(1,))
    pool = drafted.pool(draft)
    text = f"How many of your {pool} does this one get? Every character has at least 1. Enter for {usual}."
    yield Step("points", "Points of this one", POOL, "numbers", text, fields=("points",), default=(usual,))
    yield from _aspect_steps(draft)
    text = f"{drafted.money(draft)} money; name a thing twice to have two. What is left is kept."
    yield Step("items", "Things", "tc.money", "several", text, default=())
    text = "What is worn, one thing for each slot, and what both hands hold. The rest is in the pack."
    ready = tuple(first_equipped(draft))
    yield Step("equipped", "Equipped", legality.SLOT, "several", text, default=ready, firm=True)
    yield Step("name", "Name", DEFINITION, "text", "What is the character called?")


def _aspect_steps(draft: Draft) -> Iterator[Step]:
    number = 1
    while True:
        text = f"{drafted.left(draft)} AP are left. Choose one, build one of your own, or be done."
        done = DONE if drafted.known(draft) else None
        yield Step(f"aspect {number}", f"Aspect {number}", DEFINITION, "one", text, default=done)
        chosen = draft.get(f"aspect {number}", DONE)
        if chosen == DONE:
            return
        if chosen == OWN:
            yield from _own_steps(draft, number)
        elif aspect(draft.library, chosen).choice:
            what = aspect(draft.library, chosen).choice.replace("_", " ")
            yield Step(f"choice {number}", f"For which {what}?", DEFINITION, "one", firm=True)
        number += 1


def _own_steps(draft: Draft, number: int) -> Iterator[Step]:
    """tc.ap.schema: a name, perhaps a skill that inherits from a core aspect, and priced parts."""
    own = f"own {number}"
    yield Step(f"{own} name", "Its name", SCHEMA, "text", "What is the aspect called?")
    yield Step(f"{own} skill", "Its skill", SCHEMA, "one", "What kind of skill it has, if any.", default="none")
    skill = drafted.own_skill(draft, number)
    if skill != "none":
        text = "The core aspect whose modifier it takes."
        yield Step(f"{own} inherits", "Inherits from", "tc.ap.inherit", "one", text, firm=True)
    if skill in ("attack", "defense"):
        default = BARE if skill == "attack" else "dodge"
        yield Step(f"{own} with", "Used with", SCHEMA, "one", "", default=default, firm=True)
    place = 1
    while True:
        price = sum([part.price for part in drafted.own_parts(draft, number)])
        text = f"{price} AP so far, of {drafted.left(draft)} that are left. Choose a part, or be done."
        yield Step(f"{own} part {place}", f"Part {place}", "tc.ap.cost.options", "one", text)
        value = draft.get(f"{own} part {place}", DONE)
        if value == DONE:
            return
        if worths_of(drawn(skill, value).tag):
            yield Step(f"{own} worth {place}", "How much of it?", "tc.ap.cost.progressions", "one", firm=True)
        place += 1


def first_equipped(draft: Draft) -> list[str]:
    """Everything that can be worn or held, in the order in which it was bought, as far as there is room for it."""
    found: list[str] = []
    scene, being = drafted.somebody(draft)
    strength = core(scene, being, "strength")
    for name in equippable(draft):
        if not list(legality.about_equipped(draft.library, [*found, name], strength)):
            found.append(name)
    return found


# ---------------------------------------------------------------- what comes into question


def options(draft: Draft) -> list[Option]:
    """What comes into question in the next step; those that are not legal say why."""
    step = next_step(draft)
    if step is None:
        return []
    found = offered(draft, step.name)
    if step.name == "items":
        return [option._replace(refusal=next(_about_thing(draft, str(option.value)), None)) for option in found]
    if step.kind == "several":
        return found
    return [option._replace(refusal=next(_against(draft, step, option.value), None)) for option in found]


def _about_thing(draft: Draft, name: str) -> Iterator[Refusal]:
    """Why a thing cannot be bought at all."""
    if not name:
        return
    item = item_of(draft.library, name)
    if item.free:
        yield Refusal(f"{item.name} is given, found or stolen, not bought", "tc.money")
    elif money_of(draft.library, item) > drafted.money(draft):
        yield Refusal(f"{item.name} costs more than the {drafted.money(draft)} there are", "tc.money")


# ---------------------------------------------------------------- what is refused


def refuse(draft: Draft, choice: Plain) -> Refusal | None:
    """The first rule against this choice in the next step; nothing when it is legal."""
    return next(iter(refusals(draft, choice)), None)


def refusals(draft: Draft, choice: Plain) -> list[Refusal]:
    """Every rule against this choice in the next step."""
    step = next_step(draft)
    if step is None:
        return [Refusal("the character is whole", DEFINITION)]
    found = list(_against(draft, step, choice))
    cite(step.rule, *(refusal.rule for refusal in found))
    return found


def _against(draft: Draft, step: Step, choice: Any) -> Iterator[Refusal]:
    word, _, rest = step.name.partition(" ")
    match word:
        case "table" if choice not in legality.rulebook().options["opt_start_ap"].values:
            yield Refusal(f"{choice!r} is not offered", POOL)
        case "characters":
            yield from legality.about_share(drafted.start_points(draft) * max(1, choice[0]), choice[0], 1)
        case "points":
            yield from legality.about_share(drafted.pool(draft), drafted.characters(draft), choice[0])
        case "aspect":
            yield from _against_aspect(draft, choice)
        case "choice":
            entry = aspect(draft.library, draft.get(f"aspect {rest}"))
            yield from legality.about_choice(draft.library, entry, choice)
            yield from legality.about_aspect(draft.library, drafted.known(draft), Learned(entry.id, choice))
        case "own":
            yield from _against_own(draft, step.name, choice)
        case "items":
            yield from _against_items(draft, drafted.filled(choice))
        case "equipped":
            yield from _against_equipped(draft, drafted.filled(choice))
        case "name" if not choice.strip() or not choice.isprintable():
            yield Refusal("a name is needed, of letters that can be printed", DEFINITION)


def _against_aspect(draft: Draft, choice: str) -> Iterator[Refusal]:
    if choice == OWN:
        return
    if choice == DONE:
        if not drafted.known(draft):
            yield Refusal("every character has at least 1 AP invested", POOL)
        return
    library = draft.library
    if choice not in library.shelves["aspect"]:
        yield Refusal(f"there is no aspect {choice!r}", DEFINITION)
        return
    entry = aspect(library, choice)
    price, left = ap_of(library, Learned(choice)), drafted.left(draft)
    if not entry.choice:
        yield from legality.about_aspect(drafted.library_of(draft), drafted.known(draft), Learned(choice))
    if price > left:
        yield Refusal(f"{entry.name} costs {price} AP, and {left} are left", DEFINITION)


def _against_own(draft: Draft, step: str, choice: Any) -> Iterator[Refusal]:
    _, number, what, *place = step.split()
    skill = drafted.own_skill(draft, int(number))
    if what == "name" and (not choice.strip() or not choice.isprintable()):
        yield Refusal("a name is needed, of letters that can be printed", SCHEMA)
    elif what == "inherits" and choice not in CORE:
        yield Refusal(f"{choice!r} is no core aspect", "tc.ap.inherit")
    elif what == "part" and choice == DONE:
        made = drafted.own_aspect(draft, int(number))
        yield from legality.about_own(draft.library, made)
        left, price = drafted.left(draft), made.ap or 0
        if price > left:
            yield Refusal(f"it costs {price} AP, and {left} are left", DEFINITION)
    elif what == "part":
        if choice not in [draw.value for draw in parts_for(skill)]:
            yield Refusal(f"{choice!r} is no part for this", "tc.ap.cost.options")
        elif choice in ONLY_ONE and choice in [draw.value for draw in drafted.own_draws(draft, int(number))]:
            yield Refusal("an aspect has that once", SCHEMA)
    elif what == "worth":
        tag = drafted.own_draws(draft, int(number))[int(place[0]) - 1].tag
        if choice not in worths_of(tag):
            yield Refusal(f"it cannot be {choice!r}", "tc.ap.cost.options")


def _against_items(draft: Draft, names: list[str]) -> Iterator[Refusal]:
    for name in dict.fromkeys(names):
        if name not in items(draft.library):
            yield Refusal(f"there is no item {name!r}", "tc.money")
            return
        if item_of(draft.library, name).free:
            yield from _about_thing(draft, name)
    price = sum([money_of(draft.library, item_of(draft.library, name)) for name in names])
    if price > drafted.money(draft):
        yield Refusal(f"that costs {price}, and there are {drafted.money(draft)}", "tc.money")


def _against_equipped(draft: Draft, names: list[str]) -> Iterator[Refusal]:
    bought = equippable(draft)
    for name in dict.fromkeys(names):
        if names.count(name) > bought.count(name):
            yield Refusal(f"there are not so many of {name!r} to be held or worn", legality.SLOT)
            return
    scene, being = drafted.somebody(draft)
    yield from legality.about_equipped(draft.library, names, core(scene, being, "strength"))


def throw(draft: Draft) -> Awaitable[Plain]:
    """Nothing of a new character is rolled."""
    raise NotImplementedError


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to, and the aspects of its own."""
    cite(*legality.RULES)
    own = drafted.own_aspects(draft)
    return {**({"aspect": own} if own else {}), "character": [drafted.entry_of(draft)]}


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet."""
    scene, being = drafted.somebody(draft)
    entry = drafted.entry_of(draft)
    return [
        ("AP left", str(drafted.left(draft))),
        *[(name.capitalize(), f"{core(scene, being, name):+}") for name in CORE],
        ("HP", str(max_hp(scene, being))),
        ("EP", str(max_ep(scene, being))),
        ("Refresh", str(ep_refresh(scene, being))),
        ("Move", str(standing(scene, being).move)),
        ("Money", str(entry.money)),
    ]


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: one hungry cur in a gallery."""
    return {
        "title": f"{entry.name}'s first fight",
        "game": "crawl",
        "board": "kennel_gallery",
        "difficulty": 1,
        "beings": {entry.id: {"at": [1, 2]}, "tunnel_cur": {"at": [6, 3]}},
    }


__all__ = ["faults", "finish", "first_scene", "next_step", "options", "refusals", "refuse", "sheet", "throw"]
