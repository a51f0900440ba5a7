import { expect, test } from "vitest";
import { withTilesets } from "./tilesets";

const MAP = { type: "map", layers: [], tilesets: [{ firstgid: 1, source: "../sets/Cellar.tsj" }, { firstgid: 9, source: "far.tsx" }] };
const map = new File([JSON.stringify(MAP)], "cellar.tmj");
const read = async (file: File | null): Promise<unknown> => JSON.parse(await file!.text());

test("tilesets that were chosen along are put into their map, each with its first number; others stay where they are", async () => {
  const set = new File(['{"name": "cellar", "tiles": [{"id": 0, "type": "floor"}]}'], "cellar.tsj");
  expect(await read(await withTilesets([set, map]))).toEqual({ ...MAP, tilesets: [{ name: "cellar", tiles: [{ id: 0, type: "floor" }], firstgid: 1 }, MAP.tilesets[1]] });
  const far = new File(["<tileset/>"], "FAR.tsx");
  expect(await read(await withTilesets([map, far], () => ({ name: "far" })))).toEqual({ ...MAP, tilesets: [MAP.tilesets[0], { name: "far", firstgid: 9 }] });
});

test("a map alone, and what cannot be read, goes as it is", async () => {
  const [broken, odd] = [new File(["{"], "cellar.tsj"), new File(["{"], "cellar.tmj")];
  expect(await withTilesets([map])).toBe(map);
  expect(await withTilesets([map, broken])).toBe(map);
  expect(await withTilesets([odd, new File(["{}"], "cellar.tsj")])).toBe(odd);
  expect(await withTilesets([broken])).toBeNull();
});
