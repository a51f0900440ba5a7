"""A whole scene of every game, told line by line: `python -m tests.conformance.golden` tells them anew.

They are meant to be read: what a change of the rules does to a fight is seen in the difference of two of these.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill, wrap
from typing import Any

from ludex.core.files.codec import encode
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.foe.deciding import answer, choose
from ludex.core.game import Game
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.referee.live import Live, SealedDice
from ludex.core.show.face import Face
from tests.conformance.playing import KNOWN

FOLDER = Path(__file__).parent / "golden"
SEED = b"golden"
WIDTH = 110
RULE = 84  # where the rule of a line stands, if it can
MOST = 5000


def chosen(game: Game[Any]) -> SceneFile:
    """A starter scene neither easy nor hard."""
    library = game.library()
    files = [load_scene(path, library) for _, path in sorted(library.scenes.items())]
    return sorted(files, key=lambda file: file.header.difficulty)[len(files) // 2]


def tell(game: Game[Any]) -> str:
    """The scene, played by the simple policy, in words."""
    file = chosen(game)
    lines = [*heading(game, file), *Told(game, file.scene).lines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def heading(game: Game[Any], file: SceneFile) -> list[str]:
    title = f"{game.title}: {file.header.title or file.where}"
    text = fill(file.header.text, WIDTH)
    return [title, "=" * len(title), *([text] if text else []), ""]


class Told:
    """A live table that writes down all that it is told, asked and answered."""

    def __init__(self, game: Game[Any], scene: Any) -> None:
        self.game = game
        self.face: Face = game.face()
        self.simple = game.policy("simple")
        self.live: Live[Any] = Live(game, scene, SealedDice(SEED))
        self.told: list[str] = []
        self.stood = b""
        self.situation: dict[str, str] = {}

    def lines(self) -> list[str]:
        self.standing()
        opening = self.game.opening(self.live.scene)
        if opening is not None:
            self.live.perform(opening)
        self.catch_up()
        for _ in range(MOST):
            if isinstance(self.live.open, Question):
                self.decide(self.live.open)
            elif actor := self.game.to_act(self.live.scene):
                self.act(actor)
            else:
                self.standing()
                return self.told
        raise AssertionError(f"{self.game.title}: no end after {MOST} decisions")

    def act(self, actor: str) -> None:
        scene = self.live.scene
        before = scene.turns
        command, _ = choose(self.game, scene, scene.beings[actor], self.simple)
        self.live.perform(command)
        self.catch_up()
        now = self.live.shown.turns
        if (before.current, before.round) != (now.current, now.round):
            self.standing()

    def decide(self, question: Question) -> None:
        scene = self.live.shown
        being = scene.beings.get(question.who)
        side = being.side if being is not None else question.who
        given = answer(self.game, scene, side, question, self.simple)
        asked = " ".join(self.face.question(scene, question))
        self.told += wrap(asked, WIDTH, initial_indent="    ? ", subsequent_indent="      ")
        if isinstance(given, Interject):
            said = f"first, {scene.beings[given.command.actor].name}: {self.game.actions[given.command.name].label}"
        else:
            said = self.face.value(scene, question.rule, given)
        self.told += with_rule(f"    > {said}", question.rule)
        self.live.answer(given)
        self.catch_up()

    def catch_up(self) -> None:
        """The log since the last time."""
        for line in self.face.lines(self.live.shown, self.live.recorder.take()):
            if line.rank:
                self.told += ["", *with_rule(line.words, line.rule)]
            else:
                self.told += with_rule(f"  {line.words}", line.rule)

    def standing(self) -> None:
        """The key numbers of everybody, if anything has changed."""
        scene = self.live.scene
        if encode(scene) == self.stood:
            return
        self.stood = encode(scene)
        situation = {label.rstrip(":"): value for label, value in self.face.situation(scene)}
        news = [f"{label} {value}" for label, value in situation.items() if self.situation.get(label) != value]
        self.situation = situation
        self.told += ["", *(f"    | {line}" for line in wrap(", ".join(news), WIDTH))]
        width = max(len(being.name) for being in scene.beings.values())
        for being in scene.beings.values():
            numbers = "  ".join(f"{label} {value}" for label, value in self.game.summary(scene, being))
            states = ", ".join(sorted(being.states))
            where = self.face.value(scene, "at", being.at)
            at = f"  at {where}" if where else ""
            self.told.append(f"    | {being.name:{width}}  {numbers}{at}{f'  ({states})' if states else ''}")
        self.told.append("")


def with_rule(words: str, rule: str) -> list[str]:
    """A line, or several where it is long, with the rule at its end."""
    indent = " " * (len(words) - len(words.lstrip(" >")) + 2)
    *whole, last = wrap(words, RULE, subsequent_indent=indent, drop_whitespace=True)
    return [*whole, f"{last:{RULE}} [{rule}]"]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in KNOWN:
        path = FOLDER / f"{game.name}.txt"
        path.write_text(tell(game), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
