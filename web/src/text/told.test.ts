import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinePart, LogLine, ToldLines } from "../protocol/types";
import { words } from "../words";
import { announcements } from "./announce.svelte";
import { Telling } from "./telling.svelte";
import { DONE, foremost, gathered, HURT, OWN, type Step, stepsOf, TELLING } from "./told";

const being = (words: string): LinePart => ({ words, kind: "being", id: words.toLowerCase() });
const plain = (words: string): LinePart => ({ words, kind: "", id: "" });
const line = (parts: LinePart[], more: Partial<LogLine> = {}): LogLine => ({ words: parts.map((part) => part.words).join(""), parts, head: [], rule: "x", rank: "", rolls: [], came: [], aside: false, ...more });
const told = (number: number, ...lines: LogLine[]): ToldLines => ({ told: number, at: 0, by: "s", lines, rolls: [], undoes: [], redoes: [], deed: number, by_hand: false });
const step = (words: string, weight = 0): Step => ({ key: words, words, weight });
const inOneGo = (steps: Step[], keys = true): string => gathered(steps, foremost(steps), keys);
const happens = (number: number, words: string): ToldLines => told(number, line([plain(words)]));
const beings = { tahra: { name: "Tahra", side: "party" }, kopaka: { name: "Kopaka", side: "party" }, orc: { name: "Orc", side: "foes" } };
const loses = (who: string, name: string): LogLine => line([being(name), plain(" loses 4 HP")], { came: [{ who, what: "HP", by: -4, good: false }] });

test("a deed is told in a sentence with what came of it, and a turn that begins only by what one's own get back", () => {
  const lines = [
    told(1, line([being("Orc"), plain("'s turn")], { rank: "turn" }), line([being("Orc"), plain(" gets 1 EP back")], { aside: true })),
    told(2, line([being("Orc"), plain(" hits "), being("Tahra")]), line([being("Tahra"), plain(" loses 4 HP")], { came: [{ who: "tahra", what: "HP", by: -4, good: false }] })),
    told(3, line([plain("Round 2")], { rank: "round" })),
    told(4, line([being("Tahra"), plain("'s turn")], { rank: "turn" }), line([being("Tahra"), plain(" gets 1 EP back")], { aside: true })),
    told(5, line([being("Orc"), plain(" moves")]), line([being("Orc"), plain(" is hidden")])),
  ];
  expect(stepsOf(lines, beings, ["tahra"]).map(({ words, weight }) => [words, weight])).toEqual([
    ["Orc hits Tahra; −4 HP.", HURT],
    ["Round 2.", 0],
    ["Tahra gets 1 EP back.", 0],
    ["Orc moves. Orc is hidden.", 0],
  ]);
});

test("what hurts an ally weighs most, then what one does to others, then what one has a part in; a turn of the feet nothing", () => {
  const rolled = { rolls: [0] };
  const lines = [
    told(1, line([being("Orc"), plain(" hits "), being("Kopaka")]), loses("kopaka", "Kopaka")),
    told(2, line([being("Tahra"), plain(" hits "), being("Orc")]), loses("orc", "Orc")),
    { ...told(3, line([being("Orc"), plain(" misses "), being("Tahra")], rolled)), rolls: [{ by: "orc", outcome: null }] } as ToldLines,
    told(4, line([being("Kopaka"), plain(" hits "), being("Orc")]), loses("orc", "Orc")),
    told(5, line([being("Tahra"), plain(" turns to the south-east")])),
  ];
  expect(stepsOf(lines, beings, ["tahra"]).map((one) => one.weight)).toEqual([HURT, DONE, OWN, TELLING, 0]);
});

test("of many steps the weightiest are told, those that hurt first, and how many there were besides", () => {
  const many = ["One.", "Two.", "Three.", "Four."].map((words) => step(words));
  expect(inOneGo(many)).toBe("One. Two. Three. Four.");
  expect(inOneGo([...many, step("You hit Orc.", DONE), step("Orc hits Tahra.", HURT)])).toBe("Orc hits Tahra. You hit Orc. 4 more things happened: x tells each.");
  expect(inOneGo([...many, step("Five.")], false)).toBe("Two. Three. Four. Five. 1 more thing happened and can be read in the record.");
});

beforeEach(() => {
  announcements.speak("", "polite"); // what tests of other files said and nobody heard yet
  vi.useFakeTimers();
  announcements.polite = announcements.assertive = "";
});
afterEach(() => void vi.useRealTimers());

test("what happened comes first, then how things stand, then the call, once", () => {
  const telling = new Telling();
  telling.calls("Your turn.");
  telling.stands("hp", "HP 5.");
  telling.stands("hp", "HP 3.");
  telling.happened([happens(1, "Orc hits"), happens(2, "Orc moves")], beings, []);
  vi.runOnlyPendingTimers();
  expect(announcements.polite).toBe("Orc hits. Orc moves. HP 3. Your turn.");
});

test("what comes while something is heard is told in one go after it, but a call does not wait", () => {
  const telling = new Telling();
  telling.happened([happens(1, "A long sentence, which somebody listens to for a while")], beings, []);
  vi.advanceTimersByTime(300);
  expect(announcements.polite).toContain("A long sentence");
  telling.happened([happens(2, "Two")], beings, []);
  vi.advanceTimersByTime(300);
  telling.happened([happens(3, "Three")], beings, []);
  expect(announcements.polite).toContain("A long sentence");
  telling.calls("Your turn.");
  vi.advanceTimersByTime(300);
  expect(announcements.polite).toBe("Two. Three. Your turn.");
});

test("each step since one decided can be heard, one after the other and from the beginning again", () => {
  const telling = new Telling();
  telling.happened([happens(1, "Long ago")], beings, []);
  telling.decided();
  telling.happened([happens(2, "One"), happens(3, "Two")], beings, []);
  const heard = [1, 2, 3, 4].map(() => (telling.next(), telling.now));
  expect([heard[0], heard[1], heard[3]]).toEqual(["One.", "Two.", "One."]);
  expect(heard[2]).not.toBe("");
});

test("what was told is not heard again before the rest of what happened", () => {
  const telling = new Telling();
  const moves = (number: number) => happens(number, `Orc turns ${number}`);
  telling.happened([moves(1), moves(2), told(3, line([being("Orc"), plain(" hits "), being("Kopaka")]), loses("kopaka", "Kopaka")), moves(4), moves(5)], beings, ["tahra"]);
  vi.advanceTimersByTime(300);
  expect(announcements.polite).toBe("Orc hits Kopaka; −4 HP. 4 more things happened: x tells each.");
  const heard = [1, 2, 3, 4, 5, 6].map(() => (telling.next(), telling.now));
  expect(heard.slice(0, 4)).toEqual(["Orc turns 1.", "Orc turns 2.", "Orc turns 4.", "Orc turns 5."]);
  expect(heard[5]).toBe("Orc turns 1.");
});

test("where all was told at once, it is heard again step by step", () => {
  const telling = new Telling();
  telling.happened([happens(1, "One"), happens(2, "Two")], beings, []);
  vi.advanceTimersByTime(300);
  const heard = [1, 2].map(() => (telling.next(), telling.now));
  expect(heard).toEqual(["One.", "Two."]);
});

test("when the table waits for this seat again, nothing waits to be told", () => {
  const telling = new Telling();
  telling.happened([happens(1, "A long sentence, which somebody listens to for a while")], beings, []);
  vi.advanceTimersByTime(300);
  telling.happened([happens(2, "Orc falls")], beings, []);
  telling.due();
  vi.advanceTimersByTime(300);
  expect(announcements.polite).toBe("Orc falls.");
});

test("a deed of which more is told is one step, told once with how it went, and heard again as it went on", () => {
  const telling = new Telling();
  const attacks = [being("Orc"), plain(" attacks "), being("Tahra")];
  const roll = { by: "orc", outcome: { word: "a miss", good: false } };
  telling.happened([told(1, line([...attacks, plain(" for 1 EP")], { head: attacks }))], beings, []);
  telling.next();
  expect(telling.now).toBe("Orc attacks Tahra for 1 EP.");
  telling.happened([{ ...told(2, line([...attacks, plain(": d20 3, a miss")], { head: [...attacks, plain(": a miss")], rolls: [0] })), deed: 1, rolls: [roll] } as ToldLines], beings, []);
  telling.next();
  expect(telling.now).toBe("Orc attacks Tahra: a miss.");
});

test("the key that does it is named only where there are keys", () => {
  expect(words.text.aboutTo("Ready", true)).toBe("Ready. Enter does it.");
  expect(words.text.aboutTo("Ready", false)).toBe("Ready.");
});
