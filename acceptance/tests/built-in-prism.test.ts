import { type BuiltInDocuments, loadBuiltInDocuments } from "@bowline/catalog/testing/built-in-documents";
import { cutDocument } from "@bowline/catalog/testing/cut-document";
import { schemaArbitrary } from "@bowline/catalog/testing/schema-arbitrary";
import { type Prism, startPrism } from "@bowline/catalog/testing/start-prism";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { cacheDir, waitForApplications, writeOperatorFile } from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ExecuteResponse, JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

/** Applications with one document, one address and no refusal in a successful response, which prism cannot make up. */
const slugs = ["discord", "elevenlabs", "figma", "netlify", "notion", "square", "workos"];
/** Statuses with which prism refuses a request. */
const refusals = new Set([401, 404, 405, 415, 422]);

const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false, logger: false });

/** Whether a tool sends files and lists as parts. Prism takes each part for a text. */
const sendsParts = (binding: object): boolean =>
  "body" in binding && (binding.body as { kind?: string } | null)?.kind === "multipart";

/** An input that the tool's schema accepts, made of the schema alone. */
function makeInput(schema: JsonObject): Record<string, unknown> {
  const isValid = ajv.compile(schema);
  const samples = fc.sample(schemaArbitrary(schema), { seed: 67, numRuns: 40 });
  const found = samples.find((sample) => isValid(sample));
  if (found === undefined) {
    throw new Error("No input was found that the schema accepts.");
  }
  return found as Record<string, unknown>;
}

describeOwnServer("Built-in applications against mock servers over their own documents", () => {
  const files = new AsyncDisposableStack();
  const loaded = new Map<string, BuiltInDocuments>();
  const prisms: Prism[] = [];
  let admin: Caller;
  let applications: Application[];

  beforeAll(async () => {
    const settings: Record<string, { serverUrl: string }> = {};
    for (const slug of slugs) {
      const one = await loadBuiltInDocuments(slug);
      const { manifest, tools } = one.application;
      const wanted = tools.filter((tool) => tool.isFeatured || tool.operation === manifest?.test?.operation);
      const [document = {}] = one.documents.values();
      const prism = await startPrism(cutDocument(document, new Set(wanted.map((tool) => tool.operationKey))));
      prisms.push(prism);
      loaded.set(slug, one);
      settings[slug] = { serverUrl: prism.origin };
    }
    const file = files.use(await writeOperatorFile(settings));
    const server = files.use(
      await startServerOnDatabase({
        BOWLINE_BUILT_INS: slugs.join(),
        BOWLINE_CACHE_DIR: cacheDir,
        BOWLINE_APPLICATIONS: file.path,
      }),
    );
    admin = createKeyCaller(server.adminApiKey, server);
    applications = await waitForApplications(admin, slugs.length);
  }, 600_000);

  afterAll(async () => {
    await files.disposeAsync();
    await Promise.all(prisms.map((prism) => prism.stop()));
  });

  test.each(slugs)(
    "%s: every featured tool sends what the document allows",
    {
      ...proves("documents.featured"),
      timeout: 300_000,
    },
    async (slug) => {
      const method = applications.find((one) => one.slug === slug)?.authentications[0];
      const secrets = method?.fields.filter(({ secret, required }) => secret && required) ?? [];
      const { connectionId } = await succeed<Connection>(
        admin.post("/v1/connections", {
          applicationSlug: slug,
          authenticationId: method?.authenticationId,
          fields: Object.fromEntries(
            secrets.map(({ fieldName }) => [
              fieldName,
              slug === "workos" ? `sk_${plantSecret("key")}` : plantSecret("key"),
            ]),
          ),
        }),
      );
      const featured = loaded.get(slug)?.application.tools.filter(({ isFeatured }) => isFeatured) ?? [];
      expect(featured.length).toBeGreaterThanOrEqual(10);
      const refused: [string, ExecuteResponse["executionInfo"], string | null][] = [];
      for (const { slug: tool, binding } of featured) {
        const { inputSchema } = await succeed<{ inputSchema: JsonObject }>(admin.get(`/v1/tools/${tool}`));
        if (sendsParts(binding)) {
          continue;
        }
        const outcome = await execute(admin, tool, { fields: makeInput(inputSchema) }, { connectionId });
        if (refusals.has(outcome.executionInfo?.statusCode ?? 404)) {
          refused.push([tool, outcome.executionInfo, outcome.errorMessage]);
        }
      }
      expect(refused).toEqual([]);
    },
  );
});
