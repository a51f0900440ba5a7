import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../protocol/socket";
import type { Choosable, ChoicesTold, Deed, Document, Entry } from "../protocol/types";
import { Aim } from "./aim.svelte";
import { aimed } from "./aimed";
import { onlyIn, whoActs } from "./preview";

const paid = (amount: number, unit: string) => ({ amount, unit, words: `${amount} ${unit}`, of: null, rest: "" });

const against = { reason: "too far", rule: "x.reach" };

function entry(action: string, more: Partial<Entry> = {}): Entry {
  return { action, label: action, group: "attack", rule: "x", fixed: [], args: ["target"], anytime: false, price: [paid(1, "AP")], refused: null, command: null, does: "", ...more };
}

function value(of: unknown, more: Partial<Choosable> = {}): Choosable {
  return { value: of, words: String(of), about: "", price: [paid(1, "AP")], refused: null, command: deed("attack", { target: of }), does: "", more: false, ...more };
}

function deed(name: string, args: Record<string, unknown> = {}): Deed {
  return { actor: "ann", name, args };
}

const being = (side: string, at: [number, number]) => ({ name: side, side, at, cells: [at], fate: "up", left: [paid(1, "AP")] });

const ENTRIES = [
  entry("attack", { args: ["weapon", "target"] }),
  entry("move", { group: "move", args: ["path"] }),
  entry("end_turn", { group: "passes", args: [], command: deed("end_turn") }),
  entry("hide", { refused: against }),
];

function situation(more: object = {}): Document {
  return {
    table: { settings: { odds: "exact" } },
    beings: { ann: being("party", [0, 0]), ben: being("party", [0, 1]), orc: being("foes", [1, 0]), elf: being("foes", [2, 0]) },
    board: { kind: "hexes" },
    scene: {},
    question: null,
    faces: null,
    turn: { of: "ann", round: 1, order: [], acted: [] },
    offers: { ann: { name: "Ann", acts: true, entries: ENTRIES }, ben: { name: "Ben", acts: false, entries: [ENTRIES[2]] } },
    ...more,
  } as unknown as Document;
}

const choices = (fields: Record<string, unknown>): ChoicesTold => {
  const chosen = (fields["chosen"] as unknown[]).map((one) => ({ arg: "", value: one, words: "", about: "" }));
  const told = { being: "ann", action: "attack", label: "", chosen, asks: "?", free: false, optional: false, suggestions: [] };
  if (chosen.length === 0) return { ...told, arg: "weapon", values: [value("staff", { command: null, more: true }), value("bow", { command: null, more: true })] };
  if (chosen.length === 1) return { ...told, arg: "target", values: [value("orc"), value("elf", { refused: against, command: null })] };
  return { ...told, arg: null, command: deed("attack"), words: "", price: [], refused: null };
};

const moved = deed("move", { path: [[0, 2]] });
const ANSWERS: Record<string, (fields: Record<string, unknown>) => unknown> = {
  reach: () => ({ being: "ann", moves: [{ action: "move", label: "Move", places: [{ at: [0, 2], price: [paid(1, "m")] }] }] }),
  path: ({ to }) => ({
    being: "ann",
    to,
    way: { path: [to], cost: 1 },
    done: true,
    moves: [{ action: "move", label: "Move", refused: (to as number[])[0] === 9 ? against : null, command: moved, path: [to], price: [paid(1, "m")], draws: ["Orc"], warning: "ouch" }],
  }),
  sight: ({ one, other }) => ({ one, other, clear: true, words: "", line: [], cover: [] }),
  odds: (fields) => ({ command: fields, chances: [], spread: [], harms: [], gained: [], lost: [], done: !unfinished || (fields["within"] as number) > 50 }),
  bar: ({ being }) => ({ being, entries: [{ action: "attack", fixed: [], command: deed("attack", { target: "orc" }), many: 2, words: "hit", exact: "1/2", value: 0.5 }], done: true }),
  covers: ({ args }) => ({ places: (args as { target?: string }).target === "orc" ? [[1, 0], [1, 1]] : [] }),
  suggest: () => ({ command: deed("attack", { target: "orc" }), words: "Attack, staff, Orc", why: "it is near" }),
  choices: (fields) => choices(fields),
};

let doc: Document;
let tell: (document: Document, before: Document | null) => void;
let record: (lines: object[]) => void;
let looked: string[];
let done: object[];
let refuse: Error | null;
let aim: Aim;
let unfinished = false; // are odds not whole at first?

beforeEach(() => {
  vi.useFakeTimers();
  [doc, looked, done, refuse] = [situation(), [], [], null];
  const table = {
    get document() {
      return doc;
    },
    heard: (call: typeof tell) => {
      tell = call;
      return () => undefined;
    },
    news: (call: typeof record) => {
      record = call;
      return () => undefined;
    },
    look: (kind: string, fields: Record<string, unknown>) => {
      if (kind !== "covers" && kind !== "bar") looked.push(kind); // these are asked beside everything else
      return Promise.resolve(ANSWERS[kind]?.(fields));
    },
    do: (_kind: string, fields: object) => {
      if (refuse) return Promise.reject(refuse);
      done.push(fields);
      return Promise.resolve({});
    },
  };
  aim = new Aim(table as never);
});

afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(500);
const spot = (being: string | null, place: [number, number]) => ({ being, place });
const change = (more: object) => {
  const before = doc;
  doc = { ...doc, ...more } as Document;
  tell(doc, before);
};

const CARDS = ["staff", "bow"].map((weapon) => entry("attack", { label: weapon, fixed: [weapon], args: ["weapon", "target"] }));
const armed = (cards = CARDS) => change({ offers: { ann: { name: "Ann", acts: true, entries: [...cards, ...ENTRIES.slice(1)] } } });

test("who is tapped is attacked with the first weapon that may be used on them", async () => {
  armed();
  const told = ANSWERS["choices"]!;
  ANSWERS["choices"] = (fields) => {
    const found = told(fields) as ChoicesTold;
    return found.arg === "weapon" ? { ...found, values: [value("staff", { refused: against, command: null }), found.values![1]!] } : found;
  };
  aim.pick(spot("orc", [1, 0]));
  await settle();
  ANSWERS["choices"] = told;
  expect(aim.entry).toEqual(CARDS[1]);
  expect(aim.deed).not.toBeNull();
  expect(aim.kept?.being).toBe("orc");
});

test("the card of another weapon is aimed at the same one", async () => {
  armed();
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(aim.entry).toEqual(CARDS[0]);
  aim.choose(CARDS[1]!);
  await settle();
  expect(aim.entry).toEqual(CARDS[1]);
  expect(aim.kept?.being).toBe("orc");
  expect(aim.deed).not.toBeNull();
});

test("the area of a deed is drawn while it is aimed at", async () => {
  await settle();
  aim.choose(ENTRIES[0]!);
  await settle();
  expect(aimed(aim).area).toBeNull();
  aim.take(aim.choices!.values![0]!);
  await settle();
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(aimed(aim).area?.places).toEqual([[1, 0], [1, 1]]);
  aim.clear();
  expect(aimed(aim).area).toBeNull();
});

test("whose turn it is acts, and how far it can go is known at once", async () => {
  expect(aim.being).toBe("ann");
  await settle();
  expect(aim.known.reach?.moves[0]?.places).toHaveLength(1);
  expect(aimed(aim).reach).toEqual([{ at: [0, 2], price: [paid(1, "m")] }]);
});

test("when the scene is over nothing of reach stays on the board, but for who chooses to move", async () => {
  change({ scene: { over: true } });
  await settle();
  expect(aimed(aim).reach).toEqual([]);
  aim.choose(ENTRIES[1]!);
  await settle();
  expect(aimed(aim).reach).toHaveLength(1);
});

test("other content, of which nothing but the record tells, is looked up anew, and what is aimed at stays", async () => {
  await settle();
  aim.choose(ENTRIES[0]!);
  await settle();
  const { entry, steps } = aim;
  looked = [];
  record([]);
  await settle();
  expect(looked).toEqual([]);
  record([{}]);
  await settle();
  expect(looked).toEqual(["sheet", "reach"]);
  expect([aim.entry, aim.steps]).toEqual([entry, steps]);
});

test("pointing at a place previews the way, the first tap keeps it, the second goes there", async () => {
  aim.point(spot(null, [0, 2]));
  await settle();
  expect(aim.deed).toEqual(moved);
  expect(aimed(aim).way).toMatchObject({ path: [[0, 2]], cost: "1 m", draws: ["Orc"], warning: "ouch" });
  expect(aim.hovering).toBe(true);
  aim.point(null);
  expect(aim.deed).toBeNull();
  aim.pick(spot(null, [0, 2]));
  await settle();
  expect(aim.hovering).toBe(false);
  expect(done).toEqual([]);
  aim.pick(spot(null, [0, 2]));
  await settle();
  expect(done).toEqual([moved]);
  expect(aim.kept).toBeNull();
});

test("a way that leads nowhere says why, and is not gone", async () => {
  aim.pick(spot(null, [9, 9]));
  await settle();
  expect(aim.deed).toBeNull();
  expect(aim.refused).toEqual(against);
  aim.pick(spot(null, [9, 9]));
  await settle();
  expect(done).toEqual([]);
});

test("sweeping over the board asks only where one stays, and never twice for the same", async () => {
  for (let q = 0; q < 20; q++) aim.point(spot(null, [q, 5]));
  await settle();
  expect(looked.filter((kind) => kind === "path")).toHaveLength(1);
  aim.point(spot(null, [4, 4]));
  await settle();
  aim.point(spot(null, [19, 5]));
  await settle();
  expect(looked.filter((kind) => kind === "path")).toHaveLength(2);
  expect(aim.known.path?.to).toEqual([19, 5]);
});

test("an action leads through its arguments, and targets are taken on the board", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  expect(aim.choices?.arg).toBe("weapon");
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  expect(aim.choices?.arg).toBe("target");
  expect(aimed(aim)).toMatchObject({ may: ["orc"], reach: [] });
  aim.point(spot("orc", [1, 0]));
  await settle();
  expect(aim.deed).toEqual(deed("attack", { target: "orc" }));
  expect(aim.known.odds).not.toBeNull();
  expect(aimed(aim).targets).toEqual(["orc"]);
  expect(aim.known.sight).toMatchObject({ one: "ann", other: "orc" });
  aim.pick(spot("orc", [1, 0]));
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toEqual([deed("attack", { target: "orc" })]);
  expect(aim.entry).toBeNull();
});

test("a target that is refused says why, and a second tap does nothing", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  aim.pick(spot("elf", [2, 0]));
  aim.pick(spot("elf", [2, 0]));
  await settle();
  expect(aim.refused).toEqual(against);
  expect(done).toEqual([]);
});

test("back leads to the argument before", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  expect(aim.canBack).toBe(false);
  aim.take(aim.choices?.values?.[1] as Choosable);
  await settle();
  expect(aim.canBack).toBe(true);
  aim.back();
  expect(aim.choices?.arg).toBe("weapon");
  expect(aim.deed).toBeNull();
  aim.back();
  expect(aim.entry).toBeNull();
});

test("a tap on a foe without an action aims the first attack at it as soon as that can be chosen", async () => {
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(aim.entry?.action).toBe("attack");
  expect(aim.choices?.arg).toBe("weapon");
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  expect(aim.deed).toEqual(deed("attack", { target: "orc" }));
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toHaveLength(1);
});

test("the second tap on a foe attacks, whatever else is as by default then, and nothing is said of what there is none of", async () => {
  const whole = deed("attack", { weapon: "staff", target: "orc", zone: "", how: "hard" });
  const steps = [
    { arg: "weapon", values: [value("staff", { command: whole, more: true })] },
    { arg: "target", values: [value("orc", { command: whole, more: true }), value("elf", { command: whole, more: true })] },
    { arg: "zone", values: [value("", { words: "none", command: whole, more: true })] },
    { arg: "how", values: [value("soft", { command: whole }), value("hard", { command: whole })] },
  ];
  ANSWERS["choices"] = (fields) => ({ ...choices(fields), ...steps[(fields["chosen"] as unknown[]).length] });
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect([aim.choices?.arg, aim.deed]).toEqual(["how", whole]);
  expect(aim.words).not.toContain("none");
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toEqual([whole]);
  ANSWERS["choices"] = choices;
});

test("a target that is tapped before it can be chosen is taken when it can", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.pick(spot("orc", [1, 0]));
  expect(aim.deed).toBeNull();
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  expect(aim.deed).toEqual(deed("attack", { target: "orc" }));
});

test("where choosing one thing settles all, its target on the board is the deed itself", async () => {
  const bow = value("bow", { command: deed("attack", { weapon: "bow", target: "orc" }) });
  ANSWERS["choices"] = (fields) => ({ ...choices(fields), values: [bow, value("staff", { command: null, more: true })] });
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.take(bow);
  await settle();
  expect(aimed(aim).targets).toEqual(["orc"]);
  aim.point(spot(null, [5, 5]));
  expect(aim.deed).toEqual(bow.command);
  aim.pick(spot("orc", [1, 0]));
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toEqual([bow.command]);
  ANSWERS["choices"] = choices;
});

test("words are read by the server where it says how they can be typed, and taken as they are where it asks for them", async () => {
  const more = { arg: "target", values: [], typed: "a number of hexes" };
  ANSWERS["choices"] = (fields) => ((fields["chosen"] as unknown[]).length ? choices({ chosen: [1, 2] }) : { ...choices(fields), ...more });
  ANSWERS["read"] = ({ words }) => ({ value: Number(words), words });
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.say("3");
  await settle();
  expect(looked.at(-2)).toBe("choices");
  expect(aim.deed).toEqual(deed("attack"));
  ANSWERS["choices"] = choices;
});

test("what the machine would do is previewed with its odds, and done by a commit or a tap on its target", async () => {
  aim.suggest();
  await settle();
  expect(aim.plan?.why).toBe("it is near");
  expect(aim.words).toBe("Attack, staff, Orc");
  expect(aim.known.odds).not.toBeNull();
  expect(aimed(aim).targets).toEqual(["orc"]);
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toEqual([deed("attack", { target: "orc" })]);
  expect(aim.plan).toBeNull();
});

test("a long press is a ping: it keeps a preview, but does neither that nor what the machine would do", async () => {
  aim.suggest();
  await settle();
  aim.pick(spot("orc", [1, 0]), true);
  await settle();
  expect(aim.plan).not.toBeNull();
  aim.clear();
  for (let times = 0; times < 2; times++) {
    aim.pick(spot(null, [0, 2]), true);
    await settle();
    expect(aim.deed).toEqual(moved);
  }
  expect(done).toEqual([]);
});

test("why something could not be told is not said of what is asked next", async () => {
  const odds = ANSWERS["odds"]!;
  ANSWERS["odds"] = () => Promise.reject(new Refusal("too far", "x.reach"));
  aim.pick(spot(null, [0, 2]));
  await settle();
  expect(aim.known.why).toEqual(against);
  ANSWERS["odds"] = () => new Promise(() => undefined);
  aim.point(spot(null, [0, 3]));
  await settle();
  expect(aim.known.why).toBeNull();
  ANSWERS["odds"] = odds;
});

test("the whole deed is said", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  aim.point(spot("orc", [1, 0]));
  expect(aim.words.split(", ")).toEqual(expect.arrayContaining([ENTRIES[0]?.label]));
  aim.backTo(0);
  expect(aim.choices?.arg).toBe("weapon");
});

test("what needs no argument is done by the second tap", async () => {
  aim.choose(ENTRIES[2] as Entry);
  await settle();
  expect(done).toEqual([]);
  expect(aim.deed).toEqual(deed("end_turn"));
  aim.choose(ENTRIES[2] as Entry);
  await settle();
  expect(done).toEqual([deed("end_turn")]);
});

test("what may be used on whoever was tapped is asked for them, and the one thing that may be is chosen", async () => {
  const asked: unknown[] = [];
  ANSWERS["choices"] = (fields) => {
    asked.push(fields["aimed"]);
    const told = choices(fields);
    return told.arg === "weapon" ? { ...told, values: [value("staff", { refused: against, command: null, more: true }), value("bow", { command: null, more: true })] } : told;
  };
  aim.pick(spot("orc", [1, 0]));
  await settle();
  ANSWERS["choices"] = choices;
  expect(asked).toEqual(["orc", "orc"]);
  expect([aim.steps.at(-1)?.chosen.map((one) => one.value), aim.deed]).toEqual([["bow"], deed("attack", { target: "orc" })]);
});

test("where several may be aimed at, the nearest is at once, and another can be", async () => {
  const far = being("foes", [4, 4]);
  change({ beings: { ...doc.beings, far } });
  ANSWERS["choices"] = (fields) => ({ ...choices(fields), arg: "target", values: [value("far"), value("elf"), value("orc")] });
  aim.choose(entry("bite", { args: ["target"] }));
  await settle();
  expect(aim.deed?.args).toEqual({ target: "orc" });
  aim.pick(spot("elf", [2, 0]));
  await settle();
  expect(aim.deed?.args).toEqual({ target: "elf" });
  expect(done).toEqual([]);
  ANSWERS["choices"] = choices;
});

test("whoever is meant by the one thing that was chosen is confirmed by a tap on them", async () => {
  const blow = (weapon: string) => deed("shove", { weapon, target: "orc" });
  ANSWERS["choices"] = (fields) => ({ ...choices(fields), values: [value("staff", { command: blow("staff") }), value("fist", { command: blow("fist") })] });
  aim.choose(entry("shove", { args: ["weapon", "target"] }));
  await settle();
  aim.take(aim.choices!.values![0]!);
  await settle();
  aim.point(spot("orc", [1, 0]));
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(aim.deed).toEqual(blow("staff"));
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(done).toEqual([blow("staff")]);
  ANSWERS["choices"] = choices;
});

test("a turn ends by one tap where nothing is left to spend", async () => {
  change({ offers: { ann: { name: "Ann", acts: true, entries: [ENTRIES[2]] } } });
  aim.choose(ENTRIES[2] as Entry);
  await settle();
  expect(done).toEqual([deed("end_turn")]);
});

test("somebody who is not offered as a target is refused by the server, though another was settled on", async () => {
  const only = (fields: Record<string, unknown>): ChoicesTold => {
    const told = choices({ chosen: [...(fields["chosen"] as unknown[])] });
    if (told.chosen.length === 1) return { ...told, values: [value("orc", { command: null, more: true })] };
    return told.chosen.at(-1)?.value === "elf" ? { ...told, refused: against } : told;
  };
  const usual = ANSWERS["choices"]!;
  ANSWERS["choices"] = only;
  try {
    aim.choose(ENTRIES[0]!);
    await settle();
    aim.take(aim.choices!.values![0]!);
    await settle();
    expect(aim.deed).toEqual(deed("attack"));
    aim.pick(spot("elf", [2, 0]));
    await settle();
    expect(aim.refused).toEqual(against);
    expect(aim.deed).toBeNull();
    aim.pick(spot("orc", [1, 0]));
    await settle();
    expect(aim.refused).toBeNull();
    expect(aim.deed).toEqual(deed("attack"));
    aim.pick(spot("ben", [0, 1])); // not offered either, and not refused: it is not aimed at
    await settle();
    expect(aim.steps.at(-1)!.chosen.map((one) => one.value)).toEqual(["staff", "orc"]);
    expect(aim.deed).toEqual(deed("attack"));
  } finally {
    ANSWERS["choices"] = usual;
  }
});

test("but one value is chosen by itself, unless it may be left or another typed", () => {
  const told = (more: Partial<ChoicesTold>): ChoicesTold => ({ ...choices({ chosen: [] }), values: [value("axe")], ...more });
  expect(onlyIn(told({}))?.value).toBe("axe");
  expect(onlyIn(told({ values: [{ ...value("axe"), value: null }] }))?.value).toBeNull();
  for (const more of [{ optional: true }, { typed: "slots such as 1-4" }, { values: [value("axe"), value("bow")] }]) expect(onlyIn(told(more))).toBeUndefined();
});

test("a refused action says why and is not chosen", () => {
  aim.choose(ENTRIES[3] as Entry);
  expect(aim.entry).toBeNull();
  expect(aim.refusal).toEqual(against);
});

test("what the server refuses is told, and stays as it was aimed", async () => {
  refuse = new Refusal("a question is open", "table");
  aim.choose(ENTRIES[2] as Entry);
  await aim.commit();
  expect(aim.refusal).toEqual({ reason: "a question is open", rule: "table" });
  expect(aim.entry).not.toBeNull();
  expect(aim.busy).toBe(false);
});

test("what is chosen when a deed was told, but not answered yet, stays chosen", async () => {
  aim.choose(ENTRIES[1] as Entry);
  aim.pick(spot(null, [0, 2]));
  await settle();
  const answered = aim.commit();
  change({ turn: { of: "ann", round: 1, order: [], acted: [] } });
  aim.choose(ENTRIES[2] as Entry);
  await answered;
  expect([done, aim.entry, aim.busy]).toEqual([[moved], ENTRIES[2], false]);
});

test("what was done is not done twice, and is not aimed at any more when it is answered", async () => {
  aim.choose(ENTRIES[2] as Entry);
  const answered = aim.commit();
  change({ beings: { ...doc.beings } }); // somebody else moves meanwhile
  aim.choose(ENTRIES[2] as Entry);
  await aim.commit();
  await answered;
  expect([done.length, aim.entry, aim.busy]).toEqual([1, null, false]);
});

test("dropping a token goes there at once if the way leads there", async () => {
  aim.drag("ann", [0, 2]);
  aim.drop("ann", [0, 2]);
  await settle();
  expect(done).toEqual([moved]);
  expect(looked.filter((kind) => kind === "path")).toHaveLength(1);
  aim.drop("ann", [9, 9]);
  await settle();
  expect(done).toHaveLength(1);
  expect(aim.refused).toEqual(against);
});

test("chat and people who come and go change nothing of it", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  change({ seats: {}, undo: {} });
  expect(aim.choices?.arg).toBe("weapon");
});

test("when the table changes the same action is aimed anew, and what is gone is not", async () => {
  aim.choose(ENTRIES[0] as Entry);
  await settle();
  aim.take(aim.choices?.values?.[0] as Choosable);
  await settle();
  change({ beings: { ...doc.beings } });
  await settle();
  expect(aim.entry?.action).toBe("attack");
  expect(aim.choices?.arg).toBe("weapon");
  change({ offers: { ann: { name: "Ann", acts: true, entries: [ENTRIES[2]] } } });
  await settle();
  expect(aim.entry).toBeNull();
  change({ offers: null });
  expect(aim.being).toBeNull();
});

test("an answer that comes after the table has changed is not believed", async () => {
  aim.point(spot(null, [0, 2]));
  vi.advanceTimersByTime(100);
  change({ beings: { ...doc.beings } });
  await settle();
  expect(aim.known.path).toBeNull();
});

test("the turn of another of one's own takes over, and one may choose who acts meanwhile", () => {
  aim.actAs("ben");
  expect(aim.entries).toHaveLength(1);
  change({ beings: { ...doc.beings } });
  expect(aim.being).toBe("ben");
  change({ turn: { of: "ben", round: 1, order: [], acted: ["ann"] } });
  change({ turn: { of: "ann", round: 2, order: [], acted: [] } });
  expect(aim.being).toBe("ann");
});

test("without a turn of one's own the first who may act does", () => {
  expect(whoActs(situation({ turn: { of: "orc" } }), null, null)).toBe("ann");
  expect(whoActs(situation({ offers: null }), "ann", null)).toBeNull();
});

test("odds that are not whole yet are asked for again, as long as somebody looks", async () => {
  unfinished = true;
  await settle();
  aim.choose(ENTRIES[0]!);
  await settle();
  aim.take(aim.choices!.values![0]!);
  await settle();
  aim.pick(spot("orc", [1, 0]));
  await settle();
  expect(looked.filter((kind) => kind === "odds")).toHaveLength(2);
  expect(aim.known.odds?.done).toBe(true);
  unfinished = false;
});

test("who plays both sides aims at an enemy by a click, and whoever acts keeps acting", async () => {
  change({ offers: { ...doc.offers, orc: { name: "Orc", acts: false, entries: [] } } });
  aim.pick({ place: [1, 0], being: "orc" });
  await settle();
  expect(aim.being).toBe("ann");
  expect(aim.entry?.action).toBe("attack");
  aim.leave();
  change({ offers: { ...doc.offers, ann: { name: "Ann", acts: true, entries: [ENTRIES[2]] } } }); // nothing to attack with
  aim.pick({ place: [1, 0], being: "orc" });
  expect([aim.being, aim.looked]).toEqual(["ann", "orc"]);
  aim.actAs("ben");
  aim.leave();
  expect([aim.being, aim.looked]).toEqual(["ann", null]);
});

test("the chances of all actions are asked for who acts, and for nobody else", async () => {
  await settle();
  expect(aim.known.bar?.entries.map(({ action, value }) => [action, value])).toEqual([["attack", 0.5]]);
  aim.actAs("ben");
  await settle();
  expect(aim.known.bar).toBeNull();
});
