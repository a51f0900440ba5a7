"""Where `ludex` begins. Little is imported before it can be interrupted quietly, and all else after."""

import gc
import sys

# Modules make many objects that stay: to look through all of them again and again is a tenth of the time of a start
GARBAGE = 500_000, 10, 10
INTERRUPTED = 130  # the exit code of what is ended by Ctrl-C


def main() -> None:
    """Run the command line. Exit codes: 0 it holds, 1 an expectation or legality failed, 2 bad input."""
    gc.set_threshold(*GARBAGE)
    try:
        from ludex.cli.app import obey

        sys.exit(obey())
    except KeyboardInterrupt:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)  # what is left to tidy up can be interrupted as quietly
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
