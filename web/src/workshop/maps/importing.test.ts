import { describe, expect, it } from "vitest";
import type { MapQuestion, MapRead } from "../../protocol/types";
import { Importing, fitting } from "./importing.svelte";
import { pictureIn } from "./picture";
import type { Said } from "./server";

const question = (id: string): MapQuestion => ({ id, letter: id, title: id, text: "", lines: [], proposed: 0, chosen: null, answers: [{ title: "here", text: "" }, { title: "there", text: "" }] });

function mapRead(questions: MapQuestion[], more: Partial<MapRead> = {}): MapRead {
  const plan = { kind: "squares" as const, cells: [], rooms: [], drawn: [], whole: {} };
  return { format: "Universal VTT", title: "Store", about: "", kinds: ["squares", "hexes"], kind: "squares", across: 1, plan, fitting: [], questions, left_out: [], picture: null, map: null, mapping: [], means: [], above: "", ...more };
}

function begun(read: MapRead): { importing: Importing; heard: Said[] } {
  const heard: Said[] = [];
  const importing = new Importing(async (_, said) => {
    heard.push(said);
    return read;
  });
  return { importing, heard };
}

const file = (text = "{}", name = "store.uvtt"): File => new File([text], name);

describe("an import", () => {
  it("asks one question after the other, and passes over those that were looked at", async () => {
    const { importing } = begun(mapRead(["a", "b", "c"].map(question)));
    await importing.choose(file());
    expect([importing.step, importing.open, importing.left, importing.name]).toEqual(["ask", 0, 3, "Store"]);
    importing.answer(1);
    expect(importing.chosen(importing.questions[0]!)).toBe(1);
    importing.ask(2);
    importing.next();
    expect([importing.open, importing.left]).toEqual([1, 1]);
    importing.next();
    expect(importing.left).toBe(0);
  });

  it("sends all answers when it is taken, those that were proposed too", async () => {
    const { importing, heard } = begun(mapRead(["a", "b"].map(question)));
    await importing.choose(file());
    importing.answer(1);
    await importing.whole();
    expect(heard.at(-1)!.answers).toEqual({ a: 1, b: 0 });
  });

  it("begins with the tiles where there are some, and says of all what they mean once one was changed", async () => {
    const mapping = [{ tile: "cellar 0", name: "floor", places: 4, means: "floor", kept: false }, { tile: "cellar 1", name: "?", places: 2, means: "floor", kept: false }];
    const { importing, heard } = begun(mapRead([], { mapping }));
    await importing.choose(file());
    expect(importing.step).toBe("tiles");
    await importing.mean("cellar 1", "wall");
    expect(heard.at(-1)!.tiles).toEqual({ "cellar 0": "floor", "cellar 1": "wall" });
  });

  it("forgets answers when it is laid on other cells", async () => {
    const { importing, heard } = begun(mapRead([question("a")]));
    await importing.choose(file());
    importing.answer(1);
    await importing.lay("hexes", 2);
    expect(heard.at(-1)).toMatchObject({ kind: "hexes", across: 2, answers: {} });
    expect(importing.left).toBe(1);
  });

  it("sends no file that is too large", async () => {
    const { importing, heard } = begun(mapRead([]));
    const large = file();
    Object.defineProperty(large, "size", { value: 31_200_000 });
    await importing.choose(large);
    expect(heard).toEqual([]);
    expect(importing.why?.reason).toBe("This file is too large: 31.2 MB, and at most 24 are read.");
  });

  it("counts what fits", () => {
    const cell: [number, number] = [0, 0];
    const drawn = (paint: string, cells: number, edges: number) => ({ paint, cells: Array.from({ length: cells }, () => cell), edges: Array.from({ length: edges }, (): [[number, number], [number, number]] => [cell, cell]) });
    expect(fitting(mapRead([], { fitting: [drawn("wall_edge", 0, 3), drawn("wall", 2, 0), drawn("door", 1, 0), drawn("rough", 4, 0)] }))).toEqual({ walls: 2, edges: 3, doors: 1, ground: 4 });
  });
});

describe("the picture of a map", () => {
  it("is taken out of the file, by what is in it", async () => {
    const found = await pictureIn(file(JSON.stringify({ image: "iVBORw0KGgo=" })), "store.png");
    expect([found?.type, found?.size]).toEqual(["image/png", 8]);
  });

  it("is nothing where there is none, or none that can be read", async () => {
    for (const text of ["{", "{}", "[]", JSON.stringify({ image: "" }), JSON.stringify({ image: "PHN2Zz4=" }), JSON.stringify({ image: "iVBOR%" })]) expect(await pictureIn(file(text), "x")).toBeNull();
  });
});
