"""A chapter as prose: the sentences of its record without dice and sums, put together, a paragraph for each turn. Of
harm it is only said that it was done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ludex.core.game import GAMES
from ludex.core.kernel.english import listed
from ludex.core.kernel.procedure import GM
from ludex.core.show.marks import capital
from ludex.table.document.answered import LinePart, LogLine, ToldLines
from ludex.table.know.pools import FULL, level_of
from ludex.table.past.replay_file import ReplayChapter, ReplayMoment

NAME = 0xE000  # from here on characters stand for names, whose numbers stay
SIGN = "[\ue000-\uf8ff]"
MEASURE = re.compile(r"\b\d+ (?:m|cells?|spaces?|hexes|squares?|zones?|metres?)\b")
NUMBER = re.compile(r" [+−-]?\d+\b")
AMOUNT = re.compile(r" [+−-]?\d+(?= [A-Z][a-z]{2})")  # of something with a name: `4 Plating`
ANY_NUMBER = re.compile(r"^\d+ |(?: (?:to|by))? [+−×-]?\d+\b")
SETS = re.compile(rf"(sets (.+?)(?: of ({SIGN}))?) to [^,]*\d.*")
ASIDE = re.compile(r" \(([^()]*)\)")  # by what, or from whom
AT_NUMBER = re.compile(r" at [+−-]?\d+ [A-Z]+\b")
ROUND = re.compile(r"(\bround \d+)")  # a number that tells when
NEXT = re.compile(rf"(?<=[^.])\. (?={SIGN}|[A-Z])")  # where another sentence begins
BY_CHECK = re.compile(r", [^,]*\b[Cc]heck\b[^,]*$")  # how it is tried
NOW = re.compile(r",? now$")  # where nothing is left of the place
VERB = re.compile(r"[a-z]{2}")
DOES = re.compile(r" [a-z]")  # how a sentence goes on after a name that does something
NAMES = re.compile(rf"(?:{SIGN}|, | )+")  # an order of turns
LOUD = re.compile(r"\b(?:[A-Z]{4,}|HIT)\b")  # longer than what a pool or a field is called
MOST_TOGETHER = 3  # doings of one in a sentence
BADLY = 30  # hundredths; who has no more left is badly hurt
LANDS = ("hits", "misses")  # how an attack goes on of which it is told only then
LANDED = re.compile(f"(.+) ({'|'.join(LANDS)}) (.+)")
HURTS = {"is hurt": "hurts them", "is badly hurt": "hurts them badly"}
HIT, MISS = "a hit", "a miss"
STATES = ("is", "cannot")  # verbs of what holds, which is told once in a turn
OF_ALL = {"is": "are", "has": "have"}
HARD = ("ies", "ches", "shes", "sses", "xes", "oes")  # verbs that do not only lose their last letter


class Said(NamedTuple):
    """A sentence: who does something, what they do, and what came of that, the outcome and who came to what harm.
    Where nobody does anything, all of it is in `does`."""

    who: str
    does: str
    outcome: str = ""
    harm: tuple[tuple[str, str], ...] = ()

    @property
    def verb(self) -> str:
        return self.does.partition(" ")[0].rstrip(",")

    @property
    def whom(self) -> str:
        """What follows the verb."""
        return self.does.partition(" ")[2]

    @property
    def is_plain(self) -> bool:
        """It may go on with what the same one does next."""
        return bool(self.who) and not self.outcome and not self.harm and not {",", ";"} & {*self.does}

    @property
    def came(self) -> tuple[list[str], str, list[str]]:
        """What they do, as `attacks Rat 1` and `hurts them`, what came of it, and harm that is not told so."""
        if self.who and self.outcome == MISS and not self.harm:
            return [self.does, "misses"], "", []
        if self.who and len(self.harm) == 1:
            whom, what = self.harm[0]
            if what in HURTS and self.outcome in (HIT, "") and _names(self.does, whom) and "," not in self.does:
                return [self.does, HURTS[what]], "", []
        alike = {what: [whom for whom, harm in self.harm if harm == what] for _, what in self.harm}
        harm = [f"{listed(who)} {what if len(who) == 1 else _of_all(what)}" for what, who in alike.items()]
        return [self.does], self.outcome, harm


class Paragraph:
    """What was done in a turn."""

    def __init__(self) -> None:
        self._said: list[Said] = []
        self._so: list[str] = []  # who has done the same after that, in turns of their own

    def __bool__(self) -> bool:
        return bool(self._said)

    def add(self, said: Said) -> None:
        before = [one for one in self._said if one.who == said.who] if said.verb in STATES else self._said
        known = said in before[-1:] or self._is_harm_told(said)
        if not said.does or (known and not said.outcome):
            return
        for at, one in reversed([*enumerate(self._said)][-2:]):
            if _announces(one, said, right_before=one is self._said[-1]):
                del self._said[at]
                break
        self._said.append(said)

    def _is_harm_told(self, said: Said) -> bool:
        """`is hurt while Down`, right after they were hurt"""
        told = [harm for last in self._said[-1:] for harm in (*last.harm, (last.who, last.does))]
        return any(who == said.who and said.does.startswith(f"{what} ") for who, what in told if what in HURTS)

    def add_harm(self, who: str, what: str) -> None:
        """It belongs to what was just done to them."""
        last, harm = self._said[-1] if self._said else Said("", ""), (who, what)
        if not last.who or not _names(last.does, who):
            self._said += [Said(who, what)] if last != Said(who, what) else []
        elif harm not in last.harm:
            self._said[-1] = last._replace(harm=(*last.harm, harm))

    def goes_on_with(self, other: Paragraph) -> bool:
        """Is the other the same once more, or what was done last, by somebody else? Then it is told with this one."""
        if other._said == self._said:
            return True
        last, again = self._said[-1], other._said[0]
        alike = len(other._said) == 1 and again.who and again == last._replace(who=again.who)
        if not alike or not last.who or last.verb in STATES:
            return False
        self._so.append(again.who)
        return True

    def sentences(self) -> Iterator[str]:
        at = 0
        while at < len(self._said):
            one = self._said[at]
            if all_of := self._alike(at):
                yield sentence(f"{listed(all_of)} {_of_all(one.does)}")
                at += len(all_of)
                continue
            together = [one]
            for other in self._said[at + 1 : at + MOST_TOGETHER]:
                if not together[-1].is_plain or other.who != one.who or ";" in other.does:
                    break
                together.append(other)
            yield _sentence(together)
            at += len(together)
            while at < len(self._said) and _is_again(together[-1], self._said[at]):
                yield _sentence([self._said[at]._replace(who="", does="Once more")])
                at += 1
        if self._so:
            yield sentence(f"So {'does' if len(self._so) == 1 else 'do'} {listed(self._so)}")

    def _alike(self, at: int) -> list[str]:
        """Those who do the same from here on, where they are more than one."""
        one, found = self._said[at], list[str]()
        for other in self._said[at:]:
            if not other.is_plain or other.does != one.does or other.who in found:
                break
            found.append(other.who)
        return found if len(found) > 1 and not one.verb.endswith(HARD) and one.verb.endswith("s") else []


def _names(does: str, whom: str) -> bool:
    """Is somebody among whom it is done to? `Rat 1` is not, where it is `attacks Rat 12`."""
    return re.search(rf"(?<!\w){re.escape(whom)}(?!\w)", does) is not None


def _of_all(does: str) -> str:
    """The same of more than one: `are hurt`."""
    verb, _, whom = does.partition(" ")
    return f"{OF_ALL.get(verb, verb[:-1])} {whom}"


def _announces(one: Said, other: Said, right_before: bool) -> bool:
    """It is told once more, with what came of it."""
    if not one.who or one.who != other.who or one.outcome or one.harm or one.verb == "is":
        return False
    if other.does == one.does or (other.verb in LANDS and other.whom == one.whom):
        return right_before or bool(other.outcome or other.verb in LANDS)
    if one.verb == "uses":  # to attack with it
        return right_before and other.does.endswith(f" with {one.whom}")
    return right_before and other.verb == one.verb and other.whom.startswith(one.whom)


def _is_again(one: Said, other: Said) -> bool:
    return bool(one.who and one.outcome and other.outcome) and (one.who, one.does) == (other.who, other.does)


def _sentence(together: list[Said]) -> str:
    *first, last = together
    does, outcome, harm = last.came
    words = " ".join([last.who, listed([*(one.does for one in first), *does])]).strip()
    words += f": {outcome}" if outcome else ""
    return sentence(words + (f", and {listed(harm)}" if harm else ""))


def sentence(words: str) -> str:
    plain = capital(" ".join(words.split()))
    return plain if plain.endswith((".", "!", "?", "…", ":", "”", "’", '"')) else f"{plain}."


# ---------------------------------------------------------------- out of the record


def told_once(lines: Iterable[tuple[ReplayMoment, LogLine]]) -> Iterator[tuple[ReplayMoment, LogLine]]:
    """What was read, without what is told in whole by the next line, and how an attack went on with the attack."""
    held: tuple[ReplayMoment, LogLine] | None = None
    for moment, line in lines:
        whole = _whole(held[1], line) if held is not None else None
        if held is not None and whole is None:
            yield held
        held = moment, whole or line
    if held is not None:
        yield held


def _whole(one: LogLine, other: LogLine) -> LogLine | None:
    """Two lines as one of them, where they tell of the same."""
    if other.words.startswith((f"{one.words}:", f"{one.words},")):
        return other
    landed = LANDED.fullmatch(other.words)
    if landed is None or not one.words.startswith(f"{landed[1]} attacks {landed[3]}: "):
        return None
    return replace(one, words=f"{one.words}, {HIT if landed[2] == LANDS[0] else MISS}")


class Telling:
    """A chapter, told paragraph by paragraph."""

    def __init__(self, game: str, chapter: ReplayChapter) -> None:
        self._game = GAMES[game]
        self._book = self._game.rulebook
        self._fates = {name.lower() for name in self._game.fates}
        self._chapter = chapter
        self._on: set[Said] = set()  # things of somebody, of which was told what they are like

    def lines(self) -> Iterator[tuple[ReplayMoment, LogLine]]:
        for moment in self._chapter.moments:
            if moment.told is not None and moment.listed.counts:
                yield from ((moment, line) for line in moment.told.lines)

    @staticmethod
    def _takes_back(told: ToldLines, line: LogLine) -> bool:
        """Does a line only tell that something does not count any more, or again? That one, and not what came of it."""
        return line.rule == GM and bool(told.undoes or told.redoes)

    def add(self, paragraph: Paragraph, moment: ReplayMoment, line: LogLine) -> None:
        """What a line says, without numbers."""
        if line.aside or (line.rule and line.rule == self._game.face().order_rule):
            return
        told = moment.told
        if told is None or self._takes_back(told, line):
            return
        if line.rule not in self._book.rules and line.rule not in self._book.gaps:  # somebody has said it so
            paragraph.add(Said("", "".join([part.words for part in line.head]) if line.rolls else line.words))
            return
        words, names = _with_signs(line.head or line.parts or [LinePart(words=line.words, kind="", id="")])
        words = _without_asides(words, told, line)
        in_numbers = any(one.isdigit() for one in words.partition(":")[0])
        if harm := list(self._harm(moment, line)) if in_numbers or _said(words, names) is None else []:
            for who, what in harm:
                paragraph.add_harm(who, what)
            return
        for part in NEXT.split(words):
            said = _said(part, names)
            if said is None and told.by_hand:
                said = self._by_hand(moment, part, names)
            if said is not None and said not in self._on:
                paragraph.add(self._by_master(said) if told.by_hand else said)
                if said.verb == "of":
                    self._on.add(said)

    def _harm(self, moment: ReplayMoment, line: LogLine) -> Iterator[tuple[str, str]]:
        """Who has come to harm or was healed, and what else has come of it for them."""
        called = {part.id: part.words for part in line.parts if part.kind == "being"}
        for who in dict.fromkeys(one.who for one in line.came if one.by and one.what in self._game.vital):
            known = self._chapter.beings.get(who)
            if known is None:
                continue
            came = [one for one in line.came if one.who == who]
            also = [one.what for one in came if not one.by]
            if any(one.by < 0 and one.what in self._game.vital for one in came):
                pool = moment.listed.pools.get(who)
                hurt = "badly hurt" if pool is not None and 0 < pool.share <= BADLY else "hurt"
                also = also if any(one.lower() in self._fates for one in also) else [hurt, *also]
            else:
                also = ["healed", *also]
            yield called.get(who, known.name), f"is {listed(also)}"

    def _by_hand(self, moment: ReplayMoment, words: str, names: Sequence[LinePart]) -> Said:
        """What was set by hand to a number, or given in one."""
        at = SETS.search(words)
        if at is None:
            return Said("", _named(ANY_NUMBER.sub("", words), names))
        whose = _sign(at[3] or "", names)
        pool = moment.listed.pools.get(whose.id) if whose is not None else None
        share = level_of(-(-pool.share * FULL // 100))[1] if pool is not None and at[2] in self._game.vital else ""
        return Said("", _named(f"{words[: at.end(1)]} {f'to {share}' if share else 'anew'}", names))

    def _by_master(self, said: Said) -> Said:
        """What the game master does, as a doing of theirs."""
        master = f"The {self._game.scene_type.master}"
        if said.who or not said.does.startswith(f"{master} "):
            return said
        return Said(master, said.does.removeprefix(f"{master} "))


def _said(words: str, names: Sequence[LinePart]) -> Said | None:
    """A sentence with signs for names, without numbers; nothing where the number is all that it says."""
    first, colon, rest = words.partition(":")
    named = _sign(first, names)
    acts = named is not None and DOES.match(first[1:]) is not None
    is_somebody = named is not None and named.kind == "being"
    if acts and is_somebody:
        rest = "" if first[1:].startswith(" is ") else _without_numbers(rest)  # what a rule means by it
    elif acts and AMOUNT.search(first):  # what a thing does is a sum
        return None
    if any(one.isdigit() for one in rest) or NAMES.fullmatch(rest):
        return None
    if not (first := _without_sums(AT_NUMBER.sub("", first))):
        return None
    if acts:
        return Said(_named(first[0], names), _named(BY_CHECK.sub("", first[1:]), names), _named(rest, names))
    if is_somebody and rest and first[1:2] == ",":
        return Said(f"{_named(first[0], names)}'s", _named(first[2:], names), _named(rest, names))
    return Said("", _named(f"{first}{colon}{rest}", names))


def _without_asides(words: str, told: ToldLines, line: LogLine) -> str:
    """Without whom something is from, and by what of theirs somebody has thrown dice."""
    sources = {each.source for at in line.rolls for each in told.rolls[at].modifiers}

    def kept(aside: re.Match[str]) -> str:
        left_out = aside[1] in sources or aside[1].startswith("from ") or any(one.isdigit() for one in aside[1])
        return "" if left_out else aside[0]

    return ASIDE.sub(kept, words)


def _sign(words: str, names: Sequence[LinePart]) -> LinePart | None:
    """The name with which a sentence begins."""
    at = ord(words[0]) - NAME if words else -1
    return names[at] if 0 <= at < len(names) else None


def _named(words: str, names: Sequence[LinePart]) -> str:
    """With names in place of their signs."""
    quiet = LOUD.sub(lambda loud: loud[0].lower(), words)
    return "".join([part.words if (part := _sign(one, names)) is not None else one for one in quiet]).strip()


def _with_signs(parts: Iterable[LinePart]) -> tuple[str, list[LinePart]]:
    """A sentence with a sign for each name in it, and the names."""
    words, names = "", list[LinePart]()
    for part in parts:
        said = part.words if part.kind != "place" else _without_measures(part.words)
        if part.kind and said:
            words += chr(NAME + len(names))
            names.append(LinePart(words=said, kind=part.kind, id=part.id))
        elif part.kind:
            words = NOW.sub("", words.rstrip(" ,"))
        else:
            for at, said in enumerate(ROUND.split(part.words)):
                words += chr(NAME + len(names)) if at % 2 else said
                names += [LinePart(words=said, kind="round", id="")] if at % 2 else []
    return words.strip(), names


def _without_sums(words: str) -> str:
    """Without numbers, and without what is said of nothing but a number: `moves to Ladder, loses 2 MP to water`."""
    first, *clauses = words.split(",")
    if not VERB.search(first):  # it only lists names
        return NUMBER.sub("", MEASURE.sub("", words)).strip()
    doing, *more = MEASURE.sub("", first).split(" and ")
    doing = AMOUNT.sub("", doing)
    if any(one.isdigit() for one in doing):
        return ""
    kept = [" and ".join([doing, *(one for one in more if not NUMBER.search(one))])]
    return ",".join([one.rstrip() for one in [*kept, _without_numbers(",".join(clauses))] if one.strip()])


def _without_numbers(words: str) -> str:
    """Without the parts that have numbers or reckon, or leave a number out."""
    said = [one for one in words.split(",") if not any(letter.isdigit() for letter in one) and " + " not in one]
    return ",".join([one for one in said if one.strip() != "some left"])


def _without_measures(place: str) -> str:
    """Where somebody is, without how far that is from others."""
    return ",".join([clause for clause in place.split(",") if not MEASURE.search(clause)]).strip()
