"""What no client has to work out: whom a deed hurts and who falls by it, who is an ally, how far everybody is."""

from __future__ import annotations

from fractions import Fraction
from itertools import count as count_from
from typing import Any

import pytest

from ludex.core.foe.deciding import Policy
from ludex.core.foe.standing import FALLEN, fate
from ludex.core.kernel.english import count
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.show.odds import odds as worked_out
from ludex.games.vitality.book.characters.space import distance as spaces
from ludex.table.campaign import settings
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.commands import command_of
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played, by_machines, settled


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return by_machines(request.param)


def blows(played: Played) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Attacks of whoever acts in the party, as commands, with their odds as the game master is told them."""
    document = played.until(lambda d: any(_attacks(offer) for offer in (d["offers"] or {}).values()))
    found = []
    for who, offer in document["offers"].items():
        for entry in _attacks(offer):
            command = settled(played, who, entry)
            if command is None:
                continue
            told = look(played.documents, played.gm, looking.OddsOf(**command))
            if told is not None and told["harms"]:
                found.append((command, told))
    return found


def _attacks(offer: dict[str, Any]) -> list[dict[str, Any]]:
    entries = offer["entries"] if offer["acts"] else []
    return [entry for entry in entries if entry["group"] in ("attack", "skill") and entry["refused"] is None]


def struck(played: Played) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The same, a few steps on if nobody can be reached at once."""
    for _ in range(60):
        found = blows(played)
        if found:
            return found
        assert played.step() or deputise(played.table)
    raise AssertionError("nobody is ever struck")


def test_harm_is_told_of_the_pools_of_the_game_and_agrees_with_the_spread(played: Played) -> None:
    for _, told in struck(played):
        for harm in told["harms"]:
            spread = next(s for s in told["spread"] if (s["being"], s["words"]) == (harm["being"], harm["pool"]))
            assert harm["pool"] in played.table.game.vital
            assert Fraction(harm["touched"]["exact"]) == sum(Fraction(by["exact"]) for by in spread["by"])
            being = played.of(played.gm)["beings"][harm["being"]]
            assert harm["now"] == next(pool["now"] for pool in being["pools"] if pool["name"] == harm["pool"])
            last = [by for by in spread["by"] if by["change"] <= -harm["now"]]
            assert (harm["last"] is not None) == (bool(last) and harm["now"] > 0)


def test_who_falls_is_told_as_the_game_has_it(played: Played) -> None:
    game = played.table.game
    for command, told in struck(played):
        scene = played.table.scene
        assert scene is not None
        exact = worked_out(scene, command_of(**command), game.policy("simple"))
        for harm in told["harms"]:
            falls = Fraction(harm["falls"]["exact"]) if harm["falls"] is not None else Fraction(0)
            assert falls >= exact.falls.get(harm["being"], 0), "who is brought down is out of the fight"
            ends = [state for state in told["gained"] if state["being"] == harm["being"] and state["ends"]]
            assert (falls > 0) == bool(ends)
            if len(ends) == 1:
                assert harm["falls"]["words"] == ends[0]["words"]


def test_the_last_blow_brings_down() -> None:
    """Somebody with one point left falls whenever a blow takes it."""
    played = by_machines("bluebox")
    struck(played)
    command, told = next((c, t) for c, t in blows(played) if t["harms"][0]["now"])
    who = told["harms"][0]["being"]
    seen = played.table.seen(played.table.seats[played.gm])
    assert seen is not None
    seen.scene.beings[who].plating = 0
    seen.scene.beings[who].hp = 1
    played.documents = Documents(played.table)
    harm = look(played.documents, played.gm, looking.OddsOf(**command))["harms"][0]
    assert (harm["being"], harm["now"]) == (who, 1)
    assert harm["falls"] is not None
    assert harm["falls"]["exact"] == harm["last"]["exact"] == harm["touched"]["exact"]
    assert fate([harm["falls"]["words"]], played.table.game.fates) in FALLEN


def test_how_much_somebody_has_left_is_told_with_the_odds_only_where_it_is_known(played: Played) -> None:
    struck(played)
    for how, known in (("exact", True), ("bar", False)):
        played.do(settings.Set(settings={"pools": how}))
        for command, _ in blows(played):
            for harm in look(played.documents, played.ann, looking.OddsOf(**command))["harms"]:
                if harm["being"] in played.foes:
                    assert (harm["now"] is not None) == known
                    assert known or harm["last"] is None


def test_allies_are_those_of_the_own_side_and_for_the_game_master_the_players(played: Played) -> None:
    for seat in (played.gm, played.ann, played.eve):
        for who, being in played.of(seat)["beings"].items():
            assert being["ally"] == (who in played.party)


def test_how_far_somebody_is_is_told_as_the_game_counts_it(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    scene: Any = played.table.scene
    for who in [one for one in document["offers"] if document["beings"][one]["at"] is not None]:
        told = look(played.documents, played.ann, looking.Far(being=who))["others"]
        there = [other for other, being in document["beings"].items() if being["at"] is not None and other != who]
        assert sorted(told) == sorted(there)
        for other, far in told.items():
            one, another = scene.beings[who], scene.beings[other]
            steps = spaces(scene, one, another) if scene.game == "vitality" else scene.distance(one, another)
            assert far["steps"] == steps
            kind = "zone" if document["board"]["kind"] == "zones" else "cell"
            assert far["words"].startswith(f"{count(steps, kind)} " if steps else f"the same {kind}")


def test_places_in_reach_name_the_enemies_beside_them(played: Played) -> None:
    document = played.until(lambda d: any(_reach(played, who) for who in d["offers"] or {}))
    acting = next(who for who in document["offers"] if _reach(played, who))
    assert any(_put(played, played.foes[0], place["at"]) for place in _reach(played, acting)), "an enemy is in reach"
    scene: Any = played.table.scene
    board = played.table.game.face().plan(scene)
    assert board is not None
    fates = {who: being["fate"] for who, being in played.of(played.ann)["beings"].items()}
    standing = [foe for foe in played.foes if foe in board.places and fates.get(foe) == "up"]
    beside = 0
    for place in _reach(played, acting):
        here = place["at"] if isinstance(place["at"], str) else tuple(place["at"])
        near = 0 if isinstance(here, str) else 1
        # To mypy: places of its board
        there = [foe for foe in standing if board.apart((here,), board.places[foe]) == near]  # type: ignore[arg-type]
        assert sorted(place.get("beside", [])) == sorted(there)
        beside += len(there)
    assert beside, "somebody is beside a place in reach"


def _reach(played: Played, who: str) -> list[dict[str, Any]]:
    moves = look(played.documents, played.ann, looking.Reach(being=who))["moves"]
    return [place for move in moves for place in move["places"]]


def _put(played: Played, who: str, at: Any) -> bool:
    """Whether somebody could be put there by the game master."""
    try:
        played.do(Call(name="place", args={"being": who, "at": at}))
    except BadInput:
        return False
    return True


def test_what_else_could_be_chosen_on_the_way_is_told_with_its_odds() -> None:
    """bb.power.sacrifice: Power Dice given up destroy Plating, and hurt less."""
    played = by_machines("bluebox")
    for command, told in _all_blows(played):
        found = look(played.documents, played.ann, looking.Instead(**command))["questions"]
        assert bool(found) <= told["choices"], "nothing is told where nothing is asked"
        for question in found:
            assert question["being"] in played.party
            assert len({answer["line"] for answer in question["answers"]}) > 1, "it makes a difference"
            assert sum(answer["assumed"] for answer in question["answers"]) == 1
        if any(question["title"].startswith("Sacrifice") for question in found):
            return
    raise AssertionError("no Power Dice are ever given up")


def test_where_it_depends_what_is_answered_no_answer_is_what_the_odds_count(monkeypatch: pytest.MonkeyPatch) -> None:
    played = by_machines("bluebox")
    times = count_from(0)

    def waver(policy: Policy, scene: Any, question: Question) -> Any:
        """Each time otherwise than the time before."""
        every = list(question.domain.some())
        return every[next(times) % min(2, len(every))]

    monkeypatch.setattr(played.table.game.policies["simple"], "answer", waver)
    for command, _ in _all_blows(played):
        for question in look(played.documents, played.ann, looking.Instead(**command))["questions"]:
            if question["title"].startswith("Sacrifice"):
                assert not any(answer["assumed"] for answer in question["answers"])
                return
    raise AssertionError("no Power Dice are ever given up")


def _all_blows(played: Played) -> Any:
    for _ in range(30):
        yield from blows(played)
        assert played.step() or deputise(played.table)


def test_what_others_could_choose_is_not_told() -> None:
    played = by_machines("bluebox")
    command, _ = struck(played)[0]
    with pytest.raises(Refused):
        look(played.documents, played.ann, looking.Instead(**{**command, "actor": played.foes[0]}))
