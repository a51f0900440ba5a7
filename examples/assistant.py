"""An assistant over the Model Context Protocol. It looks a rule up, or plays the beings of its seat, as one that thinks
would: python examples/assistant.py bluebox shove
LUDEX_SEAT=LINK python examples/assistant.py"""

import asyncio
import os
import sys
from typing import Any

from mcp import Client, StdioServerParameters

PAUSE = 0.5  # seconds after each decision, so that people can follow


async def call(assistant: Client, tool: str, **what: Any) -> Any:
    """What a tool says, or nothing where it refuses."""
    result = await assistant.call_tool(tool, what)
    return None if result.is_error else result.structured_content


async def decide(assistant: Client, now: Any) -> None:
    """What is ours to do now: this is the place for something cleverer."""
    if now["question"]:
        await call(assistant, "seat_answer", key=now["question"]["key"], value=now["question"]["default"])
    elif now["waiting"]["for"] == "command":
        being = now["waiting"]["who"]
        found = await call(assistant, "seat_suggest", being=being)
        command = found["answer"]["command"] if found else None
        if not command or not await call(
            assistant, "seat_act", being=being, action=command["name"], args=command["args"]
        ):
            await call(assistant, "seat_act", being=being, action="end_turn")


async def play(assistant: Client) -> None:
    """Until the scene is over."""
    while (now := await call(assistant, "seat_wait", seconds=10)) and not now["over"]:
        if now["yours"]:
            await decide(assistant, now)
            await asyncio.sleep(PAUSE)


async def cite(assistant: Client, game: str, words: str) -> str:
    """The rule that fits best, with where it stands in the book."""
    found = await call(assistant, "search_rules", game=game, words=words)
    if not found or not found["rules"]:
        return f"I find no rule about {words!r} in {game!r}."
    rule = found["rules"][0]
    return f"{rule['title']} ({rule['book']}, {rule['where']}): {rule['says']}"


def ludex(link: str = "") -> StdioServerParameters:
    """The link is not among its arguments, which everybody on this machine can read."""
    return StdioServerParameters(
        command=sys.executable, args=["-m", "ludex", "mcp"], env={"LUDEX_SEAT": link} if link else None
    )


async def main(link: str, asked: list[str]) -> None:
    async with Client(ludex(link)) as assistant:
        if asked:
            print(await cite(assistant, asked[0], " ".join(asked[1:])))
        else:
            await call(assistant, "seat_say", words="Good evening. I am an assistant.")
            await play(assistant)


if __name__ == "__main__":
    if len(sys.argv) < 3 and "LUDEX_SEAT" not in os.environ:
        raise SystemExit(__doc__)
    asyncio.run(main(os.environ.get("LUDEX_SEAT", ""), sys.argv[1:]))
