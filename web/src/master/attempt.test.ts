import { expect, test } from "vitest";
import { Attempt } from "./attempt.svelte";

const refused = { reason: "no fight is on", rule: "" };

test("what refuses it only since it was done is not said below it, until it is tried again", async () => {
  const attempt = new Attempt();
  expect(attempt.refusedBefore(refused)).toBe(refused);
  const done = attempt.run(() => Promise.resolve({}));
  expect(attempt.refusedBefore(refused)).toBeNull();
  await done;
  expect([attempt.said !== "", attempt.refusedBefore(refused)]).toEqual([true, null]);
  await attempt.run(() => Promise.reject(new Error("no")));
  expect(attempt.refusedBefore(refused)).toBe(refused);
});
