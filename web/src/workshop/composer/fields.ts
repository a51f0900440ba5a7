/** What can be set of a scene and of somebody in it, as fields of the form. */

import type { Board } from "../../board/aimed";
import { type Field, type Part, Schema, type Value } from "../editor/schema";
import { type Tool, TOOLS } from "./composing.svelte";
import { written } from "./scene";
import type { SceneField } from "./told";

export interface Asked {
  of: "scene" | "being";
  group: string;
  path: (string | number)[];
  field: Field;
}

const RECORD = "Scene";
const PLACES = ["at", "zone"]; // parts that are places, by their names in the files of all games
const MANY = ["cells", "zones", "hexes", "squares"];

/** The schema of all fields together, and each as a form has it; whatever is new is somewhere on this board at first. */
export function fieldsOf(told: readonly SceneField[], board: Board | null = null): { schema: Schema; asked: Asked[] } {
  const defs: Record<string, Part> = {};
  const properties = Object.fromEntries(told.map((one, at) => [`f${at}`, hoisted(placed(one, board), `F${at}`, defs)]));
  defs[RECORD] = { title: RECORD, properties };
  const schema = new Schema({ $defs: defs, properties: { scene: { items: { $ref: `#/$defs/${RECORD}` } } } });
  const fields = schema.record(RECORD).fields;
  return { schema, asked: told.map(({ of, group, path }, at) => ({ of, group, path, field: fields[at]! })) };
}

/** The tools of this game: those that set something. */
export function toolsOf(asked: readonly Asked[]): Tool[] {
  return TOOLS.filter((one) => one === "beings" || one === "starts" || asked.some(({ of, group }) => of === "scene" && group === one));
}

/** With its places marked: a field that is one, or the parts of a list that are. */
function placed({ schema, on, path }: SceneField, board: Board | null): Part {
  if (on !== "place" && on !== "places") return schema;
  const items = schema.items;
  const inner = items && items.properties;
  if (!inner) return { ...schema, "x-place": on === "places" ? "many" : "one", title: schema.title ?? String(path.at(-1)) };
  const marked = Object.fromEntries(
    Object.entries(inner).map(([name, part]): [string, Part] => [name, PLACES.includes(name) ? { ...part, "x-place": "one", "x-usual": somewhere(board)[0] ?? [] } : MANY.includes(name) ? { ...part, "x-place": "many", "x-usual": name === "zones" ? somewhere(board) : somewhere(board).slice(0, 1) } : part]),
  );
  return { ...schema, items: { ...items, properties: marked } };
}

/** In the middle of the cells; of zones two with a way between them. */
function somewhere(board: Board | null): Value[] {
  if (!board) return [];
  if (board.kind !== "zones") return board.cells.slice(Math.floor(board.cells.length / 2)).slice(0, 1).map(written);
  const [way] = [...board.joins, ...board.links];
  return way ? [...way] : Object.keys(board.zones).slice(0, 1);
}

/** Records that stand within each other become records of their own, to which one refers. */
function hoisted(part: Part, name: string, defs: Record<string, Part>): Part {
  if (part["x-place"]) return part;
  if (part.properties) {
    const { properties, required, ...rest } = part;
    defs[name] = { title: part.title, required, "x-sentence": part["x-sentence"], properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, hoisted(referring(one, properties), `${name}_${key}`, defs)])) };
    return { ...rest, type: undefined, $ref: `#/$defs/${name}` };
  }
  const found: Part = { ...part };
  if (part.items) found.items = hoisted(part.items, `${name}_of`, defs);
  if (part.prefixItems) found.prefixItems = part.prefixItems.map((one, at) => hoisted(one, `${name}_${at}`, defs));
  if (part.anyOf) found.anyOf = part.anyOf.map((one, at) => hoisted(one, `${name}_${at}`, defs));
  if (typeof part.additionalProperties === "object") found.additionalProperties = hoisted(part.additionalProperties, `${name}_each`, defs);
  return found;
}

/** What it refers to may be said by the part beside it: then it is one of all those kinds. */
function referring(part: Part & { "x-ref-by"?: string }, beside: Record<string, Part>): Part {
  const kinds = part["x-ref-by"] ? beside[part["x-ref-by"]]?.enum : undefined;
  return kinds ? { ...part, "x-ref": kinds.map(String) } : part;
}
