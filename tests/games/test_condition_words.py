"""What a condition notes and counts has a name of its own in scene files; the old one still holds."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.conditions import Conditions
from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from tests.pages import PAGES

WORDS = [
    (game, name, kind)
    for game, known in [(name, game.shape.conditions) for name, game in GAMES.items()]
    if isinstance(known, Conditions)
    for name, kind in known.items()
    if kind.note_word or kind.value_word
]


def conditions(game: str, **given: Any) -> Any:
    beings: dict[str, Any] = {"ann": {}, "ben": {"conditions": [given]}}
    return scene_from({"game": game, "beings": beings}, "a file").scene.beings["ben"].conditions


def test_there_are_some_in_every_game() -> None:
    assert {game for game, _, _ in WORDS} == set(GAMES)


def test_who_is_held_by_which_part_and_whether_they_are_willing() -> None:
    (held,) = conditions("cloudbreaker", name="Grappled", source="ann", part="body", willing=True)
    assert (held.note, held.value) == ("body", 1)
    assert conditions("cloudbreaker", name="Grappled", source="ann", note="body", distance=1) == (held,)
    assert conditions("cloudbreaker", name="Grappled", source="ann", part="body", willing=False)[0].value == 0


@pytest.mark.parametrize(("game", "name", "new", "old"), [
    ("bluebox", "Hunkered", {"edge": "0 0 1 0"}, {"note": "0 0 1 0"}),
    ("bluebox", "Edge", {"on": "Grapple", "amount": 2}, {"note": "Grapple", "dc": 2}),
    ("navyblue", "Boosted", {"attribute": "Brawn", "amount": 2}, {"note": "Brawn", "value": 2}),
    ("crawl", "Incapacitated", {"limb": "left arm"}, {"note": "left arm"}),
    ("crawl", "Burning", {"sides": "4", "rounds": 2}, {"note": "4", "value": 2}),
    ("vitality", "Bolstered", {"score": "avoidance", "amount": 3}, {"note": "avoidance", "value": 3}),
])  # fmt: skip
def test_the_old_names_say_the_same(game: str, name: str, new: dict[str, Any], old: dict[str, Any]) -> None:
    assert conditions(game, name=name, **new) == conditions(game, name=name, **old)


def test_one_thing_is_not_said_twice() -> None:
    with pytest.raises(ContentError, match="it says the same as another field, note"):
        conditions("crawl", name="Incapacitated", note="left arm", limb="left arm")
    with pytest.raises(ContentError, match="limb"):
        conditions("crawl", name="Prone", limb="left arm")


def test_every_word_is_on_the_page_of_its_game(subtests: pytest.Subtests) -> None:
    pages = {page.name: page for page in PAGES}
    for game, name, kind in WORDS:
        with subtests.test(name, game=game):
            rows = [row for row in pages[game].section("### Conditions").splitlines() if name in row]
            for word in filter(None, (kind.note_word, kind.value_word)):
                assert any(f"`{word}" in row for row in rows)
