"""Strict headers on every answer: nothing is loaded from elsewhere, nothing is guessed, nothing is framed or kept."""

from __future__ import annotations

from litestar.types import Message, Scope

POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
NOT_KEPT = (b"cache-control", b"no-store")
_pairs = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def strict_headers(message: Message, scope: Scope) -> None:
    """On every answer, whatever it answers."""
    if message["type"] == "http.response.start":
        headers = [*message.get("headers", ()), *_pairs]
        if not any(name.lower() == b"cache-control" for name, _ in headers):
            headers.append(NOT_KEPT)
        message["headers"] = headers
