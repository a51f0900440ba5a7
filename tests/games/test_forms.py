"""How entries are asked for: nothing is left without words, and all of it reaches the schema."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import Library
from ludex.core.content.forms import blanks
from ludex.core.content.said import Words
from ludex.core.content.schema import schema
from ludex.core.game import GAMES
from ludex.games.bluebox.records.effects import Save
from tests.conftest import GAMES as NAMES


@pytest.mark.parametrize("game", NAMES)
def test_every_field_of_every_kind_says_what_it_means(game: str) -> None:
    assert GAMES[game].forms.missing(GAMES[game].kinds.values()) == []


@pytest.mark.parametrize("game", NAMES)
def test_the_schema_has_words_for_every_field_and_what_matters_first(game: str) -> None:
    told = schema(GAMES[game].kinds, GAMES[game].forms)["$defs"]
    for name, record in told.items():
        assert set(blanks(record.get("x-sentence", ""))) <= set(record["properties"]), name
        for field, said in record["properties"].items():
            if said.get("enum") and len(said["enum"]) == 1 and "title" not in said:
                continue  # what kind of part it is
            assert said["title"], (name, field)
            assert said["description"].endswith((".", "?")), (name, field)
            assert "`" not in said["description"], (name, field)
            if "enum" in said:
                assert list(said["x-names"]) == [str(value) for value in said["enum"]], (name, field)
    for kind, record in GAMES[game].kinds.items():
        first = [field for field, said in told[record.__name__]["properties"].items() if said["x-group"] == ""]
        assert first[:2] == ["name", "text"], kind
        assert len(first) <= 12, kind
        assert told[record.__name__]["description"], kind


def of(game: str, record: str, field: str) -> dict[str, Any]:
    found: dict[str, Any] = schema(GAMES[game].kinds, GAMES[game].forms)["$defs"][record]["properties"][field]
    return found


def test_a_field_says_what_it_names_counts_and_may_be() -> None:
    assert of("crawl", "Character", "afflictions")["items"]["x-ref"] == ["poison", "disease", "addictive"]
    assert of("crawl", "Owns", "aspect")["x-ref"] == "aspect"
    assert of("crawl", "Weapon", "weight_kg")["x-unit"] == "kg"
    hp = of("crawl", "HpPoolModifier", "value")
    assert (hp["minimum"], hp["maximum"], hp["x-signed"]) == (-10, 10, True)
    assert of("crawl", "Range", "option")["enum"][:2] == ["personal", "melee"]
    assert of("crawl", "Enemy", "tactics")["x-names"]["keeps_away"] == "keeps away"
    assert of("vitality", "Boon", "id")["x-ref-by"] == "kind"
    assert of("bluebox", "Character", "allowed")["x-advanced"]
    assert of("navyblue", "NpcAttack", "text")["x-long"]


def test_a_save_says_what_it_is_against_and_nothing_that_is_not_used() -> None:
    words = Words(GAMES["bluebox"].forms, Library({}))
    assert words.sentence(Save, {"stat": "DEX"}) == "DEX save against 8"
    by_stat = {"stat": "DEX", "dc_stat": "FOR", "dc": 12}
    assert words.sentence(Save, by_stat) == "DEX save against the user's Save DC of FOR"
