"""How somebody is drawn at a table: by a figure, a colour or a picture of their own; and who is told of it."""

from __future__ import annotations

import tomllib
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign.characters import Bring, CharacterFile, SendHome, character_file, plain_entry
from ludex.table.campaign.deleting import DropPicture
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.likenesses import Depict
from ludex.table.campaign.notes import TakeHandout, WriteHandout
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.settings import AddContent
from ludex.table.desk.portable import character_from, character_toml, facts_of, pack, unpack, with_picture
from ludex.table.desk.store import Store
from ludex.table.document.show import Documents
from ludex.table.play.mastering import Call
from tests.pictures import png
from tests.table.tables import Kept, called, state

ONE, OTHER = png(shade=10), png(shade=200)


LEDGE = """
game = "bluebox"
turn = "onuri"
board = { q = [0, 9], r = [0, 4], walls = [[7, 4], [8, 3], [9, 2]] }

[beings.onuri]
at = [1, 1]

[beings.vahki_1]
from = "vahki_patroller"
at = [4, 1]

[beings.vahki_2]
from = "vahki_patroller"
at = [4, 2]
"""


def words(picture: bytes) -> str:
    return b64encode(picture).decode()


def name(picture: bytes) -> str:
    return sha256(picture).hexdigest()


class Stored:
    """A table whose entries are kept in a store as well."""

    def __init__(self, store: Store) -> None:
        self.kept = Kept("bluebox")
        self.store = store
        scene = self.kept.do(Prepare(title="On the ledge", tables=tomllib.loads(LEDGE)))["scene"]
        self.kept.do(OpenScene(scene=scene))
        self.store.create("t", self.kept.entries)
        self._done = len(self.kept.entries)

    def do(self, what: Doing, seat: str = "") -> Any:
        found = self.kept.do(what, seat)
        self.store.append("t", self.kept.entries[self._done :])
        self._done = len(self.kept.entries)
        return found

    def seat(self, who: str, *beings: str) -> str:
        found = self.kept.seat(who, *beings)
        self.store.append("t", self.kept.entries[self._done :])
        self._done = len(self.kept.entries)
        return found

    def shown(self, seat: str = "") -> dict[str, Any]:
        document = Documents(self.kept.table).of(self.kept.table.seats[seat or self.kept.gm])
        beings: dict[str, Any] = document["beings"]
        return beings

    @property
    def pictures(self) -> set[str]:
        return set(self.store.blobs("t"))


@pytest.fixture
def at(tmp_path: Path) -> Stored:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.migrate()
    return Stored(store)


def test_all_of_a_kind_are_drawn_as_the_game_master_says(at: Stored) -> None:
    assert at.shown()["vahki_1"]["look"] == "visor"
    at.do(Depict(who="vahki_1", look="hook", colour="red"))
    drawn = [(one["look"], one["colour"], one["picture"]) for who, one in at.shown().items() if "vahki" in who]
    assert set(drawn) == {("hook", "red", "")}
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    assert at.shown()["vahki_2"]["picture"] == name(ONE)
    assert at.pictures == {name(ONE)}
    at.do(Depict(who="vahki_1", picture=words(OTHER)))
    assert at.pictures == {name(OTHER)}, "what nobody has any more is lost"
    at.do(Depict(who="vahki_patroller"))
    assert (at.shown()["vahki_1"]["look"], at.shown()["vahki_1"]["picture"]) == ("visor", "")
    assert at.pictures == set()


def test_the_store_keeps_the_bytes_apart_and_the_table_is_the_same_from_there(at: Stored) -> None:
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    entries = at.store.entries("t")
    assert "brought" not in entries[-1].body
    assert state(doings.folded(entries, at.kept.fake.outside())) == state(at.kept.table)


def test_a_player_depicts_their_own_and_is_told_nothing_of_others(at: Stored) -> None:
    ann = at.seat("Ann", "onuri")
    at.do(Depict(who="onuri", picture=words(ONE)), ann)
    assert at.shown(ann)["onuri"]["picture"] == name(ONE)
    at.do(Call(name="spawn", args={"from": "fikou_venom_spider", "name": "Lurker", "hidden": True}))
    hidden = called(at.kept, "Lurker")
    told = set()
    for who in ("tahra", "vahki_1", hidden, "fikou_venom_spider", "nobody"):
        with pytest.raises(Refused) as fault:
            at.do(Depict(who=who, look="hook"), ann)
        told.add(str(fault.value))
    assert len(told) == 1


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"picture": "%%"}, "expected base64"),
        ({"picture": words(b"<svg/>")}, "expected PNG"),
        ({"picture": words(png(600, 4))}, "512 × 512"),
        ({"picture": "A" * 200_000}, "at most 100,000 bytes"),
        ({"picture": words(ONE), "look": "hook"}, "or a picture"),
        ({"look": "../hook"}, "the name of a figure"),
    ],
)
def test_what_is_no_likeness_is_refused(at: Stored, wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        at.do(Depict(who="vahki_1", **wrong))
    assert at.pictures == set()


def test_of_somebody_hidden_no_picture_is_told_by_name_or_given(at: Stored) -> None:
    ann = at.seat("Ann", "onuri")
    at.do(Call(name="spawn", args={"from": "fikou_venom_spider", "name": "Lurker", "hidden": True}))
    lurker = called(at.kept, "Lurker")
    at.do(Depict(who=lurker, picture=words(ONE)))
    documents, seats = Documents(at.kept.table), at.kept.table.seats
    assert name(ONE) not in str(documents.of(seats[ann]))
    assert not documents.may_see(seats[ann], name(ONE))
    assert documents.may_see(seats[at.kept.gm], name(ONE))
    at.do(Call(name="spawn", args={"from": "fikou_venom_spider"}))
    documents = Documents(at.kept.table)
    assert documents.may_see(seats[ann], name(ONE)), "of another one whom they see"


def test_a_picture_that_a_handout_has_too_stays(at: Stored) -> None:
    at.store.put_blob("t", "image/png", ONE)
    handout = at.do(WriteHandout(title="A face", picture=name(ONE), description="A face"))["handout"]
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    at.do(Depict(who="vahki_1"))
    assert at.pictures == {name(ONE)}
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    at.do(TakeHandout(id=handout))
    assert at.pictures == {name(ONE)}
    at.do(DropPicture(picture=name(ONE)))
    assert (at.pictures, at.shown()["vahki_1"]["picture"]) == (set(), "")


def test_content_names_pictures_of_the_table_and_they_go_with_it(at: Stored) -> None:
    thing = {**plain_entry(at.kept.table.library.shelves["enemy"].get("fikou_venom_spider")), "id": "thing"}
    at.store.put_blob("t", "image/png", ONE, uploaded=False)
    at.do(AddContent(name="mine", tables={"enemy": [{**thing, "picture": name(ONE), "colour": "blue"}]}))
    at.do(Call(name="spawn", args={"from": "thing", "name": "Thing"}))
    drawn = at.shown()[called(at.kept, "Thing")]
    assert (drawn["picture"], drawn["colour"]) == (name(ONE), "blue")
    at.do(AddContent(name="mine", tables={"enemy": [{**thing, "picture": "thing.png"}]}))
    assert at.shown()[called(at.kept, "Thing")]["picture"] == "", "a file that is not here"
    assert at.pictures == set()


def test_a_character_takes_their_picture_along(at: Stored) -> None:
    ann = at.seat("Ann")
    entry = {**plain_entry(at.kept.table.game.starter.shelves["character"].get("tahra")), "id": "wren", "name": "Wren"}
    bring = Bring(file=CharacterFile(game="bluebox", character=entry, picture=words(ONE)))
    at.do(bring, ann)
    seat = at.kept.table.seats[ann]
    characters = Documents(at.kept.table).of(seat)["characters"]
    assert characters["wren"]["picture"] == name(ONE)
    at.do(Depict(who="wren", picture=words(OTHER)), ann)
    assert at.pictures == {name(ONE), name(OTHER)}
    text = character_toml(with_picture(at.store, "t", character_file(at.kept.table, seat, "wren")))
    assert tomllib.loads(text)["picture"] == words(OTHER)
    at.do(Bring(file=character_from(text)), ann)
    assert at.kept.table.likenesses == {}
    assert at.pictures == {name(OTHER)}
    at.do(Bring(file=CharacterFile(game="bluebox", character=entry)), ann)
    assert at.pictures == {name(OTHER)}, "who comes again without one keeps it"
    at.do(SendHome(id="wren"), ann)
    assert at.pictures == set()


def test_what_a_file_only_names_is_not_looked_up(at: Stored) -> None:
    """Else whoever brings a character could ask whether the table has a picture."""
    ann = at.seat("Ann")
    at.store.put_blob("t", "image/png", ONE)
    entry = {**plain_entry(at.kept.table.game.starter.shelves["character"].get("tahra")), "id": "wren"}
    at.do(Bring(file=CharacterFile(game="bluebox", character={**entry, "picture": name(ONE)})), ann)
    assert not Documents(at.kept.table).may_see(at.kept.table.seats[ann], name(ONE))


def test_a_table_goes_elsewhere_with_its_likenesses(at: Stored, tmp_path: Path) -> None:
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    with (tmp_path / "table.zip").open("w+b") as file:
        pack(at.store, "t", facts_of(at.store, "t", at.kept.table), file)
        id, _ = unpack(at.store, file, "Mara", "key", at.kept.fake.outside())
    assert set(at.store.blobs(id)) == {name(ONE)}
    there = doings.folded(at.store.entries(id), at.kept.fake.outside())
    assert there.likenesses["vahki_patroller"].picture == name(ONE)


def test_no_picture_of_a_table_that_came_as_a_file_is_lost_when_nobody_is_drawn_by_it(
    at: Stored, tmp_path: Path
) -> None:
    """The game master may have uploaded it; the file does not say so."""
    at.store.put_blob("t", "image/png", ONE)
    at.do(Depict(who="vahki_1", picture=words(ONE)))
    with (tmp_path / "table.zip").open("w+b") as file:
        pack(at.store, "t", facts_of(at.store, "t", at.kept.table), file)
        id, seat = unpack(at.store, file, "Mara", "key", at.kept.fake.outside())
    there = doings.folded(at.store.entries(id), at.kept.fake.outside())
    there.do(seat, Depict(who="vahki_1"))
    at.store.append(id, there.take())
    assert there.likenesses == {}
    assert set(at.store.blobs(id)) == {name(ONE)}
    there.do(seat, DropPicture(picture=name(ONE)))
    at.store.append(id, there.take())
    assert not at.store.blobs(id)


def test_whoever_has_the_bytes_of_a_picture_of_the_game_masters_cannot_have_it_lost(at: Stored) -> None:
    ann = at.seat("Ann", "onuri")
    at.store.put_blob("t", "image/png", ONE)
    at.do(Depict(who="onuri", picture=words(ONE)), ann)
    at.do(Depict(who="onuri", picture=words(OTHER)), ann)
    at.do(Depict(who="onuri"), ann)
    assert at.pictures == {name(ONE)}, "their own is lost"
    at.do(Depict(who="onuri", picture=words(OTHER)), ann)
    at.store.put_blob("t", "image/png", OTHER)
    at.do(Depict(who="onuri"), ann)
    assert at.pictures == {name(ONE), name(OTHER)}
    at.do(DropPicture(picture=name(ONE)))
    assert at.pictures == {name(OTHER)}
