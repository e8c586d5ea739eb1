import { callApi, type ImportResult, type ListEnvelope } from "./api-client.ts";
import type { BowlineServer } from "./bowline-server.ts";
import type { Load } from "./load.ts";

/** The body of every request: sent to the forwarder, and to the server as a tool's input. */
export const newThing = {
  title: "A thing with a title of usual length",
  body: "The quick brown fox jumps over the lazy dog.",
  labels: ["first", "second"],
};

const description = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-things-key" } } },
  paths: {
    "/things": {
      post: {
        operationId: "createThing",
        summary: "Create a thing",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["title"],
                properties: {
                  title: { type: "string", maxLength: 200 },
                  body: { type: "string" },
                  labels: { type: "array", items: { type: "string" } },
                },
              },
            },
          },
        },
        responses: {
          200: { description: "The thing", content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    },
  },
};

/** Imports the downstream as an application and creates a default connection to it. */
export async function importThings(server: BowlineServer, downstream: string): Promise<void> {
  const document = { source: "openapi", slug: "things", document: description, baseUrl: downstream };
  await callApi<ImportResult>(server, "POST", "/v1/applications", document);
  const connection = {
    applicationSlug: "things",
    fields: await fillCredentialFields(server),
    isDefault: true,
  };
  await callApi(server, "POST", "/v1/connections", connection);
}

/** Returns a value for each field of the application's only authentication method. */
async function fillCredentialFields(server: BowlineServer): Promise<Record<string, string>> {
  interface Application {
    slug: string;
    authentications: { fields: { fieldName: string }[] }[];
  }
  const { items } = await callApi<ListEnvelope<Application>>(server, "GET", "/v1/applications?top=1000");
  const [method] = items.find(({ slug }) => slug === "things")?.authentications ?? [];
  return Object.fromEntries(
    (method?.fields ?? []).map(({ fieldName }) => [fieldName, "things-key-of-the-benchmark"]),
  );
}

type Request = Omit<Load, "concurrency" | "count">;

export function directRequest(origin: string): Request {
  return {
    origin,
    method: "POST",
    paths: ["/things"],
    headers: { "content-type": "application/json" },
    body: JSON.stringify(newThing),
    expect: "ok",
  };
}

export function executeRequest(server: BowlineServer, expect: "success" | "recorded"): Request {
  return {
    origin: server.origin,
    method: "POST",
    paths: ["/v1/tools/things_create_thing/execute"],
    headers: { "content-type": "application/json", "x-api-key": server.apiKey },
    body: JSON.stringify({ fields: newThing }),
    expect,
  };
}
