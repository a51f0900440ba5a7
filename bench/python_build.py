"""On which build of Python measurements run: figures of different builds do not compare."""

from __future__ import annotations

import platform
import sysconfig


def this_python() -> str:
    return "\n".join(told(sysconfig.get_config_var("CONFIG_ARGS")))


def told(configured: str | None) -> list[str]:
    """The build, and a warning where it does not say that it is an optimised one."""
    name = f"Python {platform.python_version()}, built by {platform.python_compiler()}"
    if configured is None:  # on Windows none says how it was built
        return [name]
    if "--enable-optimizations" in configured:
        return [f"{name}, optimised"]
    return [
        f"{name}, which does not say that it is an optimised build.",
        "  On one, all of Ludex is 1.1 to 1.2 times as fast: docs/speed.md tells how to get it.",
    ]
