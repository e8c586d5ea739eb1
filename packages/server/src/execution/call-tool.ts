import type { ConnectionRow } from "../db/connections.ts";
import type { Deps } from "../deps.ts";
import { buildHttpRequest } from "../runtimes/http/build-request.ts";
import type { Outcome } from "../runtimes/outcome.ts";
import { buildTarget } from "./build-target.ts";
import { findTool } from "./find-tool.ts";
import { planAllResults } from "./plan-results.ts";
import { type PageOptions, runPages } from "./run-pages.ts";
import { runTool } from "./run-tool.ts";
import { withFreshToken } from "./with-fresh-token.ts";

const noNames: ReadonlySet<string> = new Set();

/** A call that the server makes by itself, as an application's manifest names it. */
export interface OwnCall {
  connection: ConnectionRow;
  applicationSlug: string;
  /** The tool's bare operation. */
  operation: string;
  input: Record<string, unknown>;
  /** Reads all pages of the tool's results; left out: the one answer. */
  pages?: PageOptions;
}

/**
 * Runs a tool through a connection for the server's own purposes: no history record, no idempotency.
 *
 * @throws ApiError, RequestBuildError when the manifest, the connection and the tool do not fit together; nothing was sent then
 */
export async function callTool(deps: Deps, call: OwnCall): Promise<Outcome> {
  const { connection, input } = call;
  const catalog = await deps.catalog.forCompany(connection.companyId);
  const entry = findTool(catalog, call.operation, call.applicationSlug);
  const tool = deps.tools.peek(entry) ?? (await deps.tools.load(entry));
  await tool.validateInput(input, noNames);
  const plan = call.pages === undefined ? null : planAllResults(tool, input);
  const build = async (through: ConnectionRow) => {
    const target = await buildTarget(deps.vault, tool, through, {});
    const built = buildHttpRequest(tool.http, target, plan?.input ?? input);
    return { tool, connection: through, target, built };
  };
  const { outcome } = await withFreshToken(deps, await build(connection), {
    rebuild: build,
    send: (ready) =>
      plan === null ? runTool(deps, tool, ready.built) : runPages(deps, ready, plan, call.pages),
  });
  return outcome;
}
