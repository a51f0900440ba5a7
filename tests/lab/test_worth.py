"""What an entry that is being made is worth: price, odds, warnings, and the swing in a reference fight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.games.bluebox.show.face import BlueBoxFace
from ludex.games.crawl.book.characters.aspects import money_of
from ludex.games.crawl.records.ids import ITEMS
from ludex.lab.apart import LabLine
from ludex.lab.worth.odds import WorthOdds
from ludex.lab.worth.reference import reference
from ludex.lab.worth.swing import SwingJob, run
from ludex.lab.worth.tried import Tried
from ludex.lab.worth.worth import Worth, WorthPrice, reference_fight, worth


def tried(game: str, kind: str, origin: str, **changes: Any) -> Tried:
    """A clone of an entry that comes with the game, with some fields changed."""
    found = GAMES[game]
    entry = found.starter.shelves[kind].get(origin)
    raw = {**msgspec.to_builtins(entry), "id": "mine", "name": "Mine", **changes}
    return Tried(found, found.starter, kind, msgspec.convert(raw, found.kinds[kind]), entry)


def odds_of(found: Worth) -> WorthOdds:
    assert found.odds is not None
    return found.odds


def price_of(found: Worth) -> WorthPrice:
    assert found.price is not None
    return found.price


# ---------------------------------------------------------------- price


def test_the_price_of_somebody_is_told_aspect_by_aspect_beside_that_of_the_origin() -> None:
    scavenger = GAMES["crawl"].starter.shelves["enemy"].get("crawl_scavenger")
    aspects = [*msgspec.to_builtins(scavenger.aspects), {"aspect": "stab"}]
    price = price_of(worth(tried("crawl", "enemy", "crawl_scavenger", aspects=aspects)))
    assert (price.unit, price.was) == ("AP", 27)
    assert price.total == sum(part.amount for part in price.parts) > 27
    assert [part.name for part in price.parts if part.was is None] == ["Stab"]


def test_things_of_the_crawl_are_billed_as_they_are_sold() -> None:
    game = GAMES["crawl"]
    for kind in ITEMS:
        for item in game.starter.all(kind):
            assert game.bills[kind](game.starter, item).total == money_of(game.starter, item), item.id


# ---------------------------------------------------------------- odds


def test_what_is_done_with_a_weapon_is_told_against_a_dummy_beside_the_origin() -> None:
    found = odds_of(worth(tried("bluebox", "weapon", "quake_maul", dice=3), against="vahki_patroller"))
    assert (found.owner, found.against.name) == ("Onuri", "Vahki Patroller")
    assert {dummy.id for dummy in found.dummies} >= {"vahki_patroller", "tahra"}
    (blow,) = found.deeds
    assert blow.name == "Attack: Mine"
    hit = next(each for each in blow.chances if each.words == "hit")
    assert 0 < Fraction(hit.chance) == Fraction(hit.was or 0) < 1
    assert blow.number is not None
    assert blow.number.was is not None
    assert blow.number.mean > blow.number.was > 0


def test_what_strikes_all_around_and_what_mends_have_odds_too() -> None:
    tremor = odds_of(worth(tried("bluebox", "power", "tremor"), against="skakdi_raider"))
    assert tremor.deeds[0].chances[0].words == "Skakdi Raider fails"
    mend = odds_of(worth(tried("bluebox", "power", "tide_mend"))).deeds[0].number
    assert mend is not None
    assert (mend.words, mend.mean, mend.was) == ("HP regained on average", 4.5, 4.5)


def test_first_stands_whether_it_succeeds_where_no_roll_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not how unlikely somebody falls."""
    monkeypatch.setattr(BlueBoxFace, "chances", lambda face, scene, odds: [])
    found = odds_of(worth(tried("bluebox", "weapon", "quake_maul"), against="vahki_patroller"))
    assert found.deeds[0].chances[0].words == "harmed"


def test_of_what_is_worn_it_is_told_what_others_can_do_to_its_owner() -> None:
    found = odds_of(worth(tried("bluebox", "armor", "heavy", ac=30, bac=30)))
    assert all(deed.name.startswith(found.against.name) for deed in found.deeds)
    assert all(deed.chances[0].chance != deed.chances[0].was for deed in found.deeds)


def test_of_what_is_done_with_nothing_it_is_told_what_it_makes_another() -> None:
    assert worth(tried("crawl", "aspect", "thick_skin")).odds is None
    parts = [{"part": "damage_resistance", "type": "kinetic", "value": 6}]
    found = odds_of(worth(tried("crawl", "aspect", "thick_skin", parts=parts)))
    losses = [deed.number for deed in found.deeds if deed.number is not None]
    assert all(number.was is not None and number.mean < number.was for number in losses)


def test_what_nobody_has_is_tried_in_the_place_of_what_is_most_like_it() -> None:
    sword = tried("crawl", "weapon", "great_sword")
    assert "great_sword" not in sword.places
    assert odds_of(worth(sword)).deeds


def test_what_the_owner_of_its_origin_cannot_hold_is_told() -> None:
    (remark,) = worth(tried("navyblue", "weapon", "rapier", hands=2)).lint  # a buckler is in the other hand
    assert remark.text.startswith("Pell")
    assert remark.rule == "nb.carry.hands"


def test_nobody_is_tried_against_who_is_not_there() -> None:
    with pytest.raises(BadInput, match="against"):
        worth(tried("bluebox", "weapon", "quake_maul"), against="nobody")


def test_of_what_names_nothing_that_is_there_nothing_is_told() -> None:
    assert worth(tried("bluebox", "enemy", "skakdi_raider", weapons=["no_such_thing"])) == Worth(None, None, [])


@pytest.mark.parametrize("game", list(GAMES))
def test_an_entry_of_every_kind_has_its_worth(game: str) -> None:
    found = GAMES[game]
    for kind in found.kinds:
        entry = next(iter(found.starter.all(kind)))
        told = worth(Tried(found, found.starter, kind, entry, entry))
        assert (told.price is not None) == (kind in found.bills), kind
        assert msgspec.json.encode(told), kind
        if told.odds is not None:
            assert all(each.was == each.chance for deed in told.odds.deeds for each in deed.chances), kind


# ---------------------------------------------------------------- what had better be known


def test_what_its_owner_can_never_pay_is_told_with_rule_and_field() -> None:
    (remark,) = worth(tried("cloudbreaker", "spell", "lance_of_dawn", mp_cost=90)).lint
    assert "never have more than" in remark.text
    assert (remark.rule, remark.path) == ("cb.spell.cast", ["mp_cost"])
    (remark,) = worth(tried("bluebox", "power", "flame_lash", ap=9)).lint
    assert remark.path == ["ap"]


def test_a_part_of_which_nothing_comes_can_be_taken_away() -> None:
    effects = [{"do": "stealth", "on": "success"}]
    remark = next(each for each in worth(tried("crawl", "aspect", "slash", effects=effects)).lint if each.path)
    assert (remark.path[0], remark.useless) == ("effects", True)


def test_fists_that_are_better_at_every_distance_are_told() -> None:
    knife = GAMES["crawl"].starter.shelves["weapon"].get("knife")
    (remark,) = worth(tried("crawl", "weapon", "knife")).lint
    assert remark.text.startswith("Unarmed Strike is better wherever it can be done")
    parts = msgspec.to_builtins(knife.parts)
    sharp = [{**part, "dice": 4, "sides": 12} if part["part"] == "damage" else part for part in parts]
    assert not worth(tried("crawl", "weapon", "knife", parts=sharp)).lint


# ---------------------------------------------------------------- the reference fight


def told(job: SwingJob) -> list[LabLine]:
    lines: list[LabLine] = []
    run(job, lines.append)
    return lines


def test_the_reference_is_a_ready_scene_with_somebody_who_has_it_or_a_duel() -> None:
    ready = reference(tried("crawl", "enemy", "venom_skulker"))
    assert ready is not None
    assert (ready.title, ready.owner.id) == ("Scavengers' Doorway", "venom_skulker")
    alone = reference(tried("vitality", "passive", "frail"))
    assert alone is not None
    assert alone.title == "A duel"
    assert reference(tried("crawl", "board", "kennel_gallery")) is None


def test_an_entry_that_changes_nothing_swings_nothing() -> None:
    lines = told(reference_fight(tried("cloudbreaker", "weapon", "gate_hammer"), 3, 1))
    assert not lines[0].done
    assert lines[-1].done
    assert lines[-1].of == 3
    swing = lines[-1].swing
    assert swing is not None
    assert (swing.fights, swing.middle, swing.health.mean) == (3, 0.0, 0.0)
    assert swing.low < 0 < swing.high
    assert [side.name for side in swing.sides] == ["Gate Hammer", "Mine"]
    assert swing.sides[0].won == swing.sides[1].won
    assert swing.words.endswith("the party wins with Mine in place of Gate Hammer")


def test_it_is_told_what_the_machine_never_chose() -> None:
    job = reference_fight(tried("cloudbreaker", "weapon", "gate_hammer"), 1, 1)
    assert job.deeds == {"gate_hammer": "Attack: Mine"}
    swing = told(replace(job, deeds={**job.deeds, "lute": "Attack: Lute"}))[-1].swing
    assert swing is not None
    assert swing.remarks[0].startswith("In 1 fight the machine never chose")
    assert "Attack: Lute" in swing.remarks[0]


def test_without_an_origin_there_is_nothing_to_fight_against() -> None:
    alone = tried("cloudbreaker", "weapon", "gate_hammer")
    with pytest.raises(BadInput, match="origin"):
        reference_fight(Tried(alone.game, alone.library, alone.kind, alone.entry), 1, 1)
    with pytest.raises(BadInput, match="nobody has"):
        reference_fight(tried("crawl", "board", "kennel_gallery"), 1, 1)
