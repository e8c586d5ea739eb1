import { z } from "zod";
import { applicationSlug, jsonSchema, toolSlug } from "./primitives.ts";

/** A tool without its schemas: `view=summary` (decisions D19, D22). */
export const toolSummary = z
  .object({
    slug: toolSlug,
    name: z.string(),
    description: z.string(),
    applicationSlug,
    applicationName: z.string(),
    annotations: z.object({
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    }),
    scopes: z.array(z.string()),
    tags: z.array(z.string()),
    contextType: z.string().nullable(),
    resultsPath: z
      .string()
      .nullable()
      .meta({ description: "JSON Pointer to the list of results in the output." }),
    requiresConnection: z.boolean(),
    isDeprecated: z.boolean(),
  })
  .meta({ id: "ToolSummary" });

const schemas = { inputSchema: jsonSchema, outputSchema: jsonSchema };

/** A tool of the catalog (decisions D19). */
export const tool = toolSummary.extend(schemas).meta({ id: "Tool" });

/** An item of the tools list: the schemas are missing with `view=summary`. */
export const toolListItem = toolSummary
  .extend({ inputSchema: jsonSchema.optional(), outputSchema: jsonSchema.optional() })
  .meta({ id: "ToolListItem" });

/** The two schemas as they are for a connection and a context value (decisions D23). */
export const toolSchemas = z.object(schemas).meta({ id: "ToolSchemas" });
