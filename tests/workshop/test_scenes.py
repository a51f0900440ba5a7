"""Scenes that are being composed: every scene that comes with a game opens and comes back the same; what is changed,
what is wrong and who can be put in."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.core.scene.scene_forms import scene_fields, scene_forms
from ludex.workshop.editing import SCENE, Edit, all_edited
from ludex.workshop.ground import ground_of_game
from ludex.workshop.roster import roster
from ludex.workshop.scenes import SceneDraft, SceneDrafted, scene_drafted

DEN = """# The den.
title = "The den" # at night
game = "bluebox"
board = "ash_bears_den"

# The party
[beings.tahra]
at = [0, 5]

[beings.bear] # alone
from = "ash_bear"
at = [6, 5]
"""


def edit(*path: str | int, to: Any = msgspec.UNSET) -> Edit:
    return Edit(path=list(path), value=to)


def drafted(text: str | None, *edits: Edit, game: str = "bluebox") -> SceneDrafted:
    return scene_drafted(ground_of_game(game), SceneDraft(text, edits))


@pytest.mark.parametrize("game", GAMES)
def test_every_scene_that_comes_with_a_game_opens_and_comes_back_the_same(game: str) -> None:
    ground = ground_of_game(game)
    for name, path in ground.game.starter.scenes.items():
        text = path.read_text(encoding="utf-8")
        found = scene_drafted(ground, SceneDraft(text, [edit("title", to="Another"), edit("title", to="")]))
        found = scene_drafted(ground, SceneDraft(found.text, [edit("title", to=found.scene and _title(text))]))
        assert (name, found.text) == (name, text)
        assert (name, found.faults) == (name, [])
        assert found.shown is not None
        assert all(being.shown is not None and being.kind for being in found.beings if being.of), name


def _title(text: str) -> str:
    title: str = all_of(text)["title"]
    return title


def all_of(text: str) -> dict[str, Any]:
    return SCENE.read(text)


def test_comments_and_order_stay_when_something_is_changed() -> None:
    found = drafted(
        DEN,
        edit("beings", "bear", "at", to=[7, 5]),
        edit("beings", "spider", to={"from": "fikou_venom_spider", "at": [8, 4]}),
        edit("scene", "counter", to=2),
        edit("told", to="Something breathes."),
    )
    spider = '\n[beings.spider]\nfrom = "fikou_venom_spider"\nat = [8, 4]\n'
    changed = DEN.replace("[6, 5]", "[7, 5]") + spider
    head = 'board = "ash_bears_den"\n'
    assert found.text == changed.replace(head, f'{head}told = "Something breathes."\n\n[scene]\ncounter = 2\n')
    assert found.faults == []
    assert all_edited(SCENE, found.text, [edit("beings", "spider")]) == found.text.replace(spider, "\n").rstrip() + "\n"


def test_whoever_comes_in_without_a_place_gets_one_far_from_the_party() -> None:
    found = drafted(DEN, edit("beings", "bear_2", to={"from": "ash_bear"}))
    assert found.scene is not None
    assert found.scene["beings"]["bear_2"]["at"] != [6, 5]
    assert [being.shown is not None for being in found.beings] == [True] * 3
    assert found.faults == []


def test_a_board_that_is_named_becomes_the_scenes_own_when_something_in_it_is_changed() -> None:
    found = drafted(DEN, edit("board", "name", to="My den"))
    assert found.scene is not None
    assert found.scene["board"]["name"] == "My den"
    assert found.faults == []


def test_what_is_wrong_is_told_with_the_way_to_it_and_the_rest_is_shown() -> None:
    found = drafted(DEN.replace("at = [6, 5]", "at = [60, 5]\nhpp = 3"))
    assert [(fault.path, fault.line > 0, fault.severe) for fault in found.faults] == [
        (["beings", "bear", "hpp"], True, True),
        (["beings", "bear", "at"], True, True),
    ]
    assert found.faults[1].text == "This place is not on the board"
    assert [being.name for being in found.beings] == ["Tahra", "Ash Bear"]
    assert found.shown is not None
    assert drafted("title = ").scene is None
    assert [fault.text for fault in drafted(None).faults] == ["Nobody is in it yet."]


@pytest.mark.parametrize("wrong", ["beings = 5", "[beings.bear]\nfrom = []", "board = 3"])
def test_whatever_somebody_has_written_is_told_of(wrong: str) -> None:
    found = drafted(f'game = "bluebox"\n{wrong}')
    assert found.scene is not None
    assert found.faults


def test_somebody_without_a_name_is_shown() -> None:
    (being,) = drafted('game = "bluebox"\n[beings.bear]\nname = ""').beings
    assert being.shown is not None


@pytest.mark.parametrize("game", GAMES)
def test_conditions_to_begin_with_stand_in_order_by_name_and_none_that_only_rules_bring(game: str) -> None:
    ground = ground_of_game(game)
    offered = [one for one in scene_drafted(ground, SceneDraft(None)).begins if not one.quick]
    titles = [one.title for one in offered]
    assert titles == sorted(titles, key=str.lower)
    assert not [title for title in titles if not title[0].isupper() and title[0].isalpha()]
    assert not [one for one in offered if ground.game.shape.kind_of(str(one.condition)).by_rules]


@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].hides])
def test_whoever_begins_hidden_is_hidden_from_the_players(game: str) -> None:
    ground = ground_of_game(game)
    text = ground.scene_text(HIDDEN_IN[game][0])
    (hides,) = [one for one in scene_drafted(ground, SceneDraft(text)).begins if one.hides and one.quick]
    who = HIDDEN_IN[game][1]
    fields = {**all_of(text)["beings"][who], "conditions": [hides.condition], **hides.fields}
    found = scene_drafted(ground, SceneDraft(text, [edit("beings", who, to=fields)]))
    hidden = [being.id for being in found.beings if being.shown is not None and being.shown.hidden]
    assert (hides.title, who in hidden) == ("hidden", True)


HIDDEN_IN = {
    "bluebox": ("ash_bears_den_bear", "bear"),
    "crawl": ("kennel_gallery", "cur_1"),
    "navyblue": ("the_ropewalk", "bolt_thrower"),
}


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_set_is_there_and_everybody_can_be_put_in(game: str) -> None:
    ground = ground_of_game(game)
    assert all(field.schema["title"] for field in scene_fields(ground.game.shape, scene_forms(ground.game.home)))
    lines = roster(ground)
    people = [line for line in lines if line.kind in ("enemy", "npc")]
    kinds = [kind for kind in ("enemy", "npc") if kind in ground.library.shelves]
    assert len(people) == sum(len(ground.library.offered(kind)) for kind in kinds), "nobody is left out"


def test_where_nobody_says_which_way_somebody_looks_it_is_said_what_they_look_at() -> None:
    found = drafted('game = "crawl"\nboard = { q = [0, 2], r = [0, 2] }', game="crawl")
    (looks,) = [field.schema for field in found.fields if field.path == ["facing"]]
    assert (looks["x-unset"], looks["x-names"]["0"]) == ("the nearest enemy", "east")


@pytest.mark.parametrize("game", GAMES)
def test_enemies_go_from_easy_to_hard_those_as_hard_by_level_and_hp_and_those_alike_by_name(game: str) -> None:
    ground = ground_of_game(game)
    people = [line for line in roster(ground) if line.kind in ("enemy", "npc")]
    entries = {line.id: ground.library.shelves[line.kind].entries[line.id] for line in people}
    order = [
        (line.kind, getattr(entries[line.id], "difficulty", 0), line.level or 0, line.hp, line.name)
        for line in people
    ]  # fmt: skip
    assert order == sorted(order)
    first, last = ENDS[game]
    enemies = [line.name for line in people if line.kind == people[0].kind]
    assert (enemies[:5], enemies[-1]) == (first, last)


ENDS = {  # the first five, of whom some are alike but for their HP or their name, and the last
    "bluebox": (["Bog Crab", "Fikou Venom Spider", "Reed Darter", "Vahki Patroller", "Masked Outlaw"], "Magma Tahtor"),
    "cloudbreaker": (["Gale Gull", "Glimmerleech", "Bog Spider", "Lost Signalman", "Razorshell"], "Preta Horde"),
    "crawl": (["Ash Midge", "Tunnel Cur", "Lamp Thief", "Crawl Scavenger", "Toll Archer"], "The Hollow Choirmaster"),
    "navyblue": (["Bilge Rat Pack", "Wharf Hound", "Powder Runner", "Wrecker", "Wrecker Bolt-Thrower"], "Anchor Golem"),
    "vitality": (["Alley Tough", "Broodling", "Glass Chorister", "Hunter Drone", "Red Courier"], "The Brood Mother"),
}
