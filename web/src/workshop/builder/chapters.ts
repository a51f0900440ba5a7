/** The steps in their chapters, and how far each chapter is. */

import type { StepLine } from "../../protocol/types";

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
    first: (steps.find(({ decided }) => !decided) ?? steps.find(({ locked }) => !locked) ?? steps[0]!).name,
  }));
}
