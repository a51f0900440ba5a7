"""Making a character over HTTP: what is told of a draft, what falls out, dice, who may waive a rule and what a seat
knows of; and that what was made can be played."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.http.drafts import ChoiceGiven, CreationTold, Making
from ludex.server.http.making import Newcomer, at_table, for_anybody
from ludex.table.document.show import Documents
from ludex.table.play.improvising import AskWaiver, Settle
from tests.games.bluebox.test_creation import TAKUA
from tests.games.cloudbreaker.test_creation import WREN as OF_CLOUDBREAKER
from tests.games.crawl.test_creation import WREN as OF_CRAWL
from tests.games.navyblue.test_creation import TAMSIN
from tests.games.vitality.test_creation import WREN as OF_VITALITY
from tests.server.serving import run, served, status
from tests.table.tables import Kept

MADE = {
    "bluebox": TAKUA, "cloudbreaker": OF_CLOUDBREAKER, "crawl": OF_CRAWL, "navyblue": TAMSIN, "vitality": OF_VITALITY,
}  # fmt: skip
OF_A_TERMINAL = re.compile(r"\b(type|typed|Enter|press|name one)\b", re.IGNORECASE)  # what a text cannot speak of
HOMEBREW = """
[[aspect]]
id = "secret_art"
name = "Secret Art"
text = "Of which nobody has heard."
parts = [{ part = "hp_pool_modifier", value = 1 }]
"""
DOWNTIME = """
title = "In town"
game = "crawl"
board = "kennel_gallery"
mode = "downtime"
[beings.brannoc_ironway]
at = [0, 3]
ap = 12
money = 900
"""


def given(pairs: Any) -> list[dict[str, Any]]:
    return [{"step": step, "choice": choice} for step, choice in pairs]


def made(game: str, pairs: Any, at: str = "", **more: Any) -> CreationTold:
    chosen = msgspec.convert(given(pairs), list[ChoiceGiven], strict=False)
    return for_anybody(game, Making(chosen=chosen, at=at, **more))


def names(told: CreationTold) -> list[str]:
    return [choice.step for choice in told.chosen]


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("game", MADE)
def test_a_draft_is_asked_step_by_step_until_it_is_a_character(game: str) -> None:
    pairs = MADE[game]
    for count, (step, _) in enumerate(pairs):
        told = made(game, pairs[:count])
        assert told.step is not None
        assert not OF_A_TERMINAL.search(told.step.text)
        assert (told.step.name, told.fell, told.refusals, told.done) == (step, [], [], None)
        assert [line.name for line in told.steps if line.decided] == [name for name, _ in pairs[:count]]
    told = made(game, pairs)
    assert told.step is None
    assert told.done is not None
    assert told.done.character["name"] == pairs[-1][1]
    assert told.first_scene.startswith("title = ")


def test_options_have_their_price_as_data_and_budgets_say_on_what_was_spent() -> None:
    told = made("crawl", OF_CRAWL[:5], "aspect 3")
    assert told.step is not None
    slash = next(option for option in told.step.options if option.value == "slash")
    assert slash.price is not None
    assert (slash.price.amount, slash.price.unit, slash.group) == (5, "AP", "Attacks")
    assert slash.refusal is not None  # it is theirs already
    assert [option.group for option in told.step.options if option.value == "melee_parry"] == ["Defences"]
    by_energy = [option.name for option in told.step.options if "energy" in option.also]
    assert {"Adonic", "Intense Endurance Training"} <= set(by_energy)
    assert "Slash" not in by_energy  # which costs some
    points = next(budget for budget in told.budgets if budget.name == told.step.budget)
    assert [(spent.name, spent.amount, spent.step) for spent in points.spent] == [
        ("Fit", 1, "aspect 1"),
        ("Slash", 5, "aspect 2"),
    ]
    assert points.free == points.total - 6


def test_the_list_of_steps_says_in_words_what_was_chosen() -> None:
    lines = {line.title: line.told for line in made("crawl", OF_CRAWL).steps}
    assert (lines["Your characters"], lines["Points of this character"]) == ("1 character", "60 points")


def test_what_is_given_back_leaves_no_gap() -> None:
    told = made("crawl", [pair for pair in OF_CRAWL if pair[0] != "aspect 2"])
    assert told.fell == []
    assert [choice.choice for choice in told.chosen if choice.step == "aspect 2"] == ["weapon_proficiency"]
    assert "aspect 2 choice" in names(told)
    assert told.done is not None


def test_one_of_a_row_is_looked_at_beside_all_others_of_it() -> None:
    row = (("aspect 1", "slash"), ("aspect 2", "fit"), ("aspect 3", "duck_and_dodge"), ("aspect 4", ""))
    chosen = (*OF_CRAWL[:3], *row)
    step = made("crawl", chosen, "aspect 1").step
    assert step is not None
    assert (step.name, step.title, step.choice) == ("aspect 1", "Aspect 1", "slash")
    against = {option.value: option.refusal.text for option in step.options if option.refusal is not None}
    assert not {"slash", "frantic_defense"} & set(against)
    assert against["duck_and_dodge"] == "Duck and Dodge can be taken once"
    assert against["fit"] == "Fit can be taken once"
    ended = made("crawl", chosen, "aspect 4").step
    assert ended is not None
    assert (ended.name, ended.choice) == ("aspect 4", "")


def test_a_changed_early_step_names_what_falls_out_and_keeps_the_rest() -> None:
    told = made("navyblue", [(step, "Mage" if step == "archetype" else choice) for step, choice in TAMSIN])
    assert [(fell.step, fell.rule) for fell in told.fell] == [("features", "nb.arch.tag_gate")]
    assert "Stand in the Gap" in told.fell[0].told
    assert told.step is not None
    assert told.step.name == "features"
    assert set(names(told)) == {step for step, _ in TAMSIN} - {"features"}


def test_what_is_refused_is_told_with_its_rule_and_what_would_come_of_it() -> None:
    before = OF_CRAWL[:3]
    told = made("crawl", [*before, ("aspect 1", "seek_the_gap")], "aspect 1")
    assert [refusal.waiver for refusal in told.refusals] == ["no"]
    assert all([refusal.rule and refusal.title for refusal in told.refusals])
    assert names(told) == [step for step, _ in before]
    assert [spent.name for spent in told.budgets[0].spent] == ["Seek the Gap"]
    assert told.fell == []


def test_of_several_one_more_is_refused_beside_those_that_are_chosen() -> None:
    told = made("crawl", [*OF_CRAWL[:25], ("items", ["long_sword"])], "items")
    assert told.step is not None
    options = {option.value: option for option in told.step.options}
    assert options["long_sword"].chosen == 1
    assert options["long_sword"].refusal is not None  # two cost more than there is
    assert options["shield"].refusal is None


def test_what_no_step_can_take_falls_out_in_words() -> None:
    told = made("bluebox", [("species", "no such thing"), ("stats", [1]), ("elsewhere", "somewhere")])
    assert told.chosen == []
    assert {fell.step for fell in told.fell} == {"species", "stats", "elsewhere"}
    assert all([fell.why and fell.rule for fell in told.fell])
    with pytest.raises(BadInput, match="one choice for each step"):
        made("bluebox", [("species", "a"), ("species", "b")])


# ---------------------------------------------------------------- dice


def test_the_server_rolls_and_says_so() -> None:
    place = [step for step, _ in TAKUA].index("hp")
    told = made("bluebox", [*TAKUA[:place], ("hp", {"roll": True})])
    [rolled] = told.rolled
    assert rolled.step == "hp"
    assert len(rolled.throws[0]) == 7
    faces = told.chosen[-1].choice
    assert isinstance(faces, list)
    assert 1 not in faces  # they are thrown again
    assert made("bluebox", [*TAKUA[:place], ("hp", faces)]).rolled == []
    with pytest.raises(BadInput, match="no dice"):
        made("bluebox", [("species", {"roll": True})])


# ---------------------------------------------------------------- who may waive a rule


def test_the_game_master_waives_a_rule_by_its_name_and_nobody_else() -> None:
    refused = ChoiceGiven(
        step="aspect 1", choice="seek_the_gap", allowed=["tc.aspect.requires", "tc.aspect.definition"]
    )
    before = msgspec.convert(given(OF_CRAWL[:3]), list[ChoiceGiven], strict=False)
    game = GAMES["crawl"]
    asked = Newcomer(game, game.starter, "ask").told(Making(chosen=[*before, refused], at="aspect 1"))
    assert asked.refusals
    assert (asked.refusals[0].waiver, asked.waived, asked.may_waive) == ("ask", [], False)
    rule = asked.refusals[0].rule
    waived = ChoiceGiven(step="aspect 1", choice="seek_the_gap", allowed=[rule, "tc.money"])
    told = Newcomer(game, game.starter, "you").told(Making(chosen=[*before, waived], at="aspect 1"))
    assert told.refusals == []
    assert [(each.rule, each.step) for each in told.waived] == [(rule, "aspect 1")]
    assert told.chosen[-1].allowed == [rule]


def test_a_draft_goes_on_with_the_rule_that_the_game_master_has_waived_for_it() -> None:
    kept = Kept("crawl")
    ann, bob = kept.seat("Ann"), kept.seat("Bob")

    def told(who: str, choice: str, rule: str) -> CreationTold:
        before = msgspec.convert(given(OF_CRAWL[:3]), list[ChoiceGiven], strict=False)
        wanted = ChoiceGiven(step="aspect 1", choice=choice, allowed=[rule])
        what = Making(chosen=[*before, wanted], at="aspect 1", table="here")
        return at_table("crawl", what, Documents(kept.table), kept.table.seats[who])

    refusal = told(ann, "seek_the_gap", "").refusals[0]
    rule = refusal.rule
    ask = AskWaiver(what="Seek the Gap", choice="seek_the_gap", rule=rule, reason=refusal.text)
    kept.do(Settle(id=kept.do(ask, ann)["asked"]))
    assert [each.rule for each in told(ann, "seek_the_gap", rule).waived] == [rule]
    assert told(ann, "seek_the_gap", "").refusals[0].waiver == "you"
    for who, choice in ((ann, "block"), (bob, "seek_the_gap")):  # for that choice, and for nobody else
        assert told(who, choice, rule).waived == []


def test_what_is_not_offered_cannot_be_waived() -> None:
    game = GAMES["bluebox"]
    chosen = [ChoiceGiven(step="species", choice="no such thing", allowed=["bb.creation.steps"])]
    told = Newcomer(game, game.starter, "you").told(Making(chosen=chosen))
    assert [fell.step for fell in told.fell] == ["species"]


# ---------------------------------------------------------------- over the line


def test_a_character_is_made_brought_and_played() -> None:
    async def test() -> None:
        async with served() as serving:
            told = await serving.ask("POST", "/api/games/cloudbreaker/creation", "", {"chosen": given(OF_CLOUDBREAKER)})
            master = await serving.found(
                "cloudbreaker",
                scenes=[{"toml": told["first_scene"]}],
                content=[{"name": "Wren", "toml": told["content_file"]}],
            )
            async with serving.at(master) as seat:
                await seat.do("bring", file=told["done"])
                await seat.do("open_scene", scene=next(iter(seat.document["master"]["scenes"])))
                assert told["done"]["character"]["id"] in seat.document["beings"]

    run(test())


def test_a_seat_makes_characters_of_what_it_may_know() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found("crawl", content=[{"name": "secrets", "toml": HOMEBREW}])
            ann = await serving.seat(master, "Ann")

            async def offered(token: str) -> set[str]:
                asked = {"chosen": given(OF_CRAWL[:3]), "table": master["table"]}
                told = await serving.ask("POST", "/api/games/crawl/creation", token, asked)
                return {option["value"] for option in told["step"]["options"]}

            assert "secret_art" in await offered(master["token"])
            assert "secret_art" not in await offered(ann["token"])
            async with serving.at(master) as mara:
                await mara.do("settings", settings={"making": "table"})
            assert "secret_art" in await offered(ann["token"])
            path, table = "/api/games/crawl/creation", master["table"]
            assert await status(serving.ask("POST", path, "nobody", {"table": table})) == 403
            assert await status(serving.ask("POST", path, "", {"table": table})) == 401
            assert (
                await status(serving.ask("POST", "/api/games/bluebox/creation", ann["token"], {"table": table})) == 400
            )
            assert await status(serving.ask("POST", "/api/games/nothing/creation", "", {})) == 404

    run(test())


def test_what_the_table_has_decided_by_its_options_is_locked() -> None:
    async def test() -> None:
        async with served() as serving:
            for game, options, settled in (
                ("crawl", {"opt_start_ap": 90}, 90),
                ("navyblue", {"opt_extra_rule": False}, ["opt_extra_rule"]),
                ("vitality", {}, []),
            ):
                master = await serving.found(game, options=options)
                asked = {"chosen": given([("table", "anything")]), "table": master["table"]}
                told = await serving.ask("POST", f"/api/games/{game}/creation", master["token"], asked)
                assert [choice["choice"] for choice in told["chosen"]] == [settled]
                assert [line["name"] for line in told["steps"] if line["locked"]] == ["table"]

    run(test())


def test_what_is_too_large_or_comes_too_often_is_not_worked_out() -> None:
    async def test() -> None:
        async with served() as serving:
            path = "/api/games/bluebox/creation"
            for wrong in (
                {"chosen": given([("a", "b")] * 500)},
                {"chosen": given([("a", "b" * 500)])},
                {"chosen": given([("a", ["b"] * 500)])},
                {"chosen": given([("a", 10**9)])},
                {"chosen": given([("a", {"roll": False})])},
                {"chosen": given([("a", [["b"]])])},
            ):
                assert await status(serving.ask("POST", path, "", wrong)) == 400
            serving.house.requests = limits.Buckets(limits.DRAFTED / 2, 0.0, lambda: 0.0)
            assert await status(serving.ask("POST", path, "", {})) == 429

    run(test())


def test_somebody_learns_and_buys_in_downtime_by_the_same_steps() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found("crawl", scenes=[{"toml": DOWNTIME}])
            ann = await serving.seat(master, "Ann", "brannoc_ironway")
            bob = await serving.seat(master, "Bob")
            async with serving.at(master) as seat:
                await seat.do("open_scene", scene=next(iter(seat.document["master"]["scenes"])))
                chosen = given([("learn 1", "blood_soaked_life"), ("buy 1", "shield"), ("buy 2", "long_sword")])
                asked = {"chosen": chosen, "table": master["table"], "being": "brannoc_ironway"}
                told = await serving.ask("POST", "/api/games/crawl/creation", ann["token"], asked)
                assert [fell["told"] for fell in told["fell"]] == ["Long Sword"]
                assert [(b["name"], b["total"], b["free"]) for b in told["budgets"]] == [
                    ("Aspect points", 12, 0),
                    ("Money", 900, 700),
                ]
                assert "Fit" in [line["title"] for line in told["steps"] if line["locked"]]
                assert told["done"] is None
                assert told["step"]["name"] == "learn 2"
                chosen = [*told["chosen"], *given([("learn 2", ""), ("buy 2", "")])]
                told = await serving.ask("POST", "/api/games/crawl/creation", ann["token"], {**asked, "chosen": chosen})
                for deed in told["deeds"]:
                    await seat.do(deed.pop("do"), **deed)
                scene = (await serving.truth(master)).scene
                assert scene is not None
                brannoc = scene.beings["brannoc_ironway"]
                assert (brannoc.ap, brannoc.money) == (0, 700)
                assert await status(serving.ask("POST", "/api/games/crawl/creation", bob["token"], asked)) == 403

    run(test())
