/** Where the moments of a replay come from: what stands in the page, told as a table tells of its past. */

import { apply } from "../protocol/changes";
import type { Table } from "../protocol/table.svelte";
import type { Document, MomentsTold, MomentTold, Replay, ReplayChapter } from "../protocol/types";

const READ = 12; // doings that are told with a moment, as a table does

/** What is kept of a document in a replay. */
type Seen = Pick<Document, "board" | "beings" | "turn" | "map" | "fog" | "scene"> & { you: Pick<Document["you"], "role" | "beings">; asked: string[] };

/** The moments as they were packed: Base64 of what zlib has made of JSON. */
export async function unpacked(packed: string): Promise<Replay> {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).json()) as Replay;
}

export class Moments implements Pick<Table, "look"> {
  #replay: Replay;
  #seen: (Seen | null)[][]; // by chapter and moment

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#seen = replay.chapters.map(seenIn);
  }

  /** Answers what is asked of the past of a table. */
  look = (async (kind: "moments" | "moment", { chapter, moment }: { chapter?: number | null; moment?: number }) => {
    const number = chapter ?? 0;
    return kind === "moments" ? this.#listed(number) : this.#moment(number, moment ?? 0);
  }) as unknown as Table["look"]; // which answers much more

  #listed(number: number): MomentsTold {
    const { chapters } = this.#replay;
    const { beings, moments } = chapters[number]!;
    return {
      chapters: chapters.map(({ title, evening, at }, chapter) => ({ chapter, title, evening, at })),
      chapter: number,
      over: true,
      beings,
      moments: moments.map(({ listed }) => listed),
    };
  }

  #moment(number: number, asked: number): MomentTold {
    const { moments } = this.#replay.chapters[number]!;
    const at = moments.findIndex(({ listed }) => listed.moment === asked);
    const { why, shown_as } = moments[at]!;
    const read = moments.flatMap(({ told, listed }) => (told && listed.moment <= shown_as ? [told] : []));
    const seen = this.#seen[number]![at] ?? null;
    return { chapter: number, moment: shown_as, read: read.slice(-READ), document: seen && this.#document(seen), why };
  }

  /** A document in which nothing else is than what was seen. */
  #document(seen: Seen): Document {
    const { game, game_title, title, seen_by } = this.#replay;
    const { asked, you, ...rest } = seen;
    return {
      ...NOTHING,
      ...rest,
      table: { title, game, game_title, archived: false, deleting: 0, settings: {} },
      you: { seat: "", name: seen_by, muted: false, standing: {}, heroes: [], ...you },
      question: asked.length ? { words: asked } : null,
    } as unknown as Document; // settings and what can be answered are of no use here
  }
}

/** Of a document that nobody does anything with. */
const NOTHING = { seats: {}, ended: null, waiting: null, rulings: [], drawings: {}, pins: {}, clocks: {}, holds: [], offers: null, meanwhile: [], faces: null, improvised: [], notes: {}, handouts: {}, characters: {}, master: null };

/** What was seen at each moment of a chapter. */
function seenIn(chapter: ReplayChapter): (Seen | null)[] {
  let last = {} as Seen;
  return chapter.moments.map(({ changes }) => {
    if (changes === null) return null;
    last = apply(last, changes);
    return last;
  });
}
