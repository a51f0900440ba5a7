"""The client is also the bot kit: a bot plays a side of every game to its end, and anybody can recompute the dice."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from ludex.client.verify import face, verify
from ludex.core.referee.live import SealedDice
from ludex.server import limits
from tests.server.serving import run, served, until
from tests.table.tables import SCENES

HOME = Path(__file__).parent.parent.parent
VECTORS = HOME / "docs" / "dice-vectors.json"


def bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", HOME / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    found.PAUSE = 0.0  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("game", SCENES)
def test_two_bots_play_a_fight_to_its_end_and_the_dice_can_be_recomputed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (1e9, 1e9))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found(game, settings={"pause": 0})
            async with serving.at(master) as gm:
                await gm.do("hand_over", who="gm", policy="simple")
                await gm.do("open_scene", scene=next(iter(gm.document["master"]["scenes"])))
                seal = gm.document["dice"]["seal"]
                beings = gm.document["beings"].items()
                links = [
                    await serving.seat(master, side, *[id for id, being in beings if being["side"] == side])
                    for side in ("party", "foes")
                ]
                async with asyncio.TaskGroup() as group:
                    for link in links:
                        _ = group.create_task(bot().main(serving.address, link["table"], link["token"]))
                await until(gm, lambda: gm.document["scene"]["over"])
                before = await serving.ask("GET", f"/api/tables/{master['table']}/dice", links[0]["token"])
                assert before == [{"evening": 1, "seal": seal, "closed": False, "seed": "", "rolls": []}]
                await gm.do("close_evening")
            evening = (await serving.ask("GET", f"/api/tables/{master['table']}/dice", links[0]["token"]))[0]
            assert len(evening["rolls"]) > 5
            assert verify(evening, seal) == []
            first, sides, faces = evening["rolls"][3]
            told = [faces[0] % sides[0] + 1, *faces[1:]]
            cheated = {**evening, "rolls": [*evening["rolls"][:3], [first, sides, told], *evening["rolls"][4:]]}
            assert [(fault.told, fault.should_be) for fault in verify(cheated)] == [(told, faces)]

    run(test())


def test_a_seed_that_was_not_sealed_or_dice_that_were_left_out_are_noticed() -> None:
    dice = SealedDice(b"a seed")
    rolls = [[1, [6, 6], [dice.face(1, 6), dice.face(2, 6)]], [3, [20], [dice.face(3, 20)]]]
    evening = {"seed": dice.seed.hex(), "seal": dice.seal, "rolls": rolls}
    assert verify(evening, dice.seal) == []
    with pytest.raises(ValueError, match="not that of the seal"):
        verify({**evening, "seed": b"another".hex()})
    with pytest.raises(ValueError, match="not that of the seal"):
        verify(evening, SealedDice(b"another").seal)
    with pytest.raises(ValueError, match="expected face 1 next, not 3"):
        verify({**evening, "rolls": rolls[1:]})
    with pytest.raises(ValueError, match="when the evening is closed"):
        verify({**evening, "seed": ""})


def test_the_published_vectors_are_what_the_dice_show() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(vectors["faces"]) >= 100
    dice = SealedDice(bytes.fromhex(vectors["seed"]))
    assert dice.seal == vectors["seal"]
    for number, sides, shown in vectors["faces"]:
        assert face(dice.seed, number, sides) == dice.face(number, sides) == shown
