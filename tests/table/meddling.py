"""Doings by luck: whatever anybody at a table may come up with, sensible or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from ludex.core.kernel.procedure import Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import characters, deleting, evenings, flags, likenesses, notes, scenes, seating, settings
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing
from ludex.table.play import commands, improvising, mastering
from ludex.table.play.deciding import deputise, has_step
from tests.table.tables import SCENES, Kept, differing

Made = tuple[str, Doing]  # the seat, and what it wants


class Meddler:
    """Somebody at every seat of a table."""

    def __init__(self, game: str, seed: int) -> None:
        self.luck = Random(seed)
        self.kept = Kept(game, seed)
        self.kept.open()
        party = [being.id for being in self.kept.live.scene.beings.values() if being.side == "party"]
        self.players = [self.kept.seat(name, being) for name, being in zip(("Ann", "Ben"), party, strict=False)]
        self.kept.seat("Eve", role="spectator")
        self.kept.do(seating.HandOver(who="foes", policy="random"))
        self.names = 0

    def meddle(self) -> str:
        """Do one thing; gives what came of it."""
        if has_step(self.kept.table) and self.luck.random() < 0.6:
            self.kept.step()
            return "step"
        kinds = PLAY if self.luck.random() < 0.7 else ALL
        made = self.luck.choice(kinds)(self)
        if made is None:
            return "nothing"
        try:
            self.kept.do(made[1], made[0])
        except (Refused, BadInput):
            return f"no {type(made[1]).__name__}"
        return type(made[1]).__name__

    # -- small helpers ------------------------------------------------------------------------------------------

    @property
    def gm(self) -> str:
        return self.kept.gm

    def anybody(self) -> str:
        return self.luck.choice(list(self.kept.table.seats))

    def fresh(self, what: str) -> str:
        self.names += 1
        return f"{what} {self.names}"

    def one(self, things: Any) -> Any:
        found = list(things)
        return self.luck.choice(found) if found else None


def command(at: Meddler) -> Made | None:
    table = at.kept.table
    if table.playing is None or table.playing.live.open is not None:
        return None
    scene = table.playing.live.scene
    who = table.game.to_act(scene) if at.luck.random() < 0.8 else at.one(scene.beings)
    if not who:
        return None
    being = scene.beings[who]
    action = at.one([offer.action for offer in table.game.offers(scene, being) if offer.refusal is None])
    given = table.game.sample(scene, being, action, at.luck.randrange) if action is not None else None
    if given is None:
        return None
    seat = at.gm if at.luck.random() < 0.7 else at.anybody()
    overruling = at.luck.random() < 0.1
    plain: Any = given.to_plain()["args"]
    return seat, commands.Command(actor=who, name=given.name, args=plain, force=overruling, waive=overruling)


def answer(at: Meddler) -> Made | None:
    question = at.kept.live.open if at.kept.table.playing is not None else None
    if isinstance(question, Roll):
        faces = tuple(1 + at.luck.randrange(die.sides) for die in question.pool)
        return at.gm, commands.Faces(key=question.key, faces=faces)
    if not isinstance(question, Question):
        return None
    meanwhile = question.meanwhile
    if meanwhile and at.luck.random() < 0.3:
        given = at.luck.choice(meanwhile)
        plain: Any = given.to_plain()["args"]
        return at.gm, commands.Interjection(key=question.key, actor=given.actor, name=given.name, args=plain)
    value = at.one(islice(question.domain.some(), 20))
    return (at.gm if at.luck.random() < 0.8 else at.anybody()), commands.Answer(key=question.key, value=value)


def call(at: Meddler) -> Made | None:
    if at.kept.table.playing is None:
        return None
    who = at.one(at.kept.live.shown.beings)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("tell", {"words": "The wind turns."}),
        ("roll", {"dice": "2d6+1", "for": "the weather"}),
        ("roll", {"dice": "d20", "secret": False}),
        ("spawn", {"from": at.one(at.kept.table.library.shelves["character"].entries)}),
        ("remove", {"being": who}),
        ("modify", {"being": who, "name": "high ground", "amount": 1}),
        ("set", {"what": who, "field": "name", "value": "Somebody Else"}),
        ("option", {"name": "no such option", "value": True}),
        ("no such command", {}),
    ]
    name, args = at.luck.choice(calls)
    return at.gm, mastering.Call(name=name, args=args)


def back(at: Meddler) -> Made:
    small = 1 + at.luck.randrange(2)
    made = at.luck.choice(
        [
            mastering.Undo(steps=small), mastering.Redo(steps=small), mastering.Withdraw(),
            mastering.Recall(number=at.luck.randrange(3)), mastering.Retry(),
            mastering.Replace(number=at.luck.randrange(2), faces=(1 + at.luck.randrange(6),) * small),
        ]
    )  # fmt: skip
    return (at.gm if at.luck.random() < 0.9 else at.anybody()), made


def mine(at: Meddler) -> Made:
    made = at.luck.choice([commands.TakeBack(), commands.Hold(), commands.Release(), commands.Release()])
    return at.anybody(), made


def wish(at: Meddler) -> Made | None:
    open_ones = [wish.asked.id for wish in at.kept.table.asked.values() if wish.open]
    if open_ones and at.luck.random() < 0.6:
        name, args = at.luck.choice([("tell", {"words": "It works."}), ("", {})])
        done = at.luck.random() < 0.8
        return at.gm, improvising.Settle(
            id=at.luck.choice(open_ones), words="So be it", name=name, args=args, done=done
        )
    seat = at.luck.choice(at.players)
    beings = at.kept.table.seats[seat].beings
    return seat, improvising.Improvise(being=beings[0] if beings else "nobody", words="I swing from the lamp")


def settle(at: Meddler) -> Made:
    changes: list[dict[str, Any]] = [
        {"legality": "ask"}, {"legality": "free"}, {"legality": "strict"}, {"pools": "words"}, {"dice": "typed"},
        {"dice": "sealed"}, {"deputy": 5}, {"odds": "off"}, {"dice": "loaded"},
    ]  # fmt: skip
    return at.gm, settings.Set(settings=at.luck.choice(changes))


def sit(at: Meddler) -> Made:
    table = at.kept.table
    being = at.one(at.kept.live.shown.beings) if table.playing is not None else "nobody"
    role = at.luck.choice(["player", "spectator"])
    rule = at.one(table.game.rulebook.rules)
    made = at.luck.choice(
        [
            seating.AddSeat(role=role, name=at.fresh("Guest"), token_hash=at.fresh("hash")),
            seating.Reseat(seat=at.anybody(), muted=at.luck.random() < 0.5),
            seating.Reseat(seat=at.luck.choice(at.players), beings=(being,)),
            seating.HandOver(who=being, seat=at.luck.choice(at.players)),
            seating.HandOver(who=being, policy=at.luck.choice(["simple", "random", "", "nobody's"])),
            seating.HandOver(who=at.luck.choice(["foes", "party", "gm"]), policy=at.luck.choice(["random", ""])),
            seating.StandingAnswer(rule=rule, answer=at.luck.choice(["ask", "always", "never"])),
            seating.CallMe(name=at.fresh("Called")),
            seating.OpenDoor(code_hash=at.fresh("code")),
        ]
    )
    return (at.gm if at.luck.random() < 0.9 else at.anybody()), made


def write(at: Meddler) -> Made:
    table = at.kept.table
    made = at.luck.choice(
        [
            notes.Say(words=at.fresh("Hello")),
            notes.WriteNote(title="A note", text="Something", whose=at.luck.choice(["own", "shared", "gm"])),
            notes.TearNote(id=at.one(table.notes) or "none"),
            notes.WriteHandout(title="A letter", text="Come at once"),
            notes.ShowHandout(id=at.one(table.handouts) or "none", seats=(at.anybody(),)),
            flags.RaiseFlag(told=at.luck.randrange(3), line=0, note="Really?"),
            flags.DropFlag(id=at.one(table.flags) or "none"),
        ]
    )
    return at.anybody(), made


def whole(at: Meddler) -> Made:
    table = at.kept.table
    made = at.luck.choice(
        [
            settings.Rename(title=at.fresh("A table")),
            settings.Archive(archived=at.luck.random() < 0.5),
            deleting.DeleteTable(days=at.luck.choice((7, 30))),
            deleting.KeepTable(),
            deleting.DropPicture(picture="0" * 64),
            evenings.CloseEvening(),
            scenes.Prepare(ready=SCENES[table.game.name]),
            scenes.Prepare(title="Empty"),
            scenes.OpenScene(scene=at.one(table.scenes) or "none", again=at.luck.random() < 0.3),
            scenes.CloseScene(),
            characters.Bring(ready=at.one(table.game.starter.shelves["character"].entries)),
            likenesses.Depict(who=at.one(table.game.starter.shelves["character"].entries), colour="red"),
            settings.AddContent(name="mine", tables={}),
        ]
    )
    return at.gm, made


def stepping(at: Meddler) -> None:
    at.kept.fake.now += 1
    if at.luck.random() < 0.3:
        deputise(at.kept.table)
        at.kept.entries += at.kept.table.take()
    else:
        at.kept.step()


def play(at: Meddler) -> Made | None:
    playing = at.kept.table.playing
    if playing is not None and playing.live.open is not None:
        return answer(at)
    if playing is None or not at.kept.table.game.to_act(playing.live.scene):
        return at.gm, scenes.OpenScene(scene=next(iter(at.kept.table.scenes)))
    return command(at)


PLAY: list[Callable[[Meddler], Made | None]] = [play, play, play, play, play, stepping]
ALL: list[Callable[[Meddler], Made | None]] = [call, call, back, back, mine, wish, settle, sit, write, write, whole]


def compare_folds(game: str, seed: int, doings: int) -> Counter[str]:
    """Whatever is done, the entries tell all of it: a twin that folds them is the same after each. Gives what was
    done."""
    at = Meddler(game, seed)
    twin = Campaign(at.kept.fake.outside())
    done: Counter[str] = Counter()
    for _ in range(doings):
        what = at.meddle()
        done[what] += 1
        for entry in at.kept.entries[twin.number :]:
            twin.fold(entry)
        differs = differing(at.kept.table, twin)
        assert not differs, f"{game}, with {seed}: after {what} these differ: {differs}"
    assert not differing(at.kept.table, at.kept.folded())
    return done
