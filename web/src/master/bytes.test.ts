import { expect, test } from "vitest";
import { bytes } from "./bytes";

test("bytes are told as people say them", () => {
  expect([0, 999, 1_000, 3_210_000, 2e9].map(bytes)).toEqual(["0 bytes", "999 bytes", "1 kB", "3.2 MB", "2 GB"]);
});
