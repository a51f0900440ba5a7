"""Growing between scenes. What a level brings is decided at the table, question by question; here the same questions
are steps. The command by which the level comes is rehearsed on a copy of the scene by the rules that are played, and
what a draft has chosen is what is answered. Nothing is done here: what is to be done at the table comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from typing import Any, NamedTuple, Protocol, cast

from ludex.core.content.content import Library
from ludex.core.creation import Budget, Chosen, Draft, Option, Remark, Spent, Step, Stepwise, chapter
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import throw
from ludex.core.kernel.domain import Domain, Several
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question, Request, Roll, next_step, proceed
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.timing import DECLINE
from ludex.core.referee.live import Done, Given
from ludex.core.show.face import Face

DONE = ""  # the choice that ends a row of steps
LEVEL, NEXT = "level", "next"  # the step in which a level is planned, and the choice that does
MOST_ASKED = 200  # questions of one level


class Moment(NamedTuple):
    """Where somebody stands who looks at what they may learn."""

    scene: Any  # at its last boundary, as far as it is known
    who: str
    known: Library  # the content of which whoever plays them knows
    face: Face
    under_way: Done | None = None  # a command, and what was given since
    given: tuple[Given, ...] = ()
    master: bool = False  # the game master looks


class Said(NamedTuple):
    """What is answered to a question, once it is open."""

    key: str
    value: Plain


class Growth(Stepwise, Protocol):
    """How somebody who is there already learns and buys between scenes: the same steps, with what they have locked."""

    def locked(self) -> list[Spent]:
        """What they have already, each under the chapter in which such things are chosen."""

    def settled(self) -> dict[str, Plain]:
        """What is decided at the table already, by step."""

    def deeds(self, draft: Draft) -> list[Command | Said]:
        """What is to be done at the table, in this order, so that it comes true."""

    def wishes(self, draft: Draft) -> list[Command]:
        """What only the game master can do: a player asks for it, and what was chosen waits for that."""

    def notes(self) -> list[Remark]:
        """What cannot be learned or bought now, and what the book does not have at all."""


class Asked(NamedTuple):
    """The step that a question is: more of the same have one `word`, and a number behind it. What comes along with the
    one before it has its name after that one's."""

    word: str
    title: str
    chapter: str
    budget: str = ""
    along: bool = False


class Row(NamedTuple):
    """An action that may be done again and again: `word` and a number name its steps."""

    word: str
    title: str
    chapter: str
    action: str
    text: str = ""
    budget: str = ""


@dataclass
class Halt:
    """Where a command waits for somebody, or has come to its end."""

    before: Any  # the scene before the step that waits
    scene: Any  # and now
    question: Question | None
    told: tuple[Any, ...]  # readings and answers of that step so far
    left: tuple[Given, ...]  # of what was given at the table
    guessed: bool  # dice have been taken as they usually fall
    after: dict[Plain, Halt] = field(default_factory=dict)  # by the answer


class Turn(NamedTuple):
    """A question on the way, in the scene as it was then."""

    step: str
    title: str
    asked: Asked
    question: Question
    scene: Any
    halt: Halt
    answer: Plain
    decided: bool  # by the draft


class Rehearsed(NamedTuple):
    turns: tuple[Turn, ...]
    scene: Any  # as far as the draft has decided
    guessed: bool  # dice have not fallen yet that matter for it


class Growing:
    """Somebody to whom a level comes by a command of their game. A game says which one, and how its questions are
    called; and may add rows of commands of its own."""

    when = "The game master says when a level is reached. What you choose here waits for it."

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self._rehearsed: dict[tuple[Chosen, ...], Rehearsed] = {}
        self._after: dict[tuple[Chosen, ...], Any] = {}

    # -- what a game says -------------------------------------------------------------------------------------

    def level(self) -> Command:
        """The command by which a level comes."""
        return Command(GM, "level_up", (("being", self.moment.who),))

    def begins(self) -> Command | None:
        """The command by which whoever looks can have the level themselves."""
        return self.level() if self.moment.master else None

    def not_yet(self) -> Refusal | None:
        """Why no level comes."""
        found: Refusal | None = game_of(self.moment.scene).refusal(self.moment.scene, self.level())
        return found

    named: Mapping[str, Asked] = {}  # the steps that questions are, by their rules

    def asked(self, question: Question) -> Asked:
        word = question.rule.rpartition(".")[2]
        return self.named.get(question.rule) or Asked(word, word.replace("_", " ").capitalize(), "Besides")

    def rows(self) -> list[Row]:
        """What may be done now by commands of their own."""
        return []

    def numbers(self, scene: Any, being: Any, guessed: bool) -> list[tuple[str, str]]:
        raise NotImplementedError

    def budgets(self, draft: Draft) -> list[Budget]:
        return []

    def warnings(self, draft: Draft) -> list[Remark]:
        return []

    def calls(self, draft: Draft) -> list[Command]:
        """What the game master is to call for besides the level."""
        return []

    def notes(self) -> list[Remark]:
        return []

    # -- what follows from it ---------------------------------------------------------------------------------

    def settled(self) -> dict[str, Plain]:
        """What is decided already: a level that the table has begun with."""
        return {LEVEL: NEXT} if self.under_way else {}

    def steps(self, draft: Draft) -> Iterator[Step]:
        yield self._whether()
        for turn in self._turns(draft):
            yield self._step(turn)
        for row in self.rows():
            yield from chapter(row.chapter, self._row(row, draft))

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        scene, being = self.after(draft)
        return self.numbers(scene, being, self.rehearse(draft).guessed)

    def locked(self) -> list[Spent]:
        return []

    def after(self, draft: Draft) -> tuple[Any, Any]:
        """The scene as it would stand, and who they would be in it."""
        if draft.chosen not in self._after:
            scene = self.rehearse(draft).scene.fork()
            scene.agenda, scene.fresh = (), []  # of a level that is not decided to its end
            for command in (*self.commands(draft), *self.calls(draft)):
                perform(scene, command)
            self._after[draft.chosen] = scene
        scene = self._after[draft.chosen]
        return scene, scene.beings[self.moment.who]

    def deeds(self, draft: Draft) -> list[Command | Said]:
        begins = self.begins() if self._comes(draft) and not self.under_way else None
        answers = [Said(turn.question.key, turn.answer) for turn in self.rehearse(draft).turns]
        found: list[Command | Said] = [*((begins,) if begins is not None else ())]
        found += answers if begins is not None or self.under_way else []
        return [*found, *self.commands(draft), *(self.calls(draft) if self.moment.master else ())]

    def wishes(self, draft: Draft) -> list[Command]:
        wanted = self._comes(draft) and not self.under_way and self.begins() is None
        level = [self.level()] if wanted else []
        return [*level, *(self.calls(draft) if not self.moment.master else ())]

    # -- rows of commands -------------------------------------------------------------------------------------

    def _row(self, row: Row, draft: Draft) -> Iterator[Step]:
        """One after the other, until no more is wanted."""
        rule = game_of(self.moment.scene).actions[row.action].rule
        for number in count(1):
            name = f"{row.word} {number}"
            at = draft.before(name)
            yield Step(
                name, f"{row.title} {number}", rule, "one", row.text or "Choose one, or be done.",
                partial(self._deeds, row, at), partial(self._against_deed, row, at), default=DONE, firm=True,
                budget=row.budget,
            )  # fmt: skip
            if not draft.get(name, DONE):
                return

    def _deeds(self, row: Row, draft: Draft) -> list[Option]:
        scene, being = self.after(draft)
        face, action = self.moment.face, game_of(scene).actions[row.action]
        found = [Option(DONE, "Done")]
        for command, _ in game_of(scene).choices(scene, being, action):
            values = [command.arg(arg.name) for arg in action.args]
            words = [face.value(scene, arg.name, value) for arg, value in zip(action.args, values, strict=True)]
            about = face.about(scene, being, action.args[0].name, values[0])
            name = ", ".join(words)
            found.append(Option(coded(tuple(values)), name[:1].upper() + name[1:], about))
        return found

    def _against_deed(self, row: Row, draft: Draft, choice: Plain) -> Iterator[Refusal]:
        command = self._command(row, choice) if choice != DONE else None
        refusal = game_of(self.moment.scene).refusal(self.after(draft)[0], command) if command is not None else None
        if refusal is not None:
            yield refusal

    def _command(self, row: Row, choice: Plain) -> Command | None:
        """The command that a choice stands for, of those that there may be at all."""
        scene, being = self.moment.scene, self.moment.scene.beings[self.moment.who]
        action = game_of(scene).actions[row.action]
        for command, _ in game_of(scene).choices(scene, being, action):
            if coded(tuple([command.arg(arg.name) for arg in action.args])) == choice:
                found: Command = command
                return found
        return None

    def commands(self, draft: Draft) -> list[Command]:
        """What the rows come to, in the order in which it was chosen."""
        rows = {row.word: row for row in self.rows()}
        named = [(rows.get(made.step.rpartition(" ")[0]), made.choice) for made in draft.chosen]
        found = [self._command(row, choice) for row, choice in named if row is not None and choice != DONE]
        return [command for command in found if command is not None]

    # -- the rehearsal ----------------------------------------------------------------------------------------

    @property
    def under_way(self) -> bool:
        """Has the table begun with it?"""
        done, level = self.moment.under_way, self.level()
        if done is None or done.command.name != level.name:
            return False
        return dict(done.command.args).get("being") == dict(level.args).get("being")

    def rehearse(self, draft: Draft) -> Rehearsed:
        if draft.chosen not in self._rehearsed:
            self._rehearsed[draft.chosen] = self._rehearse(draft)
        return self._rehearsed[draft.chosen]

    def _rehearse(self, draft: Draft) -> Rehearsed:
        turns = list(self._turns(draft))
        open_ = next((turn for turn in turns if not turn.decided), None)
        if not turns:
            return Rehearsed((), self._first.scene if self._comes(draft) else self.moment.scene, False)
        last = self._then(turns[-1].halt, turns[-1].answer)
        return Rehearsed(tuple(turns), open_.scene if open_ is not None else last.scene, last.guessed)

    def _comes(self, draft: Draft) -> bool:
        """Is a level planned that may come, or has the table begun with it?"""
        return bool(draft.get(LEVEL, DONE) == NEXT) and (self.under_way or self.not_yet() is None)

    def _turns(self, draft: Draft) -> Iterator[Turn]:
        """One question after the other; whatever is not decided goes as it usually does."""
        if not self._comes(draft):
            return
        counted: Counter[str] = Counter()
        main, at = "", self._first
        while at.question is not None and sum(counted.values()) < MOST_ASKED:
            asked = self.asked(at.question)
            counted[asked.word] += 1
            number = counted[asked.word]
            main = main if asked.along else f"{asked.word} {number}"
            name = f"{main} {asked.word}" if asked.along else main
            title = asked.title if asked.along or number == 1 else f"{asked.title} {number}"
            answer = meant(at.question.domain, draft.get(name))
            decided = answer is not None
            answer = answer if decided else at.question.default
            yield Turn(name, title, asked, at.question, at.scene, at, answer, decided)
            at = self._then(at, answer)

    @cached_property
    def _first(self) -> Halt:
        """The command has begun, and goes to its first question to this one."""
        moment, scene = self.moment, self.moment.scene.fork()
        scene.halts = True
        done = moment.under_way if self.under_way and moment.under_way is not None else Done(self.level())
        game_of(scene).begin(scene, done.command, force=done.force, waive=done.waive)
        return self._go_on(Halt(scene, scene, None, (), moment.given if self.under_way else (), False), ())

    def _then(self, halt: Halt, answer: Plain) -> Halt:
        """The next question after this answer; what was found once is kept, as drafts have much in common."""
        if answer not in halt.after:
            halt.after[answer] = self._go_on(halt, (*halt.told, answer))
        return halt.after[answer]

    def _go_on(self, halt: Halt, told: tuple[Any, ...]) -> Halt:
        """From before the step that waits, with all that it was told, to the next question or the end."""
        scene, left, guessed = halt.before.fork(), list(halt.left), halt.guessed
        while scene.agenda:
            before, running = scene.fork(), next_step(scene)
            try:
                request = next(running)
                for value in told:
                    request = running.send(value)
                while True:
                    if isinstance(request, Question) and request.who == self.moment.who:
                        if not left or left[0].key != request.key:
                            return Halt(before, scene.fork(), request, told, tuple(left), guessed)
                        value = left.pop(0).value
                    elif left and left[0].key == request.key:
                        given = left.pop(0).value
                        value = request.reading(fallen(request, given)) if isinstance(request, Roll) else given
                    else:
                        guessed = guessed or (isinstance(request, Roll) and request.by == self.moment.who)
                        value = usual(request)
                    told = (*told, value)
                    request = running.send(value)
            except StopIteration:
                told = ()
        return Halt(scene, scene, None, (), tuple(left), guessed)

    def _whether(self) -> Step:
        """A level is planned, or not; where the table has begun with it, there is no question."""
        rule = game_of(self.moment.scene).action_of(self.level()).rule
        later = [] if self.under_way else [Option(DONE, "Not now")]
        reached = Option(NEXT, f"Level {self.moment.scene.beings[self.moment.who].sheet.level + 1}")
        return Step(
            LEVEL, "The next level", rule, "one", self.when, lambda: [*later, reached],
            self._against_level, default=NEXT if self.under_way else DONE, firm=True, chapter="Level",
        )  # fmt: skip

    def _against_level(self, choice: Plain) -> Iterator[Refusal]:
        refusal = self.not_yet() if choice == NEXT and not self.under_way else None
        if refusal is not None:
            yield refusal

    # -- a question as a step ---------------------------------------------------------------------------------

    def _step(self, turn: Turn) -> Step:
        domain, several = turn.question.domain, isinstance(turn.question.domain, Several)
        usual = turn.question.default
        return Step(
            turn.step, turn.title, turn.question.rule, "several" if several else "one",
            self.moment.face.question(turn.scene, turn.question)[0], partial(self._options, turn),
            partial(against, turn.question) if several else None,
            default=coded(usual) if usual in (DONE, DECLINE) and not several else None, firm=True,
            chapter=turn.asked.chapter, budget=turn.asked.budget,
            least=domain.least if isinstance(domain, Several) else 0,
            most=min(domain.most, len(domain.values)) if isinstance(domain, Several) else None,
        )  # fmt: skip

    def called(self, turn: Turn, choice: Plain) -> str:
        """What was chosen there, by its name."""
        return self._step(turn).told(choice)

    def _options(self, turn: Turn) -> list[Option]:
        question, face = turn.question, self.moment.face
        found = []
        for value in question.domain.options:
            part = (value,) if isinstance(question.domain, Several) else value
            name, _, text = face.answer(turn.scene, question, part).partition(": ")
            found.append(Option(coded(value), name[:1].upper() + name[1:], text or text_of(turn.scene.library, value)))
        return found


def text_of(library: Library, value: Plain) -> str:
    """What is said of the entry that is meant: by its id, or by its kind and id."""
    kind, _, name = str(coded(value)).rpartition(":")
    shelves = [library.shelves[kind]] if kind in library.shelves else library.shelves.values()
    found = [shelf.entries[name] for shelf in shelves if name in shelf.entries]
    return next((str(entry.text) for entry in found if getattr(entry, "text", "")), "")


# ---------------------------------------------------------------- answers


def coded(value: Plain) -> str | int:
    """An answer as a choice of a draft: `power:fire_armor`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ":".join(["+".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value])
    return cast("str | int", value)


def decoded(domain: Domain, choice: Plain) -> Plain | None:
    """The answer that a choice stands for, whether it may be given or not; nothing where none is meant."""
    every = {coded(value): value for value in domain.options}
    parts = [every.get(cast("str | int", one)) for one in (choice if isinstance(choice, tuple) else (choice,))]
    if choice is None or None in parts:
        return None
    return tuple(parts) if isinstance(choice, tuple) else parts[0]


def meant(domain: Domain, choice: Plain) -> Plain | None:
    """The answer that a choice stands for, if it may be given."""
    answer = decoded(domain, choice)
    return None if answer is None or domain.fault(answer) else answer


def against(question: Question, choice: Plain) -> Iterator[Refusal]:
    """Why some of what is offered may not be chosen together."""
    fault = question.domain.fault(decoded(question.domain, choice))
    if fault:
        yield Refusal(fault, question.rule)


# ---------------------------------------------------------------- what would come of a command


def perform(scene: Any, command: Command) -> None:
    """Carry a command out, in place, with dice in the middle and with answers as they usually are."""
    scene.halts = True
    game_of(scene).begin(scene, command)
    running = proceed(scene)
    try:
        request = next(running)
        while True:
            request = running.send(usual(request))
    except StopIteration:
        pass


def usual(request: Request) -> Any:
    """What is answered where nobody has: dice lie in the middle, and questions go as they usually do."""
    return request.reading(middling(request)) if isinstance(request, Roll) else request.default


def fallen(request: Roll[Any], faces: Iterable[int]) -> tuple[int, ...]:
    """Of faces that have fallen, those that are kept."""
    left = iter(faces)
    return throw(request.pool, lambda sides: next(left))[0]


def middling(request: Roll[Any]) -> tuple[int, ...]:
    """Faces in the middle, in place of those that will fall."""
    return throw(request.pool, lambda sides: sides // 2 + 1)[0]
