"""Adventures that are being written: as texts that are changed field by field, with all that is wrong in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.adventure_forms import FORMS
from ludex.core.files.adventurefile import Adventure
from ludex.core.files.adventures import adventures_of
from ludex.core.game import GAMES
from ludex.core.pack.parts import ADVENTURE
from ludex.core.pack.reading import parts_at
from ludex.workshop.adventures import AdventureDrafted, adventure_drafted, adventure_form
from ludex.workshop.editing import MOST_SCENE, Edit
from ludex.workshop.ground import Ground, ground_of_game
from tests.conftest import GAMES as NAMES

SHIPPED = [(game, path) for game in NAMES for path in adventures_of(game).values()]
GROUND = ground_of_game("vitality")


def drafted(text: str | None, *edits: tuple[list[str | int], Any], ground: Ground = GROUND) -> AdventureDrafted:
    return adventure_drafted(ground, text, [Edit(path=path, value=value) for path, value in edits])


def faults(text: str | None, *edits: tuple[list[str | int], Any]) -> list[tuple[list[str | int], str]]:
    return [(fault.path, fault.text) for fault in drafted(text, *edits).faults]


def tables(text: str) -> dict[str, Any]:
    found = drafted(text).adventure
    assert found is not None
    return found


def fields(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[list[str | int], Any]]:
    """All that has no parts, with the way to it."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        if isinstance(part, dict | list) and part:
            yield from fields(part, (*way, step))
        else:
            yield [*way, step], part


@pytest.mark.parametrize(("game", "path"), SHIPPED, ids=[path.name for _, path in SHIPPED])
def test_those_that_come_with_the_games_go_through_edits_and_come_back_as_they_were(game: str, path: Path) -> None:
    text, ground = parts_at(path)[ADVENTURE].decode(), ground_of_game(game)
    raw = tables(text)
    assert adventure_drafted(ground, text, []).text == text
    said = [(way, value) for way, value in fields(raw) if isinstance(value, str)]
    for way, value in said[::7]:
        changed = drafted(text, (way, f"{value}, and more")).text
        assert changed != text
        assert drafted(changed, (way, value)).text == text


@pytest.mark.parametrize(("game", "path"), SHIPPED, ids=[path.name for _, path in SHIPPED])
def test_those_that_come_with_the_games_can_be_written_from_nothing(game: str, path: Path) -> None:
    """As somebody fills in the form: chapter after chapter, each part begun empty and then filled in."""
    raw = tables(parts_at(path)[ADVENTURE].decode())
    text = drafted(None, (["title"], raw["title"]), (["text"], raw["text"]), (["players"], raw["players"])).text
    for number, chapter in enumerate(raw["chapter"]):
        text = drafted(text, (["chapter", number], {"id": chapter["id"], "title": chapter["title"]})).text
        for field, value in chapter.items():
            parts = value if isinstance(value, list) else []
            for at, part in enumerate(parts):
                way = ["chapter", number, field]
                text = drafted(
                    text, ([*way, at], dict.fromkeys(part, "")) if at else (way, [dict.fromkeys(part, "")])
                ).text
                text = drafted(text, *[([*way, at, name], inner) for name, inner in part.items()]).text
            if not parts:
                text = drafted(text, (["chapter", number, field], value)).text
    assert tables(text) == raw
    assert text.count("[[chapter.handouts]]") == sum(len(one.get("handouts", [])) for one in raw["chapter"])
    assert "\\n" not in text, "what has several lines stands on several"


TIDE = '''title = "Tide"
players = [3, 5]

# By night.
[[chapter]]
id = "quay"
title = "On the quay"
scene = "night_market" # in the rain
say = """
Fog.

Six people."""
next = [{ to = "vault", text = "Below.", when = "lost" }, { to = "ferry", text = "Across." }]

# Of paper.
[[chapter.handouts]]
title = "A ticket"
text = "Not before the ebb."

[[chapter]]
id = "ferry"
title = "The ferry"
next = [{ to = "vault", text = "Down." }]

# The end.
[[chapter]]
id = "vault"
title = "The vault"
'''


def test_chapters_change_places_with_all_that_is_theirs() -> None:
    quay, ferry, vault = tables(TIDE)["chapter"]
    first, third = TIDE.index("# By night."), TIDE.index("# The end.")
    second = TIDE.index('[[chapter]]\nid = "ferry"')
    blocks = [TIDE[third:], TIDE[first : second - 1], TIDE[second : third - 1]]
    moved = drafted(TIDE, (["chapter"], [vault, quay, ferry])).text
    assert moved == TIDE[:first] + "\n".join(blocks)
    assert drafted(moved, (["chapter"], [quay, ferry, vault])).text == TIDE
    assert tables(drafted(TIDE, (["chapter"], [ferry, vault])).text)["chapter"] == [ferry, vault], "one goes"
    handouts: list[str | int] = ["chapter", 0, "handouts"]
    two = drafted(TIDE, ([*handouts, 1], {"title": "A receipt", "text": "Paid."})).text
    (ticket, receipt) = tables(two)["chapter"][0]["handouts"]
    turned = drafted(two, (handouts, [receipt, ticket])).text
    assert turned.index("A receipt") < turned.index("# Of paper.") < turned.index('"ferry"\ntitle')


def test_all_chapters_of_a_long_adventure_change_places_at_once() -> None:
    """Field by field the text would be read again for each."""
    text = TIDE + "".join(
        f'\n[[chapter]]\nid = "c{n}"\ntitle = "C"\nsay = "{"x" * 3_500}"\nknow = "k"\n' for n in range(20)
    )
    chapters = tables(text)["chapter"]
    assert tables(drafted(text, (["chapter"], chapters[::-1])).text)["chapter"] == chapters[::-1]


def test_what_is_wrong_stands_beside_its_field_in_words() -> None:
    assert faults(TIDE) == []
    ways: list[str | int] = ["chapter", 0, "next"]
    assert faults(TIDE, ([*ways, 1, "to"], "gone")) == [([*ways, 1, "to"], "There is no chapter “gone”")]
    assert faults(TIDE, ([*ways, 1, "text"], "")) == [([*ways, 1, "text"], "Nothing is written here yet")]
    assert faults(TIDE, (["chapter", 0, "scene"], "nowhere")) == [
        (["chapter", 0, "scene"], "There is no scene “nowhere”")
    ]
    lonely = "No way leads to “The ferry”: another chapter has to go on there"
    assert faults(TIDE, ([*ways, 1, "to"], "vault")) == [(["chapter", 1], lonely)]
    assert faults(TIDE, (["chapter", 0, "handouts", 0, "picture"], "ticket.webp"))[0][0][-1] == "description"
    assert faults(TIDE, (["title"], "x" * 121)) == [(["title"], "Expected at most 120 characters, not 121")]
    (fault,) = drafted(TIDE.replace("night_market", "nowhere")).faults
    assert (fault.line, fault.severe) == (8, True)


HOSTILE = ("title = ", "chapter = 3", '[chapter]\nid = "a"', "[[chapter]]\n" * 400, "x" * (MOST_SCENE + 1))


@pytest.mark.parametrize("text", [*HOSTILE, f"title = {'[' * 40}{']' * 40}"])
def test_whatever_somebody_writes_is_refused_in_words(text: str) -> None:
    told = drafted(text, (["title"], "Tide")).faults
    assert told
    assert len(told) <= 50
    assert not [fault.text for fault in told if "`" in fault.text or "Traceback" in fault.text]


@pytest.mark.parametrize("path", [[], [0], ["chapter", 7, "title"], ["chapter", -1], ["chapter", 0, "next", 9_999]])
def test_an_edit_that_leads_nowhere_is_refused_in_words(path: list[str | int]) -> None:
    found = drafted(TIDE, (path, "x"))
    assert (found.text, found.adventure) == (TIDE, None)
    assert found.faults[0].severe


def test_each_field_is_asked_for_in_words_and_offers_what_there_is() -> None:
    assert FORMS.missing([Adventure]) == []
    for name in NAMES:
        parts = adventure_form(ground_of_game(name))["$defs"]
        scenes = parts["Chapter"]["properties"]["scene"]["x-names"]
        assert list(scenes) == ["", *GAMES[name].starter.scenes]
        assert list(parts["Break"]["properties"]["rest"]["x-names"]) == ["", *GAMES[name].rests]
        assert set(parts["When"]["properties"]["condition"]["enum"]) == {"", *GAMES[name].shape.conditions}
