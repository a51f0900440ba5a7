import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinePart, LogLine, ToldLines } from "../protocol/types";
import { announcements } from "./announce.svelte";
import { Telling } from "./telling.svelte";
import { gathered, type Step, stepsOf } from "./told";

const being = (words: string): LinePart => ({ words, kind: "being", id: words.toLowerCase() });
const plain = (words: string): LinePart => ({ words, kind: "", id: "" });
const line = (parts: LinePart[], more: Partial<LogLine> = {}): LogLine => ({ words: parts.map((part) => part.words).join(""), parts, head: [], rule: "x", rank: "", rolls: [], came: [], aside: false, ...more });
const told = (number: number, ...lines: LogLine[]): ToldLines => ({ told: number, at: 0, by: "s", lines, rolls: [], undoes: [], redoes: [], deed: number, by_hand: false });
const step = (words: string, ours = false): Step => ({ words, ours });
const happens = (number: number, words: string): ToldLines => told(number, line([plain(words)]));
const beings = { tahra: { name: "Tahra" }, orc: { name: "Orc" } };

test("a deed is told in a sentence with what came of it, and a turn that begins only by what one's own get back", () => {
  const lines = [
    told(1, line([being("Orc"), plain("'s turn")], { rank: "turn" }), line([being("Orc"), plain(" gets 1 EP back")], { aside: true })),
    told(2, line([being("Orc"), plain(" hits "), being("Tahra")]), line([being("Tahra"), plain(" loses 4 HP")], { came: [{ who: "tahra", what: "HP", by: -4, good: false }] })),
    told(3, line([plain("Round 2")], { rank: "round" })),
    told(4, line([being("Tahra"), plain("'s turn")], { rank: "turn" }), line([being("Tahra"), plain(" gets 1 EP back")], { aside: true })),
    told(5, line([being("Orc"), plain(" moves")]), line([being("Orc"), plain(" is hidden")])),
  ];
  expect(stepsOf(lines, beings, ["tahra"])).toEqual([
    step("Orc hits Tahra; −4 HP.", true),
    step("Round 2."),
    step("Tahra gets 1 EP back.", true),
    step("Orc moves. Orc is hidden."),
  ]);
});

test("of many steps those are told in which one has a part, and how many there were besides", () => {
  const many = ["One.", "Two.", "Three.", "Four."].map((words) => step(words));
  expect(gathered(many, true)).toBe("One. Two. Three. Four.");
  expect(gathered([...many, step("Orc hits Tahra.", true)], true)).toBe("Orc hits Tahra. 4 more things happened: x tells each.");
  expect(gathered([...many, step("Five.")], false)).toBe("Two. Three. Four. Five. 1 more thing happened and can be read in the record.");
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
