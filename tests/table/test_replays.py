"""Replays, the journal and statistics: what a seat has seen and read of what was played, and no more; and files of them
that come from anybody."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.scenes import CloseScene
from ludex.table.campaign.seating import HandOver
from ludex.table.document.answered import MomentTold
from ludex.table.document.show import Documents
from ludex.table.past import replay_file, replays
from ludex.table.past.chosen import Wanted, seat_wanted
from ludex.table.past.played import OTHERWISE
from ludex.table.past.prose import Paragraph, Said
from ludex.table.past.replay_file import FORM, Replay, read_replay, seen_in, written
from ludex.table.past.replays import replay_of
from ludex.table.past.statistics import StatisticsTold, statistics
from ludex.table.past.story import escaped, luck_words, story
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call, Undo
from ludex.table.records.seat import SPECTATOR
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Kept
from tests.table.test_past import changed, listed, looking_back, quiet, shown

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
ALL = Wanted()
SEEN = ("scene", "board", "beings", "turn", "map", "fog")


def fought(game: str, most: int = 400) -> Played:
    """A fight of machines to its end."""
    played = by_machines(game)
    played.do(HandOver(who=played.table.game.sides[0], policy="simple"))
    play_on(played, most)
    return played


def play_on(played: Played, most: int = 400) -> None:
    for _ in range(most):
        if not (played.step() or deputise(played.table)):
            return
        played.entries += played.table.take()


def replay(kept: Kept, seat: str = "", wanted: Wanted = ALL, **more: Any) -> Replay:
    return replay_of(looking_back(kept), kept.table.seats[seat] if seat else SPECTATOR, wanted, **more)


def numbers(kept: Kept, seat: str, wanted: Wanted = ALL) -> StatisticsTold:
    return statistics(looking_back(kept), kept.table.seats[seat], wanted)


def told(kept: Kept, words: str) -> None:
    kept.do(Call(name="tell", args={"words": words}))


# ---------------------------------------------------------------- replays


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_each_moment_as_looking_back_does(game: str) -> None:
    played = by_machines(game)
    played.until(lambda document: document["turn"]["round"] >= 1 and len(played.entries) > 30)
    found, back = replay(played, played.ann), looking_back(played)
    assert read_replay(written(found)) == found
    chapter = found.chapters[0]
    assert [msgspec.to_builtins(one.listed) for one in chapter.moments] == listed(back, played.ann)
    for one, seen in zip(chapter.moments, seen_in(chapter), strict=True):
        then = msgspec.convert(shown(back, played.ann, one.listed.moment), MomentTold)
        assert seen is not None
        assert then.document is not None
        assert [getattr(seen, name) for name in SEEN] == [getattr(then.document, name) for name in SEEN]
        assert seen.asked == (then.document.question.words if then.document.question is not None else [])
        assert one.shown_as == then.moment
        assert one.told is None or one.told.lines == then.read[-1].lines or one.shown_as > one.listed.moment


def test_nothing_of_who_sits_at_the_table_is_in_it() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 1)
    data = written(replay(played))
    for seat in played.table.seats.values():
        assert seat.id.encode() + b'"' not in data
        assert seat.token_hash.encode() not in data


def test_an_evening_is_what_was_played_on_it_though_a_scene_goes_on_the_next() -> None:
    played, ann, _ = quiet()
    told(played, "The first evening.")
    played.do(CloseEvening())
    told(played, "The second evening.")
    played.do(CloseScene())

    def words(evening: int) -> list[str]:
        found = replay(played, ann, Wanted(evening=evening))
        assert [chapter.evening for chapter in found.chapters] == [evening]
        return [one.listed.words for chapter in found.chapters for one in chapter.moments]

    assert words(1) == ["", "The first evening."]
    assert words(2) == ["The second evening."]
    with pytest.raises(Refused, match="nothing was played on evening 3"):
        replay(played, ann, Wanted(evening=3))
    with pytest.raises(BadInput, match="from 0 to 0"):
        replay(played, ann, Wanted(chapter=1))
    with pytest.raises(Refused, match="nothing was played at this table"):
        replay_of(Documents(played.table), SPECTATOR, Wanted())


def test_only_the_game_master_looks_as_somebody_else() -> None:
    played = Played("bluebox")
    seats, documents = played.table.seats, looking_back(played)
    assert seat_wanted(documents, seats[played.gm], played.ann) == seats[played.ann]
    assert seat_wanted(documents, seats[played.ann], "") == seats[played.ann]
    with pytest.raises(Refused, match="only the game master"):
        seat_wanted(documents, seats[played.ann], played.gm)
    with pytest.raises(Refused, match="no such seat"):
        seat_wanted(documents, seats[played.gm], "nobody")


def test_where_the_rules_are_others_words_are_kept_and_the_board_is_said_to_be_gone() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 1 and document["offers"])
    other = [changed(entry, version=99) if entry.kind == "opened" else entry for entry in played.entries]
    found = replay_of(looking_back(played, other), played.table.seats[played.ann], Wanted())
    first, *rest = found.chapters[0].moments
    assert first.changes is not None
    assert {(one.changes, one.why) for one in rest} == {(None, OTHERWISE)}
    assert [one.told for one in rest] == [one.told for one in replay(played, played.ann).chapters[0].moments[1:]]
    assert read_replay(written(found)) == found


def test_what_is_too_long_for_one_replay_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    played, ann, _ = quiet()
    told(played, "One.")
    monkeypatch.setattr(replays, "MOST_MOMENTS", 1)
    with pytest.raises(Refused, match="too many for one replay"):
        replay(played, ann)


def test_pictures_come_along_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large, gone = PNG, PNG + b"\0" * 100, sha256(b"gone").hexdigest()
    there = {sha256(data).hexdigest(): data for data in (small, large)}
    names = dict.fromkeys([gone, *there])
    both = replays._pictures(names, there.get)
    assert both == {name: b64encode(data).decode() for name, data in there.items()}
    monkeypatch.setattr(replays, "MOST_PICTURES", len(large))
    assert list(replays._pictures(names, there.get)) == [sha256(small).hexdigest()]


# ---------------------------------------------------------------- files from anybody


def spoilt(**more: Any) -> bytes:
    played, ann, _ = quiet()
    told(played, "Here we are.")
    return msgspec.json.encode({**msgspec.to_builtins(replay(played, ann)), **more})


def in_moment(number: int, **more: Any) -> bytes:
    found = msgspec.json.decode(spoilt())
    found["chapters"][0]["moments"][number] |= more
    return msgspec.json.encode(found)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the replay: "),
        (b"\xff\xfe", "the replay: "),
        (b"[" * 100_000, "too deep"),
        (b"[]", "the replay: "),
        (b"{}", f"form {FORM}"),
        (spoilt(ludex_replay=2), f"form {FORM}"),
        (spoilt(game="chess"), "no game 'chess'"),
        (spoilt(more=1), "unknown field"),
        (spoilt(chapters=[]), "expected moments"),
        (spoilt(pictures={"a": "no"}), "Base64"),
        (spoilt(pictures={"a": b64encode(PNG).decode()}), "hash"),
        (spoilt(pictures={"a": b64encode(b"<svg/>").decode()}), "PNG, JPEG"),
        (in_moment(0, changes=[[["nowhere", "at", "all"], 1]]), "moment 0: its board cannot be made"),
        (in_moment(0, changes=[[[], 7]]), "moment 0: its board cannot be made"),
        (in_moment(0, changes=[["x"], []]), "moment 0: its board cannot be made"),
        (in_moment(1, changes=[[["beings"], {"a": {"name": 7}}]]), "moment 1: its board cannot be made"),
        (in_moment(1, shown_as=0), "one after another"),
        (in_moment(0, told={"told": 5, "at": 0.0, "by": "", "lines": [], "rolls": [], "undoes": [], "redoes": [],
                            "deed": None, "by_hand": False}), "one after another"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_replay_is_refused_in_words(data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read_replay(data)


def test_a_line_names_no_roll_that_is_not_there() -> None:
    found = msgspec.json.decode(spoilt())
    found["chapters"][0]["moments"][1]["told"]["lines"][0]["rolls"] = [0]
    with pytest.raises(BadInput, match="a roll that is not there"):
        read_replay(msgspec.json.encode(found))


@pytest.mark.parametrize(
    ("bound", "most", "why"),
    [
        ("MOST_BYTES", 10, "at most 10 bytes"),
        ("MOST_MOMENTS", 1, "1 moments"),
        ("MOST_CHANGES", 1, "1 changes"),
        ("MOST_BEINGS", 1, "1 beings"),
    ],
)
def test_a_file_is_bounded(monkeypatch: pytest.MonkeyPatch, bound: str, most: int, why: str) -> None:
    data = spoilt()
    monkeypatch.setattr(replay_file, bound, most)
    with pytest.raises(BadInput, match=why):
        read_replay(data)


# ---------------------------------------------------------------- the journal


@pytest.mark.parametrize("game", GAMES)
def test_the_journal_tells_what_happened_without_dice_and_sums(game: str) -> None:
    found = replay(played := fought(game), played.ann)
    prose, counted = story(found), story(found, numbers=True)
    title = found.chapters[0].title
    assert prose.startswith(f"# A table\n\n*{found.game_title}, as Ann saw it*\n\n## {escaped(title)}\n\n*Evening 1*")
    assert "### Round " in prose
    assert " = " not in prose
    assert " = " in counted
    assert "## In numbers" in counted
    assert "## In numbers" not in prose
    told_last = [one.told for one in found.chapters[0].moments if one.told is not None]
    ends = [line.words for one in told_last for line in one.lines if line.rank == "end"]
    assert all(f"**{escaped(end)}" in prose for end in ends)


def test_harm_is_told_without_its_number() -> None:
    played = fought("navyblue", 12)
    assert "Oriel Sunder takes 1 damage" in story(replay(played, played.ann), numbers=True)
    prose = story(replay(played, played.ann))
    assert "is hurt." in prose
    assert "damage" not in prose
    assert "Bilge Rats 1" in prose, "the numbers of names stay"


def test_what_one_does_in_a_turn_is_told_together() -> None:
    turn = Paragraph()
    for said in (
        Said("Ann", "moves"), Said("Ann", "moves, to the door"), Said("Ann", "draws a bow"),
        Said("Ann", "attacks Rat 2 with a bow"), Said("Ann", "misses Rat 2 with a bow"),
        Said("Ann", "attacks Rat 1 with a bow", "a miss"), Said("Ann", "attacks Rat 1 with a bow", "a hit"),
    ):  # fmt: skip
        turn.add(said)
    turn.add_harm("Rat 1", "is hurt")
    turn.add_harm("Rat 1", "is hurt")
    turn.add_harm("Rat 3", "is hurt")
    assert list(turn.sentences()) == [
        "Ann moves, to the door.",
        "Ann draws a bow, misses Rat 2 with a bow and attacks Rat 1 with a bow: a miss.",
        "Once more: a hit, and Rat 1 is hurt.",
        "Rat 3 is hurt.",
    ]


def test_who_falls_is_told_with_the_blow() -> None:
    played = fought("vitality")
    prose = story(replay(played, played.ann))
    assert ": a hit, and Kennel Hound 1 is hurt and defeated." in prose
    assert len(re.findall(r"Kennel Hound 1\b[^.]*\bdefeated", prose, re.IGNORECASE)) == 1
    assert " attacks Rooftop Marksman with a basic ranged attack. Kennel Hound 6 attacks" not in prose


def test_what_is_nothing_without_its_number_is_left_out() -> None:
    played = fought("bluebox", 60)
    prose = story(replay(played, played.ann))
    assert "loses Plating" in prose
    for left in ("gives up ✦", "deals.", "is now.", "deals damage", "2 Sonic damage"):
        assert left not in prose


def test_what_the_game_master_says_is_told_as_it_was_said() -> None:
    played, ann, _ = quiet()
    told(played, "At 3 o'clock, 40 riders come.")
    assert "\n\nAt 3 o'clock, 40 riders come.\n" in story(replay(played, ann))


def test_what_was_taken_back_is_not_told() -> None:
    played, ann, _ = quiet()
    told(played, "It rains.")
    told(played, "It snows.")
    played.do(Undo(steps=1))
    assert "It rains." in story(replay(played, ann))
    assert "It snows." not in story(replay(played, ann))


def test_nobodys_words_are_read_as_markdown() -> None:
    played, ann, _ = quiet()
    told(played, "<img src=x onerror=alert(1)> [here](javascript:alert(1)) *loud*\n# A title\n- one")
    prose = story(replay(played, ann))
    assert r"\<img src=x onerror=alert(1)\> \[here\](javascript:alert(1)) \*loud\* # A title - one" in prose
    assert escaped("1. one") == r"1\. one"
    assert escaped("# one") == r"\# one"
    assert escaped("\x1b[31mred") == r"\[31mred"


# ---------------------------------------------------------------- statistics


def test_statistics_are_those_of_the_fight_where_there_was_one() -> None:
    for game in ("navyblue", "cloudbreaker"):
        played = fought(game)
        found = numbers(played, played.ann)
        assert found.fights == 1
        assert found.won + found.lost <= 1
        dealt = sum(one.did.dealt for one in found.party)
        assert dealt == found.foes.taken > 0
        assert found.luck is not None
        assert found.luck.dice == sum(one.luck.dice for one in found.party if one.luck is not None)


def test_statistics_go_over_all_scenes_and_those_of_an_evening_over_its_own() -> None:
    played = fought("navyblue")
    once = numbers(played, played.ann)
    played.do(CloseScene())
    played.do(CloseEvening())
    played.open()
    play_on(played)
    both, second = numbers(played, played.ann), numbers(played, played.ann, Wanted(evening=2))
    first = numbers(played, played.ann, Wanted(evening=1))
    assert (both.scenes, both.evenings, first.evenings, second.evenings) == (2, 2, 1, 1)
    assert first == once
    for what in ("dealt", "taken", "healed", "felled"):
        assert getattr(both.foes, what) == getattr(first.foes, what) + getattr(second.foes, what)
    assert both.fights == first.fights + second.fights
    assert {one.name for one in both.party} >= {one.name for one in first.party}
    times = {one.rule: one.times for one in both.rules}
    assert times["nb.attack.def"] == sum(
        one.times for part in (first, second) for one in part.rules if one.rule == "nb.attack.def"
    )


def test_rules_are_counted_by_doings_and_have_their_titles() -> None:
    played = fought("bluebox", 40)
    found = numbers(played, played.ann)
    titles = {rule.title for rule in played.table.game.rulebook.rules.values()}
    assert all(one.title in titles and one.times > 0 for one in found.rules)
    assert [one.times for one in found.rules] == sorted((one.times for one in found.rules), reverse=True)
    assert found.rules_in_all >= len(found.rules)


def test_a_replay_has_the_statistics_of_its_moments() -> None:
    played = fought("crawl", 30)
    assert replay(played, played.ann).statistics == numbers(played, played.ann)


def test_luck_is_told_with_how_rare_it_is() -> None:
    from ludex.table.document.ended import LuckShown

    def words(total: int, better: int, worse: int) -> str:
        return luck_words(LuckShown(dice=4, sides=6, total=total, better=better, worse=worse))

    assert words(20, 25, 1) == "4 d6, 5.0 on average, expected 3.5; as many dice fall better one time in 25"
    assert words(8, 1, 14) == "4 d6, 2.0 on average, expected 3.5; as many dice fall worse one time in 14"
    assert words(24, 0, 1).endswith("no dice could be better")
    assert words(14, 2, 2).endswith("ordinary dice")
