"""What somebody may know and be told of a live scene: the view, the log, questions and odds, without a word of those
who are not known to be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeVar

from ludex.core.content.content import Library
from ludex.core.foe.deciding import Policy
from ludex.core.game import Game, game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question, Roll, next_step
from ludex.core.kernel.ruling import Refused, Ruling
from ludex.core.kernel.scene import Places
from ludex.core.referee.exact import Exploring, never
from ludex.core.referee.live import Live
from ludex.core.show.face import Face, Line, Plan
from ludex.core.show.odds import Odds, Provoked, Weighing, weigh, weigh_answer
from ludex.table.know.fogged import SOMEWHERE, Covered, covered_in, fogged, names_of
from ludex.table.records.fog import Fog, Fogs

ODDS_BUDGET = 4_000  # steps: a line of odds must be there at once
MOST_AT_ONCE = 150  # outcomes that are told before all are known: to tell them takes its time too
SOMEBODY = "somebody"  # whoever is not known to be there
SOME = "some"  # what somebody has left, where that is not known exactly
BY_HAND = "set"  # the kind of ruling by which the game master changes a field
CAUSES = frozenset({"source", "by", "tied_by"})  # of a ruling that is about somebody else
BACK_OR_FORTH = frozenset({"undone", "redone"})  # rulings that tell which command it was
T = TypeVar("T")
Veil = Callable[[str], str]  # words, without the names of those who are not known

QUOTES = ("'", '"')
QUOTED = r"('[^']*'|\"[^\"]*\")"


class AllKnown:
    """The scene as those are told of it from whom nothing in it is hidden: one and the same for them all, so that what
    is worked out for one of them is there for the others."""

    def __init__(self) -> None:
        self._last: tuple[Any, int, Any] = (None, 0, None)
        self._planned: tuple[Any, int, Plan | None] = (None, 0, None)

    def of(self, live: Live[Any], tell: Callable[[Any], Any]) -> Any:
        """As it is told of what lies on the table now."""
        scene, gone_on, told = self._last
        if scene is not live.shown or gone_on != live.gone_on:
            told = tell(live.shown)
            self._last = live.shown, live.gone_on, told
        return told

    def plan(self, live: Live[Any], known: Any, face: Face) -> Plan | None:
        """The map of what somebody knows."""
        scene, gone_on, plan = self._planned
        if scene is not known or gone_on != live.gone_on:
            plan = face.plan(known)
            self._planned = known, live.gone_on, plan
        return plan


class Seen:
    def __init__(
        self,
        live: Live[Any],
        seat: str,
        adviser: Policy | None = None,
        content: Library | None = None,
        fogs: Fogs | None = None,
        places: Places | None = None,
        all_known: AllKnown | None = None,
    ) -> None:
        """`seat` is `gm` or a side; the adviser is what odds assume of everybody. `content`: all that players know of;
        what else there is is offered to nobody but the game master. `fogs`: what of the board is covered by hand.
        `places`: how they are told of cells. `all_known`: shared by those who are told of cells in the same way."""
        self.live = live
        self.places = places
        self.content = content if seat != GM else None
        self.game: Game[Any] = game_of(live.scene)
        self.seat = seat
        self.adviser = adviser if adviser is not None else self.game.policy("simple")
        self.face: Face = self.game.face()
        self.fogs = fogs if fogs is not None else Fogs()
        self._all_known = all_known if all_known is not None else AllKnown()
        self._viewed: tuple[Any, int, Fog, Any] = (None, 0, Fog(), None)  # what was looked at last, and the view of it
        self._covered: tuple[object, Covered] = (None, Covered())  # of that view
        self._veil: tuple[object, Veil | None] = (None, None)  # over that view

    @property
    def scene(self) -> Any:
        """The scene as it may be known, in the middle of a command too: one and the same until something changes."""
        live, fog = self.live, self.fogs.now
        shown, gone_on = live.shown, live.gone_on
        scene, before, covered, known = self._viewed
        if scene is not shown or before != gone_on or covered != fog:
            known = self.knowledge(shown)
            known = self._all_known.of(live, self._whole) if known is shown else self._called(known, shown)
            self._viewed = shown, gone_on, fog, known
        return known

    def view(self, scene: Any) -> Any:
        """What may be known of a scene, with its cells called as this seat is told of them."""
        return self._called(self.knowledge(scene), scene)

    def _called(self, known: Any, truth: Any) -> Any:
        """What is known of the truth, with its cells called so; the truth stays as it is."""
        if known.places is not self.places:
            known = known.fork() if known is truth else known
            known.places = self.places
        return known

    def _whole(self, truth: Any) -> Any:
        """All of the truth, with its cells called so. The beings are the very same: nothing is changed in what is told,
        and what rules work out of them is there for the next time."""
        if truth.places is self.places:
            return truth
        known = truth.fork_some(())
        known.places = self.places
        return known

    def knowledge(self, scene: Any) -> Any:
        """What may be known of a scene, without modifiers that wait for a roll and name somebody unknown. The very same
        scene where all of it may be known: nothing is changed in it."""
        known = fogged(self.game, self.game.view(scene, self.seat), self.seat, self.fogs.now)
        if known is not scene and known.adjustments and (veil := _veil(scene, known)) is not None:
            known.adjustments = tuple([each for each in known.adjustments if veil(each.name) == each.name])
        if self.content is not None and (library := known.library.offering(self.content)) is not known.library:
            known = known.fork() if known is scene else known
            known.library = library
        return known

    def knows_all(self, scene: Any) -> bool:
        """Is nothing of a scene hidden?"""
        return self.knowledge(scene) is scene

    @property
    def plan(self) -> Plan | None:
        """The map as it may be known, one and the same until something changes."""
        return self._all_known.plan(self.live, self.scene, self.face)

    @property
    def whole_plan(self) -> Plan | None:
        """The map with all that only the game master knows, where there is anything such."""
        alike = type(self.face).whole_plan is Face.whole_plan
        return self.plan if alike else self.face.whole_plan(self.scene)

    @property
    def secret(self) -> frozenset[str]:
        """The ids of entries that only the game master knows of."""
        if self.content is None:
            return frozenset()
        true, known = self.live.scene.library.shelves, self.scene.library.shelves
        return frozenset([id for kind, shelf in known.items() for id in shelf.retired - true[kind].retired])

    @property
    def covered(self) -> Covered:
        """What is covered by hand of that which would be known by the rules."""
        fog = self.fogs.now
        if not fog or self.seat == GM:
            return Covered()
        scene = self.scene
        if self._covered[0] is not scene:
            known = self.game.view(self.live.shown, self.seat)
            self._covered = scene, covered_in(self.game, known, self.seat, fog)
        return self._covered[1]

    def side_of(self, who: str) -> str:
        being = self.live.shown.beings.get(who)
        return being.side if being is not None else who

    def called(self, who: str) -> str:
        """Whoever decides: a being by its name, a side, or the game master."""
        if who in self.scene.beings:
            return str(self.scene.beings[who].name)
        if who in self.live.shown.beings:
            return SOMEBODY.capitalize()
        return f"The {self.scene.master if who == GM else who}"

    # -- who is not known -------------------------------------------------------------------------------------

    @property
    def unknown(self) -> frozenset[str]:
        """Who is there without being known to be there."""
        return frozenset(self.live.shown.beings.keys() - self.scene.beings.keys())

    def names_unknown(self, value: object) -> bool:
        """Is somebody named here, however deep, who is not known to be there, or a place that is covered?"""
        return not self.known_among([value])

    def known_among(self, values: Iterable[T]) -> list[T]:
        """Those of them in which nobody is named who is not known to be there, and no place that is covered."""
        veil, covered = self._veil_over(), self.covered.places
        if veil is None and not covered:
            return list(values)

        def is_known(value: object) -> bool:
            named = veil is not None and veil(text := repr(value)) != text
            return not named and not _has_among(value, covered)

        return [value for value in values if is_known(value)]

    def _names_somebody(self, value: object) -> bool:
        veil = _veil(self.live.shown, self.scene)
        return veil is not None and veil(text := repr(value)) != text

    def knows_no_more(self, actor: str) -> bool:
        """Does somebody who acts know of nobody who is unknown here? Then whatever they have typed names none of these,
        and is told as it is: to leave it out would tell that there is somebody of that name."""
        truth = self.live.shown
        if actor not in truth.beings:
            return False
        return self.unknown.isdisjoint(self.game.view(truth, truth.beings[actor].side).beings)

    def veiled(self, words: str, typed: str = "") -> str:
        """Words without the names of those who are not known to be there. What somebody has typed is given back as it
        was: other words in its place would tell that there is somebody."""
        veil = self._veil_over()
        if veil is None:
            return words
        parts = re.split(QUOTED, words) if typed else [words]
        return "".join(part if typed and part[:1] in QUOTES and part[1:-1] in typed else veil(part) for part in parts)

    def _veil_over(self) -> Veil | None:
        """Made once for each view: many words are read of it."""
        scene = self.scene
        if self._veil[0] is not self._viewed:
            self._veil = self._viewed, _veil(self.live.shown, scene, self._covered_names())
        return self._veil[1]

    def _covered_names(self) -> set[str]:
        """By which zones are called that are covered."""
        covered = self.covered.places
        return names_of(self.face.whole_plan(self.live.shown), covered) if covered else set()

    # -- what is told -----------------------------------------------------------------------------------------

    def readable(self, rulings: Iterable[Ruling]) -> list[Ruling]:
        """Rulings as they may be read: nothing of what others rolled in secret, and of nobody who is not known."""
        unknown = self.unknown
        typed = self._typed() if unknown else frozenset()
        found = [self._readable(ruling, unknown, typed) for ruling in self._outside(rulings)]
        return [ruling for ruling in found if ruling is not None]

    def _outside(self, rulings: Iterable[Ruling]) -> Iterable[Ruling]:
        """Without what happens to nobody of one's own in places that are covered, or to who has just come out of them:
        how they came would tell what the ground is like there. Nor what names a covered zone. Where somebody of one's
        own has just been is known."""
        covered = self.covered.places
        if not covered:
            return rulings
        was = [being.at for scene in self.live.boundaries[-2:] for being in scene.side_of(self.seat)]
        covered = covered.difference(was)
        names = names_of(self.face.whole_plan(self.live.shown), covered)
        naming = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)") if names else None
        before = [being for scene in self.live.boundaries[-2:] for being in scene.beings.values()]
        came = {being.id for being in before if being.side != self.seat and being.at in covered}
        own = {being.id for being in self.scene.side_of(self.seat)}

        def is_in(ruling: Ruling) -> bool:
            named = _named(ruling)
            there = not came.isdisjoint(named) or any([_is_among(one, covered) for one in ruling.values.values()])
            return there and own.isdisjoint(named)

        def of_the_rest(ruling: Ruling) -> Ruling:
            """Of several places those that are not covered, unless somebody of one's own has to do with them."""
            if not own.isdisjoint(_named(ruling)):
                return ruling
            values = {key: _without(value, covered) for key, value in ruling.values.items()}
            return ruling if values == ruling.values else replace(ruling, values=values)

        outside = [of_the_rest(ruling) for ruling in rulings if not is_in(ruling)]
        return [one for one in outside if naming is None or not naming.search(repr(one.values))]

    def _typed(self) -> frozenset[str]:
        """The words of the command under way that name nobody unknown, whatever they say."""
        done = self.live.done
        if done is None or not self.knows_no_more(done.command.actor):
            return frozenset()
        return frozenset([value for _, value in done.command.args if isinstance(value, str)])

    def _readable(self, ruling: Ruling, unknown: frozenset[str], typed: frozenset[str]) -> Ruling | None:
        if ruling.seen_by and self.seat not in (GM, ruling.seen_by):
            return None
        if ruling.kind in BACK_OR_FORTH and self.seat != GM:
            secret = self._is_secret(ruling.values["first"])
            return replace(ruling, values={"steps": ruling.values["steps"]}) if secret else ruling
        if not unknown:
            return ruling
        values = {key: _known(value, unknown) for key, value in ruling.values.items()}
        if ruling.kind != "roll":
            values |= {key: SOMEBODY for key in CAUSES & values.keys() if values[key] in unknown}
        told = {key: value for key, value in values.items() if not isinstance(value, str) or value not in typed}
        return None if self._names_somebody(told) else replace(ruling, values=values)

    def _is_secret(self, command: Any) -> bool:
        """Is this a command of the game master, or of or about somebody who is not known to be there?"""
        actor = command["actor"]
        return actor == GM or (self.names_unknown(command) and not self.knows_no_more(actor))

    def blurred(self, rulings: Sequence[Ruling]) -> Sequence[Ruling]:
        """Rulings for whoever does not know exactly what others have left; the same where that is told of nobody."""
        told = self.face.tells_left
        if self.seat == GM or not any(ruling.kind in told or ruling.kind == BY_HAND for ruling in rulings):
            return rulings
        return [self._blurred(ruling, told) for ruling in rulings]

    def _blurred(self, ruling: Ruling, told: Mapping[str, str]) -> Ruling:
        if ruling.kind == BY_HAND:
            return self._changed_by_hand(ruling)
        if ruling.kind not in told:
            return ruling
        left = told[ruling.kind]
        who, value = ruling.values.get("who"), ruling.values.get(left)
        if self.side_of(str(who)) == self.seat or not isinstance(value, int) or value <= 0:
            return ruling
        return replace(ruling, values={**ruling.values, left: SOME})

    def _changed_by_hand(self, ruling: Ruling) -> Ruling:
        """Of others one sees where they are; what else the game master has changed of them is not told."""
        what, field = str(ruling.values["what"]), ruling.values["field"]
        being = self.scene.beings.get(what)
        if being is None or being.side == self.seat or field in self.game.placing:
            return ruling
        return replace(ruling, kind="changed_by_hand", values={"who": what})

    def lines(self, rulings: Iterable[Ruling]) -> list[Line]:
        """Rulings as lines of the log, as far as they may be read: the lines alone, as they are kept."""
        return [line._replace(of=()) for line in self.face.lines(self.scene, self.readable(rulings))]

    def question_words(self, question: Question) -> list[str]:
        """What one must know to answer; nothing where that would name somebody who is not known."""
        return [] if self.names_unknown(dict(question.about)) else self.face.question(self.scene, question)

    # -- odds -------------------------------------------------------------------------------------------------

    def odds(
        self, command: Command, provoked: bool = False, budget: int = ODDS_BUDGET, policy: Policy | None = None
    ) -> Odds | None:
        """What this command leads to, as far as may be known; nothing when it may not be given. The policy answers for
        everybody, in place of the adviser."""
        weighing = self.weigh(command, provoked, budget, policy)
        return worked_out(weighing) if weighing is not None else None

    def weigh(
        self, command: Command, provoked: bool = False, budget: int = ODDS_BUDGET, policy: Policy | None = None
    ) -> Weighing | None:
        """The same, before anything of it is worked out."""
        policy = policy if policy is not None else self.adviser
        policy = Provoked(policy, self.side_of(command.actor)) if provoked else policy
        later = self.face.stands_for(self.scene, command)
        try:
            if later != command:
                return self._weigh_what_comes_later(command, later, budget, policy)
            return weigh(self.scene, command, policy, budget)
        except Refused:
            return None

    def _weigh_what_comes_later(self, command: Command, later: Command, budget: int, policy: Policy) -> Weighing:
        """What the command leads to once it is carried out, whatever speaks against that right now."""
        start = self.scene.fork()
        start.halts = True
        self.game.begin(start, later, force=True, waive=True)
        return Weighing(self.scene, command, Exploring(start, policy, budget))

    def odds_of_answer(self, answer: Plain) -> Odds | None:
        """What this answer leads to, as far as may be known; nothing where that cannot be told without more."""
        weighing = self.weigh_answer(answer)
        if weighing is None:
            return None
        weighing.go_on()
        return weighing.odds()

    def weigh_answer(self, answer: Plain) -> Weighing | None:
        """The same, before anything of it is worked out."""
        live = self.live
        before, given = live.unfinished_step()
        if self.knowledge(before) is before:
            return weigh_answer(live, answer, self.adviser, ODDS_BUDGET)
        known = self.view(before)
        known.halts = True
        here = self._asked_in(known, given, answer)
        if here is None or live.done is None:
            return None
        exploring = Exploring(known, self.adviser, ODDS_BUDGET, (*given, answer))
        return Weighing(here, live.done.command, exploring)

    def _asked_in(self, known: Any, given: tuple[Any, ...], answer: Plain) -> Any:
        """The scene at the open question, run in what is known; nothing where it would not be asked there."""
        if self.names_unknown([entry.args for entry in known.agenda]):
            return None
        first = len(self.live.given) - len(given)
        here = known.fork()
        running = next_step(here)
        try:
            request = next(running)
            for before, value in zip(self.live.given[first:], given, strict=True):
                if request.key != before.key:
                    return None
                request = running.send(value)
        except StopIteration:
            return None
        asked = self.live.open
        if not isinstance(request, Question) or asked is None or request.key != asked.key:
            return None
        return here if not request.domain.fault(answer) else None


def worked_out(weighing: Weighing, enough: Callable[[], bool] = never) -> Odds | None:
    """Odds to their end, or as far as they are known when that is enough; nothing for what may not be done."""
    try:
        weighing.go_on(enough)
    except Refused:
        return None
    return weighing.odds(None if weighing.done else MOST_AT_ONCE)


def is_secret(live: Live[Any], seat: str, request: Roll[Any], fog: Fog) -> bool:
    """Is something about to be rolled of which this side may not know, or would learn that somebody is there?"""
    if request.seen_by and request.seen_by != seat:
        return True
    truth = live.shown
    game = game_of(truth)
    veil = _veil(truth, fogged(game, game.view(truth, seat), seat, fog))
    named = repr((request.by, request.about, request.modifiers)) if veil is not None else ""
    return veil is not None and veil(named) != named


def _veil(truth: Any, known: Any, zones: AbstractSet[str] = frozenset()) -> Veil | None:
    """Puts somebody in the place of whoever is there without being known to be there, and somewhere in that of zones;
    nothing where there is nobody of that kind. A name of theirs may stand in that of somebody known, `Cur` in `Cur 2`,
    which stays as it is."""
    unknown = truth.beings.keys() - known.beings.keys()
    if not unknown and not zones:
        return None
    told = {name for being in known.beings.values() for name in (being.id, being.name)}
    names = ({name for who in unknown for name in (who, truth.beings[who].name)} | zones) - told
    if not names:
        return None
    kept = {name for name in told if any([each in name for each in names])}
    either = "|".join(map(re.escape, sorted(names | kept, key=len, reverse=True)))
    naming = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def said(found: re.Match[str]) -> str:
        return found[0] if found[0] in kept else SOMEWHERE if found[0] in zones else SOMEBODY

    return lambda words: naming.sub(said, words)


def _named(ruling: Ruling) -> set[str]:
    return {value for value in ruling.values.values() if isinstance(value, str)}


def _is_among(value: object, covered: frozenset[Any]) -> bool:
    """Is this a place that is covered, or a list of such places and no others?"""
    if isinstance(value, str):
        return value in covered
    if not isinstance(value, tuple | list) or not value:
        return False
    if _is_place(value):
        return tuple(value) in covered
    return all([_is_among(part, covered) for part in value])


def _has_among(value: object, covered: frozenset[Any]) -> bool:
    """Is this a place that is covered, or a list with such a place in it?"""
    if not covered or not isinstance(value, tuple | list) or _is_place(value):
        return _is_among(value, covered)
    return any([_has_among(part, covered) for part in value])


def _without(value: object, covered: frozenset[Any]) -> object:
    """A list without those of its parts in which a place is covered."""
    if not isinstance(value, tuple | list) or _is_place(value) or not _has_among(value, covered):
        return value
    return tuple(part for part in value if not _has_among(part, covered))


def _is_place(value: Sequence[object]) -> bool:
    return bool(value) and all([isinstance(part, int) for part in value])


def _known(value: object, unknown: frozenset[str]) -> object:
    """A list of names without those of the unknown."""
    if type(value) in (tuple, list):
        return tuple(part for part in value if part not in unknown)  # type: ignore[attr-defined]  # a tuple or a list
    return value
