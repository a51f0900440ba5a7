"""The HTTP interface from Python, with nothing but the standard library."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

FOR_WHOM = "ludex-for-whom"  # a header: where a server asks itself something for others, whom it counts for

_direct = build_opener(ProxyHandler({}))


class Answer(Exception):
    """The server said no: with which status, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status}: {reason}")
        self.status, self.reason = status, reason


def ask(method: str, url: str, token: str = "", data: Any = None, headers: Mapping[str, str] | None = None) -> Any:
    """Ask the server something; gives what it answers, as plain data or as bytes."""
    with _opened(method, url, token, data, headers) as response:
        found = response.read()
        kind = response.headers.get_content_type()
    return json.loads(found) if kind.endswith("json") else found


def lines(url: str, token: str = "", data: Any = None, headers: Mapping[str, str] | None = None) -> Iterator[Any]:
    """Have something worked out that takes a while; gives what is known so far, line by line."""
    with _opened("POST", url, token, data, headers) as response:
        for line in response:
            yield json.loads(line)


def passed_on(headers: Mapping[str, str] | None) -> dict[str, str]:
    """What a server that asks itself says of whom it asks for, by the headers with which they came."""
    whose = (headers or {}).get(FOR_WHOM, "")
    return {FOR_WHOM: whose} if whose else {}


def _opened(method: str, url: str, token: str, data: Any, more: Mapping[str, str] | None = None) -> Any:
    body = json.dumps(data).encode() if data is not None else None
    headers = {**(more or {}), **({"Content-Type": "application/json"} if body is not None else {})}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        return _direct.open(Request(url, body, headers, method=method), timeout=30)
    except HTTPError as fault:
        raise Answer(fault.code, json.loads(fault.read() or b"{}").get("reason", "")) from None
