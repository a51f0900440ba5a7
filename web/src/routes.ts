/** The pages of Ludex, by the path of the address. */

export type Route =
  | { at: "lobby" }
  | { at: "new"; game: string }
  | { at: "host" }
  | { at: "join"; table: string }
  | { at: "table"; table: string }
  | { at: "display"; table: string }
  | { at: "rules"; game: string; rule: string }
  | { at: "lab"; table: string }
  | { at: "verify"; table: string }
  | { at: "make"; game: string; table: string; being: string }
  | { at: "workshop" }
  | { at: "scene"; pack: string; name: string }
  | { at: "adventure"; pack: string }
  | { at: "edit"; pack: string; kind: string; id: string }
  | { at: "board"; pack: string; id: string }
  | { at: "map"; pack: string }
  | { at: "gallery" }
  | { at: "nowhere"; path: string };

export function routeOf(path: string): Route {
  const [first = "", second = "", third = "", ...more] = path.split("/").filter(Boolean).map(decoded);
  if (more.length === 0) {
    if (first === "") return { at: "lobby" };
    if (first === "new" && !third) return { at: "new", game: second };
    if (first === "host" && !second) return { at: "host" };
    if (first === "join" && !third) return { at: "join", table: second }; // without a table: by a code
    if (first === "t" && second && !third) return { at: "table", table: second };
    if (first === "t" && second && third === "display") return { at: "display", table: second };
    if (first === "rules") return { at: "rules", game: second, rule: third };
    if (first === "lab" && !third) return { at: "lab", table: second };
    if (first === "verify" && second && !third) return { at: "verify", table: second };
    if (first === "make" && second) return { at: "make", game: second, table: third, being: "" }; // with a table: for it, by what it has
    if (first === "workshop" && !second) return { at: "workshop" };
    if (first === "workshop" && third === "map") return { at: "map", pack: second };
    if (first === "workshop" && third === "adventure") return { at: "adventure", pack: second };
    if (first === "workshop" && third === "board") return { at: "board", pack: second, id: "" };
    if (first === "workshop" && third === "scene") return { at: "scene", pack: second, name: "" }; // a new one
    if (first === "workshop" && third) return { at: "edit", pack: second, kind: third, id: "" }; // a new one of this kind
    if (first === "gallery" && import.meta.env.DEV) return { at: "gallery" };
  }
  if (first === "make" && third && more.length === 1) return { at: "make", game: second, table: third, being: more[0]! }; // who is there learns
  if (first === "workshop" && third === "board" && more.length === 1) return { at: "board", pack: second, id: more[0]! };
  if (first === "workshop" && third === "board" && more.length === 2 && more[1] === "form") return { at: "edit", pack: second, kind: third, id: more[0]! };
  if (first === "workshop" && third === "scene" && more.length === 1) return { at: "scene", pack: second, name: more[0]! };
  if (first === "workshop" && third && more.length === 1) return { at: "edit", pack: second, kind: third, id: more[0]! };
  return { at: "nowhere", path };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
