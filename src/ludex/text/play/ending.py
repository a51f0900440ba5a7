"""The words when a fight is over: who has won, and how everybody fared; the same as on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludex.core.foe.standing import DEAD, DOWN, LEFT, OUT, UP, fate
from ludex.core.kernel.english import listed
from ludex.text.table.table import Table

COUNTS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")
FARED = {  # one, several
    DEAD: ("is dead", "are dead"),
    DOWN: ("is down", "are down"),
    OUT: ("is down", "are down"),
    LEFT: ("is gone", "are gone"),
    UP: ("still stands", "still stand"),
}


def ended_words(table: Table) -> str:
    """`You have won. Both enemies are down. All four still stand.` Nothing where no fight was decided."""
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
    told += [_foes(foes)] if foes else []
    told += [_ours([fate(being.states, game.fates) for being in ours], ours[0].name)] if ours else []
    return " ".join(told)


def _foes(fates: Sequence[str]) -> str:
    among = Counter(fates)
    kinds = [(FARED[kind], among[kind]) for kind in FARED if among[kind]]
    if len(kinds) == 1:
        (one, several), many = kinds[0]
        if many == 1:
            return f"The enemy {one}."
        return f"{'Both' if many == 2 else f'All {_count(many)}'} enemies {several}."
    told = [f"{_count(many)}{'' if at else ' enemies' if many > 1 else ' enemy'} {words[many > 1]}"
            for at, (words, many) in enumerate(kinds)]  # fmt: skip
    return _capital(f"{listed(told)}.")


def _ours(fates: Sequence[str], first: str) -> str:
    up, every = sum(1 for each in fates if each == UP), len(fates)
    if every == 1:
        return f"{first} {'still stands' if up else 'does not stand any more'}."
    if up == every:
        return f"All {_count(every)} still stand."
    if not up:
        return "Nobody stands any more."
    return _capital(f"{_count(up)} of {_count(every)} still {'stands' if up == 1 else 'stand'}.")


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
