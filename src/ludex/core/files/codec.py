"""Scenes as bytes: the same scene always gives the same bytes, and bytes give the scene back."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ludex.core.content.content import Library
from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene

if TYPE_CHECKING:
    from ludex.core.game import Game

S = TypeVar("S", bound=Scene[Any])


def _to_plain(value: Any) -> object:
    """A board never changes, and its bytes are kept with it; whatever else has a plain form gives that."""
    try:
        kept: dict[Any, Any] | None = getattr(value, "worked_out", None)
        if kept is None:
            return value.to_plain()
        found = kept.get(_to_plain)
        if found is None:
            found = kept[_to_plain] = msgspec.Raw(msgspec.json.encode(value.to_plain()))
        return found
    except AttributeError:
        raise TypeError(f"{type(value).__name__} cannot be saved") from None


def _from_plain(kind: Any, value: Any) -> object:
    return kind.from_plain(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_to_plain)  # in the order of the state: that of the beings matters


def encode(scene: Scene[Any]) -> bytes:
    """The state of a scene at a boundary."""
    return _ENCODER.encode(scene)


def decode(data: bytes, kind: type[S], library: object) -> S:
    """A scene from its bytes. Content is not part of the state and is given."""
    scene: S = read_json(data, kind, _from_plain)
    scene.library = library
    if isinstance(library, Library):
        for being in scene.beings.values():
            being.sheet = library.known_sheet(being.sheet)
    return scene


def as_plain(scene: Scene[Any]) -> dict[str, Any]:
    """The state of a scene at a boundary as plain data."""
    found: dict[str, Any] = msgspec.json.decode(encode(scene))
    return found


def restore(state: dict[str, Any], shape: int, game: Game[S], library: object) -> S:
    """A scene from plain data of a shape that may be older than the game's own, the number of its migrations."""
    if not 0 <= shape <= len(game.migrations):
        raise BadInput(f"the scene has shape {shape}; this version of {game.title} knows up to {len(game.migrations)}")
    try:
        for migration in game.migrations[shape:]:
            state = migration(state)
        return decode(msgspec.json.encode(state), game.scene_type, library)
    except Exception as fault:  # whatever a state that no version of ours has made does to a migration
        raise BadInput(f"the scene cannot be read: {fault}") from None


def digest(scene: Scene[Any]) -> str:
    """A scene at a boundary in a few letters."""
    return digest_of(encode(scene))


def digest_of(data: bytes) -> str:
    """The same of its bytes."""
    return blake2b(data, digest_size=8).hexdigest()


# ---------------------------------------------------------------- kept, and opened by other code


class Boundary(msgspec.Struct, frozen=True):
    """A scene between two commands as it is kept, and by what it was played: the version of the rules, the shape of the
    state, the seal of the content. Whoever opens it knows whether what came before can be played again."""

    number: int  # of the last entry or line that is in it
    version: int
    shape: int
    seal: str  # empty: it is not known
    state: msgspec.Raw  # JSON

    def changed(self, game: Game[Any], library: object) -> str:
        """What is no longer as it was, in words; nothing where all is the same."""
        otherwise = bool(self.seal) and self.seal != seal_of(library)
        return "; ".join(
            [*changes(self.version, self.shape, game), *(["the content has changed"] if otherwise else [])]
        )

    def scene(self, game: Game[S], library: object) -> S:
        try:
            state = msgspec.json.decode(self.state)
        except msgspec.DecodeError as fault:
            raise BadInput(f"the scene cannot be read: {fault}") from None
        return restore(state, self.shape, game, library)


def changes(version: int, shape: int, game: Game[Any]) -> list[str]:
    """What has changed since a scene was kept by these rules and in this shape, in words."""
    told = (
        (version != game.version, f"the rules are version {game.version}, no longer {version}"),
        (shape != len(game.migrations), "scenes are kept in a new way"),
    )
    return [words for differs, words in told if differs]


def boundary_of(game: Game[Any], data: bytes, number: int, seal: str) -> Boundary:
    """The boundary of a scene with these bytes."""
    return Boundary(number, game.version, len(game.migrations), seal, msgspec.Raw(data))


def seal_of(library: object) -> str:
    """A digest of all content that a game is played with."""
    return library.seal() if isinstance(library, Library) else ""
