import { expect, test } from "vitest";
import { openStoredOutputs } from "../../execution/results/stored-outputs.ts";
import { getExecution } from "./get-execution.ts";

type Arguments = Parameters<typeof getExecution>;

/** @param stored the members of a record that are shown as they are stored */
async function get(stored: { input: string | null; output: string | null }) {
  const resource = { historyId: 7, companyId: 1, dataSize: 2, createdDate: new Date(0), ...stored };
  const input = { resource: { ...resource, isOutputCut: false } } as unknown as Arguments[2];
  const deps = { storedOutputs: openStoredOutputs() };
  return (await getExecution(deps, { accountUserId: 1 } as Arguments[1], input)).json;
}

test("input and output are shown as JSON, and what is not stored as null", async () => {
  expect(JSON.parse(await get({ input: '{"fields":{}}', output: "[9007199254740993]" }))).toEqual({
    historyId: 7,
    dataSize: 2,
    createdDate: "1970-01-01T00:00:00.000Z",
    input: { fields: {} },
    output: ["9007199254740993"],
    isOutputCut: false,
  });
  expect(JSON.parse(await get({ input: null, output: null }))).toMatchObject({ input: null, output: null });
});

test("a long output is passed on unread", async () => {
  const output = `[ ${'{"a":{}},'.repeat(300_000)}1]`;
  expect(await get({ input: null, output })).toContain(`"output":${output}`);
});
