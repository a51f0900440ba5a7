"""What a pack holds, entry by entry, as it is kept beside each revision: so that it can be searched without reading a
pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.packs import Pack, library_of
from ludex.core.game import GAMES, Game
from ludex.workshop.card import price_of

MOST_HELD = 600  # entries of a pack that are kept so
MOST_TEXT = 160  # characters of what is said of one
MOST_NAME = 120
MOST_USED = 12  # names of those who name one
LEVELS = ("level", "difficulty", "tier")  # fields that say how hard or high an entry is
SCENE = "scene"


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry or a scene of a pack; `price` in `unit`, where the game counts that. `used`: those of the same pack that
    name it, by their names."""

    kind: str
    id: str
    name: str
    text: str = ""
    level: int | None = None
    price: int | None = None
    unit: str = ""
    used: list[str] = []


def held_in(pack: Pack, others: Sequence[Pack] = ()) -> list[Held]:
    """Scenes first. What is wrong with an entry is told elsewhere: here it only has no price then."""
    if pack.manifest.game not in list(GAMES):
        return []
    game = GAMES[pack.manifest.game]
    library = library_of(pack, others)
    entries = [(kind, raw) for kind, listed in pack.content().items() for raw in _records(listed)]
    scenes = pack.scenes()
    named = [(_title(name, tables), _words(tables)) for name, tables in scenes.items()]
    named += [(_name(raw), _words(raw) - {_id(raw)}) for _, raw in entries]
    found = [
        Held(kind=SCENE, id=name, name=_title(name, tables), text=_text(tables)) for name, tables in scenes.items()
    ]
    naming: dict[str, list[str]] = {}  # by word, who has it
    for name, words in named:
        for word in words if name else ():
            naming.setdefault(word, []).append(name)
    for kind, raw in entries[: max(0, MOST_HELD - len(found))]:
        used = naming.get(_id(raw), [])
        price, unit = _price(game, library, kind, _id(raw))
        found.append(
            Held(
                kind=kind, id=_id(raw), name=_name(raw), text=_text(raw), level=_level(raw), price=price, unit=unit,
                used=list(dict.fromkeys(used))[:MOST_USED],
            )
        )  # fmt: skip
    return found[:MOST_HELD]


def _level(raw: Mapping[str, Any]) -> int | None:
    """How high or hard it is, as it says."""
    said = [raw[field] for field in LEVELS if isinstance(raw.get(field), int)]
    return next(iter(said), None)


def _price(game: Game[Any], library: Library, kind: str, id: str) -> tuple[int | None, str]:
    shelf = library.shelves.get(kind)
    entry = shelf.entries.get(id) if shelf is not None else None
    return price_of(game, library, kind, entry) if entry is not None else (None, "")


def _records(listed: Any) -> list[Mapping[str, Any]]:
    return [raw for raw in listed if isinstance(raw, Mapping)] if isinstance(listed, list) else []


def _words(value: Any) -> set[str]:
    """All that stands there as text, and the keys of tables."""
    return set(_all_words(value))


def _all_words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield str(key)
            yield from _all_words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _all_words(part)


def _id(raw: Mapping[str, Any]) -> str:
    return str(raw.get("id", ""))[:MOST_NAME]


def _name(raw: Mapping[str, Any]) -> str:
    return str(raw.get("name") or raw.get("id", ""))[:MOST_NAME]


def _title(name: str, tables: Mapping[str, Any]) -> str:
    return str(tables.get("title") or name.replace("_", " "))[:MOST_NAME]


def _text(raw: Mapping[str, Any]) -> str:
    return str(raw.get("text", ""))[:MOST_TEXT]


# ---------------------------------------------------------------- searching


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for; what is not said is all one."""

    words: str = ""
    game: str = ""
    kind: str = ""
    tag: str = ""
    least_level: int | None = None
    most_level: int | None = None
    most_price: int | None = None

    @property
    def asked(self) -> list[str]:
        return self.words.lower().split()


def fits(wanted: Wanted, held: Held, around: str = "") -> bool:
    """Is this what is looked for? `around` are words that hold for all of its pack."""
    if wanted.kind and held.kind != wanted.kind:
        return False
    level = held.level
    if wanted.least_level is not None and (level is None or level < wanted.least_level):
        return False
    if wanted.most_level is not None and (level is None or level > wanted.most_level):
        return False
    if wanted.most_price is not None and (held.price is None or held.price > wanted.most_price):
        return False
    said = f"{held.name} {held.text} {around}".lower()
    return all([word in said for word in wanted.asked])


def nearness(wanted: Wanted, held: Held) -> tuple[bool, str]:
    """Those whose names have all the words come first."""
    return not all([word in held.name.lower() for word in wanted.asked]), held.name.lower()
