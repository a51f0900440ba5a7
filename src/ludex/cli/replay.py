"""`ludex replay`: what was played, out of a replay or of a table that was exported."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.table.document.answered import LogLine, PoolThen
from ludex.table.past.replay_file import MOST_BYTES, LedThen, Replay, ReplayChapter, read_replay, written
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign
    from ludex.table.past.chosen import Wanted
    from ludex.table.records.seat import Seat

ZIP, PAGE = b"PK", b"<"  # with which a table begins that was exported, and a page
MASTER = "Game master"  # of a table that was exported: its file does not tell who that was
ON = "Enter goes on, q ends it: "


class Ways(NamedTuple):
    """What is to be made of it; none of the first four: a page."""

    text: bool
    journal: bool
    statistics: bool
    file: bool
    numbers: bool


def replay_file(
    path: Path, out: Path | None, ways: Ways, seat: str, scene: int | None, evening: int | None
) -> int:  # fmt: skip
    from ludex.server.http.replay_page import page_of
    from ludex.table.past.chosen import Wanted
    from ludex.table.past.story import statistics_lines, statistics_text, story

    if sum(ways[:4]) > 1:
        raise BadInput("one of --text, --journal, --statistics and --file at a time")
    if ways.text and out is not None:
        raise BadInput("--text is told here, and goes into no file; --journal does")
    if ways.numbers and not ways.journal:
        raise BadInput("--numbers goes with --journal")
    found = read(path, seat, Wanted(scene - 1 if scene is not None else None, evening))
    if ways.text:
        return play(found)
    if ways.statistics:
        if out is not None:
            return save(out, "\n\n".join([*statistics_lines(found.statistics), ""]).encode())
        echo(statistics_text(found.statistics))
        return 0
    if ways.journal:
        return save(out or path.with_suffix(".md"), story(found, ways.numbers).encode())
    if ways.file:
        return save(out or path.with_suffix(".replay.json"), written(found))
    out = out or path.with_suffix(".html")
    if out == path:
        raise BadInput(
            f"{path}: this is the page already: open it in a browser, or add --text, --journal or --statistics"
        )
    return save(out, page_of(found))


def read(path: Path, seat: str, wanted: Wanted) -> Replay:
    from ludex.server.http.replay_page import replay_in

    try:
        with path.open("rb") as file:
            data = file.read(len(ZIP))
            if data != ZIP:
                data += file.read(MOST_BYTES)
                if seat or wanted != (None, None):
                    raise BadInput("--seat, --scene and --evening go with a table; a replay is as somebody has made it")
                return replay_in(data) if data.lstrip().startswith(PAGE) else read_replay(data)
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read: {fault.strerror}") from None
    return out_of_table(path, seat, wanted)


def out_of_table(path: Path, seat: str, wanted: Wanted) -> Replay:
    """The table is opened as if it were brought to a server, with all that is looked at then, and forgotten."""
    from ludex.table.desk.opening import opened
    from ludex.table.desk.portable import unpack
    from ludex.table.desk.store import Store
    from ludex.table.document.show import Documents
    from ludex.table.past.looks import past_of
    from ludex.table.past.replays import replay_of

    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'table.db'}")
        try:
            store.migrate()
            with path.open("rb") as file:
                id, _ = unpack(store, file, MASTER, "")
            documents = Documents(opened(store, id))
            documents.journal = store.journal(id)
            scenes = len(past_of(documents).chapters(documents.table.number))
            if wanted.chapter is not None and wanted.chapter >= scenes > 0:
                raise BadInput(f"--scene {wanted.chapter + 1}: there {'is' if scenes == 1 else 'are'} only {scenes}")

            def picture(name: str) -> bytes | None:
                blob = store.blob(id, name)
                return blob.data if blob is not None else None

            return replay_of(documents, seat_named(documents.table, seat), wanted, picture)
        finally:
            store.close()


def seat_named(table: Campaign, name: str) -> Seat:
    from ludex.table.records.seat import SPECTATOR

    if not name:
        return SPECTATOR
    there = {seat.name: seat for seat in table.seats.values() if not seat.removed}
    if name not in there:
        raise BadInput(f"there is no seat {name!r}; {there_are(name, there)}")
    return there[name]


def save(path: Path, data: bytes) -> int:
    try:
        path.write_bytes(data)
    except OSError as fault:
        raise BadInput(f"{path}: cannot be written: {fault.strerror}") from None
    echo(f"{path}: {len(data):,} bytes")
    return 0


# ---------------------------------------------------------------- in the terminal


def play(replay: Replay) -> int:
    """Round by round; where nobody sits before the terminal, all at once."""
    from ludex.table.past.story import led_by

    waits = sys.stdin.isatty() and sys.stdout.isatty()
    echo(f"{replay.title}, {replay.game_title}, as {replay.seen_by or 'the players'} saw it")
    for chapter in replay.chapters:
        before, later = led_by(chapter)
        tell_led(before)
        title = f"{chapter.title}, evening" if chapter.title != replay.title else "Evening"
        echo(f"\n{title} {chapter.evening}")
        if chapter.text:
            echo(chapter.text)
        if not tell(chapter, later, waits):
            break
    return 0


def tell_led(led: list[LedThen]) -> None:
    """Chapters of the adventure that begin."""
    for one in led:
        echo(f"\nChapter: {one.title}")


def tell(chapter: ReplayChapter, led: list[LedThen], waits: bool) -> bool:
    """What was read, with what everybody who stands had left at the end of each round; tells whether somebody wants
    more."""
    from ludex.table.past.prose import told_once

    left: dict[str, PoolThen] = {}
    told: dict[int, list[LogLine]] = {}
    read = ((moment, line) for moment in chapter.moments if moment.told is not None for line in moment.told.lines)
    for moment, line in told_once(read):
        told.setdefault(moment.listed.moment, []).append(line)
    for moment in chapter.moments:
        begun = [one for one in led if one.before <= moment.listed.moment]
        tell_led(begun)
        led = led[len(begun) :]
        for line in told.get(moment.listed.moment, ()):
            if line.rank == "round":
                tell_left(chapter, left)
                if waits and not goes_on():
                    return False
            echo(f"\n{line.words}" if line.rank in ("round", "turn") else f"  {line.words}")
        if not moment.listed.counts:
            echo("  (taken back since)")
        left = {who: pool for who, pool in left.items() if who not in moment.listed.gone} | moment.listed.pools
    tell_left(chapter, left)
    tell_led(led)
    return not waits or goes_on()


def tell_left(chapter: ReplayChapter, left: dict[str, PoolThen]) -> None:
    standing = {who: pool for who, pool in left.items() if pool.share and who in chapter.beings}
    known = [f"{chapter.beings[who].name} {pool.left or f'{pool.share} %'}" for who, pool in standing.items()]
    if known:
        echo(f"\n  Left: {', '.join(known)}")


def goes_on() -> bool:
    echo(ON, nl=False)
    return sys.stdin.readline().strip().lower() not in ("q", "quit")
