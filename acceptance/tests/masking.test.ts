import { describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { connect, execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Application, ErrorEnvelope, Execution, ImportResult } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

describe("secret inputs", () => {
  const text = { type: "string" };
  const properties = {
    name: text,
    clientSecret: text,
    pageToken: text,
    pin: { type: "string", format: "password" },
    nested: {
      type: "object",
      properties: { code: { type: "string", writeOnly: true }, api_key: text, note: text },
    },
  };

  test(
    "are masked in the dry run and the history",
    proves("execute.secret-inputs", "history.headers"),
    async () => {
      const slug = uniqueName("masked");
      const operation = {
        operationId: "write",
        security: [],
        parameters: [
          { in: "query", name: "access-token-of-theirs", schema: { type: "string", format: "password" } },
        ],
        requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
        responses: { 200: { description: "OK" } },
      };
      const document = {
        openapi: "3.1.0",
        info: { title: "Masked", version: "1" },
        servers: [{ url: `${bench.downstream.origin}/eu/live` }],
        paths: { "/anything": { post: operation } },
      };
      const body = { source: "openapi", slug, document };
      await succeed<ImportResult>(theAdmin().post("/v1/applications", body));
      const application = await succeed<Application>(theAdmin().get(`/v1/applications/${slug}`));
      const tool = `${application.slug.replaceAll("-", "_")}_write`;
      const canaries = ["canary-query-1", "canary-client-2", "canary-pin-3", "canary-code-4", "canary-key-5"];
      const fields = {
        name: "Ann",
        pageToken: "page-6",
        "access-token-of-theirs": canaries[0],
        clientSecret: canaries[1],
        pin: canaries[2],
        nested: { code: canaries[3], api_key: canaries[4], note: "seen" },
      };
      const dry = await execute(bench.caller, tool, { fields }, { dryRun: true });
      bench.downstream.anything = { echo: `you sent ${canaries[2]}` };
      bench.downstream.anythingHeaders = { etag: `you sent ${canaries[2]}` };
      bench.downstream.forget();
      const { historyId } = await execute(bench.caller, tool, { fields });
      const sent = bench.downstream.requests.map((request) => request.query + request.body.toString()).join();
      const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
      bench.downstream.anythingHeaders = {};
      expect(record.responseHeaders?.etag).toBe("you sent ***");
      for (const canary of canaries) {
        expect(sent).toContain(canary);
        expect(JSON.stringify(dry)).not.toContain(canary);
        expect(JSON.stringify(record)).not.toContain(canary);
      }
      for (const shown of [dry.output, record.input].map((value) => JSON.stringify(value))) {
        expect(shown).toContain("***");
        expect(shown).toContain("Ann");
        expect(shown).toContain("page-6");
        expect(shown).toContain("seen");
      }
    },
  );
});

test("a secret in the response is masked in every spelling", proves("execute.echo-spellings"), async () => {
  const secret = 'pa"ss\\wörd & <more> 12345';
  const digits = "81726354908172635491";
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  for (const token of [secret, digits]) {
    const connection = await connect(bench.caller, bench.application, {
      fields: Object.fromEntries(Object.keys(bench.connection.secrets).map((name) => [name, token])),
    });
    bench.downstream.anything = {
      plain: token,
      twice: json(json(token)),
      thrice: json(json(json(token))),
      entities: [...token].map((character) => `&#x00${character.charCodeAt(0).toString(16)};`).join(""),
      address: encodeURIComponent(token).toLowerCase(),
      basic: Buffer.from(`someone:${token}`).toString("base64"),
      number: token === digits ? Number(digits) : 0,
      other: 12_345,
    };
    const response = await execute(
      bench.caller,
      bench.tool("read_anything"),
      {},
      { connectionId: connection.connectionId },
    );
    const { plain, twice, thrice, entities, address, basic, number, other } = response.output as Record<
      string,
      unknown
    >;
    expect([plain, twice, thrice, entities]).toEqual(["***", "***", "***", "***"]);
    expect(number).toBe(token === digits ? "***" : 0);
    expect(other).toBe(12_345);
    expect(basic).toContain("***");
    expect(String(address)).toContain(token === digits ? "***" : "");
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${response.historyId}`));
    expect(record.output).toEqual(response.output);
  }
});

test("a header names a field that no result has", proves("results.warning"), async () => {
  bench.downstream.items = [{ id: 1, title: "a" }];
  const path = `/v1/tools/${bench.tool("list_items")}/execute`;
  const ask = (fieldName: string) => bench.caller.post(path, { sort: [{ fieldName, orderDirection: 1 }] });
  const missed = await ask("titel");
  expect(missed.headers["x-bowline-warning"]).toBe('No result has the field "titel"; did you mean "title"?');
  expect((await ask("title")).headers["x-bowline-warning"]).toBeUndefined();
  expect((await ask("ü\r\nx-evil: 1")).headers).not.toHaveProperty("x-evil");
});

test("a number in a filter is refused with the text to send", proves("filters.value-text"), async () => {
  const path = `/v1/tools/${bench.tool("list_items")}/execute`;
  for (const [value, text] of [
    [5, '"5"'],
    [true, '"true"'],
  ] as const) {
    const refused = await bench.caller.post(path, { filters: [{ fieldName: "id", operator: "eq", value }] });
    expect(refused.status).toBe(400);
    const [problem] = (refused.body as ErrorEnvelope).details ?? [];
    expect(problem?.field).toBe("filters[0].value");
    expect(problem?.issue).toContain(text);
  }
});
