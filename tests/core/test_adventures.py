"""Adventures as they are read: what is wrong with one is told with file, line and field, and a pack keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.core.files.adventurefile import adventure_of, lines_through, stages_of
from ludex.core.files.packs import Pack, holds, pack_findings
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import packed, parts_at, write_folder

PACK = 'id = "tide"\ntitle = "Tide"\ngame = "vitality"\nversion = "1.0"\n'
WHOLE = """
title = "Tide"
players = [3, 5]

[[chapter]]
id = "quay"
title = "On the quay"
scene = "night_market"
say = "Fog."
know = "They lie."
after = [{ rest = "breather" }]
next = [{ to = "ferry", text = "Across.", when = "won" }, { to = "vault", text = "Below.", when = "lost" }]

[[chapter.handouts]]
title = "A ticket"
text = "Not before the ebb."

[[chapter]]
id = "ferry"
title = "The ferry"
next = [{ to = "vault", text = "Down." }]

[[chapter]]
id = "vault"
title = "The vault"
scene = "throne_of_ash"
"""


def pack_of(text: str) -> Pack:
    return Pack({"pack.toml": PACK.encode(), "adventure.toml": text.encode()}, "tide")


def told(text: str) -> list[str]:
    return [str(finding) for finding in pack_findings(pack_of(text))]


def test_an_adventure_that_is_whole_is_not_complained_of() -> None:
    assert told(WHOLE) == []
    assert holds(pack_of(WHOLE)).counts == {"adventure": 1}


@pytest.mark.parametrize(
    ("written", "instead", "expected"),
    [
        ('to = "ferry"', 'to = "fery"', "adventure.toml:12, field chapter[0].next[0].to: there is no chapter 'fery'"),
        ('"breather"', '"nap"', "chapter[0].after[0].rest: there is no rest 'nap'"),
        ('rest = "breather"', 'travel = "day"', "chapter[0].after[0].travel: Vitality has no rules here for travel"),
        ('"throne_of_ash"', '"throne"', "chapter[2].scene: there is no scene 'throne'"),
        ('text = "Not before the ebb."', "", "chapter[0].handouts[0]: expected a text or a picture"),
        ('text = "Not before the ebb."', 'picture = "a.webp"', "handouts[0].description: expected what is to be seen"),
        ('id = "vault"', 'id = "quay"', "chapter[2].id: there is a chapter 'quay' already"),
        ("[3, 5]", "[5, 3]", "players: expected the fewest first"),
        ('say = "Fog."', "say = 3", "chapter[0].say: "),
        ('say = "Fog."', f'say = "{"x" * 4_001}"', "chapter[0].say: "),
        ('text = "Down." }]', 'text = "Down." }, { to = "ferry", text = "Round." }]', "cannot be followed by itself"),
        ('text = "Down."', 'text = "Down.", when = "won"', "without a scene nothing is won or lost"),
        ('{ to = "ferry", text = "Across.", when = "won" }, ', "", "chapter[1]: no way leads to 'The ferry'"),
        ('title = "The vault"', 'title = "The vault"\nnext = [{ to = "quay", text = "Up." }]', "to an end"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_field(written: str, instead: str, expected: str) -> None:
    assert written in WHOLE
    assert any(expected in line for line in told(WHOLE.replace(written, instead, 1)))


def test_one_that_cannot_be_read_is_told_and_never_led() -> None:
    assert "adventure.toml" in told("title = ")[0]
    with pytest.raises(BadInput):
        _ = pack_of("title = ").adventure


def test_every_chapter_is_in_one_of_the_lines_through_it() -> None:
    lines = lines_through(adventure_of(pack_of(WHOLE).tables["adventure.toml"], "tide"))
    assert [[one.id for one in line] for line in lines] == [["quay", "ferry", "vault"]]
    stages = [what if isinstance(what, str) else what.rest for _, what in stages_of(lines[0])]
    assert stages == ["night_market", "breather", "throne_of_ash"]


def test_a_line_goes_round_and_comes_to_an_end() -> None:
    text = WHOLE.replace('next = [{ to = "vault", text = "Down." }]', 'next = [{ to = "quay", text = "Back." }]')
    lines = lines_through(adventure_of(pack_of(text).tables["adventure.toml"], "tide"))
    assert all(line[-1].id == "vault" for line in lines)
    assert {one.id for line in lines for one in line} == {"quay", "ferry", "vault"}


def test_nobody_rests_before_the_first_scene() -> None:
    first = adventure_of(pack_of(WHOLE).tables["adventure.toml"], "tide").chapter[1]
    assert stages_of([first]) == []


def test_a_pack_keeps_it_as_a_file_and_as_a_folder(tmp_path: Path) -> None:
    parts = dict(pack_of(WHOLE).parts)
    (tmp_path / "tide.ludex").write_bytes(packed(parts))
    assert parts_at(tmp_path / "tide.ludex") == parts
    write_folder(parts, tmp_path / "tide")
    assert parts_at(tmp_path / "tide") == parts
