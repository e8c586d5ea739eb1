import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import * as apiSteps from "../support/doors/api-steps.ts";
import * as mcpSteps from "../support/doors/mcp-steps.ts";
import * as ownerSteps from "../support/doors/owner-steps.ts";
import { DoorRun, type DoorStep } from "../support/doors/run.ts";
import { makeDoorWorld } from "../support/doors/world.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";

let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

const kinds = { ...apiSteps, ...mcpSteps, ...ownerSteps };

type Step = DoorStep & { kind: keyof typeof kinds };

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...([
      "execute",
      "execute",
      "execute",
      "mcpCall",
      "mcpCall",
      "mcpCall",
      "readResult",
      "readResult",
    ] as const),
    ...([
      "listTools",
      "getTool",
      "mcpList",
      "mcpMeta",
      "mcpMeta",
      "readApi",
      "readOne",
      "connectLink",
    ] as const),
    ...(["decide", "decide", "change"] as const),
  ),
  credential: fc.nat(1000),
  tool: fc.nat(1000),
  toolset: fc.nat(1000),
  connection: fc.nat(1000),
  result: fc.nat(1000),
  variant: fc.nat(1000),
  idempotency: fc.nat(1000),
  byName: fc.boolean(),
  isNewest: fc.boolean(),
  isDryRun: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
});

const scenarios = fc.record({
  choices: fc.array(fc.nat(1000), { minLength: 101, maxLength: 101 }),
  steps: fc.array(steps, { minLength: 200, maxLength: 200 }),
});

test("no credential gets past its walls by any door", {
  timeout: 300_000,
  ...proves("walls.every-door", "walls.hints", "walls.results", "walls.replays", "walls.presets"),
}, async () => {
  const check = async ({
    choices,
    steps: wanted,
  }: typeof scenarios extends fc.Arbitrary<infer One> ? One : never) => {
    let next = 0;
    const take = () => choices[next++ % choices.length] ?? 0;
    const world = await makeDoorWorld(downstream, {
      yes: () => take() % 3 !== 0,
      one: (items) => items[take() % items.length] as (typeof items)[number],
    });
    const run = new DoorRun(world, downstream);
    for (const [index, step] of wanted.entries()) {
      await kinds[step.kind](run, step).catch((error: unknown) => {
        throw new Error(`Step ${index}, ${JSON.stringify(step)}`, { cause: error });
      });
    }
  };
  await fc.assert(fc.asyncProperty(scenarios, check), { numRuns: 6, endOnFailure: true });
});
