"""The HTTP interface from Python, with nothing but the standard library."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

_direct = build_opener(ProxyHandler({}))


class Answer(Exception):
    """The server said no: with which status, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status}: {reason}")
        self.status, self.reason = status, reason


def ask(method: str, url: str, token: str = "", data: Any = None) -> Any:
    """Ask the server something; gives what it answers, as plain data or as bytes."""
    body = json.dumps(data).encode() if data is not None else None
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with _direct.open(Request(url, body, headers, method=method), timeout=30) as response:
            found = response.read()
            kind = response.headers.get_content_type()
    except HTTPError as fault:
        raise Answer(fault.code, json.loads(fault.read() or b"{}").get("reason", "")) from None
    return json.loads(found) if kind.endswith("json") else found
