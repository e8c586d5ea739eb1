import { isRecord, recordOf } from "../../record.ts";
import type { CatalogTool } from "../../tool.ts";

/**
 * Makes texts of inputs that the document calls numbers. Slack's `ts`, for one, has more digits than a number keeps, and the
 * application returns it as a text.
 *
 * @param names of the inputs
 */
export function takeAsText(
  inputSchema: CatalogTool["inputSchema"],
  names: readonly string[],
): CatalogTool["inputSchema"] {
  const properties = recordOf(inputSchema.properties);
  const texts = names.flatMap((name) => {
    const schema = properties[name];
    if (!isRecord(schema) || (schema.type !== "number" && schema.type !== "integer")) {
      return [];
    }
    const { title, description } = schema;
    return [
      [
        name,
        {
          type: "string",
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
        },
      ] as const,
    ];
  });
  return texts.length === 0
    ? inputSchema
    : { ...inputSchema, properties: { ...properties, ...Object.fromEntries(texts) } };
}
