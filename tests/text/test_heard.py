"""A fight of each game as it is told to who listens: without a coordinate or the print of a program."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest

from ludex.core.files.scenefile import load_scene, scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.table.know.offers import offers
from ludex.text.maps import places
from ludex.text.play.demo import opening, told_by
from ludex.text.prompts.choosing import listed
from ludex.text.prompts.commands import look, path
from ludex.text.prompts.menu import Entry, action_menu, arguments
from ludex.text.screen import Screen
from ludex.text.table.board import situation_in_words, what_changed
from ludex.text.table.prompt import Choice, Prompt
from ludex.text.table.table import Table
from ludex.text.terminal import Console
from tests.table.tables import SCENES
from tests.table.test_plain_words import NOT_READ

STEPS = 24
ASKED = ("move", "skill", "attack")  # the actions of whose arguments the lists are heard, by their tags


class Listener(Screen):
    """Hears what may be chosen, and goes back."""

    def __init__(self) -> None:
        self.heard = io.StringIO()
        super().__init__(Console(file=self.heard, width=100, color_system=None, soft_wrap=True), plain=True)

    def read(self, prompt: str = "> ") -> str:
        return "b"


@pytest.mark.parametrize("game", SCENES)
def test_who_listens_hears_no_coordinates_and_no_prints(game: str) -> None:
    listener = Listener()
    file = load_scene(GAMES[game].home / "content" / "scenes" / f"{SCENES[game]}.toml")
    table = told_by(GAMES[game], file, listener, "simple", seed=3)
    opening(table)
    for step in range(STEPS):
        listener.lines(table.catch_up())
        if table.over:
            break
        if table.live.open is None:
            _hear(table, step)
        table.decide()
        listener.say(table.why[1])
    heard = listener.heard.getvalue()
    assert len(heard) > 5_000
    assert not re.findall(r"Rule \w+\.\w.*", heard), "the id of a rule"
    assert "Assuming" not in heard
    assert not re.findall(r"\b(?:DECISIVE|CRITICAL|DEFEATED|EXPLODING|UNCONSCIOUS|DIES)\b", heard)
    assert not re.findall(r" moves \d+ \w+, now .*", heard), "which way somebody has moved is not told"
    for what in ("a coordinate", "the print of a program"):
        assert not re.search(NOT_READ[what], heard), f"{what}: {re.findall('.*' + NOT_READ[what] + '.*', heard)[:3]}"


@pytest.mark.parametrize("game", SCENES)
def test_what_may_be_done_is_listed_in_the_order_of_the_page(game: str) -> None:
    file = load_scene(GAMES[game].home / "content" / "scenes" / f"{SCENES[game]}.toml")
    table = told_by(GAMES[game], file, Listener(), "simple", seed=3)
    opening(table)
    while table.live.open is not None:
        table.decide()
    listed = [(choice.value.action.name, bool(choice.value.among)) for choice in _menu(table, table.acting)]
    document = offers(table.seen, table.acting)
    assert document is not None
    shown = [(entry["action"], "among" in entry) for entry in document["entries"] if not entry["refused"]]
    assert [*dict.fromkeys(listed)] == [each for each in dict.fromkeys(shown) if each in listed]


def test_skills_that_somebody_has_not_learned_are_listed_after_what_one_does_in_a_fight() -> None:
    file = load_scene(GAMES["crawl"].home / "content" / "scenes" / "kennel_gallery.toml")
    table = told_by(GAMES["crawl"], file, Listener(), "simple", seed=3)
    opening(table)
    while table.acting != "brannoc" or table.live.open is not None:
        table.decide()
    said = [choice.words for choice in _menu(table, "brannoc")]
    place = next(number for number, words in enumerate(said) if "not learned" in words)
    assert {"Move", "Two-meter step", "Ready an action"} <= set(said[:place])


def test_of_places_that_are_called_the_same_the_way_there_is_told_too() -> None:
    scene = {
        "game": "crawl", "turn": "ann", "board": {"width": 14, "height": 6},
        "cover": [{"cells": [[4, 1], [5, 3]], "percent": 50, "material": "wood"}],
        "beings": {
            "ann": {"aspects": ["duck_and_dodge", "dive_for_cover"], "at": [2, 2]},
            "foe": {"side": "foes", "at": [9, 2]},
        },
    }  # fmt: skip
    listener = Listener()
    table = told_by(GAMES["crawl"], scene_from(scene, "test"), listener, "simple", seed=3)
    action = table.game.actions["use"]
    arguments(table, table.scene.beings["ann"], Entry(action, ("dive_for_cover", "ann")))
    said = [
        line.split(", against")[0].split(" ", 1)[1]
        for line in listener.heard.getvalue().splitlines()
        if "against" in line
    ]
    assert len(said) == len(set(said)) > 4
    assert any(place.startswith("2 steps east, 1 step north-east, to the hex 6 m ") for place in said)


def _menu(table: Table, who: str) -> Sequence[Choice]:
    return action_menu(table, table.scene.beings[who]).choices


def test_the_way_to_somebody_is_told_by_a_name_of_one_word() -> None:
    """No step is asked for, as no one-word name is one."""
    listener = Listener()
    file = load_scene(GAMES["bluebox"].home / "content" / "scenes" / "broken_causeway_patrol.toml")
    table = told_by(GAMES["bluebox"], file, listener, "simple", seed=3)
    opening(table)
    while table.live.open is not None:
        table.decide()
    before = len(listener.heard.getvalue())
    path(table, "to vhor", Prompt([]))
    assert listener.heard.getvalue()[before:] == "Kailani to the hex where Vhor is: 1 m, 1 step south-east.\n"
    with pytest.raises(BadInput, match="there is nobody called 'onurix'"):
        path(table, "to onurix", Prompt([]))
    path(table, "to 1 east", Prompt([]))


def test_whoever_is_called_me_is_looked_at_by_that() -> None:
    listener = Listener()
    file = load_scene(GAMES["bluebox"].home / "content" / "scenes" / "broken_causeway_patrol.toml")
    table = told_by(GAMES["bluebox"], file, listener, "simple", seed=3)
    opening(table)
    while table.live.open is not None:
        table.decide()

    def told(words: str) -> str:
        before = len(listener.heard.getvalue())
        look(table, words, Prompt([]))
        return listener.heard.getvalue()[before:]

    other = next(who for who in table.scene.beings if who != table.acting)
    assert told("me") == told(table.acting) != told(other)
    table.marks[other] = "Me"
    assert told("me") == told(other)
    del table.marks[other]
    table.scene.beings[other].name = "Me"
    assert told("me") == told(other)


def _hear(table: Table, step: int) -> None:
    """All that whoever acts is told before they choose, and what there is to choose from."""
    who, screen = table.acting, table.screen
    told: list[str] = [*situation_in_words(table, who), *what_changed(table, who)]
    plan = table.face.plan(table.scene)
    told += places.map_words(plan, table.scene, who) if plan is not None and step < 3 else []
    for line in told:
        screen.say(line)
    being: Any = table.scene.beings[who]
    prompt = action_menu(table, being)
    listed(table, prompt)
    for choice in prompt.choices:
        entry: Entry = choice.value
        if step % 4 == 0 and entry.action.args and not entry.action.tags.isdisjoint(ASKED):
            arguments(table, being, entry)
