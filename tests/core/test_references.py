"""What entries name: the types of their fields say it, and what is wrong is found by them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludex.core.content.content import Entry, Fault, Library, Record
from ludex.core.content.references import RuleId, doubles, misnamed, names, twins, unchosen, unknown_rules
from ludex.core.content.schema import schema

SpellId = Annotated[str, names("spell", verb="needs")]
ThingId = Annotated[str, names("sword", "spell", what="thing", also=["fists"])]


class Sword(Entry, frozen=True, eq=False, kw_only=True):
    rule: RuleId = ""


class Spell(Entry, frozen=True, eq=False, kw_only=True):
    after: tuple[SpellId, ...] = ()


class Blow(Record, frozen=True, eq=False, kw_only=True):
    id: str
    using: ThingId = ""


class Lore(Record, frozen=True, eq=False, kw_only=True):
    of: Literal["sword", "spell", "rumour"]
    about: Annotated[str, names(by="of")]


class Hero(Entry, frozen=True, eq=False, kw_only=True):
    blows: tuple[Blow, ...] = ()
    ranks: dict[SpellId, int] = {}
    best: ThingId | None = None
    lore: Lore | None = None


KINDS: dict[str, type[Entry]] = {"sword": Sword, "spell": Spell, "hero": Hero}


def library(**tables: Any) -> Library:
    made = Library(KINDS)
    made.add({"sword": [{"id": "edge", "name": "Edge"}], "spell": [{"id": "spark", "name": "Spark"}]}, "starter")
    made.add(tables, "test")
    return made


def hero(**fields: Any) -> list[Fault]:
    shelves = library(hero=[{"id": "ann", "name": "Ann", **fields}])
    return [*misnamed(shelves, shelves.shelves["hero"].entries["ann"])]


def test_what_somebody_has_is_found() -> None:
    blows = [{"id": "cut", "using": "edge"}, {"id": "burn", "using": "spark"}, {"id": "hit", "using": "fists"}]
    assert hero(blows=[*blows, {"id": "stare"}], ranks={"spark": 2}, best="edge") == []


def test_what_nobody_has_is_told_with_its_field_and_what_was_meant() -> None:
    [fault] = hero(blows=[{"id": "cut"}, {"id": "burn", "using": "sprak"}])
    assert fault == Fault("blows[1].using", "there is no thing 'sprak'; did you mean spark?")
    assert [fault.field for fault in hero(ranks={"flood": 1}, best="axe")] == ["ranks", "best"]


def test_where_an_id_is_wanted_something_is_chosen() -> None:
    def empty(**fields: Any) -> list[Fault]:
        shelves = library(hero=[{"id": "ann", "name": "Ann", **fields}])
        return [*unchosen(shelves.shelves["hero"].entries["ann"])]

    assert empty(blows=[{"id": "stare", "using": ""}], best="") == []  # which may be left out
    assert empty(lore={"of": "sword", "about": ""}) == [Fault("lore.about", "no entry is chosen")]


def test_the_field_beside_it_may_say_what_it_is() -> None:
    assert hero(lore={"of": "sword", "about": "edge"}) == []
    assert hero(lore={"of": "rumour", "about": "anything"}) == []
    [fault] = hero(lore={"of": "spell", "about": "edge"})
    assert fault.problem.startswith("there is no spell 'edge'")


def test_nothing_needs_itself_however_far_round() -> None:
    one, two, three = [
        {"id": name, "name": name, "after": [after]} for name, after in (("a", "b"), ("b", "a"), ("c", "b"))
    ]
    shelf = (made := library(spell=[one, two, three])).shelves["spell"].entries
    told = [fault.problem for entry in shelf.values() for fault in misnamed(made, entry)]
    assert told == ["it needs itself, by way of b", "it needs itself, by way of a", "b needs itself"]


def test_an_id_stands_for_one_entry_of_kinds_that_are_looked_up_together() -> None:
    made = library(sword=[{"id": "spark", "name": "Spark"}])
    sword = made.shelves["sword"].entries["spark"]
    assert [fault.field for fault in doubles(made, [("sword", "spell")], "sword", sword)] == ["id"]
    assert [*doubles(made, [("sword", "hero")], "sword", sword)] == []


def test_parts_in_a_list_have_ids_of_their_own() -> None:
    blow = Blow(id="cut")
    assert [*twins(Hero(id="ann", name="Ann", blows=(blow, Blow(id="hit"))))] == []
    [fault] = twins(Hero(id="ann", name="Ann", blows=(blow, blow)))
    assert fault == Fault("blows", "two of them have the id 'cut'")


def test_a_rule_is_one_of_the_book() -> None:
    sword = Sword(id="edge", name="Edge", rule="ty.sowrds")
    assert [*unknown_rules(["ty.swords", "ty.luck"], sword)] == [
        Fault("rule", "there is no rule 'ty.sowrds'; did you mean ty.swords?")
    ]
    assert [*unknown_rules(["ty.sowrds"], sword)] == []


def test_the_schema_says_what_is_named() -> None:
    parts = schema(KINDS)["$defs"]
    assert parts["Blow"]["properties"]["using"]["description"] == "The id of a thing; or fists"
    assert parts["Sword"]["properties"]["rule"]["description"] == "The id of a rule"
    assert msgspec.convert({"id": "cut", "using": "edge"}, Blow).using == "edge"
