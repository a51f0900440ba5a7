"""How cost grows with the number of beings is measured on scenes that have so many of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.growth import SIDES, exponent, scene_of
from bench.playing import HERE
from bench.plot import Line, apart, plot

FILES = sorted(HERE.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scene_has_so_many_beings_a_side(file: Path) -> None:
    for size in SIDES:
        scene = scene_of(file, size)
        assert [len(scene.side_of(side)) for side in ("party", "foes")] == [size, size]


def test_what_doubles_with_the_number_grows_with_its_first_power_and_what_quadruples_with_its_second() -> None:
    assert exponent({2: 3.0, 4: 6.0, 8: 12.0}) == pytest.approx(1)
    assert exponent({2: 3.0, 4: 12.0, 8: 48.0}) == pytest.approx(2)


def test_the_names_of_lines_that_end_together_lie_apart() -> None:
    assert apart([50.0, 10.0, 52.0], least=16) == [50.0, 10.0, 66.0]


def test_a_plot_names_every_line(tmp_path: Path) -> None:
    plot(tmp_path / "lines.svg", [Line("one", {2: 1.0, 4: 9.0}), Line("other", {2: 2.0, 4: 3.0})], "beings", "ms")
    drawn = (tmp_path / "lines.svg").read_text(encoding="utf-8")
    assert drawn.count("<polyline") == 2
    assert ">one<" in drawn
    assert ">other<" in drawn
