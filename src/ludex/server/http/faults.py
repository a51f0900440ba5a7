"""What goes wrong, as answers: always the same record, with a status that says of which kind it is."""

from __future__ import annotations

import logging
from typing import Any, Self

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.server.http.asking import address, house, not_too_often
from ludex.server.watch.access import route_of
from ludex.table.desk.held import Fault, NotKept
from ludex.table.desk.store_rows import Deleted, Missing
from ludex.workshop.workshop import Overtaken

logger = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong, and by which rule if one refused it."""

    reason: str
    rule: str = ""


def told(status: int, *headers: tuple[str, str], reason: str, rule: str = "") -> Response[Problem]:
    return Response(Problem(reason=reason, rule=rule), status_code=status, headers=dict(headers))


def of_refused(request: Request[Any, Any, Any], fault: Refused) -> Response[Problem]:
    status = 409 if isinstance(fault, Overtaken) else 403
    return told(status, reason=fault.refusal.reason, rule=fault.refusal.rule)


def of_bad_input(request: Request[Any, Any, Any], fault: BadInput) -> Response[Problem]:
    status = 410 if isinstance(fault, Deleted) else 404 if isinstance(fault, Missing) else 400
    return told(status, reason=str(fault))


def of_fault(request: Request[Any, Any, Any], fault: Fault) -> Response[Problem]:
    return told(503 if isinstance(fault, NotKept) else 500, reason=str(fault))


def of_store(request: Request[Any, Any, Any], fault: SQLAlchemyError) -> Response[Problem]:
    logger.error("the store cannot be used at %s", route_of(request.scope), exc_info=fault)
    return told(503, reason="the store cannot be reached: what was done last may not be kept")


def of_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[Problem]:
    found = fault.extra if isinstance(fault.extra, list) else []
    parts = [f"{each.get('key', '')}: {each.get('message', '')}" for each in found if isinstance(each, dict)]
    headers = [(name, str(value)) for name, value in (fault.headers or {}).items()]
    return told(fault.status_code, *headers, reason="; ".join(parts) or fault.detail)


def of_no_such_method(request: Request[Any, Any, Any], fault: MethodNotAllowedException) -> Response[Problem]:
    """Litestar answers it before any guard is asked, so it is counted here."""
    try:
        not_too_often(house(request).requests, address(request), wait=1)
    except HTTPException as often:
        return of_http(request, often)
    return of_http(request, fault)


def of_too_deep(request: Request[Any, Any, Any], fault: RecursionError) -> Response[Problem]:
    """Litestar reads what comes along before anybody can look at it."""
    return told(400, reason="lists and tables are too deep within each other")


def of_anything(request: Request[Any, Any, Any], fault: Exception) -> Response[Problem]:
    logger.error("a fault of ours at %s", route_of(request.scope), exc_info=fault)
    return told(500, reason="a fault of ours: the log of the server says more")


HANDLERS: dict[Any, Any] = {
    Refused: of_refused,
    BadInput: of_bad_input,
    Fault: of_fault,
    SQLAlchemyError: of_store,
    MethodNotAllowedException: of_no_such_method,
    HTTPException: of_http,
    RecursionError: of_too_deep,
    Exception: of_anything,
}


ALWAYS = 400, 403, 421, 429, 500, 503  # what anything may be answered with


class Described(dict[int, ResponseSpec]):
    """Nobody changes it. Litestar copies all that routes are made of, twice; these would be most of it."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


def may_fail(*statuses: int) -> Described:
    """For the description of the interface: with which of these, too, it answers when it does not do what was asked."""
    gone = (410,) if 404 in statuses else ()
    return Described(
        {
            status: ResponseSpec(Problem, generate_examples=False, description=WORDS[status])
            for status in sorted({*ALWAYS, *statuses, *gone})
        }
    )


WORDS = {
    400: "Not understood: what was expected is said.",
    401: "No token, or not that of the host.",
    403: "Refused: the reason and the rule are said. Or asked by a page of another site.",
    404: "There is no such thing.",
    409: "Somebody else was faster: look at what is there now.",
    410: "There was such a table, and it was deleted.",
    413: "Too large.",
    415: "Not of a type that is taken here.",
    421: "Asked by a name that is not this server's.",
    429: "Too often.",
    500: "A fault of ours: the log of the server says more.",
    503: "The store is out of reach: nobody can tell whether it was done.",
}
