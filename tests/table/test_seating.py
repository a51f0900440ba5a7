"""Who sits at a table: roles and rights, tokens, the waiting room, and who plays whom."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Condition
from ludex.table.campaign.characters import Bring, CharacterFile, ready
from ludex.table.campaign.doing import DOINGS
from ludex.table.campaign.notes import Say, WriteNote
from ludex.table.campaign.reopening import opened_again
from ludex.table.campaign.seating import (
    AddSeat,
    Admit,
    CallMe,
    HandOver,
    OpenDoor,
    Reseat,
    StandingAnswer,
    TurnAway,
    knock,
)
from ludex.table.campaign.settings import Rename, Set
from ludex.table.play.commands import Command
from ludex.table.play.deciding import deciders, waiting
from ludex.table.play.improvising import Improvise
from ludex.table.records.seat import Role
from tests.table.tables import Kept, differing


@pytest.fixture
def kept() -> Kept:
    found = Kept("bluebox")
    found.open(begin=False)
    return found


# ---------------------------------------------------------------- seats and tokens


def test_a_token_leads_to_its_seat_until_it_is_reissued(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    found = kept.table.seat_of("hash of Ann")
    assert found is not None
    assert (found.id, found.role, found.beings) == (ann, Role.PLAYER, ("tahra",))
    kept.do(Reseat(seat=ann, token_hash="another"))
    assert kept.table.seat_of("hash of Ann") is None
    assert kept.folded().seat_of("another") == kept.table.seats[ann]
    with pytest.raises(BadInput, match="new token"):
        kept.do(AddSeat(role="player", name="Ben", token_hash="another"))


def test_who_is_removed_can_do_nothing_and_has_no_token(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    kept.do(Reseat(seat=ann, removed=True))
    assert kept.table.seat_of("hash of Ann") is None
    with pytest.raises(Refused, match="no longer at the table"):
        kept.do(Say(words="Hello?"), ann)
    with pytest.raises(Refused, match="no such seat"):
        kept.do(Say(words="Hello?"), "nobody")
    assert deciders(kept.table, "tahra") == (kept.gm,)


def test_a_table_keeps_a_game_master(kept: Kept) -> None:
    for change in (Reseat(seat=kept.gm, removed=True), Reseat(seat=kept.gm, role="player")):
        with pytest.raises(Refused, match="needs a game master"):
            kept.do(change)
    other = kept.seat("Otto", role="gm")
    kept.do(Reseat(seat=kept.gm, role="player"), other)
    assert kept.table.seats[kept.gm].role is Role.PLAYER


def test_who_is_muted_says_nothing_but_plays_on(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    kept.do(Reseat(seat=ann, muted=True))
    for words in (Say(words="Hello"), Improvise(being="tahra", words="I shout")):
        with pytest.raises(Refused, match="muted"):
            kept.do(words, ann)
    with pytest.raises(Refused, match="share"):
        kept.do(WriteNote(title="x", text="y", whose="shared"), ann)
    kept.do(WriteNote(title="x", text="y"), ann)
    kept.do(Reseat(seat=ann, muted=False))
    kept.do(Say(words="Hello"), ann)


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_each_role_has_its_rights_and_no_others(kept: Kept, role: str) -> None:
    seat = kept.seat("Ann", role=role)
    for kind, done in DOINGS.items():
        if Role(role) not in done.roles:
            needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
            what = kind(**dict.fromkeys(needed, ""))  # refused before anybody looks at what it says
            with pytest.raises(Refused, match=r"only .* may do that"):
                kept.do(what, seat)
    with pytest.raises(Refused, match="only the game master may do that"):
        kept.do(Rename(title="Mine"), seat)


def test_spectators_sit_only_where_the_table_has_seats_for_them(kept: Kept) -> None:
    kept.do(Set(settings={"spectators": False}))
    with pytest.raises(Refused, match="spectators"):
        kept.seat("Eve", role="spectator")
    with pytest.raises(BadInput, match="role"):
        kept.seat("Eve", role="king")


def test_a_name_is_all_one_gives(kept: Kept) -> None:
    ann = kept.seat("Ann")
    kept.do(CallMe(name="  Anna  of the Fens "), ann)
    assert kept.table.seats[ann].name == "Anna of the Fens"
    with pytest.raises(BadInput, match="name"):
        kept.do(CallMe(name="x" * 61), ann)


# ---------------------------------------------------------------- knowledge


def test_a_seat_knows_what_the_side_of_its_beings_knows(kept: Kept) -> None:
    table = kept.table
    seats = {
        "player": kept.seat("Ann", "tahra"), "foe": kept.seat("Ben", "vahki_1"), "nobody": kept.seat("Cid"),
        "spectator": kept.seat("Eve", role="spectator"), "gm": kept.gm,
    }  # fmt: skip
    known = {name: table.knowledge(table.seats[seat]) for name, seat in seats.items()}
    assert known == {"player": "party", "foe": "foes", "nobody": "party", "spectator": "party", "gm": GM}


# ---------------------------------------------------------------- who plays whom


def test_a_being_is_played_from_one_seat_at_a_time(kept: Kept) -> None:
    ann, ben = kept.seat("Ann", "tahra", "onuri"), kept.seat("Ben")
    kept.do(HandOver(who="tahra", seat=ben))
    assert (kept.table.seats[ann].beings, kept.table.seats[ben].beings) == (("onuri",), ("tahra",))
    kept.do(Reseat(seat=ann, beings=("tahra",)))
    assert (kept.table.seats[ann].beings, kept.table.seats[ben].beings) == (("tahra",), ())
    with pytest.raises(Refused, match="not yours"):
        kept.do(Command(actor="tahra", name="end_turn"), ben)


def test_one_of_a_side_that_a_machine_plays_is_taken_from_it(kept: Kept) -> None:
    table = kept.table
    kept.do(HandOver(who="foes", policy="random"))
    kept.do(HandOver(who="vahki_1"))
    assert (deciders(table, "vahki_1"), deciders(table, "vahki_2")) == ((kept.gm,), ())
    kept.do(HandOver(who="foes", policy="simple"))
    assert deciders(table, "vahki_1") == ()
    kept.do(HandOver(who="foes"))
    assert deciders(table, "vahki_2") == (kept.gm,)


def test_a_being_or_a_side_is_handed_to_a_machine_and_back(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    table = kept.table
    assert deciders(table, "vahki_1") == (kept.gm,)
    kept.do(HandOver(who="foes", policy="random"))
    kept.do(HandOver(who="tahra", policy="simple"))
    assert (deciders(table, "vahki_1"), deciders(table, "foes"), deciders(table, "tahra")) == ((), (), ())
    kept.do(HandOver(who="vahki_1", seat=ann))
    kept.do(HandOver(who="tahra"))
    assert (deciders(table, "vahki_1"), deciders(table, "tahra")) == ((ann,), (kept.gm,))
    with pytest.raises(BadInput, match="no policy 'clever'"):
        kept.do(HandOver(who="foes", policy="clever"))
    with pytest.raises(BadInput, match="expected a being"):
        kept.do(HandOver(who="foes", seat=ann))


def test_a_side_decides_by_who_plays_somebody_of_it(kept: Kept) -> None:
    assert deciders(kept.table, "party") == (kept.gm,)
    ann = kept.seat("Ann", "tahra")
    assert deciders(kept.table, "party") == (ann,)
    assert deciders(kept.table, GM) == (kept.gm,)
    kept.do(HandOver(who=GM, policy="simple"))
    assert deciders(kept.table, GM) == ()


def test_machines_play_a_whole_scene_by_themselves() -> None:
    kept = Kept("bluebox")
    kept.open()
    for side in ("party", "foes", GM):
        kept.do(HandOver(who=side, policy="simple"))
    kept.run()
    assert waiting(kept.table).kind == "nobody"


def test_a_standing_answer_is_for_rules_that_there_are(kept: Kept) -> None:
    ann = kept.seat("Ann", "tahra")
    rule = next(iter(kept.table.game.rulebook.rules))
    kept.do(StandingAnswer(rule=rule, answer="never"), ann)
    assert kept.table.seats[ann].standing == {rule: "never"}
    kept.do(StandingAnswer(rule=rule, answer="ask"), ann)
    assert kept.folded().seats[ann].standing == {}
    with pytest.raises(BadInput, match="there is no rule"):
        kept.do(StandingAnswer(rule="bb.nothing", answer="never"), ann)


# ---------------------------------------------------------------- the waiting room


def knocked(kept: Kept, code: str, name: str = "Dan") -> str:
    found = knock(kept.table, code, name, f"hash of {name}")
    kept.entries += kept.table.take()
    return found


def test_a_code_opens_the_waiting_room_and_the_game_master_admits(kept: Kept) -> None:
    kept.do(OpenDoor(code_hash="code", seconds=60))
    waits = knocked(kept, "code")
    assert kept.table.seat_of("hash of Dan") is None
    seat = kept.do(Admit(waiting=waits, beings=("vhor",)))["seat"]
    found = kept.folded().seat_of("hash of Dan")
    assert found is not None
    assert (found.id, found.name, found.beings) == (seat, "Dan", ("vhor",))
    assert kept.table.waiting_room == {}
    with pytest.raises(BadInput, match="nobody waits"):
        kept.do(Admit(waiting=waits))


def test_a_code_that_is_wrong_or_expired_opens_nothing(kept: Kept) -> None:
    for code in ("", "code"):
        with pytest.raises(Refused, match="opens no table"):
            knock(kept.table, code, "Dan", "hash")
    kept.do(OpenDoor(code_hash="code", seconds=60))
    with pytest.raises(Refused, match="opens no table"):
        knock(kept.table, "other", "Dan", "hash")
    kept.fake.now += 61
    with pytest.raises(Refused, match="opens no table"):
        knock(kept.table, "code", "Dan", "hash")
    assert kept.table.take() == []


def test_who_is_turned_away_waits_no_more_and_the_room_is_not_endless(kept: Kept) -> None:
    kept.do(OpenDoor(code_hash="code"))
    first, *_ = [knocked(kept, "code", f"Dan {number}") for number in range(20)]
    with pytest.raises(Refused, match="too many"):
        knock(kept.table, "code", "Dan", "hash")
    kept.do(TurnAway(waiting=first))
    late = knocked(kept, "code", "Late")
    assert first not in kept.folded().waiting_room
    assert late in kept.folded().waiting_room


def test_who_waits_is_forgotten_when_the_code_expires_but_not_at_once(kept: Kept) -> None:
    kept.do(OpenDoor(code_hash="code", seconds=3600))
    early = [knocked(kept, "code", f"Dan {number}") for number in range(20)]
    kept.fake.now += 3590
    assert set(kept.table.waiting_room) == set(early)
    kept.do(TurnAway(waiting=early[0]))
    late = knocked(kept, "code", "Late")
    kept.fake.now += 20
    assert set(kept.table.waiting_room) == {late}
    with pytest.raises(BadInput, match="nobody waits"):
        kept.do(Admit(waiting=early[1]))
    kept.do(OpenDoor(code_hash="another", seconds=60))
    knocked(kept, "another", "Eve")
    assert len(kept.table.knocked) == 2  # those who waited in vain are not kept
    kept.do(Admit(waiting=late))
    assert not differing(kept.table, kept.folded())


def test_whoever_has_summoned_somebody_decides_for_it_and_so_does_whoever_controls_somebody() -> None:
    kept = Kept("vitality")
    kept.open()
    ann, ben = kept.seat("Ann", "bram_holloway"), kept.seat("Ben", "vesper")
    scene = kept.live.scene.fork()
    hound, bram, vesper = (scene.beings[name] for name in ("hound_1", "bram_holloway", "vesper"))
    hound.sheet = replace(hound.sheet, summoner=bram.id)
    bram.afflict(Condition("Controlled", source=vesper.id))
    kept.table.begin("")
    # To mypy: a scene is on the table
    kept.table.add(opened_again(kept.table.playing, "somebody is summoned", scene))  # type: ignore[arg-type]
    assert [deciders(kept.table, name) for name in ("hound_1", "bram_holloway", "vesper")] == [(ann,), (ann,), (ben,)]
    kept.live.scene.beings["bram_holloway"].home = "party"  # its turn, which is not its own
    assert [deciders(kept.table, name) for name in ("hound_1", "bram_holloway")] == [(ben,), (ben,)]


def test_nobody_takes_somebody_else_by_bringing_a_character_of_that_name(kept: Kept) -> None:
    kept.open()
    ann = kept.seat("Ann", "tahra")
    eve = kept.seat("Eve")
    with pytest.raises(Refused, match="not yours"):
        kept.do(Bring(ready="tahra"), eve)
    foe = next(being for being in kept.live.scene.beings.values() if being.side == "foes")
    file = CharacterFile(
        game="bluebox", character={**ready(kept.table, kept.table.seats[kept.gm], "tahra").character, "id": foe.id}
    )
    with pytest.raises(Refused, match="not yours"):
        kept.do(Bring(file=file), eve)
    with pytest.raises(Refused, match="the game has no character 'nobody'"):
        kept.do(Bring(ready="nobody"), eve)
    assert deciders(kept.table, "tahra") == (ann,)
    assert kept.table.seats[eve].beings == ()


def test_who_only_watches_decides_nothing(kept: Kept) -> None:
    kept.open()
    ann = kept.seat("Ann", "tahra")
    kept.do(Reseat(seat=ann, role="spectator"))
    assert deciders(kept.table, "tahra") == (kept.gm,)
