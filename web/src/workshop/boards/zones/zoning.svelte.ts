/** A hand that draws rooms: the tool it holds, what is chosen, and what comes of a tap, a drag or a key. */

import type { Sheet } from "../../../board/lay/zoneSpots";
import { announce } from "../../../text/announce.svelte";
import { words as catalogue } from "../../../words";
import type { Drawing, StrokeTold } from "../drawing.svelte";
import { paintOf } from "../painting";
import { type Paint, type Palette, type Plan, type Values, type Way } from "../plan";
import { briefly } from "./briefly";
import { aRoom, aWay, has, paintsOn, put, samePiece, say, take, takeLayer, type Piece } from "./paints";
import { copied, freeSpots, moved, renamed, roomAt, sameSpot, sheetOf, type Spot, stepped, withoutRoom, withRoom } from "./rooms";
import { swatchOf } from "./swatches";
import { beside, between, DOOR, joined, LINK, mayJoin, nextBetween, roomById, WALL, withBetween, type Between } from "./ways";

const words = catalogue.zones;

export type Tool = "room" | "way" | "door" | "paint" | "name" | "move" | "copy" | "erase";
export const LETTERS: Readonly<Record<Tool, string>> = { room: "r", way: "w", door: "d", paint: "b", name: "n", move: "v", copy: "c", erase: "e" };
const START = "start"; // how the looks of start areas begin
const LOOKS: Readonly<Record<string, string>> = { way: "doorOpen", link: "doorOpen", door: "doorShut", wall: "wall", none: "erased" }; // in the strip of strokes
const TOOLS = Object.keys(LETTERS) as Tool[];

/** What lies under the pointer or the keys: a spot, with its room if it has one, or the side between two rooms. */
export type Target = { spot: Spot; room: string | null; way?: undefined } | { way: Way; spot?: undefined; room?: undefined };

export class Zoning {
  chosen = $state.raw<Piece | null>(null);
  hovered = $state.raw<Target | null>(null);
  /** Rooms that somebody points at elsewhere: in the list, in a sentence of the check. */
  framed = $state.raw<readonly string[]>([]);
  /** Why the last deed was not done. */
  refused = $state("");
  /** Which of the ways that the rules see is pointed at. */
  followed = $state(-1);
  cursor = $state.raw<Spot | null>(null);
  /** Where a way, a move or a copy begins. */
  from = $state("");
  /** The room that is being renamed. */
  naming = $state("");
  /** While something is dragged: the board as it would be. */
  draft = $state.raw<Plan | null>(null);
  touched = $state.raw<readonly Spot[]>([]);
  #sheet: Sheet | null = null;

  constructor(
    readonly drawing: Drawing,
    readonly game: string,
  ) {}

  // ---------------------------------------------------------------- what there is

  plan = $derived.by(() => this.draft ?? this.drawing.seen);
  /** The sheet grows with what is drawn, and stays as large. */
  sheet = $derived.by(() => (this.#sheet = sheetOf(this.drawing.plan, this.#sheet)));
  tool = $derived.by(() => (TOOLS.find((tool) => tool === this.drawing.tool) ?? "room"));
  paint = $derived.by(() => paintOf(this.drawing.palette, this.drawing.paint) ?? null);
  free = $derived.by(() => freeSpots(this.plan, this.sheet));

  get palette(): Palette {
    return this.drawing.palette;
  }

  get tools(): Tool[] {
    return TOOLS.filter((tool) => tool !== "door" || this.hasDoors);
  }

  get hasDoors(): boolean {
    return paintOf(this.palette, DOOR) !== undefined;
  }

  /** The paints that are chosen from a list; ways, walls and doors are tools. */
  get paints(): Paint[] {
    return this.palette.paints.filter((paint) => (paint.on === "rooms" || paint.on === "ways") && ![WALL, DOOR, LINK].includes(paint.id));
  }

  nameOf(id: string): string {
    return roomById(this.plan, id)?.name ?? "";
  }

  /** How something that is chosen is called. */
  called(piece: Piece): string {
    return piece.way ? words.betweenOf(this.nameOf(piece.way[0]), this.nameOf(piece.way[1])) : this.nameOf(piece.room);
  }

  /** What lies between two, in words. */
  lies(kind: Between): string {
    return kind === "wall" && !this.hasDoors ? words.closed : (words.between[kind] ?? "");
  }

  valuesOf(paint: Paint): Values {
    return this.drawing.valuesOf(paint.id);
  }

  /** The start areas that a room belongs to. */
  startPaintsIn(room: string): Paint[] {
    const there = paintsOn(this.plan, aRoom(room)).map((drawn) => drawn.paint);
    return this.palette.paints.filter((paint) => paint.look.startsWith(START) && there.includes(paint.id));
  }

  /** The rooms in which a side begins. */
  startRooms(side: "party" | "foes"): string[] {
    return this.plan.drawn.filter((drawn) => drawn.paint === `${START}_${side}`).flatMap((drawn) => drawn.rooms);
  }

  startsIn(room: string): string[] {
    return this.startPaintsIn(room).map(({ name }) => name);
  }

  /** What is in a room, in a few words. */
  told(room: string): string {
    const drawn = paintsOn(this.plan, aRoom(room));
    return this.palette.paints.flatMap((paint) => drawn.filter((one) => one.paint === paint.id).map((one) => briefly(paint, one.values))).join(", ");
  }

  targetAt(spot: Spot): Target {
    return { spot, room: roomAt(this.plan, spot)?.id ?? null };
  }

  /** The names of the rooms beside a spot. */
  beside(spot: Spot): string[] {
    return this.plan.rooms.filter(({ at }) => Math.abs(at[0] - spot[0]) + Math.abs(at[1] - spot[1]) === 1).map(({ name }) => name);
  }

  // ---------------------------------------------------------------- tools

  take(tool: Tool): void {
    this.drawing.tool = tool;
    if (tool === "paint" && !this.paint) this.drawing.paint = this.paints[0]?.id ?? "";
    this.letGo();
  }

  takePaint(id: string): void {
    this.drawing.tool = "paint";
    this.drawing.paint = id;
    this.letGo();
  }

  letGo(): void {
    this.from = "";
    this.#lift();
  }

  #lift(): void {
    this.draft = null;
    this.touched = [];
    this.drawing.live = null;
  }

  choose(piece: Piece | null): void {
    this.chosen = piece;
  }

  /** What is chosen, as long as it is there. */
  get open(): Piece | null {
    const piece = this.chosen;
    if (!piece) return null;
    const there = piece.way ? piece.way.every((id) => roomById(this.plan, id)) : roomById(this.plan, piece.room);
    return there ? piece : null;
  }

  // ---------------------------------------------------------------- a tap

  tap(target: Target): void {
    this.refused = "";
    if (target.way) this.#tapWay(target.way);
    else if (target.room) this.#tapRoom(target.room, target.spot);
    else this.#tapSpot(target.spot);
  }

  #tapSpot(spot: Spot): void {
    const { tool, from } = this;
    if (tool === "room") this.#draw([spot]);
    else if ((tool === "move" || tool === "copy") && from) this.#carry(from, spot);
    else this.choose(null);
  }

  #tapRoom(room: string, spot: Spot): void {
    const { tool, from, paint } = this;
    if (tool === "paint" && paint?.on === "rooms") this.#paint([room], has(this.plan, aRoom(room), paint.id, this.valuesOf(paint)));
    else if (tool === "erase") this.away({ spot, room });
    else if (tool === "name") this.rename(room);
    else if (tool === "way" || tool === "door") {
      if (from && from !== room) this.#join(from, room);
      else this.#begin(room);
    } else if ((tool === "move" || tool === "copy") && !from) this.#begin(room);
    else if (tool === "move" && from !== room) this.#carry(from, spot);
    else {
      this.letGo();
      this.choose(aRoom(room));
      announce(words.chosen(this.nameOf(room)));
    }
  }

  /** A door is chosen by the first click and turned by the next, so that nobody loses one who wanted to see it. */
  #tapWay(way: Way): void {
    const { tool, paint } = this;
    const piece = aWay(...way);
    const kind = between(this.plan, ...way);
    if (tool === "erase") this.away({ way });
    else if (tool === "paint") {
      if (paint?.on === "ways") this.#paintWay(way, paint);
      else this.choose(piece);
    } else if (kind === "door" && !samePiece(this.chosen, piece)) this.choose(piece);
    else this.between(way, tool === "door" && kind !== "door" ? "door" : nextBetween(this.plan, this.palette, ...way));
  }

  #begin(room: string): void {
    this.from = room;
    this.choose(aRoom(room));
    announce(words.from(this.nameOf(room)));
  }

  // ---------------------------------------------------------------- a drag

  /** While it goes on: the board as it would be, and what of it is new. */
  drag(from: Target, over: readonly Spot[]): void {
    const to = over.at(-1);
    if (from.way || !to) return;
    const { tool, paint, drawing } = this;
    if (from.room && (tool === "room" || tool === "move" || tool === "name")) this.#show(moved(drawing.plan, this.palette, from.room, to), [to]);
    else if (from.room && tool === "copy") this.#show(copied(drawing.plan, from.room, to), [to]);
    else if (!from.room && tool === "room") this.#show(over.reduce((plan, spot) => withRoom(plan, spot, words.fresh(this.game)), drawing.plan), over.filter((spot) => !roomAt(drawing.plan, spot)));
    else if (tool === "paint" && paint?.on === "rooms") this.#show(this.#painted(this.#roomsOn(over), paint), over.filter((spot) => roomAt(drawing.plan, spot)));
    else if (tool === "erase") this.#show(this.#roomsOn(over).reduce(withoutRoom, drawing.plan), over);
    else if ((tool === "way" || tool === "door") && from.room) this.from = from.room;
  }

  /** What was dragged is let go over these spots; without any it stays as it was. */
  drop(from: Target, over: readonly Spot[]): void {
    this.refused = "";
    const to = over.at(-1);
    this.#lift();
    if (from.way || !to) return this.letGo();
    const { tool, paint } = this;
    if (from.room && (tool === "way" || tool === "door")) {
      const other = roomAt(this.plan, to)?.id;
      this.from = "";
      if (other && other !== from.room) this.#join(from.room, other);
    } else if (from.room && ["room", "move", "name", "copy"].includes(tool)) this.#carry(from.room, to);
    else if (tool === "room") this.#draw(over);
    else if (tool === "paint" && paint?.on === "rooms") this.#paint(this.#roomsOn(over), false);
    else if (tool === "erase") this.#erase(this.#roomsOn(over));
  }

  #show(next: Plan, touched: readonly Spot[]): void {
    this.draft = next;
    this.touched = touched;
    const { tool, paint } = this;
    const draws = tool === "room" && next.rooms.length > this.drawing.plan.rooms.length;
    const name = tool === "paint" ? (paint?.name ?? "") : draws ? words.room(this.game) : (words.toolNames[tool === "room" ? "move" : tool] ?? "");
    this.drawing.live = { name, words: words.drewMany(this.game, touched.length), look: paint && tool === "paint" ? swatchOf(paint) : tool === "erase" ? "erased" : "room" };
  }

  #roomsOn(spots: readonly Spot[]): string[] {
    return spots.flatMap((spot) => roomAt(this.drawing.plan, spot)?.id ?? []);
  }

  // ---------------------------------------------------------------- deeds

  #stroke(told: StrokeTold, next: Plan, said: string): boolean {
    if (next === this.drawing.plan) return false;
    this.drawing.stroke(told, next);
    announce(said);
    return true;
  }

  #refuse(why: string): void {
    this.refused = why;
    announce(why);
  }

  #draw(spots: readonly Spot[]): void {
    const fresh = words.fresh(this.game);
    const next = spots.reduce((plan, spot) => withRoom(plan, spot, fresh), this.drawing.plan);
    const made = next.rooms.slice(this.drawing.plan.rooms.length);
    const last = made.at(-1);
    if (!last) return;
    const told = made.length === 1 ? words.drew(last.name) : words.drewMany(this.game, made.length);
    this.#stroke({ name: words.room(this.game), words: told, look: "room" }, next, words.drawnAt(made.map(({ name }) => name).join(", ")));
    this.cursor = last.at;
    this.choose(aRoom(last.id));
  }

  #carry(room: string, to: Spot): void {
    const name = this.nameOf(room);
    const copy = this.tool === "copy";
    this.letGo();
    const next = copy ? copied(this.drawing.plan, room, to) : moved(this.drawing.plan, this.palette, room, to);
    if (!this.#stroke({ name: copy ? words.copiedName : words.movedName, words: name, look: "room" }, next, words.movedTo(name))) return;
    this.cursor = to;
    this.choose(aRoom(roomAt(next, to)?.id ?? room));
  }

  /** The room of the cursor goes a step in this direction. */
  shift(spot: Spot, dx: number, dy: number): void {
    const room = roomAt(this.plan, spot);
    if (!room) return;
    const to: Spot = [spot[0] + dx, spot[1] + dy];
    const next = moved(this.drawing.plan, this.palette, room.id, to);
    if (this.#stroke({ name: words.movedName, words: room.name, look: "room", of: `move ${room.id}` }, next, words.movedTo(room.name))) this.cursor = to;
  }

  rename(room: string): void {
    this.choose(aRoom(room));
    this.naming = room;
  }

  named(room: string, name: string): void {
    this.naming = "";
    const at = roomById(this.plan, room)?.at;
    const next = renamed(this.drawing.plan, room, name, words.fresh(this.game));
    if (!this.#stroke({ name: words.namedName, words: name.trim(), look: "room", of: `name ${room}` }, next, "")) return;
    const made = at && roomAt(next, at);
    if (made && this.chosen?.room === room) this.choose(aRoom(made.id));
  }

  /** Makes something of what lies between two rooms. */
  between(way: Way, made: Between): void {
    const next = withBetween(this.drawing.plan, this.palette, way[0], way[1], made);
    const what = this.lies(made);
    const where = words.betweenOf(this.nameOf(way[0]), this.nameOf(way[1]));
    this.#stroke({ name: what, words: where, look: LOOKS[made] ?? "room" }, next, words.said(what, where));
    this.choose(aWay(...way));
  }

  /** The side of a room in this direction is turned. */
  turnSide(spot: Spot, dx: number, dy: number): void {
    const [here, there] = [roomAt(this.plan, spot), roomAt(this.plan, [spot[0] + dx, spot[1] + dy])];
    if (here && there) this.between([here.id, there.id], nextBetween(this.plan, this.palette, here.id, there.id));
  }

  #join(one: string, other: string): void {
    this.letGo();
    if (!mayJoin(this.plan, this.palette, one, other)) return this.#refuse(words.noLink);
    const made = this.tool === "door" ? "door" : beside(this.plan, one, other) ? "way" : "link";
    const next = joined(this.drawing.plan, this.palette, one, other, made === "door" ? "door" : "way");
    const where = words.betweenOf(this.nameOf(one), this.nameOf(other));
    this.#stroke({ name: this.lies(made), words: where, look: LOOKS[made] ?? "room" }, next, words.said(this.lies(made), where));
    this.choose(aWay(one, other));
  }

  #painted(rooms: readonly string[], paint: Paint): Plan {
    return rooms.reduce((plan, room) => put(plan, this.palette, aRoom(room), paint, this.valuesOf(paint)), this.drawing.plan);
  }

  #paint(rooms: readonly string[], away: boolean): void {
    const paint = this.paint;
    if (!paint || !rooms.length) return;
    const next = away ? rooms.reduce((plan, room) => take(plan, this.palette, aRoom(room), paint.id), this.drawing.plan) : this.#painted(rooms, paint);
    const where = rooms.length === 1 ? words.here(this.nameOf(rooms[0]!)) : words.inMany(this.game, rooms.length);
    this.#stroke({ name: away ? words.tookName : paint.name, words: away ? `${paint.name} ${where}` : where, look: swatchOf(paint) }, next, away ? words.took(`${paint.name} ${where}`) : words.said(paint.name, where));
    if (rooms.length === 1) this.choose(aRoom(rooms[0]!));
  }

  #paintWay(way: Way, paint: Paint): void {
    this.choose(aWay(...way));
    if (between(this.plan, ...way) === "wall") return this.#refuse(words.noPass);
    const next = put(this.drawing.plan, this.palette, aWay(...way), paint, this.valuesOf(paint));
    const where = words.betweenOf(this.nameOf(way[0]), this.nameOf(way[1]));
    this.#stroke({ name: paint.name, words: where, look: swatchOf(paint) }, next, words.said(paint.name, where));
  }

  /** A paint is put on what is chosen, or taken from it. */
  set(piece: Piece, paint: Paint, on: boolean): void {
    const next = on ? put(this.drawing.plan, this.palette, piece, paint, this.valuesOf(paint)) : take(this.drawing.plan, this.palette, piece, paint.id);
    const where = piece.way ? this.called(piece) : words.here(this.called(piece));
    this.#stroke({ name: on ? paint.name : words.tookName, words: on ? where : `${paint.name} ${where}`, look: swatchOf(paint) }, next, on ? words.said(paint.name, where) : words.took(`${paint.name} ${where}`));
  }

  /** What a paint says of what is chosen. */
  fill(piece: Piece, paint: Paint, values: Values): void {
    const next = say(this.drawing.plan, this.palette, piece, paint, values);
    this.#stroke({ name: paint.name, words: piece.way ? this.called(piece) : words.here(this.called(piece)), look: swatchOf(paint), of: `${paint.id} ${this.called(piece)}` }, next, "");
  }

  // ---------------------------------------------------------------- taken away

  away(target: Target): void {
    this.refused = "";
    const { tool, paint } = this;
    if (target.way) this.#openUp(target.way, tool === "paint" && paint?.on === "ways" ? paint : null);
    else if (target.room && tool === "paint" && paint?.on === "rooms") this.#clear(target.room, paint);
    else if (target.room) this.#erase([target.room]);
  }

  takeAway(piece: Piece): void {
    if (piece.way) this.#openUp(piece.way, null);
    else this.#erase([piece.room]);
  }

  #clear(room: string, paint: Paint): void {
    const next = takeLayer(this.drawing.plan, this.palette, aRoom(room), paint.layer);
    const what = `${paint.name} ${words.here(this.nameOf(room))}`;
    this.#stroke({ name: words.tookName, words: what, look: swatchOf(paint) }, next, words.took(what));
  }

  #erase(rooms: readonly string[]): void {
    const names = rooms.map((room) => this.nameOf(room)).join(", ");
    const next = rooms.reduce(withoutRoom, this.drawing.plan);
    this.letGo();
    if (!next.rooms.length) return this.#refuse(words.lastRoom(this.game));
    if (this.#stroke({ name: words.tookName, words: names, look: "erased" }, next, words.took(names))) this.choose(null);
  }

  /** The right button: of a door a way is left, of a way a wall, of a wall a way, of a link nothing. */
  #openUp(way: Way, paint: Paint | null): void {
    const kind = between(this.plan, ...way);
    if (paint && has(this.plan, aWay(...way), paint.id)) return this.set(aWay(...way), paint, false);
    if (kind === "link") return this.between(way, "none");
    if (kind === "door") return this.between(way, beside(this.plan, ...way) ? "way" : "link");
    this.between(way, kind === "wall" ? "way" : "wall");
  }

  // ---------------------------------------------------------------- the keyboard

  /** Where the keys are: at first on the first room, else on the free spot that is offered. */
  get here(): Spot {
    return this.cursor ?? this.plan.rooms[0]?.at ?? this.free[0]!;
  }

  /** Gives whether the key was meant for the board. */
  key(event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">): boolean {
    const arrow = ARROWS[event.key];
    const spot = this.here;
    const room = roomAt(this.plan, spot);
    if (event.altKey) return false;
    if (arrow && event.shiftKey) this.turnSide(spot, ...arrow);
    else if (arrow && (event.ctrlKey || event.metaKey)) this.shift(spot, ...arrow);
    else if (arrow) this.cursor = stepped(this.plan, this.sheet, spot, ...arrow) ?? spot;
    else if (event.ctrlKey || event.metaKey) return false;
    else if (event.key === "Enter" || event.key === " ") this.tap(this.targetAt(spot));
    else if ((event.key === "Backspace" || event.key === "Delete") && room) this.away({ spot, room: room.id });
    else if (event.key === "F2" && room) this.rename(room.id);
    else if (event.key === "Escape" && (this.from || this.chosen)) {
      this.letGo();
      this.choose(null);
    } else return false;
    return true;
  }
}

const hands = new WeakMap<Drawing, Zoning>();

/** The hand that draws on this board: the same for all parts of the page. */
export function zoningOf(drawing: Drawing, game: string): Zoning {
  const zoning = hands.get(drawing) ?? new Zoning(drawing, game);
  hands.set(drawing, zoning);
  return zoning;
}

const ARROWS: Readonly<Record<string, [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const sameTarget = (one: Target | null, other: Target | null): boolean => {
  if (!one || !other) return one === other;
  if (one.way || other.way) return Boolean(one.way && other.way && samePiece(aWay(...one.way), aWay(...other.way)));
  return sameSpot(one.spot, other.spot);
};
