import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import {
  makeWorld,
  type World,
  type WorldConnection,
  type WorldKey,
  type WorldToolset,
} from "../support/isolation-world.ts";
import { proves } from "../support/proves.ts";

let downstream: Downstream;
let world: World;
beforeAll(async () => {
  downstream = await startDownstream();
  const [choices = []] = fc.sample(fc.array(fc.boolean(), { minLength: 400, maxLength: 400 }), 1);
  let next = 0;
  world = await makeWorld(downstream, () => choices[next++ % choices.length] ?? false);
});
afterAll(() => downstream?.stop());

interface Attempt {
  key: WorldKey;
  tool: World["tools"][number];
  explicit: WorldConnection | null;
  toolset: WorldToolset | null;
}

interface Expectation {
  /** The statuses of all rules that the attempt breaks; empty when it must succeed. */
  refusals: number[];
  connection: WorldConnection | null;
  resolvedBy: string;
}

/** The expected outcome of an attempt by rule 2 of the contract, D13 and D30. */
function computeExpectation(attempt: Attempt): Expectation {
  const { key, tool, explicit, toolset } = attempt;
  const refusals: number[] = [];
  if (key.isReadOnly && !tool.isReadOnly) {
    refusals.push(403);
  }
  if (explicit && explicit.ownerId !== key.ownerId) {
    refusals.push(403);
  }
  if (explicit && explicit.applicationSlug !== tool.applicationSlug) {
    refusals.push(400);
  }
  if (toolset && toolset.ownerId !== key.ownerId) {
    refusals.push(403);
  }
  if (toolset && key.toolset && toolset !== key.toolset) {
    refusals.push(403);
  }
  if (explicit) {
    if (key.toolset && !listPermitted(key.toolset, tool.slug).includes(explicit)) {
      refusals.push(403);
    }
    return { refusals, connection: explicit, resolvedBy: "explicit" };
  }
  const resolved = resolve(attempt);
  return typeof resolved === "number"
    ? { refusals: [...refusals, resolved], connection: null, resolvedBy: "" }
    : { refusals, ...resolved };
}

function resolve({
  key,
  tool,
  toolset,
}: Attempt): { connection: WorldConnection; resolvedBy: string } | number {
  const defaultConnection = world.connections.find(
    (each) => each.ownerId === key.ownerId && each.isDefault && each.applicationSlug === tool.applicationSlug,
  );
  const scope = key.toolset ?? toolset;
  const inScope = scope?.entries.filter(
    ({ connection }) => connection.applicationSlug === tool.applicationSlug,
  );
  if (scope && (inScope?.length || key.toolset)) {
    const permitted = listPermitted(scope, tool.slug);
    const [only] = permitted;
    if (!only) {
      return 403;
    }
    if (permitted.length === 1) {
      return { connection: only, resolvedBy: "toolset" };
    }
    return defaultConnection && permitted.includes(defaultConnection)
      ? { connection: defaultConnection, resolvedBy: "toolset" }
      : 409;
  }
  return defaultConnection ? { connection: defaultConnection, resolvedBy: "default" } : 409;
}

function listPermitted(toolset: WorldToolset, toolSlug: string): WorldConnection[] {
  return toolset.entries
    .filter(({ toolSlugs }) => toolSlugs.includes(toolSlug))
    .map(({ connection }) => connection);
}

async function checkAttempt(attempt: Attempt): Promise<void> {
  const { key, tool, explicit, toolset } = attempt;
  const expected = computeExpectation(attempt);
  downstream.forget();
  const query = { connectionId: explicit?.connectionId, toolsetId: toolset?.toolsetId };
  const body = { fields: tool.isReadOnly ? {} : { title: "x" } };
  const response = await key.caller.post(`/v1/tools/${tool.slug}/execute`, body, { query });
  if (expected.refusals.length > 0) {
    expect(expected.refusals, response.text).toContain(response.status);
    expect(downstream.requests).toEqual([]);
    return;
  }
  expect(response.status, response.text).toBe(200);
  expect(response.headers["x-bowline-connection-id"]).toBe(String(expected.connection?.connectionId));
  expect(response.headers["x-bowline-resolved-by"]).toBe(expected.resolvedBy);
  const secret = Object.values(expected.connection?.secrets ?? {})[0];
  expect(downstream.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
}

test("no key can access anything that the rules do not permit", {
  ...proves(
    "execute.resolution.explicit",
    "execute.resolution.toolset",
    "execute.resolution.default",
    "execute.resolution.none",
    "execute.resolution.not-another-default",
    "execute.resolution.not-permitted",
    "execute.resolution.ambiguous",
    "execute.query.connection-foreign",
    "execute.query.toolset-foreign",
    "keys.toolset.other-connection",
    "keys.toolset.other-tool",
    "keys.toolset.other-toolset",
    "keys.read-only.refuses",
    "execute.nothing-sent",
  ),
}, async () => {
  const pick = <Item>(items: Item[]) => fc.constantFrom(...items);
  const attempts = fc.record({
    key: pick(world.keys),
    tool: pick(world.tools),
    explicit: fc.option(pick(world.connections), { freq: 1 }),
    toolset: fc.option(pick(world.toolsets), { freq: 1 }),
  });
  const examples = world.keys.flatMap((key) =>
    world.tools.map((tool): [Attempt] => [{ key, tool, explicit: null, toolset: null }]),
  );
  await fc.assert(fc.asyncProperty(attempts, checkAttempt), { numRuns: 400, examples, endOnFailure: true });
});
