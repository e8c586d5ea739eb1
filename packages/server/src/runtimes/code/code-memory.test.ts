import { afterAll, beforeAll, expect, test } from "vitest";
import { codeFolder, prepareCodeCall } from "../../../testing/prepare-code-call.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";

let egress: Egress;
let runtimes: Runtimes;

beforeAll(() => {
  egress = openEgress({ allowedPrivateNetworks: [] });
  runtimes = openRuntimes(egress, { folder: codeFolder, onReport: () => undefined });
});

afterAll(() => egress.close());

const run = (operation: string): Promise<Outcome> =>
  prepareCodeCall(
    runtimes,
    { serverUrl: "", variables: {}, placements: [], secretValues: [] },
    operation,
  ).send({ timeoutMs: 20_000, maxBytes: 1_000_000, mayRepeat: false });

test.each(["fill_memory", "fill_memory_at_once", "fill_buffers"])(
  "%s, which needs too much, fails alone",
  async (operation) => {
    const [outcome, beside] = await Promise.all([run(operation), run("sum")]);
    expect(outcome).toMatchObject({
      isSuccess: false,
      kind: "toolError",
      message: expect.stringContaining("The tool's code needs more than 192 MB of memory."),
    });
    expect(beside).toMatchObject({ output: { sum: 3 } });
    expect(await run("sum")).toMatchObject({ output: { sum: 3 } });
  },
);

test("memory that a call took is not counted for a later one", async () => {
  for (let call = 0; call < 3; call++) {
    expect(await run("take_much_memory")).toMatchObject({ output: 150_000_000 });
  }
});
