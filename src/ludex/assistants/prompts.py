"""What people ask of an assistant most, in words that make it use what is here."""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer

from ludex.assistants.bounds import Draft, Link, Name

MASTER = """\
Run the scene at my table as its game master. {seat}
Look at the table with seat_view. Where no scene is open, seat_do with open_scene opens one that is prepared.
Then, until the scene is over: wait with seat_wait; play the beings that are yours (seat_offers, seat_odds, seat_act); \
answer the questions that come to you (seat_answer); settle what players improvise (seat_do with settle).
Tell what happens in two or three sentences with seat_say, and only what the players may know: your seat sees more \
than theirs. Never decide for a player. Dice and rules are the table's: do not make up results, and where a rule \
matters, look it up with search_rules and cite it by where it stands."""

TEACH = """\
Teach me the game {game}. I have never played it.
Look it up as you go: games for what it is, search_rules and read_rule for each rule, content for characters. Begin \
with what a turn is like, by way of one character from the content. One thing at a time; ask me after each what I \
would do, and show with the tool for odds what would come of it. Cite each rule by its title and where it stands \
in the book, and say so where a reading is ours and not the book's. Do not tell rules from memory: \
other games are different."""

REVIEW = """\
Review my homebrew for {game}. The draft:

```toml
{draft}
```

1. Check it with check_draft, and explain each finding with its rule (read_rule), and how to mend it.
2. Compare it with two or three entries of its kind that come with the game (content).
3. Where it can be used in a fight, try it: odds of what is done with it, and a scene with and without it (compare).
4. Say in the end whether it is too strong, too weak or dull, with numbers that show it, and give the mended text."""


def add_prompts(server: MCPServer[Any]) -> None:
    @server.prompt(title="Run this scene as game master")
    def run_this_scene(link: Link = "") -> str:
        """Lead the scene on a table, from the seat of its game master."""
        return MASTER.format(seat=f"My seat's link: {link}" if link else "You were set up with the link of its seat.")

    @server.prompt(title="Teach me this game")
    def teach_me(game: Name) -> str:
        """Learn a game step by step, with its rules cited."""
        return TEACH.format(game=game)

    @server.prompt(title="Review my homebrew")
    def review_my_homebrew(game: Name, draft: Draft) -> str:
        """Have content of one's own checked, compared and tried."""
        return REVIEW.format(game=game, draft=draft)
