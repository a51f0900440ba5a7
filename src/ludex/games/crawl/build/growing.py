"""Somebody in downtime who learns and buys, in the steps in which a character is made: what they have is locked, and
what they spend is what they have left. Nothing is done here: the commands for the table come of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from ludex.core.creation import Budget, Chosen, Draft, Option, Remark, Spent, Step, chapter
from ludex.core.growing import Moment, Said
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.referee.simulated import Simulated
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, choices_of, item_of, items, money_of
from ludex.games.crawl.book.energy import DOWNTIME
from ludex.games.crawl.book.equipment.trading import RULE as BUYING
from ludex.games.crawl.book.equipment.trading import fits_buy
from ludex.games.crawl.build.advancement import BUY, SPEND, fits_learn
from ludex.games.crawl.build.creation import numbers
from ludex.games.crawl.build.options import aspect_options, kinds, thing_option
from ludex.games.crawl.build.spending import MONEY, POINTS
from ludex.games.crawl.records.kinds import Aspect
from ludex.games.crawl.state import Being, Learned, Scene

DONE = ""
ASPECTS, THINGS = "Aspects", "Things"


class Growing:
    def __init__(self, moment: Moment) -> None:
        self.scene: Scene = moment.scene
        self.who = moment.who
        self.known = moment.known
        self._after: dict[tuple[Chosen, ...], Scene] = {}  # the same is asked for each option

    # -- the steps --------------------------------------------------------------------------------------------

    def steps(self, draft: Draft) -> Iterator[Step]:
        """One aspect after the other, then one thing after the other, until no more is wanted."""
        yield from chapter(ASPECTS, self._learning(draft))
        yield from chapter(THINGS, self._buying(draft))

    def _learning(self, draft: Draft) -> Iterator[Step]:
        for number in count(1):
            name = f"learn {number}"
            at = draft.before(name)
            yield Step(
                name, f"Aspect {number}", SPEND, "one", "Choose one, or be done.", partial(self._aspects),
                partial(self._against_aspect, at), default=DONE, budget=POINTS, firm=True,
            )  # fmt: skip
            if not draft.get(name, DONE):
                return
            entry = aspect(self.known, draft.get(name))
            if entry.choice:
                yield Step(
                    f"{name} choice", f"For which {entry.choice.replace('_', ' ')}?", BUY, "one", "",
                    partial(kinds, self.known, entry), partial(self._against_kind, at, entry), firm=True,
                )  # fmt: skip

    def _buying(self, draft: Draft) -> Iterator[Step]:
        for number in count(1):
            name = f"buy {number}"
            yield Step(
                name, f"Thing {number}", BUYING, "one", "Choose one, or be done.", self._things,
                partial(self._against_thing, draft.before(name)), default=DONE, budget=MONEY, firm=True,
            )  # fmt: skip
            if not draft.get(name, DONE):
                return

    # -- what comes into question, and what is refused --------------------------------------------------------

    def _aspects(self) -> list[Option]:
        return [Option(DONE, "Done", "What is left is kept."), *aspect_options(self.known)]

    def _things(self) -> list[Option]:
        scene, being = self.scene, self.scene.beings[self.who]
        found = [thing_option(scene, being, name) for name in items(self.known)]
        return [Option(DONE, "Done", "What is left is kept."), *found]

    def _against_aspect(self, draft: Draft, choice: str) -> Iterator[Refusal]:
        yield from self._not_now()
        if choice:
            scene, being = self.after(draft)
            every = [
                fits_learn(scene, being, choice, one) for one in choices_of(self.known, aspect(self.known, choice))
            ]
            if every and None not in every and every[0] is not None:
                yield every[0]

    def _against_kind(self, draft: Draft, entry: Aspect, choice: str) -> Iterator[Refusal]:
        refusal = fits_learn(*self.after(draft), entry.id, choice)
        if refusal is not None:
            yield refusal

    def _against_thing(self, draft: Draft, choice: str) -> Iterator[Refusal]:
        yield from self._not_now()
        refusal = fits_buy(*self.after(draft), choice) if choice else None
        if refusal is not None:
            yield refusal

    def _not_now(self) -> Iterator[Refusal]:
        if self.scene.mode != DOWNTIME:
            yield Refusal("aspect points and money are spent in downtime", SPEND)

    # -- what comes of it -------------------------------------------------------------------------------------

    def deeds(self, draft: Draft) -> list[Command | Said]:
        return [*self.commands(draft)]

    def settled(self) -> dict[str, Plain]:
        return {}

    def wishes(self, draft: Draft) -> list[Command]:
        """tc.downtime.spend: what there is to spend has been given."""
        return []

    def notes(self) -> list[Remark]:
        return [Remark(refusal.reason.capitalize(), refusal.rule) for refusal in self._not_now()]

    def commands(self, draft: Draft) -> list[Command]:
        found = []
        for made in draft.chosen:
            what = made.step.split(" ")
            if made.choice == DONE or len(what) > 2:
                continue
            if what[0] == "buy":
                found.append(Command(self.who, "buy", (("item", made.choice),)))
            elif not aspect(self.known, str(made.choice)).choice or draft.has(f"{made.step} choice"):
                kind = draft.get(f"{made.step} choice", "")
                found.append(Command(self.who, "learn", (("aspect", made.choice), ("choice", kind))))
        return found

    def after(self, draft: Draft) -> tuple[Scene, Being]:
        """The scene as it would stand."""
        if draft.chosen not in self._after:
            scene = self.scene.fork()
            for command in self.commands(draft):
                Simulated({}, 0).perform(scene, command)
            self._after[draft.chosen] = scene
        scene = self._after[draft.chosen]
        return scene, scene.beings[self.who]

    def budgets(self, draft: Draft) -> list[Budget]:
        being, learned, bought = self.scene.beings[self.who], [], []
        for made in draft.chosen:
            what = made.step.split(" ")
            if made.choice == DONE or len(what) > 2:
                continue
            if what[0] == "buy":
                item = item_of(self.known, str(made.choice))
                bought.append(Spent(item.name, money_of(self.known, item), made.step))
            else:
                entry = aspect(self.known, str(made.choice))
                learned.append(Spent(entry.name, ap_of(self.known, Learned(entry.id)), made.step))
        return [Budget(POINTS, "AP", being.ap, tuple(learned)), Budget(MONEY, "money", being.money, tuple(bought))]

    def locked(self) -> list[Spent]:
        library, being = self.scene.library, self.scene.beings[self.who]
        return [Spent(aspect(library, one.aspect).name, ap_of(library, one), ASPECTS) for one in being.sheet.aspects]

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        scene, being = self.after(draft)
        return [("AP left", str(being.ap)), *numbers(scene, being), ("Money", str(being.money))]

    def warnings(self, draft: Draft) -> list[Remark]:
        return []
