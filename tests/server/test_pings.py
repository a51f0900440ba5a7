"""Pings: all who are at the table see where somebody points, for a moment; nothing of it is kept."""

from __future__ import annotations

import pytest

from ludex.client.client import NotUnderstood, Refused
from ludex.server import limits
from tests.server.serving import run, served, until


def test_all_who_are_there_are_told_of_a_ping_and_it_is_neither_kept_nor_numbered() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player, guest = await serving.seat(master, "Ann"), await serving.seat(master, "Eve", role="spectator")
            async with serving.at(master) as mara, serving.at(player) as ann, serving.at(guest) as eve:
                await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
                await until(eve, lambda: eve.document["scene"] is not None)
                await until(ann, lambda: ann.document["scene"] is not None)
                number, heard = (await serving.truth(master)).number, eve.seq
                place = ann.document["board"]["cells"][0]
                await ann.do("ping", at=place)
                ping = {"is": "ping", "seat": ann.seat, "at": place}
                for client in (mara, ann, eve):
                    await until(client, lambda client=client: client.pings)
                    assert list(client.pings) == [ping]
                assert ((await serving.truth(master)).number, eve.seq) == (number, heard)

    run(test())


def test_a_ping_shows_a_place_of_the_board() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found("cloudbreaker")
            async with serving.at(master) as mara:
                with pytest.raises(Refused, match="no scene is on the table"):
                    await mara.do("ping", at="somewhere")
                await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
                zone = next(iter(mara.document["board"]["zones"]))
                await mara.do("ping", at=zone)
                for wrong in ("nowhere", [1, 2], 7):
                    with pytest.raises(NotUnderstood, match="at"):
                        await mara.do("ping", at=wrong)
                await until(mara, lambda: mara.pings)
                assert [ping["at"] for ping in mara.pings] == [zone]

    run(test())


def test_spectators_and_muted_seats_point_at_nothing_and_nobody_points_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PINGS", (4.0, 0.0))  # nobody waits long enough

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player, guest = await serving.seat(master, "Ann"), await serving.seat(master, "Eve", role="spectator")
            async with serving.at(master) as mara, serving.at(player) as ann, serving.at(guest) as eve:
                await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
                place = mara.document["board"]["cells"][0]
                with pytest.raises(Refused, match="only the game master or a player"):
                    await eve.do("ping", at=place)
                for _ in range(4):
                    await ann.do("ping", at=place)
                with pytest.raises(Refused, match="wait a little"):
                    await ann.do("ping", at=place)
            async with serving.at(player) as ann:
                with pytest.raises(Refused, match="wait a little"):  # by another socket no sooner
                    await ann.do("ping", at=place)
            other = await serving.seat(master, "Ben")
            async with serving.at(master) as mara, serving.at(other) as ann:
                await mara.do("reseat", seat=ann.seat, muted=True)
                with pytest.raises(Refused, match="this seat is muted"):
                    await ann.do("ping", at=place)

    run(test())
