/** Tilesets of Tiled that lie in files of their own: where they are chosen along with their map, they are put into it, and
    what is read is one file. What cannot be read so is left to the server, which says why. */

interface TilesetFile {
  firstgid?: number;
  source?: string;
}

const SET = /\.(tsj|tsx)$/i;
const stem = (path: string): string => (path.replaceAll("\\", "/").split("/").at(-1) ?? "").replace(/\.[^.]*$/, "").toLowerCase();

/** The map among the files, with the tilesets that lie beside it. Of several maps the first. */
export async function withTilesets(files: readonly File[], readXml: (text: string) => object | null = tilesetInXml): Promise<File | null> {
  const map = files.find(({ name }) => !SET.test(name)) ?? null;
  const sets = new Map<string, object>();
  for (const file of files.filter(({ name }) => SET.test(name))) {
    const found = /\.tsx$/i.test(file.name) ? readXml(await file.text()) : readJson(await file.text());
    if (found) sets.set(stem(file.name), found);
  }
  const told = map && sets.size ? (readJson(await map.text()) as { tilesets?: TilesetFile[] } | null) : null;
  if (!map || !Array.isArray(told?.tilesets)) return map;
  const tilesets = told.tilesets.map((one) => {
    const found = one?.source ? sets.get(stem(one.source)) : undefined;
    return found ? { ...found, firstgid: one.firstgid } : one;
  });
  return new File([JSON.stringify({ ...told, tilesets })], map.name, { type: map.type });
}

function readJson(text: string): object | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

/** What tiles say of themselves, as the same tileset in JSON has it. */
function tilesetInXml(text: string): object | null {
  const set = new DOMParser().parseFromString(text, "text/xml").querySelector("tileset");
  if (!set) return null;
  const number = (of: Element, name: string): number => Number(of.getAttribute(name) ?? 0);
  const tiles = [...set.querySelectorAll(":scope > tile")].map((tile) => ({
    id: number(tile, "id"),
    type: tile.getAttribute("type") ?? tile.getAttribute("class") ?? "",
    properties: [...tile.querySelectorAll(":scope > properties > property")].map((one) => ({ name: one.getAttribute("name") ?? "", type: "string", value: one.getAttribute("value") ?? one.textContent ?? "" })),
  }));
  return { name: set.getAttribute("name") ?? "", tilecount: number(set, "tilecount"), columns: number(set, "columns"), tiles };
}
