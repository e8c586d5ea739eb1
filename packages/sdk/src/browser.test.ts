import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { needsChromium, startChromium } from "@bowline/acceptance/chromium.ts";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../testing/open-world.ts";
import { installPackedSdk } from "../testing/packed-project.ts";
import { createServiceToken } from "../testing/service-token.ts";
import { Bowline } from "./index.ts";

/** A page on plain http from another machine has no `crypto.randomUUID`, and a bundle for browsers has no `process`. */
const program = `
  import { Bowline } from "@bowline/sdk";
  delete Crypto.prototype.randomUUID;
  const refusals = [];
  const bowline = new Bowline({
    baseUrl: location.origin,
    token: async ({ refused }) => {
      refusals.push(refused ?? null);
      return refused === undefined ? "expired" : (await fetch("/token")).text();
    },
  });
  const { fullName } = await bowline.auth.whoami();
  const output = await bowline.tools.run("things_create_thing", { title: "Lamp" });
  const slugs = [];
  for await (const { slug } of bowline.tools.list({ applicationSlug: "things", top: 1 })) slugs.push(slug);
  const { tools } = await bowline.toolset(TOOLSET).for("openai");
  const reason = await bowline.executions
    .list({}, { signal: AbortSignal.abort("stopped") })
    .catch((error) => error);
  window.result = { fullName, output, slugs, toolCount: tools.length, refusals, reason };
`;

let project: string;
let world: World;
let accessToken: string;
let site: ReturnType<typeof createServer>;

beforeAll(async () => {
  project = installPackedSdk();
  world = await openWorld();
  accessToken = await createServiceToken(world);
  const toolset = JSON.stringify(await makeToolset());
  writeFileSync(join(project, "main.js"), program.replace("TOOLSET", toolset));
  writeFileSync(join(project, "index.html"), '<script type="module" src="/main.js"></script>');
  site = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await world[Symbol.asyncDispose]();
  rmSync(project, { recursive: true });
});

/** The page, its token, and the API under one address. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  if (path === "/token") {
    response.end(accessToken);
  } else if (path.startsWith("/v1/")) {
    let body = "";
    for await (const part of request) {
      body += part;
    }
    const { authorization = "", "idempotency-key": key } = request.headers;
    const upstream = await fetch(world.baseUrl + path, {
      method: request.method ?? "GET",
      headers: {
        authorization,
        "content-type": "application/json",
        ...(typeof key === "string" && { "idempotency-key": key }),
      },
      ...(body !== "" && { body }),
    });
    response.writeHead(upstream.status, { "content-type": "application/json" }).end(await upstream.text());
  } else if (path === "/favicon.ico") {
    response.writeHead(404).end();
  } else {
    const file = path === "/" ? "index.html" : path.slice(1);
    const type = file.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(200, { "content-type": type }).end(readFileSync(join(project, "dist", file)));
  }
}

/** Connects the application for the token's member, and returns a toolset with its tools. */
async function makeToolset(): Promise<string> {
  const bowline = new Bowline({ baseUrl: world.baseUrl, token: () => accessToken });
  const [method] = (await bowline.applications.get("things")).authentications;
  const { connectionId } = await bowline.connections.create({
    applicationSlug: "things",
    authenticationId: method?.authenticationId ?? 0,
    name: "Things",
    fields: { apiKey: "key-of-the-things" },
    isDefault: true,
  });
  const toolSlugs = ["things_create_thing", "things_get_thing"];
  const connections = [{ connectionId, applicationSlug: "things", toolSlugs }];
  return (await bowline.toolsets.create({ name: "Page", connections })).toolsetId;
}

test.skipIf(!needsChromium())("the SDK runs in a page that Vite built, with a token", async () => {
  await build({ root: project, logLevel: "silent", build: { target: "es2022" } });
  await using browser = await startChromium({ javaScriptEnabled: true });
  const page = await browser.context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const handle = await page.waitForFunction("window.result", undefined, { timeout: 60_000 });
  expect(complaints).toEqual([]);
  expect(await handle.jsonValue()).toMatchObject({
    output: { title: "Lamp" },
    slugs: ["things_create_thing", "things_get_thing", "things_list_things"],
    toolCount: 2,
    // Each request asks for the token, and each was refused the expired one.
    refusals: Array(6).fill([null, "expired"]).flat(),
    reason: "stopped",
  });
});
