import { beforeEach, expect, test, vi } from "vitest";
import { drafts, finished, forgetDraft, keepDraft, lastDraft, newDraft } from "./drafts";

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value), removeItem: (key: string) => store.delete(key) });
});

test("the draft changed last comes back, for its game and its table", () => {
  const old = { ...newDraft("crawl", ""), name: "Wren", changed: 1 };
  const other = { ...newDraft("crawl", "t1"), changed: 3 };
  const late = { ...newDraft("crawl", ""), name: "Sefa", changed: 2 };
  for (const draft of [old, other, late]) keepDraft(draft);
  expect(lastDraft("crawl", "").name).toBe("Sefa");
  expect(lastDraft("crawl", "t1").id).toBe(other.id);
  expect(lastDraft("vitality", "").chosen).toEqual([]);
  forgetDraft(late.id);
  expect(lastDraft("crawl", "").name).toBe("Wren");
});

test("finished characters of a game are those of which all is decided, for no table yet", () => {
  const wren = { ...newDraft("crawl", ""), name: "Wren", whole: true };
  for (const draft of [wren, newDraft("crawl", ""), { ...newDraft("crawl", "t1", "sefa"), whole: true }, { ...newDraft("vitality", ""), whole: true }]) keepDraft(draft);
  expect(finished("crawl").map((one) => one.name)).toEqual(["Wren"]);
});

test("what is kept and is no draft is left alone", () => {
  localStorage.setItem("ludex.drafts", '[{"id": 3}, null, "x"]');
  expect(drafts()).toEqual([]);
  localStorage.setItem("ludex.drafts", "nonsense");
  expect(drafts()).toEqual([]);
});
