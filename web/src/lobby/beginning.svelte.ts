/** What one is about to begin with a book: in which way, with which hero and in which scene. It is whole from the first
 *  moment on, so that one can begin at once. */

import type { Founding, GameTold, ReadyAdventure, ReadyHero, ReadyScene } from "../protocol/types";
import { words } from "../words";
import { adventureId } from "./founding";

/** One plays and the machine does the rest, two play on one screen, or one leads the game. */
export type Way = "me" | "two" | "lead";
export const WAYS: readonly Way[] = ["me", "two", "lead"];

const MACHINE = "simple"; // the policy that plays where nobody does
const GM = "gm"; // whose questions are answered by it too
const PAUSE = 0.5; // seconds before each of its commands: nobody speaks in between

export class Beginning {
  way = $state<Way>("me");
  scene = $state(""); // the id of a scene that comes with the game; what else there is belongs to who leads
  names = $state(["", ""]);
  #wanted = $state.raw<string[]>([]); // characters, as they were chosen

  constructor(readonly told: GameTold) {
    this.scene = this.playable[0]?.id ?? told.scenes[0]?.id ?? "";
    if (!this.playable.length) this.way = "lead";
  }

  /** The scenes that this many can play. */
  get playable(): ReadyScene[] {
    return this.told.scenes.filter((one) => one.heroes.length >= this.players);
  }

  /** The adventures on which this many can go. */
  get adventures(): ReadyAdventure[] {
    return this.told.adventures.filter((one) => this.way === "lead" || one.heroes.length >= this.players);
  }

  get adventure(): ReadyAdventure | undefined {
    return this.told.adventures.find((one) => adventureId(one) === this.scene);
  }

  get players(): number {
    return this.way === "two" ? 2 : 1;
  }

  get ready(): ReadyScene | undefined {
    return this.told.scenes.find((one) => one.id === this.scene);
  }

  /** Whom one may choose: all of the party of the scene. */
  get heroes(): ReadyHero[] {
    return (this.adventure ?? this.ready)?.heroes ?? [];
  }

  /** Who is played: as chosen, as far as they are in this scene, and else the first who are free. */
  get chosen(): ReadyHero[] {
    const found: ReadyHero[] = [];
    for (let at = 0; at < this.players; at++) {
      const free = this.heroes.filter((one) => !found.includes(one));
      const wanted = free.find((one) => one.character === this.#wanted[at]);
      const others = free.filter((one) => !this.#wanted.slice(at + 1, this.players).includes(one.character));
      const hero = wanted ?? others[0] ?? free[0];
      if (hero) found.push(hero);
    }
    return found;
  }

  /** Those of the party whom the machine plays. */
  get rest(): ReadyHero[] {
    return this.heroes.filter((one) => !this.chosen.includes(one));
  }

  take(way: Way): void {
    this.way = way;
    if (way !== "lead" && !this.playable.some((one) => one.id === this.scene) && !this.adventures.some((one) => adventureId(one) === this.scene)) this.scene = this.playable[0]?.id ?? "";
  }

  /** Somebody chooses a hero; who had them takes the other one. */
  choose(hero: ReadyHero, player = 0): void {
    const now = this.chosen.map((one) => one.character);
    const had = now.indexOf(hero.character);
    if (had >= 0 && had !== player) now[had] = now[player] ?? "";
    now[player] = hero.character;
    this.#wanted = now;
  }

  nameOf(player: number): string {
    return this.names[player]?.trim() || words.lobby.player(player);
  }

  /** The choice in words. */
  get headline(): string {
    const [first, second] = this.chosen.map((one) => one.name);
    if (this.way === "lead" || !first) return words.lobby.iLead;
    return second ? words.lobby.twoPlay(first, second) : words.lobby.iPlay(first);
  }

  /** What the button does, all of it. */
  get deed(): string {
    const names = this.chosen.map((one) => one.name);
    if (this.way === "lead" || !names.length) return words.lobby.found;
    if (this.adventure) return words.adventure.playIt(names, this.adventure.title);
    return words.lobby.play(names, this.ready?.title ?? "");
  }

  /** How one plays, where nothing else was settled. Where the machine leads the game, nobody could open anything later. */
  get settings(): Record<string, unknown> {
    return this.way === "lead" ? {} : { pause: PAUSE, lab: true, branches: true };
  }

  /** Who sits at the new table, and for whom the machine plays. `open`: the scene is there at once. */
  seated(open: boolean): Pick<Founding, "seats" | "machines" | "open"> {
    if (this.way === "lead") return {};
    open &&= !this.adventure; // it begins with what is read aloud
    return {
      seats: this.chosen.map((hero, at) => ({ role: "player", name: this.nameOf(at), beings: [open ? hero.id : hero.character] })),
      machines: Object.fromEntries([...this.told.sides, GM].map((who) => [who, MACHINE])),
      open,
    };
  }

  /** The name of who has the seat of the game master. */
  get master(): string {
    if (this.way !== "lead") return words.lobby.theMachine;
    return this.names[0]?.trim() || words.lobby.gameMaster;
  }
}
