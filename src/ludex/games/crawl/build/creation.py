"""Making a character: points divided, aspects bought one by one or built of parts, things for money, a name.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from ludex.core.book.rulebook import Value
from ludex.core.creation import Draft, Step, chapter
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.crawl.book.characters.aspects import (
    ap_of,
    aspect,
    ep_refresh,
    item_of,
    max_ep,
    max_hp,
    money_of,
    standing,
)
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.build import draft as drafted
from ludex.games.crawl.build import legality, options
from ludex.games.crawl.build.draft import DONE, OWN
from ludex.games.crawl.build.legality import DEFINITION, POOL, SCHEMA, faults
from ludex.games.crawl.build.own_aspects import BARE, ONLY_ONE, drawn, worths_of
from ludex.games.crawl.build.spending import MONEY, POINTS, budgets, warnings
from ludex.games.crawl.records.kinds import Aspect, Character
from ludex.games.crawl.state import CORE, Being, Learned, Scene

# ---------------------------------------------------------------- the steps


def steps(draft: Draft) -> Iterator[Step]:
    """Points, aspects, things, a name; how many steps there are depends on what is chosen."""
    yield from chapter("Points", _point_steps(draft))
    yield from chapter("Aspects", _aspect_steps(draft))
    yield from chapter("Things", _thing_steps(draft))
    yield Step("name", "Name", DEFINITION, "text", "What is the character called?", chapter="Name")


def _point_steps(draft: Draft) -> Iterator[Step]:
    usual, pool = drafted.start_points(draft), drafted.pool(draft)
    text = "How many aspect points each new character of your table gets."
    yield Step("table", "Points of the table", POOL, "one", text, options.of_table, default=usual)
    yield Step(
        "characters", "Your characters", POOL, "numbers",
        "Among how many characters of yours do you divide them? Usually it is one.",
        against=lambda chosen: legality.about_share(usual * max(1, chosen[0]), chosen[0], 1),
        fields=("characters",), default=(1,),
    )  # fmt: skip
    yield Step(
        "points", "Points of this character", POOL, "numbers",
        f"How many of your {pool} does this one get? Every character has at least 1; usually it is {usual}.",
        against=lambda chosen: legality.about_share(pool, drafted.characters(draft), chosen[0]),
        fields=("points",), default=(usual,),
    )  # fmt: skip


def _thing_steps(draft: Draft) -> Iterator[Step]:
    yield Step(
        "items", "Things", "tc.money", "several",
        f"{drafted.money(draft)} money; a thing may be had twice. What is left is kept.",
        partial(options.goods, draft), partial(_against_items, draft), partial(_against_thing, draft), default=(),
        budget=MONEY, repeats=True,
    )  # fmt: skip
    yield Step(
        "equipped", "Equipment", legality.SLOT, "several",
        "What is worn, one thing for each slot, and what both hands hold. The rest is in the pack.",
        partial(options.gear, draft), partial(_against_equipped, draft),
        default=tuple(first_equipped(draft)), firm=True, repeats=True,
    )  # fmt: skip


def _aspect_steps(draft: Draft) -> Iterator[Step]:
    for number in count(1):
        yield Step(
            f"aspect {number}", f"Aspect {number}", DEFINITION, "one",
            "Choose one, build one of your own, or be done.",
            partial(options.aspects, draft), partial(_against_aspect, draft),
            default=DONE if drafted.known(draft) else None, budget=POINTS,
        )  # fmt: skip
        chosen = draft.get(f"aspect {number}", DONE)
        if chosen == DONE:
            return
        if chosen == OWN:
            yield from _own_steps(draft, number)
            continue
        entry = aspect(draft.library, chosen)
        if entry.choice:
            yield Step(
                f"aspect {number} choice", f"For which {entry.choice.replace('_', ' ')}?", DEFINITION, "one", "",
                partial(options.kinds, draft.library, entry), partial(_against_kind, draft, entry), firm=True,
            )  # fmt: skip


def _own_steps(draft: Draft, number: int) -> Iterator[Step]:
    """tc.ap.schema: a name, perhaps a skill that inherits from a core aspect, and priced parts."""
    own = f"aspect {number}"
    yield Step(f"{own} name", "Its name", SCHEMA, "text", "What is the aspect called?")
    text = "What kind of skill it has, if any."
    yield Step(f"{own} skill", "Its skill", SCHEMA, "one", text, options.skills, default="none")
    skill = drafted.own_skill(draft, number)
    if skill != "none":
        text = "The core aspect whose modifier it takes."
        yield Step(f"{own} inherits", "Inherits from", "tc.ap.inherit", "one", text, options.core_aspects, firm=True)
    if skill == "attack":
        yield Step(f"{own} with", "Used with", SCHEMA, "one", "", options.methods, default=BARE, firm=True)
    if skill == "defense":
        yield Step(f"{own} with", "Used with", SCHEMA, "one", "", options.guards, default="dodge", firm=True)
    price = sum([part.price for part in drafted.own_parts(draft, number)])
    for place in count(1):
        yield Step(
            f"{own} part {place}", f"Part {place}", "tc.ap.cost.options", "one",
            f"{price} AP so far. Choose a part, or be done.",
            partial(options.parts, skill), partial(_against_part, draft, number), budget=POINTS,
        )  # fmt: skip
        value = draft.get(f"{own} part {place}", DONE)
        if value == DONE:
            return
        worths = worths_of(drawn(skill, value).tag)
        if worths:
            yield Step(
                f"{own} part {place} worth", "How much of it?", "tc.ap.cost.progressions", "one", "",
                partial(options.worths, worths), firm=True, budget=POINTS,
            )  # fmt: skip


def first_equipped(draft: Draft) -> list[str]:
    """Everything that can be worn or held, in the order in which it was bought, as far as there is room for it."""
    found: list[str] = []
    scene, being = drafted.somebody(draft)
    strength = core(scene, being, "strength")
    for name in drafted.equippable(draft):
        if not list(legality.about_equipped(draft.library, [*found, name], strength)):
            found.append(name)
    return found


# ---------------------------------------------------------------- what is refused


def _against_aspect(draft: Draft, choice: str) -> Iterator[Refusal]:
    if choice == OWN:
        return
    if choice == DONE:
        if not drafted.known(draft):
            yield Refusal("every character has at least 1 AP invested", POOL)
        return
    library, entry = draft.library, aspect(draft.library, choice)
    price, left = ap_of(library, Learned(choice)), drafted.left(draft)
    if not entry.choice:
        yield from legality.about_aspect(drafted.library_of(draft), drafted.known(draft), Learned(choice))
    if price > left:
        yield Refusal(f"{entry.name} costs {price} AP, with {left} left", DEFINITION)


def _against_kind(draft: Draft, entry: Aspect, choice: str) -> Iterator[Refusal]:
    yield from legality.about_aspect(draft.library, drafted.known(draft), Learned(entry.id, choice))


def _against_part(draft: Draft, number: int, choice: str) -> Iterator[Refusal]:
    if choice == DONE:
        made = drafted.own_aspect(draft, number)
        yield from legality.about_own(draft.library, made)
        left, price = drafted.left(draft), made.ap or 0
        if price > left:
            yield Refusal(f"it costs {price} AP, with {left} left", DEFINITION)
    elif choice in ONLY_ONE and choice in [draw.value for draw in drafted.own_draws(draft, number)]:
        yield Refusal("an aspect has that once", SCHEMA)


def _against_thing(draft: Draft, name: str) -> Iterator[Refusal]:
    """Why a thing cannot be bought at all."""
    if not name:
        return
    item = item_of(draft.library, name)
    if item.free:
        yield Refusal(f"{item.name} is given, found or stolen, not bought", "tc.money")
    elif money_of(draft.library, item) > drafted.money(draft):
        yield Refusal(f"{item.name} costs more than the {drafted.money(draft)} there are", "tc.money")


def _against_items(draft: Draft, choice: Sequence[str]) -> Iterator[Refusal]:
    names = drafted.filled(choice)
    for name in dict.fromkeys(names):
        if item_of(draft.library, name).free:
            yield from _against_thing(draft, name)
    price = sum([money_of(draft.library, item_of(draft.library, name)) for name in names])
    if price > drafted.money(draft):
        yield Refusal(f"that costs {price}, and there are {drafted.money(draft)}", "tc.money")


def _against_equipped(draft: Draft, choice: Sequence[str]) -> Iterator[Refusal]:
    names, bought = drafted.filled(choice), drafted.equippable(draft)
    for name in dict.fromkeys(names):
        if names.count(name) > bought.count(name):
            yield Refusal(f"there are not so many of {name!r} to be held or worn", legality.SLOT)
            return
    scene, being = drafted.somebody(draft)
    yield from legality.about_equipped(draft.library, names, core(scene, being, "strength"))


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to, and the aspects of its own."""
    cite(*legality.RULES)
    own = drafted.own_aspects(draft)
    return {**({"aspect": own} if own else {}), "character": [drafted.entry_of(draft)]}


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet."""
    scene, being = drafted.somebody(draft)
    money = drafted.entry_of(draft).money
    return [("AP left", str(drafted.left(draft))), *numbers(scene, being), ("Money", str(money))]


def numbers(scene: Scene, being: Being) -> list[tuple[str, str]]:
    return [
        *[(name.capitalize(), f"{core(scene, being, name):+}") for name in CORE],
        ("HP", str(max_hp(scene, being))),
        ("EP", str(max_ep(scene, being))),
        ("Refresh", str(ep_refresh(scene, being))),
        ("Move", str(standing(scene, being).move)),
    ]


def of_table(options: Mapping[str, Value]) -> dict[str, Plain]:
    """tc.ap.start_pool: how many points each character gets."""
    return {"table": options["opt_start_ap"]}


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: one hungry cur in a gallery."""
    return {
        "title": f"{entry.name}'s first fight",
        "game": "crawl",
        "board": "kennel_gallery",
        "difficulty": 1,
        "beings": {entry.id: {"at": [-1, 4]}, "tunnel_cur": {"at": [6, 3]}},  # there is room for the largest
    }


__all__ = ["budgets", "faults", "finish", "first_scene", "of_table", "sheet", "steps", "warnings"]
