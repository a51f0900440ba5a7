"""What is asked, as a document for whoever decides: the question with its answers, or dice that are to be thrown; and
what others may do before it is answered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import Amount, Domain, OneOf, Several, Split
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question, Roll
from ludex.core.show.face import Face
from ludex.table.know.oddsline import heading, short_title
from ludex.table.know.offers import command_document, listed
from ludex.table.know.pools import knowing
from ludex.table.know.rolls import thrown_for
from ludex.table.know.seen import SOME, Seen
from ludex.table.records.settings import Settings

MOST_LISTED = 64  # answers of a domain that does not list all of them
MOST_MEANWHILE = 60

Document = dict[str, Any]


def question(seen: Seen, asked: Question, standing: list[str], settings: Settings) -> Document:
    """An open question with all that one must know to answer it; `standing` is how it can be answered once and for
    all."""
    scene, unknown = seen.scene, seen.unknown
    rough = [who for who, how in knowing(scene, seen.seat, settings).items() if how != "exact"]
    asked = seen.face.guarded(_of_what_is_known(seen, asked), rough)
    return {
        "key": asked.key,
        "rule": asked.rule,
        "title": heading(seen.game, asked.rule),
        "short": short_title(seen.game, asked.rule),
        "who": "" if asked.who in unknown else asked.who,
        "name": seen.called(asked.who),
        "words": blurred(seen, scene, seen.question_words(asked), settings),
        "domain": _domain(seen, scene, asked),
        "choices": [_answer(seen, scene, asked, value) for value in _answers(seen, asked.domain)],
        "default": listed(asked.default) if seen.known_among([asked.default]) else None,
        "standing": standing,
        "tray": seen.face.laid_in(asked) if asked.who not in unknown else "",
    }


def _of_what_is_known(seen: Seen, asked: Question) -> Question:
    """The question without those of the answers that take up something of which only the game master knows; they may
    be given all the same."""
    domain, secret = asked.domain, seen.secret if asked.rule in seen.game.learning else frozenset()
    if not secret or not isinstance(domain, OneOf | Several):
        return asked
    values = tuple([value for value in domain.values if secret.isdisjoint(re.findall(r"\w+", repr(value)))])
    usual = asked.default if not domain.fault(asked.default) and asked.default in (*values, ()) else None
    return replace(asked, domain=replace(domain, values=values), default=usual)


def blurred(seen: Seen, scene: Any, lines: list[str], settings: Settings) -> list[str]:
    """Lines without numbers of what others have left, where those are not known exactly."""
    rough = [scene.beings[who] for who, how in knowing(scene, seen.seat, settings).items() if how != "exact"]
    if not rough:
        return lines
    pools = {re.escape(pool.name) for being in rough for pool in seen.game.pools(scene, being)}
    amount = re.compile(rf"\b(has|have|and|with|of) −?\d+(?: of \d+)?(?= ({'|'.join(sorted(pools))})\b)")
    listed_so = re.compile(rf"\b({'|'.join(sorted(pools))}) −?\d+|(?<=\()−?\d+ ({'|'.join(sorted(pools))})\b")
    some = rf"{SOME} ({'|'.join(sorted(pools))})"
    aside = re.compile(rf" \({some}(, {some})*\)|; they have {some}")  # which says nothing any more

    def blur(sentence: str) -> str:
        if not any(being.name in sentence for being in rough):
            return sentence
        said = listed_so.sub(lambda found: f"{SOME} {found[1] or found[2]}", amount.sub(rf"\1 {SOME}", sentence))
        return aside.sub("", said)

    return [" ".join(blur(sentence) for sentence in re.split(r"(?<=[.!?]) ", line)) for line in lines]


def _domain(seen: Seen, scene: Any, asked: Question) -> Document:
    """What may be answered: one of the choices, an amount, several of some things, or some of a number of things given
    to others."""
    match asked.domain:
        case OneOf():
            return {"kind": "one"}
        case Amount(least, most):
            return {"kind": "amount", "least": least, "most": most}
        case Several() as several:
            parts = _parts(seen, scene, asked, several.values)
            most = min(several.most, len(several.values))
            return {"kind": "several", "least": several.least, "most": most, "among": parts}
        case Split(among, most):
            return {"kind": "split", "most": most, "among": _parts(seen, scene, asked, among)}
        case _:
            return {"kind": "some"}


def _parts(seen: Seen, scene: Any, asked: Question, values: tuple[Plain, ...]) -> list[Document]:
    known = seen.known_among(values)
    return [{"value": listed(value), "words": part_words(seen.face, scene, asked, value)} for value in known]


def part_words(face: Face, scene: Any, asked: Question, value: Plain) -> str:
    """One of the things of which an answer names several, or among which it splits something."""
    return face.value(scene, "who", value) if isinstance(asked.domain, Split) else face.answer(scene, asked, (value,))


def _answers(seen: Seen, domain: Domain) -> list[Plain]:
    """All where one has to choose from a list; a long range of numbers is not listed at all."""
    if isinstance(domain, Amount) and domain.most - domain.least >= MOST_LISTED:
        return []
    found = domain.some() if isinstance(domain, OneOf) else islice(domain.some(), MOST_LISTED)
    return seen.known_among(found)


def _answer(seen: Seen, scene: Any, asked: Question, value: Plain) -> Document:
    return {"value": listed(value), **told_apart(seen.face.answer(scene, asked, value))}


def told_apart(answer: str) -> Document:
    """What an answer is called, and what else is said of it."""
    words, _, about = answer.partition(": ")
    return {"words": words, "about": about}


def meanwhile(seen: Seen, asked: Question, others: Iterable[Command], own: Collection[str]) -> list[Document]:
    """What these may do of what others may before the question is answered: first what is done to who is asked."""
    found = seen.known_among([command for command in others if command.actor in own])
    first = sorted(found, key=lambda command: all(value != asked.who for _, value in command.args))
    return [{"command": command_document(command), "words": _said(seen, command)} for command in first[:MOST_MEANWHILE]]


def _said(seen: Seen, command: Command) -> str:
    return f"{seen.scene.beings[command.actor].name}: {seen.face.sentence(seen.scene, command)}"


def faces(seen: Seen, roll: Roll[Any]) -> Document:
    """Dice that somebody throws by hand, and whose faces are typed in."""
    return {
        "key": roll.key,
        "pool": [
            {"sides": die.sides, "again": sorted(die.again), "once": die.once, "more": sorted(die.more)}
            for die in roll.pool
        ],
        "dice": " + ".join(map(str, roll.pool)),
        "rule": roll.rule,
        "title": thrown_for(seen, roll.rule, roll.about or {}),
        "name": seen.face.value(seen.scene, "source", seen.veiled(roll.by)),
    }
