"""What somebody gets by bringing or taking up a character: that character, and no word of what they may not know."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.timing import DECLINE
from ludex.table.campaign.characters import Bring, CharacterFile, character_file, plain_entry
from ludex.table.campaign.seating import StandingAnswer, TakeUp
from ludex.table.campaign.settings import AddContent
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deciders
from ludex.table.play.mastering import Call
from tests.table.tables import Kept, called


@pytest.fixture
def kept() -> Kept:
    return Kept("bluebox")


def tahra(kept: Kept, **other: Any) -> dict[str, Any]:
    return {**plain_entry(kept.table.game.starter.shelves["character"].get("tahra")), **other}


def brought(kept: Kept, seat: str, **other: Any) -> Any:
    return kept.do(Bring(file=CharacterFile(game="bluebox", character=tahra(kept, **other))), seat)


def lurks(kept: Kept) -> None:
    kept.do(Call(name="spawn", args={"from": "fikou_venom_spider", "name": "Lurker", "hidden": True}))


def test_a_character_with_the_id_of_a_foe_gives_nobody_the_foe(kept: Kept) -> None:
    ann = kept.seat("Ann")
    brought(kept, ann, id="vahki_1")
    kept.open()
    seat = kept.table.seats[ann]
    assert kept.live.scene.beings["vahki_1"].side == "foes"
    assert deciders(kept.table, "vahki_1") == (kept.gm,)
    assert kept.table.knowledge(seat) == "party"
    assert "vahki_1" not in (Documents(kept.table).of(seat)["offers"] or {})
    file = character_file(kept.table, seat, "vahki_1")
    assert (file.character["name"], file.state) == ("Tahra", "")


def test_that_somebody_hidden_has_the_id_of_a_character_is_not_told(kept: Kept) -> None:
    kept.open()
    ann = kept.seat("Ann")
    lurks(kept)
    lurker = called(kept, "Lurker")
    assert brought(kept, ann, id=lurker)["character"] == lurker
    assert deciders(kept.table, lurker) == (kept.gm,)
    assert lurker not in Documents(kept.table).of(kept.table.seats[ann])["beings"]


def test_content_of_the_tables_own_is_told_to_nobody_who_guesses(kept: Kept) -> None:
    blade = {**plain_entry(next(iter(kept.table.library.all("weapon")))), "id": "kingslayer", "name": "Kingslayer"}
    king = tahra(kept, id="traitor_king", name="The Traitor King")
    kept.do(AddContent(name="act three", tables={"weapon": [blade], "character": [king]}))
    ann = kept.seat("Ann")
    with pytest.raises(BadInput, match="there is no weapon 'zqx'; expected one of") as fault:
        brought(kept, ann, id="mine", weapons=["zqx"])
    assert "kingslayer" not in str(fault.value)
    with pytest.raises(BadInput, match="kingslayer"):
        brought(kept, kept.gm, id="mine", weapons=["zqx"])
    with pytest.raises(Refused, match="there is no character 'traitor_king' whom nobody plays"):
        kept.do(TakeUp(being="traitor_king"), ann)


def test_standing_answers_do_not_tell_that_somebody_hidden_is_asked(kept: Kept) -> None:
    kept.open(begin=False)
    ann = kept.seat("Ann", "tahra")
    lurks(kept)
    rule = "bb.reaction.opportunity"
    kept.do(StandingAnswer(rule=rule, answer="always"), ann)
    ways = OneOf((DECLINE, "bite", "claws"))
    kept.live.open = Question(who=called(kept, "Lurker"), domain=ways, rule=rule, about={}, default=DECLINE)
    assert Documents(kept.table).of(kept.table.seats[ann])["you"]["standing"] == {rule: "always"}
