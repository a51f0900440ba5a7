"""Somebody between situations: the class in which a level brings a rank."""

from __future__ import annotations

from ludex.core import growing
from ludex.core.creation import Remark
from ludex.core.growing import Asked
from ludex.games.cloudbreaker.book.classes import class_entry
from ludex.games.cloudbreaker.state import Being, Scene

ASKED = {"cb.class.rank_up": Asked("class", "Class", "Class")}
LEARNING = frozenset(ASKED)


class Growing(growing.Growing):
    named = ASKED

    def numbers(self, scene: Scene, being: Being, guessed: bool) -> list[tuple[str, str]]:
        sheet = being.sheet
        classes = [(class_entry(scene.library, name), rank) for name, rank in sheet.class_ranks]
        return [
            ("Level", str(sheet.level)),
            *[(entry.name, f"rank {rank}") for entry, rank in classes if entry is not None],
            ("Mastery", f"+{sheet.mastery_bonus}"),
            ("Major actions", str(sheet.major)),
            ("Minor actions", str(sheet.minor)),
            ("Features", str(len(sheet.features))),
        ]

    def notes(self) -> list[Remark]:
        return [
            Remark("What a level adds to HP, MP and Resolve is not in the chapter that we have", "cb.gap.characters"),
            Remark("There are no prices in the chapter that we have: agree at the table on trade", "cb.gap.items"),
        ]
