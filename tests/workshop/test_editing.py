"""The text of one entry, changed field by field; and what is told of a draft: faults, mends, sentences, differences."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.lines import entry_place, entry_places
from ludex.core.kernel.ruling import BadInput
from ludex.workshop import editing
from ludex.workshop.drafted import MOST_FAULTS, Draft, Drafted, drafted, plainly
from ludex.workshop.editing import MOST_ENTRY, Edit, edited, entry_written, raw_entry
from ludex.workshop.ground import ground_of_game
from ludex.workshop.saving import with_comments_above

HOUND = '''# A hound.
# It bites.
[[enemy]]
id = "hound"   # of the well
name = 'Hound'
level = 1_0
tags = ["a", "b"] # two
parts = [
  { part = "damage", value = 1 }, # hurts
  # then
  { part = "push", value = 2 },
]
use = { a = 1, b = [1, 2] }
text = """
Long
text."""

# An attack
[[enemy.attacks]]
name = "Bite"
bonus = 2

[[enemy.attacks]]
name = "Claw"
'''


def changed(*edits: tuple[list[str | int], Any]) -> list[str]:
    """The lines that are new in the text, and those that are gone from it with a minus before them."""
    after = edited("enemy", HOUND, [Edit(path=path, value=value) for path, value in edits])
    old, new = HOUND.split("\n"), after.split("\n")
    return [*[f"-{line}" for line in old if line not in new], *[line for line in new if line not in old]]


@pytest.mark.parametrize(
    ("path", "value", "lines"),
    [
        (["id"], "wolf", ['-id = "hound"   # of the well', 'id = "wolf"   # of the well']),
        (["name"], "Hound", []),  # written as it was
        (
            ["parts", 0, "value"],
            5,
            ['-  { part = "damage", value = 1 }, # hurts', '  { part = "damage", value = 5 }, # hurts'],
        ),
        (["parts", 2], {"part": "x", "on": ["a"]}, ['  { part = "x", on = ["a"] },']),
        (["parts", 0], msgspec.UNSET, ['-  { part = "damage", value = 1 }, # hurts']),
        (["tags", 2], "c", ['-tags = ["a", "b"] # two', 'tags = ["a", "b", "c"] # two']),
        (["use", "c"], True, ["-use = { a = 1, b = [1, 2] }", "use = { a = 1, b = [1, 2], c = true }"]),
        (["other", "a", 0], 1, ["other = { a = [1] }"]),
        (["attacks", 1, "bonus"], 3, ["bonus = 3"]),
        (["attacks", 0], {"name": "Nip", "bonus": 2}, ['-name = "Bite"', 'name = "Nip"']),
        (["text"], "Two\nlines.", ["-Long", '-text."""', "Two", 'lines."""']),
    ],
)
def test_an_edit_leaves_all_else_as_it_was(path: list[str | int], value: Any, lines: list[str]) -> None:
    assert changed((path, value)) == lines


def test_a_new_field_stands_with_the_others_and_not_with_what_is_said_of_the_next_table() -> None:
    after = edited("enemy", HOUND, [Edit(path=["size"], value=3)])
    assert 'text."""\nsize = 3\n\n# An attack\n' in after


def test_a_table_with_a_head_of_its_own_is_added_and_taken_away() -> None:
    more = edited("enemy", HOUND, [Edit(path=["attacks", 2], value={"name": "Tail", "parts": [{"a": 1}, {"a": 2}]})])
    assert more == HOUND + '\n[[enemy.attacks]]\nname = "Tail"\nparts = [\n  { a = 1 },\n  { a = 2 },\n]\n'
    less = edited("enemy", more, [Edit(path=["attacks", 2])])
    assert less.rstrip("\n") == HOUND.rstrip("\n")
    none = edited("enemy", HOUND, [Edit(path=["attacks"])])
    assert none.rstrip("\n") == HOUND[: HOUND.index("\n\n# An attack")]


def test_what_is_said_of_the_next_table_stays_when_one_is_taken_away() -> None:
    claw = '# Its claws.\n[[enemy.attacks]]\nname = "Claw"\n'
    text = HOUND.replace('[[enemy.attacks]]\nname = "Claw"\n', claw)
    assert edited("enemy", text, [Edit(path=["attacks", 0])]).endswith(f'text."""\n\n{claw}')


def test_what_is_written_in_a_way_that_nobody_knows_is_left_alone() -> None:
    dotted = '[[enemy]]\nid = "a"\nuse.when = "x"\n'
    assert edited("enemy", dotted, [Edit(path=["use", "when"], value="y")]) == dotted.replace('"x"', '"y"')
    with pytest.raises(BadInput, match="in the text alone"):
        edited("enemy", dotted + "[enemy.size]\nh = 1\n", [Edit(path=["use", "b"], value=1)])


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("[[enemy]]\n[[enemy]]\n", []),
        ("[[weapon]]\nid = 1\n", []),
        ("enemy = 1\n", []),
        ("[[enemy]]\nx = " + "[" * 40 + "]" * 40, []),
        ("[[enemy]]\n" + "a." * 40 + "b = 1\n", []),
        ("[[enemy]]\nx = '" + "x" * MOST_ENTRY + "'", []),
        (HOUND, [Edit(path=[], value=1)]),
        (HOUND, [Edit(path=[0], value=1)]),
        (HOUND, [Edit(path=["parts", 7], value=1)]),
        (HOUND, [Edit(path=["name", "x"], value=1)]),
        (HOUND, [Edit(path=["x"], value="x" * MOST_ENTRY)]),
        (HOUND, [Edit(path=["x", *(["x"] * 40)], value=1)]),
    ],
)
def test_what_is_no_entry_or_no_edit_of_one_is_refused_in_words(text: str, edits: list[Edit]) -> None:
    with pytest.raises(BadInput):
        edited("enemy", text, edits)


def test_an_entry_is_found_with_the_comments_directly_above_it() -> None:
    text = f'# The file.\n\n{HOUND}\n# Another.\n[[enemy]]\nid = "cat"\n'
    places = entry_places(text)
    assert list(places) == [("enemy", "hound"), ("enemy", "cat")]
    assert places["enemy", "hound"].taken(text) == HOUND
    assert places["enemy", "hound"].replaced(text, "") == '# The file.\n\n# Another.\n[[enemy]]\nid = "cat"\n'
    cat = entry_place(text, "enemy", "cat")
    assert cat is not None
    assert cat.replaced(text, "[[enemy]]\nid = 'dog'\n") == f"# The file.\n\n{HOUND}\n[[enemy]]\nid = 'dog'\n"


# ---------------------------------------------------------------- drafts


WRONG = """[[weapon]]
id = "gaff"
name = "Gaff"
wieght_kg = 3
price = "200"
parts = [
  { part = "damage", dice = 1, sides = 6 },
  { part = "range", option = "mellee" },
  { part = "melee_reach", value = 7 },
  { part = "attack_method", option = "thrusting" },
]
effects = [{ do = "condition", condition = "Pron" }]
"""


def crawl(kind: str, text: str, **more: Any) -> Drafted:
    return drafted(ground_of_game("crawl"), Draft(kind, text, **more))


def test_all_faults_are_told_each_with_its_line_and_what_mends_it() -> None:
    told = crawl("weapon", WRONG)
    assert [(fault.line, fault.mend.words if fault.mend else "") for fault in told.faults] == [
        (4, "Call it Weight"), (5, "Make it 200"), (8, "Make it melee"), (9, "Make it 2"), (12, "Make it Prone"),
    ]  # fmt: skip
    assert [fault.title for fault in told.faults if fault.path == ["parts", 2]] == ["Prices of stepped and flat rules"]
    assert not any("_" in fault.text.partition(";")[2] for fault in told.faults)
    text = WRONG
    while mends := [fault.mend for fault in crawl("weapon", text).faults if fault.mend is not None]:
        text = edited("weapon", text, mends[0].edits)
    assert crawl("weapon", text).faults == []
    assert "weight_kg = 3\n" in text
    assert "price = 1200\n" in text  # which is what its parts come to


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("the field max_rounds is missing: how long", "Max rounds is missing: how long"),
        (
            "until = 'focus', but this power is not maintained; expected focus = true",
            "“until”: focus, but this power is not maintained; expected “needs focus”: yes",
        ),
        ("without a `target` nobody uses the item", "Without a “target” nobody uses the item"),
        ("there is no power ''; expected one of: gust", "No power is chosen; expected one of: gust"),
        ("field hazards[0]: there is no zone 'pier'", "There is no zone “pier”"),
    ],
)
def test_faults_are_told_without_the_words_of_files(problem: str, told: str) -> None:
    assert told in plainly(ground_of_game("bluebox"), problem)


def test_a_fault_of_the_rules_is_not_severe_and_names_its_rule() -> None:
    told = crawl("weapon", '[[weapon]]\nid = "gaff"\nname = "Gaff"\n')
    assert {fault.severe for fault in told.faults} == {False}
    assert {fault.rule for fault in told.faults} == {"tc.weapon.method", "tc.range.classes"}
    assert all(fault.mend is not None and fault.mend.words.startswith("Add ") for fault in told.faults)


def test_that_an_entry_has_no_name_is_told_and_forbids_nothing() -> None:
    text = ground_of_game("crawl").text("weapon", "long_sword").replace('name = "Long Sword"', 'name = " "')
    (told,) = crawl("weapon", text).faults
    assert (told.path, told.text, told.severe) == (["name"], "It has no name", False)


def test_a_draft_tells_what_differs_from_its_origin_and_says_its_parts() -> None:
    text = ground_of_game("crawl").text("weapon", "long_sword")
    edits = [
        Edit(path=["parts", 0, "sides"], value=10),
        Edit(path=["effects", 0], value={"do": "condition", "condition": "Prone", "on": "hp_damage"}),
    ]
    told = crawl("weapon", text, edits=edits, origin="long_sword", called="wet_sword")
    assert [(one.path, one.now) for one in told.differs if one.path != ["effects"]] == [
        (["id"], "wet_sword"), (["parts", 0, "sides"], 10),
    ]  # fmt: skip
    assert told.sentences["effects.0"] == "when it has cost HP, the target is Prone"
    assert told.card is not None
    assert ("Effects", ["when it has cost HP, the target is Prone"]) in [
        (part.title, part.lines) for part in told.card.parts
    ]


def test_somebody_is_shown_by_their_sheet() -> None:
    ground = ground_of_game("crawl")
    told = crawl("enemy", ground.text("enemy", "tunnel_cur"), called="cur")
    assert told.card is not None
    assert ("HP", "7/7") in [(line.label, line.value) for line in told.card.lines]
    assert "Skills" in [part.title for part in told.card.parts]
    assert "Now" not in [part.title for part in told.card.parts]


def test_what_is_too_deep_is_told_in_words_before_it_is_written() -> None:
    deep: Any = 1
    for _ in range(2_000):
        deep = [deep]
    with pytest.raises(BadInput, match="too deep"):
        edited("enemy", HOUND, [Edit(path=["tags"], value=deep)])
    with pytest.raises(BadInput, match="too deep"):
        entry_written("enemy", {"id": "hound", "tags": deep})


def test_of_very_many_faults_the_first_are_told() -> None:
    wrong = "".join([f"none{number} = 1\n" for number in range(MOST_FAULTS + 10)])
    assert len(crawl("weapon", f'[[weapon]]\nid = "gaff"\nname = "Gaff"\n{wrong}').faults) == MOST_FAULTS


@pytest.mark.parametrize("text", ["# a\n\n{}", "  # a\n{}", "{}# a\n", "{}\n# a", "# a\n{}"])
def test_comments_of_an_entry_do_not_pile_up_in_its_file(text: str) -> None:
    gaff = '[[gear]]\nid = "gaff"\nname = "Gaff" # long\n'
    once = file = '[[gear]]\nid = "rope"\n\n' + with_comments_above(text.format(gaff))
    assert once.endswith(f"\n# a\n{gaff}")
    for _ in range(2):
        place = entry_place(file, "gear", "gaff")
        assert place is not None
        file = place.replaced(file, with_comments_above(text.format(gaff)))
    assert file == once


def test_the_text_is_not_read_again_and_again_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One edit that takes a table's place becomes one for each of its fields, each of which reads all of the text."""
    text = '[[weapon]]\nid = "a"\n[weapon.x]\n' + "".join(f"k{number} = 1\n" for number in range(60))
    whole = [Edit(path=["x"], value={"j": 1})]
    assert raw_entry("weapon", edited("weapon", text, whole))["x"] == {"j": 1}
    monkeypatch.setattr(editing, "MOST_READ", 10 * len(text))
    with pytest.raises(BadInput, match="too much is changed at once"):
        edited("weapon", text, whole)


SEVERAL = [
    "One\ntwo",
    '"Ika," they say.\n"Who?"',
    'three """ quotes\n""""',
    'a\\\n\\"b\\\\"',
    "\nbell \x07 \r\n",
    'end\n""',
]


@pytest.mark.parametrize("text", SEVERAL)
def test_a_text_of_several_lines_stands_on_several_lines_and_is_read_as_it_was(text: str) -> None:
    after = edited("enemy", HOUND, [Edit(path=["text"], value=text), Edit(path=["told"], value=text)])
    raw = raw_entry("enemy", after)
    assert (raw["text"], raw["told"]) == (text, text)
    assert after.count('"""\n') >= 2


def test_a_text_of_one_line_stays_on_as_many_lines_as_it_had() -> None:
    after = edited("enemy", HOUND, [Edit(path=["text"], value="Short.")])
    assert 'text = """\nShort."""\n' in after
    assert edited("enemy", after, [Edit(path=["text"], value="Long\ntext.")]) == HOUND


def test_tables_with_heads_change_places_with_their_comments() -> None:
    bite, claw = raw_entry("enemy", HOUND)["attacks"]
    after = edited("enemy", HOUND, [Edit(path=["attacks"], value=[claw, bite])])
    assert after.endswith(
        '[[enemy.attacks]]\nname = "Claw"\n\n# An attack\n[[enemy.attacks]]\nname = "Bite"\nbonus = 2\n'
    )
    assert edited("enemy", after, [Edit(path=["attacks"], value=[bite, claw])]) == HOUND
