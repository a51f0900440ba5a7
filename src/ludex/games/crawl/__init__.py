"""The Crawl. Importing the package registers the game with all its actions and reactions."""

import sys
from importlib import import_module
from pathlib import Path

# While it is being built: every module that is there and can be imported.
for _path in sorted(Path(__file__).parent.glob("*.py")):
    if _path.stem != "__init__":
        try:
            import_module(f"ludex.games.crawl.{_path.stem}")
        except Exception as fault:
            print(f"crawl: {_path.name} not loaded: {type(fault).__name__}: {fault}", file=sys.stderr)
