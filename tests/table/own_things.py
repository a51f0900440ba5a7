"""A table at which somebody has nothing but things of the table's own content."""

from __future__ import annotations

from typing import Any

from ludex.core.content.references import references
from ludex.table.campaign.characters import Bring, CharacterFile, plain_entry
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.settings import AddContent
from tests.table.tables import Kept


def swapped(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {ids.get(key, key): swapped(part, ids) for key, part in value.items()}
    if isinstance(value, list):
        return [swapped(part, ids) for part in value]
    return ids.get(value, value) if isinstance(value, str) else value


ASIDE = ("character", "mask", "lineage")  # what they are made of names them in turn


def with_own_things(game: str) -> Kept:
    """Somebody on the table all of whose things are of a file of the table's own."""
    kept = Kept(game)
    starter = kept.table.game.starter
    someone = next(iter(starter.all("character")))
    named = [(kind, one.id) for one in references(someone) for kind in one.to.kinds if kind not in ASIDE]
    there = [(kind, id) for kind, id in dict.fromkeys(named) if kind in starter.shelves and id in starter.shelves[kind]]
    ids = {id: f"own_{id}" for _, id in there}
    tables: dict[str, list[Any]] = {}
    for kind, id in there:
        tables.setdefault(kind, []).append({**plain_entry(starter.shelves[kind].get(id)), "id": ids[id]})
    kept.do(AddContent(name="mine", tables=tables))
    character = {**swapped(plain_entry(someone), ids), "id": "nixie", "name": "Nixie"}
    kept.do(Bring(file=CharacterFile(game=game, character=character)))
    prepared = kept.do(Prepare(title="A yard"))["scene"]
    kept.do(OpenScene(scene=prepared))
    return kept
