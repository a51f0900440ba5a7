"""The characters of a table, taken along to where a scene for them is composed: as they stand there, with all they
have."""

from __future__ import annotations

from typing import Any

from ludex.core.files.codec import as_plain
from ludex.core.game import Game
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.lab.gauge.party import Brought
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import character_file, party_before
from ludex.table.records.seat import Role, Seat, refuse

MOST = 12  # characters


def characters_of(table: Campaign, seat: Seat, game: str) -> Brought:
    """For the game master, who knows all of them."""
    if seat.role is not Role.GM:
        raise refuse("only the game master of the table takes its characters along")
    if table.game.name != game:
        raise BadInput(f"table: this table plays {table.game.name}, not {game!r}")
    before = party_before(table)
    files = []
    for name in names_of(table, before)[:MOST]:
        try:
            files.append((name, character_file(table, seat, name)))
        except (BadInput, Refused):  # somebody whom no entry of the content makes
            continue
    if not files:
        raise refuse("this table has no characters yet")
    content: dict[str, list[dict[str, Any]]] = {}
    for _, file in files:
        for kind, entries in file.content.items():
            there = {raw["id"] for raw in content.get(kind, [])}
            content.setdefault(kind, []).extend([raw for raw in entries if raw["id"] not in there])
    return Brought(
        title=table.title,
        characters=tuple([{**file.character, "id": name} for name, file in files]),
        content=content,
        options=dict(table.options),
        state=as_plain(before) if before is not None else {},
    )


def names_of(table: Campaign, before: Any) -> list[str]:
    """Whom somebody plays, and all characters of the table; where there are none, who was last in play."""
    played = [who for seat in table.seats.values() if not seat.removed for who in seat.beings]
    found = dict.fromkeys([*played, *table.characters])
    return list(found) or who_played(table.game, before)


def who_played(game: Game[Any], before: Any) -> list[str]:
    return [being.id for being in before.side_of(game.sides[0])] if before is not None else []
