/** What stands against something that was asked of the server: always a reason in words, and the rule where one refused it. */

import { words } from "../words";
import { Problem } from "./http";
import { Fault, Lost, Refusal } from "./socket";
import type { Against } from "./types";

export function against(fault: unknown): Against {
  if (fault instanceof Refusal) return { reason: fault.reason, rule: fault.rule };
  if (fault instanceof Problem) return { reason: fault.status === 0 ? words.app.noServer : fault.reason || words.app.status(fault.status), rule: fault.rule };
  if (fault instanceof Lost) return { reason: words.app.lost, rule: "" };
  if (fault instanceof Fault) return { reason: fault.message || words.app.serverFault, rule: "" };
  return { reason: (fault instanceof Error && fault.message) || words.app.fault, rule: "" };
}
