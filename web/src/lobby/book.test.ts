import { expect, test } from "vitest";
import { Problem } from "../protocol/http";
import type { Document, GameTold } from "../protocol/types";
import { words } from "../words";
import { Book } from "./book.svelte";
import { party, unplayed } from "./party";

const game = (name: string, characters: string[] = []) => ({ name, sides: ["party", "foes"], characters: characters.map((id) => ({ id, name: id, text: `${id}'s text` })) }) as unknown as GameTold;

test("a game is asked for once, however often the table changes", async () => {
  const asked: string[] = [];
  const book = new Book((name) => {
    asked.push(name);
    return Promise.resolve(game(name));
  });
  await Promise.all([book.open("crawl"), book.open("crawl"), book.open("crawl")]);
  expect([asked, book.told?.name]).toEqual([["crawl"], "crawl"]);
});

test("an answer that comes late does not overwrite the one that is wanted", async () => {
  const answers: Record<string, (told: GameTold) => void> = {};
  const book = new Book((name) => new Promise((resolve) => (answers[name] = resolve)));
  const both = Promise.all([book.open("crawl"), book.open("vitality")]);
  answers["vitality"]?.(game("vitality"));
  answers["crawl"]?.(game("crawl"));
  await both;
  expect(book.told?.name).toBe("vitality");
});

test("a server that does not answer is told, and asked again", async () => {
  let fails = true;
  const book = new Book((name) => (fails ? Promise.reject(new Problem(0, "")) : Promise.resolve(game(name))));
  await book.open("crawl");
  expect([book.told, book.why?.reason]).toEqual([null, words.app.noServer]);
  fails = false;
  await book.open("crawl");
  expect([book.told?.name, book.why]).toEqual(["crawl", null]);
});

test("those of the party in the scene can be played, and who is played already cannot", () => {
  const doc = {
    beings: { ann: { name: "Ann", side: "party" }, orc: { name: "Orc", side: "foes" }, ben: { name: "Ben", side: "party" } },
    characters: { cid: { name: "Cid", owner: "" }, dan: { name: "Dan", owner: "s2" } },
    seats: { s1: { beings: ["ben"] } },
  } as unknown as Document;
  const all = party(doc, game("crawl", ["ann"]));
  expect(all.map((one) => [one.id, one.text])).toEqual([["ann", "ann's text"], ["ben", ""], ["cid", ""], ["dan", ""]]);
  expect(unplayed(doc, all).map((one) => one.id)).toEqual(["ann", "cid"]);
});
