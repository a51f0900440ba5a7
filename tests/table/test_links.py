"""Dice to which seats add: chains, links, who is away, what is taken back, what is rolled in secret."""

from __future__ import annotations

from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.client.verify import added_to, report, verify
from ludex.core.kernel.procedure import Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Live
from ludex.core.referee.mixed import chain_of, leads_to
from ludex.table import doings
from ludex.table.campaign.evenings import CloseEvening, OpenSecrets
from ludex.table.campaign.links import waited_for
from ludex.table.campaign.night import MOST_LINKS
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import AddContent, Set
from ludex.table.campaign.taking_back import TakingBack
from ludex.table.desk.desk import LINK, Desk
from ludex.table.desk.held import Held
from ludex.table.desk.portable import Seeds
from ludex.table.desk.quota import Quota, Share
from ludex.table.document.show import Documents
from ludex.table.play.commands import Command, Faces
from ludex.table.play.deciding import MOST_FAULTS, has_step, waiting
from ludex.table.play.linking import MOST_CHAINS, GiveLink, TellChain, pass_over, patience
from ludex.table.play.mastering import Call, Redo, Undo, Withdraw
from ludex.table.records.entry import Entry
from tests.table.desks import opened
from tests.table.duel import WALLED, Duel, attack
from tests.table.tables import differing, state

LENGTH = 20
END = "0" * 64


class Linked(Duel):
    """A duel to whose dice seats add."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.chains: dict[str, list[str]] = {}

    def tell(self, seat: str, secret: str = "") -> None:
        """A seat tells the end of a chain."""
        self.chains[seat] = chain_of(sha256((secret or seat).encode()).digest(), LENGTH)
        self.do(TellChain(end=self.chains[seat][0], length=LENGTH), seat)

    def give(self) -> str:
        """Who is asked gives the link; gives whose it was."""
        asked = waited_for(self.table)
        assert asked is not None
        self.do(GiveLink(number=asked.number, link=self.chains[asked.seat][asked.number]), asked.seat)
        return asked.seat

    def miss(self) -> None:
        asked = waited_for(self.table)
        assert asked is not None
        assert pass_over(self.table, asked)
        self.entries += self.table.take()

    def strike(self) -> None:
        """Ann's Tahra strikes, as the game master or Ann has it; the dice may wait."""
        self.do(Command(actor="tahra", name="attack", args={"target": "bear"}), self.ann)

    def roll(self, secret: bool = False) -> None:
        self.do(Call(name="roll", args={"dice": "2d6", "secret": secret}))

    def close(self) -> dict[str, Any]:
        told: dict[str, Any] = self.do(CloseEvening())
        return told


@pytest.fixture
def duel() -> Linked:
    return Linked()


# ---------------------------------------------------------------- a chain


def test_each_link_of_a_chain_leads_to_those_nearer_to_its_end() -> None:
    links = chain_of(b"a secret", 5)
    assert len(links) == 6
    assert leads_to(links[1], links[0], 1)
    assert leads_to(links[5], links[2], 3)
    assert not leads_to(links[2], links[0], 1)


@pytest.mark.parametrize(
    ("end", "length"),
    [("", 5), ("0" * 63, 5), ("G" * 64, 5), ("A" * 64, 5), (END, 0), (END, -1), (END, MOST_LINKS + 1)],
)
def test_what_is_no_end_of_a_chain_is_not_understood(duel: Linked, end: str, length: int) -> None:
    before = state(duel.table)
    with pytest.raises(BadInput, match=r"end|length"):
        duel.do(TellChain(end=end, length=length), duel.ann)
    assert state(duel.table) == before


def test_a_chain_is_told_once_and_a_seat_has_so_many(duel: Linked) -> None:
    duel.tell(duel.ann, "again")
    with pytest.raises(Refused, match="used once"):
        duel.tell(duel.ben, "again")
    for number in range(MOST_CHAINS - 1):
        duel.tell(duel.ann, str(number))
    with pytest.raises(Refused, match=f"{MOST_CHAINS} chains"):
        duel.tell(duel.ann, "one more")


# ---------------------------------------------------------------- asking for a link


def test_where_nobody_adds_to_the_dice_they_fall_at_once(duel: Linked) -> None:
    duel.roll()
    assert duel.live.open is None
    assert duel.table.night.link == ""


def test_who_decides_adds_to_the_dice_and_so_does_one_other(duel: Linked) -> None:
    """Who decides does not know the seed, the host does not know their link; where both are one, there is the other."""
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    duel.tell(duel.gm)
    duel.strike()
    assert isinstance(duel.live.open, Roll)
    assert waiting(duel.table).kind == "link"
    assert not has_step(duel.table)
    assert duel.give() == duel.ann
    assert isinstance(duel.live.open, Roll)
    assert duel.give() == duel.ben
    assert not isinstance(duel.live.open, Roll)
    assert duel.table.night.link == f"{duel.chains[duel.ann][1]}:{duel.chains[duel.ben][1]}"
    assert not differing(duel.table, duel.folded())
    told = duel.close()
    assert verify(told) == []
    assert {(added.own, added.name) for added in added_to(told)} == {(True, "Ben")}


def test_who_decides_with_nobody_else_there_adds_alone(duel: Linked) -> None:
    duel.tell(duel.ann)
    duel.strike()
    assert duel.give() == duel.ann
    found = report(duel.close())
    assert (found.own, found.alone) == (found.throws, 0)


def test_the_game_master_is_asked_where_there_is_nobody_else(duel: Linked) -> None:
    duel.tell(duel.gm)
    duel.tell(duel.ben)
    duel.strike()
    assert duel.give() == duel.ben
    duel.do(Undo())
    duel.strike()
    duel.miss()
    assert duel.give() == duel.gm


def test_who_was_asked_longest_ago_is_asked_next(duel: Linked) -> None:
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    asked = []
    for _ in range(4):
        duel.roll()
        asked.append(duel.give())
    assert asked == [duel.ann, duel.ben, duel.ann, duel.ben]


def test_the_link_decides_the_faces_and_the_seed_alone_does_not() -> None:
    faces = []
    for secret in ("one", "two", "three"):
        duel = Linked()
        duel.tell(duel.ann, secret)
        duel.do(Call(name="roll", args={"dice": "8d12", "secret": False}))
        duel.give()
        faces.append(duel.table.night.book.rolls[-1].faces)
    assert len(set(faces)) == 3


def test_the_same_entries_give_the_same_faces_and_bytes(duel: Linked) -> None:
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    for _ in range(3):
        duel.roll()
        duel.give()
    duel.close()
    again, ours = duel.folded(), msgspec.json.encode(duel.table.nights[0].told())
    assert msgspec.json.encode(again.nights[0].told()) == ours


def test_what_falls_is_of_who_decided_not_of_who_adds_to_it(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.strike()
    duel.give()
    rolls = [entry for entry in duel.entries if "first" in entry.body]
    assert {entry.by for entry in rolls} == {duel.ann}
    assert next(entry for entry in duel.entries if entry.kind == "link").by == duel.ben


def test_a_question_in_the_middle_needs_a_link_of_its_own(duel: Linked) -> None:
    """Else whoever answers, and knows the seed, would know what falls after the answer."""
    duel.tell(duel.ben)
    duel.do(attack())
    for _ in range(20):
        while waited_for(duel.table) is not None:
            duel.give()
        if duel.live.open is not None:
            break
        duel.do(attack())
    assert duel.live.open is not None
    used = duel.table.night.link
    duel.do(Withdraw())
    duel.do(attack())
    asked = waited_for(duel.table)
    assert asked is not None
    assert duel.chains[duel.ben][asked.number] != used


# ---------------------------------------------------------------- a wrong link


def test_another_link_an_old_one_and_that_of_another_seat_are_refused(duel: Linked) -> None:
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    duel.roll()
    assert duel.give() == duel.ann
    duel.roll()
    before = state(duel.table)
    asked = waited_for(duel.table)
    assert asked is not None
    assert asked.seat == duel.ben
    for seat, number, link in (
        (duel.ben, 1, duel.chains[duel.ann][1]),
        (duel.ben, 1, duel.chains[duel.ben][2]),
        (duel.ben, 1, duel.chains[duel.ben][0]),
        (duel.ben, 2, duel.chains[duel.ben][2]),
        (duel.ann, 1, duel.chains[duel.ann][1]),
        (duel.gm, 1, duel.chains[duel.ben][1]),
    ):
        with pytest.raises(Refused):
            duel.do(GiveLink(number=number, link=link), seat)
    with pytest.raises(BadInput, match="SHA-256"):
        duel.do(GiveLink(number=1, link="no hash"), duel.ben)
    assert state(duel.table) == before
    assert duel.give() == duel.ben


def test_a_link_that_nobody_asked_for_is_refused(duel: Linked) -> None:
    duel.tell(duel.ben)
    with pytest.raises(Refused, match="no such link"):
        duel.do(GiveLink(number=1, link=duel.chains[duel.ben][1]), duel.ben)


def test_entries_with_another_link_do_not_fold(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll()
    duel.give()
    for entry in duel.entries:
        if entry.kind == "link":
            entry.body["link"] = duel.chains[duel.ben][2]
    with pytest.raises(BadInput, match="not link 1"):
        duel.folded()


@pytest.mark.parametrize(
    ("kind", "field", "other"),
    [("chain", "length", 10**12), ("chain", "end", "no hash"), ("link_asked", "number", 10**12), ("link", "link", "x")],
)
def test_entries_of_a_file_that_would_take_for_ever_do_not_fold(
    duel: Linked, kind: str, field: str, other: object
) -> None:
    duel.tell(duel.ben)
    duel.roll()
    duel.give()
    next(entry for entry in duel.entries if entry.kind == kind).body[field] = other
    with pytest.raises((BadInput, ValueError)):
        duel.folded()


# ---------------------------------------------------------------- meanwhile


def test_while_the_dice_wait_nobody_types_faces_or_does_something_else(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.strike()
    roll = duel.live.open
    before = state(duel.table)
    for what, seat in (
        (Faces(key=roll.key, faces=(20,)), duel.ann),
        (Command(actor="tahra", name="end_turn"), duel.ann),
        (Call(name="roll", args={"dice": "d6"}), duel.gm),
    ):
        with pytest.raises(Refused):
            duel.do(what, seat)
    assert state(duel.table) == before
    document = Documents(duel.table).of(duel.table.seats[duel.ann])
    assert document["faces"] is None
    assert document["waiting"]["for"] == "link"


def test_only_who_is_asked_is_told_so(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.strike()
    dice = {name: Documents(duel.table).of(duel.table.seats[name])["dice"] for name in (duel.ann, duel.ben, duel.gm)}
    assert {name: told["asked"] for name, told in dice.items()} == {duel.ann: 0, duel.ben: 1, duel.gm: 0}
    assert dice[duel.ann]["links"] == [duel.ben]
    assert (dice[duel.gm]["chain"], dice[duel.ben]["chain"]) == ("", duel.chains[duel.ben][0])


# ---------------------------------------------------------------- who is away


def test_who_is_away_is_passed_over_and_the_next_one_is_asked(duel: Linked) -> None:
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    duel.roll()
    duel.miss()
    assert "Ann was away: Ben adds to these dice." in duel.words()
    assert duel.give() == duel.ben
    duel.roll()
    assert duel.give() == duel.ben  # Ann has to tell a new chain first
    assert not differing(duel.table, duel.folded())


def test_where_nobody_is_left_the_dice_fall_by_the_seed_alone_and_it_is_said(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll()
    duel.miss()
    assert duel.live.open is None
    assert "Ben was away: these dice rest on the host's word." in duel.words(duel.ann)
    assert [event["is"] for event in duel.table.night.book.events] == ["chain", "decided", "asked", "away"]
    assert verify(duel.close()) == []
    assert not differing(duel.table, duel.folded())


def test_a_link_that_comes_too_late_is_refused(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll()
    asked = waited_for(duel.table)
    assert asked is not None
    duel.miss()
    with pytest.raises(Refused):
        duel.do(GiveLink(number=1, link=duel.chains[duel.ben][1]), duel.ben)
    assert not pass_over(duel.table, asked)


def test_a_chain_that_is_told_when_the_decision_is_known_adds_nothing_to_its_dice(duel: Linked) -> None:
    """Who knows the seed and the decision could choose it so that the dice fall as they like."""
    duel.tell(duel.ben)
    duel.roll()
    duel.tell(duel.ben, "another")
    assert "Ben's device has just come back: these dice rest on the host's word." in duel.words()
    assert duel.live.open is None
    assert [event["is"] for event in duel.table.night.book.events] == ["chain", "decided", "asked", "away", "chain"]
    assert duel.table.night.link == ""
    duel.roll()
    duel.tell(duel.ann)
    assert duel.give() == duel.ben
    assert duel.live.open is None
    assert not differing(duel.table, duel.folded())
    assert verify(duel.close()) == []


def test_a_chain_that_is_used_up_is_asked_for_no_more(duel: Linked) -> None:
    duel.chains[duel.ben] = chain_of(bytes(32), 2)
    duel.do(TellChain(end=duel.chains[duel.ben][0], length=2), duel.ben)
    for _ in range(2):
        duel.roll()
        duel.give()
    assert Documents(duel.table).of(duel.table.seats[duel.ben])["dice"]["chain"] == ""
    duel.roll()
    assert duel.live.open is None


# ---------------------------------------------------------------- a second try


def test_after_an_undo_another_link_is_used_and_the_try_is_told_as_one(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll()
    duel.give()
    duel.do(Undo())
    duel.roll()
    duel.give()
    duel.roll()
    duel.give()
    told = duel.close()
    assert len({added.link for added in added_to(told)}) == 3
    assert told["taken_back"] == {"1": "undone"}
    assert told["retries"] == [told["rolls"][1][0]]
    assert verify(told) == []


def test_a_second_try_is_told_as_one_when_the_scene_was_opened_afresh_in_between(duel: Linked) -> None:
    duel.roll()
    duel.do(Undo())
    duel.do(AddContent(name="mine", tables={}))
    duel.roll()
    told = duel.close()
    assert told["retries"] == [told["rolls"][1][0]]


def test_what_is_withdrawn_while_the_dice_wait_costs_its_link(duel: Linked) -> None:
    """The link may have been given already, to a host who did not like what it made of the dice."""
    duel.tell(duel.ben)
    duel.strike()
    duel.do(Withdraw())
    assert waited_for(duel.table) is None
    duel.strike()
    asked = waited_for(duel.table)
    assert asked is not None
    assert asked.number == 2
    duel.give()
    told = duel.close()
    assert told["retries"][0] == 1
    assert verify(told) == []


def test_more_than_there_is_cannot_be_taken_back() -> None:
    """As a file could have it that nobody played."""
    back, night = TakingBack(), Linked().table.night
    for line in ({"undo": 10**12}, {"redo": 10**12}, {"withdraw": True}, {"recall": 3}, {"replace": 2}):
        back.follow(night, line)
    assert (night.book.taken, night.book.retries) == ({}, set())


def test_what_is_had_again_counts_again(duel: Linked) -> None:
    duel.roll()
    duel.do(Undo())
    duel.do(Redo())
    duel.roll()
    told = duel.close()
    assert (told["taken_back"], told["retries"]) == ({}, [])


# ---------------------------------------------------------------- in secret


def test_what_is_rolled_in_secret_waits_for_nobody_and_stays_closed(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll(secret=True)
    assert duel.live.open is None
    night = duel.table.night
    assert (len(night.book.secret_rolls), len(night.book.rolls)) == (1, 0)
    assert night.dice is not None
    assert night.dice.secret is not None
    seed = night.dice.secret.seed.hex()
    assert seed not in str(duel.close())
    duel.do(OpenSecrets(evening=1))
    told = duel.table.nights[0].told()
    assert (told["secret_seed"], len(told["secret_rolls"])) == (seed, 1)
    assert verify(told) == []
    assert not differing(duel.table, duel.folded())


def test_a_roll_of_somebody_unseen_asks_nobody_and_tells_nobody() -> None:
    """Two tables that differ only in who lurks there: to Ann all is the same, when the lurker rolls and afterwards."""
    shown = []
    for lurks in (True, False):
        duel = Linked(board=WALLED)
        duel.tell(duel.ann)
        if lurks:
            duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
            lurker = next(being.id for being in duel.live.scene.beings.values() if being.name == "Lurker")
            duel.do(Call(name="check", args={"being": lurker, "stat": "DEX", "dc": 10}))
            assert len(duel.table.night.book.secret_rolls) == 1
        assert waited_for(duel.table) is None
        seen = Documents(duel.table).of(duel.table.seats[duel.ann])
        duel.roll()
        duel.give()
        told = duel.close()
        shown.append([seen["dice"], told["rolls"], told["links"]])
    assert shown[0] == shown[1]


def test_secrets_are_opened_by_the_game_master_once_the_evening_is_closed(duel: Linked) -> None:
    with pytest.raises(BadInput, match="evening 1"):
        duel.do(OpenSecrets(evening=1))
    duel.close()
    with pytest.raises(Refused):
        duel.do(OpenSecrets(evening=1), duel.ann)


def test_a_file_has_no_seed_of_what_was_rolled_in_secret(duel: Linked) -> None:
    night = duel.table.night
    assert night.dice is not None
    assert night.dice.secret is not None
    secret = night.dice.secret.seed.hex()
    duel.close()
    assert secret not in str(in_a_file(duel.entries))
    duel.do(OpenSecrets(evening=1))
    assert secret in str(in_a_file(duel.entries))


def in_a_file(entries: list[Entry]) -> list[Entry]:
    seeds = Seeds(set(), set())
    for entry in entries:
        seeds.follow(entry)
    return [seeds.hidden(entry) for entry in entries]


# ---------------------------------------------------------------- other dice


def test_a_new_evening_asks_for_new_chains(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.close()
    assert Documents(duel.table).of(duel.table.seats[duel.ben])["dice"]["chain"] == ""
    duel.roll()
    assert duel.live.open is None


def test_no_evening_is_closed_while_the_dice_wait(duel: Linked) -> None:
    """The seed of the next one would be made when the decision is known."""
    duel.tell(duel.ben)
    duel.roll()
    before = state(duel.table)
    with pytest.raises(Refused, match="about to fall"):
        duel.close()
    assert state(duel.table) == before


def test_nor_while_dice_are_typed_that_waited_for_a_link(duel: Linked) -> None:
    """The game master could turn back to sealed dice afterwards, which would fall by the new seed."""
    duel.tell(duel.ben)
    duel.strike()
    duel.do(Set(settings={"dice": "typed"}))
    with pytest.raises(Refused, match="about to fall"):
        duel.close()
    duel.do(Set(settings={"dice": "sealed"}))
    assert duel.give() == duel.ben
    assert verify(duel.close()) == []


def test_typed_dice_need_no_link(duel: Linked) -> None:
    duel.tell(duel.ben)
    duel.roll()
    duel.do(Set(settings={"dice": "typed"}))
    assert waited_for(duel.table) is None
    duel.do(Faces(key=duel.live.open.key, faces=(3, 4)), duel.gm)
    assert duel.live.open is None


def test_an_evening_of_an_earlier_version_goes_on_as_it_was(duel: Linked) -> None:
    entries: list[Entry] = []
    for entry in duel.entries:
        body = {key: value for key, value in entry.body.items() if not key.startswith("secret_")}
        entries.append(msgspec.structs.replace(entry, body=body))
    duel.table, duel.entries = doings.folded(entries, duel.fake.outside()), entries
    with pytest.raises(Refused, match="earlier version"):
        duel.tell(duel.ben)
    assert Documents(duel.table).of(duel.table.seats[duel.ben])["dice"]["links"] is None
    duel.roll(secret=True)
    told = duel.close()
    assert len(told["rolls"]) == 1
    assert verify(told) == []
    with pytest.raises(BadInput, match="earlier version"):
        duel.do(OpenSecrets(evening=1))


# ---------------------------------------------------------------- checking it


def an_evening() -> dict[str, Any]:
    """Three throws: Ann has added to the first, Ben was away at the second, and nobody was left for the third."""
    duel = Linked()
    duel.tell(duel.ann)
    duel.tell(duel.ben)
    for missed in (0, 1, 1):
        duel.roll()
        for _ in range(missed):
            duel.miss()
        if waited_for(duel.table) is not None:
            duel.give()
    return duel.close()


def test_it_is_told_on_what_the_dice_rest() -> None:
    told = report(an_evening())
    assert (told.throws, told.faces, told.added, told.alone) == (3, 6, {"Ann": 2}, 1)
    assert (told.away, told.taken_back, told.retries, told.secret) == ({"Ben": 1, "Ann": 1}, 0, 0, None)


def test_what_a_host_could_change_afterwards_is_found() -> None:
    def without(kind: str) -> dict[str, Any]:
        told = an_evening()
        return {**told, "links": [event for event in told["links"] if event["is"] != kind]}

    def other(kind: str, **fields: Any) -> dict[str, Any]:
        told = an_evening()
        place = next(place for place, event in enumerate(told["links"]) if event["is"] == kind)
        told["links"][place] = {**told["links"][place], **fields}
        return told

    assert verify(an_evening()) == []
    for changed in (
        without("given"),  # the link was there, and is said not to have been
        without("away"),
        without("decided"),  # one link for everything
        without("asked"),
        other("given", link="11" * 32),
        other("asked", number=2),
        other("asked", seat=an_evening()["links"][1]["seat"]),
        other("chain", link="11" * 32),
    ):
        with pytest.raises(ValueError, match=r"link|chain"):
            verify(changed)
    assert verify({**an_evening(), "links": []})  # the faces are not those of the seed alone


# ---------------------------------------------------------------- what breaks down


def test_a_machine_whose_deed_breaks_down_after_the_dice_is_stuck_in_the_end(
    duel: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would try again for ever, and each time ask for a link."""
    for side in ("tahra", "party", "foes", "gm"):
        duel.do(HandOver(who=side, policy="simple"))
    duel.tell(duel.ben)
    real = Live._go_on

    def broken(live: Live[Any], value: Any) -> None:
        if live.given and live.given[-1].is_roll:
            live._running = nothing_but_a_fault()
            next(live._running)
        real(live, value)

    monkeypatch.setattr(Live, "_go_on", broken)
    for _ in range(40):
        if waited_for(duel.table) is not None:
            duel.give()
        elif not duel.step():
            break
    assert duel.table.stuck >= MOST_FAULTS
    assert duel.live.open is None
    assert not duel.step()


def nothing_but_a_fault() -> Generator[Any, Any, None]:
    yield None
    raise RuntimeError("a rule broke down")


# ---------------------------------------------------------------- at a table that is full


@pytest.fixture
def full(duel: Linked, tmp_path: Path) -> Generator[Held]:
    """A table that becomes full, and its player's seat with it, while they are asked for a link."""
    duel.do(Set(settings={"deputy": 60}))
    duel.tell(duel.ann)
    duel.strike()
    store = opened(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.create("t", duel.entries)
    held = Held("t", store, duel.fake.outside())
    held.loaded()
    held.usage.count()
    share = Share(hour=10**6, bytes=1, minute=1, doings=1)
    held.usage.quota = Quota(table=held.usage.in_all, player=share)
    assert held.usage.is_full
    yield held
    store.close()


def test_who_is_asked_gives_the_link_though_the_table_is_full_and_the_seat_has_done_enough(
    duel: Linked, full: Held
) -> None:
    ann = full.loaded().seats[duel.ann]
    full.usage.rates(ann).minute.take()
    asked = waited_for(full.loaded())
    assert asked is not None
    with pytest.raises(Refused, match="too often"):
        full.do(lambda _: ann, TellChain(end=END, length=5))
    full.do(lambda _: ann, GiveLink(number=asked.number, link=duel.chains[duel.ann][asked.number]))
    assert waited_for(full.loaded()) is None
    with pytest.raises(Refused, match="too often"):
        full.do(lambda _: ann, GiveLink(number=asked.number, link=duel.chains[duel.ann][asked.number]))


def test_who_is_away_is_passed_over_though_the_table_is_full(full: Held) -> None:
    desk = Desk(full.store, full.outside)
    _, passing = desk._next(full)
    assert passing is not None
    assert full.act(passing)
    assert waited_for(full.loaded()) is None
    assert desk._next(full)[1] is None  # and the machine goes no further


def test_a_clock_that_is_turned_back_lets_dice_wait_no_longer(duel: Linked, full: Held) -> None:
    desk, asked = Desk(full.store, full.outside), waited_for(full.loaded())
    assert asked is not None
    full.others = {"another desk": (0.0, (asked.seat,))}
    assert desk._next(full)[0] == LINK
    duel.fake.now -= 3600
    assert desk._next(full)[0] == LINK


def test_who_is_away_again_and_again_is_waited_for_less(duel: Linked) -> None:
    """Each time they tell another chain, and do not give its first link."""
    waited = []
    for number in range(MOST_CHAINS):
        duel.tell(duel.ann, f"chain {number}")
        waited.append(patience(duel.table, duel.ann))
    assert waited[:4] == [1.0, 1.0, 1.0, 0.5]
    assert sum(waited) < 10
    assert patience(duel.table, duel.ben) == 1.0
