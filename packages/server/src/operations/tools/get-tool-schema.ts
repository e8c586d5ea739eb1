import { forbidden, invalidField, notFound } from "../../api-error.ts";
import { listToolSchemaRows } from "../../db/catalog-rows.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
import { type InputOf, Reply } from "../handler.ts";

export async function getToolSchema(
  deps: Deps,
  caller: Caller,
  { resource: tool, query }: InputOf<"getToolSchema">,
): Promise<Reply> {
  if (query.connectionId !== undefined) {
    await checkConnection(deps, caller, tool.application.applicationId, query.connectionId);
  }
  if (query.contextValue !== undefined && tool.contextType === null) {
    throw invalidField("contextValue", `The tool "${tool.slug}" takes no context value.`);
  }
  const [row] = await listToolSchemaRows(deps.db.kysely, [tool.toolId]);
  if (row === undefined) {
    throw notFound(`Tool "${tool.slug}"`);
  }
  return new Reply(`{"inputSchema":${row.input_schema},"outputSchema":${row.output_schema}}`);
}

async function checkConnection(
  deps: Deps,
  caller: Caller,
  applicationId: number,
  connectionId: number,
): Promise<void> {
  const connection = connectionId < 1 ? null : await deps.rows.connections.get(String(connectionId));
  if (connection === null) {
    throw notFound(`Connection ${connectionId}`);
  }
  if (connection.accountUserId !== caller.accountUserId) {
    throw forbidden(`Connection ${connectionId} is not yours.`);
  }
  if (connection.applicationId !== applicationId) {
    throw invalidField(
      "connectionId",
      `Connection ${connectionId} is not a connection to the tool's application.`,
    );
  }
}
