import type { TestProject } from "vitest/node";
import { findApiKey, findSecret } from "./secrets.ts";
import { setup as setUpSharedDatabase } from "./shared-database.ts";
import { startFirstServer } from "./start-server.ts";

/** Gives the tests a server: the given deployment, else a new server that is stopped at the end. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ACCEPTANCE_BASE_URL, ACCEPTANCE_ADMIN_KEY, ACCEPTANCE_DOWNSTREAM_HOST } = process.env;
  const downstreamHost = ACCEPTANCE_DOWNSTREAM_HOST ?? "127.0.0.1";
  if (ACCEPTANCE_BASE_URL) {
    if (!ACCEPTANCE_ADMIN_KEY) {
      throw new Error("ACCEPTANCE_BASE_URL also needs ACCEPTANCE_ADMIN_KEY.");
    }
    const baseUrl = ACCEPTANCE_BASE_URL.replace(/\/+$/, "");
    const hasBudgets = process.env.ACCEPTANCE_BUDGETS !== "off";
    const adminApiKey = ACCEPTANCE_ADMIN_KEY;
    project.provide("deployment", { baseUrl, adminApiKey, downstreamHost, hasBudgets, isOutside: true });
    return undefined;
  }
  const [server, stopDatabase] = await Promise.all([startFirstServer(), setUpSharedDatabase(project)]);
  const { baseUrl, adminApiKey, hasBudgets } = server;
  project.provide("deployment", { baseUrl, adminApiKey, downstreamHost, hasBudgets, isOutside: false });
  return async () => {
    const log = server.readLog().replaceAll(adminApiKey, "");
    await Promise.all([server[Symbol.asyncDispose](), stopDatabase()]);
    const leak = findSecret(log) ?? findApiKey(log);
    if (leak) {
      throw new Error(`The server's log contains the secret ${leak} (D25).`);
    }
  };
}
