"""What was played, taken home as a seat knew it: replays as files and as pages, a journal in prose, statistics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeVar

from litestar import Controller, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter

from ludex.server import limits
from ludex.server.http.asking import SEAT, Asker, house, key_of
from ludex.server.http.faults import may_fail
from ludex.server.http.files import as_file, download, file_name, gives
from ludex.server.http.replay_page import page_of
from ludex.table.desk.store import Store
from ludex.table.document.show import Documents
from ludex.table.past.chosen import Wanted, seat_wanted
from ludex.table.past.replay_file import Replay
from ludex.table.past.replays import replay_of
from ludex.table.past.statistics import StatisticsTold, statistics
from ludex.table.past.story import story
from ludex.table.records.seat import Seat

T = TypeVar("T")
HTML, MARKDOWN = "text/html", "text/markdown"

Number = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]  # of a chapter or an evening; none: all
SeatId = Annotated[str, QueryParameter(max_length=64)]  # as whom it is looked at; empty: as who asks


class Asked(NamedTuple):
    """What somebody wants to have, as it is sent to a helper."""

    database: str
    table: str
    wanted: Wanted
    seat: str

    def replay(self, documents: Documents, asking: Seat, boards: bool) -> Replay:
        store = Store(self.database)

        def picture(name: str) -> bytes | None:
            blob = store.blob(self.table, name)
            return blob.data if blob is not None else None

        try:
            return replay_of(documents, seat_wanted(documents, asking, self.seat), self.wanted, picture, boards)
        finally:
            store.close()


def file_told(asked: Asked, documents: Documents, seat: Seat) -> Replay:
    return asked.replay(documents, seat, boards=True)


def page_told(asked: Asked, documents: Documents, seat: Seat) -> tuple[str, bytes]:
    replay = asked.replay(documents, seat, boards=True)
    return name_of(replay), page_of(replay)


def journal_told(numbers: bool, asked: Asked, documents: Documents, seat: Seat) -> tuple[str, str]:
    replay = asked.replay(documents, seat, boards=False)
    return name_of(replay), story(replay, numbers)


def statistics_told(asked: Asked, documents: Documents, seat: Seat) -> StatisticsTold:
    return statistics(documents, seat_wanted(documents, seat, asked.seat), asked.wanted)


def name_of(replay: Replay) -> str:
    of_one = replay.chapters[0].title if len(replay.chapters) == 1 else ""
    return f"{of_one} {replay.title}" if of_one not in ("", replay.title) else replay.title


async def asked_by(
    request: Asker, table: FromPath[str], chapter: Number = None, evening: Number = None, seat: SeatId = ""
) -> Asked:
    return Asked(house(request).settings.database, table, Wanted(chapter, evening), seat)


async def worked_out(request: Asker, asked: Asked, work: Callable[[Asked, Documents, Seat], T]) -> T:
    desk = house(request).desk
    return await desk.work_out(asked.table, key_of(request), partial(work, asked), limits.REPLAY_SECONDS)


class Replays(Controller):
    """Each of all that was played, of one chapter, as `moments` counts them, or of one evening. As the seat that asks
    knew it; the game master may ask as another seat, by its id."""

    path = "/tables/{table:str}"
    tags = ["replays"]
    dependencies = {"asked": Provide(asked_by)}

    @get("/replay", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAREST)
    async def replay(self, request: Asker, asked: NamedDependency[Asked]) -> Response[Replay]:
        """What was played, moment by moment as this seat knew it, as one file."""
        told = await worked_out(request, asked, file_told)
        return Response(told, headers=as_file(file_name(name_of(told), ".replay.json")))

    @get(
        "/replay/page", security=SEAT, media_type=HTML,
        responses={200: gives(HTML, "The replay as a page."), **may_fail(401, 404)},
        weight=limits.DEAREST,
    )  # fmt: skip
    async def page(self, request: Asker, asked: NamedDependency[Asked]) -> Response[Any]:
        """The same as one page that plays by itself, without a server."""
        name, data = await worked_out(request, asked, page_told)
        return download(data, HTML, file_name(name, ".html"))

    @get(
        "/journal", security=SEAT, media_type=MARKDOWN,
        responses={200: gives(MARKDOWN, "The journal in Markdown."), **may_fail(401, 404)},
        weight=limits.DEAREST,
    )  # fmt: skip
    async def journal(
        self, request: Asker, asked: NamedDependency[Asked], numbers: FromQuery[bool] = False
    ) -> Response[Any]:
        """What happened, told in prose as this seat has read it; with dice, sums and statistics where wanted."""
        name, text = await worked_out(request, asked, partial(journal_told, numbers))
        return download(text, MARKDOWN, file_name(name, ".md"))

    @get("/statistics", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAREST)
    async def statistics(self, request: Asker, asked: NamedDependency[Asked]) -> StatisticsTold:
        """Who did what in all that was played, how the dice fell and which rules came up, as this seat has read it."""
        return await worked_out(request, asked, statistics_told)
