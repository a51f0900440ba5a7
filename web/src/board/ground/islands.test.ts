import { expect, test } from "vitest";
import { someZones } from "../lay/someZones";
import { islandOf, islandSpots } from "./islands";

const CAPITALS = 19 * 0.7; // how high the letters of a name are

test("the name of an island stands clear of its cliff", () => {
  const { spots } = islandSpots(someZones(["Porch", "Nave", "Altar", "Crypt stair"]), 1.8);
  for (const spot of Object.values(spots)) {
    const low = Math.max(...islandOf(spot).cliff.match(/[\d.-]+ [\d.-]+/g)!.map((point) => Number(point.split(" ")[1])));
    expect(low).toBeLessThan(spot.label.y - CAPITALS);
  }
});
