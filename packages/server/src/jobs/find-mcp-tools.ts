import type { McpServerDescription } from "@bowline/catalog";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { holdBackChanges } from "../catalog/hold-back-changes.ts";
import { cutText } from "../cut-text.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { loadMember } from "../db/people/members.ts";
import type { CallParts, ExecutionParts } from "../execution/execution-parts.ts";
import { loosenBrokenSchema } from "../execution/input/loosen-broken-schema.ts";
import { withFreshToken } from "../execution/with-fresh-token.ts";
import type { Access, PreparedCall } from "../runtimes/runtime.ts";
import { type FoundObjects, ListingError } from "./find-objects.ts";

const timeoutMs = 120_000;
const maxBytes = 8 * 1024 * 1024;
const maxNameLength = 500;

/** The parts that listing an MCP server's tools uses. */
export type ListingParts = CallParts &
  Pick<ExecutionParts, "db"> & { runtimes: { prepareToolListing(access: Access): PreparedCall } };

/**
 * Lists the tools of an MCP server through a connection; they are the connection's objects. Holds back what differs from the
 * application's tools (decisions D68).
 *
 * @throws ListingError with a message for the connection's owner
 * @throws RequestBuildError when the connection has no address
 */
export async function findMcpTools(
  parts: ListingParts,
  connection: ConnectionRow,
  application: ApplicationEntry,
): Promise<FoundObjects> {
  const prepare = async (through: ConnectionRow) =>
    parts.runtimes.prepareToolListing(await parts.access.open(application, through, {}));
  const { outcome } = await withFreshToken(parts, connection, await prepare(connection), {
    application,
    mayRepeat: true,
    prepare,
    send: (call) => call.send({ timeoutMs, maxBytes, mayRepeat: true }),
  });
  if (!outcome.isSuccess) {
    throw new ListingError(`The MCP server's tools could not be listed. ${outcome.message}`);
  }
  const server = outcome.output as McpServerDescription;
  const { kysely } = parts.db;
  const isTrusted = await holdsForApplication(parts, connection, server);
  await holdBackChanges(kysely, connection.companyId, application, { server, isTrusted }, loosenBrokenSchema);
  const byName = new Map(server.tools.map((tool) => [tool.name, tool]));
  const objects = [...byName.values()]
    .filter(({ name }) => name !== "" && name.length <= maxNameLength && !name.includes("\0"))
    .map(({ name, title }) => ({
      objectName: name.toWellFormed(),
      label: cutText((title ?? name).replaceAll("\0", "").toWellFormed(), maxNameLength),
      kind: "tool",
      schema: null,
    }));
  return { objects, isComplete: !server.isCut };
}

/**
 * Whether what was listed holds for the application: through an Admin's connection, or where nothing of it depends on values that a
 * Member chose. A parameter of the address may name another server behind a gateway. A "token" that a careless server takes, such as
 * the word "never", would be masked in what the tools say.
 */
async function holdsForApplication(
  { db }: ListingParts,
  { accountUserId, method }: ConnectionRow,
  server: McpServerDescription,
): Promise<boolean> {
  const isOnlyToken = method.placements.every(
    (one) => one.in === "header" && one.name.toLowerCase() === "authorization",
  );
  return (isOnlyToken && !server.isMasked) || (await loadMember(db.kysely, accountUserId))?.role === "Admin";
}
