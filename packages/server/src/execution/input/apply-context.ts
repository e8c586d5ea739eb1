import type { ToolContext } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { invalidField } from "../../api-error.ts";
import { findObject } from "../../db/connections/connection-objects.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Schema } from "../../db/schema.ts";
import type { LoadedTool } from "../load-tool.ts";
import { readTextAs } from "./read-text-as.ts";

/**
 * Fills the inputs that make up the chosen object's name (decisions D28c). The object must be one that the connection's last
 * refresh found. If no refresh has found all objects, any name is accepted.
 *
 * @throws ApiError `VALIDATION_ERROR` at `contextValue`
 */
export async function applyContext(
  db: Kysely<Schema>,
  tool: LoadedTool,
  connection: ConnectionRow | null,
  contextValue: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const context = tool.manifest?.context;
  if (context === undefined) {
    return input;
  }
  const given = context.inputs.find((name) => Object.hasOwn(input, name));
  if (given !== undefined) {
    throw invalidField("contextValue", `It fills the input "${given}", which the request also sets.`);
  }
  const filled = { ...input, ...readContext(tool, context, contextValue) };
  if (connection !== null && isListed(tool, context)) {
    const { isAllKnown, object } = await findObject(db, connection.connectionId, context.type, contextValue);
    if (isAllKnown && object === null) {
      throw invalidField(
        "contextValue",
        `The connection has no ${context.type} "${contextValue}". See GET /v1/connections/${connection.connectionId}/Objects, or refresh them.`,
      );
    }
  }
  return filled;
}

/** Whether refreshes find objects of this kind. */
export const isListed = ({ entry }: LoadedTool, { type }: ToolContext): boolean =>
  entry.application.manifest.objects?.some(({ kind }) => kind === type) ?? false;

function readContext(
  { inputSchema }: LoadedTool,
  { type, inputs, separator = "/" }: ToolContext,
  contextValue: string,
): Record<string, unknown> {
  const parts = inputs.length === 1 ? [contextValue] : contextValue.split(separator);
  if (parts.length !== inputs.length || parts.includes("")) {
    const form = inputs.map((name) => `{${name}}`).join(separator);
    throw invalidField("contextValue", `The name of a ${type} has the form ${form}.`);
  }
  const properties = (inputSchema.properties ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    inputs.map((name, index) => {
      const value = readTextAs(properties[name], parts[index] ?? "", inputSchema);
      if (value === undefined) {
        throw invalidField("contextValue", `"${parts[index]}" is not a valid value for the input "${name}".`);
      }
      return [name, value];
    }),
  );
}
