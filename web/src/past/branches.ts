/** Where this browser has gone on from moments of a table otherwise than it went. */

import { keep, kept } from "../look/kept";

export interface Branch {
  from: string; // the table
  chapter: number;
  moment: number;
  words: string;
  to: string; // the table of its own
}

const BRANCHES = "branches";
const MOST = 60;

export function branchesAt(from: string, chapter: number, moment: number): Branch[] {
  return all().filter((one) => one.from === from && one.chapter === chapter && one.moment === moment);
}

export function keepBranch(branch: Branch): void {
  keep(BRANCHES, JSON.stringify([branch, ...all()].slice(0, MOST)));
}

function all(): Branch[] {
  try {
    const found: unknown = JSON.parse(kept(BRANCHES) ?? "[]");
    return Array.isArray(found) ? (found as Branch[]) : [];
  } catch {
    return [];
  }
}
