"""Commands that work at every prompt: looking things up, taking things back, and the game master's word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.table import Table as Grid

from ludex.core.agenda import Command, proceed
from ludex.core.face import Place, Plan
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Question
from ludex.core.referee.live import Failed, SealedDice
from ludex.core.ruling import BadInput, Refused
from ludex.rules_command import show_rules
from ludex.text import board, glance, oddsline, others, places
from ludex.text.choosing import Changed, Prompt, listed
from ludex.text.naming import named
from ludex.text.screen import Quit
from ludex.text.style import QUIET
from ludex.text.table import Table

HELP = {
    "NUMBER": "choose from the list; a name or words of it work too",
    "?": "what may not be done now, and why",
    "list": "the choices again",
    "map": "the map and everybody on it",
    "log": "the log; `log 40` for the last 40 lines",
    "goal": "the goals and all else that concerns everybody, in full",
    "look NAME": "the whole sheet of somebody; what is in a zone, or what a hazard does",
    "where NAME": "where somebody is",
    "near NAME": "who is near somebody, in metres and directions",
    "path to NAME": "the way to somebody, or to a place: `path to 3,4`, `path to ZONE`",
    "rule WORDS": "look rules up, by words or by id",
    "odds NUMBER": "the exact odds of a choice, every outcome",
    "why": "why the other side did what it did last",
    "others": "what others may do out of turn",
    "meanwhile": "what others may do before a question is answered",
    "never": "at a question: take its default, now and whenever this rule asks; `ask`, `ask RULE` ask again",
    "hold": "stop before every command of the other side, or no longer",
    "undo": "take back the last command of yours; the dice do not go back",
    "withdraw": "take back the command that is under way",
    "force NUMBER": "do what the rules refuse, as the game master; `force gm COMMAND` too",
    "waive NUMBER": "do it without its cost",
    "gm COMMAND key=value": "any command of the game master; `gm` lists them",
    "dice": "the seal of the dice, and how to verify them",
    "quit": "get up; `ludex play --resume` goes on right here",
}


def obey(table: Table, words: str, prompt: Prompt) -> bool:
    """Carry a command of the table out; tells whether it was one."""
    word, _, rest = words.partition(" ")
    done = COMMANDS.get(word.lower())
    if done is None:
        return False
    done(table, rest.strip(), prompt)
    return True


# ---------------------------------------------------------------- looking


def show_help(table: Table, rest: str, prompt: Prompt) -> None:
    if table.screen.plain:
        for name, what in HELP.items():
            table.screen.say(f"{name}: {what}.")
        return
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, what in HELP.items():
        grid.add_row(f"  {name}", what)
    table.screen.say(grid)


def show_list(table: Table, rest: str, prompt: Prompt) -> None:
    listed(table, prompt)


def show_board(table: Table, rest: str, prompt: Prompt) -> None:
    acting = table.game.to_act(table.scene)
    if table.screen.plain:
        plan = table.face.plan(table.scene)
        ground = places.map_words(plan) if plan is not None else []
        for line in (*board.situation_in_words(table, acting), *ground):
            table.screen.say(line)
        return
    board.show_map(table, acting, beside=table.screen.wide)
    if not table.screen.wide:
        table.screen.say(glance.glance(table.game, table.scene, table.marks, acting, wide=False))


def show_log(table: Table, rest: str, prompt: Prompt) -> None:
    if rest and not rest.isdigit():
        raise BadInput(f"expected `log` or `log NUMBER`, not {rest!r}")
    if not table.log:
        table.screen.say("Nothing has happened yet.")
    table.screen.lines(table.log[-int(rest or 20) :])


def show_situation(table: Table, rest: str, prompt: Prompt) -> None:
    for line in board.situation_lines(table):
        table.screen.say(line)


def look(table: Table, rest: str, prompt: Prompt) -> None:
    try:
        who = _somebody(table, rest)
    except BadInput:
        plan = table.face.plan(table.scene)
        about = places.ground(plan).about(table.scene, rest) if plan is not None else []
        if not about:
            raise
        for line in about:
            table.screen.say(line)
        return
    if not who:
        raise BadInput("expected the name of a being: `look NAME`")
    for part in glance.sheet(table.game, table.scene, table.scene.beings[who], table.screen.plain):
        table.screen.say(part)


def where(table: Table, rest: str, prompt: Prompt) -> None:
    plan = _plan(table)
    for who in [_somebody(table, rest)] if rest else list(table.scene.beings):
        table.screen.say(places.where(table.scene, plan, who))


def near(table: Table, rest: str, prompt: Prompt) -> None:
    for line in places.near(table.scene, _plan(table), _somebody(table, rest)):
        table.screen.say(line)


def path(table: Table, rest: str, prompt: Prompt) -> None:
    words = rest.removeprefix("to ").strip()
    plan = _plan(table)
    acting = table.game.to_act(table.scene)
    ground = places.ground(plan)
    goal: tuple[Place, ...] = ground.read(words)
    if not goal:
        whom = _somebody(table, words)
        if whom not in plan.places:
            raise BadInput(places.where(table.scene, plan, whom))
        goal = plan.places[whom]
    if not ground.has(goal[0]):
        raise BadInput(f"{ground.name(goal[0])} is not on the map")
    table.screen.say(places.way_words(table.scene, table.face, plan, acting, goal[0]))


def _plan(table: Table) -> Plan:
    plan = table.face.plan(table.scene)
    if plan is None:
        raise BadInput("this scene has no map")
    return plan


def _somebody(table: Table, words: str) -> str:
    return places.find_being(table.scene, words) if words else table.game.to_act(table.scene)


def rule(table: Table, rest: str, prompt: Prompt) -> None:
    if not rest:
        raise BadInput("expected words to look for, or a rule's id: `rule opportunity attack`")
    show_rules(table.game.name, rest, False, table.screen.console, table.screen.plain)


def odds(table: Table, rest: str, prompt: Prompt) -> None:
    choice = prompt.number(rest)
    if choice.refusal is not None:
        raise BadInput(f"{choice.words} is refused, so there are no odds")
    if choice.odds is None and choice.command is None:
        raise BadInput(
            f"The odds of {choice.words} depend on what you choose next: type {rest}, and they stand beside each "
            "choice. Nothing is done before you have chosen all; `b` goes back"
        )
    found = choice.odds() if choice.odds is not None else table.odds(choice.command) if choice.command else None
    if found is None:
        raise BadInput(f"{choice.words} is refused, so there are no odds")
    for line in oddsline.full(table.game, table.scene, found):
        table.screen.say(line)


def why(table: Table, rest: str, prompt: Prompt) -> None:
    who, words = table.why
    if not who:
        raise BadInput("nobody of the other side has acted yet")
    known = who in table.scene.beings and words
    table.screen.say(f"{table.called(who)}: {table.veiled(words)}" if known else "That is not known.")


def dice(table: Table, rest: str, prompt: Prompt) -> None:
    source = table.live.dice
    if not isinstance(source, SealedDice):
        table.screen.say("You throw real dice and type the faces in.")
        return
    table.screen.say(f"The seal of the dice: {source.seal}")
    table.screen.say(f"{source.fallen} faces have fallen. {VERIFY}", QUIET)
    table.screen.say("To check the seal of a seed: printf SEED | xxd -r -p | sha256sum", QUIET)


VERIFY = (
    "The seal is the SHA-256 of a seed that is told when the fight is over. Face number n of a die with s sides is "
    "the first 8 bytes of HMAC-SHA256(seed, 'n:0'), as a number modulo s, plus 1 (with 'n:1', 'n:2'… in the rare "
    "case that the number lies above the last multiple of s). Nobody can change a face after the seal is shown."
)


# ---------------------------------------------------------------- taking back


def undo(table: Table, rest: str, prompt: Prompt) -> None:
    """Back to the last decision of somebody at the table."""
    live = table.live
    if live.open is not None:
        own = live.done is not None and table.plays(live.done.command.actor)
        live.withdraw()
        if own or len(live.boundaries) == 1:  # the opening is performed again
            raise Changed
    for steps in range(1, len(live.boundaries)):
        actor = table.game.to_act(live.boundaries[-1 - steps])
        if actor and table.plays(actor):
            live.undo(steps)
            raise Changed
    raise BadInput("there is nothing of yours to undo")


def withdraw(table: Table, rest: str, prompt: Prompt) -> None:
    table.live.withdraw()
    raise Changed


def leave(table: Table, rest: str, prompt: Prompt) -> None:
    raise Quit


# ---------------------------------------------------------------- out of turn


def act_out_of_turn(table: Table, rest: str, prompt: Prompt) -> None:
    others.act(table)


def interject(table: Table, rest: str, prompt: Prompt) -> None:
    others.meanwhile(table)


def hold(table: Table, rest: str, prompt: Prompt) -> None:
    others.hold(table)


# ---------------------------------------------------------------- questions that are not asked any more


def never(table: Table, rest: str, prompt: Prompt) -> None:
    """The open question has its default, and so has every later one of the same rule."""
    question = table.live.open
    if not isinstance(question, Question):
        raise BadInput("no question is open")
    if question.domain.fault(question.default):
        raise BadInput("this question has no default: it must be answered")
    said = table.face.value(table.scene, question.rule, question.default)
    title = oddsline.short_title(table.game, question.rule)
    table.muted[question.rule] = False
    table.screen.say(f"{title} is asked no more; the answer is: {said}. `ask` lets it be asked again.", QUIET)
    table.live.answer(question.default)
    raise Changed


def ask(table: Table, rest: str, prompt: Prompt) -> None:
    """Whatever is not asked any more is asked again, or only the questions of one rule."""
    if not table.muted:
        raise BadInput("everything is asked")
    titles = [(name, rule) for rule in table.muted for name in (rule, oddsline.title(table.game, rule))]
    rules = named(rest, titles) if rest else list(table.muted)
    if not rules:
        raise BadInput(f"no such question was silenced; there are: {', '.join(name for name, _ in titles)}")
    for rule in rules:
        del table.muted[rule]
    told = ", ".join(oddsline.short_title(table.game, rule) for rule in rules)
    table.screen.say(f"Asked again: {told}.", QUIET)


# ---------------------------------------------------------------- the game master's word


def gm(table: Table, rest: str, prompt: Prompt, force: bool = False) -> None:
    name, *given = rest.split() or [""]
    actions = table.game.gm_actions
    if not name:
        for action in actions.values():
            args = " ".join(f"{arg.name}={'…' if arg.default is not None else '!'}" for arg in action.args)
            table.screen.say(f"gm {action.name} {args}".rstrip())
        table.screen.say("! must be given; hexes are written 3,4; zones and beings by name.", QUIET)
        return
    if name not in actions:
        raise BadInput(f"the game master has no command {name!r}; `gm` lists them")
    command = Command(GM, name, sorted(read_args(table.scene, given, table.face.plan(table.scene)).items()))
    if table.live.open is not None:
        raise BadInput("a question is open: answer it, or `withdraw` first")
    try:
        table.live.perform(command, force=force)
    except Refused as fault:
        hint = f" `force gm {rest}` overrules it." if _can_be_forced(table, command) else ""
        raise BadInput(f"That may not be done: {fault}.{hint}") from None
    except BadInput:
        table.live.recorder.take()  # it has not been done, so nothing is told of it
        raise
    except Failed as fault:
        table.live.recorder.take()
        raise BadInput(f"that cannot be done: {fault.__cause__}") from None
    raise Changed


def _can_be_forced(table: Table, command: Command) -> bool:
    """Would it begin if nothing were refused? Tried on a copy."""
    work = table.live.scene.fork()
    try:
        table.game.begin(work, command, force=True)
        next(proceed(work), None)
    except Exception:  # whatever is wrong with it, it cannot
        return False
    return True


def read_args(scene: Any, given: list[str], plan: Plan | None = None) -> dict[str, Plain]:
    """`key=value` words; a word without `=` goes on with the value before it, so that names may have spaces."""
    words: dict[str, str] = {}
    last = ""
    for part in given:
        key, equals, value = part.partition("=")
        if equals:
            last = key
            words[key] = value
        elif last:
            words[last] += f" {part}"
        else:
            raise BadInput(f"expected key=value, not {part!r}")
    return {key: read_value(scene, value, plan) for key, value in words.items()}


def read_value(scene: Any, words: str, plan: Plan | None = None) -> Plain:
    """A number, yes or no, a being by its name, a place of the map, or the words themselves."""
    if words.lstrip("+-").isdigit():
        return int(words)
    if words.lower() in ("true", "yes", "false", "no"):
        return words.lower() in ("true", "yes")
    named = [who for who, being in scene.beings.items() if words.lower() in (who.lower(), being.name.lower())]
    meant = places.ground(plan).read(words, whole=True) if plan is not None and not named else ()
    if meant:
        return meant[0] if len(meant) == 1 else meant
    try:
        return places.find_being(scene, words)
    except BadInput:
        return words


LOOKING = frozenset(  # change nothing
    {"help", "h", "log", "look", "goal", "goals", "situation", "map", "where", "near", "rule", "rules", "dice", "why"}
)

COMMANDS: dict[str, Callable[[Table, str, Prompt], None]] = {
    "help": show_help,
    "h": show_help,
    "list": show_list,
    "map": show_board,
    "log": show_log,
    "look": look,
    "goal": show_situation,
    "goals": show_situation,
    "situation": show_situation,
    "where": where,
    "near": near,
    "path": path,
    "rule": rule,
    "rules": rule,
    "odds": odds,
    "dice": dice,
    "why": why,
    "others": act_out_of_turn,
    "meanwhile": interject,
    "never": never,
    "ask": ask,
    "hold": hold,
    "undo": undo,
    "withdraw": withdraw,
    "gm": gm,
    "quit": leave,
    "exit": leave,
}
