"""What whoever runs a server can do about its library of packs: list packs and makers, make a link anew, delete."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.link import ANOTHER_ADDRESS, address_of_server
from ludex.cli.stores import opened_store
from ludex.cli.tables import day
from ludex.core.kernel.letters import seen
from ludex.core.kernel.ruling import BadInput
from ludex.table.desk.quota import bytes_told
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.workshop.workshop import Maker, Workshop


def listed(data: Path, database: str, as_json: bool) -> int:
    from ludex.workshop.workshop import Workshop

    with opened_store(data, database) as store:
        heads = Workshop(store.engine).packs("", all_of_them=True)
    if as_json:
        found = [
            {
                "pack": head.id, "id": head.name, "title": head.title, "game": head.game, "maker": head.maker,
                "by": head.by, "version": head.told.manifest.version, "revision": head.revision,
                "shared": head.shared, "changed": head.changed, "faults": head.told.faults,
            }
            for head in heads
        ]  # fmt: skip
        echo(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    for head in heads:
        shared = f"version {head.shared} of {head.revision} is shared" if head.shared else "not shared"
        version = head.told.manifest.version
        told = f"{head.id}  {head.title} {version} ({head.game}) by {head.by}, {shared}, {day(head.changed)}"
        echo(seen(told))
    if not heads:
        echo("There are no packs yet.")
    return 0


def makers(data: Path, database: str, as_json: bool) -> int:
    from ludex.workshop.workshop import Workshop

    with opened_store(data, database) as store:
        workshop = Workshop(store.engine)
        there = [(maker, workshop.bytes_of(maker.id)) for maker in workshop.makers()]
    if as_json:
        found = [{"maker": one.id, "name": one.name, "made": one.made, "bytes": size} for one, size in there]
        echo(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    for one, size in there:
        echo(seen(f"{one.id}  {one.name}, {bytes_told(size)}, since {day(one.made)}"))
    if not there:
        echo("Nobody makes packs here yet.")
    return 0


def link(data: Path, database: str, name: str, new: bool, address: str) -> int:
    """A link for a maker, printed here; the one before is void."""
    from ludex.server.keys import fresh_token, hashed
    from ludex.table.campaign.campaign import fresh_id
    from ludex.workshop.workshop import Workshop

    at, token = address_of_server(address, data, database), fresh_token()
    with opened_store(data, database) as store:
        workshop = Workshop(store.engine)
        if new:
            maker = workshop.add_maker(fresh_id(), name, hashed(token), time.time())
        else:
            maker = maker_named(workshop, name)
            workshop.renew_link(maker.id, hashed(token))
    echo(f"The link of {maker.name}" + (":" if new else "; the one before is void:"))
    echo(f"{at}/workshop#{token}")
    if not address:
        echo(ANOTHER_ADDRESS)
    return 0


def maker_named(workshop: Workshop, name: str) -> Maker:
    found = [one for one in workshop.makers() if name == one.id or name.lower() == one.name.lower()]
    if len(found) != 1:
        named = (
            ", ".join(f"{one.name} ({one.id})" for one in found or workshop.makers()) or "nobody yet; --new makes one"
        )
        raise BadInput(f"expected the name or id of one of the makers: {named}")
    return found[0]


def delete(data: Path, database: str, pack: str, yes: bool) -> int:
    from ludex.workshop.workshop import Workshop

    with opened_store(data, database) as store:
        workshop = Workshop(store.engine)
        head = next((one for one in workshop.packs("", all_of_them=True) if one.id == pack), None)
        if head is None:
            raise BadInput(f"there is no pack {pack!r}")
        if not yes and not click.confirm(f"Delete {head.title} by {head.by} now, for good, with all its versions?"):
            echo("Nothing was deleted.")
            return 1
        workshop.delete("", pack, even_so=True)
        store.shrink()
    echo(f"{head.title}: deleted for good; tables keep what they have of it")
    return 0
