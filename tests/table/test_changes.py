"""Changes between documents: what has changed and nothing else, and enough to come from one to the other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.table.document.changes import Compared, apply, changed

KEYS = st.sampled_from(["name", "at", "left", "pools"])
LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "Down", "2 AP"])
DOCUMENTS = st.dictionaries(
    KEYS,
    st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)),
)


@given(DOCUMENTS, DOCUMENTS)
def test_changes_lead_from_one_document_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = msgspec.json.encode(before)
    sent = msgspec.json.decode(msgspec.json.encode(changed(before, after)))
    assert msgspec.json.encode(apply(before, sent), order="sorted") == msgspec.json.encode(after, order="sorted")
    assert msgspec.json.encode(before) == kept, "the one before stays as it is"


@given(DOCUMENTS, DOCUMENTS)
def test_what_is_compared_once_for_several_is_the_same_for_each(before: dict[str, Any], after: dict[str, Any]) -> None:
    compared = Compared()
    assert [changed(before, after, compared) for _ in range(2)] == [changed(before, after)] * 2


@given(DOCUMENTS)
def test_nothing_changes_between_equal_documents(document: dict[str, Any]) -> None:
    assert changed(document, msgspec.json.decode(msgspec.json.encode(document))) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a": {"hp": 3, "at": [1, 2]}}, {"a": {"hp": 2, "at": [1, 2]}}, [[["a", "hp"], 2]]),
        ({"a": 1, "b": 2}, {"b": 2}, [[["a"]]]),
        ({"a": 1, "b": 2}, {"b": 2, "c": 3}, [[["c"], 3], [["a"]]]),
        ({"a": [1, 2, 3]}, {"a": [1, 2, 4]}, [[["a"], [1, 2, 4]]]),
        ({"a": [{"x": 1, "y": 1}, {"x": 2}]}, {"a": [{"x": 1, "y": 5}, {"x": 2}]}, [[["a", 0, "y"], 5]]),
        ({"a": [{"x": 1}]}, {"a": [{"x": 1}, {"x": 2}]}, [[["a"], [{"x": 1}, {"x": 2}]]]),
        ({"a": True}, {"a": 1}, [[["a"], 1]]),
        ({"a": [0]}, {"a": [False]}, [[["a"], [False]]]),
        ({"a": None}, {"a": {"x": 1}}, [[["a"], {"x": 1}]]),
    ],
)
def test_what_is_told(before: dict[str, Any], after: dict[str, Any], told: list[Any]) -> None:
    assert changed(before, after) == told
