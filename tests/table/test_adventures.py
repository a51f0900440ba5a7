"""An adventure at a table: brought, led chapter after chapter, told to players and to nobody else, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.core.files.adventures import adventure_at, adventures_of
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.server.http.adventures import adventure_doing, hashes_of, scenes_for
from ludex.table import doings
from ludex.table.campaign.adventures import BeginChapter, BringAdventure, DropAdventure
from ludex.table.campaign.notes import ShowHandout
from ludex.table.campaign.passing import Pass
from ludex.table.campaign.past import NoPast
from ludex.table.campaign.scenes import OpenScene
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import AddContent
from ludex.table.campaign.snapshot import take
from ludex.table.document.show import Documents
from tests.table.tables import Kept

ALL = [(game, path) for game in GAMES for path in adventures_of(game).values()]
each = pytest.mark.parametrize(("game", "path"), ALL, ids=[f"{game}-{path.name}" for game, path in ALL])


def doings_of(path: Path) -> tuple[AddContent, BringAdventure]:
    pack = adventure_at(path).pack
    hashes = hashes_of(pack)
    doing = adventure_doing(pack, hashes, scenes_for(pack))
    assert doing is not None
    return AddContent(name="of the adventure", tables=pack.content()), doing


def brought(game: str, path: Path) -> Kept:
    kept = Kept(game)
    content, adventure = doings_of(path)
    if content.tables:
        kept.do(content)
    kept.do(adventure)
    return kept


def seen(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


def led(kept: Kept) -> dict[str, Any]:
    found: dict[str, Any] = seen(kept, kept.gm)["master"]["adventure"]
    return found


@each
def test_it_comes_with_its_scenes_in_order_and_its_handouts_shown_to_nobody(game: str, path: Path) -> None:
    kept, adventure = brought(game, path), adventure_at(path).adventure
    ann = kept.seat("Ann")
    titles = [scene.title for scene in kept.table.scenes.values()]
    assert len(titles) == len(adventure.scenes)
    assert [shown.handout.title for shown in kept.table.handouts.values()] == [p.title for _, _, p in adventure.papers]
    assert seen(kept, ann)["handouts"] == {}
    assert seen(kept, ann)["adventure"] is None


@each
def test_players_know_of_a_chapter_what_is_told_and_nothing_of_what_is_for_the_game_master(
    game: str, path: Path
) -> None:
    kept, adventure = brought(game, path), adventure_at(path).adventure
    ann, bob = kept.seat("Ann"), kept.seat("Bob", role="spectator")
    for chapter in adventure.chapter:
        kept.do(BeginChapter(chapter=chapter.id))
        for seat in (ann, bob):
            document = seen(kept, seat)
            plain = msgspec.json.encode(document).decode()
            assert document["adventure"]["chapter"] == chapter.title
            assert document["master"] is None
            for part in filter(None, (line.strip() for line in chapter.know.splitlines())):
                assert msgspec.json.encode(part).decode()[1:-1] not in plain
            assert document["adventure"]["told"] == ""
            hidden = [paper for paper in chapter.handouts if not paper.shown]
            assert not any(paper.title in plain for paper in hidden)
            assert all(way.text not in plain for way in chapter.next)
        if chapter.say:
            kept.do(BeginChapter(chapter=chapter.id, tell=True))
            assert seen(kept, ann)["adventure"]["told"] == chapter.say.strip()
    assert kept.table.adventure is not None
    assert list(kept.table.adventure.begun) == [one.id for one in adventure.chapter]


def one() -> Kept:
    game, path = next((game, path) for game, path in ALL if game == "vitality")
    return brought(game, path)


def test_only_the_game_master_leads_it() -> None:
    kept = one()
    ann = kept.seat("Ann")
    first = led(kept)["chapters"][0]["id"]
    for what in (BeginChapter(chapter=first), DropAdventure(), Pass(rest="full")):
        with pytest.raises(Refused):
            kept.do(what, ann)
    with pytest.raises(BadInput, match="there is no chapter"):
        kept.do(BeginChapter(chapter="nowhere"))
    assert led(kept)["now"] is None


def test_where_nobody_leads_players_are_told_and_shown_everything() -> None:
    kept = one()
    ann = kept.seat("Ann")
    kept.do(HandOver(who="gm", policy="simple"))
    kept.do(BeginChapter(chapter=led(kept)["chapters"][0]["id"]))
    now = led(kept)["now"]
    assert led(kept)["alone"]
    assert seen(kept, ann)["adventure"]["told"] == now["say"]
    assert list(seen(kept, ann)["handouts"]) == now["papers"] != []


def test_who_joins_late_has_what_everybody_was_shown_and_nothing_else() -> None:
    game, path, chapters = next(
        (game, path, adventure.chapter)
        for game, path in ALL
        for adventure in [adventure_at(path).adventure]
        if any(paper.shown for chapter in adventure.chapter for paper in chapter.handouts)
    )
    kept = brought(game, path)
    ann = kept.seat("Ann")
    for chapter in chapters:
        kept.do(BeginChapter(chapter=chapter.id))
    late = kept.seat("Ben")
    everybody = seen(kept, ann)["handouts"]
    assert seen(kept, late)["handouts"] == everybody != {}
    assert len(everybody) < len(kept.table.handouts)
    first = next(iter(everybody))
    kept.do(ShowHandout(id=first, seats=(ann,)))
    assert first not in seen(kept, kept.seat("Cleo"))["handouts"]
    assert kept.folded().handouts == kept.table.handouts


def test_who_joins_late_where_nobody_leads_has_all_of_the_chapter() -> None:
    kept = one()
    ann = kept.seat("Ann")
    kept.do(HandOver(who="gm", policy="simple"))
    kept.do(BeginChapter(chapter=led(kept)["chapters"][0]["id"]))
    assert seen(kept, kept.seat("Ben"))["handouts"] == seen(kept, ann)["handouts"] != {}


def test_it_is_kept_by_entries_and_snapshots_and_dropped() -> None:
    kept = one()
    chapters = [chapter["id"] for chapter in led(kept)["chapters"]]
    kept.do(BeginChapter(chapter=chapters[0]))
    kept.do(BeginChapter(chapter=chapters[1], tell=True))
    assert led(kept)["before"] == chapters[0]
    again = kept.folded()
    assert again.adventure is not None
    assert kept.table.adventure is not None
    assert again.adventure.begun == kept.table.adventure.begun == tuple(chapters[:2])
    resumed = doings.resumed(take(kept.table).snapshot, NoPast(), [], kept.fake.outside())
    assert Documents(resumed).of(resumed.seats[kept.gm])["master"]["adventure"] == led(kept)
    kept.do(DropAdventure())
    assert seen(kept, kept.gm)["adventure"] is None
    assert kept.folded().adventure is None
    assert kept.table.handouts
    assert kept.table.scenes


def test_brought_again_it_takes_the_place_of_what_it_had() -> None:
    kept = one()
    first = led(kept)["chapters"][0]["id"]
    kept.do(BeginChapter(chapter=first))
    before = list(kept.table.scenes), list(kept.table.handouts)
    _, adventure = doings_of(next(path for game, path in ALL if game == "vitality"))
    kept.do(adventure)
    assert (list(kept.table.scenes), list(kept.table.handouts)) == before
    assert led(kept)["now"]["id"] == first


def test_what_is_refused_changes_nothing() -> None:
    kept = one()
    _, adventure = doings_of(next(path for game, path in ALL if game == "vitality"))
    number = kept.table.number
    for wrong in (
        msgspec.structs.replace(adventure, scenes={}),
        msgspec.structs.replace(adventure, pictures={}),
        msgspec.structs.replace(adventure, adventure={**adventure.adventure, "players": [0, 99]}),
    ):
        with pytest.raises(BadInput):
            kept.do(wrong)
    assert kept.table.number == number


@pytest.mark.slow
@each
def test_a_table_of_machines_goes_through_its_scenes_and_rests(game: str, path: Path) -> None:
    """Each scene to its end, then each rest and journey of its chapter, command after command."""
    kept, adventure = brought(game, path), adventure_at(path).adventure
    for who in (*kept.table.game.sides, "gm"):
        kept.do(HandOver(who=who, policy="simple"))
    for chapter in adventure.chapter:
        kept.do(BeginChapter(chapter=chapter.id))
        now = led(kept)["now"]
        if now["scene"]:
            kept.do(OpenScene(scene=now["scene"], carry=False))
            kept.run(3_000)
        for what in chapter.after if now["scene"] else ():
            kept.do(Pass(rest=what.rest, travel=what.travel))
            kept.run(3_000)
            assert kept.table.passing is None
    assert kept.folded().number == kept.table.number
