"""A table is a campaign: scenes, characters, content, options, evenings, and opening it again."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from ludex.core.files.codec import digest
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.files.written import toml_scene
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import SealedDice
from ludex.table import doings
from ludex.table.campaign.campaign import Outside
from ludex.table.campaign.characters import Bring, CharacterFile, SendHome, character_file
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.flags import DropFlag, RaiseFlag, exported
from ludex.table.campaign.notes import Say, ShowHandout, TearNote, WriteHandout, WriteNote, may_read
from ludex.table.campaign.scenes import CloseScene, Enter, OpenScene, Prepare, Unprepare
from ludex.table.campaign.seating import HandOver, Reseat
from ludex.table.campaign.settings import AddContent, Archive, Choose, Rename, Set
from ludex.table.play.commands import Command
from ludex.table.play.improvising import Improvise
from ludex.table.play.mastering import Call
from ludex.table.records.entry import Entry
from tests.table.tables import SCENES, Kept, differing


@pytest.fixture
def kept() -> Kept:
    return Kept("bluebox")


def wounded(kept: Kept, who: str = "tahra", hp: int = 7) -> None:
    kept.do(Call(name="set", args={"what": who, "field": "hp", "value": hp}))


# ---------------------------------------------------------------- scenes


@pytest.mark.parametrize("game", SCENES)
def test_a_scene_is_prepared_from_the_content_from_tables_or_as_an_empty_board(game: str) -> None:
    kept = Kept(game)
    name = SCENES[game]
    tables = tomllib.loads(kept.table.library.scenes[name].read_text(encoding="utf-8"))
    for what in (Prepare(ready=name), Prepare(tables=tables), Prepare(title="Nothing yet")):
        scene = kept.do(what)["scene"]
        kept.do(OpenScene(scene=scene, begin=False))
        assert kept.table.playing is not None
        assert kept.table.playing.id == scene
    assert [scene.title for scene in kept.table.scenes.values()][2] == "Nothing yet"
    assert kept.live.scene.beings == {}


def test_the_party_goes_from_one_scene_into_the_next_as_it_stands(kept: Kept) -> None:
    kept.open("broken_causeway_patrol", begin=False)
    wounded(kept)
    kept.do(Call(name="pass_time", args={"hours": 2}))
    clock = kept.live.scene.clock
    kept.open("ash_bears_den_bear", begin=False)
    assert (kept.live.scene.beings["tahra"].hp, kept.live.scene.clock) == (7, clock)
    assert kept.live.scene.beings["tahra"].at == (0, 5)


def test_who_plays_a_character_plays_the_being_that_a_scene_makes_of_it() -> None:
    """Scenes of The Crawl call those by their first names whom the content has by their whole ones."""
    kept = Kept("crawl")
    ann, ben = kept.seat("Ann", "brannoc_ironway"), kept.seat("Ben", "sefa_quickwater")
    kept.open("kennel_gallery", begin=False)
    assert kept.table.seats[ann].beings == ("brannoc_ironway", "brannoc")
    assert kept.table.seats[ben].beings == ("sefa_quickwater", "sefa")
    kept.do(Reseat(seat=ben, beings=("sefa", "oriel")))  # and it can be changed
    kept.open("kennel_gallery", begin=False)
    assert kept.table.seats[ben].beings == ("sefa", "oriel")


def test_a_party_of_those_whom_somebody_plays_comes_to_a_scene_of_enemies_and_without_one_no_fight_begins() -> None:
    kept = Kept("crawl")
    tables = tomllib.loads(kept.table.library.scenes["kennel_gallery"].read_text(encoding="utf-8"))
    enemies = {name: raw for name, raw in tables["beings"].items() if raw["from"] == "tunnel_cur"}
    scene = kept.do(Prepare(title="Enemies", tables={**tables, "beings": enemies}))["scene"]
    kept.do(OpenScene(scene=scene))
    assert kept.live.scene.beings.keys() == enemies.keys()
    assert kept.live.scene.turns.round == 0
    kept.seat("Ann", "brannoc_ironway")
    kept.seat("Ben", "sefa_quickwater")
    kept.do(OpenScene(scene=scene))
    assert kept.live.scene.beings.keys() == {*enemies, "brannoc_ironway", "sefa_quickwater"}
    assert kept.live.scene.turns.round == 1


def test_who_was_not_in_the_last_scene_comes_as_it_stood_before(kept: Kept) -> None:
    kept.open("broken_causeway_patrol", begin=False)
    wounded(kept)
    den = kept.do(Prepare(ready="ash_bears_den_bear"))["scene"]
    kept.do(OpenScene(scene=den, without=("tahra",), begin=False))
    assert "tahra" not in kept.live.scene.beings
    kept.open("broken_causeway_raid", begin=False)
    assert kept.live.scene.beings["tahra"].hp == 7


def test_a_scene_that_was_left_goes_on_where_it_stood(kept: Kept) -> None:
    first = kept.open("broken_causeway_patrol", begin=False)
    kept.do(Call(name="remove", args={"being": "vahki_1"}))
    kept.open("ash_bears_den_bear", begin=False)
    wounded(kept)
    kept.do(OpenScene(scene=first, again=True))
    assert "vahki_1" not in kept.live.scene.beings
    assert kept.live.scene.beings["tahra"].hp == 7


@pytest.mark.parametrize("between", [None, CloseScene()])
def test_a_scene_that_goes_on_with_nothing_in_between_stands_as_it_did(between: CloseScene | None) -> None:
    kept = Kept("cloudbreaker")
    beings = {
        "pip": {"minor": 0, "spirit": 2, "conditions": [{"name": "Blinded", "until": "end of pip's turn"}]},
        "balewolf": {},
    }
    scene = kept.do(Prepare(title="x", tables={"game": "cloudbreaker", "turn": "pip", "beings": beings}))["scene"]
    kept.do(OpenScene(scene=scene))
    stood = digest(kept.live.scene)
    if between is not None:
        kept.do(between)
    kept.do(OpenScene(scene=scene, again=True))
    assert digest(kept.live.scene) == stood


def test_a_scene_is_left_only_at_a_boundary_and_not_thrown_away_while_it_is_on_the_table(kept: Kept) -> None:
    scene = kept.open()
    if kept.live.open is None:
        kept.do(Call(name="start_combat"))
    assert kept.live.open is not None
    with pytest.raises(Refused, match=r"A question is open: Initiative ties\. Answer it first, or cancel\."):
        kept.do(CloseScene())
    with pytest.raises(Refused, match="on the table"):
        kept.do(Unprepare(id=scene))


def test_a_scene_of_another_game_or_with_a_mistake_is_not_prepared(kept: Kept) -> None:
    with pytest.raises(BadInput, match="expected a scene of bluebox"):
        kept.do(Prepare(tables={"game": "crawl"}))
    with pytest.raises(BadInput, match="there is no scene 'nowhere'"):
        kept.do(Prepare(ready="nowhere"))
    with pytest.raises(BadInput, match=r"beings\.x"):
        kept.do(Prepare(title="x", tables={"beings": {"x": {"from": "nobody"}}}))
    assert kept.table.scenes == {}


# ---------------------------------------------------------------- characters and content


def own_character(**more: Any) -> dict[str, Any]:
    entry = Kept("bluebox").table.library.shelves["character"].get("tahra")
    return {**msgspec.json.decode(msgspec.json.encode(entry)), "id": "mine", "name": "Mine", **more}


def test_a_player_brings_a_character_and_plays_it(kept: Kept) -> None:
    ann = kept.seat("Ann")
    told = kept.do(Bring(file=CharacterFile(game="bluebox", character=own_character())), ann)
    assert told == {"character": "mine", "overrides": [], "warnings": []}
    assert kept.table.seats[ann].beings == ("mine",)
    scene = kept.do(Prepare(ready="ash_bears_den_bear"))["scene"]
    kept.do(OpenScene(scene=scene, party={"mine": {"instead": "tahra"}}, begin=False))
    assert kept.live.scene.beings["mine"].at == (0, 5)
    assert "tahra" not in kept.live.scene.beings
    with pytest.raises(Refused, match="in the scene"):
        kept.do(SendHome(id="mine"), ann)


@pytest.mark.parametrize("game", SCENES)
def test_a_character_comes_into_the_scene_on_the_table_as_it_stands(game: str) -> None:
    kept = Kept(game)
    kept.open(without=("tahra", "marlow"))
    for side in ("party", "foes", "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    for _ in range(8):
        kept.step()
    while kept.live.open is not None:
        kept.step()
    kept.do(Call(name="tell", args={"words": "Somebody is coming"}))
    read = kept.table.watched(kept.table.seats[kept.gm]).log  # type: ignore[union-attr]  # a scene is on the table
    late = next(entry.id for entry in kept.table.library.all("character") if entry.id not in kept.live.scene.beings)
    kept.do(Bring(ready=late))
    kept.do(Enter(character=late))
    assert late in kept.live.scene.beings
    assert kept.table.game.faults(kept.live.scene) == []
    log = kept.table.watched(kept.table.seats[kept.gm]).log  # type: ignore[union-attr]  # a scene is on the table
    assert log == read
    assert not differing(kept.table, kept.folded())
    kept.run()
    with pytest.raises(BadInput, match="already"):
        kept.do(Enter(character=late))


def test_what_no_rule_of_creation_allows_is_listed(kept: Kept) -> None:
    strong = own_character(hp=99)
    told = kept.do(Bring(file=CharacterFile(game="bluebox", character=strong)))
    assert told["overrides"]
    assert kept.table.characters["mine"].overrides == tuple(told["overrides"])


@pytest.mark.parametrize("game", SCENES)
def test_a_character_goes_home_as_it_stands_and_comes_to_another_table(game: str) -> None:
    kept = Kept(game)
    kept.open(begin=False)
    who = next(being.id for being in kept.live.scene.beings.values() if being.side == "party")
    kept.do(Call(name="set", args={"what": who, "field": "name", "value": "Renamed"}))
    ann = kept.seat("Ann", who)
    file = character_file(kept.table, kept.table.seats[ann], who)
    read = msgspec.convert(msgspec.json.decode(msgspec.json.encode(file)), CharacterFile)

    other = Kept(game)
    told = other.do(Bring(file=read))
    assert any(line.startswith("name: ") for line in told["overrides"])
    scene = other.do(Prepare(title="Empty"))["scene"]
    other.do(OpenScene(scene=scene, party={who: {}}, begin=False))
    assert other.live.scene.beings[who].name == "Renamed"


def test_a_character_of_somebody_else_is_not_taken(kept: Kept) -> None:
    ann, ben = kept.seat("Ann"), kept.seat("Ben")
    kept.do(Bring(file=CharacterFile(game="bluebox", character=own_character())), ann)
    with pytest.raises(Refused, match="not yours"):
        kept.do(Bring(file=CharacterFile(game="bluebox", character=own_character())), ben)
    with pytest.raises(Refused, match="not yours"):
        character_file(kept.table, kept.table.seats[ben], "mine")
    with pytest.raises(BadInput, match="plays bluebox"):
        kept.do(Bring(file=CharacterFile(game="crawl", character=own_character())), ben)


def test_content_of_the_table_comes_into_the_scene_on_the_table(kept: Kept) -> None:
    kept.open(begin=False)
    wounded(kept)
    bear = kept.table.library.shelves["enemy"].get("ash_bear")
    own = {**msgspec.json.decode(msgspec.json.encode(bear)), "id": "snow_bear", "name": "Snow Bear"}
    kept.do(AddContent(name="bears", tables={"enemy": [own]}))
    kept.do(Call(name="spawn", args={"from": "snow_bear"}))
    assert kept.live.scene.beings["snow_bear"].name == "Snow Bear"
    assert kept.live.scene.beings["tahra"].hp == 7
    assert not differing(kept.table, kept.folded())


def test_content_with_a_mistake_is_refused_and_nothing_has_changed(kept: Kept) -> None:
    number = kept.table.number
    with pytest.raises(BadInput, match="no kind of content"):
        kept.do(AddContent(name="x", tables={"starship": []}))
    assert (kept.table.number, kept.table.content) == (number, {})


def test_options_hold_for_scenes_to_come_and_can_be_switched_in_play(kept: Kept) -> None:
    option = next(o for o in kept.table.game.rulebook.options.values() if isinstance(o.default, bool))
    kept.do(Choose(options={option.name: not option.default}))
    kept.open(begin=False)
    assert kept.live.scene.options[option.name] is not option.default
    kept.do(Call(name="option", args={"name": option.name, "value": option.default}))
    assert kept.live.scene.options[option.name] is option.default
    with pytest.raises(BadInput, match="has no option"):
        kept.do(Choose(options={"nothing": True}))


# ---------------------------------------------------------------- the table itself


def test_a_table_is_renamed_archived_and_set_up(kept: Kept) -> None:
    kept.do(Rename(title="  The Causeway "))
    kept.do(Archive())
    kept.do(Set(settings={"legality": "ask", "pools_of": {"bear": "hidden"}}))
    table = kept.folded()
    assert (table.title, table.archived) == ("The Causeway", True)
    assert (table.settings.legality, table.settings.pools_of) == ("ask", {"bear": "hidden"})
    with pytest.raises(BadInput, match="legality"):
        kept.do(Set(settings={"legality": "lax"}))
    with pytest.raises(BadInput, match="title"):
        kept.do(Rename(title=" "))


def test_the_seed_is_told_when_the_evening_is_closed_and_all_that_fell_follows_from_it(kept: Kept) -> None:
    kept.open()
    seal = kept.table.night.told()["seal"]
    kept.do(Call(name="roll", args={"dice": "d6", "secret": False}))
    seals = {"evening": 1, "seal": seal, "secret_seal": kept.table.night.secret_seal}
    assert kept.table.night.told() == {**seals, "closed": False}
    for _ in range(5):
        kept.do(Call(name="roll", args={"dice": "3d6", "secret": False}))
    told = kept.do(CloseEvening())
    dice = SealedDice(bytes.fromhex(told["seed"]))
    assert dice.seal == seal
    assert sum(len(faces) for _, _, faces in told["rolls"]) == kept.table.nights[0].fallen >= 16
    for first, sides, faces in told["rolls"]:
        assert faces == [dice.face(first + number, each) for number, each in enumerate(sides)]
    assert kept.table.night.number == 2
    assert kept.table.night.told()["seal"] != seal
    kept.do(Call(name="roll", args={"dice": "d6", "secret": False}))
    assert kept.table.night.book.rolls[0].first == 1
    assert not differing(kept.table, kept.folded())


def test_a_face_that_the_sealed_dice_do_not_show_is_noticed(kept: Kept) -> None:
    kept.open(begin=False)
    kept.do(Call(name="roll", args={"dice": "d6"}))
    line = next(entry.body for entry in kept.entries if "first" in entry.body)
    line["faces"] = [line["faces"][0] % 6 + 1]
    with pytest.raises(BadInput, match="not the faces"):
        kept.folded()


def test_a_copy_without_the_seed_goes_on_with_new_dice(kept: Kept) -> None:
    kept.open(begin=False)
    kept.do(Call(name="roll", args={"dice": "d6"}))
    for entry in kept.entries:
        entry.body.pop("seed", None)
    table = kept.folded()
    doings.wake(table)
    assert [entry.kind for entry in table.take()] == ["evening"]
    assert table.night.number == 2


# ---------------------------------------------------------------- opening it again


def test_older_rules_open_at_the_boundary_where_it_stands_and_the_table_says_so(kept: Kept) -> None:
    kept.open()
    for side in ("party", "foes", "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    kept.run()
    opened = [entry for entry in kept.entries if entry.kind == "opened"]
    opened[-1].body["version"] = 0
    table = kept.folded()
    doings.wake(table)
    (entry,) = table.take()
    assert entry.body["why"] == f"the rules are version {table.game.version}, no longer 0"
    assert table.playing is not None
    assert digest(table.playing.live.scene) == digest(kept.live.scene)
    doings.wake(table)
    assert table.take() == []


def test_where_the_rules_go_another_way_the_last_boundary_that_stood_is_taken(kept: Kept) -> None:
    kept.open(begin=False)
    stood = []
    for hp in (9, 8, 7):
        wounded(kept, hp=hp)
        stood.append(digest(kept.live.scene))
    kept.entries[-1].body["stands"] = "something else"
    table = kept.folded()
    doings.wake(table)
    assert table.playing is not None
    assert digest(table.playing.live.scene) == stood[1]
    (entry,) = table.take()
    assert "does not stand as it did" in entry.body["why"]
    again = doings.folded([*kept.entries, entry], kept.fake.outside())
    assert not differing(again, table)


def test_where_that_boundary_is_kept_nothing_is_cut(kept: Kept) -> None:
    kept.open(begin=False)
    for hp in (9, 8, 7):
        wounded(kept, hp=hp)
    kept.entries[-1].body["stands"] = "something else"
    table = doings.folded(kept.entries, kept.fake.outside(), kept.table.take_boundary())
    doings.wake(table)
    assert table.playing is not None
    assert digest(table.playing.live.scene) == digest(kept.live.scene)
    (entry,) = table.take()
    assert "does not stand as it did" in entry.body["why"]


def test_a_scene_that_cannot_be_read_any_more_is_taken_off_and_the_game_master_told(kept: Kept) -> None:
    kept.open(begin=False)
    opened = next(entry for entry in kept.entries if entry.kind == "opened")
    opened.body["shape"] = 7
    table = kept.folded()
    doings.wake(table)
    assert table.playing is None
    assert "shape 7" in table.crashes[-1].why


def test_an_entry_out_of_order_or_of_no_known_kind_is_not_folded(kept: Kept) -> None:
    table = kept.folded()
    with pytest.raises(BadInput, match=f"expected entry {table.number + 1}"):
        table.fold(kept.entries[-1])
    with pytest.raises(BadInput, match="no kind 'dance'"):
        table.fold(Entry(table.number + 1, 0.0, "", "dance", {}))


# ---------------------------------------------------------------- words


def test_notes_are_read_by_those_they_are_for(kept: Kept) -> None:
    ann, ben = kept.seat("Ann"), kept.seat("Ben")
    own = kept.do(WriteNote(title="Mine", text="…"), ann)["note"]
    shared = kept.do(WriteNote(title="Ours", text="…", whose="shared"), ann)["note"]
    secret = kept.do(WriteNote(title="The plot", text="…", whose="gm"))["note"]
    table = kept.table
    readers = {
        note: [seat for seat in (kept.gm, ann, ben) if may_read(table.notes[note], table.seats[seat])]
        for note in (own, shared, secret)
    }
    assert readers == {own: [ann], shared: [kept.gm, ann, ben], secret: [kept.gm]}
    with pytest.raises(BadInput, match="no note"):
        kept.do(TearNote(id=own), ben)
    with pytest.raises(Refused, match="not yours"):
        kept.do(WriteNote(id=shared, title="Ours", text="other", whose="shared"), ben)
    kept.do(TearNote(id=shared))
    assert shared not in kept.table.notes


def test_a_handout_is_shown_to_seats_and_a_picture_needs_a_description(kept: Kept) -> None:
    ann = kept.seat("Ann")
    letter = kept.do(WriteHandout(title="A letter", text="Come at once"))["handout"]
    kept.do(ShowHandout(id=letter, seats=(ann,)))
    kept.do(WriteHandout(id=letter, title="A letter", text="Come at once!"))
    assert (kept.table.handouts[letter].seats, kept.table.handouts[letter].handout.text) == ((ann,), "Come at once!")
    with pytest.raises(BadInput, match="description"):
        kept.do(WriteHandout(title="A map", picture="0" * 64))
    for name in ("hash", "\0" * 64, "../" + "0" * 61):
        with pytest.raises(BadInput, match="the name that it was given"):
            kept.do(WriteHandout(title="A map", picture=name, description="Hills"))
    with pytest.raises(Refused, match="only the game master"):
        kept.do(ShowHandout(id=letter, seats=()), ann)


def test_what_is_said_is_kept_as_it_is(kept: Kept) -> None:
    ann = kept.seat("Ann")
    kept.do(Say(words="<b>hello</b>"), ann)
    assert [(said.by, said.words) for said in kept.folded().chat] == [(ann, "<b>hello</b>")]
    with pytest.raises(BadInput, match="words"):
        kept.do(Say(words="x" * 5000), ann)


# ---------------------------------------------------------------- flags


@pytest.mark.parametrize("game", SCENES)
def test_a_flag_is_exported_by_rule_with_a_scene_file_that_plays_the_moment_again(game: str) -> None:
    kept = Kept(game)
    kept.open()
    for side in ("party", "foes", "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    kept.run()
    log = kept.table.watched(kept.table.seats[kept.gm]).log  # type: ignore[union-attr]  # a scene is on the table
    rolled = [n for n, told in enumerate(log) if told.rolls]
    for told in rolled[:: max(1, len(rolled) // 5)]:
        kept.do(RaiseFlag(told=told, line=0, note="Is that so?"))
    found = exported(kept.table, kept.entries)
    flags = [flag for listed in found.values() for flag in listed]
    assert len(flags) >= 3
    for flag in flags:
        text = toml_scene(flag["scene"])
        file = scene_from(tomllib.loads(text), "flag", kept.table.library)
        (report,) = run_script(file)
        assert report.faults == [], text
        assert any(ruling.kind == "roll" for ruling in report.rulings)


def test_a_flag_on_words_that_no_rule_has_made_is_of_the_moment_when_they_were_said(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    kept.open(begin=False)
    kept.do(Improvise(being="tahra", words="I whistle"), ann)
    kept.do(Call(name="tell", args={"words": "A bell rings"}))
    kept.do(Improvise(being="tahra", words="I sing"), ann)
    kept.do(Call(name="tell", args={"words": "A bird answers"}))
    for told in range(4):
        kept.do(RaiseFlag(told=told, line=0, note="What?"), ann)
    flags = [flag for listed in exported(kept.table, kept.entries).values() for flag in listed]
    scripts = {flag["line"]: [step["with"]["words"] for step in flag["scene"].get("script", [])] for flag in flags}
    bell, bird = "A bell rings", "A bird answers"
    assert scripts == {"Tahra tries: I whistle": [], bell: [bell], "Tahra tries: I sing": [bell], bird: [bird]}


def test_a_flag_is_dropped_by_who_raised_it_or_the_game_master(kept: Kept) -> None:
    ann, ben = kept.seat("Ann", "tahra"), kept.seat("Ben")
    kept.open(begin=False)
    kept.do(Call(name="tell", args={"words": "Listen"}))
    flag = kept.do(RaiseFlag(told=0, line=0, note="What?"), ann)["flag"]
    assert kept.table.flags[flag].flag.line == "Listen"
    with pytest.raises(BadInput, match="of yours"):
        kept.do(DropFlag(id=flag), ben)
    kept.do(DropFlag(id=flag))
    assert kept.table.flags == {}
    with pytest.raises(BadInput, match="no such line"):
        kept.do(RaiseFlag(told=5, line=0, note="What?"), ann)


def test_a_command_without_a_scene_is_refused(kept: Kept) -> None:
    with pytest.raises(Refused, match="no scene"):
        kept.do(Command(actor="tahra", name="end_turn"))


def test_ids_are_words_that_a_command_can_be_given() -> None:
    ids = {Outside().fresh() for _ in range(200)}
    assert len(ids) == 200
    assert all(id.isalnum() and len(id) == 12 for id in ids)
