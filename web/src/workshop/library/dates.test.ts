import { expect, test } from "vitest";
import { day, moment } from "./dates";

test("what was saved today says so, and other days have their date", () => {
  const now = new Date(2026, 10, 17, 12);
  expect(day(now.getTime() / 1000 - 60, now, "today")).toBe("today");
  expect(day(now.getTime() / 1000 - 3 * 86_400, now, "today")).toContain("14");
  expect(day(now.getTime() / 1000 - 400 * 86_400, now, "today")).toContain("2025");
});

test("what was saved on the same day is told apart by its time", () => {
  const now = new Date(2026, 10, 17, 12);
  const [early, late] = [9.25, 11.5].map((hour) => moment(new Date(2026, 10, 17, 0, hour * 60).getTime() / 1000, now, "today"));
  expect(early).toMatch(/^today, .*9.15/);
  expect(late).toMatch(/^today, .*11.30/);
});
