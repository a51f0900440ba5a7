import { expect, test } from "vitest";
import { day } from "./dates";

test("what was saved today says so, and other days have their date", () => {
  const now = new Date(2026, 10, 17, 12);
  expect(day(now.getTime() / 1000 - 60, now, "today")).toBe("today");
  expect(day(now.getTime() / 1000 - 3 * 86_400, now, "today")).toContain("14");
  expect(day(now.getTime() / 1000 - 400 * 86_400, now, "today")).toContain("2025");
});
