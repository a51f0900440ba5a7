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
