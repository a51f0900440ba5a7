import { afterEach, expect, test, vi } from "vitest";
import { keep, kept } from "./kept";

afterEach(() => vi.unstubAllGlobals());

function storage(): Storage {
  const all = new Map<string, string>();
  return { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => void all.set(key, value), removeItem: (key: string) => void all.delete(key) } as unknown as Storage;
}

test("what a browser keeps and what a tab keeps are two things", () => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  keep("name", "Ann");
  keep("name", "Ben", "tab");
  expect([kept("name"), kept("name", "tab")]).toEqual(["Ann", "Ben"]);
  keep("name", null);
  expect([kept("name"), kept("name", "tab")]).toEqual([null, "Ben"]);
});

test("where storage is withheld it holds until the page is closed", () => {
  vi.stubGlobal("localStorage", undefined);
  keep("theme", "day");
  expect(kept("theme")).toBe("day");
  keep("theme", null);
  expect(kept("theme")).toBeNull();
});
