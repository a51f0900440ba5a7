"""What a player asks for of the game master from the builder: a level, a purchase, a rule waived for a draft."""

from __future__ import annotations

import tomllib

import pytest

from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.characters import Bring
from ludex.table.campaign.rematch import Rematch
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.wishes import waived_for
from ludex.table.document.show import Documents
from ludex.table.play.improvising import AskFor, AskWaiver, Improvise, Settle
from tests.table.tables import Kept, differing

EVENING = """
title = "An evening"
game = "vitality"
mode = "story"
[beings.ilse_brandt]
[beings.kestrel]
"""


def evening() -> tuple[Kept, str, str]:
    kept = Kept("vitality")
    ann, bob = kept.seat("Ann", "ilse_brandt"), kept.seat("Bob", "kestrel")
    kept.do(OpenScene(scene=kept.do(Prepare(tables=tomllib.loads(EVENING)))["scene"]))
    return kept, ann, bob


def test_a_player_asks_for_a_level_and_the_game_master_grants_it() -> None:
    kept, ann, bob = evening()
    level = AskFor(being="ilse_brandt", name="level_up", args={"being": "ilse_brandt"})
    with pytest.raises(Refused, match="not yours"):
        kept.do(level, bob)
    with pytest.raises(BadInput, match="may grant"):
        kept.do(AskFor(being="ilse_brandt", name="set", args={"being": "ilse_brandt"}), ann)
    with pytest.raises(BadInput, match="may grant"):
        kept.do(AskFor(being="ilse_brandt", name="level_up", args={"being": "kestrel"}), ann)
    with pytest.raises(BadInput, match="at most"):
        kept.do(AskFor(being="ilse_brandt", name="buy", args={"being": "ilse_brandt", "what": "a" * 9_000}), ann)
    asked = kept.do(level, ann)["asked"]
    shown = Documents(kept.table).of(kept.table.seats[kept.gm])["improvised"][0]
    assert (shown["kind"], shown["being"], shown["refused"]) == ("call", "ilse_brandt", None)
    kept.do(Settle(id=asked))
    assert kept.table.playing is not None
    question = kept.table.playing.live.open
    assert isinstance(question, Question)
    assert (question.who, question.rule) == ("ilse_brandt", "vt.tier.table")
    log = Documents(kept.table).of(kept.table.seats[ann])
    assert log["improvised"][0]["open"] is False
    kept.folded()  # and it is all in the journal


def test_what_was_wished_for_a_scene_is_over_with_it_and_a_level_is_still_asked_for() -> None:
    kept, ann, _ = evening()
    level = kept.do(AskFor(being="ilse_brandt", name="level_up", args={"being": "ilse_brandt"}), ann)["asked"]
    again = kept.do(Improvise(being="ilse_brandt", words="Let us do that again."), ann)["asked"]
    kept.do(Rematch())
    shown = {one["id"]: one for one in Documents(kept.table).of(kept.table.seats[ann])["improvised"]}
    assert (shown[level]["open"], shown[again]["open"], shown[again]["said"]) == (True, False, "")
    with pytest.raises(BadInput):
        kept.do(Settle(id=again))
    assert not differing(kept.table, kept.folded())


def test_a_rule_is_waived_for_a_choice_of_a_draft_and_only_its_maker_hears_of_it() -> None:
    kept, ann, bob = evening()
    asked = kept.do(AskWaiver(what="Flight", choice="flight", rule="vt.feature.list", reason="too dear"), ann)["asked"]
    no = kept.do(AskWaiver(what="Wings", choice="wings", rule="vt.feature.list"), ann)["asked"]
    for seat, count in ((kept.gm, 2), (ann, 2), (bob, 0)):
        assert len(Documents(kept.table).of(kept.table.seats[seat])["improvised"]) == count
    kept.do(Settle(id=asked))
    kept.do(Settle(id=no, allow=False))
    assert waived_for(kept.table, kept.table.seats[ann]) == {("vt.feature.list", "flight")}
    assert waived_for(kept.table, kept.table.seats[bob]) == frozenset()
    assert waived_for(kept.folded(), kept.table.seats[ann]) == {("vt.feature.list", "flight")}
    with pytest.raises(BadInput, match="there is no rule"):
        kept.do(AskWaiver(what="Wings", choice="wings", rule="vt.nothing"), ann)


def test_a_waiver_ends_when_its_seat_has_made_a_character() -> None:
    kept, ann, bob = evening()
    for seat in (ann, bob):
        kept.do(Settle(id=kept.do(AskWaiver(what="Flight", choice="flight", rule="vt.feature.list"), seat)["asked"]))
    taken = {"ilse_brandt", "kestrel"}
    kept.do(
        Bring(ready=next(id for id in kept.table.game.starter.shelves["character"].entries if id not in taken)), ann
    )
    for table in (kept.table, kept.folded()):
        assert waived_for(table, kept.table.seats[ann]) == frozenset()
        assert waived_for(table, kept.table.seats[bob]) == {("vt.feature.list", "flight")}


def test_the_game_master_is_told_which_choice_a_rule_is_to_be_waived_for() -> None:
    """Whatever the player calls it."""
    kept, ann, _ = evening()
    shelves = kept.table.game.starter.shelves.values()
    known = next(entry for shelf in shelves for entry in shelf.entries.values())
    rule = "vt.feature.list"
    for what, choice in (("A small knife", known.id), (f"A {known.name}", known.id), ("A small knife", "12 points")):
        kept.do(AskWaiver(what=what, choice=choice, rule=rule), ann)
    told = [wish.asked.words for wish in kept.table.asked.values()]
    assert told == [f"A small knife ({known.name})", f"A {known.name}", "A small knife (12 points)"]
