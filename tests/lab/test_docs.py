"""What docs/lab.md shows works: every command, every file and every line of Python in it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.pages import DOCS
from tests.typed import apart, typed

PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")
README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
FEW = "1"  # fights, in place of as many as a reader has time for
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(DOCS.parent / "src")}  # whatever the folder it is typed in
LAB = ("simulate", "compare", "sweep", "tournament")


def commands(text: str) -> list[str]:
    """The lines that one can type, without their comments."""
    return [line.partition(" #")[0].strip() for line in re.findall(r"^    (ludex .*)$", text, re.MULTILINE)]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def few(words: list[str]) -> list[str]:
    """The same command with few fights."""
    if words[1] not in LAB:
        return words
    if "--fights" in words:
        place = words.index("--fights")
        words = words[:place] + words[place + 2 :]
    return [*words, "--fights", FEW]


OF_README = [line for line in commands(README) if line.split()[1] in (*LAB, "odds")]
LINES = {tuple(few(shlex.split(line))): line for line in (*OF_README, *commands(PAGE))}  # with few fights some are one


@pytest.mark.parametrize("line", LINES.values())
def test_a_command_of_the_page_can_be_typed(line: str, tmp_path: Path) -> None:
    for block in blocks("toml"):
        path = tmp_path / block.partition("\n")[0].removeprefix("# ")
        path.parent.mkdir(exist_ok=True)
        path.write_text(block, encoding="utf-8")
    words = few(shlex.split(line))
    done = typed(words[1:], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
    if "--html" in words:
        assert (tmp_path / words[words.index("--html") + 1]).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_lab_is_in_the_readme() -> None:
    assert OF_README
    assert "(docs/lab.md)" in README


def test_the_python_of_the_page_runs(tmp_path: Path) -> None:
    (block,) = blocks("python")
    block = re.sub(r"fights=\d[\d_]*", f"fights={FEW}", block)
    done = apart(partial(exec, block + "\nassert rows and curve\n", {"__name__": "__main__"}), tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 3


def test_a_policy_of_ones_own_plays_as_the_page_shows(tmp_path: Path) -> None:
    page = (DOCS / "opponents.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / block.partition("\n")[0].removeprefix("# ")).write_text(block, encoding="utf-8")
    lines = [line for line in commands(page) if "mine:Bold" in line]
    assert len(lines) == 2
    for line in lines:
        words = shlex.split(line)[1:-1]  # all but the number of fights
        done = typed([*words, "2", "--json"], tmp_path)
        assert done.returncode == 0, done.stderr
        assert '"mine:Bold"' in done.stdout
    script = f"{block}\nimport ludex\n"
    script += "found = ludex.simulate('the_sunken_chapel', fights=2, policies={'party': Bold})\n"
    script += "print(found.about.policies['party'])"
    words = [sys.executable, "-c", script]  # a class of the script itself
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=ENVIRONMENT, check=False)
    assert done.stdout == "__main__:Bold\n", done.stderr


def test_every_command_of_the_lab_is_on_the_page() -> None:
    used = {line.split()[1] for line in commands(PAGE)}
    assert used >= {"simulate", "compare", "sweep", "odds", "run"}
