import type { JsonSchema } from "../../json-schema.ts";
import type { ToolPaging } from "../../manifest/tool-paging.ts";
import { namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import type { HttpTool } from "../../tool.ts";
import type { References } from "../document/pointer.ts";
import { typesOf } from "../schemas/schema-type.ts";

/**
 * Detects the paging of a GET with a list and integer parameters `page` and `per_page`: by the `Link` header when the response
 * declares one, else by number when the document says that pages begin at 1. Undefined when anything is uncertain.
 */
export function detectPaging(
  { binding, inputSchema, resultsPath }: Omit<HttpTool, "slug">,
  declaration: UncheckedRecord,
  references: References,
): ToolPaging | undefined {
  if (binding.method !== "GET" || resultsPath === null) {
    return undefined;
  }
  const inputOf = (name: string): string | undefined =>
    binding.parameters.find((parameter) => parameter.in === "query" && parameter.name === name)?.input;
  const [page, size] = [inputOf("page"), inputOf("per_page")];
  if (page === undefined || size === undefined) {
    return undefined;
  }
  const properties = recordOf(inputSchema.properties);
  const [pageSchema, sizeSchema] = [recordOf(properties[page]), recordOf(properties[size])];
  if (!isInteger(pageSchema) || !isInteger(sizeSchema)) {
    return undefined;
  }
  const { maximum } = sizeSchema;
  const pageSize = {
    sizeParameter: size,
    ...(typeof maximum === "number" && Number.isSafeInteger(maximum) && maximum > 0
      ? { maxSize: maximum }
      : {}),
  };
  if (declaresLink(declaration, references)) {
    return { kind: "linkHeader", parameter: page, ...pageSize };
  }
  if (pageSchema.default !== 1 && pageSchema.minimum !== 1) {
    return undefined;
  }
  return { kind: "pageNumber", parameter: page, firstPage: 1, ...pageSize };
}

function isInteger(schema: JsonSchema): boolean {
  return typesOf(schema.type)?.includes("integer") === true;
}

function declaresLink({ responses }: UncheckedRecord, references: References): boolean {
  return namedEntriesOf(responses).some(([status, value]) => {
    const headers = references.followToRecord(value)?.headers;
    return status.startsWith("2") && namedEntriesOf(headers).some(([name]) => name.toLowerCase() === "link");
  });
}
