import type { z } from "zod";

/** Reads the texts of a path or a query as the schema's numbers and booleans. A text that does not match stays text; the schema refuses it. */
export type TextParser = (texts: Record<string, string>) => Record<string, unknown>;

/** Prepares a parser for the parameters of an operation. The empty text of a nullable parameter becomes null. */
export function prepareTextParser(schema: z.ZodObject): TextParser {
  const readers = Object.entries(schema.shape).map(
    ([name, member]) => [name, createReader(member as z.ZodType)] as const,
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

function createReader(member: z.ZodType): (text: string) => unknown {
  if (member.type === "optional" || member.type === "nullable") {
    const read = createReader((member as z.ZodOptional | z.ZodNullable).unwrap() as z.ZodType);
    return member.type === "nullable" ? (text) => (text === "" ? null : read(text)) : read;
  }
  switch (member.type) {
    case "number":
      return (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
    case "boolean":
      return (text) => (text === "true" ? true : text === "false" ? false : text);
    case "string":
      // A plus sign in a query is a space unless it is encoded, which the offset of a time zone rarely is.
      return isDateTime(member)
        ? (text) => text.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/, "$1+$2")
        : (text) => text;
    default:
      return (text) => text;
  }
}

const isDateTime = (member: z.ZodType): boolean => (member as z.ZodString).format === "datetime";
