"""Parts of an entry that can be read and are legal, and of which nothing ever comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludex.core.content.content import Fault, Record
from ludex.core.kernel.english import listed

Alive = Mapping[str, tuple[type[Any], ...]]  # the kinds of effect that a rule carries out, by the moment


def dead_effects(effects: Iterable[Record], alive: Alive, what: str, field: str, moment: str) -> Iterator[Fault]:
    """Effects that no rule carries out in what they stand in. `moment`: the field of an effect that says when."""
    for number, effect in enumerate(effects):
        tag = effect.__struct_config__.tag
        when = getattr(effect, moment)
        there = [name for name, kinds in alive.items() if isinstance(effect, kinds)]
        if not there:
            known = listed(dict.fromkeys(tags(kind for kinds in alive.values() for kind in kinds)), "or")
            more = f"; here only {known} would be" if known else ""
            yield Fault(f"{field}[{number}]", f"{tag} is never carried out in {what}{more}")
        elif when not in there:
            expected = listed([f'"{name}"' for name in there], "or")
            problem = f'{tag} with {moment} = "{when}" is never carried out in {what}; expected {expected}'
            yield Fault(f"{field}[{number}].{moment}", problem)


def tags(kinds: Iterable[type[Any]]) -> list[str]:
    """What effects of these kinds are called in a file."""
    return [str(kind.__struct_config__.tag) for kind in kinds]
