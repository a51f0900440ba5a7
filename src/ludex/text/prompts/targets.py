"""Places as arguments: where to go, where to throw. By what people call them, or from those that are worth a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, Refused
from ludex.core.show.face import Place, steps_between
from ludex.core.show.price import price_words
from ludex.table.know import oddsline
from ludex.table.know.offers import FAR
from ludex.text.maps import places
from ludex.text.maps.places import Ground
from ludex.text.naming import OFF_THE_MAP, NoSuchPlace
from ludex.text.prompts.choosing import choose, confirm
from ludex.text.table.board import show_map
from ludex.text.table.prompt import Choice, Chosen, Prompt
from ludex.text.table.table import Table

Found = list[tuple[Command, Refusal | None]]


def ground_of(table: Table, who: str = "") -> Ground | None:
    plan = table.face.plan(table.scene)
    return places.ground(plan, table.scene, who or table.acting) if plan is not None else None


def are_places(ground: Ground | None, values: Iterable[Plain]) -> bool:
    """Are these places of the map, or paths of them?"""
    listed = list(values)
    return ground is not None and bool(listed) and all(ground.is_place(v) or is_path(ground, v) for v in listed)


def is_path(ground: Ground, value: Plain) -> bool:
    return isinstance(value, tuple) and bool(value) and all(ground.is_place(part) for part in value)


class Picking:
    """One argument of an action that is a place, and the commands that come into question."""

    def __init__(self, table: Table, ground: Ground, being: Any, action: Action, name: str, found: Found) -> None:
        self.table = table
        self.ground = ground
        self.being = being
        self.action = action
        self.name = name
        self.found = found
        self.moves = "move" in action.tags
        legal = [command for command, refusal in found if refusal is None]
        self.ways = Counter(
            command.arg(name) for command in legal
        )  # with more than one, something else is chosen after it
        reads = any(arg.name == name and arg.read is not None for arg in action.args)
        self.paths = (self.moves and reads) or any(is_path(ground, command.arg(name)) for command, _ in found)
        self.allowed: dict[Place, list[Command]] = {}
        for command in legal:
            self._allow(command)

    def _allow(self, command: Command) -> None:
        """Of commands that differ only in what is chosen later, one stands for all."""
        among = self.allowed.setdefault(self.end(command), [])
        if all(command.arg(self.name) != other.arg(self.name) for other in among):
            among.append(command)

    def end(self, command: Command) -> Place:
        value = command.arg(self.name)
        return cast(Place, value if self.ground.is_place(value) else cast(tuple[Plain, ...], value)[-1])

    # -- what is listed ---------------------------------------------------------------------------------------

    def listed(self) -> list[tuple[Command, str]]:
        """What the game suggests; else all where they are few, or the places where somebody stands."""
        table, being = self.table, self.being
        suggested = [(s.command, s.why) for s in table.face.suggestions(table.scene, being, self.action)]
        every = [command for commands in self.allowed.values() for command in commands]
        if self.ground.numbered and len(every) <= self.ground.listed:
            whys = {command.arg(self.name): why for command, why in suggested}
            return [(command, whys.get(command.arg(self.name), "")) for command in every]
        if suggested:
            return suggested
        if len(self.allowed) <= self.ground.listed:
            return [(command, "") for command in every]
        plan = table.face.plan(table.scene)
        occupied = plan.places.items() if plan is not None else ()
        found: dict[Place, list[str]] = {}
        for who, taken in sorted(occupied, key=lambda pair: table.side_of(pair[0]) == being.side):  # others first
            if taken[0] in self.allowed and not (self.moves and table.side_of(who) == being.side):
                found.setdefault(taken[0], []).append(table.scene.beings[who].name)
        stands = [
            (place, f"where {', '.join(names)} stand{'s' if len(names) == 1 else ''}") for place, names in found.items()
        ]
        heard = table.screen.plain  # then a place is called by who is there
        return [(self.allowed[place][0], "" if heard else why) for place, why in stands]

    def choice(self, command: Command, why: str, alike: bool = False) -> Choice:
        """`alike`: another place that is listed is called the same."""
        table, scene = self.table, self.table.scene
        value, end = command.arg(self.name), self.end(command)
        start = self.start(end)
        path, heard = is_path(self.ground, value), table.screen.plain and not self.ground.numbered
        if heard:
            words = self.from_here(start, end, self.path(command) if path or self.moves or alike else ())
        else:
            away = self.ground.steps(start, value) if path else self.ground.toward(start, end, self.moves)
            words = f"{self.ground.name(end)}{', ' if self.ground.numbered else ' '}{away}"
            words += self.crowd(end) if table.screen.plain else ""
        choice = Choice(words, command, price_words(table.face.price(scene, self.being, command)), note=why)
        choice.names = (self.ground.name(end),)
        if self.moves and not path and not heard and len(way := self.path(command)) > 1:
            choice.note = "\n".join(part for part in (why, self.ground.steps(start, way)) if part)
        if self.ways[value] > 1:
            return choice
        choice.command = command
        if self.moves:
            choice.warning = warning(table, command)
            return choice
        odds = table.seen.odds(command)
        line = oddsline.beside_price(table.game, scene, odds) if odds is not None else ""
        names = [arg.name for arg in self.action.args]
        before = tuple([command.arg(name) for name in names[: names.index(self.name)]])
        about = table.face.about(scene, self.being, self.name, value, before)
        choice.note = "\n".join(part for part in (why, about, line) if part)
        if odds is not None and line:
            few = oddsline.heard_beside_price(table.game, scene, odds)
            choice.heard = ", ".join(filter(None, (why, about, few)))
        return choice

    def from_here(self, start: Place, end: Place, way: tuple[Place, ...]) -> str:
        """`2 steps east, to the hex next to Tahra`: the way first, for whoever does not see the map."""
        steps = self.ground.steps(start, way) if way else ""
        name = self.ground.name(end)
        return f"{steps}, to {name}" if steps else name

    def path(self, command: Command) -> tuple[Place, ...]:
        """The way that is meant, place by place."""
        value = command.arg(self.name)
        if is_path(self.ground, value):
            return cast(tuple[Place, ...], value)
        way = self.ground.way(self.table.scene, self.table.face, self.being.id, value)
        return way.path if way is not None and way.path[-1:] == (value,) else (cast(Place, value),)

    def crowd(self, place: Place) -> str:
        """Who is there, for whoever does not see the map."""
        plan = self.table.face.plan(self.table.scene)
        taken = plan.places.items() if plan is not None else ()
        names = [self.table.scene.beings[who].name for who, at in taken if place in at and who != self.being.id]
        return f", where {' and '.join(names)} {'is' if len(names) == 1 else 'are'}" if names else ""

    def start(self, otherwise: Place) -> Place:
        """Where the being is now."""
        plan = self.table.face.plan(self.table.scene)
        return plan.places[self.being.id][0] if plan is not None and self.being.id in plan.places else otherwise

    def labels(self, listed: list[tuple[Command, str]]) -> dict[Place, str]:
        """What stands on the map: the numbers of the choices, or what it costs to go there."""
        found: dict[Place, str] = {}
        if self.ground.numbered:
            for number, (command, _) in enumerate(listed, 1):
                found.setdefault(self.end(command), str(number))
            return found
        for place, commands in self.allowed.items():
            price = price_words(self.table.face.price(self.table.scene, self.being, commands[0])).split(" ")[0]
            found[place] = price if self.moves else "o"
        return found

    # -- what is typed ----------------------------------------------------------------------------------------

    def read(self, words: str, force: bool) -> Command | None:
        meant = self.ground.read(words)
        if not meant:
            return None
        command = self._command(meant if self.paths else meant[-1:])
        refusal = self.table.game.refusal(self.table.scene, command)
        if refusal is not None and not force:
            why = f"{self.ground.name(meant[-1])}: {refusal.reason}{self._as_near_as_one_can(meant[-1])}"
            raise Refused(Refusal(why, refusal.rule))
        return command

    def _as_near_as_one_can(self, goal: Place) -> str:
        """Where else somebody may go who cannot go there, for whoever does not see the map; nothing where that is no
        nearer than they are."""
        plan = self.table.face.plan(self.table.scene)
        if not self.table.screen.plain or not self.moves or not self.allowed or plan is None:
            return ""

        def far(place: Place) -> int:
            apart = steps_between(plan, (place,), (goal,))
            return FAR if apart is None else apart

        start, nearest = self.start(goal), min(self.allowed, key=far)
        if far(nearest) >= far(start):
            return ""
        return f"; as near as one can get: {self.from_here(start, nearest, self.path(self.allowed[nearest][0]))}"

    def _command(self, meant: tuple[Place, ...]) -> Command:
        if len(meant) == 1 and meant[0] in self.allowed:
            return self.allowed[meant[0]][0]
        for place in meant:
            if not self.ground.has(place):
                raise NoSuchPlace(OFF_THE_MAP)
        like = self.found[0][0]
        value: Plain = meant[0]
        if is_path(self.ground, like.arg(self.name)) or (self.paths and len(meant) > 1):
            value = meant
        return Command(
            self.being.id, self.action.name, [(key, value if key == self.name else old) for key, old in like.args]
        )

    def agreed(self, command: Command) -> bool:
        """Tell a typed move's way and price; ask only where it may draw something. What else has the form of a path is
        asked about, for a single place may stand for the whole of it."""
        if not self.moves:
            value = self.table.face.value(self.table.scene, self.name, command.arg(self.name))
            return not self.paths or confirm(self.table, f"{self.action.label}, {value}?")
        path = self.path(command)
        price = price_words(self.table.face.price(self.table.scene, self.being, command))
        told = [self.ground.steps(self.start(path[0]), path), price]
        self.table.screen.say("; ".join(part for part in told if part))
        danger = warning(self.table, command)
        if not danger:
            return True
        self.table.screen.fault(danger)
        return confirm(self.table, "Go there?")


def pick_place(table: Table, ground: Ground, being: Any, action: Action, name: str, found: Found) -> Chosen | None:
    """A command of this action with a place in it; nothing when somebody goes back."""
    picking = Picking(table, ground, being, action, name, found)
    listed = picking.listed()
    if not table.screen.plain:
        show_map(table, being.id, labels=picking.labels(listed))
    called = [ground.name(picking.end(command)) for command, _ in listed]
    choices = [
        picking.choice(command, why, called.count(name) > 1)
        for (command, why), name in zip(listed, called, strict=True)
    ]
    typed: Command | None = None

    def read(words: str, force: bool) -> Command | None:
        nonlocal typed
        typed = picking.read(words, force)
        return typed

    hint = ground.hint_path if picking.paths else ground.hint
    if not choices and table.screen.plain:
        table.screen.say(f"No place stands out among {len(picking.allowed)}: type {hint}.")
    while True:
        chosen = choose(table, Prompt(choices, hint=hint, typed=read, leads_on=True))
        if chosen is None:
            return None
        command = cast(Command, chosen.value)
        settled = picking.ways[command.arg(name)] <= 1
        if chosen.force or command is not typed or not settled or picking.agreed(command):
            return chosen


def warning(table: Table, command: Command) -> str:
    """What strikes a move may draw, if everybody who can takes their Reaction; and what the ground does."""
    odds = table.seen.odds(command, provoked=True)
    if odds is None:
        return ""
    names = oddsline.strikers(table.scene, odds)
    heard = table.screen.plain
    tell = oddsline.heard_beside_price if heard else oddsline.beside_price
    told = tell(table.game, table.scene, odds)
    if names:
        draws = f"may draw a Reaction from {' and '.join(names)}: {told or 'nothing comes of it'}"
        return draws if heard else f"{draws}\n{oddsline.assumed(table.game, table.scene, odds)}"
    shows = oddsline.shows(table.game, table.scene, odds)
    return f"on the way: {told}" if odds.rolled and told else shows
