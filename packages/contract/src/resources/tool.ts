import { z } from "zod";
import { extensions } from "./extension.ts";
import { applicationSlug, jsonSchema, toolSlug } from "./primitives.ts";

/** Hints of the Model Context Protocol about what a tool does. */
export const toolAnnotations = z.object({
  readOnlyHint: z.boolean().meta({ description: "It changes nothing." }),
  destructiveHint: z.boolean().meta({ description: "It may delete or overwrite something." }),
  idempotentHint: z
    .boolean()
    .meta({ description: "Calling it again with the same input changes nothing more." }),
  openWorldHint: z.boolean().meta({ description: "It reaches systems outside of this server." }),
});

export type ToolAnnotations = z.infer<typeof toolAnnotations>;

/** A tool without its schemas: `view=summary` (decisions D19, D22). */
const toolSummary = z
  .object({
    slug: toolSlug,
    ...extensions({
      name: z.string(),
      description: z.string(),
      applicationSlug,
      applicationName: z.string(),
      annotations: toolAnnotations,
      scopes: z.array(z.string()),
      tags: z.array(z.string()),
      contextType: z
        .string()
        .nullable()
        .meta({ description: "The kind of object that `contextValue` names. Null: the tool takes none." }),
      resultsPath: z
        .string()
        .nullable()
        .meta({ description: "JSON Pointer to the list of results in the output." }),
      requiresConnection: z
        .boolean()
        .meta({ description: "False: it can also be called without a connection." }),
      isDeprecated: z.boolean(),
      isFeatured: z.literal(true).optional().meta({
        description: "The application's description recommends the tool. Left out for all others.",
      }),
    }),
  })
  .meta({ id: "ToolSummary" });

/** A tool of the catalog (decisions D19). With `view=summary` both schemas are missing, with `view=input` the output schema. */
export const tool = toolSummary
  .extend({ inputSchema: jsonSchema.optional(), outputSchema: jsonSchema.optional() })
  .meta({ id: "Tool" });

/** A tool's two schemas for a connection and a context value (decisions D23). */
export const toolSchemas = z
  .object({ inputSchema: jsonSchema, outputSchema: jsonSchema })
  .meta({ id: "ToolSchemas" });

export type ToolSummary = z.infer<typeof toolSummary>;
