"""Of the content that a table has added only the game master knows: players are offered nothing of it, whoever learns
or buys, and cannot find it by its name; who has it keeps it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.settings import AddContent
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.commands import Command
from ludex.table.play.mastering import Call
from tests.table.tables import Kept

OF_THE_CRAWL = """
[[aspect]]
id = "secret_art"
name = "Secret Art"
text = "Of which nobody has heard."
parts = [{ part = "hp_pool_modifier", value = 1 }]

[[weapon]]
id = "secret_blade"
name = "Secret Blade"
text = "Hidden well."
parts = [
  { part = "damage", dice = 1, sides = 4, type = "kinetic" },
  { part = "range", option = "melee" },
  { part = "attack_method", option = "thrusting" },
]
"""
IN_TOWN = """
title = "In town"
game = "crawl"
board = "kennel_gallery"
mode = "downtime"
[beings.brannoc_ironway]
at = [0, 3]
ap = 12
money = 900
"""
OF_NAVY_BLUE = """
[[skill]]
id = "secret_tongue"
name = "Secret Tongue"
text = "Of which nobody has heard."
"""
AT_REST = """
title = "At rest"
game = "navyblue"
board = "cargo_hold"
mode = "adventure"
place = { safe = true }
[beings.marlow]
at = "ladder"
level = 2
experience = 9
"""


def played(game: str, content: str, scene: str, *beings: str) -> tuple[Kept, str]:
    """A table with content of its own and this scene, and the seat of somebody who plays these."""
    kept = Kept(game)
    kept.do(AddContent(name="homebrew.toml", tables=tomllib.loads(content)))
    ann = kept.seat("Ann", *beings)
    kept.do(OpenScene(scene=kept.do(Prepare(tables=tomllib.loads(scene)))["scene"]))
    return kept, ann


def values(kept: Kept, seat: str, action: str, *chosen: str) -> list[Any]:
    asked = looking.Choices(being="brannoc_ironway", action=action, chosen=chosen)
    return [one["value"] for one in look(Documents(kept.table), seat, asked)["values"]]


def test_a_player_of_the_crawl_is_not_offered_what_only_the_game_master_knows() -> None:
    kept, ann = played("crawl", OF_THE_CRAWL, IN_TOWN, "brannoc_ironway")
    for action, secret in (("learn", "secret_art"), ("buy", "secret_blade")):
        assert secret in values(kept, kept.gm, action)
        assert secret not in values(kept, ann, action)
        assert len(values(kept, ann, action)) > 3
        assert "secret" not in repr(Documents(kept.table).of(kept.table.seats[ann]))
    with pytest.raises(BadInput, match="there is no aspect 'secret_art'"):
        kept.do(Command(actor="brannoc_ironway", name="learn", args={"aspect": "secret_art", "choice": ""}), ann)
    with pytest.raises(BadInput, match="there is no item 'secret_blade'"):
        kept.do(Command(actor="brannoc_ironway", name="buy", args={"item": "secret_blade"}), ann)
    kept.do(Command(actor="brannoc_ironway", name="learn", args={"aspect": "secret_art", "choice": ""}))
    scene: Any = kept.table.scene
    assert "secret_art" in [one.aspect for one in scene.beings["brannoc_ironway"].sheet.aspects]


def test_a_question_of_a_level_names_nothing_of_it_to_a_player() -> None:
    kept, ann = played("navyblue", OF_NAVY_BLUE, AT_REST, "marlow")
    kept.do(Call(name="respite"))
    question = Documents(kept.table).of(kept.table.seats[ann])["question"]
    assert question["rule"] == "nb.gap.skills"
    assert len(question["choices"]) > 1
    assert "secret" not in repr(question).lower()
    assert "secret_tongue" in repr(Documents(kept.table).of(kept.table.seats[kept.gm])["question"])
