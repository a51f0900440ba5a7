"""Scenes by luck: anybody of the content close together on a board of it, in any mode, hurt and afflicted in any way.

They need not be likely, only possible: what stands here must go together as the rules would have it.
"""

from __future__ import annotations

from typing import Any

from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_condition, draw_options, one_of, shuffled, some_of
from ludex.games.navyblue.book.adventure.encounters import REACTIONS
from ludex.games.navyblue.book.adventure.intervals import DAYS, DUNGEON, REST, SLEEP, TRAVERSAL
from ludex.games.navyblue.book.conditions import NOTED
from ludex.games.navyblue.book.dice import CHECKS
from ludex.games.navyblue.book.morale import HALF, LEADER, LONE
from ludex.games.navyblue.build.from_content import HANDS, Ground, find_entry, item_of, make_board
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import AddSlots, Fly, NeedsReload
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import Armour, Character, Npc
from ludex.games.navyblue.state import CORE, OUT, PARTY

MODES = ("fight", "fight", "fight", "fight", DUNGEON, DUNGEON, TRAVERSAL, TRAVERSAL, "adventure", "adventure")
MATERIALS = ("water", "mud", "ice", "oil", "tar", "rubble")
DOOR_STATES = ("open", "shut", "barred", "locked", "blocked")
CHEST_NAMES = ("sea_chest", "satchel", "strongbox")
LEAST_SLOTS = 10  # before what Brawn and Mettle add
ROOM = 8  # slots of things in a pack or chest

Tables = dict[str, dict[str, Any]]


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> dict[str, Any]:
    """The tables of a scene file."""
    mode = one_of(MODES, pick)
    board = one_of(library.shelves["board"].entries, pick)
    ground = make_board(library.shelves["board"].get(board))
    middle = one_of([zone for zone in ground.board if zone not in ground.air], pick)
    company = who_is_there(library, pick)
    beings: Tables = {}
    for name, entry in company.items():
        beings[name] = {"from": entry.id, "at": where(library, ground, entry, middle, pick)}
        if name.startswith("friend"):
            beings[name]["side"] = PARTY
    for name, entry in company.items():
        if isinstance(entry, Character):
            beings[name] |= things(library, entry, pick)
        beings[name] |= state(library, company, name, beings[name]["at"], mode, pick)
    tables: dict[str, Any] = {
        "game": "navyblue",
        "board": board,
        "mode": mode,
        "beings": beings,
        "options": draw_options(rulebook, pick),
        "doors": doors(ground, pick),
        "lying": [{"thing": thing(library, pick), "at": one_of((middle, *ground.board), pick)} for _ in range(pick(4))],
        "chests": [chest(library, name, middle, pick) for name in some_of(CHEST_NAMES, 2, pick)],
        "obstructions": [filling(zone, pick) for zone in some_of(ground_zones(ground), 2, pick)],
        "pits": pits(ground, pick),
        "place": place(library, ground, pick),
        "scene": whole_scene(mode, beings, pick),
    }
    if mode == "fight":
        of = whose_turn(beings, pick)
        tables["turn"] = {"of": of, "round": 1 + pick(4)}
        beings[of] |= {"motion": pick(6), "actions": pick(3)} if not pick(3) else {}
    if mode == TRAVERSAL and tables["scene"]["watch"]["block"] == REST:
        lie_down(beings, company, pick)
    return tables


def who_is_there(library: Library, pick: Pick) -> dict[str, Character | Npc]:
    """Some characters and NPCs, now and then one of them a companion of the party."""
    shelves = library.shelves
    found = {name: name for name in shuffled(shelves["character"].entries, pick)[: 1 + pick(4)]}
    found |= {f"foe_{number}": one_of(shelves["npc"].entries, pick) for number in range(1 + pick(4))}
    found |= {f"friend_{number}": name for number, name in enumerate(some_of(shelves["npc"].entries, 1, pick))}
    return {name: find_entry(library, kind, "drawn") for name, kind in found.items()}


def ground_zones(ground: Ground) -> list[str]:
    return [zone for zone in ground.board if zone not in ground.air]


def where(library: Library, ground: Ground, entry: Character | Npc, middle: str, pick: Pick) -> str:
    """A zone near the middle; in the air only who flies."""
    shelf = library.shelves["feature"].entries
    flies = any(isinstance(effect, Fly) for name in entry.features for effect in shelf[name].effects)
    zones = list(ground.board) if flies else ground_zones(ground)
    hops = ground.board.hops(middle, lambda here, there: True)
    near = sorted(zones, key=lambda zone: hops.get(zone, len(hops)))[: one_of((1, 2, 4, 20), pick)]
    return one_of(near, pick)


# ---------------------------------------------------------------- what somebody has


def names_of(library: Library, *kinds: str) -> list[str]:
    return [name for kind in kinds for name in library.shelves[kind].entries]


def thing(library: Library, pick: Pick) -> str:
    return one_of([name for name in names_of(library, *ITEMS) if item_of(library, name, "drawn").slots], pick)


def fitting(library: Library, among: list[str], room: int, pick: Pick) -> list[str]:
    """Some of these, as far as there is room for them."""
    found = []
    for name in some_of(among, 4, pick):
        size = item_of(library, name, "drawn").slots
        if size <= room:
            found.append(name)
            room -= size
    return found


def slots_of(library: Library, entry: Character) -> int:
    shelf = library.shelves["feature"].entries
    more = [e.amount for name in entry.features for e in shelf[name].effects if isinstance(e, AddSlots)]
    return max(0, LEAST_SLOTS + entry.attributes.get("Brawn", 0) + entry.attributes.get("Mettle", 0) + sum(more))


def things(library: Library, entry: Character, pick: Pick) -> dict[str, Any]:
    """Now and then other things than their own: in hand, worn, in slots, in the pack."""
    given: dict[str, Any] = {}
    room = slots_of(library, entry)
    loose = names_of(library, "weapon", "shield", "consumable", "gear")
    worn, carried = list(entry.worn), list(entry.carried)
    if not pick(4):
        bodies = [a.id for a in library.all("armour") if isinstance(a, Armour) and not a.helmet]
        helmets = [a.id for a in library.all("armour") if isinstance(a, Armour) and a.helmet]
        worn = [*some_of(bodies, 1, pick), *some_of(helmets, 1, pick)]
        carried = []
        given |= {"worn": worn, "carried": carried}
    taken = sum(item_of(library, name, "drawn").slots for name in worn)
    if not pick(3):
        carried = fitting(library, [name for name in loose if name != "fists"], room - taken, pick)
        given["carried"] = carried
    if not pick(3):
        given["held"] = held(library, loose, pick)
    if not pick(2):
        contents = fitting(library, [*names_of(library, "consumable", "gear"), "satchel"], ROOM, pick)
        given["packs"] = [{"container": "backpack", "contents": contents, "open": not pick(2)}]
    return given


def held(library: Library, among: list[str], pick: Pick) -> list[str]:
    found, hands = [], HANDS
    for name in shuffled([name for name in among if name != "fists"], pick)[: 1 + pick(3)]:
        needed = item_of(library, name, "drawn").hands
        if needed <= hands:
            found.append(name)
            hands -= needed
    return found


# ---------------------------------------------------------------- how somebody is


def state(
    library: Library, company: dict[str, Character | Npc], name: str, at: str, mode: str, pick: Pick
) -> dict[str, Any]:
    """Wounds and conditions that go together."""
    entry = company[name]
    given: dict[str, Any] = {}
    if not pick(2):
        given["vigor"] = (0 if isinstance(entry, Character) else 1) + pick(8)
    if isinstance(entry, Character):
        if not pick(2):
            given["injuries"] = pick(slots_of(library, entry))
        given |= {"experience": pick(12), "minors": pick(3), "language_points": pick(2)}
        if mode == DUNGEON:
            given["since_pause"] = pick(13)
    elif mode == "fight":
        given["unloaded"] = [[a.id, e.motion] for a in entry.attacks for e in a.effects if isinstance(e, NeedsReload)]
    given["conditions"] = conditions_of(company, name, at, pick)
    if not pick(8):
        ends = ("Dead",) if isinstance(entry, Character) else ("Dead", "Fled", "Surrendered", "Pacified")
        how = one_of(ends, pick)
        given["conditions"].append({"name": how})
        if how == "Dead":
            given |= {"vigor": 0} | ({"injuries": slots_of(library, entry)} if isinstance(entry, Character) else {})
            given["conditions"] = [one for one in given["conditions"] if one["name"] != "Boosted"]
    elif isinstance(entry, Npc) and mode == "fight" and not pick(6):
        given["conditions"].append({"name": "Fleeing"})
    return given


def conditions_of(company: dict[str, Character | Npc], name: str, at: str, pick: Pick) -> list[dict[str, Any]]:
    """Some that do not follow from something else, with what they have to be given; those of a feature or a thing
    where somebody has it."""
    entry = company[name]
    some = some_of([kind for kind, known in CONDITIONS.items() if known.drawn == "any"], 2, pick)
    found = [draw_condition(CONDITIONS, kind, NOTED, pick) for kind in some]
    if "riposte_stance" in entry.features and not pick(3):
        found.append({"name": "Poised", "note": "riposte_stance"})
    for given in found:
        given["source"] = one_of(company, pick)
        if "until" not in given and not pick(2):
            given["until"] = one_of((f"start of {name}'s turn", f"end of {name}'s turn", "fight"), pick)
    own = [attack.id for attack in entry.attacks if attack.held] if isinstance(entry, Npc) else []
    if own and not pick(2):
        found.append({"name": "Lacking", "note": f"{one_of(own, pick)}|{at}"})
    return found


# ---------------------------------------------------------------- the place


def doors(ground: Ground, pick: Pick) -> list[dict[str, Any]]:
    """Those of the board in any state, and perhaps another one."""
    sides = [door.zones for door in ground.doors]
    apart = [(zone, other) for zone in ground.board for other in ground.board.neighbours(zone) if zone < other]
    known = [frozenset(zones) for zones in sides]
    apart = [zones for zones in apart if frozenset(zones) not in known and not {*zones}.intersection(ground.air)]
    found = []
    for zones in (*some_of(sides, 3, pick), *some_of(apart, 1, pick)):
        state = one_of(DOOR_STATES, pick)
        given: dict[str, Any] = {"zones": list(zones), "state": state, "known": not pick(3)}
        if state == "barred":
            given["barred_from"] = one_of(zones, pick)
        if state not in ("open", "shut"):
            given |= {"attribute": one_of(("", *CORE), pick), "difficulty": one_of(CHECKS, pick)}
        found.append(given)
    return found


def chest(library: Library, name: str, middle: str, pick: Pick) -> dict[str, Any]:
    holds = library.shelves["container"].entries[name].holds if name in library.shelves["container"] else ROOM
    return {
        "name": name,
        "at": middle,
        "contents": fitting(library, names_of(library, "consumable", "gear", "weapon"), holds, pick),
        "state": one_of(("open", "shut", "locked"), pick),
        "difficulty": one_of(CHECKS, pick),
        "known": not pick(2),
    }


def filling(zone: str, pick: Pick) -> dict[str, Any]:
    made: dict[str, Any] = {"zone": zone, "material": one_of(MATERIALS, pick)}
    if not pick(2):
        made |= {"unblock": True, "attribute": one_of(("", *CORE), pick), "difficulty": one_of(CHECKS, pick)}
    return made


def pits(ground: Ground, pick: Pick) -> list[dict[str, Any]]:
    there = [pit.zone for pit in ground.pits]
    free = [zone for zone in ground_zones(ground) if zone not in there and zone not in ground.exits]
    found = some_of(free, 1, pick)
    return [{"zone": z, "depth": 1 + pick(2), "spikes": not pick(2), "roped": not pick(3)} for z in found]


def place(library: Library, ground: Ground, pick: Pick) -> dict[str, Any]:
    given: dict[str, Any] = {
        "safe": not pick(3),
        "searched": some_of(ground.searchable, 2, pick),
        "encounters": one_of(("", *library.shelves["encounters"].entries), pick),
        "size": one_of(("normal", "minor"), pick),
    }
    if ground.searchable and not pick(2):
        given["key_item"] = one_of(ground.searchable, pick)
    return given


# ---------------------------------------------------------------- the whole table


def states_of(given: dict[str, Any]) -> set[str]:
    return {one["name"] for one in given["conditions"]}


def whose_turn(beings: Tables, pick: Pick) -> str:
    """Somebody who is still there; the first character comes back if nobody else is."""
    able = [name for name, given in beings.items() if OUT.isdisjoint(states_of(given))]
    if not able:
        able = [next(iter(beings))]
        beings[able[0]]["conditions"] = []
        for pool in ("vigor", "injuries"):
            beings[able[0]].pop(pool, None)
    return one_of(able, pick)


def lie_down(beings: Tables, company: dict[str, Character | Npc], pick: Pick) -> None:
    """Some of the party sleep already; the first of it is still awake."""
    party = [name for name, entry in company.items() if isinstance(entry, Character)]
    for name in party[1:]:
        if OUT.isdisjoint(states_of(beings[name])) and not pick(3):
            beings[name]["activity"] = SLEEP
            beings[name]["conditions"].append({"name": "Asleep"})


def whole_scene(mode: str, beings: Tables, pick: Pick) -> dict[str, Any]:
    given: dict[str, Any] = {"clock": pick(50_000), "watch": watch(mode, beings, pick)}
    if mode == "fight":
        given["resumes"] = one_of(("", DUNGEON, TRAVERSAL), pick)
        given["watch"] = watch(given["resumes"], beings, pick)
        given["morale_rolled"] = some_of((LEADER, HALF, LONE), 2, pick)
    elif mode in DAYS and not pick(3):
        foes = [name for name, b in beings.items() if name.startswith("foe") and OUT.isdisjoint(states_of(b))]
        given |= {"meeting": some_of(foes, 4, pick), "reaction": one_of(REACTIONS, pick)}
    return given


def watch(mode: str, beings: Tables, pick: Pick) -> dict[str, Any]:
    if mode not in DAYS:
        return {}
    day = DAYS[mode]
    given: dict[str, Any] = {"block": 1 + pick(day.blocks), "interval": 1 + pick(day.intervals), "days": 1 + pick(2)}
    if mode == TRAVERSAL and given["block"] == REST:
        given["asleep"] = [[name, pick(given["interval"])] for name in beings if not pick(2)]
    return given
