"""A server has its page long before anybody knows that they wait for it: what the page does not need is not read, and
nobody looks for garbage among what stays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from litestar.handlers import HTTPRouteHandler
from litestar.params import BodyKwarg
from litestar.routes import HTTPRoute

from ludex.server.http.asking import Settings, of_the_right_kind
from ludex.server.run.app import create_app

STARTS = """
import gc, json, os, sys
from ludex.cli import main

gc.set_threshold(*main.GARBAGE)
before = sum(each["collections"] for each in gc.get_stats())
from ludex.server.run import serve

def people_are_let_in(shelf):
    collected = sum(each["collections"] for each in gc.get_stats()) - before
    print(json.dumps([collected, sorted(sys.modules)]), flush=True)
    os._exit(0)

serve.after_the_page = people_are_let_in
sys.argv = ["ludex", "serve", "--port", "0", "--helpers", "0", "--data", sys.argv[1]]
main.main()
"""
# Installed here, each of them a tenth of a second or more
HEAVY = {"pydantic", "attr", "rich.console", "numpy", "mcp", "jinja2", "httpx", "dask", "gymnasium", "sqlalchemy.orm"}


def test_what_the_page_does_not_need_is_not_read_before_it(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", STARTS, str(tmp_path)], capture_output=True, text=True, check=True)
    collected, modules = json.loads(done.stdout.splitlines()[-1])
    assert "ludex.server.http.page" in modules
    assert HEAVY & set(modules) == set()
    assert [name for name in modules if name.startswith("ludex.games.")] == ["ludex.games.known"]
    assert collected == 0


def test_what_litestar_reads_by_itself_is_worked_out_before(tmp_path: Path) -> None:
    """Not all there is when a server starts, but each record before it is read for the first time."""
    app = create_app(Settings(database="sqlite://"))
    handlers = [one for route in app.routes if isinstance(route, HTTPRoute) for one in route.route_handlers]
    reading = [one for one in handlers if one.parsed_data_field is not None]
    assert len(reading) > 30
    assert [str(one) for one in reading if not is_known_first(one)] == []


def is_known_first(handler: HTTPRouteHandler) -> bool:
    field = handler.parsed_data_field
    assert field is not None
    return isinstance(field.kwarg_definition, BodyKwarg) and of_the_right_kind in handler.resolve_guards()
