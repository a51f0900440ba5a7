"""What seats are told has the shapes that the protocol describes: nothing is missing, nothing more is there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import ludex.table.document.master_fields
import ludex.table.document.master_looks  # what the game master can ask is among the looks
import ludex.table.past.looks  # noqa: F401  # and what is asked of moments
from ludex.table.campaign.characters import Bring
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.notes import Say, ShowHandout, WriteHandout, WriteNote
from ludex.table.campaign.settings import Set
from ludex.table.document import looking
from ludex.table.document.answered import Answers, Said, ToldLines
from ludex.table.document.document import Document
from ludex.table.document.log import told
from ludex.table.document.looking import LOOKS, look
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise, waiting
from ludex.table.play.improvising import Improvise
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Kept

STEPS = 60
ANSWERS: dict[str, Any] = {field.encode_name: field.type for field in msgspec.structs.fields(Answers)}


def holds(plain: Any, shape: Any) -> None:
    """This is exactly of that shape: written by it again, it is the same."""
    sent = msgspec.json.decode(msgspec.json.encode(plain))
    read = msgspec.convert(sent, shape, strict=True)
    assert msgspec.json.decode(msgspec.json.encode(read)) == sent


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return by_machines(request.param)


def test_every_document_and_every_line_of_the_log_has_its_shape(played: Played) -> None:
    seats = [played.gm, played.ann, played.eve]
    for _ in range(STEPS):
        for seat in seats:
            document = played.of(seat)
            holds(document, Document)
        if waiting(played.table).kind == "nobody":
            break
        assert played.step() or deputise(played.table)
    for seat in seats:
        # To mypy: a scene is on the table
        for number in range(len(played.table.watched(played.table.seats[seat]).log)):  # type: ignore[union-attr]
            holds(told(played.table, played.table.seats[seat], number), ToldLines)


@pytest.mark.parametrize("pools", ["exact", "bar", "words", "hidden"])
def test_pools_have_their_shape_however_well_they_are_known(played: Played, pools: str) -> None:
    played.do(Set(settings={"pools": pools, "dice": "typed"}))
    for seat in (played.gm, played.ann, played.eve):
        holds(played.of(seat), Document)


def test_papers_wishes_and_what_is_the_game_masters_own_have_their_shape() -> None:
    kept = Kept("bluebox")
    holds(Documents(kept.table).of(kept.table.seats[kept.gm]), Document)
    kept.open()
    ann = kept.seat("Ann", "vhor")
    kept.do(WriteNote(title="A note", text="of mine"), ann)
    handout = kept.do(WriteHandout(title="A letter", text="from afar"))["handout"]
    kept.do(ShowHandout(id=handout, seats=(ann,)))
    kept.do(Improvise(being="vhor", words="I jump over it"), ann)
    kept.do(Bring(ready="tahra"))
    kept.do(CloseEvening())
    documents = Documents(kept.table)
    for seat in (kept.gm, ann):
        document = documents.of(kept.table.seats[seat])
        assert document["improvised"]
        assert document["handouts"]
        holds(document, Document)
    assert documents.of(kept.table.seats[ann])["notes"]


def test_every_look_has_an_answer_of_a_known_shape() -> None:
    assert {str(kind.__struct_config__.tag) for kind in LOOKS} == ANSWERS.keys()


def answered(played: Played, what: looking.Look) -> Any:
    found = look(played.documents, played.gm if isinstance(what, looking.SeeAs) else played.ann, what)
    holds(found, ANSWERS[str(what.__struct_config__.tag)])
    return found


@pytest.mark.slow
def test_what_is_answered_has_its_shape(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    for who, offer in document["offers"].items():
        answered(played, looking.Offers(being=who))
        if offer["acts"]:
            answered(played, looking.Suggest(being=who))
            answered(played, looking.Bar(being=who))
        answered(played, looking.Sheet(being=who))
        for entry in offer["entries"]:
            answered(played, looking.Why(being=who, action=entry["action"]))
            if entry["refused"] is None:
                lead_through(played, who, entry)
        for move in answered(played, looking.Reach(being=who))["moves"]:
            for place in move["places"][:2]:
                answered(played, looking.Path(being=who, to=place["at"]))
        for other in document["beings"]:
            answered(played, looking.Sight(one=who, other=other))
            if document["beings"][other]["at"] is not None:
                answered(played, looking.Path(being=who, to=document["beings"][other]["at"]))
    answered(played, looking.Log())
    answered(played, looking.SeeAs(seat=played.ann))


def lead_through(played: Played, who: str, entry: dict[str, Any]) -> None:
    """All arguments of an action, always by the first that may be chosen, and the odds of the command."""
    chosen = list(entry["fixed"])
    while (
        found := answered(played, looking.Choices(being=who, action=entry["action"], chosen=tuple(chosen)))
    ) and found["arg"] is not None:
        allowed = [value for value in found["values"] if value["refused"] is None]
        if not allowed:
            return
        chosen.append(allowed[0]["value"])
    answered(played, looking.OddsOf(**found["command"]))
    answered(played, looking.OddsOf(**found["command"], provoked=True))
    answered(played, looking.Instead(**found["command"], within=1))


def test_the_odds_of_answers_have_their_shape(played: Played) -> None:
    played.until(lambda d: d["question"] is not None)
    answered(played, looking.OddsOfAnswers())
    answered(played, looking.OddsOfAnswers(within=1))


def test_what_is_said_has_its_shape(played: Played) -> None:
    played.do(Say(words="Good evening"), played.ann)
    said = list(played.table.chat)[-1]
    holds({"at": said.at, "by": said.by, "words": said.words}, Said)
