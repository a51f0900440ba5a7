import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { missed, presence } from "./present";

const seat = (name: string, here: boolean) => ({ name, here, role: "player" }) as Document["seats"][string];

test("who is not there is missed, and a machine that leads the table is not", () => {
  const [ann, ben, machine] = [seat("Ann", true), seat("Ben", false), seat("The machine", false)];
  expect(missed([ann, ben, machine, undefined])).toEqual(["Ben"]);
  expect([ann, ben, machine].map((one) => presence(one, false))).toEqual(["at the table", "not here", ""]);
  expect(presence(ben, true)).toBe("at the table");
});
