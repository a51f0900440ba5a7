import { beforeEach, expect, test, vi } from "vitest";
import type { ChoiceGiven, CreationTold, OptionTold } from "../../protocol/types";
import { Building } from "./building.svelte";
import { drafts, newDraft } from "./drafts";

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value), removeItem: (key: string) => store.delete(key) });
});

/** A game of two steps: a kind, and as many skills as one likes; who is small has no room for a club. */
const STEPS = ["kind", "skills"];
const option = (value: string): OptionTold => ({ value, name: value, text: "", also: "", group: "", chosen: 0, price: null, refusal: null });

function answer(chosen: ChoiceGiven[], at: string): CreationTold {
  const small = chosen.some(({ choice }) => choice === "small");
  const fits = ({ step, choice }: ChoiceGiven) => step !== "skills" || !small || !(choice as string[]).includes("club");
  const stand = chosen.filter(fits);
  const fallen = chosen.filter((made) => !fits(made));
  const next = STEPS.find((step) => !stand.some((made) => made.step === step)) ?? "";
  const open = at || next;
  const told = { name: open, title: open, chapter: open, rule: "r", rule_title: "", kind: open === "kind" ? "one" : "several", text: "", fields: [], default: null, choice: stand.find(({ step }) => step === open)?.choice ?? null, options: [option("small"), option("tall")], budget: "", least: 0, most: null, firm: false, repeats: false, row: false };
  return {
    game: "none",
    steps: [],
    step: open ? (told as never) : null,
    chosen: stand.map((made) => ({ allowed: [], ...made })) as never,
    budgets: [],
    sheet: [{ label: "Chosen", value: String(stand.length) }],
    fell: fallen.filter(({ step }) => step !== at).map(({ step }) => ({ step, title: step, told: "club", why: "no room", rule: "r", rule_title: "" })),
    refusals: fallen.filter(({ step }) => step === at).map(() => ({ text: "no room", rule: "r", title: "", waiver: "no" as const })),
    warnings: [],
    waived: [],
    rolled: [],
    may_waive: false,
    done: null,
    content_file: "",
    first_scene: "",
    deeds: [],
    wishes: [],
    notes: [],
  };
}

async function begun(): Promise<Building> {
  const building = new Building(newDraft("none", ""), async (chosen, at) => answer(chosen, at));
  await building.begin();
  return building;
}

test("what is taken is kept in the browser, and the next step opens", async () => {
  const building = await begun();
  expect(building.step?.name).toBe("kind");
  await building.take("tall");
  expect(building.step?.name).toBe("skills");
  expect(drafts()[0]?.chosen).toEqual([{ step: "kind", choice: "tall", allowed: [] }]);
});

test("what changes at the table while something is asked is asked for once more", async () => {
  let rule = "first";
  let asked = 0;
  const building = new Building(newDraft("none", ""), async (chosen, at) => {
    asked += 1;
    const now = rule;
    await Promise.resolve();
    return { ...answer(chosen, at), sheet: [{ label: "Rule", value: now }] };
  });
  await building.begin();
  const going = building.refresh();
  rule = "second";
  await Promise.all([building.refresh(), going]);
  expect(building.told?.sheet[0]?.value).toBe("second");
  expect(asked).toBe(3);
});

test("two of a row that are taken quickly are both taken, and one that is taken twice once", async () => {
  const names = ["slash", "fit"];
  const row = (chosen: ChoiceGiven[]): CreationTold => {
    const name = `aspect ${chosen.length + 1}`;
    const refusal = { text: "once", rule: "r", title: "", waiver: "no" as const };
    const options = names.map((value) => ({ ...option(value), refusal: chosen.some(({ choice }) => choice === value) ? refusal : null }));
    const told = answer(chosen, name);
    return { ...told, chosen: chosen.map((made) => ({ allowed: [], ...made })) as never, step: { ...told.step!, kind: "one", row: true, options, choice: null } };
  };
  const building = new Building(newDraft("none", ""), async (chosen) => row(chosen));
  await building.begin();
  await Promise.all([building.take("slash"), building.take("slash"), building.take("fit")]);
  expect(building.told?.chosen.map(({ step, choice }) => [step, choice])).toEqual([
    ["aspect 1", "slash"],
    ["aspect 2", "fit"],
  ]);
});

test("a change by which something falls out waits for a yes, and loses nothing before", async () => {
  const building = await begun();
  await building.take("tall");
  await building.take(["club"]);
  await building.open("kind");
  await building.take("small");
  expect(building.falling?.told.fell.map(({ told }) => told)).toEqual(["club"]);
  expect(drafts()[0]?.chosen.length).toBe(2);
  building.leave();
  expect(building.told?.chosen.length).toBe(2);
  await building.take("small");
  await building.change();
  expect(building.told?.chosen).toEqual([{ step: "kind", choice: "small", allowed: [] }]);
  await building.undo();
  expect(building.told?.chosen.length).toBe(2);
});

test("while a change waits for its yes no other one is made, and what is undone takes it along", async () => {
  const building = await begun();
  await building.take("tall");
  await building.take(["club"]);
  await building.open("kind");
  const kept = building.told?.chosen;
  await Promise.all([building.take("small"), building.take("tall")]);
  expect(building.told?.chosen).toEqual(kept);
  expect(building.past.length).toBe(2);
  await Promise.all([building.change(), building.change()]);
  expect(building.told?.chosen).toEqual([{ step: "kind", choice: "small", allowed: [] }]);
  expect(building.past.length).toBe(3);
  await building.undo();
  await building.open("kind");
  await building.take("small");
  await building.undo();
  expect(building.falling).toBeNull();
});

test("what is put together is tried, not taken; what is against it is told", async () => {
  const building = await begun();
  await building.take("small");
  building.put(["club"]);
  await vi.waitFor(() => expect(building.refusals.map(({ text }) => text)).toEqual(["no room"]));
  expect(building.told?.chosen.length).toBe(1);
  await building.take(["club"]);
  expect(building.why?.reason).toBe("no room");
  expect(building.told?.chosen.length).toBe(1);
});

test("what is put together outlives a reload", async () => {
  const building = await begun();
  await building.take("tall");
  building.put(["club"]);
  const again = new Building(drafts()[0]!, async (chosen, at) => answer(chosen, at));
  await again.begin();
  expect([again.step?.name, again.several]).toEqual(["skills", ["club"]]);
});

test("pointing asks what would change, and leaving forgets it", async () => {
  const building = await begun();
  building.point(option("tall"));
  await vi.waitFor(() => expect(building.maybe?.sheet[0]?.value).toBe("1"));
  building.point(null);
  expect(building.maybe).toBeNull();
});
