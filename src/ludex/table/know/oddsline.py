"""Odds as people read them before they commit: one line, and the whole distribution on request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from ludex.core.game import Game
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject
from ludex.core.kernel.timing import DECLINE
from ludex.core.scene.shape import SCENE
from ludex.core.show.face import Face
from ludex.core.show.odds import Changes, Odds

Paid: TypeAlias = Mapping[tuple[str, str], int]  # how much of which numbers
NOTHING: Paid = MappingProxyType({})

K = TypeVar("K")
V = TypeVar("V")

HIDDEN = "Hidden"  # the condition that hides somebody, in all games that have one
LEAST_SHOWN = Fraction(1, 20)  # a smaller mean change is noise in a line
UNTOLD = Fraction(1, 1000)  # less than this left out of the odds changes nothing that a line shows
MOST_CONDITIONS = 4
LISTED = ", "  # between what a document tells in a row
MOST_OUTCOMES = 16
MOST_HEARD = 3  # of the chances of a choice, where it is heard rather than seen
MOST_ASSUMED = 4


def short(game: Game[Any], scene: Any, odds: Odds, between: str = "  ") -> str:
    """`hit 58.3 %  decisive 8.3 %  −2.1 HP  Down 4.2 %`; with names where more than the target is concerned."""
    parts = [f"{name} {percent(chance)}" for name, chance in game.face().chances(scene, odds)]
    if odds.unexplored >= UNTOLD:  # means of a part of all outcomes would mislead
        parts += bounded(scene, odds)
        parts.append(f"{percent(odds.unexplored)} of what follows is not worked out")
    else:
        parts += [change.line(between) for change in changes_of(game, scene, odds)]
    return between.join(parts)


def paid(game: Game[Any], scene: Any, odds: Odds) -> Paid:
    """How much of which numbers the price of a command takes: what stands beside its odds and is not told twice."""
    face, actor = game.face(), odds.command.actor
    being = scene.beings.get(actor)
    if being is None:
        return NOTHING
    price = {each.unit: each.amount for each in face.price(scene, being, odds.command)}
    named = {(who, what): face.changed(scene, what, 1) for who, what in odds.expected if who == actor}
    return {number: price[name] for number, name in named.items() if name in price}


def less(odds: Odds, paid: Paid) -> Odds:
    """Odds without what is paid."""
    expected = {number: mean + paid.get(number, 0) for number, mean in odds.expected.items()}
    return replace(odds, expected={number: mean for number, mean in expected.items() if mean})


def beside_price(game: Game[Any], scene: Any, odds: Odds) -> str:
    """The line of a command beside which its price stands already."""
    return short(game, scene, less(odds, paid(game, scene, odds)))


def heard_beside_price(game: Game[Any], scene: Any, odds: Odds, said: str = "") -> str:
    """The same for who listens."""
    return heard(game, scene, less(odds, paid(game, scene, odds)), said)


def shows(game: Game[Any], scene: Any, odds: Odds) -> str:
    """That who does it is hidden and would be seen; nothing where that is no question."""
    being = scene.beings.get(odds.command.actor)
    if being is None or HIDDEN not in being.states:
        return ""
    face = game.face()
    chance = odds.lost.get((being.id, HIDDEN), Fraction(0))
    if not chance:
        return face.shows(scene, being, odds.command)
    hidden = face.value(scene, "condition", HIDDEN)
    return f"no longer {hidden}" if chance == 1 else f"perhaps no longer {hidden}: {percent(chance)}"


def heard(game: Game[Any], scene: Any, odds: Odds, said: str = "") -> str:
    """`hit 58.3 %, −2.1 HP, brought down 4.2 %`: the few chances that matter most, for who listens. Whose number it is
    goes without saying only where they are named in what is said before it."""
    face = game.face()
    chances = [f"{name} {percent(chance)}" for name, chance in face.chances(scene, odds)]
    if odds.unexplored >= UNTOLD:
        return LISTED.join([*chances[:1], *bounded(scene, odds), *chances[1:]][:MOST_HEARD])
    parts = []
    for who, _, changes in changes_of(game, scene, odds):
        being = scene.beings.get(who)
        falls = odds.falls.get(who, Fraction(0))
        fall = percent(falls) if falls and falls >= face.least else ""
        means = [change for change in changes if change[0] in "+−"]
        down = [f"brought down {fall}"] if fall else []
        said_so = {  # what being brought down is called, as often
            f"{face.value(scene, 'condition', state)} {fall}"
            for whom, state in odds.gained if fall and whom == who and state in game.fates
        }  # fmt: skip
        states = [change for change in changes if change not in means and change not in said_so]
        named = f"{being.name} " if being is not None and not is_named(being.name, said) else ""
        parts += [f"{named}{change}" for change in (*means[:1], *down, *means[1:], *states)]
    return LISTED.join([*chances[:1], *parts, *chances[1:]][:MOST_HEARD])


def is_named(name: str, words: str) -> bool:
    """`Cub 1` is not named by `Cub 12`."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None


def bounded(scene: Any, odds: Odds) -> list[str]:
    """Who may be brought down, as far as that is known: `brought down at least 71.0 %, at most 74.0 %`."""
    target = odds.command.arg("target")
    return [
        f"{'' if who == target else f'{scene.beings[who].name} '}brought down at least {percent(least)}, "
        f"at most {percent(least + odds.unexplored)}"
        for who, least in odds.falls.items()
        if who in scene.beings
    ]


class ChangesOf(NamedTuple):
    """What changes for somebody, or for the scene."""

    who: str
    name: str  # empty where it goes without saying
    parts: list[str]

    def line(self, between: str = "  ") -> str:
        return f"{self.name} {between.join(self.parts)}".strip()


def changes_of(game: Game[Any], scene: Any, odds: Odds) -> list[ChangesOf]:
    """What changes for whom on average, and the chance of each condition: first for the target, then for whom it may
    bring down. The target goes without its name, unless the same changes for somebody else too; so does the actor where
    that is all."""
    face = game.face()
    target = odds.command.arg("target")
    concerned = list(dict.fromkeys([who for who, _ in (*odds.expected, *odds.gained, *odds.lost)]))
    concerned.sort(key=lambda who: (who != target, not odds.falls.get(who), who == SCENE, who == odds.command.actor))
    touched = [{what for whom, what in (*odds.expected, *odds.gained) if whom == who} for who in concerned]
    alike = bool(touched) and not touched[0].isdisjoint(what for others in touched[1:] for what in others)
    found = []
    for who in concerned:
        is_meant = who == target if target is not None else concerned == [odds.command.actor]
        name = "" if who == SCENE or (is_meant and not alike) else scene.beings[who].name
        told = [(what, mean) for (whom, what), mean in odds.expected.items() if whom == who]
        means = [
            by_so_much(face, scene, what, mean)
            for what, mean in sorted(told, key=lambda change: _telling(game, change[0]))
            if abs(mean) >= LEAST_SHOWN
        ]
        likely = [(c, chance) for (w, c), chance in odds.gained.items() if w == who and chance >= face.least]
        gains = sorted(likely, key=lambda gain: -gain[1])
        states = [f"{face.value(scene, 'condition', c)} {percent(chance)}" for c, chance in gains[:MOST_CONDITIONS]]
        gone = max((chance for c, chance in likely if c in face.final), default=Fraction(0))
        states += [
            f"no longer {face.value(scene, 'condition', c)} {percent(chance)}"
            for (w, c), chance in odds.lost.items()
            if w == who and chance >= face.least and chance > gone
        ]
        if means or states:
            found.append(ChangesOf(who, name, [*means, *states]))
    return found


def _telling(game: Game[Any], what: str) -> int:
    """The place of a field in the order in which a game tells of them."""
    fields = (*game.telling, *game.telling_scene)
    return fields.index(what) if what in fields else len(fields)


def differing(every: Sequence[Odds]) -> list[Odds]:
    """Odds of choices beside each other, without what is the same for all of them."""
    return [
        replace(
            odds,
            expected=_own(odds.expected, [other.expected for other in every]),
            gained=_own(odds.gained, [other.gained for other in every]),
            lost=_own(odds.lost, [other.lost for other in every]),
            assumed=_own(odds.assumed, [other.assumed for other in every]),
        )
        for odds in every
    ]


def _own(mine: dict[K, V], every: Sequence[dict[K, V]]) -> dict[K, V]:
    return {key: value for key, value in mine.items() if any(other.get(key) != value for other in every)}


def modifiers(game: Game[Any], odds: Odds) -> str:
    """The dice of the first roll, and every number that reaches them."""
    return ": ".join(filter(None, (game.face().dice(odds), game.face().numbers(odds)))) if odds.rolled else ""


def suffered(scene: Any, odds: Odds) -> list[str]:
    """What everybody loses, and the chance to fall: `Vahki 1: loses 3.20 HP on average; brought down 12.5 %`"""
    found = []
    for who in dict.fromkeys([*(who for who, _ in odds.harm), *odds.falls]):
        lost = [f"{float(mean):.2f} {pool}" for (whom, pool), mean in odds.harm.items() if whom == who]
        parts = [f"loses {', '.join(lost)} on average"] if lost else []
        parts.append(f"brought down {percent(odds.falls.get(who, Fraction(0)))}")
        found.append(f"{scene.beings[who].name}: {'; '.join(parts)}")
    return found


def worth_lines(game: Game[Any], scene: Any, odds: Odds) -> list[str]:
    """What each modifier of the first roll brings: `+1 height: hit +8.3 points, Vahki 1 +0.4 HP, brought down +2.1`"""
    found = []
    for worth in odds.worth:
        parts = [f"{name} {_points(more)}" for name, more in worth.chances.items()]
        parts += [f"{scene.beings[who].name} loses {float(m):+.2f} {pool}" for (who, pool), m in worth.harm.items()]
        parts += [f"{scene.beings[who].name} brought down {_points(more)}" for who, more in worth.falls.items()]
        given = f"{worth.modifier.amount:+d} {worth.modifier.source}"
        line = f"{given} is worth: {', '.join(parts) or 'nothing here'}".replace("-", "−")
        without = _own(worth.assumed, [odds.assumed])
        then = assumed(game, scene, replace(odds, assumed=without), len(without))
        found.append(f"{line} (without it: {then})" if then else line)
    return found


def _points(more: Fraction) -> str:
    return f"{float(more) * 100:+.1f} points"


def assumed(game: Game[Any], scene: Any, odds: Odds, most: int = MOST_ASSUMED, you: str = "") -> str:
    """How everybody is taken to answer on the way, as one tells it to who plays `you`: `Assuming you do not use your
    Calling; Vahki 1 does not use Opportunity Attack`."""
    found = []
    for key, answers in odds.assumed.items():
        rule, who = asked_of(key)
        own = who == you and bool(you)
        name = "you" if own else scene.beings[who].name if who in scene.beings else f"the {scene.master}"
        said = list(dict.fromkeys(_said(game, scene, rule, answer) for answer in answers))
        does = game.face().assumes(rule, " or ".join(said))
        if does:
            found.append(f"{scene.beings[who].name} {does}" if who in scene.beings else does)
            continue
        found.append(f"{name} {_answers(short_title(game, rule), said, own)}")
    more = f"; and {len(found) - most} more" if len(found) > most else ""
    return f"Assuming {'; '.join(found[:most])}{more}" if found else ""


def _answers(title: str, said: Sequence[str], own: bool) -> str:
    """`do not use your Calling`, `sometimes uses Retry`, `chooses Shatter for Decisive Hit`; what is answered
    most comes first."""
    one = title.removesuffix("s") if title.endswith("s") and not title.endswith("ss") and " " not in title else ""
    what = f"{'your' if own else 'their'} {one}" if one else title
    uses = {_uses(title, each) for each in said}
    if uses == {False}:
        return f"{'do' if own else 'does'} not use {what}"
    if uses <= {True, False}:
        return f"{'sometimes ' if False in uses else ''}{'use' if own else 'uses'} {what}"
    sometimes = f" or sometimes {' or '.join(said[1:])}" if said[1:] else ""
    return f"{'choose' if own else 'chooses'} {said[0]} for {title}{sometimes}"


def _uses(title: str, said: str) -> bool | None:
    """Does an answer say that what the title names is used, or that it is not? `Retry`, `no Rage`."""
    if said in ("no", f"no {title}"):
        return False
    return True if said in ("yes", title) else None


def asked_of(key: str) -> tuple[str, str]:
    """The rule of an assumed question, and whom it asks."""
    rule, _, who = key.removeprefix("ask ").partition(" of ")
    return rule, who


def _said(game: Game[Any], scene: Any, rule: str, answer: object) -> str:
    if isinstance(answer, Interject):
        first = answer.command
        return f"once {scene.beings[first.actor].name} has done this: {game.actions[first.name].label}"
    return game.face().value(scene, rule, cast(Plain, answer)).partition(":")[0]


def title(game: Game[Any], rule: str) -> str:
    found = game.rulebook.rules.get(rule)
    return found.title if found is not None else rule.rpartition(".")[2].replace("_", " ").capitalize()


def heading(game: Game[Any], rule: str) -> str:
    """Of a question by this rule: what is asked, or else the title of the rule."""
    return game.face().headings.get(rule) or title(game, rule)


def short_title(game: Game[Any], rule: str) -> str:
    """A title without what explains it."""
    return title(game, rule).partition(":")[0].partition(" (")[0]


def full(game: Game[Any], scene: Any, odds: Odds) -> list[str]:
    """The whole distribution, exact, the likeliest first."""
    lines = [short(game, scene, odds), modifiers(game, odds), *suffered(scene, odds), *worth_lines(game, scene, odds)]
    lines = [line for line in (*lines, assumed(game, scene, odds, len(odds.assumed))) if line]
    for changes, chance in odds.outcomes[:MOST_OUTCOMES]:
        lines.append(f"{percent(chance):>8}  ({chance})  {changed(game, scene, changes)}")
    rest = odds.outcomes[MOST_OUTCOMES:]
    if rest:
        chance = sum((share for _, share in rest), Fraction(0))
        lines.append(f"{percent(chance):>8}  {len(rest)} more outcome{'s' if len(rest) > 1 else ''}")
    if odds.unexplored:
        lines.append(f"{rare(odds.unexplored):>8}  left unexplored")
    return lines


def changed(game: Game[Any], scene: Any, changes: Changes) -> str:
    face = game.face()
    by_being: dict[str, list[str]] = {}
    gone = [who for who, what, change in changes if what == "gains" and change in face.final]
    for who, what, change in changes:
        if what == "loses" and who in gone:
            continue
        if what in ("gains", "loses"):
            state = face.value(scene, "condition", change)
            said = state if what == "gains" else f"no longer {state}"
        elif isinstance(change, int):
            said = by_so_much(face, scene, what, change)
        elif what in game.placing:
            said = f"ends at {face.value(scene, what, change) or 'no place'}"
        elif not (said := face.became(scene, what, change)):
            said = f"{face.value(scene, 'field', what)} {_now(game, scene, who, what, change)}"
        by_being.setdefault(who, []).append(said)
    names = {who: "" if who == SCENE else f"{scene.beings[who].name} " for who in by_being}
    return "; ".join(f"{names[who]}{', '.join(said)}" for who, said in by_being.items()) or "nothing"


def _now(game: Game[Any], scene: Any, who: str, what: str, change: Plain) -> str:
    """What a field is from now on; of several things only those that are new, or else those that are gone."""
    face = game.face()
    old = getattr(scene if who == SCENE else scene.beings[who], what)
    if isinstance(change, tuple) and isinstance(old, tuple):
        new, gone = tuple(p for p in change if p not in old), tuple(p for p in old if p not in change)
        if new or gone:
            return f"now {face.value(scene, what, new)}" if new else f"no longer {face.value(scene, what, gone)}"
    return f"now {face.value(scene, what, change) or 'none'}"


def strikers(scene: Any, odds: Odds) -> list[str]:
    """Who reacts, where every Reaction is taken."""
    found: Iterable[str] = (
        key.rpartition(" of ")[2]
        for key, answers in odds.assumed.items()
        if any(answer not in (DECLINE, False, 0) for answer in answers)
    )
    actor = odds.command.actor
    return [scene.beings[w].name for w in dict.fromkeys(found) if w in scene.beings and w != actor]


# ---------------------------------------------------------------- numbers


def percent(chance: Fraction) -> str:
    """One decimal, but never a rounded 0 or 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    value = float(chance) * 100
    if value < 0.1:
        return "<0.1 %"
    if value > 99.9:
        return ">99.9 %"
    return f"{value:.1f} %"


def rare(chance: Fraction) -> str:
    """A chance so small that percents would hide it: `1 in 98,000,000,000`, with two digits that count."""
    if chance >= Fraction(1, 1000):
        return percent(chance)
    digits = str(int(1 / chance))
    return f"1 in {int(digits[:2] + '0' * (len(digits) - 2)):,}"


def by_so_much(face: Face, scene: Any, what: str, by: Fraction | int) -> str:
    """`+1 spirit token`: one of it, where that is what is shown."""
    return f"{signed(by)} {face.changed(scene, what, Fraction(f'{float(by):.1f}'))}"


def signed(value: Fraction | int) -> str:
    """A mean change with its sign, one decimal."""
    shown = f"{abs(float(value)):.1f}".removesuffix(".0")
    return f"{'−' if value < 0 else '+'}{shown}"
