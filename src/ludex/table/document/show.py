"""Documents: all that a seat sees of its table, as plain data. Made anew after each change, from what the seat may know
and nothing else; what has not changed is one and the same object, so that `changes.py` passes over it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from operator import is_
from typing import Any

import msgspec

from ludex.core.game import REST
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Question, Roll
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Plan
from ludex.core.show.sentences import awaited
from ludex.table.campaign import wishes
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.changing import missing
from ludex.table.campaign.likenesses import drawn_character
from ludex.table.campaign.links import waited_for
from ludex.table.campaign.notes import may_read
from ludex.table.campaign.scenes import heroes_ready
from ludex.table.campaign.standing import in_words
from ludex.table.document.changes import Steady
from ludex.table.document.ended import ended
from ludex.table.document.show_adventure import adventure_led, adventure_shown
from ludex.table.document.show_beings import Kept, Marks, beings
from ludex.table.document.show_board import Boards
from ludex.table.document.show_over import clocks_shown, drawings, fog_shown, map_shown, pins_shown
from ludex.table.know import asked
from ludex.table.know.oddsline import short_title
from ludex.table.know.offers import offers
from ludex.table.know.pools import knowing
from ludex.table.know.seen import Seen
from ludex.table.know.underway import Underway
from ludex.table.play.commands import may_decide, may_take_back
from ludex.table.play.deciding import answer_by, deciders, masters, waiting
from ludex.table.records.entry import Asked
from ludex.table.records.journal import NO_JOURNAL
from ludex.table.records.seat import Role, Seat

Document = dict[str, Any]


class Situation:
    """What all who know the same see of the scene on the table, at one moment."""

    def __init__(self, table: Campaign, seen: Seen, steady: Steady, boards: Boards, marks: Marks, kept: Kept) -> None:
        self.steady = steady
        self.table = table
        self.seen = seen
        self.scene = scene = seen.scene
        self.unknown = seen.unknown
        game = seen.game
        plan = seen.whole_plan if seen.seat == GM else seen.plan
        knows = knowing(scene, seen.seat, table.settings)
        self.plan = plan
        self.waits = waiting(table)
        self.acting = game.to_act(scene)
        self.document: Document = {
            "scene": steady.same(self._scene(), "scene", seen.seat),
            "ended": steady.same(self._ended(plan), "ended", seen.seat),
            "board": boards.of(plan, seen.seat, steady) if plan is not None else None,
            "beings": steady.each(
                beings(game, scene, plan, self.acting, knows, marks.of(scene), seen.seat, table.likenesses, kept),
                "beings",
                seen.seat,
            ),
            "turn": steady.same(self._turn(), "turn", seen.seat),
            "waiting": steady.same(self._waiting(), "waiting", seen.seat),
            "rulings": steady.same(self._rulings(), "rulings", seen.seat),
            "map": steady.same(map_shown(table, seen.seat), "map", seen.seat),
            "fog": steady.each(fog_shown(seen), "fog", seen.seat),
        }
        self._offers: dict[str, Document | None] = {}

    @cached_property
    def commanded(self) -> list[tuple[str, str, str]]:
        """All who are there in truth, whose side they are on, and who decides for them."""
        truth, game = self.seen.live.shown, self.seen.game
        return [(who, being.side, game.commanded_by(truth, being)) for who, being in truth.beings.items()]

    def _scene(self) -> Document:
        playing = self.table.playing
        assert playing is not None
        return {
            "id": playing.opened.id,
            "title": playing.opened.title,
            "text": playing.opened.text,
            "mode": self.scene.mode,
            "situation": [list(pair) for pair in self.seen.face.situation(self.scene)],
            "over": self._is_over(),
        }

    def _is_over(self) -> bool:
        """Is there nothing more to do in the scene, and was there anything? With nobody else about it has not begun."""
        game, scene = self.seen.game, self.scene
        met = len({being.side for being in scene.beings.values()}) > 1
        begun = scene.turns.round > 0 or (met and game.opening(scene) is None)
        return self.waits.kind == "nobody" and begun and scene.mode != REST

    def _ended(self, plan: Plan | None) -> Document | None:
        """Who did what, where there was a fight and it is over."""
        playing = self.table.playing
        if playing is None or not self.scene.turns.round or not self._is_over():
            return None
        return ended(self.table, playing.watched(self.seen.seat), plan)

    def _turn(self) -> Document:
        turns = self.scene.turns
        return {
            "of": self.acting, "round": turns.round_now, "order": list(turns.order), "acted": list(turns.acted),
            "counts": self._counts(), "before": self.seen.face.before_turn(self.scene),
        }  # fmt: skip

    def _counts(self) -> dict[str, int]:
        """By what the order of turns goes: numbers of their own, or what was rolled last, as far as it was told."""
        face, scene = self.seen.face, self.scene
        order = [who for who in scene.turns.order if who in scene.beings]
        found = {who: speed for who in order if (speed := face.speed(scene, scene.beings[who])) is not None}
        playing = self.table.playing
        if not face.order_rule or not order or playing is None:
            return found
        rolled = playing.watched(self.seen.seat).log.order.rolled
        shown = {who: rolled[who] for who in order if who in rolled}
        falling = list(shown.values()) == sorted(shown.values(), reverse=True)
        return shown if falling else {}  # else the order goes by something else: a roll was taken back, somebody waits

    def _waiting(self) -> Document:
        """What the table waits for, and whose that is; what concerns nobody who is known is the game master's."""
        waits, seen = self.waits, self.seen
        if waits.kind == "nobody":
            return {"for": "nobody", "who": "", "seats": [], "words": "", "about": ""}
        if waits.who == GM or waits.who in self.unknown:
            seats = list(masters(self.table))
            return {"for": "game master", "who": "", "seats": seats, "words": seen.called(GM), "about": ""}
        words, about = seen.called(waits.who), ""
        if waits.kind == "answer" and seen.seat in (GM, seen.side_of(waits.who)):
            question = seen.live.open
            assert question is not None
            about = short_title(seen.game, question.rule)
        return {"for": waits.kind, "who": waits.who, "seats": list(waits.seats), "words": words, "about": about}

    def _rulings(self) -> list[Document]:
        """The game master's modifiers that wait for a roll of somebody who is known."""
        scene = self.scene
        known = [(one, scene.beings[one.who].name) for one in scene.adjustments if one.who in scene.beings]
        return [
            {"who": one.who, "words": awaited(scene, name, one.amount, one.source(scene.master), one.kind, one.rule)}
            for one, name in known
        ]

    @cached_property
    def meanwhile(self) -> Sequence[Command]:
        """What others may do while a question is open."""
        request = self.seen.live.open
        return request.meanwhile if isinstance(request, Question) else ()

    def offers(self, own: Collection[str]) -> Document | None:
        """What these may do now; nothing while something is under way, or in a fight where nobody is to act."""
        awaits = self.waits.kind != "nobody" or self.seen.game.unhurried(self.scene)
        if self.seen.live.open is not None or not awaits:
            return None
        for who in own:
            if who not in self._offers:
                self._offers[who] = made = offers(self.seen, who)
                if made is not None:
                    made["entries"] = self.steady.row(made["entries"], "offers", self.seen.seat, who)
        found = {who: made for who in own if (made := self._offers[who]) is not None}
        return found or None


class Documents:
    """The documents of one table. They are not to be changed by whoever gets them."""

    def __init__(self, table: Campaign) -> None:
        self.table = table
        self.shown: Callable[[Seat], Document] = self.of  # what a seat has been told, for whoever asks
        self.underway = Underway()
        self.journal = NO_JOURNAL  # where all entries of the table are, for who looks back
        self.aside: dict[type[Any], Any] = {}  # what other rooms have made of the table, by what it is
        self._number = -1
        self._seen_by: dict[str, Seen] = {}  # what each seat sees
        self._situations: dict[str, Situation] = {}  # by what is known
        self._unseen = ""  # why the scene on the table cannot be shown
        self._marks: dict[str, Marks] = {}  # by what is known
        self._beings = Kept()
        self._steady, self._boards = Steady(), Boards()
        self._kept: dict[tuple[str, str], tuple[tuple[object, ...], object, Any]] = {}

    def of(self, seat: Seat, here: Collection[str] = ()) -> Document:
        """The document of a seat; `here` are the seats where somebody is right now."""
        table = self.table
        master = seat.role is Role.GM
        situation = self.situation(seat)
        own = self._own(situation, seat) if situation is not None else NOTHING_OWN
        mine: Document = {
            **self._around_now(seat),
            "improvised": _wishes(table, situation, seat) if table.asked else [],
            "question": own["question"],
            "meanwhile": own["meanwhile"],
            "faces": own["faces"],
            "undo": self._undo(situation, seat),
            "pins": pins_shown(table, seat, situation.plan) if situation is not None and table.pins else {},
            "master": self._master() if master else None,
        }  # fmt: skip
        shown = situation.document if situation is not None else NO_SCENE
        scene = shown["scene"]
        if scene is not None:
            scene = self._keep("scene", seat.id, (scene,), lambda: {**scene, "free": own["free"]}, own["free"])
        around, now = self._around_kept(seat, situation, here), self._steady.parts(mine, "mine", seat.id)
        return {
            **shown,
            "scene": scene,
            "table": around["table"],
            "you": now["you"],
            "seats": around["seats"],
            **now,
            "offers": own["offers"],
            **self._keep("papers", seat.id, (table.settled, table.clocks.now), lambda: self._papers(seat)),
        }

    def _papers(self, seat: Seat) -> Document:
        """What lies beside the board."""
        table, master = self.table, seat.role is Role.GM
        return {
            "notes": self._keep("notes", seat.id, (table.notes,), lambda: _notes(table, seat)),
            "handouts": self._keep("handouts", seat.id, (table.handouts,), lambda: _handouts(table, seat)),
            "drawings": self._keep("drawings", seat.id, (table.drawings,), lambda: drawings(table, seat)),
            "clocks": self._keep("clocks", str(master), (table.clocks.now,), lambda: clocks_shown(table, master)),
            "adventure": self._keep(
                "adventure", seat.id, (table.adventure, table.handouts), lambda: adventure_shown(table, seat)
            ),
            "characters": self._keep(
                "characters",
                seat.role,
                (table.characters, table.likenesses),
                lambda: characters_of_players(table, master),
            ),
        }

    def around(self, seat: Seat, situation: Situation | None, here: Collection[str]) -> Document:
        """The table and who sits there."""
        return {**self._around_kept(seat, situation, here), **self._around_now(seat)}

    def _around_kept(self, seat: Seat, situation: Situation | None, here: Collection[str]) -> Document:
        table, master = self.table, seat.role is Role.GM
        known, every = tuple(situation.scene.beings) if situation is not None else (), master or situation is None
        settled = table.settled, table.settings
        return {
            "table": self._keep("table", seat.id, settled, lambda: self._table(known, master), known),
            "seats": self._keep(
                "seats", seat.id, settled, lambda: _seats(table, here, known, every), (known, every, frozenset(here))
            ),
        }  # fmt: skip

    def _around_now(self, seat: Seat) -> Document:
        return {
            "you": {
                "seat": seat.id, "role": str(seat.role), "name": seat.name, "beings": list(seat.beings),
                "muted": seat.muted, "standing": self._standing(seat), "heroes": self._to_choose(seat),
            },
            "holds": self._holds(),
            "dice": self._dice(seat),
        }  # fmt: skip

    def may_see(self, seat: Seat, picture: str) -> bool:
        """May a seat see a picture: of a handout that it was shown, of the map that it sees, or of somebody it sees or
        who is a player's?"""
        if seat.role is Role.GM:
            return True
        handouts = [shown.handout.picture for shown in self.table.handouts.values() if seat.id in shown.seats]
        characters = [one["picture"] for one in characters_of_players(self.table, master=False).values()]
        situation = self.situation(seat)
        beings = situation.document["beings"].values() if situation is not None else ()
        laid = situation.document["map"] if situation is not None else None
        handouts += [laid["picture"]] if laid is not None else []
        return picture in (*handouts, *characters, *(being["picture"] for being in beings))

    def silent(self, seat: Seat) -> bool:
        """Is nothing to be told to this seat now? A machine is about to decide for somebody of whom it knows nothing:
        to stop here would tell that there is somebody."""
        situation = self.situation(seat)
        if situation is None or situation.waits.seats or situation.seen.live.holds:
            return False
        return situation.waits.who in situation.unknown

    def situation(self, seat: Seat) -> Situation | None:
        """What a seat sees of the scene on the table: shared by all who know the same, until something changes."""
        table = self.table
        if table.number != self._number:
            self._number, self._seen_by, self._situations, self._unseen = table.number, {}, {}, ""
            self._beings.look_again()
        try:
            return self._situation(seat)
        except (BadInput, LookupError) as fault:  # of content that is not there; whatever else is has to be told
            self._unseen = in_words(fault)
            return None

    def _situation(self, seat: Seat) -> Situation | None:
        table = self.table
        seen = self._seen_by.get(seat.id)
        if seen is None:
            seen = table.seen(seat)
            if seen is None:
                self._marks = {}
                return None
            self._seen_by[seat.id] = seen
        if seen.seat not in self._situations:
            self._situations[seen.seat] = Situation(
                table, seen, self._steady, self._boards, self._marks.setdefault(seen.seat, Marks()), self._beings
            )
        return self._situations[seen.seat]

    def _keep(
        self, what: str, whose: str, sources: tuple[object, ...], make: Callable[[], Any], alike: object = None
    ) -> Any:
        """The same as before, as long as it is made of the very same things, and of others that are alike."""
        kept = self._kept.get((what, whose))
        if kept is None or not all(map(is_, kept[0], sources)) or kept[1] != alike:
            kept = self._kept[what, whose] = sources, alike, self._steady.same(make(), what, whose)
        return kept[2]

    # -- the table itself -------------------------------------------------------------------------------------

    def _table(self, known: Collection[str], master: bool) -> Document:
        table = self.table
        settings: Document = msgspec.to_builtins(table.settings)
        if not master:  # who is there is not to be told by what is settled about them
            settings["pools_of"] = {who: how for who, how in settings["pools_of"].items() if who in known}
        return {
            "title": table.title,
            "game": table.game.name,
            "game_title": table.game.title,
            "archived": table.archived,
            "deleting": table.gone_at,
            "branch": msgspec.to_builtins(table.branch),
            "settings": settings,
        }

    def _heroes(self) -> dict[str, list[dict[str, str]]]:
        table = self.table
        ready = table.scenes, table.content, table.playing
        found: dict[str, list[dict[str, str]]] = self._keep("heroes", "", ready, lambda: heroes_ready(table))
        return found

    def _to_choose(self, seat: Seat) -> list[str]:
        if seat.role is not Role.PLAYER or seat.beings:
            return []
        ready = self._heroes()
        coming = next((id for id in ready if id not in self.table.left), next(iter(ready), ""))
        return [hero["character"] for hero in ready.get(coming, ())]

    def _standing(self, seat: Seat) -> dict[str, str]:
        """What a seat has said once and for all, without what is asked now all the same."""
        question = self.table.playing.live.open if self.table.playing is not None else None
        if not isinstance(question, Question) or question.rule not in seat.standing:
            return dict(seat.standing)
        if seat.id not in deciders(self.table, question.who):
            return dict(seat.standing)
        held = answer_by(self.table, question, always=seat.standing[question.rule] == "always") is not None
        return {rule: said for rule, said in seat.standing.items() if held or rule != question.rule}

    def _holds(self) -> list[str]:
        return list(self.table.playing.live.holds) if self.table.playing is not None else []

    def _dice(self, seat: Seat) -> Document:
        """How many dice have fallen is told to the game master alone: others may not know of all of them."""
        table, night = self.table, self.table.night
        usable = {id: chain for id, chain in night.chains.items() if not chain.used_up}
        asked = waited_for(table)
        own = asked is not None and asked.seat == seat.id
        told = {
            "evening": night.number, "seal": night.seal, "typed": table.settings.dice == "typed",
            "links": list(usable) if night.mixes else None,
            "chain": night.chains[seat.id].end if own or seat.id in usable else "",
            "asked": asked.number if asked is not None and own else 0,
        }  # fmt: skip
        return {**told, "fallen": night.fallen} if seat.role is Role.GM else told

    def _master(self) -> Document:
        """What is for the game master alone."""
        table = self.table
        return {
            "scenes": self._keep("scenes", "", (table.scenes,), lambda: {s.id: s.title for s in table.scenes.values()}),
            "heroes": self._heroes(),
            "left": list(table.left),
            "options": dict(table.options),
            "content": list(table.content),
            "edition": self._keep("edition", "", (table.content,), lambda: _edition(table)),
            "policies": dict(table.policies),
            "waiting_room": {waiting.id: waiting.name for waiting in table.waiting_room.values()},
            "door": table.door[1],
            "flags": self._keep("flags", "", (table.flags,), lambda: _flags(table)),
            "crashes": [{"by": crash.by, "why": crash.why} for crash in table.crashes],
            "stuck": table.stuck,
            "reopened": table.playing.opened.why if table.playing is not None else "",
            "secrets": [night.number for night in table.nights if night.keeps_secrets],
            "packs": {
                name: {"id": label.id, "title": label.title, "version": label.version}
                for name, label in table.packs.items()
            },
            "missing": self._missing(),
            "adventure": self._keep(
                "led", "", (table.adventure, table.scenes, table.handouts, table.policies), lambda: adventure_led(table)
            ),
            "unshown": bool(self._unseen),
        }  # fmt: skip

    def _missing(self) -> list[Document]:
        """What the table names and has not; first of all what is in the way of showing the scene."""
        words = f"the scene cannot be shown: {self._unseen}"
        unseen = [{"kind": "", "id": "", "words": words}] if self._unseen else []
        return [*unseen, *self._keep("missing", "", self._named_in(), lambda: _missing(self.table))]

    def _named_in(self) -> tuple[object, ...]:
        """All in which entries of the content are named, as far as it matters whether they are there."""
        table = self.table
        there = table.content, table.retired, table.lost, table.set_aside, table.characters, table.scenes
        return (*there, table.left, table.playing) if table.lost else (*there, None, None)

    # -- what is the seat's own -------------------------------------------------------------------------------

    def _own(self, situation: Situation, seat: Seat) -> Document:
        table, seen, waits = self.table, situation.seen, situation.waits
        live, master = seen.live, seat.role is Role.GM
        there = table.settled, table.stuck, tuple(situation.scene.beings), situation.commanded
        own = self._keep("own", seat.id, (), lambda: own_beings(table, seat, situation.scene), there)
        request = live.open
        mine = seat.id in waits.seats or (master and bool(waits.seats))
        return {
            "offers": situation.offers(own) if own else None,
            "question": question_of(table, seen, request) if mine and isinstance(request, Question) else None,
            "meanwhile": (
                asked.meanwhile(seen, request, situation.meanwhile, own)
                if own and isinstance(request, Question)
                else []
            ),
            "faces": asked.faces(seen, request) if mine and isinstance(request, Roll) else None,
            "free": free(table, seat, situation.scene),
        }

    def _undo(self, situation: Situation | None, seat: Seat) -> Document:
        """What can be undone: by the game master so many commands and changes of clocks, in one order."""
        table = self.table
        if table.playing is not None and situation is None:
            return dict(NOTHING_OWN["undo"])
        live = situation.seen.live if situation is not None else None
        if seat.role is not Role.GM:
            return {"may": live is not None and may_take_back(table, seat), "steps": 0, "redo": 0}
        steps = len(table.clocks.done) + (live.back if live is not None else 0)
        redo = len(table.clocks.undone) + (live.forth if live is not None else 0)
        return {"may": steps > 0, "steps": steps, "redo": redo}


NO_SCENE: Document = {
    "scene": None, "ended": None, "board": None, "beings": {}, "turn": None, "waiting": None, "rulings": [],
    "map": None, "fog": {},
}  # fmt: skip
NOTHING_OWN: Document = {
    "offers": None, "question": None, "meanwhile": [], "faces": None, "free": [],
    "undo": {"may": False, "steps": 0, "redo": 0},
}  # fmt: skip


def _edition(table: Campaign) -> str:
    return sha256(msgspec.json.encode(table.content)).hexdigest()[:12] if table.content else ""


def free(table: Campaign, seat: Seat, scene: Any) -> list[str]:
    """Those whom a seat moves as it likes."""
    return [who for who in scene.beings if may_decide(table, seat, who)] if table.game.unhurried(scene) else []


def own_beings(table: Campaign, seat: Seat, scene: Any) -> list[str]:
    """Those for whom a seat decides, as far as they are in the scene."""
    if seat.role is Role.PLAYER:
        return [who for who in seat.beings if who in scene.beings and table.plays(seat, who)]
    if seat.role is Role.GM:
        return [who for who in scene.beings if seat.id in deciders(table, who)]
    return []


def question_of(table: Campaign, seen: Seen, question: Question) -> Document:
    always, never = answer_by(table, question, always=True), answer_by(table, question, always=False)
    words = [word for word, answer in (("always", always), ("never", never)) if answer is not None]
    return asked.question(seen, question, words, table.settings)


def _seats(table: Campaign, here: Collection[str], known: Collection[str], every: bool) -> Document:
    return {
        other.id: _seat(other, here, _told_beings(other, known, every))
        for other in table.seats.values()
        if not other.removed
    }


def _seat(seat: Seat, here: Collection[str], beings: Iterable[str]) -> Document:
    """Who sits there, with the beings that may be known."""
    return {
        "name": seat.name,
        "role": str(seat.role),
        "beings": list(beings),
        "here": seat.id in here,
        "muted": seat.muted,
    }


def _told_beings(seat: Seat, known: Collection[str], every: bool) -> Iterable[str]:
    """Whom somebody plays, as far as that may be known; all of them while no scene is on the table."""
    return seat.beings if every else [who for who in seat.beings if who in known]


def _wishes(table: Campaign, situation: Situation | None, seat: Seat) -> list[Document]:
    """What somebody wants to do that the game master settles, of those who are known. A draft is its maker's alone."""
    seen = situation.seen if situation is not None else None
    found = []
    for wish in table.asked.values():
        what = wish.asked
        words = wishes.wanted(what, seen)
        if not words or (what.choice and seat.role is not Role.GM and wish.by != seat.id):
            continue
        found.append(
            {
                "id": what.id,
                "by": wish.by,
                "being": what.being,
                "words": words,
                "kind": _kind_of_wish(what),
                "refused": _refused(what, seen),
                "said": wish.said,
                "open": wish.open,
                "allowed": wish.allowed,
            }
        )
    return found


def _kind_of_wish(what: Asked) -> str:
    if what.choice:
        return "waiver"
    if what.command is None:
        return "words"
    return "call" if what.command["actor"] == GM else "command"


def _refused(what: Asked, seen: Seen | None) -> Document | None:
    """What is against it."""
    if not what.reason:
        return None
    return {"reason": seen.veiled(what.reason) if seen is not None else what.reason, "rule": what.rule}


def _notes(table: Campaign, seat: Seat) -> Document:
    return {
        id: {"title": kept.note.title, "text": kept.note.text, "whose": kept.note.whose, "owner": kept.owner}
        for id, kept in table.notes.items()
        if may_read(kept, seat)
    }


def _handouts(table: Campaign, seat: Seat) -> Document:
    """Those that this seat may see; the game master sees all, and who may see them."""
    master = seat.role is Role.GM
    return {
        id: {
            "title": shown.handout.title,
            "text": shown.handout.text,
            "picture": shown.handout.picture,
            "description": shown.handout.description,
            "seats": list(shown.seats) if master else [],
        }
        for id, shown in table.handouts.items()
        if master or seat.id in shown.seats
    }


def characters_of_players(table: Campaign, master: bool) -> Document:
    """Those of players; what others the game master has brought is for nobody else to know."""
    return {
        id: {
            "name": kept.entry.get("name", id),
            "owner": kept.owner,
            "overrides": list(kept.overrides),
            **drawn_character(table, kept)._asdict(),
        }
        for id, kept in table.characters.items()
        if master or kept.owner
    }


def _missing(table: Campaign) -> list[Document]:
    return [one._asdict() for one in missing(table)]


def _flags(table: Campaign) -> Document:
    return {
        id: {"by": raised.by, "rule": raised.flag.rule, "line": raised.flag.line, "note": raised.flag.note}
        for id, raised in table.flags.items()
    }
