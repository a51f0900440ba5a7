import { beforeEach, expect, test, vi } from "vitest";

const gone: string[] = [];
vi.mock("../../router.svelte", () => ({ router: { go: (path: string) => gone.push(path) } }));
const { bringBack, broughtTo, makeNew, wantedBy } = await import("./returning");

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value), removeItem: (key: string) => store.delete(key) });
});

test("what is made for an entry comes back to its place there, once", () => {
  const desk = { pack: "p1", kind: "enemy", editing: { entry: { id: "hookman", name: "Hookman" }, leave: () => undefined } } as never;
  makeNew(desk, "aspect", ["aspects", 2], "aspect");
  expect(gone.at(-1)).toBe("/workshop/p1/aspect");
  expect(wantedBy("p1", "aspect")?.name).toBe("Hookman");
  expect(wantedBy("p1", "weapon")).toBeNull();
  bringBack("drag_down");
  expect(gone.at(-1)).toBe("/workshop/p1/enemy/hookman");
  expect(broughtTo("p1", "enemy", "somebody")).toEqual([]);
  expect(broughtTo("p1", "enemy", "hookman")).toEqual([{ path: ["aspects", 2], value: { aspect: "drag_down" } }]);
  expect(broughtTo("p1", "enemy", "hookman")).toEqual([]);
});
