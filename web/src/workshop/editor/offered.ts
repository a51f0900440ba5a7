/** Entries as answers, where one of them is chosen: what each gives and costs. */

import { words } from "../../words";
import type { Value } from "./schema";
import type { EntryLine } from "./told";

export interface Answer {
  value: Value;
  name: string;
  text: string;
}

export function answerOf({ id, name, text, group, price, unit }: EntryLine): Answer {
  const costs = typeof price === "number" ? `${words.numbers.whole(price)} ${unit}` : "";
  return { value: id, name, text: [text || group, costs].filter(Boolean).join(" ") };
}
