"""Who else may act: in place of the one who is shown, out of turn by standing rights, before a question is answered;
and holding the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.know.oddsline import heading
from ludex.table.know.offers import ANYTIME, AWAITED
from ludex.text.naming import instead, named
from ludex.text.prompts import menu
from ludex.text.prompts.choosing import all_read, choose, obey, tell_fault
from ludex.text.style import GOLD, QUIET, ended
from ludex.text.table import board
from ludex.text.table.prompt import Changed, Choice, Prompt
from ludex.text.table.table import Table

GO_ON = ("", "go on", "go")


class Right(NamedTuple):
    """A standing right of somebody."""

    being: Any
    entry: menu.Entry


# ---------------------------------------------------------------- acting in place of who is shown


def let_act(table: Table, words: str) -> None:
    """Whoever is called so acts next, if that is possible; then the table is shown to them."""
    found = named(words, [(name, b.id) for b in table.stand_ins() for name in (b.id, b.name)])
    if len(found) > 1:
        raise BadInput(f"{words!r} may be {' or '.join(table.seen.called(who) for who in found)}")
    if found and table.live.open is None:
        table.let_act(found[0])
        raise Changed


def names_of_stand_ins(table: Table) -> str:
    names = [being.name for being in table.stand_ins()]
    return f"; there are: {', '.join(names)}" if names else "; nobody else may"


# ---------------------------------------------------------------- standing rights


def rights(table: Table) -> list[Choice]:
    """What those whom people play may do now although it is not their turn; the side that acts first."""
    if not any(ANYTIME in action.tags for action in table.game.actions.values()):
        return []
    scene, acting = table.scene, table.acting
    beings = [b for b in scene.beings.values() if b.id != acting and table.plays(b.id)]
    found = []
    for being in sorted(beings, key=lambda b: b.side != table.side_of(acting)):
        for offer in table.game.offers(scene, being):
            if offer.refusal is None and table.game.out_of_turn(scene, being, offer.action):
                for choice in menu.entries(table, being, offer.action, None):
                    if choice.refusal is None:
                        choice.words = f"{being.name}: {choice.words}"
                        choice.value = Right(being, choice.value)
                        found.append(choice)
    return found


def hint(table: Table) -> str:
    """A word on who else may act, and on the rights of others, where there are any."""
    found = rights(table)
    names = [being.name for being in table.stand_ins()]
    instead = f"a name lets another act ({', '.join(names)})" if names else ""
    return "  ".join(part for part in (instead, f"`others` ({len(found)} out of turn)" if found else "") if part)


def act(table: Table) -> None:
    """Choose who acts instead, or a right of somebody else and use it. Whatever is waited for is asked afresh."""
    if table.live.open is not None:
        raise BadInput("a question is open: `meanwhile` lists what others may do first")
    found = [Choice(f"{being.name} acts instead", being.id) for being in table.stand_ins()] + rights(table)
    if not found:
        raise BadInput("nobody else may do anything now")
    table.screen.say("Others:", f"bold {GOLD}")
    while True:
        chosen = choose(table, Prompt(found, leads_on=True))
        if chosen is None:
            raise Changed
        if isinstance(chosen.value, str):
            table.let_act(chosen.value)
            raise Changed
        right: Right = chosen.value
        given = menu.arguments(table, right.being, right.entry, chosen.force)
        if given is not None and all_read(table):
            table.live.perform(given.command, force=given.force, waive=chosen.waive or given.waive)
            raise Changed


# ---------------------------------------------------------------- interjections


def interjections(table: Table, question: Question) -> list[Choice]:
    """What those whom people play may do before the question is answered: first what is done to who is asked, and of
    that the first of everybody, then the second, and so on."""
    found = [command for command in question.meanwhile if command.actor == GM or table.plays(command.actor)]
    helping = [command for command in found if concerns(command, question)]
    others = [command for command in found if command not in helping]
    helping = sorted(helping, key=lambda c: [other for other in helping if other.actor == c.actor].index(c))
    told = [(command, table.face.command(table.scene, command)) for command in (*helping, *others)]
    return [Choice(f"first, {words}", Interject(command), command=command) for command, words in told]


def concerns(command: Command, question: Question) -> bool:
    """Is it done to who is asked?"""
    return any(value == question.who for _, value in command.args)


def meanwhile(table: Table) -> None:
    """Choose what somebody does before the open question is answered; then it is asked afresh."""
    question = table.live.open
    if not isinstance(question, Question):
        raise BadInput("no question is open; `others` lists what may be done out of turn")
    found = interjections(table, question)
    if not found:
        raise BadInput("nobody may do anything before this is answered")
    table.screen.say("Before the answer:", f"bold {GOLD}")
    chosen = choose(table, Prompt(found))
    if chosen is not None:
        table.live.answer(chosen.value)
    raise Changed


# ---------------------------------------------------------------- holding


def hold(table: Table) -> None:
    """Hold the table, or let it go."""
    table.hold = not table.hold
    table.screen.say(
        "Held: the table stops before every command of the other side." if table.hold else "No longer held.", QUIET
    )


def lies_in_wait(table: Table) -> bool:
    """Does somebody whom people play wait for the right moment, and does another begin to act? Asked once for each."""
    acting = table.acting
    if table.live.open is not None or table.waited_for == acting:
        return False
    table.waited_for = acting
    played = [being for being in table.scene.beings.values() if table.plays(being.id)]
    return any(
        AWAITED in offer.action.tags and offer.refusal is None
        for being in played
        for offer in table.game.offers(table.scene, being)
    )


def pause(table: Table) -> None:
    """A held table stops here: one may look around, let others act, or go on."""
    screen, live = table.screen, table.live
    request = live.open
    if isinstance(request, Question):
        if not interjections(table, request):
            return
        asked = " ".join((ended(heading(table.game, request.rule)), *table.seen.question_words(request)))
        told = (
            f"{table.seen.called(request.who)} answers next: {asked}\nEnter goes on, `meanwhile` lets others act first"
        )
    elif request is None:
        told = f"{table.seen.called(table.acting)} acts next. Enter goes on"
        told += f", {way}" if (way := hint(table)) else ""
    else:
        return
    if table.drawn is None:
        board.show(table, table.acting)
    screen.lines(table.fresh)
    table.fresh = []
    screen.say(f"{told}, `hold` no longer holds." if table.hold else f"{told}.", QUIET)
    held = table.hold
    while table.hold == held:
        words = screen.read("held> ")
        if words.lower() in GO_ON:
            return
        try:
            if not obey(table, words, Prompt((), back=False)):
                screen.fault(instead(words, "Enter", "`others`", "`hold`", "`help`"))
        except Refused as fault:
            screen.fault(f"That may not be done: {table.refused(fault, words)}.")
        except BadInput as fault:
            tell_fault(table, fault, words)
