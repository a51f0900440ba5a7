"""A fight killed after any single answer is restored from its journal, and goes on the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludex.core.agenda import Command
from ludex.core.codec import encode
from ludex.core.journal import JournalError, header_of, replay
from ludex.core.procedure import Question
from ludex.core.referee.live import Live, SealedDice
from ludex.core.scenefile import load_scene
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.policy import SimplePolicy
from ludex.opponents.random import RandomPolicy

SCENES = Path(__file__).parents[3] / "src/ludex/games/bluebox/content/scenes"
State = tuple[bytes, bytes, str, int]


def state(live: Live[Any]) -> State:
    assert isinstance(live.dice, SealedDice)
    return encode(live.scene), encode(live.shown), live.open.key if live.open is not None else "", live.dice.fallen


def go_on(live: Live[Any], party: Any, foes: Any) -> bool:
    """One more command or answer; nothing when the fight is over."""
    if isinstance(live.open, Question):
        being = live.shown.beings.get(live.open.who)
        policy = party if being is not None and being.side == "party" else foes
        live.answer(policy.answer(live.shown, live.open))
        return True
    actor = BLUEBOX.to_act(live.scene)
    if actor:
        being = live.scene.beings[actor]
        live.perform((party if being.side == "party" else foes).choose(live.scene, being))
    return bool(actor)


def fight(name: str, seed: bytes, most: int) -> tuple[list[dict[str, Any]], list[tuple[int, State]], Live[Any]]:
    """A recorded fight: the journal's lines, and the state after each command and answer."""
    scene: Any = load_scene(SCENES / f"{name}.toml").scene
    lines = [header_of(BLUEBOX, scene, seed)]
    live: Live[Any] = Live(BLUEBOX, scene, SealedDice(seed), lines.append)
    opening = BLUEBOX.opening(scene)
    assert opening is not None
    live.perform(opening)
    states = [(len(lines), state(live))]
    party, foes = SimplePolicy(), RandomPolicy(int.from_bytes(seed, "big"))
    while len(states) < most and go_on(live, party, foes):
        states.append((len(lines), state(live)))
    return lines, states, live


@pytest.mark.parametrize("name", ["broken_causeway_patrol", "broken_causeway_dread", "ash_bears_den_bear_and_vermin"])
def test_a_fight_killed_after_every_single_answer_is_restored(name: str) -> None:
    lines, states, live = fight(name, b"restore", 120)
    stored = json.loads(json.dumps(lines))
    open_questions = 0
    for length, expected in states:
        restored = replay(stored[:length], live.scene.library)
        assert state(restored) == expected
        open_questions += bool(expected[2])
    assert open_questions > 5
    assert state(replay(stored, live.scene.library)) == state(live)


def test_a_restored_fight_goes_on_as_it_would_have() -> None:
    lines, states, live = fight("broken_causeway_raid", b"go on", 200)
    for length, _ in states[:: len(states) // 6]:
        restored = replay(lines[:length], live.scene.library)
        for line in lines[length:]:
            if "command" in line:
                restored.perform(Command.from_plain(line["command"]))
            elif "answer" in line:
                restored.answer(line["value"])
        assert state(restored) == state(live)


def test_a_game_does_not_go_on_with_content_that_has_changed() -> None:
    lines, _, live = fight("broken_causeway_raid", b"content", 3)
    changed = live.scene.library.copy()
    changed.add({"item": [{"id": "rope", "name": "Frayed Rope"}]}, "a folder")
    with pytest.raises(JournalError, match="content has changed"):
        replay(lines, changed)
