import type { z } from "zod";

/** Reads the texts of a path or a query as the schema's numbers and booleans; what does not fit stays text and fails there. */
export type TextParser = (texts: Record<string, string>) => Record<string, unknown>;

/** Prepares the reading of parameters, once an operation. An empty value of a nullable one is null. */
export function prepareTextParser(schema: z.ZodObject): TextParser {
  const readers = Object.entries(schema.shape).map(
    ([name, member]) => [name, readerOf(member as z.ZodType)] as const,
  );
  return (texts) => {
    const values: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const text = texts[name];
      if (text !== undefined) {
        values[name] = read(text);
      }
    }
    return values;
  };
}

function readerOf(member: z.ZodType): (text: string) => unknown {
  if (member.type === "optional" || member.type === "nullable") {
    const read = readerOf((member as z.ZodOptional | z.ZodNullable).unwrap() as z.ZodType);
    return member.type === "nullable" ? (text) => (text === "" ? null : read(text)) : read;
  }
  switch (member.type) {
    case "number":
      return (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
    case "boolean":
      return (text) => (text === "true" ? true : text === "false" ? false : text);
    default:
      return (text) => text;
  }
}
