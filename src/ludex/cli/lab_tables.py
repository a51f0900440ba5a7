"""Results of the lab as tables that people like to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from ludex.core.game import GAMES
from ludex.lab.compare import Comparison
from ludex.lab.day import DayResult
from ludex.lab.result import About, OptionRow, PoolRow, Result, watch, written
from ludex.lab.statistics import Difference, Share, ranked
from ludex.lab.sweep import Sweep
from ludex.lab.tournament import Bout, Tournament
from ludex.text.style import EMBER, GOLD, MOSS, QUIET, count, side_style
from ludex.text.terminal import Console

MOST_SOURCES = 12
MOST_USES = 3
SELDOM = 0.1  # a fight: what is used less often is not told beside what is used most
MOST_OPTIONS = 12
BAR = 24
FIRST_COLUMN = 14  # letters that it keeps, however narrow the terminal


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def interval(found: Share) -> str:
    return f"{percent(found.rate)}  ({100 * found.low:.1f} to {100 * found.high:.1f})"


ROOM_FOR_BARS = 100  # from so many columns on, a sweep has bars


def narrow(found: Share) -> str:
    """For a column of its own: `78.0 % (72.1–83.0)`"""
    return f"{percent(found.rate)} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def signed(found: Difference, scale: float = 100, unit: str = "") -> str:
    """`+3.5 (+2.2 to +4.8)`"""
    told = f"{scale * found.mean:+.1f}{unit} ({scale * found.low:+.1f} to {scale * found.high:+.1f})"
    return told.replace("-", "−")


def bar(found: Share, width: int = BAR) -> Text:
    """A rate as a bar; its interval is the part between full and empty."""
    low, high = round(width * found.low), round(width * found.high)
    return Text.assemble(("█" * low, MOSS), ("▒" * (high - low), GOLD), ("░" * (width - high), QUIET))


def table(*columns: str, title: str = "") -> Table:
    """The first column is text, all others are numbers."""
    made = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, column in enumerate(columns):
        first = number == 0
        made.add_column(
            column,
            justify="left" if first else "right",
            header_style=QUIET,
            no_wrap=not first,
            min_width=FIRST_COLUMN if first and column else None,
        )
    return made


# ---------------------------------------------------------------- a simulation


def show(result: Result, console: Console, rules: bool = False) -> None:
    """`rules`: with a list of those that were never applied."""
    _head(result, console)
    _beings(result, console)
    _pools(result, console)
    _sources(result, console)
    _uses(result, console)
    _replays(result, console)
    _looked(result, console, rules)
    _foot([result.about], result.warnings, result.stopped, console)


def say(console: Console, words: str | Text = "", style: str = "") -> None:
    console.print(Text(words, style) if isinstance(words, str) else words, highlight=False)


def _head(result: Result, console: Console) -> None:
    first = result.sides[0]
    say(console, Text.assemble((result.about.title, "bold"), f"  {result.about.game_title}"))
    say(console)
    shares = [(side.side, side_style(side.side), side.won) for side in result.sides]
    shares += [("nobody", QUIET, result.nobody_won)] if result.nobody_won.count else []
    longest = max(len(name) for name, _, _ in shares)
    for name, style, won in shares:
        told = Text(f"won by {name:{longest}}", style)
        say(console, Text.assemble(told, "  ", bar(won), f"  {interval(won)}"))
    if result.no_fight.count:
        say(console, f"no fight took place in {interval(result.no_fight)}", QUIET)
    say(console)
    made = table("", "somebody goes down", "all go down", f"{first.health_pool} left", "start")
    for side in result.sides:
        left = side.health_left
        middle = f"{left.mean:.1f}  (middle half {left.quantiles['25']:.0f} to {left.quantiles['75']:.0f})"
        rates = percent(side.anybody_down.rate), percent(side.all_down.rate)
        made.add_row(Text(side.side, side_style(side.side)), *rates, middle, str(side.health_start))
    console.print(made)
    rounds = result.rounds
    say(console)
    say(
        console,
        f"Rounds: {rounds.mean:.1f} on average, median {rounds.quantiles['50']:.0f}, "
        f"5 to 95 % between {rounds.quantiles['5']:.0f} and {rounds.quantiles['95']:.0f}.",
    )
    who = f"with {count(result.workers, 'worker')}" if result.workers else "on a cluster"
    took = f" in {result.seconds:.1f} s {who}" if result.seconds else ""
    played = ", ".join(f"{side} by {name!r}" for side, name in result.about.policies.items())
    say(console, f"{count(result.fights, 'fight')}{took}; {played}; seed {result.about.seed}.", QUIET)


def _beings(result: Result, console: Console) -> None:
    made = table("Who", "down at least once", "falls first", "dies", "leaves", "deals", "takes")
    for row in result.beings:
        rates = [percent(each.rate) for each in (row.down, row.first_down, row.dead, row.left_fight)]
        made.add_row(Text(row.name, side_style(row.side)), *rates, f"{row.dealt:.1f}", f"{row.taken:.1f}")
    say(console)
    console.print(made)


def _pools(result: Result, console: Console) -> None:
    names = list(dict.fromkeys(row.pool for row in result.pools))
    made = table("What is left, of what there was", *names)
    for id_ in dict.fromkeys(row.id for row in result.pools):
        rows = {row.pool: row for row in result.pools if row.id == id_}
        one = next(iter(rows.values()))
        made.add_row(Text(one.name, side_style(one.side)), *(_left(rows.get(name)) for name in names))
    say(console)
    console.print(made)


def _left(row: PoolRow | None) -> str:
    """What there was is left out where all of it is won in the fight."""
    if row is None:
        return ""
    return f"{row.left:.1f} of {row.start}" if row.start else f"{row.left:.1f}"


def _sources(result: Result, console: Console) -> None:
    if not result.harm:
        return
    made = table("Harm by source", "by", "to", "a fight", "share")
    made.columns[1].justify = made.columns[2].justify = "left"
    for row in result.harm[:MOST_SOURCES]:
        name = Text(row.name or "nobody", side_style(row.side) if row.side else QUIET)
        to = Text(row.to_side, side_style(row.to_side))
        made.add_row(row.source, name, to, f"{row.per_fight:.1f} {row.pool}", percent(row.share))
    say(console)
    console.print(made)
    if len(result.harm) > MOST_SOURCES:
        say(console, f"and {len(result.harm) - MOST_SOURCES} more", QUIET)


def _uses(result: Result, console: Console) -> None:
    made = table("Who", "does most, a fight")
    made.columns[1].justify, made.columns[1].no_wrap = "left", False
    for being in result.beings:
        own = [row for row in result.uses if row.id == being.id and not row.passes]
        rows = [row for row in own if row.per_fight >= SELDOM or row is own[0]][:MOST_USES]
        told = ", ".join(f"{row.words} {row.per_fight:.1f}" for row in rows)
        made.add_row(Text(being.name, side_style(being.side)), told)
    say(console)
    console.print(made)


def _replays(result: Result, console: Console) -> None:
    first = result.sides[0]
    say(console)
    say(console, f"Fights to watch, from the worst for the {first.side} to the best")
    made = table("", "won by", "rounds", f"{first.side} {first.health_pool} left", "seed")
    for row in result.replays:
        made.add_row(ranked(row.quantile), row.winner or "nobody", str(row.rounds), str(row.health_left), str(row.seed))
    console.print(made)
    command = watch(asdict(result.about), result.replays[0].seed) if result.replays else ""
    if command:
        console.print(Text(f"Watch one with: {command}", QUIET), soft_wrap=True)


def _looked(result: Result, console: Console, rules: bool) -> None:
    looked = result.looked
    if not looked.fights:
        return
    applied, never = len(looked.rules_applied), len(looked.rules_never_applied)
    say(console)
    say(
        console,
        f"In {count(looked.fights, 'fight')} looked at closely {applied} of {applied + never} rules were applied"
        f"{'.' if rules else '; --rules lists the others.'}",
        QUIET,
    )
    if rules:
        known = GAMES[result.about.game].rulebook.rules
        made = table("Never applied", "")
        made.columns[0].no_wrap, made.columns[1].no_wrap, made.columns[1].justify = True, False, "left"
        for rule in looked.rules_never_applied:
            made.add_row(rule, known[rule].title)
        console.print(made)
    _options(looked.never_chosen, "Never chosen although possible", console)
    _options(looked.always_chosen, "Always chosen when possible", console)


def _options(rows: list[OptionRow], title: str, console: Console) -> None:
    if rows:
        told = ", ".join(row.words for row in sorted(rows, key=lambda row: -row.offered)[:MOST_OPTIONS])
        more = f" and {len(rows) - MOST_OPTIONS} more" if len(rows) > MOST_OPTIONS else ""
        say(console, f"{title}: {told}{more}.", QUIET)


def _foot(
    abouts: Sequence[About], warnings: Iterable[str], stopped: str, console: Console, names: Sequence[str] = ()
) -> None:
    """Rules, content, options and seed; of several variants each content that differs, with whose it is."""
    about = abouts[0]
    seals = [each.content_seal[:12] for each in abouts]
    content = seals[0]
    if len(set(seals)) > 1:
        content = ", ".join(f"{seal} ({name})" for seal, name in zip(seals, names, strict=True))
    changed = ", ".join(f"{name} = {written(value)}" for name, value in about.options.items())
    options = f", options {changed}" if changed else ""
    say(console, f"{about.game} rules {about.rules_version}, content {content}{options}; seed {about.seed}.", QUIET)
    for warning in warnings:
        say(console, f"Warning: {warning}", EMBER)
    if stopped:
        say(console, f"Not finished: {stopped}", EMBER)


# ---------------------------------------------------------------- comparisons, sweeps, days


def show_comparison(found: Comparison, console: Console) -> None:
    side = found.first.sides[0].side
    pool = found.first.sides[0].health_pool
    say(console, Text.assemble((found.names[0], "bold"), " against ", (found.names[1], "bold")))
    say(console)
    made = table("", "the first", "the second", "difference, same dice")
    results = (found.first, found.second)
    made.add_row(f"won by {side}", *(narrow(each.won) for each in results), signed(found.change.won))
    made.add_row("rounds", *(f"{each.rounds.mean:.1f}" for each in results), signed(found.change.rounds, 1))
    left = [f"{each.sides[0].health_left.mean:.1f}" for each in results]
    made.add_row(f"{side} {pool} left", *left, signed(found.change.health, 1))
    down = [f"{sum(row.down[side] for row in each.rows) / max(1, each.fights):.2f}" for each in results]
    made.add_row("brought down", *down, signed(found.change.down, 1))
    console.print(made)
    say(console)
    sign = found.change.won.sign
    names = found.names
    if sign:
        better = names[1] if sign > 0 else names[0]
        say(console, f"{better} is better for the {side}.", "bold")
    else:
        say(console, f"No difference in win rate is certain after {count(found.first.fights, 'fight')}.", "bold")
    for each in found.also:
        say(console, f"Played by {each.policy!r} on all sides: {signed(each.won, unit=' points')}.")
    both = list(zip(names, results, strict=True))
    warnings = [f"{name}: {warning}" for name, result in both for warning in result.warnings]
    _foot([each.about for each in results], [*found.warnings, *warnings], found.stopped, console, names)


def show_sweep(found: Sweep, console: Console) -> None:
    side = found.points[0].result.sides[0]
    about = found.points[0].result.about
    say(console, Text.assemble((f"{about.title}: {found.path}", "bold"), f"  {about.game_title}"))
    say(console)
    barred = console.width >= ROOM_FOR_BARS  # in a narrow window the bars give way, never the values
    bars = ("",) if barred else ()
    made = table("", *bars, f"won by {side.side}", "points more", "rounds", f"{side.health_pool} left")
    made.columns[0].min_width = max(len(written(point.value)) for point in found.points)
    if barred:
        made.columns[1].justify = "left"
    for number, point in enumerate(found.points):
        result = point.result
        against = signed(point.change.won) if number else ""
        health = f"{result.sides[0].health_left.mean:.1f}"
        cells = (narrow(result.won), against, f"{result.rounds.mean:.1f}", health)
        made.add_row(written(point.value), *([bar(result.won, 12)] if barred else []), *cells)
    console.print(made)
    say(console)
    first = found.points[0].result
    say(console, f"{count(first.fights, 'fight')} of each with the same dice; seed {first.about.seed}.", QUIET)
    warnings = [f"{found.path} = {written(p.value)}: {each}" for p in found.points for each in p.result.warnings]
    names = [written(point.value) for point in found.points]
    _foot([point.result.about for point in found.points], warnings, found.stopped, console, names)


def show_day(found: DayResult, console: Console) -> None:
    say(console, Text.assemble((found.title, "bold"), f"  {found.about.game_title}"))
    say(console)
    say(console, Text.assemble("the party comes through  ", bar(found.survived), f"  {interval(found.survived)}"))
    say(console)
    pools = list(dict.fromkeys(pool for row in found.stages for pool in row.left))
    made = table("Part of the day", "come to it", "through it", "rounds", "down", "dead", *pools)
    for row in found.stages:
        rounds = f"{row.rounds:.1f}" if row.kind == "scene" else ""
        left = [f"{100 * row.left[pool]:.0f} %" if pool in row.left else "" for pool in pools]
        rates = f"{100 * row.reached.rate:.0f} %", f"{100 * row.passed.rate:.0f} %"
        made.add_row(f"{row.number}. {row.name}", *rates, rounds, f"{row.down:.1f}", f"{row.dead:.1f}", *left)
    console.print(made)
    say(console)
    told = f"{' and '.join(pools)} as the party has them afterwards, of what it can have. "
    say(console, f"{told}{count(found.days, 'day')}; seed {found.about.seed}.", QUIET)
    _foot([found.about], found.warnings, found.stopped, console)


def show_tournament(found: Tournament, console: Console) -> None:
    longest = max((len(_bout(bout)) for bout in found.bouts), default=0)
    for title in dict.fromkeys(bout.scene for bout in found.bouts):
        say(console, title, "bold")
        for bout in found.bouts:
            if bout.scene == title:
                verdict = f"{bout.better} is better" if bout.better else "no certain difference"
                told = f"  {_bout(bout):{longest}}  ", bar(bout.won, 12), f"  {interval(bout.won)}"
                say(console, Text.assemble(*told))
                sides = ", ".join(f"as {side} {each.count} of {each.of}" for side, each in bout.won_as.items())
                nobody = f"; {bout.nobody} won by nobody" if bout.nobody else ""
                say(console, f"  {verdict}; {sides}{nobody}", QUIET)
        say(console)
    games = dict.fromkeys(f"{b.game} rules {b.rules_version}, content {b.content_seal[:12]}" for b in found.bouts)
    say(console, f"Each seed is fought on both sides; seed {found.seed}. {'; '.join(games)}.", QUIET)
    if found.stopped:
        say(console, f"Not finished: {found.stopped}", EMBER)


def _bout(bout: Bout) -> str:
    return f"{bout.second} against {bout.first}"
