/** Values and places of an entry in words: by the names of what they mean, never as a file has them. */

import type { Path } from "./edits";
import { type Field, type Form, plain, type Schema, type Shape, type Table, type Value } from "./schema";
import { pieces } from "./sentence";

const ID = /^[a-z0-9]+(_[a-z0-9]+)+$/; // of something that the form does not know

/** What an entry of one of these kinds is called; nothing where there is none. */
export type NameOf = (kinds: readonly string[], id: string) => string | undefined;

export interface Speech {
  schema: Schema;
  nameOf: NameOf;
  yes: string;
  no: string;
  nothing: string;
  to: string; // between the two numbers of a reach
  places?: (value: Value, many: boolean) => string; // of a board, where there is one
}

export function said(value: Value | undefined, shape: Shape, how: Speech): string {
  return spoken(value, shape, how) || how.nothing;
}

/** The same; nothing where there is nothing to say. */
function spoken(value: Value | undefined, shape: Shape, how: Speech, bare = false): string {
  if (value === undefined || value === null) return "";
  switch (shape.is) {
    case "yes":
      return shape.names?.[String(value)] ?? (value ? how.yes : how.no);
    case "number":
      return numberSaid(value, shape, bare);
    case "either":
      return typeof value === "number" ? numberSaid(value, shape.number, bare) : choiceName(shape.choices, value);
    case "choice":
      return choiceName(shape.choices, value);
    case "reference":
      return value === "" ? (shape.also.find((one) => one.value === "")?.name ?? "") : (how.nameOf(shape.kinds, String(value)) ?? shape.also.find((one) => one.value === value)?.name ?? plain(String(value)));
    case "list":
      return listOf(value).map((one) => spoken(one, shape.of, how)).join(", ");
    case "row":
      return rowSaid(listOf(value), shape.of, how);
    case "record":
      return recordSaid(value as Table, how.schema.record(shape.of), how);
    case "vocabulary": {
      const record = shape.of.get(String((value as Table)[shape.by]));
      return record ? recordSaid(value as Table, how.schema.record(record), how, shape.by) : "";
    }
    case "table":
      return Object.entries(value as Table).map(([key, one]) => `${said(key, shape.keys, how)} ${spoken(one, shape.of, how)}`).join(", ");
    case "place":
      return how.places?.(value, shape.many) ?? "";
    case "text":
      return shape.names?.[String(value)] ?? (ID.test(String(value)) ? plain(String(value)) : String(value));
    default:
      return typeof value === "object" ? "" : String(value);
  }
}

function numberSaid(value: Value, shape: Shape & { is: "number" }, bare: boolean): string {
  const named = shape.names?.[String(value)];
  if (named !== undefined) return named;
  const digits = String(value).replace("-", "−");
  return withUnit(shape.signed && Number(value) >= 0 ? `+${digits}` : digits, bare ? "" : shape.unit);
}

/** One alone is written without brackets in some places. */
export function listOf(value: Value | undefined): readonly Value[] {
  if (Array.isArray(value)) return value as readonly Value[];
  return value === undefined || value === null || value === "" ? [] : [value as Value];
}

function rowSaid(values: readonly Value[], shapes: readonly Shape[], how: Speech): string {
  const units = shapes.map((shape) => (shape.is === "number" ? shape.unit : ""));
  if (shapes.length === 2 && shapes.every((shape) => shape.is === "number")) return withUnit(`${values[0]} ${how.to} ${values[1]}`, units[1] ?? "");
  return values.map((one, at) => said(one, shapes[at] ?? { is: "unknown" }, how)).join(", ");
}

/** Its sentence, where it has one; else what is written of it. */
export function recordSaid(value: Table, form: Form, how: Speech, by = ""): string {
  const sentence = pieces(form, value);
  if (sentence.length) return tidy(sentence.map((piece) => ("words" in piece ? piece.words : blankSaid(value, piece.blank, how, piece.bare))).join(""));
  const written = form.fields.filter((field) => field.name !== by && field.name !== "id" && !isProse(field) && !["", false, undefined].includes(value[field.name] as "" | undefined));
  const [first, ...rest] = [...written].sort((one, other) => Number(leads(other)) - Number(leads(one)));
  if (!first) return form.title;
  const led = leads(first) ? said(value[first.name], first.shape, how) : fieldSaid(value, first, how);
  return [by ? `${form.title}: ${led}` : led, ...rest.slice(0, MOST_SAID).map((field) => fieldSaid(value, field, how))].join(", ");
}

const MOST_SAID = 3; // of a part, beside what leads
const isProse = (field: Field): boolean => field.shape.is === "text" && field.shape.long;
const leads = (field: Field): boolean => field.name === "name" || (field.needed && field.shape.is === "reference");

function fieldSaid(value: Table, field: Field, how: Speech): string {
  const of = value[field.name];
  if (field.shape.is === "record") return said(of, field.shape, how);
  return field.shape.is === "yes" && of === true ? lower(field.title) : `${lower(field.title)} ${said(of, field.shape, how)}`;
}

/** What stands in a blank; where nothing is written, what holds then. Bare: the sentence itself says the unit. */
export function blankSaid(value: Table, field: Field, how: Speech, bare = false): string {
  return spoken(value[field.name] ?? field.fallback, field.shape, how, bare);
}

/** Where a blank is empty, what stood around it closes up. */
const tidy = (words: string): string => words.replace(/\s+/g, " ").replace(/ ([,.:])/g, "$1").replace(/^[,:\s]+|[,:\s]+$/g, "");

/** Where in an entry something stands: "Effects 2, dice". */
export function placeSaid(schema: Schema, kind: string, path: Path, entry: Table, nth: (of: string, place: number) => string): string {
  const found: string[] = [];
  for (const { step, field, shape } of along(schema, kind, path, entry)) {
    if (typeof step !== "number") found.push(found.length ? lower(field?.title ?? plain(step)) : (field?.title ?? plain(step)));
    else if (shape.is !== "number") found.push(nth(found.pop() ?? "", step + 1));
  }
  return found.join(", ");
}

/** The shape of what stands at a place. */
export function shapeAt(schema: Schema, kind: string, path: Path, entry: Table): Shape {
  return [...along(schema, kind, path, entry)].at(-1)?.shape ?? { is: "unknown" };
}

/** The way to a place: with each step the field that it leads into, where it is one, and the shape of what is there. */
function* along(schema: Schema, kind: string, path: Path, entry: Table): Generator<{ step: string | number; field: Field | undefined; shape: Shape }> {
  let form: Form | null = schema.kind(kind);
  let shape: Shape = { is: "unknown" };
  let value: Value | undefined = entry;
  for (const step of path) {
    const field: Field | undefined = form?.fields.find((one) => one.name === step);
    shape = field?.shape ?? insideOf(shape, step);
    value = value !== null && typeof value === "object" ? (value as Record<string | number, Value>)[step] : undefined;
    form = formOf(schema, shape, value);
    yield { step, field, shape };
  }
}

function insideOf(shape: Shape, step: string | number): Shape {
  if (shape.is === "row" && typeof step === "number") return shape.of[step] ?? { is: "unknown" };
  return shape.is === "list" || shape.is === "table" ? shape.of : { is: "unknown" };
}

/** The form of a value of this shape, where it has fields of its own. */
export function formOf(schema: Schema, shape: Shape, value: Value | undefined): Form | null {
  if (shape.is === "record") return schema.record(shape.of);
  if (shape.is !== "vocabulary") return null;
  const record = shape.of.get(String((value as Table | undefined)?.[shape.by]));
  return record ? schema.record(record) : null;
}

const lower = (words: string): string => (/^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words);
const withUnit = (value: number | string, unit: string): string => `${String(value).replace("-", "−")}${unit ? ` ${unit}` : ""}`;
const choiceName = (choices: readonly { value: Value; name: string }[], value: Value): string => choices.find((one) => one.value === value)?.name ?? plain(String(value));
