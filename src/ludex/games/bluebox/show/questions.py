"""Questions of Blue Box in words, with all that one must know to answer them."""

from __future__ import annotations

from typing import cast

from ludex.core.kernel.procedure import Question
from ludex.core.show.sentences import Asked, apart, saying
from ludex.games.bluebox.show.sentences import action_name, typed
from ludex.games.bluebox.state import Scene, power_die


def _opportunity(scene: Scene, question: Question) -> list[str]:
    mover, being = scene.beings[str(question.about["who"])], scene.beings[question.who]
    return [
        f"{mover.name} has moved 2 m within {being.name}'s reach{scene.reached(mover.at, mover.id)}.",
        "An Opportunity Attack uses up the Reaction; a hit ends the movement.",
    ]


def _held_question(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    held = action_name(scene, being.held.command.name) if being.held is not None else "the action"
    return [f"What {being.name} held {held} for has come. Releasing it uses up the Reaction."]


def _mask(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    entry = scene.library.shelves["mask"].entries.get(being.mask)
    text = entry.text if entry is not None else ""
    if question.about["event"] == "falls":
        return [f"{being.name} falls. {text}"]
    by = scene.beings[str(question.about["by"])]
    weapon = question.about.get("weapon", "an attack")
    return [f"{by.name} has hit {being.name} with {weapon}; damage is not rolled yet. {text}"]


def _sacrifice(scene: Scene, question: Question) -> list[str]:
    about = question.about
    target = scene.beings[str(about["target"])]
    die = power_die(scene.beings[question.who])
    bonus = cast(int, about["bonus"])
    added = f" {apart(bonus)}" if bonus else ""
    kind = typed(str(about["type"]))
    heavy = " A Heavy Strike: each die counts as its highest face." if about["heavy"] else ""
    halves = "nothing halves it, it is Pure" if about["pure"] else "Plating halves it"
    return [
        f"The hit on {target.name} has {about['dice']} ✦ (d{die}){added}{kind} damage; {halves}.{heavy}",
        f"{target.name} has {target.hp} HP and {about['plating']} Plating. "
        f"Each ✦ you give up destroys {about['each']} Plating and deals nothing.",
        "How many do you give up?",
    ]


def _decisive(scene: Scene, question: Question) -> list[str]:
    target = scene.beings[str(question.about["target"])]
    return [f"A Decisive Hit on {target.name} with {question.about['weapon']}. What more shall it do?"]


def _calling(scene: Scene, question: Question) -> list[str]:
    calling = scene.library.shelves["calling"].entries.get(str(question.about["calling"]))
    name, text = (calling.name, calling.text) if calling is not None else ("Calling", "")
    return [f"{name}: {text} Does {scene.beings[question.who].name} use it, and where?"]


def _tie(scene: Scene, question: Question) -> list[str]:
    return [f"They are tied at {question.about['total']}. In which order do they act?"]


QUESTIONS: dict[str, Asked] = {
    "bb.reaction.opportunity": _opportunity,
    "bb.action.held": _held_question,
    "bb.gap.kanohi": _mask,
    "bb.plating.sacrifice": _sacrifice,
    "bb.decisive.hit": _decisive,
    "bb.gap.callings": _calling,
    "bb.init.tie": _tie,
    "bb.ability.bonus_cap": saying("{asked} reaches level {level}. Which ability is better by 1?"),
    "bb.gap.level_up": saying("{asked} reaches level {level}. Which power or Module is new?"),
    "bb.level.rules": saying("{asked} reaches level {level}. Which stat is better by 1?"),
    "bb.decisive.destroy": saying("Which weapon of {target} is damaged?"),
    "bb.decisive.unmask": saying("The mask of {target} falls. Into which hex?"),
    "bb.damage.pure": saying("Once per combat the damage to {target} can be Pure. Now?"),
    "bb.out.state": saying("{target} is Out: this blow would kill. Does {asked} spare {target}?"),
    "bb.cond.stasis": saying("{asked} is in Stasis and heals {amount}. Add a ✦?"),
    "bb.item.payload_canister": saying("Does {asked} add the Payload Canister?"),
    "bb.ep.exhaustion": saying("{asked} has no EP left. Do they pay with a level of Exhaustion?"),
    "bb.focus.one": saying("{asked} Focuses already; the new skill ends the old one. Go on?"),
    "bb.npc.shattered_morale": saying("{who} has lost heart. What do they do?"),
    "bb.camp.checks": saying("A Survival check has bettered the camp. Which Camp Bonus does the party choose?"),
    "bb.camp.alarm": saying("Who rolls Crafting for the alarm? If nobody does, it is found with 10."),
    "bb.camp.comfort": saying("{asked} rolled {faces} for HP. Which of the dice are thrown again, by their place?"),
    "bb.rest.other": saying("{who} would spend a Rest Activity to {what}. Does it count as one?"),
}
