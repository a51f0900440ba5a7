"""Somebody between scenes: what a level brings, and what was kept of earlier ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any, cast

from ludex.core import growing
from ludex.core.creation import Budget, Draft, Option, Remark, Spent, Step, chapter
from ludex.core.growing import DONE, Asked, Turn
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.action_types import STORY_MODE
from ludex.games.vitality.book.characters.scores import (
    avoidance,
    capacity,
    durability,
    initiative_parts,
    resistance,
    speed,
    total_of,
)
from ludex.games.vitality.build.legality_of_attributes import points_of
from ludex.games.vitality.build.levels import boons_left, built, utility_left
from ludex.games.vitality.build.spending import BOONS, COMBAT_POINTS, FEATURES, UTILITY_ATTRIBUTES
from ludex.games.vitality.state import COMBAT, RESISTANCES, UTILITY, Being, Scene

ASKED = {
    "vt.attr.combat_points": Asked("combat", "Combat attribute", "Combat attributes", COMBAT_POINTS),
    "vt.attr.utility_points": Asked("utility", "Utility attribute", "Utility attributes", UTILITY_ATTRIBUTES),
    "vt.tier.table": Asked("boon", "Boon", BOONS, BOONS),
    "vt.create.utility_points": Asked("feature", "Utility", "Utility", FEATURES),
}
LEARNING = frozenset({"vt.tier.table", "vt.attack.build", "vt.create.utility_points", "vt.ability.summon"})
WEALTH = "vt.wealth"
FIELDS = {
    "stats": "Stats", "loses": "Price", "limit": "Limit", "companion": "Companions", "size": "HP of companions",
    "pieces": "Conditions",
}  # fmt: skip


class Growing(growing.Growing):
    named = ASKED

    def asked(self, question: Question) -> Asked:
        field = str(question.about.get("field", ""))
        if field:
            return Asked(field, FIELDS.get(field, field.capitalize()), BOONS, along=True)
        attack = str(question.about.get("attack", ""))
        if attack:
            scene: Scene = self.moment.scene
            own = scene.beings[self.moment.who].sheet.attacks
            named = next((each.name for each in own if each.id == attack), attack)
            return Asked(f"improve {attack}", named, f"Attack: {named}")
        return super().asked(question)

    def budgets(self, draft: Draft) -> list[Budget]:
        turns, (scene, being) = self.rehearse(draft).turns, self.after(draft)
        if not turns:
            return []
        first: Scene = turns[0].scene
        who = first.beings[self.moment.who]
        return [
            *_attributes(who, turns, draft),
            Budget(BOONS, "boons", boons_left(first, who), self._spent("boon", draft, boons_left(scene, being))),
            Budget(
                FEATURES, "points", utility_left(first, who), self._spent("feature", draft, utility_left(scene, being))
            ),
        ]  # fmt: skip

    def _spent(self, word: str, draft: Draft, at_last: int) -> tuple[Spent, ...]:
        """What each was worth: by what was left before it and after it."""
        asked = [turn for turn in self.rehearse(draft).turns if turn.asked.word == word and draft.get(turn.step)]
        left = [cast(int, turn.question.about["left"]) for turn in asked]
        pairs = zip(asked, left, [*left[1:], at_last], strict=False)
        return tuple(
            [Spent(self.called(turn, draft.get(turn.step)), was - then, turn.step) for turn, was, then in pairs]
        )

    def numbers(self, scene: Scene, being: Being, guessed: bool) -> list[tuple[str, str]]:
        sheet = being.sheet
        return [
            ("Level", str(sheet.level)),
            ("Tier", str(sheet.tier)),
            ("HP", str(sheet.hp)),
            *[(name.capitalize(), str(rank)) for name, rank in sheet.attributes.items()],
            ("Avoidance", str(total_of(avoidance(scene, being)))),
            ("Durability", str(total_of(durability(scene, being)))),
            *[(name.capitalize(), str(total_of(resistance(scene, being, name)))) for name in RESISTANCES],
            ("Speed", str(speed(scene, being))),
            ("Initiative", str(total_of(initiative_parts(scene, being)))),
            ("Capacity", str(capacity(scene, being))),
            ("Boons", str(len(sheet.boons))),
            ("Features", str(len(sheet.utility))),
        ]

    def notes(self) -> list[Remark]:
        return [Remark("The book has no list of things to buy: what one costs is agreed at the table", "vt.wealth")]

    # -- purchases --------------------------------------------------------------------------------------------

    def steps(self, draft: Draft) -> Iterator[Step]:
        yield from super().steps(draft)
        if self.moment.scene.mode == STORY_MODE:
            yield from chapter("Purchases", self._purchases(draft))

    def _purchases(self, draft: Draft) -> Iterator[Step]:
        """vt.wealth: what it is, and how many dollars the game master wants for it."""
        wealth = self.moment.scene.beings[self.moment.who].sheet.wealth.replace("_", "-") or "unknown"
        for number in count(1):
            name = f"buy {number}"
            yield Step(
                name, f"Purchase {number}", WEALTH, "one", f"Your wealth: {wealth}. Buy something, or be done.",
                _to_buy, default=DONE, firm=True,
            )  # fmt: skip
            if not draft.get(name, DONE):
                return
            yield Step(f"{name} what", "What it is", WEALTH, "text", "As you agree with the game master.")
            yield Step(
                f"{name} price", "What it costs", WEALTH, "numbers", "In dollars.", None,
                partial(self._against_price, draft.before(f"{name} price"), name), fields=("dollars",), firm=True,
            )  # fmt: skip

    def _against_price(self, draft: Draft, name: str, choice: tuple[int]) -> Iterator[Refusal]:
        if choice[0] < 0:
            yield Refusal("a price is not below nothing", WEALTH)
            return
        scene, _ = self.after(draft)
        refusal = game_of(scene).refusal(scene, self._purchase(str(draft.get(f"{name} what", "")), choice[0]))
        if refusal is not None:
            yield refusal

    def _purchase(self, what: str, price: int) -> Command:
        return Command(GM, "buy", (("being", self.moment.who), ("price", price), ("what", what)))

    def calls(self, draft: Draft) -> list[Command]:
        prices = [made for made in draft.chosen if made.step.startswith("buy ") and made.step.endswith(" price")]
        named = [(str(draft.get(made.step.replace("price", "what"), "")), cast(Any, made.choice)) for made in prices]
        return [self._purchase(what, price[0]) for what, price in named]


def _to_buy() -> list[Option]:
    return [Option(DONE, "Done"), Option("thing", "Something", "What it is, and what it costs.")]


def _attributes(who: Being, turns: Iterable[Turn], draft: Draft) -> Iterator[Budget]:
    for title, names, word in ((COMBAT_POINTS, COMBAT, "combat"), (UTILITY_ATTRIBUTES, UTILITY, "utility")):
        spent, total = points_of(built(who), names)
        chosen = [turn.step for turn in turns if turn.asked.word == word and draft.has(turn.step)]
        raised = [Spent(str(draft.get(step)).capitalize(), 1, step) for step in chosen]
        yield Budget(title, "points", total - spent, tuple(raised))
