"""The lab on the command line, for people and for programs; and the first hour of a designer and a researcher."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from copy import deepcopy
from functools import cache
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from pexpect.fdpexpect import fdspawn  # type: ignore[import-untyped]  # it has no types

from ludex.cli.main import main
from tests.lab.scenes import DUEL
from tests.typed import beside, typed

KEYS = Path(__file__).parent / "keys.json"
LUDEX = (sys.executable, "-c", "from ludex.cli.main import main; main()")


def ludex_says(*words: str, code: int = 0) -> str:
    done = typed(words)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr if code else done.stdout


@cache
def duel() -> Any:
    """Some fights as they are printed for machines; several tests look at them."""
    return json.loads(ludex_says("simulate", DUEL, "--fights", "4", "--json"))


def test_an_adventure_that_comes_with_a_game_is_found_by_its_id() -> None:
    refused = ludex_says("simulate", "the_last_ferry", "--party", "4", code=2)
    assert "--party goes with one scene" in refused


def keys(value: Any) -> Any:
    """The shape of plain data: names of fields, the first of a list."""
    if isinstance(value, dict):
        return {name: keys(inner) for name, inner in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [keys(value[0])] if value else []
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def test_the_shape_of_what_is_printed_for_machines_is_stable() -> None:
    """A change here breaks other people's programs: raise FORMAT in lab/result.py and write the new shape."""
    found = {
        "simulate": deepcopy(duel()),
        "compare": json.loads(ludex_says("compare", DUEL, "--set", "beings.tahra.hp=5", "--fights", "2", "--json")),
        "sweep": json.loads(ludex_says("sweep", DUEL, "--vary", "beings.tahra.hp=5,10", "--fights", "2", "--json")),
    }
    for plain in found.values():
        for part in (plain, plain.get("first", {}), plain.get("second", {})):
            part.get("about", {})["options"] = {}
    shape = json.dumps(keys(found), indent=1) + "\n"
    if "WRITE_KEYS" in os.environ:
        KEYS.write_text(shape, encoding="utf-8")
    assert KEYS.read_text(encoding="utf-8") == shape


def test_people_get_tables() -> None:
    line = (*LUDEX, "simulate", DUEL, "--fights", "4")  # as a shell starts it
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    for words in ("won by party", "goes down", "Rounds", "What is left", "Harm by source", "Fights to watch", "--seed"):
        assert words in told


def test_what_is_won_in_the_fight_is_not_told_as_a_part_of_nothing() -> None:
    told = ludex_says("simulate", "wolves_on_the_causeway", "--fights", "4")
    assert "Spirit" in told
    assert " of 0" not in told


def test_rules_that_were_never_applied_are_listed_on_request() -> None:
    told = ludex_says("simulate", DUEL, "--fights", "4", "--rules")
    listed = [line.split()[0] for line in told.splitlines() if line.startswith("bb.")]
    assert listed == duel()["looked"]["rules_never_applied"]


def test_a_fight_to_watch_is_the_one_that_was_simulated() -> None:
    """`ludex run NAME --seed N` tells the very fight."""
    row = duel()["rows"][3]
    told = ludex_says("run", DUEL, "--seed", str(row["seed"]))
    assert f"round {row['rounds']}" in told.lower()
    assert f"round {row['rounds'] + 1}" not in told.lower()


def test_a_party_of_another_number_is_fought_with() -> None:
    told = json.loads(ludex_says("simulate", "throne_of_ash", "--party", "3", "--fights", "1", "--json"))
    assert sum(being["side"] == "party" for being in told["beings"]) == 3
    said = ludex_says("sweep", "throne_of_ash", "--vary", "party=2..3", "--fights", "1")
    assert "party" in said
    assert "expected 1 to 12" in ludex_says("simulate", "throne_of_ash", "--party", "13", code=2)


def test_an_interrupt_prints_what_is_known_so_far() -> None:
    here, there = os.openpty()  # the bar is shown on a terminal only

    def simulate() -> None:
        os.setsid()  # Ctrl-C comes to all processes of a terminal
        os.environ.update({"TERM": "xterm-256color", "NO_COLOR": "1"})
        sys.argv = ["ludex", "simulate", DUEL, "--fights", "100000", "--workers", "2"]
        main()

    begun = beside(simulate, there)
    os.close(there)
    try:
        shown = fdspawn(here, encoding="utf-8", timeout=60)
        shown.expect(r"\d+ fights")
        os.killpg(begun.pid, signal.SIGINT)
        told, _ = begun.communicate(timeout=60)
        shown.expect(r"interrupted after \d+ fights")
    finally:
        if begun.poll() is None:
            os.killpg(begun.pid, signal.SIGKILL)
        os.close(here)
    assert begun.returncode == 130
    assert "won by party" in told


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("simulate", "no_such_scene"), "there is no scene or file 'no_such_scene'"),
        (("tournament", "the_sunken_chappel"), "did you mean the_sunken_chapel?"),
        (("sweep", DUEL, "--vary", "beings.tahra.hp=1..1000000000"), "expected at most 100 values"),
        (("odds", DUEL, "--actor", "kailani", "--action", "attack"), "needs --target"),
        (("simulate", DUEL, "--policy", "party=genius"), "genius"),
        (("sweep", DUEL, "--vary", "beings.tahra"), "expected PATH=VALUE"),
        (("compare", DUEL), "nothing to compare"),
    ],
)
def test_bad_input_is_told_in_a_line(words: tuple[str, ...], fault: str) -> None:
    told = ludex_says(*words, code=2)
    assert fault in told
    assert "Traceback" not in told


def test_a_cluster_that_is_not_there_is_told_in_a_line() -> None:
    """Dask does not outlive a fork: one process that is typed both."""
    script = "import sys\nfrom ludex.cli.main import main\nfrom ludex.lab import pool\npool.CONNECTS = 1.0\n"
    for place in ("nonsense", "tcp://127.0.0.1:1"):
        script += f"sys.argv = ['ludex', 'simulate', '{DUEL}', '--fights', '8', '--cluster', '{place}']\n"
        script += "try:\n    main()\nexcept SystemExit as end:\n    print('ended with', end.code)\n"
    done = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, timeout=120, check=True)
    first, second = done.stderr.splitlines()
    assert "there is no cluster at nonsense" in first
    assert "luster" in second
    assert done.stdout == 2 * "ended with 1\n"


# ---------------------------------------------------------------- the first hour


def test_a_designer_edits_one_number_and_sees_what_it_does(tmp_path: Path) -> None:
    """A scene of one's own, 60 fights, one number changed, 60 fights again with the same seeds."""
    scene = tmp_path / "duel.toml"
    text = """game = "bluebox"
title = "Two patrols"
[beings.a]
from = "vahki_patroller"
side = "party"
at = [2, 4]
[beings.b]
from = "vahki_patroller"
at = [6, 4]
hp = 14
"""
    scene.write_text(text, encoding="utf-8")
    before = json.loads(ludex_says("simulate", str(scene), "--fights", "60", "--json"))
    scene.write_text(text.replace("hp = 14", "hp = 4"), encoding="utf-8")
    after = json.loads(ludex_says("simulate", str(scene), "--fights", "60", "--json"))
    assert after["sides"][0]["won"]["low"] > before["sides"][0]["won"]["rate"]


def test_a_researcher_repeats_a_result_from_its_seed_in_three_lines(tmp_path: Path) -> None:
    script = tmp_path / "again.py"
    script.write_text(
        f'import ludex\nresult = ludex.simulate("{DUEL}", fights=3, seed=42)\n'
        'print(result.won.rate, result.about.content_seal, result.table("beings"))\n',
        encoding="utf-8",
    )
    once = subprocess.run((sys.executable, script), capture_output=True, text=True, check=True).stdout
    with redirect_stdout(StringIO()) as again:  # in another process, where sets have another order
        run_path(str(script))
    assert once == again.getvalue()
    assert "down_rate" in once
