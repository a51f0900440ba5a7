"""Which Ludex this is, for whoever runs it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

UNKNOWN = "not installed"  # it runs from its sources


def version_here() -> str:
    try:
        return version("ludex")
    except PackageNotFoundError:
        return UNKNOWN
