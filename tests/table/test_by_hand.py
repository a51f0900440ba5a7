"""What a game master sets by hand has the words of the game, and holds what was set."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.plain import plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.scene.by_hand import ByHand, settable
from ludex.core.scene.shape import SCENE
from ludex.core.show.marks import parts
from ludex.table.document import master_fields
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played
from tests.table.tables import Kept

Told = dict[str, Any]


def fields_of(documents: Documents, gm: str, what: str) -> dict[str, Told]:
    told = msgspec.json.decode(msgspec.json.encode(look(documents, gm, master_fields.Fields(what=what))))
    return {field["name"]: field for field in told}


def forms(played: Played) -> Iterator[dict[str, Told]]:
    """All forms of a table: of the scene, and of everybody in it."""
    assert played.table.scene is not None
    for what in (SCENE, *played.table.scene.beings):
        yield fields_of(played.documents, played.gm, what)


def lines(kept: Kept, knowledge: str) -> list[str]:
    assert kept.table.playing is not None
    return [line.words for told in kept.table.playing.watched(knowledge).log for line in told.lines]


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def every(hands: ByHand, what: str) -> list[tuple[str, str]]:
    """Each field of which something is said, with what people call it."""
    headings = hands.scene if what == SCENE else hands.being
    return [(name, field.called) for fields in headings.values() for name, field in fields.items()]


def test_every_field_that_is_told_has_a_name_of_the_games_own(played: Played) -> None:
    game = played.table.game
    for form, what in zip(forms(played), (SCENE, *["being"] * 99), strict=False):
        assert form.keys() <= dict(every(game.by_hand, what)).keys()


def test_what_odds_tell_of_has_a_name_too_though_nobody_sets_it() -> None:
    told = {game: Played(game).table.game.by_hand for game in GAMES}
    assert told["crawl"].called("lying") == told["navyblue"].called("lying") == "things on the ground"
    assert told["cloudbreaker"].called("limbs") == "HP of the other targets"
    assert told["vitality"].called("things") == "things about"


def test_nobody_sets_what_is_only_told_and_it_is_a_field(played: Played) -> None:
    game, shape = played.table.game, played.table.game.shape
    fields = {*dir(shape.being), *[field.name for field in dataclasses.fields(shape.scene)]}
    assert game.by_hand.told.keys() <= fields
    for what in (SCENE, "being"):
        assert not game.by_hand.told.keys() & settable(shape, what).keys()


def test_what_is_named_is_there_and_each_name_is_another(played: Played) -> None:
    game = played.table.game
    for what in (SCENE, "being"):
        said = every(game.by_hand, what)
        assert {name for name, _ in said} <= settable(game.shape, what).keys()
        for words in ([name for name, _ in said], [called.lower() for _, called in said]):
            assert len(words) == len(set(words)), words


def test_no_name_of_a_field_and_nothing_that_it_holds_is_a_technical_one(played: Played) -> None:
    for form in forms(played):
        for field in form.values():
            things = field["things"] or {"values": [], "columns": []}
            shown = [field["words"], field["text"], field["heading"], *field["lines"]]
            shown += [one["words"] for one in (*field["values"], *things["values"])]
            shown += [column["words"] for column in things["columns"] if column["kind"] != "words"]
            assert not [words for words in shown if set('_{}[]()"') & set(words)], field
            assert field["words"][0].isupper() or field["words"][0].isdigit(), field
            assert field["text"] == "" or field["text"].endswith("."), field


def test_what_can_be_chosen_can_be_set(played: Played) -> None:
    """The first value that it has not, of every field where one is chosen."""
    while played.live.open is not None:
        assert played.step() or deputise(played.table)
    for what in (SCENE, played.party[0], played.foes[0]):
        for name, field in fields_of(played.documents, played.gm, what).items():
            other = next((one["value"] for one in field["values"] if one["value"] != field["value"]), None)
            if field["kind"] == "one" and other is not None:
                played.do(Call(name="set", args={"what": what, "field": name, "value": other}))
                assert fields_of(played.documents, played.gm, what)[name]["value"] == other
                played.do(Call(name="set", args={"what": what, "field": name, "value": field["value"]}))


def test_what_can_be_added_to_a_list_can_be_set_or_a_rule_says_why_not(played: Played) -> None:
    while played.live.open is not None:
        assert played.step() or deputise(played.table)
    added, refused = 0, []
    for what in (SCENE, played.party[0], played.foes[0]):
        for name, field in fields_of(played.documents, played.gm, what).items():
            if field["kind"] != "things" or field["things"]["key"]:
                continue
            one = next(one["value"] for one in field["things"]["values"] if one["value"] not in field["value"])
            more = [*filter(None, field["value"]), one]
            try:
                played.do(Call(name="set", args={"what": what, "field": name, "value": more}))
            except BadInput as fault:
                refused.append(str(fault))
                continue
            held = fields_of(played.documents, played.gm, what)[name]["value"]
            assert [*filter(None, held)] == more  # a hand may be empty
            played.do(Call(name="set", args={"what": what, "field": name, "value": field["value"]}))
            added += 1
    assert added > 5
    assert not [why for why in refused if re.search("expected (a|one of) |there is no", why)]


@pytest.mark.parametrize(("game", "kind"), [("navyblue", "armour"), ("crawl", "armor")])
def test_only_armour_is_offered_to_be_worn(game: str, kind: str) -> None:
    played = Played(game)
    assert played.table.scene is not None
    shelves = played.table.scene.library.shelves
    (who,) = played.party[:1]
    offered = {one["value"] for one in fields_of(played.documents, played.gm, who)["worn"]["things"]["values"]}
    assert offered == shelves[kind].entries.keys()


def test_what_was_set_is_read_back() -> None:
    kept = Kept("bluebox")
    kept.open(begin=False)
    who = next(being.id for being in kept.live.scene.beings.values() if being.side == "party")
    wanted = {
        "hp": 3, "stats": {"FOR": 1, "DEX": 2, "SPI": 0, "CHA": 0, "KNO": 1}, "size": "Small", "covered_lamp": True,
        "immune": ["Fire"], "at": [1, 1], "altitude": 2, "name": "Sura", "found_by": [who],
    }  # fmt: skip
    for name, value in wanted.items():
        kept.do(Call(name="set", args={"what": who, "field": name, "value": value}))
    told = fields_of(Documents(kept.table), kept.gm, who)
    assert {name: told[name]["value"] for name in wanted} == wanted
    assert (told["altitude"]["kind"], told["altitude"]["unit"]) == ("number", "m")
    assert told["at"]["kind"] == "place"
    assert [one["words"] for one in told["size"]["values"]] == ["Tiny", "Small", "Medium", "Large", "Giant"]


def test_what_the_rules_keep_is_told_in_words_and_can_be_taken_away() -> None:
    kept = Kept("navyblue")
    kept.open(begin=False)
    filled = fields_of(Documents(kept.table), kept.gm, SCENE)["obstructions"]
    assert filled["lines"][0] == "In Crates, of rubble, can be cleared, by Brawn, difficulty Normal"
    assert len(filled["lines"]) == len(filled["value"]) == 2
    kept.do(Call(name="set", args={"what": SCENE, "field": "obstructions", "value": filled["value"][1:]}))
    left = fields_of(Documents(kept.table), kept.gm, SCENE)["obstructions"]
    assert left["lines"] == filled["lines"][1:]
    kept.do(Call(name="set", args={"what": SCENE, "field": "obstructions", "value": left["unset"]}))
    assert "obstructions" not in fields_of(Documents(kept.table), kept.gm, SCENE)  # nothing is left to take away


def test_what_was_noted_names_people_and_no_ids() -> None:
    kept = Kept("bluebox")
    kept.open(begin=False)
    who = next(being for being in kept.live.scene.beings.values() if being.side == "party")
    kept.do(Call(name="set", args={"what": SCENE, "field": "known", "value": plain([[f"rope of {who.id}", 12]])}))
    assert fields_of(Documents(kept.table), kept.gm, SCENE)["known"]["lines"] == [f"Rope of {who.name}, 12"]


def test_the_record_calls_a_field_by_the_name_that_the_form_has(played: Played) -> None:
    while played.live.open is not None:
        assert played.step() or deputise(played.table)
    who = played.party[0]
    for name, field in fields_of(played.documents, played.gm, who).items():
        if field["kind"] == "yes":
            played.do(Call(name="set", args={"what": who, "field": name, "value": field["value"]}))
            watched = played.table.watched(played.table.seats[played.gm])
            assert watched is not None
            assert f": {field['words'].lower()}, " in watched.log[-1].lines[-1].words.lower()


def test_who_is_called_something_else_is_told_by_the_name_they_had(played: Played) -> None:
    for who in (played.party[0], played.foes[0]):
        assert played.table.scene is not None
        was = played.table.scene.beings[who].name
        played.do(Call(name="set", args={"what": who, "field": "name", "value": "Old Grin"}))
        assert lines(played, "party")[-1] == f"{was} is called Old Grin from now on"


def test_the_game_master_has_one_name_in_a_record_the_one_in_the_book(played: Played) -> None:
    own, other = played.party[0], played.foes[0]
    pool = next(name for name in ("hp", "vigor") if name in settable(played.table.game.shape, "being"))
    for who in (own, other):
        played.do(Call(name="set", args={"what": who, "field": pool, "value": 1}))
        played.do(Call(name="modify", args={"being": who, "name": "rain", "amount": -1}))
    played.do(Call(name="roll", args={"dice": "2d6", "for": "the weather", "secret": False}))
    said = re.findall(r"game master|director", "; ".join(lines(played, "party")), re.IGNORECASE)
    assert len(said) >= 4
    assert set(said) == {"Director" if played.table.game.name == "navyblue" else "game master"}


def test_what_holds_or_not_is_told_with_yes_or_no() -> None:
    played = Played("navyblue")
    who = played.party[0]
    assert played.table.scene is not None
    name = played.table.scene.beings[who].name
    for value, said in ((True, "yes"), (False, "no")):
        played.do(Call(name="set", args={"what": who, "field": "acted", "value": value}))
        assert lines(played, "party")[-1] == f"The Director settles for {name}: has rolled an Action this turn, {said}"


def test_of_whom_something_was_changed_is_known_though_not_what(played: Played) -> None:
    assert played.table.playing is not None
    played.do(Call(name="set", args={"what": played.foes[0], "field": played.table.game.vital[0].lower(), "value": 1}))
    (line,) = played.table.playing.watched("party").log[-1].rough
    assert "changes something of" in line.words
    assert [(part.kind, part.id) for part in parts(line.marked) if part.kind] == [("being", played.foes[0])]
