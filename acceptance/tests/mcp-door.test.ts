import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { startHostileMcpServer } from "../support/hostile-mcp-server.ts";
import {
  type CallResult,
  clientKinds,
  connectClient,
  createToolset,
  newestRequest,
  newestRevision,
  olderRequest,
  olderRevisions,
  sendRaw,
} from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { Connection, Execution, JsonObject, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let toolset: Toolset;
let path: string;
let key: Record<string, string>;
let slugs: string[];

beforeAll(async () => {
  slugs = ["get_item", "list_items", "create_item", "read_echo", "get_status"].map(bench.tool);
  toolset = await createToolset(bench.caller, bench.connection, slugs);
  path = `/mcp/${toolset.toolsetId}`;
  key = { "x-api-key": bench.caller.apiKey };
});

beforeEach(() => bench.downstream.forget());

const listOlder = (address: string, headers: Record<string, string>) =>
  sendRaw("POST", address, { "mcp-protocol-version": "2025-06-18", ...headers }, olderRequest("tools/list"));

describe.each(clientKinds)("the client %s", (kind) => {
  test(
    "lists and calls a toolset's tools",
    proves("agents.revisions", "agents.list", "agents.call"),
    async () => {
      const client = await connectClient(kind, path, key);
      const tools = await client.list();
      expect(tools.map(({ name }) => name)).toEqual(slugs.toSorted());
      const listed = tools.find(({ name }) => name === bench.tool("get_item"));
      expect(listed).toMatchObject({
        annotations: { readOnlyHint: true },
        inputSchema: { type: "object", required: ["itemId"] },
      });
      expect(listed).not.toHaveProperty("title");
      const result = await client.call(bench.tool("get_item"), { itemId: 7 });
      expect(result.structuredContent).toEqual({ id: 7, name: "Item 7" });
      expect(JSON.parse(result.content[0]?.text ?? "")).toEqual({ id: 7, name: "Item 7" });
      const historyId = Number(result._meta?.["bowline/historyId"]);
      expect(result._meta?.["bowline/connectionId"]).toBe(bench.connection.connectionId);
      expect(await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`))).toMatchObject({
        source: "mcp",
        resolvedBy: "toolset",
        toolsetId: toolset.toolsetId,
      });
      await client.close();
    },
  );

  test("gets the tools for the whole catalog at /mcp", proves("agents.meta"), async () => {
    const client = await connectClient(kind, "/mcp", key);
    expect((await client.list()).map(({ name }) => name)).toEqual([
      "bowline_search_tools",
      "bowline_get_tool",
      "bowline_execute_tool",
      "bowline_list_connections",
      "bowline_connect",
    ]);
    await client.close();
  });
});

describe("one address", () => {
  test.each(olderRevisions)("serves revision %s", proves("agents.revisions"), async (revision) => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const begun = await sendRaw("POST", path, key, olderRequest("initialize", params));
    expect(begun.messages[0]).toMatchObject({
      result: { protocolVersion: revision, capabilities: { tools: {} } },
    });
    const session = begun.headers["mcp-session-id"] ?? "";
    expect(session).not.toBe("");
    const headers = { ...key, "mcp-protocol-version": revision, "mcp-session-id": session };
    const noted = await sendRaw("POST", path, headers, {
      jsonrpc: "2.0",
      method: "notifications/initialized",
    });
    expect(noted.status).toBe(202);
    const listed = await sendRaw("POST", path, headers, olderRequest("tools/list"));
    // Whoever writes the header `connection` does not say for how long, and promises the same while the server stops.
    expect(listed.headers["keep-alive"]).toMatch(/^timeout=\d+$/);
    expect(listed.status).toBe(200);
    const { result } = listed.messages[0] as { result: JsonObject };
    expect(result.tools).toHaveLength(slugs.length);
  });

  test(
    "serves the newest revision, with how long its list holds",
    proves("agents.revisions", "agents.list.cache"),
    async () => {
      const discover = newestRequest("server/discover");
      const discovered = await sendRaw("POST", path, { ...key, ...discover.headers }, discover.body);
      expect(discovered.messages[0]).toMatchObject({ result: { supportedVersions: [newestRevision] } });
      const list = newestRequest("tools/list");
      const listed = await sendRaw("POST", path, { ...key, ...list.headers }, list.body);
      const { result } = listed.messages[0] as { result: JsonObject };
      expect(result).toMatchObject({ cacheScope: "private", resultType: "complete" });
      expect(result.ttlMs).toBeGreaterThan(0);
    },
  );

  test("has no further page", proves("agents.list.cursor"), async () => {
    const list = (params: JsonObject) => sendRaw("POST", path, key, olderRequest("tools/list", params));
    expect((await list({ cursor: "" })).messages[0]).toHaveProperty("result.tools");
    expect((await list({ cursor: "2" })).messages[0]).toMatchObject({
      error: { code: -32_602, message: "The list has one page. Leave out the cursor." },
    });
  });

  test("works with a closing slash", proves("agents.address"), async () => {
    for (const address of ["/mcp", "/mcp/", path, `${path}/`, path.toUpperCase().replace("/MCP", "/mcp")]) {
      expect((await listOlder(address, key)).status, address).toBe(200);
    }
    const unknown = await listOlder("/mcp/nothing", key);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain("Use /mcp, or /mcp/ and the id of a toolset.");
    expect((await listOlder(`${path}/more`, key)).status).toBe(404);
  });

  test("takes an API key as a Bearer token, which /v1 does not", proves("agents.key"), async () => {
    const bearer = { authorization: `Bearer ${bench.caller.apiKey}` };
    expect((await listOlder(path, bearer)).status).toBe(200);
    expect((await listOlder(path, { authorization: `Bearer ${bench.caller.apiKey}x` })).status).toBe(401);
    await refuse(bench.caller.send("GET", "/v1/auth/whoami", { headers: bearer }), "UNAUTHORIZED");
  });

  test.each(["/mcp", "toolset"])(
    "leads a caller without a credential from %s to the authorization server",
    proves("agents.unauthorized"),
    async (where) => {
      const address = where === "/mcp" ? "/mcp" : path;
      const { status, headers } = await listOlder(address, {});
      expect(status).toBe(401);
      const challenge = headers["www-authenticate"] ?? "";
      expect(challenge).toMatch(/^Bearer /);
      expect(challenge).toContain(`/.well-known/oauth-protected-resource${address}"`);
      expect(challenge).toContain('scope="tools:read tools:execute connections:read"');
      expect((await sendRaw("GET", address, {})).status).toBe(401);
    },
  );

  test("refuses other hosts and web pages of other origins", proves("agents.sender"), async () => {
    expect((await listOlder(path, { ...key, origin: "https://evil.example" })).status).toBe(403);
    expect((await listOlder(path, { ...key, origin: "null" })).status).toBe(403);
    const elsewhere = await listOlder(path, { ...key, host: "evil.example" });
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.messages[0]?.error).toMatchObject({
      message: expect.stringContaining("must pass on the Host"),
    });
    expect((await listOlder(path, { ...key, origin: deployment().baseUrl })).status).toBe(200);
  });

  test("serves a client that accepts every type of response", proves("agents.accept"), async () => {
    for (const accept of ["*/*", "text/html, */*", "text/html, image/gif, */*; q=.2", "*/*;q=0.1", ""]) {
      expect((await listOlder(path, { ...key, accept })).messages[0]?.result).toHaveProperty("tools");
    }
    for (const accept of ["text/html", "*/*;q=0", "text/html, */*; q=0.0, text/plain"]) {
      expect((await listOlder(path, { ...key, accept })).status).toBe(406);
    }
  });

  test("has no streams of its own and no sessions to end", proves("agents.methods"), async () => {
    expect((await sendRaw("GET", path, key)).status).toBe(405);
    expect((await sendRaw("DELETE", path, key)).status).toBe(405);
  });
});

describe("a hostile message", () => {
  test(
    "with a number that would change is refused, and nothing is sent",
    proves("http.numbers.exact", "agents.call.numbers"),
    async () => {
      const older = { "mcp-protocol-version": "2025-06-18", ...key };
      const input = { name: bench.tool("get_item"), arguments: { itemId: "NUMBER" } };
      const call = JSON.stringify(olderRequest("tools/call", input)).replace('"NUMBER"', "9007199254740993");
      const refused = await sendRaw("POST", path, older, call);
      expect(refused.status).toBe(200);
      expect(refused.messages[0]).toMatchObject({
        result: {
          isError: true,
          content: [{ text: expect.stringContaining("cannot be passed on exactly") }],
        },
      });
      const meta = JSON.stringify(olderRequest("tools/call", { ...input, _meta: { at: "META" } }));
      const elsewhere = await sendRaw("POST", path, older, meta.replace('"META"', "9007199254740993"));
      expect(elsewhere.status).toBe(400);
      expect(elsewhere.text).toContain("cannot be passed on exactly");
      expect(bench.downstream.requests).toEqual([]);
    },
  );

  test(
    "with the digits of a large integer as text sends the number",
    proves("execute.large-integers"),
    async () => {
      const input = { name: bench.tool("get_item"), arguments: { itemId: "18446744073709551615" } };
      const call = JSON.stringify(olderRequest("tools/call", input));
      const sent = await sendRaw("POST", path, { "mcp-protocol-version": "2025-06-18", ...key }, call);
      expect(sent.status).toBe(200);
      expect(bench.downstream.requests.map((request) => request.path)).toEqual([
        "/items/18446744073709551615",
      ]);
      bench.downstream.forget();
    },
  );

  test("whose headers contradict it is 400", proves("agents.headers"), async () => {
    const call = newestRequest("tools/call", { name: bench.tool("get_item"), arguments: { itemId: 1 } });
    for (const wrong of [
      { "mcp-name": bench.tool("create_item") },
      { "mcp-method": "tools/list" },
      { "mcp-protocol-version": "2025-06-18" },
      { "mcp-protocol-version": "1999-01-01" },
    ]) {
      const sent = await sendRaw("POST", path, { ...key, ...call.headers, ...wrong }, call.body);
      expect(sent.status, JSON.stringify(wrong)).toBe(400);
    }
    const older = await listOlder(path, { ...key, "mcp-protocol-version": "1999-01-01" });
    expect(older.status).toBe(400);
    expect(bench.downstream.requests).toEqual([]);
  });

  test("that is refused as a whole names its id where it is read", proves("agents.refusal.id"), async () => {
    const absent = "/mcp/00000000-0000-4000-8000-000000000000";
    const stranger = { "x-api-key": (await hireActor()).apiKey };
    const call = { jsonrpc: "2.0", id: "a1", method: "tools/list" };
    for (const [to, headers, body, id] of [
      [absent, key, call, "a1"],
      [path, stranger, call, "a1"],
      [path, key, '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":9007199254740993}}', 7],
      [path, { ...key, accept: "application/json" }, call, "a1"],
      [path, { ...key, "content-type": "text/plain" }, call, "a1"],
      [absent, key, [call], null],
      [absent, key, { jsonrpc: "2.0", method: "notifications/initialized" }, null],
      [path, {}, call, null],
      [path, key, "{nope", null],
    ] as const) {
      const { status, messages } = await sendRaw("POST", to, headers, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(messages[0]).toMatchObject({ id, error: { code: -32_000 } });
    }
  });

  test(
    "that begins without its members is refused in plain words",
    proves("agents.initialize.wrong"),
    async () => {
      const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test" } };
      for (const params of [undefined, {}, [], info]) {
        const { messages } = await sendRaw("POST", path, key, {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params,
        });
        const message = expect.stringMatching(/^Send params\.protocolVersion/);
        expect(messages[0]).toMatchObject({ id: 1, error: { code: -32_602, message } });
      }
      // The newest revision has no such method.
      const newest = newestRequest("initialize");
      expect((await sendRaw("POST", path, { ...key, ...newest.headers }, newest.body)).status).toBe(404);
    },
  );

  test(
    "of a revision that is not known learns which are, in plain words",
    proves("agents.revisions.unknown"),
    async () => {
      for (const revision of ["2099-01-01", "1999-01-01", "soon"]) {
        const headers = { ...key, "mcp-protocol-version": revision };
        const { status, messages } = await sendRaw("POST", path, headers, olderRequest("tools/list"));
        expect(status).toBe(400);
        expect(messages[0]).toEqual({
          jsonrpc: "2.0",
          id: 1,
          error: {
            code: -32_022,
            message: `This server does not speak the protocol's revision ${revision}. It speaks ${[newestRevision, ...olderRevisions].join(", ")}.`,
            data: { supported: [newestRevision, ...olderRevisions], requested: revision },
          },
        });
      }
    },
  );

  test("that is not UTF-8 is refused", proves("agents.bodies"), async () => {
    const [before, after] = JSON.stringify(olderRequest("tools/list", { cursor: "|" })).split("|") as [
      string,
      string,
    ];
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
    const { status, messages } = await sendRaw("POST", path, key, body);
    expect(status).toBe(400);
    expect(messages[0]).toMatchObject({
      error: { message: "The body is not in UTF-8, the encoding of JSON." },
    });
  });

  test("that is too large, too deep or no JSON is refused", proves("agents.bodies"), async () => {
    const big = olderRequest("tools/call", { name: "x", arguments: { text: "x".repeat(1_100_000) } });
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":${"[".repeat(5000)}${"]".repeat(5000)}}}`;
    for (const body of [big, deep, "{nope", "", "null", "7", '"text"', "[]", "{}", "[[[]]]"]) {
      const { status } = await sendRaw("POST", path, key, body);
      expect(status, JSON.stringify(body).slice(0, 40)).toBe(400);
    }
    const plain = await sendRaw("POST", path, { ...key, "content-type": "text/plain" }, "{}");
    expect([400, 415]).toContain(plain.status);
    expect((await listOlder(path, key)).status).toBe(200);
  });

  test(
    "with arguments that are no object is refused in our words, and null counts as none",
    proves("agents.call.refused"),
    async () => {
      const call = (args: unknown) =>
        sendRaw(
          "POST",
          path,
          key,
          olderRequest("tools/call", { name: bench.tool("get_item"), arguments: args }),
        );
      for (const [args, issue] of [
        [["a"], "arguments: Must be an object, not a list."],
        ["{}", "arguments: Must be an object, not a string."],
        [null, "itemId: Is required."],
        [JSON.parse('{"itemId":1,"__proto__":1}'), "__proto__: Cannot be a name here."],
      ] as const) {
        const { messages } = await call(args);
        expect(messages[0]?.result, String(args)).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining(issue) }],
        });
      }
      expect(bench.downstream.requests).toEqual([]);
    },
  );

  test("in a batch is handled like the others", proves("agents.batch"), async () => {
    const name = bench.tool("get_item");
    const batch = [
      olderRequest("tools/call", { name, arguments: { itemId: 1 } }, 1),
      olderRequest("tools/call", { name, arguments: { itemId: 2 } }, "two"),
      olderRequest("nothing/such", {}, 3),
    ];
    const headers = { ...key, "mcp-protocol-version": "2025-03-26" };
    const { status, messages } = await sendRaw("POST", path, headers, batch);
    expect(status).toBe(200);
    expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 3, "two"]);
    expect(bench.downstream.requests).toHaveLength(2);
    const long = Array.from({ length: 101 }, (_, id) => olderRequest("ping", {}, id));
    const refused = await sendRaw("POST", path, headers, long);
    expect(refused.status).toBe(400);
    expect(refused.messages[0]).toMatchObject({
      error: {
        message: "A batch may have at most 100 messages, and this one has 101. Send several requests.",
      },
    });
  });

  test("in a batch is refused in plain words, and the others run", proves("agents.batch"), async () => {
    const batch = [
      olderRequest("tools/call", {}, 1),
      olderRequest("tools/list", { cursor: 5 }, 2),
      olderRequest("tools/call", { name: bench.tool("get_item"), arguments: { itemId: 1 } }, 3),
    ];
    const { messages } = await sendRaw("POST", path, key, batch);
    const told = Object.fromEntries(messages.map(({ id, error, result }) => [String(id), error ?? result]));
    expect(told).toMatchObject({
      1: {
        code: -32_602,
        message: expect.stringContaining("Send the tool's name as params.name, and its inputs"),
      },
      2: { code: -32_602, message: expect.stringContaining("The cursor must be a string.") },
      3: { structuredContent: { id: 1 } },
    });
    const beginning = await sendRaw("POST", path, key, [olderRequest("initialize", {}, 4)]);
    expect(beginning.messages[0]).toMatchObject({
      id: 4,
      error: { message: expect.stringMatching(/^Send params\.protocolVersion/) },
    });
  });

  test("is not run when the results of its batch are too large", proves("agents.batch.large"), async () => {
    const hostile = await startHostileMcpServer(deployment().downstreamHost);
    const image = `{"type":"image","data":"${"A".repeat(400_000)}","mimeType":"image/png"}`;
    hostile.result = `{"content":[${Array(5).fill(image).join(",")}]}`;
    const slug = uniqueName("mcp");
    await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: hostile.url }));
    const connection = await succeed<Connection>(
      bench.caller.post("/v1/connections", { applicationSlug: slug, fields: {}, isDefault: true }),
    );
    const { toolsetId } = await createToolset(bench.caller, connection, [`${slug}_give`]);
    const batch = Array.from({ length: 40 }, (_, id) =>
      olderRequest("tools/call", { name: `${slug}_give`, arguments: {} }, id),
    );
    const { messages } = await sendRaw("POST", `/mcp/${toolsetId}`, key, batch);
    hostile.close();
    const results = messages.map(({ result }) => result as CallResult);
    const refused = results.filter(({ isError }) => isError);
    expect(results).toHaveLength(40);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.content).toEqual([
      { type: "text", text: expect.stringMatching(/too large together\. This call was not run/) },
    ]);
    expect(hostile.calls).toBe(40 - refused.length);
  });

  test(
    "with the id of another in its batch is refused, and nothing runs",
    proves("agents.batch"),
    async () => {
      const call = olderRequest(
        "tools/call",
        { name: bench.tool("get_item"), arguments: { itemId: 1 } },
        "a",
      );
      const { status, messages } = await sendRaw("POST", path, key, [call, call]);
      expect(status).toBe(400);
      expect(messages[0]).toMatchObject({
        error: {
          message: 'Two requests of the batch have the id "a". Give each request an id of its own.',
        },
      });
      expect(bench.downstream.requests).toEqual([]);
    },
  );
});

describe("a toolset", () => {
  test(
    "of another member, another toolset than the key's, or none is refused",
    proves("agents.foreign"),
    async () => {
      const stranger = await hireActor();
      expect((await listOlder(path, { "x-api-key": stranger.apiKey })).status).toBe(403);
      const other = await createToolset(bench.caller, bench.connection, []);
      const narrowed = await makeKey(bench.caller, { name: "narrow", toolsetId: other.toolsetId });
      expect((await listOlder(path, { "x-api-key": narrowed.apiKey })).status).toBe(403);
      const absent = "00000000-0000-4000-8000-000000000000";
      expect((await listOlder(`/mcp/${absent}`, key)).status).toBe(404);
    },
  );

  test("is what a key narrowed to it finds at /mcp", proves("agents.meta.narrowed"), async () => {
    const narrowed = await makeKey(bench.caller, { name: "narrow", toolsetId: toolset.toolsetId });
    const client = await connectClient("newest", "/mcp", { "x-api-key": narrowed.apiKey });
    expect((await client.list()).map(({ name }) => name)).toEqual(slugs.toSorted());
    expect((await client.call(bench.tool("get_item"), { itemId: 3 })).isError).toBeFalsy();
    await expect(
      client.call("bowline_execute_tool", { toolSlug: bench.tool("delete_item") }),
    ).rejects.toThrow();
    expect(bench.downstream.requests).toHaveLength(1);
    await client.close();
  });

  test("has only tools that read for a read-only key", proves("agents.list.read-only"), async () => {
    const reader = await makeKey(bench.caller, { name: "reader", readOnly: true });
    const client = await connectClient("newest", path, { "x-api-key": reader.apiKey });
    expect((await client.list()).map(({ name }) => name)).not.toContain(bench.tool("create_item"));
    await expect(client.call(bench.tool("create_item"), { name: "x" })).rejects.toThrow();
    expect(bench.downstream.requests).toEqual([]);
    await client.close();
  });

  test("lists a change at once", proves("agents.list.change"), async () => {
    const changing = await createToolset(bench.caller, bench.connection, slugs.slice(0, 1));
    const address = `/mcp/${changing.toolsetId}`;
    const client = await connectClient("older SDK", address, key);
    expect(await client.list()).toHaveLength(1);
    const connections = [{ ...bench.connection, toolSlugs: slugs.slice(0, 2) }].map(
      ({ connectionId, applicationSlug, toolSlugs }) => ({ connectionId, applicationSlug, toolSlugs }),
    );
    await succeed(bench.caller.patch(address.replace("/mcp/", "/v1/toolsets/"), { connections }));
    expect(await client.list()).toHaveLength(2);
    await client.close();
  });

  test("shows its own names and descriptions, and no presets", proves("agents.list.settings"), async () => {
    const slug = bench.tool("get_item");
    const made = await createToolset(bench.caller, bench.connection, [slug], {
      tools: { [slug]: { name: "the_item", description: "Reads the item.", presets: { itemId: 9 } } },
    });
    const client = await connectClient("newest", `/mcp/${made.toolsetId}`, key);
    const [tool] = await client.list();
    expect(tool).toMatchObject({ name: "the_item", description: "Reads the item." });
    expect(tool?.inputSchema.properties).not.toHaveProperty("itemId");
    expect(tool?.inputSchema.required ?? []).not.toContain("itemId");
    await expect(client.call(slug, {})).rejects.toThrow();
    expect((await client.call("the_item")).structuredContent).toEqual({ id: 9, name: "Item 9" });
    await client.close();
  });
});

describe("a call", () => {
  test(
    "of a tool outside the toolset is an error of the protocol",
    proves("agents.unknown-tool"),
    async () => {
      const client = await connectClient("newest", path, key);
      for (const name of [
        bench.tool("delete_item"),
        uniqueName("nothing"),
        "__proto__",
        "bowline_read_result",
      ]) {
        await expect(client.call(name, { itemId: 1 }), name).rejects.toThrow(/no tool/);
      }
      await expect(client.call("zzzzzz")).rejects.toThrow(`The tools are: ${slugs.toSorted().join(", ")}.`);
      const none = await createToolset(bench.caller, bench.connection, []);
      const onlyWriting = await createToolset(bench.caller, bench.connection, [bench.tool("update_item")]);
      const readOnlyKey = await makeKey(bench.caller, { name: "reader", readOnly: true });
      for (const [toolset, headers, advice] of [
        [none, key, /The toolset has no tools\. Ask the user to add some\.$/],
        [
          onlyWriting,
          { "x-api-key": readOnlyKey.apiKey },
          /no tool that only reads, and this credential may only read\.$/,
        ],
      ] as const) {
        const empty = await connectClient("newest", `/mcp/${toolset.toolsetId}`, headers);
        expect(await empty.list()).toEqual([]);
        await expect(empty.call("zzzzzz")).rejects.toThrow(advice);
        await empty.close();
      }
      expect(bench.downstream.requests).toEqual([]);
      await client.close();
    },
  );

  test("with refused input has the API's details", proves("agents.call.refused"), async () => {
    const client = await connectClient("newest", path, key);
    const input = { itemId: "seven", other: 1 };
    const refused = await client.call(bench.tool("get_item"), input);
    const { details } = await refuse(
      bench.caller.post(`/v1/tools/${bench.tool("get_item")}/execute`, { fields: input }),
      "VALIDATION_ERROR",
    );
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { errorCode: "VALIDATION_ERROR", details },
    });
    expect(refused.content[0]?.text).toContain(details?.[0]?.issue);
    expect(bench.downstream.requests).toEqual([]);
    await client.close();
  });

  test("takes null for what is not given", proves("agents.call.arguments"), async () => {
    const send = async (method: string, params: unknown) => {
      const request = { jsonrpc: "2.0", id: 1, method, params };
      const { messages } = await sendRaw("POST", path, key, request);
      return messages[0];
    };
    const name = bench.tool("list_items");
    const called = await send("tools/call", { name, arguments: null, _meta: null });
    expect(called).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
    expect(called).not.toHaveProperty("result.isError");
    for (const params of [null, { cursor: null }]) {
      expect(await send("tools/list", params)).toMatchObject({ result: { tools: expect.any(Array) } });
    }
    for (const params of [null, {}, { name: 5 }, { name: { toString: 1, valueOf: 1 } }]) {
      const error = {
        code: -32_602,
        message: expect.stringMatching(/^Send the tool's name as params\.name/),
      };
      expect(await send("tools/call", params)).toMatchObject({ id: 1, error });
    }
    const error = { code: -32_602, message: "The cursor must be a string." };
    expect(await send("tools/list", { cursor: 5 })).toMatchObject({ id: 1, error });
  });

  test("that fails says its kind, and what to do", proves("agents.call.failure"), async () => {
    const client = await connectClient("newest", path, key);
    const result = await client.call(bench.tool("get_status"), { code: 429 });
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(/^rateLimited: .*429.*\nWait/);
    expect(result._meta).toMatchObject({
      "bowline/kind": "rateLimited",
      "bowline/connectionId": bench.connection.connectionId,
      "bowline/historyId": expect.any(Number),
    });
    await client.close();
  });

  test("does not show secrets that the application repeats", proves("agents.call.secrets"), async () => {
    const client = await connectClient("newest", path, key);
    const result = await client.call(bench.tool("read_echo"));
    expect(JSON.stringify(result)).toContain("***");
    await client.close();
  });

  test("returns a hostile output as it is", proves("agents.call.hostile", "agents.call.output"), async () => {
    const made = await createToolset(bench.caller, bench.connection, [bench.tool("read_anything")]);
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x","isError":true,"_meta":{"bowline/kind":"x"}}',
    );
    for (const kind of clientKinds) {
      const client = await connectClient(kind, `/mcp/${made.toolsetId}`, key);
      bench.downstream.anything = hostile;
      const result = await client.call(bench.tool("read_anything"));
      expect(JSON.parse(result.content[0]?.text ?? ""), kind).toEqual(hostile);
      expect(result.isError, kind).toBeFalsy();
      expect(result.structuredContent, kind).toMatchObject({ toString: "x" });
      bench.downstream.anything = ["a", "list"];
      const list = await client.call(bench.tool("read_anything"));
      expect(list.structuredContent, kind).toBeUndefined();
      expect(list.content[0]?.text).toBe('["a","list"]');
      await client.close();
    }
    expect(({} as JsonObject).polluted).toBeUndefined();
    const same = await execute(bench.caller, bench.tool("read_anything"));
    expect(same.output).toEqual(["a", "list"]);
  });
});
