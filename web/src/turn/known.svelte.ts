/** What was looked up on the way to a deed: the way, the line of sight, the odds, how far one can go. It holds until the
 * table changes. */

import { against } from "../protocol/against";
import type { Against, BarTold, Deed, InsteadTold, OddsTold, PathTold, ReachTold, SheetTold, SightTold } from "../protocol/types";
import { type Asking, Looks } from "./looks";
import { type Place, same } from "./spot";

export const AT_ONCE = 50; // milliseconds after which it is told what is known of odds by then
export const LONGER = 250; // and again, as long as somebody looks
const WHOLE_BAR = 150; // for the chances of all actions

export class Known {
  /** All places that somebody can move to, by each way of moving. */
  reach = $state.raw<ReachTold | null>(null);
  /** The way to the place that is previewed. */
  path = $state.raw<PathTold | null>(null);
  /** The line to the being that is pointed at. */
  sight = $state.raw<SightTold | null>(null);
  /** What the deed comes to; null where nothing is to be told of it. */
  odds = $state.raw<OddsTold | null>(null);
  /** All places that the deed is about at once. */
  area = $state.raw<readonly Place[]>([]);
  /** The best chance of each action of who acts. */
  bar = $state.raw<BarTold | null>(null);
  /** What else could be chosen on its way. */
  instead = $state.raw<InsteadTold[]>([]);
  /** Is something being asked that is not answered yet? */
  asking = $state(false);
  /** All there is to know about who acts. */
  sheet = $state.raw<SheetTold | null>(null);
  /** Why something of this could not be told. */
  why = $state.raw<Against | null>(null);
  readonly looks: Looks;

  constructor(table: Asking) {
    this.looks = new Looks(table);
  }

  /** The way to a place, or of nobody to nowhere; `told` is called once it is known. */
  findPath(being: string | null, to: Place | null, told: () => void): void {
    if (being === null || to === null) {
      this.path = null;
      this.looks.drop("path");
      return;
    }
    if (this.path && same(this.path.to, to) && this.path.being === being) return;
    this.path = null;
    const fields = { being, to, within: AT_ONCE };
    this.looks.ask(
      "path",
      fields,
      (path) => {
        this.path = path;
        told();
      },
      this.#failed,
      (path) => (path.done ? null : { ...fields, within: LONGER }),
    );
  }

  findSight(one: string | null, other: string | null): void {
    if (one === null || other === null || one === other) {
      this.sight = null;
      this.looks.drop("sight");
      return;
    }
    if (this.sight?.one === one && this.sight.other === other) return;
    this.sight = null;
    this.looks.ask(
      "sight",
      { one, other },
      (sight) => {
        this.sight = sight;
      },
      this.#failed,
    );
  }

  /** The odds of a deed, or of none. */
  findOdds(deed: Deed | null, provoked: boolean): void {
    this.why = null; // of what was asked before
    if (deed === null) {
      this.odds = null;
      this.instead = [];
      this.asking = false;
      this.looks.drop("odds");
      this.looks.drop("instead");
      return;
    }
    const fields = { actor: deed.actor, name: deed.name, args: deed.args, provoked, within: AT_ONCE };
    const kept = this.looks.kept("odds", fields);
    if (kept !== undefined) {
      this.odds = kept;
      this.asking = false;
    } else this.asking = true; // what stood there stays until the answer comes: nothing flickers
    this.looks.ask(
      "odds",
      fields,
      (odds) => {
        this.odds = odds;
        this.asking = false;
        this.why = null;
        this.#findInstead(odds?.choices && odds.done ? deed : null);
      },
      (fault) => {
        this.odds = null;
        this.asking = false;
        this.#failed(fault);
      },
      (odds) => (odds && !odds.done ? { ...fields, within: LONGER } : null),
    );
  }

  /** The area of a deed, or of none. */
  findArea(deed: Deed | null): void {
    if (deed === null) {
      this.area = [];
      this.looks.drop("covers");
      return;
    }
    this.looks.ask(
      "covers",
      { actor: deed.actor, name: deed.name, args: deed.args },
      ({ places }) => {
        this.area = places;
      },
      () => {
        this.area = []; // whatever stands against the deed is said with its odds
      },
    );
  }

  #findInstead(deed: Deed | null): void {
    this.instead = [];
    if (deed === null) {
      this.looks.drop("instead");
      return;
    }
    const fields = { actor: deed.actor, name: deed.name, args: deed.args, within: AT_ONCE };
    this.looks.ask(
      "instead",
      fields,
      ({ questions }) => {
        this.instead = questions;
      },
      this.#failed,
      ({ done }) => (done ? null : { ...fields, within: LONGER }),
    );
  }

  /** The chances of all that somebody may do, or of nobody. What stood there stays until the answer comes. */
  findBar(being: string | null): void {
    if (this.bar?.being !== being) this.bar = null;
    if (being === null) {
      this.looks.drop("bar");
      return;
    }
    const fields = { being, within: WHOLE_BAR };
    this.looks.ask(
      "bar",
      fields,
      (bar) => {
        this.bar = bar;
      },
      () => {
        this.bar = null; // what stands against them is said with the odds of each
      },
      ({ done }) => (done ? null : fields),
    );
  }

  /** What there is to know about somebody, and how far it can move if it can. */
  lookAround(being: string | null, moves: boolean): void {
    if (this.sheet?.being !== being) this.sheet = null;
    if (being !== null)
      this.looks.ask(
        "sheet",
        { being },
        (sheet) => {
          this.sheet = sheet;
        },
        this.#failed,
      );
    if (being === null || !moves) {
      this.reach = null;
      this.looks.drop("reach");
      return;
    }
    this.looks.ask(
      "reach",
      { being },
      (reach) => {
        this.reach = reach;
      },
      this.#failed,
    );
  }

  /** The table has changed: ways and lines are others now; what stands there besides is asked anew. */
  forget(): void {
    this.looks.forget();
    this.path = this.sight = this.why = null;
  }

  #failed = (fault: Error): void => {
    this.why = against(fault);
  };
}
