/** Does what was chosen in the menu of a token; tells whether it is done, so that the menu can close. */

import type { Attempt } from "../master/attempt.svelte";
import { ending } from "../master/conditions";
import { desk } from "../master/desk.svelte";
import { hand } from "../master/hand.svelte";
import { gameTold } from "../protocol/books";
import type { Table } from "../protocol/table.svelte";
import type { BeingShown, CallTold, Document } from "../protocol/types";
import { sheets } from "../sheets/open.svelte";
import type { Aim } from "../turn/aim.svelte";
import { words } from "../words";
import type { Deed } from "./deeds";

interface About {
  who: string;
  being: BeingShown;
  doc: Document;
  table: Table;
  aim: Aim;
  attempt: Attempt;
  calls: CallTold[];
}

export async function doneWith(deed: Deed, { who, being, doc, table, aim, attempt, calls }: About): Promise<boolean> {
  const call = (name: string, args: Record<string, unknown>) => attempt.run(() => table.do("gm", { name, args }), "");
  switch (deed) {
    case "act":
      aim.actAs(who);
      return true;
    case "hide":
      return call("hide", { being: who });
    case "show": {
      const end = ending(calls);
      return end ? call(end.name, { being: who, condition: being.hidden, ...end.more }) : false;
    }
    case "play":
      return attempt.run(() => table.do("hand_over", { who, seat: "" }), "");
    case "machine":
      return attempt.run(async () => {
        const [policy] = (await gameTold(doc.table.game)).policies;
        return table.do("hand_over", { who, policy: policy ?? "" });
      }, "");
    case "sheet":
      sheets.show(who);
      return true;
    case "picture":
      sheets.show(who, true);
      return true;
    case "move":
      hand.move(table, who);
      return true;
    case "force":
      return inDrawer(who, words.master.force);
    case "whoPlays":
      return inDrawer(who, words.master.whoPlays);
    default:
      return true;
  }
}

function inDrawer(who: string, tool: string): boolean {
  desk.follow(who, true);
  desk.show("beings", tool);
  return true;
}
