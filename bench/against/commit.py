"""The two sides of a comparison, each with its own files and what it needs, under `build/against`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
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
    return Side(name + (" and with changes since" if changed else ""), root, _python(HERE))


def other(commit: str) -> Side:
    """A commit, unpacked if it is not there yet."""
    sha = _git("rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}").strip()
    root = BUILD / sha
    if not root.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=BUILD) as folder:
            _unpack(sha, Path(folder) / sha)
            (Path(folder) / sha).rename(root)
    return Side(_short(sha), root, _python(root))


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


def _python(root: Path) -> Path:
    """The Python that this runs in, with what the rules need in the versions of a commit and with nothing else: the
    same environment for commits that need the same."""
    pins = (root / "requirements.txt").read_text(encoding="utf-8")
    wanted = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    needs = sha256("\n".join([sys.version, sys.base_prefix, *wanted, pins]).encode()).hexdigest()[:16]
    home = BUILD / f"environment-{needs}"
    python, installed = home / "bin" / "python", home / "installed"
    if not installed.exists():
        print(f"Installing what it needs into {home.relative_to(HERE)} …", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--constraint", str(root / "requirements.txt"), *wanted], check=True)
        installed.touch()
    return python


def environment(side: Side, hash_seed: int) -> dict[str, str]:
    """The same for both sides but for where the modules lie: nothing that changes how Python runs is let in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(side.root / "src"), "PYTHONHASHSEED": str(hash_seed)}


def _short(commit: str) -> str:
    return _git("log", "-1", "--format=%h (%s)", commit).strip()


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout
