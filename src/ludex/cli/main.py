"""The command line: `ludex`."""

from __future__ import annotations

import gc
import sys

from ludex.cli.app import app, exit_code
from ludex.text.echo import echo

# Modules make many objects that stay: to look through all of them again and again is a tenth of the time of a start
GARBAGE = 500_000, 10, 10


def main() -> None:
    """Run the command line. Exit codes: 0 it holds, 1 an expectation or legality failed, 2 bad input."""
    gc.set_threshold(*GARBAGE)
    try:
        app()
    except Exception as fault:
        code = exit_code(fault)
        if code is None:
            raise
        echo(f"ludex: {fault}", err=True)
        sys.exit(code)


if __name__ == "__main__":
    main()
