import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Execution, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const ids = ["9007199254740993", "18446744073709551615", "-9007199254740993"];
const [large = ""] = ids;
let application: ImportedApplication;

const integer = { type: "integer", format: "int64" };
const list = { type: "array", items: integer };
const takes = (contentType: string) => ({
  content: {
    [contentType]: {
      schema: { type: "object", properties: { id: integer, list, text: { type: "string" } } },
    },
  },
});
const responses = { 200: { description: "OK" } };
const paths = {
  "/items/{id}": {
    get: {
      operationId: "read",
      parameters: [
        { name: "id", in: "path", required: true, schema: integer },
        { name: "since", in: "query", schema: { ...integer, maximum: 2 ** 53 } },
        { name: "after", in: "query", schema: integer },
        { name: "many", in: "query", schema: list },
        {
          name: "deep",
          in: "query",
          style: "deepObject",
          schema: { type: "object", properties: { id: integer } },
        },
        { name: "X-Id", in: "header", schema: integer },
      ],
      responses,
    },
    post: {
      operationId: "write",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      requestBody: takes("application/json"),
      responses,
    },
  },
  "/form": {
    post: { operationId: "submit", requestBody: takes("application/x-www-form-urlencoded"), responses },
  },
  "/multipart": { post: { operationId: "upload", requestBody: takes("multipart/form-data"), responses } },
};

beforeAll(async () => {
  application = await importDownstream(bench.downstream, { paths });
  await connect(bench.caller, application, { isDefault: true });
});

beforeEach(() => bench.downstream.forget());

async function send(operation: string, fields: Record<string, unknown>) {
  const outcome = await execute(bench.caller, application.tool(operation), { fields });
  const request = bench.downstream.requests.at(-1);
  return {
    outcome,
    path: request?.path,
    query: request?.query,
    headers: request?.headers,
    body: String(request?.body),
  };
}

describe("an integer beyond 2⁵³", () => {
  test.each(ids)(
    "%s that a tool returned is sent to the next one",
    proves("execute.large-integers"),
    async (id) => {
      // Its type is not known to TypeScript yet.
      bench.downstream.items = [{ id: (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(id) }];
      const found = await execute(bench.caller, bench.tool("list_items"), { top: 1 });
      const [item] = found.output as { id: unknown }[];
      await execute(bench.caller, bench.tool("get_item"), { fields: { itemId: item?.id } });
      expect(bench.downstream.requests.at(-1)?.path).toBe(`/items/${id}`);
    },
  );

  test.each(ids)("%s is exact in every place of a request", proves("execute.large-integers"), async (id) => {
    const read = await send("read", { id, after: id, many: [1, id], deep: { id }, "X-Id": id });
    expect(read).toMatchObject({ path: `/items/${id}`, headers: { "x-id": id } });
    expect(decodeURIComponent(read.query ?? "")).toBe(`after=${id}&many=1&many=${id}&deep[id]=${id}`);
    const written = await send("write", { id: "1", body_id: id, list: [1, id], text: id });
    expect(written.body).toBe(`{"id":${id},"list":[1,${id}],"text":"${id}"}`);
    expect((await send("submit", { id, list: [id], text: id })).body).toBe(`id=${id}&list=${id}&text=${id}`);
    const uploaded = await send("upload", { id });
    expect(uploaded.body).toMatch(new RegExp(`name="id"\r\n\r\n${id}\r\n`));
  });

  test("is refused when it breaks a rule by one", proves("execute.large-integers.refused"), async () => {
    const path = `/v1/tools/${application.tool("read")}/execute`;
    const post = (since: string) => bench.caller.post(path, { fields: { id: 1, since } });
    await refuse(post(large), "VALIDATION_ERROR", ["fields.since"]);
    await refuse(post("9007199254740991"), "VALIDATION_ERROR", ["fields.since"]);
    await refuse(post("5"), "VALIDATION_ERROR", ["fields.since"]);
    expect(bench.downstream.requests).toEqual([]);
    await succeed(post("9007199254740992"));
  });

  test(
    "as a number in the body is refused with the way",
    proves("execute.large-integers.refused"),
    async () => {
      const path = `/v1/tools/${application.tool("read")}/execute`;
      const rawBody = `{"fields":{"id":${large}}}`;
      const refused = await bench.caller.send("POST", path, {
        rawBody,
        headers: { "content-type": "application/json" },
      });
      expect(refused.body).toMatchObject({ errorCode: "INVALID_REQUEST" });
      expect(refused.text).toContain("Send its digits as text");
    },
  );
});

describe("every digit is kept", () => {
  test("by history and dry run", proves("execute.large-integers.shown"), async () => {
    const fields = { id: "1", body_id: large, password: undefined };
    const { outcome } = await send("write", fields);
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${outcome.historyId}`));
    expect(JSON.stringify(record)).toContain(`"body_id":"${large}"`);
    const path = `/v1/tools/${application.tool("write")}/execute`;
    const dry = await bench.caller.post(path, { fields }, { query: { dryRun: true } });
    expect(dry.text).toContain(`"body":{"id":${large}}`);
  });

  test("by idempotency keys", proves("execute.large-integers.shown"), async () => {
    const path = `/v1/tools/${application.tool("write")}/execute`;
    const headers = { "idempotency-key": "large-integers" };
    const post = (id: string) => bench.caller.post(path, { fields: { id: "1", body_id: id } }, { headers });
    await succeed(post("9007199254740993"));
    await succeed(post("9007199254740993"));
    await refuse(post("9007199254740992"), "IDEMPOTENCY_CONFLICT");
    expect(bench.downstream.requests.map(({ body }) => String(body))).toEqual(['{"id":9007199254740993}']);
  });

  test("by presets and approvals", proves("execute.large-integers.shown"), async () => {
    const { connectionId, applicationSlug } = await connect(bench.caller, application);
    const slug = application.tool("write");
    const toolset = await succeed<Toolset>(
      bench.caller.post("/v1/toolsets", {
        name: "Large",
        connections: [{ connectionId, applicationSlug, toolSlugs: [slug] }],
        settings: { approvals: "all", tools: { [slug]: { presets: { body_id: large } } } },
      }),
    );
    const { apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId: toolset.toolsetId });
    const agent = createKeyCaller(apiKey);
    const run = (last: string) =>
      agent.post(`/v1/tools/${slug}/execute`, { fields: { id: "1", list: [last] } });
    const waiting = await run("18446744073709551615");
    const approvalId = waiting.headers["x-bowline-approval-id"];
    const shown = await bench.caller.get(`/v1/approvals/${approvalId}`);
    expect(shown.text).toContain("18446744073709551615");
    await succeed(bench.caller.post(`/v1/approvals/${approvalId}/Approve`));
    const other = await succeed<ExecuteResponse>(run("18446744073709551614"));
    expect(other.isSuccess).toBe(false);
    await succeed(run("18446744073709551615"));
    expect(bench.downstream.requests.map(({ body }) => String(body))).toEqual([
      `{"id":${large},"list":[18446744073709551615]}`,
    ]);
  });
});
