/** A scene that is being composed: its text with every stroke, who is chosen, what a click on the board does, and the gauge.

    The text is the truth. Whatever is done is an edit that the server writes into it; what is seen meanwhile is the scene
    as it will be. */

import { type Beings, type Board, isCell, type Place, placeKey, samePlace } from "../../board/aimed";
import type { BeingShown } from "../../protocol/types";
import { Editing, type Server } from "../editor/editing.svelte";
import { at, away, type Edit, type Path, set } from "../editor/edits";
import type { Table } from "../editor/schema";
import type { Fault } from "../editor/told";
import { type Counted, type Fights, Gauge } from "./gauge.svelte";
import { added, beingsOf, conditionsOf, copied, counts, freeAmong, freeNear, movedTo, painted, startsOf, startsSet, takenOff, toggled, withOrWithout, written } from "./scene";
import type { Beginning, RosterLine, SceneBeing, SceneTold, WayThere } from "./told";

export const TOOLS = ["beings", "starts", "things", "dangers", "clocks", "handouts"] as const;
export type Tool = (typeof TOOLS)[number];

/** What the next place that is chosen on the board is for. A field of many places has each that is chosen, until one is done. */
export type Placing = { put: RosterLine } | { move: string } | { field: Path; many: boolean };

export class Composing {
  readonly editing: Editing<SceneTold>;
  readonly gauge: Gauge;
  tool = $state<Tool>("beings");
  chosen = $state("");
  placing = $state.raw<Placing | null>(null);
  #pointing = $state(""); // its words
  /** The side whose start area is painted. */
  starting = $state("party");
  /** Who is the party for the gauge; nothing: those in the scene. */
  counted = $state.raw<Counted | null>(null);

  #brush = $state.raw<{ over: readonly Place[]; on: boolean } | null>(null); // over a start area
  #last = $state.raw<SceneTold | null>(null); // when all of it could be shown
  #met = new Map<string, BeingShown>(); // as they were last shown

  constructor(server: Server<SceneTold>, fights: Fights, revision: number, times: { rest?: number; typing?: number; pause?: number } = {}) {
    this.editing = new Editing({ ...asGiven(server), judge: async (asked) => this.#meet(await server.judge(asked)) }, revision, times);
    this.gauge = new Gauge(fights, times.pause);
  }

  // ---------------------------------------------------------------- what there is

  get scene(): Table {
    return this.editing.entry;
  }

  /** Of a scene that does not hold, as it was last shown. */
  get board(): Board | null {
    return this.editing.sound?.shown ?? this.#last?.shown ?? null;
  }

  #meet(told: SceneTold): SceneTold {
    if (told.shown) this.#last = told;
    for (const one of told.beings) if (one.shown) this.#met.set(one.id, one.shown);
    return told;
  }

  /** Those in the scene with what is still on its way: who was moved stands there already, who was taken off is gone. */
  here = $derived.by<SceneBeing[]>(() => {
    const written = beingsOf(this.editing.entry);
    return (this.editing.sound?.beings ?? []).flatMap((one) => {
      const shown = one.shown ?? this.#met.get(one.id);
      return shown && one.id in written ? [movedAlready({ ...one, shown }, written[one.id]!)] : [];
    });
  });
  shown = $derived<Beings>(Object.fromEntries(this.here.map((one) => [one.id, one.shown])));
  counts = $derived(counts(this.here));
  being = $derived(this.here.find((one) => one.id === this.chosen) ?? null);
  title = $derived.by(() => String(this.editing.entry["title"] ?? ""));

  /** The suggestion that is pointed at. */
  get pointed(): WayThere | null {
    return this.gauge.ways.find((way) => way.words === this.#pointing) ?? null;
  }

  point(way: WayThere | null): void {
    this.#pointing = way?.words ?? "";
    this.gauge.hold(way !== null);
  }

  get foes(): SceneBeing[] {
    return this.here.filter((one) => !one.shown.ally);
  }

  get party(): SceneBeing[] {
    return this.here.filter((one) => one.shown.ally);
  }

  /** What is wrong with somebody, or where they stand. */
  faultsOf(id: string): Fault[] {
    return this.editing.faultsAt(["beings", id], true);
  }

  begins(): Beginning[] {
    return this.editing.sound?.begins ?? [];
  }

  conditions(id: string): string[] {
    return conditionsOf(beingsOf(this.editing.entry)[id]);
  }

  alike(id: string): SceneBeing[] {
    const one = this.here.find((other) => other.id === id);
    return one ? this.here.filter((other) => other.from === one.from && other.side === one.side) : [];
  }

  // ---------------------------------------------------------------- what is done

  /** A place on the board was chosen, or somebody who stands there. */
  pick(place: Place | null, being: string | null): void {
    if (this.placing && place !== null) return this.place(place);
    if (this.tool === "starts" && place !== null) return this.editing.edit(startsSet(this.starting, withOrWithout(this.starts(this.starting), place)));
    this.chosen = being ?? "";
    if (being) this.tool = "beings";
  }

  /** What was taken up is put there. */
  place(place: Place): void {
    const placing = this.placing;
    if (placing && !("field" in placing && placing.many)) this.placing = null;
    if (!placing) return;
    if ("put" in placing) this.put(placing.put.from, place);
    else if ("move" in placing) this.move(placing.move, place);
    else if (placing.many) this.editing.set(placing.field, withOrWithout(this.placesAt(placing.field), place).map(written));
    else this.editing.set(placing.field, written(place));
  }

  /** The places that a field has. */
  placesAt(path: Path): Place[] {
    const value = at(this.scene, path);
    return Array.isArray(value) && typeof value[0] !== "number" ? (value as unknown as Place[]) : value === undefined || value === null ? [] : [value as unknown as Place];
  }

  put(from: string, place: Place | null): void {
    const { id, edits } = added(this.scene, from, place ?? (this.board && freeNear(this.board, this.here, null)));
    this.editing.edit(edits);
    this.tool = "beings";
    this.chosen = id;
  }

  move(id: string, place: Place): void {
    this.editing.edit(movedTo(id, place));
    this.chosen = id;
  }

  /** One more beside them. */
  copy(id: string): void {
    const { id: other, edits } = copied(this.scene, id, this.beside(id));
    this.editing.edit(edits);
    this.chosen = other;
  }

  takeOff(id: string): void {
    this.editing.edit(takenOff(this.scene, id));
    if (this.chosen === id) this.chosen = "";
  }

  /** So many of the same are there: more stand beside them, of too many the last go first. */
  howMany(id: string, number: number): void {
    const alike = this.alike(id);
    if (number < 1 || number === alike.length) return;
    if (number > alike.length) {
      let scene = this.scene;
      const beings = [...this.here];
      const edits: Edit[] = [];
      for (let n = alike.length; n < number; n += 1) {
        const place = this.board && freeNear(this.board, beings, this.shown[id]?.at ?? null);
        const more = copied(scene, id, place);
        edits.push(...more.edits);
        scene = { ...scene, beings: { ...beingsOf(scene), [more.id]: {} } };
        if (isCell(place)) beings.push({ ...alike[0]!, id: more.id, shown: { ...alike[0]!.shown, cells: [[place[0], place[1]]] } });
      }
      this.editing.edit(edits);
    } else this.editing.edit([...alike].reverse().filter((one) => one.id !== id).slice(0, alike.length - number).flatMap((one) => takenOff(this.scene, one.id)));
  }

  beside(id: string): Place | null {
    return this.board && freeNear(this.board, this.here, this.shown[id]?.at ?? null);
  }

  side(id: string, side: string): void {
    this.editing.edit([set(["beings", id, "side"], side)]);
  }

  begin(id: string, condition: string | Table): void {
    this.editing.edit(toggled(id, beingsOf(this.scene)[id], condition));
  }

  /** Players know nothing of them, or they do again. */
  hide(id: string): void {
    const hidden = this.begins().find((one) => one.hides);
    if (hidden) this.begin(id, hidden.condition);
  }

  starts(side: string): Place[] {
    const kept = startsOf(this.scene, this.editing.sound?.starts ?? {}, side);
    return this.#brush && side === this.starting ? painted(kept, this.#brush.over, this.#brush.on) : kept;
  }

  /** The hand goes over a start area: all that it touches becomes what the first place becomes. One stroke. */
  paint(place: Place | null, how: "begin" | "on" | "end" | "lost"): void {
    if (how === "begin") this.#brush = place === null ? null : { over: [], on: !this.starts(this.starting).some((one) => samePlace(one, place)) };
    const brush = this.#brush;
    if (!brush) return;
    if (place !== null && !brush.over.some((one) => samePlace(one, place))) this.#brush = { ...brush, over: [...brush.over, place] };
    if (how === "begin" || how === "on") return;
    const next = this.starts(this.starting);
    this.#brush = null;
    if (how === "end") this.editing.edit(startsSet(this.starting, next));
  }

  /** A suggestion is taken: one stroke. */
  follow(way: WayThere): void {
    this.point(null);
    this.editing.edit(way.edits);
  }

  /** The same people on another board, each side where it starts there; where nothing is said of that, who has no place on
      it is put where there is one. One stroke. */
  async onBoard(id: string): Promise<void> {
    const stroke = `board ${id}`;
    this.editing.edit([set(["board"], id)], stroke);
    await this.editing.settled();
    const board = this.editing.told?.shown;
    if (!board) return;
    const stand: SceneBeing[] = [];
    const edits: Edit[] = [];
    for (const one of this.here) {
      const at = one.shown.at;
      const starts = this.starts(one.side);
      if (!starts.length && at !== null && isOn(board, at)) {
        stand.push(one);
        continue;
      }
      const place = freeAmong(board, stand, starts) ?? freeNear(board, stand, starts[0] ?? null);
      edits.push(...(place === null ? [away(["beings", one.id, "at"])] : movedTo(one.id, place)));
      if (isCell(place)) stand.push({ ...one, shown: { ...one.shown, cells: [[place[0], place[1]]] } });
    }
    this.editing.edit(edits, stroke);
    await this.editing.settled();
    this.editing.lift();
  }

  /** Lets go of what was taken up. */
  letGo(): boolean {
    const held = this.placing !== null;
    this.placing = null;
    return held;
  }

  leave(): void {
    this.gauge.leave();
    this.editing.leave();
  }
}

const asGiven = (server: Server<SceneTold>): Server<SceneTold> => ({ judge: (asked) => server.judge(asked), save: (text, revision) => server.save(text, revision), isLate: (fault) => server.isLate(fault) });

const isOn = (board: Board, place: Place): boolean => (board.kind === "zones" ? String(place) in board.zones : board.cells.some((cell) => samePlace(cell, place)));

/** With the place at which they will stand when the server has heard of it. */
function movedAlready(one: SceneBeing, written: Table): SceneBeing {
  const to = written["at"] as Place | undefined;
  const from = one.shown.at;
  if (to === undefined || from === null || placeKey(to) === placeKey(from)) return one;
  const cells = isCell(to) && isCell(from) ? one.shown.cells.filter(isCell).map(([x, y]): [number, number] => [x + to[0] - from[0], y + to[1] - from[1]]) : [String(to)];
  return { ...one, shown: { ...one.shown, at: isCell(to) ? [to[0], to[1]] : to, cells } };
}
