"""What an entry that is being made is worth, on the ground on which it is made."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import msgspec

from ludex.core.content.content import ContentError, convert
from ludex.core.kernel.ruling import BadInput
from ludex.lab.worth.odds import WorthOdds
from ludex.lab.worth.remarks import WorthRemark
from ludex.lab.worth.tried import Tried
from ludex.lab.worth.worth import WorthPrice, reference_fight, worth
from ludex.workshop.drafted import Step, plainly
from ludex.workshop.editing import Edit, raw_entry
from ludex.workshop.ground import Ground
from ludex.workshop.mends import Mend

TAKE_AWAY = "Take it away"


class Weighing(NamedTuple):
    """What comes in: the text of one entry, the id of the one it was begun from, and of whom it is tried against."""

    kind: str
    text: str
    origin: str = ""
    against: str = ""


class LintTold(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever makes an entry had better know: by which rule, where there is one, with its title; where in the
    entry; and what would mend it."""

    text: str
    rule: str
    title: str
    path: list[Step]
    mend: Mend | None


class WorthTold(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry is worth, against the one it was begun from. What makes no sense for its kind is null, and so is
    all of an entry that cannot be read."""

    price: WorthPrice | None
    odds: WorthOdds | None
    lint: list[LintTold]


def weighed(ground: Ground, given: Weighing) -> WorthTold:
    ground.check_kind(given.kind)
    try:
        found = worth(tried(ground, given), given.against)
    except ContentError:  # what is wrong with it is told where it is checked
        return WorthTold(price=None, odds=None, lint=[])
    return WorthTold(price=found.price, odds=found.odds, lint=[lint_told(ground, remark) for remark in found.lint])


def fight_job(ground: Ground, given: Weighing, fights: int, seed: int) -> bytes:
    """The reference fight, for another process to run."""
    return pickle.dumps(reference_fight(tried(ground, given), fights, seed))


def tried(ground: Ground, given: Weighing) -> Tried:
    origin = ground.entry(given.kind, given.origin) if given.origin else None
    try:
        raw = raw_entry(given.kind, given.text)
    except ContentError:
        raise
    except BadInput as fault:
        raise ContentError(f"text: {fault}") from None
    entry = convert(raw, ground.library.shelves[given.kind].record, f"text: {given.kind}")
    return Tried(ground.game, ground.library, given.kind, entry, origin)


def lint_told(ground: Ground, remark: WorthRemark) -> LintTold:
    """In the same words as the check of a draft, so that what both tell can be told once."""
    mend = Mend(words=TAKE_AWAY, edits=[Edit(path=remark.path)]) if remark.useless else None
    text = plainly(ground, remark.text)
    return LintTold(text=text, rule=remark.rule, title=remark.title, path=remark.path, mend=mend)
