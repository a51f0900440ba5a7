"""Rulings and questions in words. A ruling is kind and values; its sentence is made here, when somebody reads it.

A game gives its sentences by kind of ruling and says, in a `Wording`, how it calls its things and places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, cast

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import listed, number
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.kernel.scene import Scene
from ludex.core.scene.given import field_value
from ludex.core.scene.shape import SCENE
from ludex.core.scene.staged import staged_of
from ludex.core.show.face import Line
from ludex.core.show.marks import Marked, called, capital, mark, summed

Sentence = str | Callable[["Named"], str]  # with {who} and the like, or a function of the values
Asked = Callable[[Any, Question], list[str]]


def as_written(scene: Any, value: Any) -> str:
    return str(value).replace("_", " ")


def set_to(scene: Any, field: str, value: Any) -> str:
    """What a field is set to, where a game has no words of its own for it."""
    words = listed(value) if isinstance(value, tuple) and all(isinstance(part, str) for part in value) else value
    return "nothing" if words in ("", (), None) else str(words)


@dataclass(frozen=True, kw_only=True, eq=False)
class Wording:
    """How a game speaks."""

    sentences: Mapping[str, Sentence]  # by kind of ruling; those of the table itself are in TABLE
    beings: frozenset[str] = frozenset({"who", "by", "target", "source", "whom", "actor", "to", "what"})
    things: frozenset[str] = frozenset()  # values that are ids of content, or words for something
    places: frozenset[str] = frozenset()  # values that are places
    thing: Callable[[Any, str], str] = as_written  # (scene, id): what people call it
    place: Callable[[Any, Any], str] = as_written
    value: Callable[[Any, str, Any], str] = set_to  # (scene, field, value): to what it is set
    ranks: Mapping[str, str] = field(default_factory=lambda: {"round": "round", "turn": "turn"})  # see Line
    silent: frozenset[str] = frozenset()  # kinds of which the line beside them tells
    said: Mapping[str, str] = field(default_factory=dict)  # a condition, and the kind of ruling that tells of it
    # Kinds that go without saying beside one of these: right before it and about the same being, or right after it
    part_of_next: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    part_of_last: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of ruling that has a sentence."""
        return (*self.sentences, *TABLE)

    def action(self, scene: Scene[Any], name: str, by_gm: bool = False) -> str:
        """What people call an action, or a thing that stands for using it."""
        actions = game_of(scene).gm_actions if by_gm else game_of(scene).actions
        return actions[name].label if name in actions else self.thing(scene, name)


THING = ("id", "thing", "item")  # of a table in which a thing is listed, the field that says which


class Named(dict[str, Any]):
    """The values of a ruling, with names in place of ids, and places as people write them."""

    def __init__(self, scene: Any, ruling: Ruling, wording: Wording) -> None:
        super().__init__(ruling.values)
        self.scene = scene
        self.rule = ruling.rule
        self.raw = ruling.values
        self.wording = wording
        if ruling.kind == "set":
            what, field, value = (cast(Any, ruling.values[key]) for key in ("what", "field", "value"))
            shape = staged_of(scene).shape
            given = field_value(shape, what, field, value)
            listed = field in shape.things and isinstance(given, list)
            self["value"] = (
                tuple([thing_told(scene, shape.things[field], part) for part in given])
                if listed
                else tables_told(scene, given)
            )
        marks = isinstance(scene.beings, Marked)
        for key, value in ruling.values.items():
            if not isinstance(value, str):
                if key in wording.places and isinstance(value, tuple):
                    words = wording.place(scene, value)
                    self[key] = called("place", ",".join(map(str, value)), words) if marks else words
            elif key in wording.beings and value in scene.beings:
                self[key] = scene.beings[value].name
            elif key in wording.things and value:
                words = wording.thing(scene, value)
                self[key] = called("thing", value, words) if marks else words
            elif key in ("command", "action"):
                self[key] = wording.action(scene, value, by_gm=ruling.values.get("actor") == GM)
            elif key == "actor" and value == GM:
                self[key] = f"the {scene.master}"
            elif key in wording.places and value:
                words = wording.place(scene, value)
                self[key] = called("place", value, words) if marks else words

    def __missing__(self, key: str) -> str:
        """Where somebody has come to or is by now is worked out where a sentence tells it: `{reached}` becomes ` to
        4,5` or `, next to Tahra`, and `{stands}` ` at 4,5` or the same."""
        if key not in ("reached", "stands"):
            raise KeyError(key)
        how = "to" if key == "reached" else "at"
        cell, origin = self.raw.get("to") or self.raw["at"], self.raw.get("origin")
        words: str = self.scene.reached(cell, str(self.raw["who"]), how, origin)
        return words

    def name(self, who: str) -> str:
        return self.scene.beings[who].name if who in self.scene.beings else who


def sentence(scene: Any, ruling: Ruling, wording: Wording) -> str:
    """A ruling in words; one without a sentence is told by its values."""
    made = wording.sentences.get(ruling.kind) or TABLE.get(ruling.kind)
    if ruling.kind == "roll" and ruling.rule == GM:
        made = thrown_by_master
    named = Named(scene, ruling, wording)
    if made is None:
        told = ", ".join(f"{key} {value}" for key, value in named.items())
        return f"{ruling.kind.replace('_', ' ').capitalize()}: {told}"
    words = made(named) if callable(made) else made.format_map(named)
    return capital(words)


def tie(scene: Any, names: Iterable[str], before: str) -> str:
    """Why dice are thrown once more: between whom it was a tie, with what stands before that in the sentence. Nothing
    where fewer than two of them are known: that there is a tie would tell of somebody else."""
    known = [scene.beings[name].name for name in names if name in scene.beings]
    return f"{before}tie between {listed(known)}" if len(known) > 1 else ""


def field_called(scene: Any, name: str, what: str = "") -> str:
    """What people call a field, of the scene or of a being where that is said."""
    called: str = game_of(scene).by_hand.called(name, what)
    return called


def settled(v: Named) -> str:
    field = field_called(v.scene, v["field"], SCENE if v.raw["what"] == SCENE else "being")
    whom = "" if v.raw["what"] == SCENE else v["what"]
    if isinstance(v.raw["value"], bool):  # such a field is called `has a run-up`
        settles = f"settles for {whom}" if whom else "settles"
        return f"the {v.scene.master} {settles}: {field}, {'yes' if v.raw['value'] else 'no'}"
    what = f"{field} of {whom}" if whom else field
    return f"the {v.scene.master} sets {what} to {v.wording.value(v.scene, v['field'], v['value'])}"


def renamed(v: Named) -> str:
    was = mark("being", str(v.raw["who"]), v["was"]) if isinstance(v.scene.beings, Marked) else v["was"]
    return f"{was} is called {v['who']} from now on"


def tables_told(scene: Any, value: Any) -> Any:
    """A value that was given, with every table in words: `Boosted (value 2, note Brawn)`, `zone cellar, depth 2`."""
    if isinstance(value, list):
        return tuple([tables_told(scene, part) for part in value])
    if not isinstance(value, dict):
        return value
    parts = [f"{key} {in_table(scene, part)}" for key, part in value.items() if key != "name" and part != ""]
    if "name" not in value:
        return ", ".join(parts)
    return f"{value['name']} ({', '.join(parts)})" if parts else str(value["name"])


def thing_told(scene: Any, kinds: Iterable[str], given: Any) -> str:
    """A thing that was given: `Rope`, or with what else was said of it, `Rope (count 3)`."""
    key = next((key for key in THING if key in given), "") if isinstance(given, dict) else ""
    name = given.get(key, "") if isinstance(given, dict) else given
    shelves = [scene.library.shelves[kind].entries for kind in kinds if kind in scene.library.shelves]
    called = next((shelf[name].name for shelf in shelves if name in shelf), name) or "nothing"
    more = given.items() if isinstance(given, dict) else ()
    usual = {"count": 1}
    said = [
        word if part is True else f"{word} {in_table(scene, part)}"
        for word, part in more
        if word != key and part and part != usual.get(word)
    ]
    return f"{called} ({', '.join(said).replace('_', ' ')})" if said else str(called)


def in_table(scene: Any, value: Any) -> str:
    told = tables_told(scene, value)
    if isinstance(told, tuple):
        return listed([in_table(scene, part) for part in told]) or "nothing"
    if isinstance(told, bool):
        return "yes" if told else "no"
    return str(scene.beings[told].name if told in scene.beings else told)


def awaited(scene: Any, who: str, amount: int, source: str, unit: str, rule: str) -> str:
    """A modifier of the game master that waits for a roll: `Next roll of Gali: +2 high ground (game master)`."""
    on = f" ({rule_title(scene, rule)})" if rule else ""
    more = f" {unit}" if unit not in ("", "bonus") else ""
    return f"Next roll of {who}{on}: {number(f'{amount:+d}')}{more} {source}"


def thrown_by_master(v: Named) -> str:
    """`the game master, does the rope hold?: 2d6 (3 + 4) + d4 2 + 1 = 10`"""
    sizes = dict.fromkeys(v["dice"])
    shown = {size: [face for die, face in zip(v["dice"], v["kept"], strict=True) if die == size] for size in sizes}
    parts = [faces_of([size] * len(faces), faces) for size, faces in shown.items()]
    bonus = v["total"] - sum(v["kept"])
    words = " + ".join(parts) + (f" {apart(bonus)}" if bonus else "")
    return f"the {v.scene.master}{', ' + v['for'] if 'for' in v else ''}: {summed(v.scene, f'{words} = ')}{v['total']}"


def back_or_forth(v: Named, does: str, done: str) -> str:
    """`the game master takes back: Tahra moves 1 m`, as the record told of it, and `taken back: …` by who did it. Where
    nothing is recorded, what was commanded; where even that is not to be known, that there was something."""
    if "deed" in v:
        how, what = done if v["own"] else f"the {v.scene.master} {does} back", v["deed"]
    elif "first" in v:
        command, beings = Command.from_plain(v["first"]), v.scene.beings
        who = beings[command.actor].name if command.actor in beings else f"the {v.scene.master}"
        how, what = done, f"{who}, {game_of(v.scene).face().sentence(v.scene, command)}"
    else:
        return f"the {v.scene.master} {does} something back"
    return f"{how}: {what}" if v["steps"] == 1 else f"{how} this and all after it: {what}"


TABLE: dict[str, Sentence] = {  # what happens at the table itself
    "set": settled,
    "changed_by_hand": lambda v: f"the {v.scene.master} changes something of {v['who']}",  # what, one may not know
    "renamed": renamed,
    "overruled": lambda v: f"the {v.scene.master} overrules: {v['actor']}, {v['command']} ({v['how']})",
    "withdrawn": "{command} of {actor} is withdrawn; the dice stay as they fell",
    "recalled": "the last answer is taken back; the dice stay as they fell",
    "undone": lambda v: back_or_forth(v, "takes", "taken back"),
    "redone": lambda v: back_or_forth(v, "brings", "brought back"),
    "modified": lambda v: awaited(v.scene, v["who"], v["amount"], str(v.raw["source"]), v["unit"], v["on"]),
    "spawned": lambda v: f"{v['who']} comes in" + (", hidden from the players" if v["hidden"] else ""),
    "hidden_by_hand": "{who} is hidden from the players",
    "removed": "{name} is gone",
    "given": lambda v: f"{v['who']} gets {v['thing']}" + (f" ×{v['count']}" if v["count"] != 1 else ""),
    "option": lambda v: f"the {v.scene.master} switches the option {v['name']} to {v['value']}",
    "told": "{words}",
    "failed": "that could not be carried out ({why}); settle it by hand",
}


# ---------------------------------------------------------------- things, rules and conditions


def content_name(scene: Any, thing: object, kinds: Iterable[str]) -> str:
    """What the content calls an entry of one of these kinds; empty when there is none."""
    if scene.library is None or not isinstance(thing, str):
        return ""
    return _name_in(scene.library, thing, tuple(kinds))


@derived()
def _name_in(library: Any, thing: str, kinds: tuple[str, ...]) -> str:
    shelves = library.shelves
    return next(
        (str(shelves[kind].get(thing).name) for kind in kinds if kind in shelves and thing in shelves[kind]), ""
    )


def rule_title(scene: Any, rule: str) -> str:
    found = game_of(scene).rulebook.rules.get(rule)
    return found.title if found is not None else rule.rpartition(".")[2].replace("_", " ").capitalize()


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A sentence with its values. `[for {turns}|forever]`: the first of these that lacks no value, or nothing."""

    def chosen(found: re.Match[str]) -> str:
        ways = [way for way in found[1].split("|") if all([values.get(name) for name in re.findall(r"{(\w+)}", way)])]
        return ways[0] if ways else ""

    return re.sub(r"\[(.*?)\]", chosen, text).format_map(values)


def taken_on(states: Mapping[str, str]) -> Callable[[Named], str]:
    """Sentences for a condition that somebody takes on, where there is more to say than that."""

    def told(v: Named) -> str:
        if v["condition"] in states:
            return filled(states[v["condition"]], v)
        source = v.get("source") and v.raw["source"] != v.raw["who"]
        return f"{v['who']} is {v['condition']}" + (f" (from {v['source']})" if source else "")

    return told


def rid_of(ends: Mapping[str, str]) -> Callable[[Named], str]:
    """Sentences for a condition that has ended."""
    return lambda v: ends.get(v["condition"], "{who} is no longer {condition}").format_map(v)


# ---------------------------------------------------------------- dice and numbers


def with_sign(number: int) -> str:
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def apart(number: int) -> str:
    """With the sign before it, as one more part of a sum: `+ 2`."""
    return f"{'+' if number > 0 else '−'} {abs(number)}"


def faces_of(dice: Sequence[str], faces: Sequence[int]) -> str:
    """Dice of one size with what they show: `d8 5`, or `2d6 (3 + 4)`."""
    if len(dice) == 1:
        return f"{dice[0]} {faces[0]}"
    return f"{len(dice)}{dice[0]} ({' + '.join(map(str, faces))})"


def added(modifiers: Iterable[Modifier]) -> list[str]:
    """The numbers that are added, each with where it comes from: `+ 2 FOR`."""
    return [f"{apart(m.amount)} {m.source}" for m in modifiers if m.amount]


def sources(modifiers: Iterable[Modifier]) -> str:
    """Where they come from; more than one from the same source is counted."""
    return ", ".join(f"{m.source}{f' {abs(m.amount)}' if abs(m.amount) > 1 else ''}" for m in modifiers)


# ---------------------------------------------------------------- the log


def line(scene: Any, ruling: Ruling, wording: Wording) -> Line:
    return Line(sentence(scene, ruling, wording), ruling.rule, wording.ranks.get(ruling.kind, ""), (ruling,))


def lines(scene: Any, rulings: Sequence[Ruling], wording: Wording) -> list[Line]:
    """Rulings as lines of a log, without what is silent or said beside it."""
    return [line(scene, r, wording) for number, r in enumerate(rulings) if not unsaid(rulings, number, wording)]


Finder = Callable[[Sequence[Ruling], int], list[Ruling]]  # what belongs together from this ruling on; nothing: it alone
Teller = Callable[[Any, list[Ruling]], Line]


def grouped(
    scene: Any,
    rulings: Sequence[Ruling],
    groups: Iterable[tuple[Finder, Teller]],
    alone: Callable[[int], Line | None],
) -> list[Line]:
    """Rulings as lines of a log, what belongs together as one of them; the others `alone`, or unsaid."""
    told: list[Line] = []
    number = 0
    while number < len(rulings):
        for find, tell in groups:
            group = find(rulings, number)
            if group:
                told.append(tell(scene, group)._replace(of=tuple(group)))
                number += len(group)
                break
        else:
            if (words := alone(number)) is not None:
                told.append(words)
            number += 1
    return told


def in_a_row(rulings: Sequence[Ruling], number: int, fits: Callable[[Ruling], bool]) -> list[Ruling]:
    """As many as fit, from this one on."""
    return list(takewhile(fits, rulings[number:]))


def about(ruling: Ruling) -> object:
    """Whom a ruling is about: who does it or suffers it, or else who throws the dice."""
    return ruling.values.get("who") or ruling.values.get("by")


def as_line(words: str, ruling: Ruling, rank: str = "") -> Line:
    return Line(capital(words), ruling.rule, rank, (ruling,))


def unsaid(rulings: Sequence[Ruling], number: int, wording: Wording) -> bool:
    """Does the line beside it say it? `X dies` and `X is Dead` are one thing."""
    ruling = rulings[number]
    if ruling.kind in wording.silent:
        return True
    if ruling.kind in wording.part_of_next and number + 1 < len(rulings):
        after = rulings[number + 1]
        return after.kind in wording.part_of_next[ruling.kind] and about(after) == about(ruling)
    if ruling.kind in wording.part_of_last:
        before = next((r for r in reversed(rulings[:number]) if r.kind not in wording.silent), None)
        return before is not None and before.kind in wording.part_of_last[ruling.kind]
    if ruling.kind not in ("condition", "condition_ends"):
        return False
    kind = wording.said.get(str(ruling.values["condition"]))
    near = rulings[max(0, number - 1) : number + 2]
    return kind is not None and any(r.kind == kind and r.values.get("who") == ruling.values["who"] for r in near)


# ---------------------------------------------------------------- questions


def saying(text: str) -> Asked:
    """A question in one sentence, with the names of what it is about; {asked} is who decides."""

    def asked(scene: Any, question: Question) -> list[str]:
        named = {key: scene.beings[v].name if v in scene.beings else v for key, v in question.about.items()}
        who = scene.beings[question.who].name if question.who in scene.beings else f"The {scene.master}"
        return [text.format_map({"asked": who, **named})]

    return asked
