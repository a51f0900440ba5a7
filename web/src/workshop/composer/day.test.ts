import { expect, test } from "vitest";
import { Problem } from "../../protocol/http";
import type { DayDrafted } from "../../protocol/types";
import { edited, type Edit } from "../editor/edits";
import type { Table } from "../editor/schema";
import { Day, type Days } from "./day.svelte";

/** Texts are JSON here, and there is no day yet. */
class Plain implements Days {
  saved: string[] = [];

  async draft(text = '{"day":[]}', edits: Edit[]): Promise<DayDrafted> {
    const day = edited(JSON.parse(text) as Table, edits);
    const parts = (day["day"] as unknown as Record<string, string>[]).map(({ scene = "", rest = "", travel = "" }) => ({ scene, rest, travel, title: scene || rest || travel }));
    return { text: JSON.stringify(day), title: "A day", parts, faults: [], scenes: [], rests: [], travels: [] };
  }

  text(): Promise<string> {
    return Promise.reject(new Problem(404, "there is none"));
  }

  async save(text: string): Promise<void> {
    this.saved.push(text);
  }

  async live(): Promise<void> {
    throw new Problem(429, "too many at once");
  }
}

test("what a day costs is asked of the day as it is when all changes are kept; who leaves meanwhile asks nothing", async () => {
  const days = new Plain();
  const lived: string[] = [];
  days.live = async (text?: string) => void lived.push(text ?? "");
  const day = new Day(days);
  await day.open();
  void day.add({ scene: "toll" });
  await day.live(null);
  expect(lived).toEqual(['{"day":[{"scene":"toll"}]}']);
  void day.add({ rest: "short" });
  const asked = day.live(null);
  day.end();
  await asked;
  expect(lived).toHaveLength(1);
});

test("a day grows part by part, each kept; parts trade places and go", async () => {
  const days = new Plain();
  const day = new Day(days);
  await day.open();
  void day.add({ scene: "toll" });
  void day.add({ rest: "short" });
  await day.add({ scene: "tower" });
  await day.earlier(2);
  expect(day.told?.parts?.map(({ title }) => title)).toEqual(["toll", "tower", "short"]);
  await day.takeAway(0);
  void day.add({ travel: "day" });
  await day.earlier(2);
  expect(days.saved.at(-1)).toBe('{"day":[{"scene":"tower"},{"travel":"day"},{"rest":"short"}]}');
  await day.live(null);
  expect([day.running, day.why?.reason]).toEqual([false, "too many at once"]);
});
