import { expect, test } from "vitest";
import type { Blank, Paint } from "./plan";
import { paintSaid } from "./sentences";

const blank = (id: string, usual: unknown, unit = ""): Blank => ({ id, name: id, type: "text", usual, least: null, most: null, unit, choices: [], unset: false });
const paint = (name: string, ...blanks: Blank[]) => ({ name, blanks }) as unknown as Paint;

test("a paint says how much there is of it, and else only what is unusual", () => {
  expect(paintSaid(paint("Height", blank("metres", 2, "m")), { metres: 2 })).toBe("Height 2 m");
  const door = paint("Door", blank("called", "door"), blank("lock", 0));
  expect(paintSaid(door, { called: "door", lock: 0 })).toBe("Door");
  expect(paintSaid(door, { called: "Gate", lock: 12 })).toBe("Door Gate 12");
  expect(paintSaid(null, {})).toBe("The board itself");
});
