"""Content: entries of TOML files, by kind and id. A folder of a table's own adds entries or overrides them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
import tomli

from ludex.core.content.expected import problem
from ludex.core.kernel.bounds import CELLS, TEXT, check_text
from ludex.core.kernel.derived import MOST
from ludex.core.kernel.english import meant, there_are
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Kept
from ludex.core.pack.reading import content_in, first_bytes, is_file, scenes_in

E = TypeVar("E")
T = TypeVar("T")
Colour = Literal["", "red", "green", "blue", "ochre"]
StyleName = Literal["", "aggressive", "cautious", "cowardly", "protective", "beast", "disciplined", "vengeful"]


class ContentError(BadInput):
    """Content that cannot be used: which file, which entry, which field, and what was expected. Where more than one
    thing is wrong at once, `faults` has them all."""

    def __init__(self, words: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(words)
        self.faults = tuple(faults)


class Fault(NamedTuple):
    """What is wrong with an entry: where, and by which rule if it is a matter of the rules."""

    field: str
    problem: str
    rule: str = ""


class Record(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An entry of content, or a part of one."""

    @classmethod
    def narrowed(cls) -> Mapping[str, Mapping[str, Any]]:
        """What its fields may be, where it says less than their types do; as JSON Schema, by field."""
        return {}


class Entry(Record, frozen=True, eq=False, kw_only=True):
    id: str
    name: str
    text: str = ""
    look: str = ""  # its drawing on the page, where the name does not tell it
    colour: Colour = ""  # of the plate that it is drawn on; empty: that of its side
    picture: str = ""  # in place of a drawing, on a token: a file in `pictures/` of its pack


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(first_bytes(path, 4 * TEXT + 1).decode())  # so many bytes are always too many characters
    except UnicodeDecodeError as fault:
        raise ContentError(f"{path}: not UTF-8 text: {fault.reason} at byte {fault.start}") from None
    except OSError as fault:
        raise ContentError(f"{path}: cannot be read: {fault.strerror}") from None
    except BadInput as fault:
        raise ContentError(f"{path}: {str(fault).removeprefix(f'{path}: ')}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a file, or in words why it is none, or too much of one."""
    check_text(text)
    try:
        return tomli.loads(text)
    except ValueError as fault:  # no TOML, or numbers beyond all bounds
        raise BadInput(f"not valid TOML: {_in_words(str(fault))}{_in_braces(str(fault))}") from None


# What Python's reader says of a file, as whoever writes one would; `.*` is where that is
TOML_WORDS = {
    r"Illegal character '\\n'": "a text is not closed: its second quote is missing",
    r"Cannot overwrite a value": "this key stands here for the second time",
    r"Cannot declare .* twice": "this table stands here for the second time",
    r"Cannot mutate immutable namespace .*?\)": "this table was closed before",
    r"Expected '=' after a key in a key/value pair": "expected = after a key, and no spaces in it",
    r"Invalid value": "expected a value: a number, true, false, a list, a table, or text in quotes",
}


def _in_words(fault: str) -> str:
    for said, words in TOML_WORDS.items():
        if found := re.match(said, fault):
            return words + fault[found.end() :]
    return fault


def _in_braces(fault: str) -> str:
    """What Python means by a namespace that cannot be changed."""
    closed = re.search(r"immutable namespace \((.*?)\)", fault)
    names = ".".join(re.findall(r"'([^']*)'", closed[1])) if closed else ""
    return f"; `{names}` was already written in braces" if names else ""


def convert(value: object, kind: type[E], where: str) -> E:
    """Read plain data as a record, or say in which field something else was expected."""
    try:
        return read(value, kind)
    except msgspec.ValidationError as fault:
        path, words = problem(kind, value, fault)
        spot = f", field {path}" if path else ""
        raise ContentError(f"{where}{spot}: {words}") from None


class Shelf(Generic[E]):
    """The entries of one kind, by id."""

    def __init__(self, kind: str, record: type[E]) -> None:
        self.kind = kind
        self.record = record
        self.entries: dict[str, E] = {}
        self.places: dict[str, str] = {}
        self.retired: set[str] = set()  # ids of those that stay for whoever has them, and are offered to nobody

    def add(self, raw: object, where: str) -> None:
        name = raw.get("id", "") if isinstance(raw, Mapping) else ""
        place = f"{where}: {self.kind} {name!r}"
        entry = convert(raw, self.record, place)
        if self.places.get(name, "").startswith(f"{where}: "):
            raise ContentError(f"{place}: this id stands twice in the file")
        self.entries[name] = entry
        self.places[name] = place
        self.retired.discard(name)

    def retire(self, raw: object, where: str) -> None:
        """Have an entry for whoever names it already, where there is no other of its id."""
        name = raw.get("id", "") if isinstance(raw, Mapping) else ""
        if name not in self.entries:
            self.add(raw, where)
            self.retired.add(name)

    def get(self, name: str, where: str = "") -> E:
        try:
            return self.entries[name]
        except KeyError:
            prefix = f"{where}: " if where else ""
            raise ContentError(f"{prefix}there is no {self.kind} {name!r}; {self._known(name)}") from None

    def _known(self, wanted: str) -> str:
        """What could have been meant, or all there is."""
        near = [name for name in self.entries if wanted in name.split("_")][:3]
        return f"did you mean {' or '.join(near)}?" if near else meant(wanted, self.entries)

    def __contains__(self, name: object) -> bool:
        return name in self.entries


class WorkedOut(Kept):
    """What a game derives from the entries; it begins anew when it has grown too large."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= MOST:
            self.clear()
        super().__setitem__(key, value)


def check_extent(board: Entry, wide: int, high: int) -> None:
    """Is a board small enough to be made?"""
    if wide * high > CELLS:
        words = f"{wide:,} by {high:,} are too many spaces: a board has at most {CELLS:,}"
        raise ContentError(f"board {board.id!r}: {words}", [Fault("", words)])


class Library:
    """All content of a game at a table, by kind."""

    def __init__(self, kinds: Mapping[str, type[Any]]) -> None:
        self.shelves: dict[str, Shelf[Any]] = {kind: Shelf(kind, record) for kind, record in kinds.items()}
        self.scenes: dict[str, Path] = {}
        self.folders: list[Path] = []
        self.worked_out = WorkedOut()
        self.cited: dict[Any, tuple[str, ...]] = WorkedOut()  # and the rules by which
        self.veiled: tuple[str, ...] = ()  # in a view: the sides whose secrets are not read from it
        self.unread: list[tuple[str, str]] = []  # kinds and ids of what was taken in once and cannot be read any more

    def add_folder(self, folder: Path) -> None:
        """Every `*.toml` of a folder is content; those in its `scenes` are scene files. It may be a pack, in one file
        or as a folder, whose pack.toml says what it is."""
        if not folder.is_dir() and not is_file(folder):
            raise ContentError(f"{folder}: there is no such folder or pack")
        for path in content_in(folder):
            tables = read_toml(path)
            if "game" in tables:
                raise ContentError(f"{path}: a scene file belongs into {folder / 'scenes'}")
            self.add(tables, str(path))
        self.scenes |= scenes_in(folder)
        self.folders.append(folder)

    def add(self, tables: Mapping[str, Any], where: str) -> None:
        for kind, entries in tables.items():
            if kind not in self.shelves:
                raise ContentError(f"{where}: {kind!r} is no kind of content; {there_are(kind, self.shelves)}")
            if not isinstance(entries, list):
                raise ContentError(f"{where}: expected a list of tables, [[{kind}]]")
            for raw in entries:
                self.shelves[kind].add(raw, where)

    def add_readable(self, tables: Mapping[str, Any], where: str) -> None:
        """Of content that was taken in by an earlier version, what this one can read."""
        for kind, entries in tables.items():
            if kind in self.shelves and isinstance(entries, list):
                for raw in entries:
                    self._add_readable(self.shelves[kind].add, kind, raw, where)

    def add_retired(self, tables: Mapping[str, Iterable[Any]], where: str) -> None:
        """What stays for whoever has it, as far as it can be read."""
        for kind, entries in tables.items():
            if kind in self.shelves:
                for raw in entries:
                    self._add_readable(self.shelves[kind].retire, kind, raw, where)

    def _add_readable(self, add: Callable[[object, str], None], kind: str, raw: object, where: str) -> None:
        try:
            add(raw, where)
        except ContentError:
            self.unread.append((kind, str(raw.get("id", "")) if isinstance(raw, Mapping) else ""))

    def copy(self) -> Library:
        """A library to add to, without changing this one."""
        twin = Library({})
        for kind, shelf in self.shelves.items():
            twin.shelves[kind] = Shelf(kind, shelf.record)
            twin.shelves[kind].entries = dict(shelf.entries)
            twin.shelves[kind].places = dict(shelf.places)
            twin.shelves[kind].retired = set(shelf.retired)
        twin.scenes = dict(self.scenes)
        twin.folders = list(self.folders)
        twin.veiled = self.veiled
        twin.unread = list(self.unread)
        return twin

    def seal(self) -> str:
        """A digest of all entries: the same content has the same seal."""
        entries = {kind: shelf.entries for kind, shelf in self.shelves.items()}
        return sha256(msgspec.json.encode(entries, order="deterministic")).hexdigest()

    def known_sheet(self, sheet: T) -> T:
        """Of all sheets that were read or set and hold the same, the first, with what has been worked out of it."""
        what = msgspec.json.encode(sheet, order="deterministic")
        key = (Library.known_sheet, type(sheet), sha256(what).digest())
        found: T | None = self.worked_out.get(key)
        if found is None:
            found = self.worked_out[key] = sheet
        return found

    def all(self, kind: str) -> Iterable[Any]:
        return self.shelves[kind].entries.values()

    def offered(self, kind: str) -> list[Any]:
        """Those that somebody may choose who does not have them yet."""
        shelf = self.shelves[kind]
        return [entry for name, entry in shelf.entries.items() if name not in shelf.retired]

    def offering(self, known: Library) -> Library:
        """The same, of which only that is offered which stands in another library too."""
        found: Library | None = self.worked_out.get(("offering", id(known)))
        if found is None:
            new = {kind: shelf.entries.keys() - known.shelves[kind].entries for kind, shelf in self.shelves.items()}
            secret = {kind: ids - self.shelves[kind].retired for kind, ids in new.items()}
            found = self.copy() if any(secret.values()) else self
            for kind, ids in secret.items() if found is not self else ():
                found.shelves[kind].retired |= ids
            self.worked_out["offering", id(known)] = found
        return found

    def without_retired(self) -> Library:
        """A library of nothing but what is offered."""
        if not any(shelf.retired for shelf in self.shelves.values()):
            return self
        twin = self.copy()
        for shelf in twin.shelves.values():
            for name in shelf.retired:
                del shelf.entries[name], shelf.places[name]
            shelf.retired = set()
        return twin


# ---------------------------------------------------------------- what entries name


Check = Callable[[Library, Any], Iterable[Fault]]  # what is wrong with an entry of a kind


def sound_id(name: str) -> Iterator[Fault]:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        yield Fault("id", f"{name!r}: expected letters, digits, _ and - only, so that scenes and commands can name it")


def among(names: Iterable[str], known: Iterable[str], what: str, field: str) -> Iterator[Fault]:
    """Those of the names that are not known."""
    there = sorted(known)
    for name in names:
        if name not in there:
            yield Fault(field, f"there is no {what} {name!r}; {meant(name, there)}")


def known(library: Library, kind: str, names: Iterable[str], field: str, also: Iterable[str] = ()) -> Iterator[Fault]:
    """Those of the names, the empty one aside, that no entry of the kind has."""
    return among([name for name in names if name], (*library.shelves[kind].entries, *also), kind, field)
