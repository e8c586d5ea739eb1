import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startOutsideDatabase } from "./outside-database.ts";
import type { StartCommand } from "./start-parts.ts";
import { type StartedServer, startServer } from "./start-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the one PostgreSQL that the tests of a run share. */
    sharedDatabaseUrl: string;
  }
}

/** A database of its own on the shared PostgreSQL. */
export interface SharedDatabase {
  url: string;
  /** Removes it. */
  [Symbol.asyncDispose](): Promise<void>;
}

const printStartCommand = join(import.meta.dirname, "../../scripts/print-start-command.mjs");

/** vitest's globalSetup: starts the PostgreSQL that the tests of this run share, and finds what their servers share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [database, { stdout }] = await Promise.all([
    startOutsideDatabase({ isShared: true }),
    promisify(execFile)(process.execPath, [printStartCommand]),
  ]);
  project.provide("sharedDatabaseUrl", database.url);
  const command = JSON.parse(stdout) as StartCommand;
  project.provide("startParts", { command, emptyDatabase: database.emptyDatabase });
  return () => database[Symbol.asyncDispose]();
}

/**
 * Creates an empty database. For tests that neither stop PostgreSQL nor create roles in it.
 *
 * @param template `migrated`: has the tables already, so that a server starts faster
 */
export async function createDatabase(template = "template1"): Promise<SharedDatabase> {
  const name = `acceptance_${randomBytes(8).toString("hex")}`;
  // To write the copy into the log of changes, too, takes twice the processor time.
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(inject("sharedDatabaseUrl"));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => runOnServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * Starts a server with a database of its own on the shared PostgreSQL. This takes half the time of a server with an embedded
 * database, which is for tests that look into the data folder or stop the database.
 */
export async function startServerOnDatabase(settings: Record<string, string> = {}): Promise<StartedServer> {
  const database = await createDatabase("migrated");
  try {
    const server = await startServer({
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
      ...settings,
    });
    return {
      ...server,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await database[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("sharedDatabaseUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
