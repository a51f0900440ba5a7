"""A character that is being made, as it goes over the line: the choices that come in, and what is told of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludex.server.http.asking import Given, Made

MOST_CHOICES = 400
MOST_OF_ONE = 100  # things chosen in one step
MOST_LETTERS = 200  # of a name, a choice or a rule
MOST_NUMBER = 9999

Letters = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
Number = Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Value = Letters | Number
Values = Annotated[list[Value], msgspec.Meta(max_length=MOST_OF_ONE)]

# ---------------------------------------------------------------- what comes in


class Throw(Given, frozen=True, kw_only=True):
    """In place of the faces of dice: the server is to roll them."""

    roll: Literal[True]


class ChoiceGiven(Given, frozen=True, kw_only=True):
    """What was chosen in a step: the value of an option, several of them, numbers, faces or a name. `allowed`: rules
    that the game master waives for it."""

    step: Letters
    choice: Value | Values | Throw
    allowed: Annotated[list[Letters], msgspec.Meta(max_length=20)] = []


class Making(Given, frozen=True, kw_only=True):
    """All choices so far. `at`: the step that is looked at, or the next one that is open. `table`: with the content of
    this table, as far as the seat whose token comes along may know it. `being`: of somebody of theirs on that table,
    who learns and buys; nobody new is made."""

    chosen: Annotated[list[ChoiceGiven], msgspec.Meta(max_length=MOST_CHOICES)] = []
    at: Letters = ""
    table: Letters = ""
    being: Letters = ""


# ---------------------------------------------------------------- what goes out


class PriceTold(Made, frozen=True, kw_only=True):
    """What something costs; below nothing where it gives some. `most`: where it is chosen afterwards how much of it."""

    amount: int
    unit: str
    words: str
    most: int | None = None


class RefusalTold(Made, frozen=True, kw_only=True):
    """Why something may not be chosen, and by which rule. `waiver`: `you` may waive it, the game master may (`ask`), or
    nobody can, since nothing could be made of it (`no`)."""

    text: str
    rule: str
    title: str
    waiver: Literal["you", "ask", "no"]


class OptionTold(Made, frozen=True, kw_only=True):
    """Something that comes into question. `chosen`: how often it was. `also`: words by which it is found, beside those
    that it says."""

    value: str | int
    name: str
    text: str
    also: str
    group: str
    chosen: int
    price: PriceTold | None
    refusal: RefusalTold | None


class StepLine(Made, frozen=True, kw_only=True):
    """A step in the list of all: what was chosen in it, in words, and what that cost. `locked`: what somebody has
    already, or the table has decided."""

    name: str
    title: str
    chapter: str
    kind: Literal["one", "several", "numbers", "faces", "text"]
    decided: bool
    told: str
    cost: PriceTold | None
    locked: bool


class StepShown(Made, frozen=True, kw_only=True):
    """The step that is looked at. `budget`: the name of the one from which it is paid. Of several at `least` and at
    `most` so many are chosen, where that is known; where it `repeats`, the same one more than once. `firm`: no rule can
    be waived. `row`: more of the same may come."""

    name: str
    title: str
    chapter: str
    rule: str
    rule_title: str
    kind: Literal["one", "several", "numbers", "faces", "text"]
    text: str
    fields: list[str]
    default: str | int | list[str | int] | None
    choice: str | int | list[str | int] | None
    options: list[OptionTold]
    budget: str
    least: int
    most: int | None
    firm: bool
    repeats: bool
    row: bool


class SpentTold(Made, frozen=True, kw_only=True):
    name: str
    amount: int
    step: str


class BudgetTold(Made, frozen=True, kw_only=True):
    """Something of which there is only so much. `free` is below nothing where more was spent than there is."""

    name: str
    unit: str
    total: int
    spent: list[SpentTold]
    free: int


class SheetLine(Made, frozen=True, kw_only=True):
    label: str
    value: str


class FellTold(Made, frozen=True, kw_only=True):
    """A choice that fits no more, and why; all that came along with it is gone with it."""

    step: str
    title: str
    told: str
    why: str
    rule: str
    rule_title: str


class WarningTold(Made, frozen=True, kw_only=True):
    """Something worth knowing. `severe`: it will hurt; otherwise something is missing or left over."""

    text: str
    rule: str
    severe: bool


class WaivedTold(Made, frozen=True, kw_only=True):
    rule: str
    title: str
    step: str


class RolledTold(Made, frozen=True, kw_only=True):
    """Dice that the server has rolled for this answer: every throw with its faces, those thrown again among them."""

    step: str
    throws: list[list[int]]
    words: str


class ChoiceTold(Made, frozen=True, kw_only=True):
    """A choice that stands, under the name that its step has now."""

    step: str
    choice: str | int | list[str | int]
    allowed: list[str]


class CharacterMade(Made, frozen=True, kw_only=True, omit_defaults=True):
    """A character's file, as `bring` takes it: with the entries by kind that it was made with and that are not in the
    content of the game."""

    ludex_character: int
    game: str
    character: dict[str, Any]
    content: dict[str, list[dict[str, Any]]] = {}


class CreationTold(Made, frozen=True, kw_only=True):
    """What the choices come to. `chosen` are those that stand, in order, to be given next time. `fell` are the others,
    but the one for the step `at`: what is against that stands in `refusals`, and sheet and budgets show what would come
    of it all the same. `done`: the character as a file, with the entries that it was made with; with it come the same
    as a content file and a first scene for it, both as TOML. Of a being that is there already, `deeds` are what is to
    be done at the table, each as a seat does it; `wishes` are commands that only the game master can give, to be asked
    for; `notes` tell what is not to be had here."""

    game: str
    steps: list[StepLine]
    step: StepShown | None
    chosen: list[ChoiceTold]
    budgets: list[BudgetTold]
    sheet: list[SheetLine]
    fell: list[FellTold]
    refusals: list[RefusalTold]
    warnings: list[WarningTold]
    waived: list[WaivedTold]
    rolled: list[RolledTold]
    may_waive: bool
    deeds: list[dict[str, Any]]
    wishes: list[dict[str, Any]]
    notes: list[WarningTold]
    done: CharacterMade | None
    content_file: str
    first_scene: str
