"""What aspects and items cost: the tables of the rulebook, the published aspects, and the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import Fault
from ludex.games.crawl.book.characters.aspects import money_of, price_of
from ludex.games.crawl.build.own_aspects import EVERY, worths_of
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.records.parts import FLAT, PROGRESSIONS, Dice, Worth, step_price

LIBRARY = CRAWL.library()
PUBLISHED = [entry for entry in LIBRARY.all("aspect") if entry.source == "supplement"]
LINEAR = {"hp_pool_modifier", "damage_resistance", "dome_radius", "starting_wealth_modifier", "failure_chance"}
BY_WHAT_IT_GRANTS = {"grants_aspect"}
GRIP = [{"part": "range", "option": "melee"}, {"part": "attack_method", "option": "slashing"}]


def table(rule: str) -> list[dict[str, Any]]:
    rows: Any = CRAWL.rulebook.rules[rule].table
    return list(rows)


def faults(kind: str, **entry: Any) -> list[Fault]:
    library = LIBRARY.copy()
    library.add({kind: [{"id": "own", "name": "Own", **entry}]}, "test")
    return CRAWL.content_faults(library, kind, library.shelves[kind].entries["own"])


def parts_of(parts: list[dict[str, Any]]) -> Any:
    library = LIBRARY.copy()
    library.add({"gear": [{"id": "own", "name": "Own", "parts": parts}]}, "test")
    return library.shelves["gear"].entries["own"].parts


def worth(option: str) -> Worth:
    """An option of the table, as a part has it."""
    return int(option) if option.lstrip("+-").isdigit() else option


# ---------------------------------------------------------------- the tables


@pytest.mark.rule("tc.ap.cost.progressions")
def test_progressions_are_those_of_the_table() -> None:
    for row in table("tc.ap.cost.progressions"):
        steps = PROGRESSIONS[row["progression"]]
        assert [row[f"step{number}"] for number in range(1, 6)] == [step_price(steps, n) for n in range(1, 6)]
        assert step_price(steps, -3) == -row["step3"]
    assert step_price(PROGRESSIONS["hard"], 2) == 8
    assert step_price(PROGRESSIONS["normal"], -3) == -5
    assert list(FLAT.values()) == [2, 3, 5, 8, 13, 21]
    strong = {"part": "core_aspect_modifier", "aspect": "strength", "value": 2}
    assert faults("aspect", ap=8, parts=[strong]) == []


@pytest.mark.rule("tc.ap.cost.dice")
def test_dice_cost_as_in_the_table() -> None:
    for row in table("tc.ap.cost.dice"):
        for sides in (4, 6, 8, 10, 12):
            for tag in ("damage", "damage_healed", "armor_penetration"):
                assert worths_of(tag)[f"{row['dice']}d{sides}"] == row[f"d{sides}"]
    for dice, sides, price in ((1, 6, 6), (2, 8, 17), (4, 12, 51)):
        blow = [{"part": "damage", "dice": dice, "sides": sides}]
        assert price_of(LIBRARY, parts_of(blow)) == price
        assert faults("weapon", price=100 * (price + 3), parts=[*blow, *GRIP]) == []


@pytest.mark.rule("tc.ap.cost.linear")
def test_linear_prices() -> None:
    assert worths_of("hp_pool_modifier")[4] == 4
    assert worths_of("hp_pool_modifier")[-10] == -10
    assert worths_of("damage_resistance")[6] == 12
    assert worths_of("dome_radius")[7] == 7
    assert worths_of("starting_wealth_modifier")[4400] == 44
    assert [worths_of("failure_chance")[number] for number in (8, 12, 16)] == [7, 3, -1]
    assert (worths_of("failure_chance")[1], worths_of("failure_chance")[20]) == (14, -5)
    assert faults("aspect", ap=4, parts=[{"part": "hp_pool_modifier", "value": 4}]) == []
    assert faults("aspect", ap=12, parts=[{"part": "damage_resistance", "value": 6, "type": "kinetic"}]) == []


@pytest.mark.rule("tc.ap.cost.options")
def test_every_row_of_the_price_list_is_a_part_and_the_reverse() -> None:
    rows = table("tc.ap.cost.options")
    told: dict[str, dict[Worth, int]] = {}
    for row in rows:
        told.setdefault(row["rule"].lower().replace(" ", "_"), {})[worth(row["option"])] = row["ap"]
    assert faults("aspect", ap=2, parts=[{"part": "magic"}]) == []
    for tag, prices in told.items():
        have = worths_of(tag) or {"": EVERY[tag].PRICE}
        assert {key: have[key] for key in prices} == prices, tag
        assert {key for key in have if have[key]} <= set(prices), tag
    untold = set(EVERY) - set(told) - LINEAR - BY_WHAT_IT_GRANTS
    assert [tag for tag in untold if not issubclass(EVERY[tag], Dice)] == []


# ---------------------------------------------------------------- aspects


@pytest.mark.rule("tc.ap.schema")
def test_the_80_published_aspects_cost_what_is_printed() -> None:
    assert len(PUBLISHED) == 80
    for entry in PUBLISHED:
        assert price_of(LIBRARY, entry.parts) == entry.ap, entry.id
        assert CRAWL.content_faults(LIBRARY, "aspect", entry) == [], entry.id


@pytest.mark.rule("tc.ap.schema", "tc.ap.cost.options", "tc.ap.cost.linear")
@pytest.mark.parametrize(
    ("name", "prices"),
    [
        ("slash", {"failure_chance": 7, "energy_point_cost": -2}),
        ("volta", {"energy_point_cost": -2, "failure_chance": 7, "magic": 2, "range": 8, "damage": 4}),
        (
            "countercast",
            {"energy_point_cost": -3, "failure_chance": 7, "magic": 2, "opportunistic_action": 21, "range": 8},
        ),
    ],
)
def test_the_parts_of_a_published_aspect(name: str, prices: dict[str, int]) -> None:
    entry = LIBRARY.shelves["aspect"].get(name)
    assert {part.__struct_config__.tag: part.price for part in entry.parts} == prices
    assert entry.ap == sum(prices.values()) == {"slash": 5, "volta": 19, "countercast": 35}[name]
    assert CRAWL.content_faults(LIBRARY, "aspect", entry) == []


STRIKE = {
    "skill": "attack",
    "inherits": ["strength"],
    "use": {"against": "defense", "target": "enemy", "range": "melee"},
}
DIFFICULTY, ENERGY = {"part": "failure_chance", "value": 8}, {"part": "energy_point_cost", "value": 1}


@pytest.mark.rule("tc.ap.schema")
@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({**STRIKE, "parts": [DIFFICULTY, ENERGY]}, ""),
        ({**STRIKE, "parts": [DIFFICULTY]}, "an aspect of the type attack needs an energy_point_cost"),
        ({**STRIKE, "parts": [ENERGY, {"part": "magic"}, {"part": "magic"}]}, "needs a failure_chance"),
        ({"parts": [{"part": "hp_pool_modifier", "value": -1}]}, "its price is -1 AP; expected more than 0"),
        ({"parts": []}, "its price is 0 AP"),
        ({"ap": 5, "parts": [{"part": "hp_pool_modifier", "value": 4}]}, "5 is printed, and its parts come to 4"),
    ],
)
def test_what_an_aspect_must_have(entry: dict[str, Any], told: str) -> None:
    found = faults("aspect", **entry)
    if not told:
        assert found == []
    else:
        assert [fault.rule for fault in found] == ["tc.ap.schema"]
        assert told in found[0].problem


# ---------------------------------------------------------------- items


@pytest.mark.rule("tc.money")
@pytest.mark.parametrize(("kind", "name"), [("consumable", "weak_health_potion"), ("armor", "ring_of_fitness")])
def test_an_item_costs_100_for_each_point(kind: str, name: str) -> None:
    entry = LIBRARY.shelves[kind].get(name)
    assert money_of(LIBRARY, entry) == entry.price == 300
    assert CRAWL.content_faults(LIBRARY, kind, entry) == []


@pytest.mark.rule("tc.money")
def test_what_is_free_costs_nothing_and_what_grants_magic_has_the_part() -> None:
    glove = {"slot": "arms", "parts": [{"part": "grants_aspect", "aspect": "spell_dart"}]}
    assert [fault.rule for fault in faults("armor", **glove)] == ["tc.ap.schema"]
    glove["parts"].append({"part": "magic"})  # type: ignore[attr-defined]  # parts are a list
    assert faults("armor", price=2000, **glove) == []
    assert faults("armor", price=0, free=True, **glove) == []
    assert [fault.rule for fault in faults("armor", price=1900, **glove)] == ["tc.money"]
