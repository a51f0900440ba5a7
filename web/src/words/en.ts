/** English: one part for each area of the page. */

import { app } from "./en/app";
import { board } from "./en/board";
import { lobby } from "./en/lobby";
import { margin } from "./en/margin";
import { table } from "./en/table";
import { turn } from "./en/turn";

export const words = { app, board, lobby, margin, table, turn };
