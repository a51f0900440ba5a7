/** What a form is made of, read from the JSON Schema of a game's content: for each kind its fields, each with its shape. */

/** A part of a JSON Schema, as far as a form needs it. What begins with x- is said for forms alone. */
export interface Part {
  $ref?: string;
  $defs?: Record<string, Part>;
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: Part[];
  items?: Part | false;
  prefixItems?: Part[];
  properties?: Record<string, Part>;
  required?: string[];
  additionalProperties?: Part | boolean;
  propertyNames?: Part;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  "x-ref"?: string | string[];
  "x-also"?: string[];
  "x-unit"?: string;
  "x-signed"?: boolean;
  "x-group"?: string;
  "x-advanced"?: boolean;
  "x-long"?: boolean;
  "x-names"?: Record<string, string>;
  "x-unset"?: string; // what holds where none is chosen
  "x-sentence"?: string;
  "x-place"?: "one" | "many"; // of a board
  "x-usual"?: Value; // the place at which something new is
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
export type Table = { readonly [name: string]: Value };

export interface Choice {
  value: Value;
  name: string;
}

/** How many a list may have; nothing where that is open. */
export const mostOf = (shape: Shape | undefined): number | undefined => (shape?.is === "list" ? shape.most : undefined);

/** What some values are called: 0 may be "as often as one likes". */
export type Names = Readonly<Record<string, string>>;

export type Shape =
  | { is: "text"; long: boolean; names?: Names }
  | { is: "reference"; kinds: readonly string[]; also: readonly Choice[] }
  | { is: "number"; least: number | null; most: number | null; unit: string; whole: boolean; signed?: boolean; names?: Names }
  | { is: "yes"; names?: Names }
  | { is: "choice"; choices: readonly Choice[]; unset?: string | undefined }
  | { is: "list"; of: Shape; most?: number }
  | { is: "row"; of: readonly Shape[] }
  | { is: "record"; of: string }
  | { is: "vocabulary"; by: string; of: ReadonlyMap<string, string> } // by the value of a field: the name of a record
  | { is: "table"; of: Shape; keys: Shape }
  | { is: "place"; many: boolean; usual: Value } // of a board: chosen there, and never written in numbers
  | { is: "either"; number: Shape & { is: "number" }; choices: readonly Choice[] }
  | { is: "unknown" };

export interface Field {
  name: string;
  title: string;
  text: string; // one sentence on what it is
  shape: Shape;
  needed: boolean;
  free: boolean; // may be without a value
  fallback: Value; // what holds where nothing is written
  group: string; // empty: matters first
  advanced: boolean;
}

export interface Form {
  name: string;
  title: string;
  text: string;
  sentence: string;
  fields: readonly Field[];
}

export class Schema {
  #defs: Record<string, Part>;
  #kinds: Record<string, Part>;
  #records = new Map<string, Form>();

  constructor(whole: Part) {
    this.#defs = whole.$defs ?? {};
    this.#kinds = whole.properties ?? {};
  }

  get kinds(): string[] {
    return Object.keys(this.#kinds);
  }

  /** What an entry of a kind is made of. */
  kind(kind: string): Form | null {
    const items = this.#kinds[kind]?.items;
    return items && items.$ref ? this.record(named(items.$ref)) : null;
  }

  /** How a kind is called among people. */
  kindTitle(kind: string): string {
    return this.#kinds[kind]?.title ?? titled(kind);
  }

  record(name: string): Form {
    const known = this.#records.get(name);
    if (known) return known;
    const part = this.#defs[name] ?? {};
    const needed = new Set(part.required ?? []);
    const fields = Object.entries(part.properties ?? {}).map(([field, of]) => this.#field(field, of, needed.has(field)));
    const made = { name, title: titled(part.title ?? name), text: part.description ?? "", sentence: part["x-sentence"] ?? "", fields };
    this.#records.set(name, made);
    return made;
  }

  #field(name: string, part: Part, needed: boolean): Field {
    const shape = this.#shape(part);
    return {
      name,
      title: part.title ?? titled(name),
      text: sentenceOf(part.description ?? ""),
      shape,
      needed,
      free: !needed || (part.anyOf ?? []).some(isNothing),
      fallback: (part.default ?? null) as Value,
      group: part["x-group"] ?? "",
      advanced: part["x-advanced"] ?? false,
    };
  }

  #shape(part: Part, outer: Part = part): Shape {
    const hint = <K extends keyof Part>(key: K): Part[K] => part[key] ?? outer[key];
    if (part.$ref) {
      const target = this.#defs[named(part.$ref)];
      return target && !target.properties ? this.#shape(target, part) : { is: "record", of: named(part.$ref) };
    }
    if (part["x-place"]) return { is: "place", many: part["x-place"] === "many", usual: part["x-usual"] ?? [] };
    if (part.anyOf) return this.#union(part);
    const ref = hint("x-ref");
    if (part.type === "array") {
      if (part.prefixItems) return { is: "row", of: part.prefixItems.map((one) => this.#shape(one, withUnit(one, part))) };
      return part.items ? { is: "list", of: this.#shape(part.items, { ...withUnit(part.items, part), "x-ref": part.items["x-ref"] ?? ref, "x-names": part["x-names"] }), ...(part.maxItems === undefined ? {} : { most: part.maxItems }) } : { is: "unknown" };
    }
    if (part.enum) return { is: "choice", choices: choicesOf(part.enum, hint("x-names")), unset: part["x-unset"] };
    const names = hint("x-names");
    if (part.type === "boolean") return { is: "yes", names };
    if (part.type === "integer" || part.type === "number")
      return { is: "number", least: part.minimum ?? null, most: part.maximum ?? null, unit: hint("x-unit") ?? "", whole: part.type === "integer", signed: hint("x-signed"), names };
    if (part.type === "object") return this.#table(part);
    if (part.type === "string" && ref && ref.length) return { is: "reference", kinds: typeof ref === "string" ? [ref] : ref, also: choicesOf(hint("x-also") ?? [], hint("x-names")) };
    if (part.type === "string") return { is: "text", long: hint("x-long") ?? false, names };
    return { is: "unknown" };
  }

  #table(part: Part): Shape {
    if (typeof part.additionalProperties !== "object") return { is: "unknown" };
    const keys = part.propertyNames ? this.#shape({ type: "string", ...part.propertyNames }) : this.#keys(part);
    return { is: "table", of: this.#shape(part.additionalProperties, withUnit(part.additionalProperties, part)), keys };
  }

  /** Without a word on the names in a table they are those of what it refers to, or any. */
  #keys(part: Part): Shape {
    return part["x-ref"] ? this.#shape({ type: "string", "x-ref": part["x-ref"] }) : { is: "text", long: false };
  }

  #union(part: Part): Shape {
    const ways = (part.anyOf ?? []).filter((one) => !isNothing(one));
    const [only] = ways;
    if (only && ways.length === 1) return this.#shape(only, { ...part, anyOf: undefined });
    if (part.discriminator) {
      const of = Object.entries(part.discriminator.mapping).map(([value, ref]) => [value, named(ref)] as const);
      return { is: "vocabulary", by: part.discriminator.propertyName, of: new Map(of) };
    }
    const choices = ways.flatMap((one) => choicesOf(one.enum ?? [], { ...one["x-names"], ...part["x-names"] }));
    const number = ways.find((one) => one.type === "integer" || one.type === "number");
    if (ways.every((one) => one.enum)) return { is: "choice", choices };
    const list = ways.find((one) => one.type === "array");
    if (list && ways.every((one) => one === list || one.enum)) return this.#shape(list, { ...part, anyOf: undefined }); // one alone is written without brackets
    const shape = number && this.#shape(number, { ...part, anyOf: undefined });
    if (shape?.is === "number" && ways.every((one) => one === number || one.enum)) return { is: "either", number: shape, choices };
    return { is: "unknown" };
  }
}

/** The parts of a form: what matters first, then group by group, what is seldom needed last. No id: it is made of the name. */
export function groupsOf(fields: readonly Field[], advanced: string): { title: string; fields: Field[] }[] {
  const groups = new Map<string, Field[]>([["", []]]);
  const last: Field[] = [];
  for (const field of fields) {
    if (field.name === "id") continue;
    if (field.advanced) last.push(field);
    else groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  const found = [...groups].map(([title, fields]) => ({ title, fields })).filter(({ title, fields }) => !title || fields.length);
  return last.length ? [...found, { title: advanced, fields: last }] : found;
}

/** A value to begin with, where something new of this shape is added. */
export function blankOf(schema: Schema, shape: Shape): Value {
  switch (shape.is) {
    case "number":
      return Math.max(shape.least ?? 0, Math.min(shape.most ?? 1, 1));
    case "either":
      return blankOf(schema, shape.number);
    case "yes":
      return false;
    case "choice":
      return shape.choices[0]?.value ?? "";
    case "list":
      return [];
    case "place":
      return shape.usual;
    case "row":
      return shape.of.map((one) => blankOf(schema, one));
    case "record":
      return blankRecord(schema, shape.of);
    case "vocabulary": {
      const [value = "", record = ""] = [...shape.of][0] ?? [];
      return { [shape.by]: value, ...blankRecord(schema, record, shape.by) };
    }
    case "table":
      return {};
    default:
      return "";
  }
}

/** What a record must have, and nothing else. */
export function blankRecord(schema: Schema, name: string, but = ""): Table {
  return Object.fromEntries(
    schema
      .record(name)
      .fields.filter((field) => field.needed && field.name !== but)
      .map((field) => [field.name, blankOf(schema, field.shape)]),
  );
}

/** Words of a value in a file, as people write them: `free_action` is free action. */
export function plain(name: string): string {
  return name.replaceAll("_", " ").trim();
}

/** A title within a sentence: what is written in capitals stays so. */
export const within = (title: string): string => (title === title.toUpperCase() ? title : title.toLowerCase());

function titled(name: string): string {
  if (name === "npc") return "NPC";
  const words = plain(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
  return words.charAt(0).toUpperCase() + (/^[A-Z]{2}/.test(words) ? words.slice(1) : words.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()));
}

/** A description that names ids is for who writes files, and not shown. */
function sentenceOf(text: string): string {
  return /^(The|An) ids? of/.test(text) ? "" : text;
}

function choicesOf(values: readonly unknown[], names: Record<string, string> = {}): Choice[] {
  return values.map((value) => ({ value: value as Value, name: names[String(value)] ?? (value === "" ? "" : plain(String(value))) }));
}

function withUnit(part: Part, outer: Part): Part {
  return { ...part, "x-unit": part["x-unit"] ?? outer["x-unit"] };
}

const named = (ref: string): string => ref.split("/").at(-1) ?? "";
const isNothing = (part: Part): boolean => part.type === "null";
