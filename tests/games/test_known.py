"""A game is imported when it is wanted, and not to find out where its files are."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # announces them
from ludex.core.game import GAMES, Game
from ludex.core.kernel.games import Games
from tests.conftest import GAMES as NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_home_of_a_game_is_the_same_before_it_is_imported_and_after(name: str) -> None:
    game = GAMES[name]
    before: Games[Game[Any]] = Games()
    before.announce(name, f"ludex.games.{name}")
    assert before.home(name) == game.home == GAMES.home(name)
    assert not before.there


def test_a_scene_is_found_by_its_name_with_no_game_imported() -> None:
    script = (
        "import ludex.games.known\nfrom pathlib import Path\n"
        "from ludex.core.files.scenefile import found_scene\n"
        "from ludex.core.game import GAMES\n"
        "print(found_scene(Path('wolves_on_the_causeway')).name, *GAMES.there)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "wolves_on_the_causeway.toml\n"
