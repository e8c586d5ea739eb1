import { expect, test } from "vitest";
import { createLogger } from "../../log/logger.ts";
import { shapeOutcome } from "./shape-outcome.ts";

type Execution = Parameters<typeof shapeOutcome>[1];

const log = createLogger({ level: "silent", isTerminal: false });
const executionInfo = { statusCode: 200, headers: {}, executionTime: 1, dataSize: 2 };
const shape = (output: unknown, body: object) => {
  const tool = { entry: { slug: "shop_list_items", resultsPath: "" } };
  const execution = { tool, request: { body }, plan: null } as unknown as Execution;
  return shapeOutcome({ log }, execution, { isSuccess: true, output, outputText: null, executionInfo });
};

test("the output is shaped and written as JSON", async () => {
  expect(await shape([1, 2], { top: 1 })).toMatchObject({
    outcome: { isSuccess: true, output: [1] },
    outputJson: "[1]",
  });
});

test("an output that cannot be shaped is a failure of the call, without the output", async () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const filters = [{ fieldName: "a", operator: "contains", value: "x" }];
  const { outcome, outputJson } = await shape([{ a: deep }], { filters });
  expect(outcome).toMatchObject({ isSuccess: false, kind: "invalidOutput", output: null, executionInfo });
  expect(outputJson).toBe("null");
});
