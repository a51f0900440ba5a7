"""What stands in deploy/ fits the program: its options, its figures, and what systemd and YAML make of it."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types
from click import Command, Group

from ludex.cli.app import app
from ludex.server.run.app import show_figures
from ludex.server.run.ending import LONGEST
from ludex.server.watch.metrics import Metrics

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
TYPED = re.compile(r"ludex\W+(serve|backup|restore|link|tables)\b([^\n;|]*)")


def typed_in(text: str) -> list[tuple[str, set[str]]]:
    """The commands of Ludex that stand in a text, with their options."""
    return [(found[1], set(re.findall(r"--[a-z-]+", found[2]))) for found in TYPED.finditer(text)]


@pytest.mark.parametrize("path", sorted([*DEPLOY.iterdir(), ROOT / "docs" / "hosting.md"]), ids=lambda path: path.name)
def test_every_option_that_is_typed_there_is_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = typed_in(text)
    if path.name == "Containerfile":
        found.append(("serve", set(re.findall(r'"(--[a-z-]+)"', text.partition("\nCMD")[2]))))
    commands = app.commands
    for command, options in found:
        assert options <= options_of(commands[command]), command


def options_of(command: Command) -> set[str]:
    """Those of a command, and of the commands within it."""
    within = command.commands.values() if isinstance(command, Group) else ()
    return {option for parameter in command.params for option in parameter.opts}.union(*map(options_of, within))


def test_every_figure_of_an_alert_is_one_of_ours() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
    metrics = Metrics()
    ours = {sample.name for family in metrics.registry.collect() for sample in family.samples}
    ours |= {f"{family.name}{end}" for family in metrics.registry.collect() for end in ("", "_total", "_bucket")}
    shown = inspect.getsource(show_figures)  # those that are found when somebody looks
    ours |= {f"ludex_{name}" for name in re.findall(r'figures\.gauge\("(\w+)"', shown)}
    used = {name for rule in rules for name in re.findall(r"\b(?:ludex|process)_\w+", rule["expr"])}
    assert used
    assert used <= ours


def test_the_parts_of_the_compose_file_fit_each_other() -> None:
    parts = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = parts["services"]
    ludex = services["ludex"]
    assert (DEPLOY / ludex["build"]["context"] / ludex["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    assert ludex["depends_on"].keys() <= services.keys()
    assert services["proxy"]["network_mode"] == "service:ludex"
    named = {mount.partition(":")[0] for each in services.values() for mount in each["volumes"]}
    assert {name for name in named if not name.startswith("./")} == parts["volumes"].keys()
    assert all((DEPLOY / name).exists() for name in named if name.startswith("./"))
    assert "PASSWORD" not in " ".join(ludex["command"])
    assert float(ludex["stop_grace_period"].removesuffix("s")) > LONGEST


def test_systemd_knows_what_the_units_say(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    unit = (DEPLOY / "ludex.service").read_text()
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop is not None
    assert int(stop[1]) > LONGEST
    if program is None:
        pytest.skip("there is no systemd here")
    for path in DEPLOY.glob("ludex*"):
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/ludex/venv/bin/ludex", "/bin/true"))
    units = sorted(tmp_path.iterdir())
    done = subprocess.run([program, "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "ludex" in line]
    assert ours == []
