"""A table in the terminal: the live referee, who plays which side, what odds assume, and the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ludex.core.files.journal import boundary_line
from ludex.core.foe import deciding
from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Live, SealedDice
from ludex.core.show.face import Face, Line
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.table.document.show_beings import Marks as Met
from ludex.table.know.offers import ANYTIME
from ludex.table.know.seen import Seen
from ludex.text.screen import Screen
from ludex.text.table.prompt import Prompt


class ToGameMaster(BadInput):
    """What was wrong with the game master's own words: told in full, whoever sits at the table."""


Commands: TypeAlias = "Mapping[str, Callable[[Table, str, Prompt], None]]"


@dataclass(slots=True)
class Table:
    game: Game[Any]
    live: Live[Any]
    screen: Screen
    title: str
    sides: tuple[str, ...]  # those that people play; GM among them where the game master sits here
    policies: Mapping[str, Policy]  # by side, for the others
    adviser: Policy  # what odds assume of everybody
    place: Path | None = None  # the journal, where the game is kept
    opponent: str = "simple"  # what the policies are called
    folders: tuple[Path, ...] = ()  # of content of the table's own
    content: Mapping[str, Any] = field(default_factory=dict)  # that the scene brought along
    text: str = ""  # what the scene is about
    adventure: Mapping[str, Any] = field(default_factory=dict)  # how far one had come of which it is, where it goes on
    log: list[Line] = field(default_factory=list)
    noted: int = 0  # so many lines of the log stand in the journal
    stood: object = None  # the scene that was noted there last
    fresh: list[Line] = field(default_factory=list)  # since the last decision
    drawn: object = None  # the map that was drawn last
    muted: dict[str, bool] = field(default_factory=dict)  # rules that ask no more, and whether that has been told
    new_turn: bool = False  # one has begun since everything was told
    told: dict[str, str] = field(default_factory=dict)  # how everything stood when it was last told, line by line
    wanted: dict[str, None] = field(default_factory=dict)  # rules whose questions to the game master are asked here
    instead: tuple[str, str] = ("", "")  # who acts, and in whose place, as long as the game awaits that one's choice
    hold: bool = False  # stop before every command of those that nobody at the table plays
    waited_for: str = ""  # who was to act when those who wait for their moment were asked last
    commands: Commands = field(default_factory=dict)  # that work at every prompt; none where nobody types
    met: Met = field(default_factory=Met)  # who has a mark
    why: tuple[str, str] = ("", "")  # who has acted last of those that nobody at the table plays, and why
    face: Face = field(init=False)
    seen: Seen = field(init=False)  # what the table may know: by one side what it knows, by all who play all everything

    def __post_init__(self) -> None:
        seat = self.sides[0] if len(self.sides) == 1 else GM
        self.seen = Seen(self.live, seat, self.adviser, places=BY_WHAT_IS_THERE if self.screen.plain else None)
        self.face = self.seen.face
        self.screen.aloud = self.face.aloud
        self.hold = GM in self.sides and self.game.sides[0] not in self.sides

    @property
    def marks(self) -> dict[str, str]:
        """Marks on the map for all who are known; whoever is met later changes nobody's mark."""
        return self.met.of(self.scene)

    @property
    def scene(self) -> Any:
        """The scene as it may be known."""
        return self.seen.scene

    def side_of(self, who: str) -> str:
        return self.seen.side_of(who)

    def plays(self, who: str) -> bool:
        """Is this decided by somebody at the table? The game master's questions are, where all sides are played or
        the one that is the game master's own."""
        side = self.side_of(who)
        others = {*self.game.sides, *(being.side for being in self.live.scene.beings.values())} - set(self.sides)
        return side in self.sides or (side == GM and (not others or self.game.gm_side in self.sides))

    def asks(self, question: Question) -> bool:
        """Is this answered by somebody at the table?"""
        return self.plays(question.who) or (question.who == GM and question.rule in self.wanted)

    def refused(self, fault: Refused, words: str = "") -> str:
        """Why something may not be done, with the rule that says so for whoever sees."""
        return self.seen.veiled(fault.refusal.reason if self.screen.plain else str(fault), words)

    # -- whose choice it is -----------------------------------------------------------------------------------

    @property
    def acting(self) -> str:
        """Who is to act: whoever was named for it, as long as that is possible; else whose choice the game awaits."""
        awaited = self.game.to_act(self.live.scene)
        who, instead_of = self.instead
        return who if awaited and awaited == instead_of and self._may_stand_in(who, awaited) else awaited

    def let_act(self, who: str) -> None:
        """This one acts, in place of whose choice the game awaits."""
        self.instead = (who, self.game.to_act(self.live.scene))

    def stand_ins(self) -> list[Any]:
        """Who else of the same side could act now."""
        awaited, acting = self.game.to_act(self.live.scene), self.acting
        return [b for b in self.scene.beings.values() if b.id != acting and self._may_stand_in(b.id, awaited)]

    def _may_stand_in(self, who: str, awaited: str) -> bool:
        if who == awaited:
            return True
        if who not in self.scene.beings or self.side_of(who) != self.side_of(awaited) or not self.plays(who):
            return False
        being = self.scene.beings[who]
        return any(
            refusal is None
            for offer in self.game.offers(self.scene, being)
            if offer.refusal is None and ANYTIME not in offer.action.tags
            for _, refusal in self.game.choices(self.scene, being, offer.action)
        )

    # -- the log ----------------------------------------------------------------------------------------------

    def catch_up(self) -> list[Line]:
        """Turn what was ruled since the last time into lines of the log."""
        lines = self.seen.lines(self.live.recorder.take())
        self.log += lines
        self.fresh += lines
        return lines

    def keep(self) -> None:
        """Note in the journal how the scene stands between two commands, and what was read since."""
        live = self.live
        if self.place is not None and live.open is None and live.scene is not self.stood:
            self.stood = live.scene
            live.note(boundary_line(live.scene, [line[:3] for line in self.log[self.noted :]]))
            self.noted = len(self.log)

    def decide(self) -> None:
        """Let a policy do what is next: an answer, or a command. Dice that nobody types in are thrown."""
        live = self.live
        request = live.open
        if isinstance(request, Roll):
            faces = live.dice.throw(request)
            assert faces is not None
            live.fell(faces)
        elif request is not None:
            side = self.side_of(request.who)
            answers = self.policies.get(side)
            if answers is None:
                live.answer(request.default)
            else:
                live.answer(deciding.answer(self.game, live.shown, side, request, answers))
        else:
            who = self.game.to_act(live.scene)
            being = live.scene.beings[who]
            policy = self.policies[being.side]
            command, _ = deciding.choose(self.game, live.scene, being, policy)
            self.why = who, deciding.why(self.game, self.with_names(live.scene), command, policy)
            live.perform(command)

    def with_names(self, scene: Any) -> Any:
        """The truth, with its cells called as they are at this table."""
        if scene.places is self.seen.places:
            return scene
        named = scene.fork()
        named.places = self.seen.places
        return named

    @property
    def over(self) -> bool:
        return self.live.open is None and not self.game.to_act(self.live.scene)

    @property
    def seed(self) -> str:
        """The seed of sealed dice, which is told when all is over."""
        return self.live.dice.seed.hex() if isinstance(self.live.dice, SealedDice) else ""


def sides_in(scene: Any) -> list[str]:
    """All sides, the party first."""
    found: Iterable[str] = dict.fromkeys(being.side for being in scene.beings.values())
    return sorted(found, key=lambda side: side != "party")
