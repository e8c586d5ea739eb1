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
  source: "openapi" | "mcp";
  baseUrl?: string;
  provider?: string;
  /** A file, so that no secret is in the arguments. */
  headersFile?: string;
}

/** Imports an API description. @param source an address, a file, or `-` for stdin */
export async function importApp(
  { bowline, output, wait }: Session,
  source: string,
  flags: ImportFlags,
): Promise<void> {
  const body: ImportApplication = {
    source: flags.source,
    slug: flags.slug,
    name: flags.name,
    baseUrl: flags.baseUrl,
    provider: flags.provider,
    ...(flags.headersFile !== undefined && { headers: await readHeaders(flags.headersFile) }),
    ...(/^https?:\/\//i.test(source) ? { url: source } : { text: await readText(source) }),
  };
  // A large description takes longer than other calls.
  const result = await wait(`Importing ${cleanText(source)}`, () =>
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

async function readHeaders(path: string): Promise<Record<string, string>> {
  const headers = asObject(parseJson(await readText(path)));
  if (headers === undefined || !Object.values(headers).every((value) => typeof value === "string")) {
    throw new UsageError("--headers-file takes a file with a JSON object of texts, or - for stdin.");
  }
  return headers as Record<string, string>;
}
