"""The Crawl. Importing the package registers the game with all its actions and reactions."""

from ludex.games.crawl.game import CRAWL

__all__ = ["CRAWL"]
