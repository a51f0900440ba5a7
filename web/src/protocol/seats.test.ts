import { beforeEach, expect, test } from "vitest";
import { keep } from "../look/kept";
import { forgetSeat, heldSeats, keepSeat, seatAt } from "./seats";

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
