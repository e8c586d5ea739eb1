import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

/** A mock server over an API description. It accepts what the description allows and refuses everything else. */
export interface Prism {
  origin: string;
  stop(): Promise<void>;
}

/** What prism says of a request that its description does not allow; null when it accepted the request. */
export function readRefusal(status: number, body: unknown): string | null {
  const type = (body as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || !type.startsWith(prismErrors)) {
    return null;
  }
  const kind = type.slice(prismErrors.length);
  // The others say that prism cannot make up a response. It had accepted the request before.
  return refusals.has(kind) ? `${status} ${JSON.stringify(body)}` : null;
}

const prismErrors = "https://stoplight.io/prism/errors#";
const refusals = new Set([
  "UNPROCESSABLE_ENTITY",
  "UNAUTHORIZED",
  "INVALID_CONTENT_TYPE",
  "NO_PATH_MATCHED_ERROR",
  "NO_METHOD_MATCHED_ERROR",
  "NO_SERVER_MATCHED_ERROR",
  "NO_RESOURCE_PROVIDED_ERROR",
]);

/**
 * Starts prism on loopback. Paths of requests begin where the description's paths do, whatever its servers say. Nested objects of
 * forms are not judged: prism reads each that is left out as an empty object.
 */
export async function startPrism(document: object): Promise<Prism> {
  const own = structuredClone(document) as Description;
  dropNestedForms(own);
  // Prism refuses every request when a description says that none needs credentials.
  if (own.security?.every((one) => Object.keys(one).length === 0)) {
    delete own.security;
  }
  const operations = await getHttpOperationsFromSpec(own);
  const server = createServer(operations, {
    components: { logger: createLogger("prism", { level: "silent" }) },
    cors: false,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: false,
      errors: true,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  });
  const origin = await server.listen(0, "127.0.0.1");
  return { origin, stop: () => server.close() };
}

interface Form {
  schema?: { properties?: Record<string, unknown> };
  encoding?: Record<string, { style?: string }>;
}
interface Description {
  security?: object[];
  paths?: Record<string, Record<string, { requestBody?: { content?: Record<string, Form> } }>>;
}

function dropNestedForms({ paths = {} }: Description): void {
  const contents = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.values(operation?.requestBody?.content ?? {}));
  for (const { schema, encoding = {} } of contents) {
    for (const [name, { style }] of Object.entries(encoding)) {
      if (style === "deepObject" && schema?.properties !== undefined) {
        delete schema.properties[name];
      }
    }
  }
}
