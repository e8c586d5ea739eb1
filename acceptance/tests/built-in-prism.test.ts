import { type BuiltInDocuments, loadBuiltInDocuments } from "@bowline/catalog/testing/built-in-documents";
import { type DocumentStandIn, startDocumentStandIn } from "@bowline/catalog/testing/document-stand-in";
import { schemaArbitrary } from "@bowline/catalog/testing/schema-arbitrary";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cacheDir, waitForApplications, writeOperatorFile } from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

/** Some with JSON bodies, forms and files. All applications, through a whole server: the server's `built-in-requests.test.ts`. */
const slugs = ["discord", "elevenlabs", "netlify", "notion"];

const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false, logger: false });

/** Inputs that the tool's schema accepts, made of the schema alone. */
function* makeInputs(schema: JsonObject): Generator<unknown> {
  const isValid = ajv.compile(schema);
  const inputs = schemaArbitrary(schema);
  const few = 2;
  const make = (numRuns: number) => fc.sample(inputs, { seed: 67, numRuns });
  // Mostly the first one is taken. The first of many are the same as of few.
  yield* make(few).filter((sample) => isValid(sample));
  yield* make(40)
    .slice(few)
    .filter((sample) => isValid(sample));
}

describeOwnServer("Built-in applications against mock servers over their own documents", () => {
  const files = new AsyncDisposableStack();
  const loaded = new Map<string, BuiltInDocuments>();
  const standIns = new Map<string, DocumentStandIn>();
  let admin: Caller;
  let applications: Application[];

  beforeAll(async () => {
    const settings: Record<string, { serverUrl: string }> = {};
    for (const slug of slugs) {
      const one = await loadBuiltInDocuments(slug);
      const { manifest, tools } = one.application;
      const wanted = tools.filter((tool) => tool.isFeatured || tool.operation === manifest?.test?.operation);
      const keys = wanted.map(({ operationKey }) => operationKey);
      const standIn = await startDocumentStandIn(one.documents, keys);
      standIns.set(slug, standIn);
      loaded.set(slug, one);
      settings[slug] = { serverUrl: standIn.origin };
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
    await Promise.all([...standIns.values()].map((standIn) => standIn.stop()));
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
          fields: Object.fromEntries(secrets.map(({ fieldName }) => [fieldName, plantSecret("key")])),
        }),
      );
      const featured = loaded.get(slug)?.application.tools.filter(({ isFeatured }) => isFeatured) ?? [];
      expect(featured.length).toBeGreaterThanOrEqual(10);
      const executed: string[] = [];
      for (const { slug: tool } of featured) {
        const { inputSchema } = await succeed<{ inputSchema: JsonObject }>(admin.get(`/v1/tools/${tool}`));
        for (const fields of makeInputs(inputSchema)) {
          const path = `/v1/tools/${tool}/execute`;
          const response = await admin.post(path, { fields }, { query: { connectionId } });
          // Some inputs that the schema accepts cannot be written, such as a media type that is none.
          if (response.status !== 400) {
            expect(response.body, `${tool}: ${standIns.get(slug)?.refusal}`).toMatchObject({
              isSuccess: true,
            });
            executed.push(tool);
            break;
          }
        }
      }
      expect(executed).toEqual(featured.map((tool) => tool.slug));
    },
  );
});
