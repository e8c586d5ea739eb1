import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "./config/config.ts";
import { type Database, openDatabaseBesideServer } from "./db/open-database.ts";
import { createCompany, newCompany } from "./identity/create-company.ts";
import { createPasswordLinks } from "./identity/create-password-links.ts";
import { createLogger } from "./log/logger.ts";
import { openDatabaseVault } from "./process/prepare-database.ts";
import { finishDespiteSignals } from "./signals.ts";

const usage = `Usage: npm run company -- create "Name" --email admin@example.com
       npm run company -- link admin@example.com`;

/** What the command is asked to do: to make a company, or a link for a new password. */
type Order = { command: "create"; name: string; email: string } | { command: "link"; email: string };

/** `npm run company` (decisions D43, D43b). Reads the same settings as the server, which may be running. */
async function main(): Promise<number> {
  const order = readOrder(process.argv.slice(2));
  if (order === null) {
    console.error(usage);
    return 2;
  }
  if (order.command === "link") {
    return runBesideServer((config, database) => printLinks(config, database, order.email));
  }
  const company = newCompany.safeParse(order);
  if (!company.success) {
    console.error(company.error.issues.map(({ message }) => message).join("\n"));
    return 2;
  }
  return runBesideServer(async (config, database) => {
    const vault = await openDatabaseVault(config, database);
    const parts = { db: database.kysely, vault, baseUrl: config.baseUrl, clock: () => Date.now() };
    const { companyId, invitationUrl } = await createCompany(parts, company.data);
    console.log(
      `Company ${companyId} was created. Its first Admin sets a password here, once, within 7 days:`,
    );
    console.log(invitationUrl);
    return 0;
  });
}

/** Runs on the database of the settings, beside a server that may be running. Returns the exit code. */
async function runBesideServer(
  run: (config: Config, database: Database) => Promise<number>,
): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres"))) {
    console.error(
      `There is no database in ${config.dataDir} yet. Start the server there once, or set BOWLINE_DATA_DIR.`,
    );
    return 1;
  }
  const database = await openDatabaseBesideServer(config, createLogger({ level: "warn", isTerminal: true }));
  try {
    return await run(config, database);
  } finally {
    await database.close();
  }
}

async function printLinks({ baseUrl }: Config, database: Database, email: string): Promise<number> {
  const links = await createPasswordLinks({ db: database.kysely, baseUrl, clock: () => Date.now() }, email);
  if (links.length === 0) {
    console.error(
      `Nobody signs in with ${JSON.stringify(email)}. The first Admin's address is admin@localhost, unless it was set.`,
    );
    return 1;
  }
  for (const { fullName, companyNames, invitationUrl } of links) {
    console.log(`${fullName} (${companyNames.join(", ")}) sets a new password here, once, within 7 days:`);
    console.log(invitationUrl);
  }
  return 0;
}

function readOrder(args: string[]): Order | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: "string" } },
    });
    const [command, text, ...more] = positionals;
    if (text === undefined || more.length > 0) {
      return null;
    }
    if (command === "link") {
      return values.email === undefined ? { command, email: text } : null;
    }
    return command === "create" && values.email !== undefined
      ? { command, name: text, email: values.email }
      : null;
  } catch {
    return null;
  }
}

finishDespiteSignals(process);
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
