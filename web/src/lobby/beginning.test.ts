import { expect, test } from "vitest";
import type { GameTold } from "../protocol/types";
import { adventureId } from "./founding";
import { Beginning } from "./beginning.svelte";

const hero = (id: string) => ({ id, name: id.toUpperCase(), character: id });
const told = {
  sides: ["party", "foes"],
  adventures: [{ id: "tide", title: "The Tide", heroes: [{ id: "ann", name: "Ann", character: "ann" }] }],
  scenes: [
    { id: "market", title: "Night Market", heroes: [hero("ilse"), hero("nia")] },
    { id: "alley", title: "Back Alley", heroes: [hero("ilse"), hero("kestrel"), hero("mire")] },
    { id: "alone", title: "Alone", heroes: [hero("mire")] },
    { id: "board", title: "A board", heroes: [] },
  ],
} as unknown as GameTold;

test("it is whole at once: the first hero in the first scene, and the machine plays the rest", () => {
  const begun = new Beginning(told);
  expect(begun.headline).toBe("I play ILSE,\nthe machine plays the rest");
  expect(begun.deed).toBe("Play ILSE in Night Market");
  expect(begun.seated(true)).toEqual({
    seats: [{ role: "player", name: "Player 1", beings: ["ilse"] }],
    machines: { party: "simple", foes: "simple", gm: "simple" },
    open: true,
  });
});

test("where the machine leads the game, players may ask what if and use the lab", () => {
  const begun = new Beginning(told);
  expect(begun.settings).toMatchObject({ lab: true, branches: true });
  begun.take("lead");
  expect(begun.settings).toEqual({});
});

test("a hero stays chosen in every scene in which they are", () => {
  const begun = new Beginning(told);
  begun.choose(hero("nia"));
  begun.scene = "alley";
  expect(begun.deed).toBe("Play ILSE in Back Alley");
  begun.scene = "market";
  expect(begun.deed).toBe("Play NIA in Night Market");
});

test("two who share a screen play two heroes, and swap where one takes the other's", () => {
  const begun = new Beginning(told);
  begun.scene = "alley";
  begun.take("two");
  expect(begun.headline).toBe("Two of us, one screen:\nILSE and KESTREL");
  begun.choose(begun.heroes[0]!, 1);
  expect(begun.chosen.map((one) => one.id)).toEqual(["kestrel", "ilse"]);
  expect(begun.rest.map((one) => one.id)).toEqual(["mire"]);
  begun.names = ["Ada", ""];
  expect(begun.seated(false).seats?.map((seat) => seat.name)).toEqual(["Ada", "Player 2"]);
});

test("a scene for one is none for two, and whoever leads may have any", () => {
  const begun = new Beginning(told);
  begun.scene = "alone";
  begun.take("two");
  expect(begun.scene).toBe("market");
  begun.take("lead");
  begun.scene = "board";
  expect([begun.headline, begun.deed, begun.seated(true)]).toEqual(["I lead the game,\nmy friends play", "Start the table", {}]);
  begun.take("me");
  expect(begun.scene).toBe("market");
});

test("an adventure begins with what is read aloud, and its heroes are those who go on it", () => {
  const begun = new Beginning(told);
  begun.scene = adventureId({ id: "tide" });
  expect(begun.chosen.map((hero) => hero.id)).toEqual(["ann"]);
  expect(begun.deed).toBe("Begin The Tide as Ann");
  expect(begun.seated(true)).toMatchObject({ open: false, seats: [{ beings: ["ann"] }] });
  begun.take("two"); // there is one hero: two cannot go on it
  expect(begun.adventure).toBeUndefined();
});
