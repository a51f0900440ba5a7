import { expect, test } from "vitest";
import { Problem } from "../../protocol/http";
import { Worth } from "./worth.svelte";

const refusal = () => Promise.reject(new Problem(400, "it names what nobody has"));

test("why there was no fight is not said of what has been changed since", async () => {
  const worth = new Worth({ worth: refusal, fight: refusal });
  await worth.run();
  expect(worth.fault).toBe("it names what nobody has");
  worth.look(`name = "Gavel"`, false);
  expect(worth.fault).toBe("");
  worth.leave();
});
