"""How the game shows itself: the map, names, the log, and its one question."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.show import sentences
from ludex.core.show.face import Against, Face, Line, Outcome, Result, ZonePlan
from ludex.core.show.sentences import Named
from ludex.skeleton.book.attacks import STAND
from ludex.skeleton.show.sentences import WORDING, result_of, zone_name
from ludex.skeleton.state import Scene


class SkeletonFace(Face):
    def plan(self, scene: Scene) -> ZonePlan:
        return ZonePlan(board=scene.board, places={being.id: (being.at,) for being in scene.beings.values()})

    def value(self, scene: Scene, name: str, value: Plain) -> str:
        if name == "skeleton.give_ground" and value == STAND:
            return "stand"
        if isinstance(value, str) and value in scene.board:
            return zone_name(scene, value)
        return super().value(scene, name, value)

    def question(self, scene: Scene, question: Question) -> list[str]:
        who = scene.beings[question.who].name
        return [f"{who} is hit for {question.about['amount']} health. Give ground, and lose half as much?"]

    def lines(self, scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
        return sentences.lines(scene, rulings, WORDING)

    def result(self, scene: Scene, rulings: Sequence[Ruling], number: int) -> Result:
        v = Named(scene, rulings[number], WORDING)
        if "guard" not in v:
            return Result()
        return Result(against=Against("guard", (v["guard"],)), outcome=Outcome(result_of(v), v["reading"]))
