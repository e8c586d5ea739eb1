import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "./config/config.ts";
import { openDatabaseBesideServer } from "./db/open-database.ts";
import { finishDespiteSignals } from "./drain.ts";
import { createCompany, newCompany } from "./identity/create-company.ts";
import { createLogger } from "./log/logger.ts";
import { openDatabaseVault } from "./process/prepare-database.ts";

const usage = 'Usage: npm run company -- create "Name" --email admin@example.com';

/** `npm run company` (decisions D43). Reads the same settings as the server, which may be running. */
async function main(): Promise<number> {
  const sent = readArguments(process.argv.slice(2));
  if (sent === null) {
    console.error(usage);
    return 2;
  }
  const company = newCompany.safeParse(sent);
  if (!company.success) {
    console.error(company.error.issues.map(({ message }) => message).join("\n"));
    return 2;
  }
  const config = readConfig(process.env);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres"))) {
    console.error(
      `There is no database in ${config.dataDir} yet. Start the server there once, or set BOWLINE_DATA_DIR.`,
    );
    return 1;
  }
  const database = await openDatabaseBesideServer(config, createLogger({ level: "warn", isTerminal: true }));
  try {
    const vault = await openDatabaseVault(config, database);
    const parts = { db: database.kysely, vault, baseUrl: config.baseUrl, clock: () => Date.now() };
    const { companyId, invitationUrl } = await createCompany(parts, company.data);
    console.log(
      `Company ${companyId} was created. Its first Admin sets a password here, once, within 7 days:`,
    );
    console.log(invitationUrl);
    return 0;
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]): { name: string; email: string } | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: "string" } },
    });
    const [command, name, ...more] = positionals;
    const isWhole = command === "create" && name !== undefined && more.length === 0;
    return isWhole && values.email !== undefined ? { name, email: values.email } : null;
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
