import { setTimeout as delay } from "node:timers/promises";
import { createEmulator, type Emulator } from "emulate";
import { findFreePort } from "./find-free-port.ts";

export interface EmulatedGitHub {
  url: string;
  /** The token that it accepts. */
  token: string;
  close(): Promise<void>;
}

/** Starts a stand-in for GitHub with one user, `octocat`, and a repository of theirs. */
export async function startEmulatedGitHub(): Promise<EmulatedGitHub> {
  const token = "token-of-the-guides";
  const github = {
    users: [{ login: "octocat", name: "The Octocat", email: "octocat@example.com" }],
    repos: [{ owner: "octocat", name: "hello-world", auto_init: true }],
  };
  const tokens = { [token]: { login: "octocat", scopes: ["repo"] } };
  const emulator: Emulator = await createEmulator({
    service: "github",
    port: await findFreePort(),
    seed: { tokens, github },
  });
  return { url: emulator.url, token, close: async () => emulator.close() };
}

/**
 * Waits for a built-in application, which is built beside the server.
 *
 * @throws Error after four minutes
 */
export async function waitForApplication(
  { baseUrl, adminApiKey }: { baseUrl: string; adminApiKey: string },
  slug: string,
): Promise<void> {
  const headers = { "x-api-key": adminApiKey };
  const deadline = Date.now() + 240_000;
  while ((await fetch(`${baseUrl}/v1/applications/${slug}`, { headers })).status !== 200) {
    if (Date.now() > deadline) {
      throw new Error(`The built-in application ${slug} is not ready in time.`);
    }
    await delay(500);
  }
}
