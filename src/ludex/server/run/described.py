"""The whole interface as one OpenAPI description, the messages of the socket among its schemas: from it the types of
the page are made.

python -m ludex.server.run.described FILE writes it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ludex.server.http.asking import Settings
from ludex.server.run.app import create_app
from ludex.server.socket.messages import schema


def described() -> dict[str, Any]:
    """The HTTP interface with what is said on the socket: `FromSeat`, `ToSeat`, `Answers` and all their parts."""
    app = create_app(Settings(database="sqlite:///nowhere"))
    found: dict[str, Any] = app.openapi_schema.to_schema()
    protocol = schema("#/components/schemas/{name}")
    schemas = found["components"]["schemas"]
    both = schemas.keys() & protocol["$defs"].keys()  # parts of documents are told over HTTP as well
    unlike = [name for name in sorted(both) if fields_of(schemas[name]) != fields_of(protocol["$defs"][name])]
    assert not unlike, f"two things of one name: {', '.join(unlike)}"
    parts = {**schemas, **protocol["$defs"], "FromSeat": from_seat(protocol), "ToSeat": protocol["to_seat"]}
    found["components"]["schemas"] = dict(sorted(parts.items()))
    return found


def fields_of(part: dict[str, Any]) -> set[str]:
    return set(part.get("properties", ()))


def from_seat(protocol: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": protocol["from_seat"]["anyOf"]}


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(described(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
