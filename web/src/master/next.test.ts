import { expect, test } from "vitest";
import type { CallTold } from "../protocol/types";
import { between } from "./next";

const call = (name: string, refused: CallTold["refused"] = null): CallTold => ({ name, label: name, about: "", rule: "", refused, args: [] });

test("where nobody is to act it goes on by what the game has for that, as far as it may be now", () => {
  const calls = [call("damage"), call("rest"), call("begin_travel", { reason: "not in a fight", rule: "" }), call("pass_time"), call("finish_rest")];
  expect(between(calls).map((one) => one.name)).toEqual(["rest", "pass_time", "finish_rest"]);
});
