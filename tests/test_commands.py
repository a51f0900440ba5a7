"""Whatever may be typed after `ludex` is answered in words."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from ludex.cli.app import app


def commands(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, each in group.commands.items():
        yield (*before, name), each
        if isinstance(each, click.Group):
            yield from commands(each, (*before, name))


NEEDY = {names: each for names, each in commands(app) if any(param.required for param in each.params)}


@pytest.mark.parametrize("names", NEEDY, ids=" ".join)
def test_what_a_command_needs_is_asked_for(names: tuple[str, ...]) -> None:
    first = next(param for param in NEEDY[names].params if param.required)
    done = CliRunner().invoke(app, names)
    assert done.exit_code == 2
    assert f"Missing {first.param_type_name} '" in done.stderr


def test_most_commands_need_to_be_told_what_of() -> None:
    assert {("simulate",), ("odds",), ("replay",), ("restore",), ("tables", "delete")} <= NEEDY.keys()


ALL = dict(commands(app))
OF_PROGRAMMERS = ("INTEGER", "FLOAT", "TEXT", "RANGE", "<=", "Positional", "URL", "path=value", "Machine-readable")


@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_help_says_what_everything_is_without_the_words_of_programmers(names: tuple[str, ...]) -> None:
    said = CliRunner().invoke(app, [*names, "--help"]).stdout
    assert not [words for words in OF_PROGRAMMERS if words in said], said
    for param in ALL[names].params:
        assert getattr(param, "help", None), f"nothing is said of {param.name}"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("doctor", "--port", "70000"), "'--port': expected a whole number from 1 to 65535, not '70000'"),
        (("replay", "f", "--scene", "x"), "'--scene': expected a whole number from 1 on, not 'x'"),
        (("simulate", "s", "--fights", "1.5"), "'--fights': expected a whole number, not '1.5'"),
        (("simulate", "s", "--width", "nan"), "'--width': expected a number, not 'nan'"),
        (("simulate", "s", "--seed", "9" * 9000), "expected a whole number, not"),
    ],
)
def test_a_number_that_is_none_is_refused_with_what_was_expected(typed: tuple[str, ...], expected: str) -> None:
    done = CliRunner().invoke(app, typed)
    assert done.exit_code == 2
    assert expected in done.stderr
    assert len(done.stderr) < 400
