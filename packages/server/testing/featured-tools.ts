import type { CatalogApplication, CatalogAuthentication, CatalogTool } from "@bowline/catalog";
import { startDocumentStandIn } from "@bowline/catalog/testing/document-stand-in";
import { setBuiltInAddresses } from "../src/db/catalog/built-ins.ts";
import { saveApplication } from "../src/db/catalog/save-application.ts";
import type { TestServer } from "./open-test-server.ts";
import { sampleAccess, sampleInputs } from "./sample-requests.ts";

/** Test support: how the featured tools of an application did. */
export interface FeaturedRun {
  /** Slugs of those whose request the application's documents allow. */
  executed: string[];
  /** Why others failed, a sentence each. */
  failures: string[];
}

export interface FeaturedOptions {
  server: TestServer;
  application: CatalogApplication;
  documents: ReadonlyMap<string, { [member: string]: unknown }>;
  /** Whether a refusal is the fault of the document itself. */
  isDocumentFault(refusal: string): boolean;
}

/** Of each tool. */
const triedInputs = 10;

/** Runs each featured tool through a whole server, against a stand-in that plays the application by its documents. */
export async function runFeaturedTools(options: FeaturedOptions): Promise<FeaturedRun> {
  const { server, application, documents, isDocumentFault } = options;
  const featured = application.tools.filter(({ isFeatured }) => isFeatured);
  const test = application.tools.find((tool) => tool.operation === application.manifest?.test?.operation);
  const tools = [...new Set(test === undefined ? featured : [...featured, test])];
  const standIn = await startDocumentStandIn(
    documents,
    tools.map(({ operationKey }) => operationKey),
  );
  try {
    const { kysely } = server.deps.db;
    const moved = { ...application, tools, authentications: application.authentications.map(withoutSignIn) };
    await saveApplication(kysely, null, moved);
    await setBuiltInAddresses(kysely, { [application.slug]: standIn.origin });
    server.deps.catalog.forgetAll();
    const connections = await connectAll(server, moved);
    const run: FeaturedRun = { executed: [], failures: [] };
    for (const tool of featured) {
      standIn.expected = tool.operationKey;
      const failure = await execute(server, tool, connections);
      const { refusal } = standIn;
      if (failure === null || (refusal !== null && isDocumentFault(refusal))) {
        run.executed.push(tool.slug);
      } else {
        run.failures.push(`${tool.slug}: ${failure} ${refusal ?? ""}`);
      }
    }
    return run;
  } finally {
    await standIn.stop();
  }
}

/** A token is entered instead of signing in. */
function withoutSignIn({ oauth2, ...method }: CatalogAuthentication): CatalogAuthentication {
  return oauth2 === undefined ? method : { ...method, type: "bearer" };
}

/** Makes a connection of each method. */
async function connectAll(
  { call }: TestServer,
  application: CatalogApplication,
): Promise<Map<string, number>> {
  const { authentications } = await call<{ authentications: { authenticationId: number }[] }>(
    "GET",
    `/v1/applications/${application.slug}`,
  );
  const connections = new Map<string, number>();
  for (const [index, method] of application.authentications.entries()) {
    const { variables } = sampleAccess(application, method);
    // The address is the operator's.
    const fields = Object.entries(variables).filter(([name]) => name !== "baseUrl");
    const { connectionId } = await call<{ connectionId: number }>("POST", "/v1/connections", {
      applicationSlug: application.slug,
      authenticationId: authentications[index]?.authenticationId,
      fields: Object.fromEntries(fields),
    });
    connections.set(method.key, connectionId);
  }
  return connections;
}

/** Returns why no input was accepted; null when one was. */
async function execute(
  { request, apiKey }: TestServer,
  { slug, inputSchema, binding }: CatalogTool,
  connections: ReadonlyMap<string, number>,
): Promise<string | null> {
  const methods = "authentications" in binding ? binding.authentications : [];
  const connectionId = [...methods, ...connections.keys()]
    .map((key) => connections.get(key))
    .find((id) => id !== undefined);
  const query = connectionId === undefined ? "" : `?connectionId=${connectionId}`;
  let failure = "No input was found that the schema accepts.";
  for (const input of sampleInputs(inputSchema, triedInputs, slug.length)) {
    const fields = JSON.stringify({ fields: input });
    const response = await request(`/v1/tools/${slug}/execute${query}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: fields,
    });
    const body = (await response.json()) as { isSuccess?: boolean; errorMessage?: string; message?: string };
    if (body.isSuccess) {
      return null;
    }
    failure = `${body.errorMessage ?? body.message} ${fields}`;
    // Some inputs that the schema accepts cannot be written, such as a media type that is none.
    if (response.status !== 400) {
      return failure;
    }
  }
  return failure;
}
