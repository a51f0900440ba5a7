"""The application: Litestar, thin over the tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Router, WebSocket, route, websocket
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from sqlalchemy import make_url

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.reading import read_json
from ludex.server import limits
from ludex.server.apart.pool import Pool
from ludex.server.http import faults
from ludex.server.http.asking import (
    House,
    Settings,
    address,
    not_asked_too_often,
    not_from_another_site,
    of_the_right_kind,
)
from ludex.server.http.assistants import assistants, letting_assistants_in
from ludex.server.http.boards import Boards
from ludex.server.http.chapters import Adventures, PackAdventure
from ludex.server.http.days import Days, PackDays
from ludex.server.http.entries import Entries, PackEntries
from ludex.server.http.files import Files
from ludex.server.http.founding import found
from ludex.server.http.games import Games, protocol
from ludex.server.http.gauge import GaugeOfScenes
from ludex.server.http.headers import strict_headers
from ludex.server.http.hosting import told_of_house
from ludex.server.http.hosts import asked_of_us
from ludex.server.http.labs import lab_routes
from ludex.server.http.making import making_routes
from ludex.server.http.maps import Maps
from ludex.server.http.moments import moment_routes
from ludex.server.http.packs import Makers, Packs
from ludex.server.http.page import page
from ludex.server.http.replays import Replays
from ludex.server.http.scenes import PackScenes, Scenes, scene_on_table
from ludex.server.http.table_packs import TablePacks
from ludex.server.http.tables import Tables, knock
from ludex.server.http.watching import health, metrics
from ludex.server.http.webhooks import webhook_routes
from ludex.server.http.worth import WorthOfEntries
from ludex.server.socket.messages import VERSION, Bye
from ludex.server.socket.socket import Lines
from ludex.server.watch.metrics import Metrics
from ludex.server.webhooks import Webhooks
from ludex.table.desk.desk import Desk, Notice
from ludex.table.desk.store import Store

CHANNEL = "ludex"  # on which the processes of a store tell each other what they do
CLOSING = Bye(reason="the server is closing", then="again")

logger = logging.getLogger(__name__)


@websocket("/tables/{table:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """One seat."""
    lines: Lines = socket.app.state.lines
    await lines.serve(socket, table, address(socket))


@route(["/", "/{path:path}"], http_method=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def nothing() -> None:
    """Whatever else is asked of the interface."""
    raise NotFoundException("there is nothing at this address")


class Application(Litestar):
    """Litestar reads pydantic and attrs wherever they happen to be installed, which takes a tenth of a start; our
    records are those of msgspec."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def create_app(settings: Settings) -> Litestar:
    """What it runs with is read from its state when it starts: once it has closed it may start again with another."""
    return Application(
        route_handlers=[
            Router(
                "/api",
                route_handlers=[
                    Games,
                    Entries,
                    Boards,
                    Maps,
                    WorthOfEntries,
                    found,
                    Tables,
                    Files,
                    Replays,
                    Makers,
                    Packs,
                    PackEntries,
                    Scenes,
                    PackScenes,
                    Days,
                    PackDays,
                    Adventures,
                    PackAdventure,
                    scene_on_table,
                    GaugeOfScenes,
                    TablePacks,
                    knock,
                    protocol,
                    told_of_house,
                    health,
                    lab_routes,
                    moment_routes,
                    webhook_routes,
                    making_routes,
                    nothing,
                ],
                guards=[not_asked_too_often, not_from_another_site, of_the_right_kind],
            ),
            Router("/api", route_handlers=[socket], guards=[not_asked_too_often]),
            assistants,
            metrics,
            page,
        ],
        guards=[asked_of_us],
        lifespan=[running],
        state=State({"settings": settings, "metrics": Metrics()}),
        before_send=[strict_headers],
        exception_handlers=faults.HANDLERS,
        request_max_body_size=limits.BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Ludex",
            version=str(VERSION),
            description="Tables, files, rules and content; play itself goes over the socket (docs/protocol.md).",
            path="/api/openapi.json",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/")],
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer", description="The token of a seat."),
                    "maker": SecurityScheme(type="http", scheme="bearer", description="The token of a maker of packs."),
                    "host": SecurityScheme(type="http", scheme="bearer", description="The token of the host."),
                }
            ),
        ),
    )


def channels_of(database: str) -> ChannelsPlugin | None:
    """Several processes may share a PostgreSQL store, and tell each other what they do."""
    url = make_url(database)
    if url.get_backend_name() != "postgresql":
        return None
    from ludex.server.socket.wire import channels_to

    return channels_to(url.set(drivername="postgresql").render_as_string(hide_password=False), CHANNEL)


@asynccontextmanager
async def running(app: Litestar) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await asyncio.to_thread(store.migrate)
    channels = channels_of(settings.database)

    def announce(notice: Notice) -> None:
        if channels is not None:
            channels.publish(notice, CHANNEL)
        elif settings.share is not None:
            settings.share.announce(notice.table, msgspec.json.encode(notice))

    figures: Metrics = app.state.metrics
    store.measure = figures.measure
    apart = Pool(settings.helpers, settings.database, settings.log) if settings.helpers else None
    webhooks = Webhooks(settings.webhooks)
    desk = Desk(
        store, settings.outside, announce, measure=figures.measure, quota=settings.quota, apart=apart,
        outbox=webhooks if settings.webhooks else None,
    )  # fmt: skip
    app.state.house = house = House(settings, desk, apart, webhooks)
    app.state.lines = lines = Lines(desk, settings.session, house.seats, house.pings, house.requests)
    show_figures(figures, house, lines)
    async with AsyncExitStack() as stack:
        stack.enter_context(counted(figures))
        stack.callback(store.close)
        if channels is not None:
            await stack.enter_async_context(channels)
            await stack.enter_async_context(hearing(channels, desk))
        if apart is not None:
            apart.start()
            stack.push_async_callback(apart.close)
        stack.push_async_callback(webhooks.close)
        stack.push_async_callback(desk.close)
        stack.callback(house.labs.close)
        stack.callback(house.exports.close)
        await desk.start()

        async def farewell() -> None:
            house.closing = True
            house.labs.close()
            await lines.farewell(CLOSING)

        app.state.farewell = farewell
        stack.push_async_callback(farewell)
        app.state.assistants = None
        if settings.assistants:
            app.state.assistants = await stack.enter_async_context(letting_assistants_in(settings.assistants))
        yield


def show_figures(figures: Metrics, house: House, lines: Lines) -> None:
    desk, labs = house.desk, house.labs
    figures.gauge("tables_held", "Tables in memory.", lambda: desk.figures().tables)
    figures.gauge("seats_here", "Seats at which somebody is.", lambda: desk.figures().seats)
    figures.gauge("sessions", "Sessions, with those whose line broke.", lambda: len(lines.sessions))
    figures.gauge("lab_running", "Simulations that run.", lambda: len(labs.running))
    figures.gauge("lab_runs", "Simulations since the start.", lambda: labs.begun)
    figures.gauge("store_bytes", "Bytes of the file of the store; 0 where it is a database.", desk.store.size)
    if desk.store.free() is not None:
        free = "Bytes that are free on the disk of the store, where that is a file."
        figures.gauge("store_free_bytes", free, lambda: desk.store.free() or 0)


@contextmanager
def counted(figures: Metrics) -> Iterator[None]:
    """Faults that are logged are counted."""
    logger = logging.getLogger("ludex")
    logger.addHandler(figures.logged)
    try:
        yield
    finally:
        logger.removeHandler(figures.logged)


@asynccontextmanager
async def hearing(channels: ChannelsPlugin, desk: Desk) -> AsyncIterator[None]:
    from ludex.server.socket.wire import hear

    task = asyncio.create_task(hear(channels, CHANNEL, partial(follow, desk)))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def follow(desk: Desk, notice: bytes) -> None:
    """Another process has done something."""
    try:
        await desk.heard(read_json(notice, Notice))
    except Exception:
        logger.exception("a notice could not be followed")
