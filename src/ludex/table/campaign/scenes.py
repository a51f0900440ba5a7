"""Scenes: prepared in secret, put on the table with the party as it stands, and taken off again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.board.zone import ZoneBoard
from ludex.core.content.content import Library, read_toml
from ludex.core.files.codec import as_plain
from ludex.core.files.findings import scene_findings
from ludex.core.files.heroes import heroes
from ludex.core.files.parties import fitted, said_of
from ludex.core.files.scenefile import HandoutEntry, SceneFile, scene_from
from ludex.core.kernel.english import no_such, there_are
from ludex.core.kernel.plain import plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.master.table_calls import come_in
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import alone, party_before
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.drawings import wipe_off
from ludex.table.campaign.fog import put_fog
from ludex.table.campaign.maps import put_map
from ludex.table.campaign.names import title_of
from ludex.table.campaign.notes import MOST_NOTES, MOST_WRITTEN, written
from ludex.table.campaign.past import NoPast
from ludex.table.campaign.pictures import come_again
from ludex.table.campaign.playing import Playing
from ludex.table.campaign.reopening import OTHER_CONTENT, go_on_from_here, library_for
from ludex.table.campaign.running import run
from ludex.table.campaign.seating import give
from ludex.table.campaign.settings import entries_by_id
from ludex.table.campaign.state import Left
from ludex.table.campaign.wishes import lapse
from ludex.table.know.oddsline import short_title
from ludex.table.records.entry import (
    Closed,
    Entry,
    Handout,
    HandoutShown,
    LeftChanged,
    Opened,
    Policy,
    Prepared,
    Unprepared,
)
from ludex.table.records.fog import Fog
from ludex.table.records.seat import Role, Seat, refuse

MOST_SCENES = 200


# ---------------------------------------------------------------- preparing


class Prepare(Doing, frozen=True, tag="prepare"):
    """A scene from the tables of a scene file, from one of the content by its name, or with neither an empty board.
    With the id of one that is prepared, in its place."""

    title: str = ""
    tables: dict[str, Any] | None = None
    ready: str = ""
    id: str = ""


class Unprepare(Doing, frozen=True, tag="unprepare"):
    """A prepared scene is thrown away."""

    id: str


@does(Prepare, Role.GM, tried=True)
def prepare(table: Campaign, seat: Seat, what: Prepare) -> dict[str, str]:
    if not what.id and len(table.scenes) >= MOST_SCENES:
        raise refuse(f"the table has {MOST_SCENES} scenes already")
    made = prepared_from(table, what)
    table.add(made)
    return {"scene": made.id}


def prepared_from(table: Campaign, what: Prepare) -> Prepared:
    """What is kept of it, if the scene can be put on the table."""
    if what.tables is not None and what.ready:
        raise BadInput("expected tables or the name of a scene of the content, not both")
    if what.id and what.id not in table.scenes:
        raise BadInput(f"there is no prepared scene {what.id!r}")
    tables = dict(what.tables) if what.tables is not None else ready(table, what.ready) if what.ready else {}
    tables = {"game": table.game.name, **tables}
    if tables.keys() == {"game"}:
        tables |= rooms(table)
    try:
        file = built(table, tables, what.title or "scene")
    except BadInput as fault:
        raise all_of(table, tables, what.title or "scene") or fault from None
    title = title_of(what.title or file.header.title or what.ready.replace("_", " ") or "Empty board")
    found = what.id or table.outside.fresh()
    return Prepared(id=found, title=title, tables=tables, replaces=table.words_at("prepared", found))


def rooms(table: Campaign) -> dict[str, Any]:
    """The board of an empty scene, where it is one of zones: each has a name by which people can speak of it."""
    scene = built(table, {"game": table.game.name}, "an empty board").scene
    board = getattr(scene, "board", None)
    if not isinstance(board, ZoneBoard):
        return {}
    spots = enumerate(board.spots.values(), 1)
    return {"board": {"zones": [{"id": f"room_{n}", "name": f"Room {n}", "at": list(at)} for n, at in spots]}}


def is_empty(tables: dict[str, Any]) -> bool:
    """Is nobody in a scene, and does the party come in as it stands?"""
    return not tables.get("beings") and "state" not in tables


def ready(table: Campaign, name: str) -> dict[str, Any]:
    """The tables of a scene of the content."""
    if name not in table.library.scenes:
        raise BadInput(f"there is no scene {name!r}; {there_are(name, table.library.scenes)}")
    return read_toml(table.library.scenes[name])


def heroes_ready(table: Campaign) -> dict[str, list[dict[str, str]]]:
    """Who is of the party in each scene that could be put on the table; nobody while one is on it."""
    scenes = table.scenes if table.playing is None else {}
    return {
        id: [hero._asdict() for hero in heroes(table.game, table.library, one.tables)] for id, one in scenes.items()
    }


def built(table: Campaign, tables: dict[str, Any], where: str, library: Library | None = None) -> SceneFile:
    if tables.get("game") != table.game.name:
        raise BadInput(f"{where}: expected a scene of {table.game.name}, not {tables.get('game')!r}")
    options = tables.get("options", {})
    with_options = {**tables, "options": {**table.options, **options} if isinstance(options, dict) else options}
    return scene_from(with_options, where, library if library is not None else table.library)


def all_of(table: Campaign, tables: dict[str, Any], where: str) -> BadInput | None:
    """All that is wrong with a scene of the game, not only what was found first. A table may prepare an empty one."""
    if tables["game"] != table.game.name:
        return None
    wrong = [one for one in scene_findings(tables, where, table.library) if not one.illegal and not one.warning]
    found = [str(one) for one in wrong if (one.entry, one.field) != ("", "beings")]
    return BadInput("\n".join(found)) if found else None


@folds(Prepared)
def prepared(table: Campaign, entry: Entry, body: Prepared) -> None:
    table.scenes = {**table.scenes, body.id: body}
    come_again(table, [body.tables.get("board"), *entries_by_id(body.tables).values()])
    table.wrote(entry)


@does(Unprepare, Role.GM)
def unprepare(table: Campaign, seat: Seat, what: Unprepare) -> None:
    if what.id not in table.scenes:
        raise BadInput(f"there is no prepared scene {what.id!r}")
    if table.playing is not None and table.playing.id == what.id:
        raise refuse("this scene is on the table")
    table.add(Unprepared(id=what.id, replaces=table.words_at("prepared", what.id)))


@folds(Unprepared)
def unprepared(table: Campaign, entry: Entry, body: Unprepared) -> None:
    table.scenes = {id: scene for id, scene in table.scenes.items() if id != body.id}
    table.fogs = {id: fog for id, fog in table.fogs.items() if id != body.id}
    table.maps = {id: laid for id, laid in table.maps.items() if id != body.id}
    table.set_aside = {id: why for id, why in table.set_aside.items() if id != body.id}
    table.unwrote("prepared", body.id)
    table.left = {id: left for id, left in table.left.items() if id != body.id}
    table.put_by = {id: playing for id, playing in table.put_by.items() if id != body.id}


# ---------------------------------------------------------------- on the table


class OpenScene(Doing, frozen=True, tag="open_scene"):
    """Put a scene on the table; the one that is there is taken off. The party comes as it stands, where it has a place.

    `party` are characters that come along, each with fields of their own such as `at`, or with `instead`,
    the being whose place they take; those that somebody plays come of themselves, where there is room. `without` are
    beings that are left out. `again` goes on where the scene was left; `covered` covers all of the board for the
    players, who see of it what the game master uncovers.
    """

    scene: str
    party: dict[str, dict[str, Any]] = {}
    without: tuple[str, ...] = ()
    carry: bool = True
    begin: bool = True
    again: bool = False
    covered: bool = False


class CloseScene(Doing, frozen=True, tag="close_scene"):
    """Take the scene off the table."""


@does(OpenScene, Role.GM)
def open_scene(table: Campaign, seat: Seat, what: OpenScene) -> dict[str, Any]:
    if what.scene not in table.scenes:
        raise BadInput(f"there is no prepared scene {what.scene!r}")
    standing = at_boundary(table)
    chosen = table.scenes[what.scene]
    empty = is_empty(chosen.tables)
    tables, party = (chosen.tables, "") if empty else with_played(table, chosen, what)
    file = built(table, tables, chosen.title)
    scene = file.scene
    if empty and not what.again:
        put_party(table, scene, what)
    if what.again:
        if what.scene not in table.left and (standing is None or standing.id != what.scene):
            raise BadInput("this scene was not on the table before")
        if standing is not None and standing.id == what.scene:
            scene = standing.live.scene.fork()
        else:
            scene = table.left[what.scene].scene(table.game, library_for(table.library, file.header.content))
    last = standing.id if standing is not None else next(reversed(table.left), "")
    if what.carry and not (what.again and what.scene == last):  # else the party has been nowhere else
        before = party_before(table)
        if before is not None:
            table.game.carry_over(before, scene)
            misplaced = table.game.misplaced(scene)
            if misplaced:
                raise BadInput(f"{misplaced[0].field}: {misplaced[0].problem}")
    come = handouts_of(table, chosen, () if what.again else file.header.handouts)
    ids = {} if what.again else table.game.keep_secrets(scene, known_ids(table), table.outside.fresh())
    close(table)
    rename_policies(table, ids)
    seat_players(table, chosen.tables.get("beings", {}), scene)
    table.add(
        Opened(
            id=chosen.id, title=chosen.title, text=file.header.text, content=file.header.content,
            version=table.game.version, shape=len(table.game.migrations), state=as_plain(scene),
            told="" if what.again else file.header.told.strip(), again=what.again, party="" if what.again else party,
        )
    )  # fmt: skip
    hand_out(table, come, [f"{chosen.id}-{n}" for n, one in enumerate(file.header.handouts, 1) if one.shown])
    if not what.again:
        put_map(table, chosen.id, chosen.tables)
    if what.covered or not what.again:
        put_fog(table, chosen.id, all=what.covered)
    wipe_off(table, list(table.drawings) if chosen.id != last else [])
    fought = not empty and scene.side_of(table.game.sides[0])  # or it would be over at once
    return begin(table) if what.begin and not what.again and fought else {}


def handouts_of(table: Campaign, scene: Prepared, given: Sequence[HandoutEntry]) -> list[Handout]:
    """What comes with a scene, has something to read and is not among the handouts of the table yet: it comes once,
    however often the scene is played. Is there room for it?"""
    ids = [f"{scene.id}-{number + 1}" for number in range(len(given))]
    found = [
        Handout(id=id, title=one.title.strip() or scene.title, text=one.text, replaces=table.words_at("handout", id))
        for id, one in zip(ids, given, strict=True)
        if id not in table.handouts and (one.title + one.text).strip()
    ]
    if written(table) + sum(len(one.text) for one in found) > MOST_WRITTEN:
        raise refuse(f"the notes and handouts of the table would have more than {MOST_WRITTEN:,} characters with these")
    if found and len(table.handouts) + len(found) > MOST_NOTES:
        raise refuse(f"the table has {len(table.handouts)} handouts already, and has room for {MOST_NOTES}")
    return found


def hand_out(table: Campaign, come: Sequence[Handout], shown: Collection[str]) -> None:
    """What is meant for everybody is shown to all who sit there."""
    seats = tuple(seat.id for seat in table.seats.values() if not seat.removed)
    for handout in come:
        table.add(handout)
        if handout.id in shown:
            table.add(HandoutShown(id=handout.id, seats=seats))


def put_party(table: Campaign, scene: Any, what: OpenScene) -> None:
    """Everybody whom somebody plays and all characters of the table come onto an empty board, as far as there is room,
    as they would come in later."""
    shelf = table.library.shelves["character"]
    played = [who for seat in table.seats.values() if not seat.removed for who in seat.beings if who in shelf]
    before = party_before(table) if what.carry else None
    for name in dict.fromkeys([*what.party, *played, *table.characters]):
        if name in what.without or name in scene.beings:
            continue
        if name not in shelf:
            raise BadInput(f"party: the table has no character {name!r}")
        stands = before if before is not None and name in before.beings else alone(table, table.library, name)
        try:
            come_in(scene, stands.beings[name].fork(), None)
        except BadInput:
            return  # there is no more room


def known_ids(table: Campaign) -> set[str]:
    """The ids of beings by which people at the table have named them already: those that they play. A character is no
    being of the scene, whatever the player has called it."""
    return {being for seat in table.seats.values() for being in seat.beings} - table.characters.keys()


def rename_policies(table: Campaign, ids: dict[str, str]) -> None:
    """Whom a machine plays it goes on to play by their new ids."""
    moved = {ids[who]: policy for who, policy in table.policies.items() if who in ids}
    for who in [who for who in table.policies if who in ids and who not in moved]:
        table.add(Policy(who=who, policy=""))
    for who, policy in moved.items():
        table.add(Policy(who=who, policy=policy))


def seat_players(table: Campaign, beings: Mapping[str, Mapping[str, Any]], scene: Any) -> None:
    """Whoever plays a character plays the one being that a scene makes of it, under whatever name."""
    played = {who for seat in table.seats.values() if not seat.removed for who in seat.beings}
    party = {being.id for being in scene.side_of(table.game.sides[0])}
    for seat in [seat for seat in table.seats.values() if not seat.removed]:
        meant = [
            [name for name, raw in beings.items() if raw.get("from") == who and name in party]
            for who in seat.beings
            if who not in scene.beings
        ]
        theirs = [names[0] for names in meant if len(names) == 1 and names[0] not in played]
        if theirs:
            give(table, seat.id, (*seat.beings, *theirs))


def at_boundary(table: Campaign) -> Playing | None:
    """The scene on the table, if it can be left."""
    if table.playing is not None and table.playing.live.open is not None:
        raise refuse(_waiting_for(table, table.playing))
    return table.playing


def _waiting_for(table: Campaign, playing: Playing) -> str:
    """Whom the table waits for, of what, and what can be done about it."""
    asked = playing.live.open
    if not isinstance(asked, Question):
        return "the dice have not fallen yet: throw them first, or cancel"
    about = short_title(table.game, asked.rule)
    name = next((seat.name for seat in table.seats.values() if not seat.removed and asked.who in seat.beings), "")
    if not name:
        return f"A question is open: {about}. Answer it first, or cancel."
    return f"Waiting for {name}: {about}. Answer for {name}, or cancel."


def with_played(table: Campaign, chosen: Prepared, what: OpenScene) -> tuple[dict[str, Any], str]:
    """The same with the characters that somebody plays and the scene does not have, if it has room."""
    beings = chosen.tables.get("beings", {})
    shelf = table.library.shelves["character"]
    there = {*beings, *(raw.get("from") for raw in beings.values()), *what.party, *what.without}
    seated = [who for seat in table.seats.values() if not seat.removed for who in seat.beings]
    played = [who for who in dict.fromkeys(seated) if who in shelf and who not in there]
    if played and "state" not in chosen.tables:
        more = msgspec.structs.replace(what, party={**what.party, **{who: {} for who in played}})
        try:
            found = with_party(table, chosen.tables, more)
            built(table, found[0], chosen.title)
            return found
        except BadInput:
            pass  # there is no more room
    return with_party(table, chosen.tables, what)


def with_party(table: Campaign, tables: dict[str, Any], what: OpenScene) -> tuple[dict[str, Any], str]:
    """The tables of a scene with the characters that come along and those who stand against so many, and what is told
    of that where the scene says more than one thing."""
    if "parties" not in tables:
        return with_those(table, tables, what), ""
    coming = len(heroes(table.game, table.library, with_those(table, tables, what)))
    made, made_for = fitted(table.game, table.library, tables, coming)
    return with_those(table, made, what), said_of(coming, made_for)


def with_those(table: Campaign, tables: dict[str, Any], what: OpenScene) -> dict[str, Any]:
    if not what.party and not what.without:
        return tables
    beings = {name: raw for name, raw in tables.get("beings", {}).items() if name not in what.without}
    for name, given in what.party.items():
        if name not in table.library.shelves["character"]:
            raise BadInput(f"party: the table has no character {name!r}")
        fields = {key: value for key, value in given.items() if key != "instead"}
        if "instead" in given:
            if given["instead"] not in beings:
                raise BadInput(f"party, {name}: {no_such('being', given['instead'], beings)}")
            taken = beings.pop(given["instead"])
            fields = {**{key: taken[key] for key in table.game.placing if key in taken}, **fields}
        beings[name] = {"from": name, **fields}
    return {**tables, "beings": beings}


def begin(table: Campaign) -> dict[str, Any]:
    """The command with which play of the scene begins, where it has one."""
    assert table.playing is not None
    live = table.playing.live
    opening = table.game.opening(live.scene)
    if opening is None:
        return {}
    try:
        return run(table, opening, lambda: live.perform(opening, seat=GM))
    except (BadInput, Refused) as fault:
        table.playing.forget()
        return {"failed": str(fault)}


@folds(Opened)
def opened(table: Campaign, entry: Entry, body: Opened) -> None:
    shelves = table.shelves
    before = table.playing if body.why else None

    def library() -> Library:
        """Only the last of many that are opened one after the other is ever asked for."""
        return library_for(table.library_of(shelves), body.content)

    table.playing = Playing(table.game, library, body, entry, table.note, before, table.readers)
    if before is None:
        table.playing.fogs.append(entry.number, table.fogs.get(body.id, Fog()))
    if body.again:
        table.playing.goes_on_from = table.when_left(body.id)
        table.playing.say(entry, lambda seen: f"{body.title}, gone on with", rank="scene")
    if body.party and not body.why:
        table.playing.say(entry, lambda seen: body.party)
    if body.told and not body.why:
        table.playing.say(entry, lambda seen: body.told)
    if body.why.startswith(OTHER_CONTENT):
        table.playing.say(entry, lambda seen: f"{seen.called(GM)} changes the content of the table")
    table.opened_with = shelves
    table.set_aside = {id: why for id, why in table.set_aside.items() if id != body.id}
    table.stuck = 0
    table.taking_back.begin(afresh=bool(body.why))
    table.clocks = table.clocks.apart()
    table.hand_out_dice()


class Enter(Doing, frozen=True, tag="enter"):
    """A character of the table comes into the scene on the table, as they stand: at a place, or at a free one."""

    character: str
    at: Any = None


@does(Enter, Role.GM)
def enter(table: Campaign, seat: Seat, what: Enter) -> None:
    playing = at_boundary(table)
    if playing is None:
        raise refuse("no scene is on the table")
    if what.character not in table.characters:
        raise BadInput(f"the table has no character {what.character!r}")
    scene = playing.live.scene.fork()
    if what.character in scene.beings:
        raise BadInput(f"{what.character!r} is in the scene already")
    scene.library = library_for(table.library, playing.opened.content)
    before = party_before(table)
    if before is None or what.character not in before.beings:
        before = alone(table, table.library, what.character)
    come_in(scene, before.beings[what.character].fork(), plain(what.at))
    go_on_from_here(table, f"{scene.beings[what.character].name} comes in", scene)


@does(CloseScene, Role.GM)
def close_scene(table: Campaign, seat: Seat, what: CloseScene) -> None:
    if at_boundary(table) is None:
        raise refuse("no scene is on the table")
    close(table)


def close(table: Campaign, why: str = "") -> None:
    playing = table.playing
    if playing is not None:
        lapse(table)
        shape, state = len(table.game.migrations), as_plain(playing.live.scene)
        table.add(Closed(id=playing.id, version=table.game.version, shape=shape, state=state, why=why))


@folds(Closed)
def closed(table: Campaign, entry: Entry, body: Closed) -> None:
    table.left = {id: left for id, left in table.left.items() if id != body.id}
    table.left[body.id] = Left(body.shape, msgspec.json.encode(body.state), entry.number - 1)  # the last one last
    assert table.playing is not None
    kept = table.put_by if isinstance(table.past, NoPast) else {}  # else all but the last is in the store
    table.put_by = {**kept, body.id: table.playing.put_away()}
    others = {id: why for id, why in table.set_aside.items() if id != body.id}
    table.set_aside = {**others, body.id: body.why} if body.why else others
    table.playing = None
    table.clocks = table.clocks.apart()


@folds(LeftChanged)
def left_changed(table: Campaign, entry: Entry, body: LeftChanged) -> None:
    state = msgspec.json.encode(body.state)
    table.left = {
        id: left._replace(shape=body.shape, state=state) if id == body.id else left for id, left in table.left.items()
    }
