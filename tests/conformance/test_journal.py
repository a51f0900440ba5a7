"""A journal gives the same table back: after every single command and answer, and after withdrawing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.journal import JournalError, header_of, replay
from ludex.core.foe.deciding import Policy, answer, choose
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.ruling import Refused
from ludex.core.referee.live import Live, SealedDice
from tests.conformance.playing import KNOWN, anytime, named, policies_for, starters

State = tuple[bytes, bytes, str, int]
STEPS = 60  # commands and answers of a recorded scene
MANY_STEPS = 110
MEANWHILE = 3  # once in so many questions somebody else acts first, if anybody may


class Recorded:
    """A scene played at a table by policies, with its journal and the state after each command and answer."""

    def __init__(self, game: Game[Any], scene: Any, seed: int) -> None:
        self.game = game
        self.luck = Random(seed)
        dice = b"conformance %d" % seed
        self.lines = [header_of(game, scene, dice)]
        self.live: Live[Any] = Live(game, scene.fork(), SealedDice(dice), self.lines.append)
        self.policies: dict[str, Policy] = policies_for(scene, ("simple", "random"), seed)
        self.states: list[tuple[int, State]] = []
        self.interjected = 0

    def go_on(self) -> bool:
        """One more command or answer; nothing when the scene is over."""
        live = self.live
        if isinstance(live.open, Question):
            self.decide(live.open)
        elif live.done is None and (opening := self.game.opening(live.scene)) is not None:
            live.perform(opening)
        else:
            actor = self.game.to_act(live.scene)
            if not actor:
                return False
            being = live.scene.beings[actor]
            wanted, _ = choose(self.game, live.scene, being, self.policies[being.side])
            live.perform(anytime(live.scene, self.luck) or wanted if not self.luck.randrange(6) else wanted)
        self.states.append((len(self.lines), state(live)))
        return True

    def decide(self, question: Question) -> None:
        """Answer, or let somebody else act first."""
        meanwhile = question.meanwhile if not self.luck.randrange(MEANWHILE) else ()
        if meanwhile:
            before = state(self.live)
            try:
                self.live.answer(Interject(self.luck.choice(meanwhile)))
                self.interjected += 1
            except Refused:
                assert state(self.live) == before
            return
        being = self.live.shown.beings.get(question.who)
        side = being.side if being is not None else question.who
        self.live.answer(answer(self.game, self.live.shown, side, question, self.policies[side]))

    def steps(self, most: int = STEPS) -> Iterator[int]:
        for number in range(most):
            if not self.go_on():
                return
            yield number


def state(live: Live[Any]) -> State:
    assert isinstance(live.dice, SealedDice)
    return encode(live.scene), encode(live.shown), live.open.key if live.open is not None else "", live.dice.fallen


@cache  # several tests look at the same ones
def recorded(game: Game[Any], number: int, most: int = STEPS) -> Recorded:
    scenes = list(starters(game).values())
    found = Recorded(game, scenes[number % len(scenes)], number)
    for _ in found.steps(most):
        pass
    return found


@pytest.mark.parametrize("steps", [STEPS, pytest.param(MANY_STEPS, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=() if number == 1 else pytest.mark.long) for number in range(3)]
)
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_table_killed_after_every_command_and_answer_is_restored(game: Game[Any], number: int, steps: int) -> None:
    play = recorded(game, number, steps)
    stored = json.loads(json.dumps(play.lines))
    for length, expected in play.states:
        assert state(replay(stored[:length], play.live.scene.library)) == expected
    assert state(replay(stored, play.live.scene.library)) == state(play.live)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_some_tables_are_killed_while_a_question_is_open(game: Game[Any]) -> None:
    """Otherwise nothing here has tried it."""
    assert any(asked for number in range(3) for _, (_, _, asked, _) in recorded(game, number).states)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_restored_table_goes_on_as_it_would_have(game: Game[Any]) -> None:
    play = recorded(game, 4)
    for length, _ in play.states[:: len(play.states) // 6]:
        restored = replay(play.lines[:length], play.live.scene.library)
        for line in play.lines[length:]:
            if "interject" in line:
                restored.answer(Interject(Command.from_plain(line["command"])))
            elif "command" in line:
                restored.perform(Command.from_plain(line["command"]))
            elif "answer" in line:
                restored.answer(line["value"])
        assert state(restored) == state(play.live)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_withdrawn_command_leaves_the_boundary_and_the_fallen_dice(game: Game[Any]) -> None:
    """At any depth of any command; what is done afterwards is restored as well."""
    withdrawn, scenes = 0, starters(game)
    for number, start in enumerate(scenes.values()):
        play = Recorded(game, start, number)
        for _ in play.steps(60):
            if play.live.open is None or play.luck.randrange(3):
                continue
            assert isinstance(play.live.dice, SealedDice)
            boundary, fallen = encode(play.live.scene), play.live.dice.fallen
            play.live.withdraw()
            assert encode(play.live.scene) == encode(play.live.shown) == boundary
            assert play.live.dice.fallen == fallen
            assert play.live.open is None
            withdrawn += 1
        assert state(replay(json.loads(json.dumps(play.lines)), start.library)) == state(play.live)
    assert withdrawn > min(10, 2 * len(scenes))


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_game_does_not_go_on_with_content_that_has_changed(game: Game[Any]) -> None:
    play = recorded(game, 0, 3)
    changed = play.live.scene.library.copy()
    shelf = next(shelf for shelf in changed.shelves.values() if len(shelf.entries) > 1)
    del shelf.entries[next(iter(shelf.entries))]
    with pytest.raises(JournalError, match="content has changed"):
        replay(play.lines, changed)


def test_others_act_while_questions_are_open() -> None:
    """In some game at least: otherwise nothing here has tried it."""
    assert sum(recorded(game, number).interjected for game in KNOWN for number in range(3))
