import { beforeEach, expect, test } from "vitest";
import { keep } from "../look/kept";
import { forgetSeat, heldSeats, keepSeat, masterAt, seatAt, sharedWith } from "./seats";

const seat = (token: string, table = "t") => ({ table, token, seat: token, title: "A table", game: "bluebox", name: "Ann", role: "player" });

beforeEach(() => keep("seats", null));

test("a tab goes on with the seat that it came with", () => {
  keepSeat(seat("one"));
  keepSeat(seat("two"));
  keep("here.t", "one", "tab");
  expect(seatAt("t")?.token).toBe("one");
});

test("a new tab sits down at the seat that was used last at this table", () => {
  keepSeat(seat("one"));
  keepSeat(seat("else", "another"));
  keep("here.t", null, "tab");
  expect(seatAt("t")?.token).toBe("one");
  expect(seatAt("nowhere")).toBeUndefined();
});

test("a seat that opens nothing any more is forgotten", () => {
  keepSeat(seat("one"));
  keepSeat(seat("two"));
  forgetSeat("one");
  expect(heldSeats().map((held) => held.token)).toEqual(["two"]);
});

test("who began a table alone sits at their own seat, and holds the game master's beside it", () => {
  keepSeat(seat("ada"));
  keepSeat({ ...seat("gm"), role: "gm", beside: "ada" });
  keep("here.t", null, "tab");
  expect(seatAt("t")?.token).toBe("ada");
  expect(masterAt("t")?.token).toBe("gm");
  expect(sharedWith(seatAt("t")!).map((held) => held.token)).toEqual(["ada"]);
});

test("two at one screen are told apart from other seats of the table, whoever of them sits before it", () => {
  keepSeat(seat("ada"));
  keepSeat({ ...seat("gm"), role: "gm", beside: "ada" });
  keepSeat({ ...seat("ben"), beside: "ada", sharing: true });
  keepSeat(seat("other"));
  const tokens = (of: string) => sharedWith(heldSeats().find((held) => held.token === of)!).map((held) => held.token);
  expect([tokens("ada"), tokens("ben"), tokens("gm"), tokens("other")]).toEqual([["ada", "ben"], ["ada", "ben"], ["gm"], ["other"]]);
});

test("what is known of a seat stays when it is used again", () => {
  keepSeat({ ...seat("ben"), beside: "ada", sharing: true });
  keepSeat({ ...seat("ben"), title: "Another title" });
  expect(heldSeats()[0]).toMatchObject({ title: "Another title", beside: "ada", sharing: true });
});
