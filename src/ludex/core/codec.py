"""Scenes as bytes: the same scene always gives the same bytes, and bytes give the scene back."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from ludex.core.scene import Scene

S = TypeVar("S", bound=Scene[Any])


def _to_plain(value: Any) -> object:
    try:
        return value.to_plain()
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
    scene: S = msgspec.json.decode(data, type=kind, dec_hook=_from_plain)
    scene.library = library
    return scene
