"""Boards that are being drawn: what they can be made of, and what a draft comes to. Nothing of it is kept; a board is
saved as every entry is."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Palette, Plan
from ludex.server import limits
from ludex.server.http.asking import MAKER, SEAT, Asker, Given
from ludex.server.http.entries import Asked, Letters, on_ground
from ludex.server.http.faults import may_fail
from ludex.workshop.boards import BoardDraft, BoardDrafted, board_drafted, palette_of
from ludex.workshop.editing import MOST_ENTRY
from ludex.workshop.previews import BoardSeen, Looked, Looks, Standing, board_seen

MOST_OTHERS = 20


class BoardGiven(Given, frozen=True, kw_only=True):
    """A board that is being drawn: its text, a plan, or a text into which the plan is written; `origin` alone begins
    from the board of that id. `as`: its new id. `pack` or `table`: with the content of that, too."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)] | None = None
    plan: Plan | None = None
    origin: Letters = ""
    called: Letters = msgspec.field(name="as", default="")
    pack: Letters = ""
    table: Letters = ""


class BoardLooked(Given, frozen=True, kw_only=True):
    """A board as somebody on it has it: `who` sees or goes; `others` are seen, or where ways lead."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)]
    look: Looks
    who: Standing | None = None
    others: Annotated[list[Standing], msgspec.Meta(max_length=MOST_OTHERS)] = []
    pack: Letters = ""
    table: Letters = ""


class Boards(Controller):
    path = "/games/{game:str}/boards"
    tags = ["boards"]
    security = [*MAKER, *SEAT, {}]

    @get("/palette", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def palette(self, request: Asker, game: FromPath[str], pack: Asked = "", table: Asked = "") -> Palette:
        """What boards of a game are made of: layers, paints and what each says, from the ground up."""
        return await on_ground(request, game, pack, table, palette_of)

    @post("/", status_code=200, responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED)
    async def draft(self, request: Asker, game: FromPath[str], data: JSONBody[BoardGiven]) -> BoardDrafted:
        """What a board comes to: its text with the plan in it, the plan of that, how it is shown, what is wrong with
        it, and whether one can play on it. Of the text only what differs is written anew."""
        if data.text is None and data.plan is None and not data.origin:
            raise BadInput("expected a text, a plan, or a board to begin from")
        draft = BoardDraft(data.text, data.plan, data.origin, data.called)
        return await on_ground(request, game, data.pack, data.table, board_drafted, draft)

    @post("/seen", status_code=200, responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED)
    async def seen(self, request: Asker, game: FromPath[str], data: JSONBody[BoardLooked]) -> BoardSeen:
        """A board as the rules see it: whom somebody sees and why not the others, what it costs to get anywhere, where
        it is light, and which ways lead from one room to another."""
        looked = Looked(data.text, data.look, data.who, tuple(data.others))
        return await on_ground(request, game, data.pack, data.table, board_seen, looked)
