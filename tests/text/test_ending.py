"""The words when a fight is over."""

from __future__ import annotations

import re

import pytest

from ludex.core.files.scenefile import load_scene
from ludex.core.game import GAMES
from ludex.text.play.demo import tell_quietly, told_by
from ludex.text.play.ending import ended_words, foes_fared, ours_fared
from ludex.text.screen import Screen, console_for
from ludex.text.table.table import Table
from tests.table.tables import SCENES


def begun(game: str) -> Table:
    file = load_scene(GAMES[game].home / "content" / "scenes" / f"{SCENES[game]}.toml")
    return told_by(GAMES[game], file, Screen(console_for(plain=True), plain=True), "simple", seed=2)


@pytest.mark.parametrize("game", ["bluebox", "crawl", "vitality"])
def test_who_has_won_is_said_and_how_both_sides_fared(game: str) -> None:
    table = begun(game)
    assert tell_quietly(table)
    won = table.game.winner(table.live.scene) == "party"
    assert ended_words(table).startswith(f"The party has {'won' if won else 'lost'}. ")
    table.sides = ("party",)
    told = ended_words(table)
    assert told.startswith("You have won. " if won else "You have lost. ")
    assert re.search(r"\. .*enem(y|ies) .*\. .* stands?( any more)?\.$", told)
    table.sides = ("foes",)
    assert ended_words(table).startswith("You have lost. " if won else "You have won. ")


def test_nothing_is_said_of_a_fight_that_has_not_been_decided() -> None:
    assert ended_words(begun("bluebox")) == ""


@pytest.mark.parametrize(
    ("fates", "said"),
    [
        (["down", "out"], "Both enemies are down."),
        (["dead"], "The enemy is dead."),
        (["left", "down", "out", "up"], "Two enemies are down, one is gone and one still stands."),
        (["up"] * 3, "All three enemies still stand."),
    ],
)
def test_how_the_other_side_fared(fates: list[str], said: str) -> None:
    assert foes_fared(fates) == said


@pytest.mark.parametrize(
    ("fates", "said"),
    [
        (["up"], "Tahra still stands."),
        (["out"], "Tahra does not stand any more."),
        (["up", "up"], "Both on your side still stand."),
        (["up", "down", "left"], "One of three on your side still stands."),
        (["down", "dead"], "Nobody on your side stands any more."),
    ],
)
def test_how_the_own_side_fared(fates: list[str], said: str) -> None:
    assert ours_fared(fates, "Tahra", "on your side") == said
