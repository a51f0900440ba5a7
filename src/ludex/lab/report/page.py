"""The frame of every page: its head, what to beware of, and all that it takes to do it again."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ludex.lab import result
from ludex.lab.report.charts import WON, bar, hatchings
from ludex.lab.report.markup import Html, counted, join, number, percent, section, tag

HERE = Path(__file__).parent
FONTS = {
    ("Alegreya", "400 900"): "alegreya.woff2",
    ("Alegreya Sans", "500"): "alegreya-sans-500.woff2",
    ("Alegreya Sans", "700"): "alegreya-sans-700.woff2",
}


def page(title: str, about: Mapping[str, Any], what: str, *sections: str) -> Html:
    """One file with everything in it: no scripts, and nothing from elsewhere."""
    style = Html("".join(_font(*face, file) for face, file in FONTS.items()) + (HERE / "page.css").read_text("utf-8"))
    head = tag(
        "head",
        Html('<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>'),
        Html('<meta name="color-scheme" content="light dark"/>'),
        tag("title", f"{title}: {what}"),
        tag("style", style),
    )
    running = tag(
        "header",
        tag("span", "Ludex", class_="brand"),
        tag("span", about["game_title"], class_="game"),
        tag("h1", tag("span", f"The lab, {what}: "), title),
        class_="running",
    )
    body = tag("body", hatchings(), running, tag("main", *sections))
    return Html("<!DOCTYPE html>\n" + tag("html", head, body, lang="en") + "\n")


def _font(family: str, weight: str, file: str) -> str:
    """Small enough to travel with the page."""
    data = b64encode((HERE / "fonts" / file).read_bytes()).decode("ascii")
    source = f'url("data:font/woff2;base64,{data}") format("woff2")'
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-display: swap; src: {source}; }}\n'


# ---------------------------------------------------------------- what all pages have


def beware(warnings: Iterable[str], stopped: str) -> Html:
    """What a reader must know before believing a number; nothing where there is nothing."""
    told = [tag("p", tag("strong", "Not finished: "), stopped)] if stopped else []
    told += [tag("p", tag("strong", "Warning: "), warning) for warning in warnings]
    return tag("section", *told, class_="beware", role="note") if told else Html()


def headline(question: str, answer: str, unit: str, *below: str) -> Html:
    """The number that was asked for."""
    big = tag("p", answer, tag("span", unit), class_="big")
    return tag("section", tag("h2", question, class_="question"), big, *below, class_="third headline")


def share_bar(share: Mapping[str, Any]) -> Html:
    """A share with its interval, drawn and in words."""
    between = f"{100 * share['low']:.1f} to {percent(share['high'])} with 95 % confidence"
    drawn = bar(share["rate"], WON, share["low"], share["high"])
    return tag("div", drawn, tag("p", between, class_="between"))


def many(count: int, noun: str, run: Mapping[str, Any]) -> str:
    took = f" in {run['seconds']:.1f} s" if run.get("seconds") else ""
    return f"{counted(count, noun)}{took}"


def played(policies: Mapping[str, str]) -> str:
    """`both sides played by simple`"""
    names = list(dict.fromkeys(policies.values()))
    if len(names) == 1:
        return f"all sides played by {names[0]}"
    return ", ".join(f"{side} played by {name}" for side, name in policies.items())


def provenance(about: Mapping[str, Any], more_rows: Mapping[str, str]) -> Html:
    """All that it takes to do it again."""
    options = ", ".join(f"{name} = {result.written(value)}" for name, value in about["options"].items())
    rows = {
        "Scene": about["scene"],
        **({"Set": settings_words(about)} if about["settings"] else {}),
        "Rules": f"{about['game_title']}, version {about['rules_version']}",
        "Content": join([*(f"{folder}, " for folder in about["content"]), tag("code", about["content_seal"])]),
        "Options": options or "as the game has them",
        "Played by": ", ".join(f"{side}: {name}" for side, name in about["policies"].items()),
        "Seed": str(about["seed"]),
        "Longest fight": counted(about["limit"], "decision"),
        "Ludex": about["ludex"],
        **more_rows,
    }
    return facts(rows)


def facts(rows: Mapping[str, str]) -> Html:
    pairs = [tag("div", tag("dt", name), tag("dd", value)) for name, value in rows.items()]
    note = "the same seed gives the same numbers"
    return section("Where it comes from", note, tag("dl", *pairs), class_="whole")


def settings_words(about: Mapping[str, Any]) -> str:
    return ", ".join(f"{path} = {result.written(value)}" for path, value in about["settings"].items())


def watch(about: Mapping[str, Any], seed: int) -> Html:
    """The command that tells a fight; nothing where the scene is in no file."""
    words = result.watch(about, seed)
    return tag("code", words) if words else Html()


def named(name: str, note: str = "") -> Html:
    return join([tag("b", name), *([" ", tag("span", note, class_="note")] if note else [])])


def interval_words(share: Mapping[str, Any]) -> Html:
    """`78.0 %  72.1 to 83.0`"""
    between = f"{number(100 * share['low'])} to {number(100 * share['high'])}"
    return join([tag("b", percent(share["rate"])), " ", tag("span", between, class_="note")])
