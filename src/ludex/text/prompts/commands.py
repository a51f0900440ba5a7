"""Commands that work at every prompt: looking things up, taking things back, and the game master's word."""

from __future__ import annotations

from rich.table import Table as Grid

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Given, SealedDice, TypedDice
from ludex.core.show.face import Place, Plan
from ludex.table.know import oddsline
from ludex.text.maps import places
from ludex.text.naming import OFF_THE_MAP, NoSuchPlace, named
from ludex.text.prompts import others
from ludex.text.prompts.choosing import FORCED, listed
from ludex.text.prompts.gm import gm
from ludex.text.rules import show_rules
from ludex.text.screen import Quit
from ludex.text.style import QUIET, ended
from ludex.text.table import board, glance
from ludex.text.table.prompt import Changed, Choice, Prompt
from ludex.text.table.table import Commands, Table

HELP = {
    "NUMBER": "choose from the list; a name or words of it work too",
    "?": "what may not be done now, and why",
    "list": "the choices again",
    "map": "the map and everybody on it",
    "log": "the log; `log 40` for the last 40 lines",
    "goal": "the goals and all else that concerns everybody, in full",
    "look NAME": "the whole sheet of somebody, as `sheet NAME`; what is in a zone, or what a hazard does",
    "look around": "what `map` shows",
    "where NAME": "where somebody is, and how far from you; `where` alone tells it of everybody",
    "near NAME": "who is near somebody, in metres and directions",
    "path to NAME": "the way to somebody, or to a place: `path to 3,4`, `path to ZONE`",
    "rule": "the rule of what was told last; `rule WORDS` looks rules up, by words or by id",
    "odds NUMBER": "the exact odds of a choice, every outcome and what they assume; by its number or by words of it",
    "why": "why the other side did what it did last",
    "NAME, as NAME": "let this one act in place of who is shown, where more than one may",
    "others": "who else may act, and what others may do out of turn",
    "meanwhile": "what others may do before a question is answered",
    "never": "at a question: take its default, now and whenever this rule asks",
    "ask": "ask what `never` has silenced again; `ask RULE` also asks you what the machine answers for the game master",
    "hold": "stop before every command of the other side, or no longer",
    "undo": "take back the last command of yours, in the middle of a question too; the dice do not go back",
    "withdraw": "take back the command that is under way",
    "force NUMBER": "do what the rules refuse, as the game master; `force gm COMMAND` too",
    "waive NUMBER": "do it without its cost",
    "gm COMMAND key=value": "any command of the game master, at any time; `gm` lists them",
    "dice": "the seal of the dice, and how to verify them",
    "quit": "get up; `ludex play --text --resume` goes on right here",
}

HELP_SPOKEN = {
    "path to NAME": "the way to somebody, or to a place: `path to 2 east, 1 south-east`, `path to ZONE`",
}

ME = ("me", "i", "am i", "myself")


# ---------------------------------------------------------------- looking


def show_help(table: Table, rest: str, prompt: Prompt) -> None:
    if table.screen.plain:
        for name, what in (HELP | HELP_SPOKEN).items():
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
    acting = table.acting
    if table.screen.plain:
        plan = table.face.plan(table.scene)
        ground = places.map_words(plan, table.scene, acting) if plan is not None else []
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
    if table.text:
        table.screen.say(table.text, QUIET)


def look(table: Table, rest: str, prompt: Prompt) -> None:
    if rest.lower() == "around":
        show_board(table, "", prompt)
        return
    try:
        who = _somebody(table, rest)
    except BadInput:
        plan = table.face.plan(table.scene)
        about = places.ground(plan, table.scene, table.acting).about(table.scene, rest) if plan is not None else []
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
    scene, plan, me = table.scene, _plan(table), _asking(table)
    there = [me, *places.nearest(scene, plan, me)] if me in plan.places else list(plan.places)
    everybody = [*there, *(who for who in scene.beings if who not in there)]
    for who in [_somebody(table, rest)] if rest else everybody:
        table.screen.say(places.where(scene, plan, who, me))


def near(table: Table, rest: str, prompt: Prompt) -> None:
    for line in places.near(table.scene, _plan(table), _somebody(table, rest)):
        table.screen.say(line)


def path(table: Table, rest: str, prompt: Prompt) -> None:
    words = rest.removeprefix("to ").strip()
    plan = _plan(table)
    acting = table.acting
    ground = places.ground(plan, table.scene, acting)
    goal = ground.meant(words, whole=True) or _stands(table, plan, ground, words)
    if not ground.has(goal[0]):
        raise BadInput(OFF_THE_MAP)
    table.screen.say(places.way_words(table.scene, table.face, plan, acting, goal[0]))


def _stands(table: Table, plan: Plan, ground: places.Ground, words: str) -> tuple[Place, ...]:
    """Where somebody of this name stands; a place that is written in short, where nobody is called so."""
    try:
        whom = _somebody(table, words)
    except BadInput as nobody:
        try:
            goal = ground.meant(words)
        except NoSuchPlace:
            goal = ()
        if not goal:
            raise nobody from None
        return goal
    if whom not in plan.places:
        raise BadInput(places.where(table.scene, plan, whom))
    return plan.places[whom]


def _plan(table: Table) -> Plan:
    plan = table.face.plan(table.scene)
    if plan is None:
        raise BadInput("this scene has no map")
    return plan


def _asking(table: Table) -> str:
    """Who looks around: whoever is asked a question, or else acts."""
    request = table.live.open
    return request.who if isinstance(request, Question) and request.who in table.scene.beings else table.acting


def _somebody(table: Table, words: str) -> str:
    """By the mark on the map, or by name; without words, or as `me` where nobody is called so, whoever looks around."""
    meant = words.lower()
    marked = [who for who, mark in table.marks.items() if mark.lower() == meant]
    if marked:
        return marked[0]
    called = any(meant in (who.lower(), being.name.lower()) for who, being in table.scene.beings.items())
    if not words or (not called and meant.rstrip("?") in ME):
        return _asking(table)
    return places.find_being(table.scene, words)


def rule(table: Table, rest: str, prompt: Prompt) -> None:
    if not rest:
        last = next((line for line in reversed(table.log) if line.rule and line.rule != GM), None)
        if last is None:
            raise BadInput("nothing was told yet; expected words to look for, such as `rule opportunity attack`")
        table.screen.say(ended(last.words), QUIET)
        rest = last.rule
    show_rules(table.game.name, rest, False, table.screen.console, table.screen.plain)


def odds(table: Table, rest: str, prompt: Prompt) -> None:
    if not rest:
        raise BadInput(f"expected {prompt.numbers_listed or 'a choice'} after `odds`")
    choice = _typed_choice(table, rest, prompt) or prompt.one(rest)
    if choice.refusal is not None:
        raise BadInput(f"{choice.words} is refused, so there are no odds")
    if choice.odds is None and choice.command is None:
        raise BadInput(
            f"The odds of {choice.words} depend on what you choose next: type {rest}, and they stand beside each "
            "choice. Nothing is done before you have chosen all; `b` goes back"
        )
    found = choice.odds() if choice.odds is not None else table.seen.odds(choice.command) if choice.command else None
    if found is None:
        raise BadInput(f"{choice.words} is refused, so there are no odds")
    for line in oddsline.full(table.game, table.scene, found):
        table.screen.say(line)


def why(table: Table, rest: str, prompt: Prompt) -> None:
    who, words = table.why
    if not who:
        raise BadInput("nobody of the other side has acted yet")
    known = who in table.scene.beings and words
    table.screen.say(f"{table.seen.called(who)}: {table.seen.veiled(words)}" if known else "That is not known.")


def _typed_choice(table: Table, words: str, prompt: Prompt) -> Choice | None:
    """What is typed rather than chosen from the list: a place, or several at once."""
    value = prompt.typed(words, False) if prompt.typed is not None and not words.isdigit() else None
    if value is None:
        return None
    if isinstance(value, Command):
        return Choice(words, value, command=value)
    return Choice(words, value, odds=lambda: table.seen.odds_of_answer(value))


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
    "case that the number lies above the last multiple of s). Nobody can change a face after the seal is shown. "
    "You play alone, so nobody else adds to the dice; `ludex verify` works out the journal of a game again."
)


# ---------------------------------------------------------------- taking back


def undo(table: Table, rest: str, prompt: Prompt) -> None:
    """Back to the last decision of somebody at the table: an answer to a question, or a command."""
    live = table.live
    if live.open is not None and (last := _last_of_the_table(table)) is not None:
        live.recall(last)
        raise Changed
    if live.open is not None and live.done is not None and table.plays(live.done.command.actor):
        live.withdraw()
        raise Changed
    for steps in range(0 if live.open is not None else 1, len(live.boundaries)):
        actor = table.game.to_act(live.boundaries[-1 - steps])
        if actor and table.plays(actor):
            if live.open is not None:
                live.withdraw()
            if steps:
                live.undo(steps)
            raise Changed
    raise BadInput("there is nothing of yours to undo yet")


def _last_of_the_table(table: Table) -> int | None:
    """The last that somebody here has answered, interjected or typed in while the open command ran."""
    typed = isinstance(table.live.dice, TypedDice)
    for number, given in reversed(list(enumerate(table.live.given))):
        if typed if given.is_roll else _is_ours(table, given):
            return number
    return None


def _is_ours(table: Table, given: Given) -> bool:
    if isinstance(given.value, Interject):
        return given.value.command.actor == GM or table.plays(given.value.command.actor)
    rule, _, who = given.key.removeprefix("ask ").rpartition(" of ")
    return table.plays(who) or (who == GM and rule in table.wanted)


def withdraw(table: Table, rest: str, prompt: Prompt) -> None:
    table.live.withdraw()
    raise Changed


def leave(table: Table, rest: str, prompt: Prompt) -> None:
    raise Quit


# ---------------------------------------------------------------- out of turn


def act_out_of_turn(table: Table, rest: str, prompt: Prompt) -> None:
    others.act(table)


def let_act(table: Table, rest: str, prompt: Prompt) -> None:
    others.let_act(table, rest)
    if not rest:
        raise BadInput("expected the name of somebody who may act now: `as NAME`")
    raise BadInput(f"nobody called {rest!r} may act now{others.names_of_stand_ins(table)}")


def interject(table: Table, rest: str, prompt: Prompt) -> None:
    others.meanwhile(table)


def hold(table: Table, rest: str, prompt: Prompt) -> None:
    others.hold(table)


def force(table: Table, rest: str, prompt: Prompt) -> None:
    """A command of the game master that the rules refuse."""
    gm(table, rest, prompt, force=True)


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
    table.wanted.pop(question.rule, None)
    table.screen.say(f"{title} is asked no more; the answer is: {said}. `ask` lets it be asked again.", QUIET)
    table.live.answer(question.default)
    raise Changed


def ask(table: Table, rest: str, prompt: Prompt) -> None:
    """Whatever is not asked any more is asked again, or only the questions of one rule: also those to the game master
    that the machine answers otherwise."""
    titles = [(name, rule) for rule in table.muted for name in (rule, oddsline.title(table.game, rule))]
    rules = named(rest, titles) if rest else list(table.muted)
    if rest and not rules:
        _ask_here(table, rest)
        return
    if not rules:
        raise BadInput(f"everything is asked{'' if table.plays(GM) else ' that concerns you'}; `ask RULE` asks more")
    for rule in rules:
        del table.muted[rule]
    told = ", ".join(oddsline.short_title(table.game, rule) for rule in rules)
    table.screen.say(f"Asked again: {told}.", QUIET)


def _ask_here(table: Table, words: str) -> None:
    """From now on the questions of a rule that are the game master's are asked at this table."""
    known = table.game.rulebook.rules
    found = [words] if words in known else named(words, [(rule.title, name) for name, rule in known.items()])
    if len(found) != 1:
        many = f"{words!r} may be {', '.join(found)}" if found else f"there is no rule {words!r}"
        raise BadInput(f"{many}; `rule WORDS` finds its id")
    if table.plays(GM):
        raise BadInput("the game master's questions are all asked here")
    table.wanted[found[0]] = None
    title = oddsline.short_title(table.game, found[0])
    table.screen.say(f"What the game master decides by {title} is asked here; `never` leaves it to the machine.", QUIET)


COMMANDS: Commands = {
    "help": show_help,
    "h": show_help,
    "list": show_list,
    "map": show_board,
    "log": show_log,
    "look": look,
    "sheet": look,
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
    "as": let_act,
    "meanwhile": interject,
    "never": never,
    "ask": ask,
    "hold": hold,
    "undo": undo,
    "withdraw": withdraw,
    "gm": gm,
    FORCED: force,
    "quit": leave,
    "exit": leave,
}
