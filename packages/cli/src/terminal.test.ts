import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { openWorld, type World } from "@bowline/sdk/testing/open-world.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandLine, openCommandLine, type Running } from "../testing/run-bowline.ts";

let world: World;
let bowline: CommandLine;
/** A server that does not respond. */
let silent: ReturnType<typeof createServer>;

beforeAll(async () => {
  world = await openWorld();
  bowline = await openCommandLine({ BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey });
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await bowline[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const press = (text: string, when: RegExp) => (running: Running) => {
  void expect
    .poll(() => running.readOutput(), { timeout: 60_000 })
    .toMatch(when)
    .then(() => running.write(text));
};
const controlC = "\u0003";

it("lays a table out for a terminal of 80 characters", async () => {
  for (let count = 0; count < 3; count++) {
    await world.bowline.tools.execute("things_get_thing", { fields: { id: "missing" } });
  }
  const { exitCode, stdout } = await bowline.runInTerminal(["history", "list"], { columns: 80 });
  expect(exitCode).toBe(0);
  // On a busy machine the line that says what runs comes first.
  const shown = stripVTControlCharacters(stdout).replaceAll(
    /\r?\p{Script=Braille} Reading the history/gu,
    "",
  );
  const lines = shown.trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/^ID +TIME +TOOL +RESULT +MS +WHO +THROUGH +ERROR/);
  expect(lines.length).toBeGreaterThan(3);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const { items } = await world.bowline.executions.list({ top: 1 });
  expect(lines[1]).toMatch(new RegExp(`^${items[0]?.historyId} +${items[0]?.createdDate.slice(0, 19)}Z  `));
});

it("uses no colors with NO_COLOR, and some without it", async () => {
  const args = ["connections", "list"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it begins with one
  const color = /\u001b\[[\d;]*m/;
  expect((await bowline.runInTerminal(args)).stdout).toMatch(color);
  const plain = await bowline.runInTerminal(args, { environment: { NO_COLOR: "1" } });
  expect(plain.exitCode).toBe(0);
  expect(plain.stdout).not.toMatch(color);
});

it("shows that something is running, and Ctrl+C ends it with 130 on an empty line", async () => {
  const environment = { BOWLINE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const run = await bowline.runInTerminal(["whoami"], {
    environment,
    watch: press(controlC, /⠹ Asking the server/),
  });
  expect(run.exitCode).toBe(130);
  expect(run.stdout.endsWith("\r\u001b[K")).toBe(true);
});

it("keeps what it shows meanwhile to one line", async () => {
  const environment = { BOWLINE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const source = `https://example.com/${"long/".repeat(20)}openapi.json`;
  const run = await bowline.runInTerminal(["apps", "import", source, "--slug", "long"], {
    environment,
    columns: 60,
    watch: press(controlC, /⠹ Importing/),
  });
  expect(run.exitCode).toBe(130);
  const frames = run.stdout.split("\r").map((frame) => stripVTControlCharacters(frame).replace("^C", ""));
  expect(frames.some((frame) => frame.startsWith("⠋ Importing https://example.com/long/"))).toBe(true);
  expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(60);
});

it("Ctrl+C at a prompt ends it with 130 and changes nothing", async () => {
  const run = await bowline.runInTerminal(["toolsets", "remove", world.toolsetId], {
    watch: press(controlC, /Remove toolset/),
  });
  expect(run.exitCode).toBe(130);
  expect((await world.bowline.toolsets.get(world.toolsetId)).name).toBe("Things");
});

it("asks for the method and the key, and connects", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Two ways", version: "1" },
    servers: [{ url: "https://two.example.com" }],
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "x-key" },
        login: { type: "http", scheme: "basic" },
      },
    },
    security: [{ key: [] }, { login: [] }],
    paths: { "/a": { get: { operationId: "get_a", responses: { 200: { description: "OK" } } } } },
  };
  await world.bowline.applications.import({ source: "openapi", slug: "two", document });
  const { exitCode, stdout } = await bowline.runInTerminal(["connect", "two", "--name", "Mine"], {
    watch: (running) => {
      press("\u001b[B\r", /How do you want to connect/)(running);
      press("ada\r", /[Uu]ser ?name/)(running);
      press("typed-secret\r", /[Pp]assword/)(running);
    },
  });
  expect(exitCode, stdout).toBe(0);
  expect(stdout).not.toContain("typed-secret");
  const { items } = await world.bowline.connections.list({ applicationSlug: "two" });
  expect(items).toMatchObject([{ name: "Mine", fields: { username: "ada" } }]);
});

it("opens no address in the browser that is none of the web", async () => {
  const opened = join(bowline.home, "opened");
  const browser = join(bowline.home, "browser.sh");
  await writeFile(browser, `#!/bin/sh\necho "$1" >> ${opened}\n`, { mode: 0o755 });
  let link = "";
  const hostile = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    const replies: Record<string, object> = {
      "/.well-known/oauth-authorization-server": {
        issuer: url,
        registration_endpoint: `${url}/register`,
        device_authorization_endpoint: `${url}/device`,
        token_endpoint: `${url}/token`,
      },
      "/register": { client_id: "c" },
      "/device": { device_code: "d", user_code: "A-B", verification_uri: link, interval: 0.01 },
    };
    const reply = replies[request.url ?? ""];
    response
      .writeHead(reply === undefined ? 400 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(reply ?? { error: "access_denied" }));
  });
  await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
  const login = ["login", "--url", `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`];
  for (link of [`file://${browser}`, "http://127.0.0.1:9/device?code=A"]) {
    const { exitCode, stdout } = await bowline.runInTerminal(login, { environment: { BROWSER: browser } });
    expect([exitCode, stdout]).toEqual([4, expect.stringContaining(`Open ${link}`)]);
  }
  hostile.close();
  await expect.poll(() => readFile(opened, "utf8").catch(() => "")).not.toBe("");
  expect(await readFile(opened, "utf8")).toBe("http://127.0.0.1:9/device?code=A\n");
});

it("takes a terminal that does not know its width for one of 80 characters", async () => {
  const { stdout } = await bowline.runInTerminal(["tools", "search", "--app", "things"], { columns: 0 });
  expect(stripVTControlCharacters(stdout)).toContain("Create a thing.");
});

it("ends a wait for a response with --timeout", async () => {
  const environment = { BOWLINE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const run = (...args: string[]) => bowline.run([...args, "--timeout", "1"], { environment });
  const [status, imported] = await Promise.all([
    run("status"),
    run("apps", "import", "http://127.0.0.1:9/", "--slug", "late"),
  ]);
  expect(status).toMatchObject({ exitCode: 8, stderr: "" });
  expect(imported).toMatchObject({ exitCode: 8, stderr: expect.stringContaining("within 1000 ms") });
});

it("imports in the background on a terminal, and shows an error", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [
      `/things/${index}`,
      { get: { operationId: `get_${index}`, summary: "Get it.", responses: { 200: { description: "OK" } } } },
    ]),
  );
  const servers = [{ url: "https://large.example.com" }];
  const document = { openapi: "3.1.0", info: { title: "Large", version: "1" }, servers, paths };
  const file = join(bowline.home, "large.json");
  await writeFile(file, JSON.stringify(document));
  const run = await bowline.runInTerminal(["apps", "import", file, "--slug", "large"]);
  expect(run.exitCode, run.stdout).toBe(0);
  expect(stripVTControlCharacters(run.stdout)).toMatch(/tools +2000/);
  const dry = await bowline.run(["apps", "import", file, "--slug", "larger", "--dry-run", "--json"]);
  expect(JSON.parse(dry.stdout)).toMatchObject({ added: 2000 });
  expect((await bowline.run(["apps", "show", "larger"])).exitCode).toBe(5);

  await writeFile(file, "no description");
  const failed = await bowline.runInTerminal(["apps", "import", file, "--slug", "broken"]);
  expect(failed.exitCode).toBe(2);
  expect(failed.stdout).toContain("Error: ");
});
