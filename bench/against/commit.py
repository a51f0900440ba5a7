"""Another commit, with an environment of its own, under `build/against`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parents[2]  # this checkout
BUILD = HERE / "build" / "against"
SIDE = Path("bench/against/side.py")
FROZEN = Path("bench/frozen")


class Side(NamedTuple):
    """One of the two that are compared."""

    name: str
    root: Path
    python: Path

    def frozen(self, game: str) -> Path:
        return self.root / FROZEN / game


def this_checkout(root: Path) -> Side:
    """As it lies here, with what is not committed yet; copied, so that one can go on working in it."""
    for part in ("src", "bench"):
        shutil.copytree(HERE / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    changed = _git("status", "--porcelain").strip()
    name = f"this checkout, at {_short('HEAD')}"
    return Side(name + (" and with changes since" if changed else ""), root, Path(sys.executable))


def other(commit: str) -> Side:
    """A commit, unpacked and installed if it is not there yet."""
    sha = _git("rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}").strip()
    home = BUILD / sha
    root, python, done = home / "tree", home / "venv" / "bin" / "python", home / "installed"
    if not done.exists() or done.read_text(encoding="utf-8") != sys.version:
        print(f"Unpacking and installing {_short(sha)} under {home.relative_to(HERE)} …", file=sys.stderr, flush=True)
        _unpack(sha, root)
        _install(root, home / "venv")
        done.write_text(sys.version, encoding="utf-8")
    return Side(_short(sha), root, python)


def _unpack(sha: str, root: Path) -> None:
    """Its files; what it lacks to be measured, it gets as it was when it was new, written for what was there then."""
    _extract(sha, root)
    if not (root / SIDE).exists():
        first = _git("rev-list", "--reverse", "HEAD", "--", str(SIDE)).split()[0]
        _extract(first, root, SIDE, FROZEN)


def _extract(sha: str, root: Path, *paths: Path) -> None:
    root.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(["git", "archive", sha, *map(str, paths)], cwd=HERE, check=True, capture_output=True)
    subprocess.run(["tar", "--extract", "--directory", str(root)], input=files.stdout, check=True)


def _install(root: Path, venv: Path) -> None:
    """The same Python as here, and what the rules need, in the versions of that commit."""
    wanted = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(root / "requirements.txt"), *wanted], check=True)


def environment(side: Side, hash_seed: int) -> dict[str, str]:
    """The same for both sides but for where the modules lie: nothing that changes how Python runs is let in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(side.root / "src"), "PYTHONHASHSEED": str(hash_seed)}


def _short(commit: str) -> str:
    return _git("log", "-1", "--format=%h (%s)", commit).strip()


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout
