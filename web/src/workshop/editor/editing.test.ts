import { expect, test } from "vitest";
import { Problem } from "../../protocol/http";
import { edited, type Edit } from "./edits";
import { Editing, type Server } from "./editing.svelte";
import type { Table } from "./schema";
import type { Judged } from "./told";

/** Texts are JSON here; what is none has a mistake in its first line. */
class Plain implements Server {
  saved: string[] = [];
  asked = 0;
  late = false;
  down = 0; // the status with which nothing is judged

  async judge({ text, edits = [] }: { text: string; edits?: Edit[] }): Promise<Judged> {
    this.asked += 1;
    if (this.down) throw new Problem(this.down === 1 ? 0 : this.down, "not now");
    await Promise.resolve();
    const nothing = { differs: [], card: null, sentences: {} };
    try {
      const entry = edited(JSON.parse(text) as Table, edits);
      return { text: JSON.stringify(entry), entry, faults: [], ...nothing };
    } catch {
      return { text, entry: null, faults: [{ path: [], line: 1, text: "a mistake", rule: "", title: "", severe: true, mend: null }], ...nothing };
    }
  }

  async save(text: string, revision: number): Promise<number> {
    if (this.late) throw new Error("somebody saved meanwhile");
    this.saved.push(text);
    return revision + 1;
  }

  isLate(): boolean {
    return this.late;
  }
}

async function begun(): Promise<[Editing, Plain]> {
  const server = new Plain();
  const editing = new Editing(server, 1, { rest: 1e6, typing: 0 });
  await editing.begin('{"name":"Hook","dice":2}');
  return [editing, server];
}

test("an edit is seen before the server has written it, and those that come meanwhile follow in order", async () => {
  const [editing] = await begun();
  editing.set(["dice"], 3);
  editing.set(["name"], "Gaff");
  expect(editing.entry).toEqual({ name: "Gaff", dice: 3 });
  expect(editing.text).toContain("Hook");
  await editing.settled();
  expect(editing.text).toBe('{"name":"Gaff","dice":3}');
  expect(editing.past).toHaveLength(2);
});

test("what is typed into one field is one stroke; undone it is as it was, and it can be done again", async () => {
  const [editing] = await begun();
  for (const name of ["G", "Ga", "Gaff"]) {
    editing.set(["name"], name, "type");
    await editing.settled();
  }
  editing.set(["dice"], 4);
  await editing.settled();
  editing.undo();
  editing.undo();
  await editing.settled();
  expect(editing.entry).toEqual({ name: "Hook", dice: 2 });
  editing.undo(); // there is nothing more
  editing.redo();
  await editing.settled();
  expect(editing.entry).toEqual({ name: "Gaff", dice: 2 });
  editing.set(["dice"], 9);
  await editing.settled();
  expect(editing.future).toEqual([]);
});

test("a text with a mistake stays as it is written, the form waits as it was, and nothing is kept", async () => {
  const [editing, server] = await begun();
  editing.write('{"name": ');
  await editing.settled();
  expect([editing.waits, editing.text, editing.keeping]).toEqual([true, '{"name": ', "mistaken"]);
  expect(editing.entry["name"]).toBe("Hook");
  await editing.keep();
  expect(server.saved).toEqual([]);
  editing.write('{"name":"Pike"}');
  await editing.keep();
  expect(editing.entry).toEqual({ name: "Pike" });
  expect(server.saved).toEqual(['{"name":"Pike"}']);
});

test("what has changed is kept once, and each time on top of the last", async () => {
  const [editing, server] = await begun();
  await editing.keep();
  expect([server.saved, editing.keeping]).toEqual([[], "kept"]);
  editing.set(["dice"], 5);
  expect(editing.keeping).toBe("changed");
  await editing.keep();
  expect([server.saved.length, editing.revision, editing.keeping]).toEqual([1, 2, "kept"]);
});

test("while one save is under way another waits for its revision", async () => {
  const [editing, server] = await begun();
  const revisions: number[] = [];
  const save = server.save.bind(server);
  server.save = (text, revision) => {
    revisions.push(revision);
    return save(text, revision);
  };
  editing.set(["dice"], 5);
  const first = editing.keep();
  editing.set(["dice"], 6);
  await Promise.all([first, editing.keep()]);
  editing.set(["dice"], 7);
  await editing.keep();
  expect(revisions).toEqual([...new Set(revisions)]);
  expect([server.saved.at(-1), editing.keeping]).toEqual(['{"name":"Hook","dice":7}', "kept"]);
});

test("where somebody saved meanwhile, nothing is kept until it is said which holds", async () => {
  const [editing, server] = await begun();
  server.late = true;
  editing.set(["dice"], 5);
  await editing.keep();
  expect(editing.keeping).toBe("late");
  editing.set(["dice"], 6);
  await editing.settled();
  expect(editing.keeping).toBe("late");
  server.late = false;
  await editing.keepOver(7);
  expect([server.saved, editing.revision]).toEqual([['{"name":"Hook","dice":6}'], 8]);
});

test("an edit that could not be sent is seen and goes with the next", async () => {
  const [editing, server] = await begun();
  server.down = 1;
  editing.set(["dice"], 5);
  await editing.settled();
  await editing.keep();
  expect([editing.entry["dice"], editing.keeping, server.saved]).toEqual([5, "failed", []]);
  server.down = 0;
  editing.set(["name"], "Gaff");
  await editing.keep();
  expect(server.saved).toEqual(['{"name":"Gaff","dice":5}']);
  expect([editing.keeping, editing.why]).toEqual(["kept", null]);
});

test("a text that is refused is not called kept", async () => {
  const [editing, server] = await begun();
  server.down = 400;
  editing.write("too long");
  await editing.settled();
  expect([editing.text, editing.keeping]).toEqual(["too long", "failed"]);
});

test("a picture that is saved besides hides nothing that somebody else saved", async () => {
  const [editing] = await begun();
  editing.stand(2);
  expect(editing.revision).toBe(2);
  editing.stand(4); // 3 is somebody else's
  expect(editing.revision).toBe(2);
});

test("a part that was added just now is not judged before it is left", async () => {
  const [editing, server] = await begun();
  const fault = { line: 2, text: "Expected some text", rule: "", title: "", severe: true, mend: null };
  const judge = server.judge.bind(server);
  server.judge = async (asked) => ({ ...(await judge(asked)), faults: [{ ...fault, path: ["next", 0, "text"] }, { ...fault, path: ["title"] }] });
  editing.added(["next", 0]);
  editing.edit([{ path: ["next"], value: [{ text: "" }] }]);
  await editing.settled();
  const found = () => [editing.faultsAt(["next"], true).length, editing.faultsAt(["next", 0, "text"]).length, editing.faultsAt(["title"]).length];
  expect([found(), editing.faults.length]).toEqual([[0, 0, 1], 2]);
  editing.left();
  expect(found()).toEqual([1, 1, 1]);
});
