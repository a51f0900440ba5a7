"""A measurement says on which build of Python it ran."""

from __future__ import annotations

import platform

from bench.python_build import this_python, told


def test_an_optimised_build_is_told_and_any_other_is_warned_of() -> None:
    assert told("'--prefix=/usr' '--enable-optimizations' '--with-lto'")[0].endswith(", optimised")
    assert len(told("'--prefix=/usr' '--enable-optimizations'")) == 1
    assert "docs/speed.md" in told("'--prefix=/usr' '--enable-shared'")[-1]


def test_where_a_build_says_nothing_of_itself_nothing_is_warned_of() -> None:
    assert told(None) == [f"Python {platform.python_version()}, built by {platform.python_compiler()}"]
    assert platform.python_version() in this_python()
