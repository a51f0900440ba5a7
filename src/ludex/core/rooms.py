"""The rooms of a game are packages. Their modules register actions and reactions when they are imported."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def import_all(*packages: str) -> None:
    """Import these packages with all that is in them."""
    for package in packages:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(found.name)
