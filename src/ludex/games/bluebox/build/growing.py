"""Somebody between scenes: what a level brings, weapons that are learned and things that are made in a rest."""

from __future__ import annotations

from ludex.core import growing
from ludex.core.creation import Budget, Draft, Remark, Spent
from ludex.core.growing import Asked, Row
from ludex.games.bluebox.book.adventure.rest import left_for
from ludex.games.bluebox.book.levels import HOW, RULE
from ludex.games.bluebox.state import STATS, Being, Scene, power_die

ACTIVITIES = "Rest Activities"
ASKED = {
    "bb.ability.bonus_cap": Asked("ability", "Ability bonus", "Ability bonuses"),
    HOW: Asked("learn", "Power or Module", "Power or Module"),
    RULE: Asked("stat", "Stat", "Stats"),
}
LEARNING = frozenset({HOW})
IN_A_REST = [
    Row("train", "Weapon", "Training", "rest_learn", "The second training makes you Practiced.", ACTIVITIES),
    Row("craft", "Craft", "Crafting", "rest_craft", "Each thing needs its Crafting check.", ACTIVITIES),
]


class Growing(growing.Growing):
    named = ASKED

    def rows(self) -> list[Row]:
        return IN_A_REST if self._rests else []

    @property
    def _rests(self) -> bool:
        scene: Scene = self.moment.scene
        return left_for(scene, scene.beings[self.moment.who]) > 0

    def budgets(self, draft: Draft) -> list[Budget]:
        if not self._rests:
            return []
        scene: Scene = self.moment.scene
        words = {row.word: row.chapter for row in IN_A_REST}
        chosen = [(made.step, made.step.rpartition(" ")[0]) for made in draft.chosen if made.choice]
        spent = [Spent(words[word], 1, step) for step, word in chosen if word in words]
        return [Budget(ACTIVITIES, "activities", left_for(scene, scene.beings[self.moment.who]), tuple(spent))]

    def numbers(self, scene: Scene, being: Being, guessed: bool) -> list[tuple[str, str]]:
        sheet, before = being.sheet, self.moment.scene.beings[self.moment.who].sheet
        hp = f"{before.hp} + ✦ + FOR" if guessed else str(sheet.hp)  # bb.gap.level_up: rolled at the table
        return [
            ("Level", str(sheet.level)),
            *[(stat, f"{sheet.stats[stat]:+d}" if sheet.stats[stat] else "0") for stat in STATS],
            ("AC", str(sheet.ac)),
            ("BAC", str(sheet.bac)),
            ("Plating", str(sheet.plating)),
            ("HP", hp),
            ("EP", str(sheet.ep)),
            ("✦", f"d{power_die(being)}"),
            *[(name, f"+{bonus}") for name, bonus in sheet.abilities.items() if bonus],
            ("Powers", str(len(sheet.powers))),
        ]

    def notes(self) -> list[Remark]:
        found = [Remark("There is no money in the book: agree at the table on trade", "bb.gap.equipment")]
        if not self._rests:
            words = "Weapons are learned and things are made in a rest, as long as you have a Rest Activity left"
            found.append(Remark(words, "bb.rest.kinds"))
        return found
