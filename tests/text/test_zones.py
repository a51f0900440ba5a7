"""A game of zones in the text game: places in words, choosing zones, acting out of turn, questions of all sorts."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest

from ludex.core.game import GAMES
from ludex.core.kernel.agenda import command
from ludex.core.kernel.domain import Amount, Several, Split
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, SealedDice
from ludex.core.show.odds import odds
from ludex.table.know import oddsline
from ludex.text.maps import places
from ludex.text.play.kept import policies_for
from ludex.text.play.scene import go_on
from ludex.text.play.starting import Options, choose_game, game_named, scene_named
from ludex.text.prompts import others, prompts
from ludex.text.prompts.answers import typed_answer
from ludex.text.prompts.commands import COMMANDS
from ludex.text.prompts.gm import read_value
from ludex.text.prompts.menu import next_command
from ludex.text.screen import Quit, Screen
from ludex.text.table.prompt import Changed
from ludex.text.table.table import Table
from ludex.text.terminal import Console
from tests.text.skirmish import SKIRMISH, SkirmishFace, Waiting, docks

Type = Callable[..., None]


def table_with(sides: tuple[str, ...] = ("party",), plain: bool = False, width: int = 100, **changes: Any) -> Table:
    scene = docks(**changes)
    live: Live[Any] = Live(SKIRMISH, scene, SealedDice(b"docks"))
    screen = Screen(Console(file=StringIO(), width=width, highlight=False), plain)
    policies = policies_for(SKIRMISH, scene, sides, "simple")
    return Table(SKIRMISH, live, screen, "test", sides, policies, Waiting(), commands=COMMANDS)


def printed(table: Table) -> str:
    text: str = table.screen.console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    return text


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Type:
    """What somebody types, line by line; then they get up."""

    def typing(*lines: str) -> None:
        left = list(lines)

        def read(prompt: str) -> str:
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)

    return typing


def played(table: Table) -> str:
    with pytest.raises(Quit):
        go_on(table)
    return printed(table)


# ---------------------------------------------------------------- places in words


def test_places_are_told_by_their_names_with_zones_and_metres() -> None:
    scene = docks()
    plan = SkirmishFace(SKIRMISH).plan(scene)
    assert places.where(scene, plan, "marla") == "Marla is in Old Docks (epicenter)."
    assert places.where(scene, plan, "giant") == (
        "Giant is in Fish Market, Gatehouse, Square and Forge (cover, hazard Fire, safe zone)."
    )
    assert places.near(scene, plan, "marla") == [
        "Goblin 1 is in the same zone as Marla.",
        "Tom is in the same zone as Marla.",
        "Giant is 1 zone east of Marla, 10 m, in Fish Market.",
        "Goblin 2 is 1 zone east of Marla, 10 m, in Fish Market.",
    ]


def test_the_way_goes_through_open_sides_and_tells_what_is_met() -> None:
    scene = docks()
    face = SkirmishFace(SKIRMISH)
    assert places.way_words(scene, face, face.plan(scene), "marla", "alley") == (
        "Marla to Back Alley: 3 zones, 30 m, east to Fish Market over Spike trap, south to Square, west to Back Alley."
    )


def test_the_map_in_words_tells_every_zone_and_where_one_can_go() -> None:
    told = places.map_words(SkirmishFace(SKIRMISH).plan(docks()))
    assert told[0] == "Old Docks (epicenter): east to Fish Market."
    assert "Between Old Docks and Fish Market: Spike trap." in told
    assert told[-1] == "Rope lies in Forge."


@pytest.mark.parametrize(
    ("words", "zones"),
    [("gate", ("gate",)), ("the back al", ("alley",)), ("Fish Market, square", ("market", "square")), ("moon", ())],
)
def test_zones_are_read_as_people_write_them(words: str, zones: tuple[str, ...]) -> None:
    assert places.ground(SkirmishFace(SKIRMISH).plan(docks())).read(words) == zones


def test_what_may_be_two_zones_is_asked_back() -> None:
    with pytest.raises(BadInput, match="Fish Market or Forge"):
        places.ground(SkirmishFace(SKIRMISH).plan(docks())).read("f")


def test_the_game_masters_words_may_be_zones_but_only_by_their_whole_names() -> None:
    scene = docks()
    ground = places.ground(SkirmishFace(SKIRMISH).plan(scene))
    assert read_value(scene, "back alley", ground) == "alley"
    assert read_value(scene, "tom", ground) == "tom"
    assert read_value(scene, "squ", ground) == "squ"


# ---------------------------------------------------------------- choosing a zone


@pytest.mark.parametrize(("typed", "to"), [("3", "square"), ("gate", "gate"), ("market, square", ("market", "square"))])
def test_a_zone_is_chosen_by_number_by_name_or_as_a_way(types: Type, typed: str, to: object) -> None:
    table = table_with()
    types("move", typed)
    given = next_command(table, "marla")
    assert given.command.arg("to") == to
    assert "3 Square, 2 zones south-east, 20 m" in printed(table)
    assert "╭[3]─╯" in printed(table)


def test_a_zone_out_of_reach_is_refused_and_can_be_forced(types: Type) -> None:
    table = table_with()
    types("move", "forge", "force forge")
    given = next_command(table, "marla")
    assert given.force
    assert given.command.arg("to") == "forge"
    assert "farther than two zones [sk.move]" in printed(table)


def test_what_comes_after_the_zone_is_asked_too(types: Type) -> None:
    table = table_with()
    types("throw", "sq", "2")
    assert next_command(table, "marla").command == command("marla", "flask", zone="square", amount=2)
    assert "Throw a flask, Square: amount?" in printed(table)


def test_whoever_hears_the_choices_is_told_who_is_there(types: Type) -> None:
    table = table_with(plain=True)
    types("move", "1")
    next_command(table, "marla")
    assert "Fish Market, 1 zone east, 10 m over Spike trap, where Goblin 2 and Giant are." in printed(table)
    assert "│" not in printed(table)


def test_choices_that_are_too_long_for_columns_are_listed_one_by_one(types: Type) -> None:
    table = table_with(width=60)
    types("throw", "1", "1")
    next_command(table, "marla")
    assert "…" not in printed(table)


# ---------------------------------------------------------------- out of turn


def test_others_may_act_out_of_turn_and_the_turn_goes_on(types: Type) -> None:
    table = table_with()
    types("others", "1", "2", "1", "where")
    text = played(table)
    assert "`others` (1 out of turn)" in text
    assert "1 Tom: Share" in text
    assert "shared: Tom, 2 tokens, Marla" in text
    assert table.live.scene.beings["marla"].tokens == 4
    assert table.game.to_act(table.live.scene) == "marla"


def test_nothing_is_said_of_others_where_nobody_may_act(types: Type) -> None:
    table = table_with(tom_tokens=0)
    types("others")
    text = played(table)
    assert "out of turn" not in text
    assert "nobody else may do anything now" in text


def test_a_held_table_stops_before_every_command_of_the_machine(types: Type) -> None:
    table = table_with(goblin_1_at=("market",))
    types("hold", "wait", "", "others", "1", "1", "1", "dance", "go on")
    text = played(table)
    assert "Goblin 1 acts next. Enter goes on, `others` (2 out of turn)" in text
    assert "'dance' is not understood. Type Enter, `others`, `hold` or `help`." in text
    assert text.index("Goblin 2 acts next") < text.index("shared: Marla, 1 tokens, Tom") < text.index("waits: Goblin 2")
    assert table.game.to_act(table.live.scene) == "tom"


def test_a_held_table_stops_before_a_question_in_which_one_may_interject(types: Type) -> None:
    table = table_with()
    types("hold", "move", "1", "meanwhile", "1")
    text = played(table)
    assert "The game master answers next: Trap. The game master decides" in text
    assert "Enter goes on, `meanwhile` lets others act first" in text
    assert "shared: Tom, 1 tokens, Marla" in text
    assert isinstance(table.live.open, Question)


def test_a_table_that_is_no_longer_held_plays_on(types: Type) -> None:
    table = table_with(goblin_1_at=("market",))
    types("hold", "wait", "hold")
    assert "No longer held." in played(table)
    assert table.game.to_act(table.live.scene) == "tom"


def test_a_table_is_not_held_unless_somebody_says_so(types: Type) -> None:
    table = table_with(goblin_1_at=("market",))
    types("wait")
    assert "acts next" not in played(table)
    assert table.game.to_act(table.live.scene) == "tom"


# ---------------------------------------------------------------- questions


def at_the_ward(sides: tuple[str, ...] = ("party",), **changes: Any) -> Table:
    """Goblin 1 has struck Marla, who is asked how much she wards off."""
    table = table_with(sides, **changes)
    table.live.perform(command("marla", "wait"))
    table.live.perform(command("goblin_1", "strike", target="marla"))
    assert isinstance(table.live.open, Question)
    return table


def test_a_few_interjections_stand_beside_the_answers(types: Type) -> None:
    table = at_the_ward()
    assert isinstance(table.live.open, Question)
    types("5", "0")
    text = played(table)
    assert "first, Tom: Share, 3 tokens, Marla" in text
    assert table.live.scene.beings["marla"].tokens == 5


def test_many_interjections_stand_behind_a_word(types: Type) -> None:
    table = at_the_ward(tom_tokens=9)
    types("meanwhile", "9", "0")
    text = played(table)
    assert "first, Tom: Share, 6 tokens, Marla" in text.partition("Before the answer:")[0]
    assert "first, Tom: Share, 7 tokens, Marla" not in text.partition("Before the answer:")[0]
    assert "`meanwhile` others act first (9)" in text
    assert "9 first, Tom: Share, 9 tokens, Marla" in text.partition("Before the answer:")[2]
    assert table.live.scene.beings["marla"].tokens == 11


def test_nobody_interjects_for_the_other_side() -> None:
    table = table_with(("foes",))
    table.live.perform(command("marla", "wait"))
    table.live.perform(command("goblin_1", "strike", target="marla"))
    assert isinstance(table.live.open, Question)
    assert table.live.open.meanwhile
    assert others.interjections(table, table.live.open) == []


def test_meanwhile_and_others_say_when_they_are_of_no_use(types: Type) -> None:
    table = table_with()
    with pytest.raises(BadInput, match="no question is open"):
        others.meanwhile(table)
    with pytest.raises(BadInput, match="a question is open"):
        others.act(at_the_ward())
    with pytest.raises(BadInput, match="nobody may do anything before this is answered"):
        others.meanwhile(at_the_ward(tom_tokens=0))


def test_the_game_masters_questions_are_answered_by_the_other_sides_policy() -> None:
    class Cruel(Waiting):
        def answer(self, scene: Any, question: Any) -> Any:
            return "springs"

    for policy, health in ((Cruel(), 7), (None, 10)):
        table = table_with()
        table.policies = {"foes": Waiting(), **({GM: policy} if policy is not None else {})}
        table.live.perform(command("marla", "move", to="market"))
        assert not table.plays(GM)
        table.decide()
        assert table.live.scene.beings["marla"].health == health


def test_the_policy_of_the_other_side_answers_for_the_game_master() -> None:
    policies = policies_for(SKIRMISH, docks(), ("party",), "simple")
    assert policies[GM] is policies["foes"]
    assert policies_for(SKIRMISH, docks(), ("party", "foes"), "simple") == {}


def test_who_plays_both_sides_answers_for_the_game_master(types: Type) -> None:
    table = table_with(("party", "foes"))
    types("move", "1", "springs")
    text = played(table)
    assert "The game master: Trap" in text
    assert table.live.scene.beings["marla"].health == 7


def test_a_side_is_asked_and_zones_among_the_answers_stand_on_the_map(types: Type) -> None:
    table = table_with()
    types("rally", "yes", "gate")
    text = played(table)
    assert "The party: Rally" in text
    assert "The party decides" in text
    assert "╭[5]─╯" in text
    assert "rally: Gatehouse" in text


def test_a_side_that_nobody_plays_is_answered_for() -> None:
    table = table_with(("foes",))
    table.live.perform(command("marla", "rally"))
    assert not table.plays("party")
    table.decide()
    assert table.live.open is None


@pytest.mark.parametrize(
    ("domain", "words", "answer"),
    [
        (Amount(0, 60), "45", 45),
        (Several(("marla", "tom", "giant")), "giant, mar", ("marla", "giant")),
        (Several(("marla", "tom")), "none", ()),
        (Split(("marla", "tom"), 4), "tom 3, marla 1", (("tom", 3), ("marla", 1))),
        (Split(("marla", "tom"), 4), "tom", None),
        (Several(("marla", "tom")), "zork", None),
    ],
)
def test_answers_that_are_not_listed_can_be_typed(domain: Any, words: str, answer: object) -> None:
    question = Question("marla", domain, "sk.share", {}, 0)
    _, read = typed_answer(table_with(), question, all_listed=False)
    assert read is not None
    assert read(words, False) == answer


def test_typed_answers_are_checked() -> None:
    _, read = typed_answer(table_with(), Question("marla", Split(("tom",), 2), "sk.share", {}, 0), all_listed=True)
    assert read is not None
    with pytest.raises(BadInput, match="3 are given"):
        read("tom 3", False)


def test_a_long_range_of_numbers_is_typed_and_not_listed(types: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_the_ward(marla_tokens=60)
    question = Question("marla", Amount(0, 60), "sk.share", {}, 0)
    answered: list[object] = []
    monkeypatch.setattr(table.live, "answer", answered.append)
    types("61", "45")
    prompts.answer(table, question)
    assert answered == [45]
    assert "61 is not a whole number from 0 to 60" in printed(table)
    assert "a number from 0 to 60" in printed(table)


# ---------------------------------------------------------------- odds of the whole table


def test_odds_tell_what_changes_for_the_whole_table() -> None:
    scene = docks()
    found = odds(scene, command("marla", "strike", target="goblin_1"), Waiting())
    assert found.expected["scene", "alarm"] == 1
    assert "+1 alarm" in oddsline.short(SKIRMISH, scene, found)
    assert any("; +1 alarm" in line for line in oddsline.full(SKIRMISH, scene, found))
    assert found.to_plain()["expected"]["scene.alarm"]["exact"] == "1"


# ---------------------------------------------------------------- more than one game


def test_where_there_is_more_than_one_game_it_is_asked_which(types: Type) -> None:
    table = table_with()
    types("9", str(list(GAMES).index("skirmish") + 1))
    assert choose_game(table.screen) is SKIRMISH
    text = printed(table)
    assert "Zones, blows and tokens." in text
    assert "Tactics on hexes" in text
    assert "'9' is not understood. Type a number from 1 to" in text


def test_the_name_of_a_scene_tells_the_game(tmp_path: Any) -> None:
    assert game_named(Options(scene="docks")) is SKIRMISH
    assert game_named(Options(scene="broken_causeway_raid")) is GAMES["bluebox"]
    assert game_named(Options()) is None
    (tmp_path / "scenes").mkdir()
    own = tmp_path / "scenes" / "mine.toml"
    own.write_text('game = "skirmish"\n')
    assert game_named(Options(scene="mine", folders=(tmp_path,))) is SKIRMISH
    assert game_named(Options(scene=str(own))) is SKIRMISH
    with pytest.raises(BadInput, match=r"no scene 'nowhere'; there are: .*docks"):
        game_named(Options(scene="nowhere"))
    with pytest.raises(BadInput, match="a scene of Skirmish, not of Blue Box"):
        scene_named(GAMES["bluebox"], GAMES["bluebox"].library(), str(own))


def test_going_back_from_others_asks_afresh(types: Type) -> None:
    types("b")
    with pytest.raises(Changed):
        others.act(table_with())
