import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { refuse } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";

const admin = theAdmin();
const page = "<!DOCTYPE html><html><title>API reference</title></html>";
let origin: string;

/** Returns 404 for `/status/404` and an HTML page for everything else. */
const server = createServer((request, response) => {
  const status = Number(/^\/status\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 200);
  response.writeHead(status, { "content-type": "text/html" });
  response.end(page);
});

beforeAll(async () => {
  const { downstreamHost } = deployment();
  await new Promise<void>((resolve) => server.listen(0, downstreamHost, resolve));
  origin = `http://${downstreamHost}:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Expects a refused import and returns the message at the member with the document. */
async function readRefusal(member: string, value: unknown): Promise<string> {
  const body = { source: "openapi", slug: uniqueName("no"), [member]: value };
  const { details } = await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR", [member]);
  return details?.find(({ field }) => field === member)?.issue ?? "";
}

test("another kind of document is named", proves("import.messages.kind"), async () => {
  expect(await readRefusal("url", `${origin}/docs`)).toMatch(/^It is an HTML page.*JSON or YAML file/);
  expect(await readRefusal("text", "PK\x03\x04\x14\0\b\0")).toMatch(/^It is a ZIP archive.*Unpack it/);
  expect(await readRefusal("text", "type Query { me: String }")).toMatch(/^It is a GraphQL schema/);
  expect(await readRefusal("document", { info: { _postman_id: "1" }, item: [] })).toMatch(
    /Postman collection/,
  );
  expect(await readRefusal("document", { swaggerVersion: "1.2", apis: [] })).toMatch(/Swagger 1.*Convert it/);
  expect(await readRefusal("document", { asyncapi: "3.0.0" })).toMatch(/AsyncAPI/);
  expect(await readRefusal("document", { message: "Not Found" })).toMatch(/neither an `openapi`.*`message`/);
  expect(await readRefusal("text", "just words")).toMatch(/plain text/);
});

test("a member that a document has twice is named", proves("import.messages.repeated"), async () => {
  const document = `{
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {"/a": {"get": {"operationId": "one"}, "get": {"operationId": "two"}}}
  }`;
  const warning = "A member is given twice; the last one is used (/paths/~1a/get)";
  const head = `"source": "openapi", "slug": "${uniqueName("twice")}", "dryRun": true`;
  for (const [name, value] of Object.entries({ document, text: JSON.stringify(document) })) {
    const imported = await admin.send("POST", "/v1/applications", {
      rawBody: `{${head}, "${name}": ${value}}`,
      headers: { "content-type": "application/json" },
    });
    expect(imported.body, name).toMatchObject({ warnings: expect.arrayContaining([warning]) });
  }
});

test("an error in the text is reported with its line", proves("import.messages.line"), async () => {
  expect(await readRefusal("text", "openapi: 3.1.0\ninfo:\n  title: a: b\n")).toMatch(
    /YAML: .* line 3, column \d+$/,
  );
  expect(await readRefusal("text", '{\n "openapi": "3.1.0",\n "info": {]\n}')).toMatch(/JSON: .*line 3/);
});

test(
  "a document that cannot be fetched is refused with what to do",
  proves("import.messages.fetch"),
  async () => {
    expect(await readRefusal("url", `${origin}/status/401`)).toMatch(/credentials \(401\).*`text`/);
    expect(await readRefusal("url", `${origin}/status/404`)).toMatch(/nothing at the address \(404\)/);
    expect(await readRefusal("url", `${origin}/status/500`)).toMatch(/status 500/);
    expect(await readRefusal("url", `http://${deployment().downstreamHost}:1/`)).toMatch(
      /server refused the connection/,
    );
    expect(await readRefusal("url", "http://nowhere.invalid/")).toMatch(/host name/);
  },
);

test(
  "the message for a private address names the setting that allows it",
  proves("import.messages.private"),
  async () => {
    expect(await readRefusal("url", "http://10.255.255.1/x.json")).toContain(
      "BOWLINE_ALLOWED_PRIVATE_NETWORKS",
    );
  },
);
