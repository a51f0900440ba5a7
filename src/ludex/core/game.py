"""What a game is: what its modules have registered, and all the questions that are asked of it. Those that the kernel,
scenes and opponents ask stand with them: `Rules`, `Staged`, `Measured`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple

import tomli

from ludex.core.book.rulebook import RULES, Rulebook
from ludex.core.content.content import Check, ContentError, Fault, Library, sound_id
from ludex.core.content.forms import Forms
from ludex.core.content.references import doubles, misnamed, twins, unchosen, unknown_rules
from ludex.core.creation import Creation
from ludex.core.foe.deciding import Policy
from ludex.core.foe.standing import Measured
from ludex.core.growing import Growth, Moment
from ludex.core.kernel import games
from ludex.core.kernel.action import Registry
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.rules import S
from ludex.core.kernel.ruling import BadInput, Ruling
from ludex.core.kernel.scene import Entry, Scene
from ludex.core.master import table_calls
from ludex.core.pack.manifest import in_order
from ludex.core.plan.plans import Plans
from ludex.core.scene.by_hand import ByHand
from ludex.core.show.face import Face
from ludex.core.show.price import Bill

REST = "rest"  # the mode of a scene in which the party rests


class Hindered(NamedTuple):
    """Somebody who cannot go on, and why."""

    who: str
    why: str


def hindered_doer(cannot: Callable[..., str] | None, scene: Scene[Any], entry: Entry) -> Hindered | None:
    """Whoever acts stands first in a step: why they cannot do it, as the game's word for this step says."""
    if cannot is None:
        return None
    who, *args = entry.args
    why = cannot(scene, scene.beings[who], *args)
    return Hindered(who, why) if why else None


class Game(Measured[S], Generic[S]):
    """One rule set. A question that a function of one of its rooms answers is that function:
    `idle = staticmethod(goes_on)`."""

    def __init__(self, name: str, home: Path, scene_type: type[S], registry: Registry) -> None:
        self.name = name
        self.home = home
        self.scene_type = scene_type
        self.rulebook = Rulebook.load(home / RULES)
        self.title = self.rulebook.meta.called
        self.pitch = self.rulebook.meta.pitch
        self.version = self.rulebook.meta.version
        table_calls.add_to(registry, bool(self.hides))
        ordered = registry.ordered(list(self.rulebook.rules), self.menu)
        self.actions = ordered.actions
        self.gm_actions = ordered.gm_actions
        self.reactions = ordered.reactions
        GAMES[name] = self

    menu: tuple[str, ...] = ()  # the order in which its actions are offered; the rest follow in that of the book
    conditions: Collection[str] = ()  # the names of those that a being can have
    gm_side: str = ""  # the side whose decisions are the game master's: whoever plays it answers those questions
    rulings: Collection[str] = ()  # the kinds of rulings that it makes; none: any
    readings: tuple[str, ...] = ()  # the words that its rolls are read as, beside numbers
    kinds: Mapping[str, type[Any]]  # of its content, and their records
    apart: tuple[tuple[str, ...], ...] = ()  # kinds that are looked up together: no two of their entries have one id
    checks: Mapping[str, Check] = {}  # what the rules say about an entry of a kind, beside what its types say
    warnings: Mapping[str, Check] = {}  # and what of an entry is legal, but may have been forgotten
    bills: Mapping[str, Callable[[Library, Any], Bill]] = {}  # and what one of a kind costs whoever has it
    plans: Plans[Any] | None = None  # how its boards are drawn
    creation: Creation | None = None  # how its characters are made, step by step
    growth: Callable[[Moment], Growth] | None = None  # and how somebody who is there learns and buys between scenes
    granted: Collection[str] = ()  # the game master's calls that a player may ask for, for somebody of theirs
    learning: Collection[str] = ()  # the rules of questions about what somebody takes up of all that is offered
    face_type: type[Face] = Face  # how it shows itself to people
    policies: Mapping[str, Callable[[], Policy]] = {}  # that know the game, by name
    migrations: tuple[
        Callable[[dict[str, Any]], dict[str, Any]], ...
    ] = ()  # each from one shape of its state to the next

    def opening(self, scene: S) -> Command | None:
        """The command with which play of a scene begins that nobody has acted in yet."""
        command = self.start(scene)
        if command is None and not self.to_act(scene) and self.idle(scene) is not None:
            return Command(GM, "go_on")
        return command

    def start(self, scene: S) -> Command | None:
        """The command with which a fight begins, or a party sets out; nothing where it has."""
        raise NotImplementedError

    def policy(self, name: str) -> Policy:
        """A policy of the game's own, by its name."""
        if name not in self.policies:
            raise BadInput(f"there is no policy {name!r}; {there_are(name, (*self.policies, 'random'))}")
        return self.policies[name]()

    @cached_property
    def ruling_values(self) -> Mapping[str, Mapping[str, str]]:
        """What its rulings tell, as it states: by kind the names of its values, each with its type. Empty: anything."""
        path = self.home / "rulings.toml"
        return tomli.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @cached_property
    def forms(self) -> Forms:
        """How its entries are asked for."""
        return Forms.of(self.home)

    @cached_property
    def by_hand(self) -> ByHand:
        """What a game master calls the fields that they set."""
        return ByHand.of(self.home)

    # -- its content ------------------------------------------------------------------------------------------

    @cached_property
    def starter(self) -> Library:
        """The content that comes with the game. Not to be added to: `library` gives a copy."""
        library = Library(self.kinds)
        library.add_folder(self.home / "content")
        return library

    def library(self, *folders: Path) -> Library:
        """The starter content, with folders and packs of a table's own on top."""
        library = self.starter.copy()
        for folder in in_order(folders, self.name):
            library.add_folder(folder)
        return library

    def content_faults(self, library: Library, kind: str, entry: Any) -> list[Fault]:
        """Names that nobody has; for a character that names only what is there, what no rule of creation allows."""
        found = [
            *sound_id(entry.id),
            *doubles(library, self.apart, kind, entry),
            *misnamed(library, entry),
            *unchosen(entry),
            *unknown_rules((*self.rulebook.rules, *self.rulebook.gaps), entry),
            *twins(entry),
        ]
        if kind in self.checks:
            try:
                found += self.checks[kind](library, entry)
            except ContentError as fault:  # it cannot be made at all
                found += fault.faults or (Fault("", str(fault)),)
        if kind == "character" and self.creation is not None and all([fault.rule for fault in found]):
            told = [fault.rule for fault in found]
            with suppress(ContentError):  # that it cannot be made is told already
                found += [fault for fault in self.creation.faults(library, entry) if fault.rule not in told]
        return found

    def content_warnings(self, library: Library, kind: str, entry: Any) -> list[Fault]:
        """What of an entry without faults may have been forgotten."""
        return list(self.warnings[kind](library, entry)) if kind in self.warnings else []

    # -- how it shows itself ----------------------------------------------------------------------------------

    def summary(self, scene: S, being: Any) -> list[tuple[str, str]]:
        """What a table wants to see of a being at a glance, as label and value."""
        raise NotImplementedError

    def sentence(self, scene: S, ruling: Ruling) -> str:
        """A ruling in words."""
        raise NotImplementedError

    def face(self) -> Face:
        """How it shows itself to people: map, words, prices."""
        return self._face

    @cached_property
    def _face(self) -> Face:
        return self.face_type(self)

    # -- how it is proved -------------------------------------------------------------------------------------

    def draw(self, library: Library, rulebook: Rulebook, pick: Callable[[int], int]) -> dict[str, Any]:
        """The tables of a scene file drawn by luck: anybody anywhere, in any mode, with any options and conditions."""
        raise NotImplementedError

    def worlds(self, scene: S, seat: str, pick: Callable[[int], int]) -> Iterator[S]:
        """Scenes that differ from this one only in what a seat may not know, drawn by luck. `pick(n)` is below n."""
        return iter(())

    def faults(self, scene: S) -> list[str]:
        """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
        return []

    def befalls(self, scene: S, pick: Callable[[int], int]) -> list[Command]:
        """What the game master may bring about in the middle of an action: everything that can befall somebody."""
        return []

    def hindered(self, scene: S, entry: Entry) -> Hindered | None:
        """Who would do this step of their own will and cannot any more, and why. Nobody where nobody is hindered, and
        where the step is nobody's doing or a rule says that it is finished all the same."""
        return None


GAMES: games.Games[Game[Any]] = games.GAMES
game_of: Callable[[Scene[Any]], Game[Any]] = games.game_of
