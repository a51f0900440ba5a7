"""The steps of deploy/Containerfile as a script in a clean folder, where no image can be built: the folder stands for
the root of the container, and packages that are installed here for those that pip would fetch."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

TAKEN = "FROM", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"  # what a folder has no counterpart for
OURS = "/opt/ludex", "/srv/ludex"  # paths of the container


class Container(NamedTuple):
    """What came of it: how to start it, and how to ask whether it is well."""

    start: list[str]
    health: list[str]
    environment: dict[str, str]


def steps(file: Path) -> list[tuple[str, str]]:
    lines = file.read_text().replace("\\\n", " ").splitlines()
    found = [line.partition(" ") for line in lines if line.strip() and not line.startswith("#")]
    return [(step, words.strip()) for step, _, words in found]


def built(file: Path, context: Path, root: Path) -> Container:
    """Run all steps, with what is in the context."""
    programs = root / "bin"
    programs.mkdir()
    (programs / "python").symlink_to(sys.executable)
    (programs / "chown").symlink_to("/bin/true")  # nobody but root may
    environment = {
        "PATH": f"{programs}:{os.defpath}", "HOME": str(root),
        "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }  # fmt: skip
    at, start, command, health = root, [], [], []
    for step, words in steps(file):
        match step:
            case "WORKDIR":
                at = Path(inside(root, words))
                at.mkdir(parents=True)
            case "COPY":
                *sources, _ = shlex.split(words)
                for source in sources:
                    (found,) = context.glob(source)
                    shutil.copy(found, at)
            case "RUN":
                done = subprocess.run(
                    ["/bin/sh", "-ec", inside(root, words)],
                    cwd=at, env=environment, capture_output=True, text=True, check=False,
                )  # fmt: skip
                assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
            case "ENTRYPOINT":
                start = json.loads(inside(root, words))
            case "CMD":
                command = json.loads(inside(root, words))
            case "HEALTHCHECK":
                health = json.loads(inside(root, words).partition(" CMD ")[2])
            case _:
                assert step in TAKEN, f"{step}: nobody knows how to do that in a folder"
    lend_packages(at / "venv")
    return Container([*start, *command], health, environment)


def inside(root: Path, words: str) -> str:
    for path in OURS:
        words = words.replace(path, f"{root}{path}")
    return words


def lend_packages(venv: Path) -> None:
    """Those of the tests, behind what was installed there."""
    (packages,) = venv.glob("lib/*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
