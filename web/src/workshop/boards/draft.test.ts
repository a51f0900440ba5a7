import { expect, test } from "vitest";
import { Problem } from "../../protocol/http";
import { changedFrom } from "./changed";
import { type BoardServer, BoardDraft } from "./draft.svelte";
import { painted, paintOf, withCells } from "./painting";
import type { Cell, Plan } from "./plan";
import type { Drafted } from "./server";
import { PALETTE, planOf } from "./gallery/somePlan";

const OPENED = planOf(3, 2);
const drafted = (text: string, plan: Plan): Drafted => ({ text, plan, shown: null, faults: [], checks: [{ text: `${plan.drawn.length} paints`, good: true, cells: [], rooms: [] }] });
const watered = (plan: Plan, ...cells: Cell[]) => painted(plan, PALETTE, paintOf(PALETTE, "water")!, {}, cells);

/** Writes what is drawn into the text, as JSON. */
class Plain implements BoardServer {
  asked: (Plan | undefined)[] = [];
  saved: string[] = [];
  down = false;

  async draft({ text = "", plan }: { text?: string; plan?: Plan }): Promise<Drafted> {
    this.asked.push(plan);
    if (this.down) throw new Problem(0, "");
    return drafted(plan ? `${text} ${JSON.stringify(plan.drawn.map((one) => one.cells))}` : text, plan ?? OPENED);
  }

  async save(text: string, revision: number): Promise<number> {
    this.saved.push(text);
    return revision + 1;
  }

  isLate(): boolean {
    return false;
  }
}

function begun(): { draft: BoardDraft; server: Plain } {
  const server = new Plain();
  return { server, draft: new BoardDraft(server, PALETTE, { ...drafted("opened", OPENED), plan: OPENED }, 4, 1e6) };
}

test("each plan is written into the text that was opened, so that what is undone leaves it as it was", async () => {
  const { draft, server } = begun();
  const { drawing } = draft;
  drawing.stroke({ name: "Water", words: "", look: "water" }, watered(drawing.plan, [0, 0]));
  drawing.stroke({ name: "Water", words: "", look: "water" }, watered(drawing.plan, [1, 0]));
  await draft.keep();
  expect([server.saved, draft.revision, draft.keeping]).toEqual([["opened [[[0,0],[1,0]]]"], 5, "kept"]);
  expect(server.asked).toHaveLength(2); // the first stroke, and then the last of those that came meanwhile
  expect(drawing.checks[0]!.text).toBe("1 paints");
  drawing.goTo(0);
  await draft.keep();
  expect(server.saved.at(-1)).toBe("opened");
});

test("what could not be sent is not lost, and is kept when the line is back", async () => {
  const { draft, server } = begun();
  server.down = true;
  draft.drawing.stroke({ name: "Water", words: "", look: "water" }, watered(draft.drawing.plan, [0, 0]));
  await draft.keep();
  expect([server.saved, draft.keeping]).toEqual([[], "failed"]);
  server.down = false;
  await draft.keep();
  expect([server.saved.length, draft.keeping]).toEqual([1, "kept"]);
});

test("a hidden layer is not seen, and is kept all the same", async () => {
  const { draft, server } = begun();
  draft.drawing.stroke({ name: "Water", words: "", look: "water" }, watered(draft.drawing.plan, [0, 0]));
  draft.drawing.hide("ground");
  draft.look();
  await draft.keep();
  expect(draft.drawing.told!.of.drawn).toEqual([]);
  expect(server.saved).toEqual(["opened [[[0,0]]]"]);
});

test("only where two plans differ is something drawn over the board", () => {
  const before = watered(OPENED, [0, 0]);
  const after = withCells(watered(before, [1, 0]), [[9, 9]]);
  const { cells, edges } = changedFrom(before, after, PALETTE);
  expect(cells.map(({ key, there, marks }) => [key, there, marks.map(({ paint }) => paint.id)])).toEqual([["1,0", true, ["water"]], ["9,9", true, []]]);
  expect(edges).toEqual([]);
  expect(changedFrom(after, before, PALETTE).cells.map(({ key, there }) => [key, there])).toEqual([["1,0", true], ["9,9", false]]);
});
