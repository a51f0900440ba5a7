"""The tables of docs/protocol.md, made from the messages and the description of the HTTP interface themselves.

python -m tests.server.pages writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ludex.server.http.asking import Settings
from ludex.server.run.app import create_app
from ludex.server.socket.messages import KINDS, SENT, Hello, Resume
from ludex.table.campaign.doing import DOINGS, Doing

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
WHO = {
    ("gm",): "game master",
    ("player",): "players",
    ("gm", "player"): "game master, players",
    ("gm", "player", "spectator"): "all",
}


def made() -> dict[str, str]:
    """The tables by the names of their marks."""
    doings = {tag: kind for tag, kind in KINDS.items() if issubclass(kind, Doing)}
    looks = {tag: kind for tag, kind in KINDS.items() if not issubclass(kind, Doing)}
    return {
        "first": table(("do", "fields", ""), [(tag(kind), fields(kind), words(kind)) for kind in (Hello, Resume)]),
        "sent": table(("is", "fields", ""), [(tag(kind), fields(kind), words(kind)) for kind in SENT]),
        "doings": table(
            ("do", "fields", "who", ""),
            [(tag(kind), fields(kind), who(kind), words(kind)) for _, kind in sorted(doings.items())],
        ),
        "looks": table(
            ("do", "fields", ""), [(tag(kind), fields(kind), words(kind)) for _, kind in sorted(looks.items())]
        ),
        "http": table(("", "token", ""), http()),
    }  # fmt: skip


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def tag(kind: type[msgspec.Struct]) -> str:
    return f"`{kind.__struct_config__.tag}`"


def fields(kind: type[msgspec.Struct]) -> str:
    """Names of the fields; those that may be left out in brackets."""
    found = [field for field in msgspec.structs.fields(kind) if field.encode_name != "token_hash"]
    return ", ".join(f"`{f.encode_name}`" if f.required else f"[`{f.encode_name}`]" for f in found)


def words(kind: type[Any]) -> str:
    found = " ".join((kind.__doc__ or "").split())
    assert found, f"{kind.__name__} does not say what it is"
    return found.replace("|", "\\|")


def who(kind: type[Any]) -> str:
    return WHO[tuple(str(role) for role in DOINGS[kind].roles)]


def http() -> list[tuple[str, str, str]]:
    found = []
    described: Any = create_app(Settings(database="sqlite:///nowhere")).openapi_schema.to_schema()
    for path, methods in sorted(described["paths"].items()):
        for method, told in methods.items():
            token = next((name for each in told.get("security", ()) for name in each), "")
            said = " ".join(told["description"].split())
            found.append((f"`{method.upper()} {path}`", token, said))
    return found


def with_tables(page: str) -> str:
    for name, lines in made().items():
        mark = f"<!-- {name} -->"
        assert page.count(mark) == 2, f"{PAGE.name}: expected {mark} before and after a table"
        # To mypy: each has its own
        page = re.sub(f"{mark}.*?{mark}", lambda _, m=mark, t=lines: f"{m}\n{t}\n{m}", page, flags=re.DOTALL)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
