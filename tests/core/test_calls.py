"""Arguments of the game master's commands: what is refused before anything happens, and tables out of plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.master.calls import whether, whole, word
from ludex.core.scene.given import unplain


def read(arg: Arg, value: Plain) -> Plain:
    assert arg.read is not None
    return arg.read(value)


def test_a_whole_number_is_taken_as_it_is() -> None:
    assert read(whole("m", least=0), 3) == 3


@pytest.mark.parametrize("value", ["zork", True, None, (1,), -1])
def test_anything_else_is_no_whole_number(value: Plain) -> None:
    with pytest.raises(BadInput, match="m: expected a whole number"):
        read(whole("m", 1, least=0), value)


def test_yes_and_no_are_taken_as_they_are() -> None:
    assert read(whether("flung", False), True) is True
    assert read(whether("flung", True), False) is False


@pytest.mark.parametrize("value", ["no", "false", 0, 1, None])
def test_anything_else_is_neither_yes_nor_no(value: Plain) -> None:
    with pytest.raises(BadInput, match="flung: expected true or false"):
        read(whether("flung", False), value)


def test_a_word_is_one_of_those_that_are_known() -> None:
    kind = word("kind", ("bonus", "edge"), "bonus")
    assert read(kind, "edge") == "edge"
    with pytest.raises(BadInput, match='kind: expected bonus or edge, not "luck"'):
        read(kind, "luck")


@dataclass(frozen=True)
class Carried:
    id: str
    worn: tuple[tuple[str, int], ...] = ()


@pytest.mark.parametrize(
    ("value", "hint", "found"),
    [
        (3, int, 3),
        ((("rope", 1),), tuple[tuple[str, int], ...], [["rope", 1]]),
        ((("FOR", 2),), dict[str, int], {"FOR": 2}),
        ((), dict[str, int], {}),
        (((("id", "rope"), ("worn", (("a", 1),))),), tuple[Carried, ...], [{"id": "rope", "worn": [["a", 1]]}]),
        ((("id", "rope"),), Carried | None, {"id": "rope"}),
        (("Dazed", (("id", "rope"),)), tuple[str | Carried, ...], ["Dazed", {"id": "rope"}]),
        ((1, 2), None, [1, 2]),
        ((1, 2, 3), tuple[int, int], [1, 2, 3]),
    ],
)
def test_pairs_are_a_table_where_the_type_wants_one(value: Plain, hint: Any, found: object) -> None:
    assert unplain(value, hint) == found
