/** Which drawing somebody has. The same being has the same face everywhere, and beings of one name look alike. */
import { FIGURES, type Drawing } from "./figures";
import { bust, mask } from "./masks";

export interface Somebody {
  id: string;
  name: string;
  ally?: boolean; // of the own side, unless it is said otherwise
}

/** Words in a name, and the figure that goes with them; the first that fits. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/spider|brood|weaver/i, "spider"],
  [/bear/i, "bear"],
  [/hound|cur\b|dog/i, "hound"],
  [/wolf|wolves/i, "wolf"],
  [/\brats?\b|vermin/i, "rat"],
  [/leech|worm|slug/i, "leech"],
  [/shrike|gull|hawk|crow|raven/i, "bird"],
  [/shell|crab|turtle/i, "shell"],
  [/bull|tahtor|ox\b/i, "bull"],
  [/wyrm|rahkshi|serpent|dragon/i, "wyrm"],
  [/fox/i, "fox"],
  [/fish|eel|shark/i, "fish"],
  [/ghoul|drowner|zombie/i, "ghoul"],
  [/chorister|choir|singer/i, "chorister"],
  [/fogcaller|caller|cultist/i, "veil"],
  [/witch|hag/i, "witch"],
  [/pilgrim/i, "pilgrim"],
  [/skulker|shade|shadow/i, "hood"],
  [/patroller|vahki|guard|soldier/i, "visor"],
  [/raider|skakdi|orc/i, "jaw"],
  [/constable|sheriff/i, "badge"],
  [/riot captain/i, "visor"],
  [/captain|admiral/i, "captain"],
  [/king|queen|prince/i, "king"],
  [/doctor|plague/i, "beak"],
  [/bolt|marksman|sniper|archer/i, "sights"],
  [/scavenger/i, "blade"],
  [/cutthroat|tough|bandit|thug/i, "cloth"],
  [/wrecker|pirate/i, "hook"],
  [/berserker|rage/i, "rage"],
  [/horde|swarm|crowd/i, "horde"],
  [/stone warden|statue/i, "mason"],
  [/warden of doors|portal/i, "door"],
  [/ironroot|treant|root/i, "root"],
  [/colossus|hulk|giant|ogre/i, "colossus"],
  [/anchor/i, "anchor"],
  [/golem|furnace|robot/i, "golem"],
  [/drone/i, "drone"],
  [/fist/i, "fist"],
  [/powder|crew|cannon/i, "keg"],
  [/glass/i, "mirror"],
  [/duelist|fencer/i, "sword"],
  [/blade/i, "blade"],
  [/storm|weather|hail|wind/i, "storm"],
  [/barricade|wall$/i, "gate"],
  [/lantern|lamp/i, "lamp"],
  [/bell/i, "bell"],
];

/** What people of a party are known by, where the name does not say it. */
const CALLINGS: Record<string, readonly string[]> = {
  cloudbreaker: ["lamp", "gate", "fox", "bell", "quill", "anchor", "key", "storm", "book", "shield", "leaf", "spark"],
  crawl: ["hammer", "sword", "spark", "bow", "axe", "shield", "staff", "key", "blade", "eye", "flame", "hook"],
  navyblue: ["shield", "bell", "leaf", "spark", "anchor", "key", "quill", "sword", "book", "eye", "axe", "lamp"],
};
const STRANGERS = ["hood", "horns", "veil", "jaw", "cloth", "eye", "rage", "visor", "horde", "hook", "blade", "witch"];

/** Characters that come with the games, drawn as what they are. */
const OWN: Record<string, string> = {
  "cloudbreaker Ione Calder": "lamp",
  "cloudbreaker Marrow Vance": "gate",
  "cloudbreaker Pip Underlark": "fox",
  "cloudbreaker Tal Verrin": "bell",
  "cloudbreaker Odile Marsh": "anchor",
  "cloudbreaker Sable Quill": "quill",
  "crawl Brannoc Ironway": "hammer",
  "crawl Sefa Quickwater": "sword",
  "crawl Oriel Vance": "spark",
  "crawl Marrow Tane": "bow",
  "navyblue Marlow Tarn": "shield",
  "navyblue Sister Ione Quill": "bell",
  "navyblue Pell Vantry": "leaf",
  "navyblue Oriel Sunder": "spark",
  "vitality Doctor Mire": "beak",
};

export function faceOf(game: string, who: Somebody): Drawing {
  const name = withoutNumber(who.name);
  const named = OWN[`${game} ${name}`] ?? (isAlly(who) ? undefined : KNOWN.find(([words]) => words.test(name))?.[1]);
  if (named) return FIGURES[named]!;
  const number = numberOf(isAlly(who) ? who.id : name);
  if (game === "bluebox") return mask(number);
  if (game === "vitality") return bust(number);
  const pool = (isAlly(who) && CALLINGS[game]) || STRANGERS;
  return FIGURES[pool[number % pool.length]!]!;
}

export function isAlly(who: { ally?: boolean }): boolean {
  return who.ally !== false;
}

/** `Vahki Patroller 2` → `Vahki Patroller`. */
export function withoutNumber(name: string): string {
  return name.replace(/\s+(\d+|[IVX]+)$/, "");
}

/** A number made of a word, always the same (FNV-1a). */
export function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) {
    number = Math.imul(number ^ word.charCodeAt(i), 0x01000193);
  }
  number ^= number >>> 15;
  return number >>> 0;
}

/** A number from 0 to 1 made of a word, always the same. */
export function chance(word: string): number {
  return (numberOf(word) % 10007) / 10007;
}
