import { expect, test } from "vitest";
import { Problem } from "../../protocol/http";
import { asAsked, type Fights, Gauge } from "./gauge.svelte";
import type { GaugeLine, GaugeTold, Grade, WayThere } from "./told";

const told = (fights: number, grade: Grade = "easy"): GaugeTold =>
  ({ fights, endless: 0, hp: { pool: "HP", left: 40, of: 80, low: 39, high: 41, spread: [] }, wins: { share: 0.95, low: 0.9, high: 1 }, grade }) as unknown as GaugeTold;
const WAY = { words: "One more Silt Crab", edits: [{ path: ["beings", "crab"], value: {} }] } as unknown as WayThere;

/** Fights that go on until somebody tells them to. */
class Slow implements Fights {
  fought: { text: string; tell: (line: GaugeLine) => void; end: (fault?: unknown) => void; signal: AbortSignal }[] = [];
  sought: { wish: Grade; tell: (ways: WayThere[]) => void; end: () => void; signal: AbortSignal }[] = [];

  gauge(text: string, _: unknown, tell: (line: GaugeLine) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => this.fought.push({ text, tell, end: (fault) => (fault ? reject(fault as Error) : resolve()), signal }));
  }

  ways(_text: string, _: unknown, wish: Grade, tell: (ways: WayThere[]) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => this.sought.push({ wish, tell, end: resolve, signal }));
  }
}

const later = () => new Promise((resolve) => setTimeout(resolve, 2));

async function begun(): Promise<[Gauge, Slow]> {
  const fights = new Slow();
  const gauge = new Gauge(fights, 0);
  gauge.look("one", null);
  await later();
  return [gauge, fights];
}

test("a change ends what ran and begins it anew; until then what was known is paler, and a late line of the old scene is not heard", async () => {
  const [gauge, fights] = await begun();
  fights.fought[0]!.tell({ gauge: told(20), of: 400 });
  expect([gauge.told?.fights, gauge.stale, gauge.running]).toEqual([20, false, true]);
  gauge.look("two", null);
  expect(fights.fought[0]!.signal.aborted).toBe(true);
  expect([gauge.told?.fights, gauge.stale]).toEqual([20, true]);
  await later();
  fights.fought[0]!.tell({ gauge: told(60), of: 400 });
  expect(gauge.told?.fights).toBe(20);
  fights.fought[1]!.tell({ gauge: told(21), of: 400 });
  expect([gauge.told?.fights, gauge.stale]).toEqual([21, false]);
});

test("the same scene is not fought anew, another party is", async () => {
  const [gauge, fights] = await begun();
  gauge.look("one", null);
  await later();
  expect(fights.fought).toHaveLength(1);
  gauge.look("one", { size: 3, level: 2 });
  await later();
  expect(fights.fought).toHaveLength(2);
});

test("of a table's characters the server is told by the table, with the token of the seat apart", () => {
  expect(asAsked({ table: "weir", seat: "secret", title: "The Weir" })).toEqual({ party: { table: "weir" }, seat: "secret" });
  expect(asAsked({ size: 3, level: 2 })).toEqual({ party: { size: 3, level: 2 }, seat: "" });
});

test("ways to a wish are looked for once the scene is known well enough, and once", async () => {
  const [gauge, fights] = await begun();
  gauge.choose("deadly");
  fights.fought[0]!.tell({ gauge: told(20), of: 400 });
  expect(fights.sought).toHaveLength(0);
  fights.fought[0]!.tell({ gauge: told(80), of: 400 });
  fights.fought[0]!.tell({ gauge: told(120), of: 400 });
  expect(fights.sought.map(({ wish }) => wish)).toEqual(["deadly"]);
  fights.sought[0]!.tell([WAY]);
  expect(gauge.ways).toEqual([WAY]);
  gauge.hold(true); // somebody points at one
  fights.sought[0]!.tell([]);
  expect(gauge.ways).toEqual([WAY]);
  gauge.hold(false);
  expect(gauge.ways).toEqual([]);
  gauge.look("two", null);
  expect(gauge.ways).toEqual([]);
  expect(fights.sought[0]!.signal.aborted).toBe(true);
});

test("a wish that is met needs no way; where none leads there, that is said", async () => {
  const [gauge, fights] = await begun();
  fights.fought[0]!.tell({ gauge: told(400), of: 400 });
  fights.fought[0]!.end();
  await later();
  gauge.choose("easy");
  expect(fights.sought).toHaveLength(0);
  gauge.choose("hard");
  fights.sought[0]!.end();
  await later();
  expect(gauge.noWays).toBe(true);
});

test("why nothing is told is said, and old figures go; what was stopped stays", async () => {
  const [gauge, fights] = await begun();
  fights.fought[0]!.tell({ gauge: told(20), of: 400 });
  gauge.end();
  expect([gauge.running, gauge.told?.fights, gauge.fault]).toEqual([false, 20, ""]);
  void gauge.run();
  fights.fought[1]!.end(new Problem(429, "too many at once"));
  await later();
  expect([gauge.told, gauge.fault]).toEqual([null, "too many at once"]);
});
