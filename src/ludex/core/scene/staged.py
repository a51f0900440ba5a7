"""The part of a game that sets up scenes, and knows who comes into one and who leaves it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Generic

from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.kernel.games import game_of
from ludex.core.kernel.named import clear, nameless
from ludex.core.kernel.rules import Rules, S
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Scene
from ludex.core.scene.look_up import look_up, scene_schema
from ludex.core.scene.namesakes import number_namesakes
from ludex.core.scene.secret_ids import hide_ids
from ludex.core.scene.shape import Shape


class Staged(Rules[S], Generic[S]):
    """The questions about a game's scenes and who is in them."""

    rulebook: Rulebook
    shape: Shape  # what its scene files can say
    sides: tuple[str, ...] = ("party", "foes")  # the players' first; one may come into a scene later
    placing: tuple[str, ...] = ("at",)  # the fields of a being that say where on the board it is
    hides: str = ""  # the condition with which somebody is there of whom the players know nothing; none: nobody is

    def set_up(self, tables: Mapping[str, Any], where: str, library: Library) -> S:
        """A scene from the tables of a scene file that are the game's own."""
        raise NotImplementedError

    def misplaced(self, scene: S) -> list[Fault]:
        """Who in a new scene stands where nobody can."""
        return []

    def doubtful(self, scene: S) -> list[Fault]:
        """What of a new scene is legal, but may not be meant so."""
        return []

    def build(self, tables: Mapping[str, Any], where: str, library: Library) -> S:
        """A scene from the tables of a scene file, in which everybody has a place."""
        scene = self.set_up(tables, where, library)
        for fault in self.misplaced(scene):
            entry, _, field = fault.field.rpartition(".")
            raise ContentError(f"{where}, {entry}, field {field}: {fault.problem} [{fault.rule}]")
        number_namesakes(scene, tables, self.view(scene, self.sides[0]))
        return scene

    def keep_secrets(self, scene: S, kept: Collection[str], secret: str) -> dict[str, str]:
        """Ids of a scene tell the players nothing of what they may not know. Beings that are `kept` have the ids that
        people know already; the secret is what nobody can guess. Gives the new ids of beings by the old."""
        players = [being.id for being in scene.side_of(self.sides[0])]
        return hide_ids(scene, self.view(scene, self.sides[0]), {*kept, *players}, secret)

    def look_up(self, scene: S, path: str) -> object:
        """The value at a dotted path, such as `tahra.hp` or `scene.counter`, as a script expects it."""
        return look_up(self.shape, scene, path)

    def scene_schema(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The JSON Schema of its own tables in a scene file, and the definitions that it refers to."""
        return scene_schema(self.shape)

    def unhurried(self, scene: S) -> bool:
        """Do all act in their own time, and move as they like: is there no fight, and nobody to act before others?"""
        return scene.mode != self.shape.fighting and not self.to_act(scene)

    def waits(self, scene: S, actor: Any) -> bool:
        """Is it the turn of others? Then `gate` refuses this being all but what is done out of turn."""
        return scene.mode == self.shape.fighting and self.to_act(scene) != actor.id

    def as_their_turn(self, scene: S, being: Any) -> None:
        """As if somebody's turn began now, with all that they have to spend in it and nothing else that happens then:
        for what they plan."""
        scene.turns = scene.turns.begin(being.id)

    # -- coming and going -------------------------------------------------------------------------------------

    def arrives(self, scene: S, being: Any) -> None:
        """Somebody has come into a scene that is under way; where there is an order of turns, as the last in it."""
        if scene.turns.order:
            scene.turns = replace(scene.turns, order=(*scene.turns.order, being.id))

    def hide(self, scene: S, being: Any) -> None:
        """Somebody who comes in is hidden: those of the other sides do not know that they are there. Asked only where
        the game `hides`."""
        raise NotImplementedError

    def cannot_hide(self, scene: S, being: Any) -> Refusal | None:
        """Why somebody who is there cannot be hidden now, wherever they stand."""
        return None

    def departs(self, scene: S, being: Any) -> None:
        """Somebody is taken out of a scene that is under way, and with them all that others have from them."""
        forget(scene, being.id)
        scene.maybe_over = True


staged_of: Callable[[Scene[Any]], Staged[Any]] = game_of


def forget(scene: Scene[Any], name: str) -> None:
    """Take a being out of a scene, of its order of turns, and of all that names them."""
    gone = frozenset({name})
    if scene.turns.current == name:
        scene.turns = scene.turns.pass_on()
    scene.beings = {other: each for other, each in scene.beings.items() if other != name}
    for other in scene.beings.values():
        forget_others(staged_of(scene).shape, other, gone)
    clear(scene, gone, theirs=True)


def forget_others(shape: Shape, being: Any, gone: frozenset[str]) -> None:
    """Somebody has nothing more from those who are gone. What was to last until a turn of theirs ends with them; what
    needs somebody as its source, too."""
    left = [(nameless(c, gone), c) for c in being.conditions if c.until is None or c.until.of not in gone]
    being.set_conditions(*[now for now, c in left if now is c or not shape.needs(now)])
    clear(being, gone, theirs=True)
