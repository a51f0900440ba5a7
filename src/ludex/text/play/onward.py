"""When a scene is over: play again, go on with it by the game master's word, or take the party on to another scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.content.content import ContentError, Library
from ludex.core.files.scenefile import SceneFile, by_difficulty, load_scene
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.text.naming import instead, named
from ludex.text.play.starting import Back, picked, scenes_of
from ludex.text.prompts.choosing import LOOKING, obey, tell_fault
from ludex.text.screen import Quit
from ludex.text.style import QUIET
from ludex.text.table.prompt import Prompt
from ludex.text.table.table import Table

AGAIN, LEAVE = "again", "leave"
GOING_ON = ("gm", "force", "undo")  # what may make more of a scene that is over


def what_next(table: Table) -> SceneFile | str:
    """The scene to which the party is taken, or what else is wanted. What makes more of this one raises `Changed`."""
    scenes = scenes_for_party(table)
    on = "`on` takes the party on to another scene, as it stands; " if scenes else ""
    table.screen.say(f"{on}`gm COMMAND` makes more of this one, `undo` takes the last command back.", QUIET)
    while True:
        words = table.screen.read("Play again? (y/n) ")
        word, _, rest = words.lower().partition(" ")
        if word in ("y", "yes"):
            return AGAIN
        if word in ("n", "no", "b", "back"):
            return LEAVE
        if word in ("quit", "exit"):
            raise Quit
        try:
            if word == "on" and scenes:
                if (chosen := _choose(table, scenes, rest)) is not None:
                    return chosen
            elif word not in (*LOOKING, *GOING_ON) or not obey(table, words, Prompt((), back=False)):
                table.screen.fault(instead(words, "y", "n", "`on`" if scenes else "", "`help`"))
        except Refused as fault:
            table.screen.fault(f"That may not be done: {table.seen.veiled(str(fault), words)}.")
        except BadInput as fault:
            tell_fault(table, fault, words)


def scenes_for_party(table: Table) -> dict[str, tuple[SceneFile, list[str]]]:
    """The scenes in which somebody of the party has a place, the easiest first, and who that is."""
    game, before = table.game, table.live.scene
    library = library_of(table)
    found: dict[str, tuple[SceneFile, list[str]]] = {}
    for path in by_difficulty(scenes_of(game, library)):
        try:
            file = load_scene(path, library)
        except (ContentError, BadInput):
            continue  # what is wrong with it is told when it is played or checked
        going = [b.id for b in file.scene.side_of(game.sides[0]) if b.id in before.beings]
        if going:
            found[path.stem] = file, [before.beings[who].name for who in going]
    return found


def library_of(table: Table) -> Library:
    """All that the party may have with it: the starter content, the table's own, and what the scene brought."""
    library = table.game.library(*table.folders)
    if table.content:
        library.add(table.content, table.title)
    return library


def _choose(table: Table, scenes: Mapping[str, tuple[SceneFile, list[str]]], words: str) -> SceneFile | None:
    names = [(file.header.title or stem, stem) for stem, (file, _) in scenes.items()]
    files = [file for file, _ in scenes.values()]
    meant = named(words, [(name, number) for number, known in enumerate(names) for name in known])
    if len(meant) == 1:
        return taken_on(table, files[meant[0]])

    def listed() -> None:
        table.screen.heading("Where does the party go?")
        for number, ((file, going), known) in enumerate(zip(scenes.values(), names, strict=True), 1):
            table.screen.say(f"{number:>2} {known[0]}, difficulty {file.header.difficulty}: {', '.join(going)}")

    try:
        return taken_on(table, files[picked(table.screen, "on> ", names, listed)])
    except Back:
        return None


def taken_on(table: Table, file: SceneFile) -> SceneFile:
    """The scene with the party as it stands now; its content too."""
    table.game.carry_over(table.live.scene, file.scene)
    content = merged(table.content, file.header.content)
    return SceneFile(file.where, msgspec.structs.replace(file.header, content=content), file.game, file.scene)


def merged(first: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    """Content of two scenes; where both have an entry, that of the second."""
    found: dict[str, Any] = {}
    for kind in dict.fromkeys((*first, *then)):
        entries = {entry["id"]: entry for entry in (*first.get(kind, ()), *then.get(kind, ()))}
        found[kind] = list(entries.values())
    return found
