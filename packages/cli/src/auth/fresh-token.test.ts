import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type CommandLine, openCommandLine, type Running } from "../../testing/run-bowline.ts";

let respond: RequestListener;
/** Of the server's metadata. */
let status = 200;
const server = createServer((request, response) =>
  request.url === "/token"
    ? respond(request, response)
    : response.writeHead(status).end(JSON.stringify(endpoints)),
);
let endpoints: Record<string, string>;
let bowline: CommandLine;
let folder: string;
const tokens = { clientId: "c", accessToken: "first", refreshToken: "once", expiresAt: 0 };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  endpoints = { issuer: url, device_authorization_endpoint: url, token_endpoint: `${url}/token` };
  bowline = await openCommandLine({ BOWLINE_URL: url });
  folder = join(bowline.home, "config", "bowline");
  await mkdir(folder, { recursive: true });
});
beforeEach(async () => {
  status = 200;
  const profiles = { default: { url: endpoints.issuer, tokens } };
  await writeFile(join(folder, "config.json"), JSON.stringify({ currentProfile: "default", profiles }));
});
afterAll(async () => {
  server.close();
  await bowline[Symbol.asyncDispose]();
});

const readTokens = async () =>
  JSON.parse(await readFile(join(folder, "config.json"), "utf8")).profiles.default.tokens;

it("stores a renewed sign-in before a signal ends the command", async () => {
  let command: Running | undefined;
  respond = (_request, response) => {
    command?.kill("SIGINT");
    const renewed = { access_token: "second", refresh_token: "next", expires_in: 300 };
    // Time for the signal to arrive.
    setTimeout(() => response.end(JSON.stringify(renewed)), 100);
  };
  const { exitCode } = await bowline.run(["whoami"], {
    watch: (running) => {
      command = running;
    },
  });
  expect(exitCode).toBe(130);
  expect(await readTokens()).toMatchObject({ accessToken: "second", refreshToken: "next" });
  // No lock is left, for which the next command would wait.
  expect(await readdir(folder)).toEqual(["config.json"]);
});

it("does not wait for a command that was killed while it renewed the sign-in", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const lock = join(folder, "config.json.lock");
  await writeFile(lock, `${hostname()} ${pid}`);
  // The clock must not decide.
  const later = new Date(Date.now() + 3_600_000);
  await utimes(lock, later, later);
  respond = (_request, response) =>
    response.end(JSON.stringify({ access_token: "second", refresh_token: "next", expires_in: 300 }));
  await bowline.run(["whoami"]);
  expect(await readTokens()).toMatchObject({ accessToken: "second" });
});

it.each([
  [500, "server_error", 8, "could not respond (status 500). Try again."],
  [400, "invalid_grant", 4, "Your sign-in has ended."],
])("takes %s %s of a renewal for what it is", async (refusal, error, code, text) => {
  respond = (_request, response) => response.writeHead(refusal).end(JSON.stringify({ error }));
  const { exitCode, stderr } = await bowline.run(["whoami"]);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(text)]);
  expect(await readTokens()).toEqual(tokens);
});

it("says that a server is failing that cannot say where to renew a sign-in, not that it is another one", async () => {
  status = 503;
  const { exitCode, stderr } = await bowline.run(["whoami"]);
  expect([exitCode, stderr]).toEqual([8, expect.stringContaining("could not respond (status 503).")]);
  expect(await readTokens()).toEqual(tokens);
});
