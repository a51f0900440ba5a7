"""What the game master settles by hand, in every game: conditions are these and no others, and tables read well."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.game import GAMES, game_of
from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, TypedDice
from ludex.games.known import names

WHO = {"ann": {}, "rat": {"side": "foes"}}
EVERY = pytest.mark.parametrize("game", names)


def another(game: str) -> str:
    """A condition beside Prone that the game has."""
    return next(name for name in ("Hidden", "Stunned") if name in GAMES[game].conditions)


def table(game: str) -> Live[Any]:
    found = GAMES[game]
    scene = found.build({"beings": WHO, "options": found.rulebook.check_options({})}, "test", found.library())
    return Live(found, scene, TypedDice())


def put(live: Live[Any], field: str, value: Plain) -> str:
    """Set a field of Ann's; gives the line of the log."""
    before = len(live.recorder.rulings)
    live.perform(command("gm", "set", what="ann", field=field, value=value))
    told = next(ruling for ruling in live.recorder.rulings[before:] if ruling.kind == "set")
    return game_of(live.scene).sentence(live.scene, told)


@EVERY
def test_conditions_are_those_that_were_set(game: str) -> None:
    live = table(game)
    put(live, "conditions", ("Prone", another(game)))
    put(live, "conditions", plain([{"name": "Prone", "source": "rat"}]))
    assert [(c.name, c.source) for c in live.scene.beings["ann"].conditions] == [("Prone", "rat")]
    with pytest.raises(BadInput):
        put(live, "conditions", ("Nonsense",))
    assert live.scene.beings["ann"].states == {"Prone"}
    put(live, "conditions", ())
    assert not live.scene.beings["ann"].conditions


@EVERY
def test_a_table_is_told_in_words(game: str) -> None:
    live = table(game)
    words = put(live, "conditions", plain([{"name": "Prone", "source": "rat"}, {"name": another(game)}]))
    assert words.endswith(f"sets conditions of Ann to Prone (source Rat) and {another(game)}")
    assert "sets conditions of Ann to no" in put(live, "conditions", ())  # nothing, or none


@EVERY
def test_what_somebody_was_made_of_is_not_set(game: str) -> None:
    with pytest.raises(BadInput):
        put(table(game), "from", "nobody")
