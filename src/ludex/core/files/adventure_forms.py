"""How adventures are asked for: what each field of `adventure.toml` means in words. The editor and the JSON Schema read
it here."""

from __future__ import annotations

from ludex.core.content.forms import Form, Forms
from ludex.core.content.schema import Schema, schema
from ludex.core.files.adventurefile import Adventure

KIND = "adventure"

_FATES = {"down": "down", "out": "out", "dead": "dead", "left": "gone from the fight", "": "any"}

FORMS = Forms(
    {
        "Adventure": Form(
            fields={
                "title": "What people read.",
                "players": "For how many players: the fewest and the most.",
                "chapter": "Its chapters. It begins with the first.",
                "text": "What it is about, for whoever chooses one.",
            },
            titles={"text": "What it is about", "chapter": "Chapters"},
            long=("text",),
        ),
        "Chapter": Form(
            text="What is played without a break.",
            fields={
                "id": "The word by which other chapters name it.",
                "title": "The players read it, too.",
                "scene": "What is put on the board. Without one nothing is.",
                "difficulty": "How hard its fight is.",
                "say": "What the game master reads to the players. An empty line begins a new paragraph.",
                "know": "What only the game master knows. An empty line begins a new paragraph.",
                "before": "Rests and travel on the way, before its scene.",
                "after": "Rests and travel when its scene is over.",
                "handouts": "What the players can be shown.",
                "coach": "Short notes that teach the game to the players while they play.",
                "next": "Where it may go on. A chapter without any is an end.",
            },
            titles={
                "id": "Word in files", "scene": "Scene", "difficulty": "Its fight", "say": "Read aloud",
                "know": "For the game master alone", "before": "On the way", "after": "Afterwards",
                "handouts": "Handouts", "coach": "Notes of the coach", "next": "Where it goes on",
            },
            long=("say", "know"),
            names={"difficulty": {"": "not said"}},
        ),
        "Break": Form(
            fields={"rest": "How the party rests.", "travel": "How far the party travels."},
        ),
        "Paper": Form(
            title="Handout",
            fields={
                "title": "What it is called.",
                "text": "What is written on it.",
                "picture": "A picture of the pack, in place of the words.",
                "description": "What is to be seen on the picture, for those who cannot see it.",
                "shown": "When the players see it.",
            },
            titles={"text": "Words", "description": "What is to be seen", "shown": "Shown"},
            long=("text", "description"),
            names={
                "picture": {"": "none"},
                "shown": {"true": "as the chapter begins", "false": "when the game master shows it"},
            },
        ),
        "Advice": Form(
            title="Note of the coach",
            fields={
                "title": "What it is called.",
                "words": "What it says, in a sentence or two.",
                "rule": "Where one can read on.",
                "when": "What has to be so before it is shown. Where nothing is said, it comes with the chapter.",
            },
            titles={"words": "Words", "rule": "Read on at", "when": "Shown when all of this is so"},
            long=("words",),
        ),
        "When": Form(
            fields={
                "turn": "Whose turn it is.",
                "fresh": "Nothing was done in that turn yet.",
                "question": "They are asked something by this rule.",
                "told": "This rule has come up.",
                "condition": "Their own character is under it.",
                "fate": "What has become of their own character.",
                "foe": "What has become of somebody else.",
                "pool": "Less than half of it is left to their own character; as the sheet calls it.",
                "round": "The round that has begun.",
                "over": "The scene is over.",
                "after": "Another note was read before.",
            },
            titles={
                "turn": "Whose turn", "fresh": "Nothing done in it yet",
                "question": "Asked by the rule", "told": "The rule has come up",
                "condition": "Their character is under", "fate": "Their character is", "foe": "Somebody else is",
                "pool": "Half is gone of their", "round": "From round", "over": "The scene is over",
            },
            names={
                "turn": {"own": "their own", "other": "somebody else’s", "": "any"},
                "fate": _FATES, "foe": _FATES, "round": {"0": "any"}, "condition": {"": "any"},
                "question": {"": "any"}, "told": {"": "any"},
            },
        ),
        "Way": Form(
            text="Where it may go on.",
            fields={
                "to": "The chapter that comes then.",
                "text": "What the party does, as a choice.",
                "when": "Whether it leads there only after its scene was won, or lost.",
            },
            titles={"to": "Leads to", "text": "In words", "when": "Only if"},
            names={"when": {"won": "they won", "lost": "they lost", "": "always"}},
        ),
    }
)  # fmt: skip


def adventure_schema() -> Schema:
    """With all that our own editor knows."""
    return schema({KIND: Adventure}, FORMS)
