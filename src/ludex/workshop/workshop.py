"""The library of a server: makers, their packs, and each of them as it was saved, time after time.

It is in the same database as the tables, and no table needs it: a table has a copy of what was brought to it. Whoever
is not the maker of a pack sees of it what is shared, and nothing else: neither that it is there, nor how large it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from heapq import nsmallest
from io import BytesIO
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludex.core.files.packs import Pack
from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.core.pack.manifest import MOST_NEEDS, Manifest, numbers
from ludex.core.pack.parts import Parts, is_picture, ordered, seal_of
from ludex.core.pack.reading import packed, unpacked
from ludex.table.campaign.names import name_of
from ludex.table.desk.quota import PACKS, REVISIONS, Quota, bytes_told
from ludex.table.desk.store_rows import Missing
from ludex.table.records.seat import TABLE, refuse
from ludex.workshop import shape
from ludex.workshop.held import Held, Wanted, fits, nearness
from ludex.workshop.judged import Judged

MOST_NOTE = 400  # characters
MOST_LISTED = 500  # packs that are told at once
MOST_FOUND = 60  # entries that a search finds
MOST_READ = 8_000_000  # characters of what packs hold that a search looks through: one's own, then the latest
AWHILE = 600.0  # seconds after which somebody who goes on with the same thing has begun anew


class Maker(NamedTuple):
    id: str
    name: str
    made: float


class Forked(msgspec.Struct, frozen=True, kw_only=True):
    """What a pack is a copy of."""

    name: str
    title: str
    version: str
    by: str


class Head(NamedTuple):
    """What a list of packs tells of one."""

    id: str
    maker: str
    by: str  # the name of the maker
    name: str
    title: str
    game: str
    revision: int  # the one that whoever asks sees: the last, or to others the shared one
    shared: int
    forked: Forked | None
    changed: float
    told: Judged
    seal: str  # of that revision


class Revision(NamedTuple):
    number: int
    at: float
    note: str
    told: Judged
    seal: str


class Saved(NamedTuple):
    pack: str
    number: int
    fresh: bool  # there was no such pack before


class NoPack(Missing):
    """There is no such pack, or none that whoever asks may know of."""

    def __init__(self, words: str = "there is no such pack") -> None:
        super().__init__(words)


OVERTAKEN = Refusal("this pack was saved elsewhere meanwhile: open it anew, and make the change there", TABLE)


class Overtaken(Refused):
    """What somebody saves was made of a revision that is not the last any more."""

    def __init__(self, refusal: Refusal = OVERTAKEN) -> None:
        super().__init__(refusal)


class Workshop:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # -- makers -----------------------------------------------------------------------------------------------

    def add_maker(self, id: str, name: str, token_hash: str, now: float) -> Maker:
        name = name_of(name)
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(shape.makers).values(id=id, name=name, token_hash=token_hash, made=now))
        except IntegrityError:
            raise refuse("there is a maker already: whoever runs the server can make their link anew") from None
        return Maker(id, name, now)

    def maker_of(self, token_hash: str) -> Maker | None:
        """Whose token this is."""
        wanted = select(shape.makers).where(shape.makers.c.token_hash == token_hash)
        with self._engine.begin() as connection:
            row = connection.execute(wanted).first()
        return Maker(row.id, row.name, row.made) if row is not None else None

    def makers(self) -> list[Maker]:
        with self._engine.begin() as connection:
            rows = connection.execute(select(shape.makers).order_by(shape.makers.c.made, shape.makers.c.id)).all()
        return [Maker(row.id, row.name, row.made) for row in rows]

    def renew_link(self, maker: str, token_hash: str) -> None:
        """The old link is void."""
        same = update(shape.makers).where(shape.makers.c.id == maker).values(token_hash=token_hash)
        with self._engine.begin() as connection:
            if connection.execute(same).rowcount != 1:
                raise Missing(f"there is no maker {maker!r}")

    def bytes_of(self, maker: str) -> int:
        """How many bytes all packs of a maker take, with all their revisions and pictures."""
        with self._engine.begin() as connection:
            return _bytes(connection, maker)

    # -- looking ----------------------------------------------------------------------------------------------

    def packs(self, maker: str, game: str = "", all_of_them: bool = False) -> list[Head]:
        """The packs of a maker and those that others share, the one that was changed last first; or for whoever runs
        the server all of them."""
        which = [shape.packs.c.game == game] if game else []
        with self._engine.begin() as connection:
            return _heads(connection, maker, *which, whosever=all_of_them)

    def pack(self, maker: str, id: str) -> Head:
        with self._engine.begin() as connection:
            return _head(connection, maker, id)

    def revisions(self, maker: str, id: str) -> list[Revision]:
        """The last first. Others than its maker see the shared one alone."""
        with self._engine.begin() as connection:
            head = _head(connection, maker, id)
            own = shape.revisions.c.of_pack == id
            if head.maker != maker:
                own = and_(own, shape.revisions.c.number == head.revision)
            columns = (shape.revisions.c[name] for name in ("number", "at", "note", "told", "seal"))
            rows = connection.execute(select(*columns).where(own).order_by(shape.revisions.c.number.desc()))
            return [Revision(row.number, row.at, row.note, read_json(row.told, Judged), row.seal) for row in rows]

    def parts(self, maker: str, id: str, number: int = 0, pictures: bool = True) -> dict[str, bytes]:
        """All parts of a pack as it was saved, by default as whoever asks sees it."""
        with self._engine.begin() as connection:
            head = _head(connection, maker, id)
            if number and head.maker != maker and number != head.revision:
                raise NoPack
            return _parts(connection, id, number or head.revision, pictures)

    def picture_hashes(self, maker: str, id: str, number: int = 0) -> dict[str, str]:
        """The hash of each picture of a pack as it was saved, by default as whoever asks sees it, by name."""
        with self._engine.begin() as connection:
            head = _head(connection, maker, id)
            row = connection.execute(_revision(id, number or head.revision)).first()
        found: dict[str, str] = msgspec.json.decode(row.pictures) if row is not None else {}
        return found

    def picture(self, maker: str, id: str, name: str) -> bytes:
        with self._engine.begin() as connection:
            head = _head(connection, maker, id)
            row = connection.execute(_revision(id, head.revision)).first()
            wanted = msgspec.json.decode(row.pictures).get(name) if row is not None else None
            data = connection.execute(
                select(shape.pictures.c.data).where(shape.pictures.c.of_pack == id, shape.pictures.c.hash == wanted)
            ).scalar()
        if data is None:
            raise Missing("there is no such picture")
        return bytes(data)

    def found(self, maker: str, name: str, at_least: str = "0", game: str = "", by: str = "") -> Head | None:
        """The pack by the id in its pack.toml: a maker's own, that of the maker `by` whose pack needs it, or the latest
        that others share. Anybody may give a pack of theirs the id of another."""
        with self._engine.begin() as connection:
            which = [shape.packs.c.name == name, *([shape.packs.c.game == game] if game else [])]
            named = [one for one in _heads(connection, maker, *which) if one.name == name]
        own = [one for one in named if one.maker == maker]
        fit = [one for one in named if numbers(one.told.manifest.version) >= numbers(at_least) and not one.told.faults]
        own_fit = [one for one in fit if one.maker == maker]
        theirs = [one for one in fit if one.maker == by]
        return next(iter(own_fit or theirs or sorted(fit, key=_latest) or own or named), None)

    def origin(self, maker: str, name: str, seal: str, game: str) -> Head | None:
        """The pack from which something of this seal was brought, as whoever asks sees it now: one's own, or else whose
        revision that was first. Where nobody has it any more, one's own of the same id; what others call so is another
        pack."""
        which = shape.packs.c.name == name, shape.packs.c.game == game
        same = select(shape.revisions.c.of_pack).where(shape.revisions.c.seal == seal).order_by(shape.revisions.c.at)
        with self._engine.begin() as connection:
            heads = {one.id: one for one in _heads(connection, maker, *which)}
            own = same.where(shape.revisions.c.of_pack.in_(heads))
            first = [heads[id] for id in connection.execute(own).scalars()]
        first.sort(key=lambda head: head.maker != maker)
        return next(iter(first or [one for one in heads.values() if one.maker == maker]), None)

    def needed(self, maker: str, manifest: Manifest, by: str = "") -> list[tuple[Head, Pack]]:
        """The packs that one needs, which the maker `by` has made, and those that these need, as far as they are there,
        each with what it is; text alone."""
        found: dict[str, tuple[Head, Pack]] = {}
        waiting = [(need, by) for need in manifest.needs]
        while waiting and len(found) < MOST_NEEDS:
            need, by = waiting.pop(0)
            if need.id in found or need.id == manifest.id:
                continue
            head = self.found(maker, need.id, need.version, manifest.game, by)
            if head is not None:
                pack = Pack(self.parts(maker, head.id, pictures=False))
                found[need.id] = (head, pack)
                waiting += [(other, head.maker) for other in pack.manifest.needs]
        return list(found.values())

    def search(self, maker: str, wanted: Wanted) -> list[tuple[Head, Held]]:
        """Entries and scenes of all packs that somebody may see, by what is kept beside the revision that they see."""
        which = [shape.packs.c.game == wanted.game] if wanted.game else []
        found: list[tuple[Head, Held]] = []
        with self._engine.begin() as connection:
            heads = [one for one in _heads(connection, maker, *which) if _has_tag(one, wanted.tag)]
            for head, written in _held(connection, sorted(heads, key=lambda head: head.maker != maker)):
                around = f"{head.title} {' '.join(head.told.manifest.tags)}"
                found += [(head, held) for held in read_json(written, list[Held]) if fits(wanted, held, around)]
                found = nsmallest(MOST_FOUND, found, key=lambda one: nearness(wanted, one[1]))
        return found

    # -- saving -----------------------------------------------------------------------------------------------

    def save(
        self,
        maker: str,
        id: str,
        parts: Parts,
        told: Judged,
        quota: Quota,
        *,
        note: str = "",
        now: float,
        fresh: str,
        forked: Forked | None = None,
        onto: int = 0,
        goes_on: bool = False,
        held: Sequence[Held] = (),
    ) -> Saved:
        """A pack as it is from now on: of this id, or of the maker's own that says it is the same, or a new one, whose
        id is the fresh one. What has not changed is not saved again. `onto`: the revision of which it was made, where
        it must still be the last. `goes_on`: somebody writes on; then it takes the place of the last revision, if that
        is not long ago, has the same note, and nobody else sees it."""
        manifest, seal, note = told.manifest, seal_of(parts), note.replace("\0", "")[:MOST_NOTE]
        body, drawn = _split(parts)
        with self._engine.begin() as connection:
            _lock(connection, maker)
            row = _own(connection, maker, id, manifest.id)
            if row is None and id:
                raise NoPack
            twin = _own(connection, maker, "", manifest.id)
            if row is not None and twin is not None and twin.id != row.id:
                raise BadInput(f"id: another pack of yours is called {manifest.id!r}")
            if row is None:
                _check_packs(connection, maker)
                values = {"maker": maker, "revision": 0, "shared": 0, "forked": _json(forked), "name": manifest.id}
                connection.execute(
                    insert(shape.packs).values(
                        id=fresh, title=_plain(manifest.title), game=manifest.game, changed=now, **values
                    )
                )
            pack, number = (row.id, row.revision) if row is not None else (fresh, 0)
            if onto and onto != number:
                raise Overtaken
            last = connection.execute(_revision(pack, number)).first()
            if last is not None and last.seal == seal:
                return Saved(pack, number, False)
            if goes_on and last is not None and last.note == note and now - last.at < AWHILE and row.shared != number:
                own = shape.revisions.c.of_pack == pack
                connection.execute(delete(shape.revisions).where(own, shape.revisions.c.number == number))
            _put_pictures(connection, pack, drawn)
            connection.execute(
                insert(shape.revisions).values(
                    of_pack=pack, number=number + 1, at=now, note=note, seal=seal, told=_json(told), body=body,
                    held=_json(held),
                    pictures=_json({name: _hash(data) for name, data in drawn.items()}),
                )
            )  # fmt: skip
            connection.execute(
                update(shape.packs)
                .where(shape.packs.c.id == pack)
                .values(
                    revision=number + 1, changed=now, name=manifest.id, title=_plain(manifest.title),
                    game=manifest.game,
                )
            )  # fmt: skip
            _forget_oldest(connection, pack)
            _check_bytes(connection, maker, quota)
        return Saved(pack, number + 1, row is None)

    def share(self, maker: str, id: str, shared: bool) -> None:
        """The last revision is what others see from now on; or nothing of it."""
        with self._engine.begin() as connection:
            _lock(connection, maker)
            head = _head(connection, maker, id)
            if head.maker != maker:
                raise NoPack
            if shared and head.told.faults:
                raise refuse("it cannot be shared yet: something is wrong with it")
            number = head.revision if shared else 0
            connection.execute(update(shape.packs).where(shape.packs.c.id == id).values(shared=number))

    def delete(self, maker: str, id: str, even_so: bool = False) -> None:
        """For good, with all its revisions; tables keep what they have. `even_so`: whosever it is."""
        with self._engine.begin() as connection:
            if not even_so:
                _lock(connection, maker)
                if _own(connection, maker, id, "") is None:
                    raise NoPack
            for each in (shape.revisions, shape.pictures):
                connection.execute(delete(each).where(each.c.of_pack == id))
            if connection.execute(delete(shape.packs).where(shape.packs.c.id == id)).rowcount != 1:
                raise NoPack


# ---------------------------------------------------------------- inside a transaction


def _has_tag(head: Head, tag: str) -> bool:
    return not tag or tag.lower() in [one.lower() for one in head.told.manifest.tags]


def _is(head: Head) -> Any:
    """The revision that whoever asks sees."""
    return and_(shape.revisions.c.of_pack == head.id, shape.revisions.c.number == head.revision)


def _held(connection: Connection, heads: Sequence[Head]) -> Iterator[tuple[Head, str]]:
    """What these packs hold, as it is written, pack by pack, until enough was read: a search must not keep the server
    busy, however much there is."""
    read = 0
    for head in heads:
        written = connection.execute(select(shape.revisions.c.held).where(_is(head))).scalar_one()
        read += len(written)
        if read > MOST_READ:
            return
        yield head, written


def _seen(maker: str) -> Any:
    return or_(shape.packs.c.maker == maker, shape.packs.c.shared > 0)


def _lock(connection: Connection, maker: str) -> None:
    """Nobody else saves for this maker until the transaction ends. It comes first: in SQLite a transaction that has
    read something cannot begin to write when another has written meanwhile."""
    same = update(shape.makers).where(shape.makers.c.id == maker).values(name=shape.makers.c.name)
    if connection.execute(same).rowcount != 1:
        raise Missing("there is no such maker")


def _own(connection: Connection, maker: str, id: str, name: str) -> Any:
    """The maker's own pack of this id; without one, that of this name."""
    which = shape.packs.c.id == id if id else shape.packs.c.name == name
    return connection.execute(select(shape.packs).where(shape.packs.c.maker == maker, which)).first()


def _revision(id: str, number: int) -> Any:
    return select(shape.revisions).where(shape.revisions.c.of_pack == id, shape.revisions.c.number == number)


def _heads(connection: Connection, maker: str, *which: Any, whosever: bool = False) -> list[Head]:
    """The packs that somebody may see, each as they see it: the last revision of one's own, else the shared one. Where
    there are too many to be told, one's own are among those that are."""
    sees = (
        shape.packs.c.revision
        if whosever
        else case((shape.packs.c.maker == maker, shape.packs.c.revision), else_=shape.packs.c.shared)
    )
    own = (shape.revisions.c.of_pack == shape.packs.c.id) & (shape.revisions.c.number == sees)
    wanted = (
        select(
            shape.packs,
            shape.makers.c.name.label("by"),
            shape.revisions.c.told,
            shape.revisions.c.number,
            shape.revisions.c.at,
            shape.revisions.c.seal,
        )
        .join(shape.makers, shape.makers.c.id == shape.packs.c.maker)
        .join(shape.revisions, own)
        .where(*which, *([] if whosever else [_seen(maker)]))
        .order_by(case((shape.packs.c.maker == maker, 0), else_=1), shape.packs.c.changed.desc(), shape.packs.c.id)
        .limit(MOST_LISTED)
    )
    found = [_head_of(row, whosever or row.maker == maker) for row in connection.execute(wanted)]
    return sorted(found, key=lambda head: -head.changed)


def _head_of(row: Any, is_own: bool) -> Head:
    told = read_json(row.told, Judged)
    manifest = told.manifest
    return Head(
        row.id, row.maker, row.by, manifest.id, manifest.title, manifest.game, row.number,
        row.shared if is_own else row.number, read_json(row.forked, Forked | None), row.at, told, row.seal,
    )  # fmt: skip


def _head(connection: Connection, maker: str, id: str) -> Head:
    found = _heads(connection, maker, shape.packs.c.id == id)
    if not found:
        raise NoPack
    return found[0]


def _parts(connection: Connection, id: str, number: int, pictures: bool) -> dict[str, bytes]:
    row = connection.execute(_revision(id, number)).first()
    if row is None:
        raise Missing(f"there is no revision {number} of this pack any more")
    parts = unpacked(BytesIO(row.body), "the library")
    if pictures:
        there = connection.execute(select(shape.pictures).where(shape.pictures.c.of_pack == id))
        data = {one.hash: bytes(one.data) for one in there}
        parts |= {name: data[hash] for name, hash in msgspec.json.decode(row.pictures).items() if hash in data}
    return {name: parts[name] for name in ordered(parts)}


def _split(parts: Parts) -> tuple[bytes, dict[str, bytes]]:
    """The text in one, and the pictures, which many revisions share."""
    text = {name: data for name, data in parts.items() if not is_picture(name)}
    return packed(text), {name: data for name, data in parts.items() if is_picture(name)}


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _put_pictures(connection: Connection, pack: str, drawn: Mapping[str, bytes]) -> None:
    there = set(
        connection.execute(select(shape.pictures.c.hash).where(shape.pictures.c.of_pack == pack)).scalars().all()
    )
    for hash, data in {_hash(data): data for data in drawn.values()}.items():
        if hash not in there:
            connection.execute(insert(shape.pictures).values(of_pack=pack, hash=hash, data=data))


def _forget_oldest(connection: Connection, pack: str) -> None:
    """Of a pack that is saved again and again, as many revisions are kept as may be; and no picture that none has."""
    shared = connection.execute(select(shape.packs.c.shared).where(shape.packs.c.id == pack)).scalar()
    own, number = shape.revisions.c.of_pack == pack, shape.revisions.c.number
    latest = connection.execute(select(number).where(own).order_by(number.desc()).limit(REVISIONS)).scalars().all()
    old = and_(own, number < latest[-1], number != shared)
    if not connection.execute(delete(shape.revisions).where(old)).rowcount:
        return
    kept: set[str] = set()
    for told in connection.execute(select(shape.revisions.c.pictures).where(own)).scalars():
        kept |= set(msgspec.json.decode(told).values())
    there = connection.execute(select(shape.pictures.c.hash).where(shape.pictures.c.of_pack == pack)).scalars().all()
    for hash in [hash for hash in there if hash not in kept]:
        connection.execute(
            delete(shape.pictures).where(shape.pictures.c.of_pack == pack, shape.pictures.c.hash == hash)
        )


def _check_packs(connection: Connection, maker: str) -> None:
    there = connection.execute(select(func.count()).where(shape.packs.c.maker == maker)).scalar_one()
    if there >= PACKS:
        raise refuse(f"a maker has at most {PACKS} packs; one that is deleted makes room")


def _check_bytes(connection: Connection, maker: str, quota: Quota) -> None:
    if _bytes(connection, maker) > quota.maker:
        raise refuse(
            f"too much: the packs of a maker may have {bytes_told(quota.maker)}, with all that was saved of them; "
            "packs that are deleted make room, and whoever runs the server can give more"
        )


def _bytes(connection: Connection, maker: str) -> int:
    own = select(shape.packs.c.id).where(shape.packs.c.maker == maker)
    kept = shape.revisions.c
    text = func.length(kept.body) + func.length(kept.told) + func.length(kept.held)
    sums: Iterable[Any] = (
        select(func.coalesce(func.sum(text), 0)).where(shape.revisions.c.of_pack.in_(own)),
        select(func.coalesce(func.sum(func.length(shape.pictures.c.data)), 0)).where(shape.pictures.c.of_pack.in_(own)),
    )
    return sum(int(connection.execute(each).scalar_one()) for each in sums)


def _latest(head: Head) -> tuple[tuple[int, ...], float]:
    return tuple(-number for number in numbers(head.told.manifest.version)), -head.changed


def _plain(words: str) -> str:
    return words.replace("\0", "")  # which PostgreSQL cannot keep


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
