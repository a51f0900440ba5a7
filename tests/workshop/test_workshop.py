"""The library of packs: what was saved comes back, makers see their own and what is shared, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from itertools import count

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.packs import Pack
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.pack.manifest import Manifest
from ludex.core.pack.parts import seal_of
from ludex.table.campaign.characters import CharacterFile, plain_entry
from ludex.table.desk import quota as quotas
from ludex.table.desk.portable import character_toml
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.workshop import workshop as library
from ludex.workshop.differences import differences
from ludex.workshop.saving import Keeping, begin, fork, restore, save, save_entry, save_text
from ludex.workshop.workshop import NoPack, Overtaken, Workshop
from tests.packs import ITEM, PNG, SCENE, manifest, parts
from tests.pictures import png

Made = tuple[Workshop, Callable[[str], Keeping]]


@pytest.fixture
def made(store: Store) -> Made:
    """A library with two makers, ann and ben, and how each of them saves."""
    found, number = Workshop(store.engine), count(1)
    for name in ("ann", "ben"):
        found.add_maker(name, name.title(), f"hash of {name}", 1.0)

    def keeping(maker: str, quota: Quota | None = None) -> Keeping:
        at = next(number)
        return Keeping(maker, quota or Quota(), 1_000.0 + at, f"p{at}")

    return found, keeping


def test_a_picture_that_an_entry_no_longer_names_goes_with_the_next_save(made: Made) -> None:
    found, keeping = made
    entry = '[[item]]\nid = "bell"\nname = "Bell"\npicture = "{}"\n'
    first, second, map = "bell-1.token.webp", "bell-2.token.webp", "pictures/cave-entrance.jpg"
    given: dict[str, str | bytes] = {
        "item.toml": entry.format(first),
        f"pictures/{first}": PNG,
        f"pictures/{second}": PNG + b"2",
        map: PNG + b"3",
    }
    saved = save(found, keeping("ann"), "", parts(more=given))

    def drawn_by(text: str) -> set[str]:
        onto = found.pack("ann", saved.pack).revision
        save_entry(found, keeping("ann"), saved.pack, "item", "bell", text, onto)
        pictures = {name for name in found.parts("ann", saved.pack) if name.startswith("pictures/")}
        assert map in pictures, "a picture of somebody's own stays, though nothing names it"
        return pictures - {"pictures/map.png", map}

    assert drawn_by(entry.format(second)) == {f"pictures/{first}", f"pictures/{second}"}
    assert drawn_by(entry.format(first)) == {f"pictures/{first}", f"pictures/{second}"}  # it was undone
    assert drawn_by(entry.format(second)) == {f"pictures/{first}", f"pictures/{second}"}
    assert drawn_by(entry.format(second) + 'text = "Rings."\n') == {f"pictures/{second}"}


def test_a_link_opens_one_maker_until_there_is_another(made: Made) -> None:
    found, _ = made
    ann = found.maker_of("hash of ann")
    assert ann is not None
    assert ann.name == "Ann"
    found.renew_link("ann", "another")
    assert found.maker_of("hash of ann") is None
    assert found.maker_of("another") == ann
    assert [one.name for one in found.makers()] == ["Ann", "Ben"]
    with pytest.raises(BadInput):
        found.add_maker("x", " ", "hash", 1.0)


def test_what_was_saved_comes_back_whole(made: Made) -> None:
    found, keeping = made
    saved = save(found, keeping("ann"), "", parts())
    assert saved == ("p1", 1, True)
    assert found.parts("ann", "p1") == parts()
    head = found.pack("ann", "p1")
    assert (head.title, head.game, head.by, head.told.counts) == (
        "The Drowned Coast", "bluebox", "Ann", {"scene": 1, "item": 1, "picture": 1},
    )  # fmt: skip
    assert found.picture("ann", "p1", "pictures/map.png") == PNG


def test_each_save_is_a_revision_that_can_be_restored(made: Made) -> None:
    found, keeping = made
    save(found, keeping("ann"), "", parts())
    softer = ITEM.replace("Tin Whistle", "Silver Whistle")
    assert save_text(found, keeping("ann"), "p1", {"things.toml": softer}, "softer").number == 2
    assert save_text(found, keeping("ann"), "p1", {"things.toml": softer}).number == 2  # nothing has changed
    assert save_text(found, keeping("ann"), "p1", {"things.toml": None}).number == 3
    assert [(one.number, one.note) for one in found.revisions("ann", "p1")] == [(3, ""), (2, "softer"), (1, "")]
    told = differences(found.parts("ann", "p1", 1), found.parts("ann", "p1", 2))
    assert [(one.what, one.kind, one.name) for one in told.differences] == [("changed", "item", "Silver Whistle")]
    assert [(one.field, one.before, one.after) for one in told.differences[0].fields] == [
        ("name", '"Tin Whistle"', '"Silver Whistle"')
    ]
    assert told.same == 3
    back = differences(found.parts("ann", "p1", 3), found.parts("ann", "p1", 1))
    assert [(one.what, one.name) for one in back.differences] == [("new", "Tin Whistle")]
    assert restore(found, keeping("ann"), "p1", 1).number == 4
    assert found.revisions("ann", "p1")[0].note == "As it was in save 1, version 1.0"
    assert found.parts("ann", "p1") == parts()
    with pytest.raises(BadInput):
        restore(found, keeping("ann"), "p1", 9)


def test_whoever_writes_on_at_an_entry_makes_one_revision_of_it(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    found, keeping = made
    id, number = save(found, keeping("ann"), "", parts()).pack, 1

    def write(name: str, note: str = "Tin Whistle") -> None:
        nonlocal number
        text = ITEM.replace("Tin Whistle", name)
        number = save_entry(found, keeping("ann"), id, "item", "tin_whistle", text, number, note).number

    write("Tin Flute")
    write("Tin Horn")
    assert [one.number for one in found.revisions("ann", id)] == [3, 1]
    assert b"Tin Horn" in found.parts("ann", id)["things.toml"]
    with pytest.raises(Overtaken):  # who began at what is gone is told
        save_entry(found, keeping("ann"), id, "item", "tin_whistle", ITEM, 2, "Tin Whistle")
    write("Tin Drum", "something else")
    found.share("ann", id, True)
    write("Tin Gong", "something else")
    assert [one.number for one in found.revisions("ann", id)] == [5, 4, 3, 1]  # what others see stays
    monkeypatch.setattr(library, "AWHILE", 0.0)
    write("Tin Bell", "something else")
    assert [one.number for one in found.revisions("ann", id)] == [6, 5, 4, 3, 1]


def character(game: str = "bluebox", picture: str = "") -> str:
    made = next(iter(GAMES["bluebox"].starter.all("character")))
    entry = {**plain_entry(made), "id": "wren", "name": "Wren"}
    return character_toml(CharacterFile(game=game, character=entry, picture=picture))


def test_a_character_that_was_saved_as_a_file_becomes_one_of_the_pack(made: Made) -> None:
    found, keeping = made
    save(found, keeping("ann"), "", parts())
    text = character(picture=b64encode(png()).decode())
    saved = save_text(found, keeping("ann"), "p1", {"Wren.toml": text})
    pack = Pack(found.parts("ann", "p1"))
    assert saved.number == 2
    assert found.pack("ann", "p1").told.faults == 0
    (entry,) = pack.content()["character"]
    assert (entry["id"], entry["name"], entry["picture"]) == ("wren", "Wren", "Wren.png")
    assert pack.parts["pictures/Wren.png"] == png()
    with pytest.raises(BadInput, match=r"Wren.toml: this is a character of The Crawl, and the pack is of Blue Box"):
        save_text(found, keeping("ann"), "p1", {"Wren.toml": character("crawl")})


def test_a_text_that_speaks_of_the_files_of_characters_is_content(made: Made) -> None:
    found, keeping = made
    save(found, keeping("ann"), "", parts())
    told = '[[item]]\nid = "scroll"\nname = "Scroll"\ntext = """\nIt begins so:\nludex_character = 1\n"""\n'
    save_text(found, keeping("ann"), "p1", {"scroll.toml": told})
    assert found.parts("ann", "p1")["scroll.toml"].decode() == told


def test_the_picture_of_a_character_takes_no_other_ones_place(made: Made) -> None:
    found, keeping = made
    theirs = {"pictures/Wren.png": png(shade=9), "birds.toml": b'[[item]]\nid = "bird"\npicture = "Wren.png"\n'}
    save(found, keeping("ann"), "", parts(more=theirs))
    for shade in (1, 2):  # what comes again takes its own place
        text = character(picture=b64encode(png(shade=shade)).decode())
        save_text(found, keeping("ann"), "p1", {"Wren.toml": text})
        pack = Pack(found.parts("ann", "p1"))
        (entry,) = pack.content()["character"]
        assert entry["picture"] == "Wren 2.png"
        assert pack.parts["pictures/Wren 2.png"] == png(shade=shade)
        assert pack.parts["pictures/Wren.png"] == png(shade=9)


def test_a_pack_that_comes_again_is_its_next_revision(made: Made) -> None:
    found, keeping = made
    first = save(found, keeping("ann"), "", parts())
    again = save(found, keeping("ann"), "", parts(more={"pack.toml": manifest(version="1.1")}))
    assert (again.pack, again.number, again.fresh) == (first.pack, 2, False)
    other = save(found, keeping("ben"), "", parts())
    assert other.fresh
    assert other.pack != first.pack


def test_a_draft_may_be_wrong_and_is_not_shared(made: Made) -> None:
    found, keeping = made
    wrong = parts(more={"things.toml": ITEM.replace('"Tin Whistle"', "3")})
    with pytest.raises(BadInput, match=r"things\.toml:3, item 'tin_whistle', field name"):
        save(found, keeping("ann"), "", wrong, sound=True)
    assert found.packs("ann") == []
    saved = save(found, keeping("ann"), "", wrong)
    told = found.pack("ann", saved.pack).told
    assert (told.faults, told.wrong[0].file, told.wrong[0].line) == (1, "things.toml", 3)
    with pytest.raises(Refused, match="cannot be shared"):
        found.share("ann", saved.pack, True)


def test_others_see_what_is_shared_and_nothing_else(made: Made) -> None:
    found, keeping = made
    id = save(found, keeping("ann"), "", parts()).pack
    doings: list[Callable[[str], object]] = [
        lambda id: found.pack("ben", id),
        lambda id: found.parts("ben", id),
        lambda id: found.parts("ben", id, 1),
        lambda id: found.revisions("ben", id),
        lambda id: found.picture("ben", id, "pictures/map.png"),
        lambda id: found.share("ben", id, True),
        lambda id: found.delete("ben", id),
        lambda id: fork(found, keeping("ben"), id),
        lambda id: restore(found, keeping("ben"), id, 1),
        lambda id: save_text(found, keeping("ben"), id, {"x.toml": ""}),
        lambda id: save(found, keeping("ben"), id, parts()),
    ]
    for doing in doings:
        faults = []
        for which in (id, "none"):
            with pytest.raises(NoPack) as fault:
                doing(which)
            faults.append(str(fault.value))
        assert faults[0] == faults[1]
    assert found.packs("ben") == []
    assert found.found("ben", "coast") is None
    found.share("ann", id, True)
    save_text(found, keeping("ann"), id, {"more.toml": ITEM.replace("tin", "second")}, "a secret")
    (seen,) = found.packs("ben")
    assert (seen.revision, seen.told.counts["item"]) == (1, 1)
    assert found.parts("ben", id) == parts()
    assert [one.number for one in found.revisions("ben", id)] == [1]
    with pytest.raises(NoPack):
        found.parts("ben", id, 2)
    with pytest.raises(NoPack):
        found.share("ben", id, False)
    with pytest.raises(NoPack):
        found.delete("ben", id)
    found.share("ann", id, False)
    assert found.packs("ben") == []


def test_a_fork_is_a_copy_that_says_of_what(made: Made) -> None:
    found, keeping = made
    id = save(found, keeping("ann"), "", parts()).pack
    found.share("ann", id, True)
    copy = found.pack("ben", fork(found, keeping("ben"), id, title="Our Coast").pack)
    assert (copy.name, copy.title, copy.by) == ("coast_2", "Our Coast", "Ben")
    assert copy.forked is not None
    assert (copy.forked.name, copy.forked.by, copy.forked.version) == ("coast", "Ann", "1.0")
    with pytest.raises(BadInput):
        fork(found, keeping("ben"), id, name="coast_2")


def test_what_a_pack_needs_is_looked_up_among_ones_own_and_those_shared(made: Made) -> None:
    found, keeping = made
    base = save(found, keeping("ann"), "", parts("base")).pack
    top = parts("top", {"pack.toml": manifest("top", needs='{ id = "base" }'), "things.toml": b""})
    alone = save(found, keeping("ben"), "", top)
    assert found.pack("ben", alone.pack).told.faults == 1
    found.share("ann", base, True)
    again = {**top, "more.toml": b"# with it"}
    assert found.pack("ben", save(found, keeping("ben"), "", again).pack).told.faults == 0
    assert [head.id for head, _ in found.needed("ben", found.pack("ben", alone.pack).told.manifest)] == [base]


def test_a_maker_has_so_much_and_no_more(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    found, keeping = made
    small = keeping("ann")._replace(quota=Quota(maker=2_000))
    with pytest.raises(Refused, match="may have 2 kB"):
        save(found, small, "", parts(more={"scenes/ledge.toml": SCENE + "# " + "é".join(map(str, range(2_000)))}))
    assert found.packs("ann") == []
    assert found.bytes_of("ann") == 0
    monkeypatch.setattr(library, "PACKS", 1)
    begin(found, keeping("ann"), Manifest(id="one", title="One", game="bluebox", version="1.0"))
    with pytest.raises(Refused, match="at most 1 packs"):
        begin(found, keeping("ann"), Manifest(id="two", title="Two", game="bluebox", version="1.0"))
    with pytest.raises(BadInput, match="already"):
        begin(found, keeping("ann"), Manifest(id="one", title="One", game="bluebox", version="1.0"))
    assert quotas.quota_from(["maker=5MB"]).maker == 5_000_000


def test_the_oldest_revisions_go_and_the_shared_one_stays(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    found, keeping = made
    monkeypatch.setattr(library, "REVISIONS", 3)
    id = save(found, keeping("ann"), "", parts()).pack
    found.share("ann", id, True)
    other = PNG + b"other"
    save(found, keeping("ann"), id, parts(more={"pictures/map.png": other}))
    for number in range(5):
        save(found, keeping("ann"), id, parts(more={"things.toml": f"# {number}", "pictures/map.png": b""}))
    assert [one.number for one in found.revisions("ann", id)] == [7, 6, 5, 1]
    assert found.parts("ben", id) == parts()
    assert found.bytes_of("ann") < 20_000


def test_a_pack_is_deleted_for_good(made: Made) -> None:
    found, keeping = made
    id = save(found, keeping("ann"), "", parts()).pack
    found.delete("ann", id)
    assert found.packs("ann") == []
    assert found.bytes_of("ann") == 0
    with pytest.raises(NoPack):
        found.delete("ann", id)
    id = save(found, keeping("ann"), "", parts()).pack
    found.delete("", id, even_so=True)
    assert found.packs("", all_of_them=True) == []


def test_nobody_takes_the_place_of_a_pack_by_calling_theirs_the_same(made: Made) -> None:
    """Ben has copied what Ann shares, and shares a later version of his own."""
    found, keeping = made
    anns, before = save(found, keeping("ann"), "", parts()).pack, seal_of(parts())
    found.share("ann", anns, True)
    bens = save(found, keeping("ben"), "", parts()).pack
    save(found, keeping("ben"), bens, parts(more={"pack.toml": manifest(version="9")}))
    found.share("ben", bens, True)

    def origin(maker: str, seal: str) -> str:
        head = found.origin(maker, "coast", seal, "bluebox")
        return head.id if head is not None else ""

    assert origin("", before) == anns
    assert origin("ben", before) == bens, "his own"
    assert origin("", "of nobody's") == ""
    assert origin("ben", "of nobody's") == bens
    top = parts("top", {"pack.toml": manifest("top", needs='{ id = "coast" }'), "things.toml": ""})
    assert [head.id for head, _ in found.needed("", Pack(top).manifest, by="ann")] == [anns]


def test_ones_own_packs_are_listed_however_many_others_share(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_LISTED", 2)
    found, keeping = made
    own = save(found, keeping("ann"), "", parts()).pack
    for number in range(3):
        found.share("ben", save(found, keeping("ben"), "", parts(f"coast_{number}")).pack, True)
    assert [head.id for head in found.packs("ann")] == ["p4", own]


def test_makers_are_called_by_names_that_can_be_seen(made: Made) -> None:
    found, _ = made
    with pytest.raises(BadInput, match="letters that can be seen"):
        found.add_maker("x", "\x1b[31mThe host", "hash", 1.0)
