"""The words when a fight is over: who has won, and how everybody fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludex.core.foe.standing import DEAD, DOWN, LEFT, OUT, UP, fate
from ludex.core.kernel.english import listed
from ludex.core.show.marks import capital
from ludex.text.table.table import Table

COUNTS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")
FARED = {  # one, several
    DEAD: ("is dead", "are dead"),
    DOWN: ("is down", "are down"),
    LEFT: ("is gone", "are gone"),
    UP: ("still stands", "still stand"),
}


def ended_words(table: Table) -> str:
    """`You have won. Both enemies are down. All four in the party still stand.` Nothing where no fight was decided."""
    game, scene = table.game, table.scene
    winner = game.winner(table.live.scene)
    if not winner:
        return ""
    own = [side for side in game.sides if side in table.sides]
    side = own[0] if own else game.sides[0]
    if len(own) == 1:
        told = ["You have won." if winner == side else "You have lost."]
    else:
        told = ["The party has won." if winner == side else "The party has lost."]
    fighters = [being for being in scene.beings.values() if game.fights(scene, being)]
    foes = [fate(being.states, game.fates) for being in fighters if being.side != side]
    ours = [being for being in fighters if being.side == side]
    told += [foes_fared(foes)] if foes else []
    whose = "in the party" if side == game.sides[0] else "on your side"
    told += [ours_fared([fate(being.states, game.fates) for being in ours], ours[0].name, whose)] if ours else []
    return " ".join(told)


def foes_fared(fates: Sequence[str]) -> str:
    among = Counter([DOWN if each == OUT else each for each in fates])
    kinds = [(FARED[kind], among[kind]) for kind in FARED if among[kind]]
    if len(kinds) == 1:
        (one, several), many = kinds[0]
        if many == 1:
            return f"The enemy {one}."
        return f"{_all(many)} enemies {several}."
    told = [f"{_count(many)}{'' if at else ' enemies' if many > 1 else ' enemy'} {words[many > 1]}"
            for at, (words, many) in enumerate(kinds)]  # fmt: skip
    return capital(f"{listed(told)}.")


def ours_fared(fates: Sequence[str], first: str, whose: str) -> str:
    up, every = sum(1 for each in fates if each == UP), len(fates)
    if every == 1:
        return f"{first} {'still stands' if up else 'does not stand any more'}."
    if up == every:
        return f"{_all(every)} {whose} still stand."
    if not up:
        return f"Nobody {whose} stands any more."
    return capital(f"{_count(up)} of {_count(every)} {whose} still {'stands' if up == 1 else 'stand'}.")


def _all(number: int) -> str:
    return "Both" if number == 2 else f"All {_count(number)}"


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)
