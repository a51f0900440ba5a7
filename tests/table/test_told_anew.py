"""What is made once for several seats, or kept from one moment to the next, is what each would be told if all were
made anew: through whatever anybody at a table may come up with, in the middle of commands, in fog, after undoing, in
other scenes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Condition
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.likenesses import Depict
from ludex.table.campaign.reopening import opened_again
from ludex.table.campaign.seating import HandOver
from ludex.table.desk.telling import Audience, News
from ludex.table.document import log
from ludex.table.document.changes import apply
from ludex.table.document.show import Document, Documents
from ludex.table.know.seen import Seen
from ludex.table.records.seat import Seat
from tests.table import meddling
from tests.table.meddling import Meddler
from tests.table.played import Played
from tests.table.tables import SCENES

STEPS = 80
FOLDED = 20  # steps between tables that are folded anew
CALLS = 6  # steps between those of the game master
FOG = 15  # steps between covering something and uncovering it


class Listening:
    """Somebody at a seat: the document as it was told, and the lines that have come since they were looked at."""

    def __init__(self) -> None:
        self.document: Document = {}
        self.lines: list[Document] = []

    def told(self, news: News) -> None:
        self.document = apply(self.document, news.changes)
        self.lines += news.lines

    def pointed(self, where: object) -> None: ...

    def gone(self, gone: object) -> None: ...


def as_bytes(what: Any) -> bytes:
    return msgspec.json.encode(what)


@pytest.mark.parametrize("game", SCENES)
def test_whatever_is_kept_or_shared_is_as_if_made_anew(game: str) -> None:
    meddler = Meddler(game, seed=3)

    def go_on(number: int) -> None:
        meddler.meddle()
        if number % FOG == FOG - 1:
            cover(meddler, number)

    assert compared(meddler, go_on), "nothing was ever asked"


@pytest.mark.parametrize("game", SCENES)
def test_so_it_is_in_a_fight_of_those_who_know_what_they_do(game: str) -> None:
    """With somebody hidden, and a game master who brings things about."""
    meddler = Meddler(game, seed=5)
    for side in ("party", "foes"):
        meddler.kept.do(HandOver(who=side, policy="simple"))
    hidden = 0

    def go_on(number: int) -> None:
        nonlocal hidden
        if number % CALLS == CALLS - 1:
            hidden += hide(meddler)
            call = meddling.call(meddler)
            with suppress(Refused, BadInput):
                if call is not None:
                    meddler.kept.do(call[1], call[0])
        elif not meddler.kept.step():
            play = meddling.play(meddler)
            with suppress(Refused, BadInput):
                if play is not None:
                    meddler.kept.do(play[1], play[0])

    compared(meddler, go_on)
    assert hidden or not meddler.kept.table.game.hides, "nobody was ever hidden"


def hide(meddler: Meddler) -> bool:
    """One of the foes is hidden, whatever the rules say; gives whether they are."""
    table, game = meddler.kept.table, meddler.kept.table.game
    if table.playing is None or table.playing.live.open is not None or not game.hides:
        return False
    scene = table.playing.live.scene.fork()
    foe: Any = meddler.one([being for being in scene.beings.values() if being.side != game.sides[0]])
    if foe is None:
        return False
    foe.afflict(Condition(game.hides))
    if hasattr(foe, "seen"):
        foe.seen = False
    table.begin("")
    table.add(opened_again(table.playing, "somebody hides", scene))
    meddler.kept.entries += table.take()
    return bool(game.view(scene, game.sides[0]).beings.keys() != scene.beings.keys())


def compared(meddler: Meddler, go_on: Callable[[int], None]) -> int:
    """Whatever is told while a table goes on is held against what it would be if all were made anew; gives how often
    something was under way."""
    kept, table = meddler.kept, meddler.kept.table
    documents, audience = Documents(table), Audience()
    ears: dict[str, Listening] = {}
    under_way = 0
    for number in range(STEPS):
        go_on(number)
        for listener, news in audience.post(documents, ()):
            if isinstance(news, News):
                listener.told(news)
        come(audience, documents, ears)
        under_way += table.playing is not None and table.playing.live.open is not None
        fresh = Documents(table)
        for seat in sitting(table):
            for line in ears[seat.id].lines:
                assert as_bytes(line) == as_bytes(log.told(table, seat, line["told"]))
            ears[seat.id].lines.clear()
            assert as_bytes(documents.of(seat, ears)) == as_bytes(fresh.of(seat, ears))
            if not documents.silent(seat):  # who is not told now is told later
                assert ordered(ears[seat.id].document) == ordered(fresh.of(seat, audience.readers))
            check_view(table, seat)
        if number % FOLDED == FOLDED - 1:
            check_folded(table, kept.folded(), documents)
    return under_way


def cover(meddler: Meddler, number: int) -> None:
    """Everything, or some of what is there; then nothing."""
    if (number // FOG) % 2:
        what = Cover(all=False)
    else:
        plan = meddler.kept.live.game.face().whole_plan(meddler.kept.live.scene) if meddler.kept.table.playing else None
        places = [place for where in plan.places.values() for place in where] if plan is not None else []
        what = Cover(cover=tuple(places[1::2])) if number % 4 and places else Cover(all=True)
    try:
        meddler.kept.do(what)
    except (Refused, BadInput):  # there is no scene, or no board
        return


def come(audience: Audience, documents: Documents, ears: dict[str, Listening]) -> None:
    """Whoever has a seat sits there."""
    for id in [id for id in ears if id not in audience.readers]:
        del ears[id]
    for seat in sitting(documents.table):
        if seat.id not in audience.readers:
            ears[seat.id] = ear = Listening()
            welcome, post = audience.join(documents, seat, seat.token_hash, ear, ())
            ear.document, ear.lines = welcome.document, list(welcome.lines)
            for listener, news in post:
                if isinstance(news, News) and listener is not ear:
                    listener.told(news)


def sitting(table: Campaign) -> list[Seat]:
    return [seat for seat in table.seats.values() if not seat.removed]


def ordered(document: Document) -> bytes:
    """Changes lead to a document in which the same stands in whatever order."""
    return msgspec.json.encode(document, order="deterministic")


def check_view(table: Campaign, seat: Seat) -> None:
    """What those see who share a view is what each would see alone."""
    seen = table.seen(seat)
    if seen is None or table.playing is None:
        return
    alone = Seen(seen.live, seen.seat, content=table.game.starter, fogs=table.playing.fogs, places=BY_WHAT_IS_THERE)
    assert seen.scene.key() == alone.scene.key()
    assert (seen.scene.library is alone.scene.library) or (seen.scene.library.seal() == alone.scene.library.seal())


def check_folded(table: Campaign, folded: Campaign, documents: Documents) -> None:
    """A table that knows nothing but its entries tells the same, and the same log."""
    anew = Documents(folded)
    for seat in sitting(table):
        twin = folded.seats[seat.id]
        assert ordered(documents.of(seat)) == ordered(anew.of(twin))
        watched, again = table.watched(seat), folded.watched(twin)
        assert (watched is None) == (again is None)
        if watched is not None and again is not None:
            assert len(watched.log) == len(again.log)
            for number in range(len(watched.log)):
                assert as_bytes(log.told(table, seat, number)) == as_bytes(log.told(folded, twin, number))


def test_who_is_handed_over_is_offered_to_whoever_has_them_now() -> None:
    played = Played("bluebox")
    ben = played.seat("Ben")
    acting = played.until(lambda document: document["offers"])["turn"]["of"]
    assert played.of(ben)["offers"] is None
    played.do(HandOver(who=acting, seat=ben))
    assert acting in played.of(ben)["offers"]
    assert acting not in (played.of(played.ann)["offers"] or {})


def test_whoever_is_drawn_otherwise_is_shown_so_at_once() -> None:
    played = Played("bluebox")
    who = played.party[0]
    before = played.of(played.ann)["beings"][who]
    played.do(Depict(who=who, colour="red"))
    assert played.of(played.ann)["beings"][who] == before | {"colour": "red"}
    played.do(Depict(who=who))
    assert played.of(played.ann)["beings"][who] == before
