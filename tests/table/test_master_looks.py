"""What the game master can ask before meddling, and how players take up characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.seating import HandOver, TakeUp
from ludex.table.document import master_fields, master_looks
from ludex.table.document.answered import Answers
from ludex.table.document.looking import Look, look
from ludex.table.document.show import Documents
from ludex.table.play import commands
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played
from tests.table.tables import Kept

Told = dict[str, Any]

SHAPES: dict[str, Any] = {field.encode_name: field.type for field in msgspec.structs.fields(Answers)}


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def asked(played: Played, what: Look) -> Any:
    """What the game master is told, which has the shape that the protocol says."""
    sent = msgspec.json.decode(msgspec.json.encode(look(played.documents, played.gm, what)))
    msgspec.convert(sent, SHAPES[str(what.__struct_config__.tag)], strict=True)
    return sent


def test_every_command_of_the_game_master_says_what_it_takes(played: Played) -> None:
    calls = {call["name"]: call for call in asked(played, master_looks.Calls())}
    assert calls.keys() == played.table.game.gm_actions.keys()
    assert [arg["kind"] for arg in calls["place"]["args"]][:2] == ["being", "place"]
    assert {value["value"] for value in calls["remove"]["args"][0]["values"]} == {*played.party, *played.foes}
    assert calls["modify"]["args"][2]["kind"] == "number"
    conditions = [arg for call in calls.values() for arg in call["args"] if arg["name"] == "condition"]
    assert conditions
    assert all(arg["values"] for arg in conditions)
    book = list(played.table.game.shape.conditions)
    for arg in conditions:
        there = [value["value"] for value in arg["values"]]
        assert [name for name in there if name in book] == [name for name in book if name in there]
    assert all(call["about"] for call in calls.values())
    assert not [call["about"] for call in calls.values() if TECHNICAL.search(call["about"])]
    explained = [
        (arg, call["about"])
        for call in calls.values() for arg in call["args"]
        if f"`{arg['name']}`:" in (played.table.game.gm_actions[call["name"]].step.procedure.__doc__ or "")
    ]  # fmt: skip
    assert all(f"{arg['label']}: " in about for arg, about in explained)


def test_who_is_meant_is_chosen_by_name(played: Played) -> None:
    calls = {call["name"]: call for call in asked(played, master_looks.Calls())}
    assert played.table.scene is not None
    everybody = {who: being.name for who, being in played.table.scene.beings.items()}
    named = [arg for call in calls.values() for arg in call["args"] if arg["name"] in ("by", "to")]
    for arg in named:
        if arg["kind"] == "number":
            continue
        assert {value["value"]: value["words"] for value in arg["values"]} == everybody
        assert arg["kind"] != "data"


TECHNICAL = re.compile(r"[_|{}\[\]]|\w:\w|\d \d|such as")


def giving(played: Played) -> Told:
    """The command of the game that brings a condition."""
    calls = asked(played, master_looks.Calls())
    return next(call for call in calls if {"condition", "until"} <= {arg["name"] for arg in call["args"]})


def conditions(call: Told) -> dict[str, list[Told]]:
    """Each condition that is offered, with what is asked for with it."""
    values = next(arg["values"] for arg in call["args"] if arg["name"] == "condition")
    return {one["value"]: one["asks"] for one in values}


def by_its_form(call: Told, asks: list[Told], source: str) -> dict[str, Any]:
    """What a form gives where the first of each list is chosen, two of several, and all else is left as it stands."""
    kinds = {arg["name"]: arg["kind"] for arg in call["args"]}
    given: dict[str, Any] = {}
    for one in asks:
        words = [value["value"] for value in one["values"]]
        if "after" in one:
            chosen = one["between"].join(words[:2]) if one["between"] else words[0]
            given[one["name"]] = given.get(one["name"], "") + one["after"] + chosen
        else:
            given[one["name"]] = source if one["name"] == "source" else one["usual"]
            if kinds[one["name"]] == "yes":
                given[one["name"]] = True
    return given


def test_what_is_asked_with_a_condition_is_chosen_or_a_number_in_the_words_of_people(played: Played) -> None:
    call = giving(played)
    kinds = {arg["name"]: arg["kind"] for arg in call["args"]}
    for name, asks in conditions(call).items():
        for one in asks:
            said = [one["label"], *[value["words"] for value in one["values"]]]
            assert not [words for words in said if TECHNICAL.search(words)], (name, said)
            assert one["name"] == "source" or one["values"] or kinds[one["name"]] in ("number", "yes"), name
            if "usual" in one and one["values"]:
                assert one["usual"] in [value["value"] for value in one["values"]]
            assert one.get("usual", 1) >= one.get("least", 1)


def test_what_a_condition_says_of_itself_is_asked_for_with_it(played: Played) -> None:
    """Words and numbers that stand in its sentences and are not there only at times."""
    call = giving(played)
    shape = played.table.game.shape
    seldom = {arg["name"] for arg in call["args"] if arg["seldom"]}
    for name, asks in conditions(call).items():
        kind = shape.kind_of(name)
        always = re.sub(r"\[.*?\]", "", f"{kind.begins} {kind.shown}")
        for part, words in (("note", "note|materials"), ("value", "value|double")):
            if re.search(rf"{{({words})}}", always):
                assert part in [one.part for one in kind.asked], name
        assert not kind.note or "note" in [one.part for one in kind.asked], name
        assert not kind.sourced or "source" in [one["name"] for one in asks], name
        assert {one["name"] for one in asks} <= seldom | {"source"}


def test_each_condition_can_be_given_with_what_its_form_offers_and_reads_well(played: Played) -> None:
    call = giving(played)
    for name, asks in conditions(call).items():
        other = Played(played.table.game.name)
        who = other.party[0]
        given = {"being": who, "condition": name, **by_its_form(call, asks, other.foes[0])}
        other.do(Call(name=call["name"], args=given, force=True))  # by the rules it may be impossible here and now
        told = other.of(other.gm)["beings"][who]["conditions"]
        assert all(one["words"] and not TECHNICAL.search(one["words"]) for one in told), (name, told)
        assert told or name in PASSING


# The rules end them at once where they cannot be
PASSING = {"Hidden", "Underground"}


def test_a_condition_says_on_the_sheet_what_it_is_exactly() -> None:
    told = {}
    for game, name, given in (
        ("bluebox", "Edge", {"note": "Grapple|Strength", "dc": 2}),
        ("bluebox", "Scorching", {"note": "1 4 Fire"}),
        ("bluebox", "Slowed", {"dc": 2}),
        ("navyblue", "Guarded", {"note": "Brawn,Presence|Magic"}),
        ("navyblue", "Hindered", {"note": "attack", "value": -2}),
        ("crawl", "Affected", {"note": "dissev:fire"}),
    ):
        played = Played(game)
        args = {"being": played.party[0], "condition": name, **given}
        played.do(Call(name=giving(played)["name"], args=args))
        told[name] = [one["words"] for one in played.of(played.gm)["beings"][played.party[0]]["conditions"]]
    assert told == {
        "Edge": ["Edge (+2d4 on Grapple and Strength)"],
        "Scorching": ["Scorching (1d4 Fire)"],
        "Slowed": ["Slowed (2 m)"],
        "Guarded": ["Guarded (Brawn and Presence against Magic)"],
        "Hindered": ["Hindered (−2 on attack rolls)"],
        "Affected": ["Dissev (fire)"],
    }


def test_what_a_note_names_is_called_as_on_the_shelf_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played("crawl")
    assert played.table.scene is not None
    shelves = played.table.scene.library.shelves
    for poison in shelves["poison"].entries:
        monkeypatch.setitem(shelves["armor"].entries, poison, next(iter(shelves["armor"].entries.values())))
    calls = asked(played, master_looks.Calls())
    values = [value for call in calls for arg in call["args"] for value in arg["values"]]
    notes = [one for value in values for ask in value.get("asks", ()) for one in ask["values"]]
    named = {one["value"]: one["words"] for one in notes if one["value"] in shelves["poison"].entries}
    assert named.keys() == shelves["poison"].entries.keys()
    for poison, words in named.items():
        assert words.lower() == shelves["poison"].entries[poison].name.lower()


def test_when_a_condition_ends_is_chosen_from_moments_that_hold(played: Played) -> None:
    calls = asked(played, master_looks.Calls())
    name, ends = next(
        (call["name"], arg["values"])
        for call in calls if {"condition", "until"} <= {arg["name"] for arg in call["args"]}
        for arg in call["args"] if arg["name"] == "until"
    )  # fmt: skip
    assert played.table.scene is not None
    being, foe = played.party[0], played.foes[0]
    assert any(played.table.scene.beings[foe].name in one["words"] for one in ends)
    assert not [one["words"] for one in ends if {being, foe} & {*one["words"].split()}]
    for one in ends:
        assert not re.match("until (?!there |the |.*'s )|.*_", one["words"])
        args = {"being": being, "condition": "Prone", "source": foe, "until": one["value"]}
        played.do(Call(name=name, args=args))


BETWEEN = {
    "bluebox": "start_combat rest resume_rest end_rest pass_time travel session_end",
    "cloudbreaker": "start pursue rest finish_rest pass_time",
    "crawl": "start_fight set_out downtime pass_time",
    "navyblue": "fight begin_travel begin_dungeon begin_adventure pass_interval respite",
    "vitality": "combat set_out rest breather wait",
}


def test_it_is_told_with_which_commands_play_goes_on_between_fights(played: Played) -> None:
    assert not [call["name"] for call in asked(played, master_looks.Calls()) if call["between"]], "in a fight"
    played.do(Call(**END[played.table.game.name]))
    calls = {call["name"]: call for call in asked(played, master_looks.Calls()) if call["between"]}
    assert calls.keys() == set(BETWEEN[played.table.game.name].split())
    goes_on = {name for name, call in calls.items() if call["refused"] is None}
    assert REST[played.table.game.name] in goes_on
    assert goes_on.isdisjoint({"finish_rest", "end_rest"}), "of what has not begun"


def test_when_a_fight_is_over_no_round_of_it_is_told(played: Played) -> None:
    played.do(Call(**END[played.table.game.name]))
    assert "Round" not in [label for label, _ in played.table.game.face().situation(played.live.scene)]


END: dict[str, Any] = {
    "bluebox": {"name": "end_combat"}, "cloudbreaker": {"name": "end_situation", "args": {"outcome": "won"}},
    "crawl": {"name": "end_fight"}, "navyblue": {"name": "end_fight"}, "vitality": {"name": "end"},
}  # fmt: skip
REST = {"bluebox": "rest", "cloudbreaker": "rest", "crawl": "pass_time", "navyblue": "begin_travel", "vitality": "rest"}


def test_a_new_zone_is_named_in_words_and_what_is_not_said_of_a_place_stays() -> None:
    calls = {call["name"]: call for call in asked(Played("navyblue"), master_looks.Calls())}
    new, joined, *_ = calls["add_zone"]["args"]
    assert (new["kind"], new["values"], joined["kind"]) == ("words", [], "several")
    safe = calls["set_place"]["args"][0]
    assert (safe["default"], [one["value"] for one in safe["values"]]) == (None, [False, True])


WORDS = {
    "bluebox": {"check dc": "DC", "check ep": "EP that it costs", "save stat": "Stat", "push m": "Metres"},
    "cloudbreaker": {"contest other_method": "Their skill or toolkit"},
    "crawl": {"check what": "Skill or core", "set what": "What", "push kp": "KP"},
    "navyblue": {"check risk": "There is a risk", "check difficulty": "Difficulty"},
    "vitality": {"check number": "Number to reach", "buy number": "Number"},
}


def test_arguments_are_called_by_the_words_of_the_game(played: Played) -> None:
    labels = {
        f"{call['name']} {arg['name']}": arg["label"]
        for call in asked(played, master_looks.Calls()) for arg in call["args"]
    }  # fmt: skip
    wanted = WORDS[played.table.game.name]
    assert {key: labels[key] for key in wanted} == wanted
    assert {"Dc", "Ep", "Ap", "Hp", "Kp", "M"}.isdisjoint(labels.values())


@contextmanager
def no_slots_of_an_npc() -> Iterator[None]:
    """Where a being has no slots nothing can be put into them."""
    try:
        yield
    except BadInput as fault:
        if "an NPC has no slots" not in str(fault):
            raise


def test_every_field_that_is_told_can_be_set_to_what_it_is(played: Played) -> None:
    while played.live.open is not None:
        assert played.step() or deputise(played.table)
    for what in ("scene", played.party[0], played.foes[0]):
        fields = asked(played, master_fields.Fields(what=what))
        assert fields
        for field in fields:
            with no_slots_of_an_npc():
                played.do(Call(name="set", args={"what": what, "field": field["name"], "value": field["value"]}))


def test_of_a_field_that_takes_some_words_only_one_is_chosen() -> None:
    kinds = {one["name"]: one["kind"] for one in asked(Played("navyblue"), master_fields.Fields(what="scene"))}
    assert (kinds["first"], kinds["reaction"], kinds["foes_at_start"]) == ("one", "one", "number")


def test_the_rest_of_each_game_is_told_as_such() -> None:
    rests = {
        "bluebox": ["rest"],
        "cloudbreaker": ["finish_rest", "rest"],
        "crawl": ["downtime"],
        "navyblue": ["respite"],
    }
    for game, names in rests.items():
        calls = asked(Played(game), master_looks.Calls())
        assert [call["name"] for call in calls if call["restful"]] == names


def test_only_the_game_master_is_told(played: Played) -> None:
    for what in (master_looks.Calls(), master_fields.Fields(what="scene"), master_looks.UnderWay()):
        with pytest.raises(Refused, match="only the game master"):
            look(played.documents, played.ann, what)
    with pytest.raises(BadInput, match="there is no being 'nobody'"):
        look(played.documents, played.gm, master_fields.Fields(what="nobody"))


def test_what_was_rolled_and_answered_is_told() -> None:
    played = Played("bluebox")
    while played.live.open is not None:
        question = played.of(played.gm)["question"]
        played.do(commands.Answer(key=question["key"], value=question["default"]))
    told = asked(played, master_looks.UnderWay())
    assert not told["open"]
    rolls = [given for given in told["given"] if given["roll"] >= 0]
    assert [given["roll"] for given in rolls] == list(range(len(rolls)))
    assert rolls[0]["words"].startswith("Initiative")
    assert len(rolls[0]["faces"]) >= len(rolls[0]["sides"])


def test_the_last_command_of_the_game_master_is_called_as_its_form(played: Played) -> None:
    while played.live.open is not None:
        question = played.of(played.gm)["question"]
        played.do(commands.Answer(key=question["key"], value=question["default"]))
    who = played.party[0]
    played.do(Call(name="set", args={"what": who, "field": "name", "value": "Somebody"}))
    assert asked(played, master_looks.UnderWay())["words"] == "Set by hand"


def test_what_the_game_master_did_while_a_question_was_open_is_called_as_its_form() -> None:
    played = Played("bluebox")
    assert played.live.open is not None
    played.do(Call(name="set", args={"what": played.party[0], "field": "name", "value": "Somebody"}))
    assert [given["answer"] for given in asked(played, master_looks.UnderWay())["given"] if given["roll"] < 0][
        -1
    ] == "Set by hand"


def test_a_player_takes_up_a_character_whom_nobody_plays() -> None:
    played = Played("bluebox")
    bea = played.seat("Bea")
    with pytest.raises(Refused, match="somebody plays"):
        played.do(TakeUp(being=played.party[0]), bea)
    with pytest.raises(Refused, match="there is no character"):
        played.do(TakeUp(being=played.foes[0]), bea)
    with pytest.raises(Refused, match="there is no character"):
        played.do(TakeUp(being="nobody"), bea)
    played.do(HandOver(who=played.party[0]))
    played.do(TakeUp(being=played.party[0]), bea)
    assert played.table.seats[bea].beings == (played.party[0],)


# ---------------------------------------------------------------- things that are given


@pytest.mark.parametrize(
    ("game", "field", "thing", "told"),
    [
        ("bluebox", "items", {"id": "rope", "count": 3, "crafter_kno": 0}, "Rope (count 3)"),
        ("cloudbreaker", "items", "airhorn", "Airhorn"),
        ("crawl", "pack", {"id": "weak_health_potion", "count": 2, "used": 0}, "Weak Health Potion (count 2)"),
        ("navyblue", "slotless", {"thing": "crowbar", "worn": False, "marked": False}, "Crowbar"),
    ],
)
def test_things_are_chosen_from_a_list_and_told_by_name(game: str, field: str, thing: Any, told: str) -> None:
    kept = Kept(game)
    kept.open(begin=False)
    who = next(being.id for being in kept.live.scene.beings.values() if being.side == kept.table.game.sides[0])
    found = look(Documents(kept.table), kept.gm, master_fields.Fields(what=who))
    things = next(one["things"] for one in found if one["name"] == field)
    assert (thing[things["key"]] if things["key"] else thing) in [one["value"] for one in things["values"]]
    assert set(thing) == {things["key"], *[one["name"] for one in things["columns"]]} if things["key"] else True
    kept.do(Call(name="set", args={"what": who, "field": field, "value": [thing]}))
    watched = kept.table.watched(kept.table.seats[kept.gm])
    assert watched is not None
    assert watched.log[-1].lines[-1].words.endswith(f"to {told}")
