/** The choices of a draft with one more, with another in place of one, and without one. */

import type { ChoiceGiven, StepShown } from "../../protocol/types";

/** The choices with this one, in its place where there was one for its step. */
export function withChoice(chosen: readonly ChoiceGiven[], made: ChoiceGiven): ChoiceGiven[] {
  return chosen.some((one) => one.step === made.step) ? chosen.map((one) => (one.step === made.step ? made : one)) : [...chosen, made];
}

/** The choices with a new one, and the step in which it stands among them. */
export interface Taken {
  chosen: ChoiceGiven[];
  at: string;
}

/** With a choice of the open step. What one of a row is changed to comes after the others, by which it may be allowed. */
export function taken(chosen: readonly ChoiceGiven[], step: StepShown, made: Omit<ChoiceGiven, "step">): Taken {
  if (!step.row || !step.choice) return { chosen: withChoice(chosen, { ...made, step: step.name }), at: step.name };
  const row = rowOf(step.name);
  const others = without(chosen, step.name);
  const at = `${row} ${others.filter((one) => rowOf(one.step) === row && one.step !== row).length + 1}`;
  return { chosen: [...others, { ...made, step: at }], at };
}

/** The choices without that of a step and what came along with it; a row of which it was has no gap, and no end. */
export function without(chosen: readonly ChoiceGiven[], step: string): ChoiceGiven[] {
  const row = rowOf(step);
  const left = chosen.filter((one) => one.step !== step && !one.step.startsWith(`${step} `));
  if (row === step) return left;
  const number = Number(step.slice(row.length));
  const isEnd = (one: ChoiceGiven) => rowOf(one.step) === row && one.choice === "";
  return left.filter((one) => !isEnd(one)).map((one) => ({ ...one, step: movedUp(one.step, row, number) }));
}

/** The name of a step when one before it in its row is gone. */
function movedUp(step: string, row: string, gone: number): string {
  if (!step.startsWith(`${row} `)) return step;
  const [number, ...along] = step.slice(row.length + 1).split(" ");
  return Number(number) > gone ? [row, Number(number) - 1, ...along].join(" ") : step;
}

/** Steps that ask for the same again and again have one name and a number behind it; an empty choice ends the row. */
export function rowOf(step: string): string {
  return step.replace(/ \d+$/, "");
}
