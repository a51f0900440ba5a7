"""Making a character at the terminal: a walk through the steps of a game, and a content file at the end of it.

This knows steps, options and refusals; what they are is the game's (`Game.creation`).
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomli
from rich import box
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError
from ludex.core.creation import Budget, Creation, Draft, Option, Price, Step, library_with, next_step, thrown
from ludex.core.files.written import content_file, toml_scene
from ludex.core.game import GAMES
from ludex.core.kernel.dice import throw
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question, Roll
from ludex.core.kernel.ruling import Refusal
from ludex.text.terminal import Console

FINE, LEFT, BAD_INPUT = 0, 1, 2
HELP = "a: allow anyway (lists the rest) · b: back · s: sheet · q: quit · ?: help"
YES, NO = ("y", "yes"), ("n", "no")


class Leave(Exception):
    """The player stops before the end."""

    def __init__(self, word: str, code: int) -> None:
        super().__init__(word)
        self.code = code


class NotUnderstood(Exception):
    """What was typed is no answer to this."""


def create(
    game: str, out: Path, console: Console, plain: bool, seed: int | None, folders: tuple[Path, ...] = ()
) -> int:
    """Walk through the steps and write the character to the folder `out`; nothing is written before the end. What is
    in that folder already, and in the other `folders`, can be chosen too."""
    if game not in GAMES:
        return _bad(f"there is no game {game!r}; {meant(game.lower().replace(' ', ''), GAMES)}")
    if out.exists() and not out.is_dir():
        return _bad(f"{out} is a file; expected a folder to write the character to")
    try:
        library = GAMES[game].library(*folders, *([out] if out.is_dir() and out not in folders else []))
    except ContentError as fault:
        return _bad(f"there is content that cannot be read; mend it or choose another folder: {fault}")
    creation = GAMES[game].creation
    if creation is None:
        return _bad(f"{GAMES[game].title} has no rules here for making characters")
    luck: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
    walk = Walk(creation, Draft(library), console, plain, lambda sides: luck.randint(1, sides))
    try:
        walk.opening(GAMES[game].title)
        made = walk.through()
        files = save(creation, made, out)
    except Leave as left:
        walk.say(f"\n{left} {walk.unsaved()}")
        return left.code
    except KeyboardInterrupt:
        walk.say(f"\nStopped. {walk.unsaved()}")
        return LEFT
    except OSError as fault:
        return _bad(f"{out}: cannot be written: {fault.strerror}. {walk.unsaved()}")
    walk.closing(files, made["character"][-1].id, out, folders)
    return FINE


def _bad(words: str) -> int:
    Console(stderr=True).print(f"ludex: {words}", style="red", highlight=False, markup=False, soft_wrap=True)
    return BAD_INPUT


class Walk:
    """One player at one terminal, and the draft that grows."""

    def __init__(
        self, creation: Creation, draft: Draft, console: Console, plain: bool, face: Callable[[int], int]
    ) -> None:
        self.creation = creation
        self.draft = draft
        self.console = console
        self.plain = plain
        self.face = face
        self.fallen: dict[str, Plain] = {}  # dice stay as they fell, even when the player goes back
        self.shown: dict[str, str] = {}  # the numbers of the sheet when they were last shown
        self.told: dict[str, tuple[str, str]] = {}  # each step that was taken, in words

    # -- the walk ---------------------------------------------------------------------------------------------

    def through(self) -> dict[str, list[Any]]:
        while True:
            step = next_step(self.creation, self.draft)
            if step is not None:
                self.decide(step)
                continue
            made = self.creation.finish(self.draft)
            self.whole(made)
            while (answer := self.read("Enter to save, b to go back, q to quit: ").lower()) not in ("", "b", *YES):
                self.say("Please press Enter, or type b or q.")
            if answer != "b":
                return made
            self.draft = self.draft.back()

    def decide(self, step: Step) -> None:
        """One step: show what is legal, read until something is chosen, or go back."""
        options = step.options()
        legal = [option for option in options if option.refusal is None]
        rest = [option for option in options if option.refusal is not None]
        self.heading(step)
        self.listing(legal, 1)
        allow = False
        while True:
            line = self.read(self.prompt(step))
            word, _, more = line.partition(" ")
            match word.lower():
                case "b" if not more:
                    if not self.draft.chosen:
                        self.say("This is the first step.")
                        continue
                    self.draft = self.draft.back()
                    return
                case "s" if not more:
                    self.strip()
                    self.say(self.so_far())
                    continue
                case "?" | "h" | "help" if not more:
                    self.say(HELP)
                    continue
                case "a" if not more and not step.firm and step.kind != "text":
                    allow = True
                    self.listing(rest, len(legal) + 1)
                    self.say("Anything goes for this step now; what is not legal is marked on the sheet.")
                    continue
                case "a" if not step.firm and step.kind != "text":
                    allow, line = True, more
            try:
                choice = self.understand(step, line, legal + rest if allow else legal)
            except NotUnderstood as fault:
                if allow or (named := self.named(step, line, legal + rest)) is None:
                    self.say(str(fault))
                    continue
                choice = named
            against = step.refusals(choice)
            if against and not (allow and self.possible(step, choice)):
                for refusal in against:
                    self.say(f"Not legal: {_because(refusal)}")
                if self.possible(step, choice):
                    self.say(f"To take it all the same: a {line}")
                continue
            for refusal in against:
                self.say(f"Allowed by the table: {_because(refusal)}")
            self.draft = self.draft.take(step.name, choice, dict.fromkeys(refusal.rule for refusal in against))
            self.told[step.name] = (step.title, step.told(choice))
            if dict(self.creation.sheet(self.draft)) != self.shown:
                self.strip()
            return

    def possible(self, step: Step, choice: Plain) -> bool:
        """Whether a choice makes a character at all, legal or not."""
        return step.waivable and not step.unmade(choice)

    # -- understanding ----------------------------------------------------------------------------------------

    def understand(self, step: Step, line: str, options: list[Option]) -> Plain:
        if step.kind == "faces":
            return self.dice(step, line)
        if not line:
            if step.default is None:
                raise NotUnderstood("Something has to be chosen (? for help).")
            return step.default
        if step.kind == "text":
            return line
        if step.kind == "numbers":
            return _numbers(line, len(step.fields), " ".join(step.fields))
        if step.kind == "one":
            if len(line.split()) > 1 and all(word.isdecimal() for word in line.replace(",", " ").split()):
                raise NotUnderstood("Only one can be chosen here; what comes next is asked afterwards.")
            return _option(line, options)
        return _several(line, options)

    def named(self, step: Step, line: str, options: list[Option]) -> Plain:
        """What is called so among all there is, also what is not legal now and therefore not listed."""
        if any(word.isdecimal() for word in re.split(r"[\s,]+", line)):
            return None
        try:
            return self.understand(step, line, options)
        except NotUnderstood:
            return None

    def dice(self, step: Step, line: str) -> Plain:
        if step.name in self.fallen:
            self.say("These dice have fallen already.")
            return self.fallen[step.name]
        if line:
            return _numbers(line, None, "one face for each die, or Enter to roll")
        self.fallen[step.name] = thrown(step, self.answer)
        return self.fallen[step.name]

    def answer(self, request: Any) -> Any:
        """Dice are thrown, questions are put to the player."""
        if isinstance(request, Roll):
            kept, fallen = throw(request.pool, self.face)
            self.say(f"The dice show {' '.join(map(str, fallen))}.")
            return request.reading(kept)
        assert isinstance(request, Question)
        what = str(request.about.get("what", "Yes")).capitalize()
        while True:
            said = self.read(f"{what}? [{'Y/n' if request.default else 'y/N'}] ").lower()
            answer = request.default if not said else True if said in YES else False if said in NO else said
            fault = request.domain.fault(answer)
            if not fault:
                return answer
            self.say("Please answer y or n.")

    def read(self, prompt: str) -> str:
        try:
            line = self.console.input(Text(prompt))
        except EOFError:
            raise Leave("The input has ended.", LEFT) from None
        except UnicodeDecodeError:
            raise Leave("The input is not text.", LEFT) from None
        if not sys.stdin.isatty():
            self.console.print(line, markup=False, highlight=False)
        line = line.strip()
        if line.lower() in ("q", "quit", "exit"):
            raise Leave("Left.", FINE)
        return line

    # -- showing ----------------------------------------------------------------------------------------------

    def say(self, words: str) -> None:
        self.console.print(words, markup=False, highlight=False, soft_wrap=self.plain)

    def opening(self, title: str) -> None:
        self.say(f"A character for {title}. Type a number or a name; where several are possible, as 1 2 3.")
        self.say(HELP)

    def heading(self, step: Step) -> None:
        title = f"{len(self.draft.chosen) + 1}. {step.title}"
        self.say("")
        if self.plain:
            self.say(title)
        else:
            self.console.print(Rule(Text(title, style="bold"), align="left", style="dim"))
        words = Text(f"{step.text} " if step.text else "")
        words.append(f"[{step.rule}]", style="dim")
        self.console.print(words, soft_wrap=self.plain)
        for budget in self.creation.budgets(self.draft):
            if budget.name == step.budget:
                self.say(_spent(budget))

    def listing(self, options: list[Option], first: int) -> None:
        group = ""
        if self.plain:
            for number, option in enumerate(options, first):
                if option.group != group:
                    group = option.group
                    self.say(f"{group}:")
                against = f" Not legal: {_because(option.refusal)}" if option.refusal else ""
                price = f", {option.price.words}" if option.price else ""
                text = f": {option.text}" if option.text else ""
                self.say(f"{number} {option.name}{price}{text}{against}")
            return
        table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        table.add_column(justify="right", style="cyan", no_wrap=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column()
        for number, option in enumerate(options, first):
            if option.group != group:
                group = option.group
                table.add_row("", Text(group, style="dim italic"), "", "")
            words = Text(option.text)
            if option.refusal is not None:
                words.append(f"{' ' if option.text else ''}✗ {_because(option.refusal)}", style="yellow")
            table.add_row(str(number), Text(option.name), Text(option.price.words if option.price else ""), words)
        if options:
            self.console.print(Padding(table, (0, 0, 0, 1)))

    def prompt(self, step: Step) -> str:
        if step.kind == "numbers":
            usual = " ".join(map(str, step.default)) if isinstance(step.default, tuple) else ""
            return f"{' '.join(step.fields)}{f' [Enter: {usual}]' if usual else ''}: "
        if step.kind == "faces":
            return "Enter to roll, or the faces of your own dice: "
        if step.default is not None:
            standing = step.default if isinstance(step.default, tuple) else (step.default,)
            return f"> [Enter: {', '.join(map(str, standing)) or 'none'}] "
        return "> "

    def strip(self) -> None:
        """The numbers of the sheet, as far as they are decided; what has just changed stands out."""
        numbers = self.creation.sheet(self.draft)
        line = Text()
        for label, value in numbers:
            if line:
                line.append(", " if self.plain else "  ")
            changed = value != self.shown.get(label, value)
            line.append(f"{label} ", style="dim")
            line.append(value, style="bold cyan" if changed else "bold" if value != "–" else "dim")
        self.shown = dict(numbers)
        if self.plain:
            self.say(f"Sheet: {line.plain}")
        else:
            self.console.print(Padding(line, (0, 0, 0, 2)))

    def whole(self, made: Mapping[str, list[Any]]) -> None:
        """The character as it will be written."""
        entry = made["character"][-1]
        self.say("")
        table = Table(box=None if self.plain else box.ROUNDED, show_header=False, border_style="dim", title=None)
        table.add_column(style="dim", no_wrap=True)
        table.add_column()
        for chosen in self.draft.chosen:
            title, words = self.told[chosen.step]
            if words:
                if self.plain:
                    self.say(f"{title}: {words}")
                table.add_row(title, Text(words))
        if not self.plain:
            self.console.print(table)
        self.strip()
        for rule in entry.allowed:
            self.say(f"Allowed by the table although the rules do not: {rule}")
        for fault in self.creation.faults(library_with(self.draft.library, made), entry):
            self.say(f"Not legal: {fault.problem} [{fault.rule}]")
        for remark in sorted(self.creation.warnings(self.draft), key=lambda each: not each.severe):
            rule = f" [{remark.rule}]" if remark.rule else ""
            self.say(f"{'Will hurt' if remark.severe else 'Worth knowing'}: {remark.text}{rule}")

    def so_far(self) -> str:
        """Everything that was chosen."""
        told = [self.told[made.step] for made in self.draft.chosen]
        return "; ".join(f"{title}: {words}" for title, words in told if words) or "Nothing was decided yet."

    def unsaved(self) -> str:
        shown = self.so_far() if any(self.told[made.step][1] for made in self.draft.chosen) else ""
        if not shown:
            return "Nothing was decided yet, and nothing was written."
        return f"Not saved: {shown}. Nothing was written."

    def closing(self, files: list[Path], name: str, out: Path, folders: tuple[Path, ...]) -> None:
        character, scene = files
        self.say(f"Written: {character}")
        self.say(f"Written: {scene}")
        folder = _quoted(str(out))
        content = " ".join(f"--content {_quoted(str(each))}" for each in (*folders, out))
        self.say(f"Play a first fight:  ludex play --text {scene.stem} {content}")
        self.say(f"In a scene of yours: [beings.{name}], with {content}")
        self.say(f"After changing it:   ludex check {folder}")


def _because(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.rule}]"


def _spent(budget: Budget) -> str:
    """`Aspect points: 33 of 60 AP spent, 27 AP left`"""
    words = f"{budget.name}: {budget.total - budget.free} of {Price(budget.total, budget.unit).words} spent"
    return f"{words}, {Price(budget.free, budget.unit).words} left"


def _quoted(path: str) -> str:
    return path if re.fullmatch(r"[\w./-]+", path) else "'" + path.replace("'", "'\\''") + "'"


# ---------------------------------------------------------------- what was typed


def _numbers(line: str, count: int | None, expected: str) -> tuple[int, ...]:
    words = line.replace("−", "-").replace("–", "-").replace(",", " ").split()
    if not all(re.fullmatch(r"[+-]?\d{1,3}", word) for word in words) or (count and len(words) != count):
        if count == 1:
            raise NotUnderstood(f"Expected one number: {expected}")
        amount = f"{count} numbers" if count else "numbers"
        raise NotUnderstood(f"Expected {amount} with spaces between them: {expected}")
    return tuple(int(word) for word in words)


def _option(word: str, options: list[Option]) -> Plain:
    """By its number, its name or its id."""
    if word.isdecimal():
        if 1 <= int(word) <= len(options):
            return options[int(word) - 1].value
        raise NotUnderstood(f"Expected a number from 1 to {len(options)}, or a name." if options else "There are none.")
    lower = word.lower()
    exact = [o for o in options if lower in (o.name.lower(), str(o.value).lower())]
    found = exact or [o for o in options if f" {lower}" in f" {o.name.lower()}"]
    if len(found) == 1:
        return found[0].value
    if found:
        raise NotUnderstood(f"{word!r} could be {' or '.join(option.name for option in found)}.")
    raise NotUnderstood(f"There is no {word!r} here (? for help).")


def _several(line: str, options: list[Option]) -> tuple[Plain, ...]:
    if "," in line:
        words = [word.strip() for word in line.split(",") if word.strip()]
    elif all(word.isdecimal() for word in line.split()):
        words = line.split()
    else:
        try:
            return (_option(line, options),)  # a name of several words
        except NotUnderstood as fault:
            try:
                return tuple(_option(word, options) for word in line.split())
            except NotUnderstood:
                raise fault from None
    return tuple(_option(word, options) for word in words)


# ---------------------------------------------------------------- the files


def save(creation: Creation, made: Mapping[str, list[Any]], out: Path) -> list[Path]:
    """Write the character and a first scene for it. Either both are there afterwards or none."""
    character = made["character"][-1]
    content = content_file(f"{character.name}, made with `ludex create`.", made)
    scene = toml_scene(creation.first_scene(character))
    for text in (content, scene):
        tomli.loads(text)  # what is written can be read
    files = [_free(out, character.id), _free(out / "scenes", f"{character.id}_first_fight")]
    drafts = [path.with_name(f".{path.name}.part") for path in files]
    before = [folder for folder in (out, out / "scenes") if not folder.exists()]
    try:
        for draft, text in zip(drafts, (content, scene), strict=True):
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(text, encoding="utf-8")
        for draft, path in zip(drafts, files, strict=True):
            os.replace(draft, path)
    except (OSError, KeyboardInterrupt):
        for path in (*drafts, *files):
            path.unlink(missing_ok=True)
        for folder in reversed(before):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        raise
    return files


def _free(folder: Path, name: str) -> Path:
    path, number = folder / f"{name}.toml", 1
    while path.exists():
        number += 1
        path = folder / f"{name}_{number}.toml"
    return path
