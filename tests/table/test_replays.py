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
from ludex.table.campaign.adventures import BeginChapter
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.scenes import CloseScene, OpenScene
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.state import Led
from ludex.table.document.answered import (
    KnownThen,
    LinePart,
    LogLine,
    MomentListed,
    MomentTold,
    PoolThen,
    ToldLines,
)
from ludex.table.document.show import Documents
from ludex.table.past import replay_file, replays
from ludex.table.past.chosen import Wanted, seat_wanted
from ludex.table.past.played import OTHERWISE
from ludex.table.past.prose import Paragraph, Said, Telling, told_once
from ludex.table.past.replay_file import (
    FORM,
    Replay,
    ReplayChapter,
    ReplayMoment,
    read_replay,
    seen_in,
    written,
)
from ludex.table.past.replays import replay_of
from ludex.table.past.statistics import StatisticsTold, statistics
from ludex.table.past.story import escaped, luck_words, story
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call, Undo, Withdraw
from ludex.table.records.seat import SPECTATOR
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Kept
from tests.table.test_adventures import ALL as ALL_ADVENTURES
from tests.table.test_adventures import brought
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
        "Ann draws a bow, misses Rat 2 with a bow, attacks Rat 1 with a bow and misses.",
        "Once more: a hit, and Rat 1 is hurt.",
        "Rat 3 is hurt.",
    ]


def test_who_falls_is_told_with_the_blow() -> None:
    played = fought("vitality")
    prose = story(replay(played, played.ann))
    assert ": a hit, and Kennel Hound 1 is defeated." in prose
    assert "hurt and defeated" not in prose
    assert len(re.findall(r"Kennel Hound 1\b[^.]*\bdefeated", prose, re.IGNORECASE)) == 1
    assert " attacks Rooftop Marksman with a basic ranged attack. Kennel Hound 6 attacks" not in prose


def sentences(*said: Said) -> list[str]:
    turn = Paragraph()
    for one in said:
        turn.add(one)
    return list(turn.sentences())


def test_what_somebody_is_under_is_kept_beside_what_sounds_alike() -> None:
    assert sentences(Said("Ann", "lies Prone"), Said("Ann", "is Prone already")) == [
        "Ann lies Prone and is Prone already."
    ]
    assert sentences(Said("Ann", "is Prone"), Said("Ann", "is Prone already")) == ["Ann is Prone and is Prone already."]


def test_each_attack_is_told_once_and_each_try() -> None:
    blow, miss = Said("Ann", "attacks a rat with a bow"), Said("Ann", "attacks a rat with a bow", "a miss")
    assert sentences(Said("Ann", "uses a bow"), blow, miss, miss) == [
        "Ann attacks a rat with a bow and misses.",
        "Once more: a miss.",
    ]
    assert sentences(blow, Said("Ann", "throws again"), miss) == [
        "Ann throws again, attacks a rat with a bow and misses."
    ]


def test_what_several_do_is_told_of_all_of_them() -> None:
    assert sentences(*(Said(who, "is rested") for who in ("Ann", "Ben", "Cid"))) == ["Ann, Ben and Cid are rested."]
    assert sentences(Said("Ann", "sleeps"), Said("Ben", "sleeps"), Said("Ann", "wakes")) == [
        "Ann and Ben sleep.",
        "Ann wakes.",
    ]


def test_who_does_the_same_in_the_next_turn_is_told_with_it() -> None:
    turns = [Paragraph() for _ in range(4)]
    for turn, who in zip(turns, ("Rat 1", "Rat 2", "Rat 3", "Rat 3"), strict=True):
        turn.add(Said(who, "attacks Ann with teeth", "a hit"))
        turn.add_harm("Ann", "is hurt")
    assert [turns[0].goes_on_with(turn) for turn in turns[1:3]] == [True, True]
    assert list(turns[0].sentences()) == ["Rat 1 attacks Ann with teeth and hurts them.", "So do Rat 2 and Rat 3."]
    assert turns[2].goes_on_with(turns[3]), "the same once more"
    turns[3].add(Said("Rat 3", "flees"))
    assert not turns[2].goes_on_with(turns[3])


def retold(game: str, *lines: LogLine, by_hand: bool = False, share: int = 50) -> str:
    """The prose of lines that were read in one doing, after which Ann had so much left."""
    told = ToldLines(told=1, at=0, by="", lines=[*lines], rolls=[], undoes=[], redoes=[], deed=None, by_hand=by_hand)
    listed = MomentListed(
        moment=1, at=0, words="", round=1, of="", pools={"ann": PoolThen(share=share, left="")}, gone=[],
        counts=True, shown=True,
    )  # fmt: skip
    moment = ReplayMoment(listed=listed, told=told, shown_as=1, changes=None, why="")
    chapter = ReplayChapter(
        title="A scene", text="", evening=1, at=0, beings={"ann": KnownThen(name="Ann", ally=True)}, moments=[moment]
    )
    telling, turn = Telling(game, chapter), Paragraph()
    for each, line in telling.lines():
        telling.add(turn, each, line)
    return " ".join(turn.sentences())


def line(rule: str, *parts: str | tuple[str, str], **more: Any) -> LogLine:
    """With names as pairs of what they are and the name."""
    found = [LinePart(words=one, kind="", id="") if isinstance(one, str) else LinePart(words=one[1], kind=one[0],
             id=one[1].lower()) for one in parts]  # fmt: skip
    kept = {"head": [], "rank": "", "rolls": [], "came": [], "aside": False}
    return LogLine(words="".join(part.words for part in found), parts=found, rule=rule, **{**kept, **more})


ANN = ("being", "Ann")


def test_a_condition_is_kept_though_its_explanation_is_in_numbers() -> None:
    assert retold("vitality", line("vt.stack.gm", ANN, " is STUNNED: no actions, Avoidance 0")) == "Ann is stunned."
    assert retold("vitality", line("vt.stack.gm", ANN, " bleeds: 11 HP more at the end")) == "Ann bleeds."
    falls = line("vt.stack.gm", ANN, " makes a Survival Check at −22 HP: d20 15, to beat 22. ", ANN, " dies")
    assert retold("vitality", falls) == "Ann makes a Survival Check and dies."


def test_in_the_record_too_an_attack_is_told_once() -> None:
    def once(*words: str) -> list[str]:
        moment: Any = None
        return [one.words for _, one in told_once((moment, line("", each)) for each in words)]

    thrown = "Ann attacks a rat with a bow: d20 7 = 7 against 5"
    assert once("Ann attacks a rat with a bow", thrown, "Ann hits a rat with a bow", "Ben waits") == [
        f"{thrown}, a hit",
        "Ben waits",
    ]
    assert once(thrown, "Ann misses a rat with a bow") == [f"{thrown}, a miss"]
    for others in (("Ann waits", "Ann waits for it"), (thrown, "Ben misses a rat with a bow"), (thrown, thrown)):
        assert once(*others) == [*others]


def test_a_thing_that_is_on_is_told_once() -> None:
    aura = line("vt.ability.support_aura", ("thing", "Support Aura"), " of ", ANN, " is on")
    assert retold("vitality", aura, line("vt.stack.gm", ANN, " waits"), aura) == "Support Aura of Ann is on. Ann waits."


def test_where_nothing_is_left_of_a_place_nothing_is_said_of_it() -> None:
    moves = line("vt.stack.gm", ANN, " moves 5 spaces, now ", ("place", "2 spaces east of Rat"))
    assert retold("vitality", moves, line("vt.stack.gm", ANN, " draws a bow")) == "Ann moves and draws a bow."


def test_what_is_set_by_hand_is_told_in_words() -> None:
    def by_hand(*parts: str | tuple[str, str], share: int = 50) -> str:
        return retold("vitality", line("vt.stack.gm", *parts), by_hand=True, share=share)

    hp = "The game master sets HP of ", ANN, " to 50"
    assert by_hand(*hp) == "The game master sets HP of Ann to about half."
    assert by_hand(*hp, share=0) == "The game master sets HP of Ann to nothing."
    assert by_hand("The game master sets height of ", ANN, " to 3") == "The game master sets height of Ann anew."
    assert by_hand("The game master sets the weather to 3") == "The game master sets the weather anew."
    assert by_hand("Next roll of ", ANN, ": +2 rain (game master)") == "Next roll of Ann: rain (game master)."
    assert by_hand(ANN, " gets Rope ×3") == "Ann gets Rope."


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_was_set_by_hand_is_left_out(game: str) -> None:
    played = by_machines(game)
    who = played.party[0]
    assert played.table.scene is not None
    name, vital = played.table.scene.beings[who].name, played.table.game.vital[0]
    played.do(Call(name="set", args={"what": who, "field": vital.lower(), "value": 1}))
    found = replay(played, played.ann)
    master = played.table.game.scene_type.master
    assert f"The {master} sets {vital} of {name} to little." in story(found)
    assert f"The {master} sets {vital} of {name} to 1." in story(found, numbers=True)


def an_adventure() -> tuple[Kept, str, Led]:
    """A table at which one is led, a player, and the adventure."""
    kept = brought(*next((game, path) for game, path in ALL_ADVENTURES if game == "bluebox"))
    assert kept.table.adventure is not None
    return kept, kept.seat("Ann"), kept.table.adventure


def test_chapters_of_an_adventure_are_headings() -> None:
    kept, ann, adventure = an_adventure()
    first, *others = adventure.adventure.chapter
    second = next(one for one in others if one.scene)
    last = others[-1]
    for chapter, words in ((first, "It begins."), (second, "It goes on.")):
        kept.do(BeginChapter(chapter=chapter.id))
        kept.do(OpenScene(scene=adventure.scenes[chapter.scene]))
        if kept.live.open is not None:
            kept.do(Withdraw())
        told(kept, words)
    kept.do(BeginChapter(chapter=last.id))
    told(kept, "All is over.")
    kept.do(CloseScene())
    kept.do(BeginChapter(chapter=first.id))
    found = replay(kept, ann)
    assert read_replay(written(found)) == found
    headings = [f"## {escaped(one.title)}" for one in (first, second, last, first)]
    for numbers in (False, True):
        prose = story(found, numbers)
        assert [one for one in prose.splitlines() if one.startswith("## ") and one != "## In numbers"] == headings
        assert prose.index(headings[1]) < prose.index("It goes on.") < prose.index(headings[2])
        assert prose.index(headings[2]) < prose.index("All is over.")
    ledger = [[one.title for one in replay(kept, ann, Wanted(chapter=number)).chapters[0].led] for number in (0, 1)]
    assert ledger == [[first.title], [second.title, last.title, first.title]]


def test_chapters_belong_to_the_evening_on_which_they_began() -> None:
    kept, ann, adventure = an_adventure()
    first, second, *_ = adventure.adventure.chapter
    kept.do(BeginChapter(chapter=first.id))
    kept.do(OpenScene(scene=adventure.scenes[first.scene]))
    told(kept, "One.")
    kept.do(CloseEvening())
    kept.do(BeginChapter(chapter=second.id))
    told(kept, "Two.")
    ledger = [[one.title for one in replay(kept, ann, Wanted(evening=n)).chapters[0].led] for n in (1, 2)]
    assert ledger == [[first.title], [second.title]]


def test_no_title_stands_twice() -> None:
    played, ann, _ = quiet()
    told(played, "It rains.")
    found = replay(played, ann)
    title = found.chapters[0].title
    alike = msgspec.structs.replace(found, title=title)
    assert story(alike).count(f"# {escaped(title)}\n") == 1
    both = msgspec.structs.replace(found, chapters=[*found.chapters, *found.chapters])
    assert story(both).count("*Evening 1*") == 1


def test_what_is_nothing_without_its_number_is_left_out() -> None:
    played = fought("bluebox", 60)
    prose = story(replay(played, played.ann))
    assert "loses Plating" in prose
    assert " deals Fire damage" not in prose
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
    assert " back" not in story(replay(played, ann)), "nor that it was"


def test_of_dice_for_which_no_rule_asks_only_the_result_is_told() -> None:
    played, ann, _ = quiet()
    played.do(Call(name="roll", args={"dice": "2d6", "for": "does the rope hold?", "secret": False}))
    assert re.search(r"The game master, does the rope hold\?: \d+\.\n", story(replay(played, ann)))


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
