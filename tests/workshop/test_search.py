"""The library is searched entry by entry, without reading a pack and without a word of what somebody may not see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.manifest import Preset
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.workshop import saving
from ludex.workshop.held import Wanted
from ludex.workshop.saving import Keeping
from ludex.workshop.workshop import Overtaken, Workshop

MANIFEST = """# mine
id = "coast"
title = "The Coast"
game = "bluebox"
version = "1.0"
tags = ["tide", "low level"]
"""
ENEMY = """
[[enemy]]
id = "{id}"
name = "{name}"
difficulty = {difficulty}
tags = ["being", "creature"]
stats = {{ FOR = 1, DEX = 1, SPI = 0, CHA = -1, KNO = -1 }}
hp = 9
weapons = ["bite"]
"""
SCENE = """
game = "bluebox"
title = "Low Water"
board = { q = [0, 5], r = [0, 3] }
beings = { onuri = { at = [1, 1] }, crab_1 = { from = "silt_crab", at = [3, 1] } }
"""


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.migrate()
    found = Workshop(store.engine)
    for name in ("ada", "ben"):
        found.add_maker(name, name.capitalize(), f"hash of {name}", 0.0)
    return found


def coast(workshop: Workshop) -> str:
    enemies = ENEMY.format(id="silt_crab", name="Silt Crab", difficulty=1)
    enemies += ENEMY.format(id="reef_eel", name="Reef Eel", difficulty=3)
    parts = {"pack.toml": MANIFEST, "enemies.toml": enemies, "scenes/low_water.toml": SCENE}
    return saving.save(workshop, keeping(), "", {name: text.encode() for name, text in parts.items()}).pack


def keeping(maker: str = "ada") -> Keeping:
    return Keeping(maker, Quota(), 1.0, f"pack of {maker}")


def found(workshop: Workshop, maker: str = "ada", **wanted: Any) -> list[str]:
    return [held.name for _, held in workshop.search(maker, Wanted(**wanted))]


def test_entries_are_found_by_words_kind_level_and_tag(workshop: Workshop) -> None:
    coast(workshop)
    assert found(workshop) == ["Low Water", "Reef Eel", "Silt Crab"]
    assert found(workshop, words="crab SILT") == ["Silt Crab"]
    assert found(workshop, words="coast", kind="enemy") == ["Reef Eel", "Silt Crab"]
    assert found(workshop, kind="scene") == ["Low Water"]
    assert found(workshop, least_level=2) == ["Reef Eel"]
    assert found(workshop, most_level=2) == ["Silt Crab"]
    assert found(workshop, most_price=0) == [], "what has no price is no bargain"
    assert found(workshop, tag="Tide", words="eel") == ["Reef Eel"]
    assert found(workshop, tag="desert") == []
    assert found(workshop, game="crawl") == []


def test_however_much_there_is_only_so_much_is_looked_through_and_ones_own_first(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    coast(workshop)
    parts = {"pack.toml": MANIFEST, "enemies.toml": ENEMY.format(id="gull", name="Gull", difficulty=1)}
    theirs = saving.save(workshop, keeping("ben"), "", {name: text.encode() for name, text in parts.items()}).pack
    workshop.share("ben", theirs, shared=True)
    assert found(workshop) == ["Gull", "Low Water", "Reef Eel", "Silt Crab"]
    monkeypatch.setattr("ludex.workshop.workshop.MOST_READ", 250)
    assert found(workshop) == ["Low Water", "Reef Eel", "Silt Crab"]
    monkeypatch.setattr("ludex.workshop.workshop.MOST_READ", 0)
    assert found(workshop) == []


def test_one_reads_where_an_entry_is_used(workshop: Workshop) -> None:
    coast(workshop)
    used = {held.name: held.used for _, held in workshop.search("ada", Wanted())}
    assert used == {"Silt Crab": ["Low Water"], "Reef Eel": [], "Low Water": []}


def test_drafts_of_others_are_not_found_nor_what_came_after_they_were_shared(workshop: Workshop) -> None:
    pack = coast(workshop)
    assert found(workshop, "ben") == []
    workshop.share("ada", pack, shared=True)
    assert found(workshop, "ben", words="eel") == ["Reef Eel"]
    wyrm = ENEMY.format(id="wyrm", name="Wyrm", difficulty=4)
    saving.save_text(workshop, keeping(), pack, {"more.toml": wyrm})
    assert found(workshop, words="wyrm") == ["Wyrm"]
    assert found(workshop, "ben", words="wyrm") == []
    workshop.share("ada", pack, shared=False)
    assert found(workshop, "ben") == []


def test_tags_and_house_rules_are_written_into_what_a_pack_says_of_itself(workshop: Workshop) -> None:
    pack = coast(workshop)
    grim = Preset(name="Grim", options={"opt_distance_adds_height": True}, text="Every metre counts.")
    saving.save_about(workshop, keeping(), pack, ["tide"], [grim], onto=1)
    text = workshop.parts("ada", pack)["pack.toml"].decode()
    assert text.startswith("# mine\n"), "all else stays as it is written"
    manifest = workshop.pack("ada", pack).told.manifest
    assert (manifest.tags, manifest.presets) == (("tide",), (grim,))
    with pytest.raises(Overtaken):
        saving.save_about(workshop, keeping(), pack, [], [], onto=1)
    saving.save_about(workshop, keeping(), pack, [], [], onto=2)
    assert "tags" not in workshop.parts("ada", pack)["pack.toml"].decode()


@pytest.mark.parametrize("tags", [[""], ["x" * 31], [f"tag {n}" for n in range(13)]])
def test_what_is_no_tag_is_refused(workshop: Workshop, tags: list[str]) -> None:
    pack = coast(workshop)
    with pytest.raises(BadInput, match="tags"):
        saving.save_about(workshop, keeping(), pack, tags, [], onto=1)


def test_house_rules_that_the_game_has_not_are_a_fault(workshop: Workshop) -> None:
    pack = coast(workshop)
    saving.save_about(workshop, keeping(), pack, [], [Preset(name="Odd", options={"opt_odd": True})], onto=1)
    told = workshop.pack("ada", pack).told
    assert told.faults == 1
    assert "opt_odd" in told.wrong[0].problem
