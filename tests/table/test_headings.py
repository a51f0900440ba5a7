"""A question is headed by what it asks, where the title of its rule does not say that."""

from __future__ import annotations

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.table.campaign.seating import HandOver
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise
from tests.table.tables import Kept


def test_how_somebody_defends_is_asked_in_so_many_words() -> None:
    kept = Kept("navyblue")
    kept.open("the_sunken_chapel")
    assert kept.table.scene is not None
    ours = [being.id for being in kept.table.scene.beings.values() if being.side == kept.table.game.sides[0]]
    ann = kept.seat("Ann", *ours)
    for who in ("foes", "gm"):
        kept.do(HandOver(who=who, policy="simple"))
    documents = Documents(kept.table)
    while (asked := documents.of(kept.table.seats[ann])["question"]) is None:
        assert kept.step() or deputise(kept.table)
    assert (asked["rule"], asked["title"]) == ("nb.attack.defend_with", "How do they defend?")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_heading_is_of_a_rule_of_the_book(game: str) -> None:
    book = GAMES[game].rulebook
    assert set(GAMES[game].face().headings) <= {*book.rules, *book.gaps}
