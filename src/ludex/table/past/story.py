"""A replay as prose, in Markdown: what happened last time, by scenes and rounds. Without numbers, unless somebody wants
them: dice and sums are left out, and of harm it is only said that it was done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.core.game import GAMES
from ludex.core.kernel.english import count
from ludex.core.kernel.letters import seen
from ludex.core.show.marks import capital
from ludex.table.document.answered import CameShown, LinePart, LogLine
from ludex.table.document.ended import DidShown, LuckShown
from ludex.table.past.replay_file import Replay, ReplayChapter
from ludex.table.past.statistics import StatisticsTold

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~])")  # what Markdown reads anywhere
LEADING = re.compile(r"^([-+=#]|\d+(?=[.)]))")  # and at the beginning of a line
NAME = 0xE000  # from here on characters stand for names, whose numbers stay
MEASURE = re.compile(r"\b\d+ (?:m|cells?|spaces?|hexes|squares?|zones?|metres?)\b")
NUMBER = re.compile(r" [+−-]?\d+\b")
RARE = 3  # luck that at least one in so many has is ordinary


def story(replay: Replay, numbers: bool = False) -> str:
    """The whole of it; with `numbers` every line as it was read, and who did what."""
    by = f"as {escaped(replay.seen_by)} saw it" if replay.seen_by else "as the players saw it"
    found = [f"# {escaped(replay.title)}", f"*{escaped(replay.game_title)}, {by}*"]
    for chapter in replay.chapters:
        found += [f"## {escaped(chapter.title)}", f"*Evening {chapter.evening}*"]
        found += [escaped(chapter.text)] if chapter.text.strip() else []
        found += Telling(replay.game, chapter, numbers).told()
    if numbers:
        found += ["## In numbers", *statistics_lines(replay.statistics)]
    return "\n\n".join(found) + "\n"


def escaped(words: str) -> str:
    """Words that nobody reads as anything else, on one line."""
    plain = SPECIAL.sub(r"\\\1", seen(" ".join(words.split())))
    return LEADING.sub(lambda at: f"\\{at[1]}" if not at[1][0].isdigit() else f"{at[1]}\\", plain)


class Telling:
    """A chapter, told paragraph by paragraph: one for each turn."""

    def __init__(self, game: str, chapter: ReplayChapter, numbers: bool) -> None:
        self._game = GAMES[game]
        self._chapter = chapter
        self._numbers = numbers
        self._said: list[str] = []  # in this paragraph
        self._paragraphs: list[str] = []

    def told(self) -> list[str]:
        for moment in self._chapter.moments:
            if moment.told is not None and moment.listed.counts:
                for line in moment.told.lines:
                    self._tell(line)
        self._break()
        return self._paragraphs or ["Nothing was told."]

    def _tell(self, line: LogLine) -> None:
        if line.rank in ("round", "turn"):
            self._break()
            if line.rank == "round":
                self._paragraphs.append(f"### {escaped(line.words)}")
            return
        sentences = [line.words] if self._numbers or line.rank == "end" else list(self._without_numbers(line))
        if line.rank == "end":
            self._break()
            self._paragraphs += [f"**{escaped(sentence(each))}**" for each in sentences]
        else:
            self._said += [each for each in sentences if each not in self._said[-1:]]

    def _break(self) -> None:
        """The next sentence begins a paragraph."""
        if self._said:
            self._paragraphs.append(escaped(" ".join(sentence(each) for each in self._said)))
        self._said = []

    def _without_numbers(self, line: LogLine) -> Iterator[str]:
        if line.aside or (line.rule and line.rule == self._game.face().order_rule):
            return
        words, names = _with_signs(line.head or line.parts or [LinePart(words=line.words, kind="", id="")])
        if not any(letter.isdigit() for letter in words):
            yield line.words if not line.head else _with_names(words, names)
            return
        harm = list(dict.fromkeys(self._harm(line.came)))
        if harm:
            yield from harm
            return
        head, _, rest = words.partition(":")
        if head[:1].isdigit() or any(letter.isdigit() for letter in rest) or not names:
            return  # the number is all that it says
        clauses = head.split(",")
        kept = [NUMBER.sub("", MEASURE.sub("", clauses[0])), *(one for one in clauses[1:] if not re.search(r"\d", one))]
        kept = [one.rstrip() for one in kept if one.strip()]
        yield _with_names(",".join(kept) + (f":{rest}" if rest else ""), names)

    def _harm(self, came: Iterable[CameShown]) -> Iterator[str]:
        """Who has come to harm or was healed."""
        for one in came:
            known = self._chapter.beings.get(one.who)
            if known is not None and one.by and one.what in self._game.vital:
                yield f"{known.name} {'is hurt' if one.by < 0 else 'is healed'}"


def _with_signs(parts: Iterable[LinePart]) -> tuple[str, list[str]]:
    """A sentence with a sign for each name in it, and the names."""
    words, names = "", list[str]()
    for part in parts:
        said = part.words if part.kind != "place" else _without_measures(part.words)
        if part.kind and said:
            words += chr(NAME + len(names))
            names.append(said)
        elif part.kind:
            words = words.rstrip(" ,")
        else:
            words += part.words
    return words, names


def _without_measures(place: str) -> str:
    """Where somebody is, without how far that is from others."""
    return ",".join([clause for clause in place.split(",") if not MEASURE.search(clause)]).strip()


def _with_names(words: str, names: list[str]) -> str:
    return "".join([names[at] if 0 <= (at := ord(one) - NAME) < len(names) else one for one in words])


def sentence(words: str) -> str:
    plain = capital(" ".join(words.split()))
    return plain if plain.endswith((".", "!", "?", "…", ":", "”", "’", '"')) else f"{plain}."


# ---------------------------------------------------------------- who did what


def statistics_lines(told: StatisticsTold) -> list[str]:
    """Who did what, in Markdown: sentences, and two tables."""
    fought = f"{count(told.fights, 'fight')}, {told.won} won and {told.lost} lost" if told.fights else "no fight"
    found = [
        f"{capital(count(told.scenes, 'scene'))} on {count(told.evenings, 'evening')}, {count(told.doings, 'deed')}, "
        f"{fought}."
    ]
    if told.party:
        rows = [[escaped(one.name), *_cells(one.did)] for one in told.party] + [["The others", *_cells(told.foes)]]
        found.append(_table([f"{told.pool}", "dealt", "taken", "healed", "felled"], rows))
    lucks = [("The party", told.luck), ("The others", told.luck_of_foes), *((one.name, one.luck) for one in told.party)]
    found += [escaped(f"{name}: {luck_words(luck)}") for name, luck in lucks if luck is not None]
    if told.rules:
        found.append(_table(["rule", "times"], [[escaped(one.title), str(one.times)] for one in told.rules]))
    return found


def luck_words(luck: LuckShown) -> str:
    """How dice have fallen, beside what such dice show on average, and how rare that is."""
    mean, expected = luck.total / luck.dice, (luck.sides + 1) / 2
    found = f"{luck.dice:,} d{luck.sides}, {mean:.1f} on average, expected {expected:.1f}"
    if luck.better == 0 or luck.worse == 0:
        return f"{found}; no dice could be {'better' if luck.better == 0 else 'worse'}"
    for one_in, word in ((luck.better, "better"), (luck.worse, "worse")):
        if one_in >= RARE:
            return f"{found}; as many dice fall {word} one time in {one_in:,}"
    return f"{found}; ordinary dice"


def _cells(row: DidShown) -> list[str]:
    return [str(number) for number in (row.dealt, row.taken, row.healed, row.felled)]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
