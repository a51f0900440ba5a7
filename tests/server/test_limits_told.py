"""The page on hosting tells the limits that hold."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

from ludex.core.pack.parts import MOST_ALL, MOST_FILE, MOST_PARTS, MOST_TEXTS
from ludex.server import limits
from ludex.server.http import simulating
from ludex.server.limits import (
    COMING,
    EXPORT_SECONDS,
    EXPORTED,
    EXPORTS,
    FLAG_SECONDS,
    HELPER_MEMORY,
    IMPORT_SECONDS,
    LAB_MEMORY,
    LAB_SECONDS,
    PACK_SECONDS,
    REST_SECONDS,
    TELLING,
    UNREAD,
    WAITING,
    WAITING_BYTES,
)
from ludex.server.socket.socket import COSTLY
from ludex.table.campaign.notes import MOST_WRITTEN, MOST_WRITTEN_BY_ONE
from ludex.table.desk.desk import FILE_SECONDS, LOOK_SECONDS, TRIED_SECONDS
from ludex.table.desk.quota import PACKS, REVISIONS, Quota
from ludex.workshop.maps.bounded import MOST_FILE as MOST_MAP


def test_the_page_on_hosting_tells_these_limits() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    memory = f"{HELPER_MEMORY >> 20} MB"
    assert f"| a look (odds, ways, suggestions) | {LOOK_SECONDS:.0f} seconds, {memory} |" in page
    assert f"the next of the seat waits for {REST_SECONDS:.0f} seconds |" in page
    assert f"founded with some | {FILE_SECONDS:.0f} seconds, {memory} |" in page
    assert f"once it is read | {TRIED_SECONDS:.0f} second of a processor |" in page
    assert f"| a table from a file | {IMPORT_SECONDS:.0f} seconds, {memory} |" in page
    assert f"{EXPORTS} of them are packed at once. The file is kept for {EXPORT_SECONDS / 60:.0f} minutes" in page
    taken, taken_in_all = (size // 1024**2 for size in EXPORTED)
    assert f"of such files there are {taken} MB for one address and {taken_in_all // 1024} GB in all" in page
    sent, sent_in_all = (size // 1024**2 for size in COMING)
    assert f"such as files, takes at most {sent} MB for one address and {sent_in_all} MB in all" in page
    assert f"one more with every {TELLING // 1024} kB that they are told" in page
    assert f"saved, copied or brought in | {PACK_SECONDS:.0f} seconds, {memory} |" in page
    kept = f"keeps up to {Quota().maker // 10**6} MB of them (`maker`)"
    assert f"{kept}, with all that was saved and their pictures, and at most {PACKS} packs; of each the last" in page
    assert f"of each the last {REVISIONS} versions are kept" in page
    of_pack = f"{MOST_FILE // 10**6} MB, with {MOST_PARTS} files, {MOST_TEXTS // 10**6} MB of text"
    assert f"a pack up to {of_pack} and {MOST_ALL // 10**6} MB in all when unpacked" in page
    assert f"a map of another program up to {MOST_MAP // 10**6} MB" in page
    assert f"| {WAITING} looks or files |" in page
    assert f"| what may wait in all | {WAITING_BYTES >> 20} MB |" in page
    assert f"| {LAB_SECONDS / 60:.0f} minutes, {LAB_MEMORY >> 20} MB; two at once" in page
    most = f"{simulating.MOST_IN_ALL} and {WAITING_BYTES >> 20} MB in all"
    of_one = f"{simulating.MOST_OF_TABLES} of all tables from one address"
    assert f"| {simulating.MOST_WAITING} of a table or address, {most}; {of_one} |" in page
    assert f"with the moments of all of them | {FLAG_SECONDS:.0f} seconds, {memory} |" in page
    assert f"at most {UNREAD[0] >> 20} MB for one address and {UNREAD[1] >> 20} MB in all" in page
    written = f"{MOST_WRITTEN // 10**6} million characters together"
    assert f"{written}, the notes of a player or spectator {MOST_WRITTEN_BY_ONE // 10**6} million" in page


def test_the_page_on_hosting_tells_every_rate() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = page.split("| | at once | each second |\n|---|---|---|\n")[1].split("\n\n")[0]
    told = [tuple(float(cell.replace(",", "")) for cell in line.split("|")[2:4]) for line in table.splitlines()]
    shipped = run_path(limits.__file__)  # whatever other tests have set
    assert sorted(told) == sorted(rate for rate in shipped.values() if isinstance(rate, shipped["Rate"]))
    assert f"one more with every {limits.HEAVY >> 10} kB" in table
    assert limits.DEAREST == 20
    assert limits.WATCHING == 2
    assert max(COSTLY.values()) == 6
