/** English: one part for each area of the page. */

import { app } from "./en/app";
import { board } from "./en/board";
import { boards } from "./en/boards";
import { builder } from "./en/builder";
import { coach } from "./en/coach";
import { composer } from "./en/composer";
import { display } from "./en/display";
import { editor } from "./en/editor";
import { ending } from "./en/ending";
import { games } from "./en/games";
import { lab } from "./en/lab";
import { lobby } from "./en/lobby";
import { maps } from "./en/maps";
import { margin } from "./en/margin";
import { master } from "./en/master";
import { numbers } from "./en/numbers";
import { options } from "./en/options";
import { papers } from "./en/papers";
import { pictures } from "./en/pictures";
import { rulebook } from "./en/rulebook";
import { settings } from "./en/settings";
import { sheets } from "./en/sheets";
import { table } from "./en/table";
import { text } from "./en/text";
import { token } from "./en/token";
import { tools } from "./en/tools";
import { turn } from "./en/turn";
import { verify } from "./en/verify";
import { workshop } from "./en/workshop";
import { zones } from "./en/zones";

export const words = { app, board, boards, builder, coach, composer, display, editor, ending, games, lab, lobby, maps, margin, master, numbers, options, papers, pictures, rulebook, settings, sheets, table, text, token, tools, turn, verify, workshop, zones };
