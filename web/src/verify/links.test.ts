import { beforeEach, expect, test } from "vitest";
import type { Table } from "../protocol/table.svelte";
import type { Document, Evening } from "../protocol/types";
import { added } from "./adding";
import { checked, face, sealOf } from "./dice";
import { addLinks, chainOf, ownChains, unused } from "./links";
import { fromHex } from "./sha256";

const kept = new Map<string, string>();
const LINKS = chainOf(new Uint8Array(32), 512);

beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
});

/** A table that shows what it is told to, and remembers what was sent. */
function aTable() {
  const sent: Record<string, unknown>[] = [];
  let heard: (document: Document, before: Document | null) => void = () => undefined;
  let before: Document | null = null;
  const table = {
    id: "t",
    document: null,
    do: (kind: string, fields: object) => Promise.resolve(void sent.push({ do: kind, ...fields })),
    heard: (call: typeof heard) => {
      heard = call;
      return () => undefined;
    },
  } as unknown as Table;
  async function show(more: object): Promise<void> {
    const document = { dice: { evening: 1, seal: "", typed: false, links: [], chain: "", asked: 0, ...more } } as unknown as Document;
    heard(document, before);
    before = document;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { table, sent, show };
}

test("a page tells one chain when it sits down, and gives each link for which it is asked", async () => {
  const { table, sent, show } = aTable();
  addLinks(table, () => new Uint8Array(32));
  await show({});
  await show({ chain: LINKS[0] });
  await show({ chain: LINKS[0], asked: 1 });
  await show({ chain: LINKS[0], asked: 1, seal: "something else is new" });
  await show({ chain: LINKS[0] });
  await show({ chain: LINKS[0], asked: 3 });
  expect(sent).toEqual([
    { do: "chain", end: LINKS[0], length: 512 },
    { do: "link", number: 1, link: LINKS[1] },
    { do: "link", number: 3, link: LINKS[3] },
  ]);
  expect(ownChains("t")[LINKS[0]!]!.given).toEqual([1, 3]);
});

test("a link that was given is not given for something else: a new chain is told", async () => {
  const first = aTable();
  addLinks(first.table, () => new Uint8Array(32));
  await first.show({});
  await first.show({ chain: LINKS[0], asked: 2 });
  const again = aTable(); // the page was loaded anew
  addLinks(again.table, () => new Uint8Array(32).fill(1));
  await again.show({ chain: LINKS[0], asked: 2 });
  await again.show({ chain: LINKS[0], asked: 3 });
  expect(again.sent.map((one) => one.do)).toEqual(["chain", "link"]);
});

test("nothing is added to typed dice, to an evening of an earlier version, to the chain of another browser or without luck", async () => {
  const { table, sent, show } = aTable();
  addLinks(table, () => new Uint8Array(32));
  await show({ typed: true });
  await show({ links: null });
  await show({ chain: LINKS[0], asked: 1 });
  const without = aTable();
  addLinks(without.table, () => null);
  await without.show({});
  expect([...sent, ...without.sent]).toEqual([]);
});

// ---------------------------------------------------------------- checking

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const shows = (number: number, link = "") => face(fromHex(SEED), number, 6, link);

/** Ann has added to the first throw, was away at the second, and the game master is left for the third. */
function anEvening(): Evening {
  const master = chainOf(new Uint8Array(32).fill(9), 5);
  return {
    evening: 1, seal: sealOf(SEED), secret_seal: "00", closed: true, seed: SEED, retries: [3], taken_back: { 1: "undone" },
    rolls: [[1, [6], [shows(1, LINKS[1])]], [2, [6], [shows(2)]], [3, [6], [shows(3, master[1])]]],
    links: [
      { is: "chain", first: 1, seat: "ann", name: "Ann", master: false, number: 512, link: LINKS[0]! },
      { is: "decided", first: 1, seat: "" },
      { is: "asked", first: 1, seat: "ann", number: 1 },
      { is: "given", first: 1, seat: "ann", number: 1, link: LINKS[1]! },
      { is: "decided", first: 2, seat: "ben" },
      { is: "asked", first: 2, seat: "ann", number: 2 },
      { is: "away", first: 2, seat: "ann" },
      { is: "chain", first: 3, seat: "mara", name: "Mara", master: true, number: 5, link: master[0]! },
      { is: "decided", first: 3, seat: "ben" },
      { is: "asked", first: 3, seat: "mara", number: 1 },
      { is: "given", first: 3, seat: "mara", number: 1, link: master[1]! },
    ],
  } as Evening; // prettier-ignore
}

test("an evening says who added to each throw, who was away, and what was thrown again", () => {
  const verdict = checked(anEvening());
  expect(verdict).toMatchObject({ sealed: true, whole: true, linked: true, secret: null });
  expect(verdict.rolls.map((roll) => [roll.right, roll.by.name, roll.by.away.join(), roll.taken, roll.retry])).toEqual([
    [true, "Ann", "", "undone", false],
    [true, "", "Ann", "", false],
    [true, "Mara", "", "", true],
  ]);
});

test("whatever is changed about the links afterwards is found", () => {
  const [first, ...rest] = anEvening().links!;
  for (const links of [
    rest, // no chain was told
    [first!, ...rest.filter((event) => event.is !== "given")],
    [first!, ...rest.filter((event) => event.is !== "away")],
    [first!, ...rest.filter((event) => event.is !== "asked")],
    anEvening().links!.map((event) => (event.is === "asked" ? { ...event, seat: "mara" } : event)),
    anEvening().links!.map((event) => (event.is === "given" ? { ...event, link: LINKS[2]! } : event)),
  ])
    expect(added({ ...anEvening(), links }).why).not.toBe("");
});

test("a link that this browser gave and that is not told is noticed", () => {
  const own = { [LINKS[0]!]: { secret: "00".repeat(32), given: [1, 2] } };
  expect(unused(anEvening(), own)).toBe(1);
  expect(unused({ ...anEvening(), closed: false }, own)).toBe(0);
});
