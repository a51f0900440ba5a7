/** What the import asks of the server: a map as a board of the game, with what was answered so far. */

import { upload } from "../../protocol/http";
import type { MapRead } from "../../protocol/types";

export interface Said {
  kind?: MapRead["kind"];
  across: number;
  answers: Record<string, number>;
  tiles: Record<string, string>;
}

export function readMap(game: string, pack: string, token: string, file: File, said: Said): Promise<MapRead> {
  const form = new FormData();
  form.append("given", JSON.stringify({ ...said, pack }));
  form.append("file", file, file.name);
  return upload<MapRead>(`/api/games/${encodeURIComponent(game)}/maps`, token, form);
}
