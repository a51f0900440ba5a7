"""The Escalation Counter: the record says who spends it, and on what."""

from __future__ import annotations

from ludex.core.kernel.agenda import command
from ludex.core.referee.live import Live, TypedDice
from ludex.games.bluebox import BLUEBOX


def test_who_spends_the_counter_is_told() -> None:
    beings = {"tahra": {"at": [0, 0], "moves": 1}, "foe": {"side": "foes", "at": [4, 0]}}
    turn = {"of": "tahra", "order": ["tahra", "foe"]}
    tables = {"beings": beings, "turn": turn, "scene": {"counter": 4}, "options": BLUEBOX.rulebook.check_options({})}
    live = Live(BLUEBOX, BLUEBOX.build(tables, "test", BLUEBOX.library()), TypedDice())
    live.perform(command("tahra", "escalate", choice="actions"))
    told = [BLUEBOX.sentence(live.scene, ruling) for ruling in live.recorder.take()]
    assert "Tahra spends the Escalation Counter on actions; it stands at 1 again" in told
