"""The rulebook over HTTP: search, tests that show a rule, rules that have to do with it, and the coach."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.book.coach import CoachError, faults, notes
from ludex.core.files.run_script import StepReport
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.server.http import games
from ludex.server.http.games import coach_file, searched
from ludex.server.http.related import related
from ludex.server.http.shown import examples, played, said, shown_by
from ludex.server.socket import messages
from tests.server.serving import run, served


def test_a_search_finds_rules_options_and_content() -> None:
    found = searched(GAMES["bluebox"], "plating")
    assert "bb.plating.halves" in [rule.id for rule in found.rules]
    assert "opt_plating_only_backfooted" in [option.name for option in found.options]
    assert found.entries
    assert all("plating" in f"{rule.title} {rule.near} {rule.where}".lower() for rule in found.rules)
    assert searched(GAMES["bluebox"], "  ").rules == []


def test_a_rule_is_shown_by_scene_files_in_its_usual_reading_first() -> None:
    found = shown_by("bluebox", "bb.plating.sacrifice")
    assert found[0].name == "plating/sacrifice"
    assert "plating/only_backfooted" in [one.name for one in found]


def test_an_example_is_played_step_by_step() -> None:
    found = played("bluebox", "plating/sacrifice")
    assert found.holds
    assert found.steps[0].lines == []
    assert found.steps[1].words == "Four: Attack"
    assert found.steps[0].beings["target"]["pools"] != found.steps[1].beings["target"]["pools"]
    assert found.steps[0].board is not None


def test_an_example_is_played_once_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    first = played("bluebox", "plating/sacrifice")
    monkeypatch.setattr("ludex.server.http.shown.run_script", lambda file: pytest.fail("it is played again"))
    assert played("bluebox", "plating/sacrifice") == first


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_examples_that_hold(game: str) -> None:
    name = next(iter(examples(game)))
    assert played(game, name).holds


def test_related_rules_say_how() -> None:
    game = GAMES["bluebox"]
    found = {one.id: one.how for one in related(game, game.rulebook.rules["bb.plating.sacrifice"])}
    assert found["bb.decisive.shatter"] == "named"
    assert found["bb.plating.halves"] == "beside"
    assert "bb.plating.sacrifice" not in found


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_of_every_game_refers_to_what_there_is(game: str) -> None:
    found = notes(coach_file(game))
    assert len(found) >= 5
    assert faults(found, GAMES[game].rulebook) == []
    assert len({note.id for note in found}) == len(found)
    pools = {note.when.pool for note in found if note.when.pool}
    assert pools <= {"HP", "MP", "Plating", "Vigor", "EP", "Efforts", "Resolve", "Spirit", "Slots"}


def test_a_note_that_refers_to_nothing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "coach.toml"
    path.write_text('[[note]]\nid = "a"\ntitle = "A"\nwords = "A."\nrule = "bb.no"\nwhen = { after = "b" }\n')
    assert len(faults(notes(path), GAMES["bluebox"].rulebook)) == 2
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[note]]\nid = "a"\ntitle = "A"\nwords = "A."\nwhen = { weather = "rain" }\n')
    with pytest.raises(CoachError, match="weather"):
        notes(wrong)
    assert notes(tmp_path / "none.toml") == ()


def test_all_of_it_is_told_over_http() -> None:
    async def test() -> None:
        async with served() as serving:
            rule = await serving.ask("GET", "/api/games/bluebox/rules/bb.plating.sacrifice")
            assert rule["tests"][0]["title"]
            assert rule["related"]
            assert (await serving.ask("GET", "/api/games/bluebox/search?words=plating"))["rules"]
            assert (await serving.ask("GET", "/api/games/bluebox/example?name=plating/sacrifice"))["steps"]
            assert (await serving.ask("GET", "/api/games/bluebox/coach"))[0]["when"]["turn"] == "own"
            master = await serving.found()
            told = await serving.ask("GET", f"/api/tables/{master['table']}", master["token"])
            assert told["options"]["opt_plating_only_backfooted"] is False

    run(test())


def test_a_search_knows_other_words_and_names_rules_by_their_titles() -> None:
    crawl = GAMES["crawl"]
    assert "Thrown against something immovable" in [rule.title for rule in searched(crawl, "thrown into a wall").rules]
    assert "Resisting forced movement" in [rule.title for rule in searched(crawl, "knockback").rules]
    assert not [rule.near for rule in searched(crawl, "poison").rules if "tc." in rule.near]


def test_looks_at_odds_and_at_entries_are_said_to_be_looks() -> None:
    file = scene_from({"game": "bluebox", "beings": {"onuri": {}}}, "a file")
    face = file.game.face()
    shove = said(face, file, StepReport(1, "onuri: shove", []))
    assert said(face, file, StepReport(1, "odds of onuri: shove", [])) == f"The odds of {shove}"
    assert said(face, file, StepReport(1, "look at too_strong", [])) == "Is too_strong legal?"


def test_of_very_many_words_the_first_are_sought_and_each_once() -> None:
    book = GAMES["crawl"].rulebook
    many = " ".join(f"grab the blade of the {chr(97 + n // 26)}{chr(97 + n % 26)}zz" for n in range(60))
    assert book.sought(many) == ["grab", "blade", "aazz", "abzz", "aczz", "adzz", "aezz", "afzz"]
    assert book.sought("x" * 200) == ["x" * 200]


def test_what_is_the_same_for_all_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:
            for path in ("/api/protocol", "/api/games/crawl/schema", "/api/games/crawl"):
                first = await serving.ask("GET", path)
                with monkeypatch.context() as made:
                    made.setattr(messages, "schema", lambda: pytest.fail("made again"))
                    made.setattr(games, "schema", lambda _: pytest.fail("made again"))
                    assert await serving.ask("GET", path) == first

    run(test())
