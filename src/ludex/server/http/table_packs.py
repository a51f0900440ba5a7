"""Packs at a table: the game master brings one of theirs or a shared one, is offered what of it was
saved since, and prepares scenes of it. The table has a copy, and needs nothing of the library any more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from ludex.core.files.packs import Pack, drawn_by_pictures, maps_under, needed
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.pack.manifest import numbers
from ludex.core.pack.parts import ENDING, PICTURES, is_picture, left_over
from ludex.core.pack.pictures import kind_of
from ludex.server import limits
from ludex.server.http.adventures import adventure_doing, paper_pictures, scenes_for
from ludex.server.http.asking import SEAT, Asker, Given, House, Made, by_master, house, key_of
from ludex.server.http.faults import may_fail
from ludex.server.http.packs import PackLine, apart, line_of
from ludex.server.http.tables import plain_toml
from ludex.server.keys import hashed
from ludex.table.campaign.adventures import BringAdventure
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.deleting import DropPicture
from ludex.table.campaign.likenesses import pictures_had
from ludex.table.campaign.notes import WriteHandout
from ludex.table.campaign.scenes import Prepare
from ludex.table.campaign.settings import AddContent, Answer
from ludex.table.document.master_looks import Rehearse, look_at_rehearsal
from ludex.table.document.show import Documents
from ludex.table.records.entry import PackLabel
from ludex.table.records.seat import Seat, master_only, refuse
from ludex.workshop.judged import titles
from ludex.workshop.workshop import Maker, Revision, Workshop

MAKER_TOKEN = "maker-token"  # the header with which a game master says that they are a maker, too
Words = Annotated[str, msgspec.Meta(max_length=200)]


class PackHere(Made, frozen=True, kw_only=True):
    """A pack that was brought to the table, and where the library has it otherwise now, which version that is."""

    name: str  # of the content at the table
    id: str
    title: str
    version: str
    pack: str  # in the library; empty where it is not there
    revision: int  # the one that the table has; 0 where the library has it no longer
    newer: str  # its version there, which may be the same; empty where the table has what is saved
    scenes: dict[str, str]  # their titles by name, of the version that the table has


class TablePacksTold(Made, frozen=True, kw_only=True):
    here: list[PackHere]
    offered: list[PackLine]  # that can be brought


class PackBringing(Given, frozen=True, kw_only=True):
    """A pack that is brought to the table, or a later version of it; what it needs comes along, its adventure, the
    pictures by which somebody is drawn, and its other pictures as handouts that nobody has been shown. `scenes` are
    prepared. `answers` say what becomes of what is in use and would be gone."""

    pack: Words
    scenes: list[Words] = []
    pictures: bool = True
    answers: list[Answer] = []


class PackScene(Given, frozen=True, kw_only=True):
    """A scene of a pack that was brought, by its name there."""

    pack: Words
    scene: Words


class PackBrought(Made, frozen=True, kw_only=True):
    """The packs that the table has now, those that were needed first; the ids of prepared scenes; what about characters
    no rule allows, and what may have been forgotten."""

    packs: list[str]
    scenes: list[str]
    overrides: list[str]
    warnings: list[str]


class ScenePreparedOfPack(Made, frozen=True, kw_only=True):
    scene: str


# ---------------------------------------------------------------- what is worked out apart


class Ready(NamedTuple):
    """What is to be done at a table to bring a pack: what it needs first."""

    content: list[AddContent]
    scenes: list[Prepare]
    tokens: list[Token]  # pictures by which somebody is drawn, and that lie under boards or are in an adventure
    adventures: list[BringAdventure]


class Token(NamedTuple):
    pack: str  # in the library
    name: str  # of the file
    picture: str  # as the table calls it


def readied(workshop: Workshop, maker: str, given: PackBringing, game: str, there: dict[str, PackLabel]) -> Ready:
    head = workshop.pack(maker, given.pack)
    if head.game != game:
        raise refuse(f"this pack is for {head.game}, and this table plays {game}")
    if head.told.faults:
        raise refuse("this pack cannot be used yet: something is wrong with it")
    pack = Pack(workshop.parts(maker, given.pack, pictures=False))
    others = {other.manifest.id: (found, other) for found, other in workshop.needed(maker, pack.manifest, head.maker)}
    below = needed(pack.manifest, {name: other for name, (_, other) in others.items()})
    wanted = [others[other.manifest.id] for other in below if not is_new_enough(there, other)]
    content, tokens = [], []
    for found, one in [*wanted, (head, pack)]:
        hashes = workshop.picture_hashes(maker, found.id)
        if one.content():
            content.append(content_of(one, found.seal, hashes, given.answers if one is pack else ()))
        tokens += [Token(found.id, name, hashes[name]) for name in token_names(one) if name in hashes]
    own = workshop.picture_hashes(maker, head.id)
    return Ready(content, [scene_of(pack, name, own) for name in given.scenes], tokens, led_by(pack, own, below))


def led_by(pack: Pack, hashes: Mapping[str, str], below: Sequence[Pack] = ()) -> list[BringAdventure]:
    """The adventure of a pack, where it has one; its scenes with their pictures as the table calls them."""
    scenes = {name: scene_tables(tables, hashes) for name, tables in scenes_for(pack, below).items()}
    doing = adventure_doing(pack, hashes, scenes)
    return [doing] if doing is not None else []


def all_readied(workshop: Workshop, maker: str, given: Sequence[PackBringing], game: str) -> Ready:
    """Several packs, for a table that has none yet. What is chosen and needed too comes once."""
    found, there = Ready([], [], [], []), dict[str, PackLabel]()
    for each in given:
        ready = readied(workshop, maker, each, game, there)
        found.content.extend([content for content in ready.content if there.get(content.name) != content.pack])
        found.scenes.extend(ready.scenes)
        found.tokens.extend(ready.tokens)
        found.adventures.extend(ready.adventures)
        there.update({content.name: content.pack for content in ready.content if content.pack is not None})
    return found


def pictures_in(workshop: Workshop, maker: str, pack: str) -> dict[str, bytes]:
    """The pictures of a pack, but for tokens that nobody has any more."""
    parts = workshop.parts(maker, pack)
    lost = left_over(parts)
    return {name: data for name, data in parts.items() if is_picture(name) and name not in lost}


def token_names(pack: Pack) -> list[str]:
    """The files by which entries of a pack are drawn, those that lie under boards, and the handouts of its adventure,
    each once."""
    drawn = [raw["picture"] for _, raw in drawn_by_pictures(pack.content())]
    maps = [picture for tables in pack.tables.values() for _, picture in maps_under(tables)]
    return list(dict.fromkeys([f"{PICTURES}{picture}" for picture in (*drawn, *maps, *paper_pictures(pack))]))


def readied_scene(workshop: Workshop, maker: str, given: PackScene, there: dict[str, PackLabel]) -> Prepare:
    head = workshop.pack(maker, given.pack)
    label = next((one for one in there.values() if one.id == head.name), None)
    had = revision_had(workshop.revisions(maker, given.pack), label) if label is not None else None
    if label is not None and had is None:
        raise refuse(
            f"the library has no version {label.version} of this pack for you: bring the one that is there first"
        )
    number = had.number if had is not None else head.revision
    hashes = workshop.picture_hashes(maker, given.pack, number)
    return scene_of(Pack(workshop.parts(maker, given.pack, number, pictures=False)), given.scene, hashes)


def revision_had(revisions: Sequence[Revision], label: PackLabel) -> Revision | None:
    """What a table has of a pack; where that is not there any more, the last that was saved under the same version."""
    same = [one for one in revisions if one.told.manifest.version == label.version]
    return next((one for one in same if one.seal == label.seal), next(iter(same), None))


def content_of(pack: Pack, seal: str, hashes: Mapping[str, str], answers: Sequence[Answer] = ()) -> AddContent:
    """All content of a pack under its name, labelled. Pictures are called as the table calls them, by their hashes."""
    manifest = pack.manifest
    label = PackLabel(id=manifest.id, title=manifest.title, version=manifest.version, seal=seal)
    tables = called_by_hash(plain_toml(pack.content()), hashes)
    return AddContent(name=f"{manifest.id}{ENDING}", tables=tables, pack=label, answers=tuple(answers))


def called_by_hash(tables: dict[str, list[Any]], hashes: Mapping[str, str]) -> dict[str, Any]:
    return {kind: [_called(raw, hashes) for raw in entries] for kind, entries in tables.items()}


def _called(raw: Any, hashes: Mapping[str, str]) -> Any:
    """An entry or a map with its pictures called so."""
    if not isinstance(raw, dict):
        return raw
    named, under = raw.get("picture"), raw.get("map")
    found = {**raw, "picture": hashes.get(f"{PICTURES}{named}", "")} if named else raw
    return {**found, "map": _called(under, hashes)} if isinstance(under, dict) else found


def rehearsed(ready: Ready, documents: Documents, seat: Seat) -> Any:
    """What bringing all of it would come to."""
    master_only(seat)
    files = {content.name: content.tables for content in ready.content}
    answers = ready.content[-1].answers if ready.content else ()
    return look_at_rehearsal(documents, seat, None, Rehearse(files=files, answers=answers))


def scene_of(pack: Pack, name: str, hashes: Mapping[str, str]) -> Prepare:
    scenes = pack.scenes()
    if name not in scenes:
        raise BadInput(f"there is no scene {name!r} in this pack; {there_are(name, scenes)}")
    return Prepare(title=titles(pack)[name], tables=scene_tables(scenes[name], hashes))


def scene_tables(raw: Mapping[str, Any], hashes: Mapping[str, str]) -> dict[str, Any]:
    """The tables of a scene, the picture under its board as the table calls it."""
    tables: dict[str, Any] = plain_toml(dict(raw))
    return {**tables, **({"board": _called(tables["board"], hashes)} if "board" in tables else {})}


def is_new_enough(there: dict[str, PackLabel], pack: Pack) -> bool:
    """Has the table this pack already, in this version or a later one?"""
    label = next((one for one in there.values() if one.id == pack.manifest.id), None)
    return label is not None and numbers(label.version) >= numbers(pack.manifest.version)


# ---------------------------------------------------------------- what is told


def packs_told(workshop: Workshop, maker: str, game: str, labels: dict[str, PackLabel]) -> TablePacksTold:
    offered = [line_of(head, maker) for head in workshop.packs(maker, game) if not head.told.faults]
    return TablePacksTold(
        here=[here(workshop, maker, game, name, label) for name, label in labels.items()], offered=offered
    )


def here(workshop: Workshop, maker: str, game: str, name: str, label: PackLabel) -> PackHere:
    head = workshop.origin(maker, label.id, label.seal, game)
    if head is None:
        return PackHere(
            name=name, id=label.id, title=label.title, version=label.version, pack="", revision=0, newer="", scenes={}
        )
    had = revision_had(workshop.revisions(maker, head.id), label)
    return PackHere(
        name=name, id=label.id, title=label.title, version=label.version, pack=head.id,
        revision=had.number if had is not None and had.seal == label.seal else 0,
        newer=head.told.manifest.version if not head.told.faults and head.seal != label.seal else "",
        scenes=had.told.scenes if had is not None else {},
    )  # fmt: skip


async def maker_beside(request: Asker) -> Maker:
    """The maker whose token comes beside that of the seat; without one somebody who sees what is shared."""
    at, token = house(request), request.headers.get(MAKER_TOKEN, "").strip()
    found = await asyncio.to_thread(at.workshop.maker_of, hashed(token)) if token else None
    return found if found is not None else Maker("", "", 0.0)


async def labels_at(request: Asker, table: str) -> tuple[str, dict[str, PackLabel]]:
    """The game of a table and the packs that it has; for its game master."""

    def told(campaign: Campaign, seat: Seat) -> tuple[str, dict[str, PackLabel]]:
        master_only(seat)
        return campaign.game.name, dict(campaign.packs)

    return await house(request).desk.read(table, key_of(request), told)


class TablePacks(Controller):
    path = "/tables"
    tags = ["packs"]

    @get("/{table:str}/packs", security=SEAT, guards=[by_master], responses=may_fail(401, 404), weight=limits.DEAR)
    async def packs(self, request: Asker, table: FromPath[str]) -> TablePacksTold:
        """The packs of the table, with what was saved of them since, and those that could be brought: shared
        ones, and with the header `Maker-Token` one's own. For the game master."""
        maker, (game, labels) = await maker_beside(request), await labels_at(request, table)
        return await asyncio.to_thread(packs_told, house(request).workshop, maker.id, game, labels)

    @post(
        "/{table:str}/packs", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )  # fmt: skip
    async def bring(self, request: Asker, table: FromPath[str], data: JSONBody[PackBringing]) -> PackBrought:
        """Bring a pack to the table, or a later version of it. For the game master."""
        at, key, maker = house(request), key_of(request), await maker_beside(request)
        game, there = await labels_at(request, table)
        await asyncio.to_thread(at.workshop.pack, maker.id, data.pack)
        ready = await apart(at, maker, readied, maker.id, data, game, there)
        told = PackBrought(packs=[], scenes=[], overrides=[], warnings=[])
        kept = await asyncio.to_thread(at.desk.store.blobs, table)
        new = [token for token in ready.tokens if token.picture not in kept]
        try:
            await bring_tokens(at, table, key, maker, new)
            for content in ready.content:
                done = await at.desk.do(table, key, content)
                told.packs.append(content.pack.title if content.pack is not None else content.name)
                told.overrides.extend(done["overrides"])
                told.warnings.extend(done["warnings"])
        except (Refused, BadInput):
            await take_back(at, table, key, {token.picture for token in new})
            raise
        for scene in ready.scenes:
            told.scenes.append((await at.desk.do(table, key, scene))["scene"])
        for adventure in ready.adventures:
            told.scenes.extend((await at.desk.do(table, key, adventure))["scenes"])
        if data.pictures:
            drawn = await asyncio.to_thread(pictures_in, at.workshop, maker.id, data.pack)
            tokens = {token.name for token in ready.tokens if token.pack == data.pack}
            others = {name: picture for name, picture in drawn.items() if name not in tokens}
            await bring_pictures(at, table, key, others)
        return told

    @post(
        "/{table:str}/packs/rehearsal", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )  # fmt: skip
    async def rehearse(self, request: Asker, table: FromPath[str], data: JSONBody[PackBringing]) -> dict[str, Any]:
        """What bringing a pack, or a later version of it, would come to: what is new, changed and taken away, who uses
        it, and what needs an answer. Nothing is changed. For the game master."""
        at, key, maker = house(request), key_of(request), await maker_beside(request)
        game, there = await labels_at(request, table)
        await asyncio.to_thread(at.workshop.pack, maker.id, data.pack)
        ready = await apart(at, maker, readied, maker.id, data, game, there)
        found: dict[str, Any] = await at.desk.work_out(table, key, partial(rehearsed, ready))
        return found

    @post(
        "/{table:str}/packs/scenes", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )  # fmt: skip
    async def prepare(self, request: Asker, table: FromPath[str], data: JSONBody[PackScene]) -> ScenePreparedOfPack:
        """Prepare a scene of a pack, of the version that the table has, or where it has none of its content, of the one
        that is there. For the game master."""
        at, key, maker = house(request), key_of(request), await maker_beside(request)
        _, there = await labels_at(request, table)
        await asyncio.to_thread(at.workshop.pack, maker.id, data.pack)
        scene = await apart(at, maker, readied_scene, maker.id, data, there)
        return ScenePreparedOfPack(scene=(await at.desk.do(table, key, scene))["scene"])


async def bring_tokens(at: House, table: str, key: str, maker: Maker, tokens: Sequence[Token]) -> None:
    """The pictures by which somebody is drawn come before whoever names them."""
    for token in tokens:
        data = await asyncio.to_thread(at.workshop.picture, maker.id, token.pack, token.name)
        await at.desk.keep_picture(table, key, kind_of(data), data, for_token=True)


async def take_back(at: House, table: str, key: str, pictures: set[str]) -> None:
    """Of pictures that came, those that nobody names: what was needed may be there already, and has its own."""
    named = await at.desk.read(table, key, lambda campaign, seat: pictures_had(campaign))
    kept = await asyncio.to_thread(at.desk.store.blobs, table)
    for picture in sorted(pictures & kept.keys() - named):
        await at.desk.do(table, key, DropPicture(picture=picture))


async def bring_pictures(at: House, table: str, key: str, drawn: Mapping[str, bytes]) -> None:
    """As handouts that nobody has been shown, but for those that the table has already."""

    def had(campaign: Campaign, seat: Seat) -> set[str]:
        return {shown.handout.picture for shown in campaign.handouts.values()}

    there = await at.desk.read(table, key, had)
    for name, data in drawn.items():
        if sha256(data).hexdigest() not in there:
            kept = await at.desk.keep_picture(table, key, kind_of(data), data)
            await at.desk.do(table, key, handout(name, kept))


def handout(name: str, picture: str) -> WriteHandout:
    """Of a picture, called as its file."""
    words = Path(name).stem.replace("_", " ")
    return WriteHandout(title=words, picture=picture, description=words)
