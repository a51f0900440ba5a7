"""Content is changed, replaced and taken away while people refer to it: whoever has it is asked about, and the table
opens whatever was done to it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.changing import missing, rehearse
from ludex.table.campaign.characters import Bring, CharacterFile, plain_entry
from ludex.table.campaign.past import NoPast
from ludex.table.campaign.reopening import OTHER_CONTENT, go_on_from_here
from ludex.table.campaign.scenes import CloseScene, OpenScene, Prepare
from ludex.table.campaign.settings import AddContent, Answer
from ludex.table.document.looking import Sheet, look
from ludex.table.document.show import Documents
from ludex.table.records.entry import Content, Entry
from tests.table.own_things import with_own_things
from tests.table.tables import SCENES, Kept, differing


@pytest.fixture
def kept() -> Kept:
    return Kept("bluebox")


def weapon(kept: Kept, **other: Any) -> dict[str, Any]:
    first = next(iter(kept.table.game.starter.all("weapon")))
    return {**plain_entry(first), "id": "reef_needle", "name": "Reef Needle", **other}


def spider(kept: Kept, **other: Any) -> dict[str, Any]:
    entry = plain_entry(kept.table.game.starter.shelves["enemy"].get("fikou_venom_spider"))
    return {**entry, "id": "silt_crab", "name": "Silt Crab", **other}


def nixie(kept: Kept, **other: Any) -> dict[str, Any]:
    tahra = plain_entry(kept.table.game.starter.shelves["character"].get("tahra"))
    return {**tahra, "id": "nixie", "name": "Nixie", "weapons": ["reef_needle"], **other}


def with_reef(kept: Kept) -> None:
    """A file with a weapon and a foe; Nixie has the weapon, and both are in the scene on the table."""
    kept.do(AddContent(name="reef", tables={"weapon": [weapon(kept)], "enemy": [spider(kept)]}))
    kept.do(Bring(file=CharacterFile(game="bluebox", character=nixie(kept))))
    scene = {
        "board": {"q": [0, 6], "r": [0, 6]},
        "beings": {"nixie": {"at": [0, 0]}, "crab": {"from": "silt_crab", "at": [4, 4]}},
    }
    prepared = kept.do(Prepare(title="Tide Pit", tables=scene))["scene"]
    kept.do(OpenScene(scene=prepared))


def shown(kept: Kept) -> dict[str, Any]:
    """What the game master is told, by a table that is opened from its entries."""
    table = kept.folded()
    doings.wake(table)
    return Documents(table).of(table.seats[kept.gm])


def test_what_is_in_use_is_not_taken_away_without_a_word(kept: Kept) -> None:
    with_reef(kept)
    with pytest.raises(Refused, match="Reef Needle is used by Nixie") as fault:
        kept.do(AddContent(name="reef", tables={}))
    assert "Silt Crab is used by" in str(fault.value)
    assert kept.table.content.keys() == {"reef"}
    assert shown(kept)["beings"].keys() >= {"nixie"}


def test_a_rehearsal_tells_what_is_new_changed_and_taken_away_and_who_uses_it(kept: Kept) -> None:
    with_reef(kept)
    tables = {"enemy": [spider(kept, hp=99)], "weapon": [weapon(kept, id="tide_bow", name="Tide Bow")]}
    found = rehearse(kept.table, AddContent(name="reef", tables=tables))
    told = {change.name: change for change in found.changes}
    assert {name: change.what for name, change in told.items()} == {
        "Reef Needle": "taken away", "Silt Crab": "changed", "Tide Bow": "new",
    }  # fmt: skip
    assert [(one.field, one.after) for one in told["Silt Crab"].fields] == [("HP", "99")]
    assert {user.what for user in told["Reef Needle"].users} == {"being"}
    assert {user.name for user in told["Silt Crab"].users} == {"Silt Crab", "Tide Pit"}
    assert [change.name for change in found.unanswered] == ["Reef Needle"]
    assert kept.table.number == len(kept.entries)


def test_what_has_changed_of_an_entry_is_said_as_its_form_says_it() -> None:
    kept = Kept("cloudbreaker")
    bell = plain_entry(kept.table.game.starter.shelves["weapon"].get("hand_bell"))
    bell |= {"id": "gavel", "name": "Gavel"}
    louder = {**bell, "effects": [{"do": "damage", "dice": 3, "pool": "MP", "type": "sonic"}], "range": 2}
    kept.do(AddContent(name="court", tables={"weapon": [bell]}))
    (change,) = rehearse(kept.table, AddContent(name="court", tables={"weapon": [louder]})).changes
    assert sorted(change.fields) == [
        ("Effects", "2d6 sonic damage to MP", "3d6 sonic damage to MP"), ("Range", "1 zone", "2 zones"),
    ]  # fmt: skip


def test_a_copy_is_kept_for_those_who_have_it_and_offered_to_nobody(kept: Kept) -> None:
    with_reef(kept)
    answers = (
        Answer(kind="weapon", id="reef_needle", answer="keep"),
        Answer(kind="enemy", id="silt_crab", answer="keep"),
    )
    kept.do(AddContent(name="reef", tables={}, answers=answers))
    table = kept.table
    assert table.content == {}
    assert "reef_needle" in table.library.shelves["weapon"]
    assert "reef_needle" not in [entry.id for entry in table.library.offered("weapon")]
    assert "reef_needle" not in table.library.without_retired().shelves["weapon"]
    assert missing(table) == []
    assert "nixie" in shown(kept)["beings"]
    kept.do(CloseScene())
    again = kept.do(
        Prepare(title="Again", tables={"board": {"q": [0, 6], "r": [0, 6]}, "beings": {"nixie": {"at": [0, 0]}}})
    )
    kept.do(OpenScene(scene=again["scene"]))
    assert "nixie" in shown(kept)["beings"]


def test_other_content_under_the_same_name_is_another_edition(kept: Kept) -> None:
    with_reef(kept)
    before = shown(kept)["master"]
    kept.do(AddContent(name="reef", tables={"weapon": [weapon(kept, name="Reef Pin")], "enemy": [spider(kept)]}))
    after = shown(kept)["master"]
    assert before["content"] == after["content"]
    assert before["edition"] != after["edition"]


def test_all_read_that_the_content_is_another_and_nothing_else_of_it(kept: Kept) -> None:
    with_reef(kept)
    kept.do(AddContent(files={"reef two": {"weapon": [weapon(kept, id="coral")]}, "reef three": {"enemy": []}}))
    for table in (kept.table, kept.folded()):
        assert table.playing is not None
        for side in ("gm", *table.game.sides):
            words = [line.marked for told in table.playing.watched(side).log for line in told.lines]
            changes = [line for line in words if "content" in line]
            assert changes == words[-1:] == ["The game master changes the content of the table"]


def test_another_entry_takes_its_place_wherever_it_is_named(kept: Kept) -> None:
    with_reef(kept)
    bow = weapon(kept, id="tide_bow", name="Tide Bow")
    answers = (
        Answer(kind="weapon", id="reef_needle", answer="instead", instead="tide_bow"),
        Answer(kind="enemy", id="silt_crab", answer="instead", instead="fikou_venom_spider"),
    )
    kept.do(AddContent(name="reef", tables={"weapon": [bow]}, answers=answers))
    document = shown(kept)
    assert "nixie" in document["beings"]
    assert kept.table.library.shelves["weapon"].get("reef_needle").name == "Tide Bow"
    with pytest.raises(BadInput, match="expected another weapon instead of 'tide_bow'"):
        kept.do(
            AddContent(
                name="reef", tables={}, answers=(Answer(kind="weapon", id="tide_bow", answer="instead", instead="x"),)
            )
        )


def test_what_was_changed_stays_as_it_was_for_those_who_keep_it(kept: Kept) -> None:
    with_reef(kept)
    kept.do(CloseScene())
    changed = {"weapon": [weapon(kept, name="Reef Lance")], "enemy": [spider(kept)]}
    answer = Answer(kind="weapon", id="reef_needle", answer="keep")
    kept.do(AddContent(name="reef", tables=changed, answers=(answer,)))
    shelf = kept.table.library.shelves["weapon"]
    assert (shelf.get("reef_needle").name, shelf.get("reef_needle_kept").name) == ("Reef Lance", "Reef Needle")
    assert kept.table.characters["nixie"].entry["weapons"] == ["reef_needle_kept"]
    assert "reef_needle_kept" not in [entry.id for entry in kept.table.library.offered("weapon")]
    kept.do(OpenScene(scene=next(iter(kept.table.scenes)), again=True))
    assert "nixie" in shown(kept)["beings"]
    folded = kept.folded()
    assert (folded.retired, folded.scenes, folded.left) == (kept.table.retired, kept.table.scenes, kept.table.left)


def taken_away_unasked(kept: Kept) -> None:
    """As versions did that asked nobody: the entry is all there is."""
    kept.entries.append(Entry(kept.table.number + 1, kept.fake.now, kept.gm, "content", {"name": "reef", "tables": {}}))


def test_a_table_whose_content_went_unasked_opens_and_says_what_is_missing(kept: Kept) -> None:
    with_reef(kept)
    taken_away_unasked(kept)
    document = shown(kept)
    assert "nixie" in document["beings"]
    words = [one["words"] for one in document["master"]["missing"]]
    assert any("Reef Needle is gone from the content, and is used by" in one and "Nixie" in one for one in words)


def test_what_the_game_has_itself_is_not_missing(kept: Kept) -> None:
    """A file that changed a weapon of the game is gone, and the weapon is as it was."""
    hook = plain_entry(kept.table.game.starter.shelves["weapon"].get("cinder_hook"))
    kept.do(AddContent(name="reef", tables={"weapon": [{**hook, "name": "Cold Hook"}]}))
    kept.open(begin=False)
    taken_away_unasked(kept)
    table = kept.folded()
    assert table.library.shelves["weapon"].get("cinder_hook").name == "Cinder Hook"
    assert missing(table) == []


def test_what_is_missing_is_mended_by_bringing_it_or_putting_something_instead(kept: Kept) -> None:
    with_reef(kept)
    taken_away_unasked(kept)
    table = kept.folded()
    table.do(kept.gm, AddContent(name="reef", tables={"weapon": [weapon(kept)], "enemy": [spider(kept)]}))
    assert missing(table) == []
    table = kept.folded()
    other = next(one.id for one in table.game.starter.all("weapon"))
    answers = (
        Answer(kind="weapon", id="reef_needle", answer="instead", instead=other),
        Answer(kind="enemy", id="silt_crab", answer="keep"),
    )
    table.do(kept.gm, AddContent(answers=answers))
    assert missing(table) == []


def test_a_scene_that_cannot_be_shown_is_set_aside_and_the_table_opens(kept: Kept) -> None:
    """The content was never there, as in a file that somebody has cut."""
    with_reef(kept)
    boundary = kept.table.take_boundary()
    entries = [
        entry
        if entry.kind != "content"
        else Entry(entry.number, entry.at, entry.by, "content", {"name": "reef", "tables": {"weapon": []}})
        for entry in kept.entries
    ]
    table = doings.folded(entries, kept.fake.outside(), boundary)
    doings.wake(table)
    document = Documents(table).of(table.seats[kept.gm])
    assert document["scene"] is None
    assert any("Tide Pit could not stay on the table" in one["words"] for one in document["master"]["missing"])
    table.do(kept.gm, AddContent(name="reef", tables={"weapon": [weapon(kept)], "enemy": [spider(kept)]}))
    table.do(kept.gm, OpenScene(scene=next(iter(table.scenes)), again=True))
    assert missing(table) == []
    assert "nixie" in Documents(table).of(table.seats[kept.gm])["beings"]


def test_files_that_name_each_other_come_together(kept: Kept) -> None:
    one, other = {"character": [nixie(kept)]}, {"weapon": [weapon(kept)]}
    with pytest.raises(BadInput, match=r"there is no weapon 'reef_needle'.*\n.*give the files together"):
        kept.do(AddContent(name="one", tables=one))
    kept.do(AddContent(files={"one": one, "other": other}))
    assert kept.table.content == {"one": one, "other": other}


def test_many_files_are_folded_without_reading_all_of_them_each_time(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.open(begin=False)
    for number in range(8):
        kept.do(AddContent(name=f"file {number}", tables={"weapon": [weapon(kept, id=f"needle_{number}")]}))
    read = 0
    whole = type(kept.table).library_with

    def counted(*args: Any) -> Any:
        nonlocal read
        read += 1
        return whole(*args)

    monkeypatch.setattr(type(kept.table), "library_with", counted)
    table = kept.folded()
    assert table.playing is not None
    _ = table.playing.live
    assert read == 1


def test_old_entries_of_content_read_as_before() -> None:
    assert Content(name="x", tables={}).pack is None


def test_what_goes_along_with_its_only_user_needs_no_answer(kept: Kept) -> None:
    """A character of the content whom nobody has brought, with a weapon of the same file."""
    tables = {"weapon": [weapon(kept)], "character": [nixie(kept)]}
    kept.do(AddContent(name="reef", tables=tables))
    kept.do(AddContent(name="reef", tables={}))
    assert kept.table.content == {}
    assert kept.table.retired == {}


def test_what_is_kept_needs_what_it_names_itself(kept: Kept) -> None:
    """A foe of a prepared scene, whose weapon stands in the same file."""
    crab = spider(kept, weapons=["reef_needle"])
    kept.do(AddContent(name="reef", tables={"weapon": [weapon(kept)], "enemy": [crab]}))
    scene = {"board": {"q": [0, 6], "r": [0, 6]}, "beings": {"silt_crab": {"at": [4, 4]}}}
    kept.do(Prepare(title="Tide Pit", tables=scene))
    found = rehearse(kept.table, AddContent(name="reef", tables={}))
    assert {change.name: [user.name for user in change.users] for change in found.unanswered} == {
        "Silt Crab": ["Tide Pit"], "Reef Needle": ["Silt Crab"],
    }  # fmt: skip
    changed = {"weapon": [weapon(kept)], "enemy": [{**crab, "hp": 99}]}
    kept.do(AddContent(name="reef", tables=changed, answers=(Answer(kind="enemy", id="silt_crab", answer="keep"),)))
    beings = next(iter(kept.table.scenes.values())).tables["beings"]
    assert beings == {"silt_crab": {"at": [4, 4], "from": "silt_crab_kept"}}


def test_what_is_changed_so_that_others_cannot_have_it_needs_an_answer(kept: Kept) -> None:
    """A board that becomes too small for a prepared scene."""
    board = {"id": "pit", "name": "The Pit", "q": [0, 6], "r": [0, 6]}
    kept.do(AddContent(name="reef", tables={"board": [board]}))
    kept.do(Prepare(title="Tide Pit", tables={"board": "pit", "beings": {"tahra": {"at": [6, 6]}}}))
    smaller = {"board": [{**board, "q": [0, 2], "r": [0, 2]}]}
    with pytest.raises(Refused, match="The Pit is changed, and the prepared scene Tide Pit cannot have it so"):
        kept.do(AddContent(name="reef", tables=smaller))
    kept.do(AddContent(name="reef", tables=smaller, answers=(Answer(kind="board", id="pit", answer="keep"),)))
    kept.do(OpenScene(scene=next(iter(kept.table.scenes))))


# ---------------------------------------------------------------- in every game


def is_shown(table: Any) -> bool:
    """Is all told that the game master may ask for at once?"""
    documents, gm = Documents(table), next(iter(table.seats))
    sheet = look(documents, gm, Sheet(being="nixie"))
    return "nixie" in documents.of(table.seats[gm])["beings"] and bool(sheet["sections"])


@pytest.mark.parametrize("game", SCENES)
def test_in_every_game_things_stay_for_those_who_have_them(game: str) -> None:
    kept = with_own_things(game)
    found = rehearse(kept.table, AddContent(name="mine", tables={}))
    assert found.unanswered
    with pytest.raises(Refused, match="is used by Nixie"):
        kept.do(AddContent(name="mine", tables={}))
    answers = tuple(Answer(kind=one.kind, id=one.id, answer="keep") for one in found.unanswered)
    kept.do(AddContent(name="mine", tables={}, answers=answers))
    assert is_shown(kept.table)
    folded = kept.folded()
    assert differing(kept.table, folded) == {}
    assert is_shown(folded)


@pytest.mark.parametrize("game", SCENES)
def test_in_every_game_a_table_opens_whose_content_went_unasked(game: str) -> None:
    kept = with_own_things(game)
    kept.table.begin(kept.gm)
    kept.table.add(Content(name="mine", tables={}))
    go_on_from_here(kept.table, OTHER_CONTENT)
    kept.entries += kept.table.take()
    table = kept.folded()
    doings.wake(table)
    assert is_shown(table)
    assert missing(table)
    taken = snapshot.take(table)
    again = snapshot.resumed(taken.snapshot, kept.fake.outside(), NoPast())
    assert (again.retired, again.lost) == (table.retired, table.lost)
    assert is_shown(again)


def test_a_scene_that_cannot_be_shown_any_more_leaves_the_rest_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it was that took something out of the content while it is played."""
    kept = with_own_things("crawl")
    ann = kept.seat("Ann")
    for shelf in kept.table.library.shelves.values():
        for id in [id for id in shelf.entries if id.startswith("own_")]:
            monkeypatch.delitem(shelf.entries, id)
    kept.live.scene.library.worked_out.clear()
    documents = Documents(kept.table)
    for seat in (kept.gm, ann):
        assert documents.of(kept.table.seats[seat])["scene"] is None
    master = documents.of(kept.table.seats[kept.gm])["master"]
    told = master["missing"]
    assert master["unshown"]
    assert told[0]["words"].startswith("the scene cannot be shown: there is no 'own_")
    kept.do(CloseScene())
    assert Documents(kept.table).of(kept.table.seats[ann])["scene"] is None


def test_what_a_prepared_scene_is_made_of_and_nobody_has_is_told(kept: Kept) -> None:
    """As where a version of the game no longer has a foe that it had."""
    kept.do(AddContent(name="reef", tables={"enemy": [spider(kept)]}))
    kept.do(Prepare(title="Tide Pit", tables={"beings": {"crab": {"from": "silt_crab", "at": [1, 1]}}}))
    entries = [entry for entry in kept.entries if entry.kind != "content"]
    entries = [msgspec.structs.replace(entry, number=number) for number, entry in enumerate(entries, 1)]
    table = doings.folded(entries, kept.fake.outside())
    told = Documents(table).of(table.seats[kept.gm])["master"]["missing"]
    assert [one["words"] for one in told] == ["the prepared scene Tide Pit: there is no 'silt_crab' in the content"]
