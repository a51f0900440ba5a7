"""Names are in letters that can be seen, and tell people apart."""

from __future__ import annotations

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.names import MOST_NAME, looks, name_of, title_of, told_apart
from ludex.table.campaign.seating import AddSeat, CallMe, Reseat
from ludex.table.campaign.settings import Rename
from tests.table.tables import Kept


@pytest.mark.parametrize(
    "words", ["Mara", "Søren Ødegård", "Ægir", "李小龍", "Анна", "نور", "Zoë", "O'Neill", "🐺 Wolf", "Ann-Marie 2"]
)
def test_names_of_all_people_can_be_given(words: str) -> None:
    assert name_of(f"  {words} ") == title_of(words) == words


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        ("Mara\u202e", "RIGHT-TO-LEFT OVERRIDE"),
        ("Ma\u200bra", "ZERO WIDTH SPACE"),
        ("Mara\u2066", "LEFT-TO-RIGHT ISOLATE"),
        ("Mara\x07", "a sign without a name"),
        ("Mara\x00", "a sign without a name"),
        ("Ma\u00adra", "SOFT HYPHEN"),
        ("\ud800", "a sign without a name"),
        ("Mara\ue000", "a sign without a name"),
    ],
)
def test_what_cannot_be_seen_is_in_no_name(words: str, sign: str) -> None:
    for given in (name_of, title_of):
        with pytest.raises(BadInput, match=f"expected letters that can be seen, not '{sign}'"):
            given(words)


@pytest.mark.parametrize("other", ["mara", "MARA", "Маrа", "Márà", "M@ra", "Ｍａｒａ"])
def test_names_that_look_alike_are_told_apart(other: str) -> None:
    assert looks(other) == looks("Mara")
    assert told_apart(other, ["Ann", "Mara"]) == f"{other} (2)"
    assert told_apart(other, ["Mara", f"{other} (2)"]) == f"{other} (3)"
    assert told_apart("Marla", ["Mara"]) == "Marla"
    assert told_apart("A" * MOST_NAME, ["a" * MOST_NAME]) == "A" * (MOST_NAME - 4) + " (2)"


@pytest.mark.parametrize(("one", "other"), [("Ilse", "llse"), ("Bo1", "Bol"), ("Оlеg", "Oleg")])
def test_letters_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert looks(one) == looks(other)


def test_two_people_of_one_name_sit_at_a_table_and_are_told_apart() -> None:
    kept = Kept("bluebox")
    seats = [
        kept.do(AddSeat(role="player", name=name, token_hash=f"hash {number}"))["seat"]
        for number, name in enumerate(("Ann", "ann", "Mara", "Bea"))
    ]

    def names() -> list[str]:
        return [kept.table.seats[seat].name for seat in seats]

    assert names() == ["Ann", "ann (2)", "Mara (2)", "Bea"]
    kept.do(CallMe(name="Ann"), seats[3])
    kept.do(CallMe(name="Ann"), seats[0])  # their own
    assert names() == ["Ann", "ann (2)", "Mara (2)", "Ann (3)"]
    kept.do(Reseat(seat=seats[0], removed=True))
    kept.do(Reseat(seat=seats[3], name="Ann"))
    assert names()[3] == "Ann"
    with pytest.raises(BadInput, match="can be seen"):
        kept.do(Rename(title="Bad\u202etitle"))
