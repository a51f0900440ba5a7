"""Plain data: the same after JSON and back, and never True where there was a 1."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.core.kernel.plain import Plain, plain, same

leaves = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=3))
data: st.SearchStrategy[Plain] = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=8
)


@pytest.mark.slow
@given(data)
def test_plain_data_survives_json(value: Plain) -> None:
    assert same(plain(json.loads(json.dumps(value))), value)
    hash(value)


@given(data, data)
def test_same_is_being_written_the_same(one: Plain, other: Plain) -> None:
    assert same(one, other) == (json.dumps(one) == json.dumps(other))
    assert same(one, other) == same(other, one)


def test_tables_are_pairs() -> None:
    assert plain({"a": [1, {"b": True}]}) == (("a", (1, (("b", True),))),)


@pytest.mark.parametrize("value", [1.5, {1, 2}, object()])
def test_other_things_are_not_plain(value: object) -> None:
    with pytest.raises(TypeError):
        plain(value)
