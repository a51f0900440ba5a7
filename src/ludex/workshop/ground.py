"""The ground on which an entry is made: the content of the game, and of a pack or a table on top of it; each entry of
it with the text in which it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from ludex.core.content.content import Entry, Library, read_toml
from ludex.core.files.lines import entry_place, entry_places
from ludex.core.files.packs import Pack, library_of, needed
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import meant, there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import PICTURES, SCENES, is_content
from ludex.core.pack.reading import content_in, text_at
from ludex.table.desk.store_rows import Missing
from ludex.workshop.card import group_of, price_of
from ludex.workshop.editing import entry_written
from ludex.workshop.workshop import Workshop

OF_TABLE = "table"


class EntryLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to begin from or to choose. `from`: nothing for what comes with the game, else the title of the pack
    that has it, or `table`."""

    kind: str
    id: str
    name: str
    text: str
    group: str
    price: int | None = None  # in all, in `unit`; nothing where it has none
    unit: str = ""
    of: str = msgspec.field(name="from")


class Ground:
    def __init__(
        self, game: Game[Any], library: Library, packs: Sequence[Pack] = (), titles: Mapping[str, str] = {},
        options: Mapping[str, Any] = {}, pictures: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """`packs` from the lowest up. `titles`: of what a table has besides, by where the library has it from.
        `options`: the house rules of the table, which hold where a scene says nothing else. `pictures`: the files of
        those that the last pack has."""
        self.game = game
        self.library = library
        self.options = options
        self.pictures = pictures
        self._packs = packs
        self._titles = {**titles, **{one.manifest.id: one.manifest.title for one in packs}}

    def entry(self, kind: str, id: str) -> Entry:
        self.check_kind(kind)
        entries = self.library.shelves[kind].entries
        if id not in entries:
            raise Missing(f"there is no {kind} {id!r}; {meant(id, entries)}")
        found: Entry = entries[id]
        return found

    def check_kind(self, kind: str) -> None:
        if kind not in self.library.shelves:
            raise Missing(f"there is no kind {kind!r}; {there_are(kind, self.library.shelves)}")

    def lines(self, kind: str = "") -> list[EntryLine]:
        """All entries, or those of one kind: what is one's own first."""
        if kind:
            self.check_kind(kind)
        found = [self._line(each, entry) for each in self._kinds(kind) for entry in self.library.offered(each)]
        broken = [line for each in self._kinds(kind) for line in self._broken(each)]
        return sorted([*broken, *found], key=lambda line: not line.of)

    def _kinds(self, kind: str) -> list[str]:
        return [kind] if kind else list(self.library.shelves)

    def _line(self, kind: str, entry: Entry) -> EntryLine:
        group = group_of(self.game.forms, self.library, kind, msgspec.to_builtins(entry))
        of = self._of(kind, entry.id)
        price, unit = price_of(self.game, self.library, kind, entry)
        return EntryLine(
            kind=kind, id=entry.id, name=entry.name, text=entry.text, group=group, price=price, unit=unit, of=of
        )

    def _broken(self, kind: str) -> Iterator[EntryLine]:
        """Entries of packs that have a fault: nobody can use them, but whoever made them mends them."""
        for pack in self._packs:
            for raw in pack.content().get(kind, []):
                id, name = (raw.get("id"), raw.get("name")) if isinstance(raw, dict) else (None, None)
                if isinstance(id, str) and id not in self.library.shelves[kind].entries:
                    called = name if isinstance(name, str) and name else id
                    yield EntryLine(kind=kind, id=id, name=called, text="", group="", of=pack.manifest.title)

    def _of(self, kind: str, id: str) -> str:
        if self.library.shelves[kind].entries[id] is self.game.starter.shelves[kind].entries.get(id):
            return ""
        where = self.library.shelves[kind].places[id].removesuffix(f": {kind} {id!r}")
        return self._titles.get(where, OF_TABLE)

    def text(self, kind: str, id: str) -> str:
        """An entry as it is written, with the comments directly above it, whatever is wrong with it; what no file has
        by itself is written here."""
        self.check_kind(kind)
        for pack in reversed(self._packs):
            for name in pack.tables:
                text = pack.parts[name].decode()
                if is_content(name) and (place := entry_place(text, kind, id)) is not None:
                    return place.taken(text)
        entry = self.entry(kind, id)
        if entry is self.game.starter.shelves[kind].entries.get(id):
            return starter_texts(self.game.name).get((kind, id)) or entry_written(kind, msgspec.to_builtins(entry))
        return entry_written(kind, msgspec.to_builtins(entry))

    @property
    def own(self) -> str:
        """The title of the pack that is made; empty where none is."""
        return self._packs[-1].manifest.title if self._packs else ""

    def scenes(self) -> dict[str, tuple[str, str]]:
        """The scenes there are by name, each with its title and the title of the pack that has it: one's own first."""
        found: dict[str, tuple[str, str]] = {}
        for pack in reversed(self._packs):
            for name, raw in pack.scenes().items():
                found.setdefault(name, (str(raw.get("title") or name), pack.manifest.title))
        for name, tables in starter_scenes(self.game.name).items():
            found.setdefault(name, (str(tables.get("title") or name), ""))
        return found

    def scene_tables(self) -> dict[str, Mapping[str, Any]]:
        """The tables of all of them, by name."""
        return {
            **starter_scenes(self.game.name),
            **{name: raw for one in self._packs for name, raw in one.scenes().items()},
        }

    def scene_text(self, name: str) -> str:
        """A scene as it is written."""
        for pack in reversed(self._packs):
            if (file := f"{SCENES}{name}.toml") in pack.parts:
                return pack.parts[file].decode()
        if name in self.game.starter.scenes:
            return text_at(self.game.starter.scenes[name])
        raise Missing(f"there is no scene {name!r}; {meant(name, self.scenes())}")


@cache
def starter_texts(game: str) -> dict[tuple[str, str], str]:
    """Every entry that comes with a game, as its file has it."""
    found: dict[tuple[str, str], str] = {}
    for path in content_in(GAMES[game].home / "content"):
        text = text_at(path)
        found |= {which: place.taken(text) for which, place in entry_places(text).items()}
    return found


@cache
def starter_scenes(game: str) -> Mapping[str, Mapping[str, Any]]:
    """The tables of every scene that comes with a game, by name."""
    return {name: read_toml(path) for name, path in GAMES[game].starter.scenes.items()}


def ground_of_game(game: str) -> Ground:
    return Ground(GAMES[game], GAMES[game].starter)


def ground_of_pack(workshop: Workshop, maker: str, pack: str, game: str) -> Ground:
    """A pack as whoever asks sees it, on top of what it needs."""
    own = Pack(workshop.parts(maker, pack, pictures=False))
    if own.manifest.game != game:
        raise BadInput(f"pack: this pack is for {own.manifest.game}, not for {game}")
    by = workshop.pack(maker, pack).maker
    others = {one.manifest.id: one for _, one in workshop.needed(maker, own.manifest, by)}
    below = needed(own.manifest, others)
    pictures = [name.removeprefix(PICTURES) for name in workshop.picture_hashes(maker, pack)]
    return Ground(GAMES[game], library_of(own, below), [*below, own], pictures=pictures)
