import type { ImportApplication } from "@bowline/sdk";
import { UsageError } from "../../errors.ts";
import { asObject } from "../../fields/read-schema.ts";
import { readText } from "../../fields/read-text.ts";
import { parseJson } from "../../fields/read-value.ts";
import { cleanText } from "../../output/clean-text.ts";
import type { Session } from "../../session.ts";

export interface ImportFlags {
  slug: string;
  name?: string;
  source: ImportApplication["source"];
  /** Of a database. */
  dialect?: NonNullable<ImportApplication["dialect"]>;
  baseUrl?: string;
  provider?: string;
  /** A file, so that no secret is in the arguments. */
  headersFile?: string;
}

/** Imports an API description. @param source an address, a file, or `-` for stdin; a kind of database has none */
export async function importApp(
  { bowline, output, wait }: Session,
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
    ...(flags.headersFile !== undefined && { headers: await readHeaders(flags.headersFile) }),
    ...(await readDescription(source, flags.source)),
  };
  // A large description takes longer than other calls.
  const result = await wait(`Importing ${cleanText(source ?? flags.slug)}`, () =>
    bowline().applications.import(body, { timeoutMs: 600_000 }),
  );
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
  for (const { operation, reason } of result.skipped) {
    output.note(`Skipped ${cleanText(operation)}: ${cleanText(reason)}`);
  }
  for (const warning of result.warnings) {
    output.note(`Warning: ${cleanText(warning)}`);
  }
  if (result.stoppedConnections > 0) {
    output.note(`${result.stoppedConnections} connections stopped, because an address changed.`);
  }
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
        ? "A database has no description to import. Give its kind with --dialect, and connect it afterwards."
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
