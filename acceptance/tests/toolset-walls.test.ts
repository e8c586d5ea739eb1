import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, makeKey } from "../support/actors.ts";
import { connect, type MadeConnection } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import type { ArrivedRequest } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject, Toolset, ToolsetSettings } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
/** What each operation takes, with the values that agents send and those that owners preset. */
const operations = {
  list_items: { color: ["red", "blue"] },
  create_item: { title: ["One", "Two"], amount: [1, 2], due: ["2026-03-01T09:30:00Z"] },
  delete_item: { itemId: [1, 2] },
} as const;
type Operation = keyof typeof operations;
const names = Object.keys(operations) as Operation[];
const required: Record<Operation, string[]> = {
  list_items: [],
  create_item: ["title"],
  delete_item: ["itemId"],
};

interface Input {
  operation: Operation;
  /** The indexes of the values sent, by name; members without one are not sent. */
  values: Record<string, number | null>;
}

interface Step {
  door: "narrowed" | "toolsetId" | "otherConnection" | "givenName" | "bareOperation";
  /** The index of the scenario's input. */
  input: number;
  /** Names in another spelling. */
  isShouted: boolean;
  place: "fields" | "subItems";
  isDryRun: boolean;
  idempotencyKey: string | null;
  /** Done before the call, to the last approval that was asked for. */
  decision: "approve" | "deny" | "agent" | "stranger" | null;
}

interface Scenario {
  approvals: "none" | "destructive" | "writes" | "all" | Operation[];
  presets: Record<Operation, Record<string, number | null>>;
  /** Few, so that the same calls are made again. */
  inputs: Input[];
  steps: Step[];
}

const index = fc.option(fc.constantFrom(0, 1), { freq: 2 });
const valuesOf = (operation: Operation) =>
  fc.record(Object.fromEntries(Object.keys(operations[operation]).map((name) => [name, index])));
const rarely = fc.integer({ min: 0, max: 5 }).map((one) => one === 0);
const inputs: fc.Arbitrary<Input> = fc
  .constantFrom(...names)
  .chain((operation) => fc.record({ operation: fc.constant(operation), values: valuesOf(operation) }));
const steps: fc.Arbitrary<Step> = fc.record({
  door: fc.constantFrom("narrowed", "toolsetId", "otherConnection", "givenName", "bareOperation"),
  input: fc.nat({ max: 1 }),
  isShouted: rarely,
  place: fc.constantFrom("fields", "subItems"),
  isDryRun: rarely,
  idempotencyKey: fc.constantFrom(null, null, null, "a", "b"),
  decision: fc.constantFrom("approve", "approve", "approve", "deny", "agent", "stranger", null),
});
const scenarios: fc.Arbitrary<Scenario> = fc.record({
  approvals: fc.oneof(
    fc.constantFrom("none" as const, "destructive" as const, "writes" as const, "all" as const),
    fc.subarray(names),
  ),
  presets: fc.record({
    list_items: valuesOf("list_items"),
    create_item: valuesOf("create_item"),
    delete_item: valuesOf("delete_item"),
  }),
  inputs: fc.array(inputs, { minLength: 2, maxLength: 2 }),
  steps: fc.array(steps, { minLength: 10, maxLength: 20 }),
});

let owner: Actor;
let stranger: Actor;
let inside: MadeConnection;
let outside: MadeConnection;
let run = 0;

beforeAll(async () => {
  owner = await hireActor();
  stranger = await hireActor();
  inside = await connect(owner, bench.application);
  outside = await connect(owner, bench.application);
});

/** The values by name, without those that are null. */
function read(operation: Operation, values: Record<string, number | null>): JsonObject {
  const known: Record<string, readonly unknown[]> = operations[operation];
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, at]) =>
      at === null ? [] : [[name, known[name]?.[at] ?? known[name]?.[0]]],
    ),
  );
}

function needsApproval(approvals: Scenario["approvals"], operation: Operation): boolean {
  if (Array.isArray(approvals)) {
    return approvals.includes(operation);
  }
  const groups = {
    list_items: ["all"],
    create_item: ["all", "writes"],
    delete_item: ["all", "writes", "destructive"],
  };
  return groups[operation].includes(approvals);
}

async function makeToolset({ approvals, presets }: Scenario): Promise<Toolset> {
  const { connectionId, applicationSlug } = inside;
  const tools: ToolsetSettings["tools"] = Object.fromEntries(
    names.map((name) => [bench.tool(name), { name: `do_${name}`, presets: read(name, presets[name]) }]),
  );
  const settings = { tools, approvals: Array.isArray(approvals) ? approvals.map(bench.tool) : approvals };
  const connections = [{ connectionId, applicationSlug, toolSlugs: names.map(bench.tool) }];
  return succeed<Toolset>(owner.post("/v1/toolsets", { name: "Walls", connections, settings }));
}

function call(
  agent: Caller,
  { toolsetId }: Toolset,
  operation: Operation,
  { door, place, isDryRun, idempotencyKey }: Step,
  sent: JsonObject,
): Promise<ApiResponse> {
  const named = { narrowed: bench.tool(operation), givenName: `do_${operation}`, bareOperation: operation };
  const tool = door in named ? named[door as keyof typeof named] : bench.tool(operation);
  const byKey = door === "narrowed" || door === "givenName";
  const query = {
    ...(!byKey && { toolsetId: toolsetId.toUpperCase() }),
    ...(door === "otherConnection" && { connectionId: outside.connectionId }),
    ...(door === "bareOperation" && { applicationSlug: bench.application.slug }),
    ...(isDryRun && { dryRun: true }),
  };
  const headers =
    idempotencyKey === null ? {} : { "idempotency-key": `${toolsetId}-${run}-${idempotencyKey}` };
  const caller = byKey ? agent : owner;
  return caller.post(`/v1/tools/${tool}/execute`, { [place]: sent }, { query, headers });
}

/** Decides as somebody; only the owner can. */
async function decide(agent: Caller, decision: Step["decision"], id: string): Promise<boolean> {
  const deciders = { approve: owner, deny: owner, agent, stranger };
  if (decision === null) {
    return false;
  }
  const verb = decision === "deny" ? "Deny" : "Approve";
  const response = await deciders[decision].post(
    `/v1/approvals/${id}/${verb}`,
    verb === "Deny" ? {} : undefined,
  );
  expect(decision === "approve" || decision === "deny" ? [200, 409] : [403], response.text).toContain(
    response.status,
  );
  return response.status === 200;
}

/** The values that arrived downstream. */
function readArrived(operation: Operation): JsonObject[] {
  const readers: Record<Operation, (request: ArrivedRequest) => JsonObject> = {
    list_items: ({ query }) => Object.fromEntries(new URLSearchParams(query)),
    create_item: ({ body }) => JSON.parse(body.toString()),
    delete_item: ({ path }) => ({ itemId: Number(path.split("/").at(-1)) }),
  };
  return bench.downstream.requests.map(readers[operation]);
}

async function checkScenario(scenario: Scenario): Promise<void> {
  run++;
  const toolset = await makeToolset(scenario);
  const { apiKey } = await makeKey(owner, { name: "Agent", toolsetId: toolset.toolsetId });
  const agent = createKeyCaller(apiKey);
  await checkHidden(agent, scenario);
  /** Calls that may run, with the approval that lets them. */
  const approved = new Map<string, string>();
  const asked = new Map<string, string>();
  let last: { id: string; key: string } | null = null;
  for (const step of scenario.steps) {
    if (last !== null && (await decide(agent, step.decision, last.id))) {
      if (step.decision === "approve") {
        approved.set(last.key, last.id);
      } else {
        approved.delete(last.key);
      }
      asked.delete(last.key);
    }
    const { operation, values } = scenario.inputs[step.input] ?? scenario.inputs[0] ?? never();
    const isShouted = step.isShouted && operation === "create_item";
    const presets = read(operation, scenario.presets[operation]);
    const given = read(operation, values);
    const sent = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [isShouted ? name.toUpperCase() : name, value]),
    );
    const wanted = { ...given, ...presets };
    bench.downstream.forget();
    const response = await call(agent, toolset, operation, step, sent);
    const arrived = readArrived(operation);
    const isOverride = Object.keys(given).some((name) => Object.hasOwn(presets, name));
    const isComplete = required[operation].every((name) => Object.hasOwn(wanted, name));
    const isUnknown = isShouted && Object.keys(given).length > 0;
    if (isOverride || !isComplete || isUnknown) {
      expect(response.status, response.text).toBe(400);
      expect(arrived).toEqual([]);
      continue;
    }
    // The same idempotency key for another request is refused, and for the same one nothing is sent again.
    if (step.idempotencyKey !== null && !step.isDryRun && (response.status === 409 || arrived.length === 0)) {
      expect(arrived).toEqual([]);
      if (response.status === 409 || response.headers["x-bowline-approval-id"] === undefined) {
        continue;
      }
    }
    expect(response.status, response.text).toBe(200);
    if (step.isDryRun) {
      expect(arrived).toEqual([]);
      continue;
    }
    const sorted = Object.entries(wanted).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify([operation, step.door === "otherConnection", sorted]);
    const approvalId = response.headers["x-bowline-approval-id"];
    if (needsApproval(scenario.approvals, operation) && !approved.has(key)) {
      expect(arrived).toEqual([]);
      expect(response.body).toMatchObject({ isSuccess: false, historyId: null });
      expect(approvalId).toBeDefined();
      expect(approvalId).toBe(asked.get(key) ?? approvalId);
      asked.set(key, approvalId ?? "");
      last = { id: approvalId ?? "", key };
      continue;
    }
    expect(approvalId).toBeUndefined();
    expect(arrived).toEqual([wanted]);
    approved.delete(key);
  }
}

function never(): never {
  throw new Error("A scenario has two inputs.");
}

/** The agent sees no preset, in no list and no schema. */
async function checkHidden(agent: Caller, { presets }: Scenario): Promise<void> {
  for (const name of names) {
    const hidden = Object.keys(read(name, presets[name]));
    const shown = Object.keys(operations[name]).filter((member) => !hidden.includes(member));
    for (const path of [`/v1/tools/${bench.tool(name)}/schema`, `/v1/tools/do_${name}?view=input`]) {
      const { inputSchema } = await succeed<{ inputSchema: { properties?: object } }>(agent.get(path));
      const members = Object.keys(inputSchema.properties ?? {});
      expect(members).toEqual(expect.arrayContaining(shown));
      expect(members.filter((member) => hidden.includes(member))).toEqual([]);
    }
  }
}

test("no agent gets round a preset or an approval", {
  timeout: 300_000,
  ...proves("approvals.no-way-round"),
}, async () => {
  await fc.assert(fc.asyncProperty(scenarios, checkScenario), { numRuns: 30, endOnFailure: true });
});
