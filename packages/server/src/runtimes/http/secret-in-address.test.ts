// An application whose credentials are a part of its address, such as Telegram's.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadHandWritten } from "../../../testing/load-hand-written.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { saveApplication } from "../../db/catalog/save-application.ts";

const botToken = "123456:canary-ABC_def";
const paths: string[] = [];
let server: TestServer;
let telegram: Server;
let status = 200;

beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
  telegram = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      JSON.stringify(
        status === 200
          ? { ok: true, result: { id: 1, username: "gardener_bot", echo: request.url } }
          : { ok: false, error_code: status, description: `Unauthorized: ${request.url}` },
      ),
    );
  });
  await new Promise<void>((resolve) => telegram.listen(0, "127.0.0.1", resolve));
  const { port } = telegram.address() as AddressInfo;
  const loaded = (await loadHandWritten()).find((one) => one.application.slug === "telegram");
  if (loaded === undefined) {
    throw new Error("There is no application telegram.");
  }
  const { rows } = await server.deps.db.pool.query("select company_id from company");
  await saveApplication(server.deps.db.kysely, Number(rows[0].company_id), {
    ...loaded.application,
    environments: [{ name: "production", serverUrl: `http://127.0.0.1:${port}/bot{botToken}` }],
  });
  server.deps.catalog.forgetAll();
});

afterAll(async () => {
  await server.close();
  telegram.close();
});

describe("a secret that is a part of the address", () => {
  const execute = (path: string) =>
    server.call<{ isSuccess: boolean; errorMessage: string | null }>("POST", path, { fields: {} });

  test("reaches the application and appears in no response", async () => {
    const connection = await server.call<{ accountLabel: string }>("POST", "/v1/connections", {
      applicationSlug: "telegram",
      fields: { botToken },
      isDefault: true,
    });
    expect(connection.accountLabel).toBe("gardener_bot");
    expect(paths.at(-1)).toBe(`/bot${botToken}/getMe`);
    const executed = await execute("/v1/tools/telegram_me_get/execute");
    const dryRun = await execute("/v1/tools/telegram_me_get/execute?dryRun=true");
    status = 401;
    const refused = await execute("/v1/tools/telegram_me_get/execute");
    expect(refused.isSuccess).toBe(false);
    const history = await server.call("GET", "/v1/executions");
    expect(JSON.stringify([connection, executed, dryRun, refused, history])).not.toContain("canary");
  });
});
