"""What somebody is about to do, where its label and what was chosen make no sentence."""

from __future__ import annotations

DEEDS = {
    "cast": "Cast {spell} on {target}",
    "latch": "Latch on to {target}",
    "share": "Give {to} {amount} of your spirit tokens",
    "drop_spirit": "Drop spirit tokens: {amount}",
    "neutralise": "Neutralise {enemy} with {method}",
    "disable": "Neutralise {hazard} with {method}",
    "analyse": "Analyse {enemy} with {method}",
    "defuse": "Defuse the trap with {method}",
    "wield": "Take {weapons} in hand",
    "grab": "Grab {thing}",
    "kick": "Kick {thing} away to {to}",
    "delay": "Delay the turn by {by}",
    "give_way": "Let {to} go first",
    "spend_resolve": "Spend {hp} Resolve on HP and {mp} on MP",
    "let_go": "Let go of {hold}",
    "change_class": "Change class to {class}",
}
