"""Packs: read within bounds, written alike every time, and judged as a whole."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError
from ludex.core.files.packs import Pack, faults_of, holds, pack_findings
from ludex.core.files.scenefile import load_scene
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack import parts as bounds
from ludex.core.pack.manifest import in_order, numbers
from ludex.core.pack.parts import checked, seal_of
from ludex.core.pack.reading import packed, parts_at, unpacked
from tests.packs import ITEM, PNG, SCENE, file_of, folder_of, manifest, parts, zipped

WORDS = st.text("abcdefgh", min_size=1, max_size=8)
PARTS = st.dictionaries(
    st.one_of(WORDS.map("{}.toml".format), WORDS.map("scenes/{}.toml".format), WORDS.map("pictures/{}.png".format)),
    st.binary(max_size=60),
    max_size=8,
)


def wrong(given: dict[str, bytes], *others: dict[str, bytes]) -> list[str]:
    return [str(one) for one in pack_findings(Pack(given), [Pack(other) for other in others])]


# ---------------------------------------------------------------- in and out


@given(PARTS)
def test_a_pack_is_the_same_bytes_every_time(given: dict[str, bytes]) -> None:
    given = {**given, "pack.toml": b"x"}
    file = packed(given)
    assert unpacked(BytesIO(file), "a pack") == given
    assert packed(dict(reversed(given.items()))) == file


def test_folder_and_file_are_the_same_pack(tmp_path: Path) -> None:
    file, folder = file_of(tmp_path, parts()), folder_of(tmp_path, parts())
    (folder / "notes.md").write_text("mine", encoding="utf-8")
    (folder / "scenes" / ".swp").write_text("x", encoding="utf-8")
    assert parts_at(folder) == parts_at(file) == parts()
    assert packed(parts_at(folder)) == file.read_bytes()
    assert seal_of(parts_at(folder)) == seal_of(dict(reversed(parts().items())))


def test_a_folder_that_somebody_has_zipped_by_hand_is_a_pack() -> None:
    by_hand = zipped({"coast/": b"", "coast/scenes/": b"", **{f"coast/{name}": data for name, data in parts().items()}})
    assert unpacked(BytesIO(by_hand), "a pack") == parts()


@pytest.mark.parametrize(
    "name",
    ["../x.toml", "/etc/x.toml", "scenes/../x.toml", "scenes/deep/x.toml", "x.exe", "pictures/x.svg", "a\\b.toml",
     ".hidden.toml", "C:x.toml", "pictures/x.toml", "\N{SNOWMAN}.toml", "x" * 90 + ".toml"],
)  # fmt: skip
def test_nothing_that_has_no_place_in_a_pack_comes_with_it(name: str) -> None:
    with pytest.raises(BadInput, match="no place in a pack"):
        unpacked(BytesIO(zipped({**parts(), name: b""})), "a pack")
    with pytest.raises(BadInput, match="no place in a pack"):
        checked({**parts(), name: b""})


def test_two_names_that_are_one_on_some_disks_are_refused() -> None:
    with pytest.raises(BadInput, match="are one name"):
        unpacked(BytesIO(zipped({**parts(), "Things.toml": b""})), "a pack")


def test_no_more_is_read_than_a_pack_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {f"{number}.toml": b"" for number in range(bounds.MOST_PARTS + 9)}
    with pytest.raises(BadInput, match="too many parts"):
        unpacked(BytesIO(zipped(many)), "a pack")
    monkeypatch.setattr(bounds, "MOST_TEXT", 1_000)
    with pytest.raises(BadInput, match=r"things\.toml: expected at most 1,000 bytes"):
        unpacked(BytesIO(packed(parts(more={"things.toml": b"#" * 100_000}))), "a pack")
    monkeypatch.setattr(bounds, "MOST_ALL", 3_000)
    with pytest.raises(BadInput, match="too large"):
        unpacked(BytesIO(packed(parts(more={"pictures/map.png": PNG + b"\0" * 100_000}))), "a pack")
    monkeypatch.setattr(bounds, "MOST_TEXTS", 1_500)
    with pytest.raises(BadInput, match="too much text"):
        unpacked(BytesIO(packed(parts(more={f"{number}.toml": b"#" * 600 for number in range(4)}))), "a pack")


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip at all", packed(parts())[:-30], packed(parts()) + b"more"])
def test_what_is_no_pack_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadInput, match="expected a pack"):
        unpacked(BytesIO(data), "a pack")


@given(st.binary(max_size=300), st.integers(0, 400))
def test_a_torn_pack_is_refused_or_read(noise: bytes, at: int) -> None:
    data = packed(parts())
    try:
        unpacked(BytesIO(data[:at] + noise + data[at + len(noise) :]), "a pack")
    except BadInput:
        return


# ---------------------------------------------------------------- what is wrong


def test_a_sound_pack_has_no_faults_and_tells_what_it_holds() -> None:
    assert wrong(parts()) == []
    assert holds(Pack(parts())) == ({"scene": 1, "item": 1, "picture": 1}, ["A bare ledge", "Tin Whistle"])


def test_all_faults_are_told_with_file_line_and_field() -> None:
    broken = parts(
        more={
            "pack.toml": manifest(version="one", licence="x" * 200),
            "more.toml": "\n" + ITEM.replace('"Tin Whistle"', "3"),
            "torn.toml": "[[item]]\nid = ]\n",
            "scenes/ledge.toml": SCENE + 'from = "no_such"\n',
            "pictures/map.png": b"GIF89a",
        }
    )
    found = wrong(broken)
    assert any(one.startswith("pack.toml:4, field version: ") for one in found), found
    assert any(one.startswith("pack.toml:5, field licence: ") for one in found)
    assert "more.toml:3, item 'tin_whistle', field id: this id stands in things.toml as well" in found
    assert any(one.startswith("more.toml:4, item 'tin_whistle', field name: ") for one in found)
    assert any(one.startswith("torn.toml:2: not valid TOML") for one in found)
    assert any(one.startswith("scenes/ledge.toml:7, beings.onuri, field from: ") for one in found), found
    assert any(one.startswith("pictures/map.png: its name says image/png") for one in found)


def test_what_a_pack_is_must_be_said() -> None:
    assert [one.partition(";")[0] for one in wrong(parts(more={"pack.toml": b""}))] == [
        "pack.toml: there is no pack.toml"
    ]
    lacks = wrong(parts(more={"pack.toml": b"title = 3"}))
    assert "pack.toml: the field id is missing" in lacks
    assert "pack.toml:1, field title: expected text, not the number 3" in lacks
    steers = wrong(parts(more={"pack.toml": manifest(author="\\u001b[31mAnn")}))
    assert any("field author: expected letters that can be seen" in one for one in steers), steers
    assert any("there is no game 'chess'" in one for one in wrong(parts(more={"pack.toml": manifest(game="chess")})))
    elsewhere = wrong(parts(more={"pack.toml": manifest(game="navyblue")}))
    assert any('field game: expected game = "navyblue"' in one for one in elsewhere)


def test_a_pack_is_judged_with_what_it_needs() -> None:
    scene = SCENE + '\n[beings.crab]\nfrom = "vahki_patroller"\nat = [2, 2]\n'
    base = parts("base", {"scenes/ledge.toml": b"", "pack.toml": manifest("base", "1.4")})
    board = 'board = "ledge"'
    ledge = '[[board]]\nid = "ledge"\nname = "Ledge"\nq = [0, 5]\nr = [0, 3]\n'
    base["boards.toml"] = ledge.encode()
    needs = '{ id = "base", version = "1.2" }'
    top = parts(
        "top",
        {
            "pack.toml": manifest("top", needs=needs),
            "scenes/ledge.toml": scene.replace("board = { q = [0, 5], r = [0, 3] }", board),
        },
    )
    assert wrong(top, base) == []
    alone = wrong(top)
    assert any("field needs[0]: the pack 'base' is not there" in one for one in alone)
    assert any("scenes/ledge.toml" in one for one in alone)
    old = {**base, "pack.toml": manifest("base", "1.1").encode()}
    assert any("is there in version 1.1: 1.2 is needed" in one for one in wrong(top, old))
    round = {**base, "pack.toml": manifest("base", "1.2", needs='{ id = "top" }').encode()}
    assert any("packs cannot need each other: top needs base needs top" in one for one in wrong(top, round))
    itself = parts(more={"pack.toml": manifest(needs='{ id = "coast" }')})
    assert any("a pack cannot need itself" in one for one in wrong(itself))
    other = {**base, "pack.toml": manifest("base", "1.2", game="crawl").encode()}
    assert any("is for another game" in one for one in wrong(top, other))


def test_what_no_rule_allows_is_no_fault_of_the_pack() -> None:
    found = pack_findings(Pack(parts(more={"scenes/ledge.toml": SCENE + "ap = 99\n"})))
    assert found
    assert faults_of(found) == []


def test_versions_are_compared_by_their_numbers() -> None:
    assert numbers("1.10") > numbers("1.9") > numbers("1") == numbers("1.0")


# ---------------------------------------------------------------- as content


@pytest.mark.parametrize("made", [file_of, folder_of])
def test_a_pack_is_content_like_a_folder(tmp_path: Path, made: object) -> None:
    assert callable(made)
    path: Path = made(tmp_path, parts())
    library = GAMES["bluebox"].library(path)
    assert library.shelves["item"].get("tin_whistle").name == "Tin Whistle"
    assert load_scene(Path("ledge"), folders=(path,)).scene.beings.keys() == {"onuri"}
    assert load_scene(path / "scenes" / "ledge.toml").header.title == "A bare ledge"
    with pytest.raises(BadInput, match="this pack is for bluebox, not for crawl"):
        GAMES["crawl"].library(path)
    with pytest.raises(ContentError, match="no scene or file"):
        load_scene(path / "scenes" / "other.toml")


def test_what_a_pack_needs_lies_below_it_whatever_the_order(tmp_path: Path) -> None:
    base = file_of(tmp_path, parts("base"), "base")
    renamed = ITEM.replace("Tin Whistle", "Silver Whistle")
    top = parts("top", {"pack.toml": manifest("top", needs='{ id = "base" }'), "things.toml": renamed})
    over = file_of(tmp_path, top, "top")
    for order in ((base, over), (over, base)):
        assert in_order(order, "bluebox") == [base, over]
        assert GAMES["bluebox"].library(*order).shelves["item"].get("tin_whistle").name == "Silver Whistle"
    with pytest.raises(BadInput, match="field needs\\[0\\]: the pack 'base' is not there"):
        GAMES["bluebox"].library(over)
