import { expect, test } from "vitest";
import { quiet } from "./arrive";

test("who comes to a page hears its title, and what calls them there only once", () => {
  expect(quiet("● Your turn · Wolves on the Causeway · Ludex")).toBe("Wolves on the Causeway · Ludex");
  expect(quiet("Wolves on the Causeway · Ludex")).toBe("Wolves on the Causeway · Ludex");
});
