import { env } from "node:process";
import { cutDocument } from "@bowline/catalog/testing/cut-document";
import { loadRealDocument } from "@bowline/catalog/testing/load-real-document";
import { schemaArbitrary } from "@bowline/catalog/testing/schema-arbitrary";
import { type Prism, startPrism } from "@bowline/catalog/testing/start-prism";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, ImportResult, JsonObject } from "../support/records.ts";

const seed = Number(env.PRISM_SEED ?? 20261121);
const operationCount = 50;

interface ListedTool {
  slug: string;
}

const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false, logger: false });

/** An input that the tool's schema accepts, made of the schema alone. */
function makeInput(schema: JsonObject): Record<string, unknown> | undefined {
  const isValid = ajv.compile(schema);
  const inputs = schemaArbitrary(schema);
  const find = (numRuns: number) => fc.sample(inputs, { seed, numRuns }).find((sample) => isValid(sample));
  // Mostly the first one is. The first of many are the same as of few.
  return (find(2) ?? find(20)) as Record<string, unknown> | undefined;
}

type Description = { paths: Record<string, JsonObject> };

const listOperations = ({ paths }: Description): Set<string> =>
  new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );

/** Statuses with which prism refuses a request. */
const refusals = new Set([401, 404, 405, 415, 422]);

describeOwnServer("Tools of GitHub's whole API description against a mock server over it", () => {
  const own = useOwnServer();
  let prism: Prism;
  let text: string;

  beforeAll(async () => {
    text = await loadRealDocument("github");
    // Requests alone are judged. Without the responses the mock server starts in a third of the time.
    const document: Description = JSON.parse(text);
    prism = await startPrism(cutDocument(document, listOperations(document)));
  }, 600_000);
  afterAll(() => prism?.stop());

  test(`send what the description allows: ${operationCount} random operations, seed ${seed}`, {
    ...proves("documents.requests"),
    timeout: 600_000,
  }, async () => {
    const slug = uniqueName("prism");
    const { toolCount, skipped } = await succeed<ImportResult>(
      own.admin.post("/v1/applications", { source: "openapi", slug, text, baseUrl: prism.origin }),
    );
    expect(skipped).toEqual([]);
    const slugs: string[] = [];
    while (slugs.length < toolCount) {
      const query = { applicationSlug: slug, view: "summary", top: 1000, offset: slugs.length };
      const { items } = await succeed<{ items: ListedTool[] }>(own.admin.get("/v1/tools", query));
      slugs.push(...items.map((tool) => tool.slug));
    }
    const [chosen = []] = fc.sample(
      fc.shuffledSubarray(slugs, { minLength: operationCount, maxLength: operationCount }),
      { seed, numRuns: 1 },
    );
    const caller = await own.hire();
    const unmade: string[] = [];
    const refused: [string, ExecuteResponse["executionInfo"], string | null][] = [];
    for (const tool of chosen) {
      const { inputSchema } = await succeed<{ inputSchema: JsonObject }>(caller.get(`/v1/tools/${tool}`));
      const fields = makeInput(inputSchema);
      if (fields === undefined) {
        unmade.push(tool);
        continue;
      }
      const outcome = await execute(caller, tool, { fields });
      if (refusals.has(outcome.executionInfo?.statusCode ?? 0)) {
        refused.push([tool, outcome.executionInfo, outcome.errorMessage]);
      }
    }
    expect(refused).toEqual([]);
    expect(unmade).toEqual([]);
  });
});
