"""A party between two scenes: what somebody learns and buys is chosen step by step, put together by `refit`, and done
at the table by the game's own commands and questions. What was told before is what comes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.creation import Chosen, Draft, Step, next_step
from ludex.core.files.scenefile import scene_from
from ludex.core.game import game_of
from ludex.core.growing import DONE, LEVEL, NEXT, Growth, Moment, Said
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.live import Live, SealedDice
from ludex.core.refitting import refit
from tests.conformance.walking import legal_choice


class Table:
    """A scene that goes on, with its dice; whatever is not said is answered as usual."""

    def __init__(self, **tables: Any) -> None:
        scene = scene_from(tables, "here").scene
        self.live: Live[Any] = Live(game_of(scene), scene, SealedDice(b"growing"))

    def growth(self, who: str, master: bool = True) -> Growth:
        live, game = self.live, game_of(self.live.scene)
        assert game.growth is not None
        under_way = live.done if live.open is not None else None
        given = tuple(live.given) if under_way is not None else ()
        return game.growth(Moment(live.scene.fork(), who, game.starter, game.face(), under_way, given, master))

    def draft(self, who: str, master: bool = True, **choices: Plain) -> tuple[Growth, Draft]:
        """A draft with these choices; in each row that is left open no more is wanted."""
        growth = self.growth(who, master)
        chosen = [Chosen(step.replace("_", " "), choice) for step, choice in (growth.settled() | choices).items()]
        found = refit(growth, game_of(self.live.scene).starter, chosen)
        assert found.fell == ()
        draft = found.draft
        while (step := next_step(growth, draft)) is not None:
            assert step.default == DONE, step.name
            draft = draft.take(step.name, DONE)
        return growth, draft

    def do(self, deeds: list[Command | Said]) -> None:
        for deed in deeds:
            while isinstance(self.live.open, Question) and (
                not isinstance(deed, Said) or self.live.open.key != deed.key
            ):
                self.live.answer(self.live.open.default)
            if isinstance(deed, Said):
                self.live.answer(deed.value)
            else:
                self.live.perform(deed)
        while isinstance(self.live.open, Question):
            self.live.answer(self.live.open.default)

    def grow(self, who: str, **choices: Plain) -> Any:
        """Who they are then; the sheet that was told is the one that they have."""
        growth, draft = self.draft(who, True, **choices)
        told = growth.sheet(draft)
        self.do(growth.deeds(draft))
        now = self.growth(who).sheet(Draft(game_of(self.live.scene).starter))
        assert [line for line in now if line not in told and line[0] not in FALLS] == []
        return self.live.scene.beings[who]


FALLS = ("HP", "Experience")  # what dice decide, or what a Respite changes


def refused(growth: Growth, name: str, draft: Draft) -> list[str]:
    step = next(step for step in growth.steps(draft) if step.name == name)
    return [option.refusal.reason for option in step.options() if option.refusal is not None]


def options(growth: Growth, name: str, draft: Draft) -> dict[Plain, str]:
    step: Step = next(step for step in growth.steps(draft) if step.name == name)
    return {option.value: option.name for option in step.options()}


def test_a_party_of_blue_box_reaches_a_level_and_trains_in_a_rest() -> None:
    table = Table(game="bluebox", mode="adventure", beings={"kailani": {"level": 3}, "tahra": {}})
    hp = table.live.scene.beings["kailani"].sheet.hp
    kailani = table.grow(
        "kailani", level=NEXT, ability_1="Strength", ability_2="Medicine", learn_1="module:reef_bow:weighted_head",
        stat_1="DEX",
    )  # fmt: skip
    assert (kailani.sheet.level, kailani.sheet.abilities["Medicine"], kailani.sheet.stats["DEX"]) == (4, 2, 3)
    assert kailani.sheet.hp > hp
    assert table.grow("tahra", level=NEXT, ability_1="Focus", ability_2="Grapple", learn_1="no").sheet.level == 2
    table.do([Command(GM, "rest", (("kind", "long"),))])
    growth = table.growth("tahra")
    every = options(growth, "train 1", Draft(table.live.scene.library))
    tahra = table.grow("tahra", train_1="reef_bow", train_2="reef_bow")
    assert every["reef_bow"] == "Reef Bow"
    assert "reef_bow" in tahra.sheet.practiced_weapons
    assert [note.rule for note in growth.notes()] == ["bb.gap.equipment"]


def test_a_party_of_navy_blue_has_its_levels_of_a_respite_and_learns_a_language() -> None:
    ready = {"level": 3, "experience": 12, "at": "ladder"}
    table = Table(
        game="navyblue", mode="adventure", board="cargo_hold", place={"safe": True},
        beings={"marlow": {**ready, "language_points": 1}, "pell": ready, "ione": {"at": "ladder"}},
    )  # fmt: skip
    growth = table.growth("ione")
    why = "the next level takes 7 Experience, of which they have 0"
    assert refused(growth, LEVEL, Draft(table.live.scene.library)) == [why]
    marlow, planned = table.draft(
        "marlow", master=False, level=NEXT, attribute_1="Brawn", attribute_2="Mettle", feature_1="hold_fast"
    )
    first, *answers = marlow.deeds(planned)
    table.do([first])  # everybody gains theirs in the same Respite; who has said nothing, as usual
    assert first == Command("marlow", "respite")
    assert table.live.scene.beings["pell"].sheet.level == 4
    table.live.undo()
    table.do([first, *answers])
    now = table.live.scene.beings["marlow"].sheet
    assert (now.level, now.attributes["Brawn"], "hold_fast" in now.features) == (4, 3, True)
    table.do([Command(GM, "award", (("amount", 13), ("deed", "objective")))])
    assert table.grow("marlow", level=NEXT).sheet.level == 5  # at which nothing is to be chosen
    now = table.grow("marlow", language_1="old_tidal:speak").sheet
    assert ("old_tidal", True, False) in now.languages


def test_a_party_of_vitality_reaches_a_level_and_buys_a_camera() -> None:
    table = Table(game="vitality", mode="story", beings={"ilse_brandt": {}, "kestrel": {}})
    ilse = table.grow("ilse_brandt", level=NEXT, boon_1="passive:sickly", boon_1_stats=("accuracy",))
    assert (ilse.sheet.level, ilse.sheet.boons[-1].id, ilse.sheet.boons[-1].stats) == (4, "sickly", ("accuracy",))
    wanted: dict[str, Plain] = {"buy_1": "thing", "buy_1_what": "A camera", "buy_1_price": (800,)}
    again: dict[str, Plain] = {"buy_2": "thing", "buy_2_what": "A tripod", "buy_2_price": (300,)}
    growth = table.growth("ilse_brandt")
    chosen = [Chosen(step.replace("_", " "), choice) for step, choice in (wanted | again).items()]
    fell = refit(growth, table.live.scene.library, chosen).fell
    assert [each.refusals[0].reason for each in fell] == ["one standard purchase per game evening"]
    assert "purchase" in dict(table.grow("ilse_brandt", **wanted).used)
    player, planned = table.draft("kestrel", master=False, level=NEXT, **wanted)
    assert player.deeds(planned) == []
    assert [command.name for command in player.wishes(planned)] == ["level_up", "buy"]


def test_a_party_of_cloudbreaker_chooses_the_classes_of_its_ranks() -> None:
    table = Table(game="cloudbreaker", beings={"tal": {}, "pip": {}})
    tal = table.grow("tal", level=NEXT, class_1="gatewarden")
    assert tal.sheet.class_ranks == (("bellringer", 1), ("gatewarden", 1))
    assert table.grow("pip", level=NEXT, class_1="bellringer").sheet.level == 2
    assert "cb.gap.items" in [note.rule for note in table.growth("tal").notes()]


def test_a_party_of_the_crawl_learns_an_aspect_and_buys_a_shield() -> None:
    somebody = {"ap": 12, "money": 900}
    table = Table(
        game="crawl", mode="downtime", board="kennel_gallery",
        beings={"brannoc_ironway": {**somebody, "at": [0, 3]}, "sefa_quickwater": {**somebody, "at": [1, 3]}},
    )  # fmt: skip
    brannoc = table.grow("brannoc_ironway", learn_1="blood_soaked_life", buy_1="shield")
    assert (brannoc.ap, brannoc.money) == (0, 700)
    assert table.grow("sefa_quickwater", buy_1="shield").money == 700


READY: dict[str, dict[str, Any]] = {
    "bluebox": {"mode": "adventure", "beings": {"onuri": {"level": 3}}},
    "cloudbreaker": {"beings": {"ione": {"level": 4}}},
    "crawl": {
        "mode": "downtime", "board": "kennel_gallery",
        "beings": {"oriel_vance": {"at": [0, 3], "ap": 30, "money": 900}},
    },
    "navyblue": {
        "mode": "adventure", "board": "cargo_hold", "place": {"safe": True},
        "beings": {"oriel": {"at": "ladder", "level": 11, "experience": 27, "injuries": 3, "language_points": 2}},
    },
    "vitality": {"mode": "story", "beings": {"nia_calloway": {"level": 2}}},
}  # fmt: skip


@pytest.mark.parametrize("game", READY)
def test_whatever_is_chosen_by_luck_is_done_and_comes_to_what_was_told(game: str) -> None:
    for seed in range(3):
        table = Table(game=game, **READY[game])
        (who,) = table.live.scene.beings
        growth, luck = table.growth(who), Random(seed)
        draft = Draft(table.live.scene.library)
        while (step := next_step(growth, draft)) is not None:
            wanted = NEXT if step.name == LEVEL else legal_choice(step, luck.randrange, len(draft.chosen))
            assert wanted is not None
            draft = draft.take(step.name, wanted)
        told = growth.sheet(draft)
        assert refit(table.growth(who), draft.library, draft.chosen).fell == ()
        table.do(growth.deeds(draft))
        now = table.growth(who).sheet(Draft(draft.library))
        assert [line for line in now if line not in told and line[0] not in FALLS] == []


def test_a_level_that_the_table_has_begun_with_is_settled_and_its_questions_are_the_steps() -> None:
    table = Table(game="bluebox", mode="adventure", beings={"kailani": {}})
    table.live.perform(Command(GM, "level_up", (("being", "kailani"),)))
    table.live.answer("Strength")  # one is answered at the table already
    growth, draft = table.draft("kailani", master=False, ability_1="Medicine", learn_1="no")
    assert growth.settled() == {LEVEL: NEXT}
    assert dict(growth.sheet(draft))["HP"].isdecimal()  # the dice have fallen
    table.do(growth.deeds(draft))
    assert table.live.scene.beings["kailani"].sheet.abilities["Medicine"] == 2
