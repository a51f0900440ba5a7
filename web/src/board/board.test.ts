import type { PaidShown } from "../protocol/types";
import { priceWords } from "../games/signs";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faceOf } from "../look/face";
import { filled } from "../look/pools";
import { sealOf } from "../look/seals";
import { isCell, placeKey, samePlace, steady, type Beings, type Board, type Place } from "./aimed";
import { arranged, holds, meets, tagAt, titleSize, trayAt } from "./lay/arrange";
import { groundOf } from "./ground/ground";
import { layCells, type Lay, type Stand } from "./lay/lay";
import { type Box, gridOf, outline } from "./lay/cells";
import { heightWords, perilWords } from "./labels/labels";
import { legendOf } from "./labels/legend";
import { body, nameBoxes, namesAtEdge, roomFor, shortNames, told, type Written, writtenNames } from "./labels/names";
import { groundWords, momentWords } from "./labels/speech";
import { doorWords, islandBoxes, perilSigns, thingWords, zoneLabels } from "./labels/zoneLabels";
import { isZoneLay, layZones, litZones } from "./lay/zones";

interface Moment {
  table: { game: string };
  scene: { title: string };
  board: Board;
  beings: Beings;
  reach: { moves: { places: { at: Place; price: PaidShown[] }[] }[] } | null;
}

const folder = new URL("./gallery/fixtures/", import.meta.url);
const moments = readdirSync(folder).map((name) => ({ name, ...(JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Moment) }));

function layOf({ board, table }: Moment, aspect = 1.8): Lay {
  return board.kind === "zones" ? layZones(board, table.game, aspect) : layCells(board);
}

test("light falls over open ways, so many zones far", () => {
  const lit = (far: number, shut: [string, string][] = []) => litZones({ joins: [["a", "b"], ["b", "c"]], links: [["d", "c"]], shut, lights: [["a", far]] }).join("");
  expect([0, 1, 2, 3, 9].map((far) => lit(far))).toEqual(["a", "ab", "abc", "abcd", "abcd"]);
  expect(lit(9, [["c", "b"]])).toBe("ab");
});

test("there is a moment of every game", () => {
  expect(new Set(moments.map(({ table }) => table.game)).size).toBe(5);
});

describe.each(moments)("$name", (moment) => {
  const { board, beings, table } = moment;

  test("every place can be pointed at, and its middle lies in it", () => {
    const lay = layOf(moment);
    const wanted = board.kind === "zones" ? Object.keys(board.zones) : board.cells.map((cell) => placeKey(cell));
    expect(lay.places.map(placeKey).sort()).toEqual([...wanted].sort());
    for (const place of lay.places) expect(placeKey(lay.at(lay.centre(place))!)).toBe(placeKey(place));
  });

  test("the keyboard reaches every place from the first", () => {
    const lay = layOf(moment);
    const reached = new Set([placeKey(lay.places[0]!)]);
    const open: Place[] = [lay.places[0]!];
    for (const here of open) {
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
        const there = lay.step(here, dx, dy);
        if (there === null || reached.has(placeKey(there))) continue;
        reached.add(placeKey(there));
        open.push(there);
      }
    }
    expect(reached.size).toBe(lay.places.length);
  });

  test("everybody who is somewhere has a place to stand, within the drawing", () => {
    const lay = layOf(moment);
    const stands = lay.stands(beings);
    const { x, y, width, height } = lay.box;
    for (const [id, being] of Object.entries(beings)) {
      expect(id in stands).toBe(being.at !== null);
      if (being.at === null) continue;
      expect(stands[id]!.x).toBeGreaterThan(x);
      expect(stands[id]!.x).toBeLessThan(x + width);
      expect(stands[id]!.y).toBeGreaterThan(y);
      expect(stands[id]!.y).toBeLessThan(y + height);
    }
  });

  test("every place is said in words, with who is there and what it costs to go there", () => {
    const ground = groundWords(board);
    const reach = moment.reach?.moves[0]?.places ?? [];
    const now = momentWords(beings, reach, []);
    for (const being of Object.values(beings)) for (const cell of being.cells) expect(now.get(placeKey(cell))).toContain(being.name);
    for (const step of reach) expect(now.get(placeKey(step.at))).toContain(priceWords(step.price));
    for (const place of layOf(moment).places) expect(ground.get(placeKey(place))).toBeTruthy();
  });

  test("names are short, told apart, and cover nobody", () => {
    const names = shortNames(beings);
    expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
    const stands = layOf(moment).stands(beings);
    const room = { letter: 7, line: 15, bottom: 25, plate: 17, side: 29 };
    const written = writtenNames(stands, names, [], room);
    for (const [id, { x, y, anchor }] of Object.entries(written)) {
      const wide = names[id]!.length * room.letter;
      const left = stands[id]!.x + x - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
      const rect = { x: left, y: stands[id]!.y + y - 11, width: wide, height: 13 };
      for (const [other, stand] of Object.entries(stands)) {
        if (other === id) continue;
        const body = { x: stand.x - 29 * stand.size, y: stand.y - 29 * stand.size, width: 58 * stand.size, height: 71 * stand.size };
        expect(meets(rect, body)).toBe(false);
      }
    }
  });

  test("the words of dangers cover no piece, and nothing that is drawn", () => {
    if (moment.board.kind === "zones") return;
    const stands = layOf(moment).stands(beings);
    for (const { box } of perilWords(moment.board, 1, stands))
      for (const { x, y, size } of Object.values(stands)) expect(meets(box, { x: x - 29 * size, y: y - 29 * size, width: 58 * size, height: 58 * size })).toBe(false);
  });

  test("the price of a place stands beside what is drawn there", () => {
    if (moment.board.kind === "zones") return;
    const lay = layOf(moment);
    for (const { at } of [...moment.board.features, ...moment.board.things]) {
      expect(lay.note(at)).not.toEqual(lay.centre(at));
      expect(lay.at(lay.note(at))).toEqual(at);
    }
  });

  test("a name keeps clear of what is written on the ground, and of the edge, where it has another place", () => {
    const lay = layOf(moment);
    const stands = lay.stands(beings);
    const names = shortNames(beings);
    const room = roomFor({ bottom: 24, plate: 18 }, 1);
    const [id, stand] = Object.entries(stands)[0]!;
    const below = writtenNames({ [id]: stand }, names, [], room);
    const [label] = nameBoxes(below, stands, names, room);
    const moved = writtenNames({ [id]: stand }, names, [], room, { marks: [label!] });
    expect(nameBoxes(moved, stands, names, room).some((box) => meets(box, label!))).toBe(false);
    const edge = { ...lay.box, height: label!.y - lay.box.y };
    const [inside] = nameBoxes(writtenNames({ [id]: stand }, names, [], room, { within: edge }), stands, names, room);
    expect(inside!.y + inside!.height).toBeLessThanOrEqual(label!.y);
    const half = { ...lay.box, width: stand.x - lay.box.x }; // the token is half out of view
    const [whole] = nameBoxes(writtenNames({ [id]: stand }, names, [], room, { within: half }), stands, names, room);
    expect(whole!.x + whole!.width).toBeLessThanOrEqual(stand.x + 1e-6);
    expect(whole!.x + whole!.width).toBeGreaterThan(stand.x - 40 * stand.size);
  });

  test("wherever the board is moved to, each name of who is in view is wholly seen, or is not there", () => {
    const lay = layOf(moment);
    const stands = lay.stands(beings);
    const names = shortNames(beings);
    const room = roomFor({ bottom: 24, plate: 18 }, 1);
    const written = writtenNames(stands, names, [], room, { within: lay.box });
    const buttons = (view: Box) => [{ x: view.x + view.width - 90, y: view.y + view.height - 50, width: 90, height: 50 }];
    let last: ReturnType<typeof namesAtEdge> = {};
    for (let step = 0; step <= 60; step++) {
      const view = { x: lay.box.x + (lay.box.width / 90) * step, y: lay.box.y + (lay.box.height / 120) * step, width: lay.box.width / 2, height: lay.box.height / 2 };
      last = namesAtEdge(written, stands, names, room, view, buttons(view), [], {}, last);
      const now = Object.fromEntries(Object.entries({ ...written, ...last }).filter((one): one is [string, Written] => one[1] !== null));
      const [boxes, where] = [nameBoxes(now, stands, names, room), Object.keys(now)];
      const seen = where.map((id, i) => ({ id, box: boxes[i]! })).filter(({ box }) => meets(view, box));
      for (const { id, box } of seen) {
        expect(holds(view, box), `${id} is cut`).toBe(true);
        expect(meets(buttons(view)[0]!, box), `${id} is covered`).toBe(false);
        for (const other of seen) expect(other.id !== id && meets(box, other.box), `${id} and ${other.id}`).toBe(false);
        for (const other of Object.keys(stands)) expect(other !== id && meets(box, body(stands[other]!, room)), `${id} over ${other}`).toBe(false);
      }
    }
  });

  test("the board fills its plate, and the title covers no place", () => {
    const lay = layOf(moment);
    const { insets, title } = arranged(1030, 566, lay, titleSize(moment.scene.title, ""));
    const scale = Math.min((1030 - insets.left - insets.right) / lay.box.width, (566 - insets.top - insets.bottom) / lay.box.height);
    expect(title).not.toBe("none");
    const filledWide = (lay.box.width * scale) / 1030;
    const filledHigh = (lay.box.height * scale) / 566;
    expect(Math.max(filledWide, filledHigh)).toBeGreaterThan(0.78);
  });

  test("everybody has a face and every condition a seal with words", () => {
    for (const [id, being] of Object.entries(beings)) {
      expect(faceOf(table.game, { id, ...being }).length).toBeGreaterThan(1);
      expect(faceOf(table.game, { id, ...being })).toEqual(faceOf(table.game, { id, ...being }));
      for (const condition of being.conditions) expect(sealOf(condition).words).toContain(condition.words);
      expect(told(being, { yours: false, target: false, up: "" })).toContain(being.name);
    }
  });

  test("the legend tells what is left of a move from what has to be paid for", () => {
    const paid = (amount: number, words: string, of: number | null) => ({ amount, words, of, unit: "", rest: "" });
    const reach = [{ at: [0, 0] as Place, price: [paid(4, "4 of 5", 5), paid(1, "1 EP", null)] }, { at: [0, 1] as Place, price: [paid(1, "1 of 3", 3)] }];
    const said = legendOf(table.game, board, [], reach).map(({ words }) => words).filter((one) => one.includes("in reach"));
    expect(said).toEqual(board.kind === "zones" ? ["in reach"] : ["in reach", "in reach for 1 EP"]);
  });

  test("the legend speaks only of what is there", () => {
    const signs = legendOf(table.game, board, Object.values(beings), []).map(({ sign }) => sign);
    expect(signs).not.toContain("reach");
    if (board.kind === "zones") return;
    expect(signs.includes("wall")).toBe(board.walls.length + board.wall_edges.length > 0);
    expect(signs.includes("height")).toBe(board.heights.some(([, , metres]) => metres > 0));
    expect(signs.includes("pit")).toBe(board.heights.some(([, , metres]) => metres < 0));
    expect(signs.includes("stones")).toBe(board.cover_edges.length > 0);
  });
});

describe("zones", () => {
  const zoned = moments.filter(({ board }) => board.kind === "zones");

  test.each(zoned)("$name: on a narrow plate no wall goes through the name of a door or a thing, and no two meet", (moment) => {
    for (const [aspect, k] of [[1.1, 1.3], [1.8, 1]] as const) {
      const lay = layOf(moment, aspect);
      if (!isZoneLay(lay) || moment.board.kind !== "zones") throw new Error("zones are expected");
      const written = [...doorWords(moment.board, lay, k), ...thingWords(moment.board, lay)].map(({ box }) => box);
      const walls = Object.values(lay.rooms).flatMap(({ boxes }) => boxes.flatMap(({ x, y, width, height }) => [x, x + width].map((at) => ({ x: at - 2, y, width: 4, height })).concat([y, y + height].map((at) => ({ x, y: at - 2, width, height: 4 })))));
      written.forEach((one, i) => expect([...written.slice(i + 1), ...walls].some((other) => meets(one, other))).toBe(false));
    }
  });

  test.each(zoned.filter(({ table }) => table.game === "cloudbreaker"))("$name: what happens on a way keeps clear of the names of islands, also where these give way to who stands there", (moment) => {
    for (const [aspect, k] of [[0.7, 1.4], [1.8, 1], [2.4, 1.2]] as const) {
      const lay = layOf(moment, aspect);
      if (!isZoneLay(lay) || moment.board.kind !== "zones") throw new Error("zones are expected");
      const pieces = Object.values(lay.spots).map(({ label }) => ({ x: label.x - 60, y: label.y - 30, width: 120, height: 36 }));
      for (const taken of [[], pieces]) {
        const names = islandBoxes(moment.board, lay, k, zoneLabels(moment.board, lay, k, taken));
        for (const { box } of perilSigns(moment.board, lay, k, names)) expect(names.filter((name) => meets(name, box))).toEqual([]);
      }
    }
  });

  test.each(zoned)("$name: no two zones overlap, whatever the shape of the plate", (moment) => {
    for (const aspect of [0.7, 1.2, 1.8, 2.4]) {
      const lay = layOf(moment, aspect);
      if (!isZoneLay(lay)) throw new Error("zones are expected");
      const boxes = Object.values(lay.spots).map(({ box }) => ({ x: box.x + 12, y: box.y + 12, width: box.width - 24, height: box.height - 24 }));
      boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other) => expect(meets(one, other)).toBe(false)));
    }
  });

  test("rooms that no light reaches are called dark where there is any light, and the sky is not", () => {
    const board = zoned[0]!.board;
    if (board.kind !== "zones") throw new Error("zones are expected");
    const [one, other] = board.joins[0]!;
    const far = Object.keys(board.zones).find((id) => id !== one && id !== other)!;
    const lit = { ...board, shut: [], links: [], joins: [[one, other]] as [string, string][], lights: [[one, 1]] as [string, number][], marks: {} };
    expect(groundWords(lit).get(far)).toContain("dark");
    expect(groundWords(lit).get(other)).not.toContain("dark");
    expect(groundWords({ ...lit, lights: [] }).get(far)).not.toContain("dark");
    expect(groundWords({ ...lit, marks: { [far]: [{ kind: "air", words: "sky" }] } }).get(far)).not.toContain("dark");
  });

  test.each(zoned)("$name: every way is drawn from one zone to the other", (moment) => {
    const lay = layOf(moment);
    if (!isZoneLay(lay)) throw new Error("zones are expected");
    for (const way of lay.ways) {
      expect(way.points.length).toBeGreaterThan(1);
      expect(lay.at(way.points[0]!)).toBe(way.one);
      expect(lay.at(way.points.at(-1)!)).toBe(way.other);
    }
  });
});

test("difficult water is one terrain, and is drawn as water", () => {
  const { board } = moments.find(({ name }) => name.startsWith("bluebox-broken"))!;
  if (board.kind === "zones") throw new Error("cells are expected");
  expect(groundOf(board).lands).toMatchObject([{ words: "water, difficult", texture: "water" }]);
});

test("a fire hides neither the water nor the pit in which it burns", () => {
  const { board } = moments.find(({ name }) => name.startsWith("bluebox-broken"))!;
  if (board.kind === "zones") throw new Error("cells are expected");
  const water = board.terrain.find(({ look }) => look === "water")!.cells;
  const pit = board.heights.filter(([, , metres]) => metres < 0).map(([q, r]): [number, number] => [q, r]);
  const dry = board.cells.find((cell) => board.terrain.every(({ cells }) => !cells.some((other) => samePlace(other, cell))) && !board.heights.some(([q, r]) => samePlace([q, r], cell)))!;
  expect(pit.length).toBeGreaterThan(0);
  const tinted = outline(gridOf(board.kind), [dry]);
  const burning = groundOf({ ...board, dangers: [{ words: "fire", cells: [...water, ...pit, dry] }] }).perils[0]!;
  expect(burning.face).toBe(tinted);
  expect(burning.flames).toHaveLength(water.length + pit.length + 1);
  const embers = groundOf({ ...board, terrain: [{ name: "fire", words: "fire", look: "ember", cells: [...water, dry] }, ...board.terrain] }).lands;
  expect(embers.at(-1)).toMatchObject({ texture: "ember", face: tinted });
});

const EDGE_ROOM = roomFor({ bottom: 24, plate: 18 }, 1);
const ONE: Record<string, Stand> = { one: { x: 0, y: 0, size: 1, shape: "" } };

/** Where the name of one who stands in the middle is written as the view is moved step by step. */
function followed(views: readonly Box[]): (Written | null | undefined)[] {
  const written = writtenNames(ONE, { one: "Brannoc" }, [], EDGE_ROOM);
  let last: ReturnType<typeof namesAtEdge> = {};
  return views.map((view) => (last = namesAtEdge(written, ONE, { one: "Brannoc" }, EDGE_ROOM, view, [], [], {}, last))["one"]);
}

test("a name at the edge goes along with it, and to and fro as smoothly as the board", () => {
  const views = [-40, -20, -10, 0, -10, -20].map((x) => ({ x, y: -100, width: 300, height: 200 }));
  const at = followed(views).map((each) => each?.x ?? 0);
  at.slice(1).forEach((x, i) => expect(Math.abs(x - at[i]!)).toBeLessThanOrEqual(20));
  expect(Math.max(...at)).toBeGreaterThan(20);
});

test("a name that has gone to the other side of its token stays there while the hand trembles", () => {
  const below = nameBoxes(writtenNames(ONE, { one: "Brannoc" }, [], EDGE_ROOM), ONE, { one: "Brannoc" }, EDGE_ROOM)[0]!;
  const bottom = below.y + below.height;
  const views = [1, -1, 1, -1, 1].map((by) => ({ x: -200, y: bottom + by - 200, width: 400, height: 200 }));
  expect(new Set(followed(views).slice(1).map((at) => at?.y)).size).toBe(1);
});

test("a name for which there is no place in view is left out, and one that is out of view with its token stays as it is", () => {
  const found = (view: Box, over: Box[] = [], read: Box[] = []) => namesAtEdge(writtenNames(ONE, { one: "Brannoc" }, [], EDGE_ROOM), ONE, { one: "Brannoc" }, EDGE_ROOM, view, over, read);
  const view = { x: -200, y: -200, width: 400, height: 400 };
  expect(found(view)).toEqual({});
  const all = { x: -120, y: -120, width: 240, height: 240 };
  expect(found(view, [all])).toEqual({ one: null });
  expect(found({ ...view, x: -10 }, [], [all])).toEqual({ one: null });
  expect(found({ ...view, x: 200 })).toEqual({});
});

test("how high or deep it is stands clear of pieces and names, or is not written", () => {
  for (const { board, beings } of moments) {
    if (board.kind === "zones") continue;
    const [stands, names, room] = [layCells(board).stands(beings), shortNames(beings), roomFor({ bottom: 24, plate: 18 }, 1.5)];
    const taken = [...Object.values(stands).map((stand) => body(stand, room)), ...nameBoxes(writtenNames(stands, names, [], room), stands, names, room)];
    for (const { words, x, y } of heightWords(board, 1.5, taken)) {
      const half = (words.length * 22) / 4;
      expect(taken.some((box) => meets(box, { x: x - half, y: y - 16, width: 2 * half, height: 16 }))).toBe(false);
    }
  }
});

test("no rule of a style takes away what a pattern fills", () => {
  const files = readdirSync(new URL("..", import.meta.url), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  expect(files.length).toBeGreaterThan(100);
  for (const name of files) {
    const text = readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
    const emptied = [...text.matchAll(/((?:^ {2}\w+,?\n)*^ {2}\w+) \{[^}]*fill: none/gm)].flatMap(([, names]) => names!.match(/\w+/g)!);
    for (const [, tag] of text.matchAll(/<(\w+)[^>]* fill="url/g)) expect(emptied, `${name}: <${tag}>`).not.toContain(tag);
  }
});

test("the tag goes where nothing is hidden, or nowhere", () => {
  const room = { x: 0, y: 0, width: 400, height: 300 };
  const free = tagAt({ width: 100, height: 40 }, room, { x: 380, y: 280 }, (rect) => rect.x + rect.width > 200);
  expect(free!.x + 100).toBeLessThanOrEqual(200);
  expect(tagAt({ width: 100, height: 40 }, room, { x: 0, y: 0 }, () => true)).toBeNull();
});

test("dice fall where they cover nobody, beside the board if there is room, and stay there; or not at all", () => {
  const [size, view] = [{ width: 100, height: 50 }, { width: 400, height: 300 }];
  const somebody = { x: 280, y: 0, width: 120, height: 80 };
  const free = trayAt(size, view, [somebody], () => false, "")!;
  expect(meets(somebody, { ...free, ...size })).toBe(false);
  expect(trayAt(size, view, [somebody], ({ y }) => y < 200, "")!.where).toBe("left bottom");
  expect(trayAt(size, view, [somebody], ({ y }) => y < 200, "left top")!.where).toBe("left top");
  expect(trayAt(size, view, [{ x: 0, y: 0, ...view }], () => false, "")).toBeNull();
});

test("pools are shown as they are told", () => {
  expect(filled({ name: "HP", now: -3, most: 12 })).toEqual({ share: 0, words: "−3/12", least: true });
  expect(filled({ name: "HP", tenths: 4 })).toEqual({ share: 0.4, words: "", least: false });
  expect(filled({ name: "HP", words: "about half" })).toEqual({ share: null, words: "about half", least: false });
});

test("a list that says the same stays the same", () => {
  const price = (amount: number) => [{ amount, unit: "m", words: `${amount} m`, of: 6, rest: "" }];
  const before = [{ at: [1, 2], price: price(1) }];
  expect(steady(before, [{ at: [1, 2], price: price(1) }])).toBe(before);
  expect(steady(before, [{ at: [1, 3], price: price(1) }])).not.toBe(before);
  expect(isCell([1, 2])).toBe(true);
});
