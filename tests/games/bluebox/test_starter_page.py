"""The page of Blue Box lists the starter content row by row, as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.games.bluebox.game import BLUEBOX
from ludex.games.bluebox.records.kinds import Item, Mode, Power

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "bluebox.md").read_text()
STARTER = PAGE[PAGE.index("\n## Starter content") : PAGE.index("\n## Scene files")]


USUAL = (None, "", 0, False, (), "own_terms", "target", "power", "plain", "any")  # it goes without saying


def stated(part: Any, but: tuple[str, ...] = ()) -> str:
    """What there is to say of a part, field by field."""
    values = {name: getattr(part, name) for name in part.__struct_fields__ if name not in but}
    return ", ".join(said(name, value) for name, value in values.items() if value not in USUAL)


def said(name: str, value: Any) -> str:
    if value is True:
        return name
    if isinstance(value, msgspec.Struct):
        return f"{name} ({stated(value)})"
    return f"{name} {'/'.join(map(str, value)) if isinstance(value, tuple) else value}"


def effects_of(entry: Any) -> str:
    return "; ".join(effect_of(effect) for effect in entry.effects) or "–"


def effect_of(effect: Any) -> str:
    does = str(effect.__struct_config__.tag)
    when = getattr(effect, "when", "use")
    fields = stated(effect, ("when",))
    if fields.startswith(f"{does} "):  # a condition names itself
        fields = fields.removeprefix(f"{does} ")
    return (f"{when}: " if when != "use" else "") + f"{does} {fields}".strip()


def target_of(skill: Power | Mode | Item) -> str:
    reach = skill.target
    if reach is None:
        return "–"
    least, most = reach.distance
    away = f" {least}–{most} m" if most and reach.who not in ("others", "everyone") else ""
    more = stated(reach, ("who", "distance", "los"))
    return f"{reach.who}{away}" + (f", {more}" if more else "") + ("" if reach.los else ", sight is not needed")


def wards(skill: Any) -> str:
    attack, save = getattr(skill, "attack", None), skill.save
    if attack is not None:
        crit = f"; {', '.join(map(str, attack.critical))}" if attack.critical else ""
        least, most = attack.distance
        return f"attack {attack.stat}, {least}–{most}{crit}, {attack.dice}✦ {attack.type}"
    if save is None:
        return "–"
    return f"{save.stat} save, DC of {save.dc_stat}" if save.dc_stat else f"{save.stat} save, DC {save.dc}"


def price_of(skill: Any) -> str:
    timing = getattr(skill, "timing", "action")
    trigger = getattr(skill, "trigger", "")
    parts = {
        "action": f"{skill.ap} AP", "free_action": "Free Action", "reaction": f"Reaction to {trigger}",
    }[timing], f"{getattr(skill, 'ep', 0)} EP", *(["Focus"] if getattr(skill, "focus", False) else [])  # fmt: skip
    rounds = getattr(skill, "max_rounds", 0)
    return ", ".join([*parts, *([f"{rounds} rounds"] if rounds else []), *getattr(skill, "limits", ())])


def shelf(kind: str) -> list[Any]:
    return list(BLUEBOX.library().all(kind))


def rows() -> list[str]:
    found = [
        f"| `{power.id}` | {power.element or '–'} | {price_of(power)} | {target_of(power)} | {wards(power)} "
        f"| {effects_of(power)} |"
        for power in shelf("power")
    ]
    for mask in shelf("mask"):
        for mode in mask.modes:
            found.append(f"| `{mask.id}` | `{mode.id}` | {price_of(mode)} | {target_of(mode)} | {effects_of(mode)} |")
    found += [
        f"| `{module.id}` | {module.cost} | {', '.join(module.limits) or '–'} | {effects_of(module)} |"
        for module in shelf("module")
    ]
    found += [
        f"| `{item.id}` | {f'DC {item.craft_dc}, {item.craft_hours} h' if item.craft_dc else '–'} "
        f"| {f'{item.ap} AP' if item.target is not None else '–'} | {target_of(item)} | {wards(item)} "
        f"| {f'the weapon `{item.weapon}`' if item.weapon else effects_of(item)} |"
        for item in shelf("item")
    ]
    found += [
        f"| `{calling.id}` | {calling.trigger} | {', '.join((*calling.limits, *calling.powers)) or '–'} "
        f"| {effects_of(calling)} |"
        for calling in shelf("calling")
    ]
    return found


@pytest.mark.parametrize("row", rows())
def test_the_page_has_this_row(row: str) -> None:
    assert row in STARTER


def test_the_page_has_no_other_row() -> None:
    listed = [line for line in STARTER.splitlines() if line.startswith("| `")]
    named = {entry.id for kind in ("power", "mask", "module", "item", "calling") for entry in shelf(kind)}
    weapons = {entry.id for entry in shelf("weapon")}
    about = [line for line in listed if line.split("`")[1] in named - weapons]
    assert [line for line in about if line not in rows()] == []
