"""The types of the page are those that the server describes: they cannot drift."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ludex.server.run.described import described

WEB = Path(__file__).parent.parent.parent / "web"


def test_the_types_are_what_would_be_generated(tmp_path: Path) -> None:
    (tmp_path / "described.json").write_text(json.dumps(described()), encoding="utf-8")
    scripts = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]
    tool, given, _, _, *how = scripts["types"].split()
    assert given == "../build/described.json"
    command = [
        WEB / "node_modules" / ".bin" / tool,
        tmp_path / "described.json",
        "--output",
        tmp_path / "types.ts",
        *how,
    ]
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # Node may be there
    subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": programs}, check=True, capture_output=True)
    assert (tmp_path / "types.ts").read_text() == (WEB / "src/protocol/types.ts").read_text(), (
        "make types writes them anew"
    )


def test_the_lock_of_the_page_names_no_address() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 50
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_every_version_is_exact() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    versions = {**wanted.get("dependencies", {}), **wanted["devDependencies"]}
    assert [name for name, version in versions.items() if not version[0].isdigit()] == []
