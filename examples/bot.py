"""A bot that plays the beings of a seat, by the link of it: python examples/bot.py LINK"""

import asyncio
import re
import sys

from ludex.client.client import Client, Gone, Refused

PAUSE = 0.5  # seconds after each decision, so that people can follow


async def decide(seat: Client) -> bool:
    """Do what is ours to do now; tells whether there was anything."""
    question, waiting = seat.document["question"], seat.document["waiting"]
    if not waiting or seat.seat not in waiting["seats"]:
        return False  # a game master sees the questions of others too
    if question:
        await seat.do("answer", key=question["key"], value=question["default"])
    elif waiting["for"] == "command":
        being = waiting["who"]
        try:  # what the machine would do; this is the place for something cleverer
            command = (await seat.do("suggest", being=being))["command"]
            await seat.do("command", actor=being, name=command["name"], args=command["args"])
        except Refused:
            await seat.do("command", actor=being, name="end_turn")
    else:
        return False
    return True


async def main(address: str, table: str, token: str) -> None:
    try:
        async with Client.at(address, table, token, adds_to_dice=True) as seat:
            await seat.do("chat", words="Good evening. I am a bot.")
            while not (seat.document["scene"] or {}).get("over"):
                if await decide(seat):
                    await asyncio.sleep(PAUSE)
                else:
                    await seat.news()
    except Gone as why:
        print("The table says:", why)


if __name__ == "__main__":
    link = re.fullmatch(r"(https?://[^/]+)/join/([\w-]+)[^#]*#(.+)", " ".join(sys.argv[1:]))
    if link is None:
        raise SystemExit(__doc__)
    asyncio.run(main(*link.groups()))
