"""`ludex mcp`, started as the program of an assistant does it."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters

from ludex.assistants.bounds import MESSAGE
from ludex.assistants.stdio import Lines
from ludex.cli import mcp
from ludex.cli.app import app, exit_code
from tests.assistants.asking import refused, told
from tests.server.serving import run


@pytest.mark.slow
def test_an_assistant_asks_over_standard_input() -> None:
    async def test() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "ludex.cli.main", "mcp"], env=dict(os.environ)
        )
        async with Client(command) as client:
            assert (await told(client, "search_rules", game="crawl", words="energy"))["rules"]
            assert "expected the link of a seat" in await refused(client, "seat_view")

    run(test())


@pytest.mark.slow
def test_when_nobody_hears_it_any_more_it_ends_without_a_word() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "ludex.cli.main", "mcp"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    child.stdout.close()
    asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    _, said = child.communicate(f"{json.dumps(asked)}\n" * 20)
    assert (child.returncode, said) == (0, "")


def test_a_message_that_is_too_long_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    source = io.BytesIO(b"{}\n" + b"a" * (2 * MESSAGE) + b"\n{}\n")

    async def read() -> list[str]:
        return [line async for line in Lines(source)]

    assert asyncio.run(read()) == ["{}\n"]
    assert source.tell() == 3 + MESSAGE + 1
    assert "good-bye" in capsys.readouterr().err


def test_without_the_package_or_with_a_link_that_is_none_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = CliRunner().invoke(app, ["mcp", "--seat", "nonsense"])
    assert found.exception is not None
    assert "expected the link of a seat" in str(found.exception)
    assert isinstance(found.exception, Exception)
    assert exit_code(found.exception) == 2
    monkeypatch.setattr(mcp, "find_spec", lambda name: None)
    found = CliRunner().invoke(app, ["mcp"])
    assert str(found.exception) == mcp.NOT_INSTALLED
