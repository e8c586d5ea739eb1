// Runs every example of the applications written by hand through a whole server. For one application:
//   npx vitest run application-examples -t '^slack '
import { type AnyToolExample, readPointer, type ToolExchange } from "@bowline/catalog";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleStandIn, listExchanges, openExampleStandIn } from "../../testing/example-stand-in.ts";
import {
  fillFields,
  loadHandWritten,
  moveApplication,
  workedFolder,
} from "../../testing/load-hand-written.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { saveApplication } from "../db/catalog/save-application.ts";

const applications = await loadHandWritten();
let server: TestServer;
let standIn: ExampleStandIn;

beforeAll(async () => {
  server = await openTestServer("http://localhost:4400", {
    BOWLINE_CODE_APPLICATIONS: workedFolder,
    BOWLINE_RATE_BURST: "0",
    BOWLINE_RATE_HOURLY: "0",
  });
  standIn = await openExampleStandIn();
});

afterAll(async () => {
  await standIn?.close();
  await server?.close();
});

interface Executed {
  isSuccess: boolean;
  errorMessage: string | null;
  output: unknown;
}

describe.each(applications)("$application.slug", ({ application, examples, serverUrl }) => {
  const { slug, tools, manifest } = application;
  const ajv = new Ajv2020({
    strict: false,
    unicodeRegExp: false,
    validateFormats: false,
    addUsedSchema: false,
  });
  const expectExample = (example: AnyToolExample) => {
    const exchanges = listExchanges(example);
    standIn.expect({ basePath: `/${slug}`, exchanges, serverUrl });
    return exchanges;
  };
  const cases = tools.flatMap((tool) =>
    [examples[tool.operation] ?? []].flat().map((example, index) => ({ tool, example, index })),
  );

  beforeAll(async () => {
    const moved = moveApplication(application, standIn.url);
    const { rows } = await server.deps.db.pool.query("select company_id from company");
    await saveApplication(server.deps.db.kysely, Number(rows[0].company_id), moved);
    server.deps.catalog.forgetAll();
    const [method] = moved.authentications;
    if (method !== undefined) {
      await connect(method);
    }
  });

  async function connect(method: Parameters<typeof fillFields>[0]) {
    const test = manifest?.test;
    const [example] = [examples[test?.operation ?? ""] ?? []].flat();
    if (example !== undefined) {
      expectExample(example);
    }
    const connection = await server.call<{ accountLabel: string | null }>("POST", "/v1/connections", {
      applicationSlug: slug,
      fields: fillFields(method),
      isDefault: true,
    });
    if (test !== undefined) {
      expect(standIn.received(), "the test call").toHaveLength(1);
      expect(connection.accountLabel !== null).toBe(test.labelPath !== undefined);
    }
  }

  test.each(cases)("$tool.operation, example $index", async ({ tool, example }) => {
    const exchanges = expectExample(example);
    const executed = await server.call<Executed>("POST", `/v1/tools/${tool.slug}/execute`, {
      fields: example.input,
    });
    expect(standIn.received()).toEqual(exchanges.map(({ request }) => normalize(request)));
    const isFailure = exchanges.some(({ status = 200 }) => status >= 300);
    expect(executed).toMatchObject({ isSuccess: !isFailure });
    if (executed.isSuccess) {
      const isOutput = ajv.compile(tool.outputSchema);
      expect(isOutput(executed.output), ajv.errorsText(isOutput.errors)).toBe(true);
    }
  });

  test("objects have a name in the examples of the tools that list them", () => {
    for (const { operation, namePath } of manifest?.objects ?? []) {
      const [example] = [examples[operation] ?? []].flat();
      const tool = tools.find((one) => one.operation === operation);
      const last = example === undefined ? undefined : listExchanges(example).at(-1);
      const list = readPointer(last?.response, tool?.resultsPath ?? "");
      expect(list, `list of ${operation}`).toBeInstanceOf(Array);
      for (const item of list as unknown[]) {
        expect(["string", "number"]).toContain(typeof readPointer(item, namePath));
      }
    }
  });
});

/** An empty query is none. */
function normalize({ query, ...request }: ToolExchange["request"]): ToolExchange["request"] {
  return { ...request, ...(query !== undefined && Object.keys(query).length > 0 && { query }) };
}
