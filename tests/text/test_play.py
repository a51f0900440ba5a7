"""The text game as somebody plays it: driven through a terminal, left and gone on with."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.opponents import search
from tests.typed import at_terminal, leave, typed

SCENE = """
game = "bluebox"
title = "Two Vahki"
turn = "tahra"
[board]
q = [0, 8]
r = [0, 3]
[beings.tahra]
at = [0, 0]
[beings.vahki_1]
from = "vahki_patroller"
name = "Vahki 1"
at = [2, 0]
[beings.vahki_2]
from = "vahki_patroller"
name = "Vahki 2"
at = [8, 3]
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
Start = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def scene_file(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(SCENE)
    return path


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `ludex play --text` in a terminal of its own."""
    running = []

    def spawn(*args: str, columns: int = 80) -> pexpect.spawn[str]:
        child = at_terminal(["play", "--text", *args], columns, LUDEX_HOME=str(tmp_path / "home"))
        running.append(child)
        return child

    yield spawn
    for child in running:
        leave(child)


def say(child: pexpect.spawn[str], words: str, until: str = r"\n> $") -> str:
    """Type something and read on to the next prompt."""
    child.sendline(words)
    child.expect(until)
    return ESCAPES.sub("", child.before or "")


def journal(tmp_path: Path) -> Path:
    """The only one that is not finished."""
    (found,) = (tmp_path / "home").glob("*.journal")
    return found


def number_of(text: str, label: str) -> str:
    found = re.findall(rf"(\d+) {re.escape(label)}", text)
    assert found, f"{label!r} is not offered in:\n{text}"
    return str(found[-1])


def first_screen(child: pexpect.spawn[str]) -> str:
    child.expect(r"\n> $")
    return ESCAPES.sub("", child.before or "")


def test_a_turn_with_odds_a_question_and_a_way_back(start: Start, scene_file: Path, tmp_path: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    screen = first_screen(child)
    assert "»TA" in screen
    assert "2 AP, 6 m" in screen

    targets = say(child, number_of(screen, "Attack"))
    assert "Attack, Cinder Hook: Whom?" in targets
    assert re.search(r"hit \d+\.\d %  decisive \d+\.\d %", targets)
    assert "d12 against 8: +2 FOR" in targets
    assert re.search(r"\(\d+/\d+\)  Vahki 1", say(child, "odds 1"))
    assert "2 AP, 6 m" not in say(child, "b")

    after = say(child, number_of(screen, "Attack")) + say(child, "1")
    while "give up" in after and "1 AP, 6 m" not in after:
        after += say(child, "0")
    assert "Tahra attacks Vahki 1 with Cinder Hook" in after
    assert "bb.roll.attack" in after
    assert "2 AP, 6 m" in say(child, "undo")


def test_beside_the_end_of_a_turn_stands_what_could_still_be_done(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", "--plain")
    assert re.search(r"End turn, you could still move 6 m and spend 2 AP\.", first_screen(child))
    assert re.search(r"End turn, you could still move 6 m and spend 1 AP\.", say(child, "defensive"))
    say(child, "move")
    assert re.search(r"End turn, you could still move 5 m and spend 1 AP\.", say(child, "se"))


def test_slips_at_a_prompt_say_what_was_expected_and_lose_nothing(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    screen = first_screen(child)
    assert re.search(r"'9999' is not understood. Type a number from 1 to \d+\.", say(child, "9999"))
    assert re.search(r"'dance' is not understood. Type a number from 1 to \d+ or `help`\.", say(child, "dance"))
    assert "nobody called 'zork'" in say(child, "look zork")
    assert "the game master has no command 'smite'" in say(child, "gm smite")
    assert "gm" not in say(child, "gm heal target=tahra").partition("needs")[0]
    assert "[bb." in say(child, str(int(number_of(say(child, "?"), "Stand up"))))
    move = say(child, number_of(screen, "Move"))
    assert "a hex as q,r" in move
    assert "that is off the map" in say(child, "50,50")
    assert "[bb.move.general]" in say(child, "8,0")
    assert "2 AP, 6 m" in say(child, "b") + say(child, "look") + say(child, "map")


def test_a_move_tells_its_path_its_cost_and_the_strikes_it_draws(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    screen = first_screen(child)
    move = say(child, number_of(screen, "Move"))
    assert "next to Vahki 1" in move
    assert "of 6 m" in move
    told = say(child, "5,0", until=r"\(y/n\) ")
    assert "may draw a Reaction from Vahki 1: hit" in told.replace("\r\n", " ")
    assert "steps east" in told


def test_left_in_the_middle_of_a_question_and_gone_on_with(start: Start, scene_file: Path, tmp_path: Path) -> None:
    child = start(str(scene_file), "--side", "both", "--seed", "1")
    screen = first_screen(child)
    say(child, number_of(screen, "Move"))
    say(child, "5,0", until=r"\(y/n\) ")
    asked = say(child, "y")
    assert "Vahki 1: Opportunity Attack" in asked
    assert "bb.reaction.opportunity" in asked
    before = journal(tmp_path).read_bytes()

    child.sendcontrol("c")
    child.expect("--resume")
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    assert journal(tmp_path).read_bytes() == before

    again = start("--resume")
    assert "Vahki 1: Opportunity Attack" in first_screen(again)
    say(again, "2")
    after = journal(tmp_path).read_text()
    assert after.startswith(before.decode())
    assert "ask bb.reaction.opportunity of vahki_1" in after


def test_a_torn_last_line_is_reported_and_left_out(start: Start, scene_file: Path, tmp_path: Path) -> None:
    child = start(str(scene_file), "--side", "both", "--seed", "1")
    screen = first_screen(child)
    say(child, number_of(screen, "Defensive stance"))
    child.sendeof()
    child.expect(pexpect.EOF)
    with journal(tmp_path).open("ab") as file:
        file.write('{"command":{"actor":"Ä'.encode()[:-1])

    again = start("--resume")
    shown = first_screen(again)
    assert "was cut off" in shown
    assert "1 AP, 6 m" in shown
    say(again, number_of(shown, "End turn"))
    assert all(json.loads(line) for line in journal(tmp_path).read_text().splitlines())


def test_a_broken_journal_is_an_error_and_is_not_touched(start: Start, scene_file: Path, tmp_path: Path) -> None:
    child = start(str(scene_file), "--side", "both", "--seed", "1")
    screen = first_screen(child)
    say(child, number_of(screen, "Defensive stance"))
    child.sendline("quit")
    child.expect(pexpect.EOF)
    text = journal(tmp_path).read_text().replace("defensive_stance", "dancing_stance")
    journal(tmp_path).write_text(text)

    again = start("--resume")
    again.expect("line 2: there is no action 'dancing_stance'")
    again.expect(pexpect.EOF)
    assert again.wait() == 2
    assert journal(tmp_path).read_text() == text


def left(child: pexpect.spawn[str]) -> None:
    first_screen(child)
    child.sendline("quit")
    child.expect(pexpect.EOF)


@pytest.mark.slow
def test_each_game_is_kept_and_of_several_one_is_chosen_or_discarded(
    start: Start, scene_file: Path, tmp_path: Path
) -> None:
    left(start(str(scene_file), "--side", "party", "--seed", "1"))
    left(start("the_burning_tower", "--side", "party", "--seed", "1"))
    again = start("--resume")
    again.expect("resume> ")
    shown = " ".join(ESCAPES.sub("", again.before).split())
    assert "1 The Burning Tower (Cloudbreaker Alliance), party, Round 1, 1 command, left on 20" in shown
    assert "2 Two Vahki (Blue Box), party, Round 1, 0 commands, left on 20" in shown
    assert "`discard NUMBER` throws one away" in shown
    assert "They lie in " in shown
    again.sendline("3")
    again.expect("'3' is not understood. Type a number from 1 to 2, `discard NUMBER` or `quit`")
    again.expect("resume> ")
    assert "Tahra" in say(again, "2")
    again.sendline("quit")
    again.expect(pexpect.EOF)
    last = start("--resume")
    last.expect("resume> ")
    assert "Going on where you left" in say(last, "discard 1")  # there is only one left
    assert journal(tmp_path).name.endswith("-two.journal")


def test_a_finished_game_is_not_gone_on_with(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    first_screen(child)
    child.sendline("gm end_combat winner=party")
    child.expect(r"Play again\? \(y/n\) ")
    child.sendline("n")
    child.expect(pexpect.EOF)
    again = start("--resume")
    again.expect("there is no game to go on with")


def test_a_plain_game_goes_on_plain(start: Start, scene_file: Path) -> None:
    left(start(str(scene_file), "--side", "party", "--seed", "1", "--plain"))
    assert not re.search("[\x1b─-╿▀-▟]", first_screen(start("--resume")))


def test_scene_and_side_are_chosen_from_lists(start: Start) -> None:
    child = start("--game", "bluebox", "--seed", "3", columns=120)
    child.expect("scene> ")
    assert "difficulty" in child.before
    child.sendline("0")
    child.expect("is not understood. Type a number from 1 to")
    child.expect("scene> ")
    child.sendline("causeway")  # may be several
    child.expect("is not understood. Type a number from 1 to")
    child.expect("scene> ")
    child.sendline("causeway raid")
    child.expect("side> ")
    child.sendline("Party")
    assert "The Broken Causeway: raid  ·  Round 1  ·  Escalation Counter" in first_screen(child)


def test_real_dice_are_typed_in(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "both", "--typed-dice")
    screen = first_screen(child)
    say(child, number_of(screen, "Attack"))
    assert "throw d12 and type the faces" in say(child, "1", until="dice> ")
    assert "a d12 cannot show 13" in say(child, "13", until="dice> ")
    assert "expected the faces of d12" in say(child, "x", until="dice> ")
    assert "a miss" in say(child, "2")


TIED = """
game = "bluebox"
[board]
q = [0, 3]
r = [0, 3]
[beings.tahra]
at = [0, 0]
[beings.ally]
from = "tahra"
at = [1, 1]
[beings.vahki]
from = "vahki_patroller"
at = [3, 3]
"""


@pytest.mark.parametrize("word", ["undo", "withdraw"])
@pytest.mark.parametrize("side", ["party", "both"])
def test_an_opening_that_is_taken_back_is_performed_again(start: Start, tmp_path: Path, word: str, side: str) -> None:
    path = tmp_path / "tied.toml"
    path.write_text(TIED)
    child = start(str(path), "--side", side, "--typed-dice")
    child.expect("dice> ")
    assert "Tahra 1, Initiative" in child.before
    say(child, "5", until="dice> ")
    assert "Tahra 1, Initiative" in say(child, word, until="dice> ")
    if side == "both":  # the game master is asked about ties
        say(child, "5", until="dice> ")
        say(child, "5", until="dice> ")
        assert "In which order do they act?" in say(child, "2")
        again = "Tahra 1" if word == "withdraw" else "Vahki Patroller"  # undone is only what was typed last
        assert f"{again}, Initiative" in say(child, word, until="dice> ")


def test_odds_are_told_for_answers_and_where_they_cannot_be_told_why(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "both", "--seed", "1")
    screen = first_screen(child)
    assert "type 1, and they stand beside" in say(child, f"odds {number_of(screen, 'Attack')}")
    assert "Defensive Stance 100 %" in say(child, f"odds {number_of(screen, 'Defensive stance')}")
    say(child, number_of(screen, "Move"))
    say(child, "5,0", until=r"\(y/n\) ")
    asked = say(child, "y")
    assert "Assuming " in asked
    assert re.search(r"\(\d+/\d+\)  Tahra", say(child, "odds 2"))


def test_what_can_be_held_and_giving_up_is_asked_twice(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    screen = first_screen(child)
    assert "Handle an object  1 AP" in screen
    assert "Quick-step  the Move Action" in screen
    held = say(child, number_of(screen, "Hold an action"))
    assert "Flame Lash" in held
    assert "Escape grapple" not in held
    assert "What sets it off?" in say(child, number_of(held, "Flame Lash"))
    say(child, "b")
    say(child, number_of(screen, "Surrender"), until=r"Really\? \(y/n\) ")
    assert "Surrender  free" in say(child, "n")


def test_the_game_masters_slips_are_one_line_and_force_overrules_what_is_refused(
    start: Start, scene_file: Path
) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", columns=120)
    first_screen(child)
    assert "BadInput" not in say(child, "gm damage target=tahra amount=x")
    assert "BadInput" not in say(child, "log")
    assert "`force gm start_combat` overrules it" in say(child, "gm start_combat").replace("\r\n", "")
    assert "initiative" in say(child, "force gm start_combat")


def test_to_the_end_who_won_and_the_seed(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1")
    first_screen(child)
    child.sendline("gm end_combat winner=party")
    child.expect(r"Play again\? \(y/n\) ")
    end = ESCAPES.sub("", child.before or "")
    assert "the party has won" in end
    assert "How everybody stands" in end
    assert "HMAC" in say(child, "dice", until=r"Play again\? \(y/n\) ")
    child.sendline("n")
    child.expect(pexpect.EOF)
    assert re.search(r"The dice: seed [0-9a-f]{64};\s+its SHA-256 is the seal", ESCAPES.sub("", child.before or ""))
    assert child.wait() == 0


# ---------------------------------------------------------------- without a terminal


def started(*args: str) -> subprocess.CompletedProcess[str]:
    """As a shell starts it."""
    command = [sys.executable, "-m", "ludex.cli.main", *args]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def test_a_scene_is_set_up_for_so_many_characters() -> None:
    told = typed(["play", "--text", "throne_of_ash", "--demo", "--plain", "--party", "3", "--seed", "4"]).stdout
    assert "Set up for 3 characters" in told
    assert "Doctor Mire is " in told
    assert "Tomas Okafor is " not in told


@pytest.mark.slow
def test_without_a_terminal_a_fight_tells_itself_and_the_seed_tells_it_again() -> None:
    once, again = started("play", "--text", "--seed", "4"), typed(["play", "--text", "--demo", "--seed", "4"])
    assert once.returncode == 0
    assert once.stdout == again.stdout
    assert "There is no terminal" in once.stderr
    assert not again.stderr
    assert re.search(r"The combat ends in round \d+: .* won", once.stdout)
    assert "How everybody stands" in once.stdout
    assert typed(["play", "--text", "--demo", "--seed", "5"]).stdout != once.stdout


def test_plain_has_no_boxes_no_escapes_and_no_map() -> None:
    told = typed(["play", "--text", "--plain", "--seed", "4"])
    assert told.returncode == 0
    assert not re.search("[\x1b─-╿▀-▟]", told.stdout)
    assert "Tahra is next to Kailani and Onuri." in told.stdout


def test_plain_play_tells_places_in_words(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", "--plain")
    child.expect(r"\n> $")
    shown = child.before or ""
    assert not re.search("[\x1b─-╿▀-▟]", shown)
    assert "Tahra is 2 m west of Vahki 1." in shown
    assert "Vahki 1 is 2 m east of Tahra." in shown
    assert not re.search(r"\d,-?\d", shown + say(child, "map"))


def test_where_everybody_is_is_told_from_the_one_who_asks(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", "--plain")
    first_screen(child)
    everybody = say(child, "where")
    assert "Tahra is 2 m west of Vahki 1." in everybody
    assert "Vahki 1 is 2 m east of Tahra" in everybody
    assert say(child, "where am i") == say(child, "where tahra") == say(child, "where me")
    assert "Vahki 2 is 11 m east-south-east of Tahra" in everybody
    assert "Vahki 1 is 2 m east of Tahra" in say(child, "where vahki 1")


def test_a_question_in_another_ones_turn_is_told_only_what_has_changed(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", "--plain")
    first_screen(child)
    asked = say(child, "end")
    assert "Tahra: Use the mask?" in asked
    assert "Vahki 1 is 5 m east of Tahra." in asked
    assert "Vahki 2 (foes)" not in asked
    assert "Tahra (party)" not in asked
    for _ in range(3):
        asked = say(child, "no")
    assert "Vahki 2 (foes)" in asked
    assert "Tahra (party)" in asked


def test_in_plain_play_one_goes_by_the_steps_there(start: Start, scene_file: Path) -> None:
    child = start(str(scene_file), "--side", "party", "--seed", "1", "--plain")
    move = say(child, number_of(first_screen(child).replace(". ", " "), "Move"))
    assert "the steps there, such as 2 east, 1 south-east" in move
    assert "There is no step 'north' here" in say(child, "2 north")
    assert "The hex between Tahra and Vahki 1, open ground: nothing is there." in say(child, "look east")
    assert "That is off the map." in say(child, "w")
    sixty = say(child, "6 east, 6 ne, dance")
    assert "is not understood. Type a number from 1 to" in sixty
    assert "`back`, `help` or the steps there, such as 2 east, 1 south-east." in sixty
    far = say(child, "8 east")
    assert re.search(r"may not be done: the hex [^:]*: the way is blocked; as near as one can get: ", far)
    assert "Tahra moves 1 m south-east, now 2 m west-south-west of Vahki 1" in say(child, "se")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("play", "--text", "nowhere", "--demo"), "there is no scene 'nowhere'"),
        (("play", "--text", "--game", "chess"), "there is no game 'chess'"),
        (
            ("play", "--text", "--demo", "--opponent", "genius"),
            "there is no policy 'genius'; there are: simple, random",
        ),
        (("play", "--text", "--side", "zork"), "there is no side 'zork'; there are: party, foes, gm, both, none"),
        (("run", "missing.toml"), "there is no scene or file 'missing.toml'"),
    ],
)
def test_bad_input_says_what_there_is(args: tuple[str, ...], says: str) -> None:
    done = typed(args)
    assert done.returncode == 2
    assert says in done.stderr.replace("\n", " ")


def test_an_opponent_that_looks_ahead_tells_why(
    start: Start, scene_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_ROLLOUTS", 20)  # it need not decide well
    child = start(str(scene_file), "--side", "party", "--opponent", "search", "--seed", "1")
    child.expect(r"\n> $")
    child.timeout = 90  # it takes its time for each decision
    assert "nobody of the other side has acted yet" in say(child, "why")
    say(child, "end turn", until=r"> $")
    assert re.search(r"Vahki \d: (Best of \d+ plans|There was nothing else)", say(child, "why", until=r"> $"))
