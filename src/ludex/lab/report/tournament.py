"""The page of a tournament: who plays better, scene by scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.lab.report.charts import LOST, NOBODY, WON, whisker
from ludex.lab.report.markup import Html, counted, join, section, table, tag
from ludex.lab.report.page import beware, facts, interval_words, many, page

Plain = Mapping[str, Any]

EVEN = 0.5


def tournament_page(plain: Plain) -> Html:
    bouts = plain["bouts"]
    scenes = list(dict.fromkeys(bout["scene"] for bout in bouts))
    games = list(dict.fromkeys(bout["game_title"] for bout in bouts))
    title = scenes[0] if len(scenes) == 1 else counted(len(scenes), "scene")
    return page(
        title,
        {"game_title": ", ".join(games)},
        "tournament",
        beware((), plain["stopped"]),
        *(bouts_in(scene, [bout for bout in bouts if bout["scene"] == scene]) for scene in scenes),
        origin(plain),
    )


def bouts_in(scene: str, bouts: list[Plain]) -> Html:
    sides = list(bouts[0]["won_as"])
    rows = [
        [
            f"{bout['second']} against {bout['first']}",
            whisker(bout["won"]["rate"], bout["won"]["low"], bout["won"]["high"], kind(bout), EVEN),
            interval_words(bout["won"]),
            verdict(bout),
            *(f"{bout['won_as'][side]['count']} of {bout['won_as'][side]['of']}" for side in sides),
            str(bout["nobody"]),
        ]
        for bout in bouts
    ]
    note = (
        "of the fights that somebody won, by the one named first; with 95 % intervals, and a line where both are even"
    )
    heads = ["Who", "", "won", "", *(f"won as {side}" for side in sides), "won by nobody"]
    return section(scene, note, table(heads, rows), class_="whole")


def kind(bout: Plain) -> str:
    return WON if bout["better"] == bout["second"] else LOST if bout["better"] else NOBODY


def verdict(bout: Plain) -> str:
    return f"{bout['better']} is better" if bout["better"] else "no certain difference"


def origin(plain: Plain) -> Html:
    """All that it takes to do it again."""
    bouts = plain["bouts"]
    rules = dict.fromkeys(f"{bout['game_title']}, version {bout['rules_version']}" for bout in bouts)
    seals = dict.fromkeys((bout["game_title"], bout["content_seal"]) for bout in bouts)
    content = [part for game, seal in seals for part in (tag("code", seal), f" ({game}) ")]
    fights = sum(bout["fights"] for bout in bouts)
    return facts(
        {
            "Scenes": ", ".join(dict.fromkeys(bout["where"] for bout in bouts)),
            "Rules": "; ".join(rules),
            "Content": join(content),
            "Seed": f"{plain['seed']}; each seed is fought twice, with sides changed",
            "Longest fight": counted(plain["limit"], "decision"),
            "Fights": many(fights, "fight", plain["run"]),
            "Ludex": plain["ludex"],
        }
    )
