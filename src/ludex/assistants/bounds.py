"""How much an assistant may say at once, and how what is refused is told to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field
from websockets.exceptions import WebSocketException

from ludex.client.client import Gone, NotUnderstood
from ludex.client.client import Refused as RefusedThere
from ludex.client.http import Answer
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.lab.trial import LabError

MESSAGE = 512 * 1024  # bytes of a message, as on the socket of a seat

Name = Annotated[str, Field(max_length=200)]
Words = Annotated[str, Field(max_length=2_000)]
Draft = Annotated[str, Field(max_length=200_000, description="The text of a file, in TOML.")]
SceneGiven = Annotated[
    str, Field(max_length=200_000, description="The id of a scene, as `games` lists them; or the text of a scene file.")
]
Fights = Annotated[int, Field(ge=1, le=1_000)]
Seed = Annotated[int, Field(ge=0, le=1_000_000)]
Seconds = Annotated[float, Field(ge=0, le=25)]
Link = Annotated[
    str,
    Field(
        max_length=600,
        description="The link of a seat, https://…/join/TABLE#TOKEN; not needed where you were set up with one.",
    ),
]


@contextmanager
def told_in_words() -> Iterator[None]:
    """What is refused or not understood is said to the assistant; anything else is a fault of ours, and stays here."""
    try:
        yield
    except Refused as fault:
        raise ToolError(f"refused: {fault}") from fault
    except RefusedThere as fault:
        raise ToolError(f"refused: {fault}") from fault
    except Gone as fault:
        raise ToolError(f"the seat cannot be reached: {fault}") from fault
    except Answer as fault:
        raise ToolError(fault.reason or f"the server answers with {fault.status}") from fault
    except (OSError, HTTPException, WebSocketException) as fault:
        raise ToolError("the server of this table cannot be reached") from fault
    except RecursionError as fault:
        raise ToolError("lists and tables are too deep within each other") from fault
    except (BadInput, NotUnderstood, LabError) as fault:
        raise ToolError(str(fault)) from fault
