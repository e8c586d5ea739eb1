import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import { type Caller, createKeyCaller } from "./caller.ts";
import { acceptInvitation } from "./people.ts";
import type { StartedServer } from "./start-server.ts";

/** The first Admin of a company. */
export interface CompanyAdmin {
  caller: Caller;
  /** Where the Admin is signed in. */
  browser: FormBrowser;
}

/** Creates another company on a server by the operator's command, and signs its first Admin in. */
export async function createCompany(server: StartedServer, name: string): Promise<CompanyAdmin> {
  const { PATH, HOME } = process.env;
  const command = join(import.meta.dirname, "../../scripts/company.mjs");
  const child = spawn(process.execPath, [command, "create", name, "--email", "first@example.com"], {
    env: { PATH, HOME, ...server.databaseSettings, BOWLINE_BASE_URL: server.baseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  await once(child, "close");
  const browser = createFormBrowser();
  await acceptInvitation(browser, /http\S+\/invitations\/[\w-]{43}/.exec(output)?.[0] ?? "");
  const account = await browser.open(`${server.baseUrl}/account`);
  const page = await browser.press(account, /create an api key/i);
  return { caller: createKeyCaller(/bwl_\w{38}/.exec(page.html)?.[0] ?? "", server), browser };
}
