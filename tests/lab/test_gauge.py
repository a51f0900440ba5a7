"""The gauge: what a scene costs the party, how hard that is, and ways to make it otherwise."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.lab.apart import LabLine
from ludex.lab.gauge import gauge, ways
from ludex.lab.gauge.gauge import FIRST, NO_FOES, NOTICED, is_time, spread
from ludex.lab.gauge.grades import grade
from ludex.lab.gauge.noticed import is_had
from ludex.lab.gauge.party import Party
from ludex.lab.gauge.party import ready as standing
from ludex.lab.trial import options
from ludex.workshop.gauged import MEND_FIRST, Gauging, Ready, gauge_ready
from ludex.workshop.ground import ground_of_game

GROUND = ground_of_game("bluebox")
BEAR = GROUND.game.starter.scenes["ash_bears_den_bear"].read_text(encoding="utf-8")


def ready(text: str = BEAR, fights: int = FIRST, **given: Any) -> Ready:
    return gauge_ready(GROUND, Gauging(text, fights, **given))


def gauged(text: str = BEAR, fights: int = FIRST, **given: Any) -> list[LabLine]:
    lines: list[LabLine] = []
    gauge.run(pickle.loads(ready(text, fights, **given).job), lines.append)
    return lines


def test_the_first_line_comes_after_twenty_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauge, "monotonic", lambda: 0.0)
    first, last = gauged(fights=FIRST + NOTICED)
    assert first.gauge is not None
    assert last.gauge is not None
    assert (first.done, first.gauge.fights, first.gauge.unused) == (False, FIRST, None)
    assert (last.done, last.gauge.fights) == (True, FIRST + NOTICED)
    assert last.gauge.unused is not None
    assert not is_time(FIRST - 1, told_any=False, since=0.0)


def test_what_somebody_could_try_or_make_and_has_not_is_none_of_theirs() -> None:
    game = GAMES["crawl"]
    scene = scene_from(read_toml(game.starter.scenes["kennel_gallery"]), "", game.starter).scene
    marrow = scene.beings["marrow"]
    offered = {option for option in options(game, scene, marrow) if option[1]}
    written = msgspec.json.encode(marrow, enc_hook=str)
    had = {option for option in offered if is_had(game, scene, marrow, written, option)}
    assert ("use", "mending_circle") in offered - had
    assert ("make_agent", "tunnel_rot") in offered - had  # anybody may make it
    assert {("attack", "archery:short_bow"), ("use", "field_aid")} <= had


def test_it_tells_what_the_fight_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauge, "monotonic", lambda: 0.0)
    (line,) = gauged()
    found = line.gauge
    assert found is not None
    assert found.hp.low <= found.hp.left <= found.hp.high
    assert found.worst.health <= found.hp.left <= found.hp.of == 85
    assert sum(share for *_, share in found.hp.spread) == pytest.approx(1)
    assert [who.id for who in found.who] == ["tahra", "onuri", "kailani", "vhor"]
    assert [pool.name for pool in found.resources] == ["Plating", "EP"]
    assert found.wins.low <= found.wins.share <= found.wins.high
    assert found.policies == {"party": "simple", "foes": "simple"}
    assert (found.grade, found.endless, found.notes) == ("easy", 0, [])


def test_the_same_scene_has_the_same_key_whatever_it_is_called() -> None:
    other = BEAR.replace("title = ", 'told = "Look."\ntitle = ')
    assert ready().key == ready(other).key == ready(fights=400).key
    assert ready().key != ready(BEAR.replace("[6, 5]", "[7, 5]")).key
    assert ready().key != ready(seed=2).key


def test_a_party_stands_in_and_rises_to_a_level() -> None:
    (line,) = gauged(fights=1, party=Party(5, 2))
    assert line.gauge is not None
    assert line.gauge.of_party == 5
    assert line.gauge.hp.of > 85
    assert line.gauge.notes == ["Tahra, Onuri, Kailani, Vhor and Kopeka stand in for the party."]
    crawl = ground_of_game("crawl")
    text = crawl.game.starter.scenes["kennel_gallery"].read_text(encoding="utf-8")
    job = pickle.loads(gauge_ready(crawl, Gauging(text, 1, party=Party(2, 3))).job)
    assert job.notes[1:] == ("The Crawl has no levels; they are as they come.",)


def test_where_those_who_are_ready_are_too_few_there_are_more_of_the_same() -> None:
    few = [entry.id for entry in GROUND.game.starter.all("character")]
    many = [entry.id for entry in standing(GROUND.game, GROUND.game.starter, Party(len(few) + 1))]
    assert many == [*few, few[0]]


def test_characters_of_ones_own_stand_in_before_those_of_the_game() -> None:
    library = GROUND.game.library()
    own = [msgspec.to_builtins(library.shelves["character"].entries[id]) for id in ("onuri", "kailani")]
    assert [entry.id for entry in standing(GROUND.game, library, Party())] == ["tahra", "onuri", "kailani", "vhor"]
    library.add({"character": [{**own[0], "id": "sella"}, {**own[1], "id": "marek"}]}, "mine")
    assert [entry.id for entry in standing(GROUND.game, library, Party())] == ["sella", "marek"]
    assert len(standing(GROUND.game, library, Party(3))) == 3


def test_a_scene_without_a_party_is_fought_by_those_who_are_ready() -> None:
    bear = BEAR[: BEAR.index("[beings.tahra]")] + BEAR[BEAR.index("[beings.bear]") :]
    (line,) = gauged(bear, fights=1)
    assert line.gauge is not None
    assert line.gauge.of_party == 4


def test_where_there_is_no_fight_or_a_fault_it_says_so() -> None:
    with pytest.raises(BadInput, match=NO_FOES):
        gauged(BEAR[: BEAR.index("[beings.bear]")])
    with pytest.raises(BadInput, match=MEND_FIRST):
        ready(BEAR.replace("at = [0, 5]", "at = [90, 5]"))


@pytest.mark.parametrize(
    ("wins", "hurt", "word"),
    [(0.9, 0.24, "easy"), (0.9, 0.25, "fair"), (0.89, 0.0, "fair"), (0.65, 1.0, "fair"), (0.64, 1.0, "hard"),
     (0.4, 1.0, "hard"), (0.39, 0.0, "deadly")],
)  # fmt: skip
def test_four_words_for_how_hard_it_is(wins: float, hurt: float, word: str) -> None:
    assert grade(wins, hurt) == word


def test_what_is_left_is_told_in_parts_of_one_width() -> None:
    assert spread([0, 4, 5, 9, 12], 12) == [
        (0, 2, 0.2), (2, 4, 0.0), (4, 6, 0.4), (6, 8, 0.0), (8, 10, 0.2), (10, 12, 0.0), (12, 14, 0.2),
    ]  # fmt: skip


def test_ways_to_a_wish_are_fought_with_the_same_dice() -> None:
    lines: list[LabLine] = []
    ways.run(pickle.loads(ready(fights=20, wish="fair").job), lines.append)
    assert lines[-1].done
    found = lines[-1].ways
    assert found
    for way in found:
        assert way.fights == 20
        assert way.hp.less > 0, "each makes it harder"
        assert way.hp.low <= way.hp.less <= way.hp.high
        assert way.fits is (way.grade == "fair")
    words = {way.words: way for line in lines for way in line.ways or ()}
    more = words["One more Ash Bear"]
    assert more.ghost is not None
    assert (more.ghost.of, more.edits[0].path[0], more.edits[0].value["from"]) == ("ash_bear", "beings", "ash_bear")


def test_whoever_comes_in_is_called_as_people_would() -> None:
    assert [ways.another(name) for name in ("Ash Bear", "Salt Witch", "The Hollow King")] == [
        "An Ash Bear", "A Salt Witch", "The Hollow King",
    ]  # fmt: skip


def test_what_is_as_hard_as_wished_needs_no_change() -> None:
    lines: list[LabLine] = []
    ways.run(pickle.loads(ready(fights=20, wish="easy").job), lines.append)
    assert [(line.done, line.ways) for line in lines] == [(True, [])]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_ways_in_every_game(game: str) -> None:
    known = GAMES[game]
    tables = read_toml(known.starter.scenes[SCENES[game]])
    ground = ways.Ground(known, known.starter, tables, scene_from(tables, "", known.starter).scene)
    harder = [way.words for way in ways.ways_to(ground, 2)]
    easier = [way.words for way in ways.ways_to(ground, -1)]
    assert any(words.startswith("One more ") for words in harder)
    assert any(words.startswith("Two more ") for words in harder)
    assert any(words.startswith(("One ", "Without ")) for words in easier)


SCENES = {
    "bluebox": "broken_causeway_patrol",
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "the_broken_pier",
    "vitality": "the_kennels",
}


def test_a_scene_that_says_who_stands_against_five_is_gauged_so() -> None:
    text = f'{BEAR}\n[parties.5.beings.second_bear]\nfrom = "ash_bear"\n'
    fought = pickle.loads(ready(text, party=Party(size=5)).job)
    assert len([being for being in fought.scene.beings.values() if being.side == "foes"]) == 2
    assert "Set up for 5 characters." in fought.notes
    assert len([being for being in pickle.loads(ready(text).job).scene.beings.values() if being.side == "foes"]) == 1
    with pytest.raises(BadInput, match="looked for with as many as are in it"):
        ready(text, party=Party(size=5), wish="hard")
