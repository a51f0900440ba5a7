"""A live referee as data: the last boundaries, and what is under way since. Those before them stay where they are."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.files.codec import decode, encode
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Pool
from ludex.core.kernel.plain import plain
from ludex.core.kernel.procedure import Interject
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Done, Given, Live, TypedDice


class CommandKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command, and how the rules were overruled for it."""

    command: dict[str, Any]
    force: bool = False
    waive: bool = False

    def done(self) -> Done:
        return Done(Command.from_plain(self.command), self.force, self.waive)


class GivenKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face or an answer; with `first`, what was done in place of an answer."""

    key: str
    value: Any = None
    first: CommandKept | None = None
    is_roll: bool = False
    pool: Pool = ()
    sealed: bool = False
    again: bool = False

    def given(self) -> Given:
        value: Any = plain(self.value)
        if self.first is not None:
            value = Interject(Command.from_plain(self.first.command), self.first.force)
        return Given(self.key, value, self.is_roll, self.pool, self.sealed, self.again)


class RefereeKept(msgspec.Struct, frozen=True, omit_defaults=True):
    earlier: int  # boundaries before these
    boundaries: list[msgspec.Raw]  # as JSON
    commands: list[dict[str, Any]]  # that led from one of them to the next
    later: int = 0  # those that were undone
    done: CommandKept | None = None  # the command that is under way, or was last
    given: list[GivenKept] = []
    under_way: bool = False
    holds: tuple[str, ...] = ()


def kept_referee(live: Live[Any], most: int) -> RefereeKept:
    """A referee with so many boundaries, the last ones."""
    here = min(most, len(live.boundaries))
    end = len(live.boundaries) - 1
    done = live.done
    return RefereeKept(
        earlier=live.earlier + len(live.boundaries) - here,
        boundaries=[msgspec.Raw(encode(scene)) for scene in live.boundaries[-here:]],
        commands=[command.to_plain() for command in live.commands[end + 1 - here : end]],
        later=live.forth,
        done=CommandKept(done.command.to_plain(), done.force, done.waive) if done is not None else None,
        given=[_kept(given) for given in live.given],
        under_way=live.open is not None,
        holds=live.holds,
    )


def _kept(given: Given) -> GivenKept:
    first, value = None, given.value
    if isinstance(value, Interject):
        first, value = CommandKept(value.command.to_plain(), value.force), None
    return GivenKept(given.key, value, first, given.is_roll, given.pool, given.sealed, given.again)


def restored_referee(kept: RefereeKept, game: Game[Any], library: object) -> Live[Any]:
    """The referee as they stood; `BadInput` where that cannot be. The rules must be those of then."""
    scenes = [decode(bytes(state), game.scene_type, library) for state in kept.boundaries]
    if not scenes or len(kept.commands) != len(scenes) - 1:
        raise BadInput("the referee has no boundary, or not each has its command")
    live = Live(game, scenes[-1], TypedDice())
    live.boundaries = scenes
    live.commands = [Command.from_plain(command) for command in kept.commands]
    live.earlier, live.later = kept.earlier, kept.later
    done, given = kept.done.done() if kept.done is not None else None, [each.given() for each in kept.given]
    if kept.under_way and done is not None:
        live.take_up(done, given)
    live.done, live.given, live.holds = done, given, kept.holds
    return live
