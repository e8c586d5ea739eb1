import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Copy } from "./copy-database.ts";

/**
 * Says what was copied, and what the operator does next. Contains no secret: not the address of the target, which has a password, and
 * not the master key.
 *
 * @param target null: the embedded database of the data folder
 */
export function renderCopy(
  { tables, dataKeys }: Copy,
  config: Pick<Config, "dataDir" | "masterKeys" | "databaseUrl">,
  target: string | null,
): string {
  const filled = tables.filter(({ rows }) => rows > 0);
  const width = Math.max(...filled.map(({ name }) => name.length));
  const total = filled.reduce((sum, { rows }) => sum + rows, 0);
  return [
    ...filled.map(({ name, rows }) => `  ${name.padEnd(width)}  ${rows}`),
    `Copied ${total} rows. All ${tables.length} tables have as many rows as in the source, which is unchanged.`,
    `The master key opens all data keys in the target (${dataKeys}).`,
    "",
    "What to do now:",
    ...listNextSteps(config, target).map((step, index) => `${index + 1}. ${step}`),
  ].join("\n");
}

function listNextSteps(
  { dataDir, masterKeys, databaseUrl }: Pick<Config, "dataDir" | "masterKeys" | "databaseUrl">,
  target: string | null,
): string[] {
  const place =
    target === null
      ? `Unset DATABASE_URL: the server then uses the database in ${dataDir}.`
      : "Set DATABASE_URL to the address of the target, for every server.";
  const key =
    masterKeys === null
      ? `Set BOWLINE_MASTER_KEY to the content of ${join(dataDir, "master-key")}, and keep it: without it no server starts on the target, and no secret can be opened.`
      : "Keep BOWLINE_MASTER_KEY as it is: without it no server starts on the target, and no secret can be opened.";
  const old =
    databaseUrl === null ? `the folder ${join(dataDir, "postgres")}` : "the database that was copied";
  return [
    place,
    key,
    "Keep all other settings, BOWLINE_BASE_URL above all. On another machine, bring along the files and folders that they name: applications in code and SQLite files are not in the database.",
    "Redis holds nothing that lasts. It is needed where several processes share call budgets (REDIS_URL).",
    `Start the server. When it works, delete ${old}. Do not start a server there again: both would renew the same tokens.`,
  ];
}
