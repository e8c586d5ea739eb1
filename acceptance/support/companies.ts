import { expect } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { uniqueName } from "./actors.ts";
import { type Caller, createKeyCaller } from "./caller.ts";
import { acceptInvitation } from "./people.ts";
import { runScript } from "./run-script.ts";
import type { StartedServer } from "./start-server.ts";

/** Runs the operator's command for companies on a server's database. */
export const runCompanyCommand = (server: StartedServer, ...args: string[]): ReturnType<typeof runScript> =>
  runScript("company.mjs", args, { ...server.databaseSettings, BOWLINE_BASE_URL: server.baseUrl });

/** Creates a company and returns the invitation link of its first Admin. */
export async function createCompany(server: StartedServer, name: string, email: string): Promise<string> {
  const { exitCode, output } = await runCompanyCommand(server, "create", name, "--email", email);
  expect(output).toContain("was created");
  expect(exitCode).toBe(0);
  return /http\S+\/invitations\/[\w-]{43}/.exec(output)?.[0] ?? "";
}

/** The first Admin of a company. */
export interface CompanyAdmin {
  caller: Caller;
  /** Where the Admin is signed in. */
  browser: FormBrowser;
}

/** Accepts the link of a company's first Admin and makes a key on the account page. */
export async function enterCompany(server: StartedServer, invitationUrl: string): Promise<CompanyAdmin> {
  const browser = createFormBrowser();
  await acceptInvitation(browser, invitationUrl);
  return { caller: await createKeyOnPage(browser, server), browser };
}

/** Creates a company and enters it. */
export const openCompany = async (server: StartedServer, name: string): Promise<CompanyAdmin> =>
  enterCompany(server, await createCompany(server, name, `${uniqueName("first")}@example.com`));

/** Makes a key on the account page of a person who is signed in. */
export async function createKeyOnPage(browser: FormBrowser, server: StartedServer): Promise<Caller> {
  const account = await browser.open(`${server.baseUrl}/account`);
  const page = await browser.press(account, /create an api key/i);
  return createKeyCaller(/bwl_\w{38}/.exec(page.html)?.[0] ?? "", server);
}
