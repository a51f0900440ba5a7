"""Rulings in words: a sentence for each kind."""

from __future__ import annotations

from ludex.core.kernel.ruling import Ruling
from ludex.core.show import sentences
from ludex.core.show.sentences import Named, Wording, added, faces_of, rid_of, taken_on
from ludex.skeleton.records.conditions import CONDITIONS
from ludex.skeleton.state import Scene


def rolled(v: Named) -> str:
    """`Ann attacks Wolf: 2d6 (3 + 4) + 1 skill = 8 against guard 8, a hit`"""
    dice = " ".join([faces_of(v["dice"], v["kept"]), *added(v["modifiers"])])
    if "guard" in v:
        return f"{v['by']} attacks {v['target']}: {dice} = {v['total']} against guard {v['guard']}, a {result_of(v)}"
    return f"{v['by']} strikes {v['whom']} for {dice}"


def result_of(v: Named) -> str:
    return "hit" if v["reading"] else "miss"


def zone_name(scene: Scene, zone: str) -> str:
    return scene.board.zones[zone].name if zone in scene.board else zone


WORDING = Wording(
    sentences={
        "round": "Round {round}",
        "turn": "Turn of {who}",
        "roll": rolled,
        "moves": "{who} moves to {to}",
        "gives_ground": "{who} gives ground: to {to}",
        "loses": "{who} loses {amount} health, {left} left",
        "condition": taken_on(CONDITIONS.begin_words),
        "condition_ends": rid_of(CONDITIONS.end_words),
        "fight_ends": "The fight is over",
    },
    places=frozenset({"to"}),
    place=zone_name,
    ranks={"round": "round", "turn": "turn", "fight_ends": "end"},
)


def sentence(scene: Scene, ruling: Ruling) -> str:
    return sentences.sentence(scene, ruling, WORDING)
