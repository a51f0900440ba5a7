"""Options that the lab's commands have in common. What carries them out is imported only when it is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from ludex.cli.commands import Option
from ludex.cli.operating import Json

Content = Annotated[
    list[Path] | None,
    Option("--content", value="FOLDER", help="A folder of your own content, or a pack; may be repeated."),
]


class Lab(NamedTuple):
    """What all commands of the lab are told."""

    fights: Annotated[int, Option("--fights", help="So many fights; by default until the result is sure enough.")] = 0
    width: Annotated[
        float, Option("--width", help="How sure: until the 95 % interval is no wider than this. 0.02 is ± 1 point.")
    ] = 0.0
    seed: Annotated[int, Option("--seed", help="The same seed gives the same result.")] = 1
    content: Content = None
    workers: Annotated[
        int, Option("--workers", help="How many processes work on it; by default one for each core.")
    ] = 0
    cluster: Annotated[
        str, Option("--cluster", value="ADDRESS", help="The address of a Dask scheduler that does the work.")
    ] = ""
    as_json: Json = False
    html: Annotated[Path | None, Option("--html", help="Write a page with charts to this file.")] = None
