/** How this browser shows what happens: as its switches for motion, dice and sound say. */

import { tokenFace } from "../games/tokens";
import { dice } from "../look/dice.svelte";
import { motion } from "../look/motion.svelte";
import { sound } from "../margin/sound.svelte";
import { Happening, type Telling } from "./happening.svelte";

/** `quiet`: nothing of it is heard, as where somebody looks through the eyes of others. */
export function happeningAt(table: Telling, quiet = false): Happening {
  return new Happening(table, {
    get still() {
      return motion.still;
    },
    get style() {
      return dice.style;
    },
    vital: (game) => tokenFace(game).vital,
    play: (noise) => {
      if (!quiet) sound.play(noise);
    },
  });
}
