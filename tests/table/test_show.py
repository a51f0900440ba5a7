"""Documents: what a seat sees of its table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.kernel.domain import Amount, Domain, OneOf, Several, Split
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.table.campaign import settings
from ludex.table.campaign.characters import Bring
from ludex.table.campaign.notes import ShowHandout, WriteHandout, WriteNote
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.document import looking
from ludex.table.document.changes import apply, changed
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.know.asked import question
from ludex.table.play import commands
from ludex.table.play.deciding import deputise, waiting
from ludex.table.play.improvising import Improvise
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Kept

STEPS = 40


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return by_machines(request.param)


# ---------------------------------------------------------------- documents and their changes


def test_changes_bring_every_seat_from_one_document_to_the_next(played: Played) -> None:
    seats = [played.gm, played.ann, played.eve]
    sent = {seat: msgspec.json.decode(msgspec.json.encode(played.of(seat))) for seat in seats}
    last = {seat: played.of(seat) for seat in seats}
    for _ in range(STEPS):
        if waiting(played.table).kind == "nobody":
            break
        assert played.step() or deputise(played.table)
        for seat in seats:
            document = played.of(seat)
            told = msgspec.json.decode(msgspec.json.encode(changed(last[seat], document)))
            sent[seat] = apply(sent[seat], told)
            assert sent[seat] == msgspec.json.decode(msgspec.json.encode(document))
            last[seat] = document


def test_where_nothing_happens_nothing_changes(played: Played) -> None:
    for seat in (played.gm, played.ann, played.eve):
        assert changed(played.of(seat), played.of(seat)) == []
        fresh = Documents(played.table).of(played.table.seats[seat])
        assert changed(played.of(seat), fresh) == [], "documents are made of nothing but the table"


def test_a_table_without_a_scene_has_a_document_too() -> None:
    kept = Kept("bluebox")
    document = Documents(kept.table).of(kept.table.seats[kept.gm])
    assert document["scene"] is None
    assert document["beings"] == {}
    assert document["offers"] is None
    assert document["master"]["scenes"] == {}


def test_the_board_says_where_everybody_stands(played: Played) -> None:
    document = played.of(played.ann)
    board, beings = document["board"], document["beings"]
    assert board["kind"] in ("hexes", "squares", "zones")
    places = board["zones"] if board["kind"] == "zones" else board["cells"]
    there = [being["at"] for being in beings.values() if being["at"] is not None]
    assert there
    assert all(at in places for at in there)
    assert all(being["cells"][0] == being["at"] for being in beings.values() if being["cells"])
    assert len({being["mark"] for being in beings.values()}) == len(beings)


def test_only_who_decides_is_offered_anything(played: Played) -> None:
    document = played.until(lambda d: d["offers"])
    assert set(document["offers"]) <= set(played.party)
    assert played.of(played.eve)["offers"] is None
    assert not set(played.of(played.gm)["offers"] or {}) & set(played.party)


def test_what_is_refused_has_reason_and_rule(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    entries = [entry for offer in document["offers"].values() for entry in offer["entries"]]
    assert any(entry["refused"] is None for entry in entries)
    for entry in entries:
        if entry["refused"] is not None:
            assert entry["refused"]["reason"]
            assert entry["refused"]["rule"]


def test_a_question_reaches_who_owns_it_and_the_game_master(played: Played) -> None:
    document = played.until(lambda d: d["question"])
    question = document["question"]
    assert question["words"]
    assert question["title"]
    assert question["domain"]["kind"]
    assert played.of(played.gm)["question"]["key"] == question["key"]
    assert played.of(played.eve)["question"] is None
    assert played.ann in played.of(played.eve)["waiting"]["seats"]
    told = look(played.documents, played.ann, looking.OddsOfAnswers())
    assert all(answer["value"] in [choice["value"] for choice in question["choices"]] for answer in told)
    answer = question["choices"][0]["value"] if question["choices"] else question["default"]
    played.do(commands.Answer(key=question["key"], value=answer), played.ann)


# ---------------------------------------------------------------- what is written


def test_notes_handouts_and_wishes_reach_those_whom_they_are_for() -> None:
    played = Played("bluebox")
    own = played.do(WriteNote(title="Mine", text="x"), played.ann)["note"]
    shared = played.do(WriteNote(title="Ours", text="y", whose="shared"), played.ann)["note"]
    shown = played.do(WriteHandout(title="A letter", text="z"))["handout"]
    assert set(played.of(played.ann)["notes"]) == {own, shared}
    assert set(played.of(played.eve)["notes"]) == {shared}
    assert set(played.of(played.gm)["handouts"]) == {shown}
    assert played.of(played.ann)["handouts"] == {}
    played.do(ShowHandout(id=shown, seats=(played.ann,)))
    assert played.of(played.ann)["handouts"][shown]["text"] == "z"
    assert played.of(played.eve)["handouts"] == {}
    played.do(Improvise(being=played.party[0], words="I swing from the lamp"), played.ann)
    assert [wish["words"] for wish in played.of(played.gm)["improvised"]] == ["I swing from the lamp"]


def test_characters_that_the_game_master_has_brought_are_not_shown_to_players() -> None:
    played = Played("bluebox")
    played.do(Bring(ready="tahra"), played.ann)
    played.do(Bring(ready="vhor"))
    assert set(played.of(played.gm)["characters"]) == {"tahra", "vhor"}
    assert set(played.of(played.ann)["characters"]) == {"tahra"}


def test_how_many_dice_have_fallen_is_told_to_the_game_master_alone() -> None:
    played = Played("bluebox")
    assert "fallen" in played.of(played.gm)["dice"]
    assert set(played.of(played.ann)["dice"]) == {"evening", "seal", "typed", "links", "chain", "asked"}


# ---------------------------------------------------------------- what is hidden, and what is under way


def lurking() -> Played:
    """A table where one of the foes lurks, of whom the party knows nothing."""
    played = Played("bluebox")
    played.until(lambda d: d["waiting"]["for"] == "command")
    scene = played.live.scene.fork()
    lurker = scene.beings[played.foes[0]]
    lurker.seen = False
    lurker.afflict(Condition("Hidden"))
    played.live.boundaries[-1] = scene
    played.documents = Documents(played.table)
    return played


def test_who_lurks_is_in_no_document_but_the_game_masters() -> None:
    played = lurking()
    lurker = played.foes[0]
    played.do(settings.Set(settings={"pools_of": {lurker: "hidden"}}))
    played.do(HandOver(who=lurker, seat=played.seat("Bo")))
    name = played.live.scene.beings[lurker].name
    assert lurker in played.of(played.gm)["beings"]
    others = [being.name for being in played.live.scene.beings.values() if being.id != lurker]
    for seat in (played.ann, played.eve):
        told = msgspec.json.encode(played.of(seat)).decode()
        assert f'"{lurker}"' not in told
        assert name in others or name not in told
    with pytest.raises(BadInput, match="there is no being"):
        look(played.documents, played.ann, looking.Sheet(being=lurker))


def test_a_table_is_silent_while_a_machine_decides_for_who_is_not_known() -> None:
    played = lurking()
    played.hand_over()
    lurker = played.foes[0]
    scene = played.live.scene.fork()
    scene.turns = scene.turns.begin(lurker)
    played.live.boundaries[-1] = scene
    played.documents = Documents(played.table)
    ann, gm = (played.table.seats[seat] for seat in (played.ann, played.gm))
    assert played.documents.silent(ann)
    assert not played.documents.silent(gm)
    assert played.of(played.ann)["waiting"]["for"] == "game master"
    assert played.of(played.gm)["waiting"]["who"] == lurker
    played.do(HandOver(who="foes"))
    assert not played.documents.silent(ann), "the game master may take long to decide"


def test_the_game_master_sees_zones_that_the_party_has_not_seen() -> None:
    played = Played("navyblue")
    played.until(lambda d: d["waiting"]["for"] == "command")
    scene = played.live.scene.fork()
    there = {being.at for being in scene.beings.values()}
    far = [zone for zone in scene.board if zone not in there]
    scene.unseen = tuple(far)
    played.live.boundaries[-1] = scene
    played.documents = Documents(played.table)
    assert far
    whole, known = played.of(played.gm)["board"], played.of(played.ann)["board"]
    assert set(whole["zones"]) == set(scene.board)
    assert all("not seen yet" in [mark["words"] for mark in whole["marks"][zone]] for zone in far)
    names = [scene.board.zones[zone].name for zone in far]
    assert not [zone for zone in known["zones"].values() if zone["name"] in names]
    assert not [pair for pair in known["joins"] if set(pair) <= set(far)]


def test_dice_that_are_thrown_by_hand_are_asked_of_who_throws_them() -> None:
    played = Played("bluebox")
    played.do(settings.Set(settings={"dice": "typed"}))
    while not (document := played.until(lambda d: d["faces"] or played.of(played.gm)["faces"]))["faces"]:
        played.do(thrown(played.of(played.gm)["faces"]), played.gm)  # theirs are no business of the player
    faces = document["faces"]
    assert faces["pool"]
    assert faces["title"]
    assert played.of(played.eve)["faces"] is None
    assert played.of(played.gm)["faces"] == faces
    assert document["waiting"]["for"] == "faces"
    played.do(thrown(faces), played.ann)


def thrown(asked: dict[str, Any]) -> commands.Faces:
    faces = tuple(next(face for face in (1, 2, 3) if face not in die["again"]) for die in asked["pool"])
    return commands.Faces(key=asked["key"], faces=faces)


def test_what_may_be_done_before_an_answer_is_told_to_who_may_do_it() -> None:
    played = Played("cloudbreaker")
    played.hand_over()
    document = played.until(lambda d: d["meanwhile"])
    assert all(each["command"]["actor"] in played.party and each["words"] for each in document["meanwhile"])
    assert played.of(played.eve)["meanwhile"] == []
    given = document["meanwhile"][0]["command"]
    played.do(commands.Interjection(key=played.live.open.key, **given), played.ann)


def test_undo_is_the_game_masters_and_a_step_of_ones_own_can_be_taken_back() -> None:
    played = Played("bluebox")
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    offer = next(offer for offer in document["offers"].values() if offer["acts"])
    assert not document["undo"]["may"]
    stance = next(entry for entry in offer["entries"] if entry["command"] and entry["refused"] is None)
    played.do(commands.Command(**stance["command"]), played.ann)
    rolled = any(given.is_roll for given in played.live.given)
    assert played.of(played.ann)["undo"]["may"] is not rolled
    assert played.of(played.gm)["undo"]["steps"] == len(played.live.boundaries) - 1


@pytest.mark.parametrize(
    ("game", "who", "kind", "before", "action"),
    [("bluebox", "tahra", "long", "hide", "rest_hp"), ("cloudbreaker", "marrow", "short", "wield", "spend_resolve")],
)
def test_outside_fights_everybody_acts_in_their_own_time(
    game: str, who: str, kind: str, before: str, action: str
) -> None:
    kept = Kept(game)
    scene = kept.do(Prepare(title="A camp", tables={"beings": {who: {}}}))["scene"]
    kept.do(OpenScene(scene=scene, begin=False))
    ann = kept.table.seats[kept.seat("Ann", who)]
    documents = Documents(kept.table)

    def allowed() -> set[str]:
        document = documents.of(ann)
        assert (document["scene"]["over"], document["waiting"]["for"]) == (False, "nobody")
        return {entry["action"] for entry in document["offers"][who]["entries"] if entry["refused"] is None}

    assert {before, action} & allowed() == {before}
    kept.do(Call(name="rest", args={"kind": kind}))
    assert action in allowed()


@pytest.mark.parametrize(
    "domain",
    [
        OneOf(("tahra", "onuri")),
        Amount(0, 3),
        Amount(0, 500),
        Several(("tahra", "onuri"), 1, 1),
        Split(("tahra", "onuri"), 2),
    ],
)
def test_every_kind_of_answer_has_its_words(domain: Domain) -> None:
    played = Played("bluebox")
    seen = played.table.seen(played.table.seats[played.ann])
    assert seen is not None
    told = question(seen, Question("tahra", domain, "bb.gap.any", {}, None), [], played.table.settings)
    assert told["domain"]["kind"] in ("one", "amount", "several", "split")
    assert [part["words"] for part in told["domain"].get("among", ())] in ([], ["Tahra", "Onuri"])
    assert all(choice["words"] for choice in told["choices"])
    assert len(told["choices"]) <= 64
