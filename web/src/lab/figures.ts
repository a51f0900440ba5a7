/** Numbers of the lab as people read them. */

import type { LabBar } from "../protocol/types";

export function percent(rate: number, digits = 0): string {
  if (rate > 0 && rate < 0.5 / 10 ** (digits + 2)) return `<${10 ** -digits}%`;
  return `${(100 * rate).toFixed(digits)}%`;
}

/** `+3.5`, with a real minus. */
export function points(rate: number): string {
  const value = 100 * rate;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}

export const total = (bar: LabBar): number => bar.won + bar.lost + bar.nobody;

/** Round marks from low to high, five to eight of them, none outside of 0 to 1. */
export function ticks(low: number, high: number): number[] {
  const span = Math.max(high - low, 0.02);
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((each) => span / each <= 7) ?? 0.25;
  const first = Math.max(0, Math.floor((low - step / 2) / step));
  const last = Math.min(Math.round(1 / step), Math.ceil((high + step / 2) / step));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toFixed(4)));
}
