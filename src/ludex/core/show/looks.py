"""What things look like: the drawing of a being, of terrain, of what stands and lies about, and of a condition.

Content says so with `look = "…"`. Where it does not, the words for a thing do, here and nowhere else: whoever draws it
need not understand them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Literal

from ludex.core.kernel.derived import derived

Kind = Literal["being", "terrain", "object", "gear", "landmark", "furniture", "floor", "shape", "hazard", "condition"]

# Words in a name, and the drawing that goes with them: the first that fits.
WORDS: dict[Kind, tuple[tuple[str, str], ...]] = {
    "being": (
        (r"spider|brood|weaver", "spider"),
        (r"bear", "bear"),
        (r"hound|cur\b|dog", "hound"),
        (r"wolf|wolves", "wolf"),
        (r"\brats?\b|vermin", "rat"),
        (r"leech|worm|slug", "leech"),
        (r"shrike|gull|hawk|crow|raven", "bird"),
        (r"shell|crab|turtle", "shell"),
        (r"bull|tahtor|ox\b", "bull"),
        (r"wyrm|rahkshi|serpent|dragon", "wyrm"),
        (r"fox", "fox"),
        (r"fish|eel|shark", "fish"),
        (r"ghoul|drowner|zombie", "ghoul"),
        (r"chorister|choir|singer", "chorister"),
        (r"fogcaller|caller|cultist", "veil"),
        (r"witch|hag", "witch"),
        (r"pilgrim", "pilgrim"),
        (r"skulker|shade|shadow", "hood"),
        (r"patroller|vahki|guard|soldier", "visor"),
        (r"raider|skakdi|orc", "jaw"),
        (r"constable|sheriff", "badge"),
        (r"riot captain", "visor"),
        (r"captain|admiral", "captain"),
        (r"king|queen|prince", "king"),
        (r"doctor|plague", "beak"),
        (r"bolt|marksman|sniper|archer", "sights"),
        (r"scavenger", "blade"),
        (r"cutthroat|tough|bandit|thug", "cloth"),
        (r"wrecker|pirate", "hook"),
        (r"berserker|rage", "rage"),
        (r"horde|swarm|crowd", "horde"),
        (r"stone warden|statue", "mason"),
        (r"warden of doors|portal", "door"),
        (r"ironroot|treant|root", "root"),
        (r"colossus|hulk|giant|ogre", "colossus"),
        (r"anchor", "anchor"),
        (r"golem|furnace|robot", "golem"),
        (r"drone", "drone"),
        (r"fist", "fist"),
        (r"powder|crew|cannon", "keg"),
        (r"glass", "mirror"),
        (r"duelist|fencer", "sword"),
        (r"blade", "blade"),
        (r"storm|weather|hail|wind", "storm"),
        (r"barricade|wall$", "gate"),
        (r"lantern|lamp", "lamp"),
        (r"bell", "bell"),
    ),
    "terrain": (
        (r"water|shallow|flood|river|ford|tide|mud|swamp|bog", "water"),
        (r"lava|magma|fire|ember|ash", "ember"),
        (r"ice|frost|snow", "ice"),
        (r"smoke|fog|mist|cloud|steam", "smoke"),
        (r"wood|forest|bush|bramble|grass|plant|web|thorn", "leaf"),
        (r"soft|sand|earth|dirt", "soft"),
        (r"difficult|rough|rubble|debris|stone", "rough"),
    ),
    "object": (
        (r"pillar|column|statue", "pillar"),
        (r"crate|box|chest", "crate"),
        (r"mud|wall|rampart|earth|sand|hedge|rubble", "mound"),
        (r"counter|bar\b", "counter"),
        (r"table|desk", "table"),
        (r"safe|strongbox", "safe"),
        (r"pew|bench", "pew"),
        (r"post|rail|bollard", "post"),
        (r"cart|wagon", "cart"),
        (r"bell", "bell"),
        (r"chandelier|lamp\b", "chandelier"),
        (r"cage", "cage"),
        (r"barrel|keg", "barrel"),
        (r"rope|chain", "rope"),
        (r"lantern|torch|candle", "lamp"),
        (r"sword|knife|dagger|axe|spear|mace|bow|wand|rapier|staff|blade|hook|gun", "sword"),
        (r"shield|buckler", "shield"),
    ),
    "landmark": (
        (r"bell|belfry", "belfry"),
        (r"stair|steps", "stair"),
        (r"tower|weathercock|light", "tower"),
        (r"organ|gauge|engine", "pipes"),
        (r"boiler|smith|furnace|pump|bakery|coal", "chimney"),
        (r"altar|sacrist|pulpit", "pulpit"),
        (r"choir|nave|crossing|aisle|colonnade|chantry", "columns"),
        (r"cloister|court|gallery|hall", "arcade"),
        (r"gateway|gate\b|portcullis", "gate"),
        (r"drawbridge|span|bridge|plank|boardwalk|catwalk|walk", "planks"),
        (r"fountain|well\b", "well"),
        (r"cistern|moat|ditch|pool|sluice|pond", "basin"),
        (r"market|stall", "market"),
        (r"mill\b", "mill"),
        (r"orchard|garden|grove|wood|meadow", "trees"),
        (r"barley|field|reed", "barley"),
        (r"quay|slip|pier|dock|harbour|landing|mooring", "boat"),
        (r"crane", "crane"),
        (r"rack", "racks"),
        (r"breakwater|wall|bank|ground", "stones"),
        (r"library|archive", "books"),
        (r"camp", "tent"),
        (r"shrine", "shrine"),
        (r"grave", "graves"),
        (r"toll|milestone|post|bend|towpath", "post"),
        (r"granary|chandlery|stable|house", "houses"),
        (r"porch|pillory", "rail"),
    ),
    "furniture": (
        (r"altar|shrine", "altar"),
        (r"crypt|tomb|grave", "tombs"),
        (r"nave|chapel|choir", "pews"),
        (r"aisle|gallery|hall", "pillars"),
        (r"stair|steps", "stairs"),
        (r"ladder", "ladder"),
        (r"store|library|archive", "shelves"),
        (r"crates|hold|stern|fore", "crates"),
        (r"guard|mess|kitchen", "table"),
        (r"vat", "vat"),
        (r"rope|yard|loft", "rope"),
        (r"pine|wood|grove", "pines"),
        (r"quay|harbour|slip", "boat"),
        (r"pier|causeway", "bollards"),
        (r"milestone|road", "milestone"),
        (r"dune|shingle|rise|ledge", "rocks"),
        (r"ford|sluice|drain|bilge", "waves"),
    ),
    "floor": (
        (r"hold|pier|deck|loft|hall|stern|fore|ladder|quay", "planks"),
        (r"street|yard|road|ford|dune|pine|rise|shingle|milestone|causeway|harbour", "earth"),
    ),
    "gear": (
        (r"^body of", "body"),
        (r"axe", "axe"),
        (r"knives|knife|dagger|dart", "knives"),
        (r"hook|crowbar|pole", "crowbar"),
        (r"sword|cutlass|rapier|sabre|blade", "sword"),
        (r"arbalest|crossbow", "crossbow"),
        (r"bow\b", "bow"),
        (r"wand|staff|rod\b", "wand"),
        (r"bell", "bell"),
        (r"whip|rope", "rope"),
        (r"shield|buckler", "shield"),
        (r"cap\b|helm", "helmet"),
        (r"hauberk|plate|coat|robe|wrap|mail|jerkin", "armour"),
        (r"draught|potion|oil|flask|vial|tonic", "flask"),
        (r"thread|bandage|needle", "thread"),
        (r"scroll|book|map|letter", "scroll"),
        (r"pick|key", "key"),
        (r"lantern|lamp|torch|candle", "lantern"),
        (r"medal|coin|ring|charm|seal", "medal"),
        (r"quiver|arrow|bolt", "quiver"),
        (r"chest|box|case", "chest"),
        (r"pack|satchel|bag|sack|pouch", "pack"),
    ),
    "shape": ((r"altar|apse|shrine|stern|tower|head\b|chapel|oratory", "round"),),
    "hazard": (
        (r"water|mud|silt|brine", "silt"),
        (r"oil|tar|ice", "oil"),
        (r"rubble|crate|debris|wreck", "rubble"),
        (r"pit", "pit"),
    ),
    "condition": (
        (r"shatter|broken|damaged|sunder", "broken"),
        (r"poison|venom|bile|sick|toxin|disease|addict", "poison"),
        (r"bleed|wound", "bleeding"),
        (r"burn|fire|flame|alight|scorch", "burning"),
        (r"prone|knocked", "prone"),
        (r"grab|grappl|held|restrain|bound|pinned|seiz|immobil|rooted|stasis|carried|caught", "held"),
        (r"unconscious|asleep|lull|sleep|downed|out cold|forfeit", "asleep"),
        (r"daze|stun|stagger|falter|dizzy|disorient|confus", "dazed"),
        (r"slow|frozen|frost|chill|ice", "cold"),
        (r"frighten|terror|afraid|fear|dread|shaken", "afraid"),
        (r"blind|senses|dazzl", "blind"),
        (r"hidden|unmet|hide|invisib|stealth|unseen|conceal|underground", "hidden"),
        (
            r"exhaust|tired|fatigue|weak|strength|wither|hamstr|\bhindered|lacking|malnourish|incapacit|powerless"
            r"|suppress|counter|cut.?off",
            "weak",
        ),
        (r"back.?foot|off.?balance|exposed|open|no dodge|charged|unmask|surprise", "exposed"),
        (r"curse|doom|hex\b|mark", "cursed"),
        (r"silence|mute|deaf", "silent"),
        (r"protect|guard|shield|defen|brac|ward|armor|armour|resist|fortif", "guarded"),
        (r"aura|inspir|bless|bolster|encourag|assist", "inspired"),
        (r"medic|heal|regener|recover", "healing"),
        (r"focus|aim|ready|readied|overwatch|concentrat|watching|studied|meditat|refine|poised", "focused"),
        (r"fly|hover|float|aloft|air", "flying"),
        (r"mighty|^edge|empower|escalated|strain|streak", "mighty"),
        (r"haste|quick|swift|free step|dodg|disengag|slip|unhinder|pushing", "quick"),
        (r"cover|hunker|kept", "cover"),
        (r"pacif|surrender|calm|routed|fled|flee|retreat|yield|left behind|neutralis", "calm"),
        (r"affected|control|charm|taunt|summon|boost|activat|dismiss|away", "magic"),
        (r"^(?:dead|destroyed|defeated|down|out)$|sacrific", "dead"),
    ),
}
NUMBERED = re.compile(r"\s+(\d+|[IVX]+)$")


@cache
def finders(kind: Kind) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(words, re.IGNORECASE), look) for words, look in WORDS[kind]]


@lru_cache(maxsize=1 << 12)
def look_of(kind: Kind, *words: str) -> str:
    """How something looks by the first of its words that tell it; empty where they do not."""
    found = (look for each in words for finder, look in finders(kind) if finder.search(each))
    return next(found, "")


# ---------------------------------------------------------------- beings


def being_look(scene: Any, being: Any, ally: bool) -> str:
    """The drawing of a being: as its content says, by its name unless it is of the own side, or else a number that
    chooses one. Strangers of one name look alike."""
    entry = being.sheet.kind if hasattr(being, "sheet") else ""
    if scene.library is None:
        return unknown(being.id, being.name, ally)
    return look_by_content(scene.library, entry, being.id, being.name, ally)


def look_by_content(library: Any, entry: str, who: str, name: str, ally: bool) -> str:
    return given(library, entry) or unknown(who, name, ally)


@derived()
def given(library: Any, entry: str) -> str:
    """What content says of an entry."""
    found = (shelf.entries[entry].look for shelf in library.shelves.values() if entry in shelf.entries)
    return next((str(look) for look in found if look), "")


@lru_cache(maxsize=1 << 12)
def number_in(name: str) -> str:
    """The number of one of several: of `Vahki Patroller 2` it is 2."""
    found = NUMBERED.search(name)
    return found[1] if found is not None else ""


@lru_cache(maxsize=1 << 12)
def unknown(name_id: str, name: str, ally: bool) -> str:
    kind = NUMBERED.sub("", name)
    return (not ally and look_of("being", kind)) or str(number_of(name_id if ally else kind))


def number_of(word: str) -> int:
    """A number made of a word, always the same (FNV-1a over its UTF-16, as browsers count letters)."""
    number = 0x811C9DC5
    data = word.encode("utf-16-le")
    for at in range(0, len(data), 2):
        number = (number ^ int.from_bytes(data[at : at + 2], "little")) * 0x01000193 & 0xFFFFFFFF
    return number ^ number >> 15


# ---------------------------------------------------------------- what stands in a cell

SHAPED = frozenset({"exit", "tunnel", "portal"})
PEOPLE = frozenset({"crowd", "people"})


def feature_look(kind: str, words: str) -> str:
    """What belongs to a cell, by its kind and words."""
    named = look_of("object", words)
    told = words.lower()
    if kind == "door":
        return "doorOpen" if "open" in told else "gate" if re.search("gate|grille|grating", told) else "doorShut"
    if kind == "weight":
        return "fallen" if "fallen" in told else "bell" if named == "bell" else "chandelier"
    return kind if kind in SHAPED else "crowd" if kind in PEOPLE else named or "rock"


def thing_look(name: str) -> str:
    """What lies about."""
    return look_of("object", name) or "sack"


# ---------------------------------------------------------------- zones

MARKS = {"exit": "exit", "in the air": "air"}


def mark_kind(words: str) -> str:
    """What else a zone is, where that is drawn or told otherwise than in words."""
    return MARKS.get(words) or ("way" if words.startswith("also to ") else "")
