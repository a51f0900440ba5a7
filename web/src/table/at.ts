/** The table that a page is about, for all components in it. */

import { createContext } from "svelte";
import type { Table } from "../protocol/table.svelte";
import type { Aim } from "../turn/aim.svelte";

export interface At {
  table: Table;
  aim: Aim;
}

export const [atTable, setTable] = createContext<At>();
