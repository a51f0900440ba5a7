"""Fixtures of the tests of the server."""

from tests.table.postgres import postgres

__all__ = ["postgres"]
