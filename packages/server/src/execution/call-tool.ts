import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import type { CallParts } from "./execution-parts.ts";
import { findTool } from "./find-tool.ts";
import { writeLargeIntegers } from "./input/large-integers.ts";
import { planAllResults } from "./results/plan-results.ts";
import { refuseHeavyOutput } from "./results/refuse-heavy-output.ts";
import { type PageOptions, sendPages } from "./results/send-pages.ts";
import { mayRepeat, sendCall } from "./send-call.ts";
import { withFreshToken } from "./with-fresh-token.ts";

const noNames: ReadonlySet<string> = new Set();

/** A call that the server makes for its own purposes, as an application's manifest names it. */
export interface OwnCall {
  connection: ConnectionRow;
  applicationSlug: string;
  /** The tool's bare operation. */
  operation: string;
  input: Record<string, unknown>;
  /** Reads all pages of the tool's results. Default: one response. */
  pages?: PageOptions;
  /** For a single call, in milliseconds. Default: the limit in the settings. */
  timeoutMs?: number;
}

/**
 * Runs a tool through a connection for the server's own purposes, without a history record or idempotency.
 *
 * @throws ApiError, RequestBuildError when the manifest, the connection and the tool do not fit together; nothing was sent
 */
export async function callTool(parts: CallParts, call: OwnCall): Promise<Outcome> {
  const { connection, input, pages } = call;
  const catalog = await parts.catalog.forCompany(connection.companyId);
  const tool = await parts.tools.load(findTool(catalog, call.operation, call.applicationSlug));
  const largeIntegers = await tool.validateInput(input, noNames, connection.accountUserId);
  const { toolTimeoutMs, toolOutputBytes } = parts.config;
  const budget = { timeoutMs: call.timeoutMs ?? toolTimeoutMs, maxBytes: toolOutputBytes };
  const plan = pages === undefined ? null : planAllResults(tool, input);
  const prepare = async (through: ConnectionRow) => {
    const access = await parts.access.open(tool.entry.application, through, {});
    return tool.compiled.prepare(access, writeLargeIntegers(plan?.input ?? input, largeIntegers));
  };
  const { accountUserId } = connection;
  const { outcome } = await withFreshToken(parts, connection, await prepare(connection), {
    application: tool.entry.application,
    mayRepeat: mayRepeat(tool),
    prepare,
    send: (prepared) =>
      plan === null
        ? sendCall(parts, tool, prepared, { accountUserId }, budget)
        : sendPages(parts, tool, prepared, plan, { ...pages, accountUserId }),
  });
  return refuseHeavyOutput(outcome);
}
