import { ApiError } from "../api-error.ts";
import { describeRefresh, failRefresh, finishRefresh } from "../db/connection-objects.ts";
import { type ConnectionRow, loadConnection } from "../db/connections.ts";
import type { ExecutionParts } from "../execution/execution-parts.ts";
import type { Logger } from "../logger.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import { findMcpTools, type ListingParts } from "./find-mcp-tools.ts";
import { findObjects, ListingError } from "./find-objects.ts";

const progressEveryMs = 500;

/** What a refresh uses of the server. */
type RefreshParts = ListingParts & { log: Logger };

/**
 * Finds what a connection gives access to and stores it. A connection that is gone needs nothing. What the application refuses is
 * the end of the refresh; a failure of our own is thrown, so that the job is taken up again.
 */
export async function refreshObjects(
  parts: RefreshParts,
  { connectionId }: { connectionId: number },
): Promise<void> {
  const { kysely } = parts.db;
  const connection = await loadConnection(kysely, connectionId);
  if (connection === null) {
    return;
  }
  const refusal = findRefusal(connection);
  if (refusal !== null) {
    parts.log.info({ connectionId }, "objects not refreshed");
    return failRefresh(kysely, connectionId, refusal);
  }
  try {
    await findAndStore(parts, connection);
    parts.log.info({ connectionId }, "objects refreshed");
  } catch (error) {
    const reason = readReason(error);
    if (reason === null) {
      throw error;
    }
    parts.log.info({ connectionId }, "objects not refreshed");
    await failRefresh(kysely, connectionId, reason);
  }
}

/** Ends a refresh that no attempt could, so that it is not in progress for ever. */
export async function giveUpRefresh(
  { db }: Pick<ExecutionParts, "db">,
  { connectionId }: { connectionId: number },
): Promise<void> {
  const reason = "The refresh was broken off several times by a failure of the server. Start it again.";
  await failRefresh(db.kysely, connectionId, reason);
}

async function findAndStore(parts: RefreshParts, connection: ConnectionRow): Promise<void> {
  const { kysely } = parts.db;
  const { connectionId, companyId, applicationId } = connection;
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ListingError("The connection's application is gone.");
  }
  await describeRefresh(kysely, connectionId, "Looking for objects; 0 were found so far.");
  if (application.record.source === "mcp") {
    const tools = await findMcpTools(parts, connection, application);
    return finishRefresh(kysely, connectionId, tools.objects, tools.isComplete);
  }
  let toldAt = performance.now();
  let telling = Promise.resolve();
  const found = await findObjects(parts, connection, application, (count, kind) => {
    if (performance.now() - toldAt < progressEveryMs) {
      return;
    }
    toldAt = performance.now();
    const text = `Looking for objects of the kind "${kind}"; ${count} were found so far.`;
    telling = telling.then(() => describeRefresh(kysely, connectionId, text)).catch(() => undefined);
  });
  await telling;
  await finishRefresh(kysely, connectionId, found.objects, found.isComplete);
}

function findRefusal({ status, statusReason }: ConnectionRow): string | null {
  return status === "expired" || status === "revoked"
    ? (statusReason ?? `The connection is ${status}.`)
    : null;
}

/** What went wrong outside of this server, in a sentence; null when it was here. */
function readReason(error: unknown): string | null {
  if (error instanceof ListingError || error instanceof RequestBuildError) {
    return error.message;
  }
  if (error instanceof ApiError) {
    return "The application's description names a call for its objects that cannot be made. Import it again with the right marks.";
  }
  return null;
}
