import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const admin = theAdmin();
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const { downstreamHost } = deployment();
  const server = createServer(listener);
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, downstreamHost, resolve));
  return `http://${downstreamHost}:${(server.address() as AddressInfo).port}`;
}

/** Imports an API with a list of things and a call that reads the account, and connects to it. */
async function connectTo(origin: string, marks: object = {}): Promise<Connection> {
  const slug = uniqueName("label");
  const responses = { "200": { description: "OK" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Labeled", version: "1" },
    servers: [{ url: origin }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
    paths: {
      "/things": { get: { operationId: "listThings", responses } },
      "/v1/users/me": { get: { operationId: "readMe", responses } },
    },
    ...marks,
  };
  await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
  const body = { applicationSlug: slug, fields: { token: plantSecret("token") } };
  return succeed(admin.post("/v1/connections", body));
}

const respond =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

describe("the account of a new connection", () => {
  test("is named by the call that reads it", proves("connections.account.guessed"), async () => {
    const paths: string[] = [];
    const origin = await listen((request, response) => {
      paths.push(`${request.method} ${request.url} ${request.headers.authorization?.slice(0, 6)}`);
      respond(200, { id: 7, login: "octo", email: "octo@shop.test" })(request, response);
    });
    const { connectionId, accountLabel } = await connectTo(origin);
    expect(accountLabel).toBe("octo");
    expect(paths).toEqual(["GET /v1/users/me Bearer"]);
    const tested = await succeed(admin.post(`/v1/connections/${connectionId}/Test`));
    expect(tested).toMatchObject({ isSuccess: true, accountLabel: "octo" });
  });

  test("stays unknown when the call fails", proves("connections.account.fails"), async () => {
    let heldMs = Number.POSITIVE_INFINITY;
    for (const listener of [
      respond(401, { message: "no" }),
      respond(403, {}),
      respond(500, {}),
      respond(200, ["octo"]),
      ((_request, response) => {
        const began = performance.now();
        response.on("close", () => {
          heldMs = performance.now() - began;
        });
      }) satisfies RequestListener,
    ]) {
      const { accountLabel, status } = await connectTo(await listen(listener));
      expect({ accountLabel, status }).toEqual({ accountLabel: null, status: "active" });
    }
    // After 5 seconds on a quiet machine. A call of a tool may take 30.
    await expect.poll(() => heldMs).toBeLessThan(25_000);
  });

  test(
    "is named by the document's test call if there is one",
    proves("connections.account.stated"),
    async () => {
      const origin = await listen((request, response) => {
        respond(200, request.url === "/things" ? { owner: "things" } : { login: "octo" })(request, response);
      });
      const marks = { "x-bowline-test": { operation: "listThings", labelPath: "/owner" } };
      expect(await connectTo(origin, marks)).toMatchObject({ accountLabel: "things" });
    },
  );
});
