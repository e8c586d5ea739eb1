import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type MeasuredServer, startMeasuredServer } from "../support/event-loop.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse } from "../support/records.ts";

/** The server promises 100 ms on a quiet machine. On a busy one the same work takes more computing time. */
const limitMs = 150;
/** Most of what is sent here used to take 200 to 3000 ms. */
const attempts = 6;

const mebibyte = 1024 * 1024;
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

let measured: MeasuredServer;
let hostile: Server;
let hostileOrigin: string;
let response = { type: "application/json", text: "[]" };
/** What the hostile server has at other paths. */
const hostileFiles = new Map<string, string>();
let admin: Caller;
let caller: Actor;
let application: ImportedApplication;
let secret: string;

/** Everything as an input, so that it is checked, sent, masked and recorded. */
const takeAny = {
  "/any": {
    post: {
      operationId: "take_any",
      requestBody: {
        content: {
          "application/json": { schema: { type: "object", properties: { any: {}, password: {} } } },
        },
      },
      responses: { 200: { description: "OK" } },
    },
    get: {
      operationId: "list_any",
      responses: {
        200: { description: "OK", content: { "application/json": { schema: { type: "array" } } } },
      },
    },
  },
};

async function startHostile(): Promise<string> {
  hostile = createServer((request, reply) => {
    request.resume().on("end", () => {
      const file = hostileFiles.get(request.url ?? "");
      reply.writeHead(200, { "content-type": response.type }).end(file ?? response.text);
    });
  }).listen(0);
  await once(hostile, "listening");
  return `http://${deployment().downstreamHost}:${(hostile.address() as AddressInfo).port}`;
}

/** Expects that the work holds the event loop for a short time only, and returns the last response. */
async function expectShortTurns(work: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const turns: number[] = [];
  let last: ApiResponse | undefined;
  do {
    turns.push(
      await measured.measureTurn(async () => {
        last = await work();
      }),
    );
  } while ((turns.at(-1) ?? 0) > limitMs && turns.length < attempts);
  expect(Math.min(...turns), `turns of ${turns.join(", ")} ms`).toBeLessThan(limitMs);
  return last as ApiResponse;
}

describeOwnServer("the event loop is held for a short time only", () => {
  beforeAll(async () => {
    measured = await startMeasuredServer();
    const { server } = measured;
    admin = createKeyCaller(server.adminApiKey, server);
    hostileOrigin = await startHostile();
    application = await importDownstream({ origin: hostileOrigin }, { admin, paths: takeAny });
    caller = await hireActor({ admin, target: server });
    secret = (await connect(caller, application, { isDefault: true })).secrets.token ?? "";
    expect(secret).not.toBe("");
  });

  afterAll(async () => {
    hostile?.close();
    await measured?.server[Symbol.asyncDispose]();
  });

  const size = 5 * mebibyte - 200;
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, 1]));

  describe("by a response of 5 MiB", () => {
    test(
      "with objects that are empty, which is too much to be shaped: it is passed on, or refused with the reason",
      proves("bounds.event-loop", "bounds.heavy"),
      async () => {
        response = { type: "application/json", text: `[${fill("{},", size)}{}]` };
        const path = `/v1/tools/${application.tool("list_any")}/execute`;
        const whole = await expectShortTurns(() => caller.post(path, {}));
        expect(whole.text).toContain(response.text.slice(0, 1000));
        const shaped = await expectShortTurns(() => caller.post(path, { top: 3 }));
        expect(shaped.body).toMatchObject({
          isSuccess: false,
          errorMessage: expect.stringContaining("too many values"),
          output: null,
        });
      },
    );

    test.each<[string, () => string, string?]>([
      ["with lists in lists", () => `[${fill("[[[]]],", size)}[]]`],
      ["with names that are all different", () => `[${JSON.stringify(names(350_000))}]`],
      ["with records", () => `[${fill('{"id":1,"name":"a name","tags":["a"]},', size)}{}]`],
      ["that repeats the secret", () => `[${fill(`"${secret}",`, size)}1]`],
      ["that repeats the secret in one text", () => `["${fill(secret, size)}"]`],
      ["with the secret and escapes", () => `["${secret}${fill("%41", size)}"]`],
      ["with escapes of every kind", () => `[${fill('"%41&#65;\\u0041",', size)}1]`],
      ["with escapes in one text", () => `["${fill("%2541", size)}"]`],
      ["of text", () => fill(`%41 ${secret} `, size), "text/plain"],
      ["of bytes", () => fill(`\0${secret}`, size), "application/octet-stream"],
      ["that is no JSON", () => `[${fill("{},", size)}`],
    ])("%s", proves("bounds.event-loop"), async (_, render, type = "application/json") => {
      response = { type, text: render() };
      for (const body of [{}, { top: 3 }]) {
        const { status } = await expectShortTurns(() =>
          caller.post(`/v1/tools/${application.tool("list_any")}/execute`, body),
        );
        expect(status).toBe(200);
      }
    });

    test("nested deeper than 1,000 levels is refused and recorded", proves("bounds.depth"), async () => {
      const deep = `${"[".repeat(25_000)}${"]".repeat(25_000)}`;
      const filters = [{ fieldName: "a", operator: "contains", value: "x" }];
      for (const [name, text, body] of [
        ["take_any", `["pass-1234",${deep}]`, { fields: { password: "pass-1234" } }],
        ["list_any", `[{"a":${deep}}]`, { filters }],
      ] as const) {
        response = { type: "application/json", text };
        const run = await caller.post(`/v1/tools/${application.tool(name)}/execute`, body);
        expect(run.body).toMatchObject({ isSuccess: false, output: null });
        const { historyId } = run.body as ExecuteResponse;
        const record = await caller.get(`/v1/executions/${historyId}`);
        expect(record.body).toMatchObject({ isSuccess: false, failureKind: "outputTooLarge", output: null });
      }
    });

    test("of 64 KiB with escapes", proves("bounds.event-loop"), async () => {
      response = { type: "application/json", text: `["${fill("%41&#65;\\u0041", 64_000)}"]` };
      await expectShortTurns(() => caller.post(`/v1/tools/${application.tool("list_any")}/execute`, {}));
    });
  });

  describe("by a request of 1 MiB", () => {
    test.each<[string, () => Record<string, unknown>]>([
      ["with inputs that do not exist", () => ({ fields: names(80_000) })],
      ["with members that do not exist", () => names(80_000)],
      ["with a member of many members", () => ({ fields: { any: names(80_000) } })],
      ["with objects that are empty", () => ({ fields: { any: Array(330_000).fill({}) } })],
      [
        "with lists in lists",
        () => ({ fields: { any: Array(15_000).fill(JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`)) } }),
      ],
      ["with escapes", () => ({ fields: { any: Array(60_000).fill("%41&#65;\\n") } })],
      ["that repeats the secret", () => ({ fields: { any: Array(18_000).fill(secret) } })],
      [
        "with very many secrets",
        () => ({ fields: { any: Array.from({ length: 30_000 }, (_, n) => ({ password: `abc${n}` })) } }),
      ],
    ])("%s", proves("bounds.event-loop"), async (_, build) => {
      response = { type: "application/json", text: '{"done":true}' };
      const body = build();
      for (const query of [{}, { dryRun: true }]) {
        await expectShortTurns(() =>
          caller.post(`/v1/tools/${application.tool("take_any")}/execute`, body, { query }),
        );
      }
    });
  });

  test("fields takes 10,000 members", proves("bounds.fields"), async () => {
    const path = `/v1/tools/${application.tool("take_any")}/execute`;
    const refusal = await caller.post(path, { fields: names(10_001) });
    expect(refusal.body).toMatchObject({
      errorCode: "VALIDATION_ERROR",
      details: [{ field: "fields", issue: "Has more than 10000 members." }],
    });
  });

  describe("by an import of many megabytes", () => {
    const describeTools = (count: number) => ({
      openapi: "3.1.0",
      info: { title: "Many", version: "1" },
      servers: [{ url: "http://127.0.0.1:9" }],
      paths: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `/p${n}`,
          {
            post: {
              operationId: `operation${n}`,
              requestBody: {
                content: { "application/json": { schema: { type: "object", properties: names(300) } } },
              },
              responses: { 200: { description: "OK" } },
            },
          },
        ]),
      ),
    });

    test.each<[string, () => Record<string, unknown>, number]>([
      [
        "of objects that are empty",
        () => ({ document: { openapi: "3.1.0", x: Array(2_000_000).fill({}) } }),
        400,
      ],
      ["as text", () => ({ text: `[${fill("{},", 6 * mebibyte)}{}]` }), 400],
      ["with members that do not exist", () => ({ documents: Array(2_000_000).fill({}) }), 400],
      ["with large tools", () => ({ document: describeTools(1000) }), 200],
    ])("%s", proves("bounds.event-loop"), async (_, build, status) => {
      const body = { source: "openapi", slug: "many", ...build() };
      const reply = await expectShortTurns(() => admin.post("/v1/applications", body));
      expect(reply.status, reply.text.slice(0, 500)).toBe(status);
    });

    test("with files of many megabytes", proves("bounds.event-loop", "import.files.threads"), async () => {
      const aliases = Array.from({ length: 12 }, (_, level) => {
        const items = level === 0 ? "x" : `*a${level - 1}`;
        return `a${level}: &a${level} [${Array(10).fill(items).join(", ")}]`;
      });
      hostileFiles.set("/empty.json", `[${fill("{},", 3 * mebibyte)}{}]`);
      hostileFiles.set("/names.json", JSON.stringify(names(200_000)));
      hostileFiles.set("/references.json", `[${fill('{"$ref":"#/0"},', 2 * mebibyte)}{}]`);
      hostileFiles.set("/deep.json", `${"[".repeat(mebibyte)}${"]".repeat(mebibyte)}`);
      hostileFiles.set("/aliases.yaml", aliases.join("\n"));
      const properties = Object.fromEntries([...hostileFiles.keys()].map((path) => [path, { $ref: path }]));
      const schema = { type: "object", properties };
      const document = {
        openapi: "3.1.0",
        info: { title: "Files", version: "1" },
        servers: [{ url: hostileOrigin }],
        paths: { "/a": { get: { responses: { 200: { content: { "application/json": { schema } } } } } } },
      };
      hostileFiles.set("/openapi.json", JSON.stringify(document));
      const body = { source: "openapi", slug: "of-files", url: `${hostileOrigin}/openapi.json` };
      const reply = await expectShortTurns(() => admin.post("/v1/applications", body));
      expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    });
  });
});
