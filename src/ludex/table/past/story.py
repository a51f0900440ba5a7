"""A replay as prose, in Markdown: what happened last time, by scenes and rounds. Without numbers, unless somebody wants
them: dice and sums are left out, and of harm it is only said that it was done."""

from __future__ import annotations

import re

from ludex.core.kernel.english import count
from ludex.core.kernel.letters import seen
from ludex.core.show.marks import capital
from ludex.table.document.ended import DidShown, LuckShown
from ludex.table.past.prose import Paragraph, Said, Telling, sentence, told_once
from ludex.table.past.replay_file import LedThen, Replay, ReplayChapter
from ludex.table.past.statistics import StatisticsTold

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~])")  # what Markdown reads anywhere
LEADING = re.compile(r"^([-+=#]|\d+(?=[.)]))")  # and at the beginning of a line
RARE = 3  # luck that at least one in so many has is ordinary


def story(replay: Replay, numbers: bool = False) -> str:
    """The whole of it; with `numbers` every line as it was read, and who did what."""
    by = f"as {escaped(replay.seen_by)} saw it" if replay.seen_by else "as the players saw it"
    found = [f"# {escaped(replay.title)}", f"*{escaped(replay.game_title)}, {by}*"]
    led, evening = any(chapter.led for chapter in replay.chapters), 0
    for chapter in replay.chapters:
        before, later = led_by(chapter)
        found += [f"## {escaped(each.title)}" for each in before]
        if chapter.title not in (replay.title, *(each.title for each in before[-1:])):
            found.append(f"##{'#' if led else ''} {escaped(chapter.title)}")
        found += [f"*Evening {chapter.evening}*"] if chapter.evening != evening else []
        found += [escaped(chapter.text)] if chapter.text.strip() else []
        found += _told(replay.game, chapter, later, "####" if led else "###", numbers)
        evening = chapter.evening
    if numbers:
        found += ["## In numbers", *statistics_lines(replay.statistics)]
    return "\n\n".join(found) + "\n"


def led_by(chapter: ReplayChapter) -> tuple[list[LedThen], list[LedThen]]:
    """The chapters of the adventure that began before anything of this scene is told, and those that began later."""
    first = chapter.moments[0].listed.moment
    return [one for one in chapter.led if one.before <= first], [one for one in chapter.led if one.before > first]


def escaped(words: str) -> str:
    """Words that nobody reads as anything else, on one line."""
    plain = SPECIAL.sub(r"\\\1", seen(" ".join(words.split())))
    return LEADING.sub(lambda at: f"\\{at[1]}" if not at[1][0].isdigit() else f"{at[1]}\\", plain)


def _told(game: str, chapter: ReplayChapter, led: list[LedThen], round: str, numbers: bool) -> list[str]:
    """A paragraph for each turn, a heading for each round and for each chapter of the adventure."""
    telling, found, now = Telling(game, chapter), list[str | Paragraph](), Paragraph()
    for moment, line in told_once(telling.lines()) if numbers else telling.lines():
        begun = [one for one in led if one.before <= moment.listed.moment]
        if begun or line.rank in ("round", "turn", "end"):
            _close(found, now)
            now = Paragraph()
        found += [f"## {escaped(one.title)}" for one in begun]
        led = led[len(begun) :]
        match line.rank:
            case "round":
                found.append(f"{round} {escaped(line.words)}")
            case "end":
                found.append(f"**{escaped(sentence(line.words))}**")
            case "turn":
                pass
            case _ if numbers:
                now.add(Said("", line.words))
            case _:
                telling.add(now, moment, line)
    _close(found, now)
    told = [one if isinstance(one, str) else escaped(" ".join(one.sentences())) for one in found]
    return [*(told or ["Nothing was told."]), *(f"## {escaped(one.title)}" for one in led)]


def _close(found: list[str | Paragraph], now: Paragraph) -> None:
    """A paragraph comes to its end; one that says nothing else than the last one is told with that."""
    last = found[-1] if found else None
    if now and not (isinstance(last, Paragraph) and last.goes_on_with(now)):
        found.append(now)


# ---------------------------------------------------------------- who did what


Rows = list[list[str]]  # the first of them is the head


def statistics_lines(told: StatisticsTold) -> list[str]:
    """Who did what, in Markdown."""
    return [escaped(one) if isinstance(one, str) else _table(one) for one in _statistics(told)]


def statistics_text(told: StatisticsTold) -> str:
    """The same for a terminal, with the tables in columns."""
    found = [one if isinstance(one, str) else f"\n{_columns(one)}\n" for one in _statistics(told)]
    return "\n".join(found).rstrip("\n")


def _statistics(told: StatisticsTold) -> list[str | Rows]:
    """Sentences, and two tables."""
    fought = f", {count(told.fights, 'fight')}, {told.won} won and {told.lost} lost" if told.fights else ""
    found: list[str | Rows] = [
        f"{capital(count(told.scenes, 'scene'))} on {count(told.evenings, 'evening')}, {count(told.doings, 'deed')}"
        f"{fought}."
    ]
    if told.party:
        head = [told.pool, "dealt", "taken", "healed", "felled"]
        found.append([head, *([one.name, *_cells(one.did)] for one in told.party), ["The others", *_cells(told.foes)]])
    lucks = [("The party", told.luck), ("The others", told.luck_of_foes), *((one.name, one.luck) for one in told.party)]
    found += [f"{name}: {luck_words(luck)}" for name, luck in lucks if luck is not None]
    if told.rules:
        found.append([["rule", "times"], *([one.title, str(one.times)] for one in told.rules)])
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


def _table(rows: Rows) -> str:
    head, *others = [[escaped(cell) for cell in row] for row in rows]
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *others]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _columns(rows: Rows) -> str:
    wide = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(wide[0]), *(cell.rjust(most) for cell, most in zip(row[1:], wide[1:], strict=True))])
        for row in rows
    )
