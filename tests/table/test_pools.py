"""What players see of the pools of others, and of odds: as the table has settled it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ludex.core.content.content import ContentError
from ludex.core.foe.standing import Pool
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Refused
from ludex.core.kernel.timing import DECLINE
from ludex.table.campaign import settings
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.know.asked import blurred, question
from ludex.table.know.pools import level, tenths
from ludex.table.play.deciding import deputise, waiting
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played, settled


@pytest.mark.parametrize(("left", "most", "share", "words"), [
    (20, 20, 10, "all of it"), (19, 20, 9, "most of it"), (10, 20, 5, "about half"), (1, 20, 1, "little"),
    (0, 20, 0, "nothing"), (-3, 20, 0, "nothing"), (0, 0, 0, "nothing"), (1, 3, 3, "little"), (25, 20, 10, "all of it"),
])  # fmt: skip
def test_how_much_is_left_of_a_pool(left: int, most: int, share: int, words: str) -> None:
    assert tenths(Pool("HP", left, most)) == share
    assert level(Pool("HP", left, most))[1] == words


def test_pools_of_others_are_shown_as_the_table_has_settled() -> None:
    played = Played("bluebox")
    foe, other = played.foes[:2]
    hero = played.party[0]

    def pools(seat: str, who: str) -> list[set[str]]:
        return [set(pool) - {"name"} for pool in played.of(seat)["beings"][who]["pools"]]

    assert pools(played.ann, foe) == [{"tenths"}] * 2
    assert pools(played.gm, foe) == [{"now", "most", "gauge"}] * 2
    assert pools(played.ann, hero)[0] == {"now", "most"}
    assert "HP" not in dict(played.of(played.ann)["beings"][foe]["summary"])
    assert "HP" in dict(played.of(played.ann)["beings"][hero]["summary"])
    played.do(settings.Set(settings={"pools": "words", "pools_of": {other: "hidden"}}))
    assert pools(played.ann, foe) == [{"words"}] * 2
    assert pools(played.ann, other) == []
    played.do(settings.Set(settings={"pools": "exact"}))
    assert pools(played.ann, foe) == [{"now", "most"}] * 2


def test_temporary_hp_is_told_to_whoever_knows_the_pools_exactly_and_marks_to_all() -> None:
    played = Played("bluebox")
    foe, hero = played.foes[0], played.party[0]

    def under(seat: str, who: str) -> list[str]:
        return [condition["words"] for condition in played.of(seat)["beings"][who]["conditions"]]

    for who in (foe, hero):
        played.do(Call(name="set", args={"what": who, "field": "thp", "value": 3}))
        played.do(Call(name="set", args={"what": who, "field": "marks", "value": 2}))
    for seat, who in ((played.gm, foe), (played.gm, hero), (played.ann, hero)):
        assert {"3 temporary HP", "2 of 3 marks while Down"} <= set(under(seat, who))
    assert not [words for words in under(played.ann, foe) if "temporary" in words]
    assert "2 of 3 marks while Down" in under(played.ann, foe)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_master_sets_a_pool_by_the_field_that_is_told_with_it(game: str) -> None:
    played = Played(game)
    foe = played.foes[0]

    def pool() -> dict[str, Any]:
        found: dict[str, Any] = played.of(played.gm)["beings"][foe]["pools"][0]
        return found

    gauge = pool()["gauge"]
    assert gauge["value"] == pool()["now"]
    played.do(Call(name="set", args={"what": foe, "field": gauge["field"], "value": gauge["value"] - 3}))
    assert (pool()["now"], pool()["gauge"]["value"]) == (gauge["value"] - 3,) * 2
    if not gauge["below"]:
        with pytest.raises(ContentError, match="at least 0"):
            played.do(Call(name="set", args={"what": foe, "field": gauge["field"], "value": -1}))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_whether_the_most_of_a_pool_rises_where_more_is_set(game: str) -> None:
    played = Played(game)
    who = played.party[0]

    def pools() -> list[dict[str, Any]]:
        return [pool for pool in played.of(played.gm)["beings"][who]["pools"] if "gauge" in pool]

    for before in pools():
        gauge, most = before["gauge"], before["most"]
        played.do(Call(name="set", args={"what": who, "field": gauge["field"], "value": most + 5}))
        after = next(pool for pool in pools() if pool["name"] == before["name"])
        assert (after["now"], after["most"]) == (most + 5, most if gauge["above"] else most + 5)


@pytest.mark.parametrize("game", GAMES)
def test_what_others_have_left_makes_no_difference_where_it_is_hidden(game: str) -> None:
    """Only what can be seen of it does: whether there is anything left."""
    told = []
    for hurt in (False, True):
        played = Played(game)
        played.do(settings.Set(settings={"pools": "hidden"}))
        document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
        who = next(who for who, offer in document["offers"].items() if offer["acts"])
        if hurt:
            scene = played.live.scene.fork()
            for foe in played.foes:
                played.table.game.guess(scene, scene.beings[foe], lambda left, most: (left + 1) // 2)
            played.live.boundaries[-1] = scene
            played.documents = Documents(played.table)
        document = played.of(played.ann)
        foes = [document["beings"][foe] for foe in played.foes if foe in document["beings"]]
        sheets = [look(played.documents, played.ann, looking.Sheet(being=foe)) for foe in played.foes]
        attacks = [entry for entry in document["offers"][who]["entries"] if entry["group"] == "attack"]
        ways = [settled(played, who, entry) for entry in attacks if entry["refused"] is None]
        odds = [look(played.documents, played.ann, looking.OddsOf(**way)) for way in ways if way is not None]
        told.append(msgspec.json.encode([foes, sheets, odds]))
    assert told[0] == told[1]


def test_odds_are_told_as_the_table_has_settled() -> None:
    played = Played("bluebox")
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who, offer = next((who, offer) for who, offer in document["offers"].items() if offer["acts"])
    command = next(c for entry in offer["entries"] if entry["group"] == "other" or entry["refused"] is None
                   if (c := settled(played, who, entry)) is not None)  # fmt: skip
    assert look(played.documents, played.ann, looking.OddsOf(**command)) is not None
    played.do(settings.Set(settings={"odds": "off", "suggestions": False}))
    with pytest.raises(Refused, match="without odds"):
        look(played.documents, played.ann, looking.OddsOf(**command))
    with pytest.raises(Refused, match="without suggestions"):
        look(played.documents, played.ann, looking.Suggest(being=who))
    assert look(played.documents, played.gm, looking.OddsOf(**command)) is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_log_tells_what_others_have_left_only_where_that_is_known(game: str) -> None:
    played = Played(game)
    played.hand_over()
    told: dict[str, list[str]] = {"bar": [], "exact": []}
    for _ in range(60):
        if waiting(played.table).kind == "nobody":
            break
        assert played.step() or deputise(played.table)
    for pools, lines in told.items():
        played.do(settings.Set(settings={"pools": pools}))
        log = look(played.documents, played.ann, looking.Log(most=200))
        lines += [line["words"] for entry in log for line in entry["lines"]]
    # To mypy: a scene is on the table
    names = [played.table.scene.beings[foe].name for foe in played.foes]  # type: ignore[union-attr]
    differing = [(rough, exact) for rough, exact in zip(told["bar"], told["exact"], strict=True) if rough != exact]
    assert differing
    for rough, exact in differing:
        assert any(name in rough for name in names)
        without = re.sub(r" \(\d+ left\)", "", exact)  # of a price nothing is said in its place
        assert rough == without or re.fullmatch(re.escape(rough).replace("some", r"\d+"), exact), (rough, exact)


def test_what_the_game_master_sets_by_hand_tells_nobody_what_others_have_left() -> None:
    played = Played("bluebox")
    foe, hero = played.foes[0], played.party[0]
    for who in (foe, hero):
        played.do(Call(name="set", args={"what": who, "field": "hp", "value": 5}))
    # To mypy: a scene is on the table
    name, own = (played.table.scene.beings[who].name for who in (foe, hero))  # type: ignore[union-attr]
    log = look(played.documents, played.ann, looking.Log(most=10))
    told = [line["words"] for entry in log for line in entry["lines"]]
    assert [words for words in told if name in words][-1] == f"The game master changes something of {name}"
    assert any(own in words and "5" in words for words in told)
    exact = look(played.documents, played.gm, looking.Log(most=10))
    assert any(name in line["words"] and "5" in line["words"] for entry in exact for line in entry["lines"])


def test_questions_do_not_tell_what_others_have_left() -> None:
    played = Played("bluebox")
    seen = played.table.seen(played.table.seats[played.ann])
    assert seen is not None
    # To mypy: a scene is on the table
    foe, hero = (played.table.scene.beings[who] for who in (played.foes[0], played.party[0]))  # type: ignore[union-attr]
    lines = [f"{foe.name} has 12 HP and 3 Plating. Each die destroys 1 Plating.", f"{hero.name} has 9 HP."]
    rough = blurred(seen, seen.scene, lines, played.table.settings)
    assert rough == [f"{foe.name} has some HP and some Plating. Each die destroys 1 Plating.", f"{hero.name} has 9 HP."]
    asides = [
        f"{foe.name} (HP 5, Plating 2) leaves",
        f"Left: {foe.name} (5 HP)",
        f"9 damage for {foe.name}; they have 5 HP.",
    ]
    nothing = [f"{foe.name} leaves", f"Left: {foe.name}", f"9 damage for {foe.name}."]
    assert blurred(seen, seen.scene, asides, played.table.settings) == nothing
    assert blurred(seen, seen.scene, lines, msgspec.structs.replace(played.table.settings, pools="exact")) == lines


def test_a_question_about_damage_does_not_tell_whether_it_brings_others_down() -> None:
    """vt.effort.any_time: whoever is asked for an Effort sees what was rolled, and no more of who was hit."""
    played = Played("vitality")
    seen = played.table.seen(played.table.seats[played.ann])
    assert seen is not None
    foe, hero = played.foes[0], played.party[0]
    about: dict[str, Plain] = {
        "kind": "damage", "by": hero, "target": foe, "natural": 9, "total": 12, "number": 5, "score": "", "tier": 2,
        "left": 3,
    }  # fmt: skip
    asked = Question(hero, OneOf((DECLINE, "tier")), rule="vt.effort.any_time", about=about, default=DECLINE)

    def words(pools: str) -> str:
        told = msgspec.structs.replace(played.table.settings, pools=pools)
        return " ".join(question(seen, asked, [], told)["words"])

    assert "brings" in words("exact")
    for pools in ("bar", "words", "hidden"):
        assert "12 in all" in words(pools)
        assert "14" in words(pools)
        assert not re.search("brings|standing|has", words(pools)), words(pools)


def test_nor_which_of_several_is_nearest_to_falling() -> None:
    played = Played("vitality")
    seen = played.table.seen(played.table.seats[played.ann])
    assert seen is not None
    foes, hero = played.foes[:2], played.party[0]

    def words(first: str, pools: str) -> list[str]:
        about: dict[str, Plain] = {
            "kind": "damage", "by": hero, "targets": tuple(foes), "felled": first, "natural": 9, "total": 12,
            "number": 5, "score": "", "tier": 2, "left": 3,
        }  # fmt: skip
        asked = Question(hero, OneOf((DECLINE, "tier")), rule="vt.effort.any_time", about=about, default=DECLINE)
        told = msgspec.structs.replace(played.table.settings, pools=pools)
        found: list[str] = question(seen, asked, [], told)["words"]
        return found

    assert words(foes[0], "exact") != words(foes[1], "exact")
    for pools in ("bar", "words", "hidden"):
        assert words(foes[0], pools) == words(foes[1], pools)
