"""What an earlier version has kept is opened where it stood, and goes on: by this version, and by one in which the
rules, the content and the shape of the state are others."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from signal import SIGKILL
from typing import Any

import msgspec
import pytest

from ludex.core.files import journal
from ludex.core.files.codec import as_plain, digest
from ludex.core.files.journal import BOUNDARY, GOES_ON, JournalError, read_lines, replay
from ludex.core.game import GAMES, Game
from ludex.core.kernel.dice import sides_of
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import state
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.seating import HandOver, Reseat
from ludex.table.desk import store_rows
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.play.commands import Hold, Release
from ludex.table.play.deciding import step
from ludex.table.play.improvising import Improvise, Settle
from ludex.table.play.mastering import Call, Replace, Withdraw
from ludex.text.play import kept as text_kept
from ludex.text.screen import Screen, console_for
from ludex.text.table.table import Table
from tests.conformance.playing import KNOWN, named
from tests.table.desks import opened
from tests.table.earlier import (
    ASKED,
    BETWEEN,
    HOME,
    Stood,
    as_sql,
    but_for_places,
    journal_of,
    logs_of,
    stood,
    table_of,
)
from tests.table.tables import Fake, Kept, differing
from tests.typed import apart

VERSIONS = sorted(path.name for path in HOME.iterdir() if path.is_dir())
HOW = (BETWEEN, ASKED)
STEPS, MANY_STEPS = 12, 2_000  # of a table that goes on: a little way, or to its end
EVERY = [
    (version, game, how)
    for version in VERSIONS
    for game in KNOWN
    if (HOME / version / f"{game.name}.json").exists()  # a game may be younger
    for how in HOW
]
RULES = 2  # the version of every game when these tables were made
# Games whose rules ask by now what a journal of that time has no answer to. Without a boundary in it, the game goes on
# from where that comes first.
ASK_MORE = frozenset({("b7baf3b", "vitality")})
EACH = pytest.mark.parametrize(("version", "game", "how"), EVERY, ids=lambda part: getattr(part, "name", part))

Change = Callable[[Game[Any]], None]


def few(game: Game[Any]) -> Any:
    """Where it has nothing to do with the game, one of them is enough."""
    return () if game.name == "crawl" else pytest.mark.long


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Make a game one of a later version: a new field of the state, the rules, an entry of the starter content."""

    def change(game: Game[Any]) -> None:
        fields = {"__annotations__": {"weather": str}, "weather": "fair", "__module__": __name__}
        monkeypatch.setattr(game, "scene_type", state(type("Later", (game.scene_type,), fields)))
        monkeypatch.setattr(game, "migrations", (*game.migrations, lambda scene: {**scene, "weather": "wet"}))
        monkeypatch.setattr(game, "version", game.version + 1)
        starter = game.starter.copy()
        shelf = starter.shelves["character"]
        name, entry = next(iter(shelf.entries.items()))
        shelf.entries[name] = msgspec.structs.replace(entry, name="Somebody Else")
        monkeypatch.setattr(game, "starter", starter)

    return change


def how_it_stood(version: str, game: str, what: str) -> Stood:
    found = msgspec.json.decode((HOME / version / f"{game}.json").read_bytes(), type=dict[str, Stood])
    kept = found[what]
    return msgspec.structs.replace(
        kept, log={who: [but_for_places(words) for words in log] for who, log in kept.log.items()}
    )


def stored(version: str, game: str, folder: Path) -> Store:
    """The store of an earlier version, brought up to date."""
    place = folder / "tables.sqlite"
    with closing(sqlite3.connect(place)) as connection:
        connection.executescript((HOME / version / f"{game}.sql").read_text(encoding="utf-8"))
    return opened(f"sqlite:///{place}")


def woken(store: Store, id: str) -> Campaign:
    """A table as a server opens it, with what is kept of that."""
    return Held(id, store, Fake().outside()).loaded()


def goes_on(table: Campaign, steps: int = STEPS) -> bool:
    """Machines fight, for so many steps or until it is over; is it?"""
    assert table.playing is not None
    for seat in table.playing.live.holds:
        table.do(next(iter(table.seats)), Release(seat=seat))
    for _ in range(steps):
        scene = table.playing.live.scene
        if table.playing.live.open is None and (
            scene.mode != table.game.shape.fighting or not table.game.to_act(scene)
        ):
            return True
        assert step(table), "the machines do not go on"
    return False


def without_weather(scene: Any) -> dict[str, Any]:
    return {key: value for key, value in as_plain(scene).items() if key != "weather"}


# ---------------------------------------------------------------- tables


@EACH
def test_a_table_stands_where_it_stood_and_goes_on(version: str, game: Game[Any], how: str, tmp_path: Path) -> None:
    with closing(stored(version, game.name, tmp_path)) as store:
        before = store.load(how, whole=True)
        assert (before.boundary is None) == (version == "b7baf3b")
        table = woken(store, how)
        assert table.playing is not None
        assert (table.playing.changed, table.playing.cut) == ("", "")
        assert stood(table.playing.live, logs_of(table)) == how_it_stood(version, game.name, f"table {how}")
        after = store.load(how, whole=True)
        assert after.entries[: len(before.entries)] == before.entries
        added = [entry.kind for entry in after.entries[len(before.entries) :]]
        assert added[:1] == ([] if game.version == RULES else ["opened"])
        assert after.boundary is not None  # from now on it outlives any change
        assert digest(after.boundary.scene(game, table.playing.library)) == digest(table.playing.live.scene)
        goes_on(table)


@EACH
@pytest.mark.parametrize("first", [True, False], ids=["opened before the change", "not opened before"])
def test_a_table_outlives_rules_content_and_shape(
    version: str, game: Game[Any], how: str, first: bool, tmp_path: Path, later: Change
) -> None:
    with closing(stored(version, game.name, tmp_path)) as store:
        now = store.load(how, whole=True)
        here = doings.folded(now.entries, Fake().outside())
        if first:
            woken(store, how)
        assert here.playing is not None
        there, shown = without_weather(here.playing.live.scene), without_weather(here.playing.live.shown)
        holds = here.playing.live.holds
        later(game)
        table = woken(store, how)
        assert table.playing is not None
        assert (table.playing.changed, table.playing.cut) == ("", "")
        assert "no longer" in table.playing.opened.why
        live = table.playing.live
        assert (without_weather(live.scene), without_weather(live.shown)) == (there, shown)
        assert live.holds == holds
        assert live.scene.weather == "wet"
        expected = how_it_stood(version, game.name, f"table {how}")
        assert (live.open.key if live.open is not None else "", logs_of(table)) == (expected.open, expected.log)
        again = woken(store, how)  # opened once more it is simply played again
        assert not differing(table, again)
        goes_on(again)


@pytest.mark.long
@EACH
def test_a_table_that_outlives_them_is_fought_out(
    version: str, game: Game[Any], how: str, tmp_path: Path, later: Change
) -> None:
    with closing(stored(version, game.name, tmp_path)) as store:
        later(game)
        assert goes_on(woken(store, how), MANY_STEPS)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    ("game", "share"),
    [
        *(pytest.param(game, 0.6, id=f"{game.name}-an earlier one") for game in KNOWN),
        *(pytest.param(game, 0.0, id=f"{game.name}-no snapshot", marks=few(game)) for game in KNOWN),
        *(pytest.param(game, 1.0, id=f"{game.name}-one of the end", marks=few(game)) for game in KNOWN),
    ],
)
def test_what_came_before_the_boundary_is_read_and_not_played_again(
    game: Game[Any], share: float, how: str, tmp_path: Path, later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of this version: what was told stands in its entries and its snapshot, and only what is under way is done
    again."""
    kept = table_of(game.name, how)
    taken = snapshot.take(begun(kept, share)) if share else None
    assert kept.table.playing is not None
    boundary = kept.table.take_boundary()
    assert boundary is not None
    told = read(kept.table)
    under_way = [plainly(entry.body) for entry in kept.table.playing.under_way]
    assert bool(under_way) == (how == ASKED)
    later(game)
    redone: list[Any] = []

    def redo(live: Any, line: dict[str, Any], failed: str) -> Any:
        redone.append(line)
        return journal.redo_line(live, line, failed)

    monkeypatch.setattr("ludex.table.campaign.playing.redo_line", redo)
    with closing(opened(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        store.create("t", kept.entries, (), boundary)
        store.append("t", [], None, taken)
        table = woken(store, "t")
        assert table.playing is not None
        assert (table.playing.changed, table.playing.cut) == ("", "")
        assert without_weather(table.playing.live.shown) == without_weather(kept.live.shown)
        assert read(table) == told
        assert bool(redone) == (how == ASKED or bool(kept.live.holds))
        assert not [line for line in redone if plainly(line) not in under_way and "hold" not in line]
        goes_on(table)


def begun(kept: Kept, share: float) -> Campaign:
    """The table as it was after this share of what was done, and somebody has seen it."""
    ends = [number for number, entry in enumerate(kept.entries, 1) if "stands" in entry.body]
    table = doings.folded(kept.entries[: ends[int(share * (len(ends) - 1))]], kept.fake.outside())
    read(table)
    return table


def plainly(line: dict[str, Any]) -> dict[str, Any]:
    """What a line says was done, whenever it was."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(line))
    return {key: value for key, value in found.items() if key not in ("first", "again", "stands", "told")}


def read(table: Campaign) -> dict[str, list[Any]]:
    """The logs of those who sit at the table, with the dice in them."""
    assert table.playing is not None
    logs = {who: table.playing.watched(who).log for who in table.readers()}
    return {who: [(told.lines, told.rough, told.rolls) for told in log] for who, log in logs.items()}


def test_with_every_doing_the_boundary_is_kept_that_it_led_to(store: Store) -> None:
    kept = table_of("bluebox", BETWEEN)
    store.create("t", kept.entries)
    held = Held("t", store, kept.fake.outside())
    table = held.loaded()
    assert table.playing is not None
    (holds,) = table.playing.live.holds
    held.act(lambda table: table.do(kept.gm, Release(seat=holds)))
    at_boundary = at_question = 0
    for _ in range(40):
        held.act(lambda table: step(table))
        there = store.load("t", whole=True)
        assert there.boundary is not None
        assert as_plain(there.boundary.scene(table.game, table.playing.library)) == as_plain(table.playing.live.scene)
        assert there.boundary.number == table.playing.stood
        at_question += table.playing.live.open is not None
        at_boundary += there.boundary.number == there.entries[-1].number
    assert at_question
    assert at_boundary


def test_where_what_is_under_way_does_not_fit_any_more_it_is_taken_back_and_said(
    tmp_path: Path, later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = table_of("bluebox", ASKED)
    boundary = kept.table.take_boundary()
    later(kept.table.game)
    answered = next(entry for entry in reversed(kept.entries) if "command" in entry.body)
    answered.body["command"]["name"] = "an_action_of_then"
    with closing(opened(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        store.create("t", kept.entries, (), boundary)
        table = woken(store, "t")
        assert table.playing is not None
        assert table.playing.live.open is None
        assert without_weather(table.playing.live.scene) == without_weather(kept.live.scene)
        assert "an_action_of_then" in table.playing.opened.why


def test_words_that_no_rule_made_are_read_too_and_what_is_spoilt_is_made_anew(later: Change) -> None:
    kept = table_of("bluebox", BETWEEN)
    assert kept.table.playing is not None
    ann = next(seat.id for seat in kept.table.seats.values() if seat.name == "Ann")
    kept.do(Reseat(seat=ann, beings=("tahra",)))
    wish = kept.do(Improvise(being="tahra", words="I swing from the lamp"), ann)["asked"]
    kept.do(Settle(id=wish, words="You land behind them"))
    told, boundary = read(kept.table), kept.table.playing.take_boundary()
    later(kept.table.game)
    table = doings.folded(kept.entries, kept.fake.outside(), boundary)
    doings.wake(table)
    assert read(table) == told
    assert "You land behind them" in told["party"][-1][0][0].words
    for spoilt in ({"gm": 5}, {"gm": "party", "party": "nobody"}, {"gm": {"lines": [["no rule"]]}}, "all"):
        next(entry for entry in kept.entries if "told" in entry.body).body["told"] = spoilt
        table = doings.folded(kept.entries, kept.fake.outside(), boundary)
        doings.wake(table)
        assert [lines for lines, _, _ in read(table)["gm"]] == [lines for lines, _, _ in told["gm"]]


def upgraded(kept: Kept, later: Change, first: bool = True) -> Campaign:
    """The table, opened by a later version."""
    boundary = kept.table.take_boundary() if first else None
    later(kept.table.game)
    table = doings.folded(kept.entries, kept.fake.outside(), boundary)
    doings.wake(table)
    kept.entries += table.take()
    return table


def steady(kept: Kept, table: Campaign) -> None:
    """Opened once more by the same version, the table is simply played again."""
    again = doings.folded(kept.entries, kept.fake.outside())
    doings.wake(again)
    assert again.take() == []
    assert not differing(table, again)


@pytest.mark.parametrize("first", [True, False], ids=["with a boundary", "without"])
def test_who_holds_the_table_in_the_middle_of_a_command_takes_nothing_of_it_away(first: bool, later: Change) -> None:
    kept = table_of("crawl", ASKED)
    ann = next(seat.id for seat in kept.table.seats.values() if seat.name == "Ann")
    kept.do(Hold(), ann)
    asked = kept.live.open.key
    table = upgraded(kept, later, first)
    assert table.playing is not None
    assert table.playing.live.open is not None
    assert (table.playing.live.open.key, table.playing.live.holds) == (asked, (ann,))
    steady(kept, table)


@pytest.mark.parametrize("first", [True, False], ids=["with a boundary", "without"])
def test_a_roll_that_was_replaced_and_asks_again_is_taken_along(first: bool, later: Change) -> None:
    kept = table_of("bluebox", ASKED)
    kept.do(Withdraw())
    with pytest.raises(BadInput):
        kept.do(Replace(number=0, faces=(1,)))  # what was withdrawn has no dice any more
    for seat in kept.live.holds:
        kept.do(Release(seat=seat))
    for _ in range(60):
        kept.step()
        if kept.live.open is None and any(given.is_roll for given in kept.live.given):
            number, rolled = next((n, g) for n, g in enumerate(g for g in kept.live.given if g.is_roll))
            faces = tuple(
                sides_of(rolled.pool, rolled.value)
            )  # the highest: it hits, and what was asked is asked again
            kept.table.take_boundary()
            kept.do(Replace(number=number, faces=faces))
            if kept.live.open is not None:
                break
    assert kept.live.open is not None
    stood, shown = without_weather(kept.live.scene), without_weather(kept.live.shown)
    assert kept.table.playing is not None
    boundary = kept.table.playing.take_boundary()
    assert boundary is not None
    assert msgspec.json.decode(boundary.state) == stood
    kept.table.playing._handed = 0
    table = upgraded(kept, later, first)
    assert table.playing is not None
    assert (without_weather(table.playing.live.scene), without_weather(table.playing.live.shown)) == (stood, shown)
    steady(kept, table)


def breaking(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no command of this game can be begun without a mistake."""

    def begin(*args: Any, **more: Any) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(game, "begin", begin)


def test_a_command_that_breaks_down_by_the_new_rules_is_taken_back_and_told(
    later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = table_of("bluebox", ASKED)
    told = read(kept.table)
    breaking(kept.table.game, monkeypatch)
    table = upgraded(kept, later)
    assert table.playing is not None
    assert table.playing.live.open is None
    assert "a mistake of ours" in table.playing.opened.why
    assert without_weather(table.playing.live.scene) == without_weather(kept.live.scene)
    assert read(table) == told  # what was read of it stays read
    steady(kept, table)


def test_a_command_that_broke_down_stays_undone_when_the_mistake_is_mended(
    later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = table_of("bluebox", ASKED)
    kept.do(Withdraw())
    stood = without_weather(kept.live.scene)
    with monkeypatch.context() as patch:
        patch.setattr("ludex.core.referee.live.proceed", broken_proceed)
        kept.do(Call(name="set", args={"what": "tahra", "field": "hp", "value": 3}))
    assert "failed" in kept.entries[-1].body
    table = upgraded(kept, later, first=False)
    assert table.playing is not None
    assert table.playing.cut == ""
    assert without_weather(table.playing.live.scene) == stood


def broken_proceed(scene: Any) -> Any:
    yield from ()
    raise ZeroDivisionError("a mistake of ours")


def test_who_sat_down_in_the_middle_reads_at_least_what_came_since(
    later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = table_of("bluebox", BETWEEN)
    kept.do(Release(seat=kept.live.holds[0]))
    foe = next(being.id for being in kept.live.scene.side_of("foes"))
    kept.seat("Zoe", foe)
    kept.do(HandOver(who=foe, policy="simple"))
    kept.do(Reseat(seat=next(s.id for s in kept.table.seats.values() if s.name == "Zoe"), beings=(foe,)))
    for _ in range(6):
        kept.do(Call(name="tell", args={"words": "Onwards."}))
    breaking(kept.table.game, monkeypatch)
    table = upgraded(kept, later)
    assert sum("Onwards." in line.words for lines, _, _ in read(table)["foes"] for line in lines) == 6


def test_a_boundary_of_another_scene_is_not_taken_for_one_of_this(tmp_path: Path, later: Change) -> None:
    kept = Kept("crawl")
    first = kept.open()
    boundary = kept.table.take_boundary()
    assert boundary is not None
    kept.open("the_gatehouse", begin=False)
    later(kept.table.game)
    table = doings.folded(kept.entries, kept.fake.outside(), boundary)
    doings.wake(table)
    assert table.playing is not None
    assert table.playing.id != first
    assert without_weather(table.playing.live.scene) == without_weather(kept.live.scene)


def open_later_and_die(url: str) -> None:
    """A process with later rules opens the table, and is killed when all is written and nothing is committed."""
    GAMES["bluebox"].version += 1
    append = store_rows.append

    def killed(*args: Any, **more: Any) -> None:
        append(*args, **more)
        os.kill(os.getpid(), SIGKILL)

    store_rows.append = killed
    woken(Store(url), "t")


@pytest.mark.parametrize("how", HOW)
def test_a_kill_in_the_middle_of_migrating_loses_nothing(
    how: str, store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = table_of("bluebox", how)
    boundary = kept.table.take_boundary()
    store.create("t", kept.entries, (), boundary)
    assert apart(partial(open_later_and_die, store_url)).returncode == -SIGKILL
    there = store.load("t")
    assert msgspec.json.encode(there) == msgspec.json.encode((kept.entries, boundary, None))
    monkeypatch.setattr(kept.table.game, "version", kept.table.game.version + 1)
    table = woken(store, "t")
    assert table.playing is not None
    assert as_plain(table.playing.live.shown) == as_plain(kept.live.shown)
    then = store.load("t", whole=True).entries[: len(kept.entries)]
    assert msgspec.json.encode(then) == msgspec.json.encode(kept.entries)


def test_a_table_from_a_file_outlives_them_too(tmp_path: Path, later: Change) -> None:
    from tests.table.zips import packed, unpacked

    kept = table_of("navyblue", ASKED)
    with closing(opened(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        store.create("t", kept.entries, (), kept.table.take_boundary())
        file = packed(store, "t", kept.table)
        later(kept.table.game)
        id, _ = unpacked(store, file, "Mara", "a key")
        table = woken(store, id)
        assert table.playing is not None
        assert without_weather(table.playing.live.shown) == without_weather(kept.live.shown)
        goes_on(table)


def test_a_boundary_in_a_file_is_checked(tmp_path: Path) -> None:
    import io
    import zipfile

    from tests.table.zips import packed, unpacked

    kept = table_of("bluebox", BETWEEN)
    with closing(opened(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        store.create("t", kept.entries, (), kept.table.take_boundary())
        file = packed(store, "t", kept.table)
        sound = b'{"number":1,"version":1,"shape":0,"seal":"","state":{}}'
        spoilt_ones = [
            b"[", b'{"number":1e99}', sound.replace(b":1,", b":0,", 1), sound.replace(b"{}", b"[]"),
            sound.replace(b"{}", b'{"a":1e999999}'), sound.replace(b"{}", b'{"a":"\xff"}'),
            sound.replace(b'""', b'"\\u0000"'),
        ]  # fmt: skip
        for data in spoilt_ones:
            spoilt = io.BytesIO()
            with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(spoilt, "w") as new:
                for part in old.namelist():
                    new.writestr(part, data if part == "boundary.json" else old.read(part))
            with pytest.raises(BadInput, match=r"boundary\.json"):
                unpacked(store, spoilt.getvalue(), "Mara", "a key")


# ---------------------------------------------------------------- journals


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDEX_HOME", str(tmp_path))
    return tmp_path


def resumed() -> Table:
    """The game that lies at home, as `ludex play --text --resume` opens it."""
    table = text_kept.resume(Screen(console_for(plain=True), plain=True))
    table.keep()
    return table


def fought_on(table: Table, steps: int = STEPS) -> bool:
    """Machines fight, for so many steps or until it is over; is it?"""
    table.policies = text_kept.policies_for(table.game, table.live.scene, (), "simple")
    for _ in range(steps):
        if table.over:
            break
        table.decide()
        table.catch_up()
        table.keep()
    return table.over


def is_beginning(table: Table, expected: Stood) -> bool:
    """Does a game stand at a boundary on the way to where it stood, but for what was under way there?"""
    done = [but_for_places(line.words) for line in table.log][:-1]
    return table.live.open is None and len(done) > 1 and done == expected.log["party"][: len(done)]


@EACH
def test_a_text_game_stands_where_it_stood_and_goes_on(version: str, game: Game[Any], how: str, home: Path) -> None:
    place = home / f"{game.name}.journal"
    shutil.copy(HOME / version / f"{game.name}.{how}.journal", place)
    table = resumed()
    told = {"party": [but_for_places(line.words) for line in table.log]}
    expected = how_it_stood(version, game.name, f"journal {how}")
    if (version, game.name) in ASK_MORE:
        assert is_beginning(table, expected)
    else:
        assert stood(table.live, told) == expected
    fought_on(table)
    lines, torn = read_lines(place)
    assert not torn
    assert as_plain(replay(lines, table.live.scene.library).scene) == as_plain(table.live.scene)


@EACH
def test_a_text_game_outlives_rules_content_and_shape(
    version: str, game: Game[Any], how: str, home: Path, later: Change, capsys: pytest.CaptureFixture[str]
) -> None:
    place = home / f"{game.name}.journal"
    shutil.copy(HOME / version / f"{game.name}.{how}.journal", place)
    here = resumed().live
    shutil.copy(HOME / version / f"{game.name}.{how}.journal", place)
    later(game)
    table = resumed()
    assert "something has changed" in " ".join(capsys.readouterr().out.split())
    expected = how_it_stood(version, game.name, f"journal {how}")
    assert without_weather(table.live.shown) == without_weather(here.shown)
    assert table.live.scene.weather == "wet"
    if (version, game.name) in ASK_MORE:
        assert is_beginning(table, expected)
    else:
        assert (table.live.open.key if table.live.open is not None else "") == expected.open
        assert [but_for_places(line.words) for line in table.log] == expected.log["party"]
    fought_on(table)
    lines, _ = read_lines(place)
    assert sum(GOES_ON in line for line in lines) == 1
    again = replay(lines, table.live.scene.library)
    assert as_plain(again.scene) == as_plain(table.live.scene)
    assert resumed().log == table.log


@pytest.mark.long
@EACH
def test_a_text_game_that_outlives_them_is_fought_out(
    version: str, game: Game[Any], how: str, home: Path, later: Change
) -> None:
    place = home / f"{game.name}.journal"
    shutil.copy(HOME / version / f"{game.name}.{how}.journal", place)
    later(game)
    table = resumed()
    assert fought_on(table, MANY_STEPS)
    lines, _ = read_lines(place)
    assert as_plain(replay(lines, table.live.scene.library).scene) == as_plain(table.live.scene)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_text_game_of_this_version_goes_on_from_its_boundary(
    game: Game[Any], how: str, home: Path, later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = home / f"{game.name}.journal"
    then = journal_of(game.name, how, place)
    lines, _ = read_lines(place)
    assert any(BOUNDARY in line for line in lines)
    for line in lines:  # none of what came before could be played again
        if BOUNDARY in line:
            break
        if "command" in line:
            line["command"]["name"] = "an_action_of_then"
    place.write_text("".join(msgspec.json.encode(line).decode() + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(JournalError, match="an_action_of_then"):
        resumed()
    later(game)
    table = resumed()
    assert without_weather(table.live.shown) == without_weather(then.live.shown)
    assert table.log == then.log
    fought_on(table)


def test_a_journal_whose_last_lines_do_not_fit_goes_on_from_where_they_do(
    home: Path, later: Change, capsys: pytest.CaptureFixture[str]
) -> None:
    place = home / "bluebox.journal"
    journal_of("bluebox", ASKED, place)
    then = resumed()
    lines, _ = read_lines(place)
    last = next(line for line in reversed(lines) if "command" in line)
    last["command"]["name"] = "an_action_of_then"
    place.write_text("".join(msgspec.json.encode(line).decode() + "\n" for line in lines), encoding="utf-8")
    later(then.game)
    table = resumed()
    assert "could be taken along" in " ".join(capsys.readouterr().out.split())
    assert table.live.open is None
    assert without_weather(table.live.scene) == without_weather(then.live.scene)


def test_every_game_is_kept_by_every_version() -> None:
    for version in VERSIONS:
        for game in KNOWN:
            files = {path.name for path in (HOME / version).glob(f"{game.name}.*")}
            journals = {f"{game.name}.{how}.journal" for how in HOW}
            assert files == {f"{game.name}.sql", f"{game.name}.json", *journals}


def test_a_version_that_is_kept_anew_has_its_boundaries(tmp_path: Path) -> None:
    kept = table_of("bluebox", ASKED)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.executescript(as_sql({"t": kept}))
    with closing(opened(f"sqlite:///{tmp_path}/tables.sqlite")) as store:
        boundary = store.load("t", whole=True).boundary
        assert boundary is not None
        assert as_plain(boundary.scene(kept.table.game, kept.live.scene.library)) == as_plain(kept.live.scene)
