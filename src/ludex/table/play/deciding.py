"""Who decides what is next: a seat, a standing answer, or a machine that plays for whoever has no seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ludex.core.foe import deciding
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.timing import DECLINE
from ludex.core.referee.live import Live, SealedDice
from ludex.opponents import thinks
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.links import waited_for
from ludex.table.campaign.passing import break_off, is_passing, pass_on
from ludex.table.campaign.running import attempt, on_table, run
from ludex.table.play.thinking import Thinking, Thought
from ludex.table.records.entry import Stuck
from ludex.table.records.seat import Role, Seat

MOST_FAULTS = 3  # of the machine in a row; then the game master decides
DEPUTY = "simple"  # the policy that decides for who is absent

Step = Callable[[], dict[str, Any]]


class Waiting(NamedTuple):
    """What the table waits for."""

    kind: str  # command, answer, faces, link or nobody
    who: str = ""  # a being, a side or the game master
    seats: tuple[str, ...] = ()  # that decide; none: a machine does


def deciders(table: Campaign, who: str) -> tuple[str, ...]:
    """The seats that decide for a being, a side or the game master; none where a machine does."""
    scene = table.scene
    who = _commander(table, scene, who)
    beings = scene.beings if scene is not None else {}
    named = [seat for seat in table.seats.values() if who in seat.beings]
    owners = tuple([seat.id for seat in named if _decides(seat) and table.plays(seat, who)])
    if not owners and who not in beings and who != GM:  # a side: whoever plays somebody of it
        own = [name for name, being in beings.items() if being.side == who]
        players = [seat for seat in table.seats.values() if seat.role is Role.PLAYER and _decides(seat)]
        owners = tuple(seat.id for seat in players if any(table.plays(seat, name) for name in own))
    if owners:
        return owners
    return () if _policy_of(table, scene, who) else masters(table)


def _decides(seat: Seat) -> bool:
    return not seat.removed and seat.role is not Role.SPECTATOR


def commander(table: Campaign, who: str) -> str:
    """Whoever commands a being in the end, or they themselves. A file can say that some command each other: then the
    last of them does."""
    return _commander(table, table.scene, who)


def _commander(table: Campaign, scene: Scene[Any] | None, who: str) -> str:
    seen = {who}
    while scene is not None and who in scene.beings:
        master = table.game.commanded_by(scene, scene.beings[who])
        if not master or master in seen:
            break
        who = master
        seen.add(who)
    return who


def policy_for(table: Campaign, who: str) -> str:
    """The name of the policy that plays for somebody without a seat; empty where the game master does."""
    return _policy_of(table, table.scene, commander(table, who))


def _policy_of(table: Campaign, scene: Scene[Any] | None, who: str) -> str:
    """Of whoever commands themselves."""
    if table.stuck >= MOST_FAULTS:
        return ""
    if who in table.policies or scene is None:
        return table.policies.get(who, "")
    if who in scene.beings:
        return table.policies.get(scene.beings[who].side, "")
    own = [table.policies.get(being.id, "") for being in scene.side_of(who)]
    return own[0] if own and all(own) else ""  # a side of which machines play everybody


def waiting(table: Campaign) -> Waiting:
    """What is next, and whose it is."""
    if table.playing is None:
        return Waiting("nobody")
    live = table.playing.live
    if isinstance(live.open, Roll) and waited_for(table) is not None:
        return Waiting("link", live.open.by)
    if isinstance(live.open, Roll):
        return Waiting("faces", live.open.by, deciders(table, live.open.by) or masters(table))
    if live.open is not None:
        return Waiting("answer", live.open.who, deciders(table, live.open.who))
    who = table.game.to_act(live.scene)
    return Waiting("command", who, deciders(table, who)) if who else Waiting("nobody")


def masters(table: Campaign) -> tuple[str, ...]:
    return tuple([seat.id for seat in table.seats.values() if seat.role is Role.GM and not seat.removed])


# ---------------------------------------------------------------- what happens without anybody


def next_step(table: Campaign, thought: Thought | None = None) -> Step | None:
    """What the machine does next, as was thought elsewhere; nothing where somebody human must decide."""
    if table.playing is None:
        return None
    if is_passing(table):
        return partial(pass_on, table)
    live, next_up = table.playing.live, waiting(table)
    if next_up.kind == "faces":
        return partial(throw, table) if isinstance(live.dice, SealedDice) else None
    if next_up.kind == "answer":
        assert isinstance(live.open, Question)
        if not next_up.seats:
            return partial(answer, table, live.open, policy_for(table, next_up.who))
        said = standing_answer(table, live.open, next_up.seats)
        return partial(say, table, said) if said is not None else None
    if next_up.kind == "command" and not next_up.seats and not live.holds:
        return partial(act, table, next_up.who, policy_for(table, next_up.who), thought)
    return None


def has_step(table: Campaign) -> bool:
    """Is there something that the machine does next?"""
    return next_step(table) is not None


def has_to_think(table: Campaign) -> bool:
    """Is it a machine that takes its time which acts next?"""
    next_up = waiting(table)
    acts = next_up.kind == "command" and not next_up.seats and not on_table(table).live.holds
    return acts and thinks(policy_for(table, next_up.who))


def to_think(table: Campaign, share: float = 1.0) -> Thinking | None:
    """What a machine has to think about next, for this share of its time."""
    if not has_to_think(table):
        return None
    who, playing = waiting(table).who, on_table(table)
    policy = policy_for(table, who)
    machine = table.machine(playing.live.scene.beings[who].side, policy)
    return Thinking(who, policy, table.number, playing.last, machine.seconds * share, machine.memory)


def step(table: Campaign, thought: Thought | None = None) -> bool:
    """Let the machine do the next thing that is its to do; tells whether there was one. Not as was `thought`, where
    something else has been played since."""
    if thought is not None and not _holds(table, thought):
        return False
    return _by_machine(table, next_step(table, thought))


def _holds(table: Campaign, thought: Thought) -> bool:
    if not has_to_think(table) or thought.who != waiting(table).who:
        return False
    return thought.command is None or thought.last == on_table(table).last


def deputise(table: Campaign) -> bool:
    """Let a machine decide for who is waited for; tells whether anybody was."""
    return _by_machine(table, deputy_step(table))


def _by_machine(table: Campaign, step: Step | None) -> bool:
    if step is None:
        return False
    table.begin("")
    try_step(table, step)
    table.finish()
    return True


def deputy_step(table: Campaign) -> Step | None:
    """What a machine does for somebody who is absent."""
    if table.playing is None:
        return None
    live, next_up = table.playing.live, waiting(table)
    if next_up.kind == "answer":
        assert isinstance(live.open, Question)
        return partial(answer, table, live.open, DEPUTY)
    return partial(act, table, next_up.who, DEPUTY) if next_up.kind == "command" and not live.holds else None


def deputy_at(table: Campaign) -> float | None:
    """When a deputy decides for who is waited for; never where the table has none."""
    if not table.settings.deputy or table.playing is None or table.stuck >= MOST_FAULTS or has_step(table):
        return None
    return table.playing.since + table.settings.deputy if deputy_step(table) is not None else None


class Unable(Exception):
    """A policy that does not know what to do."""


def try_step(table: Campaign, step: Step) -> None:
    """A machine that cannot do what it wants lets it pass; one that cannot do that either leaves it to the game
    master."""
    try:
        failed = bool(step().get("failed"))
    except (BadInput, Refused, Unable) as fault:
        on_table(table).forget()
        if table.passing is not None and is_passing(table):
            break_off(table, fault)  # there is nothing that is to be let pass
            return
        passed = _let_pass(table, fault)
        table.add(Stuck(times=table.stuck + 1 if passed else MOST_FAULTS))
    else:
        if failed:
            table.add(Stuck(times=table.stuck + 1))


def _let_pass(table: Campaign, fault: Exception) -> bool:
    """Whether that can be done."""
    live = on_table(table).live
    try:
        if isinstance(live.open, Question):
            said = live.open.default
            attempt(table, _under_way(live), lambda: live.answer(said))
        elif live.open is None:
            being = live.scene.beings[table.game.to_act(live.scene)]
            passing = table.game.passing(live.scene, being)
            if passing is None:
                raise BadInput(f"{being.name} cannot let their turn pass") from fault
            attempt(table, passing, lambda: live.perform(passing))
    except (BadInput, Refused):
        on_table(table).forget()
        return False
    return True


def act(table: Campaign, who: str, policy: str, thought: Thought | None = None) -> dict[str, Any]:
    live = on_table(table).live
    given = _chosen(table, who, policy) if thought is None else _as_thought(table, who, policy, thought)
    return run(table, given, lambda: live.perform(given))


def _chosen(table: Campaign, who: str, policy: str) -> Command:
    scene = on_table(table).live.scene
    being = scene.beings[who]
    machine = table.machine(being.side, policy)
    try:
        return deciding.choose(table.game, scene, being, machine)[0]
    except Exception as fault:  # whatever is wrong with a policy
        raise Unable(str(fault)) from fault


def _as_thought(table: Campaign, who: str, policy: str, thought: Thought) -> Command:
    """Where nothing has come of it, one decides that does not have to think."""
    if thought.command is None:
        return _chosen(table, who, DEPUTY)
    table.machine(on_table(table).live.scene.beings[who].side, policy).remember(thought.memory)
    return thought.command


def answer(table: Campaign, question: Question, policy: str) -> dict[str, Any]:
    live = on_table(table).live
    side = deciding.side_asked(live.shown, question)
    try:
        said = deciding.answer(table.game, live.shown, side, question, table.machine(side, policy))
    except Exception as fault:  # whatever is wrong with a policy
        raise Unable(str(fault)) from fault
    if isinstance(said, Interject) and deciders(table, said.command.actor):
        said = question.default  # what somebody who sits here has is not the machine's to give
    return run(table, _under_way(live), lambda: live.answer(said))


def say(table: Campaign, said: Plain) -> dict[str, Any]:
    live = on_table(table).live
    return run(table, _under_way(live), lambda: live.answer(said))


def throw(table: Campaign) -> dict[str, Any]:
    live = on_table(table).live
    return run(table, _under_way(live), lambda: live.go_on_with(live.dice))


def _under_way(live: Live[Any]) -> Command:
    assert live.done is not None
    return live.done.command


# ---------------------------------------------------------------- standing answers


def standing_answer(table: Campaign, question: Question, seats: tuple[str, ...]) -> Plain:
    """What those whose question it is have said once and for all; nothing where it is to be asked."""
    told = {table.seats[seat].standing.get(question.rule, "ask") for seat in seats}
    if len(told) != 1:
        return None
    (word,) = told
    return None if word == "ask" else answer_by(table, question, always=word == "always")


def answer_by(table: Campaign, question: Question, always: bool) -> Plain:
    """Yes or no to a question, where it is one of that kind; a question with one way to say yes and no. Whom one names
    now, as in the order of those who are tied, says nothing of the next time."""
    domain = question.domain
    if domain == YES_NO:
        return always
    if isinstance(domain, OneOf) and DECLINE in domain.values:
        if not always:
            return DECLINE
        ways = [value for value in domain.values if value != DECLINE]
        return ways[0] if len(ways) == 1 and not _names_somebody(table, ways[0]) else None
    usual = question.default
    return usual if not always and not domain.fault(usual) and not _names_somebody(table, usual) else None


def _names_somebody(table: Campaign, answer: Plain) -> bool:
    if isinstance(answer, tuple):
        return any(_names_somebody(table, part) for part in answer)
    return table.playing is not None and isinstance(answer, str) and answer in table.playing.live.shown.beings
