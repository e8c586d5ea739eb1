import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type {
  Approval,
  ExecuteResponse,
  Execution,
  ListOf,
  Toolset,
  ToolsetSettings,
} from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const operations = ["create_item", "update_item", "delete_item", "list_items", "send_form"];
let agent: Caller;
let toolset: Toolset;
let item: string;
let count = 0;

beforeAll(async () => {
  item = bench.tool("create_item");
  toolset = await makeToolset(bench.caller, "writes");
  agent = await narrow(bench.caller, toolset);
});

beforeEach(() => bench.downstream.forget());

async function makeToolset(
  caller: Actor,
  approvals: ToolsetSettings["approvals"],
  tools: ToolsetSettings["tools"] = {},
): Promise<Toolset> {
  const { connectionId, applicationSlug } = await connect(caller, bench.application);
  const connections = [{ connectionId, applicationSlug, toolSlugs: operations.map(bench.tool) }];
  const body = { name: "Approved", connections, settings: { approvals, tools } };
  return succeed<Toolset>(caller.post("/v1/toolsets", body));
}

async function narrow(caller: Caller, { toolsetId }: Toolset): Promise<Caller> {
  const { apiKey } = await makeKey(caller, { name: "Agent", toolsetId });
  return createKeyCaller(apiKey);
}

/** An input that no other test sends. */
const fresh = () => ({ title: `Item ${++count}` });

type Options = { query?: Record<string, string | boolean>; headers?: Record<string, string> };
const run = (caller: Caller, fields: unknown, options: Options = {}, tool = item): Promise<ApiResponse> =>
  caller.post(`/v1/tools/${tool}/execute`, { fields }, options);

/** Expects that a call waits for an approval and was not sent, and returns the approval's id. */
async function waits(pending: Promise<ApiResponse>): Promise<string> {
  const sent = bench.downstream.requests.length;
  const response = await pending;
  const outcome = await succeed<ExecuteResponse>(Promise.resolve(response));
  expect(outcome).toMatchObject({ isSuccess: false, output: null, historyId: null });
  const approvalId = response.headers["x-bowline-approval-id"] ?? "";
  expect(outcome.errorMessage).toContain(`/approvals/${approvalId}`);
  expect(approvalId).toMatch(/^[0-9a-f-]{36}$/);
  expect(bench.downstream.requests.length).toBe(sent);
  return approvalId;
}

async function runs(pending: Promise<ApiResponse>): Promise<ExecuteResponse> {
  const response = await pending;
  const outcome = await succeed<ExecuteResponse>(Promise.resolve(response));
  expect(outcome.isSuccess, response.text).toBe(true);
  expect(response.headers).not.toHaveProperty("x-bowline-approval-id");
  return outcome;
}

const approve = (caller: Caller, id: string) => caller.post(`/v1/approvals/${id}/Approve`);
const deny = (caller: Caller, id: string, body = {}) => caller.post(`/v1/approvals/${id}/Deny`, body);
const read = (caller: Caller, id: string) => succeed<Approval>(caller.get(`/v1/approvals/${id}`));

describe("a call that needs an approval", () => {
  test(
    "waits, runs once when it was approved, then waits again",
    proves("approvals.held", "approvals.once"),
    async () => {
      const fields = fresh();
      const approvalId = await waits(run(agent, fields));
      expect((await read(bench.caller, approvalId)).status).toBe("waiting");
      await succeed(approve(bench.caller, approvalId));
      const { historyId } = await runs(run(agent, fields));
      expect(bench.downstream.requests).toHaveLength(1);
      expect((await read(bench.caller, approvalId)).status).toBe("used");
      const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
      expect(record.toolSlug).toBe(item);
      expect(await waits(run(agent, fields))).not.toBe(approvalId);
    },
  );

  test(
    "reuses the request that waits, whatever the order of its members",
    proves("approvals.reused"),
    async () => {
      const { title } = fresh();
      const approvalId = await waits(run(agent, { title, amount: 1 }));
      expect(await waits(run(agent, { amount: 1, title }))).toBe(approvalId);
      const pending = [1, 2, 3, 4].map(() => waits(run(agent, { title, amount: 2 })));
      expect(new Set(await Promise.all(pending)).size).toBe(1);
    },
  );

  test("runs once when two are made at once", proves("approvals.once"), async () => {
    const fields = fresh();
    await succeed(approve(bench.caller, await waits(run(agent, fields))));
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => run(agent, fields)));
    expect(responses.filter(({ body }) => (body as ExecuteResponse).isSuccess)).toHaveLength(1);
    expect(bench.downstream.requests).toHaveLength(1);
  });

  test("is bound to its tool, input, connection and caller", proves("approvals.bound"), async () => {
    const fields = fresh();
    const approvalId = await waits(run(agent, fields));
    await succeed(approve(bench.caller, approvalId));
    const other = await connect(bench.caller, bench.application);
    const custom = { customConnectionData: [{ fieldName: "region", value: "us" }] };
    const stranger = await hireActor();
    const foreign = await narrow(stranger, await makeToolset(stranger, "all"));
    const second = await narrow(bench.caller, await makeToolset(bench.caller, "all"));
    const query = { toolsetId: toolset.toolsetId, connectionId: String(other.connectionId) };
    for (const attempt of [
      run(agent, { ...fields, amount: 1 }),
      run(agent, { title: `${fields.title} ` }),
      run(agent, { ...fields, itemId: 1 }, {}, bench.tool("update_item")),
      run(bench.caller, fields, { query }),
      agent.post(`/v1/tools/${item}/execute`, { fields, ...custom }),
      run(foreign, fields),
      run(second, fields),
    ]) {
      expect(await waits(attempt)).not.toBe(approvalId);
    }
    await runs(run(agent, fields));
  });

  test(
    "waits again when an import has changed what it sends, or where to",
    proves("approvals.imported"),
    async () => {
      const slug = uniqueName("moving");
      const importWith = (path: string, members = {}, operation = {}) => {
        const servers = [{ url: bench.downstream.origin }];
        const post = { operationId: "post_thing", responses: {}, ...operation };
        const document = {
          openapi: "3.1.0",
          info: { title: "Moving" },
          servers,
          paths: { [path]: { post } },
        };
        return importDownstream(bench.downstream, { slug, body: { document, ...members } });
      };
      const application = await importWith("/items");
      const tool = application.tool("post_thing");
      const { connectionId } = await connect(bench.caller, application);
      const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [tool] }];
      const body = { name: "Moving", connections, settings: { approvals: "all" } };
      const { toolsetId } = await succeed<Toolset>(bench.caller.post("/v1/toolsets", body));
      const call = () => run(bench.caller, {}, { query: { toolsetId } }, tool);
      const first = await waits(call());
      await succeed(approve(bench.caller, first));
      await importWith("/items");
      expect((await read(bench.caller, first)).status).toBe("approved");
      await importWith("/things");
      const second = await waits(call());
      expect(second).not.toBe(first);
      await succeed(approve(bench.caller, second));
      const requestBody = { content: { "text/csv": { schema: { type: "string" } } } };
      await importWith("/things", {}, { requestBody });
      const third = await waits(call());
      expect([first, second]).not.toContain(third);
      await succeed(approve(bench.caller, third));
      await importWith("/things", {}, { requestBody, description: "Deletes everything else." });
      const fourth = await waits(call());
      expect([first, second, third]).not.toContain(fourth);
      await succeed(approve(bench.caller, fourth));
      await importWith("/things", { baseUrl: `${bench.downstream.origin}/v2` }, { requestBody });
      expect([first, second, third, fourth]).not.toContain(await waits(call()));
    },
  );

  test("waits again when its connection has got other fields", proves("approvals.fields"), async () => {
    const application = await importDownstream(bench.downstream, { schemes: ["basicAuth"] });
    const { connectionId } = await connect(bench.caller, application, { fields: { username: "staging" } });
    const tool = application.tool("create_item");
    const connections = [{ connectionId, applicationSlug: application.slug, toolSlugs: [tool] }];
    const body = { name: "Held", connections, settings: { approvals: "all" } };
    const { toolsetId } = await succeed<Toolset>(bench.caller.post("/v1/toolsets", body));
    const fields = fresh();
    const call = () => run(bench.caller, fields, { query: { toolsetId } }, tool);
    const sign = (username: string) =>
      succeed(bench.caller.patch(`/v1/connections/${connectionId}`, { fields: { username } }));
    const approvalId = await waits(call());
    await succeed(approve(bench.caller, approvalId));
    await sign("production");
    expect(await waits(call())).not.toBe(approvalId);
    await sign("staging");
    await runs(call());
  });

  test("is the same by each way through the toolset", proves("approvals.doors"), async () => {
    const fields = fresh();
    const approvalId = await waits(run(agent, fields));
    const query = { toolsetId: toolset.toolsetId.toUpperCase() };
    expect(await waits(run(bench.caller, fields, { query }))).toBe(approvalId);
    const bare = { ...query, applicationSlug: bench.application.slug };
    expect(await waits(run(bench.caller, fields, { query: bare }, "create_item"))).toBe(approvalId);
    const subItems = agent.post(`/v1/tools/${item}/execute`, { subItems: fields });
    expect(await waits(subItems)).toBe(approvalId);
    await runs(run(bench.caller, fields));
  });

  test("passes every other check again when it runs", proves("approvals.checks"), async () => {
    const made = await makeToolset(bench.caller, "all");
    const keyed = await narrow(bench.caller, made);
    const fields = fresh();
    await refuse(run(keyed, { title: "" }), "VALIDATION_ERROR", ["fields.title"]);
    const approvalId = await waits(run(keyed, fields));
    await succeed(approve(bench.caller, approvalId));
    const [entry] = made.connections;
    const connections = [{ ...entry, applicationName: undefined, toolSlugs: [] }];
    await succeed(bench.caller.patch(`/v1/toolsets/${made.toolsetId}`, { connections }));
    await refuse(run(keyed, fields), "TOOL_NOT_PERMITTED");
    expect(bench.downstream.requests).toEqual([]);
    expect((await read(bench.caller, approvalId)).status).toBe("approved");
  });

  test(
    "is shown with its presets, names and masked secrets",
    proves("approvals.record", "approvals.names"),
    async () => {
      const form = bench.tool("send_form");
      const made = await makeToolset(bench.caller, "all", { [form]: { presets: { second: 7 } } });
      const keyed = await narrow(bench.caller, made);
      const approvalId = await waits(run(keyed, { first: "shown" }, {}, form));
      const record = await read(bench.caller, approvalId);
      expect(record).toEqual({
        approvalId,
        status: "waiting",
        toolSlug: form,
        connectionId: made.connections[0]?.connectionId,
        input: { first: "shown", second: 7 },
        isInputCut: false,
        requestedDate: expect.any(String),
        expiresDate: expect.any(String),
        decidedDate: null,
        decidedByAccountUserId: null,
        reason: null,
        accountUserId: expect.any(Number),
        toolsetId: made.toolsetId,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        tool: {
          name: expect.any(String),
          applicationSlug: made.connections[0]?.applicationSlug,
          applicationName: made.connections[0]?.applicationName,
          annotations: expect.objectContaining({ readOnlyHint: false }),
        },
        names: {
          member: expect.any(String),
          toolset: expect.any(String),
          connection: expect.any(String),
          decidedBy: null,
        },
      });
      await succeed(approve(bench.caller, approvalId));
      expect(await read(bench.caller, approvalId)).toMatchObject({
        names: { decidedBy: expect.any(String) },
      });
      expect(Date.parse(record.expiresDate) - Date.parse(record.requestedDate)).toBe(3_600_000);
    },
  );

  test("has a digest that only equal requests share", proves("approvals.digest"), async () => {
    const made = await makeToolset(bench.caller, "all");
    const keyed = await narrow(bench.caller, made);
    const readDigest = async (fields: object) =>
      (await read(bench.caller, await waits(run(keyed, fields)))).digest;
    const fields = fresh();
    const approvalId = await waits(run(keyed, fields));
    const { digest } = await read(bench.caller, approvalId);
    expect(await readDigest({ ...fields, amount: 1 })).not.toBe(digest);
    await succeed(deny(bench.caller, approvalId));
    expect(await readDigest(fields)).toBe(digest);
    expect((await read(bench.caller, approvalId)).digest).toBe(digest);
  });

  test("has no dry run that waits", proves("approvals.dry-run"), async () => {
    const query = { dryRun: true };
    const held = run(agent, fresh(), { query });
    await runs(held);
    expect((await held).headers["x-bowline-warning"]).toMatch(/sent only when a person has approved it/);
    const free = run(agent, {}, { query }, bench.tool("list_items"));
    await runs(free);
    expect((await free).headers).not.toHaveProperty("x-bowline-warning");
    expect(bench.downstream.requests).toEqual([]);
  });

  test(
    "with an idempotency key runs once, and then returns the stored response",
    proves("approvals.idempotency"),
    async () => {
      const fields = fresh();
      const headers = { "idempotency-key": `approved-${Date.now()}` };
      const approvalId = await waits(run(agent, fields, { headers }));
      expect(await waits(run(agent, fields, { headers }))).toBe(approvalId);
      await succeed(approve(bench.caller, approvalId));
      const first = await run(agent, fields, { headers });
      const second = await run(agent, fields, { headers });
      expect((first.body as ExecuteResponse).isSuccess).toBe(true);
      expect(second.text).toBe(first.text);
      expect(bench.downstream.requests).toHaveLength(1);
    },
  );
});

describe("the setting approvals", () => {
  const input = { itemId: 3, title: "x" };
  const cases: [approvals: () => ToolsetSettings["approvals"], held: string[]][] = [
    [() => "none", []],
    [() => "destructive", ["update_item", "delete_item"]],
    [() => "writes", ["create_item", "update_item", "delete_item", "send_form"]],
    [() => "all", operations],
    [() => [bench.tool("list_items")], ["list_items"]],
    [() => [], []],
  ];
  test.each(cases)(
    "holds back the calls that it names: %#",
    proves("approvals.setting"),
    async (approvals, held) => {
      const keyed = await narrow(bench.caller, await makeToolset(bench.caller, approvals()));
      for (const operation of operations) {
        const names = { create_item: ["title"], update_item: ["itemId", "title"], delete_item: ["itemId"] };
        const wanted = names[operation as keyof typeof names] ?? [];
        const fields = Object.fromEntries(wanted.map((name) => [name, input[name as keyof typeof input]]));
        const pending = run(keyed, fields, {}, bench.tool(operation));
        await (held.includes(operation) ? waits(pending) : runs(pending));
      }
    },
  );
});

describe("deciding an approval", () => {
  test("says who decided and when, and why not", proves("approvals.decide"), async () => {
    const approved = await succeed<Approval>(approve(bench.caller, await waits(run(agent, fresh()))));
    expect(approved).toMatchObject({
      status: "approved",
      decidedByAccountUserId: bench.caller.accountUserId,
    });
    expect(Date.parse(approved.expiresDate) - Date.parse(approved.decidedDate ?? "")).toBe(3_600_000);
    const fields = fresh();
    const approvalId = await waits(run(agent, fields));
    const denied = await succeed<Approval>(deny(bench.caller, approvalId, { reason: "Too many" }));
    expect(denied).toMatchObject({ approvalId, status: "denied", reason: "Too many" });
    expect(await waits(run(agent, fields))).not.toBe(approvalId);
  });

  test("is 409 once it was used or denied", proves("approvals.decide.conflict"), async () => {
    const fields = fresh();
    const used = await waits(run(agent, fields));
    await succeed(approve(bench.caller, used));
    await runs(run(agent, fields));
    const denied = await waits(run(agent, fresh()));
    await succeed(deny(bench.caller, denied));
    for (const id of [used, denied]) {
      await refuse(approve(bench.caller, id), "CONFLICT");
      await refuse(deny(bench.caller, id), "CONFLICT");
    }
  });

  test("can be repeated, and taken back until the call ran", proves("approvals.decide.again"), async () => {
    const fields = fresh();
    const approvalId = await waits(run(agent, fields));
    const first = await succeed<Approval>(approve(bench.caller, approvalId));
    expect(await succeed<Approval>(approve(bench.caller, approvalId))).toEqual(first);
    await succeed(deny(bench.caller, approvalId));
    await waits(run(agent, fields));
  });

  test(
    "is for the owner, and for a service member also its company's Admins",
    proves("approvals.who"),
    async () => {
      const approvalId = await waits(run(agent, fresh()));
      const stranger = await hireActor();
      for (const attempt of [approve(stranger, approvalId), deny(stranger, approvalId)]) {
        await refuse(attempt, "FORBIDDEN");
      }
      await refuse(stranger.get(`/v1/approvals/${approvalId}`), "FORBIDDEN");
      const { items } = await succeed<ListOf<Approval>>(stranger.get("/v1/approvals"));
      expect(items).toEqual([]);
      await succeed(approve(await hireActor({ role: "Admin" }), approvalId));
      expect((await read(theAdmin(), approvalId)).status).toBe("approved");
    },
  );

  test("is never for a credential that is narrowed or read-only", proves("approvals.narrowed"), async () => {
    const approvalId = await waits(run(agent, fresh()));
    const elsewhere = await narrow(bench.caller, await makeToolset(bench.caller, "none"));
    const { apiKey } = await makeKey(bench.caller, { name: "Reader", readOnly: true });
    const reader = createKeyCaller(apiKey);
    for (const caller of [agent, elsewhere, reader]) {
      await refuse(approve(caller, approvalId), "FORBIDDEN");
      await refuse(deny(caller, approvalId), "FORBIDDEN");
    }
    for (const caller of [agent, elsewhere]) {
      await refuse(caller.get(`/v1/approvals/${approvalId}`), "FORBIDDEN");
      await refuse(caller.get("/v1/approvals"), "FORBIDDEN");
    }
    expect((await read(reader, approvalId)).status).toBe("waiting");
  });

  test(
    "ends with a reason when the connection or the application of its call is deleted",
    proves("approvals.ended"),
    async () => {
      const application = await importDownstream(bench.downstream);
      const tool = application.tool("create_item");
      const hold = async () => {
        const { connectionId, applicationSlug } = await connect(bench.caller, application);
        const connections = [{ connectionId, applicationSlug, toolSlugs: [tool] }];
        const body = { name: "Held", connections, settings: { approvals: "all" } };
        const held = await succeed<Toolset>(bench.caller.post("/v1/toolsets", body));
        const approvalId = await waits(run(await narrow(bench.caller, held), fresh(), {}, tool));
        return { connectionId, approvalId };
      };
      const [one, other] = [await hold(), await hold()];
      await succeed(approve(bench.caller, other.approvalId));
      await succeed(bench.caller.delete(`/v1/connections/${one.connectionId}`));
      const ended = { status: "expired", reason: "The connection was deleted." };
      expect(await read(bench.caller, one.approvalId)).toMatchObject(ended);
      expect((await read(bench.caller, other.approvalId)).status).toBe("approved");

      await succeed(theAdmin().delete(`/v1/applications/${application.slug}`, { force: true }));
      const gone = { status: "expired", reason: "The application was deleted.", tool: null };
      expect(await read(bench.caller, other.approvalId)).toMatchObject(gone);
      const { items } = await succeed<ListOf<Approval>>(
        bench.caller.get("/v1/approvals", { status: "waiting", top: 1000 }),
      );
      expect(items.map(({ approvalId }) => approvalId)).not.toContain(one.approvalId);
      const { message } = await refuse(approve(bench.caller, one.approvalId), "CONFLICT");
      expect(message).toContain(ended.reason);
    },
  );

  test("of one that does not exist is 404", proves("approvals.decide.missing"), async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    await refuse(approve(bench.caller, id), "NOT_FOUND");
    await refuse(bench.caller.get("/v1/approvals/x"), "VALIDATION_ERROR", ["approvalId"]);
  });
});

describe("GET /v1/approvals", () => {
  test("lists the newest first, and those with a status", proves("approvals.list"), async () => {
    const actor = await hireActor();
    const keyed = await narrow(actor, await makeToolset(actor, "all"));
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) {
      ids.unshift(await waits(run(keyed, fresh())));
    }
    await succeed(approve(actor, ids[0] ?? ""));
    await succeed(deny(actor, ids[1] ?? ""));
    const list = async (query: Record<string, string | number> = {}) =>
      succeed<ListOf<Approval>>(actor.get("/v1/approvals", query));
    expect((await list()).items.map(({ approvalId }) => approvalId)).toEqual(ids);
    for (const [index, status] of ["approved", "denied", "waiting"].entries()) {
      const { items, totalCount } = await list({ status });
      expect(items.map(({ approvalId }) => approvalId)).toEqual([ids[index]]);
      expect(totalCount).toBe(1);
    }
    expect((await list({ status: "expired" })).items).toEqual([]);
    expect((await list({ top: 1, offset: 1 })).items[0]?.approvalId).toBe(ids[1]);
    const all = await succeed<ListOf<Approval>>(theAdmin().get("/v1/approvals", { top: 1000 }));
    expect(all.items.map(({ approvalId }) => approvalId)).toEqual(expect.arrayContaining(ids));
  });
});
