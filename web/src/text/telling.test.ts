import { expect, test, vi } from "vitest";
import { announcements } from "./announce.svelte";
import { Telling } from "./telling.svelte";

function heard(happens: (telling: Telling) => void): string {
  vi.useFakeTimers();
  const said = vi.spyOn(announcements, "speak").mockReturnValue();
  happens(new Telling());
  vi.runAllTimers();
  const all = said.mock.calls.map(([words]) => words).join(" ");
  said.mockRestore();
  vi.useRealTimers();
  return all;
}

test("for whom the table waited is no news to who is called meanwhile", () => {
  const said = heard((telling) => {
    telling.stands("waits", "Waiting for Ben.");
    telling.stands("Morale", "Morale: 2.");
    telling.calls("Your turn, Ann.");
  });
  expect(said).toBe("Morale: 2. Your turn, Ann.");
});

test("what was left of a turn is not said where a question has come", () => {
  const said = heard((telling) => {
    telling.stands("left", "You could still move 1 zone.");
    telling.calls("Question for Ann.");
  });
  expect(said).toBe("Question for Ann.");
});
