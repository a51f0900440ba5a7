"""Making a character over HTTP: all choices so far come in, and out comes what they make, what is to be decided next
and what falls out. Nothing is kept of it, so that a draft is its maker's alone until it is a character."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from random import SystemRandom
from typing import Any, Literal, NamedTuple, cast

from litestar import Router, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Library
from ludex.core.creation import (
    Budget,
    Chosen,
    Creation,
    Draft,
    Option,
    Price,
    Remark,
    Step,
    Stepwise,
    next_step,
    thrown,
)
from ludex.core.files.written import content_file, toml_scene
from ludex.core.game import Game
from ludex.core.growing import Growth, Moment, Said
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import throw
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import GM, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.refitting import Fallen, refit, step_of
from ludex.server import limits
from ludex.server.http.asking import SEAT, Asker, address, house, key_of, not_too_often
from ludex.server.http.drafts import (
    BudgetTold,
    CharacterMade,
    ChoiceTold,
    CreationTold,
    FellTold,
    Making,
    OptionTold,
    PriceTold,
    RefusalTold,
    RolledTold,
    SheetLine,
    SpentTold,
    StepLine,
    StepShown,
    Throw,
    WaivedTold,
    WarningTold,
)
from ludex.server.http.faults import may_fail
from ludex.server.http.games import game_of
from ludex.server.limits import seat_at
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import FORM, open_to_players, plain_entry
from ludex.table.campaign.wishes import waived_for
from ludex.table.desk.desk import LOOK_SECONDS
from ludex.table.document.show import Documents
from ludex.table.know.offers import command_document, listed
from ludex.table.records.seat import Role, Seat, refuse

Waiver = Literal["you", "ask", "no"]
DICE = SystemRandom()

# ---------------------------------------------------------------- for whom


def for_anybody(game: str, what: Making) -> CreationTold:
    """With the content that comes with the game. Nobody is there to waive a rule."""
    found = game_of(game)
    return Newcomer(found, found.starter, "no").told(what)


def at_table(game: str, what: Making, documents: Documents, seat: Seat) -> CreationTold:
    campaign = documents.table
    if campaign.game.name != game:
        raise BadInput(f"table: this table plays {campaign.game.name}, not {game!r}")
    known = made_of(campaign, seat)
    if what.being:
        return Grown(campaign.game, known, growth_of(campaign, seat, what.being, known)).told(what)
    options = campaign.game.rulebook.check_options(campaign.options)
    made = Newcomer(campaign.game, known, "you" if seat.role is Role.GM else "ask", options)
    made.granted = waived_for(campaign, seat)
    return made.told(what)


def growth_of(campaign: Campaign, seat: Seat, who: str, known: Library) -> Growth:
    """How somebody on the table grows, for whoever plays them."""
    seen, grows = campaign.seen(seat), campaign.game.growth
    if seat.role is not Role.GM and not campaign.plays(seat, who):
        raise refuse("this character is not yours")
    if seen is None:
        raise refuse("no scene is on the table")
    live = seen.live
    scene = seen.view(live.scene).fork()
    if who not in scene.beings:
        raise refuse("this character is not in the scene on the table")
    if grows is None:
        raise refuse(f"{campaign.game.title} has no rules here for learning and buying")
    under_way = live.done if live.open is not None else None
    given = tuple(live.given) if under_way is not None else ()
    return grows(Moment(scene, who, known, seen.face, under_way, given, seat.role is Role.GM))


def known_content(campaign: Campaign, seat: Seat) -> Library:
    """Of what the table has added only the game master knows."""
    return campaign.library.without_retired() if seat.role is Role.GM else campaign.game.starter


def made_of(campaign: Campaign, seat: Seat) -> Library:
    """What characters are made of: for players what the table has added too, where the game master says so."""
    return known_content(campaign, seat) if seat.role is Role.GM else open_to_players(campaign)


# ---------------------------------------------------------------- what is told


class Ending(NamedTuple):
    """What comes of a draft that is whole."""

    deeds: list[Command | Said] = []
    wishes: list[Command] = []
    done: CharacterMade | None = None
    content_file: str = ""
    first_scene: str = ""


class Workshop:
    """A way of a game to decide something step by step, with some content, for somebody who may or may not waive
    rules."""

    def __init__(self, game: Game[Any], library: Library, creation: Stepwise, waiver: Waiver) -> None:
        self.game = game
        self.library = library
        self.waiver = waiver
        self.creation = creation
        self.settled: dict[str, Plain] = {}  # choices that are not theirs, by step
        self.granted: frozenset[tuple[str, str]] = frozenset()  # rules that are waived for them, each for a choice

    def ending(self, draft: Draft) -> Ending:
        raise NotImplementedError

    def locked(self) -> list[StepLine]:
        """What is not to be decided any more."""
        return []

    def notes(self) -> list[Remark]:
        """What is not to be had here, and why."""
        return []

    def told(self, what: Making) -> CreationTold:
        chosen, rolled = self.chosen(what)
        shown, fell = refit(self.creation, self.library, chosen)
        refused = next((each for each in fell if each.made.step == what.at), None)
        if refused is not None:  # what would come of it if it were allowed
            rules = tuple([refusal.rule for refusal in refused.refusals])
            tried = [made._replace(allowed=rules) if made.step == what.at else made for made in chosen]
            shown, fell = refit(self.creation, self.library, tried)
        stands = [made for made in shown.chosen if refused is None or made.step != what.at]
        step = self.step_at(shown, what.at)
        budgets = self.creation.budgets(shown)
        whole = next_step(self.creation, shown) is None and refused is None
        ending = self.ending(shown) if whole else Ending()
        return CreationTold(
            game=self.game.name,
            steps=[*self.locked(), *self.lines(shown, budgets)],
            step=self.step_shown(step, shown) if step is not None else None,
            chosen=[
                ChoiceTold(step=made.step, choice=as_told(made.choice), allowed=list(made.allowed)) for made in stands
            ],
            budgets=[budget_told(budget) for budget in budgets],
            sheet=[SheetLine(label=label, value=value) for label, value in self.creation.sheet(shown)],
            fell=[self.fell_told(each) for each in fell if each.made.step != what.at],
            refusals=self.refusals(step, refused.refusals, refused.made.choice)
            if step is not None and refused is not None
            else [],
            warnings=[
                WarningTold(text=each.text, rule=each.rule, severe=each.severe)
                for each in self.creation.warnings(shown)
            ],
            waived=[
                WaivedTold(rule=rule, title=self.title(rule), step=made.step)
                for made in stands
                for rule in made.allowed
            ],
            rolled=rolled,
            may_waive=self.waiver == "you",
            deeds=[deed_told(deed) for deed in ending.deeds],
            wishes=[command_document(command) for command in ending.wishes],
            notes=[WarningTold(text=each.text, rule=each.rule, severe=each.severe) for each in self.notes()],
            done=ending.done,
            content_file=ending.content_file,
            first_scene=ending.first_scene,
        )

    # -- what comes in ----------------------------------------------------------------------------------------

    def chosen(self, what: Making) -> tuple[list[Chosen], list[RolledTold]]:
        """The choices as they were given, with dice in place of those that the server is to roll. Only who may waive a
        rule has waived any."""
        given, to_roll = [Chosen(step, choice) for step, choice in self.settled.items()], []
        for each in what.chosen:
            if each.step in self.settled:
                continue
            if isinstance(each.choice, Throw):
                to_roll.append(each.step)
            else:
                choice = plain(each.choice)
                allowed = tuple([rule for rule in each.allowed if self.may_waive(rule, choice)])
                given.append(Chosen(each.step, choice, allowed))
        names = [made.step for made in given] + to_roll
        if len(set(names)) != len(names):
            raise BadInput("chosen: expected one choice for each step")
        rolled = []
        for name in to_roll:
            steps = self.creation.steps(refit(self.creation, self.library, given).draft)
            step = next((step for step in steps if step.name == name and step.kind == "faces"), None)
            if step is None:
                raise BadInput(f"chosen: {name}: there are no dice to be rolled")
            choice, told = roll(step)
            given.append(Chosen(name, choice))
            rolled.append(told)
        return given, rolled

    def may_waive(self, rule: str, choice: Plain) -> bool:
        """Whoever is the game master; others what was granted to them for one of these."""
        parts = choice if isinstance(choice, tuple) else (choice,)
        return self.waiver == "you" or any([(rule, str(part)) in self.granted for part in parts])

    # -- the step that is looked at ---------------------------------------------------------------------------

    def step_at(self, draft: Draft, name: str) -> Step | None:
        """The step of this name, or the next one that is open."""
        return step_of(self.creation, draft, name) or next_step(self.creation, draft)

    def step_shown(self, step: Step, shown: Draft) -> StepShown:
        choice = shown.get(step.name)
        return StepShown(
            name=step.name,
            title=step.title,
            chapter=step.chapter or step.title,
            rule=step.rule,
            rule_title=self.title(step.rule),
            kind=step.kind,
            text=step.text,
            fields=list(step.fields),
            default=as_told(step.default),
            choice=as_told(choice),
            options=[self.option_told(step, option, choice) for option in self.options(step, choice)],
            budget=step.budget,
            least=step.least,
            most=step.most,
            firm=step.firm,
            repeats=step.repeats,
            row=step.name.rpartition(" ")[2].isdecimal(),
        )

    def options(self, step: Step, choice: Plain) -> list[Option]:
        """Of several: with what is against one more of each, beside those that are chosen."""
        found = step.options()
        if step.kind != "several" or not isinstance(choice, tuple):
            return found
        before = {refusal.rule for refusal in step.refusals(choice)}

        def beside(option: Option) -> Refusal | None:
            against = step.refusals((*choice, option.value))
            return next((refusal for refusal in against if refusal.rule not in before), None)

        return [each._replace(refusal=each.refusal or beside(each)) for each in found]

    def option_told(self, step: Step, option: Option, choice: Plain) -> OptionTold:
        chosen = choice if isinstance(choice, tuple) else (choice,)
        return OptionTold(
            value=cast("str | int", option.value),
            name=option.name,
            text=option.text,
            also=option.also,
            group=option.group,
            chosen=chosen.count(option.value),
            price=price_told(option.price),
            refusal=next(iter(self.refusals(step, filter(None, (option.refusal,)), option.value)), None),
        )

    # -- all of it --------------------------------------------------------------------------------------------

    def lines(self, draft: Draft, budgets: list[Budget]) -> list[StepLine]:
        found = []
        for step in self.creation.steps(draft):
            decided = draft.has(step.name)
            found.append(
                StepLine(
                    name=step.name,
                    title=step.title,
                    chapter=step.chapter or step.title,
                    kind=step.kind,
                    decided=decided,
                    told=step.told(draft.get(step.name)) if decided else "",
                    cost=cost_of(step.name, budgets),
                    locked=step.name in self.settled,
                )
            )
        return found

    def refusals(self, step: Step, found: Iterable[Refusal], choice: Plain) -> list[RefusalTold]:
        def waiver(rule: str) -> Waiver:
            if not step.waivable:
                return "no"
            return "you" if self.may_waive(rule, choice) else self.waiver

        return [
            RefusalTold(text=each.reason, rule=each.rule, title=self.title(each.rule), waiver=waiver(each.rule))
            for each in found
        ]

    def fell_told(self, fallen: Fallen) -> FellTold:
        why = fallen.refusals[0]
        return FellTold(
            step=fallen.made.step,
            title=fallen.title,
            told=fallen.told,
            why=why.reason,
            rule=why.rule,
            rule_title=self.title(why.rule),
        )

    def title(self, rule: str) -> str:
        found = self.game.rulebook.rules.get(rule)
        return found.title if found is not None else ""


class Newcomer(Workshop):
    """A new character."""

    def __init__(
        self, game: Game[Any], library: Library, waiver: Waiver, options: Mapping[str, Value] | None = None
    ) -> None:
        """`options`: those of a table, by which some of it is settled."""
        assert game.creation is not None
        super().__init__(game, library, game.creation, waiver)
        self.maker: Creation = game.creation
        if options is not None:
            self.settled = self.maker.of_table(options)

    def ending(self, draft: Draft) -> Ending:
        """What was made with the character goes along with it."""
        made = self.maker.finish(draft)
        character = made["character"][-1]
        others = {kind: [plain_entry(entry) for entry in made[kind]] for kind in made if kind != "character"}
        file = CharacterMade(
            ludex_character=FORM,
            game=self.game.name,
            character=plain_entry(character),
            content={kind: entries for kind, entries in others.items() if entries},
        )
        content = content_file(f"{draft.name}, made with Ludex.", made)
        return Ending(done=file, content_file=content, first_scene=toml_scene(self.maker.first_scene(character)))


class Grown(Workshop):
    """Somebody who is there already."""

    def __init__(self, game: Game[Any], library: Library, growth: Growth) -> None:
        super().__init__(game, library, growth, "no")
        self.growth = growth
        self.settled = growth.settled()

    def ending(self, draft: Draft) -> Ending:
        return Ending(self.growth.deeds(draft), self.growth.wishes(draft))

    def notes(self) -> list[Remark]:
        return self.growth.notes()

    def locked(self) -> list[StepLine]:
        units = {step.chapter: step.budget for step in self.creation.steps(Draft(self.library))}
        budgets = {budget.name: budget.unit for budget in self.creation.budgets(Draft(self.library))}
        return [
            StepLine(
                name="",
                title=has.name,
                chapter=has.step,
                kind="one",
                decided=True,
                told="",
                cost=price_told(Price(has.amount, budgets[units[has.step]])),
                locked=True,
            )
            for has in self.growth.locked()
        ]


def as_told(choice: Plain) -> Any:
    return list(choice) if isinstance(choice, tuple) else choice


def deed_told(deed: Command | Said) -> dict[str, Any]:
    """Something to do at the table, as a seat does it."""
    if isinstance(deed, Said):
        return {"do": "answer", "key": deed.key, "value": listed(deed.value)}
    told = command_document(deed)
    if deed.actor == GM:
        return {"do": "gm", "name": told["name"], "args": told["args"]}
    return {"do": "command", **told}


def price_told(price: Price | None) -> PriceTold | None:
    if price is None:
        return None
    return PriceTold(amount=price.amount, unit=price.unit, words=price.words, most=price.most)


def cost_of(step: str, budgets: list[Budget]) -> PriceTold | None:
    """What was spent in a step, of the first budget from which anything was."""
    for budget in budgets:
        spent = [each.amount for each in budget.spent if each.step == step]
        if spent:
            return price_told(Price(sum(spent), budget.unit))
    return None


def budget_told(budget: Budget) -> BudgetTold:
    spent = [SpentTold(name=each.name, amount=each.amount, step=each.step) for each in budget.spent]
    return BudgetTold(name=budget.name, unit=budget.unit, total=budget.total, spent=spent, free=budget.free)


def roll(step: Step) -> tuple[Plain, RolledTold]:
    """Dice of the server's own. What may be decided on the way goes as it usually does."""
    throws: list[list[int]] = []

    def answer(request: Roll[Any] | Question) -> Any:
        if isinstance(request, Question):
            return request.default
        kept, fallen = throw(request.pool, lambda sides: DICE.randint(1, sides))
        throws.append(list(fallen))
        return request.reading(kept)

    choice = thrown(step, answer)
    words = "The server rolled " + ", then again ".join([" ".join(map(str, faces)) for faces in throws]) + "."
    return choice, RolledTold(step=step.name, throws=throws, words=words)


# ---------------------------------------------------------------- what can be asked


@post(
    "/games/{game:str}/creation", security=[*SEAT, {}], status_code=200,
    responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED,
)  # fmt: skip
async def make_character(request: Asker, game: FromPath[str], data: JSONBody[Making]) -> CreationTold:
    """What the choices for a new character come to, and what is to be decided next. For anybody; with a table for its
    seats, and of somebody who is on it already for whoever plays them."""
    at = house(request)
    if game_of(game).creation is None:
        raise NotFoundException(f"{game_of(game).title} has no rules here for making characters")
    if data.table:
        key = key_of(request)
        not_too_often(at.seats, seat_at(data.table, key), wait=1, weight=limits.DRAFTED)
        return await at.desk.work_out(data.table, key, partial(at_table, game, data))
    work = partial(for_anybody, game, data)
    if at.apart is not None:
        return await at.apart.without_table(address(request), work, LOOK_SECONDS)
    return await asyncio.to_thread(work)


making_routes = Router("/", route_handlers=[make_character], tags=["games"])
