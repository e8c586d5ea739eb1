import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { type Caller, createKeyCaller } from "./caller.ts";
import { acceptInvitation } from "./people.ts";
import type { StartedServer } from "./start-server.ts";

const root = join(import.meta.dirname, "../..");

/** Runs the operator's command for companies on a server's data folder. */
export async function runCompanyCommand(
  server: StartedServer,
  ...args: string[]
): Promise<{ exitCode: number | null; output: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(root, "scripts/company.mjs"), ...args], {
    env: { PATH, HOME, ...server.databaseSettings, BOWLINE_BASE_URL: server.baseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const [exitCode] = await once(child, "close");
  return { exitCode, output };
}

/** Creates a company and returns the invitation link of its first Admin. */
export async function createCompany(server: StartedServer, name: string, email: string): Promise<string> {
  const { exitCode, output } = await runCompanyCommand(server, "create", name, "--email", email);
  expect(output).toContain("was created");
  expect(exitCode).toBe(0);
  return /http\S+\/invitations\/[\w-]{43}/.exec(output)?.[0] ?? "";
}

/** Accepts the link of a company's first Admin and makes a key on the account page. */
export async function enterCompany(server: StartedServer, invitationUrl: string): Promise<Caller> {
  const browser = createFormBrowser();
  await acceptInvitation(browser, invitationUrl);
  return createKeyOnPage(browser, server);
}

/** Makes a key on the account page of a person who is signed in. */
export async function createKeyOnPage(browser: FormBrowser, server: StartedServer): Promise<Caller> {
  const account = await browser.open(`${server.baseUrl}/account`);
  const page = await browser.press(account, /create an api key/i);
  return createKeyCaller(/bwl_\w{38}/.exec(page.html)?.[0] ?? "", server);
}
