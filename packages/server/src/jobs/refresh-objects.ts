import { ApiError } from "../api-error.ts";
import { hiddenReason, isHidden } from "../catalog/is-hidden.ts";
import type { ConnectParts } from "../connect/connect-parts.ts";
import { noteRegistrations } from "../connect/sign-in/note-registration.ts";
import { ApplicationMovedError } from "../db/catalog/lock-asked.ts";
import { ToolSlugTakenError } from "../db/catalog/published-slugs.ts";
import { describeRefresh, failRefresh, finishRefresh } from "../db/connections/connection-objects.ts";
import { type ConnectionRow, loadConnection } from "../db/connections/connections.ts";
import type { ExecutionParts } from "../execution/execution-parts.ts";
import type { Logger } from "../log/logger.ts";
import { RequestBuildError } from "../runtimes/request-build-error.ts";
import { findMcpTools, type ListingParts } from "./find-mcp-tools.ts";
import { findObjects, ListingError } from "./find-objects.ts";

const progressEveryMs = 500;

/** The parts of the server that a refresh uses. */
type RefreshParts = ListingParts & Pick<ConnectParts, "catalog" | "discover"> & { log: Logger };

/**
 * Finds and stores the objects that a connection gives access to. Does nothing for a deleted connection. A refusal of the application
 * ends the refresh; a failure of this server is thrown, so that the job is retried.
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
    const reason = describeOutsideFailure(error);
    if (reason === null) {
      throw error;
    }
    parts.log.info({ connectionId }, "objects not refreshed");
    await failRefresh(kysely, connectionId, reason);
  }
}

/** Marks a refresh as failed after its last attempt, so that it does not stay in progress forever. */
export async function giveUpRefresh(
  { db }: Pick<ExecutionParts, "db">,
  { connectionId }: { connectionId: number },
): Promise<void> {
  const reason = "The refresh failed several times because of a server error. Start it again.";
  await failRefresh(db.kysely, connectionId, reason);
}

async function findAndStore(parts: RefreshParts, connection: ConnectionRow): Promise<void> {
  const { kysely } = parts.db;
  const { connectionId, companyId, applicationId } = connection;
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ListingError("The connection's application was deleted.");
  }
  if (isHidden(catalog, application)) {
    throw new ListingError(hiddenReason);
  }
  await describeRefresh(kysely, connectionId, "Looking for objects; 0 were found so far.");
  if (application.record.source === "mcp") {
    await noteRegistrations(parts, application);
    const tools = await findMcpTools(parts, connection, application);
    return finishRefresh(kysely, connectionId, tools.objects, tools.isComplete);
  }
  let progressAt = performance.now();
  let writing = Promise.resolve();
  const found = await findObjects(parts, connection, application, (count, kind) => {
    if (performance.now() - progressAt < progressEveryMs) {
      return;
    }
    progressAt = performance.now();
    const text = `Looking for objects of the kind "${kind}"; ${count} were found so far.`;
    writing = writing.then(() => describeRefresh(kysely, connectionId, text)).catch(() => undefined);
  });
  await writing;
  await finishRefresh(kysely, connectionId, found.objects, found.isComplete);
}

function findRefusal({ status, statusReason }: ConnectionRow): string | null {
  return status === "active" ? null : (statusReason ?? `The connection is ${status}.`);
}

/** Describes a failure outside of this server; null when the failure is its own. */
function describeOutsideFailure(error: unknown): string | null {
  if (error instanceof ListingError || error instanceof RequestBuildError) {
    return error.message;
  }
  if (error instanceof ToolSlugTakenError || error instanceof ApplicationMovedError) {
    return `The MCP server's tools could not be stored. ${error.message}`;
  }
  if (error instanceof ApiError) {
    return "The application's description defines a call to list its objects that cannot be made. Correct the description and import it again.";
  }
  return null;
}
