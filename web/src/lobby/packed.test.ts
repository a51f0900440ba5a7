import { expect, test } from "vitest";
import { isPack } from "./packed";

test("a pack is known by its name, and where that was changed by how it begins", () => {
  expect(isPack("Coast.ludex", "")).toBe(true);
  expect(isPack("coast.toml", "PK\u0003\u0004…")).toBe(true);
  expect(isPack("ludex.toml", "[[item]]")).toBe(false);
});
