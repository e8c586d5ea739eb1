import { setTimeout as delay } from "node:timers/promises";
import type { Bowline, Import, ImportApplication, ImportResult } from "@bowline/sdk";
import { ImportError, UsageError } from "../../errors.ts";
import { forgetTools } from "../../fields/load-tool.ts";
import { asObject } from "../../fields/read-schema.ts";
import { readText } from "../../fields/read-text.ts";
import { parseJson } from "../../fields/read-value.ts";
import { cleanText } from "../../output/clean-text.ts";
import { countOf } from "../../output/count-of.ts";
import type { Session } from "../../session.ts";

export interface ImportFlags {
  slug: string;
  name?: string;
  source: ImportApplication["source"];
  /** The kind of a database. */
  dialect?: NonNullable<ImportApplication["dialect"]>;
  baseUrl?: string;
  provider?: string;
  /** A file, so that no secret is in the arguments. */
  headersFile?: string;
  /** Stores nothing, and shows what would change. */
  dryRun?: boolean;
}

const pauseMs = 300;

/** Imports an API description. @param source an address, a file, or `-` for stdin; a kind of database has none */
export async function importApp(
  { bowline, isInteractive, output, timeoutMs = 600_000, wait }: Session,
  source: string | undefined,
  flags: ImportFlags,
): Promise<void> {
  const body: ImportApplication = {
    source: flags.source,
    slug: flags.slug,
    name: flags.name,
    baseUrl: flags.baseUrl,
    provider: flags.provider,
    dialect: flags.dialect,
    dryRun: flags.dryRun,
    ...(flags.headersFile !== undefined && { headers: await readHeaders(flags.headersFile) }),
    ...(await readDescription(source, flags.source)),
  };
  const text = `Importing ${cleanText(source ?? flags.slug)}`;
  const result = await wait(text, (show) =>
    // A script gets the API's own error. A large description takes longer than other calls.
    isInteractive
      ? importInBackground(bowline(), body, (progress) => show(`${text}: ${progress}`))
      : bowline().applications.import(body, { timeoutMs }),
  );
  await forgetTools();
  output.printRecord(result, {
    application: ({ applicationSlug }) => applicationSlug,
    tools: ({ toolCount }) => toolCount,
    added: ({ added }) => added,
    changed: ({ changed }) => changed,
    removed: ({ removed }) => removed,
    skipped: ({ skipped }) => skipped.length,
  });
  if (output.isJson) {
    return;
  }
  for (const { kind, toolSlug } of result.changes ?? []) {
    output.writeLine(`${kind}\t${toolSlug}`);
  }
  for (const { operation, reason } of result.skipped) {
    output.note(`Skipped ${cleanText(operation)}: ${cleanText(reason)}`);
  }
  for (const warning of result.warnings) {
    output.note(`Warning: ${cleanText(warning)}`);
  }
  if (result.stoppedConnections > 0) {
    output.note(`${countOf(result.stoppedConnections, "connection")} stopped, because an address changed.`);
  }
}

/** Starts the import at the server and shows how far it is. @throws ImportError when it fails */
async function importInBackground(
  { applications }: Bowline,
  body: ImportApplication,
  show: (progress: string) => void,
): Promise<ImportResult> {
  const { importId } = await applications.startImport(body);
  for (;;) {
    const record = await applications.getImport(importId);
    if (record.status === 2 || (record.status === 0 && record.result === null)) {
      throw new ImportError(record.error ?? "The import failed.", record.errorCode ?? "INTERNAL_ERROR");
    }
    if (record.status === 0 && record.result !== null) {
      return record.result;
    }
    show(renderProgress(record));
    await delay(pauseMs);
  }
}

/** Renders the phase, and a bar when the number of tools is known. */
export function renderProgress({ phase, done, total }: Pick<Import, "phase" | "done" | "total">): string {
  if (total === null || total === 0) {
    return phase;
  }
  const filled = Math.round((20 * done) / total);
  return `${phase} ${"█".repeat(filled)}${"░".repeat(20 - filled)} ${done} of ${countOf(total, "tool")}`;
}

/** @throws UsageError when the description is missing, or there is none for this kind */
async function readDescription(
  source: string | undefined,
  kind: ImportApplication["source"],
): Promise<Partial<ImportApplication>> {
  if (source === undefined || kind === "sql") {
    if (source === undefined && kind === "sql") {
      return {};
    }
    throw new UsageError(
      kind === "sql"
        ? "A database has no description to import. Give its kind with --dialect, and connect it afterward."
        : "Give the description: an address, a file, or - for stdin.",
    );
  }
  if (/^https?:\/\//i.test(source)) {
    return { url: source };
  }
  return kind === "graphql" ? { schema: await readText(source) } : { text: await readText(source) };
}

async function readHeaders(path: string): Promise<Record<string, string>> {
  const headers = asObject(parseJson(await readText(path)));
  if (headers === undefined || !Object.values(headers).every((value) => typeof value === "string")) {
    throw new UsageError("--headers-file takes a file with a JSON object of texts, or - for stdin.");
  }
  return headers as Record<string, string>;
}
