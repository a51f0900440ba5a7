import { expect, test } from "vitest";
import type { MomentListed, MomentsTold, MomentTold, Replay, ToldLines } from "../protocol/types";
import { Moments, unpacked } from "./moments";

const listed = (moment: number) => ({ moment, at: moment, words: `deed ${moment}`, round: 1, of: "", pools: {}, gone: [], counts: true, shown: true }) as MomentListed;
const told = (number: number) => ({ told: number, lines: [], rolls: [], undoes: [], redoes: [], deed: number }) as unknown as ToldLines;
const seen = { you: { role: "player", beings: ["sefa"] }, scene: null, board: null, beings: { sefa: { name: "Sefa" } }, turn: null, map: null, fog: {}, asked: [] };

const replay = {
  ludex_replay: 1,
  game: "crawl",
  game_title: "The Crawl",
  title: "A table",
  seen_by: "Ann",
  pictures: {},
  chapters: [
    {
      title: "The pit", text: "", evening: 1, at: 0, beings: {},
      moments: [
        { listed: listed(0), told: null, shown_as: 0, changes: Object.entries(seen).map(([name, value]) => [[name], value]), why: "" },
        { listed: listed(1), told: told(1), shown_as: 2, changes: [[["beings", "cur"], { name: "Cur" }]], why: "" },
        { listed: listed(2), told: told(2), shown_as: 2, changes: [[["beings", "sefa"]], [["asked"], ["Do you dodge?"]]], why: "" },
        { listed: listed(3), told: told(3), shown_as: 3, changes: null, why: "other rules" },
      ],
    },
  ],
} as unknown as Replay; // prettier-ignore

const moments = new Moments(replay);
const look = (moment: number): Promise<MomentTold> => moments.look("moment", { chapter: 0, moment });

test("chapters and moments are told as a table tells them", async () => {
  const found: MomentsTold = await moments.look("moments", { chapter: null });
  expect(found.chapters).toEqual([{ chapter: 0, title: "The pit", evening: 1, at: 0 }]);
  expect(found.moments.map((moment) => moment.words)).toEqual(["deed 0", "deed 1", "deed 2", "deed 3"]);
});

test("each moment is what has changed since the one before", async () => {
  expect(Object.keys((await look(0)).document!.beings)).toEqual(["sefa"]);
  expect(Object.keys((await look(1)).document!.beings)).toEqual(["sefa", "cur"]);
  const last = (await look(2)).document!;
  expect(Object.keys(last.beings)).toEqual(["cur"]);
  expect(last.question?.words).toEqual(["Do you dodge?"]);
  expect([last.table.game, last.you.name, last.you.beings]).toEqual(["crawl", "Ann", ["sefa"]]);
});

test("what happened at once is read at once, and of a board that is not known it is said why", async () => {
  expect((await look(1)).read.map((one) => one.told)).toEqual([1, 2]);
  expect((await look(1)).moment).toBe(2);
  const unknown = await look(3);
  expect([unknown.document, unknown.why]).toEqual([null, "other rules"]);
});

test("what is packed is unpacked", async () => {
  const stream = new Blob([JSON.stringify({ title: "Größe" })]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(await unpacked(`${btoa(String.fromCharCode(...bytes))}\n`)).toEqual({ title: "Größe" });
  await expect(unpacked("AAAA")).rejects.toThrow();
});
