import { afterAll, beforeAll, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

test("of a long list without pages, an object that a refresh did not reach can still be chosen", async () => {
  const parameters = [{ name: "board", in: "query", schema: { type: "string" } }];
  await server.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "boards",
    document: {
      openapi: "3.1.0",
      info: { title: "Boards", version: "1" },
      servers: [{ url: server.provider.url }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
      security: [{ key: [] }],
      "x-bowline-objects": [{ kind: "board", operation: "list_boards", namePath: "/id" }],
      paths: {
        "/items": {
          get: {
            operationId: "list_boards",
            responses: {
              200: { description: "OK", content: { "application/json": { schema: { type: "array" } } } },
            },
          },
        },
        "/me": {
          get: {
            operationId: "read_board",
            parameters,
            "x-bowline-context": { type: "board", inputs: ["board"] },
            responses: { 200: { description: "OK" } },
          },
        },
      },
    },
  });
  const boards = Array.from({ length: 20_001 }, (_, index) => ({ id: `board-${index}` }));
  server.provider.on("/items", respondWithJson(200, boards));
  server.provider.on("/me", respondWithJson(200, {}));
  const { connectionId } = await server.call<{ connectionId: number }>("POST", "/v1/connections", {
    applicationSlug: "boards",
    fields: { apiKey: "key" },
  });
  await server.call("POST", `/v1/connections/${connectionId}/RefreshObjects`);
  const readStatus = () =>
    server.call<{ statusDescription: string }>("GET", `/v1/connections/${connectionId}/RefreshStatus`);
  await expect.poll(readStatus).toMatchObject({
    status: 0,
    statusDescription: "20000 objects were found; there are more than a refresh looks through.",
  });
  const body = { fields: {}, contextValue: "board-20000" };
  const outcome = await server.call(
    "POST",
    `/v1/tools/boards_read_board/execute?connectionId=${connectionId}`,
    body,
  );
  expect(outcome).toMatchObject({ isSuccess: true });
});
