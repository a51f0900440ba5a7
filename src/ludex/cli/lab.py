"""`ludex simulate`, `ludex compare`, `ludex sweep`, `ludex tournament`: the lab on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludex.cli.lab_tables import show, show_comparison, show_day, show_sweep, show_tournament
from ludex.cli.options import Lab
from ludex.core.files.adventures import adventures_of
from ludex.core.kernel.english import count
from ludex.core.kernel.games import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.lab.compare import Comparison, compare
from ludex.lab.day import DayResult, is_day, simulate_day
from ludex.lab.report import write_report
from ludex.lab.result import Result
from ludex.lab.run import MOST, Stopped
from ludex.lab.simulate import simulate
from ludex.lab.statistics import Difference, Share
from ludex.lab.sweep import Sweep, sweep
from ludex.lab.tournament import POLICIES, Tournament, tournament
from ludex.lab.variants import PARTY, read_policies, read_settings
from ludex.text.echo import echo
from ludex.text.terminal import Console

FINE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

Found = Result | Comparison | Sweep | DayResult | Tournament


@dataclass(frozen=True, slots=True)
class Asked:
    """What all of the lab's commands take, as it was typed."""

    lab: Lab
    policies: Sequence[str] | None = None
    rules: bool = False  # list those that were never applied

    @property
    def settings(self) -> dict[str, Any]:
        lab = self.lab
        return {
            "fights": lab.fights,
            "width": lab.width,
            "seed": lab.seed,
            "policies": read_policies(self.policies) if self.policies else "",
            "content": tuple(lab.content or ()),
            "workers": lab.workers,
            "cluster": lab.cluster,
        }


def adventures() -> dict[str, Path]:
    """Those that come with the games, by id."""
    return {name: path for game in GAMES for name, path in adventures_of(game).items()}


def run_simulate(scene: str, asked: Asked, party: int = 0) -> int:
    def work(told: Callable[[int, str], None]) -> Found:
        def progress(fights: int, won: Share) -> None:
            told(fights, f"{100 * won.rate:.1f} % ± {50 * won.width:.1f}")

        path = adventures().get(scene, Path(scene))
        if is_day(path):
            if asked.rules:
                raise BadInput(f"{scene}: --rules looks at the fights of one scene; this is a day")
            if party:
                raise BadInput(f"{scene}: --party goes with one scene; this is a day")
            return simulate_day(path, **asked.settings, progress=progress)
        return simulate(scene, **asked.settings, settings={PARTY: party} if party else None, progress=progress)

    return _carry_out(work, asked)


def run_compare(
    first: str,
    second: str,
    asked: Asked,
    settings: tuple[str, ...],
    second_policies: tuple[str, ...],
    second_content: tuple[Path, ...],
    also: tuple[str, ...],
) -> int:
    if not second and not settings and not second_policies and not second_content:
        raise BadInput("nothing to compare: expected a second scene, --set, --policy-b or --content-b")

    def work(told: Callable[[int, str], None]) -> Found:
        def progress(fights: int, won: Difference) -> None:
            told(fights, f"{100 * won.mean:+.1f} points ± {50 * won.width:.1f}")

        return compare(
            first,
            second or None,
            settings=read_settings(settings),
            second_policies=read_policies(second_policies) if second_policies else "",
            second_content=second_content or None,
            also=also,
            **asked.settings,
            progress=progress,
        )

    return _carry_out(work, asked)


def run_sweep(scene: str, vary: str, asked: Asked) -> int:
    def work(told: Callable[[int, str], None]) -> Found:
        def progress(fights: int, won: list[Share]) -> None:
            told(fights, " ".join(f"{100 * each.rate:.0f}" for each in won) + " %")

        return sweep(scene, vary, **asked.settings, progress=progress)

    return _carry_out(work, asked)


def run_tournament(scenes: tuple[str, ...], policies: tuple[str, ...], asked: Asked) -> int:
    def work(told: Callable[[int, str], None]) -> Found:
        def progress(seeds: int, bout: str, won: Share) -> None:
            told(2 * seeds, f"{bout}: {100 * won.rate:.0f} % ± {50 * won.width:.0f}")

        return tournament(scenes, **{**asked.settings, "policies": policies or POLICIES}, progress=progress)

    return _carry_out(work, asked)


# ---------------------------------------------------------------- for all of them


def _carry_out(work: Callable[[Callable[[int, str], None]], Found], asked: Asked) -> int:
    """Run it with a progress bar, then print what was found; what is known so far where it could not go on."""
    html = asked.lab.html
    if html is not None and (html.is_dir() or not html.parent.is_dir()):
        raise BadInput(f"--html {html}: expected a file in a folder that is there")
    code, trouble = FINE, ""
    found: object
    try:
        with _progress(asked) as told:
            found = work(told)
    except Stopped as stopped:
        found, trouble = stopped.so_far, str(stopped)
        code = INTERRUPTED if stopped.interrupted else FAILED
    except KeyboardInterrupt:
        found, trouble, code = None, "interrupted before the first fight was over", INTERRUPTED
    if isinstance(found, Found):
        if html is not None:
            write_report(found.to_plain(), html)
            echo(f"ludex: the page is in {html}", err=True)
        _print(found, asked)
    if trouble:
        echo(f"ludex: {trouble}", err=True)
    return code


def _print(found: Found, asked: Asked) -> None:
    console = Console()
    if asked.lab.as_json:
        console.out(json.dumps(found.to_plain(), ensure_ascii=False, indent=2), highlight=False)
    elif isinstance(found, Result):
        show(found, console, asked.rules)
    elif isinstance(found, Comparison):
        show_comparison(found, console)
    elif isinstance(found, Sweep):
        show_sweep(found, console)
    elif isinstance(found, Tournament):
        show_tournament(found, console)
    else:
        show_day(found, console)


@contextmanager
def _progress(asked: Asked) -> Iterator[Callable[[int, str], None]]:
    """A bar on the error stream while it runs; nothing there where nobody looks at it."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[done]}"),
        TextColumn("{task.fields[answer]}"), TimeElapsedColumn(),
    )  # fmt: skip
    # No thread of its own: workers are forked while it is shown
    shown = Progress(*columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal)
    with shown:
        task = shown.add_task("fighting", total=asked.lab.fights or MOST, done="", answer="")

        def told(fights: int, answer: str) -> None:
            shown.update(task, completed=fights, done=count(fights, "fight"), answer=answer)
            shown.refresh()

        yield told
