/** The steps in their chapters, and how far each chapter is. */

import type { StepLine } from "../../protocol/types";
import { rowOf } from "./choices";

export interface Chapter {
  name: string;
  steps: StepLine[];
  decided: boolean; // all of it, as far as it is known
  first: string; // the step that opens with it
}

/** Steps that follow each other under one heading. */
export function chaptersOf(steps: readonly StepLine[]): Chapter[] {
  const found: { name: string; steps: StepLine[] }[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    const name = step.chapter || step.title;
    if (last?.name === name) last.steps.push(step);
    else found.push({ name, steps: [step] });
  }
  return found.map(({ name, steps }) => ({
    name,
    steps,
    decided: steps.every(({ decided }) => decided),
    first: (steps.find(({ decided }) => !decided) ?? endOf(steps) ?? steps.find(({ locked }) => !locked) ?? steps[0]!).name,
  }));
}

/** Where one more can be chosen, in a chapter that ends with a row. */
function endOf(steps: readonly StepLine[]): StepLine | undefined {
  return steps.slice(-1).find(({ name }) => rowOf(name) !== name);
}

/** What stands on the finished sheet: all that was chosen, and of what one may have several of also that it is none. */
export function onSheet(steps: readonly StepLine[]): StepLine[] {
  return steps.filter(({ told, kind }) => told || kind === "several");
}
