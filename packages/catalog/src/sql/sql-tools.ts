import type { JsonSchema } from "../json-schema.ts";
import type { ToolContext } from "../manifest/tool-manifest.ts";
import type { SqlOperation, ToolAnnotations } from "../tool.ts";

/** One of the tools that every SQL application has (decisions D69). */
export interface SqlToolDefinition {
  operation: SqlOperation;
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  /** Those that are true. */
  hints: Partial<ToolAnnotations>;
  resultsPath?: string;
  /** Where the table's columns go in the schemas. Absent: the tool concerns no single table. */
  context?: Pick<ToolContext, "inputSchemaPath" | "outputSchemaPath">;
  /** The database applies filters, sort, offset and top of the request. */
  isShapedByDatabase?: true;
}

const maxRows = 1000;
const scalar = { type: ["string", "number", "boolean", "null"] };
const row = { type: "object", additionalProperties: true };
const rows = { type: "array", items: row };
const affectedRows = { type: "integer", description: "How many rows were changed." };
const limit = {
  type: "integer",
  minimum: 1,
  maximum: maxRows,
  description: `Default and maximum ${maxRows}.`,
};
const table = {
  type: "string",
  minLength: 1,
  maxLength: 300,
  description: "Name of the table as list_tables returns it.",
};
const where = {
  type: "array",
  maxItems: 50,
  description: "All conditions must hold.",
  items: closed(
    {
      column: { type: "string" },
      operator: { enum: ["eq", "ne", "gt", "gte", "lt", "lte", "like", "in", "isNull", "isNotNull"] },
      value: {
        description: "Left out with isNull and isNotNull; a list with in.",
        type: [...scalar.type, "array"],
      },
    },
    ["column", "operator"],
  ),
};
const someConditions = { ...where, minItems: 1 };

const statement = {
  sql: { type: "string", minLength: 1, maxLength: 100_000, description: "One statement." },
  values: { type: "array", items: { type: [...scalar.type, "array", "object"] }, maxItems: 1000 },
};

export const sqlTools: readonly SqlToolDefinition[] = [
  {
    operation: "list_tables",
    name: "List tables",
    description: "Lists the tables and views of the database that the connection's user may read.",
    inputSchema: closed({
      limit,
      withRowSchema: { type: "boolean", description: "Adds a JSON Schema of the rows to each table." },
    }),
    outputSchema: open({
      account: { type: "string" },
      tables: {
        type: "array",
        items: open({
          name: { type: "string" },
          kind: { enum: ["table", "view"] },
          rowSchema: { type: "object" },
        }),
      },
    }),
    hints: { readOnlyHint: true, idempotentHint: true },
    resultsPath: "/tables",
  },
  {
    operation: "describe_table",
    name: "Describe a table",
    description:
      "Lists the columns of a table with their types, defaults and whether they are part of the primary key.",
    inputSchema: closed({ table }, ["table"]),
    outputSchema: open({
      table: { type: "string" },
      columns: {
        type: "array",
        items: open({
          name: { type: "string" },
          type: { type: "string" },
          isNullable: { type: "boolean" },
          isPrimaryKey: { type: "boolean" },
          default: { type: ["string", "null"] },
        }),
      },
    }),
    hints: { readOnlyHint: true, idempotentHint: true },
    resultsPath: "/columns",
    context: {},
  },
  {
    operation: "select_rows",
    name: "Select rows",
    description: "Reads rows of one table. The database filters, sorts and counts them off.",
    inputSchema: closed(
      {
        table,
        columns: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          maxItems: 500,
          description: "Default: all.",
        },
        where,
        orderBy: {
          type: "array",
          maxItems: 10,
          items: closed({ column: { type: "string" }, direction: { enum: ["asc", "desc"] } }, ["column"]),
        },
        limit,
        offset: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      },
      ["table"],
    ),
    outputSchema: open({ rows }),
    hints: { readOnlyHint: true, idempotentHint: true },
    resultsPath: "/rows",
    context: { outputSchemaPath: "/properties/rows/items" },
    isShapedByDatabase: true,
  },
  {
    operation: "get_row",
    name: "Get a row",
    description: "Reads one row of a table by its key. The row is null when there is none.",
    inputSchema: closed(
      {
        table,
        key: {
          type: "object",
          minProperties: 1,
          additionalProperties: scalar,
          description: "Values of the key's columns by name.",
        },
      },
      ["table", "key"],
    ),
    outputSchema: open({ row: { type: ["object", "null"], additionalProperties: true } }),
    hints: { readOnlyHint: true, idempotentHint: true },
    context: {},
  },
  {
    operation: "insert_rows",
    name: "Insert rows",
    description: "Adds rows to a table, all or none. Columns that are left out get their defaults.",
    inputSchema: closed(
      { table, rows: { type: "array", minItems: 1, maxItems: maxRows, items: { ...row, minProperties: 1 } } },
      ["table", "rows"],
    ),
    outputSchema: open({ affectedRows, rows }),
    hints: {},
    resultsPath: "/rows",
    context: { inputSchemaPath: "/properties/rows/items", outputSchemaPath: "/properties/rows/items" },
  },
  {
    operation: "update_rows",
    name: "Update rows",
    description: "Changes the rows of a table for which all conditions hold.",
    inputSchema: closed(
      {
        table,
        set: { ...row, minProperties: 1, description: "New values by column." },
        where: someConditions,
      },
      ["table", "set", "where"],
    ),
    outputSchema: open({ affectedRows }),
    hints: { destructiveHint: true },
    context: { inputSchemaPath: "/properties/set" },
  },
  {
    operation: "delete_rows",
    name: "Delete rows",
    description: "Deletes the rows of a table for which all conditions hold.",
    inputSchema: closed({ table, where: someConditions }, ["table", "where"]),
    outputSchema: open({ affectedRows }),
    hints: { destructiveHint: true },
    context: {},
  },
  {
    operation: "read_query",
    name: "Read with a query",
    description: "Runs one SQL query. It cannot change anything, whatever the connection may do.",
    inputSchema: closed(statement, ["sql"]),
    outputSchema: open({ rows }),
    hints: { readOnlyHint: true },
    resultsPath: "/rows",
  },
  {
    operation: "run_query",
    name: "Run a statement",
    description:
      "Runs one SQL statement. It may change data, unless the connection only reads. To only read, use read_query.",
    inputSchema: closed(statement, ["sql"]),
    outputSchema: open({ rows, affectedRows: { type: ["integer", "null"] } }),
    hints: { destructiveHint: true },
    resultsPath: "/rows",
  },
];

function closed(properties: Record<string, unknown>, required: string[] = []): JsonSchema {
  return { ...open(properties), required, additionalProperties: false };
}

function open(properties: Record<string, unknown>): JsonSchema {
  return { type: "object", properties };
}
