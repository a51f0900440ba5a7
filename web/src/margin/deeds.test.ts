import { expect, test } from "vitest";
import type { LinePart, LogLine, RollShown, ToldLines } from "../protocol/types";
import { recordOf } from "./cards";
import { briefly, deedsOf, fellOf, freshIn, headOf, holds, isByHand, isOf, isUndone, meanwhile, resultsOf, rulesOf } from "./deeds";

const being = (words: string, id = words.toLowerCase()): LinePart => ({ words, kind: "being", id });
const plain = (words: string): LinePart => ({ words, kind: "", id: "" });
const roll = (by: string, good: boolean | null = true): RollShown => ({
  by, name: by, rule: "x.attack", title: "Attack roll", dice: [], modifiers: [], against: null, outcome: good === null ? null : { word: good ? "a hit" : "a miss", good }, total: 9, secret: false, typed: false,
});
const line = (parts: LinePart[], more: Partial<LogLine> = {}): LogLine => ({ words: parts.map((part) => part.words).join(""), parts, head: [], rule: "x", rank: "", rolls: [], came: [], aside: false, ...more });
const told = (number: number, lines: LogLine[], more: Partial<ToldLines> = {}): ToldLines => ({ told: number, at: 0, by: "s", lines, rolls: [], undoes: [], redoes: [], deed: number, by_hand: false, ...more });
const said = (parts: LinePart[]) => parts.map((part) => part.words).join("");

const strikes = (verdict: string) => [being("Tahra"), plain(" hooks "), being("Orc"), plain(`: ${verdict}`)];
const attack = told(
  1,
  [
    line([being("Tahra"), plain(" spends 1 EP")], { aside: true, rule: "x.ep" }),
    line([being("Tahra"), plain(" uses the hook")]),
    line([being("Tahra"), plain(" hooks "), being("Orc"), plain(": d12 9 = 9 against AC 8, a hit")], { head: strikes("a hit"), rolls: [0], rule: "x.attack" }),
  ],
  { rolls: [roll("tahra")] },
);
const harm = told(
  3,
  [
    line([being("Orc"), plain(" loses 4 Plating")], { came: [{ who: "orc", what: "Plating", by: -4, good: false }] }),
    line([being("Orc"), plain(" loses 2 HP")], { came: [{ who: "orc", what: "HP", by: -2, good: false }] }),
    line([being("Orc"), plain(" loses 4 HP")], { came: [{ who: "orc", what: "HP", by: -4, good: false }, { who: "orc", what: "Bleeding", by: 0, good: false }] }),
    line([being("Orc"), plain("'s turn")], { rank: "turn" }),
    line([being("Orc"), plain(" gets 1 EP back")], { aside: true }),
  ],
  { deed: 1 },
);
const words = told(2, [line([plain("The game master, to Ann: yes")])], { deed: null });

test("a command with its answers is one deed; what is said in between is none, and a turn is a line", () => {
  const deeds = deedsOf(recordOf([attack, words, harm]));
  expect(deeds.map((deed) => [deed.rank, deed.cards.length])).toEqual([["", 6], ["", 1], ["turn", 2]]);
});

test("its head is what was tried, in few words, without dice and sums, and what came of it stands beside", () => {
  const [deed] = deedsOf(recordOf([attack, words, harm]));
  const head = headOf(deed!);
  expect(said(briefly(head))).toBe("Tahra hooks Orc: hit");
  expect(resultsOf(deed!, head, { orc: { name: "Orc" } })).toEqual([
    { who: "orc", name: "", said: [{ words: "−4 Plating", good: false }, { words: "−6 HP", good: false }, { words: "Bleeding", good: false }] },
  ]);
  expect(rulesOf(deed!)).toEqual(["x.ep", "x", "x.attack"]);
});

test("a roll that was thrown again counts as it fell in the end", () => {
  const first = told(1, [line([...strikes("a miss")], { head: strikes("a miss"), rolls: [0] })], { rolls: [roll("tahra", false)] });
  const again = told(2, [line([being("Tahra"), plain(" spends a token")], { aside: true }), line([...strikes("a hit")], { head: strikes("a hit"), rolls: [0] })], { rolls: [roll("tahra")], deed: 1 });
  expect(said(briefly(headOf(deedsOf(recordOf([first, again]))[0]!)))).toBe("Tahra hooks Orc: hit");
});

test("a blow that comes of a reaction says who struck whom", () => {
  const parry = [being("Orc"), plain(" strikes "), being("Tahra"), plain(": a hit")];
  const deed = told(
    1,
    [
      line([being("Tahra"), plain(" moves 2 m")]),
      line([...parry.slice(0, 3), plain(": d12 9 = 9 against AC 8, a hit")], { head: parry, rolls: [0] }),
      line([being("Tahra"), plain(" loses 2 HP")], { came: [{ who: "tahra", what: "HP", by: -2, good: false }] }),
      line([being("Orc"), plain(", save: d12 4, a miss")], { rolls: [0] }),
    ],
    { rolls: [roll("orc")] },
  );
  const [found] = deedsOf(recordOf([deed]));
  const head = headOf(found!);
  expect(said(head.parts)).toBe("Tahra moves 2 m");
  expect(meanwhile(found!, head).map((card) => said(briefly(card)))).toEqual(["Orc strikes Tahra: hit"]);
});

test("who is not named by the head is named beside what came of it for them", () => {
  const shout = told(1, [
    line([being("Vhor"), plain(" shouts")], { rolls: [0] }),
    line([plain("all lose 2")], { came: [{ who: "orc", what: "HP", by: -2, good: false }, { who: "cur", what: "HP", by: -2, good: false }, { who: "", what: "morale", by: -1, good: null }] }),
  ], { rolls: [roll("orc")] });
  const [deed] = deedsOf(recordOf([shout]));
  expect(said(headOf(deed!).head)).toBe("Vhor shouts");
  expect(resultsOf(deed!, headOf(deed!), { orc: { name: "Orc" }, cur: { name: "Cur" } }).map((one) => one.name)).toEqual(["Orc", "Cur", ""]);
});

test("what was undone does not count, and what was done by hand says so", () => {
  const undone = told(4, [line([plain("undone")])], { undoes: [1, 3] });
  const deeds = deedsOf(recordOf([attack, harm, undone, told(5, [line([plain("the game master sets HP")])], { by_hand: true })]));
  expect(deeds.map(isUndone)).toEqual([true, true, false, false]);
  expect(deeds.map(isByHand).at(-1)).toBe(true);
  expect(resultsOf(deeds[0]!, headOf(deeds[0]!), {})).toEqual([]);
});

test("searching and filtering", () => {
  const [deed, turn] = deedsOf(recordOf([attack, harm])) as [never, never];
  expect([holds(deed, "attack BLEED"), holds(deed, "hooks plating"), holds(turn, "hooks")]).toEqual([false, true, false]);
  expect([isOf(turn, "turns"), isOf(turn, "rolls"), isOf(deed, "rolls"), isOf(deed, "all")]).toEqual([true, false, true, true]);
});

test("a deed of which nothing has come says how its roll fell, once", () => {
  const fell = (head: LinePart[], rolls: RollShown[]) => {
    const [deed] = deedsOf(recordOf([told(1, [line(head, { rolls: rolls.map((_, at) => at) })], { rolls })]));
    return fellOf(deed!, headOf(deed!))?.words ?? "";
  };
  const shot = [being("Tahra"), plain(" shoots at "), being("Orc")];
  expect(fell(shot, [roll("tahra", false)])).toBe("miss");
  expect(fell([...shot, plain(": miss")], [roll("tahra", false)])).toBe("");
  expect(fell(shot, [roll("tahra"), { ...roll("orc"), name: "Orc", outcome: { word: "dodged", good: true } }])).toBe("Orc: dodged");
});

test("the dice of a deed that is not open are those of its latest roll, or of all who threw for the same", () => {
  const threw = (rolls: RollShown[], each: boolean) => deedsOf(recordOf([told(1, each ? rolls.map((_, at) => line([plain("Initiative")], { rolls: [at] })) : [line([plain("Initiative")], { rolls: rolls.map((_, at) => at) })], { rolls })]))[0]!;
  const first = (by: string) => ({ ...roll(by, null), title: "Initiative" });
  const all = ["vhor", "orc", "tahra", "sefa"].map(first);
  expect([true, false].map((each) => freshIn(threw(all, each)).map((one) => one.by))).toEqual([["vhor", "orc", "tahra", "sefa"], ["vhor", "orc", "tahra", "sefa"]]);
  expect(freshIn(threw([first("orc"), first("tahra"), { ...first("orc"), total: 4 }], true)).map((one) => one.total)).toEqual([4, 9]);
  expect(freshIn(threw([roll("tahra"), roll("orc"), first("tahra")], true)).map((one) => one.title)).toEqual(["Initiative"]);
});
