import { z } from "zod";
import { showText, sortClause } from "./execution.ts";
import { filterOperator } from "./filter-operator.ts";
import { anyMembers, id } from "./primitives.ts";

/** The filters of `activityCondition`, for models: a value may also be a number or a boolean (decisions D47). */
const filter = z.strictObject({
  fieldName: z.string().min(1).max(256),
  operator: filterOperator,
  value: z.union([z.string(), z.number(), z.boolean()], { error: showText }),
});

/** How an agent wants a list of results shaped (decisions D63). */
export const resultControls = z.strictObject({
  filters: z.array(filter).max(50).optional(),
  sort: z.array(sortClause).max(10).optional(),
  top: z.int32().min(0).optional().meta({ description: "How many records to return." }),
  offset: z.int32().min(0).optional().meta({ description: "How many records to skip." }),
  fields: z
    .array(z.string().min(1).max(256))
    .max(200)
    .optional()
    .meta({ description: "The members to keep of each record." }),
});

export type ResultControls = z.infer<typeof resultControls>;

const toolSlug = z.string().min(1).max(200).meta({ description: "As bowline_search_tools returns it." });

/** The inputs of the tools that `/mcp` offers (decisions D62, D64). */
export const metaToolInputs = {
  bowline_search_tools: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .meta({ description: "What the tool should do, in a few words." }),
    applicationSlug: z.string().max(200).optional().meta({ description: "Only tools of this application." }),
    top: z.int32().min(1).max(50).optional().meta({ description: "How many tools to return.", default: 10 }),
  }),
  bowline_get_tool: z.strictObject({
    toolSlug,
    schemas: z.enum(["compact", "full"]).optional().meta({
      description: "full: whole texts, and all values of long lists. May be very long.",
      default: "compact",
    }),
  }),
  bowline_execute_tool: z.strictObject({
    toolSlug,
    fields: anyMembers.optional().meta({ description: "The tool's input, as its inputSchema describes it." }),
    connectionId: id.optional().meta({ description: "Default: the user's default connection." }),
    results: resultControls
      .optional()
      .meta({ description: "Shapes the list of results, for tools that return one." }),
  }),
  bowline_list_connections: z.strictObject({
    applicationSlug: z.string().max(200).optional().meta({ description: "Only of this application." }),
    top: z.int32().min(1).max(100).optional().meta({ description: "How many to return.", default: 25 }),
    offset: z.int32().min(0).optional().meta({ description: "How many to skip." }),
  }),
  bowline_connect: z.strictObject({
    applicationSlug: z.string().min(1).max(200).meta({ description: "The application to connect." }),
  }),
  bowline_read_result: z.strictObject({
    historyId: id.meta({ description: "The historyId that the cut result named." }),
    offset: z.int32().min(0).meta({
      description:
        "The first record to return, counted from 0. Of a result without records, the first character.",
    }),
    character: z
      .int32()
      .min(0)
      .optional()
      .meta({ description: "Where to begin in that record, when the record itself was cut." }),
  }),
} as const;

export type MetaToolName = keyof typeof metaToolInputs;
export type MetaToolInput<Name extends MetaToolName> = z.output<(typeof metaToolInputs)[Name]>;
