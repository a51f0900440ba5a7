"""What the acting being may do: the actions, then the arguments of the one that was chosen, with the odds of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ludex.core.kernel.action import Action, Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed as listed_words
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, Refused
from ludex.core.show.price import NOTHING, REACTION, price_words
from ludex.table.know import oddsline
from ludex.table.know.offers import defaults_after, first_allowed, group, rank, varies
from ludex.text.prompts import targets
from ludex.text.prompts.choosing import all_read, choose, confirm
from ludex.text.style import GOLD, QUIET, ended
from ludex.text.table.board import show
from ludex.text.table.prompt import Choice, Prompt
from ludex.text.table.table import Table

MENU_BUDGET = 600  # steps for the odds of one entry of a menu, which has many
MOST_ODDS = 14  # with more choices than this, odds are told on request
UP_TO = "up to "  # of how far one may go
MOST_REASONS = 3  # of what is not taken where only one thing may be


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of the menu; powers and the like stand there one by one, their first argument chosen."""

    action: Action
    fixed: tuple[Plain, ...] = ()
    among: tuple[Plain, ...] = ()  # where not nothing: the values of the first argument that come into question


@dataclass(frozen=True, slots=True)
class Given:
    """A command as it is to be given."""

    command: Command
    force: bool = False
    waive: bool = False


def next_command(table: Table, who: str, also: str = "", otherwise: Callable[[str], None] | None = None) -> Given:
    """Show the table to whoever acts, and let them choose; `also` says what else may be typed, `otherwise` does it."""
    show(table, who)
    being = table.scene.beings[who]
    prompt = action_menu(table, being, also)
    prompt.otherwise = otherwise
    table.screen.say()
    left = price_words(table.face.left(table.scene, being))
    table.screen.heading(f"{being.name}: {left}" if left else being.name)
    while True:
        chosen = choose(table, prompt)
        if chosen is None:
            continue
        given = arguments(table, being, chosen.value, chosen.force)
        if given is None or not all_read(table):
            continue
        action = chosen.value.action
        if "gives_up" in action.tags and not confirm(table, f"{action.label}. Really?"):
            continue
        return Given(given.command, given.force or chosen.force, chosen.waive or given.waive)


def action_menu(table: Table, being: Any, also: str = "") -> Prompt:
    allowed: list[Choice] = []
    refused: list[Choice] = []
    for offer in table.game.offers(table.scene, being):
        for choice in entries(table, being, offer.action, offer.refusal):
            (refused if choice.refusal is not None else allowed).append(choice)
    allowed.sort(key=lambda choice: rank(choice.value.action, bool(choice.value.among)))
    _say_what_is_left(table, being, allowed)
    return Prompt(allowed, refused, also=also, back=False, leads_on=True)


def _say_what_is_left(table: Table, being: Any, choices: list[Choice]) -> None:
    """Beside the end of a turn: what could still be done before."""
    ends = [choice for choice in choices if group(choice.value.action) == "passes"]
    before = [
        choice
        for choice in choices
        if group(choice.value.action) not in ("passes", "gives_up")
        and not table.game.out_of_turn(table.scene, being, choice.value.action)
    ]
    moves = [choice for choice in before if group(choice.value.action) == "move"]
    ways = [part.words for choice in moves for part in choice.paid if part.words.startswith(UP_TO)]
    far = ways[0].removeprefix(UP_TO) if ways else ""
    units = {part.unit for choice in before if choice not in moves for part in choice.paid} - {REACTION}
    left = [part for part in table.face.left(table.scene, being) if part.amount > 0 and part.words != far]
    spent = [part.words for part in left if part.unit in units]
    deeds = [f"move {far}"] if far else []
    deeds += [f"spend {listed_words(spent)}"] if spent else []
    for choice in ends if deeds else ():
        still = f"you could still {listed_words(deeds)}"
        choice.note = "\n".join(filter(None, (still, choice.note)))
        choice.heard = f"{still}, {choice.heard}" if choice.heard else ""


def entries(table: Table, being: Any, action: Action, refusal: Refusal | None) -> Iterator[Choice]:
    """The action as one entry, or one for each power, mask and item."""
    scene = table.scene
    if refusal is not None:
        yield Choice(action.label, Entry(action), refusal=refusal)
        return
    values: list[tuple[Plain, ...]] = [()]
    aside: dict[str, list[Plain]] = {}
    if "skill" in action.tags and action.args:
        every = list(action.args[0].values(scene, being))
        words = {value: table.face.aside(scene, being, action, value) for value in every}
        values = [(value,) for value in every if not words[value]]
        aside = {word: [value for value in every if words[value] == word] for word in words.values() if word}
    for fixed in values:
        why, some, only = first_allowed(table.seen, scene, being, action, fixed)
        name = table.face.value(scene, action.args[0].name, fixed[0]) if fixed else action.label
        asked = Command(being.id, action.name) if varies(action) else some
        price = table.face.price(scene, being, asked) if asked is not None else NOTHING
        whole = some if only and some is not None and _is_settled(table, some, action.args[len(fixed) :]) else None
        choice = Choice(name, Entry(action, fixed), price_words(price), price, command=whole, refusal=why)
        if whole is not None:
            _add_odds_of_the_only_way(table, choice, whole, action.args[len(fixed) :])
        yield choice
    for word, among in aside.items():
        allowed = [value for value in among if first_allowed(table.seen, scene, being, action, (value,))[0] is None]
        if allowed:
            yield Choice(f"{action.label}, {word} ({len(allowed)})", Entry(action, among=tuple(among)))


def _is_settled(table: Table, command: Command, args: tuple[Arg, ...]) -> bool:
    """Is nothing more to be chosen for this, the only command that may be given?"""
    ground = targets.ground_of(table)
    values = [command.arg(arg.name) for arg in args]
    return not any(value in table.scene.beings or targets.are_places(ground, [value]) for value in values)


def _add_odds_of_the_only_way(table: Table, choice: Choice, command: Command, args: tuple[Arg, ...]) -> None:
    """What is done without another question is shown with its odds, if dice decide, before it is chosen."""
    game, scene = table.game, table.scene
    odds = table.seen.odds(command, budget=MENU_BUDGET)
    if odds is None or not odds.rolled:
        choice.note = oddsline.shows(game, scene, odds) if odds is not None else ""
        return
    if odds.unexplored >= oddsline.UNTOLD:
        choice.note = "`odds` tells its odds"
        return
    how = [table.face.value(scene, arg.name, v) for arg in args if (v := command.arg(arg.name)) not in (None, "")]
    if line := oddsline.beside_price(game, scene, odds):
        choice.note = "\n".join(filter(None, (_of(how, line), oddsline.modifiers(game, odds))))
        choice.heard = _of(how, oddsline.heard_beside_price(game, scene, odds, choice.words))


def _of(how: list[str], line: str) -> str:
    return ": ".join(filter(None, (", ".join(how), line)))


def matching(
    table: Table, being: Any, action: Action, fixed: tuple[Plain, ...]
) -> Iterator[tuple[Command, Refusal | None]]:
    return table.game.choices(table.scene, being, action, fixed)


# ---------------------------------------------------------------- arguments


def arguments(table: Table, being: Any, entry: Entry, force: bool = False) -> Given | None:
    """Lead through the arguments; nothing when somebody goes back."""
    fixed = entry.fixed
    waive = False
    while True:
        found = list(matching(table, being, entry.action, fixed))
        if entry.among and not fixed:
            found = [each for each in found if each[0].arg(entry.action.args[0].name) in entry.among]
        if len(fixed) == len(entry.action.args):
            names = sorted(zip((arg.name for arg in entry.action.args), fixed, strict=True))
            return Given(Command(being.id, entry.action.name, names), force, waive)
        if not found:
            table.screen.fault(f"{entry.action.label}: there is nothing to do it to.")
            return None
        arg = entry.action.args[len(fixed)]
        ground = targets.ground_of(table, being.id)
        if ground is not None and targets.are_places(ground, (command.arg(arg.name) for command, _ in found)):
            if fixed or "move" not in entry.action.tags:
                table.screen.say(_asked(table, entry.action, fixed, arg.name), f"bold {GOLD}")
            place = targets.pick_place(table, ground, being, entry.action, arg.name, found)
            if place is None:
                return None
            force, waive = force or place.force, waive or place.waive
            fixed = (*fixed, place.value.arg(arg.name))
            continue
        if fixed == entry.fixed:
            say_about(table, being, entry)
        prompt = values(table, being, arg.name, found, fixed, defaults_after(entry.action, len(fixed)))
        open_to_words(table, being, entry.action, fixed, prompt)
        if len(prompt.choices) == 1 and not (force and prompt.refused) and _goes_without_saying(table, prompt):
            _say_why_only(table, prompt)
            fixed = (*fixed, prompt.choices[0].value)
            continue
        table.screen.say(_asked(table, entry.action, fixed, arg.name), f"bold {GOLD}")
        chosen = choose(table, prompt)
        if chosen is None:
            return None
        fixed = (*fixed, chosen.value)
        force, waive = force or chosen.force, waive or chosen.waive


def say_about(table: Table, being: Any, entry: Entry) -> None:
    """What one wants to know of what was chosen in the menu."""
    for arg, value in zip(entry.action.args, entry.fixed, strict=False):
        about = table.face.about(table.scene, being, arg.name, value)
        if about:
            table.screen.say(ended(f"{table.face.value(table.scene, arg.name, value)}: {about}"), QUIET)


def _goes_without_saying(table: Table, prompt: Prompt) -> bool:
    """One choice needs no question, unless it is somebody whose odds one wants to see first, or others may be typed."""
    return prompt.typed is None and prompt.choices[0].value not in table.scene.beings


def open_to_words(table: Table, being: Any, action: Action, fixed: tuple[Plain, ...], prompt: Prompt) -> None:
    """Where an argument may have more values than are listed, let them be typed."""
    names = [arg.name for arg in action.args[: len(fixed) + 1]]
    way = table.face.typed(table.scene, being, action, names[-1], fixed)
    if way is None:
        return

    def read(words: str, force: bool) -> Plain:
        value = way.read(words)
        if value is not None and len(names) == len(action.args) and not force:
            command = Command(being.id, action.name, sorted(zip(names, (*fixed, value), strict=True)))
            if (refusal := table.game.refusal(table.scene, command)) is not None:
                raise Refused(refusal)
        return value

    prompt.hint, prompt.typed = way.hint, read


def _say_why_only(table: Table, prompt: Prompt) -> None:
    """Where something else comes into question too: what is taken, and why not that."""
    if 0 < len(prompt.refused) <= MOST_REASONS:
        why = [(other.words, other.refusal.reason) for other in prompt.refused if other.refusal is not None]
        told = [reason if name in reason else f"not {name}: {reason}" for name, reason in why]
        table.screen.say(ended(f"{prompt.choices[0].words}; {'; '.join(told)}"), QUIET)


def _asked(table: Table, action: Action, fixed: tuple[Plain, ...], name: str) -> str:
    """`Attack, Cinder Hook: target?`"""
    names = (arg.name for arg in action.args)
    chosen = [table.face.value(table.scene, arg, value) for arg, value in zip(names, fixed, strict=False) if value]
    return f"{', '.join([action.label, *chosen])}: {table.face.asks(action, name)}"


def values(
    table: Table,
    being: Any,
    name: str,
    found: list[tuple[Command, Refusal | None]],
    chosen: tuple[Plain, ...] = (),
    by_default: bool = False,
) -> Prompt:
    """The values of one argument, each with its odds where nothing else is to be chosen after it, or nothing that has
    no default."""
    by_value: dict[Plain, list[tuple[Command, Refusal | None]]] = {}
    for command, refusal in found:
        by_value.setdefault(command.arg(name), []).append((command, refusal))
    allowed: list[Choice] = []
    refused: list[Choice] = []
    for value, commands in by_value.items():
        legal = [command for command, refusal in commands if refusal is None]
        words = table.face.value(table.scene, name, value)
        if not legal:
            refused.append(Choice(words, value, refusal=commands[0][1]))
            continue
        choice = Choice(words, value, command=legal[0] if len(legal) == 1 or by_default else None)
        if isinstance(value, bool):
            choice.names = (words, name if value else f"not {name}")
        rolled = False
        if choice.command is not None and len(by_value) <= MOST_ODDS:
            rolled = _add_odds(table, being, choice)
        else:
            choice.price = _price_of_all(table, being, legal)
        about = "" if rolled else table.face.about(table.scene, being, name, value, chosen)
        if about:
            choice.note, choice.heard = about, ""
        allowed.append(choice)
    return Prompt(allowed, refused, leads_on=True)


def _price_of_all(table: Table, being: Any, commands: list[Command]) -> str:
    """What they cost, where that is the same for all."""
    prices = {price_words(table.face.price(table.scene, being, command)) for command in commands[:MOST_ODDS]}
    return prices.pop() if len(prices) == 1 else ""


def _add_odds(table: Table, being: Any, choice: Choice) -> bool:
    """What it costs, and what it leads to; tells whether anything is rolled."""
    assert choice.command is not None
    scene = table.scene
    choice.price = price_words(table.face.price(scene, being, choice.command))
    odds = table.seen.odds(choice.command)
    if odds is None:
        return False
    line = oddsline.beside_price(table.game, scene, odds)
    extra = [oddsline.modifiers(table.game, odds), oddsline.assumed(table.game, scene, odds)]
    choice.note = "\n".join(part for part in (line, *extra) if part) if line else ""
    choice.heard = oddsline.heard_beside_price(table.game, scene, odds, choice.words) if line else ""
    return bool(odds.rolled)
