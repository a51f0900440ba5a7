"""Domains: what they list may be answered, and nothing that they do not allow passes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludex.core.kernel.domain import YES_NO, Amount, Domain, OneOf, Several, Split
from ludex.core.kernel.plain import Plain, same

values: st.SearchStrategy[Plain] = st.one_of(
    st.booleans(), st.integers(-3, 3), st.text("ab", max_size=2), st.tuples(st.integers(0, 2), st.integers(0, 2))
)
listed = st.lists(values, max_size=5).map(tuple)


def all_may_be_given(domain: Domain) -> bool:
    return all(domain.fault(answer) == "" for answer in domain.some())


@given(listed, values)
def test_one_of(offered: tuple[Plain, ...], answer: Plain) -> None:
    domain = OneOf(offered)
    assert all_may_be_given(domain)
    assert (domain.fault(answer) == "") == any(same(answer, value) for value in offered)


def test_true_is_not_one() -> None:
    assert YES_NO.fault(True) == ""
    assert YES_NO.fault(1) != ""
    assert Amount(0, 3).fault(True) != ""


@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(-9, 9))
def test_amounts(least: int, most: int, answer: int) -> None:
    domain = Amount(least, most)
    assert all_may_be_given(domain)
    assert (domain.fault(answer) == "") == (least <= answer <= most)
    assert len(list(domain.some())) == max(0, most - least + 1)


@given(st.lists(st.text("abc", min_size=1), unique=True, max_size=5).map(tuple), st.integers(0, 3), st.integers(0, 5))
def test_several(offered: tuple[str, ...], least: int, most: int) -> None:
    domain = Several(offered, least, most)
    some = list(domain.some())
    assert all_may_be_given(domain)
    assert all(isinstance(answer, tuple) and least <= len(answer) <= most for answer in some)
    assert bool(some) == (least <= min(most, len(offered)))
    if offered and most > 1:
        assert domain.fault((offered[0], offered[0])) != ""
    assert domain.fault(("elsewhere",)) != ""
    assert domain.fault("abc") != ""


def test_several_may_ask_for_more() -> None:
    domain = Several((1, 2, 3), 1, 2, lambda chosen: "" if 2 in chosen else "2 must be among them")
    assert list(domain.some()) == [(2,), (1, 2), (2, 3)]
    assert domain.fault((1, 3)) == "2 must be among them"


@given(st.lists(st.sampled_from("abc"), unique=True).map(tuple), st.integers(0, 4))
def test_splits(among: tuple[str, ...], most: int) -> None:
    assert all_may_be_given(Split(among, most))
    assert len(set(Split(among, most).some())) == len(list(Split(among, most).some()))


def test_a_split_gives_no_more_than_there_is_and_names_each_once() -> None:
    domain = Split(("ann", "ben"), 3)
    assert domain.fault((("ann", 2), ("ben", 1))) == ""
    assert domain.fault(()) == ""
    for wrong in ((("ann", 4),), (("ann", 1), ("ann", 1)), (("cid", 1),), (("ann", 0),), (("ann", True),), ("ann",), 3):
        assert domain.fault(wrong) != ""


def test_an_empty_answer_among_those_offered_is_seen() -> None:
    assert OneOf(("", "passive")).fault("later") == '"later" was not offered; expected one of: "", "passive"'
