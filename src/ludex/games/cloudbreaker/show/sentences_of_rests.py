"""Rulings about breaks, rests, classes and levels in words."""

from __future__ import annotations

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import Named, Sentence
from ludex.games.cloudbreaker.show.names import being_name, things

RESTS = {"short": "short break", "long": "long break", "full": "full rest"}
INTERRUPTED = {
    "activity": "strenuous activity", "situation": "a critical situation", "pursuit": "the pursuit",
}  # fmt: skip
CHANGES = {
    "class": "change to {to}",
    "weapons": "take in hand: {to}",
    "attunements": "attune to {to}",
    "hp_max": "have at most {to} HP",
    "mp_max": "have at most {to} MP",
}


def rest_of(text: str) -> Sentence:
    return lambda v: text.format_map({**v, "rest": RESTS[v["rest"]], "why": INTERRUPTED.get(str(v.get("why")), "")})


def time(v: Named) -> str:
    parts = [count(v["hours"], "hour")] if v["hours"] else []
    parts += [count(v["minutes"], "minute")] if v["minutes"] else []
    passed = listed(parts) or "no time"
    return f"{passed} pass{'es' if len(parts) < 2 and passed[:2] in ('1 ', 'no') else ''} without a rest"


def eats(v: Named) -> str:
    whose = "" if v.raw["owner"] == v.raw["who"] else f" of {being_name(v.scene, v['owner'])}"
    return f"{v['who']} eats {v['item']}{whose}"


def level(v: Named) -> str:
    gained = f": {things(v.scene, v['features'])}" if v["features"] else ""
    return f"{v['who']} reaches level {v['level']}, with rank {v['rank']} in {v['into']}{gained}"


def in_class(v: Named) -> str:
    second = f", with {v['secondary']} as the secondary class" if v["secondary"] else ""
    return f"{v['who']} is now a {v['primary']}{second}"


REST: dict[str, Sentence] = {
    "rest_begins": rest_of("a {rest} begins"),
    "rest_ends": rest_of("the {rest} ends"),
    "rest_disturbed": rest_of("a critical situation disturbs the {rest}, which can go on afterwards"),
    "rest_resumes": rest_of("the {rest} goes on"),
    "rest_interrupted": rest_of("the {rest} is interrupted by {why} and counts for nothing"),
    "caught_up": "the enemies have caught up: there is no time for another break",
    "will_spend": "{who} will spend {hp} Resolve on HP and {mp} on MP",
    "will_change": lambda v: f"{v['who']} will " + CHANGES[v["what"]].format_map(v),
    "spends_resolve": "{who} spends {amount} Resolve, {left} left",
    "attuned": lambda v: f"{v['who']} is attuned to {listed(v['attunements']) or 'nothing'}",
    "maximum": "{who} has at most {to} {pool} from now on, and {now} now",
    "no_full_rest": "{who} has no {lacks}: it is no full rest",
    "eats": eats,
    "no_rest": "{who} has had no full rest for 24 hours",
    "time_passes": time,
    "class": in_class,
    "level": level,
}
