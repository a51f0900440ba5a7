"""`make` builds the page with the Node of the machine; where there is none that will do, it fetches one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def program(folder: Path, name: str, says: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {says}\n")
    (folder / name).chmod(0o755)


def fetches_node(folder: Path) -> bool:
    """Whether `make page` would, where the programs of this folder are all that there are."""
    for needed in ("make", "sh", "find"):
        found = shutil.which(needed)
        assert found is not None
        os.symlink(found, folder / needed)
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", "page"],
        cwd=ROOT, env={"PATH": str(folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "npm run --silent build" in done.stdout
    return "requirements-node.txt" in done.stdout


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v24.19.0"])
def test_a_node_that_is_new_enough_is_used(tmp_path: Path, version: str) -> None:
    program(tmp_path, "node", version)
    program(tmp_path, "npm", "")
    assert not fetches_node(tmp_path)


@pytest.mark.parametrize("version", ["v18.20.4", "v20.2.0", "v20.18.1", "v21.7.3", "v22.11.0", "broken"])
def test_a_node_that_is_too_old_is_as_good_as_none(tmp_path: Path, version: str) -> None:
    program(tmp_path, "node", version)
    program(tmp_path, "npm", "")
    assert fetches_node(tmp_path)


def test_without_node_or_npm_it_is_fetched(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    assert fetches_node(tmp_path / "none")
    (tmp_path / "node_alone").mkdir()
    program(tmp_path / "node_alone", "node", "v24.19.0")
    assert fetches_node(tmp_path / "node_alone")
