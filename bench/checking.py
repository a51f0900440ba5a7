"""How long the check of a draft takes in every game: processor time of one answer to the editor, for every entry that
comes with the game, after one edit.

python -m bench.checking
"""

from __future__ import annotations

import time
from statistics import median

import ludex.games.known  # noqa: F401  # registers the games
from bench.making import WANTED
from ludex.core.game import GAMES
from ludex.workshop.drafted import Draft, drafted
from ludex.workshop.editing import Edit
from ludex.workshop.ground import Ground, ground_of_game


def took(ground: Ground, kind: str, id: str) -> float:
    draft = Draft(kind, ground.text(kind, id), edits=[Edit(path=["name"], value="Another")], origin=id)
    began = time.process_time()
    drafted(ground, draft)
    return time.process_time() - began


def main() -> None:
    for name in GAMES:
        ground = ground_of_game(name)
        entries = [(kind, id) for kind, shelf in ground.library.shelves.items() for id in shelf.entries]
        took(ground, *entries[0])  # what is worked out once
        times = sorted(took(ground, kind, id) for kind, id in entries)
        late = sum(each > WANTED for each in times)
        print(
            f"{name:14} {len(times):4} drafts, median {1000 * median(times):4.0f} ms, "
            f"worst {1000 * times[-1]:4.0f} ms, {late} over {1000 * WANTED:.0f}"
        )


if __name__ == "__main__":
    main()
