import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openCommandLine, type Running } from "../../testing/run-bowline.ts";

it("stores a renewed sign-in before a signal ends the command", async () => {
  let command: Running | undefined;
  const server = createServer((request, response) => {
    if (request.url === "/token") {
      command?.kill("SIGINT");
    }
    const tokens = { access_token: "second", refresh_token: "next", expires_in: 300 };
    // Time for the signal to arrive.
    setTimeout(() => response.end(JSON.stringify({ ...endpoints, ...tokens })), 100);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoints = { issuer: url, device_authorization_endpoint: url, token_endpoint: `${url}/token` };
  await using bowline = await openCommandLine({ BOWLINE_URL: url });
  const folder = join(bowline.home, "config", "bowline");
  await mkdir(folder, { recursive: true });
  const tokens = { clientId: "c", accessToken: "first", refreshToken: "used up", expiresAt: 0 };
  const config = { currentProfile: "default", profiles: { default: { url, tokens } } };
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  const { exitCode } = await bowline.run(["whoami"], {
    watch: (running) => {
      command = running;
    },
  });
  server.close();
  expect(exitCode).toBe(130);
  expect(
    JSON.parse(await readFile(join(folder, "config.json"), "utf8")).profiles.default.tokens,
  ).toMatchObject({
    accessToken: "second",
    refreshToken: "next",
  });
  // No lock is left, for which the next command would wait.
  expect(await readdir(folder)).toEqual(["config.json"]);
});
