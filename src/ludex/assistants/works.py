"""What is worked out for an assistant on this machine: whether a draft fits, odds, and many fights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import msgspec

from ludex.assistants.book import Folders, checked
from ludex.core.content.content import parse_toml, read_toml
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import Finding, at_its_line, content_findings, scene_findings
from ludex.core.game import GAMES
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import scenes_in
from ludex.lab.apart import summary
from ludex.lab.ask import odds
from ludex.lab.compare import compare
from ludex.lab.simulate import simulate

DRAFT = "the draft"
NAME = re.compile(r"\w{1,200}")
OWN_WORDS = frozenset(("scene", "actor", "action", "answers", "content"))  # that `odds` has for itself
MOST_OUTCOMES = 40  # that are told, the likeliest first
Settings = Mapping[str, Any]


def scene_of(given: str, folders: Folders) -> dict[str, Any]:
    """The tables of a scene by its name, or of a text. No other file is read, whatever is asked for, and nobody is told
    where it lies."""
    if not NAME.fullmatch(given.strip()):
        return parse_toml(given)
    known = {name: path for game in GAMES for name, path in scenes_in(GAMES.home(game) / "content").items()}
    for folder in folders:
        known |= scenes_in(folder)
    if given.strip() not in known:
        raise BadInput(f"there is no scene {given!r}; {meant(given, known)}")
    return read_toml(known[given.strip()])


def by_name(policy: str, settings: Settings) -> None:
    """Nobody plays who would have to be imported from somewhere."""
    chosen = [policy, *(str(value) for path, value in settings.items() if path.startswith("policy."))]
    if any(":" in each for each in chosen):
        raise BadInput("policy: expected a name such as simple, random or search")


# ---------------------------------------------------------------- drafts


def check_draft(game: str, text: str, folders: Folders) -> dict[str, Any]:
    """All that is wrong with the text of a content file or a scene file."""
    tables = parse_toml(text)
    found = [at_its_line(one, text) for one in _findings(checked(game), tables, folders)]
    wrong = [one for one in found if not one.warning]
    return {"fits": not wrong, "findings": [_told(one) for one in found]}


def _findings(game: str, tables: dict[str, Any], folders: Folders) -> list[Finding]:
    library = GAMES[game].library(*folders)
    try:
        if "game" in tables:
            return list(scene_findings(tables, DRAFT, library if tables["game"] == game else None))
        if not tables:
            return [Finding(DRAFT, "", "", "the draft is empty; expected entries such as [[weapon]], or a scene")]
        return list(content_findings(GAMES[game], library, [(DRAFT, tables)]))
    except BadInput as fault:
        return [Finding(DRAFT, "", "", str(fault))]
    except Exception as fault:  # whatever a game makes of what nobody would write
        return [Finding(DRAFT, "", "", broke_down(fault))]


def _told(one: Finding) -> dict[str, Any]:
    return {
        "entry": one.entry, "field": one.field, "line": one.line, "problem": one.problem, "rule": one.rule,
        "only_a_warning": one.warning,
    }  # fmt: skip


# ---------------------------------------------------------------- odds and fights


def odds_of(
    scene: str, actor: str, action: str, args: Settings, answers: Mapping[str, Plain], folders: Folders
) -> dict[str, Any]:
    if taken := OWN_WORDS.intersection(args):
        raise BadInput(f"args: no action has {sorted(taken)[0]!r}")
    found = odds(scene_of(scene, folders), actor, action, answers=answers, content=folders, **args).to_plain()
    return {**found, "outcomes": found["outcomes"][:MOST_OUTCOMES], "outcomes_in_all": len(found["outcomes"])}


def simulated(scene: str, fights: int, seed: int, policy: str, settings: Settings, folders: Folders) -> dict[str, Any]:
    by_name(policy, settings)
    found = simulate(
        scene_of(scene, folders), fights=fights, seed=seed, policies=policy, settings=settings, content=folders,
        workers=1,
    )  # fmt: skip
    return plain(summary(found))


def compared(
    scene: str, other: str, settings: Settings, fights: int, seed: int, policy: str, folders: Folders
) -> dict[str, Any]:
    by_name(policy, settings)
    if not other and not settings:
        raise BadInput("nothing to compare: expected another scene, or settings")
    second = scene_of(other, folders) if other else None
    found = compare(
        scene_of(scene, folders), second, settings=settings, fights=fights, seed=seed, policies=policy, content=folders,
        workers=1,
    )  # fmt: skip
    one, two = plain(summary(found.first)), plain(summary(found.second))
    more = {"names": list(found.names), "second_minus_first": asdict(found.change), "warnings": found.warnings}
    return {**more, "first": one, "second": two}


def plain(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(value)
    return found
