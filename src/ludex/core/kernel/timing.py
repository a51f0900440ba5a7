"""Events, windows and reactions.

Five words: an *action* is taken on the own turn; a *reaction* after an event; an *interrupt* before its effect
lands; a *replacement* in its place; *forced* leaves no choice. Reactions are registered by kind of event, never
searched for, and a window asks only somebody who really can react.

After a roll a rule lists the changes that somebody may make to it (`Change`); whether they are asked follows from what
the dice show.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.scene import Being, Entry, Scene

Word = Literal["reaction", "interrupt", "replacement", "forced"]
DECLINE = "no"


class Event(NamedTuple):
    """Something that happens to `who`, done by `by`."""

    kind: str
    who: str
    by: str = ""
    about: tuple[tuple[str, Plain], ...] = ()

    def get(self, name: str) -> Plain:
        for key, value in self.about:
            if key == name:
                return value
        return None


def everybody(scene: Scene[Any], event: Event) -> Collection[str]:
    return scene.beings


def whom(scene: Scene[Any], event: Event) -> Collection[str]:
    """Whom the event happens to."""
    return (event.who,)


def by_whom(scene: Scene[Any], event: Event) -> Collection[str]:
    """Who brings the event about."""
    return (event.by,)


def opponents(scene: Scene[Any], event: Event) -> Collection[str]:
    """All of other sides than whom the event happens to."""
    side = scene.beings[event.who].side
    return [name for name, being in scene.beings.items() if being.side != side]


@dataclass(frozen=True, slots=True, eq=False)
class Reaction:
    """What a being may do when an event of this kind happens."""

    word: Word
    when: str
    rule: str
    ways: Callable[[Any, Any, Event], tuple[Plain, ...]]  # how this being can react now; empty when it cannot
    entry: Callable[[Any, Any, Event, Plain], Entry]  # pays, and gives the step that carries it out
    who: Callable[[Any, Event], Collection[str]] = everybody  # comes into question at all; nobody else is looked at


Possible = tuple[Being, Reaction, tuple[Plain, ...]]


def can_react(scene: Scene[Any], event: Event, asked: tuple[tuple[str, str], ...] = ()) -> Possible | None:
    """The first, in the order of turns, who can react to this event and has not been asked yet."""
    concerned = []
    for reaction in game_of(scene).reactions.get(event.kind, ()):
        names = reaction.who(scene, event)
        if names:
            concerned.append((reaction, names))
    if not concerned:
        return None
    beings = scene.beings
    for name in dict.fromkeys((*scene.turns.order, *beings)):
        for reaction, names in concerned:
            if name in names and (name, reaction.rule) not in asked:
                ways = reaction.ways(scene, beings[name], event)
                if ways:
                    return beings[name], reaction, ways
    return None


def happens(scene: Scene[Any], event: Event) -> None:
    """Open a window for this event, if anybody can react to it."""
    if can_react(scene, event) is not None:
        scene.next(window(event))


@step()
async def window(scene: Scene[Any], event: Event, asked: tuple[tuple[str, str], ...] = ()) -> None:
    """Ask whoever can react, one after the other; what one does comes before the next is asked."""
    found = can_react(scene, event, asked)
    if found is None:
        return
    being, reaction, ways = found
    asked = (*asked, (being.id, reaction.rule))
    if reaction.word != "forced":
        way = await ask(
            scene,
            being.id,
            lambda: OneOf((DECLINE, *reaction.ways(scene, being, event))),
            rule=reaction.rule,
            about={"event": event.kind, "who": event.who, "by": event.by, **dict(event.about)},
            default=DECLINE,
        )
        ways = () if way == DECLINE else (way,)
    for way in ways:
        before = len(scene.fresh)  # what paying for it brings comes after it
        scene.fresh.insert(before, reaction.entry(scene, being, event, way))
    scene.next(window(event, asked))


# ---------------------------------------------------------------- a roll that has fallen

Results = tuple[int, int]  # the least and the most of what dice show
ENDLESS = 10**9  # more than any dice show
ANY_RESULT: Results = (0, ENDLESS)


class Change(NamedTuple):
    """A way to change a roll whose dice have fallen."""

    way: str
    tells: Results  # on which results it can make a difference
    allowed: Results = ANY_RESULT  # on which it may be chosen

    def asked_on(self, wish: str) -> Results:
        """On which results to ask somebody who wants to be asked about `all`, or only where it can tell."""
        return self.allowed if wish == "all" else self.tells


def ways_open(changes: Iterable[Change], result: int, wish: str) -> tuple[str, ...]:
    """The ways about which somebody is asked, now that the dice show this."""
    found = []
    for change in changes:
        least, most = change.asked_on(wish)
        if least <= result <= most:
            found.append(change.way)
    return tuple(found)


def watched(asked: Iterable[Results]) -> Results | None:
    """Before the dice fall: from which to which result somebody may be asked. Nobody is asked about any other result,
    so a reading may merge those."""
    lowest, highest = ENDLESS, -ENDLESS
    for least, most in asked:
        if least <= most:
            lowest, highest = min(lowest, least), max(highest, most)
    return (lowest, highest) if lowest <= highest else None
