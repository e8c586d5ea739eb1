import type { McpBinding, McpEra, ToolAnnotations } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** A stored tool of an MCP server. */
export interface PinnedTool {
  operationKey: string;
  slug: string;
  pin: string;
  name: string;
  description: string;
  annotations: ToolAnnotations;
  inputSchema: unknown;
  outputSchema: unknown;
}

export async function listPinnedTools(db: Kysely<Schema>, applicationId: number): Promise<PinnedTool[]> {
  const rows = await db
    .selectFrom("tool")
    .select(["operation_key", "slug", "summary", "input_schema", "output_schema", "binding"])
    .where("application_id", "=", applicationId)
    .execute();
  return rows.map((row) => {
    const { name, description, annotations } = JSON.parse(row.summary);
    const { pin }: McpBinding = JSON.parse(row.binding);
    return {
      operationKey: row.operation_key,
      slug: row.slug,
      pin,
      name,
      description,
      annotations,
      inputSchema: JSON.parse(row.input_schema),
      outputSchema: JSON.parse(row.output_schema),
    };
  });
}

/** Stores the protocol era of a server if it has changed. */
export async function updateEra(db: Kysely<Schema>, applicationId: number, era: McpEra): Promise<void> {
  const other: McpEra = era === "modern" ? "legacy" : "modern";
  const { numAffectedRows = 0n } = await sql`
    update tool set binding = regexp_replace(binding, ${`"era":"${other}"`}, ${`"era":"${era}"`})
    where application_id = ${applicationId} and binding::json ->> 'era' = ${other}`.execute(db);
  if (numAffectedRows > 0n) {
    await sql`update application set updated_date = now() where application_id = ${applicationId}`.execute(
      db,
    );
  }
}
