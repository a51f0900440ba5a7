"""What the protocol promises as long as its version stays: what a seat may send goes on being understood, and what a
server tells goes on being told. It is kept in protocol-VERSION.json.

python -m tests.server.promised takes into it what is new.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from ludex.server.socket.messages import KINDS, SENT, VERSION, Hello, Resume
from ludex.table.document.answered import Answers
from ludex.table.document.document import Document

KEPT = Path(__file__).parent / f"protocol-{VERSION}.json"

Fields = dict[str, bool]  # of a message: is it always there?
Promise = dict[str, dict[str, Fields]]


def said_now() -> Promise:
    first = {"hello": fields(Hello), "resume": fields(Resume)}
    return {
        "from_seat": {**first, **{tag: fields(kind) for tag, kind in KINDS.items()}},
        "to_seat": {str(kind.__struct_config__.tag): fields(kind) for kind in SENT},
        "document": {"document": dict.fromkeys(Document.__annotations__, True)},
        "answers": {look: answered(told) for look, told in get_type_hints(Answers).items()},
    }


def answered(told: Any) -> Fields:
    """The fields of what a look is answered with: of each in a list, and of any of several kinds."""
    kinds = get_args(told) or (told,)
    return {
        name: must
        for kind in kinds
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        for name, must in fields(kind).items()
    }


def fields(kind: type[msgspec.Struct]) -> Fields:
    return {field.encode_name: field.required for field in msgspec.structs.fields(kind)}


def broken(kept: Promise, now: Promise) -> list[str]:
    """In what they are not the same to a program that knew the earlier one; what is new breaks nothing but a field that
    must be sent."""
    found = []
    for who, messages in kept.items():
        for name, known in messages.items():
            there = now[who].get(name)
            if there is None:
                found.append(f"{name} is gone")
                continue
            found += [f"{name}: {field} is gone" for field in known if field not in there]
            if who == "from_seat":
                found += [f"{name}: {one} must be sent" for one, must in there.items() if must and not known.get(one)]
            else:
                found += [
                    f"{name}: {one} may be missing"
                    for one, is_told in known.items()
                    if is_told and not there.get(one, True)
                ]
    return found


def kept() -> Any:
    return json.loads(KEPT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    faults = broken(kept(), said_now()) if KEPT.exists() else []
    if faults:
        raise SystemExit(f"The protocol breaks its promise; raise VERSION or take it back: {', '.join(faults)}")
    KEPT.write_text(json.dumps(said_now(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
