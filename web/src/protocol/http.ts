/** What is asked by HTTP, typed by the description of the server. */

import type { paths } from "./types";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Having<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type Json<T> = T extends { content: { "application/json": infer J } } ? J : undefined;
type Answer<O> = O extends { responses: infer R }
  ? Json<{ [S in keyof R]: S extends 200 | 201 ? R[S] : never }[keyof R & (200 | 201)]>
  : never;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
type InPath<O> = O extends { parameters: { path: infer P } } ? P : never;
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : never;

export interface Given<O> {
  path?: InPath<O>;
  query?: Query<O>;
  body?: Body<O>;
  token?: string;
  maker?: string; // the token of a maker of packs, beside that of a seat
}

/** What went wrong, as the server says it; `rule` where a rule refused it. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly rule = "",
  ) {
    super(reason);
  }
}

/** Was what is asked for deleted? Then its reason says so. */
export function isDeleted(fault: unknown): boolean {
  return fault instanceof Problem && fault.status === 410;
}

/** Does the token open nothing any more, or is nothing there? */
export function isDead(fault: unknown): boolean {
  return fault instanceof Problem && [401, 403, 404, 410].includes(fault.status);
}

export async function ask<M extends Method, P extends Having<M>>(
  method: M,
  path: P,
  given: Given<Operation<P, M>> = {},
): Promise<Answer<Operation<P, M>>> {
  const response = await sent(method, String(path), given as Given<never>);
  return (response.status === 204 ? undefined : await response.json()) as Answer<Operation<P, M>>;
}

/** A file that is taken home: its name and what is in it. */
export async function file<P extends Having<"get">>(path: P, given: Given<Operation<P, "get">>): Promise<[string, Blob]> {
  const response = await sent("get", String(path), given as Given<never>);
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return [named?.[1] ?? "ludex", await response.blob()];
}

/** A form with a file; gives what the server answers. */
export async function upload<T>(address: string, token: string, form: FormData): Promise<T> {
  return (await answered(() => fetch(address, { method: "POST", body: form, headers: bearer(token) }))).json() as Promise<T>;
}

async function sent(method: string, path: string, given: { path?: unknown; query?: unknown; body?: unknown; token?: string; maker?: string }): Promise<Response> {
  const parts = (given.path ?? {}) as Record<string, string>;
  const query = Object.entries((given.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  const asked = query.length ? `?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}` : "";
  const headers: Record<string, string> = given.token ? bearer(given.token) : {};
  if (given.maker) headers["Maker-Token"] = given.maker;
  if (given.body !== undefined) headers["Content-Type"] = "application/json";
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  return answered(() => fetch(where + asked, { method: method.toUpperCase(), headers, body }));
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** The answer to a request; throws a `Problem` where there is none, or it says what is wrong. */
export async function answered(send: () => Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await send();
  } catch {
    throw new Problem(0, "");
  }
  if (response.ok) return response;
  const told = (await response.json().catch(() => ({}))) as { reason?: string; rule?: string };
  throw new Problem(response.status, told.reason ?? response.statusText, told.rule ?? "");
}
