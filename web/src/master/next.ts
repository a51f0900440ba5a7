/** What can come after a scene: the commands with which time passes between two of them. Each game has its own. */

import type { CallTold } from "../protocol/types";

const BETWEEN = /^(rest|respite|breather|wait|downtime|travel|begin_travel|begin_dungeon|begin_adventure|pass_time|session_end)$/;

export function between(calls: CallTold[]): CallTold[] {
  return calls.filter((call) => BETWEEN.test(call.name) && call.refused === null);
}
