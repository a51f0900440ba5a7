"""The wheel of `make wheel` is all that one needs to play: it is installed where nothing else is, and a turn is played
on its page."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright.sync_api import Page, expect

from ludex.server.http.page import is_built
from ludex.server.run.serve import TOKEN_FILE
from tests.page import container
from tests.page.house import House, People
from tests.page.playing import action, answer, answers, deed, lead, pass_turn, record, suggest

ROOT = Path(__file__).parent.parent.parent
BUILD, SOURCES = ROOT / "build", ROOT / "src"
AS_THEY_ARE = ["--assume-old=src/ludex/server/page/index.html", "--assume-old=.venv/installed"]  # other tests use them
UNREACHED = "connection broken by"  # pip's words for a package index that does not answer
IMPORTED = """
import importlib, pkgutil, ludex
extras = "ludex.assistants", "ludex.envs", "ludex.server.socket.wire"
for found in pkgutil.walk_packages(ludex.__path__, "ludex.", onerror=lambda name: None):
    if not found.name.startswith(extras):
        importlib.import_module(found.name)
print(ludex.__file__)
"""

# ---------------------------------------------------------------- built, installed, started


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with the page that is there, beside something that an earlier build has left; once, where several processes
    test."""
    assert is_built(), "the page has not been built: make page"
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "wheel"
    left = BUILD / "lib" / "ludex" / "left_behind.py"
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            left.parent.mkdir(parents=True, exist_ok=True)
            left.touch()
            done = typed("make", *AS_THEY_ARE, "wheel", f"DIST={folder}", at=ROOT)
            assert done.returncode == 0, done.stderr
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module", params=["from here", pytest.param("from the index", marks=pytest.mark.long)])
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """Those of an environment in which nothing is but the wheel and what it asks for: that which is installed here,
    and with `--long` what pip finds, as it does for a player."""
    empty = tmp_path_factory.mktemp("empty")
    done = typed(sys.executable, "-m", "venv", "--without-pip", empty, at=empty)
    assert done.returncode == 0, done.stderr
    pip = sys.executable, "-m", "pip", "--python", empty / "bin" / "python"
    if request.param == "from here":
        done = typed(*pip, "install", "--no-compile", "--no-deps", wheel, at=empty)
        assert done.returncode == 0, done.stderr
        (packages,) = empty.glob("lib/*/site-packages")
        (ours,) = distributions(name="ludex", path=[str(packages)])
        for name in asked_for(ours):
            lend(distribution(name), packages)
        done = typed(*pip, "check", at=empty)  # all of it is there, and new enough
        assert done.returncode == 0, done.stdout
        return empty / "bin"
    done = typed(*pip, "install", "--no-compile", "--constraint", ROOT / "requirements.txt", wheel, at=empty)
    if done.returncode != 0 and UNREACHED in done.stderr:
        why = "The package index cannot be reached: the wheel was not installed, and nobody has played with it"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    assert done.returncode == 0, done.stderr
    return empty / "bin"


def asked_for(whose: Distribution, extra: str = "") -> set[str]:
    """The names of all that it requires, and of what those require."""
    found: set[str] = set()
    for line in whose.requires or []:
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            found.add(canonicalize_name(wanted.name))
            for more in ("", *wanted.extras):
                found |= asked_for(distribution(wanted.name), more)
    return found


def lend(what: Distribution, packages: Path) -> None:
    """It is found among these packages, too."""
    for name in {file.parts[0] for file in what.files or []} - {"..", "__pycache__"}:
        (packages / name).symlink_to(Path(str(what.locate_file(name))))


@pytest.fixture(scope="module")
def link(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`ludex play`, as it was installed; gives the link of the host."""
    home = tmp_path_factory.mktemp("home")
    command = [str(programs / "ludex"), "play", "--port", "0", "--no-browser"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=home, env=alone(programs, home))
    assert child.stdout is not None
    try:
        said = "".join(child.stdout.readline() for _ in range(3))
        found = re.search(r"http://127\.0\.0\.1:\d+/host#\S+", said)
        assert found is not None, said
        yield found[0]
    finally:
        child.kill()
        child.communicate()


@pytest.fixture(scope="module")
def house(link: str) -> House:
    return House(link.partition("/host")[0])


def typed(*words: str | Path, at: Path) -> subprocess.CompletedProcess[str]:
    """In a shell that knows neither of the sources nor of a `make` that is under way."""
    others = {"PYTHONPATH", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
    ours = {name: value for name, value in os.environ.items() if name not in others}
    return subprocess.run(words, cwd=at, env=ours, capture_output=True, text=True, check=False)


def alone(programs: Path, home: Path) -> dict[str, str]:
    """Where nothing of the machine is found but what was installed, and no Node."""
    assert shutil.which("node", path=programs) is None
    return {"PATH": str(programs), "HOME": str(home), "LUDEX_HOME": str(home), "LANG": "C.UTF-8"}


# ---------------------------------------------------------------- the tests


def test_every_file_of_the_package_is_in_it_and_no_other(wheel: Path) -> None:
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    assert wheel.name == f"ludex-{version[1]}-py3-none-any.whl"
    files = [file for file in (SOURCES / "ludex").rglob("*") if file.is_file()]
    ours = {str(file.relative_to(SOURCES)): file for file in files if "__pycache__" not in file.parts}
    with ZipFile(wheel) as opened:
        theirs = {name for name in opened.namelist() if not name.startswith("ludex-")}
        assert theirs ^ ours.keys() == set()
        assert [name for name, file in ours.items() if opened.read(name) != file.read_bytes()] == []


def test_all_of_it_but_the_extras_is_imported_from_where_it_was_installed(programs: Path, tmp_path: Path) -> None:
    command = [str(programs / "python"), "-c", IMPORTED]
    done = subprocess.run(
        command, cwd=tmp_path, env=alone(programs, tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(programs.parent)


def test_a_turn_is_played_on_its_page(link: str, people: People) -> None:
    page = people.come(link)
    page.get_by_role("link", name=re.compile("^Blue Box")).click()
    lead(page)
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("radio", name=re.compile("Broken Causeway: patrol")).check()
    page.get_by_role("button", name="Start the table").click()
    page.get_by_role("button", name=re.compile("Put it on the table")).click()
    settle_ties(page)
    action(page, "Defensive stance").click()
    deed(page).click()
    expect(record(page)).to_contain_text(re.compile(r"(\w.*)'s turn.*\1 takes a Defensive Stance"))
    pass_turn(page)
    expect(record(page)).to_contain_text(re.compile(r"'s turn.*Defensive Stance.*'s turn"))


def settle_ties(page: Page) -> None:
    """Whatever the dice of initiative were, in the end it is somebody's turn."""
    while True:
        expect(suggest(page).or_(answers(page)).first).to_be_visible()
        if not answers(page).count():
            return
        answer(page, answers(page).last)


# ---------------------------------------------------------------- in a container


@pytest.mark.slow
def test_the_steps_of_the_containerfile_lead_to_a_server_that_is_well(wheel: Path, tmp_path: Path) -> None:
    context, root = tmp_path / "context", tmp_path / "root"
    (context / "dist").mkdir(parents=True)
    root.mkdir()
    shutil.copy(wheel, context / "dist")
    shutil.copy(ROOT / "requirements.txt", context)
    made = container.built(ROOT / "deploy" / "Containerfile", context, root)
    held = socket.socket()  # the port is held, and nobody else is given it before the server listens there
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = str(held.getsockname()[1])
    child = subprocess.Popen(
        [*made.start, "--port", port],
        env=made.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    ask = [part.replace("8765", port) for part in made.health]
    try:
        while subprocess.run(ask, env=made.environment, capture_output=True, check=False).returncode:
            assert child.poll() is None, child.communicate()
        assert (root / "srv/ludex" / TOKEN_FILE).exists()
        child.terminate()
        _, log = child.communicate(timeout=60)
        lines = [json.loads(line) for line in log.splitlines()]
        assert any((line.get("route"), line.get("status")) == ("/api/health", 200) for line in lines)
    finally:
        child.kill()
        child.communicate()
        held.close()
