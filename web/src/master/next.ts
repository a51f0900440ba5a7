/** What can come when nobody is to act: the commands with which a fight begins, time passes, and a rest ends. Each game has its
 * own. */

import type { CallTold } from "../protocol/types";

const BETWEEN = /^(start|start_combat|start_fight|fight|combat|set_out|pursue|finish_rest|end_rest|resume_rest|rest|respite|breather|wait|downtime|travel|begin_travel|begin_dungeon|begin_adventure|pass_time|session_end)$/;

export function between(calls: CallTold[]): CallTold[] {
  return calls.filter((call) => BETWEEN.test(call.name) && call.refused === null);
}
