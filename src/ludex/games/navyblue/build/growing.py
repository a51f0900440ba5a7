"""Somebody between adventures: the level that a Respite brings once there is enough Experience, and languages."""

from __future__ import annotations

from ludex.core import growing
from ludex.core.creation import Budget, Draft, Remark, Spent
from ludex.core.growing import Asked, Row
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Refusal
from ludex.games.navyblue.book.adventure.downtime import WHOLE_DAY
from ludex.games.navyblue.book.features import archetype_value, max_vigor, slot_count
from ludex.games.navyblue.book.improving import RAISE, threshold
from ludex.games.navyblue.build.spending import LANGUAGES
from ludex.games.navyblue.state import ARCHETYPES, CORE, Being, Scene

ASKED = {
    "nb.heal.injuries": Asked("injury", "Injuries that heal", "Injuries"),
    "nb.arch.pick_one": Asked("archetype", "Archetype", "Archetype"),
    RAISE: Asked("attribute", "Attribute", "Attributes"),
    "nb.gap.features": Asked("feature", "Feature", "Features"),
    "nb.gap.skills": Asked("skill", "Skill", "Skills"),
}
LEARNING = frozenset({"nb.gap.features", "nb.gap.skills"})
LANGUAGE = Row(
    "language", "Language", LANGUAGES, "learn_language", "The Director says whether it suits the story.", LANGUAGES
)


class Growing(growing.Growing):
    named = ASKED
    when = "A level comes at the end of a Respite, by which 24 hours pass for the whole party."

    @property
    def _being(self) -> Being:
        scene: Scene = self.moment.scene
        return scene.beings[self.moment.who]

    def level(self) -> Command:
        """nb.level.when: at the end of a Respite."""
        return Command(GM, "respite", (("hours", WHOLE_DAY),))

    def begins(self) -> Command:
        return self.level() if self.moment.master else Command(self.moment.who, "respite")

    def not_yet(self) -> Refusal | None:
        being = self._being
        if not being.pc or being.experience < threshold(being):
            reason = f"the next level takes {threshold(being)} Experience, of which they have {being.experience}"
            return Refusal(reason, "nb.level.threshold")
        return super().not_yet()

    def rows(self) -> list[Row]:
        return [LANGUAGE] if self._being.sheet.language_points else []

    def budgets(self, draft: Draft) -> list[Budget]:
        points = self._being.sheet.language_points
        learned = [made for made in draft.chosen if made.choice and made.step.startswith(f"{LANGUAGE.word} ")]
        shelf = self.moment.known.shelves["language"].entries
        named = [(shelf.get(str(made.choice).partition(":")[0]), made.step) for made in learned]
        spent = tuple([Spent(entry.name, 1, step) for entry, step in named if entry is not None])
        return [Budget(LANGUAGES, "points", points, spent)] if points else []

    def numbers(self, scene: Scene, being: Being, guessed: bool) -> list[tuple[str, str]]:
        sheet = being.sheet
        own = [(ARCHETYPES[sheet.archetype], str(archetype_value(scene, sheet.level)))] if sheet.archetype else []
        return [
            ("Level", str(sheet.level)),
            ("Experience", f"{being.experience}/{threshold(being)}"),
            *[(name, str(sheet.attributes.get(name, 0))) for name in CORE],
            *own,
            ("Vigor", str(max_vigor(scene, being))),
            ("Slots", str(slot_count(scene, being))),
            ("Features", str(len(sheet.features))),
            ("Skills", str(len(sheet.skills))),
        ]

    def notes(self) -> list[Remark]:
        return [Remark("There are no prices in the book: agree at the table on trade", "nb.gap.money_and_start_kit")]
