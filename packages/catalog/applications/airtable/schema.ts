import { defineTool, z } from "@bowline/catalog/application";
import { baseId, context, tableId } from "./records.ts";

const field = z.looseObject({ id: z.string(), name: z.string(), type: z.string().optional() });
const newField = {
  name: z.string().min(1).describe("Name of the field."),
  type: z
    .string()
    .min(1)
    .describe("Such as `singleLineText`, `number`, `singleSelect`, `date`, `multipleRecordLinks`."),
  description: z.string().optional(),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What the type asks for, such as `{"precision": 0}` for `number`.'),
};
const table = z.looseObject({ id: z.string(), name: z.string(), fields: z.array(field).optional() });

export const schemaTools = [
  defineTool({
    operation: "bases_list",
    name: "List bases",
    description: "Returns the bases that the connection may use, with their ids.",
    input: z.object({ offset: z.string().optional().describe("`offset` of the page before.") }),
    output: z.looseObject({ bases: z.array(z.looseObject({ id: z.string(), name: z.string() })) }),
    scopes: ["schema.bases:read"],
    resultsPath: "/bases",
    paging: { kind: "cursor", parameter: "offset", cursorPath: "/offset" },
    request: { method: "GET", path: "/meta/bases" },
  }),
  defineTool({
    operation: "tables_list",
    name: "List tables and fields",
    description:
      "Returns the tables of a base with their fields, types and views. Use it before records_list or records_create.",
    input: z.object({ baseId }),
    output: z.looseObject({ tables: z.array(table) }),
    scopes: ["schema.bases:read"],
    resultsPath: "/tables",
    context,
    request: { method: "GET", path: "/meta/bases/{baseId}/tables" },
  }),
  defineTool({
    operation: "tables_create",
    name: "Create a table",
    description: "Creates a table in a base. Its first field is the one that names a record.",
    input: z.object({
      baseId,
      name: z.string().min(1).describe("Name of the table."),
      description: z.string().optional(),
      fields: z.array(z.object(newField)).min(1).describe("Its fields."),
    }),
    output: table,
    scopes: ["schema.bases:write"],
    context,
    request: { method: "POST", path: "/meta/bases/{baseId}/tables" },
  }),
  defineTool({
    operation: "fields_create",
    name: "Add a field to a table",
    description: "Adds a field (column) to a table.",
    input: z.object({ baseId, tableId, ...newField }),
    output: field,
    scopes: ["schema.bases:write"],
    context,
    request: { method: "POST", path: "/meta/bases/{baseId}/tables/{tableId}/fields" },
  }),
  defineTool({
    operation: "whoami_get",
    name: "Get the connected user",
    description: "Returns the id of the user that the connection acts for, and the token's scopes.",
    input: z.object({}),
    output: z.looseObject({ id: z.string(), email: z.string().optional() }),
    request: { method: "GET", path: "/meta/whoami" },
  }),
];
