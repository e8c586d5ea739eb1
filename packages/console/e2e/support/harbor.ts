import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world.ts";

const issueCount = 60;
/** The token that the application accepts. */
export const goodToken = "harbor-token-for-tests";

export interface Harbor extends AsyncDisposable {
  url: string;
  /** The OpenAPI document. */
  document: object;
}

/** Starts an application on loopback that tracks issues. It wants a Bearer token. */
export async function startHarbor(): Promise<Harbor> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    document: describeApi(url),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What `fillHarbor` created. */
export interface HarborWorld {
  connectionId: number;
  toolsetId: string;
  historyId: number;
}

/** Imports the application, connects it, makes two toolsets, runs some tools, and lets one call wait for approval. */
export async function fillHarbor(world: World, harbor: Harbor): Promise<HarborWorld> {
  await world.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "harbor",
    document: harbor.document,
    overridableFields: ["token"],
  });
  const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
    applicationSlug: "harbor",
    name: "Harbor of the team",
    fields: { token: goodToken },
    isDefault: true,
  });
  const createToolset = (name: string, toolSlugs: string[]) =>
    world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name,
      connections: [{ connectionId, applicationSlug: "harbor", toolSlugs }],
      settings: {
        approvals: "destructive",
        tools: toolSlugs.includes("harbor_create_issue")
          ? { harbor_create_issue: { presets: { body: "Written by an agent." } } }
          : {},
      },
    });
  const { toolsetId } = await createToolset("Triage", ["harbor_list_issues", "harbor_create_issue"]);
  const cleanUp = await createToolset("Clean up", ["harbor_delete_issue"]);
  const run = (tool: string, fields: object, query = "") =>
    world.call<{ historyId: number }>("POST", `/v1/tools/${tool}/execute${query}`, { fields });
  const { historyId } = await run("harbor_list_issues", { state: "open" }, `?toolsetId=${toolsetId}`);
  await run("harbor_get_issue", { id: 1 });
  await run("harbor_get_issue", { id: 999 });
  await run("harbor_delete_issue", { id: 3 }, `?toolsetId=${cleanUp.toolsetId}`);
  return { connectionId, toolsetId, historyId };
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { status, body } = buildResponse(request, Buffer.concat(chunks).toString());
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === null ? "" : JSON.stringify(body));
  });
}

function buildResponse(request: IncomingMessage, text: string): { status: number; body: unknown } {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://harbor");
  if (request.headers.authorization !== `Bearer ${goodToken}`) {
    return { status: 401, body: { message: "Bad credentials" } };
  }
  if (pathname === "/me") {
    return { status: 200, body: { login: "ada" } };
  }
  if (pathname === "/issues" && request.method === "POST") {
    return { status: 201, body: { id: issueCount + 1, state: "open", ...JSON.parse(text) } };
  }
  if (pathname === "/issues") {
    const state = searchParams.get("state");
    return { status: 200, body: issues.filter((issue) => state === null || issue.state === state) };
  }
  const issue = issues.find(({ id }) => pathname === `/issues/${id}`);
  if (issue === undefined) {
    return { status: 404, body: { message: "No such issue" } };
  }
  return request.method === "DELETE" ? { status: 204, body: null } : { status: 200, body: issue };
}

const titles = ["Fix the login on Safari", "Add a dark mode", "Crash while saving", "Write the guide"];
const issues = Array.from({ length: issueCount }, (_, index) => ({
  id: index + 1,
  title: `${titles[index % titles.length]} #${index + 1}`,
  state: index % 3 === 0 ? "closed" : "open",
  labels: [["bug", "ui", "docs"][index % 3]],
}));

const ok = (schema: object) => ({ 200: { description: "OK", content: { "application/json": { schema } } } });
const issueSchema = {
  type: "object",
  properties: { id: { type: "integer" }, title: { type: "string" }, state: { type: "string" } },
};
const idParameter = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const describeApi = (url: string): object => ({
  openapi: "3.1.0",
  info: { title: "Harbor Issues", version: "1", description: "Track the issues of your projects." },
  servers: [{ url }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  security: [{ token: [] }],
  paths: {
    "/me": {
      get: {
        operationId: "getMe",
        tags: ["account"],
        summary: "Get my account",
        responses: ok({ type: "object" }),
      },
    },
    "/issues": {
      get: {
        operationId: "listIssues",
        tags: ["issues"],
        summary: "List issues",
        parameters: [{ name: "state", in: "query", schema: { type: "string", enum: ["open", "closed"] } }],
        responses: ok({ type: "array", items: issueSchema }),
      },
      post: {
        operationId: "createIssue",
        tags: ["issues"],
        summary: "Create an issue",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["title"],
                properties: {
                  title: { type: "string", description: "A short title." },
                  body: { type: "string", description: "The text, in Markdown." },
                  labels: { type: "array", items: { type: "string" } },
                },
              },
            },
          },
        },
        responses: {
          201: { description: "Created", content: { "application/json": { schema: issueSchema } } },
        },
      },
    },
    "/issues/{id}": {
      get: {
        operationId: "getIssue",
        tags: ["issues"],
        summary: "Get an issue",
        parameters: [idParameter],
        responses: ok(issueSchema),
      },
      delete: {
        operationId: "deleteIssue",
        tags: ["issues"],
        summary: "Delete an issue",
        parameters: [idParameter],
        responses: { 204: { description: "Deleted" } },
      },
    },
  },
});
