"""A numbered list to choose from. At every prompt all commands of the table work too, and no slip loses anything."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.text import Text

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.text.naming import NoSuchPlace, instead
from ludex.text.screen import Quit
from ludex.text.style import EMBER, GOLD, QUIET, ended
from ludex.text.table.prompt import Choice, Chosen, Prompt
from ludex.text.table.table import Table, ToGameMaster

MOST_NAMES = 10  # of what was expected instead
GAP = 3  # characters between columns
FEW = 6  # fewer choices than this stand in a line each

LOOKING = frozenset({  # words of commands that change nothing
    "help", "h", "log", "look", "sheet", "goal", "goals", "situation", "map", "where", "near", "rule", "rules", "dice",
    "why",
})  # fmt: skip
FORCED = "force gm"  # the one command of two words


def obey(table: Table, words: str, prompt: Prompt) -> bool:
    """Carry a command of the table out; tells whether it was one."""
    word = FORCED if words.startswith(f"{FORCED} ") else words.partition(" ")[0]
    done = table.commands.get(word.lower())
    if done is None:
        return False
    done(table, words.removeprefix(word).strip(), prompt)
    return True


def choose(table: Table, prompt: Prompt) -> Chosen | None:
    """What was chosen; nothing when somebody goes back."""
    listed(table, prompt)
    while True:
        words = table.screen.read()
        try:
            if words.lower() in ("b", "back"):
                if prompt.back:
                    return None
                raise BadInput("there is nothing to go back to; `undo` takes the last command back")
            if words == "?":
                list_refused(table, prompt)
                continue
            if not prompt.named_exactly(words) and obey(table, words, prompt):
                continue
            overruled = _overruling(prompt, words)
            if overruled is not None:
                return overruled
            value, table.screen.ahead = _read_on(prompt, words)
            return Chosen(value)
        except Refused as fault:
            table.screen.fault(f"That may not be done: {table.refused(fault, words)}. `force {words}` overrules it.")
        except BadInput as fault:
            tell_fault(table, fault, words)


def tell_fault(table: Table, fault: BadInput, words: str) -> None:
    """What was wrong with what was typed; of those who are not known only to the game master."""
    told = str(fault) if isinstance(fault, ToGameMaster) else table.seen.veiled(str(fault), words)
    table.screen.fault(cut(told))


def all_read(table: Table) -> bool:
    """Was everything used that was typed in one line? If not, nothing is done."""
    rest, table.screen.ahead = table.screen.ahead, ""
    if rest:
        table.screen.fault(f"There is nothing to choose by {rest!r} any more, so nothing is done; type it without.")
    return not rest


def cut(words: str) -> str:
    """A list of names that is longer than anybody reads ends with `…`."""
    names = words.split(", ")
    return words if len(names) <= MOST_NAMES else ", ".join((*names[:MOST_NAMES], "…"))


def _overruling(prompt: Prompt, words: str) -> Chosen | None:
    word, _, rest = words.partition(" ")
    if word not in ("force", "waive"):
        return None
    force = word == "force"
    value = prompt.typed(rest, force) if prompt.typed is not None else None
    if value is None:
        named_so = prompt.meant(rest)
        value = named_so[0].value if len(named_so) == 1 else prompt.number(rest.strip()).value
    return Chosen(value, force, not force)


def _read_on(prompt: Prompt, words: str) -> tuple[Any, str]:
    """What is chosen, and the words that are left for what is to be chosen after it: `travel together`, `3 1`."""
    try:
        return _read(prompt, words), ""
    except NoSuchPlace:
        raise
    except BadInput:
        parts = words.split()
        for number in range(len(parts) - 1, 0, -1) if prompt.leads_on else ():
            try:
                return _read(prompt, " ".join(parts[:number])), " ".join(parts[number:])
            except (BadInput, Refused):
                continue
        if prompt.otherwise is not None:
            prompt.otherwise(words)
        raise


def _read(prompt: Prompt, words: str) -> Any:
    if words.isdigit() and (prompt.choices or prompt.typed is None):
        return _allowed(prompt.number(words))
    if prompt.typed is not None and words:
        value = prompt.typed(words, False)
        if value is not None:
            return value
    found = prompt.meant(words)
    if len(found) == 1:
        return _allowed(found[0])
    return prompt.none_of(words, found)


def _allowed(choice: Choice) -> Any:
    if choice.refusal is not None:
        raise Refused(choice.refusal)
    return choice.value


# ---------------------------------------------------------------- listing


def listed(table: Table, prompt: Prompt) -> None:
    screen = table.screen
    if screen.plain:
        prices = {choice.price for choice in prompt.choices}
        same = prices.pop() if len(prices) == 1 and len(prompt.choices) > 1 else ""
        if same:
            screen.say(f"Each: {same}.")
        for number, choice in enumerate(prompt.choices, prompt.first):
            parts = [
                choice.words,
                "" if same else choice.price,
                *(choice.heard or choice.note).split("\n"),
                *choice.warning.split("\n"),
            ]
            screen.say(ended(f"{number}. {', '.join(part for part in parts if part)}"))
    else:
        numbered = list(enumerate(prompt.choices, prompt.first))
        for alone, some in groupby(numbered, key=lambda pair: len(numbered) < FEW or _is_long(pair[1])):
            if not alone:
                for line in _in_columns(list(some), screen.width):
                    screen.say(line)
                continue
            for number, choice in some:
                screen.say(_line(number, choice))
                if choice.note:
                    screen.under(choice.note, QUIET)
                if choice.warning:
                    screen.under(choice.warning, EMBER)
    more = "`odds NUMBER` all chances" if screen.plain and any(choice.heard for choice in prompt.choices) else ""
    refused = f"? what may not be done ({len(prompt.refused)})" if prompt.refused else ""
    shown = [
        part for part in (prompt.hint, prompt.also, "b back" if prompt.back else "", more, refused, "help") if part
    ]
    screen.say("  ".join(shown) if not screen.plain else f"Also: {'; '.join(shown)}.", QUIET)


def _is_long(choice: Choice) -> bool:
    return bool(choice.note or choice.warning)


def _line(number: int, choice: Choice) -> Text:
    style = QUIET if choice.refusal is not None else ""
    line = Text.assemble((f"{number:>2} ", f"bold {GOLD}"), (choice.words, style or "bold"))
    if choice.price:
        line.append(f"  {choice.price}", style or GOLD)
    return line


def _in_columns(choices: list[tuple[int, Choice]], width: int) -> list[Text]:
    """Side by side, two or three in a line; whatever is too long for a column takes two."""
    columns = 3 if width >= 110 else 2
    wide = (width + GAP) // columns
    lines: list[Text] = []
    taken = columns
    for number, choice in choices:
        told = _line(number, choice)
        needs = min(columns, -(-(told.cell_len + GAP) // wide))
        if taken + needs > columns:
            lines.append(Text())
            taken = 0
        lines[-1].pad_right(taken * wide - lines[-1].cell_len)
        lines[-1].append_text(told)
        taken += needs
    return lines


def list_refused(table: Table, prompt: Prompt) -> None:
    """What may not be done now, and by which rule."""
    screen = table.screen
    if not prompt.refused:
        screen.say("Nothing is refused here.")
    by_reason: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in enumerate(prompt.refused, len(prompt.choices) + prompt.first):
        assert choice.refusal is not None
        by_reason.setdefault(choice.refusal.reason, []).append((number, choice))
    reasons = list(by_reason.items())  # by their numbers, where one listens
    for reason, among in reasons if screen.plain else sorted(reasons, key=lambda pair: len(pair[1])):  # many come last
        rules = dict.fromkeys(choice.refusal.rule for _, choice in among if choice.refusal is not None)
        rule = next(iter(rules)) if len(rules) == 1 else ""
        if screen.plain:
            names = ", ".join(f"{number}. {choice.words}" for number, choice in among)
            screen.say(ended(f"{names}: {reason}"))
        else:
            lines = Text("  ").join([_line(number, choice) for number, choice in among])
            screen.say(Text.assemble(lines, "  ", (reason, "italic"), "  ", (rule, f"{QUIET} {GOLD}")))
    if prompt.refused:
        screen.say("`force NUMBER` does it all the same, as the game master; `waive NUMBER` waives a cost.", QUIET)


def confirm(table: Table, question: str) -> bool:
    """Yes or no; anything else is asked again, and one may look around first."""
    while True:
        words = table.screen.read(f"{question} (y/n) ").lower()
        if words in ("y", "yes"):
            return True
        if words in ("n", "no", "b", "back"):
            return False
        if words in ("quit", "exit"):
            raise Quit
        if words.partition(" ")[0] not in LOOKING:
            table.screen.fault(instead(words, "y", "n"))
            continue
        try:
            obey(table, words, Prompt((), back=False))
        except BadInput as fault:
            tell_fault(table, fault, words)
