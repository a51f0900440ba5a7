import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checked, face, sealOf } from "./dice";
import { chainOf } from "./links";
import { fromHex, hex, hmac, sha256 } from "./sha256";

const vectors = JSON.parse(readFileSync(new URL("../../../docs/dice-vectors.json", import.meta.url), "utf-8")) as {
  seed: string;
  seal: string;
  faces: [number, number, number][];
  chain: { secret: string; links: string[] };
  with_links: [number, number, string, number][];
};
const bytes = (text: string) => new TextEncoder().encode(text);

test("SHA-256 is what the standard says, also at the borders of a block", () => {
  expect(hex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (const length of [55, 56, 63, 64, 65, 119, 120, 1000]) expect(hex(sha256(new Uint8Array(length).fill(7)))).toBe(SEVENS[length]);
});

const SEVENS: Record<number, string> = {
  55: "943cc61860776ca8e78a365d988036ed2ade2ca4aca3236dd9501adc4fbbaa27",
  56: "849e6994b02d460680d1d4d9ed690aa35811c88056987e0b6cad0eb85cb7d98d",
  63: "4267755c91adbe48467358342d80bda027985cda840cea5aef936cdc0aa6138e",
  64: "6cfeeb3aa25d3f411dae5eec17d7369ca7153e72dcf54bcf4c3daec0f5b21fc7",
  65: "2fa7eeba09baebc8ecef6fcfd44a61d64619aefae0b51f724658aa6dc03e8424",
  119: "62f7b490eef6978ea4e047afde0cfd06b542157473c8911d06c787a4de76ef8e",
  120: "96a7c72dd059118dbff67391b9e719c6ea49d8985fbc1641fee363dcdee0f7e6",
  1000: "df1329c8b6c7cf3740bbe2f8bab34d253a8d9534a79dceea18177081fdf9f0e9",
};

test("HMAC is what the standard says, with short and long keys", () => {
  expect(hex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const long = hmac(new Uint8Array(131).fill(0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First"));
  expect(hex(long)).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});

test("the published vectors are what the seed gives", () => {
  expect(sealOf(vectors.seed)).toBe(vectors.seal);
  const seed = fromHex(vectors.seed);
  expect(vectors.faces.map(([number, sides]) => face(seed, number, sides))).toEqual(vectors.faces.map(([, , shows]) => shows));
  expect(chainOf(fromHex(vectors.chain.secret), 3)).toEqual(vectors.chain.links);
  expect(vectors.with_links.map(([number, sides, link]) => face(seed, number, sides, link))).toEqual(vectors.with_links.map(([, , , shows]) => shows));
});

const evening = (rolls: [number, number[], number[]][]) => ({ evening: 1, seal: vectors.seal, seed: vectors.seed, closed: true, rolls });
const [[, , one], [, , two], [, , three]] = vectors.faces as [number, number, number][] as [[number, number, number], [number, number, number], [number, number, number]];

test("an evening that is as its seed says is right", () => {
  const verdict = checked(evening([[1, [4, 6], [one, two]], [3, [8], [three]]]));
  expect(verdict).toMatchObject({ sealed: true, whole: true });
  expect(verdict.rolls.every((roll) => roll.right)).toBe(true);
});

test("another face, a die left out and another seed are found", () => {
  expect(checked(evening([[1, [4], [(one % 4) + 1]]])).rolls[0]).toMatchObject({ right: false, found: [one] });
  expect(checked(evening([[2, [6], [two]]])).whole).toBe(false);
  expect(checked({ ...evening([]), seal: "00".repeat(32) }).sealed).toBe(false);
});
